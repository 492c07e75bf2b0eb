//! A queens puzzle on its way into a file: what a generator or an importer hands over.

use crate::grid::{Cell, Grid};
use crate::puzzle::text::{cell_list, grid_text, quoted};

/// A queens puzzle of the plain rules, ready to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct QueensLayout {
    /// Rows and columns.
    pub size: usize,
    /// A letter for each cell, `.` in no region, `#` missing. With it the family is `queens`,
    /// without it `n-queens`.
    pub regions: Option<Grid<char>>,
    /// Cells with a queen from the start.
    pub queens: Vec<Cell>,
    /// Cells known to be empty from the start.
    pub empty: Vec<Cell>,
}

impl QueensLayout {
    /// The puzzle file; [`crate::puzzle::Puzzle::parse`] reads it back.
    pub(crate) fn to_toml(&self, name: &str) -> String {
        let family = if self.regions.is_some() {
            "queens"
        } else {
            "n-queens"
        };
        let mut text = format!("family = \"{family}\"\nname = {}\n", quoted(name));
        match &self.regions {
            Some(regions) => text += &grid_text("regions", regions, |letter| *letter),
            None => text += &format!("size = {}\n", self.size),
        }
        for (key, cells) in [("queens", &self.queens), ("empty", &self.empty)] {
            if !cells.is_empty() {
                text += &cell_list(key, cells);
            }
        }
        text
    }
}
