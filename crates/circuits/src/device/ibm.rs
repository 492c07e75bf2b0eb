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

use super::figures::{Told, ToldDevice};
use super::{Device, Entangler};
use crate::error::{Error, Result};
use serde_json::Value;

/// What IBM says of a backend; at least one of the two.
#[derive(Clone, Copy, Default)]
pub(super) struct IbmDocuments<'v> {
    pub(super) configuration: Option<&'v Value>,
    pub(super) properties: Option<&'v Value>,
}

impl<'v> IbmDocuments<'v> {
    /// What a document is: one of the two, both side by side in one object, or both under the keys
    /// `configuration` and `properties`. Nothing where it is of another kind.
    pub(super) fn of(value: &'v Value) -> Self {
        let is_list = |value: &Value, key: &str| value.get(key).is_some_and(Value::is_array);
        let configures =
            |value: &Value| is_list(value, "coupling_map") && is_list(value, "basis_gates");
        // a configuration has a list of its gates, too, but only a number of qubits
        let measures = |value: &Value| is_list(value, "qubits") && is_list(value, "gates");
        let under = |key: &str| value.get(key).filter(|inner| inner.is_object());
        Self {
            configuration: under("configuration")
                .or(Some(value))
                .filter(|found| configures(found)),
            properties: under("properties")
                .or(Some(value))
                .filter(|found| measures(found)),
        }
    }

    /// What both tell together; the first where both tell the same.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            configuration: self.configuration.or(other.configuration),
            properties: self.properties.or(other.properties),
        }
    }

    pub(super) fn is_any(self) -> bool {
        self.configuration.is_some() || self.properties.is_some()
    }

    /// # Errors
    /// If it has none of the gates that are known, lacks a figure altogether, or one is impossible.
    pub(super) fn device(self, file: &str) -> Result<Device> {
        let text = |value: Option<&Value>, key: &str| {
            let text = value?.get(key)?.as_str()?;
            Some(text.to_owned())
        };
        let name = text(self.properties, "backend_name")
            .or_else(|| text(self.configuration, "backend_name"))
            .unwrap_or_else(|| file.to_owned());
        let mut figures = ToldDevice::of(name, "IBM, from its own description", Entangler::Cz);
        figures.date = text(self.properties, "last_update_date");
        let measured = match self.properties {
            Some(properties) => measure(properties, &mut figures, file)?,
            None => None,
        };
        let configured = match self.configuration {
            Some(configuration) => configure(configuration, &mut figures, file)?,
            None => None,
        };
        figures.entangler = measured
            .or(configured)
            .ok_or_else(|| wrong(file, "no gate cz, ecr or cx"))?;
        let device = figures.device(file)?;
        let lacks = [
            (
                "no error of sx, of readout or of a coupling in use",
                device.errors.is_none(),
            ),
            (
                "no qubit has T1, or none has T2",
                device.relaxation.is_none(),
            ),
            ("no gate_length", device.times.is_none()),
        ];
        let lack = lacks.iter().find(|(_, is_missing)| *is_missing);
        match lack.filter(|_| self.properties.is_some()) {
            Some((what, _)) => Err(wrong(file, what)),
            None => Ok(device),
        }
    }
}

fn wrong(file: &str, found: &str) -> Error {
    let remedy = "give the JSON of a backend's properties or configuration as IBM sends it";
    Error::input(file, None, found, remedy)
}

fn list<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value
        .get(key)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

/// The whole numbers of a list.
fn numbers(value: &Value) -> Vec<usize> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(|q| usize::try_from(q.as_u64()?).ok())
        .collect()
}

/// The two-qubit gate, with the figures of the properties taken down.
fn measure(properties: &Value, figures: &mut ToldDevice, file: &str) -> Result<Option<Entangler>> {
    for qubit in list(properties, "qubits") {
        let figure = |name: &str, unit: f64| figure(qubit, name, unit, file);
        figures.readout_ns.extend(figure("readout_length", 1e-9)?);
        figures.qubits.push(Told {
            one_qubit: None,
            readout: figure("readout_error", 1.0)?,
            t1_us: figure("T1", 1e-6)?.filter(|t| *t > 0.0),
            t2_us: figure("T2", 1e-6)?.filter(|t| *t > 0.0),
        });
    }
    if figures.readout_ns.is_empty() {
        // properties of before 2020 do not say it
        figures.readout_ns.push(0.0);
    }
    let mut entangler = None;
    for gate in list(properties, "gates") {
        let name = gate.get("gate").and_then(Value::as_str).unwrap_or_default();
        let qubits = numbers(gate.get("qubits").unwrap_or(&Value::Null));
        let parameters = gate.get("parameters").unwrap_or(&Value::Null);
        let error = figure(parameters, "gate_error", 1.0, file)?;
        let length = figure(parameters, "gate_length", 1e-9, file)?;
        match (name, &qubits[..]) {
            ("sx", &[q]) => {
                if let Some(told) = figures.qubits.get_mut(q) {
                    told.one_qubit = error;
                }
                figures.one_qubit_ns.extend(length);
            }
            ("cz" | "ecr" | "cx", &[a, b]) => {
                entangler.get_or_insert(Entangler::named(name)?);
                figures.couplings.push((a, b, error));
                figures.two_qubit_ns.extend(length.filter(|ns| *ns > 0.0));
            }
            ("rzz", _) => figures.fractional = true,
            _ => (),
        }
    }
    Ok(entangler)
}

/// The two-qubit gate, with the couplings of the configuration taken down; those that properties
/// told keep their errors.
fn configure(
    configuration: &Value,
    figures: &mut ToldDevice,
    file: &str,
) -> Result<Option<Entangler>> {
    let gates = || list(configuration, "basis_gates").filter_map(Value::as_str);
    let count = configuration.get("n_qubits").and_then(Value::as_u64);
    let count = count.and_then(|n| usize::try_from(n).ok());
    let count = count.ok_or_else(|| wrong(file, "no n_qubits"))?;
    if figures.qubits.is_empty() {
        // a number that is beyond every device is refused later, without so many of them here
        let fewer = count.min(super::MAX_QUBITS + 1);
        figures.qubits = vec![Told::default(); fewer];
    } else if figures.qubits.len() != count {
        let found = format!(
            "a configuration of {count} qubits and properties of {}",
            figures.qubits.len()
        );
        return Err(wrong(file, &found));
    }
    figures.fractional |= gates().any(|gate| gate == "rzz");
    let known = std::mem::take(&mut figures.couplings);
    for pair in list(configuration, "coupling_map") {
        let &[a, b] = &numbers(pair)[..] else {
            return Err(wrong(file, &format!("the coupling {pair}")));
        };
        let of_it =
            |&&(c, d, _): &&(usize, usize, Option<f64>)| (c, d) == (a, b) || (d, c) == (a, b);
        let error = known.iter().find(of_it).and_then(|(_, _, error)| *error);
        figures.couplings.push((a, b, error));
    }
    let named = gates().filter(|gate| ["cz", "ecr", "cx"].contains(gate));
    named.map(Entangler::named).next().transpose()
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
}
