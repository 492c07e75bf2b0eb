//! IonQ's JSON circuits (`ionq.circuit.v1`): over usual gates (`qis`), and over the gates of its
//! devices (`native`).
//!
//! The file is the body of a job without backend and shots: type, name, metadata, input, which is
//! all that the interface's schema allows. In `qis` rotations are radians, in `native` phases and
//! angles are turns (1 = 2π): gpi and gpi2 with a phase, zz with an angle (Forte), ms with two
//! phases and an angle (Aria). A turn about Z is no gate but taken from the phases that follow. All
//! qubits are measured by IonQ: qubits are numbered so that qubit i is variable i, and those that
//! nothing happens to are left out. Source: docs.ionq.com, API v0.4.

use super::circuit_format::{CircuitExport, CircuitFormat, Service};
use super::header::{CircuitHeader, on_one_line};
use super::openqasm3::IONQ_ORDER;
use crate::circuit::{Circuit, Gate, Op};
use crate::device::{self, Device};
use crate::error::{Result, finite_angle};
use crate::native::{FusedGate, NativeGate, Pulses, fused, translate};
use serde_json::{Map, Value, json};
use std::f64::consts::TAU;

/// The table's record of circuits over usual gates.
pub(super) const QIS: CircuitFormat = CircuitFormat {
    name: "ionq",
    about: "IonQ's JSON over usual gates (ionq.circuit.v1, qis)",
    extension: "json",
    service: Some(Service::Ionq),
    text: |export| {
        let circuit = in_order(export.circuit);
        let gates = fused(&circuit).iter().map(usual).collect::<Result<_>>()?;
        body(export, &circuit, "qis", gates)
    },
};

/// The table's record of circuits over native gates.
pub(super) const NATIVE: CircuitFormat = CircuitFormat {
    name: "ionq-native",
    about: "IonQ's JSON over the gates of its devices: gpi, gpi2, zz or ms",
    extension: "json",
    service: Some(Service::Ionq),
    text: |export| {
        let circuit = in_order(export.circuit);
        let gates = on_ions(&circuit, export.device)?;
        let gates = gates.iter().map(turned).collect();
        body(export, &circuit, "native", gates)
    },
};

/// The gates of an ion trap, on the qubits of the circuit. Without a device: Forte's.
pub(super) fn on_ions(circuit: &Circuit, device: Option<&Device>) -> Result<Vec<NativeGate>> {
    let forte = match device {
        Some(device) => device.clone(),
        None => device::find("forte")?,
    };
    Ok(translate(circuit, &forte, Pulses::Standard)?.gates)
}

/// The circuit with its measured qubits first, in the order of the outcome's bits; qubits that
/// nothing happens to are left out.
pub(super) fn in_order(circuit: &Circuit) -> Circuit {
    let mut order = circuit.measured();
    let mut place = vec![None; circuit.qubits()];
    let touched = circuit.gates().iter().flat_map(Gate::qubits);
    let all: Vec<usize> = order.drain(..).chain(touched).collect();
    let mut known = 0;
    for qubit in all {
        if place[qubit].is_none() {
            place[qubit] = Some(known);
            known += 1;
        }
    }
    let to = |qubit: usize| place[qubit].expect("every qubit of a gate has a place");
    let mut ordered = Circuit::new(known);
    ordered.extend(circuit.gates().iter().map(|gate| {
        let moved = Gate::new(gate.op, to(gate.target));
        let controls = gate.controls.iter();
        controls.fold(moved, |moved, c| moved.when(to(c.qubit), c.value))
    }));
    ordered.measure((0..circuit.measured().len()).collect());
    ordered
}

/// A gate of the `qis` set.
fn usual(gate: &FusedGate) -> Result<Value> {
    let gate = match gate {
        FusedGate::Zz(a, b, theta) => {
            return Ok(json!({"gate": "zz", "targets": [a, b], "rotation": finite_angle(*theta)?}));
        }
        FusedGate::Gate(gate) => gate,
    };
    let name = match (gate.op, gate.controls.is_empty()) {
        (Op::X, false) => "cnot",
        (op, _) => op.name(),
    };
    let mut value = json!({"gate": name, "target": gate.target});
    if let Some(control) = gate.controls.first() {
        value["control"] = control.qubit.into();
    }
    if let Some(angle) = gate.op.angle() {
        value["rotation"] = finite_angle(angle)?.into();
    }
    Ok(value)
}

