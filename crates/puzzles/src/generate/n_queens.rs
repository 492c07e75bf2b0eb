//! N-queens: a random solution, of which as few queens are shown as leave no other; each of them is
//! needed.

use super::placement::{self, DIAGONALS};
use super::{Hint, Maker, PuzzleDraft, has_one_solution, with_given};
use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, PuzzleText};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

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
        let given_queens = given.iter().filter(|hint| hint.value).map(|hint| hint.cell);
        let queens = shown.iter().copied().chain(given_queens).collect();
        let empty: Vec<Hint> = given.iter().filter(|hint| !hint.value).copied().collect();
        with_given(file(name, size, &queens), "queens", &empty).end()
    };
    Some(PuzzleDraft {
        hints,
        write: Box::new(write),
    })
}

/// The file with these queens.
fn file(name: &str, size: usize, queens: &BTreeSet<Cell>) -> PuzzleText {
    PuzzleText::new("n-queens", name)
        .value("size", size)
        .list("queens", queens.iter())
}

/// Queens taken away, in random order, while the others leave one solution.
fn needed(size: usize, queens: &[Cell], rng: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
    let mut shown = queens.to_vec();
    let mut order = queens.to_vec();
    order.shuffle(rng);
    for queen in order {
        let without: Vec<Cell> = shown.iter().copied().filter(|q| *q != queen).collect();
        let text = file("draft", size, &without.iter().copied().collect()).end();
        let puzzle = Puzzle::parse(&text, "draft").ok()?;
        if has_one_solution(&puzzle.model) {
            shown = without;
        }
    }
    Some(shown)
}
