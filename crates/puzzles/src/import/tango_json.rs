//! Tango as JSON: the size, the prefilled cells, and a list of `[cell, cell, sign]`.
//!
//! Cells are counted from 0 and are texts `"row,col"` or pairs `[row, col]`; `prefilled` is an
//! object from such texts to ☀, 🌙, 0, 1, or a list of `[cell, symbol]`; `grid_size` is
//! `[columns, rows]`. A list of one puzzle is that puzzle.

use super::source::{PastedText, clipped};
use super::tango_text::{only_sign, value};
use super::{Importer, Sheet, binary};
use crate::error::{Error, Result};
use crate::grid::{Cell, Grid};
use crate::puzzle::{BinaryGridLayout, Sign};
use serde_json::Value;

pub(super) static IMPORTER: Importer = Importer {
    name: "tango-json",
    about: "Tango as JSON with size, prefilled and constraints [[cell, cell, \"=\"], ...]",
    families: &["tango", "takuzu"],
    tells_family: true,
    sample: r#"{"size": 4, "prefilled": {"0,0": "☀️", "3,3": "🌑"}, "constraints": [["1,1", "0,1", "x"], [[2, 2], [2, 3], "="]]}"#,
    recognize,
    read,
};

pub(super) fn recognize(source: &PastedText<'_>) -> bool {
    let text = source.text();
    let keys = ["\"prefilled\"", "\"constraints\""];
    text.starts_with(['{', '[']) && keys.iter().any(|key| text.contains(key))
}

fn read(source: &PastedText<'_>, family: &'static str) -> Result<Sheet> {
    let puzzle = puzzle(source)?;
    let (rows, cols) = size(source, &puzzle)?;
    binary::check_sides(source, rows, cols)?;
    let mut grid = Grid::from_fn(rows, cols, |_| None);
    for (cell, value) in prefilled(source, &puzzle)? {
        check_inside(source, &grid, cell)?;
        grid[cell] = Some(value);
    }
    let signs = constraints(source, &puzzle)?;
    for (a, b, _) in &signs {
        check_inside(source, &grid, *a)?;
        check_inside(source, &grid, *b)?;
    }
    Ok(Sheet::Binary(BinaryGridLayout {
        family,
        grid,
        signs,
        unique_lines: None,
    }))
}

fn puzzle(source: &PastedText<'_>) -> Result<Value> {
    let value: Value = serde_json::from_str(source.text()).map_err(|error| {
        let found = format!("text that is no JSON ({error})");
        source.wrong(Some(error.line()), found, "give one JSON object")
    })?;
    match value {
        Value::Object(_) => Ok(value),
        Value::Array(mut list) if list.len() == 1 => Ok(list.swap_remove(0)),
        Value::Array(list) => {
            let found = format!("a list of {} puzzles", list.len());
            Err(source.wrong(None, found, "give one of them"))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Err(source.wrong(None, "JSON that is no object", "give one JSON object"))
        }
    }
}

/// Rows and columns.
fn size(source: &PastedText<'_>, puzzle: &Value) -> Result<(usize, usize)> {
    let side = |value: &Value| value.as_u64().and_then(|side| usize::try_from(side).ok());
    if let Some(size) = puzzle.get("size").and_then(side) {
        return Ok((size, size));
    }
    let pair = puzzle.get("grid_size").and_then(Value::as_array);
    if let Some([cols, rows]) = pair.map(Vec::as_slice)
        && let (Some(cols), Some(rows)) = (side(cols), side(rows))
    {
        return Ok((rows, cols));
    }
    let remedy = "add \"size\": 6, or \"grid_size\": [columns, rows]";
    Err(source.wrong(None, "found no size", remedy))
}

fn prefilled(source: &PastedText<'_>, puzzle: &Value) -> Result<Vec<(Cell, bool)>> {
    let remedy = "prefilled is {\"0,1\": \"☀\"} or [[\"0,1\", \"☀\"]], with cells counted from 0";
    let read = |place: Option<Cell>, symbol: &Value, found: &dyn Fn() -> String| {
        let value = place.zip(symbol_value(symbol));
        value.ok_or_else(|| unclear(source, "prefilled", &found(), remedy))
    };
    match puzzle.get("prefilled") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(cells)) => cells
            .iter()
            .map(|(key, symbol)| read(cell_text(key), symbol, &|| format!("{key}: {symbol}")))
            .collect(),
        Some(Value::Array(cells)) => cells
            .iter()
            .map(|entry| match entry.as_array().map(Vec::as_slice) {
                Some([place, symbol]) => read(cell(place), symbol, &|| entry.to_string()),
                _ => Err(unclear(source, "prefilled", &entry.to_string(), remedy)),
            })
            .collect(),
        Some(other) => Err(unclear(source, "prefilled", &other.to_string(), remedy)),
    }
}

fn symbol_value(symbol: &Value) -> Option<bool> {
    let text = match symbol {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    let mut symbols = text.chars();
    let found = value(symbols.next()?)?;
    symbols.next().is_none().then_some(found)
}

fn constraints(source: &PastedText<'_>, puzzle: &Value) -> Result<Vec<(Cell, Cell, Sign)>> {
    let remedy = "constraints is [[\"0,1\", \"0,2\", \"=\"], ...], with cells counted from 0";
    let list = match puzzle.get("constraints") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(value) => value
            .as_array()
            .ok_or_else(|| unclear(source, "constraints", &value.to_string(), remedy))?,
    };
    let read = |entry: &Value| {
        let Some([a, b, between]) = entry.as_array().map(Vec::as_slice) else {
            return None;
        };
        Some((cell(a)?, cell(b)?, only_sign(between.as_str()?)?))
    };
    list.iter()
        .map(|entry| {
            read(entry).ok_or_else(|| unclear(source, "constraints", &entry.to_string(), remedy))
        })
        .collect()
}

/// `"row,col"` or `[row, col]`, counted from 0.
fn cell(value: &Value) -> Option<Cell> {
    if let Some(text) = value.as_str() {
        return cell_text(text);
    }
    let [row, col] = value.as_array()?.as_slice() else {
        return None;
    };
    let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
    Some(Cell::new(number(row)?, number(col)?))
}

fn cell_text(text: &str) -> Option<Cell> {
    let (row, col) = text.split_once(',')?;
    Some(Cell::new(
        row.trim().parse().ok()?,
        col.trim().parse().ok()?,
    ))
}

fn unclear(source: &PastedText<'_>, key: &str, found: &str, remedy: &str) -> Error {
    source.wrong(None, format!("`{key}` has {}", clipped(found)), remedy)
}

fn check_inside<T>(source: &PastedText<'_>, grid: &Grid<T>, cell: Cell) -> Result<()> {
    if grid.contains(cell) {
        return Ok(());
    }
    let found = format!(
        "the cell \"{},{}\", which is off the board",
        cell.row, cell.col
    );
    let remedy = format!(
        "cells are counted from 0, to \"{},{}\"",
        grid.rows() - 1,
        grid.cols() - 1
    );
    Err(source.wrong(None, found, remedy))
}
