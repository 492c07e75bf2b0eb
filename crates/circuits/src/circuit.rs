//! Circuits as data: registers, gates in order, and what is measured; two simulators that run them
//! gate by gate.
//!
//! A gate is an operation ([`Op`]) on one qubit under any number of controls ([`Gate`]), or one
//! that a device has, on one or two. There are no loops and no classical feedback. Measurement
//! comes at the end; where an algorithm keeps one outcome in the middle, the sparse state is
//! projected there ([`SparseState::project`]), which gives the same distribution (deferred
//! measurement: Nielsen & Chuang, §4.4).
//!
//! [`Circuit::simulate`] is the dense judge for small circuits; [`SparseState`] holds the basis
//! states that occur, of up to 128 qubits. [`Circuit::decomposed`] writes every gate with
//! single-qubit gates and CX, as hardware takes them, without routing or merging.

mod decompose;
mod dense;
mod gate;
mod op;
mod program;
mod registers;
#[cfg(test)]
mod samples;
pub(crate) mod sparse;
mod w_state;

pub(crate) use dense::{DenseMatrix, apply_matrix};
pub use gate::Gate;
pub use op::Op;
pub(crate) use op::{OpAction, cis};
pub use program::{Program, ProgramLayer};
pub(crate) use program::{disjoint_rounds, parity_rotation};
#[cfg(test)]
pub(crate) use registers::CostTerms;
pub use registers::{GateCount, Qudit, Register, RegisterAnsatz};
#[cfg(test)]
pub(crate) use sparse::NEGLIGIBLE;
pub use sparse::SparseState;
pub(crate) use w_state::{bits, elementary, spread, uniform, w_state};

use std::collections::BTreeMap;

/// Gates in the order they are applied to |0…0⟩.
///
/// ```
/// use ketboard_circuits::{Circuit, Gate};
///
/// let mut bell = Circuit::new(2);
/// bell.extend([Gate::h(0), Gate::cx(0, 1)]);
/// assert_eq!((bell.depth(), bell.two_qubit_gates()), (2, 1));
/// assert!((bell.simulate()?[3].norm_sqr() - 0.5).abs() < 1e-12); // |11⟩
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Circuit {
    qubits: usize,
    registers: Vec<Register>,
    gates: Vec<Gate>,
    measured: Option<Vec<usize>>,
}

impl Circuit {
    /// The circuit without gates, on qubits that belong to no register.
    pub fn new(qubits: usize) -> Self {
        Self {
            qubits,
            ..Self::default()
        }
    }

    /// Adds `size` qubits under a name; they come after those that it has.
    pub(crate) fn add_data(&mut self, name: impl Into<String>, size: usize) -> Register {
        self.add_register(name.into(), false, size)
    }

    /// The same of qubits that start at 0 and come back to 0.
    pub(crate) fn add_ancillas(&mut self, name: impl Into<String>, size: usize) -> Register {
        self.add_register(name.into(), true, size)
    }

    fn add_register(&mut self, name: String, is_ancilla: bool, size: usize) -> Register {
        let qubits = self.qubits..self.qubits + size;
        self.qubits += size;
        let register = Register {
            name,
            is_ancilla,
            qubits,
        };
        self.registers.push(register.clone());
        register
    }

    /// Appends a gate. Panics if it acts on a qubit that the circuit does not have, or twice on the
    /// same, or is a device's under a control.
    pub fn push(&mut self, gate: Gate) {
        let on = &gate.qubits;
        let distinct = on.iter().enumerate().all(|(i, q)| !on[..i].contains(q));
        let is_one = gate.values.is_empty() || !gate.op.is_of_devices();
        assert!(
            is_one && distinct && on.iter().all(|&q| q < self.qubits),
            "{gate:?} in a circuit of {} qubits",
            self.qubits
        );
        self.gates.push(gate);
    }

    /// Appends gates, as [`Self::push`] does.
    pub fn extend(&mut self, gates: impl IntoIterator<Item = Gate>) {
        gates.into_iter().for_each(|gate| self.push(gate));
    }

    /// States which qubits are measured at the end; bit i of the outcome is the i-th of them.
    /// Without this, all are. Panics if the circuit does not have one of them.
    pub fn measure(&mut self, qubits: Vec<usize>) {
        assert!(qubits.iter().all(|&q| q < self.qubits), "{qubits:?}");
        self.measured = Some(qubits);
    }

    /// The qubits that are measured at the end, in the order of the outcome's bits.
    pub fn measured(&self) -> Vec<usize> {
        let all = || (0..self.qubits).collect();
        self.measured.clone().unwrap_or_else(all)
    }

    /// Number of qubits, ancillas included.
    pub fn qubits(&self) -> usize {
        self.qubits
    }

    /// The named registers, in the order of their qubits.
    pub fn registers(&self) -> &[Register] {
        &self.registers
    }

