//! The object of `solve --json`, and of a run at given angles, which is the same without a search.

use crate::lab::Conventions;
use crate::pipeline::{Metrics, Outcome, Problem, RegistersRecord, SearchPlan};
use ketboard_puzzles::model_hash;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// All that is told of a run: its keys in order, those of what was not computed with no value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SolveRecord(Map<String, Value>);

impl Serialize for SolveRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().filter(|(_, value)| !value.is_null()))
    }
}

/// What the success probability of a model is of.
const SUCCESS_OF: &str = "the exact ground states, as a model states no rules";

impl SolveRecord {
    /// What is told of a run, at given angles with the numbers after each layer; what only the
    /// caller knows has no value yet.
    pub(crate) fn of(problem: &Problem, outcome: &Outcome, plan: &SearchPlan) -> Self {
        let (angles, truth, metrics) = (outcome.angles(), &problem.truth, &outcome.metrics);
        let puzzle = &problem.puzzle;
        let (of_model, of_rules) = (problem.is_model(), !problem.is_model());
        let is_valued = puzzle.model.has_objective();
        let is_other = plan.is_other_search();
        let agrees = metrics.energy_agrees_with_rules(truth);
        let board = outcome.board();
        let status = if board.is_some() {
            "solved"
        } else {
            "unsolved"
        };
        let is_search = outcome.layers.is_empty();
        let layers = outcome.layers.iter().enumerate().map(|(k, metrics)| {
            let layer = (k * outcome.layer_step).min(outcome.depth());
            Value::Object(
                [told("layer", layer)]
                    .into_iter()
                    .chain(keys(metrics))
                    .collect(),
            )
        });
        let layers = (!is_search).then(|| layers.collect::<Value>());
        let shots = |shots: u64, is_told: bool| is_told.then_some(shots);
        let mut counts = problem.counts_json(&outcome.counts);
        let objective = is_other.then(|| plan.settings.objective.to_string());
        let own = [
            told("status", status),
            told("board", board.map(|board| puzzle.board(board))),
            told("value", board.and_then(|board| puzzle.model.value(board))),
            told("best_value", truth.best),
            told("qubits", problem.qubits()),
            told("n", ()),
            told("encoding", of_rules.then(|| problem.encodings.to_string())),
            told("depth", outcome.depth()),
            told(
                "ansatz",
                outcome.groups.is_some().then(|| plan.ansatz.name()),
            ),
            told("groups", &outcome.groups),
            told("gammas", angles.gammas),
            told("betas", angles.betas),
            told("objective", objective),
            told(
                "objective_value",
                outcome.objective_value().filter(|_| is_other),
            ),
            told("objective_shots", plan.settings.objective_shots),
        ];
        let others = [
            told("norm", ()),
            told("success_of", of_model.then_some(SUCCESS_OF)),
            told("evaluations", is_search.then_some(outcome.evaluations)),
            told("solutions", truth.complete.then_some(truth.boards.len())),
            told("zero_violation_energy", problem.cost.zero_violation_energy),
            told(
                "lowest_energy_agrees_with_rules",
                agrees.filter(|_| of_rules),
            ),
            told("warning", ()),
            told("counts", counts.get_mut("counts").map(Value::take)),
            told("likeliest", &outcome.likeliest_boards),
            told("shots", outcome.shots()),
            told(
                "shots_that_obey",
                shots(outcome.shots_that_obey(), of_rules),
            ),
            told(
                "shots_in_ground_states",
                shots(outcome.shots_that_solve(), of_model),
            ),
            told(
                "shots_that_are_best",
                shots(outcome.shots_that_solve(), is_valued),
            ),
            told(
                "weight_too_small",
                is_valued.then(|| problem.weight_too_small().is_some()),
            ),
            told("shots_dropped", problem.shots_dropped(outcome)),
            told("seed", plan.seed),
            told("family", of_rules.then_some(puzzle.family)),
            told("name", &puzzle.name),
            told("model_hash", model_hash(&problem.cost.polynomial)),
            told("conventions", Conventions::of(problem.registers.is_some())),
        ];
        let registers = RegistersRecord::of(problem).map_or_else(Map::new, |known| known.keys());
        let last = [
            told("layers", layers),
            told("wall_s", ()),
            told("stopped", ()),
            told("version", env!("CARGO_PKG_VERSION")),
        ];
        let all = own.into_iter().chain(keys(metrics)).chain(others);
        Self(all.chain(registers).chain(last).collect())
    }

    /// The record with the value of a key.
    pub(crate) fn with(mut self, key: &str, value: impl Serialize) -> Self {
        self.0[key] = json!(value);
        self
    }
}

fn told(key: &str, value: impl Serialize) -> (String, Value) {
    (key.to_owned(), json!(value))
}

fn keys(metrics: &Metrics) -> Map<String, Value> {
    match json!(metrics) {
        Value::Object(keys) => keys,
        _ => Map::new(),
    }
}
