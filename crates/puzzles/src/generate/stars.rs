//! Queens, N-queens and Star Battle: a random placement, and as few regions or queens shown as
//! leave no other.
//!
//! Regions are grown from the queens, of a Star Battle with two stars joined in pairs, and their
//! borders moved until the placement is the only one. Of N-queens each queen shown is needed.

use super::draft::{Draft, Givens};
use super::regions::{eager, grown, letters, paired};
use super::repair::with_one_solution;
use super::solution::{ones, random_board};
use crate::puzzle::PuzzleText;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

const GIVENS: Givens = Givens::Lists("queens");

pub(super) fn n_queens(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let keys = PuzzleText::default().value("size", size);
    let solution = random_board(PuzzleText::new("n-queens", "draft").and(&keys), rng)?;
    let mut queens = ones(&solution);
    queens.shuffle(rng);
    Some(Draft::new("n-queens", GIVENS, keys, solution)?.dug(queens))
}

/// Queens, or stars, so many in each row, column and region.
pub(super) fn in_regions(
    family: &'static str,
    size: usize,
    each: u32,
    rng: &mut ChaCha8Rng,
) -> Option<Draft> {
    let counts = vec![Some(each as usize); size];
    let rows = PuzzleText::new("queens", "draft").value("size", size);
    let lines = rows.counts("row_counts", &counts);
    let lines = lines.counts("col_counts", &counts);
    // diagonal neighbors attack each other anyway
    let solution = random_board(lines.value("attacks", "[[0, 1], [1, 0]]"), rng)?;
    let stars = ones(&solution);
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
    Draft::new(family, GIVENS, keys, solution)
}
