//! The adjoint gradient on qudits: a circuit is undone on two states at once, and all
//! derivatives are read off on the way.
//!
//! As for qubits (`sim::adjoint`; Jones & Gacon 2020, arXiv 2009.02823), with λ = U†C|ψ_p⟩ carried
//! back beside ψ:
//!
//! > ∂⟨C⟩/∂β_k = 2 Im⟨λ|H|ψ⟩,  ∂⟨C⟩/∂γ_k = 2 Im⟨λ|C|ψ⟩
//!
//! `undo` reads the first while a turn is undone, qudit by qudit; for a ring ∂/∂β is the sum
//! over its gates, each read at its own place. Beside the state it needs a second one and nothing
//! else.

use super::cost::{QuditCost, QuditLevelIndex};
use super::forward::QuditCircuit;
use super::mixing::Mixing;
use super::observable::apply_weights;
use super::phases::{apply_cost, find_energies, multiply, observe, overlap};
use super::round::LayerRotations;
use super::share::QuditLayers;
use super::state::QuditState;
use super::sums::QuditPassSums;
use super::sweep::QuditArrayUse;
use super::turns::QuditRotations;
use crate::sim::real::Real;
use crate::sim::vector::observable::Weigh;
use crate::sim::vector::state::{made, stops};
use crate::sim::walk::pass::{self, Pass};
use crate::sim::walk::watch::Watch;

/// Returns ⟨C⟩ in the state of the layers (γ_k, β_k) and writes its derivatives by each γ and β.
/// `image` is room for a second state; what both hold afterwards is no state.
///
/// # Panics
/// If the lists differ in length, or the cost, the mixing or a state is of another space.
#[cfg(test)]
pub(crate) fn gradient<T: Real>(
    states: [&mut QuditState<T>; 2],
    cost: &QuditCost,
    mixing: &Mixing,
    angles: [&[f64]; 2],
    by: [&mut [f64]; 2],
) -> f64 {
    gradient_watched(states, (cost, mixing), angles, None, by, Watch::NONE)
}

/// ⟨C⟩ or, where it is given, the value `weigh` of the state of the layers, under a watch: NaN
/// where it said stop, and the derivatives are then none. The latter takes a walk over both states
/// more.
///
/// # Panics
/// As [`gradient`].
pub(crate) fn gradient_watched<T: Real>(
    [state, image]: [&mut QuditState<T>; 2],
    (cost, mixing): (&QuditCost, &Mixing),
    [gammas, betas]: [&[f64]; 2],
    weigh: Option<Weigh<'_, '_, QuditCost, QuditState<T>>>,
    [by_gamma, by_beta]: [&mut [f64]; 2],
    watch: Watch<'_>,
) -> f64 {
    let layers = state.layers(cost, mixing, [gammas, betas], watch);
    image.assert_fits(cost);
    assert_eq!(by_gamma.len(), gammas.len(), "one derivative for each γ");
    assert_eq!(by_beta.len(), betas.len(), "one derivative for each β");
    if weigh.is_none() && gammas.is_empty() {
        return state.value_watched(cost, mixing, [gammas, betas], watch);
    }
    if made(state.run(&layers, false)).is_break() {
        return f64::NAN;
    }
    let Some(weigh) = weigh else {
        let by = [by_gamma, by_beta];
        return QuditState::undo([state, image], QuditAdjointStart::Cost, &layers, by);
    };
    let weighing = (weigh.of_state)(state);
    if !gammas.is_empty() {
        apply_weights(state, image, weigh.observable, &weighing.weights);
        let by = [&mut *by_gamma, &mut *by_beta];
        let undone = QuditState::undo([state, image], QuditAdjointStart::Given, &layers, by);
        if made(undone).is_break() {
            return f64::NAN;
        }
        let both = by_gamma.iter_mut().chain(by_beta);
        both.for_each(|derivative| *derivative *= weighing.scale);
    }
    weighing.value
}

/// What λ is before the first turn is undone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::sim) enum QuditAdjointStart {
    /// Cψ, made in the first pass.
    Cost,
    /// What the image holds.
    Given,
}

