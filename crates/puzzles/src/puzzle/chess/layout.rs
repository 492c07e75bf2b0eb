//! A board of chess pieces on its way into a file: what a generator hands over.

use crate::grid::{Cell, Grid};
use crate::puzzle::text::{cell_list, grid_text, quoted};

/// A Coloured Chess Piece Problem of the six chess pieces, ready to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ChessLayout {
    /// The letter of the piece that each cell may hold.
    pub pieces: Grid<char>,
    /// A letter for each cell, `.` in no region.
    pub regions: Grid<char>,
    /// Cells with their piece from the start.
    pub placed: Vec<Cell>,
    /// Cells known to be empty from the start.
    pub empty: Vec<Cell>,
}

impl ChessLayout {
    /// The puzzle file; [`crate::puzzle::Puzzle::parse`] reads it back.
    pub(crate) fn to_toml(&self, name: &str) -> String {
        let mut text = format!(
            "family = \"chess\"\nname = {}\ngoal = \"regions\"\n",
            quoted(name)
        );
        text += &grid_text("pieces", &self.pieces, |letter| *letter);
        text += &grid_text("regions", &self.regions, |letter| *letter);
        for (key, cells) in [("placed", &self.placed), ("empty", &self.empty)] {
            if !cells.is_empty() {
                text += &cell_list(key, cells);
            }
        }
        text
    }
}
