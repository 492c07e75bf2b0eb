//! A mixer with an angle for each qubit, e^{−iΣ_q β_q X_q}, behind a phase that is a polynomial of the layer's own.
//!
//! ```text
//! for each layer: for each group of qubits, for each piece: (in the first group: times phase) ; turn the group's qubits one by one
//! ```
//!
//! A pass over memory for each group of qubits and layer, and within a piece a walk for each qubit: slower than the mixer with one angle
//! (`kernel`), whose walks over two to four qubits at a time need one angle for all of them. The gradient goes the same way back and reads
//! ⟨λ|X_q|ψ⟩ as each turn is undone (`adjoint`).

use super::adjoint::Overlapped;
use super::block::{LANE_QUBITS, LANES, REALS};
use super::fused::{Fused, Lowest};
use super::fused_undo::{FusedUndo, undo_qubit};
use super::kernel::turn;
use super::lanes::turn_lanes;
use super::phases::Phases;
use super::plan::Instructions;
use super::real::Real;
use super::rotation::Rotation;
use super::state::State;
use super::sweep::{Keep, Place, sweep};
use super::terms::Terms;
use super::undo::undo;
use std::ops::Range;

/// The layers: a polynomial for each, and p angles for each qubit, qubit after qubit.
#[derive(Clone, Copy, Debug)]
pub(super) struct EachQubit<'a> {
    pub(super) polynomials: &'a [Terms],
    pub(super) betas: &'a [f64],
}

/// The derivatives that belong to one layer.
pub(super) struct LayerDerivative {
    /// By the angle of each qubit.
    pub(super) qubits: Vec<f64>,
    /// By the coefficient of each term of the phase.
    pub(super) terms: Vec<f64>,
}

impl EachQubit<'_> {
    fn depth(&self) -> usize {
        self.polynomials.len()
    }

    /// The turns of layer `k`, or (`sign` −1) those that undo them.
    fn turns<T: Real>(&self, n: usize, k: usize, sign: f64) -> Vec<Rotation> {
        let angle = |qubit: usize| sign * self.betas[qubit * self.depth() + k];
        (0..n)
            .map(|qubit| Rotation::new::<T>(angle(qubit)))
            .collect()
    }

    /// Makes the state of the layers.
    pub(super) fn run<T: Real>(&self, state: &mut State<T>) {
        let n = state.n();
        state.reset();
        for k in 0..self.depth() {
            let turns = self.turns::<T>(n, k, 1.0);
            let phases = Phases::Angles {
                terms: &self.polynomials[k],
                scale: 1.0,
            };
            let (plan, data, _, pool) = state.parts();
            for group in 0..plan.groups(n) {
                let qubits = plan.group(n, group);
                let keep = Keep {
                    read: [true],
                    write: true,
                };
                let with = plan.instructions;
                let arrays = [&mut *data];
                sweep(
                    plan,
                    qubits.clone(),
                    arrays,
                    keep,
                    pool,
                    |place, [piece], scratch, _| {
                        if group == 0 {
                            let blocks = piece.len() / REALS;
                            self.polynomials[k].evaluate(
                                1.0,
                                place,
                                blocks,
                                with,
                                &mut scratch.angles,
                            );
                            with.run(Fused {
                                place,
                                first: 0,
                                chunk: &mut *piece,
                                lowest: Lowest::of(n, true, 0, 0),
                                before: None,
                                phases: Some(phases),
                                after: None,
                                angles: &scratch.angles,
                            });
                        }
                        for (qubit, at) in qubits.clone().zip(places(&qubits, place)) {
                            turn_one(with, piece, at, turns[qubit]);
                        }
                    },
                );
            }
        }
    }

    /// Undoes the layers on `state`, which holds their state, and on `image`; hands out the derivatives, last layer first.
    pub(super) fn undo<T: Real>(
        &self,
        state: &mut State<T>,
        image: &mut State<T>,
        report: &mut dyn FnMut(usize, LayerDerivative),
    ) {
        let n = state.n();
        for k in (0..self.depth()).rev() {
            let turns = self.turns::<T>(n, k, -1.0);
            let (mut by_qubit, mut by_term) = (vec![0.0; n], Vec::new());
            for group in (0..state.plan().groups(n)).rev() {
                let phase = (group == 0).then_some(&self.polynomials[k]);
                let sums = undo_group(state, image, (group, &turns), phase);
                let qubits = state.plan().group(n, group);
                for (qubit, sum) in qubits.zip(sums.qubits) {
                    by_qubit[qubit] = 2.0 * sum;
                }
                by_term = sums.terms;
            }
            by_term.iter_mut().for_each(|sum| *sum *= 2.0);
            let derivative = LayerDerivative {
                qubits: by_qubit,
                terms: by_term,
            };
            report(k, derivative);
        }
    }
}

