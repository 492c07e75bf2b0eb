//! Two neighboring registers turned at once, both by rank one.
//!
//! ```text
//! R_j = Σ_i φ_i ψ_ij ;  C_i = Σ_j χ_j ψ_ij            one reading, i the level of the first register and j of the second
//! a_j = c R_j ;  b_i = c' (C_i + φ_i Σ_j χ_j a_j)      what the second register's sums become when the first has been turned
//! ψ_ij += φ_i a_j + χ_j b_i                            one more reading and a writing
//! ```
//!
//! That is as many additions as two turns take, but half the traffic with the cache. Departures, and why:
//!
//! 1. *[`SIDE`] levels i at a time*, for all j: their sums stay in registers of the processor.
//! 2. *Half of the additions are multiply-adds with a 1 that the compiler does not know*: additions and multiply-adds have units of their own, which work at
//!    the same time.
//! 3. *Whole vectors by their number*, where rows begin at multiples of a vector: the place of a number asks for twice the checks.
//! 4. *Sums in room of the caller*: a call turns as little as a few hundred states, and to clear room for the sums takes as long.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::kernel::turn;
use super::lines::{Fibers, from_lane, line, vectors, vectors_mut};
use super::turns::Turn;
use super::weights::{Along, Even, Weights};
use crate::sim::plan::Instructions;
use crate::sim::real::Real;
use pulp::{Scalar, Simd, WithSimd};

/// Levels of one register at most.
const LEVELS: usize = 16;
/// Combinations of levels at most: a vector of each, real and imaginary, is to stay in the first cache.
const COMBINATIONS: usize = 144;
/// Levels of the first register at a time.
const SIDE: usize = 4;

/// Turns the registers of a piece one after another, in twos where that is possible; each with how far apart its levels stand, and none of them still.
pub(super) fn turn_all<'a, T: Real>(
    with: Instructions,
    turns: impl Iterator<Item = (Turn<'a, T>, usize)>,
    fibers: Fibers,
    [re, im]: [&mut [T]; 2],
    sums: &mut [T],
) {
    let mut turns = turns.peekable();
    while let Some((first, inner)) = turns.next() {
        let second = turns.next_if(|(second, stride)| fit(&first, inner, second, *stride));
        match second {
            Some((second, _)) => with.run(TurnPair {
                turns: [first, second],
                inner,
                fibers,
                sums: &mut *sums,
                re,
                im,
            }),
            None => turn(with, first, inner, fibers, [&mut *re, &mut *im]),
        }
    }
}

/// Whether two registers can be turned at once: they are small, and the levels of the second stand where those of the first end.
fn fit<T>(first: &Turn<'_, T>, inner: usize, second: &Turn<'_, T>, stride: usize) -> bool {
    let small =
        |a: usize, b: usize| a.max(b) <= LEVELS && a * b <= COMBINATIONS && a * inner == stride;
    match (first, second) {
        (Turn::Uniform { d: a, .. }, Turn::Uniform { d: b, .. }) => small(*a, *b),
        (Turn::Toward { start: a, .. }, Turn::Toward { start: b, .. }) => small(a.len(), b.len()),
        (Turn::Still | Turn::Ring { .. } | Turn::Uniform { .. } | Turn::Toward { .. }, _) => false,
    }
}

struct TurnPair<'a, T> {
    turns: [Turn<'a, T>; 2],
    /// How far apart the levels of the first register stand; those of the second follow after all of them.
    inner: usize,
    fibers: Fibers,
    sums: &'a mut [T],
    re: &'a mut [T],
    im: &'a mut [T],
}

