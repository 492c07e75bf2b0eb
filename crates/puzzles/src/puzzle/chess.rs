//! Boards whose every cell may hold one piece, of a type of its own: the Coloured Chess Piece
//! Problem and the Max Chess Pieces Problem of the source paper (§2.6).
//!
//! x = 1 puts the cell's piece there; C(P)_ij are the cells that a piece of type P attacks from (i,
//! j).
//!
//! | piece | leaps | rays |
//! |---|---|---|
//! | K | the eight neighbors | |
//! | Q | | sides and diagonals |
//! | R, B | | sides; diagonals |
//! | N | the eight steps of 1 and 2 | |
//! | P | the two cells diagonally *above* it, toward row 1: a white pawn seen from below | |
//!
//! - no piece attacks another: λ Σ_ij Σ_(l,m) ∈ C x_ij·x_lm (eq. 24). The sum runs over ordered
//!   pairs: a mutual attack counts 2, a one-way attack 1.
//! - `goal = "regions"`: exactly one piece, or as many as `[region_counts]` says, in each region
//!   (eq. 23), so (1 − Σx)²; λ = 1
//! - `goal = "max"`: the boards of the largest Σ w x, w the weight of the piece's type (eq. 26),
//!   over *all* cells: the paper's sums leave out the last row and column. Placed pieces count.
//!
//! λ must be large enough that no attack pays (eq. 27). Where the file says nothing it is the least
//! safe weight ([`Model::least_safe_weight`](crate::Model::least_safe_weight)) plus 1, so that a
//! board with an attack lies at least 1 above one that is as good without it.

use super::board::Board;
use super::counts::{CellCount, Count};
use super::file::{DocumentValue, Section};
use super::moves::{AROUND, DIAGONALS, Moves, Offset, SIDES, read_offsets};
use super::{Document, Family, Puzzle, Shapes, key};
use crate::error::Result;
use crate::grid::Grid;
use crate::model::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Chess pieces.
pub(super) static FAMILY: Family = Family {
    name: "chess",
    about: "a piece type for each cell, none attacking another: one piece a region, or the largest sum of weights",
    also_called: &["chess-pieces", "pieces"],
    keys: &[
        key(
            "pieces",
            "the piece each cell may hold: grid of K Q R B N P, letters of [moves], # (missing)",
        ),
        key(
            "goal",
            "regions (one piece in each) or max (the largest sum of weights)",
        ),
        key("regions", "grid of letters, . for a cell in no region"),
        key(
            "region_counts",
            "pieces in a region by its letter; 1 where it is not named",
        ),
        key("weights", "worth of a piece by its letter; 1 if absent"),
        key(
            "lambda",
            "weight of an attack with goal max; safe if absent",
        ),
        key(
            "moves",
            "pieces of one's own: A = { leaps = [[1, 2]], rays = [[1, 1]], reach = 3, symmetric = true }",
        ),
        key("placed", "cells with their piece"),
        key("empty", "cells without one"),
    ],
    parse,
    sample: r#"family = "chess"
name = "Four pieces"
goal = "regions"
pieces = """
NQKR
RBPN
BNQK
PRNB
"""
regions = """
AABB
ACBB
CCDD
CDDD
"""
"#,
};

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

/// The chess pieces: letter, steps, how many of them.
const CHESS: &[(char, &[Offset], usize)] = &[
    ('K', AROUND, 1),
    ('Q', AROUND, usize::MAX),
    ('R', SIDES, usize::MAX),
    ('B', DIAGONALS, usize::MAX),
    ('N', KNIGHT, 1),
    ('P', &[(-1, -1), (-1, 1)], 1),
];

fn parse(document: &Document<'_>) -> Result<Puzzle> {
    let root = document.root();
    let remedy = "add `pieces`, a grid with the piece that each cell may hold";
    let grid = root.require("pieces", remedy)?.grid()?;
    let moves = read_moves(&root)?;
    let mut board = Board::new(&root, &grid.present(), Shapes::Pieces)?;
    let symbols = moves.keys().map(char::to_string).collect::<Vec<_>>();
    let symbols = format!("one of {}, or # (missing)", symbols.join(" "));
    let known = |symbol| moves.contains_key(&symbol).then_some(symbol);
    let pieces = board.read(&grid, &symbols, known)?;
    if board.model.is_empty() {
        let remedy = "write the letter of a piece where a cell is";
        return Err(grid.value().wrong("`pieces` has no cell", remedy));
    }
    let expected = "\"regions\" (one piece in each) or \"max\" (the largest sum of weights)";
    let goal = root.require("goal", &format!("add `goal`, {expected}"))?;
    let to_maximize = match goal.text(expected)? {
        "regions" => {
            let remedy = "leave it out, or ask for goal = \"max\"; the setting `weight` weighs any kind of rule";
            refuse(&root, ["weights", "lambda"], "regions", remedy)?;
            let remedy = "goal = \"regions\" needs `regions`, a grid of letters";
            root.require("regions", remedy)?;
            board.count_regions(Some(Count::exactly(1)))?;
            None
        }
        "max" => {
            let remedy = "leave it out, or ask for goal = \"regions\"";
            refuse(&root, ["regions", "region_counts"], "max", remedy)?;
            let lambda = root.get("lambda").map(|value| read_weight(&value));
            Some((read_weights(&root, &pieces)?, lambda.transpose()?))
        }
        _ => return Err(goal.expected(expected)),
    };
    board.place("placed")?;
    board.state_counts(CellCount::rules)?;
    board.forbid_attacks(true, |cell| pieces[cell].map(|piece| &moves[&piece]));
    if let Some((weights, lambda)) = to_maximize {
        let cells: Vec<_> = board.cells().collect();
        for (cell, var) in cells {
            let worth = pieces[cell].and_then(|piece| weights.get(&piece));
            board
                .model
                .add_objective(var, -worth.copied().unwrap_or(1.0));
        }
        let safe = board.model.least_safe_weight(Kind::Diagonal);
        if let Some(lambda) = lambda.or(safe.map(|safe| safe + 1.0)) {
            board.model.weigh(Kind::Diagonal, lambda);
        }
    }
    board.look.pieces = Some(pieces);
    board.puzzle("chess")
}

