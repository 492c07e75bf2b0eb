//! Results of Amazon Braket (schema `braket.task_result.gate_model_task_result`).
//!
//! Character or entry j of an outcome belongs to `measuredQubits[j]`. The exported circuits measure
//! qubits 0 … n − 1, in any order; numbers beyond are qubits of a machine, of which the file does
//! not say what they hold. A program set (schema `braket.task_result.program_set_task_result`) has
//! such a result for each program and each set of its inputs; they are counted through.

use super::super::{BitOrder, Bitstring, CountUnit, Counts};
use super::reader::{ResultReader, brief};
use super::{ReadCounts, ResultShape, SaidBy};
use crate::error::Result;
use serde_json::Value;

/// `{"measurements": [["0", "1"], …], "measuredQubits": [0, 1], …}`, or with `measurementCounts` or
/// `measurementProbabilities`.
pub(super) const SHAPE: ResultShape = ResultShape {
    name: "braket",
    recognizes: |value, _| {
        value.as_object().is_some_and(|object| {
            KEYS.iter()
                .any(|key| object.get(*key).is_some_and(|v| !v.is_null()))
        })
    },
    read,
};

/// `{"programResults": [{"executableResults": [{"measurements": …, "measuredQubits": …}, …]}, …]}`.
pub(super) const SET: ResultShape = ResultShape {
    name: "braket-program-set",
    recognizes: |value, _| value.get("programResults").is_some_and(Value::is_array),
    read: set,
};

fn set(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let elsewhere = |found: &str| {
        let remedy = "give the result with everything in it, as `task.result()` of Braket's package assembles it";
        reader.wrong(Some("programResults"), found, remedy)
    };
    let mut all = Vec::new();
    let programs = value.get("programResults").and_then(Value::as_array);
    for program in programs.into_iter().flatten() {
        let results = program.get("executableResults").and_then(Value::as_array);
        let results =
            results.ok_or_else(|| elsewhere("a program whose results are in other files"))?;
        all.extend(results);
    }
    let chosen = *reader.choose(&all, "executableResults")?;
    if let Some(reason) = chosen.pointer("/failureMetadata/failureReason") {
        let found = format!("this circuit failed: {}", brief(reason));
        let remedy = "mend what the service names, and send the job again";
        return Err(reader.wrong(Some("failureReason"), found, remedy));
    }
    if !chosen.is_object() {
        return Err(elsewhere("a circuit whose results are in another file"));
    }
    read(reader, chosen)
}

const KEYS: [&str; 3] = [
    "measurements",
    "measurementCounts",
    "measurementProbabilities",
];

fn read(reader: &ResultReader<'_>, value: &Value) -> Result<ReadCounts> {
    let order = reader.fixed_order(SHAPE.name, BitOrder::Left)?;
    let counts = match KEYS.map(|key| value.get(key).filter(|v| !v.is_null())) {
        [Some(Value::Array(shots)), _, _] => measurements(reader, shots)?,
        [_, Some(Value::Object(map)), _] => reader.weighted(map, order, Some(CountUnit::Shots))?,
        [_, _, Some(Value::Object(map))] => {
            reader.weighted(map, order, Some(CountUnit::Probability))?
        }
        [other, counts, probabilities] => {
            let value = other.or(counts).or(probabilities);
            let found = format!("measurements are {}", value.map(brief).unwrap_or_default());
            let remedy = "give the result as the service stored it";
            return Err(reader.wrong(None, found, remedy));
        }
    };
    let places = places(reader, value.get("measuredQubits"))?;
    Ok((moved(&counts, &places), order, SaidBy::Shape))
}

fn measurements(reader: &ResultReader<'_>, shots: &[Value]) -> Result<Counts<Bitstring>> {
    let mut counts = Counts::new(reader.qubits, CountUnit::Shots);
    for (k, shot) in shots.iter().enumerate() {
        let bits = shot.as_array().ok_or_else(|| {
            let found = format!("shot {} is {}", k + 1, brief(shot));
            reader.wrong(Some(KEYS[0]), found, "a shot is a list of bits, 0 or 1")
        })?;
        counts.add(reader.outcome_of_bits(bits, k + 1)?, 1.0);
    }
    Ok(counts)
}

/// The qubit of each place in an outcome.
fn places(reader: &ResultReader<'_>, measured: Option<&Value>) -> Result<Vec<usize>> {
    let Some(measured) = measured.filter(|value| !value.is_null()) else {
        return Ok((0..reader.qubits).collect());
    };
    let list = measured.as_array().map(Vec::as_slice).unwrap_or_default();
    let qubit = |value: &Value| value.as_u64().and_then(|q| usize::try_from(q).ok());
    let places: Option<Vec<usize>> = list.iter().map(qubit).collect();
    let all_once = |places: &Vec<usize>| {
        let mut sorted = places.clone();
        sorted.sort_unstable();
        sorted.into_iter().eq(0..reader.qubits)
    };
    places.filter(all_once).ok_or_else(|| {
        reader.wrong(
            Some("measuredQubits"),
            format!("measuredQubits is {}", brief(measured)),
            format!(
                "the exported circuit measures its {} qubits, each once; decode with the options of the export",
                reader.qubits
            ),
        )
    })
}

/// The counts with the bit at place j moved to qubit `places[j]`.
fn moved(counts: &Counts<Bitstring>, places: &[usize]) -> Counts<Bitstring> {
    let mut place_of = vec![0; places.len()];
    for (place, &qubit) in places.iter().enumerate() {
        place_of[qubit] = place;
    }
    counts.mapped(|outcome| {
        place_of
            .iter()
            .map(|&place| outcome.bits()[place])
            .collect()
    })
}
