//! Queens, N-queens and Star Battle: a random placement, and as few regions or queens shown as
//! leave no other.
//!
//! Regions are grown from the queens, of a Star Battle with two stars joined in pairs, and their
//! borders moved until the placement is the only one. Of N-queens each queen shown is needed.

use super::GenerateOptions;
use super::draft::{Draft, Givens};
use super::regions::{eager, grown, letters, paired};
use super::repair::with_one_solution;
use super::solution::{ones, random_board};
use crate::grid::{Cell, Grid};
use crate::puzzle::PuzzleText;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

const GIVENS: Givens = Givens::Lists("queens");

pub(super) fn n_queens(options: &GenerateOptions, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let size = options.size;
    let keys = PuzzleText::default().value("size", size);
    let solution = random_board(PuzzleText::new("n-queens", "draft").and(&keys), rng)?;
    let mut queens = ones(&solution);
    queens.shuffle(rng);
    Some(Draft::new("n-queens", GIVENS, keys, solution)?.dug(queens))
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
    Draft::new(family, GIVENS, keys, solution)
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
