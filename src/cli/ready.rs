//! A problem that can be run: it has a solution, it fits into memory, and the truth about it is
//! known.

use super::activity;
use super::idle::idle_settings;
use super::no_solution::NoSolution;
use super::page::note;
use super::subject::puzzle as read_puzzle;
use crate::pipeline::{Problem, Truth};
use crate::settings::Settings;
use crate::{Error, Result};
use ketboard_puzzles::{Limits, Puzzle, all_solutions};
use ketboard_qaoa::Precision;
use std::path::Path;

/// How long a board too large to run is searched for any solution at all.
const GLANCE: Limits<'static> = Limits {
    solutions: Some(1),
    nodes: Some(100_000),
    ask: None,
};

/// The puzzle of a file, reduced, encoded and on its registers; the reason where it has no
/// solution.
///
/// # Errors
/// Bad input, and settings that make no sense together or for this puzzle.
pub(crate) fn prepared(
    settings: &Settings,
    file: &Path,
) -> Result<std::result::Result<Problem, NoSolution>> {
    let puzzle = read_puzzle(file)?;
    activity::doing("reducing the board and encoding what is left");
    match settings.problem(puzzle.clone()) {
        Ok(Ok(problem)) => {
            for warning in idle_settings([(settings, &problem)]) {
                note(warning);
            }
            Ok(Ok(problem))
        }
        Ok(Err(contradiction)) => Ok(Err(NoSolution::by_deduction(&puzzle, &contradiction))),
        Err(Error::NoSolution { .. }) => Ok(Err(NoSolution::by_search(&puzzle))),
        Err(other) => Err(other),
    }
}

/// The puzzle of a file with all its solutions; the reason where it has none.
///
/// # Errors
/// Bad input, and a board that leaves too many qubits for the memory there is and amplitudes of
/// `precision`.
pub(crate) fn ready(
    settings: &Settings,
    file: &Path,
    precision: Precision,
) -> Result<std::result::Result<(Problem, Truth), NoSolution>> {
    let problem = match prepared(settings, file)? {
        Ok(problem) => problem,
        Err(no_solution) => return Ok(Err(no_solution)),
    };
    if let Err(too_large) = problem.check_memory(precision) {
        if has_none(&problem.puzzle) {
            return Ok(Err(NoSolution::by_search(&problem.puzzle)));
        }
        return Err(too_large);
    }
    activity::doing("searching for all boards that obey the rules");
    let truth = problem.truth(&Limits::default())?;
    if truth.complete && truth.boards.is_empty() {
        return Ok(Err(NoSolution::by_search(&problem.puzzle)));
    }
    Ok(Ok((problem, truth)))
}

/// Whether a short search shows that the puzzle has no solution.
pub(crate) fn has_none(puzzle: &Puzzle) -> bool {
    let glance = all_solutions(&puzzle.model, &GLANCE);
    glance.complete && glance.solutions.is_empty()
}

/// Succeeds if there is something left to run; `what` says for what qubits are needed.
///
/// # Errors
/// Where the deductions alone solve the board.
pub(crate) fn needs_qubits(problem: &Problem, what: &str) -> Result<()> {
    if problem.qubits() > 0 {
        return Ok(());
    }
    Err(Error::input(
        &problem.puzzle.file,
        None,
        format!("the reduction leaves no qubit, so there is no {what}"),
        "use --reduce paper, --reduce none or a larger --target-qubits",
    ))
}
