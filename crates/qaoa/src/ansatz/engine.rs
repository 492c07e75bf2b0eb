//! The one trait of the engine: what a state vector does for an ansatz. Qubits, qudits and the
//! levels of a histogram do it each in their own way; whoever calls it does not see the difference.

use super::{Angles, Ansatz};
use crate::cost::{Cost, CostForm};
use crate::sim::cost::levels::LevelState;
use crate::sim::qudits::{self, Mixing, QuditCost, QuditState};
use crate::sim::{
    Diagonal, DiagonalObservable, EnergyHistogram, LayersInGroups, Marks, ObservableWeights,
    QubitState, Real, Watch, Weigh, gradient_watched,
};
use crate::state::{State, StateForm};
use std::any::Any;
use std::ops::ControlFlow;

/// A state vector that an ansatz is evaluated on. What is stopped by a watch has the value NaN, and
/// leaves no state.
pub(super) trait StateEngine: Sized + 'static {
    /// This engine's part of a state.
    ///
    /// # Panics
    /// If the state is another engine's; so do the methods for an ansatz that is.
    fn of(state: &mut State) -> &mut Self {
        let any: &mut dyn Any = match &mut state.amplitudes {
            StateForm::Qubits(state) => state,
            StateForm::QubitsF32(state) => state,
            StateForm::Qudits(state) => state,
            StateForm::QuditsF32(state) => state,
            StateForm::Levels(state) => state,
        };
        any.downcast_mut().expect(OTHER)
    }

    /// Makes |γ, β⟩; `Break` where it was stopped.
    fn prepare(&mut self, ansatz: &Ansatz, angles: &Angles, watch: Watch<'_>) -> ControlFlow<()>;

    /// ⟨C⟩, at less than the cost of the whole state: what is left in memory is none.
    fn value(&mut self, ansatz: &Ansatz, angles: &Angles, watch: Watch<'_>) -> f64;

    /// ⟨C⟩, or the value that `weigh` makes of the state, and its derivatives in `gradient`, by the
    /// adjoint method (Jones & Gacon 2020, arXiv 2009.02823).
    fn value_and_gradient(
        states: [&mut Self; 2],
        ansatz: &Ansatz,
        weigh: OfState<'_, '_, Self>,
        angles_and_gradient: (&Angles, &mut Angles),
        watch: Watch<'_>,
    ) -> f64;

    /// (energy, probability) of each energy level of an observable, or of each basis state where
    /// there are too many levels.
    fn energies(&self, observable: &Cost) -> Vec<(f64, f64)>;

    /// The probability of the marked states.
    fn probability_of_marked(&self, marks: &Marks) -> f64;
}

/// The value that is made of a state, where that is not ⟨C⟩.
pub(super) type OfState<'f, 'w, E> = Option<&'f mut dyn FnMut(&E) -> DiagonalObservable<'w>>;

/// Why a call that mixes engines panics.
const OTHER: &str = "an ansatz is evaluated on the state that was made for it";

impl Ansatz {
    /// The angles of p layers, group after group and qubit after qubit.
    fn layers<'a>(&self, angles: &'a Angles) -> LayersInGroups<'a> {
        LayersInGroups {
            depth: angles.depth_in(self.shape),
            gammas: &angles.gammas,
            betas: &angles.betas,
        }
    }

    /// What the mixer does to each qudit.
    ///
    /// # Panics
    /// If the ansatz is not over qudits.
    fn mixing(&self) -> &Mixing {
        self.mixing.as_deref().expect(OTHER)
    }
}

/// The cost as one over qubits.
///
/// # Panics
/// If it is another one; so do the next two.
fn on_qubits(cost: &Cost) -> &Diagonal {
    match &cost.form {
        CostForm::Qubits(cost) => cost,
        CostForm::Qudits(_) | CostForm::Levels(_) => panic!("{OTHER}"),
    }
}

/// The cost as one over qudits.
fn on_qudits(cost: &Cost) -> &QuditCost {
    match &cost.form {
        CostForm::Qudits(cost) => cost,
        CostForm::Qubits(_) | CostForm::Levels(_) => panic!("{OTHER}"),
    }
}

/// The cost as a histogram.
fn on_levels(cost: &Cost) -> &EnergyHistogram {
    match &cost.form {
        CostForm::Levels(cost) => cost,
        CostForm::Qubits(_) | CostForm::Qudits(_) => panic!("{OTHER}"),
    }
}

/// Over qubits: with one γ a layer on the stored levels of the cost, with groups of terms on the
/// polynomial of each layer, which is rebuilt where it is needed.
impl<T: Real> StateEngine for QubitState<T> {
    fn prepare(&mut self, ansatz: &Ansatz, angles: &Angles, watch: Watch<'_>) -> ControlFlow<()> {
        match &ansatz.groups {
            Some(groups) => groups.prepare_watched(self, ansatz.layers(angles), watch),
            None => {
                let cost = on_qubits(&ansatz.cost);
                self.prepare_watched(cost, &angles.gammas, &angles.betas, watch)
            }
        }
    }

    fn value(&mut self, ansatz: &Ansatz, angles: &Angles, watch: Watch<'_>) -> f64 {
        match &ansatz.groups {
            Some(groups) => groups.value_watched(self, ansatz.layers(angles), watch),
            None => {
                let cost = on_qubits(&ansatz.cost);
                self.value_watched(cost, &angles.gammas, &angles.betas, watch)
            }
        }
    }

