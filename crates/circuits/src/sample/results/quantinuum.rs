//! Results of Quantinuum: the machine's own, and pytket's `BackendResult` as a dictionary (client
//! code of pytket-quantinuum, `_convert_result`, and of pytket, `backendresult.py` and
//! `outcomearray.py`; read November 2026).
//!
//! The machine sends one bitstring for each shot and register, the last bit of the register first.
//! pytket's rows are bits in the order of the list `bits`, eight to a byte, the highest first; its
//! bits are `["c", [i]]`.

use super::super::{BitOrder, Bitstring, CountUnit, Counts};
use super::reader::{ResultReader, brief};
use super::{ReadCounts, ResultShape, SaidBy};
use crate::error::Result;
use serde_json::{Map, Value};

/// `{"results": {"c": ["0110", …]}, …}`.
pub(super) const MACHINE: ResultShape = ResultShape {
    name: "quantinuum",
    recognizes: |value, _| registers(value).is_some(),
    read: machine,
};

/// `{"bits": [["c", [0]], …], "shots": {"width": 4, "array": [[96], …]}}`, or with `counts`.
pub(super) const PYTKET: ResultShape = ResultShape {
    name: "pytket",
    recognizes: |value, _| {
        value.get("bits").is_some_and(Value::is_array)
            && (value.pointer("/shots/width").is_some()
                || value.get("counts").is_some_and(Value::is_array))
    },
    read: pytket,
};

fn registers(value: &Value) -> Option<&Map<String, Value>> {
    let registers = value.get("results")?.as_object()?;
    let lists = |list: &Value| {
        list.as_array()
            .is_some_and(|l| l.iter().all(Value::is_string))
    };
    (!registers.is_empty() && registers.values().all(lists)).then_some(registers)
}

fn machine(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let order = reader.fixed_order(MACHINE.name, BitOrder::Right)?;
    let empty = Map::new();
    let registers = registers(value).unwrap_or(&empty);
    let (_, shots) = reader.only_register(registers.iter(), "results")?;
    let mut counts = Counts::new(reader.qubits, CountUnit::Shots);
    let shots = shots.as_array().into_iter().flatten();
    for shot in shots.filter_map(Value::as_str) {
        counts.add(reader.outcome(shot, order)?, 1.0);
    }
    Ok((counts, order, SaidBy::Shape))
}

fn pytket(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let order = reader.fixed_order(PYTKET.name, BitOrder::Left)?;
    let places = places(reader, value.get("bits"))?;
    let mut counts = Counts::new(reader.qubits, CountUnit::Shots);
    if let Some(shots) = value.get("shots").filter(|shots| !shots.is_null()) {
        for row in rows(shots) {
            counts.add(outcome(reader, row, &places)?, 1.0);
        }
    } else {
        let entries = value.get("counts").and_then(Value::as_array);
        for entry in entries.into_iter().flatten() {
            let rows: Vec<&Value> = entry.get("outcome").into_iter().flat_map(rows).collect();
            let count = entry.get("count").and_then(Value::as_u64);
            let ([row], Some(count)) = (&rows[..], count) else {
                let found = format!("an entry of counts is {}", brief(entry));
                let remedy = "an entry has one \"outcome\" and a whole \"count\"";
                return Err(reader.wrong(Some("counts"), found, remedy));
            };
            counts.add(outcome(reader, row, &places)?, count as f64);
        }
    }
    Ok((counts, order, SaidBy::Shape))
}

/// The rows of an array of outcomes.
fn rows(outcomes: &Value) -> impl Iterator<Item = &Value> {
    let rows = outcomes.get("array").and_then(Value::as_array);
    rows.into_iter().flatten()
}

/// For each column the bit of the one register it belongs to.
fn places(reader: &ResultReader<'_>, bits: Option<&Value>) -> Result<Vec<usize>> {
    let list = bits.and_then(Value::as_array).map(Vec::as_slice);
    let list = list.unwrap_or_default();
    let index = |bit: &Value| usize::try_from(bit.pointer("/1/0")?.as_u64()?).ok();
    let places: Option<Vec<usize>> = list.iter().map(index).collect();
    let names: Vec<_> = list.iter().map(|bit| bit.get(0)).collect();
    let one_register = names.windows(2).all(|pair| pair[0] == pair[1]);
    let all_once = |places: &Vec<usize>| {
        let mut sorted = places.clone();
        sorted.sort_unstable();
        sorted.into_iter().eq(0..reader.qubits)
    };
    places.filter(|places| one_register && all_once(places)).ok_or_else(|| {
        reader.wrong(
            Some("bits"),
            format!("bits are {}", bits.map(brief).unwrap_or_default()),
            format!(
                "the exported circuit measures its {} qubits into one register, each once; decode with the options of the export",
                reader.qubits
            ),
        )
    })
}

fn outcome(reader: &ResultReader<'_>, row: &Value, places: &[usize]) -> Result<Bitstring> {
    let bytes = row.as_array().map(Vec::as_slice).unwrap_or_default();
    let byte = |value: &Value| u8::try_from(value.as_u64()?).ok();
    let bytes: Option<Vec<u8>> = bytes.iter().map(byte).collect();
    let bytes = bytes.filter(|bytes| bytes.len() == places.len().div_ceil(8));
    let bytes = bytes.ok_or_else(|| {
        let found = format!("an outcome is {}", brief(row));
        let remedy = format!("an outcome of {} bits is a list of bytes", places.len());
        reader.wrong(Some("array"), found, remedy)
    })?;
    let mut values = vec![false; places.len()];
    for (column, &place) in places.iter().enumerate() {
        values[place] = bytes[column / 8] >> (7 - column % 8) & 1 == 1;
    }
    Ok(values.into_iter().collect())
}
