//! OpenQASM 3 in the small dialect that Qiskit, Braket, IonQ and the reference parser all read.
//!
//! Only: `OPENQASM 3.0;`, the include of stdgates.inc, one quantum and one classical register, one gate of h, x, y, z, s, t, rx, ry,
//! rz, cx a line, angles as plain decimal numbers, `c[i] = measure q[k];` at the end, and `//` comments. No barrier, no gate
//! definitions (not every reader knows rzz: it is written as cx rz cx), no `ctrl @` (Braket's devices and IonQ do not take it: gates
//! under more controls are decomposed, [`Circuit::decomposed`]), no expressions, no exponents. sdg, tdg and p, whose names differ
//! between readers, are written as rz: a global phase is left out. The language: Cross et al., "OpenQASM 3", arXiv 2104.14722.

use super::circuit_format::{CircuitFormat, Header};
use crate::circuit::{Circuit, Gate, Op};
use crate::error::{Error, Result};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
use std::io::Write;

/// The table's record of this format.
pub(super) const FORMAT: CircuitFormat = CircuitFormat {
    name: "qasm3",
    about: "OpenQASM 3, the subset that Qiskit, Braket and IonQ read",
    extension: "qasm",
    write,
};

/// Writes the circuit as OpenQASM 3, header in comments, measurements at the end.
///
/// # Errors
/// If the circuit has no qubits, an angle is not finite, or `out` cannot be written to.
fn write(circuit: &Circuit, header: &Header, out: &mut dyn Write) -> Result<()> {
    if circuit.qubits() == 0 {
        return Err(Error::argument(
            "circuit",
            "0 qubits: the reduction alone decided every cell, there is nothing to run",
            "reduce less (--reduce paper, --target-qubits N) to leave some qubits",
        ));
    }
    let text = program(circuit, header)?;
    out.write_all(text.as_bytes())
        .map_err(|source| Error::Write {
            path: "the circuit".into(),
            source,
        })
}

fn program(circuit: &Circuit, header: &Header) -> Result<String> {
    let circuit = circuit.decomposed();
    let (n, measured) = (circuit.qubits(), circuit.measured());
    let mut lines = vec!["OPENQASM 3.0;".to_owned()];
    let about = header.lines(&circuit);
    lines.extend(about.iter().map(|line| format!("// {line}")));
    lines.push("include \"stdgates.inc\";".to_owned());
    lines.push(format!("qubit[{n}] q;"));
    lines.push(format!("bit[{}] c;", measured.len()));
    for gate in circuit.gates() {
        lines.push(statement(gate)?);
    }
    let measured = measured.iter().enumerate();
    lines.extend(measured.map(|(i, qubit)| format!("c[{i}] = measure q[{qubit}];")));
    Ok(lines.join("\n") + "\n")
}

fn statement(gate: &Gate) -> Result<String> {
    let op = portable(gate.op);
    let angle = match op.angle() {
        Some(angle) => format!("({})", literal(angle)?),
        None => String::new(),
    };
    let controls = "c".repeat(gate.controls.len());
    let operands: Vec<String> = gate.qubits().iter().map(|q| format!("q[{q}]")).collect();
    Ok(format!(
        "{controls}{}{angle} {};",
        op.name(),
        operands.join(", ")
    ))
}

/// The same operation, up to a global phase, under a name that all readers share.
fn portable(op: Op) -> Op {
    match op {
        Op::Sdg => Op::Rz(-FRAC_PI_2),
        Op::Tdg => Op::Rz(-FRAC_PI_4),
        Op::P(phi) => Op::Rz(phi),
        Op::H | Op::X | Op::Y | Op::Z | Op::S | Op::T => op,
        Op::Rx(_) | Op::Ry(_) | Op::Rz(_) => op,
    }
}

/// A number with 17 significant digits, which name exactly one f64: `-0.50000000000000000`. Digits on both sides of
/// the point, no exponent, no negative zero.
fn literal(value: f64) -> Result<String> {
    if !value.is_finite() {
        return Err(Error::NotFinite {
            what: "an angle of the circuit".to_owned(),
            value,
        });
    }
    if value == 0.0 {
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
