//! OpenQASM 2 over the gates of qelib1.inc, for readers that know no other: pytket, bqskit, older
//! Qiskit.
//!
//! Cross et al., "Open Quantum Assembly Language", arXiv 1707.03429. The gates and numbers are
//! those of the portable OpenQASM 3 file.

use super::circuit_format::{CircuitExport, CircuitFormat};
use super::header::QISKIT_ORDER;
use super::literal::literal;
use super::openqasm3::{RZZ, comments, statement};
use crate::error::Result;

/// The table's record of this format.
pub(super) const FORMAT: CircuitFormat = CircuitFormat {
    name: "qasm2",
    about: "OpenQASM 2 with qelib1.inc, for tools that read no other",
    extension: "qasm",
    service: None,
    text,
};

fn text(export: &CircuitExport) -> Result<String> {
    let circuit = export.circuit.elementary();
    let measured = circuit.measured();
    let mut lines = vec!["OPENQASM 2.0;".to_owned()];
    lines.extend(comments(export, &circuit, &[RZZ, QISKIT_ORDER]));
    lines.push("include \"qelib1.inc\";".to_owned());
    lines.push(format!("qreg q[{}];", circuit.qubits()));
    lines.push(format!("creg c[{}];", measured.len()));
    for gate in circuit.gates() {
        lines.push(statement(gate, &literal)?);
    }
    let measured = measured.iter().enumerate();
    lines.extend(measured.map(|(i, qubit)| format!("measure q[{qubit}] -> c[{i}];")));
    Ok(lines.join("\n") + "\n")
}
