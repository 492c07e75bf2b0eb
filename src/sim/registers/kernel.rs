//! What a turn does to the numbers of a piece.
//!
//! The levels of a register stand `inner` numbers apart, and everything is done for `inner` fibers side by side:
//!
//! ```text
//! complete:  t = c · Σ_l φ_l ψ_l ;  ψ_l += φ_l t                          two readings of the fiber and one writing
//! ring:      for each edge (a, b):  (ψ_a, ψ_b) = (cos β ψ_a − i sin β ψ_b, cos β ψ_b − i sin β ψ_a)
//! ```
//!
//! Real and imaginary parts are arrays of their own: only t mixes them. Fibers are taken W at a time, so that sums stay in registers of the processor
//! and a fiber in its first cache.

use super::turns::Turn;
use crate::sim::real::Real;
use pulp::{Arch, Simd, WithSimd};

/// Fibers at a time.
pub(super) const WIDE: usize = 32;
/// Fibers at a time where fewer are left.
pub(super) const NARROW: usize = 8;
/// Rows added up before they are added to the sum of all: in f32 a plain sum of thousands would lose digits.
const ROWS: usize = 64;

/// Turns one register of a piece.
pub(super) fn turn<T: Real>(turn: Turn<'_, T>, inner: usize, re: &mut [T], im: &mut [T]) {
    Arch::new().dispatch(TurnRegister {
        turn,
        inner,
        re,
        im,
    });
}

struct TurnRegister<'a, T> {
    turn: Turn<'a, T>,
    inner: usize,
    re: &'a mut [T],
    im: &'a mut [T],
}

impl<T: Real> WithSimd for TurnRegister<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self {
            turn,
            inner,
            re,
            im,
        } = self;
        let d = match turn {
            Turn::Still => return,
            Turn::Uniform { d, .. } | Turn::Ring { d, .. } => d,
            Turn::Toward { start, .. } => start.len(),
        };
        let blocks = re
            .chunks_exact_mut(d * inner)
            .zip(im.chunks_exact_mut(d * inner));
        for (re, im) in blocks {
            let mut at = 0;
            while at + WIDE <= inner {
                turn_fibers::<T, S, WIDE>(turn, inner, at, re, im);
                at += WIDE;
            }
            while at + NARROW <= inner {
                turn_fibers::<T, S, NARROW>(turn, inner, at, re, im);
                at += NARROW;
            }
            while at < inner {
                turn_fibers::<T, S, 1>(turn, inner, at, re, im);
                at += 1;
            }
        }
    }
}

#[inline(always)]
fn turn_fibers<T: Real, S: Simd, const W: usize>(
    turn: Turn<'_, T>,
    inner: usize,
    at: usize,
    re: &mut [T],
    im: &mut [T],
) {
    match turn {
        Turn::Still => {}
        Turn::Uniform { c, .. } => {
            let sums = [sum::<T, W>(inner, at, re), sum::<T, W>(inner, at, im)];
            let [t_re, t_im] = times::<T, S, W>(c, sums);
            add::<T, W>(inner, at, re, t_re);
            add::<T, W>(inner, at, im, t_im);
        }
        Turn::Toward { start, c } => {
            let sums = [
                overlap::<T, S, W>(start, inner, at, re),
                overlap::<T, S, W>(start, inner, at, im),
            ];
            let [t_re, t_im] = times::<T, S, W>(c, sums);
            add_along::<T, S, W>(start, inner, at, re, t_re);
            add_along::<T, S, W>(start, inner, at, im, t_im);
        }
        Turn::Ring { d, cosine, sine } => {
            for first in [0, 1] {
                for a in (first..d - 1).step_by(2) {
                    givens::<T, S, W>([a * inner + at, (a + 1) * inner + at], cosine, sine, re, im);
                }
            }
            if d > 2 {
                givens::<T, S, W>([(d - 1) * inner + at, at], cosine, sine, re, im);
            }
        }
    }
}

