//! Results of IonQ's machines, in the two generations of their formats (docs.ionq.com, API v0.4,
//! "Results formats").
//!
//! Version 1 names outcomes by whole numbers, qubit 0 as the lowest bit; Azure Quantum wraps the
//! same in `histogram`. Version 2 has registers of bitstrings, qubit 0 first. Where several
//! registers are sent, `output_all` repeats what the others hold and is left out.
//!
//! A job of several circuits has the distributions of version 1 under the ids of its circuits.
//!
//! Names that consist of zeros and ones only, but have not the circuit's width, could be either:
//! they are refused.

use super::super::{BitOrder, Bitstring, CountUnit, Counts};
use super::reader::{ResultReader, brief};
use super::{ReadCounts, ResultShape, SaidBy};
use crate::error::Result;
use serde_json::{Map, Value};

/// `{"probabilities": {"registers": {"c": {"0110": 0.5}}}}`, `{"histogram": {"registers": …}}` or
/// `{"shots": [{"registers": {"c": [0, 1, 1, 0]}}, …]}`.
pub(super) const V2: ResultShape = ResultShape {
    name: "ionq-v2",
    recognizes: |value, _| registers(value).is_some() || shots(value).is_some(),
    read: second,
};

/// `{"6": 0.5, "9": 0.5}`, the same under `histogram`, or a list of such numbers.
pub(super) const V1: ResultShape = ResultShape {
    name: "ionq-v1",
    recognizes: |value, qubits| match value {
        Value::Object(object) => outcomes(object).is_some_and(|map| numbers(map.keys(), qubits)),
        Value::Array(shots) => {
            let names: Option<Vec<String>> = shots
                .iter()
                .map(|shot| shot.as_str().map(str::to_owned))
                .collect();
            names.is_some_and(|names| numbers(names.iter(), qubits))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    },
    read: first,
};

/// `{"06a2099c-…": {"6": 0.5, "9": 0.5}, …}`: the distributions of a job of several circuits.
pub(super) const AGGREGATE: ResultShape = ResultShape {
    name: "ionq-aggregate",
    recognizes: |value, _| {
        let object = value.as_object();
        object.is_some_and(|map| {
            !map.is_empty() && map.iter().all(|(k, v)| is_id(k) && v.is_object())
        })
    },
    read: aggregate,
};

/// Whether the text has the form of an id: 32 hexadecimal digits, in groups of 8, 4, 4, 4 and 12.
fn is_id(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups
            .iter()
            .all(|group| group.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Circuits are numbered as the file has them, which is the order of their ids.
fn aggregate(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let order = reader.fixed_order(AGGREGATE.name, BitOrder::Number)?;
    let all: Vec<&Value> = value
        .as_object()
        .into_iter()
        .flat_map(Map::values)
        .collect();
    let chosen = reader.choose(&all, "results")?;
    let empty = Map::new();
    let map = chosen.as_object().unwrap_or(&empty);
    let counts = reader.weighted(map, order, Some(CountUnit::Probability))?;
    Ok((counts, order, SaidBy::Shape))
}

/// The map of outcomes: the object itself, or what stands under `histogram`.
fn outcomes(object: &Map<String, Value>) -> Option<&Map<String, Value>> {
    match object.get("histogram") {
        Some(map) => map.as_object(),
        None => Some(object),
    }
}

/// Whether these are whole numbers and cannot be bitstrings of `qubits` characters, or of a wrong
/// width.
fn numbers<'a>(names: impl Iterator<Item = &'a String> + Clone, qubits: usize) -> bool {
    let whole = |name: &String| {
        let digits = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
        digits && (name == "0" || !name.starts_with('0'))
    };
    let bits = |name: &String| name.bytes().all(|b| b == b'0' || b == b'1');
    let single = qubits == 1;
    names.clone().next().is_some()
        && names.clone().all(whole)
        && (single || !names.clone().all(bits))
}

fn first(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let order = reader.fixed_order(V1.name, BitOrder::Number)?;
    let counts = match value {
        Value::Array(shots) => {
            let mut counts = Counts::new(reader.qubits, CountUnit::Shots);
            for name in shots.iter().filter_map(Value::as_str) {
                counts.add(reader.outcome(name, order)?, 1.0);
            }
            counts
        }
        Value::Object(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            let empty = Map::new();
            let map = value.as_object().and_then(outcomes).unwrap_or(&empty);
            reader.weighted(map, order, None)?
        }
    };
    Ok((counts, order, SaidBy::Shape))
}

/// The registers of a distribution, with the unit of its weights.
fn registers(value: &Value) -> Option<(&Map<String, Value>, CountUnit)> {
    let under = |key: &str| value.get(key)?.get("registers")?.as_object();
    let probabilities = under("probabilities").map(|map| (map, CountUnit::Probability));
    probabilities.or_else(|| Some((under("histogram")?, CountUnit::Shots)))
}

fn shots(value: &Value) -> Option<&[Value]> {
    let shots = value.get("shots")?.as_array()?;
    shots.first()?.get("registers")?;
    Some(shots)
}

fn second(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let order = reader.fixed_order(V2.name, BitOrder::Left)?;
    let counts = match registers(value) {
        Some((registers, unit)) => {
            let (name, map) = register(reader, registers)?;
            let map = map.as_object().ok_or_else(|| {
                let found = format!("register {name} is {}", brief(map));
                reader.wrong(Some(name), found, "a register maps bitstrings to weights")
            })?;
            reader.weighted(map, order, Some(unit))?
        }
        None => counted(reader, shots(value).unwrap_or_default())?,
    };
    Ok((counts, order, SaidBy::Shape))
}

fn counted(reader: &ResultReader<'_>, shots: &[Value]) -> Result<Counts<Bitstring>> {
    let mut counts = Counts::new(reader.qubits, CountUnit::Shots);
    for (k, shot) in shots.iter().enumerate() {
        let registers = shot.get("registers").and_then(Value::as_object);
        let registers = registers.ok_or_else(|| {
            let found = format!("shot {} is {}", k + 1, brief(shot));
            reader.wrong(Some("shots"), found, "a shot has \"registers\"")
        })?;
        let (name, bits) = register(reader, registers)?;
        let bits = bits.as_array().ok_or_else(|| {
            let found = format!("register {name} of shot {} is {}", k + 1, brief(bits));
            reader.wrong(Some(name), found, "a register is a list of bits")
        })?;
        counts.add(reader.outcome_of_bits(bits, k + 1)?, 1.0);
    }
    Ok(counts)
}

/// The register of the circuit, or `output_all` where there is none.
fn register<'v>(
    reader: &ResultReader<'_>,
    all: &'v Map<String, Value>,
) -> Result<(&'v str, &'v Value)> {
    let alone = all.len() == 1;
    let named = all
        .iter()
        .filter(|(name, _)| alone || *name != "output_all");
    reader.only_register(named, "registers")
}
