//! A coupling map, or a whole device, from a JSON text.

use super::{Device, Entangler, Errors, GateTimes, MAX_QUBITS, RelaxationTimes};
use super::{braket, ibm, ionq, target};
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

const REMEDY: &str = "a coupling map is [[0, 1], [1, 2], …] or {\"qubits\": 3, \"couplings\": [[0, 1], [1, 2]]}; or give IBM's \
     configuration or properties, IonQ's characterization, Braket's capabilities, or a Qiskit target";

enum Text {
    Couplings(Vec<(usize, usize)>),
    Object(Described),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Described {
    couplings: Vec<(usize, usize)>,
    qubits: Option<usize>,
    name: Option<String>,
    entangler: Option<String>,
    #[serde(default)]
    fractional: bool,
    times: Option<TimesText>,
    errors: Option<ErrorsText>,
    relaxation: Option<RelaxationText>,
}

/// Figures of a device as a whole.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Added {
    times: Option<TimesText>,
    errors: Option<ErrorsText>,
    relaxation: Option<RelaxationText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TimesText {
    one_qubit_ns: f64,
    two_qubit_ns: f64,
    readout_ns: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ErrorsText {
    one_qubit: f64,
    two_qubit: f64,
    readout: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RelaxationText {
    t1_us: f64,
    t2_us: f64,
}

/// The device that several texts describe together, each with its file's name: IBM's configuration
/// and properties may come apart, and an object of `times`, `errors` or `relaxation` alone gives
/// these to every qubit and coupling of the device that the other files describe.
pub(super) fn read(texts: &[(String, String)]) -> Result<Device> {
    let mut documents = Vec::new();
    for (text, file) in texts {
        let value: Value = serde_json::from_str(text)
            .map_err(|e| Error::input(file, None, format!("no JSON: {e}"), REMEDY))?;
        documents.push((value, file.as_str()));
    }
    let files: Vec<&str> = documents.iter().map(|(_, file)| *file).collect();
    let files = files.join(",");
    let added = |(value, _): &(Value, &str)| {
        let object = value.as_object();
        documents.len() > 1
            && object.is_some_and(|keys| {
                !keys.is_empty() && keys.keys().all(|key| ADDED.contains(&key.as_str()))
            })
    };
    let (additions, bases): (Vec<_>, Vec<_>) = documents.iter().partition(|d| added(d));
    let of_ibm = bases.iter().map(|(value, _)| ibm::IbmDocuments::of(value));
    let together = of_ibm
        .clone()
        .fold(ibm::IbmDocuments::default(), ibm::IbmDocuments::and);
    let mut device = match bases[..] {
        [(value, file)] if !together.is_any() => described(value.clone(), file)?,
        _ if !bases.is_empty() && of_ibm.clone().all(ibm::IbmDocuments::is_any) => {
            together.device(&files)?
        }
        _ => {
            let found = format!("{} files of different devices or kinds", bases.len());
            let remedy = "give one file, IBM's configuration and properties, or beside one an object of times, errors, relaxation";
            return Err(Error::input(&files, None, found, remedy));
        }
    };
    for (value, file) in additions {
        let added: Added = serde_json::from_value(value.clone())
            .map_err(|e| Error::input(*file, None, e.to_string(), REMEDY))?;
        added.apply(&mut device, file)?;
    }
    Ok(device)
}

/// What an object may add to a device that others describe.
const ADDED: [&str; 3] = ["times", "errors", "relaxation"];

/// The device of one document that is not IBM's.
fn described(value: Value, file: &str) -> Result<Device> {
    if let Some((capabilities, arn)) = braket::found(&value) {
        return braket::read(&capabilities, arn, file);
    }
    if let Some(characterization) = ionq::found(&value) {
        return ionq::read(characterization, file);
    }
    if target::recognizes(&value) {
        return target::read(value, file);
    }
    // read by its outer shape, so that an error speaks of what is inside
    let parsed = if value.is_array() {
        serde_json::from_value(value).map(Text::Couplings)
    } else {
        serde_json::from_value(value).map(Text::Object)
    };
    match parsed.map_err(|e| Error::input(file, None, e.to_string(), REMEDY))? {
        Text::Couplings(couplings) => {
            let qubits = couplings.iter().map(|&(a, b)| a.max(b)).max();
            let qubits = qubits.map_or(0, |last| last.saturating_add(1));
            ideal(couplings, qubits, file.to_owned(), file)
        }
        Text::Object(described) => described.device(file),
    }
}

/// A device of couplings alone, each kept once, in the direction that is listed first.
pub(super) fn ideal(
    listed: Vec<(usize, usize)>,
    qubits: usize,
    name: String,
    file: &str,
) -> Result<Device> {
    let wrong = |found: String, remedy: String| Error::input(file, None, found, remedy);
    if qubits == 0 || qubits > MAX_QUBITS {
        let remedy = format!("a device has 1 to {MAX_QUBITS} qubits");
        return Err(wrong(format!("{qubits} qubits"), remedy));
    }
    let mut met = BTreeSet::new();
    let mut couplings = Vec::new();
    for (a, b) in listed {
        let found = || format!("coupling [{a}, {b}]");
        if a == b {
            return Err(wrong(
                found(),
                "a coupling joins two different qubits".into(),
            ));
        }
        if a.max(b) >= qubits {
            let remedy = format!("the qubits are 0 to {}", qubits - 1);
            return Err(wrong(found(), remedy));
        }
        if met.insert((a.min(b), a.max(b))) {
            couplings.push((a, b));
        }
    }
    let mut device = Device::ideal(name, "a coupling map from a file", qubits, couplings);
    device.source = file.to_owned();
    Ok(device)
}

impl Described {
    fn device(self, file: &str) -> Result<Device> {
        let largest = self.couplings.iter().map(|&(a, b)| a.max(b)).max();
        let qubits = self.qubits.or(largest.map(|last| last.saturating_add(1)));
        let name = self.name.unwrap_or_else(|| file.to_owned());
        let mut device = ideal(self.couplings, qubits.unwrap_or(0), name, file)?;
        if let Some(name) = self.entangler {
            device.entangler = Entangler::named(&name)
                .map_err(|e| Error::input(file, None, "a wrong entangler", e.to_string()))?;
        }
        device.directed = device.entangler == Entangler::Ecr;
        device.fractional = self.fractional;
        let figures = Added {
            times: self.times,
            errors: self.errors,
            relaxation: self.relaxation,
        };
        figures.apply(&mut device, file)?;
        Ok(device)
    }
}

impl Added {
    /// Gives the device these figures, for each of its qubits and couplings.
    fn apply(self, device: &mut Device, file: &str) -> Result<()> {
        let (has_errors, has_relaxation) = (self.errors.is_some(), self.relaxation.is_some());
        if let Some(t) = self.times {
            let all = [t.one_qubit_ns, t.two_qubit_ns, t.readout_ns];
            check(&all, f64::MAX, "times", file)?;
            let [one_qubit_ns, two_qubit_ns, readout_ns] = all;
            device.times = Some(GateTimes {
                one_qubit_ns,
                two_qubit_ns,
                readout_ns,
            });
        }
        if let Some(e) = self.errors {
            let all = [e.one_qubit, e.two_qubit, e.readout];
            check(&all, 1.0, "errors", file)?;
            let [one_qubit, two_qubit, readout] = all;
            device.errors = Some(Errors {
                one_qubit,
                two_qubit,
                readout,
            });
        }
        if let Some(r) = self.relaxation {
            check(&[r.t1_us, r.t2_us], f64::MAX, "relaxation", file)?;
            if r.t1_us == 0.0 || r.t2_us == 0.0 {
                let remedy = "T1 and T2 are above 0";
                return Err(Error::input(file, None, "0 in relaxation", remedy));
            }
            device.relaxation = Some(RelaxationTimes {
                t1_us: r.t1_us,
                t2_us: r.t2_us,
            });
        }
        if let Some(calibration) = &mut device.calibration {
            for rates in &mut calibration.qubits {
                if let Some(errors) = device.errors.filter(|_| has_errors) {
                    (rates.one_qubit, rates.readout) = (errors.one_qubit, errors.readout);
                }
                if let Some(relaxation) = device.relaxation.filter(|_| has_relaxation) {
                    rates.relaxation = relaxation;
                }
            }
            if let Some(errors) = device.errors.filter(|_| has_errors) {
                calibration.couplings.fill(errors.two_qubit);
            }
        }
        Ok(())
    }
}

fn check(values: &[f64], most: f64, what: &str, file: &str) -> Result<()> {
    let wrong = values.iter().find(|v| !(0.0..=most).contains(*v));
    wrong.map_or(Ok(()), |value| {
        let remedy = "errors are from 0 to 1, times are not negative";
        Err(Error::input(
            file,
            None,
            format!("{value} in {what}"),
            remedy,
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shapes_are_read_and_a_coupling_counts_once() {
        let list = Device::from_json("[[0, 1], [1, 0], [2, 1]]", "map.json").unwrap();
        assert_eq!((list.qubits, list.couplings), (3, vec![(0, 1), (2, 1)]));
        let object = r#"{"qubits": 4, "couplings": [[0, 1]], "entangler": "ecr", "name": "mine",
            "errors": {"one_qubit": 0.001, "two_qubit": 0.01, "readout": 0.02}}"#;
        let device = Device::from_json(object, "map.json").unwrap();
        assert_eq!(
            (device.qubits, device.directed, device.name.as_str()),
            (4, true, "mine")
        );
        assert_eq!(device.two_qubit_error(0), Some(0.01));
        assert_eq!(device.times, None);
    }

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

    #[test]
    fn a_second_file_gives_figures_to_every_qubit_of_the_first() {
        let times = r#"{"times": {"one_qubit_ns": 20, "two_qubit_ns": 40, "readout_ns": 1000}}"#;
        let iqm = include_str!("data/braket-iqm.json");
        let device = Device::from_json_files(&files(&[iqm, times])).unwrap();
        assert_eq!(device.times.unwrap().two_qubit_ns, 40.0);
        assert!(
            (device.two_qubit_error(1).unwrap() - 0.012).abs() < 1e-12,
            "its own stays"
        );
        let rest = r#"{"errors": {"one_qubit": 0.1, "two_qubit": 0.2, "readout": 0.3},
            "relaxation": {"t1_us": 5, "t2_us": 6}}"#;
        let device = Device::from_json_files(&files(&[times, rest, PROPERTIES])).unwrap();
        assert_eq!(device.two_qubit_error(0), Some(0.2));
        let rates = device.qubit_rates(2).unwrap();
        assert_eq!((rates.one_qubit, rates.readout), (0.1, 0.3));
        assert_eq!(rates.relaxation.t2_us, 6.0);
    }

    #[test]
    fn files_that_do_not_belong_together_are_refused() {
        let times = r#"{"times": {"one_qubit_ns": 20, "two_qubit_ns": 40, "readout_ns": 1000}}"#;
        let fewer = CONFIGURATION.replace("\"n_qubits\": 3", "\"n_qubits\": 5");
        for (texts, finding) in [
            (vec!["[[0, 1]]", "[[1, 2]]"], "2 files of different"),
            (vec![PROPERTIES, "[[0, 1]]"], "2 files of different"),
            (vec![times, times], "0 files of different"),
            (
                vec![PROPERTIES, fewer.as_str()],
                "5 qubits and properties of 3",
            ),
            (vec![PROPERTIES, "{}"], "2 files of different"),
        ] {
            let error = Device::from_json_files(&files(&texts))
                .unwrap_err()
                .to_string();
            assert!(
                error.contains(finding) && error.contains("1.json,2.json"),
                "{error}"
            );
        }
    }

    #[test]
    fn what_is_no_coupling_map_is_refused_with_its_finding() {
        for (text, finding) in [
            ("", "no JSON"),
            ("7", "map.json"),
            ("[]", "0 qubits"),
            ("{}", "couplings"),
            ("[[0, 0]]", "[0, 0]"),
            ("[[0, -1]]", "-1"),
            ("[[0, 1, 2]]", "map.json"),
            ("[[0, 18446744073709551615]]", "qubits"),
            (r#"{"qubits": 2, "couplings": [[0, 2]]}"#, "[0, 2]"),
            (r#"{"couplings": [[0, 1]], "qbits": 2}"#, "qbits"),
            (r#"{"couplings": [[0, 1]], "entangler": "iswap"}"#, "iswap"),
            (
                r#"{"couplings": [[0, 1]], "errors": {"one_qubit": 2, "two_qubit": 0, "readout": 0}}"#,
                "2 in errors",
            ),
        ] {
            let message = Device::from_json(text, "map.json").unwrap_err().to_string();
            assert!(
                message.contains(finding) && message.contains("map.json"),
                "{text}: {message}"
            );
        }
    }
}
