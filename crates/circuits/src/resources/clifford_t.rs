//! Any circuit over H, S, T, Paulis, CX and RZ at arbitrary angles, exact but for a global phase.
//!
//! Three passes: many controls become one or two through ANDs in clean ancillas; what is left of
//! controls is written by [`Circuit::decomposed`]; rotations are conjugated to Z and taken for
//! Clifford gates or T where they are.

use crate::circuit::{Circuit, Gate, Op, inverse};
use std::f64::consts::FRAC_PI_4;

/// The circuit over Clifford gates, T, T† and RZ, on its own qubits and as many clean ancillas as
/// its widest gate needs.
///
/// The ancillas come last, in a register `clean`, and come back to 0 after each gate; so gates
/// with many controls follow each other.
pub fn clifford_t(circuit: &Circuit) -> Circuit {
    let joined = |gate: &Gate| gate.values.len().saturating_sub(controls_kept(gate.op));
    let clean = circuit.gates().iter().map(joined).max().unwrap_or(0);
    let mut few = Circuit::new(circuit.qubits());
    let ancillas = few.add_ancillas("clean", clean);
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
