//! Any circuit over the gates whose names all devices and readers share: H, X, RX, RY, RZ, CX and
//! CZ.
//!
//! Of the gates of devices, up to a global phase: GPI and GPI2 are a whole and half a NOT about an
//! axis that is rotated there and back, and ECR a rotation by π/2 about ZX and a flip of its first
//! qubit.

use super::decompose::lower;
use super::{Circuit, Gate, Op, parity_rotation};
use std::f64::consts::{FRAC_PI_2, PI};

impl Circuit {
    /// The same circuit up to a global phase over H, X, RX, RY, RZ and, under one control on 1, X
    /// and Z.
    pub(crate) fn elementary(&self) -> Self {
        let gates = self.gates.iter();
        Self {
            gates: gates.flat_map(|g| elementary(g, self.qubits)).collect(),
            ..self.clone()
        }
    }
}

/// [`Circuit::elementary`] of one gate among `n` qubits.
pub(crate) fn elementary(gate: &Gate, n: usize) -> Vec<Gate> {
    let (first, q) = (gate.qubits[0], gate.target());
    match (gate.values.as_slice(), gate.op) {
        ([], Op::H | Op::X | Op::Rx(_) | Op::Ry(_) | Op::Rz(_)) => vec![gate.clone()],
        ([true], Op::X | Op::Z) => vec![gate.clone()],
        ([], Op::Y) => vec![Gate::ry(q, PI)],
        ([], Op::Sx) => vec![Gate::rx(q, FRAC_PI_2)],
        ([], Op::Gpi(phi)) => vec![Gate::rz(q, -phi), Gate::x(q), Gate::rz(q, phi)],
        ([], Op::Gpi2(phi)) => vec![Gate::rz(q, -phi), Gate::rx(q, FRAC_PI_2), Gate::rz(q, phi)],
        ([], Op::Rzz(theta) | Op::Zz(theta)) => parity_rotation(&gate.qubits, theta),
        ([], Op::Ecr) => {
            let turn = parity_rotation(&gate.qubits, FRAC_PI_2);
            let turn = [Gate::h(q)].into_iter().chain(turn);
            turn.chain([Gate::h(q), Gate::x(first)]).collect()
        }
        // a phase, which nothing sees where no control decides
        ([], op) => op.phase().map(|phi| Gate::rz(q, phi)).into_iter().collect(),
        _ => {
            let mut parts = Vec::new();
            lower(gate, n, &mut parts);
            parts.iter().flat_map(|part| elementary(part, n)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::SAMPLES;
    use super::super::{SparseState, simulate};
    use super::*;
    use num_complex::Complex64;

    #[test]
    fn elementary_gates_make_the_same_state_up_to_a_phase() {
        for op in SAMPLES {
            for controls in 0..=2 {
                for value in [true, false] {
                    let mut circuit = Circuit::new(3);
                    circuit.extend((0..3).map(|q| Gate::ry(q, 0.6 + 0.3 * q as f64)));
                    circuit.extend((0..3).map(|q| Gate::p(q, 0.2 + 0.5 * q as f64)));
                    let gate = Gate::new(op, 2);
                    circuit.push((0..controls).fold(gate, |gate, q| gate.when(q, value)));
                    let elementary = circuit.elementary();
                    let names = elementary.gate_counts();
                    let known = ["cx", "cz", "h", "rx", "ry", "rz", "x"];
                    assert!(names.keys().all(|name| known.contains(&name.as_str())));
                    let (a, b) = (simulate(&circuit).unwrap(), simulate(&elementary).unwrap());
                    let overlap = a.iter().zip(&b).map(|(x, y)| x.conj() * y);
                    let overlap: num_complex::Complex64 = overlap.sum();
                    assert!((overlap.norm() - 1.0).abs() < 1e-13, "{op:?} {controls}");
                }
            }
        }
    }

    #[test]
    fn gates_of_devices_are_their_elementary_gates_and_are_undone_by_their_inverse() {
        let pairs = [Op::Ecr, Op::Rzz(0.7), Op::Zz(-0.6)];
        let pairs = pairs.map(|op| Gate::pair(op, 0, 1));
        let singles = [Op::Sx, Op::Gpi(0.3), Op::Gpi2(-0.9)].map(|op| Gate::new(op, 1));
        let overlap = |a: &[Complex64], b: &[Complex64]| -> f64 {
            let products = a.iter().zip(b).map(|(x, y)| x.conj() * y);
            products.sum::<Complex64>().norm()
        };
        for gate in pairs.into_iter().chain(singles) {
            let mut circuit = Circuit::new(2);
            circuit.extend([Gate::ry(0, 0.6), Gate::ry(1, 1.1), Gate::p(0, 0.4)]);
            let before = simulate(&circuit).unwrap();
            circuit.push(gate.clone());
            let after = simulate(&circuit).unwrap();
            assert!(overlap(&before, &after) < 0.99, "{gate:?} does something");
            for other in [circuit.elementary(), circuit.decomposed()] {
                let other = simulate(&other).unwrap();
                assert!((overlap(&after, &other) - 1.0).abs() < 1e-13, "{gate:?}");
            }
            let sparse = SparseState::of(&circuit).unwrap().amplitudes();
            let sparse: Vec<Complex64> = sparse.into_iter().map(|(_, a)| a).collect();
            assert!((overlap(&after, &sparse) - 1.0).abs() < 1e-13, "{gate:?}");
            circuit.push(gate.inverse());
            let undone = simulate(&circuit).unwrap();
            assert!((overlap(&before, &undone) - 1.0).abs() < 1e-13, "{gate:?}");
        }
    }
}
