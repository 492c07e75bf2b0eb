//! One algorithm on a puzzle: the success of a run, what the run takes, how many runs make success
//! nearly certain, and how large the circuit is.

use crate::error::Result;
use crate::pipeline::{GroverMethod, Problem, grover_circuit, shots_to_99};
use ketboard_circuits::Circuit;
use ketboard_qaoa::Angles;
use serde::Serialize;

/// An algorithm with its setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "algorithm")]
pub(crate) enum Contestant {
    /// A uniformly random candidate.
    #[serde(rename = "random guess")]
    RandomGuess,
    /// QAOA with so many layers, at optimized angles.
    #[serde(rename = "QAOA")]
    Qaoa {
        /// Layers p.
        depth: usize,
    },
    /// Grover's search over all candidates.
    Grover {
        /// Iterations k.
        iterations: usize,
    },
    /// A restart of simulated annealing.
    #[serde(rename = "annealing")]
    Annealing {
        /// Sweeps of the restart.
        sweeps: u64,
    },
    /// Propagation and backtracking, for all solutions.
    #[serde(rename = "exact search")]
    ExactSearch,
}

/// A contestant's numbers. A number that was not computed, or that there is not, is absent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Contest {
    /// Who.
    #[serde(flatten)]
    pub contestant: Contestant,
    /// The probability that a run ends at a board that obeys all rules and is best where boards
    /// differ in value.
    #[serde(rename = "success_probability")]
    pub success: Option<f64>,
    /// The 95 % confidence interval of a measured success.
    pub confidence_interval: Option<(f64, f64)>,
    /// In how many runs it was measured.
    pub measured_runs: Option<u64>,
    /// Looks at the rules in one run, on the average.
    pub calls: f64,
    /// Evaluations of ⟨C⟩ that found the angles, before any run.
    pub angle_evaluations: Option<u64>,
    /// The least number of runs of which one succeeds with probability 0.99; absent where a run
    /// cannot succeed.
    pub runs_to_99: Option<u64>,
    /// Calls of these runs together.
    pub calls_to_99: Option<f64>,
    /// The circuit of a run.
    #[serde(flatten)]
    pub circuit: Option<CircuitSize>,
}

impl Contest {
    /// With a success that is known exactly and has no interval.
    pub(super) fn new(contestant: Contestant, success: Option<f64>, calls: f64) -> Self {
        // a number of runs that is too large to be written is the largest that can be
        let runs = success.and_then(shots_to_99).map(|runs| runs as u64);
        Self {
            contestant,
            success,
            confidence_interval: None,
            measured_runs: None,
            calls,
            angle_evaluations: None,
            runs_to_99: runs,
            calls_to_99: runs.map(|runs| runs as f64 * calls),
            circuit: None,
        }
    }
}

/// A circuit over one-qubit gates and CX.
///
/// QAOA's is written so from the start. Of Grover's, gates under many controls become ANDs in clean
/// ancillas by relative-phase Toffolis ([`Circuit::clifford_t`]). Every iteration has the same
/// gates, and after one of them all qubits wait for its last gate under all controls; so the depth
/// grows by the same number with every iteration, and two circuits, of one and of two iterations,
/// tell all of them.
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
