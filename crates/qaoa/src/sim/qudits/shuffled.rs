//! Phases of few levels from two short tables, looked up many at a time by shuffles of AVX-512.
//!
//! > e^{i(f − γE)} of level S·h + l on a grid = high[h] · low[l],  high[h] = e^{i(f − γ(E_0 +
//! >   S·h·u))}, low[l] = e^{−iγlu},  S = two vectors' numbers
//!
//! ```text
//! for each vector of states:
//!     widen the numbers of their levels ; shuffle low by them ; shift ; shuffle high by them ;
//!         multiply
//! ```
//!
//! One shuffle picks a number for each lane out of two vectors (16 of f64, 32 of f32), so that the
//! 256 levels of a byte take four shuffles and a product where they are equally far apart, and the
//! few levels of a small cost two shuffles. A look-up in memory takes a reading and a writing for
//! each state instead. Elsewhere `factors` looks up the same phases in memory.

use super::factors::LineRows;
use super::lines::line;
use super::phases::phase;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::real::Real;
#[cfg(target_arch = "x86_64")]
use crate::sim::real::lane_count;

/// Numbers of two vectors at most.
const TWO_VECTORS: usize = 32;

/// What a table of phases is made of.
#[derive(Clone, Debug)]
pub(super) struct PhaseGrid<T> {
    low: [[T; TWO_VECTORS]; 2],
    /// `None` where all levels are in `low`.
    high: Option<[[T; TWO_VECTORS]; 2]>,
}

impl<T: Real> PhaseGrid<T> {
    /// The table of phases e^{i(factor − γE)}, where it can be made of two short ones; `step` is
    /// the distance of the energies where they are equally far apart.
    pub(super) fn new(
        energies: &[f64],
        step: Option<f64>,
        gamma: f64,
        factor: f64,
    ) -> Option<Self> {
        let side = 2 * line::<T>();
        let of = |phase: &dyn Fn(usize) -> [T; 2]| {
            let mut parts = [[T::ZERO; TWO_VECTORS]; 2];
            for (place, number) in (0..side).enumerate() {
                [parts[0][place], parts[1][place]] = phase(number);
            }
            parts
        };
        let last = *energies.last()?;
        let energy = |number: usize| energies.get(number).copied().unwrap_or(last);
        if energies.len() <= side {
            let low = of(&|l| phase(gamma, factor, energy(l)));
            return Some(Self { low, high: None });
        }
        let step = step.filter(|_| energies.len() <= 1 << 8)?;
        Some(Self {
            low: of(&|l| phase(gamma, 0.0, l as f64 * step)),
            high: Some(of(&|h| phase(gamma, factor, energy(side * h)))),
        })
    }

    /// The phase of a level, to the bit as it is picked.
    pub(super) fn phase(&self, level: usize) -> [T; 2] {
        let side = 2 * line::<T>();
        let of = |[re, im]: &[[T; TWO_VECTORS]; 2], at: usize| [re[at], im[at]];
        let Some(high) = &self.high else {
            return of(&self.low, level);
        };
        let ([a, b], [c, s]) = (of(high, level / side), of(&self.low, level % side));
        [
            T::fused(b.negative(), s, a.times(c)),
            T::fused(b, c, a.times(s)),
        ]
    }
}

/// Rows of states times the phases of their levels.
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(dead_code, reason = "only AVX-512 has the shuffles")
)]
pub(super) struct ShuffledQuditFactors<'a, 'b, 'c, T> {
    pub(super) grid: &'a PhaseGrid<T>,
    /// The number of the level of each state.
    pub(super) numbers: &'a [u8],
    /// Which of them belong to the lanes of a row, and where the rows are; their lanes are
    /// neighbors.
    pub(super) rows: [LineRows; 2],
    pub(super) states: &'b mut [[&'c mut [T]; 2]],
    pub(super) room: &'b mut Vec<u8>,
}

impl<T: Real> Operation for ShuffledQuditFactors<'_, '_, '_, T> {
    /// Whether it has been done.
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> bool {
        #[cfg(target_arch = "x86_64")]
        if lane_count::<T, S>() == line::<T>() && self.rows[0].lanes == line::<T>() {
            return wide::multiply(simd, self);
        }
        let (_, _) = (simd, self);
        false
    }
}

