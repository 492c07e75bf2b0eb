//! A device from a JSON text: a coupling map, or couplings with the figures of each qubit and
//! coupling, or of all of them, or none.
//!
//! ```json
//! {"name": "mine", "entangler": "cz", "couplings": [[0, 1, 4e-3], [1, 2, 2e-2]],
//!  "qubits": [{"one_qubit": 2e-4, "readout": 1e-2, "t1_us": 200, "t2_us": 100}, {}, {}],
//!  "times": {"one_qubit_ns": 32, "two_qubit_ns": 68, "readout_ns": 1500}}
//! ```
//!
//! A qubit that lacks a figure has that of the device, which is the median of the others where the
//! file does not say it; a coupling without an error is out of use where others have one. A group
//! (times, errors, relaxation) that is nowhere told stays unknown: the device then serves for
//! placement, and a prediction asks for the group.

use super::{Calibration, Device, Entangler, Errors, GateTimes, MAX_QUBITS, QubitRates};
use super::{RelaxationTimes, ibm, ionq};
use crate::error::{Error, Result};
use crate::quantiles::median;
use crate::unique_json;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

const REMEDY: &str = "a coupling map is [[0, 1], [1, 2], …] or {\"qubits\": 3, \"couplings\": [[0, 1], [1, 2]]}; or give IBM's \
     configuration or properties, or IonQ's characterization";

/// A device as a file tells it.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct DeviceFile {
    pub(super) name: Option<String>,
    pub(super) about: Option<String>,
    pub(super) source: Option<String>,
    pub(super) entangler: Option<Entangler>,
    #[serde(default)]
    pub(super) fractional: bool,
    pub(super) qubits: Option<QubitList>,
    pub(super) couplings: Vec<Coupling>,
    pub(super) times: Option<GateTimes>,
    pub(super) errors: Option<Errors>,
    pub(super) relaxation: Option<RelaxationTimes>,
}

/// How many qubits there are, or what is known of each.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "qubits are a number of them, or a list of {\"one_qubit\", \"readout\", \"t1_us\", \"t2_us\"}"
)]
pub(super) enum QubitList {
    Number(usize),
    Each(Vec<QubitFigures>),
}

impl QubitList {
    pub(super) fn number(&self) -> usize {
        match self {
            Self::Number(number) => *number,
            Self::Each(list) => list.len(),
        }
    }
}

/// One qubit as far as it is told.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct QubitFigures {
    pub(super) one_qubit: Option<f64>,
    pub(super) readout: Option<f64>,
    pub(super) t1_us: Option<f64>,
    pub(super) t2_us: Option<f64>,
}

/// First and second qubit, perhaps with the error of the two-qubit gate; error 1 says out of use.
#[derive(Deserialize, Clone, Copy)]
#[serde(
    untagged,
    expecting = "a coupling is two numbers of qubits, perhaps with an error: [0, 1, 0.004]"
)]
pub(super) enum Coupling {
    Bare(usize, usize),
    Rated(usize, usize, Option<f64>),
}

impl Coupling {
    fn error(self) -> Option<f64> {
        match self {
            Self::Bare(..) => None,
            Self::Rated(_, _, error) => error,
        }
    }

    fn pair(self) -> (usize, usize) {
        let (Self::Bare(a, b) | Self::Rated(a, b, _)) = self;
        (a, b)
    }

    /// Both qubits, the smaller one first.
    pub(super) fn unordered(self) -> (usize, usize) {
        let (a, b) = self.pair();
        (a.min(b), a.max(b))
    }
}

/// Figures that hold for every qubit and coupling of a device that other files describe.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Added {
    times: Option<GateTimes>,
    errors: Option<Errors>,
    relaxation: Option<RelaxationTimes>,
}

