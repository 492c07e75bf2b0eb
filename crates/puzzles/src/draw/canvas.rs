//! A rectangle of painted characters, and its lines as text with ANSI escapes.
//!
//! Twelve regions have a background color each, more begin again with the first. A heavy line parts
//! regions in any case.

use super::{DrawStyle, PITCH};
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use anstyle::{Ansi256Color, Style as Paint};

/// Light colors of the 256-color terminal, on which dark text reads well.
const COLORS: [u8; 12] = [217, 153, 193, 229, 183, 223, 159, 250, 147, 180, 115, 225];

const LINE: Ansi256Color = Ansi256Color(243);

/// Characters with their paint, row by row.
#[derive(Debug)]
pub(super) struct Canvas<'p> {
    pub(super) puzzle: &'p Puzzle,
    style: DrawStyle,
    rows: Vec<Vec<(char, Paint)>>,
}

impl<'p> Canvas<'p> {
    /// Room for a puzzle's board, blank and without paint.
    pub(super) fn blank(puzzle: &'p Puzzle, style: DrawStyle) -> Self {
        let (rows, columns) = puzzle.slots.shape();
        Self {
            puzzle,
            style,
            rows: vec![vec![(' ', Paint::new()); PITCH * columns + 1]; 2 * rows + 1],
        }
    }

    /// Writes `text` to the right from a place, painted unless the style is plain.
    pub(super) fn write(&mut self, row: usize, column: usize, text: &str, paint: Paint) {
        let is_painted = self.style == DrawStyle::Color;
        let paint = if is_painted { paint } else { Paint::new() };
        let places = self.rows[row].iter_mut().skip(column);
        for (place, symbol) in places.zip(text.chars()) {
            *place = (symbol, paint);
        }
    }

    /// The background of a cell; none where it has no region, or there are no colors.
    pub(super) fn background(&self, cell: Cell) -> Option<Ansi256Color> {
        let regions = self.puzzle.look.regions.as_ref();
        let region = regions.filter(|_| self.style == DrawStyle::Color)?[cell]?;
        Some(Ansi256Color(COLORS[region % COLORS.len()]))
    }

    /// The paint of a line between `cells`: their background where they share it.
    pub(super) fn line(&self, cells: &[Option<Cell>]) -> Paint {
        let background = |cell: &Option<Cell>| cell.and_then(|cell| self.background(cell));
        let first = cells.first().and_then(background);
        match first {
            Some(color) if cells.iter().all(|cell| background(cell) == first) => {
                LINE.on_default().bg_color(Some(color.into()))
            }
            _ => Paint::new(),
        }
    }

    /// One text a row; runs of equal paint share their escapes.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |row: &Vec<(char, Paint)>| {
            let runs = row.chunk_by(|a, b| a.1 == b.1);
            let run = |run: &[(char, Paint)]| {
                let text: String = run.iter().map(|(symbol, _)| symbol).collect();
                painted(&text, run[0].1)
            };
            runs.map(run).collect()
        };
        self.rows.iter().map(line).collect()
    }
}

/// The text between the escapes of its paint; no escapes without paint.
pub(super) fn painted(text: &str, paint: Paint) -> String {
    format!("{paint}{text}{paint:#}")
}
