//! Descriptive game IDs of Simon Tatham's Portable Puzzle Collection: parameters, a colon, the
//! board.
//!
//! The games share the form and tell themselves by it: only Tents has commas, only Solo digits in
//! the board. Runs of letters mean three different things in the three games. An ID with `#`
//! instead of the colon names a random seed of that program and holds no board.

use super::source::{PastedText, clipped};
use crate::error::{Error, Result};

/// The games that are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Game {
    Unruly,
    Tents,
    Solo,
}

/// The most rows and columns; the program itself has boards of at most some fifty.
pub(super) const MAX_SIDE: usize = 100;

/// The game whose ID the text looks like.
pub(super) fn game(source: &PastedText<'_>) -> Option<Game> {
    let text = source.text();
    let (head, board) = text.split_once(':').or_else(|| text.split_once('#'))?;
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let is_id = head.starts_with(|c: char| c.is_ascii_digit())
        && head.bytes().all(plain)
        && !text.contains(char::is_whitespace);
    if !is_id {
        return None;
    }
    let irregular = head.trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x');
    Some(if irregular.contains(['j', 'k']) {
        Game::Solo
    } else if board.contains(',') {
        Game::Tents
    } else if text.contains(':') && board.contains(|c: char| c.is_ascii_digit()) {
        Game::Solo
    } else {
        Game::Unruly
    })
}

/// What stands before and behind the colon.
///
/// # Errors
/// An ID without a board.
pub(super) fn parts<'a>(source: &PastedText<'a>) -> Result<(&'a str, &'a str)> {
    let text = source.text();
    text.split_once(':').ok_or_else(|| {
        let found = format!("{}, which holds no board", clipped(text));
        let remedy =
            "give the descriptive game ID, with a colon: a seed (#) needs the program that made it";
        source.wrong(None, found, remedy)
    })
}

/// `8` or `8x6`, and what follows.
pub(super) fn sides(head: &str) -> Option<(usize, usize, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (first, rest) = head.split_at(digits(head));
    let second = rest.strip_prefix('x').filter(|rest| digits(rest) > 0);
    let (second, rest) = match second {
        Some(rest) => rest.split_at(digits(rest)),
        None => (first, rest),
    };
    Some((first.parse().ok()?, second.parse().ok()?, rest))
}

/// The error of parameters that are none.
pub(super) fn unclear(source: &PastedText<'_>, head: &str, remedy: &str) -> Error {
    source.wrong(None, format!("parameters {}", clipped(head)), remedy)
}

/// The error of a board that has not as many cells as its parameters say.
pub(super) fn wrong_length(
    source: &PastedText<'_>,
    told: usize,
    rows: usize,
    cols: usize,
) -> Error {
    let found = format!("a description of {told} cells for {rows} rows of {cols}");
    source.wrong(None, found, "copy the whole ID")
}
