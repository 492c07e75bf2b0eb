//! Results of IBM's Sampler V2, as its REST interface sends them.
//!
//! Outcomes are hexadecimal numbers whose lowest bit is bit 0 of the classical register (IBM,
//! Sampler REST guide). A result has one list of samples for each classical register; the exported
//! circuits have one register. Where a circuit was run at several sets of angles, the list holds a
//! list for each; sets are counted through all results.

use super::super::BitOrder;
use super::ResultShape;
use super::reader::{Outcomes, ResultReader};
use crate::error::Result;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// `{"results": [{"data": {"c": {"samples": ["0x3", …], "num_bits": 4}}}, …]}`.
pub(super) const SAMPLER: ResultShape = ResultShape {
    name: "ibm-sampler",
    order: BitOrder::Number,
    recognizes: |value, _| {
        value
            .pointer("/results/0/data")
            .is_some_and(Value::is_object)
    },
    read,
};

#[derive(Deserialize)]
struct Job {
    results: Vec<JobResult>,
}

#[derive(Deserialize)]
struct JobResult {
    data: BTreeMap<String, Register>,
}

#[derive(Deserialize, Clone)]
struct Register {
    samples: Samples,
    num_bits: Option<usize>,
}

#[derive(Deserialize, Clone)]
#[serde(untagged, expecting = "samples are hexadecimal numbers: \"0x3\"")]
enum Samples {
    One(Vec<String>),
    Several(Vec<Samples>),
}

impl Samples {
    fn sets(&self) -> Vec<&[String]> {
        match self {
            Self::One(samples) => vec![samples],
            Self::Several(lists) => lists.iter().flat_map(Self::sets).collect(),
        }
    }
}

fn read(reader: &ResultReader<'_>, value: &Value) -> Result<Outcomes> {
    let job: Job = reader.parts(value)?;
    let mut sets = Vec::new();
    for result in &job.results {
        let first = result.data.values().next();
        let count = first.map_or(1, |register| register.samples.sets().len());
        sets.extend((0..count).map(|set| (&result.data, set)));
    }
    let &(registers, set) = reader.choose(&sets, "results")?;
    let Register { samples, num_bits } = reader.only_register(registers.clone())?;
    if let Some(bits) = num_bits.filter(|bits| *bits != reader.qubits) {
        let found = format!("{bits} bits, the circuit has {} qubits", reader.qubits);
        return Err(reader.wrong(
            Some("num_bits"),
            found,
            "decode with the options of the export",
        ));
    }
    let samples = samples
        .sets()
        .get(set)
        .map_or(Vec::new(), |set| set.to_vec());
    match samples.iter().find(|sample| !sample.starts_with("0x")) {
        Some(sample) => {
            let remedy = "a sample is a hexadecimal number: \"0x3\"";
            Err(reader.wrong(Some(sample), format!("a sample is {sample:?}"), remedy))
        }
        None => Ok(Outcomes::shots(samples)),
    }
}
