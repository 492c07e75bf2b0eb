//! The loops that multiply amplitudes by their phases, and read ⟨λ|C|ψ⟩ off between phase and turn (see `adjoint`).
//!
//! ```text
//! for each few blocks:
//!     look up the factors of their amplitudes                       into a buffer in the first cache, real and imaginary parts in turn
//!     for each block: take the parts apart; multiply the block of φ, or of φ and λ
//! ```
//!
//! Looking up and multiplying are two loops, because a look-up is one number after the other, and in one loop with it the product becomes so, too. All
//! the rest is explicit vectors: N for each part of a block.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::adjoint::Overlapped;
use super::block::{LANES, Lanes, REALS, total};
use super::phases::{BATCH, Factors, Phases};
use super::real::Real;
use super::sweep::Place;
use pulp::{Simd, WithSimd};

/// Calls `$work` with the number of vectors in a part of a block as its constant.
macro_rules! with_vectors {
    ($real:ident, $simd:ident, $self:ident.$work:ident($($argument:expr),*)) => {
        match $crate::sim::block::LANES / $real::lanes::<$simd>() {
            1 => $self.$work::<$simd, 1>($($argument),*),
            2 => $self.$work::<$simd, 2>($($argument),*),
            4 => $self.$work::<$simd, 4>($($argument),*),
            8 => $self.$work::<$simd, 8>($($argument),*),
            _ => $self.$work::<$simd, 16>($($argument),*),
        }
    };
}
pub(super) use with_vectors;

/// The real and the imaginary parts of a block.
pub(super) type Parts<T, S, const N: usize> = [[<T as super::real::Vectors>::Vector<S>; N]; 2];

/// A block of a state.
#[inline(always)]
pub(super) fn load<T: Real, S: Simd, const N: usize>(stored: &[T; REALS]) -> Parts<T, S, N> {
    let vectors = T::vectors::<S>(stored);
    let mut parts = [[vectors[0]; N]; 2];
    for m in 0..N {
        (parts[0][m], parts[1][m]) = (vectors[m], vectors[N + m]);
    }
    parts
}

#[inline(always)]
pub(super) fn store<T: Real, S: Simd, const N: usize>(
    parts: Parts<T, S, N>,
    stored: &mut [T; REALS],
) {
    let vectors = T::vectors_mut::<S>(stored);
    for m in 0..N {
        (vectors[m], vectors[N + m]) = (parts[0][m], parts[1][m]);
    }
}

/// A number for each lane.
#[inline(always)]
pub(super) fn lanes<T: Real, S: Simd, const N: usize>(numbers: &Lanes<T>) -> [T::Vector<S>; N] {
    let vectors = T::vectors::<S>(numbers);
    let mut v = [vectors[0]; N];
    for m in 0..N {
        v[m] = vectors[m];
    }
    v
}

/// Adds the lanes of N vectors to sums in f64.
#[inline(always)]
pub(super) fn add_to<T: Real, S: Simd, const N: usize>(
    sums: &mut Lanes<f64>,
    v: &[T::Vector<S>; N],
) {
    let numbers: &[T] = pulp::bytemuck::cast_slice(v.as_slice());
    for l in 0..LANES {
        sums[l] += numbers[l].wide();
    }
}

/// Factors that were looked up, in parts.
#[inline(always)]
fn apart<T: Real, S: Simd, const N: usize>(simd: S, factors: &[[T; 2]; LANES]) -> Parts<T, S, N> {
    let pairs = T::vectors::<S>(factors.as_flattened());
    let mut parts = [[pairs[0]; N]; 2];
    for m in 0..N {
        [parts[0][m], parts[1][m]] = T::apart(simd, [pairs[2 * m], pairs[2 * m + 1]]);
    }
    parts
}

/// Where the factor of each lane is to be written, so that [`apart`] brings it there: asked of `apart` itself, and constants once compiled.
#[inline(always)]
fn slots<T: Real, S: Simd, const N: usize>(simd: S) -> Lanes<usize> {
    let mut numbered = [[T::ZERO; 2]; LANES];
    for l in 0..LANES {
        numbered[l] = [T::whole(l as u16); 2];
    }
    let [re, _] = apart::<T, S, N>(simd, &numbered);
    let found: &[T] = pulp::bytemuck::cast_slice(re.as_slice());
    let mut slots = [0; LANES];
    for l in 0..LANES {
        slots[l] = found[l].wide() as usize % LANES;
    }
    slots
}

#[inline(always)]
fn times<T: Real, S: Simd, const N: usize>(
    simd: S,
    [re, im]: Parts<T, S, N>,
    [by_re, by_im]: &Parts<T, S, N>,
) -> Parts<T, S, N> {
    let mut product = [re, im];
    for m in 0..N {
        let (a, b) = (re[m], im[m]);
        product[0][m] = T::sub_mul(simd, b, by_im[m], T::mul(simd, a, by_re[m]));
        product[1][m] = T::mul_add(simd, b, by_re[m], T::mul(simd, a, by_im[m]));
    }
    product
}

