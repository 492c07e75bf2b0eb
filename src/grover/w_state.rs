//! W states: one 1 among n qubits, each place with amplitude 1/√n, by an exact recursion of controlled rotations.
//!
//! The 1 starts at the first qubit. Step k keeps the share 1/(n − k + 1) of its probability there and hands the rest on:
//! RY(2 arccos √(1/(n − k + 1))) on qubit k under qubit k − 1, then CX back. (Exercise "W state" of the QuantumKatas, which the
//! source "Solving N-Queens Puzzle with Q#" refers to.) With a CX before it too, the step is a rotation between |10⟩ and |01⟩ that
//! keeps |00⟩ and |11⟩, and so the number of ones of whatever it meets.

use crate::circuit::Gate;
use std::ops::Range;

/// The gates from |0…0⟩ to the W state of `qubits`.
pub fn w_state(qubits: Range<usize>) -> Vec<Gate> {
    let first = qubits.clone().map(Gate::x).take(1);
    let steps = steps(qubits).flat_map(|[_, turn, back]| [turn, back]);
    first.chain(steps).collect()
}

/// The gates from |10…0⟩ to the W state of `qubits`; they keep the number of ones in any state.
pub fn spread(qubits: Range<usize>) -> Vec<Gate> {
    steps(qubits).flatten().collect()
}

fn steps(qubits: Range<usize>) -> impl Iterator<Item = [Gate; 3]> {
    let n = qubits.len();
    qubits.enumerate().skip(1).map(move |(k, qubit)| {
        let kept = 1.0 / (n - k + 1) as f64;
        let turn = Gate::ry(qubit, 2.0 * kept.sqrt().acos()).when(qubit - 1, true);
        [Gate::cx(qubit, qubit - 1), turn, Gate::cx(qubit, qubit - 1)]
    })
}
