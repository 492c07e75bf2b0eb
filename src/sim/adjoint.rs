//! The adjoint gradient: a layer is undone on two states at once, and both derivatives are read off on the way.
//!
//! Let ψ be the state after layer k and λ = U†C|ψ_p⟩ the cost's image, carried back through the layers U behind it. Then
//!
//! > ∂⟨C⟩/∂θ = 2 Re⟨λ|∂ψ/∂θ⟩,  ∂ψ/∂β_k = −iΣX ψ,  ∂ψ/∂γ_k = −iC ψ (between phase and rotation)
//! > ∂⟨C⟩/∂β_k = 2 Im⟨λ|ΣX|ψ⟩ after the rotation,  ∂⟨C⟩/∂γ_k = 2 Im⟨λ|C|ψ⟩ after the phase
//!
//! (Jones & Gacon 2020, arXiv 2009.02823, for a product of exponentials). ΣX commutes with the rotations and C with the phases, so each
//! may be read before or after its own exponential is undone. In φ, X becomes Y, and for one qubit's pair
//!
//! > Im⟨λ|Y|φ⟩ = Re(λ₁* φ₀) − Re(λ₀* φ₁)
//!
//! real and imaginary parts apart again. Two qubits at a time, on four numbers each, this is
//!
//! > (λ₁ + λ₂)(φ₀ − φ₃) + (λ₃ − λ₀)(φ₁ + φ₂)
//!
//! half the operations of a rotation; it is taken before the rotation of the same four numbers. Turns that were made already have lengthened
//! both states by √(1 + t²) each (see `rotation.rs`); a running weight takes that out of the sum. All derivatives
//! of a p-layer circuit cost p layers forward and p such steps.
#![allow(
    clippy::needless_range_loop,
    reason = "lane loops must not depend on closures being inlined"
)]

use super::block::{Block, LANE_QUBITS, LANES, Lanes, partners};
use super::diagonal::{Diagonal, Phases};
use super::kernel::total;
use super::rotation::{Rotation, Turn, get, put, split_rows, turned};
use super::state::State;
use super::sweep::{Place, Plan, columns, tiles};
use pulp::{Arch, Simd, WithSimd};

/// The two derivatives of ⟨C⟩ that belong to one layer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Derivatives {
    /// ∂⟨C⟩/∂γ.
    pub gamma: f64,
    /// ∂⟨C⟩/∂β.
    pub beta: f64,
}

/// Sets `image` to C|ψ⟩ and returns ⟨C⟩.
pub fn apply_cost(state: &mut State, image: &mut State, diagonal: &Diagonal) -> f64 {
    let (n, plan, state, _) = state.parts();
    assert_eq!(n, diagonal.n(), "qubits of the state and of the cost");
    let (_, _, image, _) = image.parts();
    let times_cost = |place, [state, image]: [&mut [Block]; 2]| {
        let value = Arch::new().dispatch(ApplyCost {
            place,
            state,
            image,
            diagonal,
        });
        [value, 0.0]
    };
    tiles(plan, [state, image], times_cost)[0]
}

/// Undoes the layer e^{−iβΣX} e^{−iγC} on `state` and `image` (λ) and returns the derivatives by its two angles.
pub fn undo_layer(
    state: &mut State,
    image: &mut State,
    diagonal: &Diagonal,
    gamma: f64,
    beta: f64,
) -> Derivatives {
    let (n, plan, state, table) = state.parts();
    assert_eq!(n, diagonal.n(), "qubits of the state and of the cost");
    let (_, _, image, _) = image.parts();
    let rotation = Rotation::new(n, -beta);
    let undo = Undo {
        n,
        plan,
        phases: diagonal.phases(-gamma, rotation.factor(), table),
        diagonal,
    };
    match rotation {
        Rotation::Tangent { turn, .. } => undo.apply([state, image], turn),
        Rotation::Cotangent { turn, .. } => undo.apply([state, image], turn),
    }
}

#[derive(Clone, Copy)]
struct Undo<'a> {
    n: usize,
    plan: Plan,
    phases: Phases<'a>,
    diagonal: &'a Diagonal,
}

