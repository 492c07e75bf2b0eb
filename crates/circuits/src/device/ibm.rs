//! A device from IBM's backend properties and backend configuration: the JSON of
//! `backend.properties()` and `backend.configuration()`, which qiskit-ibm-runtime keeps as
//! `props_*.json` and `conf_*.json` and the REST interface sends for `/backends/NAME/properties`
//! and `/backends/NAME/configuration` (read November 2026).
//!
//! Properties: `qubits[q]` lists T1, T2, readout_error and readout_length, `gates` the gates with
//! their qubits, gate_error and gate_length, each with its unit. The two-qubit gate is cz, ecr or
//! cx; where rzz is among the gates, the device has fractional ones. A coupling without an error is
//! out of use.
//!
//! Configuration: `n_qubits`, `basis_gates` and `coupling_map`, and no rates. Where both are given,
//! the couplings are those of the configuration.

use super::json::{Coupling, DeviceFile, QubitFigures, QubitList};
use super::{Device, Entangler, GateTimes};
use crate::error::{Error, Result};
use crate::quantiles::median;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

#[derive(Deserialize)]
struct Configuration {
    backend_name: Option<String>,
    n_qubits: usize,
    basis_gates: Vec<String>,
    coupling_map: Vec<(usize, usize)>,
}

#[derive(Deserialize)]
struct Properties {
    backend_name: Option<String>,
    last_update_date: Option<String>,
    qubits: Vec<Vec<Figure>>,
    gates: Vec<GateFigures>,
}

#[derive(Deserialize)]
struct GateFigures {
    gate: String,
    qubits: Vec<usize>,
    parameters: Vec<Figure>,
}

#[derive(Deserialize)]
struct Figure {
    name: String,
    #[serde(default)]
    unit: String,
    value: Option<f64>,
}

/// The lists that a configuration has, and those of properties: a configuration has a list of its
/// gates, too, but only a number of qubits.
const CONFIGURATION: [&str; 2] = ["coupling_map", "basis_gates"];
const PROPERTIES: [&str; 2] = ["qubits", "gates"];

/// The part of a document that has these lists: the document itself, or what stands under
/// `configuration` or `properties`.
fn part<'v>(value: &'v Value, lists: [&str; 2]) -> Option<&'v Value> {
    let under = ["configuration", "properties"].map(|key| value.get(key));
    let is_list = |part: &Value, key: &str| part.get(key).is_some_and(Value::is_array);
    let mut parts = [Some(value), under[0], under[1]].into_iter().flatten();
    parts.find(|part| lists.iter().all(|key| is_list(part, key)))
}

/// Whether a document is one of the two, or both of them.
pub(super) fn is_ibm(value: &Value) -> bool {
    part(value, CONFIGURATION).is_some() || part(value, PROPERTIES).is_some()
}

/// The device that documents tell together; the first where two tell the same.
///
/// # Errors
/// If it has none of the gates that are known, lacks a figure altogether, or one is impossible.
pub(super) fn device(documents: &[&Value], file: &str) -> Result<Device> {
    let find = |lists| documents.iter().find_map(|value| part(value, lists));
    let mut told = DeviceFile {
        name: Some(file.to_owned()),
        about: Some("IBM, from its own description".to_owned()),
        source: Some(format!("{file}, of no date")),
        ..DeviceFile::default()
    };
    if let Some(configuration) = find(CONFIGURATION) {
        configure(parts(configuration, file)?, &mut told);
    }
    let properties = find(PROPERTIES);
    if let Some(properties) = properties {
        measure(parts(properties, file)?, &mut told, file)?;
    }
    if told.entangler.is_none() {
        return Err(wrong(file, "no gate cz, ecr or cx"));
    }
    let device = told.device(file)?;
    let what = match (device.errors, device.relaxation, device.times) {
        _ if properties.is_none() => return Ok(device),
        (None, _, _) => "no error of sx, of readout or of a coupling in use",
        (_, None, _) => "no qubit has T1, or none has T2",
        (_, _, None) => "no gate_length",
        _ => return Ok(device),
    };
    Err(wrong(file, what))
}

fn wrong(file: &str, found: impl Into<String>) -> Error {
    let remedy = "give the JSON of a backend's properties or configuration as IBM sends it";
    Error::input(file, None, found.into(), remedy)
}

fn parts<'v, T: Deserialize<'v>>(value: &'v Value, file: &str) -> Result<T> {
    T::deserialize(value).map_err(|error| wrong(file, error.to_string()))
}

/// The two-qubit gate of a name.
fn entangler(name: &str) -> Option<Entangler> {
    [Entangler::Cz, Entangler::Ecr, Entangler::Cx]
        .into_iter()
        .find(|entangler| entangler.name() == name)
}

/// Takes down couplings and gates.
fn configure(from: Configuration, told: &mut DeviceFile) {
    told.name = from.backend_name.or(told.name.take());
    told.qubits = Some(QubitList::Number(from.n_qubits));
    let pairs = from.coupling_map.into_iter();
    told.couplings = pairs.map(|(a, b)| Coupling::Bare(a, b)).collect();
    told.entangler = from.basis_gates.iter().find_map(|gate| entangler(gate));
    told.fractional = from.basis_gates.iter().any(|gate| gate == "rzz");
}

