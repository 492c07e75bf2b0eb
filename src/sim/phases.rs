//! e^{−iγE(x)}: from a table of the cost's levels, or computed from the angles of a piece.
//!
//! No sine is taken for an amplitude where the cost takes few values: there is one table for a layer, with the factor of the rotation that
//! follows in it. Costs of too many values have their angles rebuilt in each piece (see `terms`), and sines and cosines are taken of sixteen
//! angles at once, by a polynomial on |r| ≤ π/4 after the nearest multiple of π/2 is taken out in three parts (Cody & Waite).
#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use super::block::{LANES, Lanes};
use super::diagonal::{Diagonal, Index};
use super::real::Real;
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

/// π/2 in three parts, the first two of 33 bits.
const HALF_PI: [f64; 3] = [
    1.570_796_326_734_125_6,
    6.077_100_506_303_966e-11,
    2.022_266_248_795_950_6e-21,
];

/// (sin x, cos x) for |x| < 10⁶, to about one unit in the last place.
#[inline(always)]
fn sin_cos<S: Simd>(x: f64) -> (f64, f64) {
    // adding 1.5·2⁵² leaves the nearest whole number in the lowest bits
    const TO_WHOLE: f64 = 6_755_399_441_055_744.0;
    let shifted = x * std::f64::consts::FRAC_2_PI + TO_WHOLE;
    let quadrant = shifted.to_bits();
    let turns = shifted - TO_WHOLE;
    let r = turns.mul_sub::<S>(HALF_PI[0], x);
    let r = turns.mul_sub::<S>(HALF_PI[1], r);
    let r = turns.mul_sub::<S>(HALF_PI[2], r);
    let square = r * r;
    let sine = polynomial::<S, 6>(&SINE, square).fused_with::<S>(square * r, r);
    let cosine = polynomial::<S, 6>(&COSINE, square)
        .fused_with::<S>(square * square, (-0.5_f64).fused_with::<S>(square, 1.0));
    let (a, b) = if quadrant & 1 == 0 {
        (sine, cosine)
    } else {
        (cosine, sine)
    };
    let sign = |bit: u64| f64::from_bits(bit << 62 & 1 << 63 | 1.0_f64.to_bits());
    (a * sign(quadrant), b * sign(quadrant.wrapping_add(1)))
}

/// The minimax coefficients of FreeBSD's k_sin.c: (sin r − r)/r³ in r².
const SINE: [f64; 6] = [
    -1.666_666_666_666_663_2e-1,
    8.333_333_333_322_49e-3,
    -1.984_126_982_985_795e-4,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];

/// The minimax coefficients of FreeBSD's k_cos.c: (cos r − 1 + r²/2)/r⁴ in r².
const COSINE: [f64; 6] = [
    4.166_666_666_666_66e-2,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

#[inline(always)]
fn polynomial<S: Simd, const N: usize>(coefficients: &[f64; N], x: f64) -> f64 {
    let mut sum = coefficients[N - 1];
    for i in (0..N - 1).rev() {
        sum = sum.fused_with::<S>(x, coefficients[i]);
    }
    sum
}

/// Multiply-adds that are fused exactly where the vectors of `S` are.
trait Fused {
    /// self·b + c.
    fn fused_with<S: Simd>(self, b: f64, c: f64) -> f64;
    /// c − self·b.
    fn mul_sub<S: Simd>(self, b: f64, c: f64) -> f64;
}

impl Fused for f64 {
    #[inline(always)]
    fn fused_with<S: Simd>(self, b: f64, c: f64) -> f64 {
        <f64 as super::real::Vectors>::fused::<S>(self, b, c)
    }

    #[inline(always)]
    fn mul_sub<S: Simd>(self, b: f64, c: f64) -> f64 {
        <f64 as super::real::Vectors>::fused::<S>(-self, b, c)
    }
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
