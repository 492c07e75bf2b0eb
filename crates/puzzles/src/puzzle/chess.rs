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

use super::board::{Board, DIAGONALS, Moves, Offset, SIDES, around, read_by_letter, read_offsets};
use super::counts::{CellCount, Count};
use super::{DocumentValue, Family, Shapes};
use crate::error::Result;
use crate::model::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Chess pieces.
pub(super) static FAMILY: Family = Family {
    name: "chess",
    about: "a piece type for each cell, none attacking another: one piece a region, or the largest sum of weights",
    also_called: &["chess-pieces", "pieces"],
    keys: "pieces goal regions region_counts weights lambda moves placed empty",
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

/// How the chess pieces move, by letter.
pub(crate) fn chess_moves() -> BTreeMap<char, Moves> {
    let far = |steps: &[Offset]| Moves::along(steps, usize::MAX);
    BTreeMap::from([
        ('K', Moves::touching()),
        ('Q', far(&around())),
        ('R', far(SIDES)),
        ('B', far(DIAGONALS)),
        ('N', Moves::along(&turned(&[(1, 2)]), 1)),
        ('P', Moves::along(&[(-1, -1), (-1, 1)], 1)),
    ])
}

fn parse<'a>(root: &DocumentValue<'a>) -> Result<Board<'a>> {
    let remedy = "add `pieces`, a grid with the piece that each cell may hold";
    let grid = root.require("pieces", remedy)?.grid()?;
    let moves = read_moves(root)?;
    let mut board = Board::new(root, &grid.present(), Shapes::Pieces)?;
    let symbols = moves.keys().map(char::to_string).collect::<Vec<_>>();
    let symbols = format!("one of {}, or # (missing)", symbols.join(" "));
    let known = |symbol| moves.contains_key(&symbol).then_some(symbol);
    let pieces = grid.on_board(&board.present(), &symbols, known)?;
    let remedy = "write the letter of a piece where a cell is";
    grid.value
        .refuse_if(board.model.is_empty(), "`pieces` has no cell", remedy)?;
    let remedy =
        "add `goal`, \"regions\" (one piece in each) or \"max\" (the largest sum of weights)";
    root.require("goal", remedy)?;
    let to_maximize = root.is_second("goal", ["regions", "max"])?;
    let (goal, useless, other) = match to_maximize {
        true => ("max", ["regions", "region_counts"], "\"regions\""),
        false => (
            "regions",
            ["weights", "lambda"],
            "\"max\"; the setting `weight` weighs any kind of rule",
        ),
    };
    if let Some(value) = useless.iter().find_map(|key| root.get(key)) {
        let found = format!("`{}` does nothing with goal = \"{goal}\"", value.key);
        let remedy = format!("leave it out, or ask for goal = {other}");
        return Err(value.wrong(found, remedy));
    }
    if !to_maximize {
        let remedy = "goal = \"regions\" needs `regions`, a grid of letters";
        root.require("regions", remedy)?;
        board.count_regions(Some(Count::exactly(1)))?;
    }
    let letters: BTreeSet<char> = pieces.iter().filter_map(|(_, piece)| *piece).collect();
    let weights = read_by_letter(root.get("weights"), "piece", &letters, read_weight)?;
    let lambda = root.get("lambda");
    let lambda = lambda.map(|value| read_weight(&value)).transpose()?;
    board.place("placed")?;
    board.state_counts(CellCount::rules)?;
    board.forbid_attacks(true, |cell| pieces[cell].map(|piece| &moves[&piece]));
    if to_maximize {
        for (cell, var) in board.cells().collect::<Vec<_>>() {
            let worth = pieces[cell].and_then(|piece| weights.get(&piece));
            let worth = worth.copied().unwrap_or(1.0);
            board.model.add_objective(var, -worth);
        }
        let safe = board.model.least_safe_weight(Kind::Diagonal);
        if let Some(lambda) = lambda.or(safe.map(|safe| safe + 1.0)) {
            board.model.weigh(Kind::Diagonal, lambda);
        }
    }
    board.look.pieces = Some(pieces);
    Ok(board)
}

/// A weight that an `f64` holds beside others.
fn read_weight(value: &DocumentValue<'_>) -> Result<f64> {
    value.within(1e-6..=1e6, "a number from 0.000001 to 1000000")
}

/// The moves of the chess pieces and of those of `[moves]`, by letter.
fn read_moves(root: &DocumentValue<'_>) -> Result<BTreeMap<char, Moves>> {
    let mut all = chess_moves();
    let table = root.get("moves").map(|table| table.section());
    for value in table.transpose()?.iter().flat_map(DocumentValue::values) {
        let letter = read_letter(&value)?;
        let found = format!("`moves` says anew how {letter} moves");
        let remedy = "take another letter than K Q R B N P, whose moves are those of chess";
        value.refuse_if(all.contains_key(&letter), &found, remedy)?;
        all.insert(letter, read_piece(&value)?);
    }
    Ok(all)
}

/// The moves of a piece of your own.
fn read_piece(value: &DocumentValue<'_>) -> Result<Moves> {
    let section = value.section()?;
    section.refuse_unknown(&["leaps", "rays", "reach", "symmetric"])?;
    let mut leaps = read_offsets(&section, "leaps")?;
    let mut rays = read_offsets(&section, "rays")?;
    let found = format!("`{}` of `moves` has no move", value.key);
    let is_still = leaps.is_empty() && rays.is_empty();
    value.refuse_if(is_still, &found, "give leaps = [[1, 2]] or rays = [[1, 1]]")?;
    if section.optional("symmetric", "true or false")? == Some(true) {
        (leaps, rays) = (turned(&leaps), turned(&rays));
    }
    let reach = |value: DocumentValue<'_>| {
        let found = "`reach` does nothing without `rays`";
        value.refuse_if(rays.is_empty(), found, "leave it out, or give rays")?;
        value.within(1..=100, "the most steps of a ray, from 1 to 100")
    };
    let reach = section.get("reach").map_or(Ok(usize::MAX), reach)?;
    Ok(Moves::along(&leaps, 1).and(&Moves::along(&rays, reach)))
}

/// The letter of a piece of your own.
fn read_letter(value: &DocumentValue<'_>) -> Result<char> {
    let mut letters = value.key.chars();
    if let (Some(letter @ 'A'..='Z'), None) = (letters.next(), letters.next()) {
        return Ok(letter);
    }
    let found = format!("`moves` names a piece {:?}", value.key);
    Err(value.wrong(found, "a piece is one capital letter"))
}

/// The steps with all their mirror images: the eight symmetries of the square.
fn turned(steps: &[Offset]) -> Vec<Offset> {
    let mirrored = steps
        .iter()
        .flat_map(|&(a, b)| [(a, b), (a, -b), (-a, b), (-a, -b)]);
    let images = mirrored.flat_map(|(a, b)| [(a, b), (b, a)]);
    images.collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_has_up_to_eight_mirror_images() {
        let knight = [
            (-2, -1),
            (-2, 1),
            (-1, -2),
            (-1, 2),
            (1, -2),
            (1, 2),
            (2, -1),
            (2, 1),
        ];
        assert_eq!(turned(&[(1, 2)]), knight);
        assert_eq!(turned(&[(0, 1)]), SIDES);
    }
}
