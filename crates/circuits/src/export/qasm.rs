//! How a file of any dialect of OpenQASM is put together: its head, the gates, the measurements.

use super::circuit_format::{CircuitExport, CircuitFormat, GateSet, Language, Service};
use super::parametric::Inputs;
use crate::circuit::Gate;
use crate::error::{Result, finite_angle};

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
///
/// # Errors
/// If an angle is not finite, or what the gates need is not given.
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
///
/// # Errors
/// If it is not finite.
pub(super) fn literal(value: f64) -> Result<String> {
    if finite_angle(value)? == 0.0 {
        return Ok("0.0".to_owned());
    }
    let scientific = format!("{value:.16e}");
    let exponent = scientific.split_once('e').map_or("0", |(_, digits)| digits);
    let exponent: i64 = exponent.parse().expect("format! wrote the exponent");
    let decimals = usize::try_from(16 - exponent).unwrap_or(0).max(1);
    Ok(format!("{value:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
