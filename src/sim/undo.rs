//! The loops that undo a turn on two states at once, and read ⟨λ|ΣX|ψ⟩ off on the way (see `adjoint`).
//!
//! ```text
//! for two qubits at a time: for each four numbers of φ and of λ: add s_λ·d_φ − d_λ·s_φ; turn both
//! ```
//!
//! d and s are those of `rotation`. What is read may be read before the turn of any qubit and after it, as long as both states have had the same ones.
//! Two qubits, not four as in `rotation`: sixteen vectors of two states leave no register for what comes of them, and what the compiler puts aside costs as much
//! as to walk over both states once more. And rows a power of two apart fall into the same eight places of the first cache, where four rows of two states stay.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::block::REALS;
use super::plan::Instructions;
use super::real::Real;
use super::rotation::{Rotation, Turn, split_rows, written_out};
use pulp::{Simd, WithSimd};

/// Undoes a turn on the bits of a block's number; returns Σ Im⟨λ|Y|φ⟩ over them.
pub(super) fn undo<T: Real>(
    with: Instructions,
    state: &mut [T],
    image: &mut [T],
    rotation: Option<Rotation>,
    bits: std::ops::Range<usize>,
) -> f64 {
    let Some(rotation) = rotation.filter(|_| !bits.is_empty()) else {
        return 0.0;
    };
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
        sum += match left {
            1 => undo_rows::<T, S, 2>(simd, state, image, stride, turn),
            _ => undo_rows::<T, S, 4>(simd, state, image, stride, turn),
        };
        bit += left.min(2);
    }
    sum
}

/// Undoes log₂ R qubits, `stride` numbers and its multiples apart.
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
        let phi = split_rows::<T, S, R>(state);
        let lambda = split_rows::<T, S, R>(image);
        let len = phi[0].len().min(lambda[0].len());
        for i in 0..len {
            let (mut p, mut l) = ([phi[0][i]; R], [lambda[0][i]; R]);
            written_out!(R of 4, |K| (p[K % R], l[K % R]) =
                (phi[K % R][i], lambda[K % R][i]));
            undone::<T, S, R>(simd, [&mut p, &mut l], turn, &mut sums);
            written_out!(R of 4, |K| (phi[K % R][i], lambda[K % R][i]) =
                (p[K % R], l[K % R]));
        }
    }
    sums.total(simd)
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
    let (mut p, mut l) = ([phi[0]; 4], [lambda[0]; 4]);
    for i in 0..4 {
        (p[i], l[i]) = (phi[first + i * step], lambda[first + i * step]);
    }
    let (dp, sp) = (T::sub(simd, p[0], p[3]), T::add(simd, p[1], p[2]));
    let (dl, sl) = (T::sub(simd, l[0], l[3]), T::add(simd, l[1], l[2]));
    sums.plus = T::mul_add(simd, sl, dp, sums.plus);
    sums.minus = T::mul_add(simd, dl, sp, sums.minus);
    (p, l) = (turn.quad(simd, p, dp, sp), turn.quad(simd, l, dl, sl));
    for i in 0..4 {
        (phi[first + i * step], lambda[first + i * step]) = (p[i], l[i]);
    }
}
