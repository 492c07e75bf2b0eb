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

/// The coefficients of two qubits, and of a last one.
struct Coefficients<T: Real, S: InstructionSet> {
    /// ½ cos and ½ sin of α + β, and of α − β.
    sum: [T::Vector<S>; 2],
    difference: [T::Vector<S>; 2],
    single: LoadedRotation<T, S>,
}

impl<T: Real, S: InstructionSet> Coefficients<T, S> {
    /// Of the first two rotations, or of the only one.
    #[inline(always)]
    fn of(simd: S, rotations: &[Rotation]) -> Self {
        let (a, b) = (rotations[0], rotations[1.min(rotations.len() - 1)]);
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
            single: LoadedRotation::of(simd, a),
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
        for (pair, rotations) in self.rotations.chunks(2).enumerate() {
            let stride = REALS << (self.from + 2 * pair);
            let by = Coefficients::<T, S>::of(simd, rotations);
            match rotations.len() {
                1 => turn_rows::<T, S, 2>(simd, self.data, stride, &by),
                _ => turn_rows::<T, S, 4>(simd, self.data, stride, &by),
            }
        }
    }
}

/// Turns one or two qubits, `stride` numbers and its multiples apart, by R = 2 or 4 rows.
#[inline(always)]
fn turn_rows<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    data: &mut [T],
    stride: usize,
    by: &Coefficients<T, S>,
) {
    for chunk in data.chunks_exact_mut(R * stride) {
        let rows = split_rows::<T, S, R>(chunk);
        for i in 0..rows[0].len() {
            let mut v = [rows[0][i]; 4];
            written_out!(R of 4, |K| v[K] = rows[K % R][i]);
            if const { R == 2 } {
                [v[0], v[1]] = by.single.pair(simd, [v[0], v[1]]);
            } else {
                v = Quad::<T, S>::of(simd, v).turned(simd, by);
            }
            written_out!(R of 4, |K| rows[K % R][i] = v[K]);
        }
    }
}

impl<T: Real> Operation for UndoBitsEach<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) {
        let pairs = self.rotations.chunks(2).zip(self.sums.chunks_mut(2));
        for (pair, (rotations, sums)) in pairs.enumerate() {
            let stride = REALS << (self.from + 2 * pair);
            let by = Coefficients::<T, S>::of(simd, rotations);
            let both = [&mut *self.state, &mut *self.image];
            let found = match rotations.len() {
                1 => undo_rows::<T, S, 2>(simd, both, stride, &by),
                _ => undo_rows::<T, S, 4>(simd, both, stride, &by),
            };
            for (sum, found) in sums.iter_mut().zip(found) {
                *sum += found;
            }
        }
    }
}

/// Undoes one or two qubits, `stride` numbers and its multiples apart, by R = 2 or 4 rows; returns
/// what belongs to each.
#[inline(always)]
fn undo_rows<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    [state, image]: [&mut [T]; 2],
    stride: usize,
    by: &Coefficients<T, S>,
) -> [f64; 2] {
    // what belongs to two qubits together, or to the only one, and to their difference
    let mut sum = SumLine::<T, S>::zero(simd);
    let mut difference = SumLine::<T, S>::zero(simd);
    let images = image.chunks_exact_mut(R * stride);
    for (state, image) in state.chunks_exact_mut(R * stride).zip(images) {
        let (phi, lambda) = (split_rows::<T, S, R>(state), split_rows::<T, S, R>(image));
        for i in 0..phi[0].len().min(lambda[0].len()) {
            let (mut p, mut l) = ([phi[0][i]; 4], [lambda[0][i]; 4]);
            written_out!(R of 4, |K| (p[K], l[K]) = (phi[K % R][i], lambda[K % R][i]));
            if const { R == 2 } {
                sum.add(simd, 0, l[1], p[0]);
                sum.sub(simd, 0, l[0], p[1]);
                [p[0], p[1]] = by.single.pair(simd, [p[0], p[1]]);
                [l[0], l[1]] = by.single.pair(simd, [l[0], l[1]]);
            } else {
                let (of_p, of_l) = (Quad::<T, S>::of(simd, p), Quad::<T, S>::of(simd, l));
                sum.add(simd, 0, of_l.s, of_p.d);
                difference.add(simd, 0, of_l.f, of_p.e);
                sum.sub(simd, 0, of_l.d, of_p.s);
                difference.sub(simd, 0, of_l.e, of_p.f);
                (p, l) = (of_p.turned(simd, by), of_l.turned(simd, by));
            }
            written_out!(R of 4, |K| (phi[K % R][i], lambda[K % R][i]) = (p[K], l[K]));
            sum.advance();
            difference.advance();
        }
    }
    let (sum, difference) = (sum.total(), difference.total());
    if const { R == 2 } {
        return [sum, 0.0];
    }
    [0.5 * (sum + difference), 0.5 * (sum - difference)]
}
