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
pub(super) fn undo<T: Real>(
    turn: Turn<'_, T>,
    inner: usize,
    [re, im, image_re, image_im]: [&mut [T]; 4],
) -> f64 {
    Arch::new().dispatch(Undo {
        turn,
        inner,
        state: [re, im],
        image: [image_re, image_im],
    })
}

struct Undo<'a, T> {
    turn: Turn<'a, T>,
    inner: usize,
    state: [&'a mut [T]; 2],
    image: [&'a mut [T]; 2],
}

/// A fiber's block of ψ or λ: real and imaginary parts.
type Parts<'a, T> = [&'a mut [T]; 2];

impl<T: Real> WithSimd for Undo<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let Self {
            turn,
            inner,
            state,
            image,
        } = self;
        let (d, scale) = match turn {
            Turn::Still => return 0.0,
            Turn::Uniform { d, .. } | Turn::Ring { d, .. } => (d, 1.0),
            Turn::Toward { start, .. } => (start.len(), start.len() as f64),
        };
        let [re, im] = state.map(|part| part.chunks_exact_mut(d * inner));
        let [image_re, image_im] = image.map(|part| part.chunks_exact_mut(d * inner));
        let mut total = 0.0;
        for (((re, im), image_re), image_im) in re.zip(im).zip(image_re).zip(image_im) {
            let mut at = 0;
            while at + WIDE <= inner {
                let parts = ([&mut *re, &mut *im], [&mut *image_re, &mut *image_im]);
                total += undo_fibers::<T, S, WIDE>(turn, inner, at, parts.0, parts.1);
                at += WIDE;
            }
            while at + NARROW <= inner {
                let parts = ([&mut *re, &mut *im], [&mut *image_re, &mut *image_im]);
                total += undo_fibers::<T, S, NARROW>(turn, inner, at, parts.0, parts.1);
                at += NARROW;
            }
            while at < inner {
                let parts = ([&mut *re, &mut *im], [&mut *image_re, &mut *image_im]);
                total += undo_fibers::<T, S, 1>(turn, inner, at, parts.0, parts.1);
                at += 1;
            }
        }
        scale * total
    }
}

#[inline(always)]
fn undo_fibers<T: Real, S: Simd, const W: usize>(
    turn: Turn<'_, T>,
    inner: usize,
    at: usize,
    state: Parts<'_, T>,
    image: Parts<'_, T>,
) -> f64 {
    match turn {
        Turn::Still => 0.0,
        Turn::Uniform { c, .. } => {
            let sums = uniform::<T, S, W>(c, inner, at, state);
            imaginary(uniform::<T, S, W>(c, inner, at, image), sums)
        }
        Turn::Toward { start, c } => {
            let sums = toward::<T, S, W>(start, c, inner, at, state);
            imaginary(toward::<T, S, W>(start, c, inner, at, image), sums)
        }
        Turn::Ring { d, cosine, sine } => {
            ring::<T, S, W>(d, [cosine, sine], inner, at, state, image)
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
fn ring<T: Real, S: Simd, const W: usize>(
    d: usize,
    [cosine, sine]: [T; 2],
    inner: usize,
    at: usize,
    [re, im]: Parts<'_, T>,
    [image_re, image_im]: Parts<'_, T>,
) -> f64 {
    let mut total = 0.0;
    let mut undo = |a: usize, b: usize| {
        let rows = [a * inner + at, b * inner + at];
        for [a, b] in [rows, [rows[1], rows[0]]] {
            let lambda = [*row::<T, W>(image_re, a), *row::<T, W>(image_im, a)];
            let psi = [*row::<T, W>(re, b), *row::<T, W>(im, b)];
            total += imaginary(lambda, psi);
        }
        givens::<T, S, W>(rows, cosine, sine, re, im);
        givens::<T, S, W>(rows, cosine, sine, image_re, image_im);
    };
    if d > 2 {
        undo(d - 1, 0);
    }
    for first in [1, 0] {
        for a in (first..d - 1).step_by(2) {
            undo(a, a + 1);
        }
    }
    total
}

/// Σ_w Im(λ_w* ψ_w).
#[inline(always)]
fn imaginary<T: Real, const W: usize>(lambda: [[T; W]; 2], psi: [[T; W]; 2]) -> f64 {
    let mut sums = [0.0; W];
    for w in 0..W {
        sums[w] = lambda[0][w].wide() * psi[1][w].wide() - lambda[1][w].wide() * psi[0][w].wide();
    }
    sums.iter().sum()
}
