//! The weight of each level in the sum over a qudit's levels that a rank-one rotation takes: the
//! start φ, but for a factor.
//!
//! > Σ_l φ_l ψ_l

use crate::sim::instructions::InstructionSet;
use crate::sim::real::Real;

/// The start φ of a qudit, but for a factor.
pub(super) trait StartWeights<T: Real>: Copy {
    /// sum + φ_l ψ_l
    fn gather<S: InstructionSet>(
        self,
        simd: S,
        level: usize,
        row: T::Vector<S>,
        sum: T::Vector<S>,
    ) -> T::Vector<S>;
}

/// The uniform start, φ_l = 1.
#[derive(Clone, Copy)]
pub(super) struct Even;

/// Any start φ, one number for each level.
#[derive(Clone, Copy)]
pub(super) struct Along<'a, T>(pub(super) &'a [T]);

impl<T: Real> StartWeights<T> for Even {
    #[inline(always)]
    fn gather<S: InstructionSet>(
        self,
        simd: S,
        _: usize,
        row: T::Vector<S>,
        sum: T::Vector<S>,
    ) -> T::Vector<S> {
        T::add(simd, row, sum)
    }
}

impl<T: Real> StartWeights<T> for Along<'_, T> {
    #[inline(always)]
    fn gather<S: InstructionSet>(
        self,
        simd: S,
        level: usize,
        row: T::Vector<S>,
        sum: T::Vector<S>,
    ) -> T::Vector<S> {
        T::mul_add(simd, T::splat(simd, self.0[level]), row, sum)
    }
}
