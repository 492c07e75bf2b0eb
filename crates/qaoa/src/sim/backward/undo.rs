//! The loops that undo a turn on two states at once, and read ⟨λ|ΣX|ψ⟩ off on the way (see
//! `adjoint`).
//!
//! ```text
//! for two qubits at a time: for each four numbers of φ and of λ: add s_λ·d_φ − d_λ·s_φ; turn both
//! ```
//!
//! d and s are those of `rotation`. What is read may be read before the turn of any qubit and after
//! it, as long as both states have had the same ones. Rows a power of two apart fall into the same
//! eight places of the first cache: λ begins where none of its rows meets one of φ (`buffer`).
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::forward::rotation::{LoadedRotation, Rotation, split_rows, written_out};
use crate::sim::instructions::Instructions;
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::real::Real;
use crate::sim::vector::block::REALS;
use crate::sim::vector::sums::SumLine;

/// Undoes a turn on the bits of a block's number; returns Σ Im⟨λ|Y|φ⟩ over them.
pub(in crate::sim) fn undo<T: Real>(
    with: Instructions,
    state: &mut [T],
    image: &mut [T],
    rotation: Rotation,
    bits: std::ops::Range<usize>,
) -> f64 {
    with.run(UndoBits {
        state,
        image,
        bits,
        rotation,
    })
}

struct UndoBits<'a, T> {
    state: &'a mut [T],
    image: &'a mut [T],
    bits: std::ops::Range<usize>,
    rotation: Rotation,
}

impl<T: Real> Operation for UndoBits<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: InstructionSet>(self, simd: S) -> f64 {
        undo_bits(simd, [self.state, self.image], self.bits, self.rotation)
    }
}

#[inline(always)]
pub(in crate::sim) fn undo_bits<T: Real, S: InstructionSet>(
    simd: S,
    [state, image]: [&mut [T]; 2],
    bits: std::ops::Range<usize>,
    rotation: Rotation,
) -> f64 {
    let turn = LoadedRotation::of(simd, rotation);
    let mut sum = 0.0;
    for bit in bits.clone().step_by(2) {
        let both = [&mut *state, &mut *image];
        sum += match bits.end - bit {
            1 => undo_rows::<T, S, 2>(simd, both, REALS << bit, turn),
            _ => undo_rows::<T, S, 4>(simd, both, REALS << bit, turn),
        };
    }
    sum
}

/// Undoes one or two qubits, `stride` numbers and its multiples apart, of both states, by R = 2 or
/// 4 rows.
#[inline(always)]
fn undo_rows<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    [state, image]: [&mut [T]; 2],
    stride: usize,
    turn: LoadedRotation<T, S>,
) -> f64 {
    let mut sum = SumLine::<T, S>::zero(simd);
    let images = image.chunks_exact_mut(R * stride);
    for (state, image) in state.chunks_exact_mut(R * stride).zip(images) {
        let (phi, lambda) = (split_rows::<T, S, R>(state), split_rows::<T, S, R>(image));
        for i in 0..phi[0].len().min(lambda[0].len()) {
            let (mut p, mut l) = ([phi[0][i]; 4], [lambda[0][i]; 4]);
            written_out!(R of 4, |K| (p[K], l[K]) = (phi[K % R][i], lambda[K % R][i]));
            if const { R == 2 } {
                sum.add(simd, 0, l[1], p[0]);
                sum.sub(simd, 0, l[0], p[1]);
                [p[0], p[1]] = turn.pair(simd, [p[0], p[1]]);
                [l[0], l[1]] = turn.pair(simd, [l[0], l[1]]);
            } else {
                let [d_phi, s_phi] = turn_quad(simd, &mut p, turn);
                let [d_lambda, s_lambda] = turn_quad(simd, &mut l, turn);
                sum.add(simd, 0, s_lambda, d_phi);
                sum.sub(simd, 0, d_lambda, s_phi);
            }
            written_out!(R of 4, |K| (phi[K % R][i], lambda[K % R][i]) = (p[K], l[K]));
            sum.advance();
        }
    }
    sum.total()
}

/// Turns two qubits of four vectors; returns the d and s that they had.
#[inline(always)]
fn turn_quad<T: Real, S: InstructionSet>(
    simd: S,
    x: &mut [T::Vector<S>; 4],
    turn: LoadedRotation<T, S>,
) -> [T::Vector<S>; 2] {
    let (d, s) = (T::sub(simd, x[0], x[3]), T::add(simd, x[1], x[2]));
    *x = turn.quad(simd, *x, d, s);
    [d, s]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers<T: Real>(len: usize, step: f64) -> Vec<T> {
        (0..len).map(|i| T::of((i as f64 * step).sin())).collect()
    }

    fn qubits_at_once_agree_with_one_after_the_other<T: Real>(bits: std::ops::Range<usize>) {
        let (len, rotation) = (REALS << bits.end, Rotation::new::<T>(0.7));
        let start = [numbers::<T>(len, 0.37), numbers::<T>(len, 0.61)];
        for with in Instructions::all() {
            let [mut phi, mut lambda] = start.clone();
            let sum = undo(with, &mut phi, &mut lambda, rotation, bits.clone());
            let [mut one, mut other] = start.clone();
            let mut expected = 0.0;
            for bit in bits.clone() {
                expected += undo(with, &mut one, &mut other, rotation, bit..bit + 1);
            }
            let scale = 20.0 * T::EPSILON;
            let off = (sum - expected).abs() / len as f64;
            assert!(off < scale, "{bits:?}, {with:?}: {off:e}");
            let pairs = phi.iter().zip(&one).chain(lambda.iter().zip(&other));
            for (found, expected) in pairs {
                let off = (found.wide() - expected.wide()).abs();
                assert!(off < scale, "{bits:?}, {with:?}: {off:e}");
            }
        }
    }

    #[test]
    fn qubits_undone_at_once_are_those_undone_one_after_the_other() {
        for (start, end) in [(0, 3), (1, 6), (2, 5), (2, 6), (2, 7), (2, 9), (4, 7)] {
            qubits_at_once_agree_with_one_after_the_other::<f64>(start..end);
            qubits_at_once_agree_with_one_after_the_other::<f32>(start..end);
        }
    }
}
