//! A coupling map, or a whole device, from a JSON text.

use super::{Device, Entangler, Errors, MAX_QUBITS, RelaxationTimes, Times, ibm};
use crate::error::{Error, Result};
use serde::Deserialize;
use std::collections::BTreeSet;

const REMEDY: &str = "a coupling map is [[0, 1], [1, 2], …] or {\"qubits\": 3, \"couplings\": [[0, 1], [1, 2]]}; or give IBM's \
     backend properties";

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

pub(super) fn read(text: &str, file: &str) -> Result<Device> {
    let wrong = |found: String, remedy: &str| Error::input(file, None, found, remedy);
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|e| wrong(format!("no JSON: {e}"), REMEDY))?;
    if ibm::recognizes(&value) {
        return ibm::read(&value, file);
    }
    // read by its outer shape, so that an error speaks of what is inside
    let parsed = if value.is_array() {
        serde_json::from_value(value).map(Text::Couplings)
    } else {
        serde_json::from_value(value).map(Text::Object)
    };
    match parsed.map_err(|e| wrong(e.to_string(), REMEDY))? {
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
        if let Some(t) = self.times {
            let all = [t.one_qubit_ns, t.two_qubit_ns, t.readout_ns];
            check(&all, f64::MAX, "times", file)?;
            let [one_qubit_ns, two_qubit_ns, readout_ns] = all;
            device.times = Some(Times {
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
        Ok(device)
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