/// The device that several texts describe together, each with its file's name: IBM's configuration
/// and properties may come apart, and an object of `times`, `errors` or `relaxation` alone gives
/// these to every qubit and coupling of the device that the other files describe.
pub(super) fn read(texts: &[(String, String)]) -> Result<Device> {
    let mut documents = Vec::new();
    for (text, file) in texts {
        let value = unique_json::parsed(text).map_err(|error| {
            let found = format!("no JSON that can be read: {error}");
            Error::input(file, Some(error.line()), found, REMEDY)
        })?;
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
    let values: Vec<&Value> = bases.iter().map(|(value, _)| value).collect();
    let mut device = match bases[..] {
        [(value, file)] if !ibm::is_ibm(value) => described(value, file)?,
        _ if !values.is_empty() && values.iter().all(|value| ibm::is_ibm(value)) => {
            ibm::device(&values, &files)?
        }
        _ => {
            let found = format!("{} files of different devices or kinds", bases.len());
            let remedy = "give one file, IBM's configuration and properties, or beside one an object of times, errors, relaxation";
            return Err(Error::input(&files, None, found, remedy));
        }
    };
    for (value, file) in additions {
        parsed::<Added>(value, file)?.apply(&mut device, file)?;
    }
    Ok(device)
}

/// What an object may add to a device that others describe.
const ADDED: [&str; 3] = ["times", "errors", "relaxation"];

fn parsed<'v, T: Deserialize<'v>>(value: &'v Value, file: &str) -> Result<T> {
    T::deserialize(value).map_err(|error| Error::input(file, None, error.to_string(), REMEDY))
}

/// The device of one document that is not IBM's.
fn described(value: &Value, file: &str) -> Result<Device> {
    if let Some(characterization) = ionq::found(value) {
        return ionq::read(characterization, file);
    }
    let device: DeviceFile = match value.is_array() {
        true => DeviceFile {
            couplings: parsed(value, file)?,
            ..DeviceFile::default()
        },
        false => parsed(value, file)?,
    };
    device.device(file)
}

impl DeviceFile {
    /// The device, each coupling once, in the direction that is listed first.
    ///
    /// # Errors
    /// If it has no qubits or too many, a coupling joins a qubit with itself or names one that
    /// there is not, or a figure is impossible.
    pub(super) fn device(self, file: &str) -> Result<Device> {
        let wrong = |found: String, remedy: &str| Err(Error::input(file, None, found, remedy));
        let largest = self.couplings.iter().map(|c| c.unordered().1).max();
        let largest = || largest.map_or(0, |last| last.saturating_add(1));
        let qubits = self.qubits.as_ref().map_or_else(largest, QubitList::number);
        if qubits == 0 || qubits > MAX_QUBITS {
            let remedy = format!("a device has 1 to {MAX_QUBITS} qubits");
            return wrong(format!("{qubits} qubits"), &remedy);
        }
        let (mut couplings, mut own) = (Vec::new(), Vec::new());
        let mut place = BTreeMap::new();
        for coupling in &self.couplings {
            let (a, b) = coupling.pair();
            if a == b {
                let remedy = "a coupling joins two different qubits";
                return wrong(format!("coupling [{a}, {b}]"), remedy);
            }
            if a.max(b) >= qubits {
                let remedy = format!("the qubits are 0 to {}", qubits - 1);
                return wrong(format!("coupling [{a}, {b}]"), &remedy);
            }
            let at = *place.entry(coupling.unordered()).or_insert(couplings.len());
            if at == couplings.len() {
                couplings.push((a, b));
                own.push(None);
            }
            own[at] = own[at].or(coupling.error());
        }
        let single = match self.qubits {
            Some(QubitList::Each(list)) => list,
            Some(QubitList::Number(_)) | None => vec![QubitFigures::default(); qubits],
        };
        let known = |of: fn(&QubitFigures) -> Option<f64>| -> Vec<f64> {
            single.iter().filter_map(of).collect()
        };
        let (gates, readouts) = (known(|q| q.one_qubit), known(|q| q.readout));
        let (t1, t2) = (known(|q| q.t1_us), known(|q| q.t2_us));
        let pairs: Vec<f64> = own.iter().copied().flatten().collect();
        let is_single = [&gates, &readouts, &t1, &t2, &pairs]
            .iter()
            .any(|list| !list.is_empty());
        for list in [&gates, &readouts, &pairs] {
            check(list, "errors", file)?;
        }
        check(&[&t1[..], &t2].concat(), "relaxation", file)?;

        let name = self.name.unwrap_or_else(|| file.to_owned());
        let about = self
            .about
            .as_deref()
            .unwrap_or("a coupling map from a file");
        let mut device = Device::ideal(name, about, qubits, couplings);
        device.source = self.source.unwrap_or_else(|| file.to_owned());
        device.entangler = self.entangler.unwrap_or(Entangler::Cx);
        device.directed = device.entangler == Entangler::Ecr;
        device.fractional = self.fractional;
        let in_use = pairs.iter().copied().filter(|error| *error < 1.0);
        let errors = median(gates).zip(median(in_use)).zip(median(readouts));
        let errors = errors.map(|((one_qubit, two_qubit), readout)| Errors {
            one_qubit,
            two_qubit,
            readout,
        });
        let relaxation = median(t1).zip(median(t2));
        let relaxation = relaxation.map(|(t1_us, t2_us)| RelaxationTimes { t1_us, t2_us });
        let figures = Added {
            times: self.times,
            errors: self.errors.or(errors),
            relaxation: self.relaxation.or(relaxation),
        };
        figures.apply(&mut device, file)?;
        device.calibration = device.errors.filter(|_| is_single).map(|errors| {
            // without T1 and T2 nothing decays, and the device says that they are not known
            let forever = RelaxationTimes {
                t1_us: f64::INFINITY,
                t2_us: f64::INFINITY,
            };
            let all = device.relaxation.unwrap_or(forever);
            let missing = if pairs.is_empty() {
                errors.two_qubit
            } else {
                1.0
            };
            let rates = |q: &QubitFigures| QubitRates {
                one_qubit: q.one_qubit.unwrap_or(errors.one_qubit),
                readout: q.readout.unwrap_or(errors.readout),
                relaxation: RelaxationTimes {
                    t1_us: q.t1_us.unwrap_or(all.t1_us),
                    t2_us: q.t2_us.unwrap_or(all.t2_us),
                },
            };
            Calibration {
                qubits: single.iter().map(rates).collect(),
                couplings: own.iter().map(|error| error.unwrap_or(missing)).collect(),
            }
        });
        Ok(device)
    }
}

impl Added {
    /// Gives the device these figures, for each of its qubits and couplings.
    ///
    /// # Errors
    /// If one is impossible.
    fn apply(self, device: &mut Device, file: &str) -> Result<()> {
        if let Some(times) = self.times {
            let all = [times.one_qubit_ns, times.two_qubit_ns, times.readout_ns];
            check(&all, "times", file)?;
            device.times = Some(times);
        }
        if let Some(errors) = self.errors {
            let all = [errors.one_qubit, errors.two_qubit, errors.readout];
            check(&all, "errors", file)?;
            device.errors = Some(errors);
            if let Some(calibration) = &mut device.calibration {
                calibration.couplings.fill(errors.two_qubit);
                for rates in &mut calibration.qubits {
                    (rates.one_qubit, rates.readout) = (errors.one_qubit, errors.readout);
                }
            }
        }
        if let Some(relaxation) = self.relaxation {
            check(&[relaxation.t1_us, relaxation.t2_us], "relaxation", file)?;
            device.relaxation = Some(relaxation);
            let calibration = device.calibration.iter_mut();
            let qubits = calibration.flat_map(|calibration| &mut calibration.qubits);
            qubits.for_each(|rates| rates.relaxation = relaxation);
        }
        Ok(())
    }
}

/// # Errors
/// If an error is not from 0 to 1, or a time is negative or infinite; T1 and T2 are above 0.
fn check(values: &[f64], what: &str, file: &str) -> Result<()> {
    let is_possible = |value: &f64| match what {
        "errors" => (0.0..=1.0).contains(value),
        "relaxation" => *value > 0.0,
        _ => (0.0..f64::INFINITY).contains(value),
    };
    match values.iter().find(|value| !is_possible(value)) {
        None => Ok(()),
        Some(value) => {
            let remedy = "errors are from 0 to 1, no time is negative, T1 and T2 are above 0";
            Err(Error::input(
                file,
                None,
                format!("{value} in {what}"),
                remedy,
            ))
        }
    }
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
    fn a_second_file_gives_figures_to_every_qubit_of_the_first() {
        let times = r#"{"times": {"one_qubit_ns": 20, "two_qubit_ns": 40, "readout_ns": 1000}}"#;
        let machine = r#"{"couplings": [[0, 1, 0.004], [1, 2, 0.012]], "entangler": "cz",
            "qubits": [{"one_qubit": 0.001, "readout": 0.02}, {"readout": 0.04}, {}]}"#;
        let device = Device::from_json_files(&files(&[machine, times])).unwrap();
        assert_eq!(device.times.unwrap().two_qubit_ns, 40.0);
        assert_eq!(device.two_qubit_error(1), Some(0.012), "its own stays");
        assert_eq!(device.qubit_rates(2).unwrap().readout, 0.03, "the median");
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
            ("", "no JSON that can be read"),
            ("7", "map.json"),
            ("[]", "0 qubits"),
            ("{}", "couplings"),
            ("[[0, 0]]", "[0, 0]"),
            ("[[0, -1]]", "a coupling is two numbers"),
            ("[[0, 1, 2]]", "2 in errors"),
            (
                r#"{"couplings": [[0, 1]], "qubits": [{"T1": 3}, {}]}"#,
                "t1_us",
            ),
            (
                r#"{"couplings": [[0, 1]], "qubits": [{"t1_us": 0}, {}]}"#,
                "0 in relaxation",
            ),
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

    #[test]
    fn a_key_that_stands_twice_is_refused_wherever_it_stands() {
        for text in [
            r#"{"couplings": [[0, 1]], "couplings": [[0, 2]]}"#,
            r#"{"couplings": [[0, 1]], "entangler": "cz", "entangler": "ecr"}"#,
            r#"{"couplings": [[0, 1]], "qubits": [{"t1_us": 3, "t1_us": 300}, {}]}"#,
            r#"{"couplings": [[0, 1]], "errors": {"one_qubit": 0, "one_qubit": 0.1, "two_qubit": 0, "readout": 0}}"#,
            &PROPERTIES.replacen("\"value\": 200", "\"value\": 100, \"value\": 200", 1),
            &CONFIGURATION.replacen("\"n_qubits\": 3", "\"n_qubits\": 3, \"n_qubits\": 3", 1),
        ] {
            let error = Device::from_json(text, "map.json").unwrap_err().to_string();
            assert!(
                error.contains("stands twice") && error.contains("map.json"),
                "{text}: {error}"
            );
        }
    }
}
