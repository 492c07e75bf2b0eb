//! Star Battle with S stars: a random placement, a region grown around each star, S of them at a
//! time joined, and borders moved until no other placement is left.

use super::joining::joined;
use super::placement::{self, TOUCHING};
use super::queens::draft;
use super::regions::grown;
use super::rivals::with_one_solution;
use super::{Maker, PuzzleDraft};
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
    Some(draft("star-battle", &regions, &stars, each))
}
