//! Tango, Takuzu, Sudoku and the N-queens square: a filled board, of which as much is taken away as
//! leaves the solution the only one.
//!
//! Sizes that have no box (5, 7) are Latin squares; an N-queens square has its diagonals where the
//! size has one (5, 7), else it is a Latin square too.

use super::GenerateOptions;
use super::draft::{Draft, Givens};
use super::solution::random_board;
use crate::grid::{Cell, Grid};
use crate::puzzle::{PuzzleText, Sign, usual_box};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

pub(super) fn tango(options: &GenerateOptions, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let size = options.size;
    let solution = filled("tango", size, &PuzzleText::default(), rng)?;
    let signs = random_signs(&solution, rng);
    dug("tango", PuzzleText::default().signs(&signs), solution, rng)
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

fn filled_and_dug(
    family: &'static str,
    size: usize,
    keys: PuzzleText,
    rng: &mut ChaCha8Rng,
) -> Option<Draft> {
    let solution = filled(family, size, &keys, rng)?;
    dug(family, keys, solution, rng)
}

/// A random board that obeys the rules.
fn filled(
    family: &str,
    size: usize,
    keys: &PuzzleText,
    rng: &mut ChaCha8Rng,
) -> Option<Grid<char>> {
    let open = Grid::from_fn(size, size, |_| '.');
    let file = PuzzleText::new(family, "draft").grid("grid", &open);
    random_board(file.and(keys), rng)
}

/// Cells taken away in random order.
fn dug(
    family: &'static str,
    keys: PuzzleText,
    solution: Grid<char>,
    rng: &mut ChaCha8Rng,
) -> Option<Draft> {
    let mut cells: Vec<Cell> = solution.iter().map(|(cell, _)| cell).collect();
    cells.shuffle(rng);
    Some(Draft::new(family, Givens::Grid, keys, solution)?.dug(cells))
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
