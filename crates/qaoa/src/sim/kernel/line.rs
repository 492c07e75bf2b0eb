//! What is done line by line: the lowest qubits turned before a phase, the phase, and the lowest
//! qubits turned after it, in one walk over M states; with two states the overlaps on the way.
//!
//! ```text
//! for each line of ψ (and of λ):
//!     load it
//!     turn (before) the qubits within a line        adding up Im⟨λ|X|ψ⟩
//!     Im(λ* E ψ), or Im(λ* ψ) for each term's overlap
//!     times phase
//!     turn (after) the qubits within a line         adding up Im⟨λ|X|ψ⟩
//!     store it
//! ```
//!
//! What is turned here by one angle, two qubits at once as in `rotate`, are the four lowest qubits,
//! within *blocks* of sixteen amplitudes: two lines of f64, one of f32. With t = tan β, m = sin β
//! cos β, the numbers opposite across both qubits added to each, D = Re + Re⤡ and S = Im + Im⤡, and
//! D↔, S↔ across one of them:
//!
//! > Re' = Re + m (S↔ − t D),  Im' = Im − m (D↔ + t S)
//!
//! Of one state, which leaves room in the CPU registers, four blocks are taken at once, and two
//! more qubits turned. Where each qubit has its own angle, `rotate` turns them all.

use super::phases::{PhaseWork, Phases};
use super::rotate::{Loaded, Rotation};
use super::written_out;
use crate::sim::instructions::InstructionSet;
use crate::sim::piece::{Parts, again, lines_in};
use crate::sim::real::{Real, across, add_imaginary, line, times, total};
use crate::sim::sums::Sums;
use std::ops::Range;

/// What of ⟨λ|·|ψ⟩ is read at the phase.
#[derive(Debug)]
pub(in crate::sim) enum Overlapped<'a, T> {
    Nothing,
    /// That with the cost, in its scale.
    Cost,
    /// Each amplitude's part, for the terms of a polynomial.
    Each(&'a mut [T]),
}

impl<T> Overlapped<'_, T> {
    pub(in crate::sim) fn of(&mut self, amplitudes: Range<usize>) -> Overlapped<'_, T> {
        match self {
            Self::Nothing => Overlapped::Nothing,
            Self::Cost => Overlapped::Cost,
            Self::Each(each) => Overlapped::Each(&mut each[amplitudes]),
        }
    }
}

/// The lines of a piece, or of a part of it. Of `turns` the first [`turned`] qubits are turned
/// here, and Im⟨λ|·|ψ⟩ is added to the sums.
pub(in crate::sim) struct Lines<'a, T, const M: usize> {
    pub(in crate::sim) parts: Parts<'a, T, M>,
    pub(in crate::sim) turns: [Option<Rotation>; 2],
    pub(in crate::sim) overlapped: Overlapped<'a, T>,
    pub(in crate::sim) sums: &'a mut Sums,
}

/// The qubits that a walk over M states turns.
pub(in crate::sim) const fn turned<T, const M: usize>() -> usize {
    if M == 1 && line::<T>() == BLOCK { 6 } else { 4 }
}

impl<T: Real, const M: usize> PhaseWork<T> for Lines<'_, T, M> {
    type Output = ();

    #[inline(always)]
    fn run<S: InstructionSet, P: Phases<T>>(mut self, simd: S, phases: P) {
        let zero = T::line::<S>(simd, T::ZERO);
        let mut sums = Registers::<T, S> {
            turns: [[zero; 2]; 2],
            cost: zero,
        };
        let turns_none = matches!(self.turns, [None, None]);
        if turns_none || const { line::<T>() == BLOCK && M == 2 } {
            blocks::<T, S, M, 1, 1, P>(simd, &mut self, &phases, &mut sums);
        } else if const { line::<T>() == BLOCK } {
            blocks::<T, S, M, 1, 4, P>(simd, &mut self, &phases, &mut sums);
        } else {
            blocks::<T, S, M, 2, 1, P>(simd, &mut self, &phases, &mut sums);
        }
        if M == 2 {
            self.sums.cost += total::<T, S>(sums.cost);
            for (of_turn, [a, b]) in self.sums.turns.iter_mut().zip(sums.turns) {
                of_turn.all += total::<T, S>(a) + total::<T, S>(b);
            }
        }
    }
}

