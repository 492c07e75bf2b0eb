//! What `solve` tells: the JSON of the contract and the lines for people.

use super::show::{solved_marks, style, summary};
use ketboard::draw;
use ketboard::encode::model_hash;
use ketboard::pipeline::{Outcome, Problem, ReductionPlan, Truth};
use ketboard::qaoa::Angles;
use serde_json::{Map, Value, json};

/// The angles of the deepest stage.
pub(crate) fn angles(outcome: &Outcome) -> Angles {
    outcome
        .stages
        .last()
        .map(|stage| stage.angles.clone())
        .unwrap_or_default()
}

/// The object of `solve --json`, without the wall time. Numbers that were not computed are absent.
pub(crate) fn as_json(problem: &Problem, truth: &Truth, outcome: &Outcome, seed: u64) -> Value {
    let angles = angles(outcome);
    let metrics = &outcome.metrics;
    let mut json = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            json.insert(key.to_owned(), value);
        }
    };
    let status = if outcome.board().is_some() {
        "solved"
    } else {
        "unsolved"
    };
    put("status", Some(status.into()));
    put(
        "board",
        outcome
            .board()
            .map(|board| problem.puzzle.board(board).into()),
    );
    put("qubits", Some(problem.qubits().into()));
    put("depth", Some(angles.depth().into()));
    put("gammas", Some(angles.gammas.into()));
    put("betas", Some(angles.betas.into()));
    put("expectation", Some(metrics.expectation.into()));
    put(
        "success_probability",
        metrics.success_probability.map(Value::from),
    );
    put(
        "ground_probability",
        Some(metrics.ground_probability.into()),
    );
    put(
        "random_success_probability",
        metrics.random_success_probability.map(Value::from),
    );
    put("evaluations", Some(outcome.evaluations.into()));
    put(
        "solutions",
        truth.complete.then(|| truth.boards.len().into()),
    );
    put("ground_energy", Some(metrics.ground_energy.into()));
    put("ground_states", Some(metrics.ground_states.into()));
    put(
        "zero_violation_energy",
        problem.cost.zero_violation_energy.map(Value::from),
    );
    put(
        "lowest_energy_agrees_with_rules",
        metrics.energy_agrees_with_rules(truth).map(Value::from),
    );
    put("shots", Some(shots(outcome).into()));
    put("shots_that_obey", Some(shots_that_obey(outcome).into()));
    put("seed", Some(seed.into()));
    put("family", Some(problem.puzzle.family.into()));
    put("name", Some(problem.puzzle.name.clone().into()));
    put(
        "model_hash",
        Some(model_hash(&problem.cost.polynomial).into()),
    );
    put("conventions", Some(conventions()));
    Value::Object(json)
}

/// The convention card as JSON.
pub(crate) fn conventions() -> Value {
    let card = ketboard::encode::CONVENTIONS.iter();
    Value::Object(
        card.map(|(key, value)| ((*key).to_owned(), json!(value)))
            .collect(),
    )
}

fn shots(outcome: &Outcome) -> u64 {
    outcome.counts.total() as u64
}

fn shots_that_obey(outcome: &Outcome) -> u64 {
    outcome
        .judged
        .iter()
        .filter(|judged| judged.obeys())
        .map(|judged| judged.weight)
        .sum::<f64>() as u64
}

/// Prints the run for people: reduction, angles, probabilities, then the board.
pub(crate) fn print(problem: &Problem, truth: &Truth, outcome: &Outcome, plan: &ReductionPlan) {
    let puzzle = &problem.puzzle;
    anstream::println!("{} ({})", puzzle.name, puzzle.family);
    anstream::println!("Reduction ({}): {}", plan.describe(), summary(problem));
    if problem.qubits() == 0 {
        anstream::println!(
            "No qubit is left: the deductions alone solve the board, no circuit is needed."
        );
    } else {
        print_search(outcome);
        print_probabilities(truth, outcome);
    }
    let shots = shots(outcome);
    anstream::println!(
        "{} of {shots} samples obey the rules\n",
        shots_that_obey(outcome)
    );
    match outcome.board() {
        Some(board) => {
            anstream::println!(
                "{}",
                draw::board(puzzle, &solved_marks(problem, board), style())
            );
            anstream::println!("{}", draw::legend(puzzle, style()));
        }
        None => print_unsolved(problem, outcome),
    }
}

fn print_search(outcome: &Outcome) {
    let angles = angles(outcome);
    anstream::println!(
        "Angles (p = {}, {} evaluations):",
        angles.depth(),
        outcome.evaluations
    );
    anstream::println!("  γ  {}", rounded(&angles.gammas));
    anstream::println!("  β  {}", rounded(&angles.betas));
    let lowest = outcome.metrics.ground_energy;
    anstream::println!(
        "⟨C⟩ = {:.4} (lowest energy {lowest})",
        outcome.metrics.expectation
    );
}

fn print_probabilities(truth: &Truth, outcome: &Outcome) {
    let metrics = &outcome.metrics;
    match (
        metrics.success_probability,
        metrics.random_success_probability,
    ) {
        (Some(success), Some(random)) => {
            let boards = match truth.boards.len() {
                1 => "the one board that obeys the rules".to_owned(),
                many => format!("any of the {many} boards that obey the rules"),
            };
            anstream::println!(
                "P({boards}) = {success:.4}, {:.0} times a random guess ({random:.2e})",
                success / random
            );
        }
        _ => anstream::println!(
            "Success probability: not computed (too many solutions to list them all)"
        ),
    }
    anstream::println!(
        "P(lowest energy, {} states) = {:.4}",
        metrics.ground_states,
        metrics.ground_probability
    );
    if metrics.energy_agrees_with_rules(truth) == Some(false) {
        anstream::println!(
            "Note: lowest energy and rules disagree: {} of the {} states of lowest energy obey the rules, out of {} solutions.",
            metrics.ground_states_that_obey.unwrap_or(0),
            metrics.ground_states,
            truth.boards.len()
        );
    }
}

fn print_unsolved(problem: &Problem, outcome: &Outcome) {
    anstream::println!("No sample obeys the rules. Try a larger --depth or more --shots.");
    if let Some(best) = outcome.judged.first() {
        let model = &problem.puzzle.model;
        anstream::println!(
            "The most frequent board breaks {} rules:",
            best.violations.len()
        );
        for violation in best.violations.iter().take(5) {
            anstream::println!("  {}", model.describe(violation, &best.assignment));
        }
    }
}

fn rounded(angles: &[f64]) -> String {
    angles
        .iter()
        .map(|a| format!("{a:+.4}"))
        .collect::<Vec<_>>()
        .join("  ")
}
