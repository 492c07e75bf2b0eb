//! The circuits of an export, one for each set of angles, and what is said of them.

use super::super::hardware::Hardware;
use super::super::words::probability;
use super::{ExportedCost, gates_json, gates_line};
use crate::Result;
use crate::pipeline::RegistersRecord;
use crate::pipeline::{AnsatzCircuit, NamedParts};
use crate::settings::AnsatzKind;
use ketboard_circuits::{Candidate, Circuit, CircuitFormat, CircuitHeader, Compiled};
use ketboard_qaoa::{AngleShape, Angles};
use serde_json::{Map, Value};

/// What circuits are made of, at any angles.
pub(super) struct CircuitMaker<'a> {
    pub(super) cost: &'a ExportedCost,
    pub(super) gates: &'a AnsatzCircuit,
    pub(super) parts: Option<&'a NamedParts>,
    pub(super) kind: AnsatzKind,
    pub(super) shape: AngleShape,
    pub(super) hardware: &'a Hardware,
}

/// A circuit at one set of angles.
pub(super) struct CircuitSet {
    pub(super) depth: usize,
    pub(super) header: CircuitHeader,
    pub(super) circuit: Circuit,
    /// How it came onto the device, if it was placed there, in words.
    pub(super) place: String,
    /// For programs: angles and placement.
    about: Map<String, Value>,
}

impl CircuitMaker<'_> {
    /// The circuit at these angles, where the machine couples few qubits on the device.
    ///
    /// # Errors
    /// If it cannot be placed.
    pub(super) fn at(&self, angles: &Angles) -> Result<CircuitSet> {
        let depth = angles.depth_in(self.shape);
        let compiled = self.hardware.compiled(&self.gates.program(angles))?;
        let mut header = CircuitHeader {
            angles: angles.clone(),
            shape: self.shape,
            ..self.cost.header.clone()
        };
        let mut about = Map::from_iter([
            ("depth".to_owned(), depth.into()),
            ("gammas".to_owned(), angles.gammas.clone().into()),
            ("betas".to_owned(), angles.betas.clone().into()),
        ]);
        if let Some(parts) = self.parts {
            let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
            header.notes.push(format!(
                "ansatz {}: a series of {depth} gammas for each of {}",
                self.kind,
                names.join(", ")
            ));
        }
        if header.mixer.is_some() {
            header.notes.push(gates_line(&self.gates.counts()));
        }
        let mut place = String::new();
        let circuit = match compiled {
            Some(compiled) => {
                let route = route(&compiled, self.hardware);
                place = format!("; {route}");
                let starts = &compiled.placement;
                header
                    .notes
                    .push(format!("{route}; variables start on qubits {starts:?}"));
                add_route(&mut about, &compiled);
                compiled.circuit
            }
            None => self.gates.circuit(angles),
        };
        Ok(CircuitSet {
            depth,
            header,
            circuit,
            place,
            about,
        })
    }

    /// What programs are told of the file.
    pub(super) fn about(
        &self,
        format: &CircuitFormat,
        qubits: usize,
        sets: &[CircuitSet],
    ) -> Map<String, Value> {
        let mut about = Map::from_iter([
            ("format".to_owned(), Value::from(format.name)),
            ("qubits".to_owned(), qubits.into()),
        ]);
        match sets {
            [set] => about.extend(set.about.clone()),
            several => {
                let sets: Vec<Value> = several.iter().map(|set| set.about.clone().into()).collect();
                about.insert("sets".to_owned(), sets.into());
            }
        }
        if let Some(name) = self.hardware.name() {
            about.insert("backend".to_owned(), name.into());
        }
        let registers = self.cost.registers.iter();
        about.extend(registers.flat_map(RegistersRecord::keys));
        if let Some(parts) = self.parts {
            let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
            about.insert("ansatz".to_owned(), self.kind.name().into());
            about.insert("groups".to_owned(), names.into());
        }
        about.insert("gates".to_owned(), gates_json(&self.gates.counts()));
        about
    }
}

/// How the circuit came onto the device, in a line.
fn route(compiled: &Compiled, hardware: &Hardware) -> String {
    let chosen = &compiled.chosen;
    let fidelity = chosen.estimated_fidelity;
    let fidelity = fidelity.map_or(String::new(), |f| {
        format!(", estimated fidelity {}", probability(f))
    });
    format!(
        "on {} by {}: {} of its two-qubit gates in depth {}{fidelity}",
        hardware.name().unwrap_or_default(),
        chosen.method.name(),
        chosen.two_qubit_gates,
        chosen.two_qubit_depth,
    )
}

/// The same for programs, with all circuits that were found.
fn add_route(about: &mut Map<String, Value>, compiled: &Compiled) {
    about.extend(candidate_keys(&compiled.chosen));
    let mut add = |key: &str, value: Value| about.insert(key.to_owned(), value);
    add("placement", compiled.placement.clone().into());
    add("measured", compiled.circuit.measured().into());
    let candidates = compiled.candidates.iter().map(candidate_keys);
    add("candidates", candidates.map(Value::from).collect());
}

/// How a circuit was found, what it costs, and what it is worth.
fn candidate_keys(candidate: &Candidate) -> Map<String, Value> {
    let mut keys = Map::from_iter([
        ("method".to_owned(), candidate.method.name().into()),
        (
            "two_qubit_gates".to_owned(),
            candidate.two_qubit_gates.into(),
        ),
        (
            "two_qubit_depth".to_owned(),
            candidate.two_qubit_depth.into(),
        ),
    ]);
    if let Some(fidelity) = candidate.estimated_fidelity {
        keys.insert("estimated_fidelity".to_owned(), fidelity.into());
    }
    keys
}
