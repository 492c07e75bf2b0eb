//! The loops that undo a turn on two states at once, and read ⟨λ|ΣX|ψ⟩ off on the way (see
//! `adjoint`).
//!
//! ```text
//! for two qubits at a time: for each four numbers of φ and of λ: add s_λ·d_φ − d_λ·s_φ; turn both
//! for the lowest four, and for the last three:
//!     for each sixteen (eight) numbers of φ: keep the d and s of every turn; turn them; store them
//!     for the same numbers of λ: at every turn add s_λ·d_φ − d_λ·s_φ; turn them; store them
//! ```
//!
//! d and s are those of `rotation`. What is read may be read before the turn of any qubit and after
//! it, as long as both states have had the same ones. One state after the other, because sixteen
//! vectors of both leave no register for what comes of them; what is kept of φ is half as many
//! vectors, and another walk over both states costs more than to put it aside. Rows a power of two
//! apart fall into the same eight places of the first cache: so four qubits are undone at once only
//! where sixteen rows are close together, and λ begins where none of its rows meets one of φ
//! (`buffer`).
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::block::REALS;
use super::plan::Instructions;
use super::real::Real;
use super::rotation::{Rotation, Turn, rows_apart, split_rows, written_out};
use pulp::{Simd, WithSimd};

/// Undoes a turn on the bits of a block's number; returns Σ Im⟨λ|Y|φ⟩ over them.
pub(super) fn undo<T: Real>(
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

impl<T: Real> WithSimd for UndoBits<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        undo_bits(simd, [self.state, self.image], self.bits, self.rotation)
    }
}

#[inline(always)]
pub(super) fn undo_bits<T: Real, S: Simd>(
    simd: S,
    [state, image]: [&mut [T]; 2],
    bits: std::ops::Range<usize>,
    rotation: Rotation,
) -> f64 {
    let turn = Turn::of(simd, rotation);
    let (mut sum, mut bit) = (0.0, bits.start);
    while bit < bits.end {
        let (left, stride) = (bits.end - bit, REALS << bit);
        let taken = match left {
            3 if S::REGISTER_COUNT >= 32 => 3,
            4.. if S::REGISTER_COUNT >= 32 && bit == LOWEST => 4,
            _ => left.min(2),
        };
        sum += match taken {
            1 => undo_rows::<T, S, 2>(simd, state, image, stride, turn),
            2 => undo_rows::<T, S, 4>(simd, state, image, stride, turn),
            3 => undo_eight(simd, state, image, stride, turn),
            _ => undo_sixteen::<T, S, { REALS << (LOWEST + 4) }>(simd, [state, image], turn),
        };
        bit += taken;
    }
    sum
}

/// Undoes three qubits, `stride` numbers and its multiples apart, of one state and then of the
/// other.
#[inline(always)]
fn undo_eight<T: Real, S: Simd>(
    simd: S,
    state: &mut [T],
    image: &mut [T],
    stride: usize,
    turn: Turn<T, S>,
) -> f64 {
    let mut sums = Overlap::<T, S>::zero(simd);
    let images = image.chunks_exact_mut(8 * stride);
    for (state, image) in state.chunks_exact_mut(8 * stride).zip(images) {
        let both = [split_rows::<T, S, 8>(state), split_rows::<T, S, 8>(image)];
        eight_across(simd, both, turn, &mut sums);
    }
    sums.total(simd)
}

/// The same three qubits, as the bits of a row's number.
#[inline(always)]
fn eight_across<T: Real, S: Simd>(
    simd: S,
    [phi, lambda]: [[&mut [T::Vector<S>]; 8]; 2],
    turn: Turn<T, S>,
    sums: &mut Overlap<T, S>,
) {
    let len = phi[0].len().min(lambda[0].len());
    for i in 0..len {
        let mut v = [phi[0][i]; 8];
        written_out!(8, |K| v[K] = phi[K][i]);
        let kept = Eight::turned(simd, &mut v, turn);
        written_out!(8, |K| phi[K][i] = v[K]);
        written_out!(8, |K| v[K] = lambda[K][i]);
        kept.undone(simd, &mut v, turn, sums);
        written_out!(8, |K| lambda[K][i] = v[K]);
    }
}

/// Undoes the bits of a row's number on both states, of two, four or eight rows that stand apart;
/// returns Σ Im⟨λ|Y|φ⟩ over them.
pub(super) struct UndoRows<'a, 'b, T> {
    pub(super) states: &'a mut [&'b mut [T]],
    pub(super) images: &'a mut [&'b mut [T]],
    pub(super) rotation: Rotation,
}