const BLOCK: usize = 16;

type Block<T, S, const B: usize> = [[<T as Real>::Line<S>; B]; 2];

/// What is added up on a walk, in CPU registers: for each line of a block, so that no sum waits for
/// another.
struct Registers<T: Real, S: InstructionSet> {
    turns: [[T::Line<S>; 2]; 2],
    cost: T::Line<S>,
}

/// The work on all lines, R blocks of B lines at once.
#[inline(always)]
fn blocks<
    T: Real,
    S: InstructionSet,
    const M: usize,
    const B: usize,
    const R: usize,
    P: Phases<T>,
>(
    simd: S,
    lines: &mut Lines<'_, T, M>,
    phases: &P,
    sums: &mut Registers<T, S>,
) {
    let turns = lines
        .turns
        .map(|by| by.map(|by| Loaded::<T, S>::of(simd, by)));
    let parts = lines_in::<T, S, M>(again(&mut lines.parts));
    let (of_cost, mut each) = match &mut lines.overlapped {
        Overlapped::Nothing => (false, None),
        Overlapped::Cost => (true, None),
        Overlapped::Each(each) => (false, Some(T::lines_mut::<S>(each))),
    };
    let zero = T::line::<S>(simd, T::ZERO);
    for i in (0..parts[0][0].len()).step_by(B * R) {
        let mut x = [[[[zero; B]; 2]; M]; R];
        written_out!(R, |r| {
            written_out!(M, |state| {
                for part in 0..2 {
                    let from = i + r * B;
                    x[r][state][part].copy_from_slice(&parts[state][part][from..from + B]);
                }
            });
        });
        if let Some(by) = &turns[0] {
            turn::<T, S, M, B, R>(simd, by, &mut x, &mut sums.turns[0]);
        }
        written_out!(R, |r| written_out!(B, |j| {
            let at = i + r * B + j;
            if M == 2 && of_cost {
                let energies = phases.energies(simd, at);
                let overlaps = overlap::<T, S, M, B>(simd, &x[r], j);
                for m in 0..energies.as_ref().len() {
                    let sum = &mut sums.cost.as_mut()[m];
                    *sum = T::mul_add(simd, energies.as_ref()[m], overlaps.as_ref()[m], *sum);
                }
            }
            if let Some(each) = &mut each {
                each[at] = overlap::<T, S, M, B>(simd, &x[r], j);
            }
            if P::SOME {
                let factors = phases.factors(simd, at);
                for state in &mut x[r] {
                    [state[0][j], state[1][j]] =
                        times::<T, S>(simd, [state[0][j], state[1][j]], factors);
                }
            }
        }));
        if let Some(by) = &turns[1] {
            turn::<T, S, M, B, R>(simd, by, &mut x, &mut sums.turns[1]);
        }
        written_out!(R, |r| {
            written_out!(M, |state| {
                for part in 0..2 {
                    let to = i + r * B;
                    parts[state][part][to..to + B].copy_from_slice(&x[r][state][part]);
                }
            });
        });
    }
}

/// Turns the qubits of R blocks of B lines, which hold all that are turned here; a walk over fewer
/// lines has no turns.
#[inline(always)]
fn turn<T: Real, S: InstructionSet, const M: usize, const B: usize, const R: usize>(
    simd: S,
    by: &Loaded<T, S>,
    x: &mut [[Block<T, S, B>; M]; R],
    sums: &mut [T::Line<S>; 2],
) {
    if const { B * R * line::<T>() < 1 << turned::<T, M>() } {
        return;
    }
    written_out!(R, |r| {
        two::<T, S, M, B, 3, 1>(simd, by, &mut x[r], sums);
        two::<T, S, M, B, 12, 8>(simd, by, &mut x[r], sums);
    });
    if R == 4 {
        written_out!(B, |j| {
            for m in 0..sums[0].as_ref().len() {
                across_blocks::<T, S, M, B, R, 0, 1>(simd, by, x, [j, m]);
                across_blocks::<T, S, M, B, R, 1, 0>(simd, by, x, [j, m]);
            }
        });
    }
}

