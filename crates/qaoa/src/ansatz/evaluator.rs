//! Values of an ansatz and their gradients, again and again, in memory that is taken once.

use super::objective::Value;
use super::{Angles, Ansatz, Objective};
use crate::error::Result;
use crate::sim::{Amplitudes, Question, Watch};
use crate::state::State;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// An ansatz with the memory to evaluate it: one state, two from the first gradient on.
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
#[derive(Debug)]
pub struct Evaluator<'a> {
    ansatz: &'a Ansatz,
    state: State,
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

    /// The same evaluator, which asks before every pass over a large state whether to go on. After
    /// a `Break` the value is NaN, its derivatives are none, and [`Evaluator::state`] is no state.
    ///
    /// ```
    /// use ketboard_qaoa::{Angles, Ansatz, Cost, Objective};
    /// use std::ops::ControlFlow;
    /// let ansatz = Ansatz::new(Cost::from_terms(22, [(0b11, 1.0)])?);
    /// let stop = || ControlFlow::Break(());
    /// let mut evaluator = ansatz.evaluator()?.with_stop(&stop);
    /// let angles = Angles::new(vec![0.1; 3], vec![-0.1; 3])?;
    /// assert!(evaluator.value(Objective::Expectation, &angles).is_nan());
    /// # Ok::<(), ketboard_qaoa::Error>(())
    /// ```
    pub fn with_stop(self, ask: &'a (dyn Fn() -> ControlFlow<()> + Sync)) -> Self {
        self.under(Watch::new(ask))
    }

    pub(crate) fn under(self, watch: Watch<'a>) -> Self {
        Self { watch, ..self }
    }

    /// The value of an objective in the state |γ, β⟩; NaN where an angle is not finite. This method
    /// and the others panic if the angles are not of [`Ansatz::shape`].
    pub fn value(&mut self, objective: Objective, angles: &Angles) -> f64 {
        let ansatz = self.ansatz;
        let circuit = ansatz.circuit(angles, self.watch);
        let (state, observable) = (&mut self.state.amplitudes, ansatz.observable());
        let apart = if ansatz.minimizes_cost(objective) {
            state.run(&circuit, true)
        } else if state.run(&circuit, false).is_nan() {
            f64::NAN
        } else if objective == Objective::Expectation {
            let question = Question::Expectation(None);
            state.ask(question, Some(&observable.diagonal))[0]
        } else {
            weighed(ansatz, objective, state).value
        };
        objective.plus(apart, observable.constant)
    }

    /// The value of an objective, and its derivative by each angle in `gradient`, which takes the
    /// lengths of `angles`. There are none where the value is NaN. Panics if the second state does
    /// not fit into memory, which [`Ansatz::check_memory`] says beforehand.
    pub fn value_and_gradient(
        &mut self,
        objective: Objective,
        angles: &Angles,
        gradient: &mut Angles,
    ) -> f64 {
        gradient.take_lengths_of(angles);
        let ansatz = self.ansatz;
        let depth = angles.depth_in(ansatz.shape());
        if depth == 0 {
            return self.value(objective, angles);
        }
        let second = || {
            let room = State::room(ansatz.cost(), ansatz.precision(), true);
            room.expect("memory for the second state was checked")
        };
        let image = &mut self.adjoint.get_or_insert_with(second).amplitudes;
        let state = &mut self.state.amplitudes;
        let circuit = ansatz.circuit(angles, self.watch);
        if state.run(&circuit, false).is_nan() {
            return f64::NAN;
        }
        let known = (!ansatz.minimizes_cost(objective)).then(|| weighed(ansatz, objective, state));
        let observable = ansatz.observable();
        let weighed = known
            .as_ref()
            .map(|of| (&*observable.diagonal, &of.weight, of.scale));
        let (value, derivatives) = state.undo(image, &circuit, weighed);
        if value.is_nan() {
            return value;
        }
        let (value, scale) = known.map_or((value, 1.0), |of| (of.value, of.scale));
        let Angles { gammas, betas } = gradient;
        for of in derivatives {
            match &ansatz.groups {
                Some(groups) => groups.write(&of, depth, gammas),
                None => gammas[of.layer] = of.gamma,
            }
            let by_beta = betas.iter_mut().skip(of.layer).step_by(depth);
            match of.qubits.is_empty() {
                true => by_beta.for_each(|by| *by = of.beta),
                false => by_beta.zip(&of.qubits).for_each(|(by, of)| *by = *of),
            }
        }
        gammas.iter_mut().chain(betas).for_each(|by| *by *= scale);
        objective.plus(value, observable.constant)
    }

    /// The state |γ, β⟩, valid until the next call.
    pub fn state(&mut self, angles: &Angles) -> &State {
        let circuit = self.ansatz.circuit(angles, self.watch);
        let _stopped = self.state.amplitudes.run(&circuit, false);
        self.state.phase = self.ansatz.phase_left_out(angles);
        &self.state
    }

    pub(super) fn into_state(mut self, angles: &Angles) -> State {
        self.state(angles);
        self.state
    }
}

impl Ansatz {
    fn minimizes_cost(&self, objective: Objective) -> bool {
        objective == Objective::Expectation && self.observable.is_none()
    }
}

/// The value of an objective in a state, and its derivatives by the probabilities.
fn weighed(ansatz: &Ansatz, objective: Objective, state: &Amplitudes) -> Value {
    let solutions = ansatz.solutions();
    let levels = || {
        let of = Some(&*ansatz.observable().diagonal);
        let levels = state.ask_pairs(Question::Levels, of).into_iter();
        levels.map(|[energy, p]| (energy, p)).collect()
    };
    objective.weighed(levels, solutions, || {
        let parts = state.ask_pairs(Question::Parts(Cow::Borrowed(solutions)), None);
        parts.into_iter().map(|[re, im]| re * re + im * im).sum()
    })
}
