//! Tango, Takuzu, Sudoku and the N-queens square: a filled board, of which as much is taken away as
//! leaves the solution the only one.
//!
//! Sizes that have no box (5, 7) are Latin squares; an N-queens square has its diagonals where the
//! size has one (5, 7), else it is a Latin square too.

use super::draft::{Draft, Givens};
use super::random;
use crate::grid::{Cell, Grid};
use crate::puzzle::{PuzzleText, Sign, usual_box};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

pub(super) fn tango(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let solution = random::board("tango", &open(size), rng)?;
    let signs = random_signs(&solution, rng);
    draft("tango", solution, PuzzleText::default().signs(&signs), rng)
}

pub(super) fn takuzu(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let solution = random::board("takuzu", &open(size), rng)?;
    draft("takuzu", solution, PuzzleText::default(), rng)
}

pub(super) fn sudoku(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let (rows, cols) = usual_box(size).unwrap_or((1, size));
    let keys = PuzzleText::default().value("box", format_args!("[{rows}, {cols}]"));
    let solution = random::board("sudoku", &open(size).and(&keys), rng)?;
    draft("sudoku", solution, keys, rng)
}

/// With diagonals where there is a board that keeps them.
pub(super) fn queens_squared(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let diagonals = size % 2 == 1 && !size.is_multiple_of(3);
    let keys = PuzzleText::default().value("diagonals", diagonals);
    let solution = random::board("n-queens-squared", &open(size).and(&keys), rng)?;
    draft("n-queens-squared", solution, keys, rng)
}

/// A grid without a value.
fn open(size: usize) -> PuzzleText {
    PuzzleText::default().grid("grid", &Grid::from_fn(size, size, |_| '.'), |open| *open)
}

/// Cells taken away in random order.
fn draft(
    family: &'static str,
    solution: Grid<char>,
    keys: PuzzleText,
    rng: &mut ChaCha8Rng,
) -> Option<Draft> {
    let mut cells: Vec<Cell> = solution.iter().map(|(cell, _)| cell).collect();
    let draft = Draft::new(family, Givens::Grid, keys, solution)?;
    cells.shuffle(rng);
    Some(draft.dug(cells))
}

/// Signs between about one in six pairs of neighbors, true in the solution.
fn random_signs(solution: &Grid<char>, rng: &mut ChaCha8Rng) -> Vec<(Cell, Cell, Sign)> {
    let mut signs = Vec::new();
    for (cell, symbol) in solution.iter() {
        for other in [
            Cell::new(cell.row, cell.col + 1),
            Cell::new(cell.row + 1, cell.col),
        ] {
            if let Some(neighbor) = solution.get(other)
                && rng.random_bool(1.0 / 6.0)
            {
                let sign = if symbol == neighbor {
                    Sign::Equal
                } else {
                    Sign::Differ
                };
                signs.push((cell, other, sign));
            }
        }
    }
    signs
}
