//! How an OpenQASM file is put together: its head, the gates, the measurements.

use super::circuit_format::CircuitExport;
use super::header::WrittenSize;
use crate::error::Result;

/// A dialect of OpenQASM.
#[derive(Clone, Copy)]
pub(super) struct Dialect<'a> {
    /// The first line.
    pub(super) version: &'a str,
    /// How qubit k is named: `q[k]`, `$k`.
    pub(super) wire: fn(usize) -> String,
    /// What is particular to the dialect: where bits stand.
    pub(super) facts: &'a [&'a str],
}

impl Dialect<'_> {
    /// The file: the header as comments, declarations, gates, and each measured qubit into its bit.
    ///
    /// # Errors
    /// If a gate cannot be written.
    pub(super) fn file(
        &self,
        export: &CircuitExport,
        cost: WrittenSize,
        declarations: impl IntoIterator<Item = String>,
        gates: impl IntoIterator<Item = Result<String>>,
    ) -> Result<String> {
        let circuit = export.circuit;
        let about = export.header.lines(circuit, cost, self);
        let mut lines = vec![self.version.to_owned()];
        lines.extend(about.iter().map(|line| format!("// {line}")));
        lines.extend(declarations);
        for gate in gates {
            lines.push(gate?);
        }
        for (bit, qubit) in circuit.measured().into_iter().enumerate() {
            let qubit = (self.wire)(qubit);
            lines.push(match self.version {
                QASM2 => format!("measure {qubit} -> c[{bit}];"),
                _ => format!("c[{bit}] = measure {qubit};"),
            });
        }
        Ok(lines.join("\n") + "\n")
    }
}

/// The first line of OpenQASM 3.
pub(super) const QASM3: &str = "OPENQASM 3.0;";

/// That of OpenQASM 2, which measures in other words.
pub(super) const QASM2: &str = "OPENQASM 2.0;";

/// A register's qubit.
pub(super) fn in_register(qubit: usize) -> String {
    format!("q[{qubit}]")
}

/// A device's qubit.
pub(super) fn physical(qubit: usize) -> String {
    format!("${qubit}")
}
