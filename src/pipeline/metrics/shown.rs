//! The likeliest boards of a state. Basis states that show the same board (auxiliaries, trees of a
//! tent, two symbols in a cell) are one board.

use super::MOST_STATES_READ;
use super::cells::Cells;
use super::variables::Variables;
use crate::pipeline::Problem;
use ketboard_qaoa::State;
use serde::{Deserialize, Serialize};

/// A likely board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LikelyBoard {
    /// The first basis state that shows it.
    #[serde(skip)]
    pub index: u64,
    /// One string a row, one character a cell, as
    /// [`Puzzle::board`](ketboard_puzzles::Puzzle::board) writes it.
    pub board: Vec<String>,
    /// How likely it is to be seen.
    pub probability: f64,
    /// Whether a basis state that shows it obeys the rules and is best where boards differ in
    /// value, or is an exact ground state of a model; absent where the best value is not known.
    pub solves: Option<bool>,
}

impl LikelyBoard {
    /// The board of a basis state.
    pub(crate) fn of_state(problem: &Problem, index: u64, probability: f64) -> Self {
        let assignment = problem.lift_index(index);
        Self {
            index,
            board: problem.puzzle.board(&assignment),
            probability,
            solves: problem.can_judge().then(|| problem.solves(&assignment)),
        }
    }
}

/// Which board each basis state shows.
#[derive(Clone, Debug)]
pub(crate) struct ShownBoards {
    /// The number of each state's board, by first appearance; empty where every state shows
    /// another.
    numbers: Vec<u32>,
    /// The first state of each board; empty likewise.
    firsts: Vec<u32>,
}

impl ShownBoards {
    pub(super) fn of_states(problem: &Problem, cells: &Cells, variables: &Variables) -> Self {
        let (numbers, firsts) = if cells.tell_all_apart(problem) {
            Default::default()
        } else {
            cells.number(variables)
        };
        Self { numbers, firsts }
    }

    /// The `k` likeliest boards, likeliest first, equal ones by their first basis state.
    pub(super) fn likeliest(
        &self,
        problem: &Problem,
        probabilities: &[f64],
        k: usize,
    ) -> Vec<LikelyBoard> {
        let mut sums = vec![0.0; self.firsts.len()];
        for (&number, p) in self.numbers.iter().zip(probabilities) {
            sums[number as usize] += p;
        }
        let found = if self.numbers.is_empty() {
            largest(probabilities, k)
        } else {
            largest(&sums, k)
        };
        let board = |(number, probability): (usize, f64)| {
            let first = self.firsts.get(number).map_or(number as u64, |&x| x.into());
            let mut likely = LikelyBoard::of_state(problem, first, probability);
            // one of the basis states that show a board may solve where the first does not
            let shows = |(_, shown): &(u64, &u32)| **shown == number as u32;
            let mut states = (0..).zip(&self.numbers).filter(shows);
            let mut any_solves = || states.any(|(x, _)| problem.solves(&problem.lift_index(x)));
            likely.solves = likely.solves.map(|solves| solves || any_solves());
            likely
        };
        found.into_iter().map(board).collect()
    }
}

/// The places of the `k` largest values, largest first, equal ones by place.
fn largest(values: &[f64], k: usize) -> Vec<(usize, f64)> {
    let k = k.min(values.len());
    let mut best: Vec<(usize, f64)> = Vec::with_capacity(k + 1);
    for (place, &value) in values.iter().enumerate() {
        if best.len() < k || best.last().is_some_and(|(_, least)| value > *least) {
            let at = best.partition_point(|(_, other)| *other >= value);
            best.insert(at, (place, value));
            best.truncate(k);
        }
    }
    best
}

/// The `k` likeliest boards of a state, likeliest first. Basis states that show the same board are
/// one; `None` where there are such and too many basis states to read them one by one.
pub(crate) fn likeliest_boards(
    problem: &Problem,
    state: &State,
    k: usize,
) -> Option<Vec<LikelyBoard>> {
    let cells = Cells::of(problem);
    if cells.tell_all_apart(problem) {
        let likeliest = state.likeliest(k).into_iter();
        let board = |(index, p)| LikelyBoard::of_state(problem, index, p);
        return Some(likeliest.map(board).collect());
    }
    if problem.states() > MOST_STATES_READ {
        return None;
    }
    let shown = ShownBoards::of_states(problem, &cells, &Variables::of(problem));
    Some(shown.likeliest(problem, &state.probabilities(), k))
}
