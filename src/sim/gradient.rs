//! ⟨C⟩ and all its derivatives, for whoever has room for two states.

use super::adjoint::differentiate;
use super::circuit::Circuit;
use super::diagonal::Diagonal;
use super::real::Real;
use super::state::State;

/// ⟨C⟩ after the layers e^{−iβ_k ΣX} e^{−iγ_k C} on |+⟩ⁿ, with its derivatives written to `by_gamma` and `by_beta`. `states` are room: what they
/// hold afterwards is no state.
///
/// # Panics
/// If the lists of angles and derivatives differ in length, or the qubits of states and cost.
pub fn gradient<T: Real>(
    states: [&mut State<T>; 2],
    cost: &Diagonal,
    gammas: &[f64],
    betas: &[f64],
    by_gamma: &mut [f64],
    by_beta: &mut [f64],
) -> f64 {
    let [state, image] = states;
    assert!(
        state.n() == cost.n() && image.n() == cost.n(),
        "qubits of the states and of the cost"
    );
    let circuit = Circuit::new(cost, gammas, betas);
    if betas.is_empty() {
        return state.value_of(cost, gammas, betas);
    }
    differentiate(state, image, &circuit, |k, derivative| {
        (by_gamma[k], by_beta[k]) = (derivative.gamma, derivative.beta);
    })
}
