//! Any gate as single-qubit gates and CX, without ancillas: exact, global phase included.
//!
//! After Barenco et al., "Elementary gates for quantum computation", Phys. Rev. A 52, 3457 (1995),
//! arXiv quant-ph/9503016. A NOT under k ≥ 3 controls takes 4(k − 2) Toffoli gates where k − 2
//! other qubits can be borrowed in whatever state they are (lemma 7.2), is split in two where fewer
//! can (lemma 7.3), and else is a phase between two H. A phase under k controls is halved under k −
//! 1 (lemma 7.5: quadratic in k). RY and RZ rotate by half the angle, flip, rotate back and flip
//! (lemma 5.4). A Toffoli gate is 6 CX and 7 T (Nielsen & Chuang, figure 4.9). Controls on 0 are
//! put between two X. The three gates of an exchange ([`super::exchange`]) are taken together: 2
//! CX. Fewest gates are not promised.

use super::w_state::elementary;
use super::w_state::lowered;
use super::{Circuit, Gate, Op};
use std::f64::consts::{FRAC_PI_4, PI};

impl Circuit {
    /// The same unitary over single-qubit gates and CX, with the same registers and measurements.
    pub fn decomposed(&self) -> Self {
        let mut gates = Vec::new();
        let mut left = self.gates.as_slice();
        while let Some((gate, after)) = left.split_first() {
            if let Some(exchange) = lowered(left) {
                gates.extend(exchange);
                left = &left[3..];
            } else {
                lower(gate, self.qubits, &mut gates);
                left = after;
            }
        }
        Self {
            gates,
            ..self.clone()
        }
    }
}

/// Writes one gate to `out`; a gate of a device up to a global phase.
pub(super) fn lower(gate: &Gate, n: usize, out: &mut Vec<Gate>) {
    if gate.op.is_of_devices() {
        out.extend(elementary(gate, n));
        return;
    }
    let on = &gate.qubits[..gate.values.len()];
    let flips = gate.controls().filter(|(_, value)| !value);
    let flips: Vec<Gate> = flips.map(|(qubit, _)| Gate::x(qubit)).collect();
    out.extend(flips.iter().cloned());
    controlled(gate.op, on, gate.target(), n, out);
    out.extend(flips);
}

/// `op` on `target` where all of `on` are 1, in a circuit of `n` qubits.
fn controlled(op: Op, on: &[usize], target: usize, n: usize, out: &mut Vec<Gate>) {
    if on.is_empty() {
        out.push(Gate::new(op, target));
        return;
    }
    let between = |before: Op, inner: Op, after: Op, out: &mut Vec<Gate>| {
        out.push(Gate::new(before, target));
        controlled(inner, on, target, n, out);
        out.push(Gate::new(after, target));
    };
    match op {
        Op::X => not(on, target, n, out),
        Op::Y => between(Op::Sdg, Op::X, Op::S, out),
        Op::Z => between(Op::H, Op::X, Op::H, out),
        Op::H => between(Op::Ry(-FRAC_PI_4), Op::Z, Op::Ry(FRAC_PI_4), out),
        Op::S => phase(Op::T, on, target, n, out),
        Op::Sdg => phase(Op::Tdg, on, target, n, out),
        Op::T => phase(Op::P(FRAC_PI_4 / 2.0), on, target, n, out),
        Op::Tdg => phase(Op::P(-FRAC_PI_4 / 2.0), on, target, n, out),
        Op::P(phi) => phase(Op::P(phi / 2.0), on, target, n, out),
        Op::Rx(theta) => between(Op::H, Op::Rz(theta), Op::H, out),
        Op::Ry(theta) => turn(Op::Ry(theta / 2.0), on, target, n, out),
        Op::Rz(theta) => turn(Op::Rz(theta / 2.0), on, target, n, out),
        _ => unreachable!("a gate of a device takes no controls"),
    }
}

/// The rotation `half`² about Y or Z under controls: X reverses it where they hold.
fn turn(half: Op, on: &[usize], target: usize, n: usize, out: &mut Vec<Gate>) {
    for op in [half, half.inverse()] {
        out.push(Gate::new(op, target));
        not(on, target, n, out);
    }
}

/// The phase `half`² where all of `on` and `target` are 1: with r the product of all controls but
/// the last, l, and t the target, 2rlt = lt − (l ⊕ r)t + rt.
fn phase(half: Op, on: &[usize], target: usize, n: usize, out: &mut Vec<Gate>) {
    let (last, rest) = on
        .split_last()
        .expect("a phase without controls is no case");
    if rest.is_empty() {
        out.extend([Gate::new(half, *last), Gate::new(half, target)]);
        out.push(Gate::cx(*last, target));
        out.push(Gate::new(half.inverse(), target));
        out.push(Gate::cx(*last, target));
        return;
    }
    controlled(half, &[*last], target, n, out);
    not(rest, *last, n, out);
    controlled(half.inverse(), &[*last], target, n, out);
    not(rest, *last, n, out);
    controlled(half, rest, target, n, out);
}

