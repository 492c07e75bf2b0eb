//! The likeliest boards of a state. Basis states that show the same board (auxiliaries, trees of a
//! tent, two symbols in a cell) are one board.

use super::MOST_STATES_READ;
use super::variables::{TILE, Variables, value_at};
use crate::pipeline::{Judge, Problem, Truth};
use ketboard_puzzles::{Choice, Reduced, Reduction, Slot, Var};
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
pub(crate) struct ShownBoards {
    /// The number of each state's board, by first appearance; `None` where every state shows
    /// another.
    numbers: Option<Vec<u32>>,
    /// The first state of each board; empty where every state shows another.
    firsts: Vec<u32>,
}

impl ShownBoards {
    /// Those of a problem; `None` where it has more than [`MOST_STATES_READ`] basis states.
    pub(crate) fn of(problem: &Problem) -> Option<Self> {
        (problem.states() <= MOST_STATES_READ)
            .then(|| Self::of_states(problem, &Variables::of(problem)))
    }

    /// Whether every basis state shows another board.
    pub(super) fn tells_all_apart(problem: &Problem) -> bool {
        View::of(problem, &Variables::of(problem)).tells_all_apart
    }

    pub(super) fn of_states(problem: &Problem, variables: &Variables) -> Self {
        let view = View::of(problem, variables);
        let mut shown = Self {
            numbers: None,
            firsts: Vec::new(),
        };
        if !view.tells_all_apart {
            shown.number(&view, variables);
        }
        shown
    }

