//! The characters of boards whose cells differ in what a 1 is: chess pieces.
//!
//! A piece that stands is its figure (its letter, for a piece of one's own), a cell that may hold
//! one shows the letter, an empty cell a dot.

use super::CellMark;
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use std::collections::BTreeSet;

/// Letter, figure and name of the chess pieces.
const FIGURES: [(char, char, &str); 6] = [
    ('K', '♚', "king"),
    ('Q', '♛', "queen"),
    ('R', '♜', "rook"),
    ('B', '♝', "bishop"),
    ('N', '♞', "knight"),
    ('P', '♟', "pawn"),
];

/// The character of a cell, with what is known of it; a blank for nothing.
pub(super) fn character(puzzle: &Puzzle, cell: Cell, mark: CellMark) -> char {
    let piece = puzzle.look.pieces.as_ref().and_then(|pieces| pieces[cell]);
    match (piece, mark.value()) {
        (Some(letter), Some(true)) => figure(letter).0,
        (Some(letter), None) => letter,
        (_, Some(value)) => puzzle.look.glyphs[usize::from(value)],
        (None, None) => ' ',
    }
}

/// `♛ queen (Q)` for each piece of the board that has a figure.
pub(super) fn legend(puzzle: &Puzzle) -> Option<String> {
    let pieces = puzzle.look.pieces.as_ref()?;
    let letters: BTreeSet<char> = pieces.iter().filter_map(|(_, piece)| *piece).collect();
    let words = letters.into_iter().map(|letter| match figure(letter) {
        (_, "") => format!("{letter} its own moves"),
        (figure, name) => format!("{figure} {name} ({letter})"),
    });
    Some(words.collect::<Vec<_>>().join("   "))
}

fn figure(letter: char) -> (char, &'static str) {
    let known = FIGURES.iter().find(|(known, _, _)| *known == letter);
    known.map_or((letter, ""), |(_, figure, name)| (*figure, name))
}