impl<T: Real> WithSimd for UndoRows<'_, '_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let turn = Turn::<T, S>::of(simd, self.rotation);
        let mut sums = Overlap::<T, S>::zero(simd);
        let both = [self.states, self.images];
        match both[0].len() {
            2 => few_across(simd, both.map(rows_apart::<T, S, 2>), turn, &mut sums),
            4 => few_across(simd, both.map(rows_apart::<T, S, 4>), turn, &mut sums),
            _ if S::REGISTER_COUNT >= 32 => {
                eight_across(simd, both.map(rows_apart::<T, S, 8>), turn, &mut sums);
            }
            _ => {
                let [states, images] = both;
                for (state, image) in states.chunks_mut(4).zip(images.chunks_mut(4)) {
                    let both = [state, image].map(rows_apart::<T, S, 4>);
                    few_across(simd, both, turn, &mut sums);
                }
                let [states, images] = [states, images].map(|rows| rows.split_at_mut(4));
                for r in 0..4 {
                    let phi = [&mut *states.0[r], &mut *states.1[r]];
                    let lambda = [&mut *images.0[r], &mut *images.1[r]];
                    let both = [phi, lambda].map(|rows| rows.map(T::vectors_mut::<S>));
                    few_across(simd, both, turn, &mut sums);
                }
            }
        }
        sums.total(simd)
    }
}

/// What the overlap of three qubits needs of φ: d and s of two of them, and the eight vectors after
/// their turn.
struct Eight<T: Real, S: Simd> {
    two: [[T::Vector<S>; 2]; 2],
    third: [T::Vector<S>; 8],
}

impl<T: Real, S: Simd> Eight<T, S> {
    /// Of eight vectors of φ, which are turned.
    #[inline(always)]
    fn turned(simd: S, v: &mut [T::Vector<S>; 8], turn: Turn<T, S>) -> Self {
        let two = [
            turn_quad(simd, v, 0, 1, turn),
            turn_quad(simd, v, 4, 1, turn),
        ];
        let third = *v;
        written_out!(4, |I| [v[I], v[I + 4]] = turn.pair(simd, [v[I], v[I + 4]]));
        Self { two, third }
    }

    /// Undoes the same of λ.
    #[inline(always)]
    fn undone(
        &self,
        simd: S,
        v: &mut [T::Vector<S>; 8],
        turn: Turn<T, S>,
        sums: &mut Overlap<T, S>,
    ) {
        for i in 0..2 {
            let of_lambda = turn_quad(simd, v, 4 * i, 1, turn);
            sums.add(simd, self.two[i], of_lambda);
        }
        written_out!(4, |I| {
            sums.plus = T::mul_add(simd, v[I + 4], self.third[I], sums.plus);
            sums.minus = T::mul_add(simd, v[I], self.third[I + 4], sums.minus);
            [v[I], v[I + 4]] = turn.pair(simd, [v[I], v[I + 4]]);
        });
    }
}

/// Undoes four qubits, a sixteenth of `LEN` numbers and its multiples apart, of one state and then
/// of the other.
#[inline(always)]
fn undo_sixteen<T: Real, S: Simd, const LEN: usize>(
    simd: S,
    [state, image]: [&mut [T]; 2],
    turn: Turn<T, S>,
) -> f64 {
    let mut sums = Overlap::<T, S>::zero(simd);
    let apart = LEN / 16 / T::lanes::<S>();
    let images = image.as_chunks_mut::<LEN>().0;
    for (state, image) in state.as_chunks_mut::<LEN>().0.iter_mut().zip(images) {
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
                sums.add(simd, found[I], of_lambda);
            });
            written_out!(4, |I| {
                let of_lambda = turn_quad(simd, &mut v, I, 4, turn);
                sums.add(simd, found[4 + I], of_lambda);
            });
            written_out!(16, |K| lambda[i + K * apart] = v[K]);
        }
    }
    sums.total(simd)
}

/// Undoes log₂ R qubits, `stride` numbers and its multiples apart, of both states at once.
#[inline(always)]
pub(super) fn undo_rows<T: Real, S: Simd, const R: usize>(
    simd: S,
    state: &mut [T],
    image: &mut [T],
    stride: usize,
    turn: Turn<T, S>,
) -> f64 {
    let mut sums = Overlap::zero(simd);
    let images = image.chunks_exact_mut(R * stride);
    for (state, image) in state.chunks_exact_mut(R * stride).zip(images) {
        let both = [split_rows::<T, S, R>(state), split_rows::<T, S, R>(image)];
        few_across(simd, both, turn, &mut sums);
    }
    sums.total(simd)
}

