//! Two neighboring qudits turned at once, both by rank one.
//!
//! ```text
//! R_j = Σ_i φ_i ψ_ij ;  C_i = Σ_j χ_j ψ_ij
//!     (one reading, i the level of the first qudit and j of the second)
//! a_j = c R_j ;  b_i = c' (C_i + φ_i Σ_j χ_j a_j)      what the second qudit's sums become when
//!     the first has been turned
//! ψ_ij += φ_i a_j + χ_j b_i                            one more reading and a writing
//! ```
//!
//! That is as many additions as two turns take, but half the traffic with the cache. Where turns
//! are undone it is done to ψ and λ in turn, and Im⟨λ|H|ψ⟩ (`undo`) is read from the sums: that of
//! the second qudit needs no sums of its own, because the turn of the first one commutes with
//! its H. Departures, and why:
//!
//! 1. *[`SIDE`] levels i at a time*, for all j: their sums stay in registers of the processor.
//! 2. *Whole vectors by their number*, where rows begin at multiples of a vector: the place of a
//!    number asks for twice the checks.
//! 3. *Sums in room of the caller*: a call turns as little as a few hundred states, and to clear
//!    room for the sums takes as long.
//! 4. *One loop for ψ alone and for both*: the loops are long, and written out for each processor
//!    and precision.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::kernel::turn;
use super::lines::{Fibers, line, vectors, vectors_mut};
use super::start_weights::{Along, Even, StartWeights};
use super::turns::QuditRotation;
use super::undo::{FiberSums as Total, undo};
use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::real::{Real, lane_count};
use pulp::Scalar;
use pulp::bytemuck::cast_slice;
use std::ops::Range;

/// Levels of one qudit at most.
const LEVELS: usize = 16;
/// Combinations of levels at most: a vector of each, real and imaginary, is to stay in the first
/// cache.
pub(super) const COMBINATIONS: usize = 144;
/// Levels of the first qudit at a time.
const SIDE: usize = 4;

/// Turns the qudits of a piece one after another, in twos where that is possible; each with how
/// far apart its levels stand, and none of them still.
pub(super) fn turn_all<'a, T: Real>(
    with: Instructions,
    turns: impl Iterator<Item = (QuditRotation<'a, T>, usize)>,
    fibers: Fibers,
    [re, im]: [&mut [T]; 2],
    sums: &mut [T],
) {
    for (first, inner, second) in in_twos(turns) {
        let Some(second) = second else {
            turn(with, first, inner, fibers, [&mut *re, &mut *im]);
            continue;
        };
        with.run(TurnPair {
            turns: [first, second],
            inner,
            fibers,
            sums: &mut *sums,
            states: &mut [[&mut *re, &mut *im]],
        });
    }
}

/// Undoes the turns of qudits on ψ and λ, in twos as well; returns Im⟨λ|H|ψ⟩ of all of them.
pub(super) fn undo_all<'a, T: Real>(
    with: Instructions,
    turns: impl Iterator<Item = (QuditRotation<'a, T>, usize)>,
    [re, im, image_re, image_im]: [&mut [T]; 4],
    sums: &mut [T],
) -> f64 {
    let mut total = 0.0;
    for (first, inner, second) in in_twos(turns) {
        let Some(second) = second else {
            let arrays = [&mut *re, &mut *im, &mut *image_re, &mut *image_im];
            total += undo(with, first, inner, arrays);
            continue;
        };
        let [by_first, by_second] = with.run(TurnPair {
            turns: [first, second],
            inner,
            fibers: Fibers::ALL,
            sums: &mut *sums,
            states: &mut [[&mut *re, &mut *im], [&mut *image_re, &mut *image_im]],
        });
        total += first.weight() * by_first + second.weight() * by_second;
    }
    total
}

/// Each turn, how far apart its levels stand, and the one that can be made with it.
fn in_twos<'a, T: Real>(
    turns: impl Iterator<Item = (QuditRotation<'a, T>, usize)>,
) -> impl Iterator<Item = (QuditRotation<'a, T>, usize, Option<QuditRotation<'a, T>>)> {
    let mut turns = turns.peekable();
    std::iter::from_fn(move || {
        let (first, inner) = turns.next()?;
        let second = turns.next_if(|(second, stride)| fit(&first, inner, second, *stride));
        Some((first, inner, second.map(|(second, _)| second)))
    })
}

