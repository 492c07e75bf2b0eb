//! Tango, Takuzu, Sudoku and the N-queens square: a filled board, of which as much is taken away as
//! leaves the solution the only one.
//!
//! Here, too: Coloured Chess Piece Problems (`goal = "regions"`); Queens, N-queens and Star Battle;
//! Tents & Trees.
//!
//! Sizes that have no box (5, 7) are Latin squares; an N-queens square has its diagonals where the
//! size has one (5, 7), else it is a Latin square too.

use super::draft::{Draft, cells_of, ones, random_board};
use super::repair::{RegionNumbers, eager, grown, letters, paired, with_one_solution};
use super::{GenerateOptions, has_one_solution};
use crate::classical::solutions_up_to;
use crate::grid::{Cell, Grid, Topology};
use crate::puzzle::{Moves, PuzzleText, Sign, chess_moves, usual_box};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

pub(super) fn tango(options: &GenerateOptions, rng: &mut ChaCha8Rng) -> Option<Draft> {
    filled_and_dug("tango", options.size, PuzzleText::default(), rng)
}

pub(super) fn takuzu(options: &GenerateOptions, rng: &mut ChaCha8Rng) -> Option<Draft> {
    filled_and_dug("takuzu", options.size, PuzzleText::default(), rng)
}

pub(super) fn sudoku(options: &GenerateOptions, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let size = options.size;
    let (rows, cols) = usual_box(size).unwrap_or((1, size));
    let keys = PuzzleText::default().value("box", format_args!("[{rows}, {cols}]"));
    filled_and_dug("sudoku", size, keys, rng)
}

pub(super) fn queens_squared(options: &GenerateOptions, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let size = options.size;
    let has_diagonals = size % 2 == 1 && !size.is_multiple_of(3);
    let keys = PuzzleText::default().value("diagonals", has_diagonals);
    filled_and_dug("n-queens-squared", size, keys, rng)
}

/// A random filled board of a family, of which is shown what is needed; a Tango has signs, too.
fn filled_and_dug(
    family: &'static str,
    size: usize,
    mut keys: PuzzleText,
    rng: &mut ChaCha8Rng,
) -> Option<Draft> {
    let open = Grid::from_fn(size, size, |_| '.');
    let file = PuzzleText::new(family, "draft").grid("grid", &open);
    let solution = random_board(file.and(&keys), rng)?;
    if family == "tango" {
        keys = keys.signs(&random_signs(&solution, rng));
    }
    let mut cells: Vec<Cell> = solution.iter().map(|(cell, _)| cell).collect();
    cells.shuffle(rng);
    Some(Draft::new(family, keys, solution)?.dug(cells))
}

/// Signs between about one in six pairs of neighbors, true in the solution.
fn random_signs(solution: &Grid<char>, rng: &mut ChaCha8Rng) -> Vec<(Cell, Cell, Sign)> {
    let mut signs = Vec::new();
    for (cell, symbol) in solution.iter() {
        let next = [
            Cell::new(cell.row, cell.col + 1),
            Cell::new(cell.row + 1, cell.col),
        ];
        for other in next {
            if let Some(neighbor) = solution.get(other)
                && rng.random_bool(1.0 / 6.0)
            {
                let is_equal = symbol == neighbor;
                let sign = if is_equal { Sign::Equal } else { Sign::Differ };
                signs.push((cell, other, sign));
            }
        }
    }
    signs
}

// Coloured Chess Piece Problems (`goal = "regions"`): pieces that do not attack each other, a
// region grown from each, and piece types changed elsewhere until no other choice of one cell a
// region is left.
//
// A cell that is empty in the solution may be of any type, so the types of the other boards' cells
// are changed until one of their pieces attacks another. Boards of `goal = "max"` are not made.

/// Changes of type tried before a drawing is given up.
const CHANGES: usize = 300;

/// The pieces by how often they are drawn: long lines make boards that decide themselves.
const TYPES: &[u8] = b"KKQRRBBNNNPP";

