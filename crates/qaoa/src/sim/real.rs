//! The two precisions of amplitudes, f64 and f32, and what the kernels do with them: a line of the
//! cache at a time.
//!
//! > a line is 64 bytes: 8 numbers of f64, 16 of f32
//!
//! Everything in a state is written once, over [`Real`]. Each number of a line takes up the same
//! products in the same order, and every `mul_add` is one rounding, on a processor without such an
//! instruction, too: so the same operations give the same bits everywhere. WebAssembly alone rounds
//! twice.

use super::instructions::InstructionSet;
use bytemuck::{Pod, Zeroable, cast_slice, cast_slice_mut};
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Precision {
    /// 8-byte numbers: 16 bytes for an amplitude.
    #[default]
    F64,
    /// 4-byte numbers: half the memory, about twice the speed, errors of 10⁻⁶ and less
    /// (CONVENTIONS.md).
    F32,
}

impl Precision {
    pub(super) fn bytes_per_amplitude(self) -> u128 {
        match self {
            Self::F64 => 16,
            Self::F32 => 8,
        }
    }
}

pub(crate) trait Real:
    Pod
    + Send
    + Sync
    + Debug
    + Default
    + PartialEq
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
{
    type Vector<S: InstructionSet>: Copy + Pod;
    /// 64 bytes of vectors.
    type Line<S: InstructionSet>: Pod + AsRef<[Self::Vector<S>]> + AsMut<[Self::Vector<S>]>;
    const PRECISION: Precision;
    const ZERO: Self;
    /// The distance from 1 to the next number.
    const EPSILON: f64;

    fn of(x: f64) -> Self;
    fn wide(self) -> f64;
    fn fused(self, b: Self, c: Self) -> Self;
    /// A vector whose lane l is `a`'s lane l ^ `FLIP`.
    fn flipped<S: InstructionSet, const FLIP: usize>(a: Self::Vector<S>) -> Self::Vector<S>;
    /// Complex numbers stored in turn, as a vector of real parts and one of imaginary parts, both
    /// in the same order, which is the processor's choice.
    fn apart<S: InstructionSet>(simd: S, pairs: [Self::Vector<S>; 2]) -> [Self::Vector<S>; 2];
    fn splat<S: InstructionSet>(simd: S, x: Self) -> Self::Vector<S>;
    fn plus<S: InstructionSet>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    fn minus<S: InstructionSet>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>)
    -> Self::Vector<S>;
    fn times<S: InstructionSet>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>)
    -> Self::Vector<S>;
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

    /// The vectors of a slice whose length they divide.
    #[inline(always)]
    fn vectors<S: InstructionSet>(slice: &[Self]) -> &[Self::Vector<S>] {
        cast_slice(slice)
    }

    #[inline(always)]
    fn vectors_mut<S: InstructionSet>(slice: &mut [Self]) -> &mut [Self::Vector<S>] {
        cast_slice_mut(slice)
    }

    /// The lines of a slice, without what is left of a last one.
    #[inline(always)]
    fn lines<S: InstructionSet>(slice: &[Self]) -> &[Self::Line<S>] {
        cast_slice(&slice[..slice.len() / line::<Self>() * line::<Self>()])
    }

    #[inline(always)]
    fn lines_mut<S: InstructionSet>(slice: &mut [Self]) -> &mut [Self::Line<S>] {
        let whole = slice.len() / line::<Self>() * line::<Self>();
        cast_slice_mut(&mut slice[..whole])
    }

    #[inline(always)]
    fn line<S: InstructionSet>(simd: S, x: Self) -> Self::Line<S> {
        let mut line = Self::Line::<S>::zeroed();
        line.as_mut().fill(Self::splat(simd, x));
        line
    }
}

pub(in crate::sim) const fn line<T>() -> usize {
    64 / size_of::<T>()
}

/// How many numbers are in a vector. Code for other vectors is behind a `const`, so that the
/// compiler does not even write it out.
#[inline(always)]
pub(in crate::sim) const fn lane_count<T: Real, S: InstructionSet>() -> usize {
    size_of::<T::Vector<S>>() / size_of::<T>()
}