/// Whether two qudits can be turned at once: they are small, and the levels of the second stand
/// where those of the first end.
fn fit<T>(
    first: &QuditRotation<'_, T>,
    inner: usize,
    second: &QuditRotation<'_, T>,
    stride: usize,
) -> bool {
    let small =
        |a: usize, b: usize| a.max(b) <= LEVELS && a * b <= COMBINATIONS && a * inner == stride;
    match (first, second) {
        (QuditRotation::Uniform { d: a, .. }, QuditRotation::Uniform { d: b, .. }) => small(*a, *b),
        (QuditRotation::Toward { start: a, .. }, QuditRotation::Toward { start: b, .. }) => {
            small(a.len(), b.len())
        }
        (
            QuditRotation::Still
            | QuditRotation::Edges { .. }
            | QuditRotation::Uniform { .. }
            | QuditRotation::Toward { .. },
            _,
        ) => false,
    }
}

struct TurnPair<'a, T> {
    turns: [QuditRotation<'a, T>; 2],
    /// How far apart the levels of the first qudit stand; those of the second follow after all
    /// of them.
    inner: usize,
    fibers: Fibers,
    sums: &'a mut [T],
    /// Real and imaginary parts of ψ, and of λ where turns are undone.
    states: &'a mut [[&'a mut [T]; 2]],
}

