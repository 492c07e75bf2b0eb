//! OpenQASM 3 in the small dialect that Qiskit, Braket, IonQ and the reference parser all read.
//!
//! Only: `OPENQASM 3.0;`, the include of stdgates.inc, one quantum and one classical register, one
//! gate of h, x, rx, ry, rz, cx, cz a line, angles as plain decimal numbers, `c[i] = measure q[k];`
//! at the end, and `//` comments. No barrier, no gate definitions (not every reader knows rzz: it
//! is written as cx rz cx), no `ctrl @` (Braket's devices and IonQ do not take it: gates under more
//! controls are decomposed, [`Circuit::elementary`]), no expressions, no exponents; phases are rz:
//! a global phase is left out. The language: Cross et al., "OpenQASM 3", arXiv 2104.14722.
//!
//! IonQ takes it as it is (docs.ionq.com, api-reference/v0.4/openqasm3: a subset, everything
//! outside of it is rejected by name).

use super::circuit_format::{CircuitExport, CircuitFormat, Service};
use super::header::{HeaderShape, QISKIT_ORDER, WrittenSize};
use super::literal::literal;
use crate::circuit::{Circuit, Gate};
use crate::error::Result;

/// The table's record of this format.
pub(super) const PORTABLE: CircuitFormat = CircuitFormat {
    name: "qasm3",
    about: "OpenQASM 3, the subset that Qiskit, Braket and IonQ read",
    extension: "qasm",
    service: None,
    text: |export| program(export, &[RZZ, QISKIT_ORDER]),
};

/// The same file for IonQ.
pub(super) const IONQ: CircuitFormat = CircuitFormat {
    name: "ionq-qasm3",
    about: "the same, as IonQ takes it (ionq.qasm3.v1)",
    extension: "qasm",
    service: Some(Service::Ionq),
    text: |export| program(export, &[RZZ, IONQ_ORDER]),
};

/// What ZZ rotations are here.
pub(super) const RZZ: &str = "RZZ is written as cx rz cx";

/// Where bit 0 stands in IonQ's results.
pub(super) const IONQ_ORDER: &str = "IonQ's results: c[0] is the lowest bit of a decimal state (v1), the leftmost character of a bit string (v2)";

/// The register's qubit.
pub(super) fn in_register(qubit: usize) -> String {
    format!("q[{qubit}]")
}

fn program(export: &CircuitExport, facts: &[&str]) -> Result<String> {
    let circuit = export.circuit.elementary();
    let (n, measured) = (circuit.qubits(), circuit.measured());
    let mut lines = vec!["OPENQASM 3.0;".to_owned()];
    lines.extend(comments(export, &circuit, facts));
    lines.push("include \"stdgates.inc\";".to_owned());
    lines.push(format!("qubit[{n}] q;"));
    lines.push(format!("bit[{}] c;", measured.len()));
    for gate in circuit.gates() {
        lines.push(statement(gate, &literal)?);
    }
    let measured = measured.iter().enumerate();
    lines.extend(measured.map(|(i, qubit)| format!("c[{i}] = measure q[{qubit}];")));
    Ok(lines.join("\n") + "\n")
}

/// The header of a file whose gates are those of `written`.
pub(super) fn comments(
    export: &CircuitExport,
    written: &Circuit,
    facts: &[&str],
) -> impl Iterator<Item = String> {
    let shape = HeaderShape {
        circuit: export.circuit,
        cost: WrittenSize::of(written),
        wire: in_register,
        facts,
    };
    let lines = export.header.lines(&shape);
    lines.into_iter().map(|line| format!("// {line}"))
}

/// `rz(0.50000000000000000) q[3];`: an elementary gate, its angle written by `number`.
pub(super) fn statement(gate: &Gate, number: &dyn Fn(f64) -> Result<String>) -> Result<String> {
    let angle = match gate.op.angle() {
        Some(angle) => format!("({})", number(angle)?),
        None => String::new(),
    };
    let controls = "c".repeat(gate.controls.len());
    let operands: Vec<String> = gate.qubits().into_iter().map(in_register).collect();
    Ok(format!(
        "{controls}{}{angle} {};",
        gate.op.name(),
        operands.join(", ")
    ))
}
