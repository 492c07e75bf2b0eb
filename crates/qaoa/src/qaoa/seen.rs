//! A state as a goal sees it: how likely each energy is, and how likely the marked states are. The same for qubits and for registers.

use super::Goal;
use crate::sim::registers::{RegisterCost, RegisterState};
use crate::sim::{Diagonal, Marks, Real, State, Weighing};

/// What a goal asks of a state.
pub(super) trait Seen {
    /// The cost whose energies are asked for.
    type Cost;

    /// (energy, probability) of each level of the cost, or of each basis state where there are too many levels.
    fn levels_of(&self, cost: &Self::Cost) -> Vec<(f64, f64)>;

    /// The probability of the marked states.
    fn marked(&self, marks: &Marks) -> f64;
}

impl<T: Real> Seen for State<T> {
    type Cost = Diagonal;

    fn levels_of(&self, cost: &Diagonal) -> Vec<(f64, f64)> {
        self.levels(cost)
    }

    fn marked(&self, marks: &Marks) -> f64 {
        self.probability_of(marks.iter())
    }
}

impl<T: Real> Seen for RegisterState<T> {
    type Cost = RegisterCost;

    fn levels_of(&self, cost: &RegisterCost) -> Vec<(f64, f64)> {
        self.levels(cost)
    }

    fn marked(&self, marks: &Marks) -> f64 {
        self.probability_of(marks.iter())
    }
}

/// The value of a goal in a state.
pub(super) fn value_in<S: Seen>(goal: &Goal, state: &S, cost: &S::Cost) -> f64 {
    goal.value(|| state.levels_of(cost), |marks| state.marked(marks))
}

/// The value of a goal in a state, and its derivatives by probabilities.
pub(super) fn weighing_in<'g, S: Seen>(goal: &'g Goal, state: &S, cost: &S::Cost) -> Weighing<'g> {
    goal.weighing(|| state.levels_of(cost), |marks| state.marked(marks))
}
