//! The boards among samples: outcomes that show the same board are one board.

use crate::model::Assignment;
use crate::puzzle::Puzzle;
use crate::sample::Judged;
use std::collections::BTreeMap;

/// The sampled boards that obey all rules, most frequent first, each with the weight of all outcomes that show it; ties stay
/// in the order of `judged`.
pub fn boards_that_obey<'j>(puzzle: &Puzzle, judged: &'j [Judged]) -> Vec<(&'j Assignment, f64)> {
    let mut weights = BTreeMap::new();
    let obeying = judged.iter().filter(|outcome| outcome.obeys());
    for (place, outcome) in obeying.enumerate() {
        let board = puzzle.board(&outcome.assignment);
        let entry = weights.entry(board);
        let (_, _, weight) = entry.or_insert((place, &outcome.assignment, 0.0));
        *weight += outcome.weight;
    }
    let mut boards: Vec<_> = weights.into_values().collect();
    boards.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    let board = |(_, board, weight)| (board, weight);
    boards.into_iter().map(board).collect()
}
