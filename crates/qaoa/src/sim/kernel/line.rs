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
//! What is turned here are the four lowest qubits, within *blocks* of sixteen amplitudes: two lines
//! of f64, one of f32. One of them pairs the numbers of a block with those of the block in which each
//! has changed places with the other of its pair (↔):
//!
//! > Re' = cos β Re + sin β Im↔,  Im' = cos β Im − sin β Re↔
//!
//! Two with one angle are turned at once, as in `rotate`. With t = tan β, m = sin β cos β, the numbers
//! opposite across both qubits added to each, D = Re + Re⤡ and S = Im + Im⤡, and D↔, S↔ across one of
//! them:
//!
//! > Re' = Re + m (S↔ − t D),  Im' = Im − m (D↔ + t S)
//!
//! A layer's cheapest place for its phases: the numbers are in CPU registers anyway, and looking up
//! goes on beside turning.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::rotate::GroupRotations;
use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::phases::{PhaseSource, PhaseWork, Phases, Transposed};
use crate::sim::piece::Parts;
use crate::sim::real::{Real, across, line, total};
use crate::sim::sums::Sums;

/// What of ⟨λ|·|ψ⟩ is read at the phase.
#[derive(Debug)]
pub(in crate::sim) enum Overlapped<'a, T> {
    /// Nothing.
    Nothing,
    /// That with the cost, added up over the scale of its energies.
    Cost,
    /// Each amplitude's part, for the terms of a polynomial.
    Each(&'a mut [T]),
}

/// The work on the lines of a piece, or on a part of them.
pub(in crate::sim) struct Lines<'a, T, const M: usize> {
    pub(in crate::sim) parts: Parts<'a, T, M>,
    /// The turns of the qubits within a block, where there are such in the group.
    pub(in crate::sim) turns: [Option<&'a GroupRotations>; 2],
    /// Qubits within a block.
    pub(in crate::sim) qubits: usize,
    pub(in crate::sim) phases: PhaseSource<'a, T>,
    /// The first amplitude whose phases are meant.
    pub(in crate::sim) from: usize,
    /// Where the parts are transposed runs: how long these are, and how many.
    pub(in crate::sim) transposed: Option<[usize; 2]>,
    pub(in crate::sim) overlapped: Overlapped<'a, T>,
}

/// Does the work; Im⟨λ|·|ψ⟩ is added to the sums.
pub(in crate::sim) fn work<T: Real, const M: usize>(
    with: Instructions,
    lines: Lines<'_, T, M>,
    sums: &mut Sums,
) {
    let [before, after] = lines.turns;
    let qubits = lines.qubits;
    let found = with.run(lines);
    sums.cost += found.cost;
    if M == 2 {
        for (of, (turns, found)) in [before, after].into_iter().zip(found.turns).enumerate() {
            for (qubit, overlap) in found.into_iter().enumerate().take(qubits) {
                if let Some(turns) = turns {
                    turns.add(&mut sums.turns[of], qubit, overlap);
                }
            }
        }
    }
}

/// What a walk adds up.
pub(in crate::sim) struct Found {
    cost: f64,
    turns: [[f64; 4]; 2],
}

impl<T: Real, const M: usize> Operation for Lines<'_, T, M> {
    type Output = Found;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> Found {
        let (phases, from) = (self.phases, self.from);
        phases.with(from, Walk { lines: self, simd })
    }
}

struct Walk<'a, T, S, const M: usize> {
    lines: Lines<'a, T, M>,
    simd: S,
}

impl<T: Real, S: InstructionSet, const M: usize> PhaseWork<T> for Walk<'_, T, S, M> {
    type Output = Found;

    #[inline(always)]
    fn run<P: Phases<T>>(self, phases: P) -> Found {
        match self.lines.transposed {
            None => walk::<T, S, M, P>(self.simd, self.lines, phases),
            Some([run, runs]) => {
                let phases = Transposed {
                    of: phases,
                    run,
                    runs,
                };
                walk::<T, S, M, _>(self.simd, self.lines, phases)
            }
        }
    }
}

/// Amplitudes of a block.
const BLOCK: usize = 16;

/// Real and imaginary parts of B lines of each state.
type Blocks<T, S, const M: usize, const B: usize> = [[[<T as Real>::Line<S>; B]; 2]; M];

/// The turns of the qubits within a block, in CPU registers.
struct BlockTurn<T: Real, S: InstructionSet> {
    qubits: usize,
    /// Whether the four qubits are turned by one angle, two at once.
    in_twos: bool,
    cosines: [T::Vector<S>; 4],
    sines: [T::Vector<S>; 4],
    tangent: T::Vector<S>,
    mixed: T::Vector<S>,
}

