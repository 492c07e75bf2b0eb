//! What values that are not ⟨C⟩ ask of a state on qudits: its probabilities by level, and λ = Wψ
//! (`sim::observable`).

use super::cost::{QuditCost, QuditLevelIndex};
use super::layout::TileLayout;
use super::state::QuditState;
use crate::sim::real::Real;
use crate::sim::vector::observable::ObservableWeights;
use crate::tasks::each;

/// States that one task weighs, and that one counts at least.
const RUN: usize = 1 << 14;
/// Tasks that count levels at most: each has numbers of its own for all of them.
const PARTS: usize = 64;

impl<T: Real> QuditState<T> {
    /// (energy, probability) of each level of the cost; of each basis state where the cost has more
    /// than 65536 levels.
    ///
    /// Some levels may belong to no state.
    ///
    /// # Panics
    /// If the cost is over another space.
    pub(crate) fn levels(&self, cost: &QuditCost) -> Vec<(f64, f64)> {
        self.assert_fits(cost);
        let entries = cost.entries();
        let sums = match cost.index() {
            QuditLevelIndex::Bytes(index) => self.by_level(index, entries.len()),
            QuditLevelIndex::Words(index) => self.by_level(index, entries.len()),
            QuditLevelIndex::Absent => {
                let found = cost.walk(Vec::new, |found: &mut Vec<f64>, _, energy| {
                    found.push(energy);
                });
                let energies = found.concat().into_iter();
                return energies.zip(self.probabilities()).collect();
            }
        };
        entries.iter().copied().zip(sums).collect()
    }

    /// Σ|ψ|² over the states of each level.
    fn by_level<N: Copy + Into<u64> + Sync>(&self, index: &[N], levels: usize) -> Vec<f64> {
        let len = index.len().div_ceil(PARTS).max(RUN);
        let part = |(part, index): (usize, &[N])| {
            let mut sums = vec![0.0; levels];
            for (x, number) in (part * len..).zip(index) {
                sums[(*number).into() as usize] += self.probability(x);
            }
            sums
        };
        let parts: Vec<Vec<f64>> = each(index.chunks(len).enumerate(), part);
        let mut sums = vec![0.0; levels];
        for part in parts {
            sums.iter_mut().zip(part).for_each(|(sum, p)| *sum += p);
        }
        sums
    }
}

/// λ = Wψ.
pub(super) fn apply_weights<T: Real>(
    state: &mut QuditState<T>,
    image: &mut QuditState<T>,
    cost: &QuditCost,
    weights: &ObservableWeights<'_>,
) {
    match (weights, cost.index()) {
        (ObservableWeights::Levels(weights), QuditLevelIndex::Bytes(index)) => {
            apply(state, image, cost, |x| weights[usize::from(index[x])]);
        }
        (ObservableWeights::Levels(weights), QuditLevelIndex::Words(index)) => {
            apply(state, image, cost, |x| weights[usize::from(index[x])]);
        }
        (ObservableWeights::Levels(weights), QuditLevelIndex::Absent) => {
            apply(state, image, cost, |x| weights[x])
        }
        (ObservableWeights::Marked(marks), _) => apply(state, image, cost, |x| {
            if marks.contains(x) { -1.0 } else { 0.0 }
        }),
    }
}

fn apply<T: Real>(
    state: &mut QuditState<T>,
    image: &mut QuditState<T>,
    cost: &QuditCost,
    weight: impl Fn(usize) -> f64 + Sync,
) {
    let (ground, parts) = state.ground(cost);
    let (_, images) = image.ground(cost);
    let TileLayout { tile, pitch, .. } = ground.layout;
    for (part, image) in parts.into_iter().zip(images) {
        let tiles = image.chunks_mut(pitch).zip(part.chunks(pitch)).enumerate();
        let runs = tiles.flat_map(|(number, (image, part))| {
            let runs = image[..tile].chunks_mut(RUN).zip(part[..tile].chunks(RUN));
            (number * tile..).step_by(RUN).zip(runs)
        });
        each(runs, |(first, (image, part))| {
            for (x, (image, number)) in (first..).zip(image.iter_mut().zip(part)) {
                *image = T::of(weight(x)).times(*number);
            }
        });
    }
}
