//! OpenQASM 2 over the gates of qelib1.inc, for readers that know no other: pytket, bqskit, older
//! Qiskit.
//!
//! Cross et al., "Open Quantum Assembly Language", arXiv 1707.03429. The gates and numbers are
//! those of the portable OpenQASM 3 file.

use super::circuit_format::{CircuitExport, CircuitFormat};
use super::header::{QISKIT_ORDER, WrittenSize};
use super::literal::literal;
use super::openqasm3::{RZZ, statement};
use super::qasm::{Dialect, QASM2, in_register};
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
    let dialect = Dialect {
        version: QASM2,
        wire: in_register,
        facts: &[RZZ, QISKIT_ORDER],
    };
    let declarations = [
        "include \"qelib1.inc\";".to_owned(),
        format!("qreg q[{}];", circuit.qubits()),
        format!("creg c[{}];", circuit.measured().len()),
    ];
    let gates = circuit.gates().iter().map(|gate| statement(gate, &literal));
    dialect.file(export, WrittenSize::of(&circuit), declarations, gates)
}