/// (a + ib)(c + is), line by line.
#[inline(always)]
pub(in crate::sim) fn times<T: Real, S: InstructionSet>(
    simd: S,
    [mut re, mut im]: [T::Line<S>; 2],
    [c, s]: [T::Line<S>; 2],
) -> [T::Line<S>; 2] {
    for m in 0..re.as_ref().len() {
        let (a, b, c, s) = (re.as_ref()[m], im.as_ref()[m], c.as_ref()[m], s.as_ref()[m]);
        re.as_mut()[m] = T::sub_mul(simd, b, s, T::times(simd, a, c));
        im.as_mut()[m] = T::mul_add(simd, b, c, T::times(simd, a, s));
    }
    [re, im]
}

#[inline(always)]
pub(in crate::sim) fn add_imaginary<T: Real, S: InstructionSet>(
    simd: S,
    [re, im]: [T::Line<S>; 2],
    psi: [T::Line<S>; 2],
    sum: &mut T::Line<S>,
) {
    for m in 0..re.as_ref().len() {
        let sum = &mut sum.as_mut()[m];
        *sum = T::mul_add(simd, re.as_ref()[m], psi[1].as_ref()[m], *sum);
        *sum = T::sub_mul(simd, im.as_ref()[m], psi[0].as_ref()[m], *sum);
    }
}

/// A line whose number l is `a`'s number l ^ `FLIP`, by the bits of `FLIP` within a line.
#[inline(always)]
pub(in crate::sim) fn across<T: Real, S: InstructionSet, const FLIP: usize>(
    a: T::Line<S>,
) -> T::Line<S> {
    let mut b = a;
    let vectors = const { FLIP % line::<T>() / lane_count::<T, S>() };
    for (m, to) in b.as_mut().iter_mut().enumerate() {
        *to = T::flipped::<S, FLIP>(a.as_ref()[m ^ vectors]);
    }
    b
}

#[inline(always)]
pub(in crate::sim) fn total<T: Real, S: InstructionSet>(line: T::Line<S>) -> f64 {
    let numbers: &[T] = cast_slice(line.as_ref());
    let mut sums = [0.0; 16];
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum = number.wide();
    }
    for half in [8, 4, 2, 1] {
        for l in 0..half {
            sums[l] += sums[l + half];
        }
    }
    sums[0]
}

/// Lane l of the result is lane l ^ `flip`: moves in an array that become one CPU shuffle.
#[inline(always)]
fn shuffled<T: Pod, V: Pod, const L: usize>(a: V, flip: usize) -> V
where
    [T; L]: Pod,
{
    let from: [T; L] = bytemuck::cast(a);
    let mut to = from;
    for l in 0..L {
        to[l] = from[(l ^ flip) % L];
    }
    bytemuck::cast(to)
}

macro_rules! real {
    ($real:ident, $precision:ident, $line:ident, $vector:ident, $splat:ident, $add:ident, $sub:ident, $mul:ident, $mul_add:ident, $sub_mul:ident, $apart:ident) => {
        impl Real for $real {
            type Vector<S: InstructionSet> = S::$vector;
            type Line<S: InstructionSet> = S::$line;
            const PRECISION: Precision = Precision::$precision;
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
            fn fused(self, b: Self, c: Self) -> Self {
                #[cfg(target_family = "wasm")]
                return self * b + c;
                #[cfg(not(target_family = "wasm"))]
                self.mul_add(b, c)
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
            fn plus<S: InstructionSet>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$add(a, b)
            }

            #[inline(always)]
            fn minus<S: InstructionSet>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$sub(a, b)
            }

            #[inline(always)]
            fn times<S: InstructionSet>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
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
        }
    };
}

real!(
    f64,
    F64,
    F64Line,
    f64s,
    splat_f64s,
    add_f64s,
    sub_f64s,
    mul_f64s,
    mul_add_f64s,
    negate_mul_add_f64s,
    deinterleave_shfl_f64s
);
real!(
    f32,
    F32,
    F32Line,
    f32s,
    splat_f32s,
    add_f32s,
    sub_f32s,
    mul_f32s,
    mul_add_f32s,
    negate_mul_add_f32s,
    deinterleave_shfl_f32s
);