/// NOT on `target` where all of `on` are 1.
fn not(on: &[usize], target: usize, n: usize, out: &mut Vec<Gate>) {
    match *on {
        [] => out.push(Gate::x(target)),
        [control] => out.push(Gate::cx(control, target)),
        [a, b] => out.extend(toffoli(a, b, target)),
        _ => {
            let idle: Vec<usize> = (0..n).filter(|q| *q != target && !on.contains(q)).collect();
            if idle.len() >= on.len() - 2 {
                ladder(on, target, &idle, out);
            } else if let Some(&borrowed) = idle.first() {
                split(on, target, borrowed, n, out);
            } else {
                out.push(Gate::h(target));
                phase(Op::P(PI / 2.0), on, target, n, out);
                out.push(Gate::h(target));
            }
        }
    }
}

/// Lemma 7.2: `borrowed` holds at least k − 2 qubits, which get their values back.
fn ladder(on: &[usize], target: usize, borrowed: &[usize], out: &mut Vec<Gate>) {
    let k = on.len();
    let rung = |i: usize| match i {
        1 => toffoli(on[0], on[1], borrowed[0]),
        i if i == k - 1 => toffoli(on[i], borrowed[i - 2], target),
        i => toffoli(on[i], borrowed[i - 2], borrowed[i - 1]),
    };
    for top in [k - 1, k - 2] {
        let down_and_up = (1..=top).rev().chain(2..=top);
        down_and_up.for_each(|i| out.extend(rung(i)));
    }
}

/// Lemma 7.3: half of the controls flip `borrowed`, which controls the other half in their place.
fn split(on: &[usize], target: usize, borrowed: usize, n: usize, out: &mut Vec<Gate>) {
    let (first, second) = on.split_at(on.len().div_ceil(2));
    let second: Vec<usize> = second.iter().copied().chain([borrowed]).collect();
    for _ in 0..2 {
        not(first, borrowed, n, out);
        not(&second, target, n, out);
    }
}

fn toffoli(a: usize, b: usize, target: usize) -> [Gate; 15] {
    let t = |q| Gate::new(Op::T, q);
    let tdg = |q| Gate::new(Op::Tdg, q);
    [
        Gate::h(target),
        Gate::cx(b, target),
        tdg(target),
        Gate::cx(a, target),
        t(target),
        Gate::cx(b, target),
        tdg(target),
        Gate::cx(a, target),
        t(b),
        t(target),
        Gate::h(target),
        Gate::cx(a, b),
        t(a),
        tdg(b),
        Gate::cx(a, b),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::samples::SAMPLES;
    use super::*;

    /// The amplitudes after gates that make every basis state occur with a phase of its own, and
    /// then `gate`.
    fn after(gate: &Gate, n: usize, decomposed: bool) -> Vec<num_complex::Complex64> {
        let mut circuit = Circuit::new(n);
        for q in 0..n {
            circuit.push(Gate::ry(q, 0.6 + 0.3 * q as f64));
            circuit.push(Gate::p(q, 0.2 + 0.5 * q as f64));
        }
        circuit.push(gate.clone());
        let circuit = if decomposed {
            circuit.decomposed()
        } else {
            circuit
        };
        assert!(
            !decomposed
                || circuit.gates().iter().all(|gate| gate.values.is_empty()
                    || *gate == Gate::cx(gate.qubits[0], gate.target()))
        );
        circuit.simulate().unwrap()
    }

    #[test]
    fn every_gate_under_up_to_six_controls_is_kept_whatever_is_idle() {
        for op in SAMPLES {
            for k in 0..=6 {
                for n in k + 1..=(2 * k).max(k + 2) {
                    let mut gate = Gate::new(op, k / 2);
                    for q in (0..=k).filter(|q| *q != k / 2) {
                        gate = gate.when(q, q % 3 != 1);
                    }
                    let (whole, parts) = (after(&gate, n, false), after(&gate, n, true));
                    for (a, b) in whole.iter().zip(&parts) {
                        assert!((a - b).norm() < 1e-13, "{gate:?} among {n} qubits");
                    }
                }
            }
        }
    }

    #[test]
    fn a_not_with_room_to_borrow_costs_four_toffolis_a_control() {
        for k in 3..12 {
            let mut circuit = Circuit::new(2 * k);
            circuit.push(Gate::x(k).when_all(0..k));
            let counts = circuit.decomposed().gate_counts();
            assert_eq!(counts["cx"], 6 * 4 * (k - 2), "k = {k}");
        }
    }
}
