//! pytket's `BackendResult` as a dictionary, which its extension for Quantinuum gives (client code
//! of pytket, `backendresult.py` and `outcomearray.py`; read November 2026).
//!
//! Rows are bits in the order of the list `bits`, eight to a byte, the highest first; its bits are
//! `["c", [i]]`.

use super::reader::{Outcomes, ResultReader};
use crate::error::Result;
use serde::Deserialize;
use serde_json::Value;

/// `{"bits": [["c", [0]], …], "shots": {"width": 4, "array": [[96], …]}}`, or with `counts`.
pub(super) fn recognizes(value: &Value, _: usize) -> bool {
    value.get("bits").is_some_and(Value::is_array)
}

#[derive(Deserialize)]
struct BackendResult {
    bits: Vec<(String, [usize; 1])>,
    shots: Option<Rows>,
    counts: Option<Vec<Counted>>,
}

/// Outcomes, each of them a row of bytes.
#[derive(Deserialize)]
struct Rows {
    array: Vec<Vec<u8>>,
}

#[derive(Deserialize)]
struct Counted {
    outcome: Rows,
    count: u64,
}

pub(super) fn read(reader: &ResultReader<'_>, value: &Value) -> Result<Outcomes> {
    let BackendResult {
        bits,
        shots,
        counts,
    } = reader.parts(value)?;
    let places: Vec<usize> = bits.iter().map(|(_, [index])| *index).collect();
    let mut registers: Vec<&String> = bits.iter().map(|(register, _)| register).collect();
    registers.sort();
    registers.dedup();
    reader.only_register(&registers)?;
    let name = |row: &Vec<u8>| -> String {
        let bits = row
            .iter()
            .flat_map(|byte| format!("{byte:08b}").into_bytes());
        bits.take(places.len()).map(char::from).collect()
    };
    let outcomes = match (shots, counts) {
        (Some(shots), _) => Outcomes::shots(shots.array.iter().map(name)),
        (None, counts) => {
            let counts = counts.into_iter().flatten();
            let rows = counts.flat_map(|counted| {
                let rows = counted.outcome.array.into_iter();
                rows.map(move |row| (row, counted.count.into()))
            });
            let map = rows.map(|(row, count)| (name(&row), count)).collect();
            reader.weighted(&map, None)?
        }
    };
    reader.permuted(outcomes, &places, "bits")
}
