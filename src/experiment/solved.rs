//! The object of `solve --json`, and that of `evaluate --json`, which is the same without a search.

use crate::lab::Conventions;
use crate::pipeline::RegistersRecord;
use crate::pipeline::{LikelyBoard, Metrics, Outcome, Problem, SearchPlan};
use ketboard_puzzles::model_hash;
use serde::Serialize;
use serde_json::Value;

/// All that is told of a run. A number that was not computed is absent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct SolveRecord {
    /// Whether a sample solves the puzzle or model: `solved` or `unsolved`.
    pub status: &'static str,
    /// The board of that sample: one string a row, one character a cell.
    pub board: Option<Vec<String>>,
    /// Its value, where boards differ in value.
    pub value: Option<f64>,
    /// The best value of all boards that obey the rules.
    pub best_value: Option<f64>,
    /// Qubits after the reduction.
    pub qubits: usize,
    /// The same number of a run at given angles, under the name that models have for it.
    pub n: Option<usize>,
    /// How rules became penalties, and variables qubits.
    pub encoding: Option<String>,
    /// QAOA layers p.
    pub depth: usize,
    /// Which terms and qubits have angles of their own, where any have.
    pub ansatz: Option<&'static str>,
    /// The groups of terms that have an angle of their own, by name.
    pub groups: Option<Vec<String>>,
    /// Angles of the cost layers; group after group where there are groups.
    pub gammas: Vec<f64>,
    /// Angles of the mixer layers; qubit after qubit where each has its own.
    pub betas: Vec<f64>,
    /// What was minimized, where it was not the exact ⟨C⟩.
    pub objective: Option<String>,
    /// The exact value of that.
    pub objective_value: Option<f64>,
    /// From how many shots it was estimated.
    pub objective_shots: Option<u64>,
    /// The numbers of the final state.
    #[serde(flatten)]
    pub metrics: Metrics,
    /// The norm of the state at given angles.
    pub norm: Option<f64>,
    /// What the solutions of a model are, which states no rules.
    pub success_of: Option<&'static str>,
    /// Calls of the simulator by the search.
    pub evaluations: Option<u64>,
    /// The layers that these ran together, three times as many for a call with its gradient.
    pub search_layers: Option<u64>,
    /// How many solutions there are.
    pub solutions: Option<usize>,
    /// The energy of a board that breaks no rule.
    pub zero_violation_energy: Option<f64>,
    /// Whether the states of lowest energy are the solutions.
    pub lowest_energy_agrees_with_rules: Option<bool>,
    /// That a weight is too small, and what to do.
    pub warning: Option<String>,
    /// How often each bitstring was sampled; character k is qubit k.
    pub counts: Option<serde_json::Value>,
    /// The likeliest boards, likeliest first.
    pub likeliest: Option<Vec<LikelyBoard>>,
    /// Shots drawn from the final state.
    pub shots: u64,
    /// How many of them obey the rules.
    pub shots_that_obey: Option<u64>,
    /// How many of them show a ground state of a model without rules.
    pub shots_in_ground_states: Option<u64>,
    /// How many of them obey the rules and have the best value.
    pub shots_that_are_best: Option<u64>,
    /// Whether a broken rule may pay.
    pub weight_too_small: Option<bool>,
    /// Shots that break only rules which the cost does not carry.
    pub shots_dropped: Option<u64>,
    /// The seed of everything random.
    pub seed: u64,
    /// The puzzle's family; absent for a model without rules.
    pub family: Option<&'static str>,
    /// The puzzle's name.
    pub name: String,
    /// SHA-256 of the model.
    pub model_hash: String,
    /// The signs and orders that all numbers follow.
    pub conventions: Conventions,
    /// The registers, where the states are theirs.
    #[serde(flatten)]
    pub registers: Option<RegistersRecord>,
    /// The numbers after each layer, of a run at given angles.
    pub layers: Option<Vec<LayerRecord>>,
    /// Seconds from the start of the command.
    pub wall_s: Option<f64>,
    /// Whether the search was stopped before its end; absent where it was not.
    pub stopped: Option<bool>,
    /// The program's version.
    pub version: String,
}

