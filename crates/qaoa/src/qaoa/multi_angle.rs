//! QAOA with an angle for each group of terms in every layer, and one β for all qubits or one for each of them.
//!
//! > |γ, β⟩ = Π_{k=p..1} e^{−iΣ_q β_kq X_q} e^{−i Σ_g γ_kg C_g} |+⟩ⁿ
//!
//! A group is what the caller says it is: all terms of one kind of rule, or a single term; each term and each qubit with an angle of its own is
//! multi-angle QAOA (Herrman et al. 2022, Sci. Rep. 12, 6781, eq. 4). With one group, or equal angles, it is [`Ansatz`](super::Ansatz). Angles are in the shape of
//! [`MultiAngle::shape`].

use super::seen::{value_in, weighing_in};
use super::{AngleShape, Angles, Goal};
use crate::error::Result;
use crate::sim::{Groups, LayersInGroups, Purpose, Real, State, Watch, check_memory_in};
use std::ops::ControlFlow;

/// How many β a layer has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MixerAngles {
    /// One for all qubits.
    #[default]
    Shared,
    /// One for each qubit.
    EachQubit,
}

/// The multi-angle ansatz with memory for a state, and for a second one from the first gradient on. Amplitudes are f64, unless another type is named.
#[derive(Clone, Debug)]
pub struct MultiAngle<'a, T: Real = f64> {
    groups: &'a Groups,
    shape: AngleShape,
    state: State<T>,
    image: Option<State<T>>,
    watch: Watch<'a>,
}

impl<'a> MultiAngle<'a> {
    /// The ansatz of a cost in groups, in f64.
    ///
    /// # Errors
    /// If two states do not fit into memory.
    pub fn new(groups: &'a Groups, mixer: MixerAngles) -> Result<Self> {
        Self::in_precision(groups, mixer)
    }
}

impl MixerAngles {
    /// The shape of the angles of a cost in groups.
    pub fn shape(self, groups: &Groups) -> AngleShape {
        AngleShape {
            groups: groups.len(),
            mixers: match self {
                Self::Shared => 1,
                Self::EachQubit => groups.cost().n().max(1),
            },
        }
    }
}

impl<'a, T: Real> MultiAngle<'a, T> {
    /// The ansatz of a cost in groups, in the precision of `T`.
    ///
    /// # Errors
    /// If two states do not fit into memory.
    pub fn in_precision(groups: &'a Groups, mixer: MixerAngles) -> Result<Self> {
        check_memory_in(groups.cost().n(), Purpose::TwoStates, T::PRECISION)?;
        Self::of_values(groups, mixer)
    }

    /// The ansatz for values and states alone, where two states would not fit.
    ///
    /// # Errors
    /// If one state does not fit into memory.
    pub fn of_values(groups: &'a Groups, mixer: MixerAngles) -> Result<Self> {
        Ok(Self {
            groups,
            shape: mixer.shape(groups),
            state: State::room(groups.cost().n())?,
            image: None,
            watch: Watch::NONE,
        })
    }

    /// The same evaluator under a watch, which may end an evaluation between two passes: its value
    /// is then NaN, its derivatives are none, and [`MultiAngle::state`] is no state.
    pub fn watched_by(self, watch: Watch<'a>) -> Self {
        Self { watch, ..self }
    }

    /// The shape of its angles.
    pub fn shape(&self) -> AngleShape {
        self.shape
    }

    /// The state |γ, β⟩, valid until the next call.
    ///
    /// # Panics
    /// If the angles are not of [`MultiAngle::shape`], which [`Angles::new_in`] excludes; so do the other methods.
    pub fn state(&mut self, angles: &Angles) -> &State<T> {
        let _stopped = self.prepare(angles);
        &self.state
    }

    fn prepare(&mut self, angles: &Angles) -> ControlFlow<()> {
        let layers = layers(angles, self.shape);
        self.groups
            .prepare_watched(&mut self.state, layers, self.watch)
    }

    /// The state that was made last, without the memory beside it.
    pub fn into_state(self) -> State<T> {
        self.state
    }

    /// ⟨C⟩ in the state |γ, β⟩; NaN where an angle is not finite.
    pub fn value(&mut self, angles: &Angles) -> f64 {
        let layers = layers(angles, self.shape);
        self.groups
            .value_watched(&mut self.state, layers, self.watch)
    }

    /// ⟨C⟩, and its derivatives by all angles in `gradient`, by the adjoint method: about three evaluations, however many angles.
    ///
    /// # Panics
    /// If the second state does not fit into memory, which only [`MultiAngle::of_values`] leaves unchecked.
    pub fn value_and_gradient(&mut self, angles: &Angles, gradient: &mut Angles) -> f64 {
        let layers = layers(angles, self.shape);
        let states = both(&mut self.state, &mut self.image);
        gradient.take_lengths_of(angles);
        let by = [&mut gradient.gammas[..], &mut gradient.betas[..]];
        self.groups.gradient_watched(states, layers, by, self.watch)
    }

    /// The value of a goal in the state |γ, β⟩.
    ///
    /// # Panics
    /// As [`MultiAngle::state`].
    pub fn value_of(&mut self, goal: &Goal, angles: &Angles) -> f64 {
        if *goal == Goal::Expectation {
            return self.value(angles);
        }
        match self.prepare(angles) {
            ControlFlow::Continue(()) => value_in(goal, &self.state, self.groups.cost()),
            ControlFlow::Break(()) => f64::NAN,
        }
    }

    /// The value of a goal, and its derivatives by all angles.
    ///
    /// # Panics
    /// As [`MultiAngle::value_and_gradient`].
    pub fn value_and_gradient_of(
        &mut self,
        goal: &Goal,
        angles: &Angles,
        gradient: &mut Angles,
    ) -> f64 {
        if *goal == Goal::Expectation {
            return self.value_and_gradient(angles, gradient);
        }
        let (groups, layers) = (self.groups, layers(angles, self.shape));
        let states = both(&mut self.state, &mut self.image);
        gradient.take_lengths_of(angles);
        let by = [&mut gradient.gammas[..], &mut gradient.betas[..]];
        let weigh = |state: &State<T>| weighing_in(goal, state, groups.cost());
        groups.gradient_of_watched(states, layers, weigh, by, self.watch)
    }
}

fn layers(angles: &Angles, shape: AngleShape) -> LayersInGroups<'_> {
    LayersInGroups {
        depth: angles.depth_in(shape),
        gammas: &angles.gammas,
        betas: &angles.betas,
    }
}

/// The state, and the image, which is made where there is none yet.
fn both<'a, T: Real>(
    state: &'a mut State<T>,
    image: &'a mut Option<State<T>>,
) -> [&'a mut State<T>; 2] {
    let n = state.n();
    let room = || State::room_beside(n).expect("room for the second state was checked");
    [state, image.get_or_insert_with(room)]
}
