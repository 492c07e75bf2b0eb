//! Native gates in order, what is measured, and what they cost: counts, depth, duration.

use super::{NativeGate, NativeKind};
use crate::circuit::Chains;
use std::collections::BTreeMap;

/// Gates of a device in the order they are applied to |0…0⟩, and the qubits that are measured at
/// the end.
///
/// ```
/// use ketboard_circuits::{NativeCircuit, NativeGate};
///
/// let gates = vec![NativeGate::Sx(7), NativeGate::Rz(7, 0.2), NativeGate::Cz(7, 4)];
/// let circuit = NativeCircuit { qubits: 9, gates, measured: vec![7] };
/// assert_eq!(circuit.two_qubit_depth(), 1);
/// assert!((circuit.probabilities()?[1] - 0.5).abs() < 1e-12);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NativeCircuit {
    /// Qubits of the device.
    pub qubits: usize,
    /// The gates, first applied first.
    pub gates: Vec<NativeGate>,
    /// Bit i of the outcome is the qubit `measured[i]`.
    pub measured: Vec<usize>,
}

impl NativeCircuit {
    /// How many gates of each name there are.
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        for gate in &self.gates {
            *counts.entry(gate.name()).or_default() += 1;
        }
        counts
    }

    /// Number of gates of a kind.
    pub fn count(&self, kind: NativeKind) -> usize {
        self.gates.iter().filter(|gate| gate.kind() == kind).count()
    }

    /// Length of the longest chain of gates on two qubits that must follow each other.
    pub fn two_qubit_depth(&self) -> usize {
        self.longest_chain(|gate| usize::from(gate.kind() == NativeKind::TwoQubit))
    }

    /// The longest chain of gates that must follow each other, each as long as `duration` says;
    /// measurements are not counted.
    pub(crate) fn longest_chain(&self, duration: impl Fn(&NativeGate) -> usize) -> usize {
        let gates = self.gates.iter();
        Chains::longest_of(
            self.qubits,
            gates.map(|gate| (gate.qubits(), duration(gate))),
        )
    }

    /// The qubits that a gate acts on or that are measured, ascending.
    pub(crate) fn used(&self) -> Vec<usize> {
        let mut used: Vec<usize> = self.gates.iter().flat_map(|gate| gate.qubits()).collect();
        used.extend(&self.measured);
        used.sort_unstable();
        used.dedup();
        used
    }

    /// The same circuit on the [used](Self::used) qubits alone, numbered in their order: what a
    /// simulator needs of a large device.
    pub(crate) fn compacted(&self) -> Self {
        let used = self.used();
        let place = |q: usize| used.binary_search(&q).expect("a used qubit is in the list");
        Self {
            qubits: used.len(),
            gates: self.gates.iter().map(|gate| gate.on(place)).collect(),
            measured: self.measured.iter().map(|&q| place(q)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> NativeCircuit {
        NativeCircuit {
            qubits: 9,
            gates: vec![
                NativeGate::Sx(7),
                NativeGate::Rz(7, 0.2),
                NativeGate::Cz(7, 4),
                NativeGate::Sx(2),
                NativeGate::Cz(4, 2),
            ],
            measured: vec![4, 8],
        }
    }

    #[test]
    fn a_circuit_counts_its_gates_and_its_longest_chain() {
        let circuit = sample();
        assert_eq!(
            circuit.counts(),
            BTreeMap::from([("cz", 2), ("rz", 1), ("sx", 2)])
        );
        let kinds = [
            NativeKind::Virtual,
            NativeKind::OneQubit,
            NativeKind::TwoQubit,
        ]
        .map(|k| circuit.count(k));
        assert_eq!((kinds, circuit.two_qubit_depth()), ([1, 2, 2], 2));
        let length = |gate: &NativeGate| match gate.kind() {
            NativeKind::Virtual => 0,
            NativeKind::OneQubit => 30,
            NativeKind::TwoQubit => 70,
        };
        assert_eq!(circuit.longest_chain(length), 170);
    }

    #[test]
    fn a_compacted_circuit_has_the_used_qubits_in_their_order() {
        let compact = sample().compacted();
        assert_eq!((compact.qubits, compact.measured), (4, vec![1, 3]));
        let qubits: Vec<_> = compact.gates.iter().map(|gate| gate.qubits()).collect();
        assert_eq!(qubits, [vec![2], vec![2], vec![2, 1], vec![0], vec![1, 0]]);
    }
}
