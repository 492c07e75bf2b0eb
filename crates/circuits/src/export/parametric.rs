//! The angles of the ansatz as inputs of an OpenQASM 3 file: `input float[64] gamma_1;`,
//! `rz(0.5 * gamma_1) q[0];`.
//!
//! Every angle of the circuit is an affine function of the γ and β. Its coefficients are read off
//! the ansatz at 0 and at each unit vector, so any ansatz can be written; that the function is
//! affine is checked at further angles. Qiskit (with its importer), Braket's local simulator, Cirq
//! and the reference parser read inputs; IonQ and Qiskit's experimental importer do not.

use super::circuit_format::CircuitExport;
use super::qasm::literal;
use crate::circuit::{Circuit, Gate};
use crate::error::{Error, Result};
use ketboard_qaoa::Angles;

/// The circuit at angles 0, and for each gate what each input adds to its angle.
pub(super) struct Inputs {
    /// [`names`].
    pub(super) names: Vec<String>,
    pub(super) circuit: Circuit,
    rows: Vec<Vec<f64>>,
}

impl Inputs {
    /// # Errors
    /// If there is no ansatz, an angle of it is not an affine function of the inputs, or the gates
    /// are not the same at all of them.
    pub(super) fn of(export: &CircuitExport) -> Result<Self> {
        let Some(ansatz) = export.ansatz else {
            return Err(Error::setting(
                "to",
                "qasm3-param writes the angles of a QAOA circuit as inputs; this circuit has none",
                "use `to` qasm3",
            ));
        };
        let depth = export.header.angles.depth();
        Self::read_off(&|angles| Ok(ansatz(angles)?.elementary()), depth)
    }

    fn read_off(ansatz: &dyn Fn(&Angles) -> Result<Circuit>, depth: usize) -> Result<Self> {
        let at = |flat: &[f64]| ansatz(&Angles::from_flat(flat));
        let mut flat = vec![0.0; 2 * depth];
        let circuit = at(&flat)?;
        let mut rows = vec![Vec::new(); circuit.gates().len()];
        for input in 0..flat.len() {
            flat[input] = 1.0;
            let unit = at(&flat)?;
            flat[input] = 0.0;
            let pairs = unit.gates().iter().zip(circuit.gates());
            for (row, (one, zero)) in rows.iter_mut().zip(pairs) {
                row.push(angle(one) - angle(zero));
            }
        }
        let inputs = Self {
            names: names(depth),
            circuit,
            rows,
        };
        let probe: Vec<f64> = (0..flat.len()).map(|k| 0.3 + 0.1 * k as f64).collect();
        if inputs.fit(&at(&probe)?, &probe) {
            return Ok(inputs);
        }
        Err(Error::setting(
            "to",
            "an angle of this circuit is no affine function of gamma and beta",
            "use `to` qasm3, which writes the angles as numbers",
        ))
    }

    /// Whether the circuit is that of these angles.
    fn fit(&self, circuit: &Circuit, flat: &[f64]) -> bool {
        let gates = circuit.gates().iter().zip(self.circuit.gates());
        let mut gates = gates.zip(&self.rows);
        let fits = gates.all(|((found, zero), row)| {
            let added: f64 = row.iter().zip(flat).map(|(c, x)| c * x).sum();
            let off = angle(found) - angle(zero) - added;
            let same = found.name() == zero.name() && found.qubits == zero.qubits;
            same && off.abs() < 1e-9 * (1.0 + added.abs())
        });
        fits && circuit.gates().len() == self.circuit.gates().len()
    }

    /// The angle of the k-th gate, which is `constant` at 0: `0.5 * gamma_1 - 0.25 * beta_1`, the
    /// constant first where there is one.
    pub(super) fn expression(&self, k: usize, constant: f64) -> Result<String> {
        let row = &self.rows[k];
        let mut text = String::new();
        if constant != 0.0 || row.iter().all(|c| *c == 0.0) {
            text = literal(constant)?;
        }
        for (coefficient, name) in row.iter().zip(&self.names).filter(|(c, _)| **c != 0.0) {
            let size = literal(coefficient.abs())?;
            text += match (text.is_empty(), *coefficient < 0.0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text += &format!("{size} * {name}");
        }
        Ok(text)
    }
}

/// gamma_1 … gamma_p, beta_1 … beta_p, with as many digits as the last needs: the alphabet keeps
/// their order.
fn names(depth: usize) -> Vec<String> {
    let width = depth.to_string().len();
    let layers = |name: &'static str| (1..=depth).map(move |k| format!("{name}_{k:0width$}"));
    layers("gamma").chain(layers("beta")).collect()
}

fn angle(gate: &Gate) -> f64 {
    gate.op.angles().first().copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::Gate;

    #[test]
    fn an_expression_is_the_sum_that_it_stands_for() {
        let names = names(1);
        assert_eq!(names, ["gamma_1", "beta_1"]);
        let number = |value: f64| literal(value).unwrap();
        for (constant, row, expected) in [
            (0.0, [0.0, 0.0], "0.0".to_owned()),
            (0.0, [0.5, 0.0], format!("{} * gamma_1", number(0.5))),
            (
                0.25,
                [-0.5, 2.0],
                format!(
                    "{} - {} * gamma_1 + {} * beta_1",
                    number(0.25),
                    number(0.5),
                    number(2.0)
                ),
            ),
            (0.0, [0.0, -2.0], format!("-{} * beta_1", number(2.0))),
        ] {
            let inputs = Inputs {
                names: names.clone(),
                circuit: Circuit::new(1),
                rows: vec![row.to_vec()],
            };
            assert_eq!(inputs.expression(0, constant).unwrap(), expected);
        }
        assert_eq!(super::names(10)[8..11], ["gamma_09", "gamma_10", "beta_01"]);
    }

    #[test]
    fn an_angle_that_is_not_affine_is_refused() {
        let squared = |angles: &Angles| {
            let mut circuit = Circuit::new(1);
            circuit.push(Gate::rx(0, angles.gammas[0] * angles.gammas[0]));
            Ok(circuit)
        };
        assert!(Inputs::read_off(&squared, 1).is_err());
        let mixed = |angles: &Angles| {
            let mut circuit = Circuit::new(1);
            circuit.push(Gate::rx(0, 0.5 - 3.0 * angles.gammas[0] + angles.betas[0]));
            Ok(circuit)
        };
        let template = Inputs::read_off(&mixed, 1).unwrap();
        assert_eq!(template.rows, [[-3.0, 1.0]]);
    }
}
