//! Eight amplitudes side by side, as a state stores them: eight real parts, then eight imaginary parts.
//!
//! What is stored is φ, not ψ (see [`crate::sim`]): in φ both parts of an amplitude turn by the same real rotation, so a kernel
//! that turns qubits need not tell them apart and takes a run of blocks as plain numbers. The three lowest qubits pair lanes of one
//! block. Registers below three qubits leave lanes of their one block empty; an empty lane is 0 and stays 0.
//!
//! Loops run over lane numbers, not over iterators or closures: each becomes a few vector instructions only if all of it is
//! inlined into the loop that `pulp` compiles for the processor, and closures are not reliably.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "lane loops must not depend on closures being inlined"
)]

use super::real::Real;
use pulp::Simd;

/// Amplitudes in a block.
pub(super) const LANES: usize = 8;
/// Numbers in a block.
pub(super) const REALS: usize = 2 * LANES;
/// Qubits whose two halves lie within a block.
pub(super) const LANE_QUBITS: usize = 3;

/// The same number of eight neighboring basis states.
pub(super) type Lanes<T> = [T; LANES];

/// The parts of eight amplitudes φ_x, x = 8·block + lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<T> {
    pub(super) re: Lanes<T>,
    pub(super) im: Lanes<T>,
}

impl<T: Real> Block<T> {
    pub(super) const ZERO: Self = Self {
        re: [T::ZERO; LANES],
        im: [T::ZERO; LANES],
    };

    #[inline(always)]
    pub(super) fn load(stored: &[T; REALS]) -> Self {
        let mut block = Self::ZERO;
        for l in 0..LANES {
            block.re[l] = stored[l];
            block.im[l] = stored[l + LANES];
        }
        block
    }

    #[inline(always)]
    pub(super) fn store(self, stored: &mut [T; REALS]) {
        for l in 0..LANES {
            stored[l] = self.re[l];
            stored[l + LANES] = self.im[l];
        }
    }

    /// Eight complex numbers from their parts in turn.
    #[inline(always)]
    pub(super) fn of_pairs(pairs: &[[T; 2]; LANES]) -> Self {
        let mut block = Self::ZERO;
        for l in 0..LANES {
            [block.re[l], block.im[l]] = pairs[l];
        }
        block
    }

    /// φ_x times a complex factor for each lane.
    #[inline(always)]
    pub(super) fn times<S: Simd>(&self, factor: &Self) -> Self {
        let mut product = Self::ZERO;
        for l in 0..LANES {
            let (re, im) = (self.re[l], self.im[l]);
            product.re[l] = T::fused::<S>(re, factor.re[l], im.negative().times(factor.im[l]));
            product.im[l] = T::fused::<S>(re, factor.im[l], im.times(factor.re[l]));
        }
        product
    }

    /// |φ_x|² of each lane, in f64.
    #[inline(always)]
    pub(super) fn weights(&self) -> Lanes<f64> {
        let mut weights = [0.0; LANES];
        for l in 0..LANES {
            let (re, im) = (self.re[l].wide(), self.im[l].wide());
            weights[l] = re * re + im * im;
        }
        weights
    }

    /// Im(λ_x* φ_x) of each lane, in f64, for the block λ.
    #[inline(always)]
    pub(super) fn overlap(&self, lambda: &Self) -> Lanes<f64> {
        let mut overlap = [0.0; LANES];
        for l in 0..LANES {
            let (re, im) = (lambda.re[l].wide(), lambda.im[l].wide());
            overlap[l] = re * self.im[l].wide() - im * self.re[l].wide();
        }
        overlap
    }

    /// Turns the register's lowest qubits.
    #[inline(always)]
    pub(super) fn turned<S: Simd>(&self, turn: &LaneTurn<T>) -> Self {
        Self {
            re: turn.apply::<S>(self.re),
            im: turn.apply::<S>(self.im),
        }
    }
}

/// A turn of the lowest qubits: own·φ ± other·partner.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneTurn<T> {
    /// How many of the three lowest qubits there are.
    pub(super) qubits: usize,
    /// Coefficient of the number itself.
    pub(super) own: T,
    /// Coefficient of its signed partner.
    pub(super) other: T,
}

impl<T: Real> LaneTurn<T> {
    #[inline(always)]
    fn apply<S: Simd>(&self, mut v: Lanes<T>) -> Lanes<T> {
        if self.qubits > 0 {
            v = self.qubit::<S, 0>(v);
        }
        if self.qubits > 1 {
            v = self.qubit::<S, 1>(v);
        }
        if self.qubits > 2 {
            v = self.qubit::<S, 2>(v);
        }
        v
    }

    #[inline(always)]
    fn qubit<S: Simd, const QUBIT: usize>(&self, v: Lanes<T>) -> Lanes<T> {
        let partner = partners::<T, QUBIT>(v);
        let mut turned = [T::ZERO; LANES];
        for l in 0..LANES {
            turned[l] = T::fused::<S>(self.other, partner[l], self.own.times(v[l]));
        }
        turned
    }
}

/// The number of blocks of a register: 2ⁿ / 8, and 1 where that is less.
pub(super) fn blocks(n: usize) -> usize {
    1 << n.saturating_sub(LANE_QUBITS)
}

/// The partner of each lane across `qubit`, negated where the lane's bit is 0: −φ₁ stands in the place of φ₀, φ₀ in that of φ₁.
#[inline(always)]
pub(super) fn partners<T: Real, const QUBIT: usize>(v: Lanes<T>) -> Lanes<T> {
    let mut signed = [T::ZERO; LANES];
    for l in 0..LANES {
        let partner = v[l ^ (1 << QUBIT)];
        signed[l] = if l >> QUBIT & 1 == 0 {
            partner.negative()
        } else {
            partner
        };
    }
    signed
}

/// The sum of eight numbers, always in this order.
pub(super) fn total(v: &Lanes<f64>) -> f64 {
    ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]))
}
