//! Counts of a circuit over Clifford gates and T.
//!
//! Rotations are synthesized with an error ε each, their share of an error for all of them: ⌈3
//! log₂(1/ε)⌉ T gates in a row (Ross & Selinger, arXiv 1403.2975; its O(log log(1/ε)) is left out).
//! Depths are longest chains; nothing is reordered or merged.

use super::clifford_t;
use crate::circuit::{Circuit, Gate, Op};
use std::collections::BTreeMap;

/// What a circuit needs before error correction.
///
/// Grover's search as in "Solving N-Queens Puzzle with Q#", with the best number of iterations and
/// synthesis error 1/3000:
///
/// | N | iterations | qubits (of them ancillas) | clean ancillas | T gates | rotations | T count |
/// |---|---|---|---|---|---|---|
/// | 4 | 8 | 25 (9) | 6 | 4096 | 0 | 4096 |
/// | 5 | 13 | 39 (14) | 11 | 12994 | 535 | 46164 |
///
/// On the surface code of [`super::PhysicalCost`] with its usual assumptions: 53 802 physical
/// qubits and 0.95 s, 129 076 and 9.6 s. For N = 4 all rotations of a W state are by π/2, which are
/// T gates and no rotations.
///
/// ```
/// use ketboard_circuits::{Circuit, Gate, LogicalCost};
///
/// let mut circuit = Circuit::new(3);
/// circuit.push(Gate::x(2).when(0, true).when(1, true));
/// let cost = LogicalCost::of(&circuit, 1e-10);
/// assert_eq!((cost.qubits, cost.t_gates), (3, 7)); // a Toffoli gate
/// ```
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct LogicalCost {
    /// Qubits of the circuit, its own ancillas included.
    pub qubits: usize,
    /// Its own ancillas.
    pub ancillas: usize,
    /// Further ancillas of the decomposition.
    pub clean_ancillas: usize,
    /// Gates of the circuit as it was given, by name.
    pub gates: BTreeMap<String, usize>,
    /// Gates over Clifford, T and RZ, by name.
    pub decomposed: BTreeMap<String, usize>,
    /// Depth of the decomposed circuit, a rotation counted once.
    pub depth: usize,
    /// Its CX gates.
    pub two_qubit_gates: usize,
    /// Depth where only CX count.
    pub two_qubit_depth: usize,
    /// Its T and T† gates.
    pub t_gates: usize,
    /// Its rotations that must be synthesized.
    pub rotations: usize,
    /// T gates of each of them.
    pub t_per_rotation: usize,
    /// T gates, synthesized ones included.
    pub t_count: usize,
    /// Depth where only T gates count, a rotation as all of its own.
    pub t_depth: usize,
    /// A second account: the same circuit with ANDs undone by measurement.
    pub measured_ands: MeasuredAnds,
}

/// What changes where controls are joined by ANDs of 4 T, each undone by a measurement and a CZ
/// where its outcome is 1: Jones, Phys. Rev. A 87, 022328 (2013); Gidney, Quantum 2, 74 (2018),
/// arXiv 1709.06648.
///
/// X, Y, Z under k ≥ 2 controls then take 4(k − 1) T, k − 1 clean ancillas and as many
/// measurements, a Toffoli 4 T.
///
/// ```
/// use ketboard_circuits::{Circuit, Gate, LogicalCost};
///
/// let mut circuit = Circuit::new(4);
/// circuit.push(Gate::x(3).when(0, true).when(1, true).when(2, true));
/// let ands = LogicalCost::of(&circuit, 1e-3).measured_ands;
/// assert_eq!((ands.t_gates, ands.measurements), (8, 2)); // 4 (k − 1) T and k − 1 measurements
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
#[non_exhaustive]
pub struct MeasuredAnds {
    /// T and T† gates.
    pub t_gates: usize,
    /// T gates, synthesized ones included; the rotations are those of the first account.
    pub t_count: usize,
    /// Ancillas of the widest gate, given back after each.
    pub clean_ancillas: usize,
    /// Measurements, one an AND.
    pub measurements: usize,
}

impl MeasuredAnds {
    fn of(circuit: &Circuit, synthesized: usize) -> Self {
        let ands = |gate: &Gate| gate.values.len().saturating_sub(1);
        let each = || circuit.gates().iter().map(ands);
        let mut joined = Circuit::new(circuit.qubits());
        joined.extend(circuit.gates().iter().map(|gate| match ands(gate) {
            0 => gate.clone(),
            _ => Gate::new(gate.op, gate.target()).when(gate.qubits[0], true),
        }));
        let measurements = each().sum();
        let t_gates = 4 * measurements + t_gates(&clifford_t(&joined).gate_counts());
        Self {
            t_gates,
            t_count: t_gates + synthesized,
            clean_ancillas: each().max().unwrap_or(0),
            measurements,
        }
    }
}

/// T and T† gates among those of these names.
fn t_gates(counts: &BTreeMap<String, usize>) -> usize {
    ["t", "tdg"]
        .iter()
        .filter_map(|name| counts.get(*name))
        .sum()
}

impl LogicalCost {
    /// The cost of a circuit whose rotations may together err by `synthesis_error`, between 0
    /// and 1.
    pub fn of(circuit: &Circuit, synthesis_error: f64) -> Self {
        let plain = clifford_t(circuit);
        let decomposed = plain.gate_counts();
        let t_gates = t_gates(&decomposed);
        let rotations = decomposed.get("rz").copied().unwrap_or(0);
        let t_per_rotation = t_per_rotation(rotations, synthesis_error);
        let t_length = |gate: &Gate| match gate.op {
            Op::T | Op::Tdg => 1,
            Op::Rz(_) => t_per_rotation,
            _ => 0,
        };
        Self {
            qubits: circuit.qubits(),
            ancillas: circuit.ancillas(),
            clean_ancillas: plain.qubits() - circuit.qubits(),
            gates: circuit.gate_counts(),
            depth: plain.depth(),
            two_qubit_gates: plain.two_qubit_gates(),
            two_qubit_depth: plain.two_qubit_depth(),
            t_gates,
            rotations,
            t_per_rotation,
            t_count: t_gates + rotations * t_per_rotation,
            t_depth: plain.longest_chain(t_length),
            measured_ands: MeasuredAnds::of(circuit, rotations * t_per_rotation),
            decomposed,
        }
    }
}

/// T gates for each of `rotations` rotations that may together err by `error`; 0 where there is
/// none.
fn t_per_rotation(rotations: usize, error: f64) -> usize {
    if rotations == 0 {
        return 0;
    }
    let each = error / rotations as f64;
    (3.0 * libm::log2(each.recip())).ceil().max(0.0) as usize
}