/// With the shuffles of AVX-512.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::super::lines::{row, row_mut};
    use super::{InstructionSet, PhaseGrid, Real, ShuffledQuditFactors, TWO_VECTORS};
    use pulp::bytemuck::{Pod, cast};
    use pulp::core_arch::x86::{Avx512f, Sse2};
    use std::arch::x86_64::{__m128i, __m512, __m512d};

    /// Numbers of a run that are turned over at a time.
    const LEVELS: usize = 16;

    #[inline(always)]
    pub(super) fn multiply<T: Real, S: InstructionSet>(
        simd: S,
        of: ShuffledQuditFactors<'_, '_, '_, T>,
    ) -> bool {
        let Some(avx) = Avx512f::try_new() else {
            return false;
        };
        if size_of::<T>() == 8 {
            let pick = |[a, b]: [__m512d; 2], numbers: &[u8; 8], high: bool| {
                let lanes = avx._mm512_cvtepu8_epi64(cast([u64::from_le_bytes(*numbers), 0]));
                let lanes = if high {
                    avx._mm512_srli_epi64::<4>(lanes)
                } else {
                    lanes
                };
                avx._mm512_permutex2var_pd(a, lanes, b)
            };
            by_rows::<T, S, __m512d, 8>(simd, of, pick);
        } else {
            let pick = |[a, b]: [__m512; 2], numbers: &[u8; 16], high: bool| {
                let lanes = avx._mm512_cvtepu8_epi32(cast(*numbers));
                let lanes = if high {
                    avx._mm512_srli_epi32::<5>(lanes)
                } else {
                    lanes
                };
                avx._mm512_permutex2var_ps(a, lanes, b)
            };
            by_rows::<T, S, __m512, 16>(simd, of, pick);
        }
        true
    }

    /// The two vectors of each part.
    #[inline(always)]
    fn vectors<T: Real, S: InstructionSet, V: Pod>(parts: &[[T; TWO_VECTORS]; 2]) -> [[V; 2]; 2] {
        parts.each_ref().map(|part| {
            let vectors = T::vectors::<S>(part);
            [cast(vectors[0]), cast(vectors[1])]
        })
    }

    #[inline(always)]
    fn by_rows<T: Real, S: InstructionSet, V: Pod, const W: usize>(
        simd: S,
        of: ShuffledQuditFactors<'_, '_, '_, T>,
        pick: impl Fn([V; 2], &[u8; W], bool) -> V,
    ) {
        let ShuffledQuditFactors {
            grid: PhaseGrid { low, high },
            numbers,
            rows: [from, rows],
            states,
            room,
        } = of;
        let (numbers, apart) = if from.apart[1] == 1 {
            (numbers, from.apart[0])
        } else {
            turn_over::<W>(numbers, from.apart[1], room);
            (&room[..], W)
        };
        let low = vectors::<T, S, V>(low);
        let high = high.as_ref().map(vectors::<T, S, V>);
        for number in 0..rows.rows {
            let numbers = row::<u8, W>(numbers, number * apart);
            let of_low = low.map(|part| cast::<V, T::Vector<S>>(pick(part, numbers, false)));
            let [c, s] = match high {
                None => of_low,
                Some(high) => {
                    let [a, b] =
                        high.map(|part| cast::<V, T::Vector<S>>(pick(part, numbers, true)));
                    times::<T, S>(simd, [a, b], of_low)
                }
            };
            for [re, im] in states.iter_mut() {
                let re: &mut [T; W] = row_mut(re, number * rows.apart[0]);
                let im: &mut [T; W] = row_mut(im, number * rows.apart[0]);
                let re = &mut T::vectors_mut::<S>(re)[0];
                let im = &mut T::vectors_mut::<S>(im)[0];
                [*re, *im] = times::<T, S>(simd, [*re, *im], [c, s]);
            }
        }
    }

    /// The numbers of W runs, one from each run to a row: `to`[l·W + m] = `from`[m·run + l].
    #[inline(always)]
    pub(super) fn turn_over<const W: usize>(from: &[u8], run: usize, to: &mut Vec<u8>) {
        to.resize(to.len().max(run * W), 0);
        let sse = Sse2::try_new();
        let (Some(sse), true) = (sse, run >= LEVELS) else {
            for (place, to) in to[..run * W].iter_mut().enumerate() {
                *to = from[place % W * run + place / W];
            }
            return;
        };
        let mut level = 0;
        while level < run {
            level = level.min(run - LEVELS);
            for half in 0..W / 8 {
                let of = |m: usize| *row::<u8, LEVELS>(from, (8 * half + m) * run + level);
                let pairs = eight_runs(sse, std::array::from_fn(|m| cast(of(m))));
                for (pair, two) in pairs.into_iter().enumerate() {
                    let two: [[u8; 8]; 2] = cast(two);
                    for (next, numbers) in two.into_iter().enumerate() {
                        let place = (level + 2 * pair + next) * W + 8 * half;
                        *row_mut::<u8, 8>(to, place) = numbers;
                    }
                }
            }
            level += LEVELS;
        }
    }

    /// Of eight runs of sixteen numbers the first number of each, then the second of each and so
    /// on: runs four apart are merged, then those two apart, then neighbors.
    #[inline(always)]
    fn eight_runs(sse: Sse2, mut rows: [__m128i; 8]) -> [__m128i; 8] {
        for apart in [4, 2, 1] {
            // what was merged before stands in `4 / apart` lists of `2 * apart`
            let mut merged = rows;
            for list in 0..4 / apart {
                for i in 0..apart {
                    let (a, b) = (
                        rows[2 * apart * list + i],
                        rows[2 * apart * list + apart + i],
                    );
                    merged[2 * apart * list + i] = sse._mm_unpacklo_epi8(a, b);
                    merged[2 * apart * list + apart + i] = sse._mm_unpackhi_epi8(a, b);
                }
            }
            rows = merged;
        }
        rows
    }

    /// The product of complex numbers.
    #[inline(always)]
    fn times<T: Real, S: InstructionSet>(
        simd: S,
        [a, b]: [T::Vector<S>; 2],
        [c, s]: [T::Vector<S>; 2],
    ) -> [T::Vector<S>; 2] {
        [
            T::sub_mul(simd, b, s, T::mul(simd, a, c)),
            T::mul_add(simd, b, c, T::mul(simd, a, s)),
        ]
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::wide::turn_over;

    #[test]
    fn the_numbers_of_a_level_come_together_whatever_the_length_of_runs() {
        fn check<const W: usize>(run: usize) {
            let from: Vec<u8> = (0..run * W).map(|k| (k * 7 % 251) as u8).collect();
            let mut to = vec![9; 3];
            turn_over::<W>(&from, run, &mut to);
            for (l, m) in (0..run).flat_map(|l| (0..W).map(move |m| (l, m))) {
                assert_eq!(to[l * W + m], from[m * run + l], "{run}: {l}, {m}");
            }
        }
        for run in (1..70).chain([81, 96, 100, 144]) {
            check::<8>(run);
            check::<16>(run);
        }
    }
}
