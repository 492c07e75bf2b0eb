//! The boards of tents and sudoku in URLs of puzz.link (pzpr), from `Encode.js`, `tents.js` and
//! `sudoku.js` of robx/pzprjs.
//!
//! Numbers, in reading order: `0`-`9`, `a`-`f` are the value; `-` and two hexadecimal digits 16 to
//! 255; `+` and three from 256; `.` an unknown value; `g`..`z` skip 1 to 20 places. Trees: a
//! base-36 digit up to 17 is a tree and then so many open cells, from 18 on so many less 17 open
//! cells alone.

use super::source::{PastedText, clipped};
use super::{Sheet, digits};
use crate::error::{Error, Result};
use crate::grid::Grid;
use crate::puzzle::TentsLayout;

/// The most rows and columns.
const MAX_SIDE: usize = 100;

/// `tents/W/H/<counts><trees>`: the counts of the columns, then of the rows, then the trees.
pub(super) fn tents(
    source: &PastedText<'_>,
    cols: usize,
    rows: usize,
    body: &str,
) -> Result<Sheet> {
    check_sides(source, rows, cols)?;
    let (counts, rest) = numbers(source, body, rows + cols)?;
    let count = |number: &Option<usize>| number.filter(|count| *count <= MAX_SIDE);
    if counts
        .iter()
        .any(|number| number.is_some() && count(number).is_none())
    {
        return Err(unclear(source, body, "a count is at most 100"));
    }
    let places = trees(source, rest, rows * cols)?;
    Ok(Sheet::Tents(TentsLayout {
        trees: Grid::from_fn(rows, cols, |cell| places[cell.row * cols + cell.col]),
        row_counts: counts[cols..].to_vec(),
        col_counts: counts[..cols].to_vec(),
        tents: Vec::new(),
        empty: Vec::new(),
    }))
}

/// `sudoku/N/N/<cells>`, with the usual boxes.
pub(super) fn sudoku(
    source: &PastedText<'_>,
    cols: usize,
    rows: usize,
    body: &str,
) -> Result<Sheet> {
    if rows != cols {
        let found = format!("a board of {rows} rows and {cols} columns");
        return Err(source.wrong(None, found, "a sudoku is square"));
    }
    digits::check_size(source, rows)?;
    let (clues, rest) = numbers(source, body, rows * rows)?;
    if !rest.is_empty() {
        return Err(unclear(source, body, "copy the whole address"));
    }
    let symbol = |clue: &Option<usize>| digits::symbol(clue.unwrap_or(0) as u64);
    let symbols: Option<Vec<char>> = clues.iter().map(symbol).collect();
    let symbols = symbols.ok_or_else(|| unclear(source, body, "a clue is at most the side"))?;
    let rows: Vec<_> = symbols
        .chunks(rows)
        .map(|row| (None, row.to_vec()))
        .collect();
    digits::layout(source, &rows).map(Sheet::Sudoku)
}

fn check_sides(source: &PastedText<'_>, rows: usize, cols: usize) -> Result<()> {
    if [rows, cols]
        .iter()
        .all(|side| (1..=MAX_SIDE).contains(side))
    {
        return Ok(());
    }
    let found = format!("a board of {rows} rows and {cols} columns");
    Err(source.wrong(None, found, format!("sides are 1 to {MAX_SIDE}")))
}

fn unclear(source: &PastedText<'_>, body: &str, remedy: &str) -> Error {
    source.wrong(None, format!("a board {}", clipped(body)), remedy)
}

/// The numbers of so many places, `None` where there is none, and the text after them.
fn numbers<'a>(
    source: &PastedText<'_>,
    body: &'a str,
    places: usize,
) -> Result<(Vec<Option<usize>>, &'a str)> {
    let mut numbers: Vec<Option<usize>> = Vec::new();
    let mut rest = body;
    let hex = |text: Option<&str>| text.and_then(|text| usize::from_str_radix(text, 16).ok());
    while numbers.len() < places {
        let wrong = || unclear(source, body, "copy the whole address");
        let first = rest.chars().next();
        // A board may end before its last open places.
        let Some(first) = first else { break };
        let length = match first {
            '-' => 3,
            '+' => 4,
            other => other.len_utf8(),
        };
        match first {
            '0'..='9' | 'a'..='f' => numbers.push(hex(rest.get(..1))),
            'g'..='z' => numbers.extend(vec![None; usize::from(first as u8 - b'f')]),
            '.' => numbers.push(None),
            '-' | '+' => numbers.push(Some(hex(rest.get(1..length)).ok_or_else(wrong)?)),
            _ => return Err(wrong()),
        }
        rest = rest.get(length..).ok_or_else(wrong)?;
    }
    numbers.resize(places, None);
    Ok((numbers, rest))
}

/// Whether there is a tree in each of so many cells.
fn trees(source: &PastedText<'_>, body: &str, cells: usize) -> Result<Vec<bool>> {
    let mut trees = Vec::new();
    for digit in body.chars() {
        let value = digit.to_digit(36).filter(|_| !digit.is_ascii_uppercase());
        let value = value.ok_or_else(|| unclear(source, body, "trees are digits 0-9 and a-z"))?;
        let open = match value {
            0..=17 => {
                trees.push(true);
                value
            }
            _ => value - 17,
        };
        trees.extend(vec![false; open as usize]);
    }
    if trees.iter().skip(cells).any(|tree| *tree) {
        return Err(unclear(
            source,
            body,
            "a tree stands beyond the board: copy the whole address",
        ));
    }
    trees.resize(cells, false);
    Ok(trees)
}
