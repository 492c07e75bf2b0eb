//! Results of IonQ's machines, in the two generations of their formats (docs.ionq.com, API v0.4,
//! "Results formats").
//!
//! Version 1 names outcomes by whole numbers, qubit 0 as the lowest bit; Azure Quantum wraps the
//! same in `histogram`. Version 2 has registers of bitstrings, qubit 0 first. Where several
//! registers are sent, `output_all` repeats what the others hold and is left out.
//!
//! Names that consist of zeros and ones only, but have not the circuit's width, could be either:
//! they are refused.

use super::super::{BitOrder, CountUnit};
use super::ResultShape;
use super::reader::{Outcomes, ResultReader};
use crate::error::Result;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// `{"probabilities": {"registers": {"c": {"0110": 0.5}}}}`, `{"histogram": {"registers": …}}` or
/// `{"shots": [{"registers": {"c": [0, 1, 1, 0]}}, …]}`.
pub(super) const V2: ResultShape = ResultShape {
    name: "ionq-v2",
    order: BitOrder::Left,
    recognizes: |value, _| {
        let places = [
            "/probabilities/registers",
            "/histogram/registers",
            "/shots/0/registers",
        ];
        places.iter().any(|place| value.pointer(place).is_some())
    },
    read: second,
};

/// `{"6": 0.5, "9": 0.5}`, the same under `histogram`, or a list of such numbers.
pub(super) const V1: ResultShape = ResultShape {
    name: "ionq-v1",
    order: BitOrder::Number,
    recognizes: |value, qubits| {
        let names: Option<Vec<&str>> = match value.as_array() {
            Some(shots) => shots.iter().map(Value::as_str).collect(),
            None => histogram(value).map(|map| map.keys().map(String::as_str).collect()),
        };
        names.is_some_and(|names| are_numbers(&names, qubits))
    },
    read: first,
};

/// The map of outcomes: the object itself, or what stands under `histogram`.
fn histogram(value: &Value) -> Option<&Map<String, Value>> {
    value.get("histogram").unwrap_or(value).as_object()
}

/// Whether these are whole numbers, and neither bitstrings of `qubits` characters, one of them
/// perhaps with a wrong digit, nor bitstrings of a wrong width. A number below 2^n has fewer than n
/// digits for every n > 1.
fn are_numbers(names: &[&str], qubits: usize) -> bool {
    let is_whole = |name: &&str| {
        let is_short = qubits == 1 || name.len() != qubits;
        let digits = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
        is_short && digits && (*name == "0" || !name.starts_with('0'))
    };
    let is_binary = |name: &&str| name.bytes().all(|b| b == b'0' || b == b'1');
    !names.is_empty() && names.iter().all(is_whole) && (qubits == 1 || !names.iter().all(is_binary))
}

fn first(reader: &ResultReader<'_>, value: &Value) -> Result<Outcomes> {
    match histogram(value) {
        Some(map) => reader.weighted(map, None),
        None => Ok(Outcomes::shots(reader.parts::<Vec<String>>(value)?)),
    }
}

#[derive(Deserialize)]
struct Distribution {
    probabilities: Option<Registers<Map<String, Value>>>,
    histogram: Option<Registers<Map<String, Value>>>,
    shots: Option<Vec<Registers<Value>>>,
}

#[derive(Deserialize)]
struct Registers<T> {
    registers: BTreeMap<String, T>,
}

impl<T> Registers<T> {
    /// The register of the circuit, or `output_all` where there is none.
    fn only(mut self, reader: &ResultReader<'_>) -> Result<T> {
        let is_alone = self.registers.len() == 1;
        self.registers
            .retain(|name, _| is_alone || name != "output_all");
        reader.only_register(self.registers)
    }
}

fn second(reader: &ResultReader<'_>, value: &Value) -> Result<Outcomes> {
    let found: Distribution = reader.parts(value)?;
    let (registers, unit) = match (found.probabilities, found.histogram) {
        (Some(registers), _) => (registers, CountUnit::Probability),
        (None, Some(registers)) => (registers, CountUnit::Shots),
        (None, None) => {
            let shots = found.shots.into_iter().flatten();
            let shots: Result<Vec<Value>> = shots.map(|shot| shot.only(reader)).collect();
            return reader.bits(shots?.iter());
        }
    };
    reader.weighted(&registers.only(reader)?, Some(unit))
}
