//! What the turn of one qudit does to the numbers of a piece. (`pair` turns two at once.)
//!
//! The levels of a qudit stand `inner` numbers apart, and everything is done for `inner` fibers
//! side by side:
//!
//! ```text
//! complete:  t = c · Σ_l φ_l ψ_l ;  ψ_l += φ_l t (two readings of the fiber
//!     and one writing)
//! edges:     for each edge (a, b):  (ψ_a, ψ_b) = (cos β ψ_a − i sin β ψ_b, cos β ψ_b − i sin β
//!     ψ_a)
//! ```
//!
//! Real and imaginary parts are arrays of their own: only t mixes them. Fibers are taken a few
//! vectors at a time, so that sums stay in registers of the processor and a fiber in its first
//! cache; what no vector is filled by is taken one by one. No closure calls a vector operation: one
//! that is not inlined first is not compiled for the processor's vectors.

use super::lines::{Fibers, vectors, vectors_mut};
use super::start_weights::{Along, Even, StartWeights};
use super::turns::QuditRotation;
use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::real::{Real, lane_count};
use pulp::Scalar;

/// Vectors of fibers at a time.
const VECTORS: usize = 4;
/// Rows added up before they are added to the sum of all: in f32 a plain sum of thousands would
/// lose digits.
const ROWS: usize = 64;

/// Turns one qudit of a piece, in those of the `inner` fibers side by side that are asked for.
pub(super) fn turn<T: Real>(
    with: Instructions,
    turn: QuditRotation<'_, T>,
    inner: usize,
    fibers: Fibers,
    [re, im]: [&mut [T]; 2],
) {
    with.run(TurnQudit {
        turn,
        inner,
        fibers,
        re,
        im,
    });
}

struct TurnQudit<'a, T> {
    turn: QuditRotation<'a, T>,
    inner: usize,
    fibers: Fibers,
    re: &'a mut [T],
    im: &'a mut [T],
}

impl<T: Real> Operation for TurnQudit<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let Self {
            turn,
            inner,
            fibers,
            re,
            im,
        } = self;
        match turn {
            QuditRotation::Still => {}
            QuditRotation::Uniform { d, c } => {
                each_fiber(simd, [d, inner], fibers, [re, im], RankOne { c, of: Even });
            }
            QuditRotation::Toward { start, c } => {
                let of = Along(start);
                each_fiber(
                    simd,
                    [start.len(), inner],
                    fibers,
                    [re, im],
                    RankOne { c, of },
                );
            }
            QuditRotation::Edges {
                d,
                edges,
                cosine,
                sine,
            } => {
                let work = EdgeRotations {
                    edges,
                    cosine,
                    sine,
                };
                each_fiber(simd, [d, inner], fibers, [re, im], work);
            }
        }
    }
}

/// What is done to G vectors of fibers whose levels stand `inner` apart, from where they begin.
trait FiberWork<T: Real>: Copy {
    fn fibers<S: InstructionSet, const G: usize>(
        self,
        simd: S,
        inner: usize,
        at: usize,
        parts: [&mut [T]; 2],
    );
}

#[inline(always)]
fn each_fiber<T: Real, S: InstructionSet>(
    simd: S,
    [d, inner]: [usize; 2],
    fibers: Fibers,
    [re, im]: [&mut [T]; 2],
    work: impl FiberWork<T>,
) {
    let (lanes, len) = (lane_count::<T, S>(), d * inner);
    for (re, im) in re.chunks_exact_mut(len).zip(im.chunks_exact_mut(len)) {
        for [from, to] in fibers.runs(inner) {
            let mut at = from;
            while at + VECTORS * lanes <= to {
                work.fibers::<S, VECTORS>(simd, inner, at, [&mut *re, &mut *im]);
                at += VECTORS * lanes;
            }
            while at + lanes <= to {
                work.fibers::<S, 1>(simd, inner, at, [&mut *re, &mut *im]);
                at += lanes;
            }
            while at < to {
                work.fibers::<Scalar, 1>(Scalar::new(), inner, at, [&mut *re, &mut *im]);
                at += 1;
            }
        }
    }
}

#[derive(Clone, Copy)]
struct RankOne<T, W> {
    c: [T; 2],
    of: W,
}

impl<T: Real, W: StartWeights<T>> FiberWork<T> for RankOne<T, W> {
    #[inline(always)]
    fn fibers<S: InstructionSet, const G: usize>(
        self,
        simd: S,
        inner: usize,
        at: usize,
        parts: [&mut [T]; 2],
    ) {
        rank_one::<T, S, W, G>(simd, self.of, self.c, inner, at, parts);
    }
}