impl<T: Real, S: InstructionSet> BlockTurn<T, S> {
    #[inline(always)]
    fn of(simd: S, turns: Option<&GroupRotations>, qubits: usize) -> Self {
        let zero = T::splat(simd, T::ZERO);
        let mut of = Self {
            qubits: 0,
            in_twos: false,
            cosines: [zero; 4],
            sines: [zero; 4],
            tangent: zero,
            mixed: zero,
        };
        let Some(turns) = turns else { return of };
        of.qubits = qubits;
        of.in_twos = qubits == 4 && matches!(turns, GroupRotations::All(_));
        for qubit in 0..qubits.min(4) {
            let by = turns.of(qubit);
            of.cosines[qubit] = T::splat(simd, T::of(by.cosine));
            of.sines[qubit] = T::splat(simd, T::of(by.sine));
            of.tangent = T::splat(simd, T::of(by.tangent));
            of.mixed = T::splat(simd, T::of(by.mixed));
        }
        of
    }

    /// Turns a block of each state.
    #[inline(always)]
    fn turn<const M: usize, const B: usize>(
        &self,
        simd: S,
        states: &mut Blocks<T, S, M, B>,
        sums: &mut [T::Line<S>; 4],
    ) {
        if self.in_twos {
            self.two::<M, B, 3, 1>(simd, states, &mut sums[0]);
            self.two::<M, B, 12, 8>(simd, states, &mut sums[0]);
        } else {
            self.one::<M, B, 1, 0>(simd, states, sums);
            self.one::<M, B, 2, 1>(simd, states, sums);
            self.one::<M, B, 4, 2>(simd, states, sums);
            if const { B * line::<T>() == BLOCK } {
                self.one::<M, B, 8, 3>(simd, states, sums);
            }
        }
    }

    /// Turns the two qubits of the bits of `BOTH`, of which `ONE` is one.
    #[inline(always)]
    fn two<const M: usize, const B: usize, const BOTH: usize, const ONE: usize>(
        &self,
        simd: S,
        states: &mut Blocks<T, S, M, B>,
        sum: &mut T::Line<S>,
    ) {
        let mut added = *states;
        for state in 0..M {
            for part in 0..2 {
                let opposite = partner::<T, S, B, BOTH>(&states[state][part]);
                for j in 0..B {
                    for m in 0..sum.as_ref().len() {
                        let added = &mut added[state][part][j].as_mut()[m];
                        *added = T::plus(simd, *added, opposite[j].as_ref()[m]);
                    }
                }
            }
        }
        let mut crossed = added;
        for state in 0..M {
            for part in 0..2 {
                crossed[state][part] = partner::<T, S, B, ONE>(&added[state][part]);
            }
        }
        if M == 2 {
            overlap_with_x::<T, S, M, B>(simd, states, &crossed[0], sum);
        }
        for state in 0..M {
            for j in 0..B {
                for m in 0..sum.as_ref().len() {
                    let [d, s] = [0, 1].map(|part| added[state][part][j].as_ref()[m]);
                    let [d_crossed, s_crossed] = [0, 1].map(|part| crossed[state][part][j].as_ref()[m]);
                    let p = T::sub_mul(simd, self.tangent, d, s_crossed);
                    let q = T::mul_add(simd, self.tangent, s, d_crossed);
                    let re = &mut states[state][0][j].as_mut()[m];
                    *re = T::mul_add(simd, self.mixed, p, *re);
                    let im = &mut states[state][1][j].as_mut()[m];
                    *im = T::sub_mul(simd, self.mixed, q, *im);
                }
            }
        }
    }

