//! ⟨C⟩ or another value of the final state, and all its derivatives, for whoever has memory for two
//! states.

use crate::sim::backward::adjoint::{Derivative, differentiate, differentiate_weighed};
use crate::sim::cost::diagonal::Diagonal;
use crate::sim::real::Real;
#[cfg(test)]
use crate::sim::vector::observable::DiagonalObservable;
use crate::sim::vector::observable::Weigh;
use crate::sim::vector::state::QubitState;
use crate::sim::walk::circuit::QubitCircuit;
use crate::sim::walk::watch::Watch;
use std::ops::ControlFlow;

/// ⟨C⟩ after the layers e^{−iβ_k ΣX} e^{−iγ_k C} on |+⟩ⁿ, with its derivatives written to
/// `by_gamma` and `by_beta`. `states` are workspace: what they hold afterwards
/// is no state.
///
/// # Panics
/// If the lists of angles and derivatives differ in length, or the qubits of states and cost.
#[cfg(test)]
pub(crate) fn gradient<T: Real>(
    states: [&mut QubitState<T>; 2],
    cost: &Diagonal,
    gammas: &[f64],
    betas: &[f64],
    by_gamma: &mut [f64],
    by_beta: &mut [f64],
) -> f64 {
    let by = [by_gamma, by_beta];
    gradient_watched(states, cost, [gammas, betas], None, by, Watch::NONE)
}

/// The value that `weigh` makes of the final state, with its derivatives written to `by_gamma` and
/// `by_beta`: as [`gradient`], and a pass over both states more.
///
/// # Panics
/// As [`gradient`].
#[cfg(test)]
pub(crate) fn gradient_of<'a, T: Real>(
    states: [&mut QubitState<T>; 2],
    cost: &Diagonal,
    angles: [&[f64]; 2],
    weigh: impl Fn(&QubitState<T>) -> DiagonalObservable<'a>,
    by: [&mut [f64]; 2],
) -> f64 {
    let weigh = Weigh {
        observable: cost,
        of_state: &mut |state| weigh(state),
    };
    gradient_watched(states, cost, angles, Some(weigh), by, Watch::NONE)
}

/// ⟨C⟩ or, where it is given, the value `weigh` under a watch: NaN where it said stop, and the
/// derivatives are then none.
///
/// # Panics
/// As [`gradient`].
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
