//! Coloured Chess Piece Problems (`goal = "regions"`): pieces that do not attack each other, a
//! region grown from each, and piece types changed elsewhere until no other choice of one cell a
//! region is left.
//!
//! A cell that is empty in the solution may be of any type, so the types of the other boards' cells
//! are changed until one of their pieces attacks another. Boards of `goal = "max"` are not made.

use super::GenerateOptions;
use super::draft::{Draft, Givens};
use super::regions::{RegionNumbers, grown, letters};
use super::solution::cells_of;
use crate::classical::solutions_up_to;
use crate::grid::{Cell, Grid};
use crate::puzzle::{PuzzleText, chess_moves};
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

/// Changes of type tried before a drawing is given up.
const CHANGES: usize = 300;

/// The pieces by how often they are drawn: long lines make boards that decide themselves.
const TYPES: &[u8] = b"KKQRRBBNNNPP";

pub(super) fn draw(options: &GenerateOptions, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let size = options.size;
    let moves = chess_moves();
    let step = |to: usize, from: usize| to as i64 - from as i64;
    let attacks = |piece, from: Cell, to: Cell| {
        moves[&piece].lead((step(to.row, from.row), step(to.col, from.col)))
    };
    let mut pieces = Grid::from_fn(size, size, |_| random_type(rng));
    let placed = quiet_cells(&pieces, attacks, rng)?;
    let regions = grown(size, &placed, &vec![1; size], rng);
    for _ in 0..CHANGES {
        let draft = draft(&pieces, &regions, &placed)?;
        let found = solutions_up_to(draft.rules(), 2, None);
        let is_strange = |cell: &Cell| !placed.contains(cell);
        let mut others = found.iter().map(|board| cells_of(draft.rules(), board));
        let Some(other) = others.find(|board| board.iter().any(is_strange)) else {
            return Some(draft);
        };
        let strange: Vec<Cell> = other.iter().copied().filter(is_strange).collect();
        let cell = *strange.choose(rng)?;
        let is_hostile = |piece: &char| {
            let mut rest = other.iter().filter(|to| **to != cell);
            rest.any(|to| attacks(*piece, cell, *to))
        };
        let types = TYPES.iter().map(|letter| char::from(*letter));
        let types: Vec<char> = types.filter(is_hostile).collect();
        let hostile = types.choose(rng).copied();
        pieces[cell] = hostile.unwrap_or_else(|| random_type(rng));
    }
    None
}

fn draft(pieces: &Grid<char>, regions: &RegionNumbers, placed: &[Cell]) -> Option<Draft> {
    let keys = PuzzleText::default()
        .value("goal", "\"regions\"")
        .grid("pieces", pieces);
    let keys = keys.grid("regions", &letters(regions));
    let symbol = |cell| if placed.contains(&cell) { '1' } else { '0' };
    let solution = pieces.map(|cell, _| symbol(cell));
    Draft::new("chess", Givens::Lists("placed"), keys, solution)
}

fn random_type(rng: &mut ChaCha8Rng) -> char {
    char::from(*TYPES.choose(rng).expect("there are types"))
}

/// `size` cells whose pieces do not attack each other; `None` where a random order does not find so
/// many.
fn quiet_cells(
    pieces: &Grid<char>,
    attacks: impl Fn(char, Cell, Cell) -> bool,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<Cell>> {
    let size = pieces.rows();
    let mut order: Vec<Cell> = pieces.iter().map(|(cell, _)| cell).collect();
    order.shuffle(rng);
    let mut placed: Vec<Cell> = Vec::new();
    for cell in order {
        let is_quiet = |other: &Cell| {
            !attacks(pieces[cell], cell, *other) && !attacks(pieces[*other], *other, cell)
        };
        if placed.len() < size && placed.iter().all(is_quiet) {
            placed.push(cell);
        }
    }
    (placed.len() == size).then_some(placed)
}
