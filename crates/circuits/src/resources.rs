//! What a circuit costs on a machine with error correction: qubits, T gates, and a surface code.
//!
//! [`Circuit::clifford_t`] writes a circuit over Clifford gates, T and RZ, exactly but for a global
//! phase; [`LogicalCost`] counts what it wrote, with RZ synthesized from T gates; [`PhysicalCost`]
//! puts the result on a surface code under [`Assumptions`]. The decompositions:
//!
//! - A Toffoli gate becomes 7 T and 6 CX (Nielsen & Chuang, fig. 4.9).
//! - X, Y or Z under k ≥ 3 controls becomes 8(k − 2) + 7 T with k − 2 clean ancillas: ANDs of the
//!   controls by relative-phase Toffolis of 4 T, undone (Maslov, Phys. Rev. A 93, 022311 (2016)).
//! - Any other gate under k ≥ 2 controls becomes 8(k − 1) T with k − 1 clean ancillas, and the gate
//!   under one control (as above).
//! - Under one control, H becomes 2 T, a phase 3 phases of half the angle, and a rotation 2
//!   rotations of half the angle (Barenco et al. 1995, lemmas 5.4, 7.5).
//! - RX, RY, RZ and phases are Clifford gates at multiples of π/2, 1 T at those of π/4, and else ⌈3
//!   log₂(1/ε)⌉ T (Ross & Selinger, arXiv 1403.2975, leading term).
//!
//! About half as many T gates are possible where an AND of 4 T is undone by a measurement and a
//! correction (Jones 2013; Gidney 2018): [`MeasuredAnds`] is this second account.

mod physical;

use crate::circuit::{Circuit, Gate, Op, inverse};
pub use physical::{Assumptions, PhysicalCost};
use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_4;

// Any circuit over H, S, T, Paulis, CX and RZ at arbitrary angles, exact but for a global phase.
//
// Three passes: many controls become one or two through ANDs in clean ancillas; what is left of
// controls is written by [`Circuit::decomposed`]; rotations are conjugated to Z and taken for
// Clifford gates or T where they are.

impl Circuit {
    /// The circuit over Clifford gates, T, T† and RZ, on its own qubits and as many clean ancillas
    /// as its widest gate needs. These come last, in a register `clean`, and are 0 again after each
    /// gate.
    pub fn clifford_t(&self) -> Self {
        let joined = |gate: &Gate| gate.values.len().saturating_sub(controls_kept(gate.op));
        let clean = self.gates().iter().map(joined).max().unwrap_or(0);
        let mut few = Self::new(self.qubits());
        let ancillas = few.add_ancillas("clean", clean);
        let ancillas: Vec<usize> = ancillas.qubits.collect();
        for gate in self.gates() {
            few.extend(with_few_controls(gate, &ancillas));
        }
        let mut plain = Self::new(few.qubits());
        plain.extend(few.decomposed().gates().iter().flat_map(about_z));
        plain.measure(self.measured());
        plain
    }
}

/// The gate with at most two controls (X, Y, Z) or one (any other), between ANDs of its controls.
fn with_few_controls(gate: &Gate, clean: &[usize]) -> Vec<Gate> {
    let spare = controls_kept(gate.op);
    if gate.values.len() <= spare {
        return vec![gate.clone()];
    }
    let on_zero = gate.controls().filter(|(_, value)| !value);
    let flips: Vec<Gate> = on_zero.map(|(qubit, _)| Gate::x(qubit)).collect();
    let controls: Vec<usize> = gate.controls().map(|(qubit, _)| qubit).collect();
    let (joined, alone) = controls.split_at(controls.len() + 1 - spare);
    let (mut all, mut ands) = (joined[0], Vec::new());
    for (&control, &ancilla) in joined[1..].iter().zip(clean) {
        ands.extend(relative_and(all, control, ancilla));
        all = ancilla;
    }
    let inner = Gate::new(gate.op, gate.target())
        .when_all(std::iter::once(all).chain(alone.iter().copied()));
    let compute: Vec<Gate> = flips.into_iter().chain(ands).collect();
    let undo: Vec<Gate> = inverse(&compute).collect();
    compute.into_iter().chain([inner]).chain(undo).collect()
}

/// Controls that are left to [`Circuit::decomposed`].
fn controls_kept(op: Op) -> usize {
    match op {
        Op::X | Op::Y | Op::Z => 2,
        _ => 1,
    }
}

