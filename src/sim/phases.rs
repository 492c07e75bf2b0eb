//! e^{−iγE(x)}: from a table of the cost's levels, or computed from the angles of a piece.
//!
//! No sine is taken for an amplitude where the cost takes few values: there is one table for a layer, with the factor of the rotation that
//! follows in it. Costs of too many values have their angles rebuilt in each piece (see `terms`), and sines and cosines are taken of sixteen
//! angles at once (see `sine`).
#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use super::block::{LANES, Lanes};
use super::diagonal::{Diagonal, Index};
use super::real::Real;
use super::sine::sin_cos;
use super::sweep::Place;
use super::terms::Terms;
use pulp::{Simd, WithSimd};

/// A factor for each basis state.
#[derive(Clone, Copy, Debug)]
pub(super) enum Phases<'a, T> {
    /// The same real number everywhere.
    Uniform(f64),
    /// One complex number for each of at most 256 levels.
    Bytes(&'a [[u8; LANES]], &'a [[T; 2]; 1 << 8]),
    /// One complex number for each of at most 65536 levels.
    Words(&'a [[u16; LANES]], &'a [[T; 2]; 1 << 16]),
    /// `factor`·e^{−iθ} for angles θ = scale·E of a polynomial, rebuilt in each piece.
    Angles {
        /// E.
        terms: &'a Terms,
        /// θ/E.
        scale: f64,
        /// What is multiplied to all of them.
        factor: f64,
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
    /// `factor`·e^{−iγE(x)} for each basis state.
    pub(super) fn phases<'a>(
        &'a mut self,
        cost: &'a Diagonal,
        gamma: f64,
        factor: f64,
        with: super::plan::Instructions,
    ) -> Phases<'a, T> {
        let len = match cost.index() {
            Index::Bytes(_) => 1 << 8,
            Index::Words(_) => 1 << 16,
            Index::Absent => {
                return Phases::Angles {
                    terms: cost.terms(),
                    scale: gamma,
                    factor,
                };
            }
        };
        self.0.resize(len.max(self.0.len()), [T::ZERO; 2]);
        with.run(Fill {
            table: &mut self.0,
            energies: cost.entries(),
            gamma,
            factor,
        });
        let full = "the table has been given this length";
        match cost.index() {
            Index::Bytes(index) => Phases::Bytes(index, self.0.first_chunk().expect(full)),
            Index::Words(index) => Phases::Words(index, self.0.first_chunk().expect(full)),
            Index::Absent => unreachable!("returned above"),
        }
    }
}

struct Fill<'a, T> {
    table: &'a mut [[T; 2]],
    energies: &'a [f64],
    gamma: f64,
    factor: f64,
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
            let factors = rotors::<T, S>(&angles, self.factor);
            entries.copy_from_slice(&factors[..entries.len()]);
        }
    }
}

/// The factors of a few blocks, real and imaginary parts in turn, as they come out of a table.
///
/// They are written first and read as vectors then, in a loop of its own: a loop that looks up and multiplies at once is
/// compiled to pairs of numbers.
pub(super) type Factors<T> = [[[T; 2]; LANES]; BATCH];

/// Blocks whose factors are looked up at a time.
pub(super) const BATCH: usize = 16;

impl<T: Real> Phases<'_, T> {
    /// Writes the factors of the piece's blocks from `first` on, that of lane l in slot `slots[l]`; the piece's angles are `angles` where they are rebuilt.
    #[inline(always)]
    pub(super) fn fill<S: Simd>(
        &self,
        place: Place,
        first: usize,
        angles: &[Lanes<f64>],
        slots: &Lanes<usize>,
        factors: &mut [[[T; 2]; LANES]],
    ) {
        match *self {
            Self::Uniform(factor) => factors.fill([[T::of(factor), T::ZERO]; LANES]),
            Self::Bytes(index, table) => {
                for (j, factors) in factors.iter_mut().enumerate() {
                    let levels = &index[place.block(first + j)];
                    for l in 0..LANES {
                        factors[slots[l]] = table[usize::from(levels[l])];
                    }
                }
            }
            Self::Words(index, table) => {
                for (j, factors) in factors.iter_mut().enumerate() {
                    let levels = &index[place.block(first + j)];
                    for l in 0..LANES {
                        factors[slots[l]] = table[usize::from(levels[l])];
                    }
                }
            }
            Self::Angles { factor, .. } => {
                for (factors, angles) in factors.iter_mut().zip(&angles[first..]) {
                    let rotors = rotors::<T, S>(angles, factor);
                    for l in 0..LANES {
                        factors[slots[l]] = rotors[l];
                    }
                }
            }
        }
    }
}

/// Angles beyond this lose digits in the reduction; they are left to the standard library.
const FAR: f64 = 1e6;

/// `factor`·e^{−iθ} for the angles of a block.
#[inline(always)]
fn rotors<T: Real, S: Simd>(angles: &Lanes<f64>, factor: f64) -> [[T; 2]; LANES] {
    let mut block = [[T::ZERO; 2]; LANES];
    let mut near = true;
    for l in 0..LANES {
        near &= angles[l].abs() < FAR;
    }
    for l in 0..LANES {
        let (sine, cosine) = if near {
            sin_cos::<S>(angles[l])
        } else {
            angles[l].sin_cos()
        };
        block[l] = [T::of(factor * cosine), T::of(-factor * sine)];
    }
    block
}

#[cfg(test)]
mod tests {
    use super::super::plan::Instructions;
    use super::*;

    struct Rotors([f64; LANES]);

    impl WithSimd for Rotors {
        type Output = [[f64; 2]; LANES];

        fn with_simd<S: Simd>(self, _: S) -> Self::Output {
            rotors::<f64, S>(&self.0, 1.0)
        }
    }

    #[test]
    fn sines_and_cosines_are_those_of_the_standard_library() {
        for instructions in Instructions::all() {
            for k in -40_000..40_000 {
                let scale = [1e-9, 1e-3, 0.1, 1.0, 7.3, 24.9, 1e3, 1e6];
                let angle = |l: usize| scale[l % 8] * f64::from(k) * 1e-3 * (1 + l / 8) as f64;
                let angles: [f64; LANES] = std::array::from_fn(angle);
                for near in [angles.map(|a| a.clamp(-9e5, 9e5)), angles] {
                    let found = instructions.run(Rotors(near));
                    for (l, angle) in near.iter().enumerate() {
                        let (sine, cosine) = angle.sin_cos();
                        assert!((found[l][0] - cosine).abs() < 4e-16, "cos {angle}");
                        assert!((found[l][1] + sine).abs() < 4e-16, "sin {angle}");
                    }
                }
            }
        }
    }
}
