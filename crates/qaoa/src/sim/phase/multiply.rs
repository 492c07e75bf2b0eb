//! Blocks as explicit vectors, N for each part: loaded, multiplied by factors, stored.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::instructions::InstructionSet;
use crate::sim::real::Real;
use crate::sim::vector::block::{LANES, Lanes, REALS};

/// Calls `$work` with the number of vectors in a part of a block as its constant.
macro_rules! with_vectors {
    ($real:ident, $simd:ident, $self:ident.$work:ident($($argument:expr),*)) => {
        match const { $crate::sim::vector::block::LANES / $crate::sim::real::lane_count::<$real, $simd>() } {
            1 => $self.$work::<$simd, 1>($($argument),*),
            2 => $self.$work::<$simd, 2>($($argument),*),
            4 => $self.$work::<$simd, 4>($($argument),*),
            _ => $self.$work::<$simd, 8>($($argument),*),
        }
    };
}
pub(in crate::sim) use with_vectors;

/// The real and the imaginary parts of a block.
pub(in crate::sim) type ComplexVectors<T, S, const N: usize> =
    [[<T as crate::sim::real::Vectors>::Vector<S>; N]; 2];

/// A block of a state.
#[inline(always)]
pub(in crate::sim) fn load<T: Real, S: InstructionSet, const N: usize>(
    stored: &[T; REALS],
) -> ComplexVectors<T, S, N> {
    let vectors = T::vectors::<S>(stored);
    let mut parts = [[vectors[0]; N]; 2];
    for m in 0..N {
        (parts[0][m], parts[1][m]) = (vectors[m], vectors[N + m]);
    }
    parts
}

/// The real (0) or the imaginary parts (1) of a block of a state.
#[inline(always)]
pub(in crate::sim) fn load_part<T: Real, S: InstructionSet, const N: usize>(
    stored: &[T; REALS],
    part: usize,
) -> [T::Vector<S>; N] {
    let vectors = T::vectors::<S>(stored);
    let mut v = [vectors[0]; N];
    for m in 0..N {
        v[m] = vectors[part * N + m];
    }
    v
}

#[inline(always)]
pub(in crate::sim) fn store_part<T: Real, S: InstructionSet, const N: usize>(
    v: [T::Vector<S>; N],
    stored: &mut [T; REALS],
    part: usize,
) {
    let vectors = T::vectors_mut::<S>(stored);
    for m in 0..N {
        vectors[part * N + m] = v[m];
    }
}

#[inline(always)]
pub(in crate::sim) fn store<T: Real, S: InstructionSet, const N: usize>(
    parts: ComplexVectors<T, S, N>,
    stored: &mut [T; REALS],
) {
    let vectors = T::vectors_mut::<S>(stored);
    for m in 0..N {
        (vectors[m], vectors[N + m]) = (parts[0][m], parts[1][m]);
    }
}

/// A number for each lane.
#[inline(always)]
pub(in crate::sim) fn lanes<T: Real, S: InstructionSet, const N: usize>(
    numbers: &Lanes<T>,
) -> [T::Vector<S>; N] {
    let vectors = T::vectors::<S>(numbers);
    let mut v = [vectors[0]; N];
    for m in 0..N {
        v[m] = vectors[m];
    }
    v
}

/// Adds the lanes of N vectors to sums in f64.
#[inline(always)]
pub(in crate::sim) fn add_to<T: Real, S: InstructionSet, const N: usize>(
    sums: &mut Lanes<f64>,
    v: &[T::Vector<S>; N],
) {
    let numbers: &[T] = pulp::bytemuck::cast_slice(v.as_slice());
    for l in 0..LANES {
        sums[l] += numbers[l].wide();
    }
}

#[inline(always)]
pub(in crate::sim) fn times<T: Real, S: InstructionSet, const N: usize>(
    simd: S,
    [re, im]: ComplexVectors<T, S, N>,
    [by_re, by_im]: &ComplexVectors<T, S, N>,
) -> ComplexVectors<T, S, N> {
    let mut product = [re, im];
    for m in 0..N {
        let (a, b) = (re[m], im[m]);
        product[0][m] = T::sub_mul(simd, b, by_im[m], T::mul(simd, a, by_re[m]));
        product[1][m] = T::mul_add(simd, b, by_re[m], T::mul(simd, a, by_im[m]));
    }
    product
}