impl<T: Real> Operation for TurnPair<'_, T> {
    /// Im(s'* s) of all fibers of the first qudit and of the second, where there is λ.
    type Output = [f64; 2];

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> [f64; 2] {
        match self.turns {
            [
                QuditRotation::Uniform { d: a, c },
                QuditRotation::Uniform { d: b, c: then },
            ] => {
                let of = Pair {
                    dims: [a, b],
                    inner: self.inner,
                    of: [Even, Even],
                    c: [c, then],
                };
                of.each_fiber(simd, self.fibers, self.states, self.sums)
            }
            [
                QuditRotation::Toward { start: a, c },
                QuditRotation::Toward { start: b, c: then },
            ] => {
                let of = Pair {
                    dims: [a.len(), b.len()],
                    inner: self.inner,
                    of: [Along(a), Along(b)],
                    c: [c, then],
                };
                of.each_fiber(simd, self.fibers, self.states, self.sums)
            }
            [
                QuditRotation::Still
                | QuditRotation::Edges { .. }
                | QuditRotation::Uniform { .. }
                | QuditRotation::Toward { .. },
                _,
            ] => {
                unreachable!("only turns of one kind are paired")
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Pair<T, W> {
    dims: [usize; 2],
    inner: usize,
    of: [W; 2],
    c: [[T; 2]; 2],
}

/// Room for the sums of a pair in ψ and in λ: numbers that begin where a line of the cache does.
pub(super) const fn room_for_sums<T>() -> usize {
    2 * STATE * line::<T>()
}

/// Vectors for the sums of a state.
const STATE: usize = 4 * LEVELS;

/// R_j or a_j, and C_i or b_i; real and imaginary parts.
struct PairSums<'a, V> {
    rows: [&'a mut [V]; 2],
    columns: [&'a mut [V]; 2],
}

impl<'a, V> PairSums<'a, V> {
    #[inline(always)]
    fn of(room: &'a mut [V]) -> Self {
        let (rows, columns) = room[..STATE].split_at_mut(2 * LEVELS);
        Self {
            rows: rows.split_at_mut(LEVELS).into(),
            columns: columns.split_at_mut(LEVELS).into(),
        }
    }
}

/// The vector at a place, which is counted in vectors where every row begins at a whole one, and
/// else in numbers.
#[inline(always)]
fn get<T: Real, S: InstructionSet, const WHOLE: bool>(data: &[T], at: usize) -> T::Vector<S> {
    if WHOLE {
        T::vectors::<S>(data)[at]
    } else {
        vectors::<T, S, 1>(data, at)[0]
    }
}

/// Changes the vector at a place.
#[inline(always)]
fn set<T: Real, S: InstructionSet, const WHOLE: bool>(data: &mut [T], at: usize, v: T::Vector<S>) {
    if WHOLE {
        T::vectors_mut::<S>(data)[at] = v;
    } else {
        vectors_mut::<T, S, 1>(data, at)[0] = v;
    }
}

impl<T: Real, W: StartWeights<T>> Pair<T, W> {
    #[inline(always)]
    fn each_fiber<S: InstructionSet>(
        self,
        simd: S,
        fibers: Fibers,
        states: &mut [[&mut [T]; 2]],
        room: &mut [T],
    ) -> [f64; 2] {
        let (lanes, inner) = (lane_count::<T, S>(), self.inner);
        let len = self.dims[0] * self.dims[1] * inner;
        let mut totals = [Total::ZERO; 2];
        for first in (0..states[0][0].len() / len * len).step_by(len) {
            let block = first..first + len;
            for [from, to] in fibers.runs(inner) {
                let mut at = from;
                if inner % lanes == 0 && from % lanes == 0 {
                    let vectors = Self {
                        inner: inner / lanes,
                        ..self
                    };
                    while at + lanes <= to {
                        let room = T::vectors_mut::<S>(room);
                        let place = at / lanes;
                        vectors.fibers::<S, true>(simd, place, &block, states, room, &mut totals);
                        at += lanes;
                    }
                }
                while at + lanes <= to {
                    let room = T::vectors_mut::<S>(room);
                    self.fibers::<S, false>(simd, at, &block, states, room, &mut totals);
                    at += lanes;
                }
                while at < to {
                    let room = T::vectors_mut::<Scalar>(room);
                    let scalar = Scalar::new();
                    self.fibers::<_, false>(scalar, at, &block, states, room, &mut totals);
                    at += 1;
                }
            }
        }
        [totals[0].total(), totals[1].total()]
    }

    /// Turns the vector of fibers at `at`; adds to the totals where there is λ.
    #[inline(always)]
    fn fibers<S: InstructionSet, const WHOLE: bool>(
        self,
        simd: S,
        at: usize,
        block: &Range<usize>,
        states: &mut [[&mut [T]; 2]],
        room: &mut [T::Vector<S>],
        totals: &mut [Total; 2],
    ) {
        for (state, room) in states.iter().zip(room.chunks_exact_mut(STATE)) {
            let sums = &mut PairSums::of(room);
            for (part, data) in state.iter().enumerate() {
                let data = &data[block.clone()];
                let mut i = 0;
                while i + SIDE <= self.dims[0] {
                    self.sum::<S, SIDE, WHOLE>(simd, [i, at], data, sums, part);
                    i += SIDE;
                }
                while i < self.dims[0] {
                    self.sum::<S, 1, WHOLE>(simd, [i, at], data, sums, part);
                    i += 1;
                }
            }
        }
        if states.len() > 1 {
            let fiber = if WHOLE { at * lane_count::<T, S>() } else { at };
            self.overlap::<S>(simd, fiber, room, totals);
        }
        for (state, room) in states.iter_mut().zip(room.chunks_exact_mut(STATE)) {
            let sums = &mut PairSums::of(room);
            self.solve::<S>(simd, sums);
            for (part, data) in state.iter_mut().enumerate() {
                let data = &mut data[block.clone()];
                let mut i = 0;
                while i + SIDE <= self.dims[0] {
                    self.add::<S, SIDE, WHOLE>(simd, [i, at], data, sums, part);
                    i += SIDE;
                }
                while i < self.dims[0] {
                    self.add::<S, 1, WHOLE>(simd, [i, at], data, sums, part);
                    i += 1;
                }
            }
        }
    }

    /// Adds Im(s'* s): that of the second qudit is the same before and after the turn of the
    /// first.
    #[inline(always)]
    fn overlap<S: InstructionSet>(
        self,
        simd: S,
        fiber: usize,
        room: &mut [T::Vector<S>],
        totals: &mut [Total; 2],
    ) {
        let (state, image) = room.split_at_mut(STATE);
        let (psi, lambda) = (PairSums::of(state), PairSums::of(image));
        let [a, b] = self.dims;
        let [mut rows, mut columns] = [T::splat(simd, T::ZERO); 2];
        for j in 0..b.min(LEVELS) {
            rows = T::mul_add(simd, lambda.rows[0][j], psi.rows[1][j], rows);
            rows = T::sub_mul(simd, lambda.rows[1][j], psi.rows[0][j], rows);
        }
        for i in 0..a.min(LEVELS) {
            columns = T::mul_add(simd, lambda.columns[0][i], psi.columns[1][i], columns);
            columns = T::sub_mul(simd, lambda.columns[1][i], psi.columns[0][i], columns);
        }
        let sums = [rows, columns];
        for k in 0..2 {
            let numbers: &[T] = cast_slice(&sums[k..=k]);
            for w in 0..lane_count::<T, S>() {
                totals[k].add::<T>(fiber + w, numbers[w].wide());
            }
        }
    }

    /// C_i of M levels, and what they add to R.
    #[inline(always)]
    fn sum<S: InstructionSet, const M: usize, const WHOLE: bool>(
        self,
        simd: S,
        [i, at]: [usize; 2],
        data: &[T],
        sums: &mut PairSums<'_, T::Vector<S>>,
        part: usize,
    ) {
        let zero = T::splat(simd, T::ZERO);
        let [a, b] = self.dims;
        let mut columns = [zero; M];
        let (mut from, rows) = (at + i * self.inner, &mut sums.rows[part][..b]);
        for (j, row) in rows.iter_mut().enumerate() {
            let mut sum = if i == 0 { zero } else { *row };
            for m in 0..M {
                let v = get::<T, S, WHOLE>(data, from + m * self.inner);
                columns[m] = self.of[1].gather(simd, j, v, columns[m]);
                sum = self.of[0].gather(simd, i + m, v, sum);
            }
            *row = sum;
            from += a * self.inner;
        }
        sums.columns[part][i..i + M].copy_from_slice(&columns);
    }

    /// From sums to what is added.
    #[inline(always)]
    fn solve<S: InstructionSet>(self, simd: S, sums: &mut PairSums<'_, T::Vector<S>>) {
        let [a, b] = self.dims;
        let [c, then] = self.c;
        let c = [T::splat(simd, c[0]), T::splat(simd, c[1])];
        let then = [T::splat(simd, then[0]), T::splat(simd, then[1])];
        let mut total = [T::splat(simd, T::ZERO); 2];
        for j in 0..b.min(LEVELS) {
            let row = times::<T, S>(simd, c, [sums.rows[0][j], sums.rows[1][j]]);
            for part in 0..2 {
                sums.rows[part][j] = row[part];
                total[part] = self.of[1].gather(simd, j, row[part], total[part]);
            }
        }
        for i in 0..a.min(LEVELS) {
            let mut column = [sums.columns[0][i], sums.columns[1][i]];
            for part in 0..2 {
                column[part] = self.of[0].gather(simd, i, total[part], column[part]);
            }
            let column = times::<T, S>(simd, then, column);
            for part in 0..2 {
                sums.columns[part][i] = column[part];
            }
        }
    }

    /// ψ_ij += φ_i a_j + χ_j b_i for M levels i.
    #[inline(always)]
    fn add<S: InstructionSet, const M: usize, const WHOLE: bool>(
        self,
        simd: S,
        [i, at]: [usize; 2],
        data: &mut [T],
        sums: &PairSums<'_, T::Vector<S>>,
        part: usize,
    ) {
        let [a, b] = self.dims;
        let mut columns = [T::splat(simd, T::ZERO); M];
        columns.copy_from_slice(&sums.columns[part][i..i + M]);
        let mut from = at + i * self.inner;
        for (j, row) in sums.rows[part][..b].iter().enumerate() {
            let mut turned = [*row; M];
            for m in 0..M {
                let v = get::<T, S, WHOLE>(data, from + m * self.inner);
                let by_first = self.of[0].gather(simd, i + m, turned[m], v);
                turned[m] = self.of[1].gather(simd, j, columns[m], by_first);
            }
            for m in 0..M {
                set::<T, S, WHOLE>(data, from + m * self.inner, turned[m]);
            }
            from += a * self.inner;
        }
    }
}

/// c·x of complex numbers.
#[inline(always)]
fn times<T: Real, S: InstructionSet>(
    simd: S,
    c: [T::Vector<S>; 2],
    x: [T::Vector<S>; 2],
) -> [T::Vector<S>; 2] {
    [
        T::sub_mul(simd, c[1], x[1], T::mul(simd, c[0], x[0])),
        T::mul_add(simd, c[0], x[1], T::mul(simd, c[1], x[0])),
    ]
}
