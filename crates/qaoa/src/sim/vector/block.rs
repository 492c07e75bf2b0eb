//! Sixteen amplitudes side by side, as a state stores them: sixteen real parts, then as many
//! imaginary ones.
//!
//! What is stored is φ, not ψ (see [`crate::sim`]): in φ both parts of an amplitude turn by the
//! same real rotation, so a kernel that turns qubits need not tell them apart and takes a run of
//! blocks as plain numbers. Sixteen numbers are the widest vector there is (f32 with AVX-512), and
//! a whole number of every other. The four lowest qubits pair lanes of one block. States below
//! four qubits leave lanes of their one block empty; an empty lane is 0 and stays 0.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "lane loops must not depend on closures being inlined"
)]

use crate::sim::real::Real;

/// Amplitudes in a block.
pub(in crate::sim) const LANES: usize = 16;
/// Numbers in a block.
pub(in crate::sim) const REALS: usize = 2 * LANES;
/// Qubits whose two halves lie within a block.
pub(in crate::sim) const LANE_QUBITS: usize = 4;

/// A number for each of sixteen neighboring basis states.
pub(in crate::sim) type Lanes<T> = [T; LANES];

/// An array that begins at a line of the cache. Where one begins is else a matter of luck, and a
/// vector across two lines is read in twice the time.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(in crate::sim) struct Aligned<A>(pub(in crate::sim) A);

/// The parts of sixteen amplitudes φ_x, x = 16·block + lane.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct AmplitudeBlock<T> {
    pub(in crate::sim) re: Lanes<T>,
    pub(in crate::sim) im: Lanes<T>,
}

impl<T: Real> AmplitudeBlock<T> {
    pub(in crate::sim) const ZERO: Self = Self {
        re: [T::ZERO; LANES],
        im: [T::ZERO; LANES],
    };

    #[inline(always)]
    pub(in crate::sim) fn load(stored: &[T; REALS]) -> Self {
        let mut block = Self::ZERO;
        for l in 0..LANES {
            block.re[l] = stored[l];
            block.im[l] = stored[l + LANES];
        }
        block
    }

    /// |φ_x|² of each lane, in f64.
    #[inline(always)]
    pub(in crate::sim) fn weights(&self) -> Lanes<f64> {
        let mut weights = [0.0; LANES];
        for l in 0..LANES {
            let (re, im) = (self.re[l].wide(), self.im[l].wide());
            weights[l] = re * re + im * im;
        }
        weights
    }
}

/// The number of blocks of a state: 2ⁿ / 16, and 1 where that is less.
pub(in crate::sim) fn blocks(n: usize) -> usize {
    1 << n.saturating_sub(LANE_QUBITS)
}

/// The sum of the lanes, always in this order.
#[inline(always)]
pub(in crate::sim) fn total(v: &Lanes<f64>) -> f64 {
    let mut sums = *v;
    for half in [8, 4, 2, 1] {
        for l in 0..half {
            sums[l] += sums[l + half];
        }
    }
    sums[0]
}
