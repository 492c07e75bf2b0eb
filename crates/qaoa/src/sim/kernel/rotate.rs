//! e^{−iβX} on qubits, mostly those whose pairs are whole lines, of M states at once; with two
//! states Im⟨λ|X|ψ⟩, too.
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
//! *Two qubits at once.* The turns of two qubits by one angle leave a₀ − a₃ and a₁ − a₂ as they
//! are, and turn d = a₀ + a₃ and s = a₁ + a₂ by 2β. With t = tan β, m = sin β cos β and
//!
//! > p = s − t·d,  q = d + t·s:  a₀' = a₀ + m·p,  a₃' = a₃ + m·p,  a₁' = a₁ − m·q,  a₂' = a₂ − m·q
//!
//! these are five multiplications (fused or not) and four additions instead of eight
//! multiplications and eight multiply-adds. Where cos β is small, t is large and m is small, but
//! m·t ≤ 1: no digits are lost. Im⟨λ|X₀ + X₁|ψ⟩ is the sum of d_λ·s_ψ − s_λ·d_ψ over set a, less
//! that over set b.
//!
//! *Four qubits at once* are turned in one state where their sixteen rows are close together: the
//! first two in each four rows, then the other two, before anything is stored. In four rows whose
//! number has an odd number of bits set, the numbers of set a turn as those of set b. Qubits with
//! an angle each are turned one at a time, also within a line: there ψ' = cos β ψ − i sin β ψ↔,
//! with the numbers of each pair changed over in ψ↔.

use super::written_out;
use crate::sim::instructions::{InstructionSet, Instructions, Operation};
use crate::sim::piece::{Parts, again, chunks, lines_in};
use crate::sim::real::{Precision, Real, across, add_imaginary, line, total};
use crate::sim::sums::Overlaps;
use std::ops::Range;

/// The mixer e^{−iβX} on a qubit, its coefficients rounded to the precision of the state.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Rotation {
    pub(in crate::sim) cosine: f64,
    pub(in crate::sim) sine: f64,
    pub(in crate::sim) tangent: f64,
    pub(in crate::sim) mixed: f64,
}

impl Rotation {
    /// The rotation by β. It is of length 1 only where m(1 + t²) = t, which rounded numbers miss,
    /// always with the same sign, so that it adds up over qubits and layers. So in f32 that
    /// neighbor of t is taken with which the rounded m comes closest, unless it tilts the rotation
    /// by more than that.
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
    pub(in crate::sim) fn of(&self, qubit: usize) -> Rotation {
        match self {
            Self::All(rotation) => *rotation,
            Self::Each(rotations) => rotations[qubit],
        }
    }

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

/// Turns the qubits of some bits of a number's place in the parts; the lowest of them is qubit
/// `first` of the group. With two states Im⟨λ|X|ψ⟩ is added up.
pub(in crate::sim) fn rotate<T: Real, const M: usize>(
    with: Instructions,
    parts: Parts<'_, T, M>,
    bits: Range<usize>,
    (turns, first): (&GroupRotations, usize),
    sums: &mut Overlaps,
) {
    if !bits.is_empty() {
        Rotate {
            parts,
            bits,
            turns,
            first,
            sums,
        }
        .run(with);
    }
}

/// Amplitudes of a row with which sixteen rows are turned at once: at a distance that the compiler
/// knows, one CPU register holds all addresses.
const CLOSE: usize = 64;

const FOUR: usize = 4;

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
        let mut bit = self.bits.start;
        while bit < self.bits.end {
            let qubit = self.first + bit - self.bits.start;
            let lines = (1 << bit) / line::<T>();
            let (parts, left) = (again(&mut self.parts), self.bits.end - bit);
            let by = Loaded::<T, S>::of(simd, self.turns.of(qubit));
            let together = matches!(self.turns, GroupRotations::All(_));
            let (count, overlap) = match left {
                _ if lines == 0 => (1, within::<T, S, M>(simd, parts, bit, &by)),
                4.. if M == 1 && together && 1 << bit == CLOSE => {
                    let lines = const { CLOSE / line::<T>() };
                    (4, fours::<T, S, M, 4>(simd, parts, lines, &by))
                }
                2.. if together => (2, fours::<T, S, M, 1>(simd, parts, lines, &by)),
                _ => (1, pairs::<T, S, M>(simd, parts, lines, &by)),
            };
            if M == 2 {
                self.turns.add(self.sums, qubit, overlap);
            }
            bit += count;
        }
    }
}