/// φ times its phases.
pub(super) struct Multiply<'a, T> {
    pub(super) place: Place,
    /// The number of the chunk's first block in the piece.
    pub(super) first: usize,
    pub(super) chunk: &'a mut [T],
    pub(super) phases: Phases<'a, T>,
    pub(super) angles: &'a [f64],
}

impl<T: Real> WithSimd for Multiply<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        with_vectors!(T, S, self.run(simd));
    }
}

impl<T: Real> Multiply<'_, T> {
    #[inline(always)]
    fn run<S: Simd, const N: usize>(self, simd: S) {
        let (stored, _) = self.chunk.as_chunks_mut::<REALS>();
        let (angles, _) = self.angles.as_chunks::<LANES>();
        let mut factors: Factors<T> = [[[T::ZERO; 2]; LANES]; BATCH];
        let slots = slots::<T, S, N>(simd);
        for (batch, stored) in stored.chunks_mut(BATCH).enumerate() {
            let first = self.first + batch * BATCH;
            let factors = &mut factors[..stored.len()];
            self.phases
                .fill::<S>(self.place, first, angles, &slots, factors);
            for (stored, factors) in stored.iter_mut().zip(factors) {
                let block = load::<T, S, N>(stored);
                let factors = apart::<T, S, N>(simd, factors);
                store::<T, S, N>(times::<T, S, N>(simd, block, &factors), stored);
            }
        }
    }
}

/// φ and λ times the phases, and the overlap after it.
pub(super) struct MultiplyBoth<'a, T> {
    pub(super) place: Place,
    pub(super) first: usize,
    pub(super) state: &'a mut [T],
    pub(super) image: &'a mut [T],
    pub(super) phases: Phases<'a, T>,
    pub(super) overlapped: Overlapped<'a>,
    pub(super) angles: &'a [f64],
    /// Im(λ* φ) of each amplitude of the piece, where terms are overlapped.
    pub(super) overlaps: &'a mut [f64],
}

impl<T: Real> WithSimd for MultiplyBoth<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        with_vectors!(T, S, self.run(simd))
    }
}

impl<T: Real> MultiplyBoth<'_, T> {
    #[inline(always)]
    fn run<S: Simd, const N: usize>(self, simd: S) -> f64 {
        let (states, _) = self.state.as_chunks_mut::<REALS>();
        let (images, _) = self.image.as_chunks_mut::<REALS>();
        let (angles, _) = self.angles.as_chunks::<LANES>();
        let (overlaps, _) = self.overlaps.as_chunks_mut::<LANES>();
        let mut factors: Factors<T> = [[[T::ZERO; 2]; LANES]; BATCH];
        let slots = slots::<T, S, N>(simd);
        let mut sums = [0.0; LANES];
        let batches = states.chunks_mut(BATCH).zip(images.chunks_mut(BATCH));
        for (batch, (states, images)) in batches.enumerate() {
            let first = self.first + batch * BATCH;
            let factors = &mut factors[..states.len()];
            self.phases
                .fill::<S>(self.place, first, angles, &slots, factors);
            let mut sum = [T::splat(simd, T::ZERO); N];
            let blocks = states.iter_mut().zip(images).zip(factors);
            for (j, ((state, image), factors)) in blocks.enumerate() {
                let factors = apart::<T, S, N>(simd, factors);
                let phi = times::<T, S, N>(simd, load::<T, S, N>(state), &factors);
                let lambda = times::<T, S, N>(simd, load::<T, S, N>(image), &factors);
                store::<T, S, N>(phi, state);
                store::<T, S, N>(lambda, image);
                let overlap = overlap::<T, S, N>(simd, &phi, &lambda);
                match &self.overlapped {
                    Overlapped::Cost(energies) => {
                        let numbers = energies.numbers(self.place.block(first + j), None);
                        let energies = lanes::<T, S, N>(&numbers);
                        for m in 0..N {
                            sum[m] = T::mul_add(simd, energies[m], overlap[m], sum[m]);
                        }
                    }
                    Overlapped::Terms(_) => {
                        let mut wide = [0.0; LANES];
                        add_to::<T, S, N>(&mut wide, &overlap);
                        overlaps[first + j] = wide;
                    }
                }
            }
            add_to::<T, S, N>(&mut sums, &sum);
        }
        match &self.overlapped {
            Overlapped::Cost(energies) => energies.unit() * total(&sums),
            Overlapped::Terms(_) => 0.0,
        }
    }
}

/// Im(λ* φ).
#[inline(always)]
fn overlap<T: Real, S: Simd, const N: usize>(
    simd: S,
    phi: &Parts<T, S, N>,
    lambda: &Parts<T, S, N>,
) -> [T::Vector<S>; N] {
    let mut overlap = phi[0];
    for m in 0..N {
        let crossed = T::mul(simd, lambda[0][m], phi[1][m]);
        overlap[m] = T::sub_mul(simd, lambda[1][m], phi[0][m], crossed);
    }
    overlap
}
