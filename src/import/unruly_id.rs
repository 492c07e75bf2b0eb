//! Unruly, Simon Tatham's Takuzu, as a descriptive game ID: `WxH`, `u` where no two lines may be equal, `:`, letters.
//!
//! From the manual and sources of his Portable Puzzle Collection: in reading order, `a`..`y` skip 0..24 cells and write
//! a 0, `A`..`Y` likewise a 1, `z` and `Z` skip 25 and write nothing; the last letter writes one past the end.
//! IDs with `#` name a random seed of that program and hold no board.

use super::source::{Source, clipped};
use super::{Importer, Sheet, binary};
use crate::error::Result;
use crate::grid::{Cell, Grid};
use crate::puzzle::BinaryGridLayout;

pub(super) static IMPORTER: Importer = Importer {
    name: "unruly-id",
    about: "a game ID of Simon Tatham's Unruly, such as 6x6u:bFDAeDDABbae",
    families: &["takuzu"],
    tells_family: true,
    sample: "6x6:DAGaHCCafc",
    recognize,
    read,
};

/// What stands before the board.
struct Parameters {
    width: usize,
    height: usize,
    unique_lines: bool,
}

fn recognize(source: &Source<'_>) -> bool {
    let text = source.text();
    let head = text.split([':', '#']).next().unwrap_or("");
    head.len() < text.len()
        && head.starts_with(|c: char| c.is_ascii_digit())
        && head
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && !text.contains(char::is_whitespace)
}

fn read(source: &Source<'_>, family: &'static str) -> Result<Sheet> {
    let text = source.text();
    let Some((head, letters)) = text.split_once(':') else {
        let found = format!("{}, which holds no board", clipped(text));
        let remedy =
            "give the descriptive game ID, with a colon: a seed (#) needs the program that made it";
        return Err(source.wrong(None, found, remedy));
    };
    let parameters = parameters(head).ok_or_else(|| {
        let found = format!("parameters {}", clipped(head));
        source.wrong(
            None,
            found,
            "write WxH, then u where no two lines may be equal, then a colon",
        )
    })?;
    binary::check_sides(source, parameters.height, parameters.width)?;
    Ok(Sheet::Binary(BinaryGridLayout {
        family,
        grid: board(source, &parameters, letters)?,
        signs: Vec::new(),
        unique_lines: Some(parameters.unique_lines),
    }))
}

/// `8`, `8x6`, `8x8u`, `8x8udn`: a difficulty says nothing about the board.
fn parameters(head: &str) -> Option<Parameters> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (width, rest) = head.split_at(digits(head));
    let (height, rest) = match rest.strip_prefix('x') {
        Some(rest) => rest.split_at(digits(rest)),
        None => (width, rest),
    };
    let unique = rest.strip_prefix('u');
    if !matches!(unique.unwrap_or(rest), "" | "dt" | "de" | "dn") {
        return None;
    }
    Some(Parameters {
        width: width.parse().ok()?,
        height: height.parse().ok()?,
        unique_lines: unique.is_some(),
    })
}

fn board(
    source: &Source<'_>,
    parameters: &Parameters,
    letters: &str,
) -> Result<Grid<Option<bool>>> {
    let (rows, cols) = (parameters.height, parameters.width);
    let mut values: Vec<Option<bool>> = vec![None; rows * cols];
    let mut position = 0;
    for letter in letters.chars() {
        if !letter.is_ascii_alphabetic() {
            let found = format!("{letter:?} in the description");
            let remedy = "an Unruly ID has letters only; IDs of Solo (Sudoku) and Tents are no family of this version";
            return Err(source.wrong(None, found, remedy));
        }
        position += usize::from(letter.to_ascii_lowercase() as u8 - b'a');
        if letter.eq_ignore_ascii_case(&'z') {
            continue;
        }
        if let Some(value) = values.get_mut(position) {
            *value = Some(letter.is_ascii_uppercase());
        }
        position += 1;
    }
    if position != rows * cols + 1 || letters.ends_with(['z', 'Z']) {
        let told = position.saturating_sub(1);
        let found = format!("a description of {told} cells for {rows} rows of {cols}");
        return Err(source.wrong(None, found, "copy the whole ID"));
    }
    Ok(Grid::from_fn(rows, cols, |cell: Cell| {
        values[cell.row * cols + cell.col]
    }))
}
