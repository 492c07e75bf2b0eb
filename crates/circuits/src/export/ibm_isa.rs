//! OpenQASM 3 as IBM's devices run it: physical qubits `$k`, the device's gates, nothing else.
//!
//! rz, sx, x and cz or ecr; with fractional gates also rx, and rzz by 0 … π/2 (IBM's documentation,
//! guides `qasm-feature-table` and `fractional-gates`). Neither ecr nor rzz is in stdgates.inc: the
//! file defines them under their names, by which IBM checks a circuit's gates, so that every reader
//! knows what they do. The circuit must have been placed on the device: gates on two qubits stand
//! only where it has them.

use super::circuit_format::{CircuitExport, CircuitFormat, Service};
use super::header::{QISKIT_ORDER, WrittenSize};
use super::literal::literal;
use super::qasm::{Dialect, QASM3, physical};
use crate::error::Result;
use crate::native::{NativeGate, translate};

/// The table's record of this format.
pub(super) const FORMAT: CircuitFormat = CircuitFormat {
    name: "ibm-isa",
    about: "OpenQASM 3 on the physical qubits and gates of an IBM device (the setting `backend`)",
    extension: "qasm",
    service: Some(Service::Ibm),
    text,
};

/// Where bit 0 stands in IBM's results.
const IBM_ORDER: &str =
    "IBM's samples are hexadecimal numbers whose lowest bit is c[0], which is variable x0";

/// e^{-iθZZ/2}.
const RZZ: &str = "gate rzz(theta) a, b { cx a, b; rz(theta) b; cx a, b; }";

/// (X_a − Y_a X_b)/√2: a quarter turn about ZX, and a flip of the first.
const ECR: &str = "gate ecr a, b { h b; cx a, b; rz(pi/2) b; cx a, b; h b; x a; }";

fn text(export: &CircuitExport) -> Result<String> {
    let device = export.device.expect("the table checked that there is one");
    let native = translate(export.circuit, device, export.pulses)?;
    let dialect = Dialect {
        version: QASM3,
        wire: physical,
        facts: &[IBM_ORDER, QISKIT_ORDER],
    };
    // of the gates that stdgates.inc does not define those that occur
    let occurs = |name: &str| native.gates.iter().any(|gate| gate.name() == name);
    let defined = [("rzz", RZZ), ("ecr", ECR)].into_iter();
    let defined = defined.filter(|(name, _)| occurs(name));
    let include = "include \"stdgates.inc\";".to_owned();
    let bits = format!("bit[{}] c;", native.measured.len());
    let declarations = [include]
        .into_iter()
        .chain(defined.map(|(_, definition)| definition.to_owned()))
        .chain([bits]);
    let gates = native.gates.iter().map(statement);
    dialect.file(export, WrittenSize::of_native(&native), declarations, gates)
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
