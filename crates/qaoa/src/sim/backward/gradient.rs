//! ⟨C⟩ or another value of the final state, and all its derivatives, for whoever has memory for two
//! states.

use crate::sim::backward::adjoint::{Derivative, differentiate, differentiate_weighed};
use crate::sim::cost::diagonal::Diagonal;
use crate::sim::real::Real;
use crate::sim::vector::observable::Weigh;
use crate::sim::vector::state::QubitState;
use crate::sim::walk::circuit::QubitCircuit;
use crate::sim::walk::watch::Watch;
use std::ops::ControlFlow;

/// ⟨C⟩ after the layers e^{−iβ_k ΣX} e^{−iγ_k C} on |+⟩ⁿ or, where it is given, the value that
/// `weigh` makes of the state, which takes a pass over both states more; the derivatives are
/// written to `by_gamma` and `by_beta`. `states` are workspace: what they hold afterwards is no
/// state. Under a watch: NaN where it said stop, and the derivatives are then none.
///
/// # Panics
/// If the lists of angles and derivatives differ in length, or the qubits of states and cost.
pub(crate) fn gradient_watched<T: Real>(
    [state, image]: [&mut QubitState<T>; 2],
    cost: &Diagonal,
    [gammas, betas]: [&[f64]; 2],
    weigh: Option<Weigh<'_, '_, Diagonal, QubitState<T>>>,
    [by_gamma, by_beta]: [&mut [f64]; 2],
    watch: Watch<'_>,
) -> f64 {
    assert!(
        state.n() == cost.n() && image.n() == cost.n(),
        "qubits of the states and of the cost"
    );
    let circuit = QubitCircuit::new(cost, gammas, betas).watched_by(watch);
    let report = |k: usize, derivative: Derivative| {
        (by_gamma[k], by_beta[k]) = (derivative.gamma, derivative.beta);
    };
    match weigh {
        None if betas.is_empty() => state.value_watched(cost, gammas, betas, watch),
        Some(weigh) if betas.is_empty() => {
            match state.prepare_watched(cost, gammas, betas, watch) {
                ControlFlow::Continue(()) => (weigh.of_state)(state).value,
                ControlFlow::Break(()) => f64::NAN,
            }
        }
        None => differentiate(state, image, &circuit, report),
        Some(Weigh {
            observable,
            of_state,
        }) => differentiate_weighed(state, image, &circuit, (observable, of_state), report),
    }
}
