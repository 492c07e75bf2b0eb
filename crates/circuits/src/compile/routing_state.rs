//! Where each variable is, and the gates so far: whatever is emitted keeps the two together.
//!
//! ZZ(θ) = CX(a,b) RZ(b,θ) CX(a,b); merged with a swap it is CX(a,b) RZ(b,θ) CX(b,a) CX(a,b): one
//! gate less than apart.

use super::program::{LoweredLayer, LoweredStep};
use crate::circuit::{Gate, Op};

#[derive(Clone, Debug)]
pub(super) struct RoutingState {
    /// Variable → qubit.
    pub(super) at: Vec<usize>,
    /// Qubit → variable.
    pub(super) holds: Vec<Option<usize>>,
    pub(super) gates: Vec<Gate>,
    /// The last gate on each qubit.
    last: Vec<Option<usize>>,
}

impl RoutingState {
    pub(super) fn new(placement: &[usize], qubits: usize) -> Self {
        let mut board = Self {
            at: Vec::new(),
            holds: vec![None; qubits],
            gates: Vec::new(),
            last: vec![None; qubits],
        };
        board.place(placement);
        board
    }

    /// States where the variables are from now on.
    pub(super) fn place(&mut self, placement: &[usize]) {
        self.at = placement.to_vec();
        self.holds.fill(None);
        for (variable, &qubit) in placement.iter().enumerate() {
            self.holds[qubit] = Some(variable);
        }
    }

    pub(super) fn one(&mut self, op: Op, qubit: usize) {
        self.last[qubit] = Some(self.gates.len());
        self.gates.push(Gate::new(op, qubit));
    }

    pub(super) fn cx(&mut self, control: usize, target: usize) {
        self.last[control] = Some(self.gates.len());
        self.last[target] = Some(self.gates.len());
        self.gates.push(Gate::cx(control, target));
    }

    pub(super) fn step(&mut self, step: LoweredStep) {
        match step {
            LoweredStep::One(op, variable) => self.one(op, self.at[variable]),
            LoweredStep::Cx(control, target) => self.cx(self.at[control], self.at[target]),
        }
    }

    /// The two qubits, so ordered that the second has met fewer gates: a CX on an untouched |+⟩ can
    /// later be left out.
    fn oriented(&self, a: usize, b: usize) -> (usize, usize) {
        let prepared = |at: usize| self.gates[at] == Gate::h(self.gates[at].target);
        let touched = |q: usize| self.last[q].is_some_and(|at| !prepared(at));
        if touched(b) && !touched(a) {
            (b, a)
        } else {
            (a, b)
        }
    }

    pub(super) fn zz(&mut self, a: usize, b: usize, angle: f64) {
        let (a, b) = self.oriented(a, b);
        self.cx(a, b);
        self.one(Op::Rz(angle), b);
        self.cx(a, b);
    }

    pub(super) fn zz_swap(&mut self, a: usize, b: usize, angle: f64) {
        let (a, b) = self.oriented(a, b);
        self.cx(a, b);
        self.one(Op::Rz(angle), b);
        self.cx(b, a);
        self.cx(a, b);
        self.exchange(a, b);
    }

    pub(super) fn swap(&mut self, a: usize, b: usize) {
        let (mut a, mut b) = self.oriented(a, b);
        // begin with the CX that stands there already: the two cancel
        if let (Some(i), Some(j)) = (self.last[a], self.last[b])
            && i == j
            && self.gates[i] == Gate::cx(b, a)
        {
            std::mem::swap(&mut a, &mut b);
        }
        self.cx(a, b);
        self.cx(b, a);
        self.cx(a, b);
        self.exchange(a, b);
    }

    fn exchange(&mut self, a: usize, b: usize) {
        self.holds.swap(a, b);
        for qubit in [a, b] {
            if let Some(variable) = self.holds[qubit] {
                self.at[variable] = qubit;
            }
        }
    }

    /// Does the phase of the variables on two qubits, if the layer has one, and exchanges them
    /// where `swap` says so.
    pub(super) fn meet(&mut self, a: usize, b: usize, layer: &LoweredLayer, meeting: Meeting) {
        let (x, y) = (self.holds[a], self.holds[b]);
        let angle = x.zip(y).and_then(|(x, y)| layer.angle(x, y));
        match (meeting, angle) {
            (Meeting::Phase, None) => {}
            (Meeting::Phase, Some(angle)) => self.zz(a, b, angle),
            (Meeting::Swap, _) => self.swap(a, b),
            (Meeting::Both, None) => self.swap(a, b),
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
