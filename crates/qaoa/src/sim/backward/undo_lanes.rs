//! The lowest qubits of one part of a block of both states, undone in vectors (see `fused_undo`).
//!
//! Of two bits of a lane D_λ·Q_φ (see `lanes`) holds each of s_λ·d_φ and d_λ·s_φ twice, of a bit
//! and a place once. The first is counted where it stands with the numbers x₀ and x₁ of four, as it
//! does in vectors of any width (`sums`).
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::forward::lanes::LaneTurn;
use crate::sim::instructions::InstructionSet;
use crate::sim::real::{Real, lane_count};
use crate::sim::vector::sums::SumLine;

/// The sums of a walk over blocks: those of the real and of the imaginary parts apart, so that it
/// does not matter whether the parts of one block follow each other or those of several.
pub(in crate::sim) struct LaneSums<T: Real, S: InstructionSet> {
    pub(in crate::sim) parts: [PartSums<T, S>; 2],
}

/// The sums of each two bits of an amplitude's number in its block.
#[derive(Clone, Copy)]
pub(in crate::sim) struct PartSums<T: Real, S: InstructionSet> {
    /// Of the bits 0 and 1: d_λ·s_φ at the places of x₀, s_λ·d_φ at those of x₁, and at the others
    /// the same again, which is not counted.
    near: SumLine<T, S>,
    /// Of the bits 2 and 3.
    far: SumLine<T, S>,
}

impl<T: Real, S: InstructionSet> LaneSums<T, S> {
    #[inline(always)]
    pub(in crate::sim) fn zero(simd: S) -> Self {
        let zero = SumLine::zero(simd);
        let part = PartSums {
            near: zero,
            far: zero,
        };
        Self {
            parts: [part, part],
        }
    }

    #[inline(always)]
    pub(in crate::sim) fn total(self, simd: S) -> f64 {
        const SIGNS: [f64; 4] = [-1.0, 1.0, 0.0, 0.0];
        let [real, imaginary] = self.parts;
        let near = real.near.plus(simd, imaginary.near);
        let far = real.far.plus(simd, imaginary.far);
        let near = near.weighed(|place| SIGNS[place % 4]);
        let far = far.weighed(|place| SIGNS[place / 4]);
        near + far
    }
}

/// Undoes the four lowest qubits of one part of a block of both states, N vectors.
#[inline(always)]
pub(in crate::sim) fn undo_part<T: Real, S: InstructionSet, const N: usize>(
    simd: S,
    [phi, lambda]: [&mut [T::Vector<S>; N]; 2],
    turn: &LaneTurn<T, S>,
    sums: &mut PartSums<T, S>,
) {
    macro_rules! undo_within {
        ($low:literal, $both:literal, $sum:ident) => {
            for m in 0..N {
                let p = turn.within::<$low, $both>(simd, phi[m]);
                let l = turn.within::<$low, $both>(simd, lambda[m]);
                sums.$sum.add(simd, m, l[0], p[1]);
                phi[m] = turn.turn_within::<$low>(simd, phi[m], p);
                lambda[m] = turn.turn_within::<$low>(simd, lambda[m], l);
            }
        };
    }
    if const { lane_count::<T, S>() >= 4 } {
        undo_within!(1, 3, near);
    }
    if const { lane_count::<T, S>() >= 16 } {
        undo_within!(4, 12, far);
    }
    match const { N } {
        1 => {}
        2 => undo_beside(simd, [phi, lambda], 0, turn, &mut sums.far),
        4 => undo_places(simd, [phi, lambda], [0, 1], turn, &mut sums.far),
        8 => {
            for i in 0..4 {
                let both = [&mut *phi, &mut *lambda];
                undo_beside(simd, both, 2 * i, turn, &mut sums.near);
            }
            for i in 0..2 {
                let both = [&mut *phi, &mut *lambda];
                undo_places(simd, both, [i, 2], turn, &mut sums.far);
            }
        }
        _ => unreachable!("a vector has two lanes at least"),
    }
}

/// Undoes two bits of the place of four vectors, the first of them and their distance given.
#[inline(always)]
fn undo_places<T: Real, S: InstructionSet, const N: usize>(
    simd: S,
    [phi, lambda]: [&mut [T::Vector<S>; N]; 2],
    [first, step]: [usize; 2],
    turn: &LaneTurn<T, S>,
    sums: &mut SumLine<T, S>,
) {
    let [d_phi, s_phi] = turn.places_at(simd, phi, first, step);
    let [d_lambda, s_lambda] = turn.places_at(simd, lambda, first, step);
    sums.add(simd, first, d_lambda, s_phi);
    sums.add(simd, first + step, s_lambda, d_phi);
}

/// Undoes the highest bit of a lane and the place of two vectors.
#[inline(always)]
fn undo_beside<T: Real, S: InstructionSet, const N: usize>(
    simd: S,
    [phi, lambda]: [&mut [T::Vector<S>; N]; 2],
    i: usize,
    turn: &LaneTurn<T, S>,
    sums: &mut SumLine<T, S>,
) {
    let at = [i, (i + 1) % N];
    let (p, l) = ([phi[at[0]], phi[at[1]]], [lambda[at[0]], lambda[at[1]]]);
    let (of_p, of_l) = (turn.beside(simd, p), turn.beside(simd, l));
    sums.add(simd, i, of_l[0], of_p[1]);
    [phi[at[0]], phi[at[1]]] = turn.turn_beside(simd, p, of_p);
    [lambda[at[0]], lambda[at[1]]] = turn.turn_beside(simd, l, of_l);
}
