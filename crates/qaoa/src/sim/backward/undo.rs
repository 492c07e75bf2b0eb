//! The loops that undo a turn on two states at once, and read ⟨λ|ΣX|ψ⟩ off on the way (see
//! `adjoint`).
//!
//! ```text
//! for two qubits at a time: for each four numbers of φ and of λ: add s_λ·d_φ − d_λ·s_φ; turn both
//! where there are 32 registers, for four qubits that are close together and for the last three:
//!     for each sixteen (eight) numbers of φ: keep the d and s of every turn; turn them; store them
//!     for the same numbers of λ: at every turn add s_λ·d_φ − d_λ·s_φ; turn them; store them
//! ```
//!
//! d and s are those of `rotation`. What is read may be read before the turn of any qubit and after
//! it, as long as both states have had the same ones. One state after the other, because sixteen
//! vectors of both leave no CPU register for what comes of them; what is kept of φ is half as many
//! vectors, and another walk over both states costs more than to put it aside. Rows a power of two
//! apart fall into the same eight places of the first cache: so four qubits are undone at once only
//! where sixteen rows are close together, and λ begins where none of its rows meets one of φ
//! (`buffer`).
//!
//! Two qubits at a time walk over the same numbers in the same order, and each two qubits have a
//! sum of their own (`sums`): so the sums do not depend on the number of CPU registers.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use crate::sim::forward::rotation::{LoadedRotation, Rotation, split_rows, written_out};
use crate::sim::instructions::{InstructionSet, Operation};
use crate::sim::instructions::{Instructions, has_many_registers};
use crate::sim::real::{Real, lane_count};
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

/// The lowest bit of a block's number that `fused_undo` leaves to others, in tiles.
const LOWEST: usize = 2;

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
    let (mut sum, mut bit) = (0.0, bits.start);
    while bit < bits.end {
        let (left, stride) = (bits.end - bit, REALS << bit);
        let taken = match left {
            3 => 3,
            4.. if bit == LOWEST => 4,
            _ => left.min(2),
        };
        let both = [&mut *state, &mut *image];
        sum += match taken {
            1 => undo_rows::<T, S, 2>(simd, both, stride, turn),
            2 => undo_rows::<T, S, 4>(simd, both, stride, turn),
            3 => undo_rows::<T, S, 8>(simd, both, stride, turn),
            _ => undo_sixteen::<T, S, { REALS << (LOWEST + 4) }>(simd, both, turn),
        };
        bit += taken;
    }
    sum
}

/// Undoes log₂ R qubits, `stride` numbers and its multiples apart, of both states.
#[inline(always)]
pub(in crate::sim) fn undo_rows<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    [state, image]: [&mut [T]; 2],
    stride: usize,
    turn: LoadedRotation<T, S>,
) -> f64 {
    let mut sums = RotationSums::zero(simd);
    let images = image.chunks_exact_mut(R * stride);
    for (state, image) in state.chunks_exact_mut(R * stride).zip(images) {
        let both = [split_rows::<T, S, R>(state), split_rows::<T, S, R>(image)];
        undo_across(simd, both, turn, &mut sums);
    }
    sums.total(simd)
}

/// The sums of the qubits that are undone together. Each two qubits have one for every four rows,
/// and a last qubit for every two: so it does not matter whether all rows are walked at once.
struct RotationSums<T: Real, S: InstructionSet> {
    lower: [SumLine<T, S>; 4],
    upper: [SumLine<T, S>; 4],
}

impl<T: Real, S: InstructionSet> RotationSums<T, S> {
    #[inline(always)]
    fn zero(simd: S) -> Self {
        let zero = SumLine::zero(simd);
        Self {
            lower: [zero; 4],
            upper: [zero; 4],
        }
    }

    #[inline(always)]
    fn total(self, simd: S) -> f64 {
        let ([a, b, c, d], [e, f, g, h]) = (self.lower, self.upper);
        let lower = a.plus(simd, b).plus(simd, c.plus(simd, d));
        let upper = e.plus(simd, f).plus(simd, g.plus(simd, h));
        lower.total() + upper.total()
    }
}

