//! What a search for angles and the numbers of a state ask for: a cost with an ansatz on it, over qubits or over registers.

use super::Amplitudes;
use crate::error::Result;
use ketboard_qaoa::{
    AngleShape, Angles, Ansatz, Diagonal, Evaluator, Goal, Precision, Purpose, Real, Spread, State,
    Watch, check_memory_in,
};

/// A cost, and the circuit with angles on it.
pub(crate) trait Variational: Sync {
    /// The state that the circuit makes.
    type State<T: Real>: Distribution;
    /// What makes it, again and again.
    type Evaluator<'a, T: Real>: Evaluate<State = Self::State<T>>
    where
        Self: 'a;

    /// Number of basis states.
    fn states(&self) -> usize;
    /// How many angles a layer has: one γ and one β, unless told otherwise.
    fn shape(&self) -> AngleShape {
        AngleShape::STANDARD
    }
    /// Whether the cost has few enough levels to be stored.
    fn stores_levels(&self) -> bool;
    /// How far the cost spreads, and over how many qubits or registers.
    fn spread(&self) -> Spread;
    /// The natural unit of β: 1 for ΣX, whose eigenvalues differ by 2; 2/gap for a mixer whose eigenvalues differ by gap.
    fn beta_unit(&self) -> f64;
    /// The cost of a basis state.
    fn energy_of(&self, index: u64) -> f64;
    /// The lowest cost.
    fn lowest(&self) -> f64;
    /// The highest cost.
    fn highest(&self) -> f64;
    /// The mean cost over all basis states.
    fn mean_energy(&self) -> f64;
    /// How far apart two costs may lie that are equal in exact arithmetic.
    fn tolerance(&self) -> f64;
    /// How many states have the lowest cost.
    fn ground_count(&self) -> u64;
    /// Succeeds if the states that `purpose` needs fit into memory.
    ///
    /// # Errors
    /// If not.
    fn check_room(&self, purpose: Purpose, precision: Precision) -> Result<()>;
    /// Room for one state, and for a second one from the first gradient on; `watch` may end an
    /// evaluation, whose value is then NaN.
    ///
    /// # Errors
    /// If one state does not fit into memory.
    fn evaluator<'a, T: Real>(&'a self, watch: Watch<'a>) -> Result<Self::Evaluator<'a, T>>;
    /// The state at angles.
    ///
    /// # Errors
    /// If the angles are not finite or not two per layer, or the state does not fit into memory.
    fn state<T: Real>(&self, angles: &Angles) -> Result<Self::State<T>>;
    /// ⟨C⟩ in a state.
    fn expectation_in<T: Real>(&self, state: &Self::State<T>) -> f64;
    /// Σ |ψ|² over the states of lowest cost.
    fn ground_probability_in<T: Real>(&self, state: &Self::State<T>) -> f64;
}

/// The value of a goal, its gradient and the state at angles, in memory that is taken once.
pub(crate) trait Evaluate {
    /// The state that it makes.
    type State;
    /// The value of a goal.
    fn value(&mut self, goal: &Goal, angles: &Angles) -> f64;
    /// The value of a goal, and its derivatives by all angles.
    fn value_and_gradient(&mut self, goal: &Goal, angles: &Angles, gradient: &mut Angles) -> f64;
    /// The state, valid until the next call.
    fn state(&mut self, angles: &Angles) -> &Self::State;
}

/// Probabilities of basis states.
pub(crate) trait Distribution: Amplitudes {
    /// The norm of the state.
    fn norm(&self) -> f64;
    /// Σ |ψ|² over the listed basis states.
    fn probability_of(&self, indices: impl Iterator<Item = u64>) -> f64;
    /// Where ascending marks in [0, 1) fall: (basis state, how many).
    fn measured(&self, marks: &[f64]) -> Vec<(u64, u64)>;
    /// The k likeliest basis states, likeliest first.
    fn likeliest(&self, k: usize) -> Vec<(u64, f64)>;
}

/// Plain qubits under the mixer ΣX.
impl Variational for Diagonal {
    type State<T: Real> = State<T>;
    type Evaluator<'a, T: Real> = Evaluator<'a, T>;

    fn states(&self) -> usize {
        1 << self.n()
    }

    fn stores_levels(&self) -> bool {
        self.levels().is_some()
    }

    fn spread(&self) -> Spread {
        Spread {
            standard_deviation: self.standard_deviation(),
            qubits: self.n(),
        }
    }

    fn beta_unit(&self) -> f64 {
        1.0
    }

    fn energy_of(&self, index: u64) -> f64 {
        self.energy(index as usize)
    }

    fn lowest(&self) -> f64 {
        self.min()
    }

    fn highest(&self) -> f64 {
        self.max()
    }

    fn mean_energy(&self) -> f64 {
        self.mean()
    }

    fn tolerance(&self) -> f64 {
        self.rounding()
    }

    fn ground_count(&self) -> u64 {
        self.ground_degeneracy(self.rounding())
    }

    fn check_room(&self, purpose: Purpose, precision: Precision) -> Result<()> {
        Ok(check_memory_in(self.n(), purpose, precision)?)
    }

    fn evaluator<'a, T: Real>(&'a self, watch: Watch<'a>) -> Result<Evaluator<'a, T>> {
        Ok(Evaluator::of_values(self)?.watched_by(watch))
    }

    fn state<T: Real>(&self, angles: &Angles) -> Result<State<T>> {
        Ok(Ansatz::in_precision(self).state(angles)?)
    }

    fn expectation_in<T: Real>(&self, state: &State<T>) -> f64 {
        state.expectation(self)
    }

    fn ground_probability_in<T: Real>(&self, state: &State<T>) -> f64 {
        state.probability_where_energy_at_most(self, self.min() + self.rounding())
    }
}

impl<T: Real> Evaluate for Evaluator<'_, T> {
    type State = State<T>;

    fn value(&mut self, goal: &Goal, angles: &Angles) -> f64 {
        self.value_of(goal, angles)
    }

    fn value_and_gradient(&mut self, goal: &Goal, angles: &Angles, gradient: &mut Angles) -> f64 {
        self.value_and_gradient_of(goal, angles, gradient)
    }

    fn state(&mut self, angles: &Angles) -> &State<T> {
        self.state(angles)
    }
}

impl<T: Real> Distribution for State<T> {
    fn norm(&self) -> f64 {
        self.norm()
    }

    fn probability_of(&self, indices: impl Iterator<Item = u64>) -> f64 {
        self.probability_of(indices)
    }

    fn measured(&self, marks: &[f64]) -> Vec<(u64, u64)> {
        self.measured(marks)
    }

    fn likeliest(&self, k: usize) -> Vec<(u64, f64)> {
        self.likeliest(k)
    }
}