pub(super) fn chess(options: &GenerateOptions, rng: &mut ChaCha8Rng) -> Option<Draft> {
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
        let model = &draft.puzzle.model;
        let found = solutions_up_to(model, 2, None);
        let is_strange = |cell: &Cell| !placed.contains(cell);
        let mut others = found.iter().map(|board| cells_of(model, board));
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
    Draft::new("chess", keys, solution)
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

// Queens, N-queens and Star Battle: a random placement, and as few regions or queens shown as
// leave no other.
//
// Regions are grown from the queens, of a Star Battle with two stars joined in pairs, and their
// borders moved until the placement is the only one. Of N-queens each queen shown is needed.

pub(super) fn n_queens(options: &GenerateOptions, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let size = options.size;
    let keys = PuzzleText::default().value("size", size);
    let solution = random_board(PuzzleText::new("n-queens", "draft").and(&keys), rng)?;
    let mut queens = ones(&solution);
    queens.shuffle(rng);
    Some(Draft::new("n-queens", keys, solution)?.dug(queens))
}

/// Queens, or stars, so many in each row, column and region.
pub(super) fn in_regions(
    family: &'static str,
    options: &GenerateOptions,
    rng: &mut ChaCha8Rng,
) -> Option<Draft> {
    let (size, each) = (options.size, options.stars.unwrap_or(1));
    let stars = match each {
        1 => one_a_line(size, rng)?,
        _ => two_a_line(size, rng)?,
    };
    let eagerness = eager(stars.len(), rng);
    let mut regions = grown(size, &stars, &eagerness, rng);
    if each == 2 {
        regions = paired(&regions, stars.len(), rng)?;
    }
    let regions = with_one_solution(regions, &stars, each, rng)?;
    let mut keys = PuzzleText::default().grid("regions", &letters(&regions));
    if family == "star-battle" {
        keys = keys.value("stars", each);
    }
    let symbol = |cell| if stars.contains(&cell) { '1' } else { '0' };
    let solution = Grid::from_fn(size, size, symbol);
    Draft::new(family, keys, solution)
}

/// A queen in each row and column, none touching; `None` where a random order hits a dead end.
fn one_a_line(size: usize, rng: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
    let mut free: Vec<usize> = (0..size).collect();
    let mut queens: Vec<Cell> = Vec::new();
    for row in 0..size {
        let touches = |col: usize| {
            queens
                .last()
                .is_some_and(|above| above.col.abs_diff(col) < 2)
        };
        let apart: Vec<usize> = free.iter().copied().filter(|col| !touches(*col)).collect();
        let &col = apart.choose(rng)?;
        free.retain(|c| *c != col);
        queens.push(Cell::new(row, col));
    }
    Some(queens)
}

/// Two stars in each row and column, none touching.
fn two_a_line(size: usize, rng: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
    let counts = vec![Some(2); size];
    let rows = PuzzleText::new("queens", "draft").value("size", size);
    let lines = rows.counts("row_counts", &counts);
    let lines = lines.counts("col_counts", &counts);
    // diagonal neighbors attack each other anyway
    let board = random_board(lines.value("attacks", "[[0, 1], [1, 0]]"), rng)?;
    Some(ones(&board))
}

// Tents & Trees: random tents that do not touch, a tree beside each, and the counts; drawn again
// until no other board has them.

/// Boards tried in one drawing.
const TRIES: usize = 50;

pub(super) fn tents(options: &GenerateOptions, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let size = options.size;
    (0..TRIES).find_map(|_| {
        let solution = planted(size, rng)?;
        let counts = |line: fn(Cell) -> usize| -> Vec<Option<usize>> {
            let is_tent = |k, (cell, what): &(Cell, &char)| **what == '1' && line(*cell) == k;
            let count = |k| solution.iter().filter(|place| is_tent(k, place)).count();
            (0..size).map(|k| Some(count(k))).collect()
        };
        let trees = solution.map(|_, what| if *what == '#' { 'T' } else { '.' });
        let keys = PuzzleText::default().grid("trees", &trees);
        let keys = keys.counts("row_counts", &counts(|cell| cell.row));
        let keys = keys.counts("col_counts", &counts(|cell| cell.col));
        let draft = Draft::new("tents", keys, solution)?;
        has_one_solution(&draft.puzzle.model).then_some(draft)
    })
}

/// A tent (`1`) and a tree (`#`) beside it, for one cell in five; `None` where the board fills up
/// before.
fn planted(size: usize, rng: &mut ChaCha8Rng) -> Option<Grid<char>> {
    let mut board = Grid::from_fn(size, size, |_| '0');
    let mut cells: Vec<Cell> = board.iter().map(|(cell, _)| cell).collect();
    cells.shuffle(rng);
    let mut left = size * size / 5;
    let touching = Moves::touching();
    for cell in cells {
        let around = touching.targets(((size, size), Topology::Plane), cell);
        let touches = around.iter().any(|near| board[*near] == '1');
        if left == 0 || touches || board[cell] != '0' {
            continue;
        }
        let beside = cell.neighbors((size, size));
        let open: Vec<Cell> = beside.filter(|near| board[*near] == '0').collect();
        if let Some(&tree) = open.choose(rng) {
            board[cell] = '1';
            board[tree] = '#';
            left -= 1;
        }
    }
    (left == 0).then_some(board)
}