/// A rotation with its coefficients in CPU registers.
pub(super) struct Loaded<T: Real, S: InstructionSet> {
    pub(super) cosine: T::Vector<S>,
    pub(super) sine: T::Vector<S>,
    pub(super) tangent: T::Vector<S>,
    pub(super) mixed: T::Vector<S>,
}

impl<T: Real, S: InstructionSet> Clone for Loaded<T, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Real, S: InstructionSet> Copy for Loaded<T, S> {}

impl<T: Real, S: InstructionSet> Loaded<T, S> {
    #[inline(always)]
    pub(super) fn of(simd: S, rotation: Rotation) -> Self {
        Self {
            cosine: T::splat(simd, T::of(rotation.cosine)),
            sine: T::splat(simd, T::of(rotation.sine)),
            tangent: T::splat(simd, T::of(rotation.tangent)),
            mixed: T::splat(simd, T::of(rotation.mixed)),
        }
    }

    #[inline(always)]
    fn pair(&self, simd: S, x: [T::Vector<S>; 2], back: bool) -> [T::Vector<S>; 2] {
        let own = [
            T::times(simd, self.cosine, x[0]),
            T::times(simd, self.cosine, x[1]),
        ];
        if back {
            [
                T::sub_mul(simd, self.sine, x[1], own[0]),
                T::mul_add(simd, self.sine, x[0], own[1]),
            ]
        } else {
            [
                T::mul_add(simd, self.sine, x[1], own[0]),
                T::sub_mul(simd, self.sine, x[0], own[1]),
            ]
        }
    }

