//! A device from IonQ's characterization: what `GET /v0.4/backends/NAME/characterizations` answers
//! (API v0.4 and v0.3, read November 2026).
//!
//! `fidelity` has medians or means of gates on one and two qubits (`1q`, `2q`) and of preparation
//! and measurement (`spam`), `timing` seconds. IonQ characterizes a machine as a whole, so that all
//! qubits share one rate. Of a page of several characterizations the latest is taken.

use super::figures::{Told, ToldDevice};
use super::ideal::all_pairs;
use super::{Device, Entangler, MAX_QUBITS};
use crate::error::{Error, Result};
use serde_json::Value;

/// The characterization in a document: the document itself, or the latest of its page.
pub(super) fn found(value: &Value) -> Option<&Value> {
    let page = value.get("characterizations").and_then(Value::as_array);
    let latest = page.into_iter().flatten().max_by(|a, b| {
        let (a, b) = (date(a), date(b));
        a.cmp(&b)
    });
    let is_one = |value: &&Value| {
        let has = |key: &str| value.get(key).is_some_and(Value::is_object);
        has("fidelity") && has("timing") && value.get("qubits").is_some_and(Value::is_u64)
    };
    latest.or(Some(value)).filter(is_one)
}

/// ISO text (v0.4) or seconds since 1970 (v0.3), so that a later date is greater among its like.
fn date(value: &Value) -> Option<(u64, String)> {
    let date = value.get("date")?;
    let text = date.as_str().map(|text| (0, text.to_owned()));
    text.or_else(|| date.as_u64().map(|seconds| (seconds, String::new())))
}

/// # Errors
/// If a fidelity is missing, or a figure is impossible.
pub(super) fn read(value: &Value, file: &str) -> Result<Device> {
    let name = value.get("backend").and_then(Value::as_str).unwrap_or(file);
    let is_aria = ["aria", "harmony"].iter().any(|old| name.contains(old));
    let entangler = if is_aria {
        Entangler::Ms
    } else {
        Entangler::Zz
    };
    let mut figures = ToldDevice::of(
        name.to_owned(),
        "IonQ, from its characterization",
        entangler,
    );
    figures.date = date(value).map(|(seconds, text)| match seconds {
        0 => text,
        seconds => format!("{seconds} s after 1970"),
    });
    let error = |key: &str| -> Result<Option<f64>> {
        let fidelity = value.pointer(&format!("/fidelity/{key}"));
        let of = |kind: &str| fidelity?.get(kind)?.as_f64();
        let fidelity = of("median").or_else(|| of("mean")).ok_or_else(|| {
            let remedy = "a characterization has a median or mean for 1q, 2q and spam";
            Error::input(file, None, format!("no fidelity of {key}"), remedy)
        })?;
        Ok(Some(1.0 - fidelity))
    };
    let seconds = |key: &str| {
        value
            .pointer(&format!("/timing/{key}"))
            .and_then(Value::as_f64)
    };
    figures.whole = Told {
        one_qubit: error("1q")?,
        readout: error("spam")?,
        t1_us: seconds("t1").map(|s| s * 1e6),
        t2_us: seconds("t2").map(|s| s * 1e6),
    };
    figures.two_qubit = error("2q")?;
    let ns = |key: &str| seconds(key).map(|s| s * 1e9);
    figures.one_qubit_ns.extend(ns("1q"));
    figures.two_qubit_ns.extend(ns("2q"));
    figures.readout_ns.extend(ns("readout"));
    let count = value.get("qubits").and_then(Value::as_u64).unwrap_or(0);
    // a number beyond every device is refused later, without so many qubits here
    let count = usize::try_from(count)
        .unwrap_or(usize::MAX)
        .min(MAX_QUBITS + 1);
    figures.qubits = vec![Told::default(); count];
    figures.couplings = match value.get("connectivity").and_then(Value::as_array) {
        Some(pairs) if !pairs.is_empty() => {
            pairs.iter().map(|p| pair(p, file)).collect::<Result<_>>()?
        }
        _ if count <= MAX_QUBITS => {
            let pairs = all_pairs(count).into_iter();
            pairs.map(|(a, b)| (a, b, None)).collect()
        }
        _ => Vec::new(),
    };
    figures.device(file)
}

fn pair(value: &Value, file: &str) -> Result<(usize, usize, Option<f64>)> {
    let at = |k: usize| usize::try_from(value.get(k)?.as_u64()?).ok();
    let pair = at(0).zip(at(1)).map(|(a, b)| (a, b, None));
    pair.ok_or_else(|| {
        let found = format!("{value} in connectivity");
        Error::input(file, None, found, "a pair is two numbers of qubits")
    })
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
            ("0.9954", "1.2", "an error of -0.1"),
            ("\"t1\": 100", "\"t1\": -1", "T1"),
            ("\"qubits\": 4", "\"qubits\": 0", "0 qubits"),
            ("\"qubits\": 4", "\"qubits\": 99999999999", "2049 qubits"),
            ("[0, 3]", "[0, 4]", "[0, 4]"),
            ("[0, 3]", "[0]", "[0] in connectivity"),
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