/// Takes down all figures, and the couplings where no configuration told them.
///
/// # Errors
/// If a unit is unknown or a number negative, or the configuration has another number of qubits.
fn measure(from: Properties, told: &mut DeviceFile, file: &str) -> Result<()> {
    if let Some(QubitList::Number(n)) = told
        .qubits
        .as_ref()
        .filter(|q| q.number() != from.qubits.len())
    {
        let found = format!(
            "a configuration of {n} qubits and properties of {}",
            from.qubits.len()
        );
        return Err(wrong(file, found));
    }
    let (mut one_qubit_ns, mut two_qubit_ns, mut readout_ns) = (vec![], vec![], vec![]);
    let mut qubits = Vec::new();
    for figures in &from.qubits {
        let figure = |name: &str, unit: f64| figure(figures, name, unit, file);
        readout_ns.extend(figure("readout_length", 1e-9)?);
        qubits.push(QubitFigures {
            one_qubit: None,
            readout: figure("readout_error", 1.0)?,
            t1_us: figure("T1", 1e-6)?.filter(|t| *t > 0.0),
            t2_us: figure("T2", 1e-6)?.filter(|t| *t > 0.0),
        });
    }
    let mut rated = Vec::new();
    for GateFigures {
        gate,
        qubits: on,
        parameters,
    } in from.gates
    {
        let error = figure(&parameters, "gate_error", 1.0, file)?;
        let length = figure(&parameters, "gate_length", 1e-9, file)?;
        match (gate.as_str(), &on[..]) {
            ("sx", &[q]) => {
                if let Some(told) = qubits.get_mut(q) {
                    told.one_qubit = error;
                }
                one_qubit_ns.extend(length);
            }
            ("rzz", _) => told.fractional = true,
            (name, &[a, b]) if entangler(name).is_some() => {
                if rated.is_empty() {
                    told.entangler = entangler(name);
                }
                rated.push(Coupling::Rated(a, b, error));
                two_qubit_ns.extend(length.filter(|ns| *ns > 0.0));
            }
            _ => (),
        }
    }
    if told.qubits.is_some() {
        // rates of couplings that the configuration does not have are of no use
        let known: BTreeSet<_> = told.couplings.iter().map(|c| c.unordered()).collect();
        rated.retain(|coupling| known.contains(&coupling.unordered()));
    }
    told.couplings.extend(rated);
    told.qubits = Some(QubitList::Each(qubits));
    told.name = from.backend_name.or(told.name.take());
    if let Some(date) = from.last_update_date {
        told.source = Some(format!("{file}, of {date}"));
    }
    let times = median(one_qubit_ns).zip(median(two_qubit_ns));
    told.times = times.map(|(one_qubit_ns, two_qubit_ns)| GateTimes {
        one_qubit_ns,
        two_qubit_ns,
        // properties of before 2020 do not say it
        readout_ns: median(readout_ns).unwrap_or(0.0),
    });
    Ok(())
}

/// The figure of a name in a list of them, in this unit (in seconds; 1 for plain numbers).
///
/// # Errors
/// If its unit is unknown, or the number is negative.
fn figure(list: &[Figure], name: &str, unit: f64, file: &str) -> Result<Option<f64>> {
    let found = list.iter().find(|figure| figure.name == name);
    let Some((written, value)) = found.and_then(|f| Some((f.unit.as_str(), f.value?))) else {
        return Ok(None);
    };
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Three qubits in a line as IBM describes them; the second coupling is the worse one, and the
    /// third qubit lacks T2.
    const PROPERTIES: &str = include_str!("data/ibm-properties.json");
    const CONFIGURATION: &str = include_str!("data/ibm-configuration.json");

    fn files(texts: &[&str]) -> Vec<(String, String)> {
        let names = (1..).map(|k| format!("{k}.json"));
        texts
            .iter()
            .map(|&text| text.to_owned())
            .zip(names)
            .collect()
    }

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
            ("\"value\": 0.02", "\"value\": 1.5", "1.5 in errors"),
            ("\"unit\": \"us\"", "\"unit\": \"weeks\"", "weeks"),
            ("\"qubits\": [1, 2]", "\"qubits\": [1, 7]", "[1, 7]"),
            ("\"T1\"", "\"T9\"", "no qubit has T1"),
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

    #[test]
    fn a_configuration_has_couplings_and_gates_and_no_rates() {
        let device = Device::from_json(CONFIGURATION, "conf.json").unwrap();
        assert_eq!((device.name.as_str(), device.qubits), ("ibm_small", 3));
        assert_eq!(device.couplings, [(0, 1), (1, 2), (0, 2)]);
        assert_eq!(
            (device.entangler, device.fractional),
            (Entangler::Cz, false)
        );
        assert_eq!((device.errors, device.calibration), (None, None));
    }

    #[test]
    fn configuration_and_properties_are_one_device_however_they_come() {
        let nested = format!(r#"{{"configuration": {CONFIGURATION}, "properties": {PROPERTIES}}}"#);
        let (mut flat, properties): (Value, Value) = (
            serde_json::from_str(CONFIGURATION).unwrap(),
            serde_json::from_str(PROPERTIES).unwrap(),
        );
        for (key, value) in properties.as_object().unwrap() {
            flat[key] = value.clone();
        }
        for texts in [
            files(&[CONFIGURATION, PROPERTIES]),
            files(&[PROPERTIES, CONFIGURATION]),
            files(&[&nested]),
            files(&[&flat.to_string()]),
        ] {
            let device = Device::from_json_files(&texts).unwrap();
            assert_eq!(device.couplings, [(0, 1), (1, 2), (0, 2)]);
            let errors = [0, 1, 2].map(|k| device.two_qubit_error(k));
            assert_eq!(
                errors,
                [Some(0.004), Some(0.02), Some(1.0)],
                "(0, 2) has no error"
            );
            assert_eq!(device.usable_couplings().count(), 2);
            assert_eq!(device.qubit_rates(1).unwrap().readout, 0.03);
        }
    }
}
