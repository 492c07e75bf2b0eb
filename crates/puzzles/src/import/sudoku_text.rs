//! Sudoku as one line of 16, 36, 81 or 256 symbols in reading order, or as a grid, a line a row.
//!
//! `.`, `0`, `_`, `-` and `*` are open; beyond 9 symbols go on with A, B, …. Between the rows and
//! columns of a grid there may be lines of `-`, `+`, `=` and `|`, as programs draw boxes.

use super::source::{PastedText, TextLine};
use super::{Importer, Sheet, digits};
use crate::error::Result;

pub(super) static IMPORTER: Importer = Importer {
    name: "sudoku-text",
    about: "a Sudoku as 81 (or 16, 36, 256) symbols in a line, or as a grid; . or 0 for open cells",
    families: &["sudoku"],
    tells_family: true,
    sample: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    recognize,
    read,
};

/// The sides of boards that are written in one line.
const SIDES: [usize; 4] = [4, 6, 9, 16];

/// Rows from which a grid is taken for a sudoku: smaller ones look like other puzzles and need
/// `--as sudoku`.
const FEWEST_ROWS: usize = 9;

pub(super) fn recognize(source: &PastedText<'_>) -> bool {
    let rows = rows(source);
    let is_large = rows.len() > 9;
    let known = |row: &Vec<char>| {
        let mut cells = row.iter();
        cells.all(|c| *c == '.' || c.is_ascii_digit() || is_large && c.is_ascii_uppercase())
    };
    let boxes = source.text().contains(['|', '+']);
    let grid = rows.len() >= FEWEST_ROWS || boxes || is_in_one_line(source);
    let square = rows.iter().all(|(_, row)| row.len() == rows.len());
    let digit = |c: char| ('3'..='9').contains(&c);
    let has_digits = rows.iter().any(|(_, row)| row.iter().any(|c| digit(*c)));
    !source.is_json()
        && grid
        && square
        && has_digits
        && !rows.is_empty()
        && rows.iter().all(|(_, row)| known(row))
}

fn read(source: &PastedText<'_>, _: &'static str) -> Result<Sheet> {
    digits::layout(source, &rows(source)).map(Sheet::Sudoku)
}

fn is_in_one_line(source: &PastedText<'_>) -> bool {
    let [line] = &source.lines()[..] else {
        return false;
    };
    side(line.symbols().count()).is_some()
}

fn side(cells: usize) -> Option<usize> {
    SIDES.into_iter().find(|side| side * side == cells)
}

/// The rows of the board, with `.` for open cells.
fn rows(source: &PastedText<'_>) -> Vec<(Option<usize>, Vec<char>)> {
    let lines = source.lines();
    let drawn = lines.iter().filter(|line| !is_rule(line));
    let rows: Vec<_> = drawn
        .map(|line| {
            (
                Some(line.number),
                line.symbols().map(cell).collect::<Vec<char>>(),
            )
        })
        .collect();
    let [(line, cells)] = &rows[..] else {
        return rows;
    };
    match side(cells.len()) {
        Some(side) => cells
            .chunks(side)
            .map(|row| (*line, row.to_vec()))
            .collect(),
        None => rows,
    }
}

/// A line between boxes; a row of open cells has no corners.
fn is_rule(line: &TextLine<'_>) -> bool {
    let symbols = || line.symbols();
    symbols().all(|c| matches!(c, '-' | '+' | '=')) && symbols().any(|c| c != '-')
        || line.text.contains("---") && line.text.trim().chars().all(|c| "-+|= ".contains(c))
}

fn cell(symbol: char) -> char {
    match symbol {
        '0' | '_' | '-' | '*' => '.',
        other => other.to_ascii_uppercase(),
    }
}
