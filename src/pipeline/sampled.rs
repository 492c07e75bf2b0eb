//! The boards among samples: outcomes that show the same board are one board.

use ketboard_circuits::Judged;
use ketboard_puzzles::Puzzle;
use std::collections::BTreeMap;

/// The sampled boards that obey all rules, each with the weight of all outcomes that show it: those
/// of the best value first, then the most frequent; ties stay in the order of `judged`.
pub(crate) fn boards_that_obey<'j, X>(
    puzzle: &Puzzle,
    judged: &'j [Judged<X>],
) -> Vec<(&'j Judged<X>, f64)> {
    let mut weights = BTreeMap::new();
    let obeying = judged.iter().filter(|outcome| outcome.obeys());
    for (place, outcome) in obeying.enumerate() {
        let board = puzzle.board(&outcome.assignment);
        let entry = weights.entry(board);
        let (_, _, weight) = entry.or_insert((place, outcome, 0.0));
        *weight += outcome.weight;
    }
    let mut boards: Vec<_> = weights.into_values().collect();
    let rank = |judged: &Judged<X>| !judged.solves();
    boards.sort_by(|a, b| {
        let order = rank(a.1).cmp(&rank(b.1));
        order.then(b.2.total_cmp(&a.2)).then(a.0.cmp(&b.0))
    });
    let board = |(_, board, weight)| (board, weight);
    boards.into_iter().map(board).collect()
}
