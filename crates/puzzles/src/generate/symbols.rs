//! Sudoku and the N-queens square: a filled board from a pattern, shuffled, and clues taken away
//! while the solution stays the only one.
//!
//! Not every board comes up, and not each with the same probability: the pattern of a Sudoku
//! repeats from band to band. Sizes that have no box (5, 7) are Latin squares; an N-queens square
//! has its diagonals where the size has one (5, 7), else it is a Latin square too.

use super::{Hint, Maker, PuzzleDraft, has_one_solution};
use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, PuzzleText, symbols, usual_box};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

pub(super) const SUDOKU: Maker = Maker {
    family: "sudoku",
    sizes: 4..=9,
    only_even: false,
    draw: draw_sudoku,
};

pub(super) const QUEENS_SQUARED: Maker = Maker {
    family: "n-queens-squared",
    sizes: 4..=7,
    only_even: false,
    draw: draw_queens_squared,
};

/// The puzzle file of a board with some clues, under a name.
type Write = dyn Fn(Grid<char>, &str) -> String;

fn draw_sudoku(size: usize, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let box_shape = usual_box(size).unwrap_or((1, size));
    let solution = filled(size, box_shape, rng);
    let write = move |grid: Grid<char>, name: &str| {
        let (rows, cols) = box_shape;
        PuzzleText::new("sudoku", name)
            .grid("grid", &grid, |symbol| *symbol)
            .value("box", format_args!("[{rows}, {cols}]"))
            .end()
    };
    draft(solution, Box::new(write), rng)
}

/// Row i is row 0 moved by so many times i, for a number of cells that keeps colors off their
/// diagonals where one does.
fn draw_queens_squared(size: usize, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let diagonals = size % 2 == 1 && !size.is_multiple_of(3);
    let solution = if diagonals {
        let step = rng.random_range(2..size - 1);
        let symbols = shuffled_symbols(size, rng);
        let at = |cell: Cell| symbols[(cell.col + step * cell.row) % size];
        Grid::from_fn(size, size, at)
    } else {
        filled(size, (1, size), rng)
    };
    let write = move |grid: Grid<char>, name: &str| {
        PuzzleText::new("n-queens-squared", name)
            .grid("grid", &grid, |symbol| *symbol)
            .value("diagonals", diagonals)
            .end()
    };
    draft(solution, Box::new(write), rng)
}

/// A filled board: row r of band b is row 0 moved by r·cols + b; then bands, rows, stacks, columns
/// and symbols are shuffled.
fn filled(size: usize, (rows, cols): (usize, usize), rng: &mut ChaCha8Rng) -> Grid<char> {
    let row_order = shuffled_lines(size, rows, rng);
    let col_order = shuffled_lines(size, cols, rng);
    let symbols = shuffled_symbols(size, rng);
    Grid::from_fn(size, size, |cell| {
        let (row, col) = (row_order[cell.row], col_order[cell.col]);
        symbols[(cols * (row % rows) + row / rows + col) % size]
    })
}

/// 0 to `size` − 1 in groups of `group`, the groups shuffled and each in itself.
fn shuffled_lines(size: usize, group: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut groups: Vec<Vec<usize>> = (0..size)
        .step_by(group)
        .map(|first| (first..first + group).collect())
        .collect();
    groups.shuffle(rng);
    groups.iter_mut().for_each(|group| group.shuffle(rng));
    groups.concat()
}

/// The symbols of a board in a random order.
fn shuffled_symbols(size: usize, rng: &mut ChaCha8Rng) -> Vec<char> {
    let mut symbols: Vec<char> = symbols(size).collect();
    symbols.shuffle(rng);
    symbols
}

/// Takes clues away, in random order, while the solution stays the only one.
fn draft(solution: Grid<char>, write: Box<Write>, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let mut clues = solution.clone();
    let mut cells: Vec<Cell> = solution.iter().map(|(cell, _)| cell).collect();
    cells.shuffle(rng);
    for &cell in &cells {
        clues[cell] = '.';
        let puzzle = Puzzle::parse(&write(clues.clone(), "draft"), "draft").ok()?;
        if !has_one_solution(&puzzle.model) {
            clues[cell] = solution[cell];
        }
    }
    let open = cells.into_iter().filter(|cell| clues[*cell] == '.');
    let hints = open.map(|cell| Hint { cell, value: true }).collect();
    let write = move |name: &str, given: &[Hint]| {
        let mut with = clues.clone();
        for hint in given {
            with[hint.cell] = solution[hint.cell];
        }
        write(with, name)
    };
    Some(PuzzleDraft {
        hints,
        write: Box::new(write),
    })
}
