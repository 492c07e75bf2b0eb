//! Queens, N-queens and Star Battle: a random placement, and as few regions or queens shown as
//! leave no other.
//!
//! Regions are grown from the queens, of a Star Battle with two stars joined in pairs, and their
//! borders moved until the placement is the only one. Of N-queens each queen shown is needed.

use super::draft::{Draft, Givens, ones};
use super::placement::{self, DIAGONALS, TOUCHING};
use super::regions::{RegionNumbers, eager, grown, letters, paired};
use super::repair::with_one_solution;
use crate::grid::Cell;
use crate::puzzle::PuzzleText;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

const GIVENS: Givens = Givens::Lists("queens");

pub(super) fn queens(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let (stars, regions) = one_a_region(size, rng)?;
    draft("queens", &regions, &stars, None)
}

/// Star Battle with one star: the same rules under another name.
pub(super) fn one_star(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let (stars, regions) = one_a_region(size, rng)?;
    draft("star-battle", &regions, &stars, Some(1))
}

pub(super) fn two_stars(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let stars = placement::random(size, 2, TOUCHING, 1, rng)?;
    let eagerness = eager(stars.len(), rng);
    let single = grown(size, &stars, &eagerness, rng);
    let regions = paired(&single, stars.len(), rng)?;
    let regions = with_one_solution(regions, &stars, 2, rng)?;
    draft("star-battle", &regions, &stars, Some(2))
}

pub(super) fn n_queens(size: usize, rng: &mut ChaCha8Rng) -> Option<Draft> {
    let mut queens = placement::random(size, 1, DIAGONALS, size, rng)?;
    let keys = PuzzleText::default().value("size", size);
    let draft = Draft::new("n-queens", GIVENS, keys, ones(size, &queens))?;
    queens.shuffle(rng);
    Some(draft.dug(queens))
}

fn draft(
    family: &'static str,
    regions: &RegionNumbers,
    stars: &[Cell],
    each: Option<u32>,
) -> Option<Draft> {
    let mut keys = PuzzleText::default().grid("regions", &letters(regions));
    if let Some(each) = each {
        keys = keys.value("stars", each);
    }
    Draft::new(family, GIVENS, keys, ones(regions.rows(), stars))
}

fn one_a_region(size: usize, rng: &mut ChaCha8Rng) -> Option<(Vec<Cell>, RegionNumbers)> {
    let queens = one_a_line(size, rng)?;
    let eagerness = eager(size, rng);
    let regions = grown(size, &queens, &eagerness, rng);
    let regions = with_one_solution(regions, &queens, 1, rng)?;
    Some((queens, regions))
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