/// The same qubits, as the bits of a row's number.
#[inline(always)]
fn few_across<T: Real, S: Simd, const R: usize>(
    simd: S,
    [phi, lambda]: [[&mut [T::Vector<S>]; R]; 2],
    turn: Turn<T, S>,
    sums: &mut Overlap<T, S>,
) {
    let len = phi[0].len().min(lambda[0].len());
    for i in 0..len {
        let (mut p, mut l) = ([phi[0][i]; R], [lambda[0][i]; R]);
        written_out!(R of 4, |K| (p[K % R], l[K % R]) =
            (phi[K % R][i], lambda[K % R][i]));
        undone::<T, S, R>(simd, [&mut p, &mut l], turn, sums);
        written_out!(R of 4, |K| (phi[K % R][i], lambda[K % R][i]) =
            (p[K % R], l[K % R]));
    }
}

/// What is added to ⟨λ|Y|φ⟩, and what is taken off it.
pub(super) struct Overlap<T: Real, S: Simd> {
    plus: T::Vector<S>,
    minus: T::Vector<S>,
}

impl<T: Real, S: Simd> Overlap<T, S> {
    #[inline(always)]
    pub(super) fn zero(simd: S) -> Self {
        let zero = T::splat(simd, T::ZERO);
        Self {
            plus: zero,
            minus: zero,
        }
    }

    /// Adds s_λ·d_φ − d_λ·s_φ.
    #[inline(always)]
    fn add(&mut self, simd: S, [dp, sp]: [T::Vector<S>; 2], [dl, sl]: [T::Vector<S>; 2]) {
        self.plus = T::mul_add(simd, sl, dp, self.plus);
        self.minus = T::mul_add(simd, dl, sp, self.minus);
    }

    #[inline(always)]
    pub(super) fn total(&self, simd: S) -> f64 {
        T::total(simd, T::sub(simd, self.plus, self.minus))
    }
}

/// R vectors of φ and as many of λ, undone in all log₂ R bits of their index.
#[inline(always)]
pub(super) fn undone<T: Real, S: Simd, const R: usize>(
    simd: S,
    [phi, lambda]: [&mut [T::Vector<S>; R]; 2],
    turn: Turn<T, S>,
    sums: &mut Overlap<T, S>,
) {
    match R {
        1 => {}
        2 => undo_pair(simd, [phi, lambda], turn, sums),
        4 => undo_quad(simd, [phi, lambda], 0, 1, turn, sums),
        _ => {
            written_out!(4, |I| undo_quad(simd, [phi, lambda], 4 * I, 1, turn, sums));
            written_out!(4, |I| undo_quad(simd, [phi, lambda], I, 4, turn, sums));
        }
    }
}

/// One qubit: λ₁φ₀ − λ₀φ₁, and the turn of both.
#[inline(always)]
fn undo_pair<T: Real, S: Simd, const R: usize>(
    simd: S,
    [phi, lambda]: [&mut [T::Vector<S>; R]; 2],
    turn: Turn<T, S>,
    sums: &mut Overlap<T, S>,
) {
    let (p, l) = ([phi[0], phi[1 % R]], [lambda[0], lambda[1 % R]]);
    sums.plus = T::mul_add(simd, l[1], p[0], sums.plus);
    sums.minus = T::mul_add(simd, l[0], p[1], sums.minus);
    [phi[0], phi[1 % R]] = turn.pair(simd, p);
    [lambda[0], lambda[1 % R]] = turn.pair(simd, l);
}

/// Two qubits: s_λ·d_φ − d_λ·s_φ, and the turns of both.
#[inline(always)]
pub(super) fn undo_quad<T: Real, S: Simd, const R: usize>(
    simd: S,
    [phi, lambda]: [&mut [T::Vector<S>; R]; 2],
    first: usize,
    step: usize,
    turn: Turn<T, S>,
    sums: &mut Overlap<T, S>,
) {
    let of_phi = turn_quad(simd, phi, first, step, turn);
    let of_lambda = turn_quad(simd, lambda, first, step, turn);
    sums.add(simd, of_phi, of_lambda);
}

/// Turns two bits of the index of the vectors `first`, `first + step` and so on; returns the d and
/// s that they had.
#[inline(always)]
fn turn_quad<T: Real, S: Simd, const R: usize>(
    simd: S,
    v: &mut [T::Vector<S>; R],
    first: usize,
    step: usize,
    turn: Turn<T, S>,
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
