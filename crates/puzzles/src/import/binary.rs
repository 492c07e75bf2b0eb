//! Grids of 0, 1 and open cells, for the formats of Tango and Takuzu.

use super::source::{PastedText, clipped};
use crate::error::Result;
use crate::grid::{Cell, Grid};

/// The longest side of a board.
pub(super) const MAX_SIDE: usize = 100;

/// A row of symbols and its 1-based line.
pub(super) type SymbolRow = (usize, Vec<char>);

/// The grid whose symbols have this `meaning`; `symbols` names them for messages.
///
/// # Errors
/// Rows of different or odd length, an odd number of rows, a symbol without a meaning.
pub(super) fn grid(
    source: &PastedText<'_>,
    rows: &[SymbolRow],
    symbols: &str,
    meaning: impl Fn(char) -> Option<Option<bool>>,
) -> Result<Grid<Option<bool>>> {
    let width = rows.first().map_or(0, |(_, row)| row.len());
    let mut values = Vec::new();
    for (index, (line, row)) in rows.iter().enumerate() {
        if row.len() != width {
            let found = format!(
                "row {} has {} cells, row 1 has {width}",
                index + 1,
                row.len()
            );
            return Err(source.wrong(Some(*line), found, "one line a row, one symbol a cell"));
        }
        for &symbol in row {
            values.push(meaning(symbol).ok_or_else(|| {
                let found = format!("{} as a cell", clipped(&symbol.to_string()));
                source.wrong(Some(*line), found, format!("a cell is {symbols}"))
            })?);
        }
    }
    check_sides(source, rows.len(), width)?;
    let value = |cell: Cell| values[cell.row * width + cell.col];
    Ok(Grid::from_fn(rows.len(), width, value))
}

/// Checks that a board can have as many 0 as 1 in each line, and is not too large.
pub(super) fn check_sides(source: &PastedText<'_>, rows: usize, cols: usize) -> Result<()> {
    let fits = |side: usize| side.is_multiple_of(2) && (2..=MAX_SIDE).contains(&side);
    if fits(rows) && fits(cols) {
        return Ok(());
    }
    let found = format!("a board of {rows} rows and {cols} columns");
    let remedy = format!("as many 0 as 1 in each line need even sides, from 2 to {MAX_SIDE}");
    Err(source.wrong(None, found, remedy))
}
