//! Marginals: how likely each cell of the board shows each glyph.
//!
//! A glyph in a cell is a signed sum of patterns of variables: a tent stands where exactly one of
//! the cell's variables is 1, or where several are and the family shows them as one. Patterns are
//! summed once each, whatever cells they are of.

use super::variables::{Pattern, TILE, Variables};
use ketboard_puzzles::{Choice, Puzzle, Reduced, Reduction, Slot};
use rayon::prelude::*;

/// The cells of a board and what they may show.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// `r1c1`, …: all cells that hold a value, in reading order; of a model without a board its
    /// variables.
    pub(super) names: Vec<String>,
    /// What a cell may show: 1 for two-valued cells, all symbols for others.
    pub(super) glyphs: Vec<char>,
    patterns: Vec<Pattern>,
    /// For each glyph, for each cell.
    sums: Vec<Vec<PatternSum>>,
}

/// `constant` + Σ sign · P(pattern).
#[derive(Clone, PartialEq, Debug, Default)]
struct PatternSum {
    constant: f64,
    terms: Vec<(f64, usize)>,
}

impl Cells {
    pub(super) fn of(puzzle: &Puzzle, reduction: &Reduction) -> Self {
        let holds = |slot: &Slot| matches!(slot, Slot::Bit(_) | Slot::Choice(_));
        let slots: Vec<_> = puzzle
            .slots
            .iter()
            .filter(|(_, slot)| holds(slot))
            .collect();
        let mut cells = Self {
            names: slots
                .iter()
                .map(|(cell, _)| puzzle.name_of(*cell))
                .collect(),
            glyphs: glyphs(slots.iter().map(|(_, slot)| *slot)),
            patterns: Vec::new(),
            sums: Vec::new(),
        };
        for glyph in cells.glyphs.clone() {
            let sums = slots.iter().map(|(_, slot)| match slot {
                Slot::Missing | Slot::Fixture(_) => PatternSum::default(),
                Slot::Bit(var) => {
                    let mut sum = PatternSum::default();
                    if glyph == ONE {
                        cells.add(&mut sum, 1.0, [(reduction.value(*var), true)]);
                    }
                    sum
                }
                Slot::Choice(choice) => cells.choice(choice, glyph, reduction),
            });
            let sums = sums.collect();
            cells.sums.push(sums);
        }
        cells
    }

    fn choice(&mut self, choice: &Choice, glyph: char, reduction: &Reduction) -> PatternSum {
        let mut sum = PatternSum::default();
        let values = choice.of.iter().map(|(_, var)| reduction.value(*var));
        let values: Vec<Reduced> = values.collect();
        let only = |place: Option<usize>| {
            let values = values.iter().enumerate();
            values.map(move |(k, value)| (*value, Some(k) == place))
        };
        let shows_several = glyph == choice.several;
        if shows_several {
            sum.constant = 1.0;
            self.add(&mut sum, -1.0, only(None));
        }
        for (place, (symbol, _)) in choice.of.iter().enumerate() {
            match (*symbol == glyph, shows_several) {
                (true, true) | (false, false) => {}
                (true, false) => self.add(&mut sum, 1.0, only(Some(place))),
                (false, true) => self.add(&mut sum, -1.0, only(Some(place))),
            }
        }
        if glyph == choice.none {
            self.add(&mut sum, 1.0, only(None));
        }
        sum
    }

    /// Adds `sign` times the probability that variables have these values.
    fn add(
        &mut self,
        sum: &mut PatternSum,
        sign: f64,
        values: impl IntoIterator<Item = (Reduced, bool)>,
    ) {
        let Some(pattern) = Pattern::of(values) else {
            return;
        };
        if pattern.is_empty() {
            sum.constant += sign;
            return;
        }
        let known = self.patterns.iter().position(|other| *other == pattern);
        let place = known.unwrap_or_else(|| {
            self.patterns.push(pattern);
            self.patterns.len() - 1
        });
        sum.terms.push((sign, place));
    }

    /// For each glyph, for each cell, the probability that the cell shows it.
    pub(super) fn marginals(&self, variables: &Variables, probabilities: &[f64]) -> Vec<Vec<f64>> {
        let tiles = probabilities.par_chunks(TILE).enumerate();
        let sums = tiles.map(|(number, p)| {
            let words = variables.tile(number);
            let patterns = self.patterns.iter();
            let sums = patterns.map(|pattern| pattern.sum(&words, variables.words, p));
            sums.collect::<Vec<f64>>()
        });
        let mut met = vec![0.0; self.patterns.len()];
        for sums in sums.collect::<Vec<_>>() {
            met.iter_mut().zip(sums).for_each(|(met, sum)| *met += sum);
        }
        let value = |sum: &PatternSum| {
            let terms = sum.terms.iter().map(|&(sign, place)| sign * met[place]);
            terms
                .fold(sum.constant, |sum, term| sum + term)
                .clamp(0.0, 1.0)
        };
        let glyphs = self.sums.iter();
        glyphs
            .map(|cells| cells.iter().map(value).collect())
            .collect()
    }
}

/// The symbol of a two-valued cell that is 1.
const ONE: char = '1';

/// The glyphs of all cells, ascending.
fn glyphs<'s>(slots: impl Iterator<Item = &'s Slot>) -> Vec<char> {
    let of = |slot: &Slot| match slot {
        Slot::Missing | Slot::Fixture(_) => Vec::new(),
        Slot::Bit(_) => vec![ONE],
        Slot::Choice(choice) => choice.of.iter().map(|(symbol, _)| *symbol).collect(),
    };
    let mut glyphs: Vec<char> = slots.flat_map(of).collect();
    glyphs.sort_unstable();
    glyphs.dedup();
    glyphs
}
