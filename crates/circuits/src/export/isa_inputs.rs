//! A circuit of an IBM device whose angles are inputs, for one job at many angles: OpenQASM 3 on
//! physical qubits with `input float[64] gamma_1;`, `rz(0.5 * gamma_1 + 3.1) $7;`.
//!
//! Without fractional gates angles stand in rz alone. Turns of a qubit are gathered only where
//! their angles add up ([`translate_open`]), which takes a few more pulses than at numbers, so that
//! the angle of every rz is an affine function of γ and β up to whole turns: its coefficients are
//! the differences beside the first set of angles. That the function is affine, and the gates the
//! same, is checked at one more point; the circuits are then the same at all angles, because both
//! are sums of exponentials of the angles.

use super::circuit_format::CircuitExport;
use super::header::QISKIT_ORDER;
use super::ibm_isa::{IBM_ORDER, comments, definitions, statement};
use super::parametric::{INPUTS, expression, names};
use crate::error::Result;
use crate::native::{NativeCircuit, NativeGate, Pulses, translate_open};
use ketboard_qaoa::Angles;
use std::f64::consts::TAU;

/// What the header's angles are.
const FIRST: &str = "the angles above are those of the first set that the job gives";

/// How far the inputs are moved: first so little that no angle makes half a turn, then so far that
/// rounding does not matter.
const STEPS: [f64; 2] = [1e-5, 1.0 / 64.0];

/// Differences beyond this are none of rounding.
const TOLERANCE: f64 = 1e-9;

/// Coefficients below this are rounding.
const NOTHING: f64 = 1e-10;

/// A circuit of the device at any angles.
pub(super) struct Inputs {
    /// At the first set of angles.
    native: NativeCircuit,
    /// For each gate the constant and the coefficients of its angle; none where it has no angle.
    turns: Vec<Option<(f64, Vec<f64>)>>,
    depth: usize,
}

impl Inputs {
    /// `None` where the angles are no affine functions of γ and β, such as those of fractional
    /// gates, which are folded into a range.
    ///
    /// # Errors
    /// If the circuit cannot be made or translated.
    pub(super) fn of(export: &CircuitExport) -> Result<Option<Self>> {
        let (Some(ansatz), Some(device)) = (export.ansatz, export.device) else {
            return Ok(None);
        };
        if export.pulses != Pulses::Standard {
            return Ok(None);
        }
        let first = &export.header.angles;
        let depth = first.depth();
        let flat = first.to_flat();
        if flat.is_empty() {
            return Ok(None);
        }
        let at = |flat: &[f64]| translate_open(&ansatz(&Angles::from_flat(flat))?, device);
        let native = at(&flat)?;
        let mut rows = vec![Vec::new(); native.gates.len()];
        for input in 0..flat.len() {
            let mut steps = vec![0.0; native.gates.len()];
            for step in STEPS {
                let mut moved = flat.clone();
                moved[input] += step;
                let moved = at(&moved)?;
                if !is_alike(&moved, &native) {
                    return Ok(None);
                }
                let pairs = moved.gates.iter().zip(&native.gates);
                for (slope, (to, from)) in steps.iter_mut().zip(pairs) {
                    let expected = *slope * step;
                    *slope = (expected + part_of_turn(angle(to) - angle(from) - expected)) / step;
                }
            }
            for (row, slope) in rows.iter_mut().zip(steps) {
                row.push(if slope.abs() < NOTHING { 0.0 } else { slope });
            }
        }
        let turn = |(gate, row): (&NativeGate, Vec<f64>)| {
            let NativeGate::Rz(_, angle) = gate else {
                return None;
            };
            let constant = part_of_turn(angle - dot(&row, &flat));
            let constant = if constant.abs() < NOTHING {
                0.0
            } else {
                constant
            };
            Some((constant, row))
        };
        let turns = native.gates.iter().zip(rows).map(turn).collect();
        let found = Self {
            native,
            turns,
            depth,
        };
        let step = |k: usize| STEPS[1] * if k.is_multiple_of(2) { 0.7 } else { -0.6 };
        let probe: Vec<f64> = flat.iter().enumerate().map(|(k, x)| x + step(k)).collect();
        let fits = found.is_right(&at(&probe)?, &probe);
        Ok(fits.then_some(found))
    }

    fn is_right(&self, native: &NativeCircuit, flat: &[f64]) -> bool {
        is_alike(native, &self.native)
            && native.gates.iter().zip(&self.turns).all(|(gate, turn)| {
                turn.as_ref().is_none_or(|(constant, row)| {
                    part_of_turn(angle(gate) - constant - dot(row, flat)).abs() < TOLERANCE
                })
            })
    }

    /// The file.
    ///
    /// # Errors
    /// If a number is not finite.
    pub(super) fn text(&self, export: &CircuitExport) -> Result<String> {
        let names = names(self.depth);
        let mut lines = vec!["OPENQASM 3.0;".to_owned()];
        let facts = [FIRST, INPUTS, IBM_ORDER, QISKIT_ORDER];
        lines.extend(comments(export, &self.native, &facts));
        lines.push("include \"stdgates.inc\";".to_owned());
        lines.extend(definitions(&self.native));
        lines.extend(names.iter().map(|name| format!("input float[64] {name};")));
        lines.push(format!("bit[{}] c;", self.native.measured.len()));
        for (gate, turn) in self.native.gates.iter().zip(&self.turns) {
            lines.push(match (gate, turn) {
                (NativeGate::Rz(qubit, _), Some((constant, row))) => {
                    format!("rz({}) ${qubit};", expression(*constant, row, &names)?)
                }
                (gate, _) => statement(gate)?,
            });
        }
        let measured = self.native.measured.iter().enumerate();
        lines.extend(measured.map(|(i, qubit)| format!("c[{i}] = measure ${qubit};")));
        Ok(lines.join("\n") + "\n")
    }
}

