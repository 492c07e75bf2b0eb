//! Unruly, Simon Tatham's Takuzu, as a descriptive game ID: `WxH`, `u` where no two lines may be
//! equal, `:`, letters.
//!
//! From the manual and sources of his Portable Puzzle Collection: in reading order, `a`..`y` skip
//! 0..24 cells and write a 0, `A`..`Y` likewise a 1, `z` and `Z` skip 25 and write nothing; the
//! last letter writes one past the end.

use super::game_id::{self, Game};
use super::source::PastedText;
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
    recognize: |source| game_id::game(source) == Some(Game::Unruly),
    read,
};

/// What stands before the board.
struct Parameters {
    width: usize,
    height: usize,
    unique_lines: bool,
}

fn read(source: &PastedText<'_>, family: &'static str) -> Result<Sheet> {
    let (head, letters) = game_id::parts(source)?;
    let remedy = "write WxH, then u where no two lines may be equal, then a colon";
    let parameters = parameters(head).ok_or_else(|| game_id::unclear(source, head, remedy))?;
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
    let (width, height, rest) = game_id::sides(head)?;
    let unique = rest.strip_prefix('u');
    if !matches!(unique.unwrap_or(rest), "" | "dt" | "de" | "dn") {
        return None;
    }
    Some(Parameters {
        width,
        height,
        unique_lines: unique.is_some(),
    })
}

fn board(
    source: &PastedText<'_>,
    parameters: &Parameters,
    letters: &str,
) -> Result<Grid<Option<bool>>> {
    let (rows, cols) = (parameters.height, parameters.width);
    let mut values: Vec<Option<bool>> = vec![None; rows * cols];
    let mut position = 0;
    for letter in letters.chars() {
        if !letter.is_ascii_alphabetic() {
            let found = format!("{letter:?} in the description");
            let remedy =
                "an Unruly ID has letters only; those of Tents and Solo are tents-id and solo-id";
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
        return Err(game_id::wrong_length(source, told, rows, cols));
    }
    Ok(Grid::from_fn(rows, cols, |cell: Cell| {
        values[cell.row * cols + cell.col]
    }))
}
