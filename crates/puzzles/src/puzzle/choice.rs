//! A cell that shows one symbol of several, with a variable for each.
//!
//! Cell r1c1 of a Sudoku has the variables `r1c1=1`, `r1c1=2`, …, of which a rule of the family
//! lets exactly one be 1. Two variables may show the same symbol: a tent is a tent whichever tree
//! it belongs to. Then several assignments are one board, and [`super::Puzzle::different_boards`]
//! counts it once.

use crate::model::Var;
use std::collections::BTreeSet;

/// The symbols of a cell and what it shows.
///
/// ```
/// use ketboard_puzzles::{Cell, Puzzle, Slot};
///
/// let text = "family = 'sudoku'\ngrid = '''\n1...\n....\n..2.\n....\n'''";
/// let puzzle = Puzzle::parse(text, "four symbols")?;
/// let Slot::Choice(corner) = &puzzle.slots[Cell::new(0, 0)] else { panic!("one of four") };
/// assert_eq!((corner.given, corner.vars().count()), (Some('1'), 4));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The symbol that the cell shows where the variable is 1.
    pub of: Vec<(char, Var)>,
    /// What it shows where none of them is 1.
    pub none: char,
    /// What it shows where more than one of them is 1.
    pub several: char,
    /// The symbol that the puzzle gives the cell.
    pub given: Option<char>,
}

impl Choice {
    /// The symbol at an assignment.
    pub(crate) fn symbol(&self, assignment: &[bool]) -> char {
        let mut ones = self.of.iter().filter(|(_, var)| assignment[var.index()]);
        match (ones.next(), ones.next()) {
            (None, _) => self.none,
            (Some((symbol, _)), None) => *symbol,
            (Some(_), Some(_)) => self.several,
        }
    }

    /// The variables of the cell.
    pub fn vars(&self) -> impl Iterator<Item = Var> {
        self.of.iter().map(|(_, var)| *var)
    }

    /// Whether no two of its variables show the same.
    pub(super) fn tells_its_variables_apart(&self) -> bool {
        let symbols: BTreeSet<char> = self.of.iter().map(|(symbol, _)| *symbol).collect();
        symbols.len() == self.of.len() && !symbols.contains(&self.none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_shows_the_symbol_of_its_one() {
        let choice = Choice {
            of: vec![('1', Var(0)), ('2', Var(2))],
            none: '.',
            several: '*',
            given: None,
        };
        for (ones, symbol) in [
            ([false, true, false], '.'),
            ([true, false, false], '1'),
            ([false, false, true], '2'),
            ([true, false, true], '*'),
        ] {
            assert_eq!(choice.symbol(&ones), symbol);
        }
    }
}
