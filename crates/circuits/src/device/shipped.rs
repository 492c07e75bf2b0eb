//! The devices that are shipped, each a text file under `device/data` that opens with what it is
//! and where it is from.
//!
//! A line is a key and its values, `#` begins a comment. The header: name, about, source, qubits,
//! entangler, fractional (yes or no), times (ns: one-qubit gate, two-qubit gate, readout), errors
//! (the same order), relaxation (T1, T2 in µs). Then `all-to-all`, or a line `coupling a b error`
//! for each coupling and `qubit k one-qubit-error readout-error T1 T2` for each qubit.

use super::{
    Calibration, Device, Entangler, Errors, GateTimes, QubitRates, RelaxationTimes, ideal,
};

/// A device that is shipped.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name it is found by.
    pub name: &'static str,
    text: &'static str,
}

/// All devices that come with the crate.
///
/// ```
/// use ketboard_circuits::{SHIPPED_DEVICES, find_device};
///
/// for shipped in SHIPPED_DEVICES {
///     assert!(!find_device(shipped.name)?.source.is_empty());
/// }
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
pub static SHIPPED: [Shipped; 6] = [
    Shipped {
        name: "torino",
        text: include_str!("data/torino.txt"),
    },
    Shipped {
        name: "fez",
        text: include_str!("data/fez.txt"),
    },
    Shipped {
        name: "boston",
        text: include_str!("data/boston.txt"),
    },
    Shipped {
        name: "miami",
        text: include_str!("data/miami.txt"),
    },
    Shipped {
        name: "sherbrooke",
        text: include_str!("data/sherbrooke.txt"),
    },
    Shipped {
        name: "forte",
        text: include_str!("data/forte.txt"),
    },
];

impl Shipped {
    /// The device.
    pub(crate) fn device(&self) -> Device {
        parse(self.text).expect("the shipped files are whole, as the tests of this module see")
    }
}

/// The device in a text; `None` where a key is missing or a value is wrong.
fn parse(text: &str) -> Option<Device> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let entries: Vec<(&str, &str)> = lines
        .map(|l| l.split_once(' ').unwrap_or((l, "")))
        .collect();
    let header = |key: &str| {
        let found = entries.iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| *value)
    };
    let rows = |key: &'static str| {
        let rows = entries.iter().filter(move |(name, _)| *name == key);
        rows.map(|(_, value)| numbers(value))
            .collect::<Option<Vec<_>>>()
    };
    let fixed = |key: &str| numbers(header(key)?);
    let entangler = Entangler::named(header("entangler")?).ok()?;
    let qubits = header("qubits")?.parse().ok()?;
    let (times, errors, relaxation) = (fixed("times")?, fixed("errors")?, fixed("relaxation")?);
    let all_to_all = header("all-to-all").is_some();
    let (couplings, calibration) = if all_to_all {
        (ideal::all_pairs(qubits), None)
    } else {
        let couplings = rows("coupling")?;
        let pair = |row: &Vec<f64>| Some((index(row, 0)?, index(row, 1)?));
        let calibration = Calibration {
            qubits: rows("qubit")?
                .iter()
                .map(|row| rates(row))
                .collect::<Option<_>>()?,
            couplings: couplings
                .iter()
                .map(|row| row.get(2).copied())
                .collect::<Option<_>>()?,
        };
        let pairs: Vec<_> = couplings.iter().map(pair).collect::<Option<_>>()?;
        (pairs, Some(calibration))
    };
    Some(Device {
        name: header("name")?.to_owned(),
        about: header("about")?.to_owned(),
        qubits,
        couplings,
        directed: entangler == Entangler::Ecr,
        entangler,
        fractional: header("fractional")? == "yes",
        times: Some(GateTimes {
            one_qubit_ns: *times.first()?,
            two_qubit_ns: *times.get(1)?,
            readout_ns: *times.get(2)?,
        }),
        errors: Some(Errors {
            one_qubit: *errors.first()?,
            two_qubit: *errors.get(1)?,
            readout: *errors.get(2)?,
        }),
        relaxation: Some(RelaxationTimes {
            t1_us: *relaxation.first()?,
            t2_us: *relaxation.get(1)?,
        }),
        calibration,
        source: header("source")?.to_owned(),
    })
}

fn numbers(value: &str) -> Option<Vec<f64>> {
    value.split(' ').map(|word| word.parse().ok()).collect()
}

fn index(row: &[f64], column: usize) -> Option<usize> {
    row.get(column).map(|value| *value as usize)
}

