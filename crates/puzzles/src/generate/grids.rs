//! Tango, Takuzu, Sudoku and the N-queens square: a filled board, of which as much is taken away as
//! leaves the solution the only one.
//!
//! A binary grid is filled value by value, taken back where no solution is left. A board of symbols
//! is a shuffled pattern: row r of band b is row 0 moved by r·cols + b. Not every board comes up,
//! and not each with the same probability. Sizes that have no box (5, 7) are Latin squares; an
//! N-queens square has its diagonals where the size has one (5, 7), else it is a Latin square too.

use super::draft::{Draft, Givens};
use crate::classical::solutions_up_to;
use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, PuzzleText, Sign, symbols, usual_box};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

pub(super) fn tango(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let solution = filled("tango", size, rng)?;
    let signs = random_signs(&solution, rng);
    draft("tango", solution, PuzzleText::default().signs(&signs), rng)
}

pub(super) fn takuzu(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let solution = filled("takuzu", size, rng)?;
    draft("takuzu", solution, PuzzleText::default(), rng)
}

pub(super) fn sudoku(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let (rows, cols) = usual_box(size).unwrap_or((1, size));
    let solution = pattern(size, (rows, cols), rng);
    let keys = PuzzleText::default().value("box", format_args!("[{rows}, {cols}]"));
    draft("sudoku", solution, keys, rng)
}

/// Row i is row 0 moved by so many times i, for a number of cells that keeps colors off their
/// diagonals where one does.
pub(super) fn queens_squared(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let diagonals = size % 2 == 1 && !size.is_multiple_of(3);
    let solution = if diagonals {
        let step = rng.random_range(2..size - 1);
        let symbols = shuffled_symbols(size, rng);
        let at = |cell: Cell| symbols[(cell.col + step * cell.row) % size];
        Grid::from_fn(size, size, at)
    } else {
        pattern(size, (1, size), rng)
    };
    let keys = PuzzleText::default().value("diagonals", diagonals);
    draft("n-queens-squared", solution, keys, rng)
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

/// A random grid that obeys the rules: values are given in random order and taken back where no
/// solution is left.
fn filled(family: &str, size: usize, rng: &mut ChaCha8Rng) -> Option<Grid<char>> {
    let open = Grid::from_fn(size, size, |_| '.');
    let file = PuzzleText::new(family, "draft").grid("grid", &open);
    let mut puzzle = Puzzle::parse(&file.end(), "draft").ok()?;
    let mut vars: Vec<_> = puzzle.model.variables().collect();
    vars.shuffle(rng);
    for var in vars {
        let value = rng.random_bool(0.5);
        let mut tried = puzzle.model.clone();
        tried.give(var, value);
        let fits = !solutions_up_to(&tried, 1).is_empty();
        puzzle.model.give(var, value == fits);
    }
    let solution = solutions_up_to(&puzzle.model, 1).pop()?;
    let rows = puzzle.board(&solution);
    Some(open.map(|cell, _| char::from(rows[cell.row].as_bytes()[cell.col])))
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

/// A filled board of symbols: bands, rows, stacks, columns and symbols are shuffled.
fn pattern(size: usize, (rows, cols): (usize, usize), rng: &mut ChaCha8Rng) -> Grid<char> {
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
    let all: Vec<usize> = (0..size).collect();
    let mut groups: Vec<Vec<usize>> = all.chunks(group).map(<[usize]>::to_vec).collect();
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
