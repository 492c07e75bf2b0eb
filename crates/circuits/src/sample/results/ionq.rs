//! Results of IonQ's machines of version 1: outcomes by whole numbers, qubit 0 as the lowest bit;
//! Azure Quantum wraps the same in `histogram`.
//!
//! Names that consist of zeros and ones only, but have not the circuit's width, could be either:
//! they are refused.

use super::reader::{Outcomes, ResultReader};
use crate::error::Result;
use serde_json::Value;

/// The outcomes: the value itself, or what stands under `histogram`.
fn histogram(value: &Value) -> &Value {
    value.get("histogram").unwrap_or(value)
}

/// Whether these are `{"6": 0.5, "9": 0.5}`, the same under `histogram`, or a list of such names:
/// whole numbers, and neither bitstrings of `qubits` characters, one of them perhaps with a wrong
/// digit, nor bitstrings of a wrong width. A number below 2^n has fewer than n digits for every n >
/// 1.
pub(super) fn recognizes(value: &Value, qubits: usize) -> bool {
    let names: Option<Vec<&str>> = match histogram(value) {
        Value::Array(shots) => shots.iter().map(Value::as_str).collect(),
        Value::Object(map) => Some(map.keys().map(String::as_str).collect()),
        _ => None,
    };
    let names = names.unwrap_or_default();
    let is_whole = |name: &&str| {
        let is_short = qubits == 1 || name.len() != qubits;
        let digits = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
        is_short && digits && (*name == "0" || !name.starts_with('0'))
    };
    let is_binary = |name: &&str| name.bytes().all(|b| b == b'0' || b == b'1');
    !names.is_empty() && names.iter().all(is_whole) && (qubits == 1 || !names.iter().all(is_binary))
}

pub(super) fn read(reader: &ResultReader<'_>, value: &Value) -> Result<Outcomes> {
    reader.outcomes(histogram(value), None)
}
