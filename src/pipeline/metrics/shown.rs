//! The likeliest boards of a state. Basis states that show the same board (auxiliaries, trees of a
//! tent, two symbols in a cell) are one board.

use super::rules::RuleTable;
use super::variables::{TILE, Variables, value_at};
use crate::pipeline::{Judge, Problem, Truth};
use ketboard_puzzles::{Choice, Reduced, Reduction, Slot};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// A likely board.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LikelyBoard {
    /// The first basis state that shows it.
    pub index: u64,
    /// One string a row, one character a cell, as
    /// [`Puzzle::board`](ketboard_puzzles::Puzzle::board) writes it.
    pub board: Vec<String>,
    /// How likely it is to be seen.
    pub probability: f64,
    /// Whether a basis state that shows it obeys the rules and is best where boards differ in
    /// value, or is an exact ground state of a model; `None` where the best value is not known.
    pub solves: Option<bool>,
}

/// Which board each basis state shows.
#[derive(Clone, Debug)]
pub(super) struct ShownBoards {
    /// The number of each state's board, by first appearance; `None` where every state shows
    /// another.
    numbers: Option<Vec<u32>>,
    /// The first state of each board; empty where every state shows another.
    firsts: Vec<u32>,
    /// The boards that solve; `None` where the best value is not known.
    solving: Option<BTreeSet<u32>>,
}

impl ShownBoards {
    pub(super) fn of(
        problem: &Problem,
        truth: &Truth,
        variables: &Variables,
        rules: &RuleTable,
    ) -> Self {
        let view = View::of(problem, variables);
        let mut shown = Self {
            numbers: None,
            firsts: Vec::new(),
            solving: None,
        };
        if !view.tells_all_apart {
            shown.number(&view, variables);
        }
        if problem.can_judge(truth) {
            let (states, model) = (0..variables.states, &problem.puzzle.model);
            let is_best = |x: &usize| match problem.judge {
                Judge::Rules => model.is_best(&problem.lift_index(*x as u64), truth.best),
                Judge::Energy => truth.indices.contains(*x as u64),
            };
            let solving = states.filter(|x| rules.obeys(*x)).filter(is_best);
            shown.solving = Some(solving.map(|x| shown.board_of(x)).collect());
        }
        shown
    }

    fn number(&mut self, view: &View, variables: &Variables) {
        let mut known: HashMap<Box<[u64]>, u32> = HashMap::new();
        let mut numbers = Vec::with_capacity(variables.states);
        for tile in 0..variables.tiles() {
            let words = variables.tile(tile);
            let states = words.par_chunks_exact(variables.words);
            let keys: Vec<Box<[u64]>> = states.map(|words| view.key(words)).collect();
            for (x, key) in (tile * TILE..).zip(keys) {
                let next = self.firsts.len() as u32;
                let number = *known.entry(key).or_insert(next);
                if number == next {
                    self.firsts.push(x as u32);
                }
                numbers.push(number);
            }
        }
        self.numbers = Some(numbers);
    }

    /// The number of the board that a basis state shows.
    fn board_of(&self, state: usize) -> u32 {
        match &self.numbers {
            Some(numbers) => numbers[state],
            None => state as u32,
        }
    }

    /// The `k` likeliest boards, likeliest first, equal ones by their first basis state.
    pub(super) fn likeliest(
        &self,
        problem: &Problem,
        probabilities: &[f64],
        k: usize,
    ) -> Vec<LikelyBoard> {
        let found = match &self.numbers {
            None => largest(probabilities, k),
            Some(numbers) => {
                let mut sums = vec![0.0; self.firsts.len()];
                for (&number, p) in numbers.iter().zip(probabilities) {
                    sums[number as usize] += p;
                }
                largest(&sums, k)
            }
        };
        let board = |(number, probability): (usize, f64)| {
            let first = self.firsts.get(number).map_or(number as u64, |&x| x.into());
            let solving = self.solving.as_ref();
            LikelyBoard {
                index: first,
                board: problem.puzzle.board(&problem.lift_index(first)),
                probability,
                solves: solving.map(|solving| solving.contains(&(number as u32))),
            }
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

/// What of the variables a board shows.
#[derive(Debug)]
struct View<'p> {
    reduction: &'p Reduction,
    /// The variables that cells of two values show.
    bits: Vec<u64>,
    /// The cells of several symbols in which something is open.
    choices: Vec<&'p Choice>,
    /// Whether different basis states always show different boards.
    tells_all_apart: bool,
}

impl<'p> View<'p> {
    fn of(problem: &'p Problem, variables: &Variables) -> Self {
        let reduction = &problem.reduction;
        let mut view = Self {
            reduction,
            bits: vec![0; variables.words],
            choices: Vec::new(),
            tells_all_apart: false,
        };
        for (_, slot) in problem.puzzle.slots.iter() {
            match slot {
                Slot::Missing | Slot::Fixture(_) => {}
                Slot::Bit(var) => {
                    if let Reduced::Bit { qubit, .. } = reduction.value(*var) {
                        view.bits[qubit / 64] |= 1_u64 << (qubit % 64);
                    }
                }
                Slot::Choice(choice) => {
                    let is_open = |var| matches!(reduction.value(var), Reduced::Bit { .. });
                    if choice.vars().any(is_open) {
                        view.choices.push(choice);
                    }
                }
            }
        }
        let layout = &problem.cost.layout;
        let shown: u32 = view.bits.iter().map(|word| word.count_ones()).sum();
        view.tells_all_apart = view.choices.is_empty()
            && shown as usize == layout.variables()
            && layout.auxiliaries().is_empty()
            && variables.differ();
        view
    }

    /// Equal exactly for basis states that show the same board: the shown bits, then a byte or more
    /// for each symbol.
    fn key(&self, words: &[u64]) -> Box<[u64]> {
        let bits = words.iter().zip(&self.bits).map(|(word, mask)| word & mask);
        let symbols = self.choices.iter().map(|choice| self.symbol(choice, words));
        let symbols: Vec<u64> = symbols.map(|symbol| u64::from(u32::from(symbol))).collect();
        let packed = symbols
            .chunks(2)
            .map(|pair| pair.iter().fold(0, |word, s| word << 32 | s));
        bits.chain(packed).collect()
    }

    fn symbol(&self, choice: &Choice, words: &[u64]) -> char {
        let is_one = |var| value_at(self.reduction.value(var), words);
        let mut ones = choice.of.iter().filter(|(_, var)| is_one(*var));
        match (ones.next(), ones.next()) {
            (None, _) => choice.none,
            (Some((symbol, _)), None) => *symbol,
            (Some(_), Some(_)) => choice.several,
        }
    }
}
