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

    /// The same by a multiply-add: processors have other units for these than for additions, and
    /// take both at once.
    #[inline(always)]
    fn gather_too<S: InstructionSet>(
        self,
        simd: S,
        level: usize,
        row: T::Vector<S>,
        sum: T::Vector<S>,
    ) -> T::Vector<S> {
        self.gather(simd, level, row, sum)
    }
}

/// The uniform start, φ_l = 1. It holds a 1 that the compiler does not know, so that a multiply-add
/// stays one.
#[derive(Clone, Copy)]
pub(super) struct Even<T>(T);

impl<T: Real> Even<T> {
    pub(super) fn new() -> Self {
        Self(std::hint::black_box(T::of(1.0)))
    }
}

/// Any start φ, one number for each level.
#[derive(Clone, Copy)]
pub(super) struct Along<'a, T>(pub(super) &'a [T]);

impl<T: Real> StartWeights<T> for Even<T> {
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

    #[inline(always)]
    fn gather_too<S: InstructionSet>(
        self,
        simd: S,
        _: usize,
        row: T::Vector<S>,
        sum: T::Vector<S>,
    ) -> T::Vector<S> {
        T::mul_add(simd, row, T::splat(simd, self.0), sum)
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
