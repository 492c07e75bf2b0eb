//! LinkedIn Queens, and Star Battle with one star: a random placement, regions grown from its
//! queens, and cells recolored until no other placement is left.

use super::regions::{RegionNumbers, grown, letter};
use super::rivals::with_one_solution;
use super::{Hint, Maker, PuzzleDraft, with_given};
use crate::grid::Cell;
use crate::puzzle::PuzzleText;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

pub(super) const QUEENS: Maker = Maker {
    family: "queens",
    sizes: 4..=12,
    only_even: false,
    draw: |size, rng| draw("queens", size, rng),
};

/// Star Battle with one star: the same rules under another name.
pub(super) const STAR_BATTLE: Maker = Maker {
    family: "star-battle",
    sizes: 4..=12,
    only_even: false,
    draw: |size, rng| draw("star-battle", size, rng),
};

fn draw(family: &'static str, size: usize, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let queens = placement(size, rng)?;
    let queens: Vec<Cell> = (0..)
        .zip(queens)
        .map(|(row, col)| Cell::new(row, col))
        .collect();
    let regions = with_one_solution(grown(size, &queens, rng), &queens, 1, rng)?;
    Some(draft(family, &regions, &queens, 1))
}

/// The draft of a finished puzzle of queens or stars.
pub(super) fn draft(
    family: &'static str,
    regions: &RegionNumbers,
    stars: &[Cell],
    each: u32,
) -> PuzzleDraft {
    let hints = regions.iter().map(|(cell, _)| Hint {
        cell,
        value: stars.contains(&cell),
    });
    let hints = hints.collect();
    let file = PuzzleText::default().grid("regions", regions, |region| letter(*region));
    let file = match family {
        "star-battle" => file.value("stars", each),
        _ => file,
    };
    let write = move |name: &str, given: &[Hint]| {
        let file = PuzzleText::new(family, name).and(&file);
        with_given(file, "queens", given).end()
    };
    PuzzleDraft {
        hints,
        write: Box::new(write),
    }
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