/// Undoes one qubit, two or three, the bits of a row's number: the first two with the lower sums, a
/// last one with the upper ones. Four rows at a time, or two: more of both states would drive each
/// other out of the first cache.
#[inline(always)]
fn undo_across<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    [phi, lambda]: [[&mut [T::Vector<S>]; R]; 2],
    turn: LoadedRotation<T, S>,
    sums: &mut RotationSums<T, S>,
) {
    if const { R == 8 && has_many_registers::<S>() } {
        return eight_across(simd, [phi, lambda], turn, sums);
    }
    let len = phi[0].len().min(lambda[0].len());
    written_out!(2, |I| if const { 4 * (I + 1) <= R } {
        for i in 0..len {
            let (mut p, mut l) = ([phi[0][i]; 4], [lambda[0][i]; 4]);
            written_out!(4, |K| (p[K], l[K]) =
                (phi[(4 * I + K) % R][i], lambda[(4 * I + K) % R][i]));
            undo_quad(simd, [&mut p, &mut l], 0, 1, turn, &mut sums.lower[I]);
            written_out!(4, |K| {
                (phi[(4 * I + K) % R][i], lambda[(4 * I + K) % R][i]) = (p[K], l[K]);
            });
            sums.lower[I].advance();
        }
    });
    written_out!(4, |K| if const { R != 4 && 2 * K < R } {
        let at = [K % R, (K + R / 2) % R];
        let sum = &mut sums.upper[K];
        for i in 0..len {
            let p = [phi[at[0]][i], phi[at[1]][i]];
            let l = [lambda[at[0]][i], lambda[at[1]][i]];
            sum.add(simd, 0, l[1], p[0]);
            sum.sub(simd, 0, l[0], p[1]);
            [phi[at[0]][i], phi[at[1]][i]] = turn.pair(simd, p);
            [lambda[at[0]][i], lambda[at[1]][i]] = turn.pair(simd, l);
            sum.advance();
        }
    });
}

/// The same for three qubits, with every number read and written once.
#[inline(always)]
fn eight_across<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    [phi, lambda]: [[&mut [T::Vector<S>]; R]; 2],
    turn: LoadedRotation<T, S>,
    RotationSums { lower, upper }: &mut RotationSums<T, S>,
) {
    let len = phi[0].len().min(lambda[0].len());
    for i in 0..len {
        let mut v = [phi[0][i]; 8];
        let mut found = [[v[0]; 2]; 2];
        written_out!(8, |K| v[K] = phi[K % R][i]);
        written_out!(2, |I| found[I] = turn_quad(simd, &mut v, 4 * I, 1, turn));
        let kept = v;
        written_out!(4, |K| [v[K], v[K + 4]] = turn.pair(simd, [v[K], v[K + 4]]));
        written_out!(8, |K| phi[K % R][i] = v[K]);
        written_out!(8, |K| v[K] = lambda[K % R][i]);
        written_out!(2, |I| {
            let of_lambda = turn_quad(simd, &mut v, 4 * I, 1, turn);
            add(simd, &mut lower[I], found[I], of_lambda);
            lower[I].advance();
        });
        written_out!(4, |K| {
            upper[K].add(simd, 0, v[K + 4], kept[K]);
            upper[K].sub(simd, 0, v[K], kept[K + 4]);
            upper[K].advance();
            [v[K], v[K + 4]] = turn.pair(simd, [v[K], v[K + 4]]);
        });
        written_out!(8, |K| lambda[K % R][i] = v[K]);
    }
}

/// Undoes four qubits, a sixteenth of `LEN` numbers and its multiples apart: with distances that
/// the compiler knows, one CPU register holds all addresses.
#[inline(always)]
fn undo_sixteen<T: Real, S: InstructionSet, const LEN: usize>(
    simd: S,
    [state, image]: [&mut [T]; 2],
    turn: LoadedRotation<T, S>,
) -> f64 {
    let mut sums = RotationSums::zero(simd);
    let images = image.as_chunks_mut::<LEN>().0;
    for (state, image) in state.as_chunks_mut::<LEN>().0.iter_mut().zip(images) {
        if const { has_many_registers::<S>() } {
            sixteen_across(simd, [state, image], turn, &mut sums);
        } else {
            two_of_sixteen::<T, S, LEN, 4, 1>(simd, [state, image], turn, &mut sums.lower);
            two_of_sixteen::<T, S, LEN, 1, 4>(simd, [state, image], turn, &mut sums.upper);
        }
    }
    sums.total(simd)
}

/// Two of four qubits: those of the vectors `FIRST`·I + `STEP`·k, k = 0, 1, 2, 3, for each I.
#[inline(always)]
fn two_of_sixteen<
    T: Real,
    S: InstructionSet,
    const LEN: usize,
    const FIRST: usize,
    const STEP: usize,
