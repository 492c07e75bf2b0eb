//! A device from a Qiskit Target as JSON. Qiskit has no such format; this one has the words of its
//! `TargetFile` and its units (seconds), and ten lines of Python write it (the book, guide "On real
//! hardware"):
//!
//! ```json
//! {"name": "ibm_small", "num_qubits": 2, "qubits": [{"t1": 2e-4, "t2": 1e-4}, {}],
//!  "instructions": {"sx": [{"qargs": [0], "error": 2e-4, "duration": 3.2e-8}],
//!                   "cz": [{"qargs": [0, 1], "error": 4e-3, "duration": 6.8e-8}],
//!                   "measure": [{"qargs": [0], "error": 1e-2, "duration": 1.5e-6}]}}
//! ```
//!
//! Whatever is null or left out is not known. The two-qubit gate is cz, ecr, cx, rzz or ms, the
//! first of these that the target has; where rzz stands beside cz, the device has fractional gates.
//! The one-qubit gate is sx, x, rx or r.

use super::figures::{Told, ToldDevice};
use super::{Device, Entangler, MAX_QUBITS};
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TargetFile {
    name: Option<String>,
    date: Option<String>,
    num_qubits: usize,
    #[serde(default)]
    qubits: Vec<Qubit>,
    instructions: BTreeMap<String, Vec<Instruction>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Qubit {
    t1: Option<f64>,
    t2: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Instruction {
    qargs: Vec<usize>,
    error: Option<f64>,
    duration: Option<f64>,
}

/// The two-qubit gates by Qiskit's names, the most usual basis first.
const TWO_QUBIT: [(&str, Entangler); 5] = [
    ("cz", Entangler::Cz),
    ("ecr", Entangler::Ecr),
    ("cx", Entangler::Cx),
    ("rzz", Entangler::Zz),
    ("ms", Entangler::Ms),
];

/// The one-qubit gates that take time.
const ONE_QUBIT: [&str; 4] = ["sx", "x", "rx", "r"];

/// Whether the document is of this kind.
pub(super) fn recognizes(value: &Value) -> bool {
    value.get("num_qubits").is_some() && value.get("instructions").is_some()
}

/// # Errors
/// If a key is wrong, there is no two-qubit gate of those that are known, or a qubit or figure is
/// impossible.
pub(super) fn read(value: Value, file: &str) -> Result<Device> {
    let wrong = |found: String, remedy: &str| Error::input(file, None, found, remedy);
    let target: TargetFile = serde_json::from_value(value).map_err(|error| {
        let remedy = "write the target with the lines of the guide on hardware";
        wrong(error.to_string(), remedy)
    })?;
    let has = |name: &str| target.instructions.contains_key(name);
    let found = TWO_QUBIT.iter().find(|(name, _)| has(name));
    let &(gate, entangler) = found.ok_or_else(|| {
        let names: Vec<&str> = target.instructions.keys().map(String::as_str).collect();
        let found = format!("the instructions {}", names.join(", "));
        wrong(found, "a target has one of cz, ecr, cx, rzz, ms")
    })?;
    let name = target.name.clone().unwrap_or_else(|| file.to_owned());
    let mut figures = ToldDevice::of(name, "a target of Qiskit's", entangler);
    figures.date.clone_from(&target.date);
    figures.fractional |= entangler == Entangler::Cz && has("rzz");
    // a number beyond every device is refused later, without so many qubits here
    figures.qubits = vec![Told::default(); target.num_qubits.min(MAX_QUBITS + 1)];
    if target.qubits.len() > figures.qubits.len() {
        let found = format!("{} entries in qubits", target.qubits.len());
        return Err(wrong(found, "num_qubits says how many there are"));
    }
    for (told, qubit) in figures.qubits.iter_mut().zip(&target.qubits) {
        told.t1_us = qubit.t1.map(|s| s * 1e6);
        told.t2_us = qubit.t2.map(|s| s * 1e6);
    }
    let ns = |instruction: &Instruction| instruction.duration.map(|s| s * 1e9);
    let of = |name: &str| target.instructions.get(name).into_iter().flatten();
    let one_qubit = ONE_QUBIT.into_iter().find(|name| has(name));
    for (what, instruction) in of(one_qubit.unwrap_or_default())
        .map(|i| (Is::Gate, i))
        .chain(of("measure").map(|i| (Is::Measurement, i)))
    {
        let told = match instruction.qargs[..] {
            [q] => figures.qubits.get_mut(q),
            _ => None,
        };
        let told = told.ok_or_else(|| {
            let found = format!("qargs {:?}", instruction.qargs);
            wrong(found, "a gate on one qubit and measure have one qubit each")
        })?;
        match what {
            Is::Gate => {
                told.one_qubit = instruction.error;
                figures.one_qubit_ns.extend(ns(instruction));
            }
            Is::Measurement => {
                told.readout = instruction.error;
                figures.readout_ns.extend(ns(instruction));
            }
        }
    }
    for instruction in of(gate) {
        let [a, b] = instruction.qargs[..] else {
            let found = format!("qargs {:?} of {gate}", instruction.qargs);
            return Err(wrong(found, "a gate on two qubits has two of them"));
        };
        figures.couplings.push((a, b, instruction.error));
        figures.two_qubit_ns.extend(ns(instruction));
    }
    figures.device(file)
}

/// What stands on one qubit.
#[derive(Clone, Copy)]
enum Is {
    Gate,
    Measurement,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three qubits in a line; qubit 2 has no T2, and the coupling (1, 2) is the worse one.
    const TARGET: &str = include_str!("data/qiskit-target.json");

    #[test]
    fn a_target_gives_the_rates_of_every_qubit_and_coupling() {
        let device = Device::from_json(TARGET, "target.json").unwrap();
        assert_eq!((device.name.as_str(), device.qubits), ("ibm_small", 3));
        assert_eq!(device.couplings, [(0, 1), (1, 2)]);
        assert_eq!((device.entangler, device.fractional), (Entangler::Cz, true));
        assert_eq!(device.two_qubit_error(1), Some(0.02));
        let rates = device.qubit_rates(1).unwrap();
        assert_eq!((rates.one_qubit, rates.readout), (0.0004, 0.03));
        assert!((rates.relaxation.t1_us - 150.0).abs() < 1e-9, "{rates:?}");
        let third = device.qubit_rates(2).unwrap();
        assert!((third.relaxation.t2_us - 95.0).abs() < 1e-9, "the median");
        let times = device.times.unwrap();
        assert!((times.one_qubit_ns - 32.0).abs() < 1e-9, "{times:?}");
        assert!((times.readout_ns - 1500.0).abs() < 1e-9, "{times:?}");
    }

    #[test]
    fn impossible_targets_are_refused_with_their_finding() {
        for (from, to, finding) in [
            ("z\": [", "swap\": [", "cswap"),
            ("\"qargs\": [1, 2]", "\"qargs\": [1, 7]", "[1, 7]"),
            ("\"qargs\": [1, 2]", "\"qargs\": [1]", "[1] of cz"),
            ("\"qargs\": [2]", "\"qargs\": [9]", "[9]"),
            ("\"num_qubits\": 3", "\"num_qubits\": 2", "3 entries"),
            ("\"error\": 0.02", "\"error\": -1", "an error of -1"),
            ("\"t1\"", "\"T1\"", "T1"),
        ] {
            let text = TARGET.replace(from, to);
            assert_ne!(text, TARGET, "{from}");
            let error = Device::from_json(&text, "target.json")
                .unwrap_err()
                .to_string();
            assert!(
                error.contains(finding) && error.contains("target.json"),
                "{error}"
            );
        }
    }
}
