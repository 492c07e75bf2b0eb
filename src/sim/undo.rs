//! The loops that undo a turn on two states at once, and read ⟨λ|ΣX|ψ⟩ off on the way (see `adjoint`).
//!
//! ```text
//! for two qubits at a time: for each four numbers of φ and of λ: add s_λ·d_φ − d_λ·s_φ; turn both
//! ```
//!
//! d and s are those of `rotation`. Two qubits and not four, because four numbers of two states, and what comes of them, fill the registers.
//! The lowest qubits are undone as in `lanes`: λ₁φ₀ − λ₀φ₁ is a product of λ with the shuffled copy of φ that the turn needs anyway.
//!
//! A turn that was made has lengthened both states; what is read after it is divided by that.
#![allow(
    clippy::needless_range_loop,
    reason = "loops over registers must not depend on closures being inlined"
)]

use super::block::{LANE_QUBITS, LANES, REALS};
use super::lanes::{Signed, place};
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

/// The same on the qubits of a block and the bits `0..to` of a block's number.
pub(super) fn undo_low<T: Real>(
    with: Instructions,
    state: &mut [T],
    image: &mut [T],
    rotation: Option<Rotation>,
    qubits: usize,
    to: usize,
    weight: &mut f64,
) -> f64 {
    let Some(turned) = rotation else { return 0.0 };
    let (sum, done) = with.run(UndoLow {
        state: &mut *state,
        image: &mut *image,
        qubits,
        rotation: turned,
    });
    let sum = *weight * sum;
    *weight /= turned.gain(qubits + done);
    sum + undo(with, state, image, rotation, done..to, weight)
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

struct UndoLow<'a, T> {
    state: &'a mut [T],
    image: &'a mut [T],
    qubits: usize,
    rotation: Rotation,
}

impl<T: Real> WithSimd for UndoLow<'_, T> {
    type Output = (f64, usize);

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> (f64, usize) {
        with_turn!(self.rotation, simd, |turn| self
            .by_tiles_or_numbers(simd, turn))
    }
}

impl<T: Real> UndoLow<'_, T> {
    /// The sum, and how many bits of a block's number were undone.
    #[inline(always)]
    fn by_tiles_or_numbers<S: Simd>(self, simd: S, turn: impl Turn<T, S>) -> (f64, usize) {
        if self.qubits < LANE_QUBITS {
            return (self.by_numbers(simd, turn), 0);
        }
        let vectors = LANES / T::lanes::<S>();
        let whole = self.state.len() / REALS * vectors >= 4;
        match (vectors, whole) {
            (1, true) => self.by_tiles::<S, 1, 4, 8>(simd, turn),
            (1, false) => self.by_tiles::<S, 1, 1, 2>(simd, turn),
            (2, true) => self.by_tiles::<S, 2, 4, 8>(simd, turn),
            (2, false) => self.by_tiles::<S, 2, 2, 4>(simd, turn),
            (4, _) => self.by_tiles::<S, 4, 4, 8>(simd, turn),
            (8, _) => self.by_tiles::<S, 8, 8, 16>(simd, turn),
            _ => self.by_tiles::<S, 16, 16, 32>(simd, turn),
        }
    }

    /// Tiles of M vectors a part, of which N are a block's; W is twice M.
    #[inline(always)]
    fn by_tiles<S: Simd, const N: usize, const M: usize, const W: usize>(
        self,
        simd: S,
        turn: impl Turn<T, S>,
    ) -> (f64, usize) {
        let signed = Signed::<T, S>::of(simd, turn.other(simd));
        let mut sums = LowSums::<T, S>::zero(simd);
        let (states, _) = T::vectors_mut::<S>(self.state).as_chunks_mut::<W>();
        let (images, _) = T::vectors_mut::<S>(self.image).as_chunks_mut::<W>();
        for (state, image) in states.iter_mut().zip(images) {
            for part in 0..2 {
                let (mut phi, mut lambda) = ([state[0]; M], [image[0]; M]);
                for m in 0..M {
                    phi[m] = state[place::<N>(part, m)];
                    lambda[m] = image[place::<N>(part, m)];
                }
                undo_within::<T, S, M>(simd, [&mut phi, &mut lambda], &signed, turn, &mut sums);
                undo_among::<T, S, M>(simd, [&mut phi, &mut lambda], turn, &mut sums);
                for m in 0..M {
                    state[place::<N>(part, m)] = phi[m];
                    image[place::<N>(part, m)] = lambda[m];
                }
            }
        }
        let sum = sums.total(simd, 1.0 / self.rotation.gain(1), M);
        (sum, (M / N).trailing_zeros() as usize)
    }

    /// A register that does not fill a block.
    #[inline(always)]
    fn by_numbers<S: Simd>(self, simd: S, turn: impl Turn<T, S>) -> f64 {
        let (mut sum, mut weight) = (0.0, 1.0);
        for qubit in 0..self.qubits {
            let parts = self.state.chunks_exact_mut(LANES);
            for (phi, lambda) in parts.zip(self.image.chunks_exact_mut(LANES)) {
                for zero in (0..1 << self.qubits).filter(|l| l >> qubit & 1 == 0) {
                    let one = zero | 1 << qubit;
                    sum += weight
                        * (lambda[one].wide() * phi[zero].wide()
                            - lambda[zero].wide() * phi[one].wide());
                    for numbers in [&mut *phi, &mut *lambda] {
                        let pair = [numbers[zero], numbers[one]].map(|x| T::splat(simd, x));
                        let turned = turn.pair(simd, pair);
                        numbers[zero] = T::first::<S>(turned[0]);
                        numbers[one] = T::first::<S>(turned[1]);
                    }
                }
            }
            weight /= self.rotation.gain(1);
        }
        sum
    }
}

