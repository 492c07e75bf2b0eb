//! Eight amplitudes side by side: the unit in which a state vector is stored, and what one layer does inside it.
//!
//! The vector holds φ, not ψ: the two differ by the known factor (−i)^popcount(x) (see [`crate::sim`]), and in φ
//! both parts of an amplitude turn by the same real rotation. Real and imaginary parts therefore stand in separate groups
//! of eight, and each kernel is written once, for eight real numbers. Registers below three qubits leave lanes of
//! their one block empty; an empty lane is 0 and stays 0.
//!
//! Loops run over lane numbers, not over iterators or closures: each becomes a few vector instructions only if all of it is
//! inlined into the loop that `pulp` compiles for the processor (see `kernel`), and closures are not reliably.
#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use super::rotation::Turn;

/// Amplitudes in a block.
pub(super) const LANES: usize = 8;
/// Qubits whose two halves lie within a block.
pub(super) const LANE_QUBITS: usize = 3;

/// The same number of eight neighboring basis states.
pub(super) type Lanes = [f64; LANES];

/// Eight amplitudes φ_x, x = 8·block + lane.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Block {
    pub(super) re: Lanes,
    pub(super) im: Lanes,
}

impl Block {
    pub(super) const ZERO: Self = Self {
        re: [0.0; LANES],
        im: [0.0; LANES],
    };

    /// |φ_x|² of each lane.
    #[inline(always)]
    pub(super) fn weights(&self) -> Lanes {
        let mut weights = [0.0; LANES];
        for l in 0..LANES {
            weights[l] = self.re[l] * self.re[l] + self.im[l] * self.im[l];
        }
        weights
    }

    /// φ_x times a complex factor for each lane.
    #[inline(always)]
    pub(super) fn times(&self, factor: &Self) -> Self {
        let mut product = Self::ZERO;
        for l in 0..LANES {
            product.re[l] = self.re[l] * factor.re[l] - self.im[l] * factor.im[l];
            product.im[l] = self.re[l] * factor.im[l] + self.im[l] * factor.re[l];
        }
        product
    }

    /// Turns the register's first `qubits` ≤ 3 qubits.
    #[inline(always)]
    pub(super) fn turned(&self, qubits: usize, turn: impl Turn) -> Self {
        Self {
            re: turn_lanes(self.re, qubits, turn),
            im: turn_lanes(self.im, qubits, turn),
        }
    }
}

/// The number of blocks of a register: 2ⁿ / 8, and 1 where that is less.
pub(super) fn blocks(n: usize) -> usize {
    1 << n.saturating_sub(LANE_QUBITS)
}

/// The partner of each lane across `qubit`, negated where the lane's bit is 0: −φ₁ stands in the place of φ₀, φ₀ in that of φ₁.
#[inline(always)]
pub(super) fn partners<const QUBIT: usize>(v: Lanes) -> Lanes {
    let mut signed = [0.0; LANES];
    for l in 0..LANES {
        let partner = v[l ^ (1 << QUBIT)];
        signed[l] = if l >> QUBIT & 1 == 0 {
            -partner
        } else {
            partner
        };
    }
    signed
}

#[inline(always)]
fn turn_lanes(mut v: Lanes, qubits: usize, turn: impl Turn) -> Lanes {
    if qubits > 0 {
        v = turn_lane::<0>(v, turn);
    }
    if qubits > 1 {
        v = turn_lane::<1>(v, turn);
    }
    if qubits > 2 {
        v = turn_lane::<2>(v, turn);
    }
    v
}

#[inline(always)]
fn turn_lane<const QUBIT: usize>(v: Lanes, turn: impl Turn) -> Lanes {
    let partner = partners::<QUBIT>(v);
    let mut turned = [0.0; LANES];
    for l in 0..LANES {
        turned[l] = turn.turn(v[l], partner[l]);
    }
    turned
}
