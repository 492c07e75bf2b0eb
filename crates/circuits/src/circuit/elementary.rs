//! Any circuit over the gates whose names all devices and readers share: H, X, RX, RY, RZ, CX and
//! CZ.

use super::{Circuit, Gate, Op};
use std::f64::consts::PI;

impl Circuit {
    /// The same circuit up to a global phase over H, X, RX, RY, RZ and, under one control on 1, X
    /// and Z.
    pub(crate) fn elementary(&self) -> Self {
        let mut gates = Vec::new();
        for gate in &self.gates {
            if let Some(kept) = kept(gate) {
                gates.push(kept);
                continue;
            }
            let alone = Self {
                gates: vec![gate.clone()],
                ..self.clone()
            };
            let parts = alone.decomposed();
            gates.extend(parts.gates.iter().filter_map(kept));
        }
        Self {
            gates,
            ..self.clone()
        }
    }
}

/// The gate under its elementary name; `None` for one that must be decomposed, whose parts never
/// must.
fn kept(gate: &Gate) -> Option<Gate> {
    match (gate.controls.as_slice(), gate.op) {
        ([], op) => Some(Gate::new(turn(op), gate.target)),
        ([control], Op::X | Op::Z) if control.value => Some(gate.clone()),
        _ => None,
    }
}

/// The operation up to a phase, which nothing sees where no control decides.
fn turn(op: Op) -> Op {
    match op {
        Op::H | Op::X | Op::Rx(_) | Op::Ry(_) | Op::Rz(_) => op,
        Op::Y => Op::Ry(PI),
        Op::Z | Op::S | Op::Sdg | Op::T | Op::Tdg | Op::P(_) => {
            Op::Rz(op.phase().expect("these are phases"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{op::SAMPLES, simulate};
    use super::*;

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
}
