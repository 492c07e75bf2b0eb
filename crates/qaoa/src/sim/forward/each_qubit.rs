//! Turns by an angle for each qubit, e^{−iΣ_q β_q X_q}, and the same undone on two states.
//!
//! ```text
//! for each two qubits: for each four numbers across them: turn both
//! ```
//!
//! Departures, and why:
//!
//! 1. *Two qubits at once.* Turns by α and β across φ₀, φ₁ (φ₂, φ₃) and φ₀, φ₂ (φ₁, φ₃) turn
//!    (d, s) = (φ₀ − φ₃, φ₁ + φ₂) by α + β and (e, f) = (φ₀ + φ₃, φ₁ − φ₂) by α − β:
//!
//!    > φ₀' = ½(e' + d'),  φ₃' = ½(e' − d'),  φ₁' = ½(s' + f'),  φ₂' = ½(s' − f')
//!
//!    That is eight multiplications (fused or not) and eight additions instead of sixteen
//!    multiplications; processors add beside multiplying. (With one angle e and f stay as they
//!    are: see `rotation`.)
//! 2. *Overlaps of both at once*: s_λ·d_φ − d_λ·s_φ is the sum of what belongs to the two qubits,
//!    Im⟨λ|Y|φ⟩ = λ₁φ₀ − λ₀φ₁, and f_λ·e_φ − e_λ·f_φ the difference.
//!
//! Qubits within a block are in `each_lane`.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::forward::rotation::{LoadedRotation, Rotation, split_rows, written_out};
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::real::Real;
use crate::sim::vector::block::REALS;
use crate::sim::vector::sums::SumLine;

/// Turns qubits whose pairs are whole vectors: bits of a block's number from `from` on.
pub(in crate::sim) struct TurnBitsEach<'a, T> {
    pub(in crate::sim) data: &'a mut [T],
    pub(in crate::sim) from: usize,
    pub(in crate::sim) rotations: &'a [Rotation],
}

/// Undoes them on two states and adds up what belongs to each.
pub(in crate::sim) struct UndoBitsEach<'a, T> {
    pub(in crate::sim) state: &'a mut [T],
    pub(in crate::sim) image: &'a mut [T],
    pub(in crate::sim) from: usize,
    pub(in crate::sim) rotations: &'a [Rotation],
    pub(in crate::sim) sums: &'a mut [f64],
}

/// How many of the qubits that are left to turn in one walk.
fn at_once(left: usize) -> usize {
    if left == 3 { 3 } else { left.min(2) }
}

/// The coefficients of two qubits, and of a third.
struct Coefficients<T: Real, S: InstructionSet> {
    /// ½ cos and ½ sin of α + β, and of α − β.
    sum: [T::Vector<S>; 2],
    difference: [T::Vector<S>; 2],
    single: LoadedRotation<T, S>,
}

impl<T: Real, S: InstructionSet> Coefficients<T, S> {
    /// Of as many of the rotations as are turned in one walk.
    #[inline(always)]
    fn of(simd: S, rotations: &[Rotation]) -> Self {
        let taken = at_once(rotations.len());
        let (a, b) = (rotations[0], rotations[1.min(taken - 1)]);
        let half = |x: f64| T::splat(simd, T::of(0.5 * x));
        Self {
            sum: [
                half(a.cosine * b.cosine - a.sine * b.sine),
                half(a.sine * b.cosine + a.cosine * b.sine),
            ],
            difference: [
                half(a.cosine * b.cosine + a.sine * b.sine),
                half(a.sine * b.cosine - a.cosine * b.sine),
            ],
            single: LoadedRotation::of(simd, rotations[taken - 1]),
        }
    }
}

/// Four vectors in the basis that two qubits turn in.
struct Quad<T: Real, S: InstructionSet> {
    d: T::Vector<S>,
    s: T::Vector<S>,
    e: T::Vector<S>,
    f: T::Vector<S>,
}

impl<T: Real, S: InstructionSet> Quad<T, S> {
    #[inline(always)]
    fn of(simd: S, x: [T::Vector<S>; 4]) -> Self {
        Self {
            d: T::sub(simd, x[0], x[3]),
            s: T::add(simd, x[1], x[2]),
            e: T::add(simd, x[0], x[3]),
            f: T::sub(simd, x[1], x[2]),
        }
    }

