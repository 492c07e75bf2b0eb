//! Results of Amazon Braket (schema `braket.task_result.gate_model_task_result`).
//!
//! Character or entry j of an outcome belongs to `measuredQubits[j]`. The exported circuits measure
//! qubits 0 … n − 1, in any order; numbers beyond are qubits of a machine, of which the file does
//! not say what they hold. A program set (schema `braket.task_result.program_set_task_result`) has
//! such a result for each program and each set of its inputs; they are counted through.

use super::super::{BitOrder, CountUnit};
use super::ResultShape;
use super::reader::{Outcomes, ResultReader, brief};
use crate::error::Result;
use serde::Deserialize;
use serde_json::{Map, Value};

/// `{"measurements": [["0", "1"], …], "measuredQubits": [0, 1], …}`, or with `measurementCounts` or
/// `measurementProbabilities`.
pub(super) const SHAPE: ResultShape = ResultShape {
    name: "braket",
    order: BitOrder::Left,
    recognizes: |value, _| {
        let keys = [
            "measurements",
            "measurementCounts",
            "measurementProbabilities",
        ];
        keys.iter().any(|key| value.get(key).is_some())
    },
    read,
};

/// `{"programResults": [{"executableResults": [{"measurements": …, "measuredQubits": …}, …]}, …]}`.
pub(super) const SET: ResultShape = ResultShape {
    name: "braket-program-set",
    order: BitOrder::Left,
    recognizes: |value, _| value.get("programResults").is_some_and(Value::is_array),
    read: |reader, value| {
        let set: ProgramSet = reader.parts(value)?;
        let programs = set.program_results.into_iter();
        let all: Vec<Value> = programs
            .flat_map(|program| program.executable_results)
            .collect();
        read(reader, reader.choose(&all, "executableResults")?)
    },
};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProgramSet {
    program_results: Vec<ProgramResult>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProgramResult {
    executable_results: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Task {
    measurements: Option<Vec<Value>>,
    measurement_counts: Option<Map<String, Value>>,
    measurement_probabilities: Option<Map<String, Value>>,
    measured_qubits: Option<Vec<usize>>,
}

fn read(reader: &ResultReader<'_>, value: &Value) -> Result<Outcomes> {
    let task: Task = reader.parts(value)?;
    let (counts, probabilities) = (task.measurement_counts, task.measurement_probabilities);
    let outcomes = match (task.measurements, counts, probabilities) {
        (Some(shots), _, _) => reader.bits(shots.iter())?,
        (_, Some(map), _) => reader.weighted(&map, Some(CountUnit::Shots))?,
        (_, _, Some(map)) => reader.weighted(&map, Some(CountUnit::Probability))?,
        (None, None, None) => {
            let found = format!("no measurements in {}", brief(value));
            return Err(reader.wrong(None, found, "give the result as the service stored it"));
        }
    };
    match task.measured_qubits {
        Some(places) => reader.permuted(outcomes, &places, "measuredQubits"),
        None => Ok(outcomes),
    }
}