    fn number(&mut self, view: &View, variables: &Variables) {
        // for each word of a key: what stood before it, by its number, and the word give the number
        // of both together
        let mut known = vec![HashMap::<(u32, u64), u32>::new(); view.key_words];
        let mut numbers = Vec::with_capacity(variables.states);
        let mut keys = Vec::new();
        for tile in 0..variables.tiles() {
            let words = variables.tile(tile);
            keys.resize(words.len() / variables.words * view.key_words, 0);
            let states = words.par_chunks_exact(variables.words);
            let of_states = keys.par_chunks_exact_mut(view.key_words);
            let pairs = states.zip(of_states);
            pairs.for_each(|(words, key)| view.write_key(words, key));
            for (x, key) in (tile * TILE..).zip(keys.chunks_exact(view.key_words)) {
                let number = known.iter_mut().zip(key).fold(0, |before, (known, word)| {
                    let next = known.len() as u32;
                    *known.entry((before, *word)).or_insert(next)
                });
                if number as usize == self.firsts.len() {
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

    /// The boards that one of these basis states shows.
    pub(super) fn boards_of(&self, states: impl Iterator<Item = usize>) -> BTreeSet<u32> {
        states.map(|x| self.board_of(x)).collect()
    }

    /// Whether one of the basis states that show a board solves the problem: each of them is
    /// looked at. `None` where the best value is not known.
    pub(crate) fn is_solved(&self, problem: &Problem, truth: &Truth, board: u32) -> Option<bool> {
        let solves = |x: u64| match problem.judge {
            Judge::Rules => problem.is_solved_by(&problem.lift_index(x), truth),
            Judge::Energy => truth.indices.contains(x),
        };
        problem.can_judge(truth).then(|| match &self.numbers {
            Some(numbers) => {
                let mut states = (0..).zip(numbers);
                states.any(|(x, shown)| *shown == board && solves(x))
            }
            None => solves(board.into()),
        })
    }

    /// The `k` likeliest boards, likeliest first, equal ones by their first basis state; `solves`
    /// says whether a board solves the problem.
    pub(crate) fn likeliest(
        &self,
        problem: &Problem,
        probabilities: &[f64],
        k: usize,
        solves: impl Fn(u32) -> Option<bool>,
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
            LikelyBoard {
                index: first,
                board: problem.puzzle.board(&problem.lift_index(first)),
                probability,
                solves: solves(number as u32),
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
struct View {
    /// The variables that cells of two values show: a word, and a mask of bits of it.
    bits: Vec<(usize, u64)>,
    /// The cells of several symbols in which something is open.
    symbols: Vec<ShownSymbol>,
    /// Words of a key, at least one: those of the bits, then those of the symbols.
    key_words: usize,
    /// Whether different basis states always show different boards.
    tells_all_apart: bool,
}

/// What a cell of several symbols shows, as a number of few bits.
#[derive(Debug)]
struct ShownSymbol {
    /// The variables of the cell, and the code of what each alone shows.
    variables: Vec<(Reduced, u64)>,
    /// The code of what none of them shows.
    none: u64,
    /// The code of what several of them show.
    several: u64,
    /// Where the code stands in a key: the word, the lowest bit, the number of bits.
    word: usize,
    place: u32,
    width: u32,
}

impl View {
    fn of(problem: &Problem, variables: &Variables) -> Self {
        let reduction = &problem.reduction;
        let mut masks = vec![0; variables.words];
        let mut choices = Vec::new();
        for (_, slot) in problem.puzzle.slots.iter() {
            match slot {
                Slot::Missing | Slot::Fixture(_) => {}
                Slot::Bit(var) => {
                    if let Reduced::Bit { qubit, .. } = reduction.value(*var) {
                        masks[qubit / 64] |= 1_u64 << (qubit % 64);
                    }
                }
                Slot::Choice(choice) => {
                    let is_open = |var| matches!(reduction.value(var), Reduced::Bit { .. });
                    if choice.vars().any(is_open) {
                        choices.push(choice);
                    }
                }
            }
        }
        let layout = &problem.cost.layout;
        let shown: u32 = masks.iter().map(|mask: &u64| mask.count_ones()).sum();
        let bits = masks.into_iter().enumerate().filter(|(_, mask)| *mask != 0);
        let bits: Vec<(usize, u64)> = bits.collect();
        let mut view = Self {
            key_words: bits.len(),
            bits,
            symbols: Vec::new(),
            tells_all_apart: choices.is_empty()
                && shown as usize == layout.variables()
                && layout.auxiliaries().is_empty()
                && variables.differ(),
        };
        for choice in choices {
            view.push(choice, reduction);
        }
        view.key_words = view.key_words.max(1);
        view
    }

    /// Adds a cell of several symbols: its code stands in the last word of a key, or in a new one.
    fn push(&mut self, choice: &Choice, reduction: &Reduction) {
        let mut glyphs = vec![choice.none, choice.several];
        let mut code = |glyph: char| {
            let known = glyphs.iter().position(|other| *other == glyph);
            known.unwrap_or_else(|| {
                glyphs.push(glyph);
                glyphs.len() - 1
            }) as u64
        };
        let (none, several) = (code(choice.none), code(choice.several));
        let of_variable = |(symbol, var): &(char, Var)| (reduction.value(*var), code(*symbol));
        let variables = choice.of.iter().map(of_variable).collect();
        let width = usize::BITS - glyphs.len().leading_zeros();
        let last = self.symbols.last();
        let place = last.map_or(64, |last| last.place + last.width);
        let fits = place + width <= 64;
        self.key_words += usize::from(!fits);
        self.symbols.push(ShownSymbol {
            variables,
            none,
            several,
            word: self.key_words - 1,
            place: if fits { place } else { 0 },
            width,
        });
    }

    /// Writes what is equal exactly for basis states that show the same board: the shown bits, then
    /// the code of each symbol.
    fn write_key(&self, words: &[u64], key: &mut [u64]) {
        let (of_bits, of_symbols) = key.split_at_mut(self.bits.len());
        for (key, (word, mask)) in of_bits.iter_mut().zip(&self.bits) {
            *key = words[*word] & mask;
        }
        of_symbols.fill(0);
        for symbol in &self.symbols {
            key[symbol.word] |= symbol.code(words) << symbol.place;
        }
    }
}

impl ShownSymbol {
    /// The code of what the cell shows, as [`Choice`] says it.
    fn code(&self, words: &[u64]) -> u64 {
        let ones = self.variables.iter();
        let mut ones = ones.filter(|(value, _)| value_at(*value, words));
        match (ones.next(), ones.next()) {
            (None, _) => self.none,
            (Some((_, code)), None) => *code,
            (Some(_), Some(_)) => self.several,
        }
    }
}
