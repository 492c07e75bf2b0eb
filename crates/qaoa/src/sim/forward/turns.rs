//! The mixer of a layer on the qubits of a group: e^{−iβΣX} with one angle for all of them, or
//! e^{−iΣ_q β_q X_q} with one for each.
//!
//! What is done to a piece is the same either way, in the same passes (`kernel`, `adjoint`); only
//! the loops differ. With one angle qubits are turned two to four at a time and the lowest beside
//! the phase (`rotation`, `fused`), with many each by its own coefficients (`each_qubit`,
//! `each_lane`).

use crate::sim::backward::undo::undo;
use crate::sim::forward::each_lane::{TurnLanesEach, UndoLanesEach};
use crate::sim::forward::each_qubit::{TurnBitsEach, UndoBitsEach};
use crate::sim::forward::kernel::{ChunkCut, turn};
use crate::sim::forward::rotation::Rotation;
use crate::sim::instructions::Instructions;
use crate::sim::real::Real;
use crate::sim::vector::block::LANE_QUBITS;
use std::ops::Range;

/// The rotations of a group of qubits.
#[derive(Clone, Debug)]
pub(in crate::sim) enum GroupRotations {
    /// One for all.
    All(Rotation),
    /// One for each, from the group's lowest qubit on.
    Each(Vec<Rotation>),
}

/// Im⟨λ|Y|φ⟩ of the qubits of a group, or of a state: their sum, or one number for each.
#[derive(Clone, PartialEq, Default, Debug)]
pub(in crate::sim) struct Overlaps {
    pub(in crate::sim) all: f64,
    pub(in crate::sim) each: Vec<f64>,
}

impl Overlaps {
    /// Adds those of a group of qubits.
    pub(in crate::sim) fn add(&mut self, qubits: &Range<usize>, of_group: &Self) {
        self.all += of_group.all;
        if of_group.each.is_empty() {
            return;
        }
        self.each.resize(self.each.len().max(qubits.end), 0.0);
        let places = self.each[qubits.clone()].iter_mut();
        places
            .zip(&of_group.each)
            .for_each(|(sum, part)| *sum += part);
    }

    /// Room for `qubits` numbers.
    fn room(&mut self, qubits: usize) -> &mut [f64] {
        self.each.resize(qubits, 0.0);
        &mut self.each
    }
}

/// The places of bits of a block's number in a list of the qubits of a piece's group.
fn places(cut: ChunkCut, bits: Range<usize>) -> Range<usize> {
    let lanes = if cut.tiles { LANE_QUBITS } else { 0 };
    bits.start - cut.low + lanes..bits.end - cut.low + lanes
}

impl GroupRotations {
    /// One rotation for these qubits. Where they leave lanes of their one block empty, each has its
    /// own: the others turn nothing then.
    pub(in crate::sim) fn of(rotation: Rotation, qubits: Range<usize>) -> Self {
        if qubits.end < LANE_QUBITS {
            Self::Each(vec![rotation; qubits.len()])
        } else {
            Self::All(rotation)
        }
    }

    /// The rotation of all of them, where there is one.
    pub(in crate::sim) fn shared(&self) -> Option<Rotation> {
        match self {
            Self::All(rotation) => Some(*rotation),
            Self::Each(_) => None,
        }
    }

    /// Turns the qubits of these bits of a block's number within a piece.
    pub(in crate::sim) fn turn<T: Real>(
        &self,
        with: Instructions,
        data: &mut [T],
        cut: ChunkCut,
        bits: Range<usize>,
    ) {
        match self {
            _ if bits.is_empty() => {}
            Self::All(rotation) => turn(with, data, *rotation, bits),
            Self::Each(rotations) => with.run(TurnBitsEach {
                data,
                from: bits.start,
                rotations: &rotations[places(cut, bits)],
            }),
        }
    }

    /// Turns the qubits of the lanes, if they have angles of their own: one for all is left to
    /// `fused`.
    pub(in crate::sim) fn turn_lanes<T: Real>(
        &self,
        with: Instructions,
        data: &mut [T],
        cut: ChunkCut,
    ) {
        if let (Self::Each(rotations), true) = (self, cut.tiles) {
            with.run(TurnLanesEach { data, rotations });
        }
    }

    /// Undoes what [`GroupRotations::turn`] does on both states.
    pub(in crate::sim) fn undo<T: Real>(
        &self,
        with: Instructions,
        [state, image]: [&mut [T]; 2],
        (cut, bits): (ChunkCut, Range<usize>),
        sums: &mut Overlaps,
    ) {
        match self {
            _ if bits.is_empty() => {}
            Self::All(rotation) => sums.all += undo(with, state, image, *rotation, bits),
            Self::Each(rotations) => {
                let places = places(cut, bits.clone());
                with.run(UndoBitsEach {
                    state,
                    image,
                    from: bits.start,
                    rotations: &rotations[places.clone()],
                    sums: &mut sums.room(rotations.len())[places],
                });
            }
        }
    }

    /// Undoes what [`GroupRotations::turn_lanes`] does on both states.
    pub(in crate::sim) fn undo_lanes<T: Real>(
        &self,
        with: Instructions,
        [state, image]: [&mut [T]; 2],
        cut: ChunkCut,
        sums: &mut Overlaps,
    ) {
        if let (Self::Each(rotations), true) = (self, cut.tiles) {
            with.run(UndoLanesEach {
                state,
                image,
                rotations,
                sums: sums.room(rotations.len()),
            });
        }
    }
}
