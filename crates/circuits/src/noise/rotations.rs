//! Every native gate as rotations e^{−iθP/2} about Pauli operators, equal up to a phase that no
//! measurement sees.
//!
//! A virtual RZ before a pulse and its inverse after it turn the pulse's axis (GPI, GPI2, MS); CZ
//! and CX are e^{−iπ(1 − P)(1 − Q)/4} about two commuting operators; ECR is a quarter turn about ZX
//! and a flip. The vendors' matrices judge them.

use super::pauli::Pauli;
use crate::native::NativeGate;
use std::f64::consts::{FRAC_PI_2, PI};

/// (P, θ), first applied first.
pub(super) fn rotations(gate: NativeGate) -> Vec<(Pauli, f64)> {
    let (x, z) = (Pauli::x, Pauli::z);
    match gate {
        NativeGate::Rz(q, t) => vec![(z(q), t)],
        NativeGate::Sx(q) => vec![(x(q), FRAC_PI_2)],
        NativeGate::X(q) => vec![(x(q), PI)],
        NativeGate::Rx(q, t) => vec![(x(q), t)],
        NativeGate::Cx(a, b) => controlled(z(a), x(b)),
        NativeGate::Cz(a, b) => controlled(z(a), z(b)),
        NativeGate::Ecr(a, b) => vec![(z(a).times(x(b)), FRAC_PI_2), (x(a), PI)],
        NativeGate::Rzz(a, b, t) | NativeGate::Zz(a, b, t) => vec![(z(a).times(z(b)), t)],
        NativeGate::Gpi(q, p) => vec![(z(q), -p), (x(q), PI), (z(q), p)],
        NativeGate::Gpi2(q, p) => vec![(z(q), -p), (x(q), FRAC_PI_2), (z(q), p)],
        NativeGate::Ms(a, b, p, r, t) => vec![
            (z(a), -p),
            (z(b), -r),
            (x(a).times(x(b)), t),
            (z(a), p),
            (z(b), r),
        ],
    }
}

/// −1 where P and Q are both −1.
fn controlled(p: Pauli, q: Pauli) -> Vec<(Pauli, f64)> {
    vec![(p, FRAC_PI_2), (q, FRAC_PI_2), (p.times(q), -FRAC_PI_2)]
}

/// How many quarter turns (modulo 4) an angle is, where it is a whole number of them: then the
/// rotation is Clifford.
pub(super) fn quarters(theta: f64) -> Option<u8> {
    /// Angles are computed: sums of a few rounded numbers.
    const ROUNDING: f64 = 1e-13;
    let turns = theta / FRAC_PI_2;
    let whole = turns.round();
    let near = (turns - whole).abs() <= ROUNDING * whole.abs().max(1.0);
    near.then(|| whole.rem_euclid(4.0) as u8)
}

/// One gate of each kind, at generic angles.
#[cfg(test)]
pub(super) const SAMPLES: [NativeGate; 12] = [
    NativeGate::Rz(0, 0.4),
    NativeGate::Sx(1),
    NativeGate::X(0),
    NativeGate::Rx(1, -1.1),
    NativeGate::Cx(1, 0),
    NativeGate::Cz(0, 1),
    NativeGate::Ecr(0, 1),
    NativeGate::Rzz(0, 1, 0.7),
    NativeGate::Gpi(0, 0.3),
    NativeGate::Gpi2(1, -0.9),
    NativeGate::Ms(0, 1, 0.2, -0.5, 0.8),
    NativeGate::Zz(1, 0, -0.6),
];

#[cfg(test)]
mod tests {
    use super::super::amplitudes::TrajectoryState;
    use super::*;
    use crate::native::NativeCircuit;
    use num_complex::Complex64;

    #[test]
    fn the_rotations_of_every_gate_are_its_matrix_up_to_a_phase() {
        // a state whose amplitudes all differ, then the gate
        let before = [
            NativeGate::Rx(0, 0.5),
            NativeGate::Rx(1, 1.2),
            NativeGate::Rz(0, 0.3),
            NativeGate::Rz(1, -0.8),
        ];
        for gate in SAMPLES {
            let gates: Vec<NativeGate> = before.into_iter().chain([gate]).collect();
            let mut state = TrajectoryState::new(2);
            state.start();
            for (pauli, theta) in gates.iter().flat_map(|gate| rotations(*gate)) {
                state.rotate(&pauli, theta);
            }
            let circuit = NativeCircuit {
                qubits: 2,
                gates,
                measured: vec![0, 1],
            };
            let expected = circuit.simulate().unwrap();
            let overlap: Complex64 = (0..4).map(|x| expected[x].conj() * state.at(x)).sum();
            assert!((overlap.norm() - 1.0).abs() < 1e-14, "{gate:?}: {overlap}");
        }
    }

    #[test]
    fn whole_quarter_turns_are_recognized_and_nothing_else() {
        for (theta, expected) in [
            (0.0, Some(0)),
            (FRAC_PI_2, Some(1)),
            (-FRAC_PI_2, Some(3)),
            (5.0 * PI, Some(2)),
            (0.3 + FRAC_PI_2 - 0.3, Some(1)),
            (1e-9, None),
            (0.7, None),
        ] {
            assert_eq!(quarters(theta), expected, "{theta}");
        }
    }
}
