//! e^{−iβX} on qubits within a line of the cache, each by an angle of its own, of M states; with
//! two states Im⟨λ|X|ψ⟩ of each.
//!
//! A qubit pairs the numbers of a *block* of sixteen amplitudes with those of the block in which
//! each has changed places with the other of its pair (↔):
//!
//! > Re' = cos β Re + sin β Im↔,  Im' = cos β Im − sin β Re↔
//!
//! ```text
//! qubit 0:  0↔1  2↔3  4↔5 …     qubit 1:  0↔2  1↔3  4↔6 …     qubit 3:  0↔8  1↔9 …
//! ```
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::line::BLOCK;
use super::rotate::{GroupRotations, Loaded};
use super::written_out;
use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::piece::Parts;
use crate::sim::real::{Real, across, line, total};
use crate::sim::sums::Overlaps;

/// Real and imaginary parts of B lines of a state.
pub(super) type Block<T, S, const B: usize> = [[<T as Real>::Line<S>; B]; 2];

/// Turns the first qubits of the parts, at most four. With two states Im⟨λ|X|ψ⟩ is added up.
pub(in crate::sim) fn turn<T: Real, const M: usize>(
    with: Instructions,
    parts: Parts<'_, T, M>,
    qubits: usize,
    turns: &GroupRotations,
    sums: &mut Overlaps,
) {
    let overlaps = with.run(Within {
        parts,
        qubits,
        turns,
    });
    if M == 2 {
        for (qubit, overlap) in overlaps.into_iter().enumerate().take(qubits) {
            turns.add(sums, qubit, overlap);
        }
    }
}

struct Within<'a, T, const M: usize> {
    parts: Parts<'a, T, M>,
    qubits: usize,
    turns: &'a GroupRotations,
}

impl<T: Real, const M: usize> Operation for Within<'_, T, M> {
    type Output = [f64; 4];

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> [f64; 4] {
        let Self {
            parts,
            qubits,
            turns,
        } = self;
        let mut sums = [T::line::<S>(simd, T::ZERO); 4];
        let by = |qubit: usize| Loaded::<T, S>::of(simd, turns.of(qubit.min(qubits - 1)));
        let by = [by(0), by(1), by(2), by(3)];
        let mut parts = parts.map(|state| state.map(|part| T::lines_mut::<S>(part)));
        if const { line::<T>() < BLOCK } && qubits == 4 {
            blocks::<T, S, M, 2>(simd, &mut parts, (&by, qubits), &mut sums);
        } else {
            blocks::<T, S, M, 1>(simd, &mut parts, (&by, qubits), &mut sums);
        }
        sums.map(|sum| if M == 2 { total::<T, S>(sum) } else { 0.0 })
    }
}

/// Turns all blocks of B lines.
#[inline(always)]
fn blocks<T: Real, S: InstructionSet, const M: usize, const B: usize>(
    simd: S,
    parts: &mut [[&mut [T::Line<S>]; 2]; M],
    (by, qubits): (&[Loaded<T, S>; 4], usize),
    sums: &mut [T::Line<S>; 4],
) {
    let zero = T::line::<S>(simd, T::ZERO);
    for i in (0..parts[0][0].len()).step_by(B) {
        let mut states = [[[zero; B]; 2]; M];
        for state in 0..M {
            for part in 0..2 {
                states[state][part].copy_from_slice(&parts[state][part][i..i + B]);
            }
        }
        one::<T, S, M, B, 1>(simd, &by[0], &mut states, &mut sums[0]);
        if qubits > 1 {
            one::<T, S, M, B, 2>(simd, &by[1], &mut states, &mut sums[1]);
        }
        if qubits > 2 {
            one::<T, S, M, B, 4>(simd, &by[2], &mut states, &mut sums[2]);
        }
        if qubits > 3 && const { B * line::<T>() == BLOCK } {
            one::<T, S, M, B, 8>(simd, &by[3], &mut states, &mut sums[3]);
        }
        for state in 0..M {
            for part in 0..2 {
                parts[state][part][i..i + B].copy_from_slice(&states[state][part]);
            }
        }
    }
}

/// Turns the qubit of the bit `ONE`.
#[inline(always)]
fn one<T: Real, S: InstructionSet, const M: usize, const B: usize, const ONE: usize>(
    simd: S,
    by: &Loaded<T, S>,
    states: &mut [Block<T, S, B>; M],
    sum: &mut T::Line<S>,
) {
    written_out!(M, |state| {
        let mut crossed = states[state];
        for part in 0..2 {
            crossed[part] = partner::<T, S, B, ONE>(&states[state][part]);
        }
        for j in 0..B {
            if M == 2 && state == 0 {
                overlap_with::<T, S, B>(simd, &states[M - 1], &crossed, j, sum);
            }
            for m in 0..sum.as_ref().len() {
                let [d, s] = [crossed[0][j].as_ref()[m], crossed[1][j].as_ref()[m]];
                let re = &mut states[state][0][j].as_mut()[m];
                *re = T::mul_add(simd, by.sine, s, T::times(simd, by.cosine, *re));
                let im = &mut states[state][1][j].as_mut()[m];
                *im = T::sub_mul(simd, by.sine, d, T::times(simd, by.cosine, *im));
            }
        }
    });
}

/// A block whose number l is number l ^ `FLIP` of another.
#[inline(always)]
pub(super) fn partner<T: Real, S: InstructionSet, const B: usize, const FLIP: usize>(
    block: &[T::Line<S>; B],
) -> [T::Line<S>; B] {
    let mut found = *block;
    for j in 0..B {
        found[j] = across::<T, S, FLIP>(block[(j ^ (FLIP / line::<T>())) % B]);
    }
    found
}

/// Adds Im(λ* Xψ) of line j, Xψ given.
#[inline(always)]
pub(super) fn overlap_with<T: Real, S: InstructionSet, const B: usize>(
    simd: S,
    [re, im]: &Block<T, S, B>,
    turned: &Block<T, S, B>,
    j: usize,
    sum: &mut T::Line<S>,
) {
    for m in 0..sum.as_ref().len() {
        let sum = &mut sum.as_mut()[m];
        *sum = T::mul_add(simd, re[j].as_ref()[m], turned[1][j].as_ref()[m], *sum);
        *sum = T::sub_mul(simd, im[j].as_ref()[m], turned[0][j].as_ref()[m], *sum);
    }
}
