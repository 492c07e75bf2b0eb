//! Every gate as rotations e^{−iθP/2} about Pauli operators, equal up to a phase that no
//! measurement sees.
//!
//! CZ and CX are e^{−iπ(1 − P)(1 − Q)/4} about two commuting operators; other gates are written by
//! these and turns first ([`elementary`]). The vendors' matrices judge them.

use super::pauli::Pauli;
use crate::circuit::{Gate, Op, elementary};
use std::f64::consts::{FRAC_PI_2, PI};

/// (P, θ), first applied first.
pub(super) fn rotations(gate: &Gate) -> Vec<(Pauli, f64)> {
    let (x, z) = (Pauli::x, Pauli::z);
    let q = gate.target();
    match (gate.op, gate.both()) {
        (Op::X, Some((a, b))) => controlled(z(a), x(b)),
        (Op::Z, Some((a, b))) => controlled(z(a), z(b)),
        (Op::H, None) => vec![(z(q), FRAC_PI_2), (x(q), FRAC_PI_2), (z(q), FRAC_PI_2)],
        (Op::X, None) => vec![(x(q), PI)],
        (Op::Rx(theta), None) => vec![(x(q), theta)],
        (Op::Ry(theta), None) => vec![(x(q).times(z(q)).times_i(1), theta)],
        (Op::Rz(theta), None) => vec![(z(q), theta)],
        _ => elementary(gate, 0).iter().flat_map(rotations).collect(),
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

#[cfg(test)]
mod tests {
    use super::super::amplitudes::TrajectoryState;
    use super::super::samples::samples;
    use super::*;
    use crate::circuit::{Circuit, simulate};
    use num_complex::Complex64;

    #[test]
    fn the_rotations_of_every_gate_are_its_matrix_up_to_a_phase() {
        // a state whose amplitudes all differ, then the gate
        let before = [
            Gate::rx(0, 0.5),
            Gate::rx(1, 1.2),
            Gate::rz(0, 0.3),
            Gate::rz(1, -0.8),
        ];
        for gate in samples() {
            let gates = before.iter().chain([&gate]);
            let mut state = TrajectoryState::new(2);
            state.start();
            for (pauli, theta) in gates.clone().flat_map(rotations) {
                state.rotate(&pauli, theta);
            }
            let mut circuit = Circuit::new(2);
            circuit.extend(gates.cloned());
            let expected = simulate(&circuit).unwrap();
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