/// An error if the file has one of the keys, which mean nothing with this goal.
fn refuse(root: &Section<'_>, keys: [&str; 2], goal: &str, remedy: &str) -> Result<()> {
    match keys.iter().find_map(|key| root.get(key)) {
        Some(value) => {
            let found = format!("`{}` does nothing with goal = \"{goal}\"", value.key());
            Err(value.wrong(found, remedy))
        }
        None => Ok(()),
    }
}

/// The table `[weights]`: for some of the board's pieces what one is worth.
fn read_weights(root: &Section<'_>, pieces: &Grid<Option<char>>) -> Result<BTreeMap<char, f64>> {
    let Some(value) = root.get("weights") else {
        return Ok(BTreeMap::new());
    };
    let letters: BTreeSet<char> = pieces.iter().filter_map(|(_, piece)| *piece).collect();
    let read = |value: DocumentValue<'_>| {
        let letter = letters
            .iter()
            .find(|letter| letter.to_string() == value.key());
        let letter = letter.ok_or_else(|| {
            let found = format!("`weights` names a piece {}", value.key());
            let list: Vec<String> = letters.iter().map(char::to_string).collect();
            value.wrong(found, format!("the pieces are {}", list.join(" ")))
        })?;
        Ok((*letter, read_weight(&value)?))
    };
    value.section()?.values().map(read).collect()
}

/// A weight that an `f64` holds beside others.
fn read_weight(value: &DocumentValue<'_>) -> Result<f64> {
    value.number_in(1e-6..=1e6, "a number from 0.000001 to 1000000")
}

/// The moves of the chess pieces and of those of `[moves]`, by letter.
fn read_moves(root: &Section<'_>) -> Result<BTreeMap<char, Moves>> {
    let chess = CHESS.iter();
    let chess = chess.map(|(letter, steps, reach)| (*letter, Moves::along(steps, *reach)));
    let mut all: BTreeMap<char, Moves> = chess.collect();
    let Some(table) = root.get("moves") else {
        return Ok(all);
    };
    for value in table.section()?.values() {
        all.insert(read_letter(&value)?, read_piece(&value)?);
    }
    Ok(all)
}

/// The moves of a piece of one's own.
fn read_piece(value: &DocumentValue<'_>) -> Result<Moves> {
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
    let reach = match section.get("reach") {
        Some(value) if rays.is_empty() => {
            let remedy = "leave it out, or give rays";
            return Err(value.wrong("`reach` does nothing without `rays`", remedy));
        }
        Some(value) => {
            value.integer_in(1..=100, "the most steps of a ray, from 1 to 100")? as usize
        }
        None => usize::MAX,
    };
    Ok(Moves::along(&leaps, 1).and(&Moves::along(&rays, reach)))
}

/// The letter of a piece of one's own.
fn read_letter(value: &DocumentValue<'_>) -> Result<char> {
    let key = value.key();
    let letter = key
        .chars()
        .next()
        .filter(|letter| letter.is_ascii_uppercase() && key.len() == 1);
    let Some(letter) = letter else {
        let found = format!("`moves` names a piece {key:?}");
        return Err(value.wrong(found, "a piece is one capital letter"));
    };
    if CHESS.iter().any(|(known, _, _)| *known == letter) {
        let found = format!("`moves` says anew how {letter} moves");
        let remedy = "take another letter than K Q R B N P, whose moves are those of chess";
        return Err(value.wrong(found, remedy));
    }
    Ok(letter)
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
    // how often a step is taken, if it leads there
    let times = step.0.abs().max(step.1.abs());
    let leads = |(a, b): &Offset, times: i64| (a * times, b * times) == step;
    let piece = CHESS.iter().find(|(known, _, _)| *known == letter);
    piece.is_some_and(|(_, steps, reach)| match reach {
        1 => steps.contains(&step),
        _ => times > 0 && steps.iter().any(|ray| leads(ray, times)),
    })
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
