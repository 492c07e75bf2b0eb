//! Coloured Chess Piece Problems (`goal = "regions"`): pieces that do not attack each other, a
//! region grown from each, and piece types changed elsewhere until no other choice of one cell a
//! region is left.
//!
//! A cell that is empty in the wished solution may be of any type, so the types of the other
//! boards' cells are changed until one of their pieces attacks another. Boards of `goal = "max"`
//! are not made.

use super::regions::{letter, neighbors};
use super::{Hint, Maker, PuzzleDraft, with_given};
use crate::classical::solutions_up_to;
use crate::grid::{Cell, Grid};
use crate::model::Assignment;
use crate::puzzle::{Puzzle, PuzzleText, chess_piece_attacks};
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

pub(super) const MAKER: Maker = Maker {
    family: "chess",
    sizes: 4..=10,
    only_even: false,
    draw,
};

/// Changes of type tried before a drawing is given up.
const CHANGES: usize = 300;

/// The pieces by how often they are drawn: long lines make boards that decide themselves.
const TYPES: &[u8] = b"KKQRRBBNNNPP";

fn draw(size: usize, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let mut pieces = Grid::from_fn(size, size, |_| random_type(rng));
    let placed = quiet_cells(&pieces, size, rng)?;
    let regions = grown_regions(&placed, size, rng);
    exclude_others(&mut pieces, &regions, &placed, rng)?;
    let hints = regions.iter().map(|(cell, _)| Hint {
        cell,
        value: placed.contains(&cell),
    });
    let hints = hints.collect();
    let write = move |name: &str, given: &[Hint]| file(name, &pieces, &regions, given);
    Some(PuzzleDraft {
        hints,
        write: Box::new(write),
    })
}

fn random_type(rng: &mut ChaCha8Rng) -> char {
    char::from(*TYPES.choose(rng).expect("there are types"))
}

/// The puzzle file.
fn file(name: &str, pieces: &Grid<char>, regions: &Grid<char>, given: &[Hint]) -> String {
    let file = PuzzleText::new("chess", name)
        .value("goal", "\"regions\"")
        .grid("pieces", pieces, |letter| *letter)
        .grid("regions", regions, |letter| *letter);
    with_given(file, "placed", given).end()
}

/// `size` cells whose pieces do not attack each other; `None` where a random order does not find so
/// many.
fn quiet_cells(pieces: &Grid<char>, size: usize, rng: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
    let mut order: Vec<Cell> = pieces.iter().map(|(cell, _)| cell).collect();
    order.shuffle(rng);
    let mut placed: Vec<Cell> = Vec::new();
    for cell in order {
        if placed.len() < size && placed.iter().all(|other| is_quiet(pieces, cell, *other)) {
            placed.push(cell);
        }
    }
    (placed.len() == size).then_some(placed)
}

/// Whether neither of two pieces attacks the other.
fn is_quiet(pieces: &Grid<char>, a: Cell, b: Cell) -> bool {
    !attacks(pieces[a], a, b) && !attacks(pieces[b], b, a)
}

/// Whether a piece attacks another cell on an empty board.
fn attacks(piece: char, from: Cell, to: Cell) -> bool {
    let step = |to: usize, from: usize| to as i64 - from as i64;
    chess_piece_attacks(piece, (step(to.row, from.row), step(to.col, from.col)))
}

/// Each region starts at a piece and takes a random open neighbor until the board is full.
fn grown_regions(placed: &[Cell], size: usize, rng: &mut ChaCha8Rng) -> Grid<char> {
    let start = |cell| placed.iter().position(|other| *other == cell).map(letter);
    let mut regions = Grid::from_fn(size, size, start);
    loop {
        let mut border = Vec::new();
        for (cell, _) in regions.iter().filter(|(_, region)| region.is_none()) {
            border.extend(neighbors(&regions, cell).filter_map(|n| Some((cell, regions[n]?))));
        }
        let Some(&(cell, region)) = border.choose(rng) else {
            break;
        };
        regions[cell] = Some(region);
    }
    regions.map(|_, region| region.expect("every cell is reached from some piece"))
}

/// Changes types until `placed` is the only solution; `None` where that takes too long.
fn exclude_others(
    pieces: &mut Grid<char>,
    regions: &Grid<char>,
    placed: &[Cell],
    rng: &mut ChaCha8Rng,
) -> Option<()> {
    for _ in 0..CHANGES {
        let text = file("draft", pieces, regions, &[]);
        let puzzle = Puzzle::parse(&text, "draft").ok()?;
        let found = solutions_up_to(&puzzle.model, 2);
        let boards = found.iter().map(|board| cells_of(&puzzle, board));
        let mut others = boards.filter(|board| board.iter().any(|cell| !placed.contains(cell)));
        let Some(other) = others.next() else {
            return Some(());
        };
        let strange: Vec<Cell> = other
            .iter()
            .copied()
            .filter(|cell| !placed.contains(cell))
            .collect();
        let cell = *strange.choose(rng)?;
        let hostile = |piece: &char| {
            other
                .iter()
                .any(|to| *to != cell && attacks(*piece, cell, *to))
        };
        let types: Vec<char> = TYPES.iter().map(|letter| char::from(*letter)).collect();
        let types: Vec<char> = types.into_iter().filter(hostile).collect();
        pieces[cell] = types
            .choose(rng)
            .copied()
            .unwrap_or_else(|| random_type(rng));
    }
    None
}

/// The cells of a board that hold a piece.
fn cells_of(puzzle: &Puzzle, board: &Assignment) -> Vec<Cell> {
    let cells = puzzle.slots.iter().map(|(cell, _)| cell);
    cells
        .filter(|cell| puzzle.var_at(*cell).is_some_and(|var| board[var.index()]))
        .collect()
}