    /// Turns four numbers of two qubits by β, or by −β, given d and s.
    #[inline(always)]
    pub(super) fn quad(
        &self,
        simd: S,
        x: [T::Vector<S>; 4],
        [d, s]: [T::Vector<S>; 2],
        back: bool,
    ) -> [T::Vector<S>; 4] {
        if back {
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

/// Turns one qubit within a line; returns its overlap, where there are two states.
#[inline(always)]
fn within<T: Real, S: InstructionSet, const M: usize>(
    simd: S,
    parts: Parts<'_, T, M>,
    bit: usize,
    by: &Loaded<T, S>,
) -> f64 {
    match bit {
        0 => lines_with::<T, S, M, 1>(simd, parts, by),
        1 => lines_with::<T, S, M, 2>(simd, parts, by),
        2 => lines_with::<T, S, M, 4>(simd, parts, by),
        _ => lines_with::<T, S, M, 8>(simd, parts, by),
    }
}

/// Turns the qubit that pairs number l of each line with number l ^ `FLIP`.
#[inline(always)]
fn lines_with<T: Real, S: InstructionSet, const M: usize, const FLIP: usize>(
    simd: S,
    parts: Parts<'_, T, M>,
    by: &Loaded<T, S>,
) -> f64 {
    let mut sum = T::line::<S>(simd, T::ZERO);
    let parts = lines_in::<T, S, M>(parts);
    for i in 0..parts[0][0].len() {
        for state in 0..M {
            let [re, im] = [parts[state][0][i], parts[state][1][i]];
            let turned = [across::<T, S, FLIP>(re), across::<T, S, FLIP>(im)];
            if M == 2 && state == 0 {
                let image = [parts[M - 1][0][i], parts[M - 1][1][i]];
                add_imaginary::<T, S>(simd, image, turned, &mut sum);
            }
            for m in 0..sum.as_ref().len() {
                let own = T::times(simd, by.cosine, re.as_ref()[m]);
                let found = T::mul_add(simd, by.sine, turned[1].as_ref()[m], own);
                parts[state][0][i].as_mut()[m] = found;
                let own = T::times(simd, by.cosine, im.as_ref()[m]);
                let found = T::sub_mul(simd, by.sine, turned[0].as_ref()[m], own);
                parts[state][1][i].as_mut()[m] = found;
            }
        }
    }
    if M == 2 { total::<T, S>(sum) } else { 0.0 }
}

/// Turns one qubit, two rows of so many lines; returns its overlap, where there are two states.
#[inline(always)]
fn pairs<T: Real, S: InstructionSet, const M: usize>(
    simd: S,
    parts: Parts<'_, T, M>,
    lines: usize,
    by: &Loaded<T, S>,
) -> f64 {
    let mut sum = T::line::<S>(simd, T::ZERO);
    for rows in chunks(parts, 2 * lines * line::<T>()) {
        let rows = rows.map(|state| state.map(|part| &mut T::lines_mut::<S>(part)[..2 * lines]));
        for i in 0..lines {
            for m in 0..sum.as_ref().len() {
                for set in 0..2 {
                    let mut x = [[T::splat(simd, T::ZERO); 2]; M];
                    for state in 0..M {
                        for r in 0..2 {
                            x[state][r] = rows[state][(r + set) % 2][r * lines + i].as_ref()[m];
                        }
                    }
                    if M == 2 {
                        let sum = &mut sum.as_mut()[m];
                        *sum = crossed::<T, S>(simd, x[M - 1], x[0], *sum, set == 1);
                    }
                    for state in 0..M {
                        let turned = by.pair(simd, x[state], set == 1);
                        for r in 0..2 {
                            rows[state][(r + set) % 2][r * lines + i].as_mut()[m] = turned[r];
                        }
                    }
                }
            }
        }
    }
    if M == 2 { total::<T, S>(sum) } else { 0.0 }
}

/// Turns two qubits, or four (H = 4), by one angle: 4 H rows of so many lines; returns their
/// overlap, where there are two states.
#[inline(always)]
fn fours<T: Real, S: InstructionSet, const M: usize, const H: usize>(
    simd: S,
    parts: Parts<'_, T, M>,
    lines: usize,
    by: &Loaded<T, S>,
) -> f64 {
    let mut sum = T::line::<S>(simd, T::ZERO);
    for rows in chunks(parts, 4 * H * lines * line::<T>()) {
        let mut rows =
            rows.map(|state| state.map(|part| &mut T::lines_mut::<S>(part)[..4 * H * lines]));
        for i in 0..lines {
            for m in 0..sum.as_ref().len() {
                let sum = &mut sum.as_mut()[m];
                set::<T, S, M, H, false>(simd, &mut rows, [lines, i, m], by, sum);
                set::<T, S, M, H, true>(simd, &mut rows, [lines, i, m], by, sum);
            }
        }
    }
    if M == 2 { total::<T, S>(sum) } else { 0.0 }
}

#[inline(always)]
fn set<T: Real, S: InstructionSet, const M: usize, const H: usize, const B: bool>(
    simd: S,
    rows: &mut [[&mut [T::Line<S>]; 2]; M],
    [lines, i, m]: [usize; 3],
    by: &Loaded<T, S>,
    sum: &mut T::Vector<S>,
) {
    // the number of row r is a real part, of set a, where an even number of its bits is set
    let odd = |r: usize| r == 1 || r == 2;
    let part = |h: usize, r: usize| usize::from(odd(h) ^ odd(r) ^ B);
    let mut x = [[[T::splat(simd, T::ZERO); 4]; M]; H];
    written_out!(H, |h| {
        for state in 0..M {
            written_out!(FOUR, |r| {
                x[h][state][r] = rows[state][part(h, r)][(4 * h + r) * lines + i].as_ref()[m];
            });
        }
        x[h] = quads::<T, S, M>(simd, x[h], by, sum, odd(h) ^ B);
    });
    written_out!(FOUR, |r| {
        let mut y = [[x[0][0][0]; 4]; M];
        for state in 0..M {
            written_out!(H, |h| y[state][h] = x[h][state][r]);
        }
        if H == 4 {
            y = quads::<T, S, M>(simd, y, by, sum, odd(r) ^ B);
        }
        for state in 0..M {
            written_out!(H, |h| {
                rows[state][part(h, r)][(4 * h + r) * lines + i].as_mut()[m] = y[state][h];
            });
        }
    });
}

#[inline(always)]
fn quads<T: Real, S: InstructionSet, const M: usize>(
    simd: S,
    x: [[T::Vector<S>; 4]; M],
    by: &Loaded<T, S>,
    sum: &mut T::Vector<S>,
    back: bool,
) -> [[T::Vector<S>; 4]; M] {
    let mut of = [[x[0][0]; 2]; M];
    for state in 0..M {
        let x = &x[state];
        of[state] = [T::plus(simd, x[0], x[3]), T::plus(simd, x[1], x[2])];
    }
    if M == 2 {
        *sum = crossed::<T, S>(simd, of[M - 1], of[0], *sum, back);
    }
    let mut turned = x;
    for state in 0..M {
        turned[state] = by.quad(simd, x[state], of[state], back);
    }
    turned
}

/// sum + d_λ·s_ψ − s_λ·d_ψ, or sum less that.
#[inline(always)]
fn crossed<T: Real, S: InstructionSet>(
    simd: S,
    lambda: [T::Vector<S>; 2],
    psi: [T::Vector<S>; 2],
    sum: T::Vector<S>,
    back: bool,
) -> T::Vector<S> {
    let lambda = if back { [lambda[1], lambda[0]] } else { lambda };
    let psi = if back { [psi[1], psi[0]] } else { psi };
    let sum = T::mul_add(simd, lambda[0], psi[1], sum);
    T::sub_mul(simd, lambda[1], psi[0], sum)
}
