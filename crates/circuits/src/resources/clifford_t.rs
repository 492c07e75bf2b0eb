//! Any circuit over H, S, T, Paulis, CX and RZ at arbitrary angles, exact but for a global phase;
//! and the same costs by formula.
//!
//! Three passes: many controls become one or two through ANDs in clean ancillas; what is left of
//! controls is written by [`Circuit::decomposed`]; rotations are turned to Z and taken for Clifford
//! gates or T where they are.

use crate::circuit::{Circuit, Gate, Op, Role, elementary, inverse};
use std::f64::consts::FRAC_PI_4;

/// The circuit over Clifford gates, T, T† and RZ, on its own qubits and as many clean ancillas as
/// its widest gate needs.
///
/// The ancillas stand last, in a register `clean`, and come back to 0 after each gate; so gates
/// with many controls follow each other.
pub fn clifford_t(circuit: &Circuit) -> Circuit {
    let costs = circuit.gates().iter().map(GateCost::of);
    let clean = costs.map(|cost| cost.clean_ancillas).max().unwrap_or(0);
    let mut few = Circuit::new(circuit.qubits());
    let ancillas = few.add_register("clean", Role::Ancilla, clean);
    let ancillas: Vec<usize> = ancillas.qubits.collect();
    for gate in circuit.gates() {
        few.extend(with_few_controls(gate, &ancillas));
    }
    let mut plain = Circuit::new(few.qubits());
    plain.extend(few.decomposed().gates().iter().flat_map(about_z));
    plain.measure(circuit.measured());
    plain
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

/// `target` ⊕= a·b up to phases of basis states, which its inverse takes back: Margolus's gate, 4
/// T.
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
    match eighths(angle) {
        None => vec![Op::Rz(angle)],
        Some(0) => vec![],
        Some(1) => vec![Op::T],
        Some(2) => vec![Op::S],
        Some(3) => vec![Op::S, Op::T],
        Some(4) => vec![Op::Z],
        Some(5) => vec![Op::Z, Op::T],
        Some(6) => vec![Op::Sdg],
        Some(_) => vec![Op::Tdg],
    }
}

/// The angle in steps of π/4, modulo 8, where it is a multiple of them.
fn eighths(angle: f64) -> Option<u8> {
    let steps = (angle / FRAC_PI_4).round();
    let is_multiple = (angle - steps * FRAC_PI_4).abs() < 1e-12;
    is_multiple.then(|| steps.rem_euclid(8.0) as u8)
}

/// What a gate costs by the formulas of `super`.
///
/// ```
/// use ketboard_circuits::{Gate, GateCost};
///
/// let toffoli = Gate::x(2).when(0, true).when(1, true);
/// assert_eq!(GateCost::of(&toffoli).t_gates, 7);
/// assert_eq!(GateCost::with_measured_ands(&toffoli).t_gates, 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GateCost {
    /// T and T† gates.
    pub t_gates: usize,
    /// Rotations at other angles than multiples of π/4.
    pub rotations: usize,
    /// Clean ancillas, given back at once.
    pub clean_ancillas: usize,
}

impl GateCost {
    /// The cost of a gate with its controls.
    pub fn of(gate: &Gate) -> Self {
        let k = gate.values.len();
        match gate.op {
            Op::X | Op::Y | Op::Z => match k {
                0 | 1 => Self::default(),
                k => Self {
                    t_gates: 8 * (k - 2) + 7,
                    rotations: 0,
                    clean_ancillas: k - 2,
                },
            },
            _ if k > 1 => {
                let one = Self::of(&Gate::new(gate.op, gate.target()).when(gate.qubits[0], true));
                Self {
                    t_gates: 8 * (k - 1) + one.t_gates,
                    clean_ancillas: k - 1,
                    ..one
                }
            }
            Op::H => Self::of_t(2 * k),
            Op::Rx(angle) | Op::Ry(angle) | Op::Rz(angle) => {
                Self::of_turns(if k == 0 { (1, angle) } else { (2, angle / 2.0) })
            }
            op => match op.phase() {
                Some(angle) => Self::of_turns(if k == 0 { (1, angle) } else { (3, angle / 2.0) }),
                None => elementary(gate, 0)
                    .iter()
                    .map(Self::of)
                    .fold(Self::default(), Self::and),
            },
        }
    }

    /// The cost of a gate whose controls are joined by ANDs of 4 T that a measurement undoes
    /// without any; an ancilla for each AND.
    ///
    /// Counted only: [`clifford_t`] has no measurement in the middle, and writes the gate for
    /// [`Self::of`].
    pub fn with_measured_ands(gate: &Gate) -> Self {
        let ands = Self::ands(gate);
        if ands == 0 {
            return Self::of(gate);
        }
        let joined = Gate::new(gate.op, gate.target()).when(gate.qubits[0], true);
        let joined = Self::of(&joined);
        Self {
            t_gates: 4 * ands + joined.t_gates,
            clean_ancillas: ands,
            ..joined
        }
    }

    /// How many ANDs join the controls of a gate to one.
    pub(crate) fn ands(gate: &Gate) -> usize {
        gate.values.len().saturating_sub(1)
    }

    fn and(self, other: Self) -> Self {
        Self {
            t_gates: self.t_gates + other.t_gates,
            rotations: self.rotations + other.rotations,
            clean_ancillas: self.clean_ancillas.max(other.clean_ancillas),
        }
    }

    fn of_t(t_gates: usize) -> Self {
        Self {
            t_gates,
            ..Self::default()
        }
    }

    fn of_turns((times, angle): (usize, f64)) -> Self {
        match eighths(angle) {
            Some(steps) => Self::of_t(times * usize::from(steps % 2)),
            None => Self {
                rotations: times,
                ..Self::default()
            },
        }
    }
}
