//! The two precisions of amplitudes, f64 and f32, and the vector operations the kernels need of
//! them.
//!
//! Everything in a state is written once, over [`Real`]. What is summed over many amplitudes is
//! summed in f64 (see `kernel` and `adjoint` for the short partial sums that are not). A
//! [`Vector`](Vectors::Vector) is as wide as the processor's registers: 8 × f64 or 16 × f32 with
//! AVX-512, half of that with AVX2, a quarter with NEON, in WebAssembly and elsewhere. Every
//! `mul_add` is one rounding, on a processor without such an instruction, too, where it takes many:
//! so the same operations give the same bits everywhere. WebAssembly alone, which has no such
//! instruction on any processor, rounds twice: its numbers agree with all others to rounding, and
//! with those of every other browser to the bit. Sums over amplitudes have an order of their own
//! (`sums`).

use crate::sim::compiled::Compiled;
use crate::sim::instructions::InstructionSet;
use bytemuck::Pod;
use pulp::bytemuck;
use std::fmt::Debug;

/// In which precision amplitudes are kept.
///
/// ```
/// use ketboard_qaoa::{Angles, Ansatz, Cost, Precision};
/// let cost = Cost::from_terms(4, [(0b0011, 1.0), (0b1100, -2.0)])?;
/// let angles = Angles::new(vec![0.3], vec![-0.2])?;
/// let ansatz = Ansatz::new(cost);
/// let double = ansatz.expectation(&angles)?;
/// let single = ansatz.with_precision(Precision::F32).expectation(&angles)?;
/// assert!((single - double).abs() < 1e-5);
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    /// 8-byte numbers: 16 bytes for an amplitude.
    #[default]
    F64,
    /// 4-byte numbers: half the memory, about twice the speed, errors of 10⁻⁶ and less
    /// (CONVENTIONS.md).
    F32,
}

impl Precision {
    /// Bytes of one amplitude.
    pub(super) fn bytes_per_amplitude(self) -> u128 {
        match self {
            Self::F64 => 16,
            Self::F32 => 8,
        }
    }
}

/// The numbers amplitudes are made of: `f64` or `f32`, and no other type.
pub(crate) trait Real: Vectors + Compiled {
    /// Which of the two it is.
    const PRECISION: Precision;
}

impl Real for f64 {
    const PRECISION: Precision = Precision::F64;
}

impl Real for f32 {
    const PRECISION: Precision = Precision::F32;
}

/// What the kernels do with numbers; out of reach outside the simulator, which seals [`Real`].
pub(crate) trait Vectors: Pod + Send + Sync + Debug + PartialEq {
    type Vector<S: InstructionSet>: Copy + Pod;
    const ZERO: Self;
    /// The distance from 1 to the next number.
    const EPSILON: f64;

