//! e^{−iβX} on qubits whose pairs are whole lines, of M states at once; with two states Im⟨λ|X|ψ⟩,
//! too.
//!
//! > ψ₀' = cos β ψ₀ − i sin β ψ₁,  ψ₁' = cos β ψ₁ − i sin β ψ₀
//!
//! turns the real numbers (Re ψ₀, Im ψ₁) by β, and (Im ψ₀, Re ψ₁) by −β:
//!
//! ```text
//! rows of two qubits:  00      01      10      11
//! real parts           a₀      b₁      b₂      a₃        set a turns by β
//! imaginary parts      b₀      a₁      a₂      b₃        set b turns by −β
//! ```
//!
//! *Two qubits at once.* The turns of two qubits by one angle leave a₀ − a₃ and a₁ − a₂ as they are,
//! and turn d = a₀ + a₃ and s = a₁ + a₂ by 2β. With t = tan β, m = sin β cos β and
//!
//! > p = s − t·d,  q = d + t·s:  a₀' = a₀ + m·p,  a₃' = a₃ + m·p,  a₁' = a₁ − m·q,  a₂' = a₂ − m·q
//!
//! these are five multiplications (fused or not) and four additions instead of eight multiplications
//! and eight multiply-adds. Where cos β is small, t is large and m is small, but m·t ≤ 1: no digits
//! are lost. Im⟨λ|X₀ + X₁|ψ⟩ is the sum of d_λ·s_ψ − s_λ·d_ψ over set a, less that over set b.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::piece::{Parts, again};
use crate::sim::real::{Precision, Real, line, total};
use crate::sim::sums::Overlaps;
use std::ops::Range;

/// The mixer e^{−iβX} on a qubit, its coefficients rounded to the precision of the state.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Rotation {
    pub(in crate::sim) cosine: f64,
    pub(in crate::sim) sine: f64,
    /// t = tan β.
    pub(in crate::sim) tangent: f64,
    /// m = sin β cos β.
    pub(in crate::sim) mixed: f64,
}

impl Rotation {
    /// The rotation by β.
    ///
    /// It is of length 1 only where m(1 + t²) = t, which rounded numbers miss; what they miss adds
    /// up over qubits and layers, always with the same sign. So in f32 that one of a few neighbors of
    /// t is taken with which the rounded m comes closest, unless it tilts the rotation by more than
    /// that.
    pub(in crate::sim) fn new<T: Real>(beta: f64) -> Self {
        let (sine, cosine) = libm::sincos(beta);
        let exact = sine / cosine;
        let neighbors = match T::PRECISION {
            Precision::F32 => 2,
            Precision::F64 => 0,
        };
        let rounded = |x: f64| T::of(x).wide();
        let ulp = (rounded(exact) * T::EPSILON).abs();
        let tried = (-neighbors..=neighbors).map(|k| {
            let tangent = rounded(rounded(exact) + f64::from(k) * ulp);
            let mixed = rounded(tangent / (1.0 + tangent * tangent));
            let stretch = 4.0 * mixed * (mixed * (1.0 + tangent * tangent) - tangent);
            let tilt = (tangent - exact) / (1.0 + exact * exact);
            (stretch.abs() + tilt.abs(), tangent, mixed)
        });
        let best = tried.min_by(|a, b| a.0.total_cmp(&b.0));
        let (_, tangent, mixed) = best.unwrap_or((0.0, exact, sine * cosine));
        Self {
            cosine,
            sine,
            tangent,
            mixed,
        }
    }
}

/// The rotations of the qubits of a group.
#[derive(Clone, Debug)]
pub(in crate::sim) enum GroupRotations {
    /// One for all.
    All(Rotation),
    /// One for each, from the group's lowest qubit on.
    Each(Vec<Rotation>),
}

impl GroupRotations {
    /// That of a qubit.
    pub(in crate::sim) fn of(&self, qubit: usize) -> Rotation {
        match self {
            Self::All(rotation) => *rotation,
            Self::Each(rotations) => rotations[qubit],
        }
    }

    /// Adds what belongs to a qubit.
    pub(in crate::sim) fn add(&self, sums: &mut Overlaps, qubit: usize, overlap: f64) {
        match self {
            Self::All(_) => sums.all += overlap,
            Self::Each(rotations) => {
                sums.each.resize(rotations.len(), 0.0);
                sums.each[qubit] += overlap;
            }
        }
    }
}

/// Turns the qubits of some bits of a number's place in the parts, bits of whole lines; the lowest
/// of them is qubit `first` of the group. With two states Im⟨λ|X|ψ⟩ is added up.
pub(in crate::sim) fn rotate<T: Real, const M: usize>(
    with: Instructions,
    parts: Parts<'_, T, M>,
    bits: Range<usize>,
    (turns, first): (&GroupRotations, usize),
    sums: &mut Overlaps,
) {
    if !bits.is_empty() {
        with.run(Rotate {
            parts,
            bits,
            turns,
            first,
            sums,
        });
    }
}

