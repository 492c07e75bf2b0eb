//! LinkedIn Queens, and Star Battle with one star: a random placement, regions grown from its
//! queens, and cells recolored until no other placement is left.

use super::regions::{grown, letter};
use super::rivals::with_one_solution;
use super::{Hint, Maker, PuzzleDraft, cells_given};
use crate::grid::{Cell, Grid};
use crate::puzzle::{QueensLayout, StarBattleLayout};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

pub(super) const QUEENS: Maker = Maker {
    family: "queens",
    sizes: 4..=12,
    only_even: false,
    draw: |size, rng| draw(size, rng, queens_file),
};

/// Star Battle with one star: the same rules under another name.
pub(super) const STAR_BATTLE: Maker = Maker {
    family: "star-battle",
    sizes: 4..=12,
    only_even: false,
    draw: |size, rng| draw(size, rng, star_battle_file),
};

/// The file with these regions, under a name, with some hints given.
type File = fn(Grid<char>, &str, &[Hint]) -> String;

fn draw(size: usize, rng: &mut ChaCha8Rng, file: File) -> Option<PuzzleDraft> {
    let queens = placement(size, rng)?;
    let queens: Vec<Cell> = (0..)
        .zip(queens)
        .map(|(row, col)| Cell::new(row, col))
        .collect();
    let regions = with_one_solution(grown(size, &queens, rng), &queens, 1, rng)?;
    let hints = regions
        .iter()
        .map(|(cell, _)| Hint {
            cell,
            value: queens.contains(&cell),
        })
        .collect();
    let letters = regions.map(|_, region| letter(*region));
    let write = move |name: &str, given: &[Hint]| file(letters.clone(), name, given);
    Some(PuzzleDraft {
        hints,
        write: Box::new(write),
    })
}

fn queens_file(regions: Grid<char>, name: &str, given: &[Hint]) -> String {
    let layout = QueensLayout {
        size: regions.rows(),
        regions: Some(regions),
        queens: cells_given(given, true),
        empty: cells_given(given, false),
    };
    layout.to_toml(name)
}

fn star_battle_file(regions: Grid<char>, name: &str, given: &[Hint]) -> String {
    let layout = StarBattleLayout {
        regions,
        stars: 1,
        placed: cells_given(given, true),
        empty: cells_given(given, false),
    };
    layout.to_toml(name)
}

/// The column of the queen in each row: one per column, none touching; `None` where a random order
/// hits a dead end.
fn placement(size: usize, rng: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let mut free: Vec<usize> = (0..size).collect();
    let mut queens: Vec<usize> = Vec::new();
    for _ in 0..size {
        let above = queens.last().copied();
        let apart: Vec<usize> = free
            .iter()
            .copied()
            .filter(|&col| above.is_none_or(|a| a.abs_diff(col) > 1))
            .collect();
        let &col = apart.choose(rng)?;
        free.retain(|&c| c != col);
        queens.push(col);
    }
    Some(queens)
}
