//! A gate that only permutes basis states or turns their phases, made ready for one pass over many
//! states.

use super::super::Gate;
use num_complex::Complex64;

/// The values of the controls, as masks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    mask: u128,
    value: u128,
}

impl Condition {
    pub(super) fn of(gate: &Gate) -> Self {
        let bit = |qubit: usize| 1_u128 << qubit;
        let ones = gate.controls().filter(|(_, value)| *value);
        Self {
            mask: gate.controls().map(|(qubit, _)| bit(qubit)).sum(),
            value: ones.map(|(qubit, _)| bit(qubit)).sum(),
        }
    }

    pub(super) fn holds(self, state: u128) -> bool {
        state & self.mask == self.value
    }
}

/// One gate of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct SparseStep {
    condition: Condition,
    target: u128,
    flips: bool,
    factors: Option<[Complex64; 2]>,
}

impl SparseStep {
    /// diag(`factors`) on the target or, where that flips, what a value v takes along:
    /// `factors[v]`.
    pub(super) fn new(gate: &Gate, factors: [Complex64; 2], flips: bool) -> Self {
        Self {
            condition: Condition::of(gate),
            target: 1 << gate.target(),
            flips,
            factors: (factors != [Complex64::ONE; 2]).then_some(factors),
        }
    }

    /// Does the gate to one basis state and its amplitude.
    pub(super) fn apply(&self, state: &mut u128, amplitude: &mut Complex64) {
        if !self.condition.holds(*state) {
            return;
        }
        if let Some(factors) = self.factors {
            *amplitude *= factors[usize::from(*state & self.target != 0)];
        }
        if self.flips {
            *state ^= self.target;
        }
    }
}
