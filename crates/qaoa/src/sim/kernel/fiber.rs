//! The turns of qudits, of M states at once; with two states Im⟨λ|H|ψ⟩, too. Everything is done for
//! as many fibers side by side as the levels of a qudit are numbers apart:
//!
//! ```text
//! rank one:  t = c · Σ_l φ_l ψ_l ;  ψ_l += φ_l t     (two readings of the fiber and one writing)
//! edges:     for each edge (a, b):
//!                (ψ_a, ψ_b) = (cos β ψ_a − i sin β ψ_b, cos β ψ_b − i sin β ψ_a)
//! ```
//!
//! With s = ⟨φ|ψ⟩ and s' = ⟨φ|λ⟩ of a fiber, Im⟨λ| d|φ⟩⟨φ| |ψ⟩ = d Im(s'* s): the sums that the
//! turn needs anyway. The −1 of d|φ⟩⟨φ| − 1 takes Im⟨λ|ψ⟩, which is 0: λ = U†C U ψ, and ⟨ψ|U†C U|ψ⟩
//! is real. A graph is undone gate by gate, from the last one; ⟨λ|H|ψ⟩ of an edge is read before
//! its gate is undone.
//!
//! Fibers are taken a few lines at a time, so that sums stay in CPU registers and a fiber in the
//! first cache. What fills no line is worked on in a copy, as lines that end in zeros.

use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::piece::{Parts, again, part_of, parts_in};
use crate::sim::real::{Real, add_imaginary, line, times, total};

/// What a layer does to a qudit.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) enum QuditTurn<'a, T> {
    /// ψ_l += c Σψ over d levels.
    Uniform { d: usize, c: [T; 2] },
    /// ψ_l += c φ_l Σφψ.
    Toward { start: &'a [f64], c: [T; 2] },
    /// Gates with cos β, sin β on edges between d levels.
    Edges {
        d: usize,
        edges: &'a [[usize; 2]],
        gate: [T; 2],
    },
}

impl<T> QuditTurn<'_, T> {
    pub(in crate::sim) fn levels(&self) -> usize {
        match self {
            Self::Uniform { d, .. } | Self::Edges { d, .. } => *d,
            Self::Toward { start, .. } => start.len(),
        }
    }

    /// What Im(s'* s) of a fiber counts for in a derivative by β.
    pub(in crate::sim) fn weight(&self) -> f64 {
        match self {
            Self::Uniform { .. } | Self::Edges { .. } => 1.0,
            Self::Toward { start, .. } => start.len() as f64,
        }
    }
}

/// Turns with how far apart the levels of each qudit are.
pub(in crate::sim) type Turns<'a, T> = Vec<(QuditTurn<'a, T>, usize)>;

/// Turns the qudits of a piece, their strides in units of `unit` numbers; returns Im⟨λ|H|ψ⟩ where
/// there are two states, which are being undone.
pub(in crate::sim) fn turn_all<T: Real, const M: usize>(
    with: Instructions,
    turns: &Turns<'_, T>,
    unit: usize,
    mut parts: Parts<'_, T, M>,
) -> f64 {
    let mut sum = 0.0;
    for (turn, stride) in turns {
        let parts = again(&mut parts);
        let (turn, inner) = (*turn, stride * unit);
        sum += turn.weight() * Turn { turn, inner, parts }.run(with);
    }
    sum
}

struct Turn<'a, T, const M: usize> {
    turn: QuditTurn<'a, T>,
    /// How far apart the levels are.
    inner: usize,
    parts: Parts<'a, T, M>,
}

