//! Boards written as runs: letters and digits that write a cell and skip some, as game IDs and
//! addresses have them.

use super::source::{PastedText, clipped};
use crate::error::{Error, Result};

/// The most rows and columns; programs that write such boards have at most some fifty.
const MAX_SIDE: usize = 100;

/// What one token says: how many of its bytes were read, how many open places stand before the cell
/// that it writes, the cell, and how many stand after it.
pub(super) type Token<T> = (usize, usize, Option<T>, usize);

/// The places that a text writes, token by token, until the text ends or there are `enough`; and the
/// text after them. `token` gets what is left, and how many places there are already.
///
/// # Errors
/// The text at which there is no token.
pub(super) fn decoded<T: Clone>(
    text: &str,
    open: T,
    enough: usize,
    mut token: impl FnMut(&str, usize) -> Option<Token<T>>,
) -> std::result::Result<(Vec<T>, &str), &str> {
    let (mut places, mut rest) = (Vec::new(), text);
    while !rest.is_empty() && places.len() < enough {
        let (length, before, cell, after) = token(rest, places.len()).ok_or(rest)?;
        places.extend(vec![open.clone(); before]);
        places.extend(cell);
        places.extend(vec![open.clone(); after]);
        rest = rest.get(length..).ok_or(rest)?;
    }
    Ok((places, rest))
}

/// Which letter of the alphabet a character is, from 0.
pub(super) fn letter(c: char) -> Option<usize> {
    c.is_ascii_alphabetic()
        .then(|| usize::from(c.to_ascii_lowercase() as u8 - b'a'))
}

/// A side of a board; `None` of what is no number from 1 to 100.
pub(super) fn side(text: &str) -> Option<usize> {
    text.parse()
        .ok()
        .filter(|side| (1..=MAX_SIDE).contains(side))
}

/// The error of a part of a text that cannot be read.
pub(super) fn wrong(source: &PastedText<'_>, what: &str, part: &str, remedy: &str) -> Error {
    source.wrong(None, format!("{what} {}", clipped(part)), remedy)
}

/// Succeeds with the cells of a board whose text writes as many as it has.
pub(super) fn whole<T>(
    source: &PastedText<'_>,
    cells: Vec<T>,
    (rows, cols): (usize, usize),
) -> Result<Vec<T>> {
    if cells.len() == rows * cols {
        return Ok(cells);
    }
    let found = format!(
        "a description of {} cells for {rows} rows of {cols}",
        cells.len()
    );
    Err(source.wrong(None, found, "copy the whole ID"))
}