struct Rotate<'a, T, const M: usize> {
    parts: Parts<'a, T, M>,
    bits: Range<usize>,
    turns: &'a GroupRotations,
    first: usize,
    sums: &'a mut Overlaps,
}

impl<T: Real, const M: usize> Operation for Rotate<'_, T, M> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(mut self, simd: S) {
        for bit in self.bits.clone().step_by(2) {
            let qubit = self.first + bit - self.bits.start;
            let lines = (1 << bit) / line::<T>();
            let parts = again(&mut self.parts);
            let overlaps = match (self.bits.end - bit, self.turns) {
                (1, turns) => {
                    let by = [turns.of(qubit); 2].map(|by| Loaded::<T, S>::of(simd, by));
                    rows::<T, S, M, 2, false>(simd, parts, lines, by)
                }
                (_, GroupRotations::All(by)) => {
                    let by = [Loaded::<T, S>::of(simd, *by); 2];
                    rows::<T, S, M, 4, true>(simd, parts, lines, by)
                }
                (_, GroupRotations::Each(by)) => {
                    let by = [by[qubit], by[qubit + 1]].map(|by| Loaded::<T, S>::of(simd, by));
                    rows::<T, S, M, 4, false>(simd, parts, lines, by)
                }
            };
            if M == 2 {
                self.turns.add(self.sums, qubit, overlaps[0]);
                if self.bits.end - bit > 1 {
                    self.turns.add(self.sums, qubit + 1, overlaps[1]);
                }
            }
        }
    }
}

/// A rotation with its coefficients in CPU registers.
struct Loaded<T: Real, S: InstructionSet> {
    cosine: T::Vector<S>,
    sine: T::Vector<S>,
    tangent: T::Vector<S>,
    mixed: T::Vector<S>,
}

impl<T: Real, S: InstructionSet> Clone for Loaded<T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Real, S: InstructionSet> Copy for Loaded<T, S> {}

impl<T: Real, S: InstructionSet> Loaded<T, S> {
    #[inline(always)]
    fn of(simd: S, rotation: Rotation) -> Self {
        Self {
            cosine: T::splat(simd, T::of(rotation.cosine)),
            sine: T::splat(simd, T::of(rotation.sine)),
            tangent: T::splat(simd, T::of(rotation.tangent)),
            mixed: T::splat(simd, T::of(rotation.mixed)),
        }
    }

    /// Turns two numbers by β, or by −β for set b.
    #[inline(always)]
    fn pair<const B: bool>(&self, simd: S, x: [T::Vector<S>; 2]) -> [T::Vector<S>; 2] {
        let own = [T::times(simd, self.cosine, x[0]), T::times(simd, self.cosine, x[1])];
        match B {
            false => [
                T::mul_add(simd, self.sine, x[1], own[0]),
                T::sub_mul(simd, self.sine, x[0], own[1]),
            ],
            true => [
                T::sub_mul(simd, self.sine, x[1], own[0]),
                T::mul_add(simd, self.sine, x[0], own[1]),
            ],
        }
    }

    /// Turns four numbers of two qubits, given d and s.
    #[inline(always)]
    fn quad<const B: bool>(
        &self,
        simd: S,
        x: [T::Vector<S>; 4],
        [d, s]: [T::Vector<S>; 2],
    ) -> [T::Vector<S>; 4] {
        if B {
            let p = T::times(simd, self.mixed, T::mul_add(simd, self.tangent, d, s));
            let q = T::sub_mul(simd, self.tangent, s, d);
            [
                T::minus(simd, x[0], p),
                T::mul_add(simd, self.mixed, q, x[1]),
                T::mul_add(simd, self.mixed, q, x[2]),
                T::minus(simd, x[3], p),
            ]
        } else {
            let p = T::times(simd, self.mixed, T::sub_mul(simd, self.tangent, d, s));
            let q = T::mul_add(simd, self.tangent, s, d);
            [
                T::plus(simd, x[0], p),
                T::sub_mul(simd, self.mixed, q, x[1]),
                T::sub_mul(simd, self.mixed, q, x[2]),
                T::plus(simd, x[3], p),
            ]
        }
    }
}

