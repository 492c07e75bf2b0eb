//! Tents & Trees drawn with penpa-edit: symbols `tents` 1 (tree) and 2 (tent), counts in the row
//! above the board and the column at its left.
//!
//! A count that is absent or `?` is one that the puzzle does not show.

use super::penpa::{PenpaDrawing, number};
use super::source::{PastedText, clipped};
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::puzzle::TentsLayout;
use serde_json::Value;

/// What a symbol on a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PenpaSymbol {
    Tree,
    Tent,
}

/// The puzzle that is drawn.
///
/// # Errors
/// A board without a rim for counts or without a tree, a symbol that is neither, a count that is no
/// number.
pub(super) fn layout(source: &PastedText<'_>, board: &PenpaDrawing) -> Result<TentsLayout> {
    let (top, left) = board.margin;
    if top == 0 || left == 0 {
        let remedy = "leave a row above and a column left of the board for the counts";
        return Err(source.wrong(None, "a tents board without room for its counts", remedy));
    }
    let mut trees = Grid::from_fn(board.rows, board.cols, |_| false);
    let mut tents = Vec::new();
    let cells: Vec<Cell> = trees.iter().map(|(cell, _)| cell).collect();
    for cell in cells {
        let Some(symbol) = board.drawn(cell, "symbol") else {
            continue;
        };
        match drawn(symbol) {
            Some(PenpaSymbol::Tree) => trees[cell] = true,
            Some(PenpaSymbol::Tent) => tents.push(cell),
            None => {
                let found = format!("{} in {cell}", clipped(&symbol.to_string()));
                return Err(source.wrong(None, found, "a cell has a tree, a tent or nothing"));
            }
        }
    }
    let count = |place| count(source, board.drawn_at(place, "number"));
    Ok(TentsLayout {
        trees,
        row_counts: (0..board.rows)
            .map(|row| count((top + row, left - 1)))
            .collect::<Result<_>>()?,
        col_counts: (0..board.cols)
            .map(|col| count((top - 1, left + col)))
            .collect::<Result<_>>()?,
        tents,
        empty: Vec::new(),
    })
}

fn drawn(symbol: &Value) -> Option<PenpaSymbol> {
    let known = symbol.get(1)?.as_str()? == "tents";
    match symbol.get(0)?.as_u64()? {
        1 if known => Some(PenpaSymbol::Tree),
        2 if known => Some(PenpaSymbol::Tent),
        _ => None,
    }
}

fn count(source: &PastedText<'_>, drawn: Option<&Value>) -> Result<Option<usize>> {
    let text = drawn.and_then(number);
    match text.as_deref() {
        None | Some("" | "?") => Ok(None),
        Some(text) => text.parse().map(Some).map_err(|_| {
            let found = format!("a count {}", clipped(text));
            source.wrong(None, found, "a count is a number, ? or nothing")
        }),
    }
}
