//! ⟨C⟩ or another goal and its gradient on registers, again and again, in memory that is taken once.

use super::seen::{value_in, weighing_in};
use super::{Angles, Goal};
use crate::error::Result;
use crate::sim::registers::{
    Mixing, RegisterCost, RegisterState, gradient_of_watched, gradient_watched,
};
use crate::sim::{Purpose, Real, Watch, memory};
use std::ops::ControlFlow;

/// A cost and a mixing with the buffers to evaluate them: one state, and a second one from the first gradient on. Amplitudes are f64, unless
/// another type is named.
///
/// ```
/// use ketboard_qaoa::{Angles, QuditMixing, QuditSpace, QuditTable, RegisterCost, RegisterEvaluator};
/// // two rooks on a board of two by two, one in each row; sharing a column costs 1
/// let space = QuditSpace::new(vec![2, 2])?;
/// let attacked = QuditTable { registers: vec![0, 1], values: vec![1.0, 0.0, 0.0, 1.0] };
/// let cost = RegisterCost::from_tables(space, 0.0, vec![attacked])?;
/// let mixing = QuditMixing::complete(cost.space());
/// let mut evaluator = RegisterEvaluator::new(&cost, &mixing)?;
/// let quarter = std::f64::consts::FRAC_PI_4;
/// let solved = Angles::new(vec![2.0 * quarter], vec![-quarter / 2.0])?;
/// assert!(evaluator.value(&solved) < 1e-12);
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RegisterEvaluator<'a, T: Real = f64> {
    cost: &'a RegisterCost,
    mixing: &'a Mixing,
    state: RegisterState<T>,
    /// Room for C|ψ⟩ on its way back through the layers.
    image: Option<RegisterState<T>>,
    watch: Watch<'a>,
}

impl<'a> RegisterEvaluator<'a> {
    /// An evaluator in f64.
    ///
    /// # Errors
    /// If the mixing is of another space, or two states do not fit into memory.
    pub fn new(cost: &'a RegisterCost, mixing: &'a Mixing) -> Result<Self> {
        Self::in_precision(cost, mixing)
    }
}

impl<'a, T: Real> RegisterEvaluator<'a, T> {
    /// An evaluator in the precision of `T`: `RegisterEvaluator::<f32>::in_precision(&cost, &mixing)`.
    ///
    /// # Errors
    /// If the mixing is of another space, or two states do not fit into memory.
    pub fn in_precision(cost: &'a RegisterCost, mixing: &'a Mixing) -> Result<Self> {
        let states = cost.space().states();
        memory::check_registers(states, Purpose::TwoStates, T::PRECISION)?;
        Self::of_values(cost, mixing)
    }

    /// An evaluator for values and states alone, where two states would not fit.
    ///
    /// # Errors
    /// If the mixing is of another space, or one state does not fit into memory.
    pub fn of_values(cost: &'a RegisterCost, mixing: &'a Mixing) -> Result<Self> {
        mixing.check(cost.space())?;
        Ok(Self {
            cost,
            mixing,
            state: RegisterState::room(cost.space())?,
            image: None,
            watch: Watch::NONE,
        })
    }

    /// The same evaluator under a watch, which may end an evaluation between two passes: its value
    /// is then NaN, its derivatives are none, and [`RegisterEvaluator::state`] is no state.
    pub fn watched_by(self, watch: Watch<'a>) -> Self {
        Self { watch, ..self }
    }

    /// ⟨C⟩ in the state |γ, β⟩; NaN where an angle is not finite.
    ///
    /// # Panics
    /// If the angles are not two per layer, which [`Angles::new`] excludes; so do the other methods.
    pub fn value(&mut self, angles: &Angles) -> f64 {
        let angles = [&angles.gammas[..], &angles.betas];
        self.state
            .value_watched(self.cost, self.mixing, angles, self.watch)
    }

    /// ⟨C⟩, and its derivatives by all 2p angles in `by_angle`, which takes the length of `angles`.
    ///
    /// # Panics
    /// If the second state does not fit into memory, which only [`RegisterEvaluator::of_values`] leaves unchecked.
    pub fn value_and_gradient(&mut self, angles: &Angles, by_angle: &mut Angles) -> f64 {
        let space = self.cost.space();
        let room = || RegisterState::room(space).expect("room for the second state was checked");
        let image = self.image.get_or_insert_with(room);
        by_angle.gammas.resize(angles.depth(), 0.0);
        by_angle.betas.resize(angles.depth(), 0.0);
        gradient_watched(
            [&mut self.state, image],
            self.cost,
            self.mixing,
            [&angles.gammas, &angles.betas],
            [&mut by_angle.gammas, &mut by_angle.betas],
            self.watch,
        )
    }

    /// The value of a goal in the state |γ, β⟩.
    ///
    /// # Panics
    /// As [`RegisterEvaluator::value`].
    pub fn value_of(&mut self, goal: &Goal, angles: &Angles) -> f64 {
        if *goal == Goal::Expectation {
            return self.value(angles);
        }
        match self.prepare(angles) {
            ControlFlow::Continue(()) => value_in(goal, &self.state, self.cost),
            ControlFlow::Break(()) => f64::NAN,
        }
    }

    /// The value of a goal, and its derivatives by all 2p angles.
    ///
    /// # Panics
    /// As [`RegisterEvaluator::value_and_gradient`].
    pub fn value_and_gradient_of(
        &mut self,
        goal: &Goal,
        angles: &Angles,
        by_angle: &mut Angles,
    ) -> f64 {
        if *goal == Goal::Expectation {
            return self.value_and_gradient(angles, by_angle);
        }
        let cost = self.cost;
        let room = || RegisterState::room(cost.space()).expect("room for it was checked");
        let image = self.image.get_or_insert_with(room);
        by_angle.take_lengths_of(angles);
        let weigh = |state: &RegisterState<T>| weighing_in(goal, state, cost);
        gradient_of_watched(
            [&mut self.state, image],
            (cost, self.mixing),
            [&angles.gammas, &angles.betas],
            weigh,
            [&mut by_angle.gammas, &mut by_angle.betas],
            self.watch,
        )
    }

    /// The state |γ, β⟩, valid until the next call.
    pub fn state(&mut self, angles: &Angles) -> &RegisterState<T> {
        let _stopped = self.prepare(angles);
        &self.state
    }

    fn prepare(&mut self, angles: &Angles) -> ControlFlow<()> {
        let angles = [&angles.gammas[..], &angles.betas];
        self.state
            .prepare_watched(self.cost, self.mixing, angles, self.watch)
    }
}
