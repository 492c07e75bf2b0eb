//! Two neighboring qudits turned at once, both by rank one, of M states.
//!
//! ```text
//! R_j = Σ_i φ_i ψ_ij ;  C_i = Σ_j χ_j ψ_ij
//!     (one reading, i the level of the first qudit and j of the second)
//! a_j = c R_j ;  b_i = c' (C_i + φ_i Σ_j χ_j a_j)      what the second qudit's sums become when
//!     the first has been turned
//! ψ_ij += φ_i a_j + χ_j b_i                            one more reading and a writing
//! ```
//!
//! That is as many additions as two turns take, but half the traffic with the cache: 8⁸ and 9⁹ are
//! 1.15 times as fast, smaller qudits slower. Im⟨λ|H|ψ⟩ (`fiber`) is read from the sums: that of
//! the second qudit needs no sums of its own, because the turn of the first one commutes with its
//! H.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::fiber::{self, QuditTurn};
use super::product::times;
use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::piece::{Parts, again, part_of};
use crate::sim::real::{Real, line, total};
use crate::sim::sweep::aligned;

/// Levels of one qudit at least, and at most.
const LEVELS: std::ops::RangeInclusive<usize> = 6..=16;
/// Combinations of levels at most: a line of each, real and imaginary, is to stay in the first
/// cache.
pub(in crate::sim) const COMBINATIONS: usize = 144;
/// Levels of the first qudit at a time: their sums stay in registers of the processor.
const SIDE: usize = 4;
/// Lines for the sums of a state: R_j or a_j, and C_i or b_i; real and imaginary parts.
const SUMS: usize = 4 * 16;

/// Turns with how far apart the levels of each qudit stand.
pub(in crate::sim) type Turns<'a, T> = Vec<(QuditTurn<'a, T>, usize)>;

/// Turns the qudits of a piece one after another, in twos where that is possible, their strides in
/// units of `unit` numbers; returns Im⟨λ|H|ψ⟩ where there are two states, which are being undone.
pub(in crate::sim) fn turn_all<T: Real, const M: usize>(
    with: Instructions,
    turns: &Turns<'_, T>,
    unit: usize,
    mut parts: Parts<'_, T, M>,
    room: &mut Vec<T>,
) -> f64 {
    let (mut sum, mut at) = (0.0, 0);
    while at < turns.len() {
        let (first, stride) = turns[at];
        let inner = stride * unit;
        let second = turns.get(at + 1).filter(|second| fit(turns[at], **second));
        let parts = again(&mut parts);
        sum += match second {
            None => fiber::turn(with, first, inner, parts),
            Some((second, _)) => {
                let found = with.run(TurnPair {
                    turns: [first, *second],
                    inner,
                    parts,
                    room: aligned(room, M * SUMS * line::<T>()),
                });
                first.weight() * found[0] + second.weight() * found[1]
            }
        };
        at += 1 + usize::from(second.is_some());
    }
    sum
}