    #[inline(always)]
    fn turned(&self, simd: S, by: &Coefficients<T, S>) -> [T::Vector<S>; 4] {
        let [d, s] = turned::<T, S>(simd, by.sum, [self.d, self.s]);
        let [e, f] = turned::<T, S>(simd, by.difference, [self.e, self.f]);
        [
            T::add(simd, e, d),
            T::add(simd, s, f),
            T::sub(simd, s, f),
            T::sub(simd, e, d),
        ]
    }
}

/// x turned by an angle of these cosine and sine.
#[inline(always)]
fn turned<T: Real, S: InstructionSet>(
    simd: S,
    [cosine, sine]: [T::Vector<S>; 2],
    x: [T::Vector<S>; 2],
) -> [T::Vector<S>; 2] {
    [
        T::sub_mul(simd, sine, x[1], T::mul(simd, cosine, x[0])),
        T::mul_add(simd, sine, x[0], T::mul(simd, cosine, x[1])),
    ]
}

impl<T: Real> Operation for TurnBitsEach<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let (mut bit, mut left) = (self.from, self.rotations);
        while !left.is_empty() {
            let (taken, stride) = (at_once(left.len()), REALS << bit);
            let by = Coefficients::<T, S>::of(simd, left);
            match taken {
                1 => turn_rows::<T, S, 2>(simd, self.data, stride, &by),
                2 => turn_rows::<T, S, 4>(simd, self.data, stride, &by),
                _ => turn_rows::<T, S, 8>(simd, self.data, stride, &by),
            }
            (bit, left) = (bit + taken, &left[taken..]);
        }
    }
}

#[inline(always)]
fn turn_rows<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    data: &mut [T],
    stride: usize,
    by: &Coefficients<T, S>,
) {
    for chunk in data.chunks_exact_mut(R * stride) {
        turn_across(simd, split_rows::<T, S, R>(chunk), by);
    }
}

/// The same qubits, as the bits of a row's number.
#[inline(always)]
fn turn_across<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    rows: [&mut [T::Vector<S>]; R],
    by: &Coefficients<T, S>,
) {
    for i in 0..rows[0].len() {
        let mut v = [rows[0][i]; R];
        written_out!(R of 16, |K| v[K % R] = rows[K % R][i]);
        turn_all(simd, &mut v, by);
        written_out!(R of 16, |K| rows[K % R][i] = v[K % R]);
    }
}

/// The vectors of R across the bits 0 and 1 of their number, the first of which is `first`.
#[inline(always)]
fn quad<T: Real, S: InstructionSet, const R: usize>(
    v: &[T::Vector<S>; R],
    first: usize,
) -> [T::Vector<S>; 4] {
    [
        v[first % R],
        v[(first + 1) % R],
        v[(first + 2) % R],
        v[(first + 3) % R],
    ]
}

/// Turns R vectors in all bits of their number: one qubit, two, or two and a third.
#[inline(always)]
fn turn_all<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    v: &mut [T::Vector<S>; R],
    by: &Coefficients<T, S>,
) {
    if const { R == 4 || R == 8 } {
        for first in (0..R).step_by(4) {
            let turned = Quad::<T, S>::of(simd, quad::<T, S, R>(v, first)).turned(simd, by);
            written_out!(4, |K| v[(first + K) % R] = turned[K]);
        }
    }
    if const { R == 2 || R == 8 } {
        for k in 0..R / 2 {
            [v[k], v[k + R / 2]] = by.single.pair(simd, [v[k], v[k + R / 2]]);
        }
    }
}

