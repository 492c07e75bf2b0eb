//! Results of Azure Quantum's QIR targets (azure-quantum, `qdk`'s VS Code extension and tests; read
//! November 2026).
//!
//! Version 1 is `{"Histogram": ["[0, 1]", 0.5, …]}`, outcomes and probabilities in turns; version 2
//! is `{"DataFormat": "microsoft.quantum-results.v2", "Results": [{"Histogram": [{"Outcome": [0,
//! 1], "Count": 2, …}], "Shots": […]}]}`. The bits stand as the program recorded them, which
//! depends on the compiler that made the QIR: the order may be said, and is else taken for that of
//! the qubits.

use super::super::{BitOrder, Bitstring, CountUnit, Counts};
use super::reader::{ResultReader, brief};
use super::{ReadCounts, ResultShape, SaidBy};
use crate::error::Result;
use serde_json::{Map, Value};

/// Version 1 and version 2.
pub(super) const SHAPE: ResultShape = ResultShape {
    name: "azure",
    recognizes: |value, _| first(value).is_some() || second(value).is_some(),
    read,
};

fn first(value: &Value) -> Option<&[Value]> {
    Some(value.get("Histogram")?.as_array()?)
}

fn second(value: &Value) -> Option<&[Value]> {
    let results = value.get("Results")?.as_array()?;
    results.first()?.get("Histogram")?;
    Some(results)
}

fn read(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let (order, said_by) = match reader.hints.bit_order {
        Some(order) => (order, SaidBy::Caller),
        None => (BitOrder::Left, SaidBy::Nobody),
    };
    let counts = match (first(value), second(value)) {
        (Some(pairs), _) => of_pairs(reader, pairs, order)?,
        (None, results) => {
            let result = reader.choose(results.unwrap_or_default(), "Results")?;
            of_outcomes(reader, result, order)?
        }
    };
    Ok((counts, order, said_by))
}

fn of_pairs(
    reader: &ResultReader<'_>,
    pairs: &[Value],
    order: BitOrder,
) -> Result<Counts<Bitstring>> {
    let mut weights = Map::new();
    for pair in pairs.chunks(2) {
        let [Value::String(shown), weight] = pair else {
            let found = format!("the histogram has {}", brief(&Value::from(pair.to_vec())));
            let remedy = "outcomes and their probabilities stand in turns";
            return Err(reader.wrong(Some("Histogram"), found, remedy));
        };
        let bits = shown.chars().filter(|c| !"[], ".contains(*c)).collect();
        weights.insert(bits, weight.clone());
    }
    reader.weighted(&weights, order, Some(CountUnit::Probability))
}

fn of_outcomes(
    reader: &ResultReader<'_>,
    result: &Value,
    order: BitOrder,
) -> Result<Counts<Bitstring>> {
    let histogram = result.get("Histogram").and_then(Value::as_array);
    let mut weights = Map::new();
    for entry in histogram.into_iter().flatten() {
        let bits = entry.get("Outcome").and_then(Value::as_array);
        let digits: Option<String> = bits.and_then(|bits| {
            let digit = |bit: &Value| bit.as_u64().filter(|b| *b < 2).map(|b| b.to_string());
            bits.iter().map(digit).collect()
        });
        let (Some(digits), Some(count)) = (digits, entry.get("Count")) else {
            let found = format!("an entry of the histogram is {}", brief(entry));
            let remedy =
                "an entry has an \"Outcome\" of bits 0 and 1, in one register, and a \"Count\"";
            return Err(reader.wrong(Some("Histogram"), found, remedy));
        };
        weights.insert(digits, count.clone());
    }
    reader.weighted(&weights, order, Some(CountUnit::Shots))
}
