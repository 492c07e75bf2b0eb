//! Runs of numbers turned over: `to`[l·q + m] = `from`[m·p + l], p and q the pitches.
//!
//! ```text
//! for each square of W runs and W numbers of each:
//!     load its rows into qudits, turn it over there, store its columns
//! ```
//!
//! W is the width of a vector of AVX-512, where there is one: a square of 8 numbers takes 24
//! shuffles, one of 16 (f32) 64. The compiler does not find them by itself. What is left over at
//! the edges is covered by squares that overlap others: what both write is the same. Elsewhere
//! squares are moved number by number.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over a square must not depend on closures being inlined"
)]

#[cfg(target_arch = "x86_64")]
use super::lines::line;
use super::lines::{row, row_mut};
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::real::Real;
#[cfg(target_arch = "x86_64")]
use crate::sim::real::lane_count;

/// Turns `runs` runs of `run` numbers over.
pub(super) struct Transpose<'a, T> {
    pub(super) from: &'a [T],
    pub(super) run: usize,
    pub(super) runs: usize,
    /// How far apart runs stand in `from`, and rows in `to`.
    pub(super) pitches: [usize; 2],
    pub(super) to: &'a mut [T],
}

impl<T: Real> Operation for Transpose<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, _: S) {
        #[cfg(target_arch = "x86_64")]
        if lane_count::<T, S>() == line::<T>() && self.run.min(self.runs) >= line::<T>() {
            wide::turn_over(self);
            return;
        }
        self.plain();
    }
}

impl<T: Real> Transpose<'_, T> {
    /// Number by number, in squares as far as they go.
    #[inline(always)]
    fn plain(self) {
        const W: usize = 8;
        let Self {
            from,
            run,
            runs,
            pitches: [pitch, to_pitch],
            to,
        } = self;
        let (square_runs, square_run) = (runs / W * W, run / W * W);
        for m in (0..square_runs).step_by(W) {
            for l in (0..square_run).step_by(W) {
                let mut square = [[T::ZERO; W]; W];
                for i in 0..W {
                    square[i] = *row::<T, W>(from, (m + i) * pitch + l);
                }
                for j in 0..W {
                    let to = row_mut::<T, W>(to, (l + j) * to_pitch + m);
                    for i in 0..W {
                        to[i] = square[i][j];
                    }
                }
            }
            for l in square_run..run {
                let to = row_mut::<T, W>(to, l * to_pitch + m);
                for i in 0..W {
                    to[i] = from[(m + i) * pitch + l];
                }
            }
        }
        for m in square_runs..runs {
            for l in 0..run {
                to[l * to_pitch + m] = from[m * pitch + l];
            }
        }
    }
}