impl<T: Real> WithSimd for TurnPair<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let parts = [self.re, self.im];
        match self.turns {
            [Turn::Uniform { d: a, c }, Turn::Uniform { d: b, c: then }] => {
                let of = Pair {
                    dims: [a, b],
                    inner: self.inner,
                    of: [Even::new(), Even::new()],
                    c: [c, then],
                };
                of.each_fiber(simd, self.fibers, parts, self.sums);
            }
            [
                Turn::Toward { start: a, c },
                Turn::Toward { start: b, c: then },
            ] => {
                let of = Pair {
                    dims: [a.len(), b.len()],
                    inner: self.inner,
                    of: [Along(a), Along(b)],
                    c: [c, then],
                };
                of.each_fiber(simd, self.fibers, parts, self.sums);
            }
            [
                Turn::Still | Turn::Ring { .. } | Turn::Uniform { .. } | Turn::Toward { .. },
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

/// Room for the sums of a pair: numbers that begin where a line of the cache does.
pub(super) const fn room_for_sums<T>() -> usize {
    4 * LEVELS * line::<T>()
}

/// R_j or a_j, and C_i or b_i; real and imaginary parts.
struct Sums<'a, V> {
    rows: [&'a mut [V]; 2],
    columns: [&'a mut [V]; 2],
}

impl<'a, V> Sums<'a, V> {
    #[inline(always)]
    fn of(room: &'a mut [V]) -> Self {
        let (rows, columns) = room[..4 * LEVELS].split_at_mut(2 * LEVELS);
        Self {
            rows: rows.split_at_mut(LEVELS).into(),
            columns: columns.split_at_mut(LEVELS).into(),
        }
    }
}

/// The rows of a piece, a vector of each.
trait Rows<T: Real, S: Simd> {
    fn get(&self, at: usize) -> T::Vector<S>;
    fn set(&mut self, at: usize, v: T::Vector<S>);
}

/// Every row begins at a whole vector: places are counted in vectors.
struct Whole<'a, V>(&'a mut [V]);

/// Rows begin anywhere: places are counted in numbers.
struct Anywhere<'a, T>(&'a mut [T]);

impl<T: Real, S: Simd> Rows<T, S> for Whole<'_, T::Vector<S>> {
    #[inline(always)]
    fn get(&self, at: usize) -> T::Vector<S> {
        self.0[at]
    }

    #[inline(always)]
    fn set(&mut self, at: usize, v: T::Vector<S>) {
        self.0[at] = v;
    }
}

impl<T: Real, S: Simd> Rows<T, S> for Anywhere<'_, T> {
    #[inline(always)]
    fn get(&self, at: usize) -> T::Vector<S> {
        vectors::<T, S, 1>(self.0, at)[0]
    }

    #[inline(always)]
    fn set(&mut self, at: usize, v: T::Vector<S>) {
        vectors_mut::<T, S, 1>(self.0, at)[0] = v;
    }
}

impl<T: Real, W: Weights<T>> Pair<T, W> {
    #[inline(always)]
    fn each_fiber<S: Simd>(self, simd: S, fibers: Fibers, [re, im]: [&mut [T]; 2], room: &mut [T]) {
        let (lanes, inner) = (T::lanes::<S>(), self.inner);
        let len = self.dims[0] * self.dims[1] * inner;
        for (re, im) in re.chunks_exact_mut(len).zip(im.chunks_exact_mut(len)) {
            for [from, to] in fibers.runs(inner) {
                let mut at = from;
                if inner % lanes == 0 && from % lanes == 0 {
                    let vectors = Self {
                        inner: inner / lanes,
                        ..self
                    };
                    while at + lanes <= to {
                        let parts = [T::vectors_mut::<S>(re), T::vectors_mut::<S>(im)];
                        vectors.fibers(
                            simd,
                            [at / lanes, 0],
                            parts.map(Whole),
                            T::vectors_mut::<S>(room),
                        );
                        at += lanes;
                    }
                }
                while at < to && lanes <= to {
                    // where a vector would reach too far it begins earlier, and those before `at` have been turned
                    let start = at.min(to - lanes);
                    let parts = [&mut *re, &mut *im].map(Anywhere);
                    let room = T::vectors_mut::<S>(room);
                    self.fibers(simd, [start, at - start], parts, room);
                    at = start + lanes;
                }
                while at < to {
                    let parts = [&mut *re, &mut *im];
                    self.fibers(
                        Scalar::new(),
                        [at, 0],
                        parts.map(Anywhere),
                        T::vectors_mut::<Scalar>(room),
                    );
                    at += 1;
                }
            }
        }
    }

