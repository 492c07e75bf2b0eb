//! Grids of region labels, of any symbols, to a queens board with regions A, B, C, … by first
//! appearance.
//!
//! Labels need not be contiguous nor in order. `.` is a cell in no region; `#` and `@` are no
//! cells, as in Star Battle texts. A board has as many regions as rows, so that a label too many or
//! too few is noticed here.

use super::Sheet;
use super::source::PastedText;
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::puzzle::{QueensLayout, StarBattleLayout};

/// The letters that puzzle files have for regions.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A row of labels and the line it stands in.
#[derive(Clone, Debug)]
pub(super) struct LabelRow {
    pub(super) line: Option<usize>,
    pub(super) labels: Vec<String>,
}

/// The board with these labels.
///
/// # Errors
/// A board that is not square, or has not as many regions as rows.
pub(super) fn layout(source: &PastedText<'_>, rows: &[LabelRow]) -> Result<QueensLayout> {
    check_square(source, rows)?;
    let size = rows.len();
    let labels = by_appearance(rows);
    if labels.len() != size {
        let found = format!("{} regions in a board of {size}×{size}", labels.len());
        let remedy = "a Queens board has one region a row: check labels and headers";
        return Err(source.wrong(None, found, remedy));
    }
    if size > LETTERS.len() {
        let remedy = format!("at most {} regions can be named", LETTERS.len());
        return Err(source.wrong(None, format!("{size} regions"), remedy));
    }
    let letters: Vec<char> = LETTERS.chars().collect();
    let letter = |cell: Cell| {
        let label = rows[cell.row].labels[cell.col].as_str();
        match labels.iter().position(|known| *known == label) {
            Some(number) => letters[number],
            None if label == "." => '.',
            None => '#',
        }
    };
    Ok(QueensLayout {
        size,
        regions: Some(Grid::from_fn(size, size, letter)),
        queens: Vec::new(),
        empty: Vec::new(),
    })
}

/// The board with so many stars a line: a queens board where it is one, unless the family is asked
/// for.
///
/// # Errors
/// If there are no stars.
pub(super) fn with_stars(
    source: &PastedText<'_>,
    board: QueensLayout,
    stars: u32,
    family: &str,
) -> Result<Sheet> {
    if stars == 0 {
        return Err(source.wrong(None, "0 stars a line", "a star battle has at least one"));
    }
    match board.regions {
        Some(regions) if stars > 1 || family == "star-battle" => {
            Ok(Sheet::Stars(StarBattleLayout {
                regions,
                stars,
                placed: Vec::new(),
                empty: Vec::new(),
            }))
        }
        regions => Ok(Sheet::Queens(QueensLayout { regions, ..board })),
    }
}

fn check_square(source: &PastedText<'_>, rows: &[LabelRow]) -> Result<()> {
    for (index, row) in rows.iter().enumerate() {
        if row.labels.len() != rows.len() {
            let cells = row.labels.len();
            let found = format!(
                "row {} has {cells} cells in a board of {} rows",
                index + 1,
                rows.len()
            );
            let remedy = "a Queens board is square: one line a row, one label a cell, no header";
            return Err(source.wrong(row.line, found, remedy));
        }
    }
    if rows.is_empty() {
        return Err(source.wrong(None, "no row of labels", "write one line a row"));
    }
    Ok(())
}

/// The regions' labels, each once.
fn by_appearance(rows: &[LabelRow]) -> Vec<&str> {
    let mut labels: Vec<&str> = Vec::new();
    for label in rows.iter().flat_map(|row| &row.labels) {
        if !matches!(label.as_str(), "." | "#" | "@") && !labels.contains(&label.as_str()) {
            labels.push(label);
        }
    }
    labels
}
