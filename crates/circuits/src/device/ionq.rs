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
    let number = |place: String| value.pointer(&place).and_then(Value::as_f64);
    let error = |of: &str| {
        let fidelity = |kind| number(format!("/fidelity/{of}/{kind}"));
        let known = fidelity("median").or_else(|| fidelity("mean"));
        let known = known.ok_or_else(|| wrong(format!("no fidelity of {of}")));
        known.map(|known| 1.0 - known)
    };
    let seconds = |of: &str| number(format!("/timing/{of}"));
    let times = || {
        Some(GateTimes {
            one_qubit_ns: seconds("1q")? * 1e9,
            two_qubit_ns: seconds("2q")? * 1e9,
            readout_ns: seconds("readout")? * 1e9,
        })
    };
    let relaxation = || {
        Some(RelaxationTimes {
            t1_us: seconds("t1")? * 1e6,
            t2_us: seconds("t2")? * 1e6,
        })
    };
    let qubits = value.get("qubits").and_then(Value::as_u64);
    let qubits = qubits.ok_or_else(|| wrong("no number of qubits".to_owned()))? as usize;
    let joined = value
        .get("connectivity")
        .map(Vec::<(usize, usize)>::deserialize);
    let joined = joined
        .transpose()
        .map_err(|error| wrong(error.to_string()))?;
    let mut joined = joined.unwrap_or_default();
    if joined.is_empty() && qubits <= MAX_QUBITS {
        joined = all_pairs(qubits);
    }
    let name = value.get("backend").and_then(Value::as_str).unwrap_or(file);
    let is_aria = ["aria", "harmony"].iter().any(|old| name.contains(old));
    let date = match date(value) {
        Some((0, text)) => text.to_owned(),
        Some((seconds, _)) => format!("{seconds} s after 1970"),
        None => "no date".to_owned(),
    };
    let device = DeviceFile {
        name: Some(name.to_owned()),
        about: Some("IonQ, from its characterization".to_owned()),
        source: Some(format!("{file}, of {date}")),
        entangler: Some(if is_aria {
            Entangler::Ms
        } else {
            Entangler::Zz
        }),
        fractional: true,
        qubits: Some(QubitList::Number(qubits)),
        couplings: joined
            .into_iter()
            .map(|(a, b)| Coupling::Bare(a, b))
            .collect(),
        times: times(),
        errors: Some(Errors {
            one_qubit: error("1q")?,
            two_qubit: error("2q")?,
            readout: error("spam")?,
        }),
        relaxation: relaxation(),
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
