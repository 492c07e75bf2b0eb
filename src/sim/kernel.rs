//! What is done to a piece of the register while it is in the cache: the loops of a layer, compiled for the processor at hand.
//!
//! Each operation is a record of its arguments, so that `pulp` can run it with or without AVX2, whichever the processor has. Both
//! versions are the same additions and multiplications in the same order and return the same bits.

use super::block::{Block, LANES, Lanes};
use super::diagonal::{Diagonal, Phases};
use super::rotation::{Turn, turn_all};
use super::sweep::Place;
use pulp::{Arch, Simd, WithSimd};

/// Multiplies by the phases, then turns the lowest qubits: all that are local to a tile.
pub(super) fn phase_and_turn(
    place: Place,
    blocks: &mut [Block],
    lane_qubits: usize,
    phases: Phases<'_>,
    turn: impl Turn,
) {
    Arch::new().dispatch(PhaseAndTurn {
        place,
        blocks,
        lane_qubits,
        phases,
        turn,
    });
}

/// Multiplies by the phases.
pub(super) fn phase(place: Place, blocks: &mut [Block], phases: Phases<'_>) {
    for (j, block) in blocks.iter_mut().enumerate() {
        *block = block.times(&phases.block(place.block(j)));
    }
}

/// Turns the qubits of a column buffer.
pub(super) fn turn(place: Place, blocks: &mut [Block], turn: impl Turn) {
    Arch::new().dispatch(TurnColumns {
        width: place.width(),
        blocks,
        turn,
    });
}

/// Σ E(x) |φ_x|² over a piece.
pub(super) fn observe(place: Place, blocks: &[Block], diagonal: &Diagonal) -> f64 {
    Arch::new().dispatch(Observe {
        place,
        blocks,
        diagonal,
    })
}

struct PhaseAndTurn<'a, T> {
    place: Place,
    blocks: &'a mut [Block],
    lane_qubits: usize,
    phases: Phases<'a>,
    turn: T,
}

impl<T: Turn> WithSimd for PhaseAndTurn<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (j, block) in self.blocks.iter_mut().enumerate() {
            let phased = block.times(&self.phases.block(self.place.block(j)));
            *block = phased.turned(self.lane_qubits, self.turn);
        }
        turn_all(self.blocks, 1, self.turn);
    }
}

struct TurnColumns<'a, T> {
    width: usize,
    blocks: &'a mut [Block],
    turn: T,
}

impl<T: Turn> WithSimd for TurnColumns<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        turn_all(self.blocks, self.width, self.turn);
    }
}

struct Observe<'a> {
    place: Place,
    blocks: &'a [Block],
    diagonal: &'a Diagonal,
}

impl WithSimd for Observe<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let mut sums = [0.0; LANES];
        for (j, block) in self.blocks.iter().enumerate() {
            let energies = self.diagonal.energies(self.place.block(j));
            let weights = block.weights();
            for l in 0..LANES {
                sums[l] += energies[l] * weights[l];
            }
        }
        total(&sums)
    }
}

/// The sum of eight numbers, always in this order.
pub(super) fn total(v: &Lanes) -> f64 {
    ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]))
}
