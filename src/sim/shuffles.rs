//! Phases of at most 256 levels on a grid, picked out of registers by the shuffles of AVX-512, in f32.
//!
//! > e^{−iγE} of level 32·h + l = high\[h\] · low\[l\],  high\[h\] = e^{−iγ(E_0 + 32·h·u)},  low\[l\] = e^{−iγlu}
//!
//! ```text
//! for each vector of amplitudes:
//!     widen the numbers of their levels ; shuffle low by them ; shift ; shuffle high by them ; multiply
//! ```
//!
//! One shuffle picks a number for each of sixteen lanes out of two vectors: four of them and a product where a look-up in memory (`factors`) takes a
//! reading for each amplitude, and no table of all levels is filled: 0.75 of a layer's time. In f64, whose vectors hold half as many, and which needs the registers, it
//! would be 1.1; there, and where levels are on no grid, factors are looked up.

use super::block::{Aligned, LANES, Lanes};
use super::factors::{Factors, rotors};
use super::multiply::{Parts, times};
use super::real::Real;
use super::sweep::Place;
use pulp::{Simd, WithSimd};

/// Numbers of two vectors.
const TWO_VECTORS: usize = 2 * LANES;

/// Whether numbers of this type are picked by shuffles in vectors of `S`; known when loops are compiled.
pub(super) const fn are_shuffled<T: Real, S: Simd>() -> bool {
    let whole_block = size_of::<T::Vector<S>>() == size_of::<Lanes<f32>>();
    cfg!(target_arch = "x86_64") && size_of::<T>() == size_of::<f32>() && whole_block
}

/// The two tables, real and imaginary parts apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Short<T> {
    low: Aligned<[[T; TWO_VECTORS]; 2]>,
    high: Aligned<[[T; TWO_VECTORS]; 2]>,
}

impl<T: Real> Short<T> {
    pub(super) const EMPTY: Self = Self {
        low: Aligned([[T::ZERO; TWO_VECTORS]; 2]),
        high: Aligned([[T::ZERO; TWO_VECTORS]; 2]),
    };
}

#[cfg(test)]
impl<T: Real> Short<T> {
    /// The factor of a level.
    pub(super) fn factor(&self, level: u8) -> [f64; 2] {
        let of = |table: &Aligned<[[T; TWO_VECTORS]; 2]>, at: u8| {
            table.0.each_ref().map(|part| part[usize::from(at)].wide())
        };
        let [[a, b], [c, d]] = [of(&self.high, level >> 5), of(&self.low, level & 31)];
        [a * c - b * d, a * d + b * c]
    }
}

/// Makes the tables of γ times a grid of energies.
pub(super) struct Shorten<'a, T> {
    pub(super) short: &'a mut Short<T>,
    /// γE_0.
    pub(super) first: f64,
    /// γu.
    pub(super) step: f64,
}

impl<T: Real> WithSimd for Shorten<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let far = self.step * TWO_VECTORS as f64;
        // a byte has no more than eight runs of 32 levels
        for (table, len, first, step) in [
            (&mut self.short.low.0, TWO_VECTORS, 0.0, self.step),
            (&mut self.short.high.0, LANES, self.first, far),
        ] {
            for from in (0..len).step_by(LANES) {
                let mut angles = Aligned([0.0; LANES]);
                for l in 0..LANES {
                    angles.0[l] = first + step * (from + l) as f64;
                }
                let parts: [Lanes<T>; 2] = rotors::<T, S>(simd, &angles.0);
                for part in 0..2 {
                    table[part][from..from + LANES].copy_from_slice(&parts[part]);
                }
            }
        }
    }
}

/// Factors from the two tables.
#[derive(Clone, Copy)]
pub(super) struct ByShuffles<'a, T> {
    pub(super) index: &'a [[u8; LANES]],
    pub(super) short: &'a Short<T>,
    pub(super) place: Place,
    #[cfg(target_arch = "x86_64")]
    avx: pulp::core_arch::x86::Avx512f,
}

impl<'a, T: Real> ByShuffles<'a, T> {
    /// None where the processor has no such shuffles.
    pub(super) fn new(index: &'a [[u8; LANES]], short: &'a Short<T>, place: Place) -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        let shuffles = pulp::core_arch::x86::Avx512f::try_new().map(|avx| Self {
            index,
            short,
            place,
            avx,
        });
        #[cfg(not(target_arch = "x86_64"))]
        let shuffles = None;
        shuffles
    }
}

impl<T: Real> Factors<T> for ByShuffles<'_, T> {
    #[inline(always)]
    fn block<S: Simd, const N: usize>(&self, simd: S, block: usize) -> Option<Parts<T, S, N>> {
        let levels = &self.index[self.place.block(block)];
        let low = self.pick::<S, N>(&self.short.low.0, levels, false);
        let high = self.pick::<S, N>(&self.short.high.0, levels, true);
        Some(times::<T, S, N>(simd, low, &high))
    }
}

impl<T: Real> ByShuffles<'_, T> {
    /// The numbers of both parts of a table that belong to the levels of a block, by the lower or by the higher bits of these.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn pick<S: Simd, const N: usize>(
        &self,
        table: &[[T; TWO_VECTORS]; 2],
        levels: &[u8; LANES],
        high: bool,
    ) -> Parts<T, S, N> {
        use pulp::bytemuck::cast;
        let avx = self.avx;
        let lanes = avx._mm512_cvtepu8_epi32(cast(*levels));
        let lanes = if high {
            avx._mm512_srli_epi32::<5>(lanes)
        } else {
            lanes
        };
        let mut parts = [[T::vectors::<S>(&table[0])[0]; N]; 2];
        for part in 0..2 {
            let from = T::vectors::<S>(&table[part]);
            parts[part] =
                [cast(avx._mm512_permutex2var_ps(cast(from[0]), lanes, cast(from[1]))); N];
        }
        parts
    }

    /// Never asked, as there are none.
    #[cfg(not(target_arch = "x86_64"))]
    fn pick<S: Simd, const N: usize>(
        &self,
        table: &[[T; TWO_VECTORS]; 2],
        _: &[u8; LANES],
        _: bool,
    ) -> Parts<T, S, N> {
        [[T::vectors::<S>(&table[0])[0]; N]; 2]
    }
}
