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
use super::header::{QISKIT_ORDER, WrittenSize};
use super::literal::literal;
use super::qasm::{Dialect, QASM3, in_register};
use crate::circuit::Gate;
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

fn program(export: &CircuitExport, facts: &[&str]) -> Result<String> {
    let circuit = export.circuit.elementary();
    let dialect = Dialect {
        version: QASM3,
        wire: in_register,
        facts,
    };
    let declarations = [
        "include \"stdgates.inc\";".to_owned(),
        format!("qubit[{}] q;", circuit.qubits()),
        format!("bit[{}] c;", circuit.measured().len()),
    ];
    let gates = circuit.gates().iter().map(|gate| statement(gate, &literal));
    dialect.file(export, WrittenSize::of(&circuit), declarations, gates)
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
