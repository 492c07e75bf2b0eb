//! A puzzle: a board, its rules as a [`Model`], and how it looks. One file per family.
//!
//! A family reads a puzzle file and states its rules; everything after that (reduction, encoding,
//! simulation, judging, drawing) sees only the [`Puzzle`] it made. The families stand in the table
//! [`FAMILIES`]; a new one costs a file and a line there.

use crate::grid::{Cell, Grid};
use crate::model::{Assignment, Model, Var};
use std::collections::BTreeMap;

/// A board with its rules, ready for every later stage.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The family's name as puzzle files write it.
    pub family: &'static str,
    /// The puzzle's own name.
    pub name: String,
    /// Where it came from, for messages.
    pub file: String,
    /// What each cell of the board holds.
    pub slots: Grid<Slot>,
    /// The rules.
    pub model: Model,
    /// How to draw it.
    pub look: Look,
    /// The line of `file` that states a given.
    pub given_lines: BTreeMap<Var, usize>,
}

/// What one place of the board holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// No cell: the board has a hole here.
    Missing,
    /// A cell that is 0 or 1.
    Bit(Var),
}

/// What a drawing needs beside the values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The region number of each cell, where the family has regions.
    pub regions: Option<Grid<Option<usize>>>,
    /// Signs between cells.
    pub signs: Vec<(Cell, Cell, Sign)>,
    /// How 0 and 1 are drawn.
    pub glyphs: [char; 2],
}

/// A sign between two cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// `=`: both alike.
    Equal,
    /// `x`: one of each.
    Differ,
}

impl Puzzle {
    /// The board at an assignment: one string a row, one character a cell; `#` where no cell is.
    pub fn board(&self, assignment: &Assignment) -> Vec<String> {
        self.rows(|slot| match slot {
            Slot::Missing => '#',
            Slot::Bit(var) => char::from(b'0' + u8::from(assignment[var.index()])),
        })
    }

    /// The variable of a cell, or `None` where no cell is.
    pub fn var_at(&self, cell: Cell) -> Option<Var> {
        self.slots.get(cell).and_then(|slot| match slot {
            Slot::Missing => None,
            Slot::Bit(var) => Some(*var),
        })
    }

    fn rows(&self, symbol: impl Fn(&Slot) -> char) -> Vec<String> {
        (0..self.slots.rows())
            .map(|row| {
                (0..self.slots.cols())
                    .map(|c| symbol(&self.slots[Cell::new(row, c)]))
                    .collect()
            })
            .collect()
    }
}
