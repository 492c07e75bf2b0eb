//! Where each variable is, and the gates so far: whatever is emitted keeps the two together.
//!
//! ZZ(θ) = CX(a,b) RZ(b,θ) CX(a,b); merged with a swap it is CX(a,b) RZ(b,θ) CX(b,a) CX(a,b): one
//! gate less than apart.

use super::lowered::LoweredLayer;
use crate::circuit::{Gate, Op, parity_rotation};

/// Where each variable is.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// Variable → qubit.
    pub(super) at: Vec<usize>,
    /// Qubit → variable.
    pub(super) holds: Vec<Option<usize>>,
}

impl Places {
    pub(super) fn new(placement: &[usize], qubits: usize) -> Self {
        let mut holds = vec![None; qubits];
        for (variable, &qubit) in placement.iter().enumerate() {
            holds[qubit] = Some(variable);
        }
        Self {
            at: placement.to_vec(),
            holds,
        }
    }

    /// What two qubits hold changes places.
    pub(super) fn exchange(&mut self, a: usize, b: usize) {
        self.holds.swap(a, b);
        for qubit in [a, b] {
            if let Some(variable) = self.holds[qubit] {
                self.at[variable] = qubit;
            }
        }
    }

    /// The variables on two qubits, if both hold one.
    pub(super) fn both(&self, a: usize, b: usize) -> Option<(usize, usize)> {
        self.holds[a].zip(self.holds[b])
    }
}

#[derive(Clone, Debug)]
pub(super) struct RoutingState {
    pub(super) places: Places,
    pub(super) gates: Vec<Gate>,
    /// The last gate on each qubit.
    last: Vec<Option<usize>>,
}

impl RoutingState {
    pub(super) fn new(placement: &[usize], qubits: usize) -> Self {
        Self {
            places: Places::new(placement, qubits),
            gates: Vec::new(),
            last: vec![None; qubits],
        }
    }

    /// A gate on qubits.
    pub(super) fn push(&mut self, gate: Gate) {
        let last = Some(self.gates.len());
        gate.qubits.iter().for_each(|&q| self.last[q] = last);
        self.gates.push(gate);
    }

    /// A gate on variables.
    pub(super) fn step(&mut self, gate: &Gate) {
        self.push(gate.moved(|variable| self.places.at[variable]));
    }

    /// The two qubits, so ordered that the second has met fewer gates: a CX on an untouched |+⟩ can
    /// later be left out.
    fn oriented(&self, a: usize, b: usize) -> (usize, usize) {
        let prepared = |at: usize| self.gates[at].op == Op::H;
        let touched = |q: usize| self.last[q].is_some_and(|at| !prepared(at));
        if touched(b) && !touched(a) {
            (b, a)
        } else {
            (a, b)
        }
    }

    pub(super) fn zz(&mut self, a: usize, b: usize, angle: f64) {
        let (a, b) = self.oriented(a, b);
        for gate in parity_rotation(&[a, b], angle) {
            self.push(gate);
        }
    }

    pub(super) fn zz_swap(&mut self, a: usize, b: usize, angle: f64) {
        let (a, b) = self.oriented(a, b);
        for gate in [
            Gate::cx(a, b),
            Gate::rz(b, angle),
            Gate::cx(b, a),
            Gate::cx(a, b),
        ] {
            self.push(gate);
        }
        self.places.exchange(a, b);
    }

    pub(super) fn swap(&mut self, a: usize, b: usize) {
        let (mut a, mut b) = self.oriented(a, b);
        // begin with the CX that is there already: the two cancel
        if let (Some(i), Some(j)) = (self.last[a], self.last[b])
            && i == j
            && self.gates[i] == Gate::cx(b, a)
        {
            std::mem::swap(&mut a, &mut b);
        }
        for gate in [Gate::cx(a, b), Gate::cx(b, a), Gate::cx(a, b)] {
            self.push(gate);
        }
        self.places.exchange(a, b);
    }

    /// Does the phase of the variables on two qubits, if the layer has one, and exchanges them
    /// where `swap` says so.
    pub(super) fn meet(&mut self, a: usize, b: usize, layer: &LoweredLayer, meeting: Meeting) {
        let both = self.places.both(a, b);
        let angle = both.and_then(|(x, y)| layer.angle(x, y));
        match (meeting, angle) {
            (Meeting::Phase, None) => {}
            (Meeting::Phase, Some(angle)) => self.zz(a, b, angle),
            (Meeting::Swap, _) | (Meeting::Both, None) => self.swap(a, b),
            (Meeting::Both, Some(angle)) => self.zz_swap(a, b, angle),
        }
    }
}

/// What two neighbors do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meeting {
    /// Their phase.
    Phase,
    /// They change places.
    Swap,
    /// Both.
    Both,
}

impl Meeting {
    /// Its gates on two qubits.
    pub(super) fn gates(self) -> usize {
        match self {
            Self::Phase => 2,
            Self::Swap | Self::Both => 3,
        }
    }
}