/// A gate of the `native` set, in turns.
fn turned(gate: &NativeGate) -> Value {
    let turns: Vec<f64> = gate.angles().iter().map(|angle| angle / TAU).collect();
    let name = gate.name();
    match (gate.qubits().as_slice(), turns.as_slice()) {
        (&[target], &[phase]) => json!({"gate": name, "target": target, "phase": phase}),
        (targets, &[angle]) => json!({"gate": name, "targets": targets, "angle": angle}),
        (targets, &[first, second, angle]) => {
            json!({"gate": name, "targets": targets, "phases": [first, second], "angle": angle})
        }
        _ => unreachable!("an ion trap has gpi, gpi2, zz and ms"),
    }
}

/// The job without backend and shots.
fn body(
    export: &CircuitExport,
    circuit: &Circuit,
    gateset: &str,
    gates: Vec<Value>,
) -> Result<String> {
    let lines: Vec<String> = gates.iter().map(|gate| format!("      {gate}")).collect();
    let metadata = metadata(export.header, export.circuit);
    let metadata: Vec<String> = metadata
        .iter()
        .map(|(key, value)| format!("    \"{key}\": {value}"))
        .collect();
    let name = Value::from(name(export.header, export.circuit));
    Ok(format!(
        "{{\n  \"type\": \"ionq.circuit.v1\",\n  \"name\": {name},\n  \"metadata\": {{\n{}\n  }},\n  \"input\": {{\n    \
         \"qubits\": {},\n    \"gateset\": \"{gateset}\",\n    \"circuit\": [\n{}\n    ]\n  }}\n}}\n",
        metadata.join(",\n"),
        circuit.qubits(),
        lines.join(",\n"),
    ))
}

/// The job's name: what the circuit is and of which puzzle.
pub(super) fn name(header: &CircuitHeader, circuit: &Circuit) -> String {
    let line = on_one_line(&format!(
        "{}: {}",
        header.first_line(circuit),
        header.puzzle
    ));
    line.chars().take(MOST_CHARACTERS).collect()
}

/// What IonQ stores with a job: so many keys, texts so long (docs.ionq.com, core concepts:
/// metadata).
const MOST_KEYS: usize = 10;
const MOST_CHARACTERS: usize = 400;

/// The header as metadata of a job: what reads results comes first; a long text goes on under the
/// next number; what has no room is named.
pub(super) fn metadata(header: &CircuitHeader, circuit: &Circuit) -> Map<String, Value> {
    let list = |values: &[f64]| {
        let values: Vec<String> = values.iter().map(f64::to_string).collect();
        values.join(" ")
    };
    let places =
        (0..circuit.measured().len()).map(|i| format!("x{i}={}", header.place(i, circuit)));
    let entries = [
        (
            "puzzle",
            format!("{} (file: {})", header.puzzle, header.file),
        ),
        ("model", header.model_hash.clone()),
        ("bits", format!("qubit i is variable xi. {IONQ_ORDER}")),
        ("qubits", places.collect::<Vec<_>>().join("; ")),
        ("gammas", list(&header.angles.gammas)),
        ("betas", list(&header.angles.betas)),
        (
            "conventions",
            if header.title.is_some() {
                String::new()
            } else {
                header.card().join("; ")
            },
        ),
        ("notes", header.notes.join("; ")),
    ];
    let mut map = Map::new();
    let mut without = Vec::new();
    for (key, text) in entries.iter().filter(|(_, text)| !text.is_empty()) {
        let text: Vec<char> = on_one_line(text).chars().collect();
        let parts = text.chunks(MOST_CHARACTERS);
        if map.len() + parts.len() >= MOST_KEYS {
            without.push(*key);
            continue;
        }
        for (number, part) in (1..).zip(parts) {
            let name = if number == 1 {
                (*key).to_owned()
            } else {
                format!("{key}_{number}")
            };
            map.insert(name, Value::from(part.iter().collect::<String>()));
        }
    }
    if !without.is_empty() {
        let text = format!("no room for {}", without.join(", "));
        map.insert("left_out".to_owned(), text.into());
    }
    map
}
