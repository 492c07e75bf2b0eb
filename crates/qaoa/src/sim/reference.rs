//! A state-vector simulator so plain that it is unlikely to be wrong: the judge of the fast one.
//!
//! The basis is the usual one, an amplitude is one complex number, a phase is one sine and one
//! cosine for each amplitude, and a rotation is a loop over one qubit's pairs. It is slow and is
//! not meant for anything but comparison.

use num_complex::Complex64;

/// E(x) = Σ c over the terms (mask, c) whose mask lies within x, for all 2ⁿ basis states.
pub(crate) fn energies(n: usize, terms: &[(u64, f64)]) -> Vec<f64> {
    let energy = |x: u64| terms.iter().filter(move |(mask, _)| mask & !x == 0);
    (0..1_u64 << n)
        .map(|x| energy(x).map(|(_, c)| c).sum())
        .collect()
}

/// |+⟩ⁿ: every amplitude is 1/√2ⁿ.
pub(crate) fn plus(n: usize) -> Vec<Complex64> {
    let amplitude = (0.5_f64).powf(n as f64 / 2.0);
    vec![Complex64::from(amplitude); 1 << n]
}

/// e^{−iγC}: amplitude x times e^{−iγE(x)}.
pub(crate) fn phase(state: &mut [Complex64], energies: &[f64], gamma: f64) {
    for (amplitude, energy) in state.iter_mut().zip(energies) {
        *amplitude *= Complex64::cis(-gamma * energy);
    }
}

/// e^{−iβΣX} = Π_k (cos β − i sin β X_k).
pub(crate) fn rotate_x(state: &mut [Complex64], beta: f64) {
    for k in 0..state.len().trailing_zeros() as usize {
        rotate_qubit(state, k, beta);
    }
}

/// e^{−iβX_k} = cos β − i sin β X_k.
pub(crate) fn rotate_qubit(state: &mut [Complex64], k: usize, beta: f64) {
    let (cosine, minus_i_sine) = (
        Complex64::from(beta.cos()),
        Complex64::new(0.0, -beta.sin()),
    );
    for zero in (0..state.len()).filter(|x| x >> k & 1 == 0) {
        let one = zero | 1 << k;
        let (a, b) = (state[zero], state[one]);
        state[zero] = cosine * a + minus_i_sine * b;
        state[one] = minus_i_sine * a + cosine * b;
    }
}

/// The state of the layers (γ, β), first layer first.
pub(crate) fn state(n: usize, energies: &[f64], layers: &[(f64, f64)]) -> Vec<Complex64> {
    let mut state = plus(n);
    for &(gamma, beta) in layers {
        phase(&mut state, energies, gamma);
        rotate_x(&mut state, beta);
    }
    state
}

/// ⟨C⟩ = Σ E(x) |ψ_x|².
pub(crate) fn expectation(state: &[Complex64], energies: &[f64]) -> f64 {
    let products = state.iter().zip(energies).map(|(a, e)| a.norm_sqr() * e);
    products.sum()
}

/// The derivatives of ⟨C⟩ by each (γ, β), from the product rule: the derivative of layer k's phase
/// puts −iC behind it, that of its rotation −iΣX, and ∂⟨C⟩ = 2 Re⟨ψ|C|∂ψ⟩. Every derivative is one
/// whole simulation.
pub(crate) fn gradient(n: usize, energies: &[f64], layers: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let last = state(n, energies, layers);
    let derivative = |k: usize, of_gamma: bool| -> f64 {
        let mut state = plus(n);
        for (i, &(gamma, beta)) in layers.iter().enumerate() {
            phase(&mut state, energies, gamma);
            if i == k && of_gamma {
                let minus_i_c = energies.iter().map(|&e| Complex64::new(0.0, -e));
                state.iter_mut().zip(minus_i_c).for_each(|(a, f)| *a *= f);
            }
            rotate_x(&mut state, beta);
            if i == k && !of_gamma {
                state = minus_i_sum_x(&state);
            }
        }
        let overlap = last.iter().zip(&state).zip(energies);
        2.0 * overlap
            .map(|((a, d), e)| (a.conj() * d).re * e)
            .sum::<f64>()
    };
    (0..layers.len())
        .map(|k| (derivative(k, true), derivative(k, false)))
        .collect()
}

/// −i ΣX |ψ⟩.
fn minus_i_sum_x(state: &[Complex64]) -> Vec<Complex64> {
    let qubits = state.len().trailing_zeros();
    let flipped = |x: usize| (0..qubits).map(|k| state[x ^ (1 << k)]).sum::<Complex64>();
    let minus_i = Complex64::new(0.0, -1.0);
    (0..state.len()).map(|x| minus_i * flipped(x)).collect()
}
