//! The devices that are shipped: JSON files under `device/data` in the words of
//! [`Device::from_json`], each with where it is from and on which day.
//!
//! The figures of the device as a whole are medians; an error of 1 says that the device had put the
//! part out of use.

use super::Device;

/// All devices that come with the crate: name, and what it is as JSON.
///
/// ```
/// use ketboard_circuits::{SHIPPED_DEVICES, find_device};
///
/// for (name, _) in SHIPPED_DEVICES {
///     assert!(!find_device(name)?.source.is_empty());
/// }
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
pub static SHIPPED: [(&str, &str); 6] = [
    ("torino", include_str!("data/torino.json")),
    ("fez", include_str!("data/fez.json")),
    ("boston", include_str!("data/boston.json")),
    ("miami", include_str!("data/miami.json")),
    ("sherbrooke", include_str!("data/sherbrooke.json")),
    ("forte", include_str!("data/forte.json")),
];

/// The shipped device of a name.
pub(super) fn find(name: &str) -> Option<Device> {
    let (_, text) = SHIPPED.iter().find(|(shipped, _)| *shipped == name)?;
    let device = Device::from_json(text, name);
    Some(device.expect("the shipped files are whole, as the tests of this module see"))
}

#[cfg(test)]
mod tests {
    use super::super::{Entangler, QubitRates, RelaxationTimes};
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
        for (name, _) in SHIPPED {
            let device = find(name).unwrap();
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
        for (name, _) in SHIPPED {
            let device = find(name).unwrap();
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