/// Turns one or two qubits, R = 2 or 4 rows of so many lines, by one angle or by one for each;
/// returns the overlap of each, where there are two states.
#[inline(always)]
fn rows<T: Real, S: InstructionSet, const M: usize, const R: usize, const SAME: bool>(
    simd: S,
    mut parts: Parts<'_, T, M>,
    lines: usize,
    by: [Loaded<T, S>; 2],
) -> [f64; 2] {
    let len = R * lines * line::<T>();
    let mut sums = [T::line::<S>(simd, T::ZERO); 2];
    for start in (0..parts[0][0].len()).step_by(len) {
        let mut rows = parts.each_mut().map(|state| {
            let [re, im] = state.each_mut().map(|part| &mut part[start..start + len]);
            [split_rows::<T, S, R>(re), split_rows::<T, S, R>(im)]
        });
        for i in 0..rows[0][0][0].len() {
            for m in 0..rows[0][0][0][i].as_ref().len() {
                set::<T, S, M, R, SAME, false>(simd, &mut rows, [i, m], &by, &mut sums);
                set::<T, S, M, R, SAME, true>(simd, &mut rows, [i, m], &by, &mut sums);
            }
        }
    }
    sums.map(|sum| if M == 2 { total::<T, S>(sum) } else { 0.0 })
}

/// Turns the numbers of set a or of set b in a vector of each row.
#[inline(always)]
fn set<
    T: Real,
    S: InstructionSet,
    const M: usize,
    const R: usize,
    const SAME: bool,
    const B: bool,
>(
    simd: S,
    rows: &mut [[[&mut [T::Line<S>]; R]; 2]; M],
    [i, m]: [usize; 2],
    by: &[Loaded<T, S>; 2],
    sums: &mut [T::Line<S>; 2],
) {
    let zero = T::splat(simd, T::ZERO);
    // row r is in the real parts, of set a, where an even number of its bits is set
    let part = |r: usize| (r.count_ones() as usize + usize::from(B)) % 2;
    let mut x = [[zero; 4]; M];
    for state in 0..M {
        for r in 0..R {
            x[state][r] = rows[state][part(r)][r][i].as_ref()[m];
        }
    }
    if SAME {
        let of = x.map(|x| [T::plus(simd, x[0], x[3]), T::plus(simd, x[1], x[2])]);
        for state in 0..M {
            x[state] = by[0].quad::<B>(simd, x[state], of[state]);
        }
        if M == 2 {
            let sum = &mut sums[0].as_mut()[m];
            *sum = crossed::<T, S, B>(simd, of[M - 1], of[0], *sum);
        }
    } else {
        for (qubit, pairs) in [[[0, 1], [2, 3]], [[0, 2], [1, 3]]].iter().enumerate() {
            for (number, &[a, b]) in pairs.iter().enumerate() {
                if b >= R || qubit == 1 && R == 2 {
                    continue;
                }
                // where the other qubit is set, the first number of a pair is one of the second kind
                let turned = number == 1;
                if M == 2 {
                    let sum = &mut sums[qubit].as_mut()[m];
                    let (l, p) = ([x[M - 1][a], x[M - 1][b]], [x[0][a], x[0][b]]);
                    *sum = match turned {
                        false => crossed::<T, S, B>(simd, l, p, *sum),
                        true => crossed::<T, S, B>(simd, [l[1], l[0]], [p[1], p[0]], *sum),
                    };
                }
                for state in 0..M {
                    let pair = [x[state][a], x[state][b]];
                    let by = &by[qubit];
                    [x[state][a], x[state][b]] = match turned {
                        false => by.pair::<B>(simd, pair),
                        true => {
                            let [b, a] = by.pair::<B>(simd, [pair[1], pair[0]]);
                            [a, b]
                        }
                    };
                }
            }
        }
    }
    for state in 0..M {
        for r in 0..R {
            rows[state][part(r)][r][i].as_mut()[m] = x[state][r];
        }
    }
}

/// sum + d_λ·s_ψ − s_λ·d_ψ, or less that for set b.
#[inline(always)]
fn crossed<T: Real, S: InstructionSet, const B: bool>(
    simd: S,
    lambda: [T::Vector<S>; 2],
    psi: [T::Vector<S>; 2],
    sum: T::Vector<S>,
) -> T::Vector<S> {
    match B {
        false => {
            let sum = T::mul_add(simd, lambda[0], psi[1], sum);
            T::sub_mul(simd, lambda[1], psi[0], sum)
        }
        true => {
            let sum = T::mul_add(simd, lambda[1], psi[0], sum);
            T::sub_mul(simd, lambda[0], psi[1], sum)
        }
    }
}

/// The R equal parts of a run of numbers, in lines.
#[inline(always)]
fn split_rows<T: Real, S: InstructionSet, const R: usize>(
    numbers: &mut [T],
) -> [&mut [T::Line<S>]; R] {
    let mut rest = T::lines_mut::<S>(numbers);
    let len = rest.len() / R;
    let mut rows: [&mut [T::Line<S>]; R] = std::array::from_fn(|_| [].as_mut_slice());
    for r in 0..R {
        let (row, others) = std::mem::take(&mut rest).split_at_mut(len);
        (rows[r], rest) = (row, others);
    }
    rows
}
