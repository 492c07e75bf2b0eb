//! Plain counts: `{"0110": 12, …}`, the same under `counts` or `probabilities` beside `bit_order`
//! and `shots`, or a list of shots, each a bitstring or a list of bits in the order of the qubits.
//!
//! This program writes the second form, Qiskit's `get_counts` the first (with qubit 0 last). A file
//! that names its `bit_order` must agree with the caller; where nobody says, names that all start
//! with `0x` are numbers, and in others the first character is qubit 0.

use super::super::{BitOrder, Bitstring, CountUnit, Counts};
use super::reader::{ResultReader, brief};
use super::{MeasuredResults, SaidBy};
use crate::error::Result;
use serde_json::Value;

/// What to do about a file of no known shape.
pub(super) const REMEDY: &str = "results are {\"0110\": 12, ...}, or the same under \"counts\" or \"probabilities\" beside \
    \"bit_order\" and \"shots\", or a list of bitstrings, one for each shot, or what IBM, IonQ, Braket and Quantinuum send";

/// What no vendor's shape takes.
pub(super) fn read(reader: &ResultReader<'_>, value: &Value) -> Result<MeasuredResults> {
    let mut said = reader.hints.bit_order.map(|order| (order, SaidBy::Caller));
    let mut unit = None;
    let mut outcomes = value;
    let wrapped = value
        .as_object()
        .filter(|o| KEYS[..2].iter().any(|key| o.contains_key(*key)));
    if let Some(object) = wrapped {
        let unknown = object.keys().find(|key| !KEYS.contains(&key.as_str()));
        if let Some(key) = unknown {
            return Err(reader.wrong(Some(key), format!("unknown key {key:?}"), REMEDY));
        }
        outcomes = match (object.get("counts"), object.get("probabilities")) {
            (Some(counts), None) => counts,
            (None, Some(probabilities)) => {
                unit = Some(CountUnit::Probability);
                probabilities
            }
            _ => {
                let found = "counts and probabilities in one file";
                return Err(reader.wrong(Some("probabilities"), found, "give one of them"));
            }
        };
        if let Some(order) = object.get("bit_order") {
            said = Some((agreed_order(reader, order)?, SaidBy::File));
        }
    }
    if let Some(status) = outcomes.get("status") {
        let status = brief(status);
        let found = format!("this describes a job whose status is {status}, and holds no results");
        let remedy = "give the results of the job, once it is done";
        return Err(reader.wrong(Some("status"), found, remedy));
    }
    if unit.is_some() && !outcomes.is_object() {
        let found = format!("{} is no object", brief(outcomes));
        return Err(reader.wrong(None, found, REMEDY));
    }
    let are_bits = outcomes.get(0).is_some_and(|shot| !shot.is_string());
    let outcomes = reader.outcomes(outcomes, unit)?;
    let (bit_order, said_by) = said.unwrap_or_else(|| guessed(outcomes.names()));
    if bit_order == BitOrder::Number && are_bits {
        let remedy = "a list of bits has no numbers: give the setting `bit_order` qubit0-left or qubit0-right";
        return Err(reader.wrong(None, "shots are lists of bits", remedy));
    }
    let counts = reader.counts(outcomes, bit_order)?;
    if let Some(stated) = wrapped.and_then(|object| object.get("shots")) {
        check_shots(reader, stated, &counts)?;
    }
    Ok(MeasuredResults {
        counts,
        shape: "plain",
        bit_order,
        said_by,
    })
}

/// The keys of an object that holds counts.
const KEYS: [&str; 4] = ["counts", "probabilities", "bit_order", "shots"];

/// The order of names where nobody says it.
fn guessed<'a>(mut names: impl Iterator<Item = &'a str> + Clone) -> (BitOrder, SaidBy) {
    let is_any = names.clone().next().is_some();
    if is_any && names.all(|name| name.starts_with("0x")) {
        (BitOrder::Number, SaidBy::Shape)
    } else {
        (BitOrder::Left, SaidBy::Nobody)
    }
}

/// The order that the caller and the file agree on.
fn agreed_order(reader: &ResultReader<'_>, stated: &Value) -> Result<BitOrder> {
    let Some(order) = stated.as_str().and_then(BitOrder::from_name) else {
        let found = format!("bit_order is {}", brief(stated));
        let remedy = format!("it is one of {}", BitOrder::names());
        return Err(reader.wrong(Some("bit_order"), found, remedy));
    };
    reader.agreed(order, "this file")?;
    Ok(order)
}

fn check_shots(
    reader: &ResultReader<'_>,
    stated: &Value,
    counts: &Counts<Bitstring>,
) -> Result<()> {
    let total = counts.total();
    let is_right = match counts.unit() {
        CountUnit::Shots => stated.as_f64() == Some(total),
        CountUnit::Probability => stated.is_u64(),
    };
    if is_right {
        return Ok(());
    }
    let found = format!("shots is {}, the counts add up to {total}", brief(stated));
    Err(reader.wrong(Some("shots"), found, "correct the number, or leave it out"))
}
