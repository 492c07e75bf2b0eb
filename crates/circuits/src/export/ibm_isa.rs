//! OpenQASM 3 as IBM's devices run it: physical qubits `$k`, the device's gates, nothing else.
//!
//! rz, sx, x and cz or ecr; with fractional gates also rx, and rzz by 0 … π/2 (IBM's documentation,
//! guides `qasm-feature-table` and `fractional-gates`). Neither ecr nor rzz is in stdgates.inc: the
//! file defines them under their names, by which IBM checks a circuit's gates, so that every reader
//! knows what they do. The circuit must have been placed on the device: gates on two qubits stand
//! only where it has them.

use super::circuit_format::{CircuitExport, CircuitFormat, Service};
use super::header::{HeaderShape, QISKIT_ORDER, WrittenSize};
use super::literal::literal;
use crate::error::Result;
use crate::native::{NativeCircuit, NativeGate, translate};

/// The table's record of this format.
pub(super) const FORMAT: CircuitFormat = CircuitFormat {
    name: "ibm-isa",
    about: "OpenQASM 3 on the physical qubits and gates of an IBM device (the setting `backend`)",
    extension: "qasm",
    service: Some(Service::Ibm),
    text,
};

/// Where bit 0 stands in IBM's results.
pub(super) const IBM_ORDER: &str =
    "IBM's samples are hexadecimal numbers whose lowest bit is c[0], which is variable x0";

/// e^{-iθZZ/2}.
const RZZ: &str = "gate rzz(theta) a, b { cx a, b; rz(theta) b; cx a, b; }";

/// (X_a − Y_a X_b)/√2: a quarter turn about ZX, and a flip of the first.
const ECR: &str = "gate ecr a, b { h b; cx a, b; rz(pi/2) b; cx a, b; h b; x a; }";

fn text(export: &CircuitExport) -> Result<String> {
    let device = export.device.expect("the table checked that there is one");
    let native = translate(export.circuit, device, export.pulses)?;
    let mut lines = vec!["OPENQASM 3.0;".to_owned()];
    lines.extend(comments(export, &native, &[IBM_ORDER, QISKIT_ORDER]));
    lines.push("include \"stdgates.inc\";".to_owned());
    lines.extend(definitions(&native));
    lines.push(format!("bit[{}] c;", native.measured.len()));
    for gate in &native.gates {
        lines.push(statement(gate)?);
    }
    let measured = native.measured.iter().enumerate();
    lines.extend(measured.map(|(i, qubit)| format!("c[{i}] = measure ${qubit};")));
    Ok(lines.join("\n") + "\n")
}

/// The gates of the circuit that stdgates.inc does not define.
pub(super) fn definitions(native: &NativeCircuit) -> impl Iterator<Item = String> {
    let known = [("rzz", RZZ), ("ecr", ECR)].into_iter();
    let occurs = |name: &str| native.gates.iter().any(|gate| gate.name() == name);
    let written = known.filter(move |(name, _)| occurs(name));
    written.map(|(_, definition)| definition.to_owned())
}

/// The header, with what is particular to the file.
pub(super) fn comments(
    export: &CircuitExport,
    native: &NativeCircuit,
    facts: &[&str],
) -> impl Iterator<Item = String> {
    let shape = HeaderShape {
        circuit: export.circuit,
        cost: WrittenSize::of_native(native),
        wire: physical,
        facts,
    };
    let lines = export.header.lines(&shape);
    lines.into_iter().map(|line| format!("// {line}"))
}

/// The device's qubit.
pub(super) fn physical(qubit: usize) -> String {
    format!("${qubit}")
}

/// `rz(0.50000000000000000) $3;`
pub(super) fn statement(gate: &NativeGate) -> Result<String> {
    let angles: Vec<String> = gate
        .angles()
        .into_iter()
        .map(literal)
        .collect::<Result<_>>()?;
    let angles = if angles.is_empty() {
        String::new()
    } else {
        format!("({})", angles.join(", "))
    };
    let operands: Vec<String> = gate.qubits().into_iter().map(physical).collect();
    Ok(format!("{}{angles} {};", gate.name(), operands.join(", ")))
}