/// `target` ⊕= a·b up to phases of basis states, which its inverse takes back (Margolus's gate, 4
/// T).
fn relative_and(a: usize, b: usize, target: usize) -> [Gate; 9] {
    let t = || Gate::new(Op::T, target);
    let tdg = || Gate::new(Op::Tdg, target);
    [
        Gate::h(target),
        t(),
        Gate::cx(b, target),
        tdg(),
        Gate::cx(a, target),
        t(),
        Gate::cx(b, target),
        tdg(),
        Gate::h(target),
    ]
}

/// A gate without controls by rotations about Z alone; others as they are.
fn about_z(gate: &Gate) -> Vec<Gate> {
    let on = |op: Op| Gate::new(op, gate.target());
    let rotated = |angle: f64, before: &[Op], after: &[Op]| {
        let before = before.iter().map(|&op| on(op));
        let turn = turn(angle).into_iter().map(on);
        let after = after.iter().map(|&op| on(op));
        before.chain(turn).chain(after).collect()
    };
    match gate.op {
        Op::P(angle) | Op::Rz(angle) => rotated(angle, &[], &[]),
        Op::Rx(angle) => rotated(angle, &[Op::H], &[Op::H]),
        Op::Ry(angle) => rotated(angle, &[Op::Sdg, Op::H], &[Op::H, Op::S]),
        _ => vec![gate.clone()],
    }
}

/// The rotation by `angle` about Z, up to a global phase: Clifford gates and at most one T at
/// multiples of π/4, else RZ.
fn turn(angle: f64) -> Vec<Op> {
    let Some(steps) = eighths(angle) else {
        return vec![Op::Rz(angle)];
    };
    let quarters = [&[][..], &[Op::S], &[Op::Z], &[Op::Sdg]];
    match steps {
        7 => vec![Op::Tdg],
        steps => {
            let rest = (steps % 2 == 1).then_some(Op::T);
            quarters[usize::from(steps / 2)]
                .iter()
                .copied()
                .chain(rest)
                .collect()
        }
    }
}

/// The angle in steps of π/4, modulo 8, where it is a multiple of them.
fn eighths(angle: f64) -> Option<u8> {
    let steps = (angle / FRAC_PI_4).round();
    let is_multiple = (angle - steps * FRAC_PI_4).abs() < 1e-12;
    is_multiple.then(|| steps.rem_euclid(8.0) as u8)
}

// Counts of a circuit over Clifford gates and T.
//
// Rotations are synthesized with an error ε each, their share of an error for all of them: ⌈3
// log₂(1/ε)⌉ T gates in a row (Ross & Selinger, arXiv 1403.2975; its O(log log(1/ε)) is left out).
// Depths are longest chains; nothing is reordered or merged.

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
/// qubits and 0.95 s, 129 076 and 9.6 s. For N = 4 all rotations of a W state are by π/2.
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
/// arXiv 1709.06648. X, Y, Z under k ≥ 2 controls then take 4(k − 1) T, k − 1 clean ancillas and as
/// many measurements, a Toffoli 4 T.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct MeasuredAnds {
    /// T and T† gates.
    pub t_gates: usize,
    /// T gates, synthesized ones included, of the same rotations.
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
        let t_gates = 4 * measurements + t_gates(&joined.clifford_t().gate_counts());
        Self {
            t_gates,
            t_count: t_gates + synthesized,
            clean_ancillas: each().max().unwrap_or(0),
            measurements,
        }
    }
}

fn t_gates(counts: &BTreeMap<String, usize>) -> usize {
    ["t", "tdg"]
        .iter()
        .filter_map(|name| counts.get(*name))
        .sum()
}

impl LogicalCost {
    /// The cost of a circuit whose rotations may together err by `synthesis_error`, between 0 and
    /// 1.
    pub fn of(circuit: &Circuit, synthesis_error: f64) -> Self {
        let plain = circuit.clifford_t();
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

/// T gates for each of `rotations` rotations that may together err by `error`.
fn t_per_rotation(rotations: usize, error: f64) -> usize {
    if rotations == 0 {
        return 0;
    }
    let each = error / rotations as f64;
    (3.0 * libm::log2(each.recip())).ceil().max(0.0) as usize
}
