//! What the cells of a board show: how likely each cell shows each glyph, and which basis states
//! show the same board.

use super::MOST_STATES_READ;
use super::variables::{TILE, Variables, value_at};
use crate::pipeline::Problem;
use ketboard_puzzles::{Reduced, Slot};
use ketboard_qaoa::State;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};

/// The cells of a board and what they may show.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// `r1c1`, …: all cells that hold a value, in reading order; of a model without a board its
    /// variables.
    pub(super) names: Vec<String>,
    /// What a cell may show: 1 for two-valued cells, all symbols for others.
    pub(super) glyphs: Vec<char>,
    views: Vec<CellView>,
}

/// What a cell shows at the values of the reduced variables: the symbol of the one that is 1.
#[derive(Clone, Debug)]
struct CellView {
    of: Vec<(Reduced, char)>,
    none: char,
    several: char,
}

/// The symbols of a two-valued cell; none is shown where it is 0.
const ONE: char = '1';
const ZERO: char = '\0';

impl CellView {
    fn of(problem: &Problem, slot: &Slot) -> Option<Self> {
        let reduction = &problem.reduction;
        match slot {
            Slot::Missing | Slot::Tree => None,
            Slot::Bit(var) => Some(Self {
                of: vec![(reduction.value(*var), ONE)],
                none: ZERO,
                several: ONE,
            }),
            Slot::Choice(choice) => {
                let of = choice.of.iter();
                let of = of.map(|(glyph, var)| (reduction.value(*var), *glyph));
                Some(Self {
                    of: of.collect(),
                    none: choice.none,
                    several: choice.several,
                })
            }
        }
    }

    /// Whether it shows the same at all basis states.
    fn is_settled(&self) -> bool {
        let is_open = |value: &Reduced| matches!(value, Reduced::Bit { .. });
        !self.of.iter().any(|(value, _)| is_open(value))
    }

    /// The glyph that it shows; 0 where a cell of two values shows none.
    #[inline(always)]
    fn shown(&self, words: &[u64]) -> char {
        let mut ones = self.of.iter().filter(|(value, _)| value_at(*value, words));
        match (ones.next(), ones.next()) {
            (None, _) => self.none,
            (Some((_, glyph)), None) => *glyph,
            (Some(_), Some(_)) => self.several,
        }
    }
}

impl Cells {
    pub(super) fn of(problem: &Problem) -> Self {
        let slots = problem.puzzle.slots.iter();
        let cells = slots.filter_map(|(cell, slot)| {
            let view = CellView::of(problem, slot)?;
            Some((problem.puzzle.name_of(cell), view))
        });
        let (names, views): (Vec<String>, Vec<CellView>) = cells.unzip();
        let glyphs = views.iter().flat_map(|view| &view.of);
        let glyphs: BTreeSet<char> = glyphs.map(|(_, glyph)| *glyph).collect();
        Self {
            names,
            glyphs: glyphs.into_iter().collect(),
            views,
        }
    }

    /// For each glyph, for each cell, the probability that the cell shows it.
    pub(super) fn marginals(&self, variables: &Variables, probabilities: &[f64]) -> Vec<Vec<f64>> {
        let place = |glyph: char| self.glyphs.binary_search(&glyph).ok();
        let nothing = vec![vec![0.0; self.views.len()]; self.glyphs.len()];
        let tiles = variables.tiles().zip(probabilities.par_chunks(TILE));
        let of_tile = |(words, probabilities): (&[u64], &[f64])| {
            let mut sums = nothing.clone();
            for (cell, view) in self.views_that_are(false) {
                for (words, p) in words.chunks_exact(variables.words).zip(probabilities) {
                    if let Some(glyph) = place(view.shown(words)) {
                        sums[glyph][cell] += p;
                    }
                }
            }
            sums
        };
        let mut sums = nothing.clone();
        for of_tile in tiles.map(of_tile).collect::<Vec<_>>() {
            for (sum, p) in sums.iter_mut().flatten().zip(of_tile.iter().flatten()) {
                *sum = f64::min(*sum + p, 1.0);
            }
        }
        let somewhere = vec![0; variables.words];
        for (cell, view) in self.views_that_are(true) {
            if let Some(glyph) = place(view.shown(&somewhere)) {
                sums[glyph][cell] = 1.0;
            }
        }
        sums
    }

    /// The views that are settled, or those that are not, each with the number of its cell.
    fn views_that_are(&self, settled: bool) -> impl Iterator<Item = (usize, &CellView)> {
        let views = self.views.iter().enumerate();
        views.filter(move |(_, view)| view.is_settled() == settled)
    }

    /// Whether different basis states always show different boards: each qubit is seen in a cell of
    /// two values.
    pub(super) fn tell_all_apart(&self, problem: &Problem) -> bool {
        let layout = &problem.cost.layout;
        let mut seen = BTreeSet::new();
        for (_, view) in self.views_that_are(false) {
            match view.of.as_slice() {
                [(Reduced::Bit { qubit, .. }, _)] if view.none == ZERO => seen.insert(*qubit),
                _ => return false,
            };
        }
        layout.auxiliaries().is_empty()
            && layout.qubits() == layout.variables()
            && seen.len() == layout.variables()
    }

    /// The number of the board that each basis state shows, by first appearance, and the first
    /// state of each board.
    pub(super) fn number(&self, variables: &Variables) -> (Vec<u32>, Vec<u32>) {
        let open: Vec<_> = self.views_that_are(false).map(|(_, view)| view).collect();
        let mut known = HashMap::<Vec<char>, u32>::new();
        let (mut numbers, mut firsts) = (Vec::with_capacity(variables.states), Vec::new());
        let boards = variables.tiles().map(|words| {
            let board = |words| open.iter().map(|view| view.shown(words)).collect();
            let states = words.chunks_exact(variables.words);
            states.map(board).collect::<Vec<Vec<char>>>()
        });
        for board in boards.collect::<Vec<_>>().into_iter().flatten() {
            let number = *known.entry(board).or_insert_with(|| {
                firsts.push(numbers.len() as u32);
                firsts.len() as u32 - 1
            });
            numbers.push(number);
        }
        (numbers, firsts)
    }
}

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
