//! IonQ's JSON circuits (`ionq.circuit.v1`): over usual gates (`qis`), and over the gates of its
//! devices (`native`).
//!
//! The file is the body of a job without backend and shots: type, name, metadata, input. In `qis`
//! rotations are radians, in `native` phases and angles are turns (1 = 2π): gpi and gpi2 with a
//! phase, zz with an angle. A rotation about Z is no gate: it is subtracted from the phases that
//! follow. IonQ measures all qubits: qubit i is variable i, and qubits without a gate are left out.
//! Source: docs.ionq.com, API v0.4.

use super::circuit_format::{CircuitExport, CircuitFormat};
use super::header::{CircuitHeader, on_one_line};
use crate::circuit::{Circuit, Gate};
use crate::error::{Result, finite_angle};
use serde_json::{Map, Value, json};
use std::f64::consts::TAU;

/// The position of bit 0 in IonQ's results.
pub(super) const IONQ_ORDER: &str = "IonQ's results: c[0] is the lowest bit of a decimal state (v1), the leftmost character of a bit string (v2)";

/// The file: a job without backend and shots, one gate a line.
pub(super) fn text(format: &CircuitFormat, export: &CircuitExport) -> Result<String> {
    let input = input(format, export)?;
    let gates = input["circuit"].as_array().into_iter().flatten();
    let gates: Vec<String> = gates.map(|gate| format!("      {gate}")).collect();
    let metadata = metadata(export.header, export.circuit);
    let metadata = metadata.iter();
    let metadata: Vec<String> = metadata
        .map(|(key, value)| format!("    \"{key}\": {value}"))
        .collect();
    Ok(format!(
        "{{\n  \"type\": \"ionq.circuit.v1\",\n  \"name\": {},\n  \"metadata\": {{\n{}\n  }},\n  \"input\": {{\n    \
         \"qubits\": {},\n    \"gateset\": {},\n    \"circuit\": [\n{}\n    ]\n  }}\n}}\n",
        Value::from(name(export.header, export.circuit)),
        metadata.join(",\n"),
        input["qubits"],
        input["gateset"],
        gates.join(",\n"),
    ))
}

pub(super) fn input(format: &CircuitFormat, export: &CircuitExport) -> Result<Value> {
    let circuit = in_order(export.circuit);
    let written = format.written(&circuit, export)?;
    let (gateset, write): (_, fn(&Gate) -> _) = match format.is_native() {
        true => ("native", turned),
        false => ("qis", usual),
    };
    let gates = written.gates().iter().map(write);
    let gates: Vec<Value> = gates.collect::<Result<_>>()?;
    Ok(json!({"qubits": circuit.qubits(), "gateset": gateset, "circuit": gates}))
}

/// The circuit with its measured qubits first, in the order of the outcome's bits, without idle
/// ones.
fn in_order(circuit: &Circuit) -> Circuit {
    let mut order = circuit.measured();
    let touched = circuit.gates().iter().flat_map(|gate| &gate.qubits);
    for qubit in touched {
        if !order.contains(qubit) {
            order.push(*qubit);
        }
    }
    circuit.renumbered(&order)
}

/// A gate of the `qis` set.
fn usual(gate: &Gate) -> Result<Value> {
    let name = gate.name();
    let mut value = match (name.as_str(), gate.both()) {
        ("cx", Some((control, target))) => {
            json!({"gate": "cnot", "target": target, "control": control})
        }
        ("cz", Some((control, target))) => {
            json!({"gate": "z", "target": target, "control": control})
        }
        (_, Some((a, b))) => json!({"gate": name, "targets": [a, b]}),
        (_, None) => json!({"gate": name, "target": gate.target()}),
    };
    for angle in gate.op.angles() {
        value["rotation"] = finite_angle(angle)?.into();
    }
    Ok(value)
}

/// A gate of the `native` set, in turns.
fn turned(gate: &Gate) -> Result<Value> {
    let turns: Vec<f64> = gate.op.angles().iter().map(|angle| angle / TAU).collect();
    let (name, targets) = (gate.name(), &gate.qubits);
    Ok(match targets.len() {
        2 => json!({"gate": name, "targets": targets, "angle": turns[0]}),
        _ => json!({"gate": name, "target": gate.target(), "phase": turns[0]}),
    })
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

/// What IonQ stores with a job: the most keys, the longest texts (docs.ionq.com, core concepts:
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
    let conventions = header.title.is_none().then(|| header.card().join("; "));
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
        ("conventions", conventions.unwrap_or_default()),
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
