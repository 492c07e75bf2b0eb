//! The object of `solve --json`; at given angles it is the same without a search.

use crate::json::{extend, to_json};
use crate::lab::Conventions;
use crate::pipeline::{Outcome, Problem, SearchPlan, registers_record};
use serde_json::{Value, json};

/// What the success probability of a model is of.
const SUCCESS_OF: &str = "the exact ground states, as a model states no rules";

/// All that is said of a run, at given angles with the numbers after each layer. A number that was
/// not computed is absent; the warning and the wall time are added by the caller.
pub(crate) fn solve_record(problem: &Problem, outcome: &Outcome, plan: &SearchPlan) -> Value {
    let (angles, truth, puzzle) = (outcome.angles(), &problem.truth, &problem.puzzle);
    let (of_model, of_rules) = (problem.is_model, !problem.is_model);
    let is_valued = puzzle.model.has_objective();
    let other = plan.is_other_search();
    let agrees = outcome.metrics.energy_agrees_with_rules(truth);
    let board = outcome.board();
    let layers = outcome.layers.iter().enumerate().map(|(k, metrics)| {
        let mut layer = json!({"layer": (k * outcome.layer_step).min(outcome.depth())});
        extend(&mut layer, metrics);
        layer
    });
    let layers = (!outcome.layers.is_empty()).then(|| layers.collect::<Value>());
    let mut record = json!({
        "status": if board.is_some() { "solved" } else { "unsolved" },
        "board": board.map(|board| puzzle.board(board)),
        "value": board.and_then(|board| puzzle.model.value(board)),
        "best_value": truth.best,
        "qubits": problem.qubits(),
        "encoding": of_rules.then(|| problem.encodings.to_string()),
        "depth": outcome.depth(),
        "ansatz": outcome.groups.is_some().then(|| plan.ansatz.name()),
        "groups": outcome.groups,
        "gammas": angles.gammas,
        "betas": angles.betas,
        "objective": other.then(|| plan.settings.objective.to_string()),
        "objective_value": outcome.objective_value().filter(|_| other),
        "objective_shots": plan.settings.objective_shots,
    });
    extend(&mut record, &outcome.metrics);
    let of_the_search = json!({
        "success_of": of_model.then_some(SUCCESS_OF),
        "evaluations": layers.is_none().then_some(outcome.evaluations),
        "search_layers": layers.is_none().then_some(outcome.search_layers),
        "solutions": truth.complete.then_some(truth.boards.len()),
        "zero_violation_energy": problem.cost.zero_violation_energy,
        "lowest_energy_agrees_with_rules": agrees.filter(|_| of_rules),
        "counts": problem.counts_json(&outcome.counts)["counts"],
        "likeliest": outcome.likeliest_boards,
        "shots": outcome.shots(),
        "shots_that_obey": of_rules.then(|| outcome.shots_that_obey()),
        "shots_in_ground_states": of_model.then(|| outcome.shots_that_solve()),
        "shots_that_are_best": is_valued.then(|| outcome.shots_that_solve()),
        "weight_too_small": is_valued.then(|| problem.weight_too_small().is_some()),
        "shots_dropped": problem.shots_dropped(outcome),
        "seed": plan.seed,
        "family": of_rules.then_some(puzzle.family),
        "name": puzzle.name,
        "model_hash": problem.cost.polynomial.hash(),
        "conventions": Conventions::of(problem.registers.is_some()),
        "layers": layers,
        "version": env!("CARGO_PKG_VERSION"),
    });
    extend(&mut record, of_the_search);
    extend(&mut record, registers_record(problem));
    to_json(&record)
}