    fn of(x: f64) -> Self;
    fn wide(self) -> f64;
    /// A whole number, which either type holds exactly.
    fn whole(k: u16) -> Self;
    /// The vectors of a slice whose length they divide.
    fn vectors<S: InstructionSet>(slice: &[Self]) -> &[Self::Vector<S>];
    fn vectors_mut<S: InstructionSet>(slice: &mut [Self]) -> &mut [Self::Vector<S>];
    /// A vector whose lane l is `a`'s lane l ^ `FLIP`.
    fn flipped<S: InstructionSet, const FLIP: usize>(a: Self::Vector<S>) -> Self::Vector<S>;
    /// Complex numbers stored in turn, as a vector of real parts and one of imaginary parts, both
    /// in the same order, which is the processor's choice.
    fn apart<S: InstructionSet>(simd: S, pairs: [Self::Vector<S>; 2]) -> [Self::Vector<S>; 2];
    fn splat<S: InstructionSet>(simd: S, x: Self) -> Self::Vector<S>;
    fn add<S: InstructionSet>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    fn sub<S: InstructionSet>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    fn mul<S: InstructionSet>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    /// a·b + c.
    fn mul_add<S: InstructionSet>(
        simd: S,
        a: Self::Vector<S>,
        b: Self::Vector<S>,
        c: Self::Vector<S>,
    ) -> Self::Vector<S>;
    /// c − a·b.
    fn sub_mul<S: InstructionSet>(
        simd: S,
        a: Self::Vector<S>,
        b: Self::Vector<S>,
        c: Self::Vector<S>,
    ) -> Self::Vector<S>;
    /// a·b + c of single numbers, rounded once.
    fn fused(a: Self, b: Self, c: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn negative(self) -> Self;
}

/// How many numbers are in a vector. What depends on it stands behind a `const`, so that what is
/// for other vectors is not even written out for the compiler.
#[inline(always)]
pub(in crate::sim) const fn lane_count<T: Vectors, S: InstructionSet>() -> usize {
    size_of::<T::Vector<S>>() / size_of::<T>()
}

/// Lane l of the result is lane l ^ `flip`. Written as moves of numbers in an array, which become
/// one shuffle of a CPU register.
#[inline(always)]
fn shuffled<T: Pod, V: Pod, const L: usize>(a: V, flip: usize) -> V
where
    [T; L]: Pod,
{
    let from: [T; L] = cast(a);
    let mut to = from;
    for l in 0..L {
        to[l] = from[(l ^ flip) % L];
    }
    cast(to)
}

/// The same bytes as another type of the same size.
#[inline(always)]
fn cast<A: Pod, B: Pod>(a: A) -> B {
    bytemuck::cast(a)
}

macro_rules! vectors {
    ($real:ident, $vector:ident, $slices:ident, $slices_mut:ident, $splat:ident, $add:ident, $sub:ident, $mul:ident, $mul_add:ident, $sub_mul:ident, $apart:ident) => {
        impl Vectors for $real {
            type Vector<S: InstructionSet> = S::$vector;
            const ZERO: Self = 0.0;
            const EPSILON: f64 = $real::EPSILON as f64;

            #[inline(always)]
            fn of(x: f64) -> Self {
                x as Self
            }

            #[inline(always)]
            fn wide(self) -> f64 {
                f64::from(self)
            }

            #[inline(always)]
            fn whole(k: u16) -> Self {
                Self::from(k)
            }

            #[inline(always)]
            fn vectors<S: InstructionSet>(slice: &[Self]) -> &[S::$vector] {
                S::$slices(slice).0
            }

            #[inline(always)]
            fn vectors_mut<S: InstructionSet>(slice: &mut [Self]) -> &mut [S::$vector] {
                S::$slices_mut(slice).0
            }

            #[inline(always)]
            fn flipped<S: InstructionSet, const FLIP: usize>(a: S::$vector) -> S::$vector {
                match const { lane_count::<Self, S>() } {
                    2 => shuffled::<Self, S::$vector, 2>(a, FLIP),
                    4 => shuffled::<Self, S::$vector, 4>(a, FLIP),
                    8 => shuffled::<Self, S::$vector, 8>(a, FLIP),
                    16 => shuffled::<Self, S::$vector, 16>(a, FLIP),
                    _ => a,
                }
            }

            #[inline(always)]
            fn apart<S: InstructionSet>(simd: S, pairs: [S::$vector; 2]) -> [S::$vector; 2] {
                simd.$apart(pairs)
            }

            #[inline(always)]
            fn splat<S: InstructionSet>(simd: S, x: Self) -> S::$vector {
                simd.$splat(x)
            }

            #[inline(always)]
            fn add<S: InstructionSet>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$add(a, b)
            }

            #[inline(always)]
            fn sub<S: InstructionSet>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$sub(a, b)
            }

            #[inline(always)]
            fn mul<S: InstructionSet>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$mul(a, b)
            }

            #[inline(always)]
            fn mul_add<S: InstructionSet>(
                simd: S,
                a: S::$vector,
                b: S::$vector,
                c: S::$vector,
            ) -> S::$vector {
                #[cfg(target_family = "wasm")]
                return simd.$add(simd.$mul(a, b), c);
                #[cfg(not(target_family = "wasm"))]
                simd.$mul_add(a, b, c)
            }

            #[inline(always)]
            fn sub_mul<S: InstructionSet>(
                simd: S,
                a: S::$vector,
                b: S::$vector,
                c: S::$vector,
            ) -> S::$vector {
                #[cfg(target_family = "wasm")]
                return simd.$sub(c, simd.$mul(a, b));
                #[cfg(not(target_family = "wasm"))]
                simd.$sub_mul(a, b, c)
            }

            #[inline(always)]
            fn fused(a: Self, b: Self, c: Self) -> Self {
                #[cfg(target_family = "wasm")]
                return a * b + c;
                #[cfg(not(target_family = "wasm"))]
                a.mul_add(b, c)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }

            #[inline(always)]
            fn negative(self) -> Self {
                -self
            }
        }
    };
}

vectors!(
    f64,
    f64s,
    as_simd_f64s,
    as_mut_simd_f64s,
    splat_f64s,
    add_f64s,
    sub_f64s,
    mul_f64s,
    mul_add_f64s,
    negate_mul_add_f64s,
    deinterleave_shfl_f64s
);
vectors!(
    f32,
    f32s,
    as_simd_f32s,
    as_mut_simd_f32s,
    splat_f32s,
    add_f32s,
    sub_f32s,
    mul_f32s,
    mul_add_f32s,
    negate_mul_add_f32s,
    deinterleave_shfl_f32s
);
