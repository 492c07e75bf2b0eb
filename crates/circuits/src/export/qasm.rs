//! How a file of any dialect of OpenQASM is put together: its head, the gates, the measurements,
//! and the angles of the ansatz as inputs of an OpenQASM 3 file.

use super::circuit_format::{CircuitExport, CircuitFormat, GateSet, Language, Service};
use crate::circuit::{Circuit, Gate};
use crate::error::{Error, Result, finite_angle};
use ketboard_qaoa::Angles;

/// The gates of IBM's devices that stdgates.inc does not define.
const DEFINITIONS: [(&str, &str); 2] = [
    (
        "rzz",
        "gate rzz(theta) a, b { cx a, b; rz(theta) b; cx a, b; }",
    ),
    (
        "ecr",
        "gate ecr a, b { h b; cx a, b; rz(pi/2) b; cx a, b; h b; x a; }",
    ),
];

/// The file: the header as comments, declarations, gates, and each measured qubit into its bit.
pub(super) fn text(format: &CircuitFormat, export: &CircuitExport) -> Result<String> {
    let inputs = (format.gates == GateSet::Open)
        .then(|| Inputs::of(export))
        .transpose()?;
    let circuit = match &inputs {
        Some(inputs) => inputs.circuit.clone(),
        None => format.written(export.circuit, export)?,
    };
    let is_second = format.language == Language::Qasm2;
    let version = if is_second { "2.0" } else { "3.0" };
    let mut lines = vec![format!("OPENQASM {version};")];
    let about = export.header.lines(export.circuit, &circuit, format);
    lines.extend(about.iter().map(|line| format!("// {line}")));
    lines.extend(format.include.map(|file| format!("include \"{file}\";")));
    let names = inputs.iter().flat_map(|inputs| &inputs.names);
    lines.extend(names.map(|name| format!("input float[64] {name};")));
    let occurs = |name: &str| circuit.gates().iter().any(|gate| gate.name() == name);
    let defined = DEFINITIONS.iter().filter(|(name, _)| occurs(name));
    lines.extend(defined.map(|(_, definition)| (*definition).to_owned()));
    let (qubits, bits) = (circuit.qubits(), circuit.measured().len());
    if is_second {
        lines.extend([format!("qreg q[{qubits}];"), format!("creg c[{bits}];")]);
    } else {
        lines.extend((!format.is_physical).then(|| format!("qubit[{qubits}] q;")));
        lines.push(format!("bit[{bits}] c;"));
    }
    let boxed = format.is_physical && format.service == Some(Service::Braket);
    lines.extend(boxed.then(|| "#pragma braket verbatim\nbox {".to_owned()));
    for (k, gate) in circuit.gates().iter().enumerate() {
        lines.push(statement(format, gate, |angle| match &inputs {
            Some(inputs) => inputs.expression(k, angle),
            None => literal(angle),
        })?);
    }
    lines.extend(boxed.then(|| "}".to_owned()));
    for (bit, qubit) in circuit.measured().into_iter().enumerate() {
        let qubit = format.wire(qubit);
        lines.push(match is_second {
            true => format!("measure {qubit} -> c[{bit}];"),
            false => format!("c[{bit}] = measure {qubit};"),
        });
    }
    Ok(lines.join("\n") + "\n")
}

impl CircuitFormat {
    /// How qubit k is named: `q[k]`, and on a device `$k`.
    pub(super) fn wire(&self, qubit: usize) -> String {
        if self.is_physical {
            format!("${qubit}")
        } else {
            format!("q[{qubit}]")
        }
    }
}

/// `rz(0.50000000000000000) q[3];`: a gate, its own angles written by `number`.
fn statement(
    format: &CircuitFormat,
    gate: &Gate,
    number: impl Fn(f64) -> Result<String>,
) -> Result<String> {
    let own = gate.name();
    let renamed = format.names.iter().find(|(name, ..)| *name == own);
    let (name, before) = renamed.map_or((own.as_str(), &[][..]), |(_, name, first)| (name, first));
    let before = before.iter().copied().map(literal);
    let angles = before.chain(gate.op.angles().into_iter().map(number));
    let mut angles = angles.collect::<Result<Vec<_>>>()?.join(", ");
    if !angles.is_empty() {
        angles = format!("({angles})");
    }
    let operands: Vec<String> = gate.qubits.iter().map(|&q| format.wire(q)).collect();
    Ok(format!("{name}{angles} {};", operands.join(", ")))
}

/// A number with 17 significant digits, which name exactly one f64: `-0.50000000000000000`. Digits
/// on both sides of the point, no exponent, no negative zero.
fn literal(value: f64) -> Result<String> {
    if finite_angle(value)? == 0.0 {
        return Ok("0.0".to_owned());
    }
    let scientific = format!("{value:.16e}");
    let exponent = scientific.split_once('e').map_or("0", |(_, digits)| digits);
    let exponent: i64 = exponent.parse().expect("format! wrote the exponent");
    let decimals = usize::try_from(16 - exponent).unwrap_or(0).max(1);
    Ok(format!("{value:.decimals$}"))
}

// The angles of the ansatz as inputs of an OpenQASM 3 file: `input float[64] gamma_1;`,
// `rz(0.5 * gamma_1) q[0];`.
//
// Every angle of the circuit is an affine function of the γ and β. Its coefficients are read off
// the ansatz at 0 and at each unit vector, so any ansatz can be written; that the function is
// affine is checked at further angles. Qiskit (with its importer), Braket's local simulator, Cirq
// and the reference parser read inputs; IonQ and Qiskit's experimental importer do not.

/// The circuit at angles 0, and for each gate what each input adds to its angle.
struct Inputs {
    names: Vec<String>,
    circuit: Circuit,
    rows: Vec<Vec<f64>>,
}

impl Inputs {
    /// Fails if there is no ansatz, an angle of it is not an affine function of the inputs, or the
    /// gates are not the same at all of them.
    fn of(export: &CircuitExport) -> Result<Self> {
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

    /// The angle of the k-th gate, which is `constant` at 0: `0.5 * gamma_1 - 0.25 * beta_1`.
    fn expression(&self, k: usize, constant: f64) -> Result<String> {
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

/// gamma_1 … gamma_p, beta_1 … beta_p, with leading zeros: the alphabet keeps their order.
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
    fn a_literal_is_plain_and_names_the_same_number() {
        let values = [
            0.5,
            -0.5,
            0.1,
            1.0,
            -9.999999999999999,
            12.566370614359172,
            1e-9,
            -2.5e-12,
            3e20,
            1e-300,
            f64::MIN_POSITIVE,
            f64::MAX,
        ];
        for value in values {
            let text = literal(value).unwrap();
            let digits = text.strip_prefix('-').unwrap_or(&text);
            let (before, after) = digits.split_once('.').unwrap();
            for side in [before, after] {
                assert!(
                    !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit()),
                    "{text}"
                );
            }
            assert_eq!(
                text.parse::<f64>().unwrap().to_bits(),
                value.to_bits(),
                "{text}"
            );
        }
        assert_eq!(literal(0.5).unwrap(), "0.50000000000000000");
        assert_eq!(literal(-0.0).unwrap(), "0.0");
    }

    #[test]
    fn an_angle_that_is_not_finite_is_refused() {
        for value in [f64::NAN, f64::INFINITY] {
            assert!(literal(value).is_err(), "{value}");
        }
    }

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
