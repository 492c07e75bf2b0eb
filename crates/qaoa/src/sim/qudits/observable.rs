//! What values that are not ⟨C⟩ ask of a state on qudits: its probabilities by level, and λ = Wψ
//! (`sim::observable`).

use super::cost::{QuditCost, QuditLevelIndex};
use super::layout::TileLayout;
use super::state::QuditState;
use crate::sim::ranks::{Request, in_parts, to_numbers, to_words};
use crate::sim::real::Real;
use crate::sim::vector::observable::ObservableWeights;
use crate::tasks::each;
use std::sync::Arc;

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
        if matches!(cost.index(), QuditLevelIndex::Absent) {
            // every rank has the tables that energies are made of
            let all = 0..self.space().states();
            let found = cost.walk(all, Vec::new, |found: &mut Vec<f64>, _, energy| {
                found.push(energy);
            });
            let energies = found.concat().into_iter();
            return energies.zip(self.probabilities()).collect();
        }
        let name = cost.name();
        let sums = self.lead(
            |state| Request::ByLevel { state, cost: name },
            Vec::new,
            || self.sums_of_levels(cost),
        );
        cost.entries().iter().copied().zip(sums).collect()
    }

    /// Σ|ψ|² over the states of each level.
    pub(in crate::sim) fn sums_of_levels(&self, cost: &QuditCost) -> Vec<f64> {
        let levels = cost.entries().len();
        match cost.index() {
            QuditLevelIndex::Bytes(index) => self.by_level(index, levels),
            QuditLevelIndex::Words(index) => self.by_level(index, levels),
            QuditLevelIndex::Absent => Vec::new(),
        }
    }

    fn by_level<N: Copy + Into<u64> + Sync>(&self, index: &[N], levels: usize) -> Vec<f64> {
        let (states, first) = (self.space().states(), self.here().start);
        let len = states.div_ceil(PARTS).max(RUN);
        let none = vec![0.0; levels];
        let parts = in_parts(
            self.team().map(Arc::as_ref),
            states,
            len,
            &none,
            |sums, of| {
                let here = of.start - first..of.end - first;
                for (at, number) in here.clone().zip(&index[here]) {
                    sums[(*number).into() as usize] += self.weight_here(at);
                }
            },
        );
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
    let Some(team) = state.team().cloned() else {
        return apply_here(state, image, cost, weights);
    };
    let by_state = matches!(cost.index(), QuditLevelIndex::Absent);
    let names = [state.name(), image.name(), cost.name()];
    let (request, list) = weights.asked(names, by_state);
    team.lead(
        request,
        || list,
        || match weights {
            ObservableWeights::Levels(weights) if by_state => {
                apply_dealt(state, image, cost, &to_words(weights));
            }
            ObservableWeights::Levels(_) | ObservableWeights::Marked(_) => {
                apply_here(state, image, cost, weights)
            }
        },
    );
}

/// The same with a weight for each state, of which rank 0 has all, and deals them out.
pub(in crate::sim) fn apply_dealt<T: Real>(
    state: &mut QuditState<T>,
    image: &mut QuditState<T>,
    cost: &QuditCost,
    weights: &[u64],
) {
    let each = state.here().len();
    let own = state.team().map(|team| team.deal(weights, each));
    let weights = ObservableWeights::Levels(to_numbers(&own.unwrap_or_default()));
    apply_here(state, image, cost, &weights);
}

/// The same of the amplitudes at hand; where there is a weight for each state, of those.
pub(in crate::sim) fn apply_here<T: Real>(
    state: &mut QuditState<T>,
    image: &mut QuditState<T>,
    cost: &QuditCost,
    weights: &ObservableWeights<'_>,
) {
    let first = state.here().start;
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
            if marks.contains(first + x) { -1.0 } else { 0.0 }
        }),
    }
}

/// λ_x = w_x ψ_x of the states at hand, by their numbers there.
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
