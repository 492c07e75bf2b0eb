//! What the levels of a register count for in its sums: the start φ, but for a factor.

use crate::sim::real::Real;
use pulp::Simd;

/// The start φ of a register, but for a factor.
pub(super) trait Weights<T: Real>: Copy {
    /// sum + φ_l ψ_l
    fn gather<S: Simd>(
        self,
        simd: S,
        level: usize,
        row: T::Vector<S>,
        sum: T::Vector<S>,
    ) -> T::Vector<S>;

    /// The same by a multiply-add: processors have other units for these than for additions, and
    /// take both at once.
    fn gather_too<S: Simd>(
        self,
        simd: S,
        level: usize,
        row: T::Vector<S>,
        sum: T::Vector<S>,
    ) -> T::Vector<S>;
}

/// φ_l = 1; holds a 1 that the compiler does not know.
#[derive(Clone, Copy)]
pub(super) struct Even<T>(T);

impl<T: Real> Even<T> {
    pub(super) fn new() -> Self {
        Self(std::hint::black_box(T::of(1.0)))
    }
}

/// Any φ.
#[derive(Clone, Copy)]
pub(super) struct Along<'a, T>(pub(super) &'a [T]);

impl<T: Real> Weights<T> for Even<T> {
    #[inline(always)]
    fn gather<S: Simd>(
        self,
        simd: S,
        _: usize,
        row: T::Vector<S>,
        sum: T::Vector<S>,
    ) -> T::Vector<S> {
        T::add(simd, row, sum)
    }

    #[inline(always)]
    fn gather_too<S: Simd>(
        self,
        simd: S,
        _: usize,
        row: T::Vector<S>,
        sum: T::Vector<S>,
    ) -> T::Vector<S> {
        T::mul_add(simd, row, T::splat(simd, self.0), sum)
    }
}

impl<T: Real> Weights<T> for Along<'_, T> {
    #[inline(always)]
    fn gather<S: Simd>(
        self,
        simd: S,
        level: usize,
        row: T::Vector<S>,
        sum: T::Vector<S>,
    ) -> T::Vector<S> {
        T::mul_add(simd, T::splat(simd, self.0[level]), row, sum)
    }

    #[inline(always)]
    fn gather_too<S: Simd>(
        self,
        simd: S,
        level: usize,
        row: T::Vector<S>,
        sum: T::Vector<S>,
    ) -> T::Vector<S> {
        self.gather(simd, level, row, sum)
    }
}
