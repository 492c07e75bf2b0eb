//! The loops that undo a turn on two states at once, and read ⟨λ|ΣX|ψ⟩ off on the way (see `adjoint`).
//!
//! ```text
//! for two qubits at a time: for each four numbers of φ and of λ: add s_λ·d_φ − d_λ·s_φ; turn both
//! ```
//!
//! d and s are those of `rotation`. Two qubits and not four, because four numbers of two states, and what comes of them, fill the registers.

use super::block::REALS;
use super::plan::Instructions;
use super::real::Real;
use super::rotation::{Rotation, Turn, split_rows, with_turn};
use pulp::{Simd, WithSimd};

/// Undoes a turn on the bits of a range; returns Σ Im⟨λ|Y|φ⟩ over them, and takes their gain out of the weight.
pub(super) fn undo<T: Real>(
    with: Instructions,
    state: &mut [T],
    image: &mut [T],
    rotation: Option<Rotation>,
    bits: std::ops::Range<usize>,
    weight: &mut f64,
) -> f64 {
    let Some(rotation) = rotation else { return 0.0 };
    let mut sum = 0.0;
    let mut bit = bits.start;
    while bit < bits.end {
        let taken = (bits.end - bit).min(2);
        let overlap = with.run(UndoBits {
            state: &mut *state,
            image: &mut *image,
            stride: REALS << bit,
            two: taken == 2,
            rotation,
        });
        sum += *weight * overlap;
        *weight /= rotation.gain(taken);
        bit += taken;
    }
    sum
}

struct UndoBits<'a, T> {
    state: &'a mut [T],
    image: &'a mut [T],
    stride: usize,
    two: bool,
    rotation: Rotation,
}

impl<T: Real> WithSimd for UndoBits<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        with_turn!(self.rotation, simd, |turn| if self.two {
            undo_two::<T, S>(simd, self.state, self.image, self.stride, turn)
        } else {
            undo_one::<T, S>(simd, self.state, self.image, self.stride, turn)
        })
    }
}

/// One qubit: λ₁φ₀ − λ₀φ₁, and the turn of both.
#[inline(always)]
fn undo_one<T: Real, S: Simd>(
    simd: S,
    state: &mut [T],
    image: &mut [T],
    stride: usize,
    turn: impl Turn<T, S>,
) -> f64 {
    let mut sum = T::splat(simd, T::ZERO);
    let images = image.chunks_exact_mut(2 * stride);
    for (state, image) in state.chunks_exact_mut(2 * stride).zip(images) {
        let (phi, lambda) = (split_rows::<T, S, 2>(state), split_rows::<T, S, 2>(image));
        let [p0, p1] = phi;
        let [l0, l1] = lambda;
        for (((p0, p1), l0), l1) in p0.iter_mut().zip(p1).zip(l0).zip(l1) {
            let (p, l) = ([*p0, *p1], [*l0, *l1]);
            sum = T::mul_add(simd, l[1], p[0], T::sub_mul(simd, l[0], p[1], sum));
            [*p0, *p1] = turn.pair(simd, p);
            [*l0, *l1] = turn.pair(simd, l);
        }
    }
    T::total(simd, sum)
}

/// Two qubits: s_λ·d_φ − d_λ·s_φ, and the turns of both.
#[inline(always)]
fn undo_two<T: Real, S: Simd>(
    simd: S,
    state: &mut [T],
    image: &mut [T],
    stride: usize,
    turn: impl Turn<T, S>,
) -> f64 {
    let (mut plus, mut minus) = (T::splat(simd, T::ZERO), T::splat(simd, T::ZERO));
    let images = image.chunks_exact_mut(4 * stride);
    for (state, image) in state.chunks_exact_mut(4 * stride).zip(images) {
        let [p0, p1, p2, p3] = split_rows::<T, S, 4>(state);
        let [l0, l1, l2, l3] = split_rows::<T, S, 4>(image);
        let phi = p0.iter_mut().zip(p1).zip(p2).zip(p3);
        let lambda = l0.iter_mut().zip(l1).zip(l2).zip(l3);
        for ((((p0, p1), p2), p3), (((l0, l1), l2), l3)) in phi.zip(lambda) {
            let (p, l) = ([*p0, *p1, *p2, *p3], [*l0, *l1, *l2, *l3]);
            let (dp, sp) = (T::sub(simd, p[0], p[3]), T::add(simd, p[1], p[2]));
            let (dl, sl) = (T::sub(simd, l[0], l[3]), T::add(simd, l[1], l[2]));
            plus = T::mul_add(simd, sl, dp, plus);
            minus = T::mul_add(simd, dl, sp, minus);
            [*p0, *p1, *p2, *p3] = turn.quad(simd, p, dp, sp);
            [*l0, *l1, *l2, *l3] = turn.quad(simd, l, dl, sl);
        }
    }
    T::total(simd, T::sub(simd, plus, minus))
}