impl Undo<'_> {
    /// Column passes first, tiles last: the phase follows when all qubits are back.
    fn apply<T: Turn>(self, [state, image]: [&mut [Block]; 2], turn: T) -> Derivatives {
        let (mut beta, mut weight) = (0.0, 1.0);
        for qubits in self.plan.column_passes(self.n) {
            let made = qubits.len();
            let arrays = [&mut *state, &mut *image];
            let sums = columns(self.plan, arrays, qubits, |place, [state, image]| {
                let undone = Arch::new().dispatch(UndoColumns {
                    width: place.width(),
                    state,
                    image,
                    turn,
                });
                [undone, 0.0]
            });
            beta += weight * sums[0];
            weight /= (0..made).fold(1.0, |gain, _| gain * turn.gain());
        }
        let sums = tiles(self.plan, [state, image], |place, [state, image]| {
            Arch::new().dispatch(UndoTile {
                undo: self,
                place,
                state,
                image,
                turn,
            })
        });
        Derivatives {
            gamma: 2.0 * sums[1],
            beta: 2.0 * (beta + weight * sums[0]),
        }
    }
}

struct ApplyCost<'a> {
    place: Place,
    state: &'a [Block],
    image: &'a mut [Block],
    diagonal: &'a Diagonal,
}

impl WithSimd for ApplyCost<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let mut sums = [0.0; LANES];
        for (j, (state, image)) in self.state.iter().zip(self.image).enumerate() {
            let energies = self.diagonal.energies(self.place.block(j));
            for l in 0..LANES {
                image.re[l] = energies[l] * state.re[l];
                image.im[l] = energies[l] * state.im[l];
                sums[l] += state.re[l] * image.re[l] + state.im[l] * image.im[l];
            }
        }
        total(&sums)
    }
}

struct UndoColumns<'a, T> {
    width: usize,
    state: &'a mut [Block],
    image: &'a mut [Block],
    turn: T,
}

impl<T: Turn> WithSimd for UndoColumns<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        undo_all(self.state, self.image, self.width, self.turn).0
    }
}

struct UndoTile<'a, T> {
    undo: Undo<'a>,
    place: Place,
    state: &'a mut [Block],
    image: &'a mut [Block],
    turn: T,
}

impl<T: Turn> WithSimd for UndoTile<'_, T> {
    type Output = [f64; 2];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [f64; 2] {
        let (upper, weight) = undo_all(self.state, self.image, 1, self.turn);
        let qubits = self.undo.n.min(LANE_QUBITS);
        let (mut beta, mut gamma) = ([0.0; LANES], [0.0; LANES]);
        for (j, (state, image)) in self.state.iter_mut().zip(self.image).enumerate() {
            let number = self.place.block(j);
            add_lanes(&mut beta, state, image, qubits);
            let phases = self.undo.phases.block(number);
            *state = state.turned(qubits, self.turn).times(&phases);
            *image = image.turned(qubits, self.turn).times(&phases);
            let energies = self.undo.diagonal.energies(number);
            for l in 0..LANES {
                gamma[l] += energies[l] * (image.re[l] * state.im[l] - image.im[l] * state.re[l]);
            }
        }
        [upper + weight * total(&beta), total(&gamma)]
    }
}

/// Adds Σ Im⟨λ|Y|φ⟩ over the lowest `qubits` ≤ 3.
#[inline(always)]
fn add_lanes(sums: &mut Lanes, state: &Block, image: &Block, qubits: usize) {
    for (phi, lambda) in [(state.re, image.re), (state.im, image.im)] {
        if qubits > 0 {
            add_products(sums, &lambda, &partners::<0>(phi));
        }
        if qubits > 1 {
            add_products(sums, &lambda, &partners::<1>(phi));
        }
        if qubits > 2 {
            add_products(sums, &lambda, &partners::<2>(phi));
        }
    }
}

#[inline(always)]
fn add_products(sums: &mut Lanes, a: &Lanes, b: &Lanes) {
    for l in 0..LANES {
        sums[l] += a[l] * b[l];
    }
}

