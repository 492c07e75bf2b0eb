//! The pieces of a puzzle file as text, for the layouts that are written.

use crate::grid::{Cell, Grid};

/// A TOML string, escaped where needed.
pub(crate) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// `key = """`, one line a row, `"""`.
pub(crate) fn grid_text<T>(key: &str, grid: &Grid<T>, symbol: impl Fn(&T) -> char) -> String {
    let row = |row| -> String {
        let cells = (0..grid.cols()).map(|col| symbol(&grid[Cell::new(row, col)]));
        cells.chain(['\n']).collect()
    };
    let rows: String = (0..grid.rows()).map(row).collect();
    format!("{key} = \"\"\"\n{rows}\"\"\"\n")
}

/// `key = ["r1c1", "r2c2"]`.
pub(crate) fn cell_list(key: &str, cells: &[Cell]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("\"{cell}\"")).collect();
    format!("{key} = [{}]\n", cells.join(", "))
}