impl<T: Real> Operation for UndoBitsEach<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let (mut bit, mut done) = (self.from, 0);
        while done < self.rotations.len() {
            let left = &self.rotations[done..];
            let (taken, stride) = (at_once(left.len()), REALS << bit);
            let by = Coefficients::<T, S>::of(simd, left);
            let both = [&mut *self.state, &mut *self.image];
            let found = match taken {
                1 => undo_rows::<T, S, 2>(simd, both, stride, &by),
                2 => undo_rows::<T, S, 4>(simd, both, stride, &by),
                _ => undo_rows::<T, S, 8>(simd, both, stride, &by),
            };
            for q in 0..taken {
                self.sums[done + q] += found[q];
            }
            (bit, done) = (bit + taken, done + taken);
        }
    }
}

/// Undoes log₂ R qubits, `stride` numbers and its multiples apart; returns what belongs to each.
#[inline(always)]
fn undo_rows<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    [state, image]: [&mut [T]; 2],
    stride: usize,
    by: &Coefficients<T, S>,
) -> [f64; 3] {
    let mut sums = EachOverlap::zero(simd);
    let images = image.chunks_exact_mut(R * stride);
    for (state, image) in state.chunks_exact_mut(R * stride).zip(images) {
        let both = [split_rows::<T, S, R>(state), split_rows::<T, S, R>(image)];
        undo_across(simd, both, by, &mut sums);
    }
    sums.total(R)
}

/// What belongs to two qubits together, to their difference, and to a third.
struct EachOverlap<T: Real, S: InstructionSet> {
    sum: SumLine<T, S>,
    difference: SumLine<T, S>,
    single: SumLine<T, S>,
}

impl<T: Real, S: InstructionSet> EachOverlap<T, S> {
    #[inline(always)]
    fn zero(simd: S) -> Self {
        Self {
            sum: SumLine::zero(simd),
            difference: SumLine::zero(simd),
            single: SumLine::zero(simd),
        }
    }

    /// What belongs to each qubit of so many rows.
    #[inline(always)]
    fn total(&self, rows: usize) -> [f64; 3] {
        let single = self.single.total();
        if rows == 2 {
            return [single, 0.0, 0.0];
        }
        let (sum, difference) = (self.sum.total(), self.difference.total());
        [0.5 * (sum + difference), 0.5 * (sum - difference), single]
    }
}

/// The same qubits, as the bits of a row's number.
#[inline(always)]
fn undo_across<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    [phi, lambda]: [[&mut [T::Vector<S>]; R]; 2],
    by: &Coefficients<T, S>,
    sums: &mut EachOverlap<T, S>,
) {
    let EachOverlap {
        sum,
        difference,
        single,
    } = sums;
    for i in 0..phi[0].len().min(lambda[0].len()) {
        let (mut p, mut l) = ([phi[0][i]; R], [lambda[0][i]; R]);
        written_out!(R of 16, |K| (p[K % R], l[K % R]) =
            (phi[K % R][i], lambda[K % R][i]));
        if const { R == 4 || R == 8 } {
            for first in (0..R).step_by(4) {
                let of_p = Quad::<T, S>::of(simd, quad::<T, S, R>(&p, first));
                let of_l = Quad::<T, S>::of(simd, quad::<T, S, R>(&l, first));
                sum.add(simd, 0, of_l.s, of_p.d);
                difference.add(simd, 0, of_l.f, of_p.e);
                sum.sub(simd, 0, of_l.d, of_p.s);
                difference.sub(simd, 0, of_l.e, of_p.f);
                let (of_p, of_l) = (of_p.turned(simd, by), of_l.turned(simd, by));
                written_out!(4, |K| (p[(first + K) % R], l[(first + K) % R]) =
                    (of_p[K], of_l[K]));
            }
        }
        if const { R == 2 || R == 8 } {
            for k in 0..R / 2 {
                let at = [k, k + R / 2];
                single.add(simd, 0, l[at[1]], p[at[0]]);
                single.sub(simd, 0, l[at[0]], p[at[1]]);
                [p[at[0]], p[at[1]]] = by.single.pair(simd, [p[at[0]], p[at[1]]]);
                [l[at[0]], l[at[1]]] = by.single.pair(simd, [l[at[0]], l[at[1]]]);
            }
        }
        written_out!(R of 16, |K| (phi[K % R][i], lambda[K % R][i]) =
            (p[K % R], l[K % R]));
        sum.advance();
        difference.advance();
        single.advance();
    }
}
