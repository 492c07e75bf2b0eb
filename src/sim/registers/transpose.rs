//! Runs of numbers turned over: `to`[l·runs + m] = `from`[m·run + l].
//!
//! ```text
//! for each square of W runs and W numbers of each:
//!     load its rows into registers, turn it over there, store its columns
//! ```
//!
//! W is the width of a vector of AVX-512, where there is one: a square of 8 numbers takes 24 shuffles, one of 16 (f32) 64. The compiler does not find them
//! by itself. What is left over at the edges is covered by squares that overlap others: what both write is the same. Elsewhere squares
//! are moved number by number.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over a square must not depend on closures being inlined"
)]

use super::kernel::{row, row_mut};
use crate::sim::real::Real;

/// Turns `runs` runs of `run` numbers over.
pub(super) fn transpose<T: Real>(from: &[T], run: usize, runs: usize, to: &mut [T]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V4::try_new() {
        let wide = T::lanes::<pulp::x86::V4>();
        if run >= wide && runs >= wide {
            pulp::Simd::vectorize(
                simd,
                wide::Wide {
                    from,
                    run,
                    runs,
                    to,
                },
            );
            return;
        }
    }
    plain(from, run, runs, to);
}

/// Number by number, in squares as far as they go.
fn plain<T: Real>(from: &[T], run: usize, runs: usize, to: &mut [T]) {
    const W: usize = 8;
    let (square_runs, square_run) = (runs / W * W, run / W * W);
    for m in (0..square_runs).step_by(W) {
        for l in (0..square_run).step_by(W) {
            let mut square = [[T::ZERO; W]; W];
            for i in 0..W {
                square[i] = *row::<T, W>(from, (m + i) * run + l);
            }
            for j in 0..W {
                let to = row_mut::<T, W>(to, (l + j) * runs + m);
                for i in 0..W {
                    to[i] = square[i][j];
                }
            }
        }
        for l in square_run..run {
            let to = row_mut::<T, W>(to, l * runs + m);
            for i in 0..W {
                to[i] = from[(m + i) * run + l];
            }
        }
    }
    for m in square_runs..runs {
        for l in 0..run {
            to[l * runs + m] = from[m * run + l];
        }
    }
}

/// With the shuffles of AVX-512.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{Real, row, row_mut};
    use pulp::bytemuck::{cast, cast_slice, cast_slice_mut};
    use pulp::core_arch::x86::Avx512f;
    use pulp::{Simd, WithSimd};
    use std::arch::x86_64::{__m512, __m512d};

    pub(super) struct Wide<'a, T> {
        pub(super) from: &'a [T],
        pub(super) run: usize,
        pub(super) runs: usize,
        pub(super) to: &'a mut [T],
    }

    impl<T: Real> WithSimd for Wide<'_, T> {
        type Output = ();

        #[inline(always)]
        fn with_simd<S: Simd>(self, _: S) {
            let Some(simd) = Avx512f::try_new() else {
                return;
            };
            let Self {
                from,
                run,
                runs,
                to,
            } = self;
            if size_of::<T>() == 8 {
                let to = cast_slice_mut::<T, f64>(to);
                squares::<f64, 8>(cast_slice(from), [run, runs], to, |rows| {
                    turn_over_8(simd, rows.map(cast)).map(cast)
                });
            } else {
                let to = cast_slice_mut::<T, f32>(to);
                squares::<f32, 16>(cast_slice(from), [run, runs], to, |rows| {
                    turn_over_16(simd, rows.map(cast)).map(cast)
                });
            }
        }
    }

    #[inline(always)]
    fn squares<T: Copy, const W: usize>(
        from: &[T],
        [run, runs]: [usize; 2],
        to: &mut [T],
        turn_over: impl Fn([[T; W]; W]) -> [[T; W]; W],
    ) {
        let mut m = 0;
        while m < runs {
            m = m.min(runs - W);
            let mut l = 0;
            while l < run {
                l = l.min(run - W);
                let rows = std::array::from_fn(|i| *row::<T, W>(from, (m + i) * run + l));
                let columns = turn_over(rows);
                for j in 0..W {
                    *row_mut::<T, W>(to, (l + j) * runs + m) = columns[j];
                }
                l += W;
            }
            m += W;
        }
    }

    /// Rows become columns: pairs of rows change places in neighboring numbers, the rest is a square of blocks of two.
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

    fn check<T: Real>() {
        for run in (1..40).chain([64, 81, 100]) {
            for runs in [1, 7, 8, 9, 15, 16, 17, 31, 64, 130] {
                let from: Vec<T> = (0..run * runs).map(|k| T::of(k as f64)).collect();
                let mut to = vec![T::ZERO; run * runs];
                transpose(&from, run, runs, &mut to);
                for m in 0..runs {
                    for l in 0..run {
                        let place = [to[l * runs + m], from[m * run + l]].map(T::wide);
                        assert_eq!(place[0], place[1], "{run}×{runs}: {l}, {m}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_number_finds_its_place_whatever_the_edges() {
        check::<f64>();
        check::<f32>();
    }
}
