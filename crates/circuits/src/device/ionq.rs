//! A device from IonQ's characterization: what `GET /v0.4/backends/NAME/characterizations` answers
//! (API v0.4 and v0.3, read November 2026).
//!
//! `fidelity` has medians or means of gates on one and two qubits (`1q`, `2q`) and of preparation
//! and measurement (`spam`), `timing` seconds. IonQ characterizes a machine as a whole, so that all
//! qubits share one rate. Of a page of several characterizations the latest is taken.

use super::ideal::all_pairs;
use super::json::{Coupling, DeviceFile, QubitList};
use super::{Device, Entangler, Errors, GateTimes, MAX_QUBITS, RelaxationTimes};
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Characterization {
    backend: Option<String>,
    qubits: usize,
    #[serde(default)]
    connectivity: Vec<(usize, usize)>,
    fidelity: Fidelities,
    timing: Timing,
}

#[derive(Deserialize)]
struct Fidelities {
    #[serde(rename = "1q")]
    one_qubit: Fidelity,
    #[serde(rename = "2q")]
    two_qubit: Fidelity,
    spam: Fidelity,
}

#[derive(Deserialize)]
struct Fidelity {
    median: Option<f64>,
    mean: Option<f64>,
}

/// Seconds.
#[derive(Deserialize)]
struct Timing {
    #[serde(rename = "1q")]
    one_qubit: Option<f64>,
    #[serde(rename = "2q")]
    two_qubit: Option<f64>,
    readout: Option<f64>,
    t1: Option<f64>,
    t2: Option<f64>,
}

impl Timing {
    fn times(&self) -> Option<GateTimes> {
        Some(GateTimes {
            one_qubit_ns: self.one_qubit? * 1e9,
            two_qubit_ns: self.two_qubit? * 1e9,
            readout_ns: self.readout? * 1e9,
        })
    }

    fn relaxation(&self) -> Option<RelaxationTimes> {
        Some(RelaxationTimes {
            t1_us: self.t1? * 1e6,
            t2_us: self.t2? * 1e6,
        })
    }
}

/// The characterization in a document: the document itself, or the latest of its page.
pub(super) fn found(value: &Value) -> Option<&Value> {
    let page = value.get("characterizations").and_then(Value::as_array);
    let latest = page.into_iter().flatten().max_by_key(|one| date(one));
    let has = |value: &&Value| {
        ["fidelity", "timing"]
            .iter()
            .all(|key| value.get(key).is_some())
    };
    latest.or(Some(value)).filter(has)
}

/// ISO text (v0.4) or seconds since 1970 (v0.3), so that a later date is greater among its like.
fn date(value: &Value) -> Option<(u64, &str)> {
    let date = value.get("date")?;
    Some((date.as_u64().unwrap_or(0), date.as_str().unwrap_or("")))
}

/// # Errors
/// If a fidelity is missing, or a figure is impossible.
pub(super) fn read(value: &Value, file: &str) -> Result<Device> {
    let wrong = |found: String| {
        let remedy = "a characterization has a median or mean for 1q, 2q and spam";
        Error::input(file, None, found, remedy)
    };
    let told = Characterization::deserialize(value).map_err(|error| wrong(error.to_string()))?;
    let error = |fidelity: &Fidelity, of: &str| {
        let known = fidelity.median.or(fidelity.mean);
        known
            .map(|known| 1.0 - known)
            .ok_or_else(|| wrong(format!("no fidelity of {of}")))
    };
    let name = told.backend.clone().unwrap_or_else(|| file.to_owned());
    let is_aria = ["aria", "harmony"].iter().any(|old| name.contains(old));
    let date = match date(value) {
        Some((0, text)) => text.to_owned(),
        Some((seconds, _)) => format!("{seconds} s after 1970"),
        None => "no date".to_owned(),
    };
    let pairs = match told.connectivity.is_empty() && told.qubits <= MAX_QUBITS {
        true => all_pairs(told.qubits),
        false => told.connectivity.clone(),
    };
    let device = DeviceFile {
        name: Some(name),
        about: Some("IonQ, from its characterization".to_owned()),
        source: Some(format!("{file}, of {date}")),
        entangler: Some(if is_aria {
            Entangler::Ms
        } else {
            Entangler::Zz
        }),
        fractional: true,
        qubits: Some(QubitList::Number(told.qubits)),
        couplings: pairs
            .into_iter()
            .map(|(a, b)| Coupling::Bare(a, b))
            .collect(),
        times: told.timing.times(),
        errors: Some(Errors {
            one_qubit: error(&told.fidelity.one_qubit, "1q")?,
            two_qubit: error(&told.fidelity.two_qubit, "2q")?,
            readout: error(&told.fidelity.spam, "spam")?,
        }),
        relaxation: told.timing.relaxation(),
    };
    device.device(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page of two days of a small machine.
    const PAGE: &str = include_str!("data/ionq-characterizations.json");

    #[test]
    fn the_latest_characterization_of_a_page_gives_the_rates_of_all_qubits() {
        let page: Value = serde_json::from_str(PAGE).unwrap();
        for text in [PAGE.to_owned(), page["characterizations"][0].to_string()] {
            let device = Device::from_json(&text, "ionq.json").unwrap();
            assert_eq!((device.name.as_str(), device.qubits), ("qpu.forte-1", 4));
            assert_eq!(device.couplings.len(), 6);
            assert_eq!(device.entangler, Entangler::Zz);
            let errors = device.errors.unwrap();
            for (found, right) in [
                (errors.one_qubit, 0.0002),
                (errors.two_qubit, 0.0046),
                (errors.readout, 0.0038),
            ] {
                assert!((found - right).abs() < 1e-12, "{found}");
            }
            let times = device.times.unwrap();
            assert!((times.two_qubit_ns - 950_000.0).abs() < 1e-6, "{times:?}");
            let relaxation = device.relaxation.unwrap();
            assert!((relaxation.t2_us - 1e6).abs() < 1e-6, "{relaxation:?}");
            assert_eq!(device.calibration, None, "no qubit has rates of its own");
            assert!(device.source.contains("2026-11-19"), "{}", device.source);
        }
    }

    #[test]
    fn an_impossible_characterization_is_refused_with_its_finding() {
        for (from, to, finding) in [
            (
                "\"2q\": {\"median\"",
                "\"2q\": {\"middle\"",
                "no fidelity of 2q",
            ),
            ("0.9954", "1.2", "in errors"),
            ("\"t1\": 100", "\"t1\": -1", "-1000000 in relaxation"),
            ("\"qubits\": 4", "\"qubits\": 0", "0 qubits"),
            (
                "\"qubits\": 4",
                "\"qubits\": 99999999999",
                "99999999999 qubits",
            ),
            ("[0, 3]", "[0, 4]", "[0, 4]"),
            ("[0, 3]", "[0]", "a tuple of size 2"),
        ] {
            let text = PAGE.replace(from, to);
            assert_ne!(text, PAGE, "{from}");
            let error = Device::from_json(&text, "ionq.json")
                .unwrap_err()
                .to_string();
            assert!(
                error.contains(finding) && error.contains("ionq.json"),
                "{error}"
            );
        }
    }
}