    fn value_and_gradient(
        states: [&mut Self; 2],
        ansatz: &Ansatz,
        weigh: OfState<'_, '_, Self>,
        (angles, gradient): (&Angles, &mut Angles),
        watch: Watch<'_>,
    ) -> f64 {
        let weigh = weigh.map(|of_state| Weigh {
            observable: on_qubits(ansatz.observable()),
            of_state,
        });
        let by = [&mut gradient.gammas[..], &mut gradient.betas[..]];
        match &ansatz.groups {
            Some(groups) => {
                groups.gradient_watched(states, ansatz.layers(angles), weigh, by, watch)
            }
            None => {
                let cost = on_qubits(&ansatz.cost);
                let angles = [&angles.gammas[..], &angles.betas];
                gradient_watched(states, cost, angles, weigh, by, watch)
            }
        }
    }

    fn energies(&self, observable: &Cost) -> Vec<(f64, f64)> {
        self.levels(on_qubits(observable))
    }

    fn probability_of_marked(&self, marks: &Marks) -> f64 {
        self.probability_of(marks.iter())
    }
}

/// Over qudits, or over qubits under a mixer other than ΣX: the cost is a sum of tables.
impl<T: Real> StateEngine for QuditState<T> {
    fn prepare(&mut self, ansatz: &Ansatz, angles: &Angles, watch: Watch<'_>) -> ControlFlow<()> {
        let cost = on_qudits(&ansatz.cost);
        let angles = [&angles.gammas[..], &angles.betas];
        self.prepare_watched(cost, ansatz.mixing(), angles, watch)
    }

    fn value(&mut self, ansatz: &Ansatz, angles: &Angles, watch: Watch<'_>) -> f64 {
        let cost = on_qudits(&ansatz.cost);
        let angles = [&angles.gammas[..], &angles.betas];
        self.value_watched(cost, ansatz.mixing(), angles, watch)
    }

    fn value_and_gradient(
        states: [&mut Self; 2],
        ansatz: &Ansatz,
        weigh: OfState<'_, '_, Self>,
        (angles, gradient): (&Angles, &mut Angles),
        watch: Watch<'_>,
    ) -> f64 {
        let weigh = weigh.map(|of_state| Weigh {
            observable: on_qudits(ansatz.observable()),
            of_state,
        });
        qudits::gradient_watched(
            states,
            (on_qudits(&ansatz.cost), ansatz.mixing()),
            [&angles.gammas, &angles.betas],
            weigh,
            [&mut gradient.gammas, &mut gradient.betas],
            watch,
        )
    }

    fn energies(&self, observable: &Cost) -> Vec<(f64, f64)> {
        self.levels(on_qudits(observable))
    }

    fn probability_of_marked(&self, marks: &Marks) -> f64 {
        self.probability_of(marks.iter())
    }
}

/// The levels of a histogram are so few that nobody waits for a layer.
impl StateEngine for LevelState {
    fn prepare(&mut self, ansatz: &Ansatz, angles: &Angles, _: Watch<'_>) -> ControlFlow<()> {
        self.prepare(on_levels(&ansatz.cost), &angles.gammas, &angles.betas);
        ControlFlow::Continue(())
    }

    fn value(&mut self, ansatz: &Ansatz, angles: &Angles, _: Watch<'_>) -> f64 {
        let cost = on_levels(&ansatz.cost);
        self.prepare(cost, &angles.gammas, &angles.betas);
        self.expectation(cost.energies())
    }

    fn value_and_gradient(
        [state, _]: [&mut Self; 2],
        ansatz: &Ansatz,
        weigh: OfState<'_, '_, Self>,
        (angles, gradient): (&Angles, &mut Angles),
        watch: Watch<'_>,
    ) -> f64 {
        let cost = on_levels(&ansatz.cost);
        let value = StateEngine::value(state, ansatz, angles, watch);
        let by = [&mut gradient.gammas[..], &mut gradient.betas[..]];
        let angles = [&angles.gammas[..], &angles.betas[..]];
        let Some(weigh) = weigh else {
            state.go_back(cost.energies(), cost, angles, by);
            return value;
        };
        let weighing = weigh(state);
        let weights = match weighing.weights {
            ObservableWeights::Levels(weights) => weights,
            ObservableWeights::Marked(marks) => {
                let marked = (0..cost.len()).map(|level| marks.contains(level));
                marked.map(|marked| -f64::from(u8::from(marked))).collect()
            }
        };
        let scaled: Vec<f64> = weights.iter().map(|w| w * weighing.scale).collect();
        state.go_back(&scaled, cost, angles, by);
        weighing.value
    }

    fn energies(&self, observable: &Cost) -> Vec<(f64, f64)> {
        let weights = self.amplitudes().iter().map(|b| b.norm_sqr());
        let energies = on_levels(observable).energies().iter().copied();
        energies.zip(weights).collect()
    }

    fn probability_of_marked(&self, marks: &Marks) -> f64 {
        let marked = marks.iter().map(|level| self.amplitudes()[level as usize]);
        marked.map(|b| b.norm_sqr()).sum()
    }
}
