//! Results of IBM's machines: Sampler V2 as its REST interface sends them, and Qiskit's older
//! `Result` as a dictionary.
//!
//! Both name outcomes by hexadecimal numbers whose lowest bit is bit 0 of the classical register
//! (IBM, Sampler REST guide; Qiskit, `qiskit.result`). A result has one list of samples for each
//! classical register; the exported circuits have one register. Where a circuit was run at several
//! sets of angles, the list holds a list for each; sets are counted through all results.

use super::super::{BitOrder, CountUnit, Counts};
use super::reader::{ResultReader, brief};
use super::{ReadCounts, ResultShape, SaidBy};
use crate::error::Result;
use serde_json::{Map, Value};

/// `{"results": [{"data": {"c": {"samples": ["0x3", …], "num_bits": 4}}}, …]}`.
pub(super) const SAMPLER: ResultShape = ResultShape {
    name: "ibm-sampler",
    recognizes: |value, _| {
        let mut registers = data(value).flat_map(Map::values);
        registers.any(|register| register.get("samples").is_some())
    },
    read: sampler,
};

/// `{"results": [{"data": {"counts": {"0x3": 5}}, …}], …}`.
pub(super) const RESULT: ResultShape = ResultShape {
    name: "qiskit-result",
    recognizes: |value, _| {
        data(value).any(|data| matches!(data.get("counts"), Some(Value::Object(_))))
    },
    read: result,
};

/// The `data` of all results.
fn data(value: &Value) -> impl Iterator<Item = &Map<String, Value>> {
    let results = value.get("results").and_then(Value::as_array);
    let results = results.into_iter().flatten();
    results.filter_map(|result| result.get("data").and_then(Value::as_object))
}

fn chosen<'v>(reader: &ResultReader<'_>, value: &'v Value) -> Result<&'v Map<String, Value>> {
    let results = value.get("results").and_then(Value::as_array);
    let result = reader.choose(results.map_or(&[][..], Vec::as_slice), "results")?;
    let data = result.get("data").and_then(Value::as_object);
    data.ok_or_else(|| without_data(reader))
}

fn without_data(reader: &ResultReader<'_>) -> crate::error::Error {
    let remedy = "give the file as the machine sent it";
    reader.wrong(Some("results"), "a result without \"data\"", remedy)
}

fn sampler(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let order = reader.fixed_order(SAMPLER.name, BitOrder::Number)?;
    let results = value.get("results").and_then(Value::as_array);
    let mut sets = Vec::new();
    for (k, result) in results.into_iter().flatten().enumerate() {
        let registers = result.get("data").and_then(Value::as_object);
        let samples = registers.and_then(|map| map.values().find_map(|r| r.get("samples")));
        sets.extend((0..samples.map_or(1, |list| lists(list).len())).map(|set| (k, set)));
    }
    let &(k, set) = reader.choose(&sets, "results")?;
    let result = results.and_then(|list| list.get(k));
    let data = result.and_then(|result| result.get("data")?.as_object());
    let data = data.ok_or_else(|| without_data(reader))?;
    let (name, register) = reader.only_register(data.iter(), "data")?;
    check_width(reader, name, register.get("num_bits"))?;
    let samples = register.get("samples").filter(|list| list.is_array());
    let samples = samples.ok_or_else(|| {
        let remedy = "a register has the list \"samples\" of hexadecimal numbers";
        reader.wrong(
            Some(name),
            format!("register {name} has no samples"),
            remedy,
        )
    })?;
    let samples = lists(samples).into_iter().nth(set).unwrap_or_default();
    let mut counts = Counts::new(reader.qubits, CountUnit::Shots);
    for sample in samples {
        let text = sample.as_str().filter(|text| text.starts_with("0x"));
        let text = text.ok_or_else(|| {
            let found = format!("a sample is {}", brief(sample));
            reader.wrong(
                Some(name),
                found,
                "a sample is a hexadecimal number: \"0x3\"",
            )
        })?;
        counts.add(reader.outcome(text, order)?, 1.0);
    }
    Ok((counts, order, SaidBy::Shape))
}

/// The lists of samples in a list: itself, or those that it holds, however deep.
fn lists(samples: &Value) -> Vec<&[Value]> {
    let list = samples.as_array().map_or(&[][..], Vec::as_slice);
    if list.first().is_some_and(Value::is_array) {
        return list.iter().flat_map(lists).collect();
    }
    vec![list]
}

/// # Errors
/// If the register has another number of bits than the circuit has qubits.
pub(super) fn check_width(
    reader: &ResultReader<'_>,
    register: &str,
    num_bits: Option<&Value>,
) -> Result<()> {
    match num_bits {
        Some(bits) if bits.as_u64() != Some(reader.qubits as u64) => Err(reader.wrong(
            Some("num_bits"),
            format!(
                "register {register} has {} bits, the circuit has {} qubits",
                brief(bits),
                reader.qubits
            ),
            "decode with the options of the export",
        )),
        Some(_) | None => Ok(()),
    }
}

fn result(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let order = reader.fixed_order(RESULT.name, BitOrder::Number)?;
    let data = chosen(reader, value)?;
    let counts = data.get("counts").and_then(Value::as_object);
    let counts = counts.ok_or_else(|| {
        let remedy = "the circuit must measure, and the run count";
        reader.wrong(Some("data"), "a result without \"counts\"", remedy)
    })?;
    if let Some(name) = counts.keys().find(|name| !name.starts_with("0x")) {
        let remedy = "outcomes are hexadecimal numbers here: \"0x3\"";
        return Err(reader.wrong(Some(name), format!("outcome {name:?}"), remedy));
    }
    let counts = reader.weighted(counts, order, Some(CountUnit::Shots))?;
    Ok((counts, order, SaidBy::Shape))
}
