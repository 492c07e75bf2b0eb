//! Sums of products over many numbers, in the same order whatever the processor's vectors are.
//!
//! > line\[i mod L\] += a_i b_i for i = 0, 1, 2, …;  L numbers are a line of the cache, 64 bytes
//!
//! A line is one vector of AVX-512, two of AVX2, four of NEON. Every number of it takes up the same
//! products in the same order, each by one fused multiply-add; at the end the numbers of the line
//! are added up, the upper half to the lower half, and again. So a sum has the same bits on every
//! processor.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::forward::rotation::written_out;
use crate::sim::instructions::InstructionSet;
use crate::sim::real::{Real, lane_count};
use crate::sim::vector::block::Lanes;
use pulp::bytemuck;

/// Vectors in a line at most.
const MOST: usize = 4;

/// Numbers in a line.
pub(in crate::sim) const fn line<T>() -> usize {
    64 / size_of::<T>()
}

/// Vectors in a line.
#[inline(always)]
pub(in crate::sim) const fn per_line<T: Real, S: InstructionSet>() -> usize {
    line::<T>() / lane_count::<T, S>()
}

/// A line of sums. Vectors beyond those of the line stay zero, and nothing may read them in a loop:
/// they would be carried along in memory.
pub(in crate::sim) struct SumLine<T: Real, S: InstructionSet>([T::Vector<S>; MOST]);

impl<T: Real, S: InstructionSet> Clone for SumLine<T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Real, S: InstructionSet> Copy for SumLine<T, S> {}

impl<T: Real, S: InstructionSet> SumLine<T, S> {
    #[inline(always)]
    pub(in crate::sim) fn zero(simd: S) -> Self {
        Self([T::splat(simd, T::ZERO); MOST])
    }

    /// Adds a·b to the vector `at` of the line.
    #[inline(always)]
    pub(in crate::sim) fn add(&mut self, simd: S, at: usize, a: T::Vector<S>, b: T::Vector<S>) {
        let at = at % per_line::<T, S>();
        self.0[at] = T::mul_add(simd, a, b, self.0[at]);
    }

    /// Takes a·b off the vector `at` of the line.
    #[inline(always)]
    pub(in crate::sim) fn sub(&mut self, simd: S, at: usize, a: T::Vector<S>, b: T::Vector<S>) {
        let at = at % per_line::<T, S>();
        self.0[at] = T::sub_mul(simd, a, b, self.0[at]);
    }

    /// Makes the next vector of the line its first one: in a loop over neighboring vectors the sums
    /// stay in registers, which an index that is counted would not allow.
    #[inline(always)]
    pub(in crate::sim) fn advance(&mut self) {
        match const { per_line::<T, S>() } {
            1 => {}
            2 => [self.0[0], self.0[1]] = [self.0[1], self.0[0]],
            _ => {
                let [a, b, c, d] = self.0;
                self.0 = [b, c, d, a];
            }
        }
    }

    /// Two lines, added up number by number.
    #[inline(always)]
    pub(in crate::sim) fn plus(mut self, simd: S, other: Self) -> Self {
        written_out!(4, |K| if const { K < per_line::<T, S>() } {
            self.0[K] = T::add(simd, self.0[K], other.0[K]);
        });
        self
    }

    /// The sum of the numbers, each times what `weight` gives for its place in the line.
    #[inline(always)]
    pub(in crate::sim) fn weighed(&self, weight: impl Fn(usize) -> f64) -> f64 {
        // a copy, vector by vector: what is looked at number by number lies in memory
        let [a, b, c, d] = self.0;
        let vectors = [a, b, c, d];
        let numbers: &[T] = bytemuck::cast_slice(&vectors);
        let mut sums: Lanes<f64> = [0.0; _];
        for i in 0..line::<T>() {
            sums[i] = weight(i) * numbers[i].wide();
        }
        let mut half = line::<T>() / 2;
        while half > 0 {
            for i in 0..half {
                sums[i] += sums[i + half];
            }
            half /= 2;
        }
        sums[0]
    }

    /// The sum of the numbers.
    #[inline(always)]
    pub(in crate::sim) fn total(&self) -> f64 {
        self.weighed(|_| 1.0)
    }
}
