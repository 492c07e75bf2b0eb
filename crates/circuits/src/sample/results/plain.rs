//! Plain counts: `{"0110": 12, …}`, the same under `counts` or `probabilities` beside `bit_order`
//! and `shots`, or a list of shots, each a bitstring or a list of bits in the order of the qubits.
//!
//! This program writes the second form, Qiskit's `get_counts` the first (with qubit 0 last). A file
//! that names its `bit_order` must agree with the caller; where nobody says, names that all start
//! with `0x` are numbers, and in others the first character is qubit 0.

use super::super::{BitOrder, Bitstring, CountUnit, Counts};
use super::reader::{ResultReader, brief};
use super::{ReadCounts, ResultShape, SaidBy};
use crate::error::Result;
use serde_json::{Map, Value};

/// Whatever no other shape takes.
pub(super) const SHAPE: ResultShape = ResultShape {
    name: "plain",
    recognizes: |_, _| true,
    read,
};

/// What to do about a file of no known shape.
pub(super) const REMEDY: &str = "results are {\"0110\": 12, ...}, or the same under \"counts\" or \"probabilities\" beside \
    \"bit_order\" and \"shots\", or a list of bitstrings, one for each shot, or what IBM, IonQ and Braket send";

fn read(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    match value {
        Value::Object(object) => object_of(reader, object),
        Value::Array(shots) => shots_of(reader, shots, asked(reader)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Err(reader.wrong(None, "neither an object nor a list", REMEDY))
        }
    }
}

/// An order, and who said it.
type StatedOrder = (BitOrder, SaidBy);

fn asked(reader: &ResultReader<'_>) -> Option<StatedOrder> {
    reader.hints.bit_order.map(|order| (order, SaidBy::Caller))
}

fn object_of(reader: &ResultReader<'_>, object: &Map<String, Value>) -> Result<ReadCounts> {
    let (key, outcomes) = match (object.get("counts"), object.get("probabilities")) {
        (None, None) => return outcomes_of(reader, object, asked(reader), None),
        (Some(outcomes), None) => ("counts", outcomes),
        (None, Some(outcomes)) => ("probabilities", outcomes),
        (Some(_), Some(_)) => {
            return Err(reader.wrong(
                Some("probabilities"),
                "counts and probabilities in one file",
                "give one of them",
            ));
        }
    };
    refuse_unknown_keys(reader, object)?;
    let order = agreed_order(reader, object.get("bit_order"))?;
    let found = match outcomes {
        Value::Array(shots) if key == "counts" => shots_of(reader, shots, order)?,
        Value::Object(map) if key == "counts" => outcomes_of(reader, map, order, None)?,
        Value::Object(map) => outcomes_of(reader, map, order, Some(CountUnit::Probability))?,
        Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            return Err(reader.wrong(Some(key), format!("{key} is no object"), REMEDY));
        }
    };
    check_shots(reader, object.get("shots"), &found.0)?;
    Ok(found)
}

fn refuse_unknown_keys(reader: &ResultReader<'_>, object: &Map<String, Value>) -> Result<()> {
    let known = ["counts", "probabilities", "bit_order", "shots"];
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(reader.wrong(Some(key), format!("unknown key {key:?}"), REMEDY)),
        None => Ok(()),
    }
}

/// The order that the caller and the file agree on.
fn agreed_order(reader: &ResultReader<'_>, in_file: Option<&Value>) -> Result<Option<StatedOrder>> {
    let Some(value) = in_file else {
        return Ok(asked(reader));
    };
    let Some(order) = value.as_str().and_then(BitOrder::from_name) else {
        let found = format!("bit_order is {}", brief(value));
        let remedy = format!("it is one of {}", BitOrder::names());
        return Err(reader.wrong(Some("bit_order"), found, remedy));
    };
    match reader.hints.bit_order {
        Some(said) if said != order => Err(reader.wrong(
            Some("bit_order"),
            format!(
                "bit_order is {}, the setting `bit_order` is {}",
                order.name(),
                said.name()
            ),
            "leave the setting `bit_order` out, or correct the file",
        )),
        Some(_) | None => Ok(Some((order, SaidBy::File))),
    }
}

fn outcomes_of(
    reader: &ResultReader<'_>,
    map: &Map<String, Value>,
    said: Option<StatedOrder>,
    unit: Option<CountUnit>,
) -> Result<ReadCounts> {
    let hexadecimal = !map.is_empty() && map.keys().all(|name| name.starts_with("0x"));
    let (order, by) = said.unwrap_or(if hexadecimal {
        (BitOrder::Number, SaidBy::Shape)
    } else {
        (BitOrder::Left, SaidBy::Nobody)
    });
    let unknown = map.iter().find(|(_, value)| !value.is_number());
    if let Some((name, value)) = unknown {
        let found = format!("{name:?} is {}, which is no count", brief(value));
        return Err(reader.wrong(Some(name), found, REMEDY));
    }
    Ok((reader.weighted(map, order, unit)?, order, by))
}

/// A list with one entry for each shot.
fn shots_of(
    reader: &ResultReader<'_>,
    shots: &[Value],
    said: Option<StatedOrder>,
) -> Result<ReadCounts> {
    let names = shots.iter().map(Value::as_str);
    let hexadecimal = names
        .clone()
        .all(|name| name.is_some_and(|name| name.starts_with("0x")));
    let bits = shots.iter().all(Value::is_array);
    let (order, by) = said.unwrap_or(if hexadecimal {
        (BitOrder::Number, SaidBy::Shape)
    } else {
        (BitOrder::Left, SaidBy::Nobody)
    });
    if bits && order == BitOrder::Number && !shots.is_empty() {
        let remedy = "a list of bits has no numbers: give the setting `bit_order` qubit0-left or qubit0-right";
        return Err(reader.wrong(None, "shots are lists of bits", remedy));
    }
    let mut counts = Counts::new(reader.qubits, CountUnit::Shots);
    for (k, shot) in shots.iter().enumerate() {
        let outcome = match shot {
            Value::String(name) => reader.outcome(name, order)?,
            Value::Array(bits) if order == BitOrder::Left => reader.outcome_of_bits(bits, k + 1)?,
            Value::Array(bits) if order == BitOrder::Right => {
                let turned: Vec<Value> = bits.iter().rev().cloned().collect();
                reader.outcome_of_bits(&turned, k + 1)?
            }
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Array(_)
            | Value::Object(_) => {
                let found = format!("shot {} is {}", k + 1, brief(shot));
                return Err(reader.wrong(None, found, "a shot is \"0110\" or [0, 1, 1, 0]"));
            }
        };
        counts.add(outcome, 1.0);
    }
    Ok((counts, order, by))
}

fn check_shots(
    reader: &ResultReader<'_>,
    stated: Option<&Value>,
    counts: &Counts<Bitstring>,
) -> Result<()> {
    let Some(stated) = stated else { return Ok(()) };
    let right = match counts.unit() {
        CountUnit::Shots => stated.as_f64() == Some(counts.total()),
        CountUnit::Probability => stated.is_u64(),
    };
    if right {
        return Ok(());
    }
    let found = format!(
        "shots is {}, the counts add up to {}",
        brief(stated),
        counts.total()
    );
    Err(reader.wrong(Some("shots"), found, "correct the number, or leave it out"))
}