    /// Turns the qubit of the bit `ONE`, number `Q`.
    #[inline(always)]
    fn one<const M: usize, const B: usize, const ONE: usize, const Q: usize>(
        &self,
        simd: S,
        states: &mut Blocks<T, S, M, B>,
        sums: &mut [T::Line<S>; 4],
    ) {
        if Q >= self.qubits {
            return;
        }
        let (cosine, sine) = (self.cosines[Q], self.sines[Q]);
        let mut crossed = *states;
        for state in 0..M {
            for part in 0..2 {
                crossed[state][part] = partner::<T, S, B, ONE>(&states[state][part]);
            }
        }
        if M == 2 {
            overlap_with_x::<T, S, M, B>(simd, states, &crossed[0], &mut sums[Q]);
        }
        for state in 0..M {
            for j in 0..B {
                for m in 0..sums[Q].as_ref().len() {
                    let [d, s] = [0, 1].map(|part| crossed[state][part][j].as_ref()[m]);
                    let re = &mut states[state][0][j].as_mut()[m];
                    *re = T::mul_add(simd, sine, s, T::times(simd, cosine, *re));
                    let im = &mut states[state][1][j].as_mut()[m];
                    *im = T::sub_mul(simd, sine, d, T::times(simd, cosine, *im));
                }
            }
        }
    }
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

/// Adds Im(λ* Xψ), Xψ given.
#[inline(always)]
fn overlap_with_x<T: Real, S: InstructionSet, const M: usize, const B: usize>(
    simd: S,
    states: &Blocks<T, S, M, B>,
    turned: &[[T::Line<S>; B]; 2],
    sum: &mut T::Line<S>,
) {
    let [re, im] = &states[M - 1];
    for j in 0..B {
        for m in 0..sum.as_ref().len() {
            let sum = &mut sum.as_mut()[m];
            *sum = T::mul_add(simd, re[j].as_ref()[m], turned[1][j].as_ref()[m], *sum);
            *sum = T::sub_mul(simd, im[j].as_ref()[m], turned[0][j].as_ref()[m], *sum);
        }
    }
}

/// What is added up on a walk, in CPU registers.
struct Registers<T: Real, S: InstructionSet> {
    turns: [[T::Line<S>; 4]; 2],
    cost: T::Line<S>,
}

#[inline(always)]
fn walk<T: Real, S: InstructionSet, const M: usize, P: Phases<T>>(
    simd: S,
    lines: Lines<'_, T, M>,
    phases: P,
) -> Found {
    let zero = T::line::<S>(simd, T::ZERO);
    let turns = lines
        .turns
        .map(|turns| BlockTurn::<T, S>::of(simd, turns, lines.qubits));
    let mut sums = Registers::<T, S> {
        turns: [[zero; 4]; 2],
        cost: zero,
    };
    let mut parts = lines.parts.map(|state| state.map(|part| T::lines_mut::<S>(part)));
    let (of_cost, mut each) = match lines.overlapped {
        Overlapped::Nothing => (false, None),
        Overlapped::Cost => (true, None),
        Overlapped::Each(each) => (false, Some(T::lines_mut::<S>(each))),
    };
    let count = parts[0][0].len();
    let mut i = 0;
    while const { line::<T>() * 2 == BLOCK } && i + 2 <= count {
        block::<T, S, M, 2, P>(simd, &mut parts, i, &turns, &phases, of_cost, &mut each, &mut sums);
        i += 2;
    }
    while i < count {
        block::<T, S, M, 1, P>(simd, &mut parts, i, &turns, &phases, of_cost, &mut each, &mut sums);
        i += 1;
    }
    let totals = |sums: [T::Line<S>; 4]| match M {
        2 => sums.map(|sum| total::<T, S>(sum)),
        _ => [0.0; 4],
    };
    Found {
        cost: if M == 2 { total::<T, S>(sums.cost) } else { 0.0 },
        turns: sums.turns.map(totals),
    }
}

/// The work on B lines from number `i` on.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the registers of a loop")]
fn block<T: Real, S: InstructionSet, const M: usize, const B: usize, P: Phases<T>>(
    simd: S,
    parts: &mut [[&mut [T::Line<S>]; 2]; M],
    i: usize,
    turns: &[BlockTurn<T, S>; 2],
    phases: &P,
    of_cost: bool,
    each: &mut Option<&mut [T::Line<S>]>,
    sums: &mut Registers<T, S>,
) {
    let zero = T::line::<S>(simd, T::ZERO);
    let mut states = [[[zero; B]; 2]; M];
    for state in 0..M {
        for part in 0..2 {
            states[state][part].copy_from_slice(&parts[state][part][i..i + B]);
        }
    }
    turns[0].turn::<M, B>(simd, &mut states, &mut sums.turns[0]);
    for j in 0..B {
        if M == 2 && of_cost {
            let energies = phases.energies(simd, i + j);
            let overlaps = overlap::<T, S, M, B>(simd, &states, j);
            for m in 0..energies.as_ref().len() {
                let sum = &mut sums.cost.as_mut()[m];
                *sum = T::mul_add(simd, energies.as_ref()[m], overlaps.as_ref()[m], *sum);
            }
        }
        if let Some(each) = each {
            each[i + j] = overlap::<T, S, M, B>(simd, &states, j);
        }
        if P::SOME {
            let [c, s] = phases.factors(simd, i + j);
            for state in 0..M {
                for m in 0..c.as_ref().len() {
                    let (c, s) = (c.as_ref()[m], s.as_ref()[m]);
                    let [re, im] = [0, 1].map(|part| states[state][part][j].as_ref()[m]);
                    states[state][0][j].as_mut()[m] =
                        T::sub_mul(simd, im, s, T::times(simd, re, c));
                    states[state][1][j].as_mut()[m] =
                        T::mul_add(simd, im, c, T::times(simd, re, s));
                }
            }
        }
    }
    turns[1].turn::<M, B>(simd, &mut states, &mut sums.turns[1]);
    for state in 0..M {
        for part in 0..2 {
            parts[state][part][i..i + B].copy_from_slice(&states[state][part]);
        }
    }
}

/// Im(λ* ψ) of a line.
#[inline(always)]
fn overlap<T: Real, S: InstructionSet, const M: usize, const B: usize>(
    simd: S,
    states: &Blocks<T, S, M, B>,
    j: usize,
) -> T::Line<S> {
    let [re, im] = [0, 1].map(|part| states[0][part][j]);
    let [image_re, image_im] = [0, 1].map(|part| states[M - 1][part][j]);
    let mut overlap = re;
    for m in 0..re.as_ref().len() {
        let crossed = T::times(simd, image_re.as_ref()[m], im.as_ref()[m]);
        overlap.as_mut()[m] = T::sub_mul(simd, image_im.as_ref()[m], re.as_ref()[m], crossed);
    }
    overlap
}
