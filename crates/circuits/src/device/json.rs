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
//! (times, errors, relaxation) that is nowhere given stays unknown: circuits can still be
//! placed on the device, but a prediction asks for the group.

use super::{
    Calibration, Device, Entangler, Errors, GateTimes, MAX_QUBITS, QubitRates, RelaxationTimes,
};
use crate::error::{Error, Result};
use crate::quantiles::quantile;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

const REMEDY: &str = "a coupling map is [[0, 1], [1, 2], …] or {\"qubits\": 3, \"couplings\": [[0, 1], [1, 2]]}; \
     examples/hardware/calibration.py makes such a file of what IBM or IonQ says of a machine";

/// A device as its file describes it.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, expecting = "a coupling map")]
struct DeviceFile {
    name: Option<String>,
    about: Option<String>,
    source: Option<String>,
    entangler: Option<Entangler>,
    #[serde(default)]
    fractional: bool,
    qubits: Option<QubitList>,
    couplings: Vec<Coupling>,
    times: Option<GateTimes>,
    errors: Option<Errors>,
    relaxation: Option<RelaxationTimes>,
}

/// How many qubits there are, or what is known of each.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "qubits are a number of them, or a list of {\"one_qubit\", \"readout\", \"t1_us\", \"t2_us\"}"
)]
enum QubitList {
    Number(usize),
    Each(Vec<QubitFigures>),
}

/// What the file says of one qubit.
#[derive(Deserialize, Clone, Copy, PartialEq, Default)]
#[serde(deny_unknown_fields, default)]
struct QubitFigures {
    one_qubit: Option<f64>,
    readout: Option<f64>,
    t1_us: Option<f64>,
    t2_us: Option<f64>,
}

/// First and second qubit, perhaps with the error of the two-qubit gate; error 1 says out of use.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a coupling is two numbers of qubits, perhaps with an error: [0, 1, 0.004]"
)]
enum Coupling {
    Bare(usize, usize),
    Rated(usize, usize, Option<f64>),
}

/// The device of a text.
pub(super) fn read(text: &str, file: &str) -> Result<Device> {
    let stated = if text.trim_start().starts_with('[') {
        serde_json::from_str(text).map(|couplings| DeviceFile {
            couplings,
            ..DeviceFile::default()
        })
    } else {
        serde_json::from_str(text)
    };
    let stated = stated
        .map_err(|error| Error::input(file, Some(error.line()), error.to_string(), REMEDY))?;
    stated.device(file)
}