    /// Turns the vector of fibers at `at`, but for its first `done`.
    #[inline(always)]
    fn fibers<S: Simd>(
        self,
        simd: S,
        [at, done]: [usize; 2],
        mut parts: [impl Rows<T, S>; 2],
        room: &mut [T::Vector<S>],
    ) {
        let sums = &mut Sums::of(room);
        for part in 0..2 {
            let mut i = 0;
            while i + SIDE <= self.dims[0] {
                self.sum::<S, SIDE>(simd, [i, at], &parts[part], sums, part);
                i += SIDE;
            }
            while i < self.dims[0] {
                self.sum::<S, 1>(simd, [i, at], &parts[part], sums, part);
                i += 1;
            }
        }
        self.solve::<S>(simd, done, sums);
        for part in 0..2 {
            let mut i = 0;
            while i + SIDE <= self.dims[0] {
                self.add::<S, SIDE>(simd, [i, at], &mut parts[part], sums, part);
                i += SIDE;
            }
            while i < self.dims[0] {
                self.add::<S, 1>(simd, [i, at], &mut parts[part], sums, part);
                i += 1;
            }
        }
    }

    /// C_i of M levels, and what they add to R.
    #[inline(always)]
    fn sum<S: Simd, const M: usize>(
        self,
        simd: S,
        [i, at]: [usize; 2],
        data: &impl Rows<T, S>,
        sums: &mut Sums<'_, T::Vector<S>>,
        part: usize,
    ) {
        let zero = T::splat(simd, T::ZERO);
        let [a, b] = self.dims;
        let mut columns = [zero; M];
        let (mut from, rows) = (at + i * self.inner, &mut sums.rows[part][..b]);
        for (j, row) in rows.iter_mut().enumerate() {
            let mut sum = if i == 0 { zero } else { *row };
            for m in 0..M {
                let v = data.get(from + m * self.inner);
                columns[m] = self.of[1].gather_too(simd, j, v, columns[m]);
                sum = self.of[0].gather(simd, i + m, v, sum);
            }
            *row = sum;
            from += a * self.inner;
        }
        sums.columns[part][i..i + M].copy_from_slice(&columns);
    }

    /// From sums to what is added.
    #[inline(always)]
    fn solve<S: Simd>(self, simd: S, done: usize, sums: &mut Sums<'_, T::Vector<S>>) {
        let [a, b] = self.dims;
        let factor = |c: T| from_lane::<T, S>(simd, done, c, T::ZERO);
        let c = [factor(self.c[0][0]), factor(self.c[0][1])];
        let then = [factor(self.c[1][0]), factor(self.c[1][1])];
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
    fn add<S: Simd, const M: usize>(
        self,
        simd: S,
        [i, at]: [usize; 2],
        data: &mut impl Rows<T, S>,
        sums: &Sums<'_, T::Vector<S>>,
        part: usize,
    ) {
        let [a, b] = self.dims;
        let mut columns = [T::splat(simd, T::ZERO); M];
        columns.copy_from_slice(&sums.columns[part][i..i + M]);
        let mut from = at + i * self.inner;
        for (j, row) in sums.rows[part][..b].iter().enumerate() {
            let mut turned = [*row; M];
            for m in 0..M {
                let v = data.get(from + m * self.inner);
                let by_first = self.of[0].gather(simd, i + m, turned[m], v);
                turned[m] = self.of[1].gather_too(simd, j, columns[m], by_first);
            }
            for m in 0..M {
                data.set(from + m * self.inner, turned[m]);
            }
            from += a * self.inner;
        }
    }
}

/// c·x of complex numbers.
#[inline(always)]
fn times<T: Real, S: Simd>(
    simd: S,
    c: [T::Vector<S>; 2],
    x: [T::Vector<S>; 2],
) -> [T::Vector<S>; 2] {
    [
        T::sub_mul(simd, c[1], x[1], T::mul(simd, c[0], x[0])),
        T::mul_add(simd, c[0], x[1], T::mul(simd, c[1], x[0])),
    ]
}
