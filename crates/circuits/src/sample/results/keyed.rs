//! Results by the keys of measurements: IQM's and Cirq's (client code of iqm-client, `models.py`,
//! of iqm's Qiskit adapter, `MeasurementKey`, and of cirq-core, `study/result.py`; read November
//! 2026).
//!
//! Either all qubits are measured under one key, the first bit that of qubit 0, or each under its
//! own, whose last number is the bit: `c_4_0_3` from Qiskit to IQM, `c_3` from OpenQASM to Cirq.

use super::super::{BitOrder, Bitstring, CountUnit, Counts};
use super::reader::{ResultReader, brief};
use super::{ReadCounts, ResultShape, SaidBy};
use crate::error::Result;
use serde_json::{Map, Value};

/// `{"measurements": [{"c": [[0, 1, 1, 0], …]}], …}`, one object for each circuit.
pub(super) const IQM: ResultShape = ResultShape {
    name: "iqm",
    recognizes: |value, _| circuits(value).is_some(),
    read: iqm,
};

/// `{"cirq_type": "ResultDict", "records": {"c": {"packed_digits": "60", …}}}`.
pub(super) const CIRQ: ResultShape = ResultShape {
    name: "cirq",
    recognizes: |value, _| value.get("cirq_type") == Some(&"ResultDict".into()),
    read: cirq,
};

/// A key and its shots.
type KeyedShots<'v> = (&'v str, Vec<Vec<Value>>);

fn circuits(value: &Value) -> Option<&[Value]> {
    let circuits = value.get("measurements")?.as_array()?;
    circuits.first()?.as_object()?;
    Some(circuits)
}

fn iqm(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let order = reader.fixed_order(IQM.name, BitOrder::Left)?;
    let circuits = circuits(value).unwrap_or_default();
    let circuit = reader.choose(circuits, "measurements")?;
    let mut keys: Vec<KeyedShots<'_>> = Vec::new();
    for (name, shots) in circuit.as_object().into_iter().flatten() {
        let list = shots.as_array().into_iter().flatten();
        let shots: Option<Vec<_>> = list.map(|shot| shot.as_array().cloned()).collect();
        let shots = shots.ok_or_else(|| {
            let remedy = "a key has a list of shots, each a list of bits";
            reader.wrong(Some(name), format!("{name} has other than shots"), remedy)
        })?;
        keys.push((name, shots));
    }
    Ok((counted(reader, keys)?, order, SaidBy::Shape))
}

fn cirq(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let order = reader.fixed_order(CIRQ.name, BitOrder::Left)?;
    let empty = Map::new();
    let records = value.get("records").and_then(Value::as_object);
    let mut keys = Vec::new();
    for (name, record) in records.unwrap_or(&empty) {
        let shots = unpacked(record).ok_or_else(|| {
            let found = format!("the record of {name} is {}", brief(record));
            let remedy =
                "a record has \"packed_digits\" of bits, and the \"shape\" [shots, 1, qubits]";
            reader.wrong(Some(name), found, remedy)
        })?;
        keys.push((name.as_str(), shots));
    }
    Ok((counted(reader, keys)?, order, SaidBy::Shape))
}

/// The shots of a record of bits: hexadecimal bytes, the highest bit of each first.
fn unpacked(record: &Value) -> Option<Vec<Vec<Value>>> {
    let size = |at: usize| usize::try_from(record.get("shape")?.get(at)?.as_u64()?).ok();
    let (shots, instances, width) = (size(0)?, size(1)?, size(2)?);
    let digits = record.get("packed_digits")?.as_str()?;
    let is_binary = record.get("binary")?.as_bool()?;
    let nibbles: Option<Vec<u32>> = digits.chars().map(|c| c.to_digit(16)).collect();
    let bits: Vec<Value> = nibbles?
        .into_iter()
        .flat_map(|nibble| (0..4).rev().map(move |k| Value::from(nibble >> k & 1)))
        .collect();
    let all = shots.checked_mul(width)?;
    let fits = is_binary && instances == 1 && width > 0 && all <= bits.len();
    fits.then(|| bits[..all].chunks(width).map(<[Value]>::to_vec).collect())
}

fn counted(reader: &ResultReader<'_>, keys: Vec<KeyedShots<'_>>) -> Result<Counts<Bitstring>> {
    let mut counts = Counts::new(reader.qubits, CountUnit::Shots);
    let shots = match &keys[..] {
        [(_, shots)] => shots.clone(),
        several => together(reader, several)?,
    };
    for (k, shot) in shots.iter().enumerate() {
        counts.add(reader.outcome_of_bits(shot, k + 1)?, 1.0);
    }
    Ok(counts)
}

/// The shots of keys of one bit each, which their last numbers put in order.
fn together(reader: &ResultReader<'_>, keys: &[KeyedShots<'_>]) -> Result<Vec<Vec<Value>>> {
    let bit = |name: &str| name.rsplit_once('_')?.1.parse::<usize>().ok();
    let mut ordered: Vec<_> = keys
        .iter()
        .map(|(name, shots)| (bit(name), shots))
        .collect();
    ordered.sort_by_key(|(bit, _)| *bit);
    let shots = keys.first().map_or(0, |(_, shots)| shots.len());
    let all_bits = ordered
        .iter()
        .map(|(bit, _)| *bit)
        .eq((0..reader.qubits).map(Some));
    let alike =
        |(_, list): &KeyedShots<'_>| list.len() == shots && list.iter().all(|s| s.len() == 1);
    if !all_bits || !keys.iter().all(alike) {
        let names: Vec<&str> = keys.iter().map(|(name, _)| *name).collect();
        let found = format!("{} keys: {}", names.len(), names.join(", "));
        let remedy =
            "measure all qubits under one key, or each under a key that ends in _ and its number";
        return Err(reader.wrong(keys.first().map(|key| key.0), found, remedy));
    }
    let shot = |k: usize| ordered.iter().map(|(_, list)| list[k][0].clone()).collect();
    Ok((0..shots).map(shot).collect())
}
