//! The Grover mixer over the whole space: e^{−iβ|s⟩⟨s|} = 1 + (e^{−iβ} − 1)|s⟩⟨s|, s uniform.
//!
//! The sum of all amplitudes must be known before any of them is changed. So a pass ends with the
//! sum, and what it asks to be added to all amplitudes is added by the next one:
//!
//! ```text
//! for each layer:  ψ += what the layer before asks for ; times phase ; sum
//! at last:         ψ += what the last layer asks for
//! ```

use super::backward::QuditAdjointStart;
use super::cost::QuditCost;
use super::phases::{apply_cost, find_energies, multiply, observe, overlap};
use super::state::QuditState;
use super::sums::QuditPassSums;
use super::sweep::QuditArrayUse;
use super::turns::rank_one;
use crate::sim::real::Real;
use crate::sim::vector::state::stops;
use crate::sim::walk::watch::Watch;

impl<T: Real> QuditState<T> {
    /// Runs a circuit with this mixer; returns ⟨C⟩ where only that is asked for, NaN where the
    /// watch said stop, else 0.
    pub(in crate::sim) fn run_grover(
        &mut self,
        cost: &QuditCost,
        [gammas, betas]: [&[f64]; 2],
        watch: Watch<'_>,
        value: bool,
    ) -> f64 {
        let (states, with) = (self.space().states() as f64, self.cut().instructions);
        let start = T::of(states.sqrt().recip());
        let mut table = std::mem::take(&mut self.table);
        let mut sums = QuditPassSums::default();
        let mut watched = watch.over(self.space().states());
        for pass in 0..=gammas.len() {
            if stops(self.team(), &mut watched) {
                sums.value = f64::NAN;
                break;
            }
            let last = pass == gammas.len();
            let phases = (!last).then(|| table.phases(cost, gammas[pass], 0.0));
            let added = match pass {
                0 => None,
                _ => Some(asked_for(
                    betas[pass - 1],
                    [sums.totals[0], sums.totals[1]],
                    states,
                )),
            };
            let keep = QuditArrayUse {
                read: [pass > 0; 2],
                write: !(last && value),
                numbers: !last || value,
                sums: !last || value,
            };
            let (ground, data) = self.ground(cost);
            sums = ground.sweep(0, data, keep, |mut piece, room, sums| {
                if pass == 0 {
                    piece.arrays[0].fill(start);
                    piece.arrays[1].fill(T::ZERO);
                }
                if let Some(added) = added {
                    add(&mut piece.arrays, &added);
                }
                if (last && value) || phases.is_some_and(|phases| phases.of_energies()) {
                    find_energies(cost, &piece, &mut room.energies);
                }
                if let Some(phases) = phases {
                    multiply(with, phases, &mut piece, &room.energies, &mut room.factors);
                    total(&piece.arrays, &mut sums.totals);
                }
                if last && value {
                    sums.value += observe(&room.energies, piece.arrays[0], piece.arrays[1]);
                }
            });
        }
        self.table = table;
        sums.value
    }
}

/// Undoes such a circuit on ψ and λ; returns ⟨C⟩ where λ begins as Cψ, and writes the derivatives.
/// NaN where the watch says stop, and the derivatives are then none.
pub(in crate::sim) fn undo_grover<T: Real>(
    [state, image]: [&mut QuditState<T>; 2],
    begin: QuditAdjointStart,
    (cost, watch): (&QuditCost, Watch<'_>),
    [gammas, betas]: [&[f64]; 2],
    [by_gamma, by_beta]: [&mut [f64]; 2],
) -> f64 {
    let (states, with) = (state.space().states() as f64, state.cut().instructions);
    let mut table = std::mem::take(&mut state.table);
    let (mut value, mut totals) = (0.0, [0.0; 4]);
    // pass k undoes layer k, whose sums the pass before has made
    let mut watched = watch.over(state.space().states());
    for pass in (0..=gammas.len()).rev() {
        if stops(state.team(), &mut watched) {
            value = f64::NAN;
            break;
        }
        let first = pass == gammas.len();
        let phases = (!first).then(|| table.phases(cost, -gammas[pass], 0.0));
        let added = (!first).then(|| {
            let [a, b, c, d] = totals;
            by_beta[pass] = 2.0 * (c * b - d * a) / states;
            let [re, im] = asked_for(-betas[pass], [a, b], states);
            let [image_re, image_im] = asked_for(-betas[pass], [c, d], states);
            [re, im, image_re, image_im]
        });
        let of_cost = first && begin == QuditAdjointStart::Cost;
        let keep = QuditArrayUse {
            read: [true, true, !of_cost, !of_cost],
            write: pass > 0,
            numbers: true,
            sums: true,
        };
        let (ground, [re, im]) = state.ground(cost);
        let (_, [image_re, image_im]) = image.ground(cost);
        let arrays = [re, im, image_re, image_im];
        let sums = ground.sweep(0, arrays, keep, |mut piece, room, sums| {
            find_energies(cost, &piece, &mut room.energies);
            if of_cost {
                apply_cost(&room.energies, &mut piece.arrays);
                sums.value += observe(&room.energies, piece.arrays[0], piece.arrays[1]);
            }
            if let Some(added) = added {
                add(&mut piece.arrays, &added);
            }
            if let Some(phases) = phases {
                sums.cost += overlap(&room.energies, &piece.arrays);
                multiply(with, phases, &mut piece, &room.energies, &mut room.factors);
            }
            total(&piece.arrays, &mut sums.totals);
        });
        value += sums.value;
        totals = sums.totals;
        if !first {
            by_gamma[pass] = 2.0 * sums.cost;
        }
    }
    state.table = table;
    value
}

/// What a mixer asks to be added to all amplitudes, from their sum.
fn asked_for<T: Real>(beta: f64, [re, im]: [f64; 2], states: f64) -> [T; 2] {
    let [c, s] = rank_one(beta);
    [
        T::of((c * re - s * im) / states),
        T::of((c * im + s * re) / states),
    ]
}

fn add<T: Real, const K: usize>(arrays: &mut [&mut [T]; K], added: &[T; K]) {
    for (array, &added) in arrays.iter_mut().zip(added) {
        for number in array.iter_mut() {
            *number = number.plus(added);
        }
    }
}

fn total<T: Real, const K: usize>(arrays: &[&mut [T]; K], totals: &mut [f64; 4]) {
    for (total, array) in totals.iter_mut().zip(arrays) {
        let mut sums = [0.0; 8];
        for chunk in array.chunks(8) {
            for (sum, number) in sums.iter_mut().zip(chunk) {
                *sum += number.wide();
            }
        }
        *total += sums.iter().sum::<f64>();
    }
}
