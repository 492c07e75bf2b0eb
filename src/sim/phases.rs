//! e^{−iγE(x)}: from a table of the cost's levels, or computed from the angles of a piece.
//!
//! No sine is taken for an amplitude where the cost takes few values: there is one table for a layer, with the factor of the rotation that
//! follows in it. Costs of too many values have their angles rebuilt in each piece (see `terms`), and sines and cosines are taken of sixteen
//! angles at once (see `sine`).
#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use super::block::LANES;
use super::diagonal::{Diagonal, Index};
use super::factors::rotors;
use super::plan::Instructions;
use super::real::Real;
use super::terms::Terms;
use pulp::{Simd, WithSimd};

/// A factor for each basis state.
#[derive(Clone, Copy, Debug)]
pub(super) enum Phases<'a, T> {
    /// One complex number for each of at most 256 levels.
    Bytes(&'a [[u8; LANES]], &'a [[T; 2]; 1 << 8]),
    /// One complex number for each of at most 65536 levels.
    Words(&'a [[u16; LANES]], &'a [[T; 2]; 1 << 16]),
    /// e^{−iθ} for angles θ = scale·E of a polynomial, rebuilt in each piece.
    Angles {
        /// E.
        terms: &'a Terms,
        /// θ/E.
        scale: f64,
    },
}

/// Room for the tables of a layer, kept from layer to layer.
#[derive(Clone, Debug)]
pub(super) struct Table<T>(Vec<[T; 2]>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Real> Table<T> {
    /// e^{−iγE(x)} for each basis state.
    pub(super) fn phases<'a>(
        &'a mut self,
        cost: &'a Diagonal,
        gamma: f64,
        with: Instructions,
    ) -> Phases<'a, T> {
        let len = match cost.index() {
            Index::Bytes(_) => 1 << 8,
            Index::Words(_) => 1 << 16,
            Index::Absent => {
                return Phases::Angles {
                    terms: cost.terms(),
                    scale: gamma,
                };
            }
        };
        self.0.resize(len.max(self.0.len()), [T::ZERO; 2]);
        T::fill(&mut self.0, cost.entries(), gamma, with);
        let full = "the table has been given this length";
        match cost.index() {
            Index::Bytes(index) => Phases::Bytes(index, self.0.first_chunk().expect(full)),
            Index::Words(index) => Phases::Words(index, self.0.first_chunk().expect(full)),
            Index::Absent => unreachable!("returned above"),
        }
    }
}

/// Writes e^{−iγE} of the levels' energies.
pub(super) fn fill<T: Real>(
    table: &mut [[T; 2]],
    energies: &[f64],
    gamma: f64,
    with: Instructions,
) {
    with.run(Fill {
        table,
        energies,
        gamma,
    });
}

struct Fill<'a, T> {
    table: &'a mut [[T; 2]],
    energies: &'a [f64],
    gamma: f64,
}

impl<T: Real> WithSimd for Fill<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (entries, energies) in self
            .table
            .chunks_mut(LANES)
            .zip(self.energies.chunks(LANES))
        {
            let mut angles = [0.0; LANES];
            for (angle, energy) in angles.iter_mut().zip(energies) {
                *angle = self.gamma * energy;
            }
            let [re, im] = rotors::<T, S>(&angles);
            for (l, entry) in entries.iter_mut().enumerate() {
                *entry = [re[l], im[l]];
            }
        }
    }
}
