//! A device from IBM's backend properties: the JSON of `backend.properties()`, which
//! qiskit-ibm-runtime keeps as `props_*.json` and the REST interface sends for
//! `/backends/NAME/properties` (read November 2026).
//!
//! `qubits[q]` lists T1, T2, readout_error and readout_length, `gates` the gates with their qubits,
//! gate_error and gate_length, each with its unit. The two-qubit gate is cz, ecr or cx; where rzz is
//! among the gates, the device has fractional ones. A qubit or coupling that lacks a figure has the
//! median of the others; a coupling without an error is out of use.

use super::{
    Calibration, Device, Entangler, Errors, QubitRates, RelaxationTimes, Times, json::ideal,
};
use crate::error::{Error, Result};
use serde_json::Value;
use std::collections::BTreeMap;

/// Whether the text is of this kind.
pub(super) fn recognizes(value: &Value) -> bool {
    let is_list = |key: &str| value.get(key).is_some_and(Value::is_array);
    is_list("qubits") && is_list("gates")
}

/// One qubit as far as it is told.
struct Told {
    one_qubit: Option<f64>,
    readout: Option<f64>,
    t1_us: Option<f64>,
    t2_us: Option<f64>,
}

/// The gates that are counted.
#[derive(Default)]
struct Gates {
    /// Error of sx by qubit.
    one_qubit: BTreeMap<usize, f64>,
    one_qubit_ns: Vec<f64>,
    /// Error by (first, second) qubit, in the order they are listed.
    two_qubit: Vec<(usize, usize, Option<f64>)>,
    two_qubit_ns: Vec<f64>,
    entangler: Option<Entangler>,
    fractional: bool,
}

pub(super) fn read(value: &Value, file: &str) -> Result<Device> {
    let lists = |key: &str| {
        value
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    };
    let wrong = |found: &str| {
        let remedy = "give the JSON of a backend's properties as IBM sends it";
        Error::input(file, None, found, remedy)
    };
    let gates = Gates::of(lists("gates"), file)?;
    let entangler = gates
        .entangler
        .ok_or_else(|| wrong("no gate cz, ecr or cx"))?;
    let name = value.get("backend_name").and_then(Value::as_str);
    let date = value.get("last_update_date").and_then(Value::as_str);
    let qubits: Vec<&Value> = lists("qubits").collect();
    let pairs = gates.two_qubit.iter().map(|&(a, b, _)| (a, b)).collect();
    let mut device = ideal(pairs, qubits.len(), name.unwrap_or(file).to_owned(), file)?;
    let mut told = Vec::new();
    let mut readout_ns = Vec::new();
    for (q, qubit) in qubits.iter().enumerate() {
        let figure = |name: &str, unit: f64| figure(qubit, name, unit, file);
        readout_ns.extend(figure("readout_length", 1e-9)?);
        told.push(Told {
            one_qubit: gates.one_qubit.get(&q).copied(),
            readout: probability(figure("readout_error", 1.0)?, file)?,
            t1_us: figure("T1", 1e-6)?.filter(|t| *t > 0.0),
            t2_us: figure("T2", 1e-6)?.filter(|t| *t > 0.0),
        });
    }
    let of = |what: &str, pick: fn(&Told) -> Option<f64>| {
        let known = told.iter().filter_map(pick).collect();
        median(known).ok_or_else(|| wrong(&format!("no qubit has {what}")))
    };
    let medians = QubitRates {
        one_qubit: of("an error of sx", |q| q.one_qubit)?,
        readout: of("a readout_error", |q| q.readout)?,
        relaxation: RelaxationTimes {
            t1_us: of("a T1", |q| q.t1_us)?,
            t2_us: of("a T2", |q| q.t2_us)?,
        },
    };
    let errors: BTreeMap<(usize, usize), f64> = gates
        .two_qubit
        .iter()
        .rev()
        .map(|&(a, b, error)| ((a.min(b), a.max(b)), error.unwrap_or(1.0)))
        .collect();
    let couplings = device.couplings.iter();
    let couplings: Vec<f64> = couplings
        .map(|&(a, b)| errors[&(a.min(b), a.max(b))])
        .collect();
    let usable = couplings.iter().copied().filter(|error| *error < 1.0);
    let time = |list: Vec<f64>, what: &str| {
        median(list).ok_or_else(|| wrong(&format!("no gate_length of {what}")))
    };
    device.about = "IBM, from a calibration file".to_owned();
    device.entangler = entangler;
    device.directed = entangler == Entangler::Ecr;
    device.fractional = gates.fractional;
    device.times = Some(Times {
        one_qubit_ns: time(gates.one_qubit_ns, "sx")?,
        two_qubit_ns: time(gates.two_qubit_ns, entangler.name())?,
        readout_ns: median(readout_ns).unwrap_or(0.0),
    });
    device.errors = Some(Errors {
        one_qubit: medians.one_qubit,
        two_qubit: median(usable.collect()).ok_or_else(|| wrong("no coupling is in use"))?,
        readout: medians.readout,
    });
    device.relaxation = Some(medians.relaxation);
    let qubits = told.iter().map(|q| QubitRates {
        one_qubit: q.one_qubit.unwrap_or(medians.one_qubit),
        readout: q.readout.unwrap_or(medians.readout),
        relaxation: RelaxationTimes {
            t1_us: q.t1_us.unwrap_or(medians.relaxation.t1_us),
            t2_us: q.t2_us.unwrap_or(medians.relaxation.t2_us),
        },
    });
    device.calibration = Some(Calibration {
        qubits: qubits.collect(),
        couplings,
    });
    device.source = format!("{file}, of {}", date.unwrap_or("no date"));
    Ok(device)
}