/// ψ_l += φ_l c Σφψ; returns the sums Σφψ.
#[inline(always)]
pub(super) fn rank_one<T: Real, S: InstructionSet, W: StartWeights<T>, const G: usize>(
    simd: S,
    of: W,
    c: [T; 2],
    inner: usize,
    at: usize,
    [re, im]: [&mut [T]; 2],
) -> [[T::Vector<S>; G]; 2] {
    let sums = [
        sum::<T, S, W, G>(simd, of, inner, at, re),
        sum::<T, S, W, G>(simd, of, inner, at, im),
    ];
    let c = [T::splat(simd, c[0]), T::splat(simd, c[1])];
    let mut t = sums;
    for g in 0..G {
        let (a, b) = (sums[0][g], sums[1][g]);
        t[0][g] = T::sub_mul(simd, c[1], b, T::mul(simd, c[0], a));
        t[1][g] = T::mul_add(simd, c[0], b, T::mul(simd, c[1], a));
    }
    add::<T, S, W, G>(simd, of, inner, at, re, t[0]);
    add::<T, S, W, G>(simd, of, inner, at, im, t[1]);
    sums
}

/// Σ_l φ_l ψ_l.
#[inline(always)]
fn sum<T: Real, S: InstructionSet, W: StartWeights<T>, const G: usize>(
    simd: S,
    of: W,
    inner: usize,
    at: usize,
    data: &[T],
) -> [T::Vector<S>; G] {
    let zero = T::splat(simd, T::ZERO);
    let (mut total, mut part) = ([zero; G], [zero; G]);
    let (mut level, mut from) = (0, at);
    while from < data.len() {
        let row = vectors::<T, S, G>(data, from);
        for g in 0..G {
            part[g] = of.gather(simd, level, row[g], part[g]);
        }
        level += 1;
        from += inner;
        if level % ROWS == 0 {
            for g in 0..G {
                total[g] = T::add(simd, total[g], part[g]);
            }
            part = [zero; G];
        }
    }
    for g in 0..G {
        total[g] = T::add(simd, total[g], part[g]);
    }
    total
}

/// ψ_l += φ_l t.
#[inline(always)]
fn add<T: Real, S: InstructionSet, W: StartWeights<T>, const G: usize>(
    simd: S,
    of: W,
    inner: usize,
    at: usize,
    data: &mut [T],
    t: [T::Vector<S>; G],
) {
    let (mut level, mut from) = (0, at);
    while from < data.len() {
        let row = vectors_mut::<T, S, G>(data, from);
        for g in 0..G {
            row[g] = of.gather(simd, level, t[g], row[g]);
        }
        level += 1;
        from += inner;
    }
}

#[derive(Clone, Copy)]
struct EdgeRotations<'e, T> {
    edges: &'e [[usize; 2]],
    cosine: T,
    sine: T,
}

impl<T: Real> FiberWork<T> for EdgeRotations<'_, T> {
    #[inline(always)]
    fn fibers<S: InstructionSet, const G: usize>(
        self,
        simd: S,
        inner: usize,
        at: usize,
        [re, im]: [&mut [T]; 2],
    ) {
        let Self {
            edges,
            cosine,
            sine,
        } = self;
        let gate = [T::splat(simd, cosine), T::splat(simd, sine)];
        for edge in edges {
            let edge = edge.map(|level| level * inner + at);
            givens::<T, S, G>(simd, edge, gate, [&mut *re, &mut *im]);
        }
    }
}

/// The gate of an edge on the rows at `a` and `b`.
#[inline(always)]
pub(super) fn givens<T: Real, S: InstructionSet, const G: usize>(
    simd: S,
    [a, b]: [usize; 2],
    [cosine, sine]: [T::Vector<S>; 2],
    [re, im]: [&mut [T]; 2],
) {
    let (a_re, a_im) = (*vectors::<T, S, G>(re, a), *vectors::<T, S, G>(im, a));
    let (b_re, b_im) = (*vectors::<T, S, G>(re, b), *vectors::<T, S, G>(im, b));
    let to = vectors_mut::<T, S, G>(re, a);
    for g in 0..G {
        to[g] = T::mul_add(simd, sine, b_im[g], T::mul(simd, cosine, a_re[g]));
    }
    let to = vectors_mut::<T, S, G>(im, a);
    for g in 0..G {
        to[g] = T::sub_mul(simd, sine, b_re[g], T::mul(simd, cosine, a_im[g]));
    }
    let to = vectors_mut::<T, S, G>(re, b);
    for g in 0..G {
        to[g] = T::mul_add(simd, sine, a_im[g], T::mul(simd, cosine, b_re[g]));
    }
    let to = vectors_mut::<T, S, G>(im, b);
    for g in 0..G {
        to[g] = T::sub_mul(simd, sine, a_re[g], T::mul(simd, cosine, b_im[g]));
    }
}
