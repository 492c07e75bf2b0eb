//! Star Battle with S stars: a random placement, a region grown around each star, S of them at a
//! time joined, and borders moved until no other placement is left.

use super::joining::joined;
use super::placement::{self, TOUCHING};
use super::regions::{RegionNumbers, grown, letter};
use super::rivals::with_one_solution;
use super::{Hint, Maker, PuzzleDraft, StarMethod, annealed, cells_given};
use crate::grid::{Cell, Grid};
use crate::puzzle::StarBattleLayout;
use rand_chacha::ChaCha8Rng;

/// A Star Battle with other than one star, or made otherwise than directly.
#[derive(Debug)]
pub(super) struct Variant {
    pub(super) stars: u32,
    pub(super) method: StarMethod,
    pub(super) maker: Maker,
}

/// All variants; one star made directly stands among the makers of all families.
pub(super) static VARIANTS: &[Variant] = &[
    Variant {
        stars: 2,
        method: StarMethod::Direct,
        maker: Maker {
            family: "star-battle",
            sizes: 8..=12,
            only_even: false,
            draw: |size, rng| draw(size, 2, rng),
        },
    },
    Variant {
        stars: 1,
        method: StarMethod::Cubic,
        maker: annealed::ONE_STAR,
    },
    Variant {
        stars: 2,
        method: StarMethod::Cubic,
        maker: annealed::TWO_STARS,
    },
    Variant {
        stars: 1,
        method: StarMethod::Qubo,
        maker: annealed::BY_QUBO,
    },
];

fn draw(size: usize, each: u32, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let stars = placement::random(size, each, TOUCHING, 1, rng)?;
    let single = grown(size, &stars, rng);
    let regions = joined(single, &stars, each as usize, rng)?;
    let regions = with_one_solution(regions, &stars, each, rng)?;
    Some(draft(&regions, &stars, each, String::new()))
}

/// The draft of a finished puzzle; `note` are comment lines at the head of its file.
pub(super) fn draft(
    regions: &RegionNumbers,
    stars: &[Cell],
    each: u32,
    note: String,
) -> PuzzleDraft {
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
        note.clone() + &layout.to_toml(name)
    };
    PuzzleDraft {
        hints,
        write: Box::new(write),
    }
}