impl DeviceFile {
    /// The device, each coupling once, in the direction that is listed first. Fails if it has no
    /// qubits or too many, a coupling is not of two of them, or a figure is impossible.
    fn device(self, file: &str) -> Result<Device> {
        let wrong = |found: String, remedy: &str| Err(Error::input(file, None, found, remedy));
        let stated = self.couplings.iter().map(|coupling| match *coupling {
            Coupling::Bare(a, b) => (a, b, None),
            Coupling::Rated(a, b, error) => (a, b, error),
        });
        let qubits = match &self.qubits {
            Some(QubitList::Number(number)) => *number,
            Some(QubitList::Each(list)) => list.len(),
            None => {
                let above = stated.clone().map(|(a, b, _)| a.max(b).saturating_add(1));
                above.max().unwrap_or(0)
            }
        };
        if qubits == 0 || qubits > MAX_QUBITS {
            let remedy = format!("a device has 1 to {MAX_QUBITS} qubits");
            return wrong(format!("{qubits} qubits"), &remedy);
        }
        let (mut couplings, mut own) = (Vec::new(), Vec::new());
        let mut place = BTreeMap::new();
        for (a, b, error) in stated {
            if a == b || a.max(b) >= qubits {
                let last = qubits - 1;
                let remedy = format!("a coupling joins two different qubits of 0 to {last}");
                return wrong(format!("coupling [{a}, {b}]"), &remedy);
            }
            let unordered = (a.min(b), a.max(b));
            let at = *place.entry(unordered).or_insert(couplings.len());
            if at == couplings.len() {
                couplings.push((a, b));
                own.push(None);
            }
            own[at] = own[at].or(error);
        }
        let single = match self.qubits {
            Some(QubitList::Each(list)) => list,
            Some(QubitList::Number(_)) | None => vec![QubitFigures::default(); qubits],
        };
        let rates = single.iter().flat_map(|q| [q.one_qubit, q.readout]);
        let rates = rates.chain(own.iter().copied());
        let of_all = self.errors.iter();
        let of_all = of_all.flat_map(|all| [all.one_qubit, all.two_qubit, all.readout].map(Some));
        check(rates.chain(of_all), 0.0..=1.0, ("errors", file))?;
        let times = self.times.iter();
        let times = times.flat_map(|all| [all.one_qubit_ns, all.two_qubit_ns, all.readout_ns]);
        check(times.map(Some), 0.0..=f64::MAX, ("times", file))?;
        let decays = single.iter().flat_map(|q| [q.t1_us, q.t2_us]);
        let of_all = self.relaxation.iter();
        let of_all = of_all.flat_map(|all| [all.t1_us, all.t2_us].map(Some));
        let possible = f64::MIN_POSITIVE..=f64::INFINITY;
        check(decays.chain(of_all), possible, ("relaxation", file))?;

        let median_of =
            |of: fn(&QubitFigures) -> Option<f64>| quantile(single.iter().filter_map(of), 0.5);
        let in_use = own.iter().flatten().copied().filter(|error| *error < 1.0);
        let measured = || {
            Some(Errors {
                one_qubit: median_of(|q| q.one_qubit)?,
                two_qubit: quantile(in_use, 0.5)?,
                readout: median_of(|q| q.readout)?,
            })
        };
        let decaying = || {
            Some(RelaxationTimes {
                t1_us: median_of(|q| q.t1_us)?,
                t2_us: median_of(|q| q.t2_us)?,
            })
        };
        let errors = self.errors.or_else(measured);
        let relaxation = self.relaxation.or_else(decaying);
        let are_rated = own.iter().any(Option::is_some);
        let is_single = are_rated || single.iter().any(|q| *q != QubitFigures::default());
        let calibration = errors.filter(|_| is_single).map(|errors| {
            // without T1 and T2 nothing decays, and the device says that they are not known
            let all = relaxation.unwrap_or(RelaxationTimes::NEVER);
            let rates = |q: &QubitFigures| QubitRates {
                one_qubit: q.one_qubit.unwrap_or(errors.one_qubit),
                readout: q.readout.unwrap_or(errors.readout),
                relaxation: RelaxationTimes {
                    t1_us: q.t1_us.unwrap_or(all.t1_us),
                    t2_us: q.t2_us.unwrap_or(all.t2_us),
                },
            };
            let missing = if are_rated { 1.0 } else { errors.two_qubit };
            Calibration {
                qubits: single.iter().map(rates).collect(),
                couplings: own.iter().map(|error| error.unwrap_or(missing)).collect(),
            }
        });
        Ok(Device {
            name: self.name.unwrap_or_else(|| file.to_owned()),
            about: self
                .about
                .unwrap_or_else(|| "a coupling map from a file".to_owned()),
            qubits,
            couplings,
            entangler: self.entangler.unwrap_or(Entangler::Cx),
            fractional: self.fractional,
            times: self.times,
            errors,
            relaxation,
            calibration,
            source: self.source.unwrap_or_else(|| file.to_owned()),
        })
    }
}

fn check(
    mut values: impl Iterator<Item = Option<f64>>,
    possible: RangeInclusive<f64>,
    (group, file): (&str, &str),
) -> Result<()> {
    let Some(value) = values.find_map(|value| value.filter(|value| !possible.contains(value)))
    else {
        return Ok(());
    };
    let remedy = "errors are from 0 to 1, no time is negative, T1 and T2 are above 0";
    let found = format!("{value} in {group}");
    Err(Error::input(file, None, found, remedy))
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
            (device.qubits, device.entangler, device.name.as_str()),
            (4, Entangler::Ecr, "mine")
        );
        assert_eq!(device.two_qubit_error(0), Some(0.01));
        assert_eq!(device.times, None);
    }

    #[test]
    fn what_a_qubit_lacks_is_the_median_and_what_a_coupling_lacks_puts_it_out_of_use() {
        let machine = r#"{"couplings": [[0, 1, 0.004], [1, 2, 0.012], [0, 2, null]],
            "qubits": [{"one_qubit": 0.001, "readout": 0.02}, {"readout": 0.04}, {}]}"#;
        let device = Device::from_json(machine, "machine.json").unwrap();
        let errors = [0, 1, 2].map(|k| device.two_qubit_error(k));
        assert_eq!(errors, [Some(0.004), Some(0.012), Some(1.0)]);
        assert_eq!(device.usable_couplings().count(), 2);
        assert_eq!(device.errors.unwrap().two_qubit, 0.008);
        assert_eq!(device.qubit_rates(2).unwrap().readout, 0.03);
        assert_eq!((device.times, device.relaxation), (None, None));
        assert_eq!(
            device.qubit_rates(1).unwrap().relaxation,
            RelaxationTimes::NEVER
        );
    }

    #[test]
    fn what_is_no_coupling_map_is_refused_with_its_finding() {
        for (text, finding) in [
            ("", "EOF"),
            ("7", "invalid type: integer `7`"),
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
                r#"{"couplings": [[0, 1]], "times": {"one_qubit_ns": -2, "two_qubit_ns": 0, "readout_ns": 0}}"#,
                "-2 in times",
            ),
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
        ] {
            let error = Device::from_json(text, "map.json").unwrap_err().to_string();
            assert!(error.contains("map.json:1: "), "{text}: {error}");
        }
    }
}
