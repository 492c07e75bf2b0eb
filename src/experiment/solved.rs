//! The object of `solve --json`, and that of `evaluate --json`, which is the same without a search.

use super::registers::RegistersRecord;
use crate::lab::Conventions;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// All that is told of a run. A number that was not computed is absent.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct SolveRecord {
    /// Whether a sample solves the puzzle or model.
    pub status: Status,
    /// The board of that sample: one string a row, one character a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<String>>,
    /// Its value, where boards differ in value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The best value of all boards that obey the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_value: Option<f64>,
    /// Qubits after the reduction.
    pub qubits: usize,
    /// How rules became penalties, and variables qubits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// QAOA layers p.
    pub depth: usize,
    /// Which terms and qubits have angles of their own, where any have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ansatz: Option<&'static str>,
    /// The groups of terms that have an angle of their own, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<String>>,
    /// Angles of the cost layers; group after group where there are groups.
    pub gammas: Vec<f64>,
    /// Angles of the mixer layers; qubit after qubit where each has its own.
    pub betas: Vec<f64>,
    /// What was minimized, where it was not the exact ⟨C⟩.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<String>,
    /// The exact value of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective_value: Option<f64>,
    /// From how many shots it was estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective_shots: Option<u64>,
    /// ⟨C⟩, offset included.
    pub expectation: f64,
    /// Probability of all solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_probability: Option<f64>,
    /// What the solutions of a model are, which states no rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_of: Option<&'static str>,
    /// Probability of the states of lowest energy.
    pub ground_probability: f64,
    /// Probability that a uniformly random state is a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random_success_probability: Option<f64>,
    /// Calls of the simulator by the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// How many solutions there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<usize>,
    /// The lowest energy.
    pub ground_energy: f64,
    /// How many states have it.
    pub ground_states: u64,
    /// The energy of a board that breaks no rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zero_violation_energy: Option<f64>,
    /// Whether the states of lowest energy are the solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lowest_energy_agrees_with_rules: Option<bool>,
    /// That a weight is too small, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// How often each bitstring was sampled; character k is qubit k.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<BTreeMap<String, f64>>")]
    pub counts: Option<serde_json::Value>,
    /// The likeliest boards, likeliest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likeliest: Option<Vec<LikelyRecord>>,
    /// Shots drawn from the final state.
    pub shots: u64,
    /// How many of them obey the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shots_that_obey: Option<u64>,
    /// How many of them show a ground state of a model without rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shots_in_ground_states: Option<u64>,
    /// How many of them obey the rules and have the best value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shots_that_are_best: Option<u64>,
    /// Whether a broken rule may pay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight_too_small: Option<bool>,
    /// Shots that break only rules which the cost does not carry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shots_dropped: Option<u64>,
    /// The seed of everything random.
    pub seed: u64,
    /// The puzzle's family; absent for a model without rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<&'static str>,
    /// The puzzle's name.
    pub name: String,
    /// SHA-256 of the model.
    pub model_hash: String,
    /// The signs and orders that all numbers follow.
    #[schemars(with = "BTreeMap<String, String>")]
    pub conventions: Conventions,
    /// The registers, where the states are theirs.
    #[serde(flatten)]
    pub registers: Option<RegistersRecord>,
    /// The numbers after each layer, of a run at given angles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<LayerRecord>>,
    /// Seconds from the start of the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_s: Option<f64>,
    /// Whether the search was stopped before its end; absent where it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<bool>,
    /// The program's version.
    pub version: String,
}

/// What became of a puzzle or model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    /// A sample solves it.
    Solved,
    /// No sample solves it.
    Unsolved,
    /// There is no solution.
    NoSolution,
}

/// A likely board.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct LikelyRecord {
    /// One string a row, one character a cell.
    pub board: Vec<String>,
    /// How likely it is.
    pub probability: f64,
    /// Whether it solves the puzzle, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solves: Option<bool>,
}

/// The numbers after one layer.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct LayerRecord {
    /// Which layer; 0 is the initial state.
    pub layer: usize,
    /// ⟨C⟩.
    pub expectation: f64,
    /// Probability of the states of lowest energy.
    pub ground_probability: f64,
    /// Probability of all solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_probability: Option<f64>,
}

/// What `--json` prints of a puzzle that has no solution.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct NoSolutionRecord {
    /// Always `no_solution`.
    pub status: Status,
    /// Always 0.
    pub solutions: usize,
    /// Why there is none.
    pub reason: String,
    /// The deductions that show it, one a line.
    pub steps: Vec<String>,
    /// The line of the puzzle file that contradicts the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The program's version.
    pub version: &'static str,
}
