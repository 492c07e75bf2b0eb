//! Undoing a turn on ψ and λ at once, and reading Im⟨λ|H|ψ⟩ on the way. (`pair` undoes two.)
//!
//! With s = ⟨φ|ψ⟩ and s' = ⟨φ|λ⟩ of a fiber, Im⟨λ| d|φ⟩⟨φ| |ψ⟩ = d Im(s'* s): the sums that the
//! turn needs anyway. The −1 of d|φ⟩⟨φ| − 1 takes Im⟨λ|ψ⟩, which is 0: λ = U†C U ψ, and ⟨ψ|U†C U|ψ⟩
//! is real. A graph is undone gate by gate, from the last one; ⟨λ|H|ψ⟩ of an edge is read where its
//! gate has not been undone yet, which is the same as after it, since H commutes with it.

use super::kernel::{givens, rank_one};
use super::lines::{line, vectors};
use super::start_weights::{Along, Even, StartWeights};
use super::turns::QuditRotation;
use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::real::{Real, lane_count};
use pulp::Scalar;
use pulp::bytemuck::cast_slice;

/// Vectors of fibers at a time.
const VECTORS: usize = 2;
/// Numbers in as many vectors at most.
const MOST: usize = 32;

/// A sum for each fiber's number modulo two lines of numbers: each takes up its fibers in order,
/// whatever the vectors are.
#[derive(Clone, Copy)]
pub(super) struct FiberSums([f64; MOST]);

impl FiberSums {
    pub(super) const ZERO: Self = Self([0.0; MOST]);

    /// Adds to the sum of a fiber.
    #[inline(always)]
    pub(super) fn add<T>(&mut self, fiber: usize, x: f64) {
        self.0[fiber % (2 * line::<T>())] += x;
    }

    /// All of them.
    pub(super) fn total(&self) -> f64 {
        self.0.iter().sum()
    }
}

/// Undoes a turn of one qudit of a piece; `turn` is the inverse. Returns Im⟨λ|H|ψ⟩, for rank one
/// but for the part that is 0.
pub(super) fn undo<T: Real>(
    with: Instructions,
    turn: QuditRotation<'_, T>,
    inner: usize,
    arrays: [&mut [T]; 4],
) -> f64 {
    with.run(AdjointFibers {
        turn,
        inner,
        arrays,
    })
}

struct AdjointFibers<'a, T> {
    turn: QuditRotation<'a, T>,
    inner: usize,
    arrays: [&'a mut [T]; 4],
}

impl<T: Real> Operation for AdjointFibers<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> f64 {
        let Self {
            turn,
            inner,
            arrays,
        } = self;
        let sum = match turn {
            QuditRotation::Still => 0.0,
            QuditRotation::Uniform { d, c } => {
                each_fiber(simd, [d, inner], arrays, AdjointRankOne { c, of: Even })
            }
            QuditRotation::Toward { start, c } => {
                let of = Along(start);
                each_fiber(simd, [start.len(), inner], arrays, AdjointRankOne { c, of })
            }
            QuditRotation::Edges {
                d,
                edges,
                cosine,
                sine,
            } => {
                let gate = [cosine, sine];
                each_fiber(
                    simd,
                    [d, inner],
                    arrays,
                    AdjointEdgeRotations { edges, gate },
                )
            }
        };
        turn.weight() * sum
    }
}

/// Real and imaginary parts of ψ, or of λ.
type ComplexSlices<'a, T> = [&'a mut [T]; 2];