impl<T: Real, const M: usize> Operation for Turn<'_, T, M> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(mut self, simd: S) -> f64 {
        let (d, inner, width) = (self.turn.levels(), self.inner, line::<T>());
        let mut sum = T::line::<S>(simd, T::ZERO);
        let mut copy: Vec<T> = Vec::new();
        for start in (0..=self.parts[0][0].len().saturating_sub(d * inner)).step_by(d * inner) {
            let mut block = part_of(&mut self.parts, start..start + d * inner);
            let mut at = 0;
            while at + 4 * width <= inner {
                fibers::<T, S, M, 4>(simd, self.turn, [inner, at], &mut block, &mut sum);
                at += 4 * width;
            }
            while at + width <= inner {
                fibers::<T, S, M, 1>(simd, self.turn, [inner, at], &mut block, &mut sum);
                at += width;
            }
            if at < inner {
                copy.resize(2 * M * d * width, T::ZERO);
                let mut lines: Parts<'_, T, M> = parts_in(&mut copy, d * width);
                each_row(&mut block, &mut lines, inner, at, |row, line| {
                    line[..row.len()].copy_from_slice(row);
                });
                fibers::<T, S, M, 1>(simd, self.turn, [width, 0], &mut lines, &mut sum);
                each_row(&mut block, &mut lines, inner, at, |row, line| {
                    row.copy_from_slice(&line[..row.len()]);
                });
            }
        }
        total::<T, S>(sum)
    }
}

/// Calls `each` with what is left of every row of a block from fiber `at` on, and its line.
fn each_row<T: Real, const M: usize>(
    block: &mut Parts<'_, T, M>,
    lines: &mut Parts<'_, T, M>,
    inner: usize,
    at: usize,
    each: impl Fn(&mut [T], &mut [T]),
) {
    for (part, lines) in block.iter_mut().flatten().zip(lines.iter_mut().flatten()) {
        let rows = part.chunks_exact_mut(inner);
        for (row, line) in rows.zip(lines.chunks_exact_mut(line::<T>())) {
            each(&mut row[at..], line);
        }
    }
}

/// Turns G lines of fibers whose levels are `inner` numbers apart, the first at `at`.
#[inline(always)]
fn fibers<T: Real, S: InstructionSet, const M: usize, const G: usize>(
    simd: S,
    turn: QuditTurn<'_, T>,
    [inner, at]: [usize; 2],
    block: &mut Parts<'_, T, M>,
    sum: &mut T::Line<S>,
) {
    match turn {
        QuditTurn::Uniform { d, c } => {
            rank_one::<T, S, M, G, true>(simd, (&[], c), [d, inner, at], block, sum);
        }
        QuditTurn::Toward { start, c } => {
            let of = [start.len(), inner, at];
            rank_one::<T, S, M, G, false>(simd, (start, c), of, block, sum);
        }
        QuditTurn::Edges { edges, gate, .. } => {
            let gate = gate.map(|part| T::splat::<S>(simd, part));
            // what is undone is undone from the last gate on
            for k in 0..edges.len() {
                let edge = edges[if M == 2 { edges.len() - 1 - k } else { k }];
                let rows = edge.map(|level| level * inner + at);
                for g in 0..G {
                    let rows = rows.map(|row| row + g * line::<T>());
                    givens::<T, S, M>(simd, rows, gate, block, sum);
                }
            }
        }
    }
}

#[inline(always)]
fn load<T: Real, S: InstructionSet>(data: &[T], at: usize) -> T::Line<S> {
    T::lines::<S>(&data[at..at + line::<T>()])[0]
}

#[inline(always)]
fn store<T: Real, S: InstructionSet>(data: &mut [T], at: usize, line_of: T::Line<S>) {
    T::lines_mut::<S>(&mut data[at..at + line::<T>()])[0] = line_of;
}

/// sum + w·row, or sum + row.
#[inline(always)]
fn add<T: Real, S: InstructionSet, const EVEN: bool>(
    simd: S,
    sum: &mut T::Line<S>,
    row: &T::Line<S>,
    weight: T::Vector<S>,
) {
    for (sum, row) in sum.as_mut().iter_mut().zip(row.as_ref()) {
        *sum = match EVEN {
            true => T::plus(simd, *row, *sum),
            false => T::mul_add(simd, weight, *row, *sum),
        };
    }
}

#[inline(always)]
fn weight<T: Real, S: InstructionSet, const EVEN: bool>(
    simd: S,
    start: &[f64],
    level: usize,
) -> T::Vector<S> {
    match EVEN {
        true => T::splat(simd, T::ZERO),
        false => T::splat(simd, T::of(start[level])),
    }
}

