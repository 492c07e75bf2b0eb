//! The factors e^{−iγE(x)} of a block, as vectors: looked up in a table, or multiplied from short
//! ones (`split`).
//!
//! ```text
//! for each lane: load its level's number, load that level's factor (real and imaginary part side
//!     by side)
//! take the parts apart
//! ```
//!
//! Factors are loaded as pairs of numbers straight into vectors, each to the place from which
//! taking apart brings it to its lane.
#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use crate::sim::instructions::InstructionSet;
use crate::sim::phase::multiply::{ComplexVectors, load, times};
use crate::sim::phase::sine::sin_cos;
use crate::sim::phase::split::FactorProduct;
use crate::sim::real::{Real, lane_count};
use crate::sim::vector::block::{Aligned, LANES, Lanes};
use crate::sim::walk::place::BlockPlace;

/// Where the factors of blocks come from, in a loop that is compiled for it.
pub(in crate::sim) trait Factors<T: Real>: Copy {
    /// The factors of a piece's block, N vectors of each part; none where there is nothing to
    /// multiply.
    fn block<S: InstructionSet, const N: usize>(
        &self,
        simd: S,
        block: usize,
    ) -> Option<ComplexVectors<T, S, N>>;
}

/// Calls `$call` with the [`Factors`] of `$phases` in pieces at `$place`, which are `$rebuilt`
/// where they are rebuilt.
macro_rules! with_factors {
    ($real:ident, $simd:ident, $phases:expr, $place:expr, $rebuilt:expr, |$factors:ident| $call:expr) => {
        match $phases {
            None => {
                let $factors = $crate::sim::phase::factors::Nothing;
                $call
            }
            Some($crate::sim::phase::phases::PhaseFactors::Bytes(index, table)) => {
                let $factors = $crate::sim::phase::factors::ByLevel::new(index, table, $place);
                $call
            }
            Some($crate::sim::phase::phases::PhaseFactors::Words(index, table)) => {
                let $factors = $crate::sim::phase::factors::ByLevel::new(index, table, $place);
                $call
            }
            Some($crate::sim::phase::phases::PhaseFactors::Shuffled(index, short)) => {
                if const { $crate::sim::phase::shuffles::are_shuffled::<$real, $simd>() } {
                    let $factors =
                        $crate::sim::phase::shuffles::ShuffledFactors::new(index, short, $place);
                    let $factors = $factors.expect("chosen where the processor shuffles");
                    $call
                } else {
                    unreachable!("chosen where vectors are wide")
                }
            }
            Some($crate::sim::phase::phases::PhaseFactors::Angles { .. }) => {
                let $factors = $rebuilt;
                $call
            }
        }
    };
}
pub(in crate::sim) use with_factors;

/// No factors.
#[derive(Clone, Copy)]
pub(in crate::sim) struct Nothing;

impl<T: Real> Factors<T> for Nothing {
    #[inline(always)]
    fn block<S: InstructionSet, const N: usize>(
        &self,
        _: S,
        _: usize,
    ) -> Option<ComplexVectors<T, S, N>> {
        None
    }
}

/// Factors from a table, as long as there are numbers of levels.
#[derive(Clone, Copy)]
pub(in crate::sim) struct ByLevel<'a, T, I, const LEN: usize> {
    index: &'a [[I; LANES]],
    table: &'a [[T; 2]; LEN],
    place: BlockPlace,
}

impl<'a, T, I, const LEN: usize> ByLevel<'a, T, I, LEN> {
    pub(in crate::sim) fn new(
        index: &'a [[I; LANES]],
        table: &'a [[T; 2]; LEN],
        place: BlockPlace,
    ) -> Self {
        Self {
            index,
            table,
            place,
        }
    }
}

impl<T: Real, I: Copy + Into<usize>, const LEN: usize> Factors<T> for ByLevel<'_, T, I, LEN> {
    #[inline(always)]
    fn block<S: InstructionSet, const N: usize>(
        &self,
        simd: S,
        block: usize,
    ) -> Option<ComplexVectors<T, S, N>> {
        let levels = &self.index[self.place.block(block)];
        let slots = slots::<T, S>(simd);
        let mut factors = [[T::ZERO; 2]; LANES];
        for l in 0..LANES {
            factors[slots[l]] = self.table[levels[l].into() % LEN];
        }
        Some(apart::<T, S, N>(simd, &factors))
    }
}