/// With the shuffles of AVX-512.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{Real, Transpose, row, row_mut};
    use pulp::bytemuck::{cast, cast_slice, cast_slice_mut};
    use pulp::core_arch::x86::Avx512f;
    use std::arch::x86_64::{__m512, __m512d};

    #[inline(always)]
    pub(super) fn turn_over<T: Real>(of: Transpose<'_, T>) {
        let Some(simd) = Avx512f::try_new() else {
            return of.plain();
        };
        let Transpose {
            from,
            run,
            runs,
            pitches,
            to,
        } = of;
        if size_of::<T>() == 8 {
            let to = cast_slice_mut::<T, f64>(to);
            squares::<f64, 8>(cast_slice(from), [run, runs], pitches, to, |rows| {
                turn_over_8(simd, rows.map(cast)).map(cast)
            });
        } else {
            let to = cast_slice_mut::<T, f32>(to);
            squares::<f32, 16>(cast_slice(from), [run, runs], pitches, to, |rows| {
                turn_over_16(simd, rows.map(cast)).map(cast)
            });
        }
    }

    #[inline(always)]
    fn squares<T: Copy, const W: usize>(
        from: &[T],
        [run, runs]: [usize; 2],
        [pitch, to_pitch]: [usize; 2],
        to: &mut [T],
        turn_over: impl Fn([[T; W]; W]) -> [[T; W]; W],
    ) {
        let mut m = 0;
        while m < runs {
            m = m.min(runs - W);
            let mut l = 0;
            while l < run {
                l = l.min(run - W);
                let rows = std::array::from_fn(|i| *row::<T, W>(from, (m + i) * pitch + l));
                let columns = turn_over(rows);
                for j in 0..W {
                    *row_mut::<T, W>(to, (l + j) * to_pitch + m) = columns[j];
                }
                l += W;
            }
            m += W;
        }
    }

    /// Rows become columns: pairs of rows change places in neighboring numbers, the rest is a
    /// square of blocks of two.
    #[inline(always)]
    fn turn_over_8(simd: Avx512f, r: [__m512d; 8]) -> [__m512d; 8] {
        let low = |k: usize| simd._mm512_unpacklo_pd(r[2 * k], r[2 * k + 1]);
        let high = |k: usize| simd._mm512_unpackhi_pd(r[2 * k], r[2 * k + 1]);
        let even = blocks(simd, [low(0), low(1), low(2), low(3)]);
        let odd = blocks(simd, [high(0), high(1), high(2), high(3)]);
        [
            even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3],
        ]
    }

    /// A square of four blocks of two numbers turned over.
    #[inline(always)]
    fn blocks(simd: Avx512f, r: [__m512d; 4]) -> [__m512d; 4] {
        const EVEN: i32 = 0b10_00_10_00;
        const ODD: i32 = 0b11_01_11_01;
        let even = [
            simd._mm512_shuffle_f64x2::<EVEN>(r[0], r[1]),
            simd._mm512_shuffle_f64x2::<EVEN>(r[2], r[3]),
        ];
        let odd = [
            simd._mm512_shuffle_f64x2::<ODD>(r[0], r[1]),
            simd._mm512_shuffle_f64x2::<ODD>(r[2], r[3]),
        ];
        [
            simd._mm512_shuffle_f64x2::<EVEN>(even[0], even[1]),
            simd._mm512_shuffle_f64x2::<EVEN>(odd[0], odd[1]),
            simd._mm512_shuffle_f64x2::<ODD>(even[0], even[1]),
            simd._mm512_shuffle_f64x2::<ODD>(odd[0], odd[1]),
        ]
    }

    /// As [`turn_over_8`], with blocks of four.
    #[inline(always)]
    fn turn_over_16(simd: Avx512f, r: [__m512; 16]) -> [__m512; 16] {
        let mut columns = [r[0]; 16];
        let mut quads = [[cast(r[0]); 4]; 4];
        for q in 0..4 {
            // four rows: within each block of four numbers, turned over
            let [a, b, c, d] = [r[4 * q], r[4 * q + 1], r[4 * q + 2], r[4 * q + 3]];
            let ab: [__m512d; 2] = [
                cast(simd._mm512_unpacklo_ps(a, b)),
                cast(simd._mm512_unpackhi_ps(a, b)),
            ];
            let cd: [__m512d; 2] = [
                cast(simd._mm512_unpacklo_ps(c, d)),
                cast(simd._mm512_unpackhi_ps(c, d)),
            ];
            for half in 0..2 {
                quads[2 * half][q] = simd._mm512_unpacklo_pd(ab[half], cd[half]);
                quads[2 * half + 1][q] = simd._mm512_unpackhi_pd(ab[half], cd[half]);
            }
        }
        for j in 0..4 {
            let turned = blocks(simd, quads[j]);
            for block in 0..4 {
                columns[4 * block + j] = cast(turned[block]);
            }
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::instructions::Instructions;

    fn check<T: Real>(with: Instructions) {
        for run in (1..40).chain([64, 81, 100]) {
            for runs in [1, 7, 8, 9, 15, 16, 17, 31, 64, 130] {
                let pitches = [run + 3, runs + 5];
                let from: Vec<T> = (0..runs * pitches[0]).map(|k| T::of(k as f64)).collect();
                let mut to = vec![T::of(-1.0); run * pitches[1]];
                with.run(Transpose {
                    from: &from,
                    run,
                    runs,
                    pitches,
                    to: &mut to,
                });
                for (place, number) in to.iter().enumerate() {
                    let (l, m) = (place / pitches[1], place % pitches[1]);
                    let expected = if m < runs {
                        from[m * pitches[0] + l].wide()
                    } else {
                        -1.0
                    };
                    assert_eq!(number.wide(), expected, "{run}×{runs}: {l}, {m}");
                }
            }
        }
    }

    #[test]
    fn every_number_finds_its_place_whatever_the_edges() {
        for with in Instructions::all() {
            check::<f64>(with);
            check::<f32>(with);
        }
    }
}
