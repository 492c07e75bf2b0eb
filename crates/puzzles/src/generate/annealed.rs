//! Star Battle from the two models of [`two_step`](super::two_step), annealed; then connection and
//! one solution are seen to.
//!
//! Annealing rarely leaves each region in one piece. Its pieces are then joined anew, neighbors
//! that together hold S stars (split around their stars before, where that cannot be), and borders
//! are moved until no other placement is left: the file says how many pieces and cells that were,
//! often half of the cells for one star from 10×10 on, where compact regions of one size allow many
//! placements. With the slides' t = 2.5 a block of four is as good as a larger region, and boards
//! beyond 6×6 fall apart into such blocks. There t = 6 is used: the more neighbors of the same
//! region the better.

use super::joining::joined;
use super::regions::{RegionNumbers, pieces};
use super::rivals::with_one_solution;
use super::star_battle::draft;
use super::two_step::{Growth, GrowthWeights, placement_model};
use super::{Maker, PuzzleDraft, StarMethod};
use crate::classical::{AnnealSettings, anneal, anneal_for};
use crate::encode::Polynomial;
use crate::grid::Cell;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Star Battle with one star, by the cubic model.
pub(super) const ONE_STAR: Maker = Maker {
    family: "star-battle",
    sizes: 4..=12,
    only_even: false,
    draw: |size, rng| draw(size, 1, StarMethod::Cubic, rng),
};

/// Star Battle with two stars, by the cubic model.
pub(super) const TWO_STARS: Maker = Maker {
    family: "star-battle",
    sizes: 8..=12,
    only_even: false,
    draw: |size, rng| draw(size, 2, StarMethod::Cubic, rng),
};

/// Star Battle with one star, by the QUBO with auxiliaries. They freeze early: larger boards fall
/// into single cells.
pub(super) const BY_QUBO: Maker = Maker {
    family: "star-battle",
    sizes: 4..=6,
    only_even: false,
    draw: |size, rng| draw(size, 1, StarMethod::Qubo, rng),
};

/// The largest board for which the slides' t is used.
const SMALL: usize = 6;

/// How often borders are moved, from the same regions, before others are annealed.
const ATTEMPTS: usize = 3;

fn draw(size: usize, each: u32, method: StarMethod, rng: &mut ChaCha8Rng) -> Option<PuzzleDraft> {
    let stars = placed(size, each, rng)?;
    let growth = Growth {
        size,
        stars,
        each,
        weights: weights(size, method),
    };
    let grown = Grown::annealed(&growth, method, rng)?;
    let stars = &growth.stars;
    let regions =
        (0..ATTEMPTS).find_map(|_| with_one_solution(grown.regions.clone(), stars, each, rng))?;
    let annealed = grown.regions.iter().zip(regions.iter());
    let moved = annealed.filter(|(before, after)| before != after).count();
    let note = format!(
        "# regions: annealed ({} model) into {} pieces, joined into {size} regions; then {moved} cells moved for one solution\n",
        method.name(),
        grown.pieces,
    );
    Some(draft(&regions, stars, each, note))
}

/// Stars at energy 0 of the placement model.
fn placed(size: usize, each: u32, rng: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
    let model = placement_model(size, each).ok()?;
    let settings = AnnealSettings {
        restarts: 100,
        seed: rng.next_u64(),
        target_energy: Some(0.0),
        ..AnnealSettings::default()
    };
    let found = anneal(model.n(), model.terms(), &settings);
    let ones = (0..model.n()).filter(|k| found.bits[*k]);
    found
        .reached_target
        .then(|| ones.map(|k| Cell::new(k / size, k % size)).collect())
}

/// Weights found by trial: penalties far above what neighbors can gain.
fn weights(size: usize, method: StarMethod) -> GrowthWeights {
    let (penalty, wished) = match method {
        StarMethod::Direct | StarMethod::Cubic if size > SMALL => (32.0, 6.0),
        StarMethod::Direct | StarMethod::Cubic => (8.0, 2.5),
        StarMethod::Qubo => (16.0, 2.5),
    };
    GrowthWeights {
        one_region: penalty,
        stars: penalty,
        wished,
        ..GrowthWeights::default()
    }
}

/// Regions that annealing found, in one piece each.
struct Grown {
    regions: RegionNumbers,
    /// The pieces before they were joined.
    pieces: usize,
}

impl Grown {
    /// Of the assignments that can be joined into regions, that of lowest energy.
    fn annealed(growth: &Growth, method: StarMethod, rng: &mut ChaCha8Rng) -> Option<Self> {
        let settings = AnnealSettings {
            sweeps: 2000,
            restarts: 4,
            seed: rng.next_u64(),
            ..AnnealSettings::default()
        };
        let model: Polynomial = match method {
            StarMethod::Direct | StarMethod::Cubic => growth.cubic(),
            StarMethod::Qubo => growth.qubo(),
        }
        .ok()?;
        let seed = rng.next_u64();
        let read = |bits: &[bool]| {
            let pieces = pieces(&growth.regions(bits)?);
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            Some(Self {
                pieces: 1 + pieces.iter().map(|(_, piece)| *piece).max()?,
                regions: joined(pieces, &growth.stars, growth.each as usize, &mut rng)?,
            })
        };
        let found = anneal_for(model.n(), model.terms(), &settings, |bits| {
            read(bits).is_some()
        });
        read(&found.bits)
    }
}
