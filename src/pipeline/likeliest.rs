//! The likeliest boards of a state, where a board may have several basis states.

use super::metrics::ShownBoards;
use super::{LikelyBoard, Problem, Truth};
use ketboard_puzzles::{Reduced, Slot};
use ketboard_qaoa::State;
use std::collections::BTreeSet;

/// The `k` likeliest boards of a state, likeliest first. Basis states that show the same board are
/// one; `None` where there are such and too many basis states to read them one by one.
pub(super) fn likeliest_boards(
    problem: &Problem,
    truth: &Truth,
    state: &State,
    k: usize,
) -> Option<Vec<LikelyBoard>> {
    if !tells_states_apart(problem) {
        let shown = ShownBoards::of(problem)?;
        let solves = |board| shown.is_solved(problem, truth, board);
        return Some(shown.likeliest(problem, &state.probabilities(), k, solves));
    }
    let puzzle = &problem.puzzle;
    let board = |(index, probability): (u64, f64)| {
        let assignment = problem.lift_index(index);
        LikelyBoard {
            index,
            board: puzzle.board(&assignment),
            probability,
            solves: problem
                .can_judge(truth)
                .then(|| problem.is_solved_by(&assignment, truth)),
        }
    };
    Some(state.likeliest(k).into_iter().map(board).collect())
}

/// Whether every basis state shows a board of its own: each qubit is seen in a cell of two values.
fn tells_states_apart(problem: &Problem) -> bool {
    let mut seen = BTreeSet::new();
    for (_, slot) in problem.puzzle.slots.iter() {
        match slot {
            Slot::Missing | Slot::Fixture(_) => {}
            Slot::Bit(var) => {
                if let Reduced::Bit { qubit, .. } = problem.reduction.value(*var) {
                    seen.insert(qubit);
                }
            }
            Slot::Choice(_) => return false,
        }
    }
    let layout = &problem.cost.layout;
    layout.auxiliaries().is_empty()
        && layout.qubits() == layout.variables()
        && seen.len() == layout.variables()
}
