//! The record of a Grover search, and its plot of success per iteration against the closed form.

use super::label;
use crate::error::Result;
use crate::files::write_whole;
use crate::pipeline::{GroverMethod, GroverOutcome, GroverPlan, Problem};
use crate::plots::{self, Heading, SuccessAgainstIterations};
use ketboard_circuits::success_after;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The numbers of one search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct GroverRecord {
    /// The stem of the puzzle's file.
    pub name: String,
    /// The puzzle's family.
    pub family: String,
    /// What was searched: the method's name.
    pub method: String,
    /// Number of candidates.
    pub search_space: f64,
    /// How many of them are solutions.
    pub solutions: usize,
    /// Qubits, ancillas included.
    pub qubits: usize,
    /// Ancillas among them.
    pub ancillas: usize,
    /// Iterations before the last measurement.
    pub iterations: usize,
    /// Calls of the oracle over all attempts.
    pub oracle_calls: usize,
    /// The probability of all solutions before the last measurement.
    pub success_probability: f64,
    /// The same in the uniform superposition.
    pub random_success_probability: f64,
    /// The probability of all solutions after 0, 1, 2, … iterations.
    pub success_per_iteration: Vec<f64>,
    /// sin²((2k + 1)θ) at the same iterations.
    pub closed_form: Vec<f64>,
    /// The iterations of each attempt, where the number of solutions was not used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempts: Option<Vec<usize>>,
    /// The seed of guesses and measurements.
    pub seed: u64,
    /// The program's version.
    pub version: String,
}

/// The record of a search.
pub(crate) fn grover_record(
    problem: &Problem,
    plan: &GroverPlan,
    outcome: &GroverOutcome,
) -> GroverRecord {
    let attempts = outcome.attempts.as_ref();
    GroverRecord {
        name: label(problem),
        family: problem.puzzle.family.to_owned(),
        method: plan.method.name().to_owned(),
        search_space: outcome.space,
        solutions: outcome.solutions,
        qubits: outcome.qubits,
        ancillas: outcome.ancillas,
        iterations: outcome.iterations,
        oracle_calls: outcome.oracle_calls,
        success_probability: outcome.success_probability(),
        random_success_probability: outcome.solutions as f64 / outcome.space,
        success_per_iteration: outcome.successes.clone(),
        closed_form: outcome.closed_form(),
        attempts: attempts.map(|attempts| attempts.iterations.clone()),
        seed: plan.seed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// Points of the closed form between two iterations.
const FINE: usize = 8;

/// Writes `records.jsonl` and the plot `success` into `folder`.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn write_grover(record: &GroverRecord, folder: &Path) -> Result<()> {
    let line = serde_json::to_string(record).expect("a record holds only finite numbers") + "\n";
    write_whole(&folder.join("records.jsonl"), line.as_bytes())?;
    let svg = plots::success_against_iterations(&plot(record))?;
    plots::save(&svg, folder.join("success"))
}

fn plot(record: &GroverRecord) -> SuccessAgainstIterations {
    let (marked, space) = (record.solutions as f64, record.search_space);
    let last = record.success_per_iteration.len() - 1;
    let at = |step: usize| step as f64 / FINE as f64;
    let fine = (0..=last * FINE).map(|step| (at(step), success_after(at(step), marked, space)));
    SuccessAgainstIterations {
        heading: Heading::new(
            format!("Grover search on {}", record.name),
            format!(
                "{}: {} of {} candidates are solutions, {} qubits, {} of them ancillas; seed {}",
                what(&record.method),
                record.solutions,
                record.search_space,
                record.qubits,
                record.ancillas,
                record.seed
            ),
        ),
        summed: "all boards that obey the rules".to_owned(),
        simulated: record.success_per_iteration.clone(),
        closed_form: fine.collect(),
        random_guess: record.random_success_probability,
    }
}

fn what(method: &str) -> &'static str {
    if method == GroverMethod::RowsCircuit.name() {
        "circuit of W states, gate by gate"
    } else if method == GroverMethod::RowDigits.name() {
        "register of one digit a row"
    } else {
        "register of the reduced qubits"
    }
}
