//! Sudoku as an array of rows of numbers, behind `grid`, `puzzle`, `sudoku` or `board`, or bare; 0
//! and null are open.
//!
//! A row may also be a text, a sign a cell. An array without an open cell may be a board of Queens
//! regions: it needs `--as sudoku`.

use super::json::array;
use super::source::{PastedText, clipped};
use super::{Importer, Sheet, digits};
use crate::error::Result;
use serde_json::Value;

pub(super) static IMPORTER: Importer = Importer {
    name: "sudoku-json",
    about: "a Sudoku as JSON rows of numbers, 0 or null for open cells",
    families: &["sudoku"],
    tells_family: true,
    sample: "{\"grid\": [[0, 2, null, null], [0, 0, 4, 0], [0, 3, 0, 0], [0, 0, 2, 0]]}",
    recognize,
    read,
};

static KEYS: &[&str] = &["grid", "puzzle", "sudoku", "board"];

/// An array of rows with open cells, each as long as there are rows: Queens boards have no null,
/// and their regions no 0 beside it.
pub(super) fn recognize(source: &PastedText<'_>) -> bool {
    let Ok(rows) = array(source, KEYS) else {
        return false;
    };
    let is_row = |row: &Value| row.as_array().is_some_and(|row| row.len() == rows.len());
    let nulls = rows.iter().filter_map(Value::as_array).flatten();
    let behind_grid = source.text().contains("\"grid\"") || source.text().contains("\"sudoku\"");
    rows.len() >= 4 && rows.iter().all(is_row) && (behind_grid || nulls.clone().any(Value::is_null))
}

fn read(source: &PastedText<'_>, _: &'static str) -> Result<Sheet> {
    let rows: Result<Vec<_>> = array(source, KEYS)?
        .iter()
        .map(|row| read_row(source, row))
        .collect();
    digits::layout(source, &rows?).map(Sheet::Sudoku)
}

fn read_row(source: &PastedText<'_>, row: &Value) -> Result<(Option<usize>, Vec<char>)> {
    let cells: Option<Vec<char>> = match row {
        Value::String(text) => Some(
            text.chars()
                .map(|c| if c == '0' { '.' } else { c })
                .collect(),
        ),
        Value::Array(cells) => cells.iter().map(cell).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    };
    let wrong = || {
        let found = format!("a row {}", clipped(&row.to_string()));
        source.wrong(
            None,
            found,
            "a row is an array of numbers, 0 or null for open cells",
        )
    };
    Ok((None, cells.ok_or_else(wrong)?))
}

fn cell(cell: &Value) -> Option<char> {
    match cell {
        Value::Null => Some('.'),
        Value::Number(number) => digits::symbol(number.as_u64()?),
        Value::String(text) if matches!(text.as_str(), "" | "." | "0") => Some('.'),
        Value::String(text) => digits::symbol(text.parse().ok()?),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}
