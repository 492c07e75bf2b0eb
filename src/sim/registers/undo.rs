//! Undoing a turn on ψ and λ at once, and reading Im⟨λ|H|ψ⟩ on the way.
//!
//! With s = ⟨φ|ψ⟩ and s' = ⟨φ|λ⟩ of a fiber, Im⟨λ| d|φ⟩⟨φ| |ψ⟩ = d Im(s'* s): the sums that the turn needs anyway. The −1 of d|φ⟩⟨φ| − 1 takes
//! Im⟨λ|ψ⟩, which is 0: λ = U†C U ψ, and ⟨ψ|U†C U|ψ⟩ is real. A ring is undone gate by gate, from the last one; ⟨λ|H|ψ⟩ of an edge is read where its
//! gate has not been undone yet, which is the same as after it, since H commutes with it.

use super::kernel::{NARROW, WIDE, add, add_along, givens, overlap, row, sum, times};
use super::turns::Turn;
use crate::sim::real::Real;
use pulp::{Arch, Simd, WithSimd};

/// Undoes a turn of one register of a piece; `turn` is the inverse. Returns Im⟨λ|H|ψ⟩, for rank one but for the part that is 0.
pub(super) fn undo<T: Real>(turn: Turn<'_, T>, inner: usize, arrays: [&mut [T]; 4]) -> f64 {
    let of = Undo {
        turn,
        inner,
        arrays,
    };
    Arch::new().dispatch(of)
}

struct Undo<'a, T> {
    turn: Turn<'a, T>,
    inner: usize,
    arrays: [&'a mut [T]; 4],
}

impl<T: Real> WithSimd for Undo<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let Self {
            turn,
            inner,
            arrays: [re, im, image_re, image_im],
        } = self;
        let Some(d) = turn.levels() else { return 0.0 };
        let len = d * inner;
        let states = re.chunks_exact_mut(len).zip(im.chunks_exact_mut(len));
        let images = image_re
            .chunks_exact_mut(len)
            .zip(image_im.chunks_exact_mut(len));
        let (mut wide, mut narrow, mut single) = ([0.0; WIDE], [0.0; NARROW], [0.0; 1]);
        for ((re, im), (image_re, image_im)) in states.zip(images) {
            let mut at = 0;
            while at + WIDE <= inner {
                let parts = [[&mut *re, &mut *im], [&mut *image_re, &mut *image_im]];
                undo_fibers::<T, S, WIDE>(turn, inner, at, parts, &mut wide);
                at += WIDE;
            }
            while at + NARROW <= inner {
                let parts = [[&mut *re, &mut *im], [&mut *image_re, &mut *image_im]];
                undo_fibers::<T, S, NARROW>(turn, inner, at, parts, &mut narrow);
                at += NARROW;
            }
            while at < inner {
                let parts = [[&mut *re, &mut *im], [&mut *image_re, &mut *image_im]];
                undo_fibers::<T, S, 1>(turn, inner, at, parts, &mut single);
                at += 1;
            }
        }
        turn.weight() * (wide.iter().sum::<f64>() + narrow.iter().sum::<f64>() + single[0])
    }
}

/// Real and imaginary parts of ψ, or of λ.
type Parts<'a, T> = [&'a mut [T]; 2];

#[inline(always)]
fn undo_fibers<T: Real, S: Simd, const W: usize>(
    turn: Turn<'_, T>,
    inner: usize,
    at: usize,
    [state, image]: [Parts<'_, T>; 2],
    total: &mut [f64; W],
) {
    match turn {
        Turn::Still => {}
        Turn::Uniform { c, .. } => {
            let sums = uniform::<T, S, W>(c, inner, at, state);
            let images = uniform::<T, S, W>(c, inner, at, image);
            add_imaginary(total, &images, &sums);
        }
        Turn::Toward { start, c } => {
            let sums = toward::<T, S, W>(start, c, inner, at, state);
            let images = toward::<T, S, W>(start, c, inner, at, image);
            add_imaginary(total, &images, &sums);
        }
        Turn::Ring { d, cosine, sine } => {
            let gate = [cosine, sine];
            let [[re, im], [image_re, image_im]] = [state, image];
            if d > 2 {
                let edge = [(d - 1) * inner + at, at];
                let parts = [[&mut *re, &mut *im], [&mut *image_re, &mut *image_im]];
                undo_edge::<T, S, W>(edge, gate, parts, total);
            }
            for first in [1, 0] {
                for a in (first..d - 1).step_by(2) {
                    let edge = [a * inner + at, (a + 1) * inner + at];
                    let parts = [[&mut *re, &mut *im], [&mut *image_re, &mut *image_im]];
                    undo_edge::<T, S, W>(edge, gate, parts, total);
                }
            }
        }
    }
}

#[inline(always)]
fn uniform<T: Real, S: Simd, const W: usize>(
    c: [T; 2],
    inner: usize,
    at: usize,
    [re, im]: Parts<'_, T>,
) -> [[T; W]; 2] {
    let sums = [sum::<T, W>(inner, at, re), sum::<T, W>(inner, at, im)];
    let [t_re, t_im] = times::<T, S, W>(c, sums);
    add::<T, W>(inner, at, re, t_re);
    add::<T, W>(inner, at, im, t_im);
    sums
}

#[inline(always)]
fn toward<T: Real, S: Simd, const W: usize>(
    start: &[T],
    c: [T; 2],
    inner: usize,
    at: usize,
    [re, im]: Parts<'_, T>,
) -> [[T; W]; 2] {
    let sums = [
        overlap::<T, S, W>(start, inner, at, re),
        overlap::<T, S, W>(start, inner, at, im),
    ];
    let [t_re, t_im] = times::<T, S, W>(c, sums);
    add_along::<T, S, W>(start, inner, at, re, t_re);
    add_along::<T, S, W>(start, inner, at, im, t_im);
    sums
}

#[inline(always)]
fn undo_edge<T: Real, S: Simd, const W: usize>(
    [a, b]: [usize; 2],
    [cosine, sine]: [T; 2],
    [[re, im], [image_re, image_im]]: [Parts<'_, T>; 2],
    total: &mut [f64; W],
) {
    for [a, b] in [[a, b], [b, a]] {
        let lambda = [*row::<T, W>(image_re, a), *row::<T, W>(image_im, a)];
        let psi = [*row::<T, W>(re, b), *row::<T, W>(im, b)];
        add_imaginary(total, &lambda, &psi);
    }
    givens::<T, S, W>([a, b], cosine, sine, re, im);
    givens::<T, S, W>([a, b], cosine, sine, image_re, image_im);
}

/// Adds Im(λ* ψ).
#[inline(always)]
fn add_imaginary<T: Real, const W: usize>(
    total: &mut [f64; W],
    lambda: &[[T; W]; 2],
    psi: &[[T; W]; 2],
) {
    for w in 0..W {
        let plus = lambda[0][w].wide() * psi[1][w].wide();
        total[w] += plus - lambda[1][w].wide() * psi[0][w].wide();
    }
}