/// The sums of a walk over tiles, one for each step of the turn, because each has its own weight.
struct LowSums<T: Real, S: Simd> {
    /// For each bit of a lane Σ λ·(partner of φ), without the signs.
    within: [T::Vector<S>; LANE_QUBITS],
    /// For each step on whole vectors what is added, and what is taken off.
    among: [[T::Vector<S>; 2]; 2],
}

impl<T: Real, S: Simd> LowSums<T, S> {
    #[inline(always)]
    fn zero(simd: S) -> Self {
        let zero = T::splat(simd, T::ZERO);
        Self {
            within: [zero; LANE_QUBITS],
            among: [[zero; 2]; 2],
        }
    }

    /// Σ Im⟨λ|Y|φ⟩, where each qubit turned before takes its part of what is read by `loss`.
    #[inline(always)]
    fn total(&self, simd: S, loss: f64, vectors: usize) -> f64 {
        let signs = Signed::<T, S>::of(simd, T::splat(simd, T::of(1.0)));
        let (mut sum, mut weight) = (0.0, 1.0);
        for bit in 0..T::lanes::<S>().ilog2() as usize {
            sum += weight * T::total(simd, T::mul(simd, self.within[bit], signs.0[bit]));
            weight *= loss;
        }
        let [first, second] = self.among;
        if vectors > 1 {
            sum += weight * T::total(simd, T::sub(simd, first[0], first[1]));
        }
        if vectors > 4 {
            sum += weight * loss * loss * T::total(simd, T::sub(simd, second[0], second[1]));
        }
        sum
    }
}

/// Undoes the bits of the lanes of M vectors.
#[inline(always)]
fn undo_within<T: Real, S: Simd, const M: usize>(
    simd: S,
    [phi, lambda]: [&mut [T::Vector<S>; M]; 2],
    signed: &Signed<T, S>,
    turn: impl Turn<T, S>,
    sums: &mut LowSums<T, S>,
) {
    macro_rules! undo_bit {
        ($bit:literal) => {
            if T::lanes::<S>() > 1 << $bit {
                for m in 0..M {
                    let across = [
                        T::across::<S, $bit>(phi[m]),
                        T::across::<S, $bit>(lambda[m]),
                    ];
                    sums.within[$bit] = T::mul_add(simd, lambda[m], across[0], sums.within[$bit]);
                    phi[m] = turn.across(simd, phi[m], across[0], signed.0[$bit]);
                    lambda[m] = turn.across(simd, lambda[m], across[1], signed.0[$bit]);
                }
            }
        };
    }
    undo_bit!(0);
    undo_bit!(1);
    undo_bit!(2);
    undo_bit!(3);
}

/// Undoes the bits of the index of M vectors.
#[inline(always)]
fn undo_among<T: Real, S: Simd, const M: usize>(
    simd: S,
    [phi, lambda]: [&mut [T::Vector<S>; M]; 2],
    turn: impl Turn<T, S>,
    sums: &mut LowSums<T, S>,
) {
    let [first, second] = &mut sums.among;
    match M {
        1 => {}
        2 => undo_pair(simd, [phi, lambda], [0, 1], turn, first),
        4 => undo_quad(simd, [phi, lambda], 0, 1, turn, first),
        8 => {
            for i in 0..2 {
                undo_quad(simd, [phi, lambda], 4 * i, 1, turn, first);
            }
            for i in 0..4 {
                undo_pair(simd, [phi, lambda], [i, i + 4], turn, second);
            }
        }
        _ => {
            for i in 0..4 {
                undo_quad(simd, [phi, lambda], 4 * i, 1, turn, first);
            }
            for i in 0..4 {
                undo_quad(simd, [phi, lambda], i, 4, turn, second);
            }
        }
    }
}

#[inline(always)]
fn undo_pair<T: Real, S: Simd, const M: usize>(
    simd: S,
    [phi, lambda]: [&mut [T::Vector<S>; M]; 2],
    [a, b]: [usize; 2],
    turn: impl Turn<T, S>,
    [plus, minus]: &mut [T::Vector<S>; 2],
) {
    *plus = T::mul_add(simd, lambda[b], phi[a], *plus);
    *minus = T::mul_add(simd, lambda[a], phi[b], *minus);
    [phi[a], phi[b]] = turn.pair(simd, [phi[a], phi[b]]);
    [lambda[a], lambda[b]] = turn.pair(simd, [lambda[a], lambda[b]]);
}

#[inline(always)]
fn undo_quad<T: Real, S: Simd, const M: usize>(
    simd: S,
    [phi, lambda]: [&mut [T::Vector<S>; M]; 2],
    first: usize,
    step: usize,
    turn: impl Turn<T, S>,
    [plus, minus]: &mut [T::Vector<S>; 2],
) {
    let (mut p, mut l) = ([phi[0]; 4], [lambda[0]; 4]);
    for i in 0..4 {
        (p[i], l[i]) = (phi[first + i * step], lambda[first + i * step]);
    }
    let (dp, sp) = (T::sub(simd, p[0], p[3]), T::add(simd, p[1], p[2]));
    let (dl, sl) = (T::sub(simd, l[0], l[3]), T::add(simd, l[1], l[2]));
    *plus = T::mul_add(simd, sl, dp, *plus);
    *minus = T::mul_add(simd, dl, sp, *minus);
    (p, l) = (turn.quad(simd, p, dp, sp), turn.quad(simd, l, dl, sl));
    for i in 0..4 {
        (phi[first + i * step], lambda[first + i * step]) = (p[i], l[i]);
    }
}
