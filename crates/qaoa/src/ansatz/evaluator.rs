//! Values of an ansatz and their gradients, again and again, in memory that is taken once.

use super::{Angles, Ansatz, Objective};
use crate::error::Result;
use crate::sim::{Amplitudes, OtherValue, Watch, evaluate, prepare, value_and_gradient};
use crate::state::State;
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

impl<'a> Evaluator<'a> {
    pub(super) fn new(ansatz: &'a Ansatz, watch: Watch<'a>) -> Result<Self> {
        Ok(Self {
            ansatz,
            state: State::room(ansatz.cost(), ansatz.precision(), false)?,
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
        let apart = self.value_apart(objective, angles);
        objective.plus(apart, self.ansatz.observable().constant)
    }

    /// The value for energies without their constant.
    fn value_apart(&mut self, objective: Objective, angles: &Angles) -> f64 {
        let (ansatz, layers) = (self.ansatz, self.ansatz.layers(angles, self.watch));
        let state = &mut self.state.amplitudes;
        if objective == Objective::Expectation && !ansatz.has_observable() {
            return evaluate(state, &layers);
        }
        if prepare(state, &layers).is_break() {
            return f64::NAN;
        }
        if objective == Objective::Expectation {
            return self.state.expectation_apart(ansatz.observable());
        }
        objective.value(
            || self.state.levels(ansatz.observable()),
            || {
                self.state
                    .probability_of(ansatz.solutions().iter().copied())
            },
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
        let (ansatz, watch) = (self.ansatz, self.watch);
        let second = || {
            let room = State::room(ansatz.cost(), ansatz.precision(), true);
            room.expect("memory for the second state was checked")
        };
        let adjoint = &mut self.adjoint.get_or_insert_with(second).amplitudes;
        let observable = ansatz.observable();
        let mut of_state = |state: &Amplitudes| {
            objective.weighed(
                || state.levels(&observable.diagonal),
                ansatz.solutions(),
                || {
                    let parts = state.parts_of(ansatz.solutions());
                    parts.into_iter().map(|[re, im]| re * re + im * im).sum()
                },
            )
        };
        let is_cost = objective == Objective::Expectation && !ansatz.has_observable();
        let other: Option<OtherValue<'_>> = match is_cost {
            true => None,
            false => Some((&*observable.diagonal, &mut of_state)),
        };
        let states = [&mut self.state.amplitudes, adjoint];
        let by = [&mut gradient.gammas[..], &mut gradient.betas[..]];
        let apart = value_and_gradient(states, &ansatz.layers(angles, watch), other, by);
        objective.plus(apart, observable.constant)
    }

    /// The state |γ, β⟩, valid until the next call.
    pub fn state(&mut self, angles: &Angles) -> &State {
        let layers = self.ansatz.layers(angles, self.watch);
        let _stopped: ControlFlow<()> = prepare(&mut self.state.amplitudes, &layers);
        self.state.phase = self.ansatz.phase_left_out(angles);
        &self.state
    }

    /// The state |γ, β⟩, without the memory beside it.
    pub(super) fn into_state(mut self, angles: &Angles) -> State {
        self.state(angles);
        self.state
    }
}
