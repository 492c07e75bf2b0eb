//! Tango and Takuzu: a random filled grid, random signs, and givens taken away while the solution
//! stays the only one.

use super::{Hint, Maker, PuzzleDraft, has_one_solution};
use crate::classical::solutions_up_to;
use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, PuzzleText, Sign};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

pub(super) const TANGO: Maker = Maker {
    family: "tango",
    sizes: 4..=10,
    only_even: true,
    draw: draw_tango,
};

pub(super) const TAKUZU: Maker = Maker {
    family: "takuzu",
    sizes: 4..=10,
    only_even: true,
    draw: draw_takuzu,
};

fn draw_tango(size: usize, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let solution = filled("tango", size, rng)?;
    let signs = random_signs(&solution, rng);
    draft("tango", &solution, signs, rng)
}

fn draw_takuzu(size: usize, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let solution = filled("takuzu", size, rng)?;
    draft("takuzu", &solution, Vec::new(), rng)
}

/// A random grid that obeys the rules: values are given in random order and taken back where no
/// solution is left.
fn filled(family: &'static str, size: usize, rng: &mut ChaCha8Rng) -> Option<Grid<bool>> {
    let mut grid: Grid<Option<bool>> = Grid::from_fn(size, size, |_| None);
    let mut cells: Vec<Cell> = grid.iter().map(|(cell, _)| cell).collect();
    cells.shuffle(rng);
    for cell in cells {
        let value = rng.random_bool(0.5);
        grid[cell] = Some(value);
        let puzzle = Puzzle::parse(&file(family, "draft", &grid, &[]), "draft").ok()?;
        if solutions_up_to(&puzzle.model, 1).is_empty() {
            grid[cell] = Some(!value);
        }
    }
    Some(grid.map(|_, value| value.unwrap_or(false)))
}

/// The puzzle of a layout; `None` where its counts cannot add up.
/// The puzzle file.
fn file(
    family: &str,
    name: &str,
    grid: &Grid<Option<bool>>,
    signs: &[(Cell, Cell, Sign)],
) -> String {
    let symbol = |value: &Option<bool>| value.map_or('.', |value| if value { '1' } else { '0' });
    PuzzleText::new(family, name)
        .grid("grid", grid, symbol)
        .signs(signs)
        .end()
}

/// Signs between about one in six pairs of neighbors, true in the solution.
fn random_signs(solution: &Grid<bool>, rng: &mut ChaCha8Rng) -> Vec<(Cell, Cell, Sign)> {
    let mut signs = Vec::new();
    for (cell, &value) in solution.iter() {
        for other in [
            Cell::new(cell.row, cell.col + 1),
            Cell::new(cell.row + 1, cell.col),
        ] {
            if let Some(&neighbor) = solution.get(other)
                && rng.random_bool(1.0 / 6.0)
            {
                let sign = if value == neighbor {
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

/// Takes givens away, in random order, while the solution stays the only one.
fn draft(
    family: &'static str,
    solution: &Grid<bool>,
    signs: Vec<(Cell, Cell, Sign)>,
    rng: &mut ChaCha8Rng,
) -> Option<PuzzleDraft> {
    let mut grid = solution.map(|_, &value| Some(value));
    let mut cells: Vec<Cell> = solution.iter().map(|(cell, _)| cell).collect();
    cells.shuffle(rng);
    for &cell in &cells {
        let value = grid[cell].take();
        let puzzle = Puzzle::parse(&file(family, "draft", &grid, &signs), "draft").ok()?;
        if !has_one_solution(&puzzle.model) {
            grid[cell] = value;
        }
    }
    let open = cells.iter().filter(|&&cell| grid[cell].is_none());
    let hints = open
        .map(|&cell| Hint {
            cell,
            value: solution[cell],
        })
        .collect();
    let write = move |name: &str, given: &[Hint]| {
        let mut with = grid.clone();
        for hint in given {
            with[hint.cell] = Some(hint.value);
        }
        file(family, name, &with, &signs)
    };
    Some(PuzzleDraft {
        hints,
        write: Box::new(write),
    })
}
