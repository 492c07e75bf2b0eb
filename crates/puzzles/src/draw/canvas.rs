//! A rectangle of painted characters, and its lines as text with ANSI escapes.
//!
//! Here, too: the lines of a board.
//!
//! Twelve regions have a background color each, more begin again with the first. A heavy line parts
//! regions in any case.

use super::{DrawStyle, PITCH};
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Slot};
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

// The lines of a board: heavy around it and between regions, light inside a region.

/// The box-drawing character with the arms (up, right, down, left), each none 0, light 1 or heavy
/// 2, at place 27·up + 9·right + 3·down + left.
const JOINTS: &str = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳\
                      ╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈\
                      ╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// Draws all lines of the board.
pub(super) fn draw_frame(canvas: &mut Canvas<'_>) {
    let (rows, cols) = canvas.puzzle.slots.shape();
    for row in 0..=rows {
        for col in 0..=cols {
            draw_corner(canvas, row, col);
        }
    }
}

/// The corner at the upper left of a cell, and the lines from there to the right and downward.
fn draw_corner(canvas: &mut Canvas<'_>, row: usize, col: usize) {
    let puzzle = canvas.puzzle;
    let at = |up: usize, left: usize| cell_at(puzzle, row.checked_sub(up), col.checked_sub(left));
    let around = [at(1, 1), at(1, 0), at(0, 0), at(0, 1)];
    let [up_left, up_right, down_right, down_left] = around;
    let up = weight(puzzle, up_left, up_right);
    let right = weight(puzzle, up_right, down_right);
    let down = weight(puzzle, down_left, down_right);
    let left = weight(puzzle, up_left, down_left);
    let (line, column) = (2 * row, PITCH * col);
    let corner = joint([up, right, down, left]);
    let paint = canvas.line(&around);
    canvas.write(line, column, &corner, paint);
    let across = joint([0, right, 0, right]).repeat(PITCH - 1);
    let paint = canvas.line(&[up_right, down_right]);
    canvas.write(line, column + 1, &across, paint);
    if row < puzzle.slots.rows() {
        let along = joint([down, 0, down, 0]);
        let paint = canvas.line(&[down_left, down_right]);
        canvas.write(line + 1, column, &along, paint);
    }
}

/// The cell at a place, or `None` off the board and where a cell is missing.
fn cell_at(puzzle: &Puzzle, row: Option<usize>, col: Option<usize>) -> Option<Cell> {
    let cell = Cell::new(row?, col?);
    (*puzzle.slots.get(cell)? != Slot::Missing).then_some(cell)
}

/// The weight of the line between two places.
fn weight(puzzle: &Puzzle, a: Option<Cell>, b: Option<Cell>) -> usize {
    let regions = puzzle.look.regions.as_ref();
    let region = |cell: Cell| regions.and_then(|regions| regions[cell]);
    match (a, b) {
        (None, None) => 0,
        (Some(a), Some(b)) if region(a) == region(b) => 1,
        _ => 2,
    }
}

/// The character where lines of these weights meet.
fn joint(arms: [usize; 4]) -> String {
    let place = arms.iter().fold(0, |place, arm| 3 * place + arm);
    JOINTS.chars().skip(place).take(1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joint_has_the_arms_it_is_asked_for() {
        assert_eq!(JOINTS.chars().count(), 81);
        for (arms, expected) in [
            ([0, 0, 0, 0], " "),
            ([0, 2, 2, 0], "┏"),
            ([1, 1, 1, 1], "┼"),
            ([2, 1, 2, 0], "┠"),
            ([2, 2, 2, 2], "╋"),
            ([1, 0, 1, 0], "│"),
        ] {
            assert_eq!(joint(arms), expected, "{arms:?}");
        }
    }
}
