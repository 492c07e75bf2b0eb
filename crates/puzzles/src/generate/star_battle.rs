//! Star Battle with S stars: a random placement, a region grown around each star, S of them at a
//! time joined, and borders moved until no other placement is left.

use super::joining::joined;
use super::placement::{self, TOUCHING};
use super::regions::{grown, letter};
use super::rivals::with_one_solution;
use super::{Hint, Maker, PuzzleDraft, cells_given};
use crate::grid::Grid;
use crate::puzzle::StarBattleLayout;
use rand_chacha::ChaCha8Rng;

/// Star Battle with two stars; one star is drawn like a queens board.
pub(super) static TWO_STARS: Maker = Maker {
    family: "star-battle",
    sizes: 8..=12,
    only_even: false,
    draw: |size, rng| draw(size, 2, rng),
};

fn draw(size: usize, each: u32, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let stars = placement::random(size, each, TOUCHING, 1, rng)?;
    let single = grown(size, &stars, rng);
    let regions = joined(single, &stars, each as usize, rng)?;
    let regions = with_one_solution(regions, &stars, each, rng)?;
    let hints = regions.iter().map(|(cell, _)| Hint {
        cell,
        value: stars.contains(&cell),
    });
    let hints = hints.collect();
    let letters: Grid<char> = regions.map(|_, region| letter(*region));
    let write = move |name: &str, given: &[Hint]| {
        let layout = StarBattleLayout {
            regions: letters.clone(),
            stars: each,
            placed: cells_given(given, true),
            empty: cells_given(given, false),
        };
        layout.to_toml(name)
    };
    Some(PuzzleDraft {
        hints,
        write: Box::new(write),
    })
}