/// Number, one-qubit error, readout error, T1, T2.
fn rates(row: &[f64]) -> Option<QubitRates> {
    Some(QubitRates {
        one_qubit: *row.get(1)?,
        readout: *row.get(2)?,
        relaxation: RelaxationTimes {
            t1_us: *row.get(3)?,
            t2_us: *row.get(4)?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, qubits, couplings, entangler, largest degree, two-qubit error, readout error.
    const FACTS: [(&str, usize, usize, Entangler, usize, f64, f64); 6] = [
        ("torino", 133, 150, Entangler::Cz, 3, 4.2e-3, 2.3e-2),
        ("fez", 156, 176, Entangler::Cz, 3, 3.9e-3, 7.6e-3),
        ("boston", 156, 176, Entangler::Cz, 3, 1.3e-3, 5.1e-3),
        ("miami", 120, 218, Entangler::Cz, 4, 3.0e-3, 1.8e-2),
        ("sherbrooke", 127, 144, Entangler::Ecr, 3, 7.8e-3, 2.0e-2),
        ("forte", 36, 630, Entangler::Zz, 35, 4.6e-3, 3.8e-3),
    ];

    #[test]
    fn the_shipped_devices_have_the_published_sizes_and_medians() {
        for (name, qubits, couplings, entangler, degree, two_qubit, readout) in FACTS {
            let device = super::super::find(name).unwrap();
            assert_eq!(device.name, name);
            assert_eq!(
                (device.qubits, device.couplings.len()),
                (qubits, couplings),
                "{name}"
            );
            assert_eq!(device.entangler, entangler, "{name}");
            assert_eq!(device.directed, entangler == Entangler::Ecr, "{name}");
            let mut degrees = vec![0; qubits];
            for &(a, b) in &device.couplings {
                degrees[a] += 1;
                degrees[b] += 1;
            }
            assert_eq!(degrees.into_iter().max(), Some(degree), "{name}");
            let errors = device.errors.unwrap();
            assert!((errors.two_qubit - two_qubit).abs() < 1e-4, "{name}");
            assert!((errors.readout - readout).abs() < 1e-3, "{name}");
            let dated = device.source.split(['-', ' ', '(', ')']).any(|word| {
                word.parse()
                    .is_ok_and(|year: u32| (2020..2100).contains(&year))
            });
            assert!(dated, "{name}: {}", device.source);
        }
    }

    #[test]
    fn miami_is_a_square_lattice_and_boston_has_the_couplings_of_fez() {
        let couplings = |name: &str| {
            let device = super::super::find(name).unwrap();
            let pairs = device.couplings.iter().map(|&(a, b)| (a.min(b), a.max(b)));
            pairs.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(couplings("miami"), couplings("grid-12x10"));
        assert_eq!(couplings("boston"), couplings("fez"));
    }

    #[test]
    fn every_figure_of_a_shipped_device_is_possible() {
        for shipped in &SHIPPED {
            let device = shipped.device();
            let pairs = device.couplings.iter().map(|&(a, b)| (a.min(b), a.max(b)));
            let distinct: std::collections::BTreeSet<_> = pairs.collect();
            assert_eq!(distinct.len(), device.couplings.len(), "{}", device.name);
            assert!(distinct.iter().all(|&(a, b)| a < b && b < device.qubits));
            for k in 0..device.couplings.len() {
                let error = device.two_qubit_error(k).unwrap();
                assert!((0.0..=1.0).contains(&error), "{} {k}", device.name);
            }
            for q in 0..device.qubits {
                let rates = device.qubit_rates(q).unwrap();
                assert!(
                    (0.0..=1.0).contains(&rates.one_qubit) && (0.0..=1.0).contains(&rates.readout)
                );
                let RelaxationTimes { t1_us, t2_us } = rates.relaxation;
                assert!(t1_us > 0.0 && t2_us > 0.0, "{} {q}", device.name);
            }
            if let Some(calibration) = &device.calibration {
                assert_eq!(calibration.qubits.len(), device.qubits);
                assert_eq!(calibration.couplings.len(), device.couplings.len());
            }
        }
    }

    #[test]
    fn the_medians_in_the_header_are_those_of_the_lines() {
        for shipped in &SHIPPED {
            let device = shipped.device();
            let Some(calibration) = &device.calibration else {
                continue;
            };
            let median = |mut list: Vec<f64>| {
                list.sort_by(f64::total_cmp);
                let n = list.len();
                f64::midpoint(list[(n - 1) / 2], list[n / 2])
            };
            let close = |a: f64, b: f64| (a - b).abs() < 6e-3 * b;
            let errors = device.errors.unwrap();
            let of = |f: fn(&QubitRates) -> f64| median(calibration.qubits.iter().map(f).collect());
            assert!(close(
                median(calibration.couplings.clone()),
                errors.two_qubit
            ));
            assert!(close(of(|q| q.one_qubit), errors.one_qubit));
            assert!(close(of(|q| q.readout), errors.readout));
            assert!(close(
                of(|q| q.relaxation.t1_us),
                device.relaxation.unwrap().t1_us
            ));
        }
    }

    #[test]
    fn couplings_out_of_use_are_no_neighbors() {
        let torino = super::super::find("torino").unwrap();
        let usable = torino.usable_couplings().count();
        let joined: usize = torino.neighbors().iter().map(Vec::len).sum();
        assert!(usable < torino.couplings.len());
        assert_eq!(joined, 2 * usable);
    }
}