/// Rows added up before they are added to the sum of all: in f32 a plain sum of thousands would
/// lose digits.
const ROWS: usize = 64;

/// ψ_l += φ_l c Σφψ; adds Im(s'* s).
#[inline(always)]
fn rank_one<T: Real, S: InstructionSet, const M: usize, const G: usize, const EVEN: bool>(
    simd: S,
    (start, c): (&[f64], [T; 2]),
    [d, inner, at]: [usize; 3],
    block: &mut Parts<'_, T, M>,
    sum: &mut T::Line<S>,
) {
    let (zero, one) = (T::line::<S>(simd, T::ZERO), T::splat(simd, T::of(1.0)));
    let c = c.map(|part| T::line::<S>(simd, part));
    let mut sums = [[[zero; G]; 2]; M];
    for state in 0..M {
        for part in 0..2 {
            let data = &*block[state][part];
            let (mut all, mut some) = ([zero; G], [zero; G]);
            for level in 0..d {
                let (weight, from) = (weight::<T, S, EVEN>(simd, start, level), at + level * inner);
                for g in 0..G {
                    let row = load::<T, S>(data, from + g * line::<T>());
                    add::<T, S, EVEN>(simd, &mut some[g], &row, weight);
                }
                if level % ROWS == ROWS - 1 {
                    for g in 0..G {
                        add::<T, S, true>(simd, &mut all[g], &some[g], one);
                    }
                    some = [zero; G];
                }
            }
            for g in 0..G {
                add::<T, S, true>(simd, &mut all[g], &some[g], one);
            }
            sums[state][part] = all;
        }
    }
    for g in 0..G {
        if M == 2 {
            add_imaginary::<T, S>(simd, sums[M - 1].map(|s| s[g]), sums[0].map(|s| s[g]), sum);
        }
        for state in 0..M {
            let of_fiber = times::<T, S>(simd, sums[state].map(|s| s[g]), c);
            [sums[state][0][g], sums[state][1][g]] = of_fiber;
        }
    }
    for state in 0..M {
        for part in 0..2 {
            let data = &mut *block[state][part];
            for level in 0..d {
                let weight = weight::<T, S, EVEN>(simd, start, level);
                for g in 0..G {
                    let at = at + level * inner + g * line::<T>();
                    let mut row = load::<T, S>(data, at);
                    add::<T, S, EVEN>(simd, &mut row, &sums[state][part][g], weight);
                    store::<T, S>(data, at, row);
                }
            }
        }
    }
}

/// The gate of an edge on the rows at `a` and `b`.
#[inline(always)]
fn givens<T: Real, S: InstructionSet, const M: usize>(
    simd: S,
    [a, b]: [usize; 2],
    [cosine, sine]: [T::Vector<S>; 2],
    block: &mut Parts<'_, T, M>,
    sum: &mut T::Line<S>,
) {
    let mut rows = [[[T::line::<S>(simd, T::ZERO); 2]; 2]; M];
    for state in 0..M {
        for (row, at) in [a, b].into_iter().enumerate() {
            for part in 0..2 {
                rows[state][row][part] = load::<T, S>(block[state][part], at);
            }
        }
    }
    if M == 2 {
        add_imaginary::<T, S>(simd, rows[M - 1][0], rows[0][1], sum);
        add_imaginary::<T, S>(simd, rows[M - 1][1], rows[0][0], sum);
    }
    for state in 0..M {
        for (row, at) in [a, b].into_iter().enumerate() {
            let ([re, im], [other_re, other_im]) = (rows[state][row], rows[state][1 - row]);
            let (mut new_re, mut new_im) = (re, im);
            for m in 0..re.as_ref().len() {
                let own = T::times(simd, cosine, re.as_ref()[m]);
                new_re.as_mut()[m] = T::mul_add(simd, sine, other_im.as_ref()[m], own);
                let own = T::times(simd, cosine, im.as_ref()[m]);
                new_im.as_mut()[m] = T::sub_mul(simd, sine, other_re.as_ref()[m], own);
            }
            store::<T, S>(block[state][0], at, new_re);
            store::<T, S>(block[state][1], at, new_im);
        }
    }
}