/// The numbers after one layer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct LayerRecord {
    /// Which layer; 0 is the initial state.
    pub layer: usize,
    /// The numbers of the state after it.
    #[serde(flatten)]
    pub metrics: Metrics,
}

/// What the success probability of a model is of.
const SUCCESS_OF: &str = "the exact ground states, as a model states no rules";

impl SolveRecord {
    /// What is told of a run, at given angles with the numbers after each layer; the warning and
    /// the wall time are added by the caller.
    pub(crate) fn of(problem: &Problem, outcome: &Outcome, plan: &SearchPlan) -> Self {
        let (angles, truth) = (outcome.angles(), &problem.truth);
        let metrics = &outcome.metrics;
        let puzzle = &problem.puzzle;
        let (of_model, of_rules) = (problem.is_model(), !problem.is_model());
        let is_valued = puzzle.model.has_objective();
        let other = plan.is_other_search();
        let agrees = metrics.energy_agrees_with_rules(truth);
        let board = outcome.board();
        let layers = outcome.layers.iter().enumerate();
        let layers = layers.map(|(k, metrics)| LayerRecord {
            layer: (k * outcome.layer_step).min(outcome.depth()),
            metrics: metrics.clone(),
        });
        let layers = (!outcome.layers.is_empty()).then(|| layers.collect());
        Self {
            status: match board {
                Some(_) => "solved",
                None => "unsolved",
            },
            board: board.map(|board| puzzle.board(board)),
            value: board.and_then(|board| puzzle.model.value(board)),
            best_value: truth.best,
            qubits: problem.qubits(),
            n: None,
            encoding: of_rules.then(|| problem.encodings.to_string()),
            depth: outcome.depth(),
            ansatz: outcome.groups.is_some().then(|| plan.ansatz.name()),
            groups: outcome.groups.clone(),
            gammas: angles.gammas,
            betas: angles.betas,
            objective: other.then(|| plan.settings.objective.to_string()),
            objective_value: outcome.objective_value().filter(|_| other),
            objective_shots: plan.settings.objective_shots,
            metrics: metrics.clone(),
            norm: None,
            success_of: of_model.then_some(SUCCESS_OF),
            evaluations: layers.is_none().then_some(outcome.evaluations),
            search_layers: layers.is_none().then_some(outcome.search_layers),
            solutions: truth.complete.then_some(truth.boards.len()),
            zero_violation_energy: problem.cost.zero_violation_energy,
            lowest_energy_agrees_with_rules: agrees.filter(|_| of_rules),
            warning: None,
            counts: counts(problem, outcome),
            likeliest: outcome.likeliest_boards.clone(),
            shots: outcome.shots(),
            shots_that_obey: of_rules.then(|| outcome.shots_that_obey()),
            shots_in_ground_states: of_model.then(|| outcome.shots_that_solve()),
            shots_that_are_best: is_valued.then(|| outcome.shots_that_solve()),
            weight_too_small: is_valued.then(|| problem.weight_too_small().is_some()),
            shots_dropped: problem.shots_dropped(outcome),
            seed: plan.seed,
            family: of_rules.then_some(puzzle.family),
            name: puzzle.name.clone(),
            model_hash: model_hash(&problem.cost.polynomial),
            conventions: Conventions::of(problem.registers.is_some()),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            registers: RegistersRecord::of(problem),
            layers,
            wall_s: None,
            stopped: None,
        }
    }
}

/// How often each bitstring was sampled, character k being qubit k.
fn counts(problem: &Problem, outcome: &Outcome) -> Option<Value> {
    let mut json = problem.counts_json(&outcome.counts);
    json.get_mut("counts").map(Value::take)
}
