//! ⟨C⟩ or another goal and its gradient, again and again, in memory that is taken once.

use super::seen::{value_in, weighing_in};
use super::{Angles, Goal};
use crate::error::Result;
use crate::sim::{
    Diagonal, Purpose, Real, State, Watch, check_memory_in, gradient_of_watched, gradient_watched,
};
use std::ops::ControlFlow;

/// A cost with the buffers to evaluate it: one state, and a second one from the first gradient on. Amplitudes are f64, unless
/// another type is named.
#[derive(Clone, Debug)]
pub struct Evaluator<'a, T: Real = f64> {
    diagonal: &'a Diagonal,
    state: State<T>,
    /// Room for C|ψ⟩ on its way back through the layers.
    image: Option<State<T>>,
    watch: Watch<'a>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of `diagonal` in f64.
    ///
    /// # Errors
    /// If two states do not fit into memory.
    pub fn new(diagonal: &'a Diagonal) -> Result<Self> {
        Self::in_precision(diagonal)
    }
}

impl<'a, T: Real> Evaluator<'a, T> {
    /// An evaluator in the precision of `T`: `Evaluator::<f32>::in_precision(&cost)`.
    ///
    /// # Errors
    /// If two states do not fit into memory.
    pub fn in_precision(diagonal: &'a Diagonal) -> Result<Self> {
        check_memory_in(diagonal.n(), Purpose::TwoStates, T::PRECISION)?;
        Self::of_values(diagonal)
    }

    /// An evaluator for values and states alone, where two states would not fit.
    ///
    /// # Errors
    /// If one state does not fit into memory.
    pub fn of_values(diagonal: &'a Diagonal) -> Result<Self> {
        Ok(Self {
            diagonal,
            state: State::room(diagonal.n())?,
            image: None,
            watch: Watch::NONE,
        })
    }

    /// The same evaluator under a watch, which may end an evaluation between two passes: its value
    /// is then NaN, its derivatives are none, and [`Evaluator::state`] is no state.
    pub fn watched_by(self, watch: Watch<'a>) -> Self {
        Self { watch, ..self }
    }

    /// ⟨C⟩ in the state |γ, β⟩; NaN where an angle is not finite.
    ///
    /// # Panics
    /// If the angles are not two per layer, which [`Angles::new`] excludes; so do the other methods.
    pub fn value(&mut self, angles: &Angles) -> f64 {
        self.state
            .value_watched(self.diagonal, &angles.gammas, &angles.betas, self.watch)
    }

    /// ⟨C⟩, and its derivatives by all 2p angles in `gradient`, which takes the length of `angles`.
    ///
    /// # Panics
    /// If the second state does not fit into memory, which only [`Evaluator::of_values`] leaves unchecked.
    pub fn value_and_gradient(&mut self, angles: &Angles, gradient: &mut Angles) -> f64 {
        let n = self.diagonal.n();
        let room = || State::room_beside(n).expect("room for the second state was checked");
        let image = self.image.get_or_insert_with(room);
        gradient.gammas.resize(angles.depth(), 0.0);
        gradient.betas.resize(angles.depth(), 0.0);
        gradient_watched(
            [&mut self.state, image],
            self.diagonal,
            [&angles.gammas, &angles.betas],
            [&mut gradient.gammas, &mut gradient.betas],
            self.watch,
        )
    }

    /// The value of a goal in the state |γ, β⟩.
    ///
    /// # Panics
    /// As [`Evaluator::value`]; or if marked states are those of another number of qubits.
    pub fn value_of(&mut self, goal: &Goal, angles: &Angles) -> f64 {
        if *goal == Goal::Expectation {
            return self.value(angles);
        }
        match self.prepare(angles) {
            ControlFlow::Continue(()) => value_in(goal, &self.state, self.diagonal),
            ControlFlow::Break(()) => f64::NAN,
        }
    }

    /// The value of a goal, and its derivatives by all 2p angles.
    ///
    /// # Panics
    /// As [`Evaluator::value_and_gradient`] and [`Evaluator::value_of`].
    pub fn value_and_gradient_of(
        &mut self,
        goal: &Goal,
        angles: &Angles,
        gradient: &mut Angles,
    ) -> f64 {
        if *goal == Goal::Expectation {
            return self.value_and_gradient(angles, gradient);
        }
        let (n, diagonal) = (self.diagonal.n(), self.diagonal);
        let room = || State::room_beside(n).expect("room for the second state was checked");
        let image = self.image.get_or_insert_with(room);
        gradient.take_lengths_of(angles);
        let weigh = |state: &State<T>| weighing_in(goal, state, diagonal);
        gradient_of_watched(
            [&mut self.state, image],
            diagonal,
            [&angles.gammas, &angles.betas],
            weigh,
            [&mut gradient.gammas, &mut gradient.betas],
            self.watch,
        )
    }

    /// The state |γ, β⟩, valid until the next call.
    pub fn state(&mut self, angles: &Angles) -> &State<T> {
        let _stopped = self.prepare(angles);
        &self.state
    }

    fn prepare(&mut self, angles: &Angles) -> ControlFlow<()> {
        self.state
            .prepare_watched(self.diagonal, &angles.gammas, &angles.betas, self.watch)
    }
}