impl<T: Real> Factors<T> for FactorProduct<'_, T> {
    #[inline(always)]
    fn block<S: InstructionSet, const N: usize>(
        &self,
        simd: S,
        block: usize,
    ) -> Option<ComplexVectors<T, S, N>> {
        let low = load::<T, S, N>(&self.low[block & ((1 << self.low_bits) - 1)]);
        if self.blocks.is_empty() {
            return Some(low);
        }
        let high = load::<T, S, N>(&self.high[block >> self.low_bits]);
        let [re, im] = self.blocks[block].map(|part| T::splat(simd, part));
        let all = times::<T, S, N>(simd, high, &[[re; N], [im; N]]);
        Some(times::<T, S, N>(simd, low, &all))
    }
}

/// Factors that were looked up, in parts.
#[inline(always)]
fn apart<T: Real, S: InstructionSet, const N: usize>(
    simd: S,
    factors: &[[T; 2]; LANES],
) -> ComplexVectors<T, S, N> {
    let pairs = T::vectors::<S>(factors.as_flattened());
    let mut parts = [[pairs[0]; N]; 2];
    for m in 0..N {
        [parts[0][m], parts[1][m]] = T::apart(simd, [pairs[2 * m], pairs[2 * m + 1]]);
    }
    parts
}

/// Where the factor of each lane is to be written, so that `apart` brings it there: asked of
/// `apart` itself, and constants once compiled.
#[inline(always)]
pub(in crate::sim) fn slots<T: Real, S: InstructionSet>(simd: S) -> Lanes<usize> {
    let mut numbered = [[T::ZERO; 2]; LANES];
    for l in 0..LANES {
        numbered[l] = [T::whole(l as u16); 2];
    }
    let lanes = lane_count::<T, S>();
    let pairs = T::vectors::<S>(numbered.as_flattened());
    let mut slots = [0; LANES];
    for m in 0..LANES / lanes {
        let [re, _] = T::apart(simd, [pairs[2 * m], pairs[2 * m + 1]]);
        let found: &[T] = pulp::bytemuck::cast_slice(std::slice::from_ref(&re));
        for l in 0..lanes {
            slots[m * lanes + l] = found[l].wide() as usize % LANES;
        }
    }
    slots
}

/// Angles beyond this lose digits in the reduction; they are left to the standard library.
const FAR: f64 = 1e6;

/// e^{−iθ} for the angles of a block: real parts, imaginary parts.
#[inline(always)]
pub(in crate::sim) fn rotors<T: Real, S: InstructionSet>(
    simd: S,
    angles: &Lanes<f64>,
) -> [Lanes<T>; 2] {
    let (angles_of, _) = S::as_simd_f64s(angles);
    let mut largest = simd.splat_f64s(0.0);
    for angle in angles_of {
        largest = simd.max_f64s(largest, simd.abs_f64s(*angle));
    }
    let far = simd.greater_than_f64s(largest, simd.splat_f64s(FAR));
    if simd.first_true_m64s(far) < S::F64_LANES {
        let [re, im] = far_rotors(angles);
        return [re.map(T::of), im.map(T::of)];
    }
    let (mut re, mut im) = (Aligned([0.0; LANES]), Aligned([0.0; LANES]));
    let (cosines, _) = S::as_mut_simd_f64s(&mut re.0);
    let (sines, _) = S::as_mut_simd_f64s(&mut im.0);
    for v in 0..angles_of.len() {
        let [sine, cosine] = sin_cos(simd, angles_of[v]);
        (cosines[v], sines[v]) = (cosine, simd.neg_f64s(sine));
    }
    let mut parts = [[T::ZERO; LANES]; 2];
    for l in 0..LANES {
        (parts[0][l], parts[1][l]) = (T::of(re.0[l]), T::of(im.0[l]));
    }
    parts
}

/// The same for any angles.
#[cold]
#[inline(never)]
fn far_rotors(angles: &Lanes<f64>) -> [Lanes<f64>; 2] {
    [angles.map(libm::cos), angles.map(|angle| -libm::sin(angle))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::instructions::Instructions;
    use crate::sim::instructions::Operation;

    struct Rotors([f64; LANES]);

    impl Operation for Rotors {
        type Output = [Lanes<f64>; 2];

        fn with_simd<S: InstructionSet>(self, simd: S) -> Self::Output {
            rotors::<f64, S>(simd, &self.0)
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
                        assert!((found[0][l] - cosine).abs() < 4e-16, "cos {angle}");
                        assert!((found[1][l] + sine).abs() < 4e-16, "sin {angle}");
                    }
                }
            }
        }
    }
}
