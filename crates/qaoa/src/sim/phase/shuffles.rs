//! Phases of at most 256 levels on a grid, in f32: products of two short tables, picked out of
//! CPU registers by the shuffles of AVX-512.
//!
//! > e^{−iγE} of level 32·h + l = high\[h\] · low\[l\],  high\[h\] = e^{−iγ(E_0 + 32·h·u)},
//! >   low\[l\] = e^{−iγlu}
//!
//! ```text
//! for each vector of amplitudes:
//!     widen the numbers of their levels ; shuffle low by them ; shift ; shuffle high by them ;
//!         multiply
//! ```
//!
//! One shuffle picks a number for each of sixteen lanes out of two vectors: four of them and a
//! product where a look-up in memory (`factors`) takes a reading for each amplitude, and no table
//! of all levels is filled: 0.75 of a layer's time. In f64, whose vectors hold half as many, and
//! which needs the registers, it would be 1.1; there, and where levels are on no grid, factors are
//! looked up. On other processors a table of all levels takes up the same products (`fill`).

use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::phase::factors::{Factors, rotors};
use crate::sim::phase::multiply::{ComplexVectors, times};
use crate::sim::real::Real;
use crate::sim::vector::block::{Aligned, LANES, Lanes};
use crate::sim::walk::place::BlockPlace;

#[cfg(target_arch = "x86_64")]
use pulp::core_arch::x86::Avx512f as Shuffler;

/// No other processor has such shuffles.
#[cfg(not(target_arch = "x86_64"))]
#[derive(Clone, Copy)]
enum Shuffler {}

#[cfg(not(target_arch = "x86_64"))]
impl Shuffler {
    fn try_new() -> Option<Self> {
        None
    }
}

/// Numbers of two vectors.
const TWO_VECTORS: usize = 2 * LANES;

/// Whether numbers of this type are picked by shuffles in vectors of `S`; known when loops are
/// compiled.
pub(in crate::sim) const fn are_shuffled<T: Real, S: InstructionSet>() -> bool {
    let whole_block = size_of::<T::Vector<S>>() == size_of::<Lanes<f32>>();
    cfg!(target_arch = "x86_64") && size_of::<T>() == size_of::<f32>() && whole_block
}

/// The two tables, real and imaginary parts apart.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Short<T> {
    low: Aligned<[[T; TWO_VECTORS]; 2]>,
    high: Aligned<[[T; TWO_VECTORS]; 2]>,
}

impl<T: Real> Short<T> {
    pub(in crate::sim) const EMPTY: Self = Self {
        low: Aligned([[T::ZERO; TWO_VECTORS]; 2]),
        high: Aligned([[T::ZERO; TWO_VECTORS]; 2]),
    };
}

/// Makes the tables of a grid of angles, γE_0 and γu; and from them a table of the factors of all
/// levels, where one is given.
pub(in crate::sim) fn shorten<T: Real>(
    short: &mut Short<T>,
    [first, step]: [f64; 2],
    table: Option<&mut [[T; 2]]>,
    with: Instructions,
) {
    with.run(Shorten { short, first, step });
    if let Some(table) = table {
        with.run(FillLookup { short, table });
    }
}

struct Shorten<'a, T> {
    short: &'a mut Short<T>,
    first: f64,
    step: f64,
}

/// Writes the factors of as many levels as a table has.
struct FillLookup<'a, T> {
    short: &'a Short<T>,
    table: &'a mut [[T; 2]],
}

impl<T: Real> Operation for FillLookup<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let low = [
            T::vectors::<S>(&self.short.low.0[0]),
            T::vectors::<S>(&self.short.low.0[1]),
        ];
        let high = &self.short.high.0;
        for (h, row) in self.table.chunks_mut(TWO_VECTORS).enumerate() {
            let by = [
                [T::splat(simd, high[0][h % TWO_VECTORS])],
                [T::splat(simd, high[1][h % TWO_VECTORS])],
            ];
            let mut factors = Aligned([[T::ZERO; TWO_VECTORS]; 2]);
            let [re, im] = &mut factors.0;
            let (re, im) = (T::vectors_mut::<S>(re), T::vectors_mut::<S>(im));
            for v in 0..re.len() {
                let product = times::<T, S, 1>(simd, [[low[0][v]], [low[1][v]]], &by);
                (re[v], im[v]) = (product[0][0], product[1][0]);
            }
            for (l, factor) in row.iter_mut().enumerate() {
                *factor = [factors.0[0][l], factors.0[1][l]];
            }
        }
    }
}

impl<T: Real> Operation for Shorten<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let far = self.step * TWO_VECTORS as f64;
        // a byte has no more than eight runs of 32 levels
        for (table, len, first, step) in [
            (&mut self.short.low.0, TWO_VECTORS, 0.0, self.step),
            (&mut self.short.high.0, LANES, self.first, far),
        ] {
            for from in (0..len).step_by(LANES) {
                let mut angles = Aligned([0.0; LANES]);
                for l in 0..LANES {
                    angles.0[l] = first + step * (from + l) as f64;
                }
                let parts: [Lanes<T>; 2] = rotors::<T, S>(simd, &angles.0);
                for part in 0..2 {
                    table[part][from..from + LANES].copy_from_slice(&parts[part]);
                }
            }
        }
    }
}

