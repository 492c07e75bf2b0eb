//! Values of a circuit and their gradients, on memory that is given.

use super::amplitudes::Amplitudes;
use super::circuit::{Circuit, Derivative, ImageStart, LayerPhases};
use super::diagonal::Diagonal;
use super::groups::Groups;
use super::mixing::Mixing;
use super::observable::Weight;
use super::watch::Watch;
use std::ops::ControlFlow;

/// Layers over the states of a cost, and their angles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layers<'a> {
    pub(crate) cost: &'a Diagonal,
    pub(crate) mixing: &'a Mixing,
    /// Groups of terms that have a γ of their own.
    pub(crate) groups: Option<&'a Groups>,
    pub(crate) depth: usize,
    /// The angles of the cost, or of each group, group after group.
    pub(crate) gammas: &'a [f64],
    /// The angles of the mixer, or of each qubit, qubit after qubit.
    pub(crate) betas: &'a [f64],
    pub(crate) watch: Watch<'a>,
}

/// A value of the final state that is not ⟨C⟩, with its weights over a scale.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) value: f64,
    pub(crate) weight: Weight,
    pub(crate) scale: f64,
}

impl Layers<'_> {
    /// Calls `run` with the circuit of these layers.
    fn with<R>(&self, run: impl FnOnce(&Circuit<'_>) -> R) -> R {
        let polynomials = self
            .groups
            .map(|of| of.polynomials(self.gammas, self.depth));
        run(&Circuit {
            cost: self.cost,
            mixing: self.mixing,
            phases: match &polynomials {
                Some(polynomials) => LayerPhases::Polynomials(polynomials),
                None => LayerPhases::Cost(self.gammas),
            },
            betas: self.betas,
            watch: self.watch,
        })
    }
}

/// Makes the state of the layers; `Break` where the watch said stop, and what the memory holds then
/// is no state.
pub(crate) fn prepare(state: &mut Amplitudes, layers: &Layers<'_>) -> ControlFlow<()> {
    match layers.with(|circuit| state.run(circuit, false)).is_nan() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// ⟨C⟩ after the layers; what the memory holds afterwards is no state. NaN where the watch said
/// stop.
pub(crate) fn evaluate(state: &mut Amplitudes, layers: &Layers<'_>) -> f64 {
    layers.with(|circuit| state.run(circuit, true))
}

/// An observable, and what makes a value of a state.
pub(crate) type OtherValue<'a> = (&'a Diagonal, &'a mut dyn FnMut(&Amplitudes) -> Value);

/// ⟨C⟩ or, where it is given, the value that `of_state` makes of the state by the energies of an
/// observable; the derivatives are written to `by_gamma` and `by_beta`. NaN where the watch said
/// stop, and the derivatives are then none.
pub(crate) fn value_and_gradient(
    [state, image]: [&mut Amplitudes; 2],
    layers: &Layers<'_>,
    other: Option<OtherValue<'_>>,
    [by_gamma, by_beta]: [&mut [f64]; 2],
) -> f64 {
    if other.is_none() && layers.depth == 0 {
        return evaluate(state, layers);
    }
    if prepare(state, layers).is_break() {
        return f64::NAN;
    }
    let (found, scale, (value, derivatives)) = match other {
        None => {
            let undone = layers.with(|circuit| state.undo(image, circuit, ImageStart::Cost));
            (undone.0, 1.0, undone)
        }
        Some((observable, of_state)) => {
            let Value {
                value,
                weight,
                scale,
            } = of_state(state);
            if layers.depth == 0 {
                return value;
            }
            state.weigh(image, observable, (&weight, scale));
            let undone = layers.with(|circuit| state.undo(image, circuit, ImageStart::Given));
            (value, scale, undone)
        }
    };
    if value.is_nan() {
        return f64::NAN;
    }
    for derivative in derivatives {
        write(layers, &derivative, [&mut *by_gamma, &mut *by_beta]);
    }
    for derivative in by_gamma.iter_mut().chain(by_beta) {
        *derivative *= scale;
    }
    found
}

/// Writes the derivatives of a layer.
fn write(layers: &Layers<'_>, of: &Derivative, [by_gamma, by_beta]: [&mut [f64]; 2]) {
    let (layer, depth) = (of.layer, layers.depth);
    match layers.groups {
        Some(groups) => groups.write(of, depth, by_gamma),
        None => by_gamma[layer] = of.gamma,
    }
    if by_beta.len() == depth {
        by_beta[layer] = of.beta;
    } else {
        let betas = by_beta.iter_mut().skip(layer).step_by(depth);
        betas.zip(&of.qubits).for_each(|(by, of)| *by = *of);
    }
}