/// Whether two qudits can be turned at once: they are neither small nor large, and the levels of
/// the second stand where those of the first end.
fn fit<T>(
    (first, stride): (QuditTurn<'_, T>, usize),
    (second, next): (QuditTurn<'_, T>, usize),
) -> bool {
    let [a, b] = [first.levels(), second.levels()];
    let sizes = LEVELS.contains(&a) && LEVELS.contains(&b) && a * b <= COMBINATIONS;
    let kinds = matches!(
        (first, second),
        (QuditTurn::Uniform { .. }, QuditTurn::Uniform { .. })
            | (QuditTurn::Toward { .. }, QuditTurn::Toward { .. })
    );
    kinds && sizes && a * stride == next
}

struct TurnPair<'a, T, const M: usize> {
    turns: [QuditTurn<'a, T>; 2],
    /// How far apart the levels of the first qudit stand; those of the second follow after all
    /// of them.
    inner: usize,
    parts: Parts<'a, T, M>,
    room: &'a mut [T],
}

impl<T: Real, const M: usize> Operation for TurnPair<'_, T, M> {
    /// Im(s'* s) of all fibers of the first qudit and of the second, where there is λ.
    type Output = [f64; 2];

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> [f64; 2] {
        match self.turns {
            [
                QuditTurn::Toward { start: a, c },
                QuditTurn::Toward { start: b, c: then },
            ] => self.each_fiber::<S, false>(simd, [a, b], [c, then]),
            [
                QuditTurn::Uniform { c, .. },
                QuditTurn::Uniform { c: then, .. },
            ] => self.each_fiber::<S, true>(simd, [&[], &[]], [c, then]),
            _ => unreachable!("only turns of one kind are paired"),
        }
    }
}

impl<T: Real, const M: usize> TurnPair<'_, T, M> {
    #[inline(always)]
    fn each_fiber<S: InstructionSet, const EVEN: bool>(
        mut self,
        simd: S,
        of: [&[f64]; 2],
        c: [[T; 2]; 2],
    ) -> [f64; 2] {
        let dims = self.turns.map(|turn| turn.levels());
        let pair = Pair::<T, S, EVEN> {
            dims,
            of,
            c: c.map(|c| c.map(|part| T::line(simd, part))),
        };
        let (inner, width) = (self.inner, line::<T>());
        let len = dims[0] * dims[1] * inner;
        let mut totals = [T::line::<S>(simd, T::ZERO); 2];
        let mut copy: Vec<T> = Vec::new();
        for start in (0..=self.parts[0][0].len().saturating_sub(len)).step_by(len) {
            let mut block = part_of(&mut self.parts, start..start + len);
            let mut at = 0;
            while at + width <= inner {
                pair.fibers(simd, [inner, at], &mut block, self.room, &mut totals);
                at += width;
            }
            if at < inner {
                let rows = dims[0] * dims[1];
                copy.resize(2 * M * rows * width, T::ZERO);
                let mut copies = copy.chunks_exact_mut(rows * width);
                let mut next = || copies.next().expect("there is room for every part");
                let mut lines: Parts<'_, T, M> = std::array::from_fn(|_| [next(), next()]);
                fiber::each_row(&mut block, &mut lines, inner, at, |row, line| {
                    line[..row.len()].copy_from_slice(row);
                });
                pair.fibers(simd, [width, 0], &mut lines, self.room, &mut totals);
                fiber::each_row(&mut block, &mut lines, inner, at, |row, line| {
                    row.copy_from_slice(&line[..row.len()]);
                });
            }
        }
        totals.map(|sum| if M == 2 { total::<T, S>(sum) } else { 0.0 })
    }
}

struct Pair<'a, T: Real, S: InstructionSet, const EVEN: bool> {
    dims: [usize; 2],
    of: [&'a [f64]; 2],
    c: [[T::Line<S>; 2]; 2],
}