/// c·s of W complex numbers.
#[inline(always)]
pub(super) fn times<T: Real, S: Simd, const W: usize>(
    c: [T; 2],
    [re, im]: [[T; W]; 2],
) -> [[T; W]; 2] {
    let mut product = [[T::ZERO; W]; 2];
    for w in 0..W {
        product[0][w] = T::fused::<S>(c[0], re[w], c[1].times(im[w]).negative());
        product[1][w] = T::fused::<S>(c[0], im[w], c[1].times(re[w]));
    }
    product
}

/// The W numbers at a place.
#[inline(always)]
pub(super) fn row<T, const W: usize>(data: &[T], at: usize) -> &[T; W] {
    data[at..].first_chunk().expect("rows lie within the piece")
}

/// The W numbers at a place, to be changed.
#[inline(always)]
pub(super) fn row_mut<T, const W: usize>(data: &mut [T], at: usize) -> &mut [T; W] {
    data[at..]
        .first_chunk_mut()
        .expect("rows lie within the piece")
}

/// Σ_l ψ_l.
#[inline(always)]
pub(super) fn sum<T: Real, const W: usize>(inner: usize, at: usize, data: &[T]) -> [T; W] {
    let mut total = [T::ZERO; W];
    for rows in data.chunks(ROWS * inner) {
        let mut part = [T::ZERO; W];
        for level in rows.chunks_exact(inner) {
            let row = row::<T, W>(level, at);
            for w in 0..W {
                part[w] = part[w].plus(row[w]);
            }
        }
        for w in 0..W {
            total[w] = total[w].plus(part[w]);
        }
    }
    total
}

/// Σ_l φ_l ψ_l.
#[inline(always)]
pub(super) fn overlap<T: Real, S: Simd, const W: usize>(
    start: &[T],
    inner: usize,
    at: usize,
    data: &[T],
) -> [T; W] {
    let mut total = [T::ZERO; W];
    for (rows, start) in data.chunks(ROWS * inner).zip(start.chunks(ROWS)) {
        let mut part = [T::ZERO; W];
        for (level, phi) in rows.chunks_exact(inner).zip(start) {
            let row = row::<T, W>(level, at);
            for w in 0..W {
                part[w] = T::fused::<S>(*phi, row[w], part[w]);
            }
        }
        for w in 0..W {
            total[w] = total[w].plus(part[w]);
        }
    }
    total
}

/// ψ_l += t.
#[inline(always)]
pub(super) fn add<T: Real, const W: usize>(inner: usize, at: usize, data: &mut [T], t: [T; W]) {
    for level in data.chunks_exact_mut(inner) {
        let row = row_mut::<T, W>(level, at);
        for w in 0..W {
            row[w] = row[w].plus(t[w]);
        }
    }
}

/// ψ_l += φ_l t.
#[inline(always)]
pub(super) fn add_along<T: Real, S: Simd, const W: usize>(
    start: &[T],
    inner: usize,
    at: usize,
    data: &mut [T],
    t: [T; W],
) {
    for (level, phi) in data.chunks_exact_mut(inner).zip(start) {
        let row = row_mut::<T, W>(level, at);
        for w in 0..W {
            row[w] = T::fused::<S>(*phi, t[w], row[w]);
        }
    }
}

/// The gate of an edge on the rows at `a` and `b`.
#[inline(always)]
pub(super) fn givens<T: Real, S: Simd, const W: usize>(
    [a, b]: [usize; 2],
    cosine: T,
    sine: T,
    re: &mut [T],
    im: &mut [T],
) {
    let (a_re, a_im) = (*row::<T, W>(re, a), *row::<T, W>(im, a));
    let (b_re, b_im) = (*row::<T, W>(re, b), *row::<T, W>(im, b));
    let mut turned = [[T::ZERO; W]; 4];
    for w in 0..W {
        turned[0][w] = T::fused::<S>(sine, b_im[w], cosine.times(a_re[w]));
        turned[1][w] = T::fused::<S>(sine.negative(), b_re[w], cosine.times(a_im[w]));
        turned[2][w] = T::fused::<S>(sine, a_im[w], cosine.times(b_re[w]));
        turned[3][w] = T::fused::<S>(sine.negative(), a_re[w], cosine.times(b_im[w]));
    }
    *row_mut(re, a) = turned[0];
    *row_mut(im, a) = turned[1];
    *row_mut(re, b) = turned[2];
    *row_mut(im, b) = turned[3];
}