/// Turns the qubits of the number of one of four blocks, of one state: the numbers of part `ONE` of
/// the first block and the last, and of part `OTHER` of those between.
#[inline(always)]
fn across_blocks<
    T: Real,
    S: InstructionSet,
    const M: usize,
    const B: usize,
    const R: usize,
    const ONE: usize,
    const OTHER: usize,
>(
    simd: S,
    by: &Loaded<T, S>,
    x: &mut [[Block<T, S, B>; M]; R],
    [j, m]: [usize; 2],
) {
    let y = [
        x[0][0][ONE][j].as_ref()[m],
        x[1 % R][0][OTHER][j].as_ref()[m],
        x[2 % R][0][OTHER][j].as_ref()[m],
        x[3 % R][0][ONE][j].as_ref()[m],
    ];
    let of = [T::plus(simd, y[0], y[3]), T::plus(simd, y[1], y[2])];
    let y = by.quad(simd, y, of, ONE == 1);
    x[0][0][ONE][j].as_mut()[m] = y[0];
    x[1 % R][0][OTHER][j].as_mut()[m] = y[1];
    x[2 % R][0][OTHER][j].as_mut()[m] = y[2];
    x[3 % R][0][ONE][j].as_mut()[m] = y[3];
}

/// Turns the two qubits of the bits of `BOTH`, of which `ONE` is one: first ψ, then λ. The states
/// are written out: in a loop over them the compiler keeps a block in memory and copies it.
#[inline(always)]
fn two<
    T: Real,
    S: InstructionSet,
    const M: usize,
    const B: usize,
    const BOTH: usize,
    const ONE: usize,
>(
    simd: S,
    by: &Loaded<T, S>,
    states: &mut [Block<T, S, B>; M],
    sums: &mut [T::Line<S>; 2],
) {
    written_out!(M, |state| {
        let mut added = states[state];
        for part in 0..2 {
            let opposite = partner::<T, S, B, BOTH>(&states[state][part]);
            for j in 0..B {
                for m in 0..sums[0].as_ref().len() {
                    let added = &mut added[part][j].as_mut()[m];
                    *added = T::plus(simd, *added, opposite[j].as_ref()[m]);
                }
            }
        }
        let mut crossed = added;
        for part in 0..2 {
            crossed[part] = partner::<T, S, B, ONE>(&added[part]);
        }
        if M == 2 && state == 0 {
            for j in 0..B {
                let image = states[M - 1].map(|part| part[j]);
                add_imaginary::<T, S>(simd, image, crossed.map(|part| part[j]), &mut sums[j]);
            }
        }
        for j in 0..B {
            for m in 0..sums[0].as_ref().len() {
                let [d, s] = [added[0][j].as_ref()[m], added[1][j].as_ref()[m]];
                let p = T::sub_mul(simd, by.tangent, d, crossed[1][j].as_ref()[m]);
                let q = T::mul_add(simd, by.tangent, s, crossed[0][j].as_ref()[m]);
                let re = &mut states[state][0][j].as_mut()[m];
                *re = T::mul_add(simd, by.mixed, p, *re);
                let im = &mut states[state][1][j].as_mut()[m];
                *im = T::sub_mul(simd, by.mixed, q, *im);
            }
        }
    });
}

#[inline(always)]
fn overlap<T: Real, S: InstructionSet, const M: usize, const B: usize>(
    simd: S,
    states: &[Block<T, S, B>; M],
    j: usize,
) -> T::Line<S> {
    let mut overlap = T::line::<S>(simd, T::ZERO);
    let [image, psi] = [states[M - 1], states[0]].map(|state| state.map(|part| part[j]));
    add_imaginary::<T, S>(simd, image, psi, &mut overlap);
    overlap
}

/// A block whose number l is number l ^ `FLIP` of another.
#[inline(always)]
fn partner<T: Real, S: InstructionSet, const B: usize, const FLIP: usize>(
    block: &[T::Line<S>; B],
) -> [T::Line<S>; B] {
    let mut found = *block;
    for j in 0..B {
        found[j] = across::<T, S, FLIP>(block[(j ^ (FLIP / line::<T>())) % B]);
    }
    found
}