impl<T: Real> QuditState<T> {
    /// [`QuditState::undo`] of the amplitudes at hand, by the mixing of the layers.
    pub(super) fn undo_here(
        states: [&mut Self; 2],
        begin: QuditAdjointStart,
        layers: &QuditLayers<'_>,
        by: [&mut [f64]; 2],
    ) -> f64 {
        match QuditRotations::new(layers.mixing, states[0].space()) {
            None => {
                let angles = [layers.gammas, layers.betas];
                T::undo_grover(states, begin, (layers.cost, layers.watch), angles, by)
            }
            Some(turner) => T::undo_qudits(states, begin, &layers.turned_by(&turner), by),
        }
    }
}

/// Undoes layers of turns, qudit by qudit, on their state and on the image; returns ⟨C⟩ where
/// λ begins as Cψ, and writes the derivatives. NaN where the watch says stop, and the derivatives
/// are then none.
pub(in crate::sim) fn undo_each<T: Real>(
    [state, image]: [&mut QuditState<T>; 2],
    begin: QuditAdjointStart,
    circuit: &QuditCircuit<'_, T>,
    [by_gamma, by_beta]: [&mut [f64]; 2],
) -> f64 {
    by_beta.fill(0.0);
    let mut value = 0.0;
    let mut watched = circuit.watch.over(state.space().states());
    for pass in backward(state.cut().groups(), circuit.gammas.len(), circuit.cost) {
        if stops(state.team(), &mut watched) {
            return f64::NAN;
        }
        let sums = state.undo_pass(begin, image, circuit, pass);
        value += sums.value;
        if let Some(k) = pass.before {
            by_beta[k] += 2.0 * sums.turns[0];
        }
        if let Some(k) = pass.after {
            by_beta[k] += 2.0 * sums.turns[1];
        }
        if let Some(k) = pass.phase {
            by_gamma[k] = 2.0 * sums.cost;
        }
    }
    value
}

impl<T: Real> QuditState<T> {
    fn undo_pass(
        &mut self,
        begin: QuditAdjointStart,
        image: &mut Self,
        circuit: &QuditCircuit<'_, T>,
        pass: Pass,
    ) -> QuditPassSums {
        let of_cost = pass.first && begin == QuditAdjointStart::Cost;
        let mut table = std::mem::take(&mut self.table);
        let phases = pass.phase.map(|k| circuit.phases(k, -1.0, &mut table));
        let betas = [pass.before, pass.after].map(|k| k.map(|k| -circuit.betas[k]));
        let turns =
            LayerRotations::new(self.space(), self.cut(), pass.group, circuit.turner, betas);
        let with = self.cut().instructions;
        let (ground, [re, im]) = self.ground(circuit.cost);
        let (_, [image_re, image_im]) = image.ground(circuit.cost);
        let keep = QuditArrayUse {
            read: [true, true, !of_cost, !of_cost],
            write: !pass.last,
            numbers: of_cost || pass.phase.is_some(),
            sums: true,
        };
        let arrays = [re, im, image_re, image_im];
        let sums = ground.sweep(pass.group, arrays, keep, |mut piece, room, sums| {
            if keep.numbers {
                find_energies(circuit.cost, &piece, &mut room.energies);
            }
            if of_cost {
                apply_cost(&room.energies, &mut piece.arrays);
                sums.value += observe(&room.energies, piece.arrays[0], piece.arrays[1]);
            }
            sums.turns[0] += turns.undo(0, &mut piece, room);
            if let Some(phases) = phases {
                sums.cost += overlap(&room.energies, &piece.arrays);
                multiply(with, phases, &mut piece, &room.energies, &mut room.factors);
            }
            sums.turns[1] += turns.undo(1, &mut piece, room);
        });
        self.table = table;
        sums
    }
}

/// The passes that undo `layers` layers, last layer first.
fn backward(groups: usize, layers: usize, cost: &QuditCost) -> Vec<Pass> {
    if !matches!(cost.index(), QuditLevelIndex::Absent) || groups == 1 {
        return pass::backward(groups, layers).collect();
    }
    let begin = Pass {
        group: 0,
        first: true,
        ..Pass::default()
    };
    let layer = |k: usize| {
        (0..groups).rev().map(move |group| Pass {
            group,
            first: false,
            before: Some(k),
            phase: (group == 0).then_some(k),
            after: None,
            last: k == 0 && group == 0,
        })
    };
    let rest = (0..layers).rev().flat_map(layer);
    std::iter::once(begin).chain(rest).collect()
}