/// Undoes the turns of one group of qubits and then, where it is given, the phase on both states; returns the overlaps.
fn undo_group<T: Real>(
    state: &mut State<T>,
    image: &mut State<T>,
    (group, turns): (usize, &[Rotation]),
    phase: Option<&Terms>,
) -> super::sweep::Sums {
    let n = state.n();
    let (plan, data, _, pool) = state.parts();
    let (qubits, with) = (plan.group(n, group), plan.instructions);
    let arrays = [data, image.parts().1];
    let keep = Keep {
        read: [true; 2],
        write: true,
    };
    sweep(
        plan,
        qubits.clone(),
        arrays,
        keep,
        pool,
        |place, [state, image], scratch, sums| {
            sums.qubits.resize(qubits.len(), 0.0);
            for (i, at) in places(&qubits, place).enumerate() {
                let rotation = turns[qubits.start + i];
                sums.qubits[i] += undo_one(with, [&mut *state, &mut *image], at, rotation);
            }
            let Some(terms) = phase else { return };
            let blocks = state.len() / REALS;
            terms.evaluate(-1.0, place, blocks, with, &mut scratch.angles);
            scratch.overlaps.resize(blocks * LANES, 0.0);
            with.run(FusedUndo {
                place,
                first: 0,
                state,
                image,
                lowest: Lowest::of(n, true, 0, 0),
                before: None,
                phases: Some(Phases::Angles { terms, scale: -1.0 }),
                overlapped: Some(Overlapped::Terms(terms)),
                after: None,
                angles: &scratch.angles,
                overlaps: &mut scratch.overlaps,
            });
            terms.gather(place, blocks, with, &mut scratch.overlaps, &mut sums.terms);
        },
    )
}

/// Where a qubit's pairs stand within a piece.
#[derive(Clone, Copy)]
enum At {
    /// In lanes that differ in a bit.
    Lane(usize),
    /// In blocks whose numbers within the piece differ in a bit.
    Block(usize),
}

/// Where each qubit of a group stands.
fn places(qubits: &Range<usize>, place: Place) -> impl Iterator<Item = At> {
    let start = qubits.start;
    let columns = place.width_bits();
    qubits.clone().map(move |qubit| {
        if start > 0 {
            At::Block(columns + qubit - start)
        } else if qubit < LANE_QUBITS {
            At::Lane(qubit)
        } else {
            At::Block(qubit - LANE_QUBITS)
        }
    })
}

fn turn_one<T: Real>(with: Instructions, piece: &mut [T], at: At, rotation: Rotation) {
    match at {
        At::Block(bit) => turn(with, piece, Some(rotation), bit, bit + 1),
        At::Lane(bit) => {
            for part in piece.chunks_exact_mut(LANES) {
                turn_lanes(part, bit, LANE_QUBITS, rotation);
            }
        }
    }
}

/// Undoes a turn on both states; returns Im⟨λ|Y|φ⟩ before it.
fn undo_one<T: Real>(
    with: Instructions,
    [state, image]: [&mut [T]; 2],
    at: At,
    rotation: Rotation,
) -> f64 {
    match at {
        At::Block(bit) => undo(with, state, image, Some(rotation), bit..bit + 1),
        At::Lane(bit) => {
            let parts = state.chunks_exact_mut(LANES);
            let both = parts.zip(image.chunks_exact_mut(LANES));
            both.map(|(phi, lambda)| undo_qubit([phi, lambda], bit, LANE_QUBITS, rotation))
                .sum()
        }
    }
}