impl Gates {
    fn of<'v>(list: impl Iterator<Item = &'v Value>, file: &str) -> Result<Self> {
        let mut gates = Self::default();
        for gate in list {
            let name = gate.get("gate").and_then(Value::as_str).unwrap_or_default();
            let qubits = gate.get("qubits").and_then(Value::as_array);
            let qubits: Vec<usize> = qubits
                .into_iter()
                .flatten()
                .filter_map(|q| usize::try_from(q.as_u64()?).ok())
                .collect();
            let parameters = gate.get("parameters").unwrap_or(&Value::Null);
            let error = probability(figure(parameters, "gate_error", 1.0, file)?, file)?;
            let length = figure(parameters, "gate_length", 1e-9, file)?;
            match (name, &qubits[..]) {
                ("sx", &[q]) => {
                    gates.one_qubit.extend(error.map(|error| (q, error)));
                    gates.one_qubit_ns.extend(length);
                }
                ("cz" | "ecr" | "cx", &[a, b]) => {
                    gates.entangler.get_or_insert(Entangler::named(name)?);
                    gates.two_qubit.push((a, b, error));
                    gates.two_qubit_ns.extend(length.filter(|ns| *ns > 0.0));
                }
                ("rzz", _) => gates.fractional = true,
                _ => (),
            }
        }
        Ok(gates)
    }
}

/// The figure of a name in a list of them, in this unit (in seconds; 1 for plain numbers).
///
/// # Errors
/// If its unit is unknown, or the number is negative.
fn figure(list: &Value, name: &str, unit: f64, file: &str) -> Result<Option<f64>> {
    let mut figures = list.as_array().into_iter().flatten();
    let found = figures.find(|figure| figure.get("name") == Some(&name.into()));
    let Some((figure, value)) = found.and_then(|f| Some((f, f.get("value")?.as_f64()?))) else {
        return Ok(None);
    };
    let written = figure.get("unit").and_then(Value::as_str).unwrap_or("");
    let size = match written {
        "" => unit,
        "s" => 1.0,
        "ms" => 1e-3,
        "us" | "µs" | "μs" => 1e-6,
        "ns" => 1e-9,
        _ => f64::NAN,
    };
    let value = value * (size / unit);
    if value >= 0.0 {
        return Ok(Some(value));
    }
    let found = format!("{name} is {value} in the unit {written:?}");
    let remedy = "times are in s, ms, us or ns, and no figure is negative";
    Err(Error::input(file, None, found, remedy))
}

fn probability(value: Option<f64>, file: &str) -> Result<Option<f64>> {
    match value {
        Some(value) if value > 1.0 => {
            let found = format!("an error of {value}");
            Err(Error::input(file, None, found, "errors are from 0 to 1"))
        }
        other => Ok(other),
    }
}

fn median(mut list: Vec<f64>) -> Option<f64> {
    list.sort_by(f64::total_cmp);
    let n = list.len();
    (n > 0).then(|| f64::midpoint(list[(n - 1) / 2], list[n / 2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three qubits in a line as IBM describes them; the second coupling is the worse one, and the
    /// third qubit lacks T2.
    const PROPERTIES: &str = include_str!("data/ibm-properties.json");

    #[test]
    fn every_single_rate_of_a_calibration_is_taken() {
        let device = Device::from_json(PROPERTIES, "props.json").unwrap();
        assert_eq!((device.name.as_str(), device.qubits), ("ibm_small", 3));
        assert_eq!(device.couplings, [(0, 1), (1, 2)]);
        assert_eq!((device.entangler, device.fractional), (Entangler::Cz, true));
        assert_eq!(device.two_qubit_error(1), Some(0.02));
        let rates = device.qubit_rates(1).unwrap();
        assert_eq!((rates.one_qubit, rates.readout), (0.0004, 0.03));
        assert_eq!(rates.relaxation.t1_us, 150.0);
        assert!((rates.relaxation.t2_us - 90.0).abs() < 1e-9, "{rates:?}");
        let third = device.qubit_rates(2).unwrap();
        assert!((third.relaxation.t2_us - 95.0).abs() < 1e-9, "the median");
        let times = device.times.unwrap();
        assert_eq!((times.one_qubit_ns, times.two_qubit_ns), (32.0, 68.0));
        assert!(device.source.contains("props.json, of 2026-11-20"));
    }

    #[test]
    fn impossible_calibrations_are_refused_with_their_finding() {
        for (from, to, finding) in [
            ("\"gate\": \"cz\"", "\"gate\": \"iswap\"", "no gate cz"),
            ("\"value\": 0.02", "\"value\": 1.5", "an error of 1.5"),
            ("\"unit\": \"us\"", "\"unit\": \"weeks\"", "weeks"),
            ("\"qubits\": [1, 2]", "\"qubits\": [1, 7]", "[1, 7]"),
            ("\"T1\"", "\"T9\"", "no qubit has a T1"),
        ] {
            let text = PROPERTIES.replace(from, to);
            assert_ne!(text, PROPERTIES, "{from}");
            let error = Device::from_json(&text, "props.json").unwrap_err();
            let error = error.to_string();
            assert!(
                error.contains(finding) && error.contains("props.json"),
                "{error}"
            );
        }
    }
}