/// Turns every bit from that of `stride` upward in both slices; returns Σ Im⟨λ|Y|φ⟩ over these bits as it was before, and
/// what remains to be multiplied to such a sum taken afterwards.
#[inline(always)]
fn undo_all(
    state: &mut [Block],
    image: &mut [Block],
    mut stride: usize,
    turn: impl Turn,
) -> (f64, f64) {
    let (mut sum, mut weight) = (0.0, 1.0);
    while stride < state.len() {
        let mut lanes = [0.0; LANES];
        if state.len() / stride == 2 {
            undo_bits::<2>(&mut lanes, state, image, stride, turn);
            sum += weight * total(&lanes);
            weight /= turn.gain();
        } else {
            undo_bits::<4>(&mut lanes, state, image, stride, turn);
            sum += weight * total(&lanes);
            weight /= turn.gain() * turn.gain();
        }
        stride *= 4;
    }
    (sum, weight)
}

#[inline(always)]
fn undo_bits<const R: usize>(
    sums: &mut Lanes,
    state: &mut [Block],
    image: &mut [Block],
    stride: usize,
    turn: impl Turn,
) {
    let images = image.chunks_exact_mut(R * stride);
    for (state, image) in state.chunks_exact_mut(R * stride).zip(images) {
        let (mut phi, mut lambda) = (split_rows::<R>(state), split_rows::<R>(image));
        for i in 0..stride {
            let (p_re, p_im) = get(&phi, i);
            let (l_re, l_im) = get(&lambda, i);
            add_rows(sums, &p_re, &l_re);
            add_rows(sums, &p_im, &l_im);
            put(&mut phi, i, turned(p_re, turn), turned(p_im, turn));
            put(&mut lambda, i, turned(l_re, turn), turned(l_im, turn));
        }
    }
}

/// Adds Im⟨λ|ΣY|φ⟩ over the one or two bits of R = 2 or 4 rows.
#[inline(always)]
fn add_rows<const R: usize>(sums: &mut Lanes, p: &[Lanes; R], l: &[Lanes; R]) {
    for i in 0..LANES {
        sums[i] += if R == 2 {
            l[1][i] * p[0][i] - l[0][i] * p[1][i]
        } else {
            (l[1][i] + l[2][i]) * (p[0][i] - p[3][i]) + (l[3][i] - l[0][i]) * (p[1][i] + p[2][i])
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference;
    use super::*;

    #[test]
    fn derivatives_of_a_cut_register_agree_with_the_reference() {
        for n in 0..=10 {
            let terms: Vec<_> = (0..n)
                .map(|i| (0b101 << i & ((1 << n) - 1), 0.3 + i as f64))
                .collect();
            let diagonal = Diagonal::from_terms(n, terms.iter().copied()).unwrap();
            let energies = reference::energies(n, &terms);
            let layers = [(0.3, -0.5), (0.7, 1.2)];
            let expected = reference::gradient(n, &energies, &layers);
            for (tile, column, buffer) in [(3, 1, 0), (3, 3, 3), (4, 2, 2), (6, 11, 9)] {
                let plan = Plan {
                    tile,
                    column,
                    buffer,
                    parallel_from: 7,
                };
                let mut state = State::plus_with(n, plan);
                for (gamma, beta) in layers {
                    state.layer(&diagonal, gamma, beta);
                }
                let mut image = state.clone();
                apply_cost(&mut state, &mut image, &diagonal);
                for ((gamma, beta), (by_gamma, by_beta)) in
                    layers.into_iter().zip(expected.clone()).rev()
                {
                    let found = undo_layer(&mut state, &mut image, &diagonal, gamma, beta);
                    assert!(
                        (found.gamma - by_gamma).abs() < 1e-11,
                        "{n} qubits, {plan:?}: {found:?}"
                    );
                    assert!(
                        (found.beta - by_beta).abs() < 1e-11,
                        "{n} qubits, {plan:?}: {found:?}"
                    );
                }
                for x in 0..1_usize << n {
                    let difference = (state.amplitude(x) - 0.5_f64.powf(n as f64 / 2.0)).norm();
                    assert!(
                        difference < 1e-13,
                        "{n} qubits, {plan:?}: undone to {difference:e}"
                    );
                }
            }
        }
    }
}