/// What is done to the fibers that begin at `at`, G vectors of them; Im(s'* s) is added up number
/// by number.
trait AdjointFiberWork<T: Real>: Copy {
    fn fibers<S: InstructionSet, const G: usize>(
        self,
        simd: S,
        inner: usize,
        at: usize,
        parts: [ComplexSlices<'_, T>; 2],
        total: &mut FiberSums,
    );
}

#[inline(always)]
fn each_fiber<T: Real, S: InstructionSet>(
    simd: S,
    [d, inner]: [usize; 2],
    [re, im, image_re, image_im]: [&mut [T]; 4],
    work: impl AdjointFiberWork<T>,
) -> f64 {
    let lanes = lane_count::<T, S>();
    let len = d * inner;
    let states = re.chunks_exact_mut(len).zip(im.chunks_exact_mut(len));
    let images = image_re
        .chunks_exact_mut(len)
        .zip(image_im.chunks_exact_mut(len));
    let mut total = FiberSums::ZERO;
    for ((re, im), (image_re, image_im)) in states.zip(images) {
        let mut at = 0;
        while at + VECTORS * lanes <= inner {
            let parts = [[&mut *re, &mut *im], [&mut *image_re, &mut *image_im]];
            work.fibers::<S, VECTORS>(simd, inner, at, parts, &mut total);
            at += VECTORS * lanes;
        }
        while at + lanes <= inner {
            let parts = [[&mut *re, &mut *im], [&mut *image_re, &mut *image_im]];
            work.fibers::<S, 1>(simd, inner, at, parts, &mut total);
            at += lanes;
        }
        while at < inner {
            let parts = [[&mut *re, &mut *im], [&mut *image_re, &mut *image_im]];
            work.fibers::<Scalar, 1>(Scalar::new(), inner, at, parts, &mut total);
            at += 1;
        }
    }
    total.total()
}

#[derive(Clone, Copy)]
struct AdjointRankOne<T, W> {
    c: [T; 2],
    of: W,
}

impl<T: Real, W: StartWeights<T>> AdjointFiberWork<T> for AdjointRankOne<T, W> {
    #[inline(always)]
    fn fibers<S: InstructionSet, const G: usize>(
        self,
        simd: S,
        inner: usize,
        at: usize,
        [state, image]: [ComplexSlices<'_, T>; 2],
        total: &mut FiberSums,
    ) {
        let sums = rank_one::<T, S, W, G>(simd, self.of, self.c, inner, at, state);
        let images = rank_one::<T, S, W, G>(simd, self.of, self.c, inner, at, image);
        add_imaginary::<T, S, G>(total, at, &images, &sums);
    }
}

#[derive(Clone, Copy)]
struct AdjointEdgeRotations<'e, T> {
    edges: &'e [[usize; 2]],
    gate: [T; 2],
}

impl<T: Real> AdjointFiberWork<T> for AdjointEdgeRotations<'_, T> {
    #[inline(always)]
    fn fibers<S: InstructionSet, const G: usize>(
        self,
        simd: S,
        inner: usize,
        at: usize,
        [[re, im], [image_re, image_im]]: [ComplexSlices<'_, T>; 2],
        total: &mut FiberSums,
    ) {
        let Self { edges, gate } = self;
        for edge in edges.iter().rev() {
            let edge = edge.map(|level| level * inner + at);
            let parts = [[&mut *re, &mut *im], [&mut *image_re, &mut *image_im]];
            undo_edge::<T, S, G>(simd, (edge, at), gate, parts, total);
        }
    }
}

#[inline(always)]
fn undo_edge<T: Real, S: InstructionSet, const G: usize>(
    simd: S,
    ([a, b], at): ([usize; 2], usize),
    gate: [T; 2],
    [[re, im], [image_re, image_im]]: [ComplexSlices<'_, T>; 2],
    total: &mut FiberSums,
) {
    for [a, b] in [[a, b], [b, a]] {
        let lambda = [
            *vectors::<T, S, G>(image_re, a),
            *vectors::<T, S, G>(image_im, a),
        ];
        let psi = [*vectors::<T, S, G>(re, b), *vectors::<T, S, G>(im, b)];
        add_imaginary::<T, S, G>(total, at, &lambda, &psi);
    }
    let gate = gate.map(|part| T::splat(simd, part));
    givens::<T, S, G>(simd, [a, b], gate, [re, im]);
    givens::<T, S, G>(simd, [a, b], gate, [image_re, image_im]);
}

/// Adds Im(λ* ψ) of the fibers from number `at` on.
#[inline(always)]
fn add_imaginary<T: Real, S: InstructionSet, const G: usize>(
    total: &mut FiberSums,
    at: usize,
    lambda: &[[T::Vector<S>; G]; 2],
    psi: &[[T::Vector<S>; G]; 2],
) {
    let lambda: [&[T]; 2] = [cast_slice(&lambda[0]), cast_slice(&lambda[1])];
    let psi: [&[T]; 2] = [cast_slice(&psi[0]), cast_slice(&psi[1])];
    for w in 0..G * lane_count::<T, S>() {
        let plus = lambda[0][w].wide() * psi[1][w].wide();
        total.add::<T>(at + w, plus - lambda[1][w].wide() * psi[0][w].wide());
    }
}