    /// Number of ancilla qubits.
    pub fn ancillas(&self) -> usize {
        let registers = self.registers.iter();
        registers
            .filter(|register| register.is_ancilla)
            .map(|register| register.qubits.len())
            .sum()
    }

    /// The gates, first applied first.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// How many gates of each name there are ([`Gate::name`]).
    pub fn gate_counts(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for gate in &self.gates {
            *counts.entry(gate.name()).or_default() += 1;
        }
        counts
    }

    /// Number of gates on two qubits.
    pub fn two_qubit_gates(&self) -> usize {
        let gates = self.gates.iter();
        gates.filter(|gate| gate.both().is_some()).count()
    }

    /// Length of the longest chain of gates that must follow each other, without measurements.
    pub fn depth(&self) -> usize {
        self.longest_chain(|_| 1)
    }

    /// [`Self::depth`] where only gates on two qubits take time.
    pub fn two_qubit_depth(&self) -> usize {
        self.longest_chain(|gate| usize::from(gate.both().is_some()))
    }

    pub(crate) fn longest_chain(&self, duration: impl Fn(&Gate) -> usize) -> usize {
        let mut chains = Chains::new(self.qubits);
        let gates = self.gates.iter();
        gates.for_each(|gate| chains.add(&gate.qubits, duration(gate)));
        chains.longest()
    }

    pub(crate) fn used(&self) -> Vec<usize> {
        let gates = self.gates.iter().flat_map(|gate| &gate.qubits);
        let mut used: Vec<usize> = gates.copied().chain(self.measured()).collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// The same circuit on the [used](Self::used) qubits alone, numbered in their order.
    pub(crate) fn compacted(&self) -> Self {
        self.renumbered(&self.used())
    }

    /// The same circuit on these qubits alone, the k-th of them as qubit k.
    pub(crate) fn renumbered(&self, order: &[usize]) -> Self {
        let place = |qubit| order.iter().position(|q| *q == qubit);
        let place = |qubit| place(qubit).expect("every qubit that is used is in the order");
        let mut circuit = Self::new(order.len());
        circuit.extend(self.gates.iter().map(|gate| gate.moved(place)));
        circuit.measure(self.measured().into_iter().map(place).collect());
        circuit
    }
}

/// When each qubit is free again, of gates that must follow each other.
#[derive(Clone, Debug)]
pub(crate) struct Chains(Vec<usize>);

impl Chains {
    pub(crate) fn new(qubits: usize) -> Self {
        Self(vec![0; qubits])
    }

    pub(crate) fn add(&mut self, on: &[usize], length: usize) {
        let start = on.iter().map(|&q| self.0[q]).max().unwrap_or(0);
        on.iter().for_each(|&q| self.0[q] = start + length);
    }

    pub(crate) fn longest(self) -> usize {
        self.0.into_iter().max().unwrap_or(0)
    }
}

/// The inverse of `spread`, `action`, `spread` again.
pub(crate) fn around(spread: &[Gate], action: impl IntoIterator<Item = Gate>) -> Vec<Gate> {
    let again = spread.iter().cloned();
    inverse(spread).chain(action).chain(again).collect()
}

/// −1 where all of `qubits`, each with its value, and at least one, are so.
pub(crate) fn flip_where(values: impl IntoIterator<Item = (usize, bool)>) -> Vec<Gate> {
    let mut values = values.into_iter();
    let (target, value) = values.next().expect("a sign needs a qubit");
    let flip = values.fold(Gate::z(target), |gate, (q, value)| gate.when(q, value));
    if value {
        vec![flip]
    } else {
        vec![Gate::x(target), flip, Gate::x(target)]
    }
}

pub(crate) fn inverse(gates: &[Gate]) -> impl Iterator<Item = Gate> {
    gates.iter().rev().map(Gate::inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_the_longest_chain() {
        let mut circuit = Circuit::new(3);
        assert_eq!(circuit.depth(), 0);
        circuit.extend([Gate::h(0), Gate::h(1), Gate::cx(0, 1), Gate::rx(2, 1.0)]);
        assert_eq!((circuit.depth(), circuit.two_qubit_depth()), (2, 1));
    }

    #[test]
    fn registers_follow_each_other_and_ancillas_are_counted() {
        let mut circuit = Circuit::default();
        let data = circuit.add_data("data", 3);
        let ancilla = circuit.add_ancillas("work", 2);
        assert_eq!((data.qubits.clone(), ancilla.qubits.clone()), (0..3, 3..5));
        assert_eq!((circuit.qubits(), circuit.ancillas()), (5, 2));
        assert_eq!(circuit.measured(), [0, 1, 2, 3, 4]);
        circuit.measure(data.qubits.collect());
        assert_eq!(circuit.measured(), [0, 1, 2]);
    }

    #[test]
    #[should_panic(expected = "in a circuit of 2 qubits")]
    fn a_gate_may_not_act_twice_on_a_qubit() {
        Circuit::new(2).push(Gate::x(1).when(0, true).when(0, false));
    }
}