/// Factors from the two tables.
#[derive(Clone, Copy)]
pub(in crate::sim) struct ShuffledFactors<'a, T> {
    index: &'a [[u8; LANES]],
    short: &'a Short<T>,
    place: BlockPlace,
    shuffler: Shuffler,
}

impl<'a, T: Real> ShuffledFactors<'a, T> {
    /// None where the processor has no such shuffles.
    pub(in crate::sim) fn new(
        index: &'a [[u8; LANES]],
        short: &'a Short<T>,
        place: BlockPlace,
    ) -> Option<Self> {
        Some(Self {
            index,
            short,
            place,
            shuffler: Shuffler::try_new()?,
        })
    }
}

impl<T: Real> Factors<T> for ShuffledFactors<'_, T> {
    #[inline(always)]
    fn block<S: InstructionSet, const N: usize>(
        &self,
        simd: S,
        block: usize,
    ) -> Option<ComplexVectors<T, S, N>> {
        let levels = &self.index[self.place.block(block)];
        let low = self.pick::<S, N>(&self.short.low.0, levels, false);
        let high = self.pick::<S, N>(&self.short.high.0, levels, true);
        Some(times::<T, S, N>(simd, low, &high))
    }
}

impl<T: Real> ShuffledFactors<'_, T> {
    /// The numbers of both parts of a table that belong to the levels of a block, by the lower or
    /// by the higher bits of these.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn pick<S: InstructionSet, const N: usize>(
        &self,
        table: &[[T; TWO_VECTORS]; 2],
        levels: &[u8; LANES],
        high: bool,
    ) -> ComplexVectors<T, S, N> {
        use pulp::bytemuck::cast;
        let avx = self.shuffler;
        let lanes = avx._mm512_cvtepu8_epi32(cast(*levels));
        let lanes = if high {
            avx._mm512_srli_epi32::<5>(lanes)
        } else {
            lanes
        };
        let mut parts = [[T::vectors::<S>(&table[0])[0]; N]; 2];
        for part in 0..2 {
            let from = T::vectors::<S>(&table[part]);
            parts[part] =
                [cast(avx._mm512_permutex2var_ps(cast(from[0]), lanes, cast(from[1]))); N];
        }
        parts
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn pick<S: InstructionSet, const N: usize>(
        &self,
        _: &[[T; TWO_VECTORS]; 2],
        _: &[u8; LANES],
        _: bool,
    ) -> ComplexVectors<T, S, N> {
        match self.shuffler {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factors of a byte's levels as they are picked; none where vectors are not those of
    /// AVX-512.
    struct PickAll<'a>(ShuffledFactors<'a, f32>);

    impl Operation for PickAll<'_> {
        type Output = Vec<[f32; 2]>;

        #[inline(always)]
        fn with_simd<S: InstructionSet>(self, simd: S) -> Self::Output {
            let mut picked = Vec::new();
            if !are_shuffled::<f32, S>() {
                return picked;
            }
            for block in 0..self.0.index.len() {
                let parts = self.0.block::<S, 1>(simd, block).expect("factors");
                let [re, im] = parts.map(|part| pulp::bytemuck::cast::<_, Lanes<f32>>(part[0]));
                picked.extend(re.into_iter().zip(im).map(|(re, im)| [re, im]));
            }
            picked
        }
    }

    #[test]
    fn every_level_of_a_byte_has_the_phase_of_its_angle() {
        let index: Vec<[u8; LANES]> = (0..LANES)
            .map(|row| std::array::from_fn(|l| (LANES * row + l) as u8))
            .collect();
        for (first, step) in [(0.0, 0.1), (-17.3, 0.37), (250.0, -2.9), (3e6, 0.01)] {
            for with in Instructions::all() {
                let (mut short, mut table) = (Short::<f32>::EMPTY, [[0.0; 2]; 1 << 8]);
                shorten(&mut short, [first, step], Some(&mut table), with);
                let picked = ShuffledFactors::new(&index, &short, BlockPlace::tile(0, LANES))
                    .map_or_else(Vec::new, |all| with.run(PickAll(all)));
                assert_eq!(picked.is_empty(), !with.shuffle(), "{with:?}");
                for level in 0..=u8::MAX {
                    let angle = first + step * f64::from(level);
                    let expected = [angle.cos(), -angle.sin()];
                    let near = |found: [f64; 2]| {
                        let pairs = found.into_iter().zip(expected);
                        pairs.into_iter().all(|(a, b)| (a - b).abs() < 3e-7)
                    };
                    let found = table[usize::from(level)];
                    assert!(near(found.map(f64::from)), "{with:?}, level {level}");
                    if let Some(picked) = picked.get(usize::from(level)) {
                        assert_eq!(*picked, found, "{with:?}, level {level}");
                    }
                }
            }
        }
    }
}
