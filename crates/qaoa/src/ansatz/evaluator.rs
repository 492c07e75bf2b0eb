//! Values of an ansatz and their gradients, again and again, in memory that is taken once.

use super::engine::{OfState, StateEngine};
use super::{Angles, Ansatz, Objective};
use crate::error::Result;
use crate::sim::cost::levels::LevelState;
use crate::sim::qudits::QuditState;
use crate::sim::{QubitState, Watch};
use crate::state::{State, StateForm};
use std::ops::ControlFlow;

/// An ansatz with the memory to evaluate it: one state, and a second one from the first gradient
/// on.
///
/// ```
/// use ketboard_qaoa::{Angles, Ansatz, Cost, Objective};
/// let ansatz = Ansatz::new(Cost::from_terms(2, [(0b01, 1.0), (0b11, -2.0)])?);
/// let mut evaluator = ansatz.evaluator()?;
/// let mut slope = Angles::default();
/// let angles = Angles::new(vec![0.3], vec![-0.4])?;
/// let value = evaluator.value_and_gradient(Objective::Cvar(0.5), &angles, &mut slope);
/// assert!(value < evaluator.value(Objective::Expectation, &angles));
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    ansatz: &'a Ansatz,
    state: State,
    /// Memory for the adjoint state.
    adjoint: Option<State>,
    watch: Watch<'a>,
}

/// The same call for whichever engine the state belongs to.
macro_rules! by_engine {
    ($self:ident . $method:ident ( $($argument:expr),* )) => {
        match $self.state.amplitudes {
            StateForm::Qubits(_) => $self.$method::<QubitState<f64>>($($argument),*),
            StateForm::QubitsF32(_) => $self.$method::<QubitState<f32>>($($argument),*),
            StateForm::Qudits(_) => $self.$method::<QuditState<f64>>($($argument),*),
            StateForm::QuditsF32(_) => $self.$method::<QuditState<f32>>($($argument),*),
            StateForm::Levels(_) => $self.$method::<LevelState>($($argument),*),
        }
    };
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(ansatz: &'a Ansatz, watch: Watch<'a>) -> Result<Self> {
        Ok(Self {
            ansatz,
            state: State::room(ansatz.cost(), ansatz.precision())?,
            adjoint: None,
            watch,
        })
    }

    /// The same evaluator, which asks between two passes over a large state whether to go on, about
    /// every 50 ms or before every long pass. After a `Break` the value of the evaluation is NaN,
    /// its derivatives are none, and [`Evaluator::state`] is no state.
    ///
    /// ```
    /// use ketboard_qaoa::{Angles, Ansatz, Cost, Objective};
    /// use std::ops::ControlFlow;
    /// let ansatz = Ansatz::new(Cost::from_terms(22, [(0b11, 1.0)])?);
    /// let stop = || ControlFlow::Break(());
    /// let mut evaluator = ansatz.evaluator()?.asking(&stop);
    /// let angles = Angles::new(vec![0.1; 3], vec![-0.1; 3])?;
    /// assert!(evaluator.value(Objective::Expectation, &angles).is_nan());
    /// # Ok::<(), ketboard_qaoa::Error>(())
    /// ```
    pub fn asking(self, ask: &'a (dyn Fn() -> ControlFlow<()> + Sync)) -> Self {
        self.under(Watch::new(ask))
    }

    /// The same evaluator under a watch.
    pub(crate) fn under(self, watch: Watch<'a>) -> Self {
        Self { watch, ..self }
    }

    /// The value of an objective in the state |γ, β⟩; NaN where an angle is not finite.
    ///
    /// # Panics
    /// If the angles are not of [`Ansatz::shape`], which [`Angles::new_in`] excludes; so do the
    /// other methods.
    pub fn value(&mut self, objective: Objective, angles: &Angles) -> f64 {
        let apart = by_engine!(self.value_by(objective, angles));
        objective.plus(apart, self.ansatz.observable().constant)
    }

    /// The value for energies without their constant; so is that of the next methods.
    fn value_by<E: StateEngine>(&mut self, objective: Objective, angles: &Angles) -> f64 {
        let (ansatz, watch) = (self.ansatz, self.watch);
        let state = E::of(&mut self.state);
        if objective == Objective::Expectation && !ansatz.has_observable() {
            return state.value(ansatz, angles, watch);
        }
        if state.prepare(ansatz, angles, watch).is_break() {
            return f64::NAN;
        }
        if objective == Objective::Expectation {
            return self.state.expectation_apart(ansatz.observable());
        }
        self.value_in_state(objective)
    }

    /// The value of an objective in the state at hand.
    fn value_in_state(&self, objective: Objective) -> f64 {
        let (state, ansatz) = (&self.state, self.ansatz);
        objective.value(
            || state.levels(ansatz.observable()),
            || state.probability_of(ansatz.solutions().iter()),
        )
    }

    /// The value of an objective, and its derivative by each angle in `gradient`, which takes the
    /// lengths of `angles`.
    ///
    /// # Panics
    /// If the second state does not fit into memory: [`Ansatz::check_memory`] tells beforehand.
    pub fn value_and_gradient(
        &mut self,
        objective: Objective,
        angles: &Angles,
        gradient: &mut Angles,
    ) -> f64 {
        gradient.take_lengths_of(angles);
        let apart = by_engine!(self.gradient_by(objective, angles, gradient));
        objective.plus(apart, self.ansatz.observable().constant)
    }

    fn gradient_by<E: StateEngine>(
        &mut self,
        objective: Objective,
        angles: &Angles,
        gradient: &mut Angles,
    ) -> f64 {
        let (ansatz, watch) = (self.ansatz, self.watch);
        let second = || {
            let room = State::room_beside(ansatz.cost(), ansatz.precision());
            room.expect("memory for the second state was checked")
        };
        let adjoint = E::of(self.adjoint.get_or_insert_with(second));
        let states = [E::of(&mut self.state), adjoint];
        let mut weigh = |state: &E| {
            objective.diagonal_observable(
                || state.energies(ansatz.observable()),
                ansatz.solutions(),
                || state.probability_of_marked(ansatz.solutions()),
            )
        };
        let is_cost = objective == Objective::Expectation && !ansatz.has_observable();
        let weigh: OfState<'_, 'a, E> = if is_cost { None } else { Some(&mut weigh) };
        E::value_and_gradient(states, ansatz, weigh, (angles, gradient), watch)
    }

    /// The state |γ, β⟩, valid until the next call.
    pub fn state(&mut self, angles: &Angles) -> &State {
        let _stopped: ControlFlow<()> = by_engine!(self.prepare_by(angles));
        self.state.phase = self.ansatz.phase_of_constants(angles);
        &self.state
    }

    fn prepare_by<E: StateEngine>(&mut self, angles: &Angles) -> ControlFlow<()> {
        E::of(&mut self.state).prepare(self.ansatz, angles, self.watch)
    }

    /// The state |γ, β⟩, without the memory beside it.
    pub(super) fn into_state(mut self, angles: &Angles) -> State {
        self.state(angles);
        self.state
    }
}
