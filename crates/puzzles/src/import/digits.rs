//! Boards of symbols for the formats of Sudoku: sizes that have a usual box, and symbols that the
//! board has.

use super::source::PastedText;
use crate::error::{Error, Result};
use crate::grid::{Cell, Grid};
use crate::puzzle::SudokuLayout;

/// The most symbols of a board.
pub(super) const MOST: usize = 16;

/// Succeeds if boards of this side can be written.
pub(super) fn check_size(source: &PastedText<'_>, size: usize) -> Result<()> {
    if (1..=MOST).contains(&size) {
        return Ok(());
    }
    let found = format!("a sudoku of {size} rows");
    Err(source.wrong(None, found, format!("boards have 1 to {MOST} rows")))
}

/// The board with these rows and the usual boxes: 2×2 of 4, 2 rows of 3 of 6, 3×3 of 9, 4×4 of 16.
///
/// # Errors
/// Rows that make no square, a symbol that the board does not have, a size without usual boxes.
pub(super) fn layout(
    source: &PastedText<'_>,
    rows: &[(Option<usize>, Vec<char>)],
) -> Result<SudokuLayout> {
    let size = rows.len();
    check_size(source, size)?;
    for (index, (line, row)) in rows.iter().enumerate() {
        if row.len() != size {
            let (row, number) = (row.len(), index + 1);
            let found = format!("row {number} has {row} cells in a sudoku of {size} rows");
            return Err(source.wrong(*line, found, "one line a row, one symbol a cell"));
        }
        let foreign = |c: &&char| **c != '.' && !SudokuLayout::symbols(size).any(|s| s == **c);
        if let Some(symbol) = row.iter().find(foreign) {
            return Err(foreign_symbol(source, *line, *symbol, size));
        }
    }
    let box_shape = SudokuLayout::usual_box(size).ok_or_else(|| {
        let found = format!("a sudoku of {size} rows, whose boxes have no usual shape");
        source.wrong(None, found, "write a puzzle file with box = [rows, cols]")
    })?;
    Ok(SudokuLayout {
        grid: Grid::from_fn(size, size, |cell: Cell| rows[cell.row].1[cell.col]),
        box_shape,
    })
}

fn foreign_symbol(
    source: &PastedText<'_>,
    line: Option<usize>,
    symbol: char,
    size: usize,
) -> Error {
    let symbols: String = SudokuLayout::symbols(size).collect();
    let remedy = format!("a cell is one of {symbols}, or . or 0 (open)");
    source.wrong(line, format!("{symbol:?} as a cell"), remedy)
}

/// The symbol for a number, `.` for none; `None` for a number that no board has.
pub(super) fn symbol(number: u64) -> Option<char> {
    match usize::try_from(number).ok()? {
        0 => Some('.'),
        clue => SudokuLayout::symbols(MOST).nth(clue - 1),
    }
}
