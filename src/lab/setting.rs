//! A setting: everything that, beside the puzzle and the depth, decides what a run does.
//!
//! Values are written as on the command line, so that a record can be read by people and typed
//! again.

use serde::{Deserialize, Serialize};

/// One setting of a run. Two runs of one puzzle, setting and depth give the same bytes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setting {
    /// `none`, `paper` or `full`; absent for the automatic reduction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduce: Option<String>,
    /// Deduce until at most so many qubits remain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_qubits: Option<usize>,
    /// Weights of kinds of penalty terms, `kind=λ`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<String>,
    /// The region whose penalty is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop_region: Option<String>,
    /// `filter`, `hobo` or `qubo`.
    pub distinct_lines: String,
    /// `fractional`, `pairwise` or `slack`.
    pub counts: String,
    /// `one-hot`, `domain-wall` or `binary`.
    pub symbols: String,
    /// How registers are chosen; absent on plain qubits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registers: Option<String>,
    /// What mixes the states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mixer: Option<String>,
    /// The rows of the board that the mixer `warm` begins with; absent where it is annealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warm_start: Option<String>,
    /// How far the mixer `warm` stays away from its guess; absent for 0.25.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warm_epsilon: Option<f64>,
    /// `standard`, `per-rule` or `multi-angle`.
    pub ansatz: String,
    /// What is minimized: `expectation`, `cvar:α`, `gibbs:η` or `success`.
    pub objective: String,
    /// From how many shots the objective is estimated; absent where it is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective_shots: Option<u64>,
    /// The optimizer's name.
    pub optimizer: String,
    /// Where searches start: the strategy's name, with its parameter.
    pub strategy: String,
    /// The text of a table of angles for the strategy `transfer`; absent for the one that comes
    /// with the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transfer_table: Option<String>,
    /// Starts at each depth.
    pub starts: usize,
    /// Most iterations from one start.
    pub iterations: u64,
    /// `f64`, `f32` or `auto`.
    pub precision: String,
    /// Shots drawn from the final state.
    pub shots: u64,
    /// The seed of everything random.
    pub seed: u64,
}