/// R_j or a_j, and C_i or b_i; real and imaginary parts.
struct PairSums<'a, V> {
    rows: [&'a mut [V; 16]; 2],
    columns: [&'a mut [V; 16]; 2],
}

impl<'a, V> PairSums<'a, V> {
    #[inline(always)]
    fn of(room: &'a mut [V]) -> Self {
        let (lists, _) = room.as_chunks_mut::<16>();
        let [a, b, c, d] = lists else {
            unreachable!("a state has room for four lists")
        };
        Self {
            rows: [a, b],
            columns: [c, d],
        }
    }
}

impl<T: Real, S: InstructionSet, const EVEN: bool> Pair<'_, T, S, EVEN> {
    /// Turns the line of fibers at `at`; adds to the totals where there is λ.
    #[inline(always)]
    fn fibers<const M: usize>(
        &self,
        simd: S,
        place: [usize; 2],
        block: &mut Parts<'_, T, M>,
        room: &mut [T],
        totals: &mut [T::Line<S>; 2],
    ) {
        let room = T::lines_mut::<S>(room);
        for (state, room) in block.iter().zip(room.chunks_exact_mut(SUMS)) {
            let mut sums = PairSums::of(room);
            for (part, data) in state.iter().enumerate() {
                let mut i = 0;
                while i + SIDE <= self.dims[0] {
                    self.sum::<SIDE>(simd, i, place, data, &mut sums, part);
                    i += SIDE;
                }
                while i < self.dims[0] {
                    self.sum::<1>(simd, i, place, data, &mut sums, part);
                    i += 1;
                }
            }
        }
        if M == 2 {
            let (state, image) = room.split_at_mut(SUMS);
            let (psi, lambda) = (PairSums::of(state), PairSums::of(image));
            // that of the second qudit is the same before and after the turn of the first
            for j in 0..self.dims[1].min(16) {
                let of = [&lambda.rows, &psi.rows].map(|rows| [rows[0][j], rows[1][j]]);
                fiber::imaginary::<T, S>(simd, of[0], of[1], &mut totals[0]);
            }
            for i in 0..self.dims[0].min(16) {
                let of = [&lambda.columns, &psi.columns].map(|sums| [sums[0][i], sums[1][i]]);
                fiber::imaginary::<T, S>(simd, of[0], of[1], &mut totals[1]);
            }
        }
        for (state, room) in block.iter_mut().zip(room.chunks_exact_mut(SUMS)) {
            let mut sums = PairSums::of(room);
            self.solve(simd, &mut sums);
            for (part, data) in state.iter_mut().enumerate() {
                let mut i = 0;
                while i + SIDE <= self.dims[0] {
                    self.add::<SIDE>(simd, i, place, data, &sums, part);
                    i += SIDE;
                }
                while i < self.dims[0] {
                    self.add::<1>(simd, i, place, data, &sums, part);
                    i += 1;
                }
            }
        }
    }

    #[inline(always)]
    fn weight(&self, simd: S, qudit: usize, level: usize) -> T::Vector<S> {
        fiber::weight::<T, S, EVEN>(simd, self.of[qudit], level)
    }

    /// C_i of K levels, and what they add to R.
    #[inline(always)]
    fn sum<const K: usize>(
        &self,
        simd: S,
        i: usize,
        [inner, at]: [usize; 2],
        data: &[T],
        sums: &mut PairSums<'_, T::Line<S>>,
        part: usize,
    ) {
        let zero = T::line::<S>(simd, T::ZERO);
        let [a, b] = self.dims;
        let mut columns = [zero; K];
        let mut from = at + i * inner;
        for j in 0..b.min(16) {
            let of_second = self.weight(simd, 1, j);
            let mut sum = if i == 0 { zero } else { sums.rows[part][j] };
            for k in 0..K {
                let row = fiber::load::<T, S>(data, from + k * inner);
                fiber::add::<T, S, EVEN>(simd, &mut columns[k], &row, of_second);
                let of_first = self.weight(simd, 0, i + k);
                fiber::add::<T, S, EVEN>(simd, &mut sum, &row, of_first);
            }
            sums.rows[part][j] = sum;
            from += a * inner;
        }
        sums.columns[part][i..i + K].copy_from_slice(&columns);
    }

    /// From sums to what is added.
    #[inline(always)]
    fn solve(&self, simd: S, sums: &mut PairSums<'_, T::Line<S>>) {
        let [a, b] = self.dims;
        let mut total = [T::line::<S>(simd, T::ZERO); 2];
        for j in 0..b.min(16) {
            let row = times::<T, S>(simd, [sums.rows[0][j], sums.rows[1][j]], self.c[0]);
            let weight = self.weight(simd, 1, j);
            for part in 0..2 {
                sums.rows[part][j] = row[part];
                fiber::add::<T, S, EVEN>(simd, &mut total[part], &row[part], weight);
            }
        }
        for i in 0..a.min(16) {
            let mut column = [sums.columns[0][i], sums.columns[1][i]];
            let weight = self.weight(simd, 0, i);
            for part in 0..2 {
                fiber::add::<T, S, EVEN>(simd, &mut column[part], &total[part], weight);
            }
            let column = times::<T, S>(simd, column, self.c[1]);
            (sums.columns[0][i], sums.columns[1][i]) = (column[0], column[1]);
        }
    }

    /// ψ_ij += φ_i a_j + χ_j b_i for K levels i.
    #[inline(always)]
    fn add<const K: usize>(
        &self,
        simd: S,
        i: usize,
        [inner, at]: [usize; 2],
        data: &mut [T],
        sums: &PairSums<'_, T::Line<S>>,
        part: usize,
    ) {
        let [a, b] = self.dims;
        let mut columns = [T::line::<S>(simd, T::ZERO); K];
        columns.copy_from_slice(&sums.columns[part][i..i + K]);
        let mut from = at + i * inner;
        for j in 0..b.min(16) {
            let (row, of_second) = (sums.rows[part][j], self.weight(simd, 1, j));
            for k in 0..K {
                let mut turned = fiber::load::<T, S>(data, from + k * inner);
                let of_first = self.weight(simd, 0, i + k);
                fiber::add::<T, S, EVEN>(simd, &mut turned, &row, of_first);
                fiber::add::<T, S, EVEN>(simd, &mut turned, &columns[k], of_second);
                fiber::store::<T, S>(data, from + k * inner, turned);
            }
            from += a * inner;
        }
    }
}