>(
    simd: S,
    [state, image]: [&mut [T; LEN]; 2],
    turn: LoadedRotation<T, S>,
    sums: &mut [SumLine<T, S>; 4],
) {
    let apart = LEN / 16 / lane_count::<T, S>();
    let (phi, lambda) = (T::vectors_mut::<S>(state), T::vectors_mut::<S>(image));
    written_out!(4, |I| {
        for i in 0..apart {
            let (mut p, mut l) = ([phi[i]; 4], [lambda[i]; 4]);
            written_out!(4, |K| {
                let at = i + (FIRST * I + STEP * K) * apart;
                (p[K], l[K]) = (phi[at], lambda[at]);
            });
            undo_quad(simd, [&mut p, &mut l], 0, 1, turn, &mut sums[I]);
            written_out!(4, |K| {
                let at = i + (FIRST * I + STEP * K) * apart;
                (phi[at], lambda[at]) = (p[K], l[K]);
            });
            sums[I].advance();
        }
    });
}

/// All four qubits, of one state and then of the other.
#[inline(always)]
fn sixteen_across<T: Real, S: InstructionSet, const LEN: usize>(
    simd: S,
    [state, image]: [&mut [T; LEN]; 2],
    turn: LoadedRotation<T, S>,
    RotationSums { lower, upper }: &mut RotationSums<T, S>,
) {
    let apart = LEN / 16 / lane_count::<T, S>();
    let (phi, lambda) = (T::vectors_mut::<S>(state), T::vectors_mut::<S>(image));
    for i in 0..apart {
        let mut v = [phi[i]; 16];
        let mut found = [[phi[i]; 2]; 8];
        written_out!(16, |K| v[K] = phi[i + K * apart]);
        written_out!(4, |I| found[I] = turn_quad(simd, &mut v, 4 * I, 1, turn));
        written_out!(4, |I| found[4 + I] = turn_quad(simd, &mut v, I, 4, turn));
        written_out!(16, |K| phi[i + K * apart] = v[K]);
        written_out!(16, |K| v[K] = lambda[i + K * apart]);
        written_out!(4, |I| {
            let of_lambda = turn_quad(simd, &mut v, 4 * I, 1, turn);
            add(simd, &mut lower[I], found[I], of_lambda);
            lower[I].advance();
        });
        written_out!(4, |I| {
            let of_lambda = turn_quad(simd, &mut v, I, 4, turn);
            add(simd, &mut upper[I], found[4 + I], of_lambda);
            upper[I].advance();
        });
        written_out!(16, |K| lambda[i + K * apart] = v[K]);
    }
}

/// Adds s_λ·d_φ − d_λ·s_φ to the first vector of a line.
#[inline(always)]
fn add<T: Real, S: InstructionSet>(
    simd: S,
    sums: &mut SumLine<T, S>,
    [d_phi, s_phi]: [T::Vector<S>; 2],
    [d_lambda, s_lambda]: [T::Vector<S>; 2],
) {
    sums.add(simd, 0, s_lambda, d_phi);
    sums.sub(simd, 0, d_lambda, s_phi);
}

/// Two qubits: s_λ·d_φ − d_λ·s_φ to the first vector of a line, and the turns of both.
#[inline(always)]
pub(in crate::sim) fn undo_quad<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    [phi, lambda]: [&mut [T::Vector<S>; R]; 2],
    first: usize,
    step: usize,
    turn: LoadedRotation<T, S>,
    sums: &mut SumLine<T, S>,
) {
    let of_phi = turn_quad(simd, phi, first, step, turn);
    let of_lambda = turn_quad(simd, lambda, first, step, turn);
    add(simd, sums, of_phi, of_lambda);
}

/// Turns two bits of the index of the vectors `first`, `first + step` and so on; returns the d and
/// s that they had.
#[inline(always)]
fn turn_quad<T: Real, S: InstructionSet, const R: usize>(
    simd: S,
    v: &mut [T::Vector<S>; R],
    first: usize,
    step: usize,
    turn: LoadedRotation<T, S>,
) -> [T::Vector<S>; 2] {
    let mut x = [v[0]; 4];
    for i in 0..4 {
        x[i] = v[first + i * step];
    }
    let (d, s) = (T::sub(simd, x[0], x[3]), T::add(simd, x[1], x[2]));
    x = turn.quad(simd, x, d, s);
    for i in 0..4 {
        v[first + i * step] = x[i];
    }
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
