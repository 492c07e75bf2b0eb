//! What each type of piece attacks: single steps, and lines to the edge or to a reach.
//!
//! | piece | leaps | rays |
//! |---|---|---|
//! | K | the eight neighbors | |
//! | Q | | sides and diagonals |
//! | R, B | | sides; diagonals |
//! | N | the eight steps of 1 and 2 | |
//! | P | the two cells diagonally *above* it, toward row 1: a white pawn seen from below | |
//!
//! `[moves]` adds others, as steps [down, right]. Over joined edges steps and lines wrap.

use crate::error::Result;
use crate::grid::Cell;
use crate::puzzle::board::BoardVariables;
use crate::puzzle::file::{DocumentValue, Section};
use crate::puzzle::queens::{Offset, ray, read_offsets};
use std::collections::{BTreeMap, BTreeSet};

const SIDES: &[Offset] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONALS: &[Offset] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];
const AROUND: &[Offset] = &[
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];
const KNIGHT: &[Offset] = &[
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];

/// The chess pieces: letter, leaps, rays.
const CHESS: &[(char, &[Offset], &[Offset])] = &[
    ('K', AROUND, &[]),
    ('Q', &[], AROUND),
    ('R', &[], SIDES),
    ('B', &[], DIAGONALS),
    ('N', KNIGHT, &[]),
    ('P', &[(-1, -1), (-1, 1)], &[]),
];

/// What a type of piece attacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Moves {
    /// Single cells.
    leaps: Vec<Offset>,
    /// Lines, by their step.
    rays: Vec<Offset>,
    /// How many steps a line goes; `usize::MAX` is to the edge.
    reach: usize,
}

impl Moves {
    /// The chess pieces and those of `[moves]`, by letter.
    pub(super) fn read_all(root: &Section<'_>) -> Result<BTreeMap<char, Self>> {
        let chess = CHESS.iter().map(|(letter, leaps, rays)| {
            let moves = Self {
                leaps: leaps.to_vec(),
                rays: rays.to_vec(),
                reach: usize::MAX,
            };
            (*letter, moves)
        });
        let mut all: BTreeMap<char, Self> = chess.collect();
        let Some(table) = root.get("moves") else {
            return Ok(all);
        };
        for value in table.section()?.values() {
            let letter = read_letter(&value)?;
            all.insert(letter, Self::read(&value)?);
        }
        Ok(all)
    }

    fn read(value: &DocumentValue<'_>) -> Result<Self> {
        let section = value.section()?;
        section.refuse_unknown(&["leaps", "rays", "reach", "symmetric"])?;
        let mut leaps = read_offsets(&section, "leaps")?;
        let mut rays = read_offsets(&section, "rays")?;
        if leaps.is_empty() && rays.is_empty() {
            let found = format!("`{}` of `moves` has no move", value.key());
            return Err(value.wrong(found, "give leaps = [[1, 2]] or rays = [[1, 1]]"));
        }
        let symmetric = section.get("symmetric").map(|value| value.boolean());
        if symmetric.transpose()?.unwrap_or(false) {
            (leaps, rays) = (turned(&leaps), turned(&rays));
        }
        let reach = section.get("reach").map(|value| read_reach(&value, &rays));
        Ok(Self {
            leaps,
            rays,
            reach: reach.transpose()?.unwrap_or(usize::MAX),
        })
    }

    /// The places attacked from `from`, which is never one of them, whether a cell is there or not.
    pub(super) fn targets(&self, board: &BoardVariables, from: Cell) -> BTreeSet<Cell> {
        let leaps = self
            .leaps
            .iter()
            .filter_map(|step| ray(board, from, *step).next());
        let rays = self
            .rays
            .iter()
            .flat_map(|step| ray(board, from, *step).take(self.reach));
        leaps.chain(rays).collect()
    }
}

/// The letter of a piece of one's own.
fn read_letter(value: &DocumentValue<'_>) -> Result<char> {
    let key = value.key();
    let mut letters = key.chars();
    let letter = match (letters.next(), letters.next()) {
        (Some(letter @ 'A'..='Z'), None) => letter,
        _ => {
            let found = format!("`moves` names a piece {key:?}");
            return Err(value.wrong(found, "a piece is one capital letter"));
        }
    };
    if CHESS.iter().any(|(known, _, _)| *known == letter) {
        let found = format!("`moves` says anew how {letter} moves");
        let remedy = "take another letter than K Q R B N P, whose moves are those of chess";
        return Err(value.wrong(found, remedy));
    }
    Ok(letter)
}

fn read_reach(value: &DocumentValue<'_>, rays: &[Offset]) -> Result<usize> {
    let reach = value.integer_in(1..=100, "the most steps of a ray, from 1 to 100")?;
    if rays.is_empty() {
        let remedy = "leave it out, or give rays";
        return Err(value.wrong("`reach` does nothing without `rays`", remedy));
    }
    Ok(usize::try_from(reach).expect("1 to 100 fits"))
}

/// The steps with all their mirror images: the eight symmetries of the square.
fn turned(steps: &[Offset]) -> Vec<Offset> {
    let images = steps.iter().flat_map(|&(a, b)| {
        let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        signs
            .into_iter()
            .flat_map(move |(s, t)| [(s * a, t * b), (s * b, t * a)])
    });
    images.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Whether a chess piece attacks a cell `(down, right)` away on an endless board, by its letter:
/// what makers need.
pub(crate) fn chess_piece_attacks(letter: char, step: (i64, i64)) -> bool {
    let along = |ray: &Offset| {
        let steps = step.0.abs().max(step.1.abs());
        steps > 0 && (ray.0 * steps, ray.1 * steps) == step
    };
    let piece = CHESS.iter().find(|(known, _, _)| *known == letter);
    piece.is_some_and(|(_, leaps, rays)| leaps.contains(&step) || rays.iter().any(along))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knight_is_its_own_mirror_image() {
        assert_eq!(turned(&[(1, 2)]), KNIGHT);
        assert_eq!(turned(&[(0, 1)]), SIDES);
    }
}
