//! N-queens: a random solution, of which as few queens are shown as leave no other; each of them is
//! needed.

use super::placement::{self, DIAGONALS};
use super::{Hint, Maker, PuzzleDraft, cells_given, has_one_solution};
use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, QueensLayout};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

pub(super) const MAKER: Maker = Maker {
    family: "n-queens",
    sizes: 4..=12,
    only_even: false,
    draw,
};

fn draw(size: usize, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let queens = placement::random(size, 1, DIAGONALS, size, rng)?;
    let shown = needed(size, &queens, rng)?;
    let board = Grid::from_fn(size, size, |_| ());
    let open = board.iter().filter(|(cell, ())| !shown.contains(cell));
    let hints = open
        .map(|(cell, ())| Hint {
            cell,
            value: queens.contains(&cell),
        })
        .collect();
    let write = move |name: &str, given: &[Hint]| {
        let mut queens = [shown.clone(), cells_given(given, true)].concat();
        queens.sort_unstable();
        let layout = QueensLayout {
            queens,
            empty: cells_given(given, false),
            ..bare(size)
        };
        layout.to_toml(name)
    };
    Some(PuzzleDraft {
        hints,
        write: Box::new(write),
    })
}

fn bare(size: usize) -> QueensLayout {
    QueensLayout {
        size,
        regions: None,
        queens: Vec::new(),
        empty: Vec::new(),
    }
}

/// Queens taken away, in random order, while the others leave one solution.
fn needed(size: usize, queens: &[Cell], rng: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
    let mut shown = queens.to_vec();
    let mut order = queens.to_vec();
    order.shuffle(rng);
    for queen in order {
        let without: Vec<Cell> = shown.iter().copied().filter(|q| *q != queen).collect();
        let layout = QueensLayout {
            queens: without.clone(),
            ..bare(size)
        };
        let puzzle = Puzzle::parse(&layout.to_toml("draft"), "draft").ok()?;
        if has_one_solution(&puzzle.model) {
            shown = without;
        }
    }
    Some(shown)
}
