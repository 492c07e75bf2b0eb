//! OpenQASM 3 as Amazon Braket takes it: its own names of gates, no include; and IonQ's gates in a
//! verbatim box.
//!
//! Braket knows cnot, cz, zz, h, x, rx, ry, rz without definitions (Braket developer guide, "What
//! OpenQASM features does Braket support?"). In the verbatim box stand physical qubits and the
//! device's gates, in radians, which Braket then runs as they are; such a task needs
//! `disableQubitRewiring`.

use super::circuit_format::{CircuitExport, CircuitFormat, Service};
use super::header::WrittenSize;
use super::ibm_isa::statement;
use super::ionq::on_ions;
use super::literal::literal;
use super::openqasm3;
use super::qasm::{Dialect, QASM3, in_register, physical};
use crate::circuit::{Chains, Circuit, Op};
use crate::error::Result;
use crate::native::{FusedGate, NativeCircuit, fused};

/// The table's record of circuits over usual gates.
pub(super) const FORMAT: CircuitFormat = CircuitFormat {
    name: "braket",
    about: "OpenQASM 3 with Amazon Braket's names of gates",
    extension: "qasm",
    service: Some(Service::Braket),
    text,
};

/// The table's record of circuits over native gates.
pub(super) const NATIVE: CircuitFormat = CircuitFormat {
    name: "braket-native",
    about: "OpenQASM 3 with IonQ's gates in Braket's verbatim box",
    extension: "qasm",
    service: Some(Service::Braket),
    text: verbatim,
};

/// How the resource name of every machine on Braket begins.
pub(super) const ARN: &str = "arn:aws:braket:";

/// Where bit 0 stands in Braket's results.
const BRAKET_ORDER: &str = "Braket's counts and measurements: c[0] is the leftmost";

fn text(export: &CircuitExport) -> Result<String> {
    let circuit = export.circuit;
    let gates = fused(circuit);
    let is_two_qubit = |gate: &&FusedGate| match gate {
        FusedGate::Zz(..) => true,
        FusedGate::Gate(gate) => !gate.controls.is_empty(),
    };
    let cost = WrittenSize {
        two_qubit: gates.iter().filter(is_two_qubit).count(),
        two_qubit_depth: depth(gates.iter().filter(is_two_qubit), circuit),
        depth: depth(gates.iter(), circuit),
    };
    let dialect = Dialect {
        version: QASM3,
        wire: in_register,
        facts: &[BRAKET_ORDER],
    };
    let declarations = [
        format!("qubit[{}] q;", circuit.qubits()),
        format!("bit[{}] c;", circuit.measured().len()),
    ];
    dialect.file(export, cost, declarations, gates.iter().map(line))
}

fn line(gate: &FusedGate) -> Result<String> {
    match gate {
        FusedGate::Zz(a, b, theta) => Ok(format!("zz({}) q[{a}], q[{b}];", literal(*theta)?)),
        FusedGate::Gate(gate) if gate.op == Op::X && !gate.controls.is_empty() => {
            let control = gate.controls[0].qubit;
            Ok(format!("cnot q[{control}], q[{}];", gate.target))
        }
        FusedGate::Gate(gate) => openqasm3::statement(gate, &literal),
    }
}

/// The longest chain of these gates that must follow each other.
fn depth<'a>(gates: impl Iterator<Item = &'a FusedGate>, circuit: &Circuit) -> usize {
    let on = gates.map(|gate| match gate {
        FusedGate::Zz(a, b, _) => (vec![*a, *b], 1),
        FusedGate::Gate(gate) => (gate.qubits(), 1),
    });
    Chains::longest_of(circuit.qubits(), on)
}

fn verbatim(export: &CircuitExport) -> Result<String> {
    let circuit = export.circuit;
    let native = NativeCircuit {
        qubits: circuit.qubits(),
        gates: on_ions(circuit, export.device)?,
        measured: circuit.measured(),
    };
    let dialect = Dialect {
        version: QASM3,
        wire: physical,
        facts: &[BRAKET_ORDER],
    };
    let declarations = [
        format!("bit[{}] c;", native.measured.len()),
        "#pragma braket verbatim".to_owned(),
        "box {".to_owned(),
    ];
    let gates = native
        .gates
        .iter()
        .map(statement)
        .chain([Ok("}".to_owned())]);
    dialect.file(export, WrittenSize::of_native(&native), declarations, gates)
}
