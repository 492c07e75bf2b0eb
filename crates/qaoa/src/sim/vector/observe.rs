//! The loops that weigh amplitudes by the energies of their basis states: ⟨C⟩ = Σ E(x) |φ_x|², and
//! C|φ⟩.
//!
//! ```text
//! for each block: for each lane: add E(x)·(re² + im²)
//! ```
//!
//! Energies on a grid are counted in units, which are multiplied in at the end. Products are in the
//! precision of the state, sums in f64.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::cost::diagonal::EnergySource;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::phase::multiply::{add_to, lanes, load, store, with_vectors};
use crate::sim::real::Real;
use crate::sim::vector::block::{LANES, REALS, total};
use crate::sim::walk::place::BlockPlace;

/// Σ E(x) |φ_x|² over a piece.
pub(in crate::sim) struct ObserveEnergies<'a, T> {
    pub(in crate::sim) place: BlockPlace,
    pub(in crate::sim) piece: &'a [T],
    pub(in crate::sim) energies: EnergySource<'a>,
    pub(in crate::sim) rebuilt: &'a [f64],
}

impl<T: Real> Operation for ObserveEnergies<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> f64 {
        with_vectors!(T, S, self.run(simd))
    }
}

impl<T: Real> ObserveEnergies<'_, T> {
    #[inline(always)]
    fn run<S: InstructionSet, const N: usize>(self, simd: S) -> f64 {
        let (stored, _) = self.piece.as_chunks::<REALS>();
        let (rebuilt, _) = self.rebuilt.as_chunks::<LANES>();
        let mut sums = [0.0; LANES];
        for (j, stored) in stored.iter().enumerate() {
            let numbers = self.energies.numbers(self.place.block(j), rebuilt.get(j));
            let energies = lanes::<T, S, N>(&numbers);
            let [re, im] = load::<T, S, N>(stored);
            let mut weighed = re;
            for m in 0..N {
                let square = T::mul(simd, re[m], re[m]);
                let weight = T::mul_add(simd, im[m], im[m], square);
                weighed[m] = T::mul(simd, energies[m], weight);
            }
            add_to::<T, S, N>(&mut sums, &weighed);
        }
        self.energies.unit() * total(&sums)
    }
}

/// λ = C φ over a piece, or the part of it that begins with its block `first`; returns ⟨C⟩.
pub(in crate::sim) struct ApplyCost<'a, T> {
    pub(in crate::sim) place: BlockPlace,
    pub(in crate::sim) first: usize,
    pub(in crate::sim) state: &'a [T],
    pub(in crate::sim) image: &'a mut [T],
    pub(in crate::sim) energies: EnergySource<'a>,
    /// The energies of the whole piece, where they are rebuilt.
    pub(in crate::sim) rebuilt: &'a [f64],
}

impl<T: Real> Operation for ApplyCost<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> f64 {
        with_vectors!(T, S, self.run(simd))
    }
}

impl<T: Real> ApplyCost<'_, T> {
    #[inline(always)]
    fn run<S: InstructionSet, const N: usize>(self, simd: S) -> f64 {
        let (states, _) = self.state.as_chunks::<REALS>();
        let (images, _) = self.image.as_chunks_mut::<REALS>();
        let (rebuilt, _) = self.rebuilt.as_chunks::<LANES>();
        let unit = T::splat(simd, T::of(self.energies.unit()));
        let mut sums = [0.0; LANES];
        for (j, (state, image)) in (self.first..).zip(states.iter().zip(images)) {
            let numbers = self.energies.numbers(self.place.block(j), rebuilt.get(j));
            let energies = lanes::<T, S, N>(&numbers);
            let [re, im] = load::<T, S, N>(state);
            let (mut product, mut weighed) = ([re, im], re);
            for m in 0..N {
                let energy = T::mul(simd, energies[m], unit);
                product[0][m] = T::mul(simd, energy, re[m]);
                product[1][m] = T::mul(simd, energy, im[m]);
                let real = T::mul(simd, re[m], product[0][m]);
                weighed[m] = T::mul_add(simd, im[m], product[1][m], real);
            }
            store::<T, S, N>(product, image);
            add_to::<T, S, N>(&mut sums, &weighed);
        }
        total(&sums)
    }
}
