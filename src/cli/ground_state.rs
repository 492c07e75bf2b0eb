//! What is told of a run on a model without rules, where a puzzle has its board.

use super::page::PrintedPage;
use super::words::{listed, plural};
use crate::pipeline::{Outcome, Problem, Truth};
use ketboard_puzzles::Assignment;

/// What a solution of a model is, one of them or any.
pub(crate) fn wanted(truth: &Truth) -> String {
    match truth.boards.len() {
        1 => "the exact ground state".to_owned(),
        many => format!("any of the {many} exact ground states"),
    }
}

/// How many samples showed a ground state.
pub(crate) fn add_samples(page: &mut PrintedPage, found: u64, shots: u64) {
    let samples = plural(shots, "sample");
    page.line(format_args!(
        "{found} of {samples} show an exact ground state"
    ));
}

/// The ground state that was found, or what to try.
pub(crate) fn add_answer(page: &mut PrintedPage, problem: &Problem, outcome: &Outcome) {
    let bits = |of: &Assignment| problem.puzzle.board(of).concat();
    if let Some(found) = outcome.board() {
        page.line(format_args!("Ground state: {}", bits(found)));
        let model = &problem.puzzle.model;
        let ones = model.variables().filter(|var| found[var.index()]);
        let ones: Vec<String> = ones.map(|var| model.name(var).to_owned()).collect();
        page.line(match ones.as_slice() {
            [] => "No variable is 1.".to_owned(),
            ones => listed("Variables that are 1:", ones),
        });
        return;
    }
    page.line("No sample shows an exact ground state. Try a larger --depth or more --shots.");
    if let Some(frequent) = outcome.judged.first() {
        let frequent = bits(&frequent.assignment);
        page.line(format_args!("The most frequent sample: {frequent}"));
    }
}