/// Whether the gates are the same but for their angles.
fn is_alike(a: &NativeCircuit, b: &NativeCircuit) -> bool {
    let alike =
        |(a, b): (&NativeGate, &NativeGate)| a.name() == b.name() && a.qubits() == b.qubits();
    a.measured == b.measured
        && a.gates.len() == b.gates.len()
        && a.gates.iter().zip(&b.gates).all(alike)
}

fn angle(gate: &NativeGate) -> f64 {
    gate.angles().first().copied().unwrap_or(0.0)
}

fn dot(row: &[f64], flat: &[f64]) -> f64 {
    row.iter().zip(flat).map(|(c, x)| c * x).sum()
}

/// The angle without whole turns, from −π to π.
fn part_of_turn(angle: f64) -> f64 {
    angle - TAU * (angle / TAU).round()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::Circuit;
    use crate::device::Device;
    use crate::export::CircuitHeader;
    use crate::native::translate;

    fn terms() -> Vec<(Vec<usize>, f64)> {
        let pairs = [
            (0, 1, 0.5),
            (1, 2, -1.25),
            (0, 3, 2.0),
            (2, 3, 0.75),
            (0, 2, 1.0),
        ];
        let pairs = pairs.map(|(a, b, c)| (vec![a, b], c));
        let fields = [0.3, -1.1, 0.7, 0.55].into_iter().enumerate();
        let fields = fields
            .map(|(q, h)| (vec![q], h))
            .chain([(vec![0, 1, 3], 0.4)]);
        pairs.into_iter().chain(fields).collect()
    }

    #[test]
    fn a_circuit_with_inputs_is_at_every_angle_the_circuit_of_that_angle() {
        for (entangler, text) in [("cz", "cz"), ("ecr", "ecr"), ("cx", "cx")] {
            let text = format!(
                r#"{{"couplings": [[0, 1], [2, 1], [2, 3], [3, 0], [0, 2], [1, 3]], "entangler": "{text}"}}"#
            );
            let device = Device::from_json(&text, "line.json").unwrap();
            let at = |angles: &Angles| {
                let mut circuit = Circuit::qaoa(&terms(), 4, angles);
                circuit.measure((0..4).collect());
                Ok(circuit)
            };
            for (first, others) in [
                (
                    vec![0.3, -0.4],
                    vec![vec![1.9, 0.2], vec![0.0, 0.0], vec![-4.0, 7.5]],
                ),
                (vec![0.3, 0.2, -0.4, -0.7], vec![vec![0.1, 0.9, 1.3, -2.2]]),
            ] {
                let header = CircuitHeader {
                    angles: Angles::from_flat(&first),
                    ..CircuitHeader::default()
                };
                let circuit = at(&header.angles).unwrap();
                let export = CircuitExport {
                    ansatz: Some(&at),
                    device: Some(&device),
                    ..CircuitExport::new(&circuit, &header)
                };
                let inputs = Inputs::of(&export).unwrap().unwrap();
                for flat in others.iter().chain([&first]) {
                    let mut bound = inputs.native.clone();
                    for (gate, turn) in bound.gates.iter_mut().zip(&inputs.turns) {
                        if let (NativeGate::Rz(_, angle), Some((constant, row))) = (gate, turn) {
                            *angle = constant + dot(row, flat);
                        }
                    }
                    let right = at(&Angles::from_flat(flat)).unwrap();
                    let right = translate(&right, &device, Pulses::Standard).unwrap();
                    let pairs = bound.probabilities().unwrap().into_iter();
                    for (found, right) in pairs.zip(right.probabilities().unwrap()) {
                        assert!((found - right).abs() < 1e-11, "{entangler} {flat:?}");
                    }
                }
                let text = inputs.text(&export).unwrap();
                assert!(text.contains("input float[64] gamma_1;"), "{text}");
                assert!(text.contains("* beta_1"), "{text}");
            }
        }
    }

    #[test]
    fn fractional_gates_have_no_inputs_because_their_angles_are_folded() {
        let text = r#"{"couplings": [[0, 1], [1, 2], [2, 3], [0, 3], [0, 2], [1, 3]], "entangler": "cz", "fractional": true}"#;
        let device = Device::from_json(text, "line.json").unwrap();
        let at = |angles: &Angles| Ok(Circuit::qaoa(&terms(), 4, angles));
        let header = CircuitHeader {
            angles: Angles::from_flat(&[0.3, -0.4]),
            ..CircuitHeader::default()
        };
        let circuit = at(&header.angles).unwrap();
        let export = CircuitExport {
            ansatz: Some(&at),
            device: Some(&device),
            pulses: Pulses::Fractional,
            ..CircuitExport::new(&circuit, &header)
        };
        assert!(Inputs::of(&export).unwrap().is_none());
    }
}
