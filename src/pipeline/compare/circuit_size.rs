//! How large the circuits are over one-qubit gates and CX.
//!
//! QAOA's is written so from the start. Of Grover's, gates under many controls become ANDs in clean
//! ancillas by relative-phase Toffolis ([`clifford_t`]). Every iteration has the same gates, and
//! after one of them all qubits wait for its last gate under all controls; so the depth grows by
//! the same number with every iteration, and two circuits, of one and of two iterations, tell all
//! of them.

use crate::error::Result;
use crate::pipeline::{GroverMethod, Problem, grover_circuit};
use ketboard_circuits::Circuit;
use ketboard_qaoa::Angles;
use serde::Serialize;

/// A circuit over one-qubit gates and CX.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct CircuitSize {
    /// Qubits, ancillas of the decomposition included.
    pub qubits: usize,
    /// Ancillas among them.
    pub ancillas: usize,
    /// The longest chain of gates.
    #[serde(rename = "circuit_depth")]
    pub depth: usize,
    /// CX gates.
    pub two_qubit_gates: usize,
}

/// The most controls of a listed oracle, over all solutions, for which its circuit is built: some
/// hundred megabytes.
const MOST_CONTROLS: usize = 1 << 14;

impl CircuitSize {
    fn of(circuit: &Circuit, ancillas: usize) -> Self {
        Self {
            qubits: circuit.qubits(),
            ancillas,
            depth: circuit.depth(),
            two_qubit_gates: circuit.two_qubit_gates(),
        }
    }

    /// The size of the QAOA circuit at `angles`, on qubits or on registers; `None` where registers
    /// have no circuit.
    pub(super) fn of_qaoa(problem: &Problem, angles: &Angles) -> Option<Self> {
        let ansatz = problem.ansatz_circuit().ok()?;
        Some(Self::of(&ansatz.circuit(angles).decomposed(), 0))
    }

    /// The sizes of Grover's circuits with so many iterations each; `None` where the oracle's list
    /// is too long to write down, and on registers, over whose states there is no such circuit
    /// here.
    ///
    /// # Errors
    /// As [`grover_circuit`].
    pub(super) fn of_grover(problem: &Problem, iterations: &[usize]) -> Result<Vec<Option<Self>>> {
        let controls = problem.truth.indices.len().saturating_mul(problem.qubits());
        if problem.registers.is_some() || controls > MOST_CONTROLS {
            return Ok(vec![None; iterations.len()]);
        }
        let size = |iterations| -> Result<Self> {
            let method = GroverMethod::States;
            let (circuit, _) = grover_circuit(problem, method, Some(iterations))?;
            let plain = circuit.clifford_t();
            Ok(Self::of(&plain, plain.qubits() - problem.qubits()))
        };
        let [none, one, two] = [size(0)?, size(1)?, size(2)?];
        let after = |k: &usize| match *k {
            0 => none,
            k => Self {
                depth: one.depth + (k - 1) * (two.depth - one.depth),
                two_qubit_gates: k * one.two_qubit_gates,
                ..one
            },
        };
        Ok(iterations.iter().map(|k| Some(after(k))).collect())
    }
}
