//! A circuit as turns of one qubit, CX, CZ and ZZ rotations: what a device's gates are then put in place of.
//!
//! cx(a, b) rz(b, θ) cx(a, b), with nothing between them on the two qubits, is e^{-iθZZ/2}; so the terms of a cost are found again.

use super::euler::{Matrix, NEGLIGIBLE};
use crate::circuit::{Circuit, Gate, Op};
use crate::error::{Error, Result};

/// A gate before a device is asked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Step {
    /// Any unitary of one qubit.
    Turn(usize, Matrix),
    /// Control, target.
    Cx(usize, usize),
    /// Symmetric.
    Cz(usize, usize),
    /// e^{-iθZZ/2}.
    Zz(usize, usize, f64),
}

/// The circuit's gates as steps; gates under more controls, or of other kinds, decomposed.
///
/// # Errors
/// If an angle is not finite.
pub(super) fn steps(circuit: &Circuit) -> Result<Vec<Step>> {
    let mut plain = Vec::new();
    for gate in circuit.gates() {
        if let Some(value) = gate.op.angle().filter(|angle| !angle.is_finite()) {
            let what = "an angle of the circuit".to_owned();
            return Err(Error::NotFinite { what, value });
        }
        match step(gate) {
            Some(step) => plain.push(step),
            None => {
                let mut alone = Circuit::new(circuit.qubits());
                alone.push(gate.clone());
                let parts = alone.decomposed();
                plain.extend(parts.gates().iter().filter_map(step));
            }
        }
    }
    Ok(with_rotations(&plain))
}

/// `None` for a gate that must be decomposed; none of a decomposition's parts must.
fn step(gate: &Gate) -> Option<Step> {
    match (gate.controls.as_slice(), gate.op) {
        ([], op) => Some(Step::Turn(gate.target, op.matrix())),
        ([control], Op::X) if control.value => Some(Step::Cx(control.qubit, gate.target)),
        ([control], Op::Z) if control.value => Some(Step::Cz(control.qubit, gate.target)),
        _ => None,
    }
}

/// Every cx rz cx made one rotation.
fn with_rotations(plain: &[Step]) -> Vec<Step> {
    let mut taken = vec![false; plain.len()];
    let mut found = Vec::new();
    for (at, &step) in plain.iter().enumerate() {
        if taken[at] {
            continue;
        }
        match rotation(plain, at) {
            Some((theta, parts)) => {
                parts.iter().for_each(|&part| taken[part] = true);
                if let Step::Cx(a, b) = step {
                    found.push(Step::Zz(a, b, theta));
                }
            }
            None => found.push(step),
        }
    }
    found
}

/// The angle of the rotation that begins at `at`, and the places of its other parts.
fn rotation(plain: &[Step], at: usize) -> Option<(f64, Vec<usize>)> {
    let Step::Cx(a, b) = plain[at] else {
        return None;
    };
    let (mut theta, mut parts) = (0.0, Vec::new());
    for (place, &next) in plain.iter().enumerate().skip(at + 1) {
        match next {
            Step::Cx(c, d) if (c, d) == (a, b) && !parts.is_empty() => {
                parts.push(place);
                return Some((theta, parts));
            }
            Step::Turn(q, u) if q == b => {
                theta += diagonal(u)?;
                parts.push(place);
            }
            other if touches(other, a) || touches(other, b) => return None,
            _ => {}
        }
    }
    None
}

/// θ where the matrix is Rz(θ) up to a phase.
fn diagonal(u: Matrix) -> Option<f64> {
    (u[1][0].norm() < NEGLIGIBLE).then(|| u[1][1].arg() - u[0][0].arg())
}

fn touches(step: Step, qubit: usize) -> bool {
    match step {
        Step::Turn(q, _) => q == qubit,
        Step::Cx(a, b) | Step::Cz(a, b) | Step::Zz(a, b, _) => a == qubit || b == qubit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(gates: impl IntoIterator<Item = Gate>) -> Vec<Step> {
        let mut circuit = Circuit::new(4);
        circuit.extend(gates);
        steps(&circuit).unwrap()
    }

    #[test]
    fn a_rotation_between_two_cx_is_one_rotation_whatever_stands_beside_it() {
        let list = found([
            Gate::cx(0, 1),
            Gate::cx(2, 3),
            Gate::rz(1, 0.25),
            Gate::h(3),
            Gate::new(Op::S, 1),
            Gate::cx(0, 1),
            Gate::cx(2, 3),
        ]);
        let [Step::Zz(0, 1, theta), rest @ ..] = &list[..] else {
            panic!("{list:?}")
        };
        assert!((theta - 0.25 - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
        assert_eq!((rest.len(), rest[0]), (3, Step::Cx(2, 3)));
    }

    #[test]
    fn what_only_looks_like_a_rotation_is_left_as_it_is() {
        let rz = Gate::rz(1, 0.3);
        for middle in [
            vec![Gate::rz(0, 0.3)],
            vec![rz.clone(), Gate::h(0)],
            vec![Gate::rx(1, 0.3)],
            vec![rz.clone(), Gate::cx(1, 2)],
            vec![rz.clone(), Gate::cx(1, 0)],
            vec![],
        ] {
            let gates = [Gate::cx(0, 1)].into_iter().chain(middle.clone());
            let list = found(gates.chain([Gate::cx(0, 1)]));
            assert_eq!(list.len(), middle.len() + 2, "{middle:?}");
        }
    }

    #[test]
    fn an_angle_that_is_not_finite_is_refused() {
        let mut circuit = Circuit::new(1);
        circuit.push(Gate::rx(0, f64::NAN));
        assert!(steps(&circuit).is_err());
    }
}
