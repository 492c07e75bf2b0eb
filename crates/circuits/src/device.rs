//! Quantum devices as data: which qubits are coupled, by which gate, how well and how fast.
//!
//! Six devices are shipped ([`Device::shipped`]), each a JSON file with its source and date; ideal
//! families (`line-N`, `grid-RxC`, `heavy-hex-D`, `all-to-all-N`) have couplings and neither errors
//! nor times; any other comes from a JSON text ([`Device::from_json`]). Figures are those of one
//! day's calibration: they drift. No device is contacted.

mod ideal;
mod json;

use crate::error::{Error, Result};
use serde::Deserialize;

/// The most qubits that a device may have.
pub(crate) const MAX_QUBITS: usize = 2048;

/// A device: its qubits are 0 … `qubits` − 1.
///
/// ```
/// use ketboard_circuits::Device;
///
/// let line = Device::named("line-4")?;
/// assert_eq!((line.qubits, line.couplings.len()), (4, 3));
/// let torino = Device::named("torino")?;
/// assert!(torino.seconds_of_readout() > Some(1e-6));
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Device {
    /// The name it is found by: `torino`, `line-12`.
    pub name: String,
    /// What it is, in a few words.
    pub about: String,
    /// Number of qubits.
    pub qubits: usize,
    /// The pairs that a two-qubit gate can act on, each once; (control, target) if it is directed.
    pub couplings: Vec<(usize, usize)>,
    pub(crate) entangler: Entangler,
    /// Whether the device rotates by any angle: RX and RZZ on Heron, partial ZZ on ions.
    pub(crate) fractional: bool,
    /// How long gates and readout take; none for an ideal device.
    pub(crate) times: Option<GateTimes>,
    /// Error probabilities, medians over the device; none for an ideal device.
    pub(crate) errors: Option<Errors>,
    /// T1 and T2, medians over the device; none for an ideal device.
    pub(crate) relaxation: Option<RelaxationTimes>,
    /// The same for each qubit and each coupling, where they are known.
    pub(crate) calibration: Option<Calibration>,
    /// Where the figures are from, with their date.
    pub source: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Entangler {
    /// CZ = diag(1, 1, 1, −1).
    Cz,
    /// Echoed cross resonance, directed.
    Ecr,
    /// e^{-iθZZ/2}, any angle (IonQ Forte).
    Zz,
    /// CX, of ideal devices.
    Cx,
}

/// Durations in nanoseconds. RZ is virtual and takes none.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GateTimes {
    /// A one-qubit gate.
    pub one_qubit_ns: f64,
    /// A two-qubit gate.
    pub two_qubit_ns: f64,
    /// A measurement.
    pub readout_ns: f64,
}

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Errors {
    /// Of a one-qubit gate.
    pub one_qubit: f64,
    /// Of a two-qubit gate.
    pub two_qubit: f64,
    /// That a measured bit is wrong, mean of both values.
    pub readout: f64,
}

/// Times of decay in microseconds.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RelaxationTimes {
    /// Of the excited state.
    pub t1_us: f64,
    /// Of the phase; at most twice T1.
    pub t2_us: f64,
}

impl RelaxationTimes {
    pub(crate) const NEVER: Self = Self {
        t1_us: f64::INFINITY,
        t2_us: f64::INFINITY,
    };
}

/// Figures of single qubits and couplings.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Calibration {
    /// One for each qubit.
    pub qubits: Vec<QubitRates>,
    /// The two-qubit error of each coupling, in the order of [`Device::couplings`]; 1 out of use.
    pub couplings: Vec<f64>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct QubitRates {
    pub one_qubit: f64,
    pub readout: f64,
    pub relaxation: RelaxationTimes,
}

/// The shipped devices: name, and what it is in the words of [`Device::from_json`].
static SHIPPED: [(&str, &str); 6] = [
    ("torino", include_str!("device/data/torino.json")),
    ("fez", include_str!("device/data/fez.json")),
    ("boston", include_str!("device/data/boston.json")),
    ("miami", include_str!("device/data/miami.json")),
    ("sherbrooke", include_str!("device/data/sherbrooke.json")),
    ("forte", include_str!("device/data/forte.json")),
];

impl Device {
    /// The device of a name: one of the shipped ones, or `line-N`, `grid-RxC`, `heavy-hex-D`,
    /// `all-to-all-N`. Fails if there is none of that name, or its size is not possible.
    pub fn named(name: &str) -> Result<Self> {
        match SHIPPED.iter().find(|(shipped, _)| *shipped == name) {
            Some((_, text)) => Self::from_json(text, name),
            None => ideal::find(name),
        }
    }

    /// The names of the shipped devices, which are those with a calibration.
    pub fn shipped() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// A device without errors and times, each coupling once.
    fn ideal(name: String, about: &str, qubits: usize, couplings: Vec<(usize, usize)>) -> Self {
        Self {
            name,
            about: about.to_owned(),
            qubits,
            couplings,
            entangler: Entangler::Cx,
            fractional: false,
            times: None,
            errors: None,
            relaxation: None,
            calibration: None,
            source: "an ideal device: couplings alone".to_owned(),
        }
    }

    /// An ideal trap of `qubits` ions: all coupled, by ZZ of any angle.
    pub(crate) fn ions(qubits: usize) -> Self {
        let couplings = ideal::all_pairs(qubits);
        Self {
            entangler: Entangler::Zz,
            ..Self::ideal("ions".to_owned(), "all to all", qubits, couplings)
        }
    }

    /// The device in a JSON text: a coupling map `[[a, b], …]`, or an object with `couplings` (each
    /// `[a, b]` or with its error `[a, b, error]`) and optionally `qubits` (their number, or for
    /// each `one_qubit`, `readout`, `t1_us`, `t2_us`), `name`, `about`, `source`, `entangler`
    /// (`cx`, `cz`, `ecr`, `zz`), `fractional`, `errors`, `times` and `relaxation` of all of them.
    /// A coupling may be listed in both directions. Fails if the text is none of these, a coupling
    /// is not of two qubits of the device, or a figure is impossible.
    pub fn from_json(text: &str, file: &str) -> Result<Self> {
        json::read(text, file)
    }

    pub(crate) fn check_width(&self, qubits: usize) -> Result<()> {
        if qubits <= self.qubits {
            return Ok(());
        }
        let found = format!(
            "{} has {} qubits, the circuit {qubits}",
            self.name, self.qubits
        );
        let remedy = "choose a wider one, or reduce more: `reduce` full, `target_qubits` N";
        Err(Error::setting("backend", found, remedy))
    }

    pub(crate) fn is_all_to_all(&self) -> bool {
        2 * self.couplings.len() == self.qubits * self.qubits.saturating_sub(1)
    }

    /// The error of the gate on a coupling by its place: its own if it is known, else the device's.
    pub(crate) fn two_qubit_error(&self, coupling: usize) -> Option<f64> {
        let own = self.calibration.as_ref().map(|c| c.couplings[coupling]);
        own.or(self.errors.map(|errors| errors.two_qubit))
    }

    /// The figures of a qubit: its own where they are known, else the device's.
    pub(crate) fn qubit_rates(&self, qubit: usize) -> Option<QubitRates> {
        if let Some(calibration) = &self.calibration {
            return Some(calibration.qubits[qubit]);
        }
        let (errors, relaxation) = self.errors.zip(self.relaxation)?;
        Some(QubitRates {
            one_qubit: errors.one_qubit,
            readout: errors.readout,
            relaxation,
        })
    }

    /// The couplings that are not out of use (error 1).
    pub fn usable_couplings(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let couplings = self.couplings.iter().enumerate();
        couplings
            .filter(|(k, _)| self.two_qubit_error(*k).is_none_or(|error| error < 1.0))
            .map(|(_, &pair)| pair)
    }

    /// How long a measurement takes; `None` for an ideal device.
    pub fn seconds_of_readout(&self) -> Option<f64> {
        self.times.map(|times| times.readout_ns * 1e-9)
    }
}

impl Entangler {
    /// Whether it is that of an ion trap, which does one gate at a time.
    pub(crate) fn is_of_ions(self) -> bool {
        self == Self::Zz
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Device {
        /// The place of the coupling of two qubits in [`Self::couplings`].
        pub(crate) fn coupling(&self, a: usize, b: usize) -> Option<usize> {
            let either = |&(c, d): &(usize, usize)| (c, d) == (a, b) || (d, c) == (a, b);
            self.couplings.iter().position(either)
        }

        /// For each qubit those it shares a usable coupling with, ascending.
        pub(crate) fn neighbors(&self) -> Vec<Vec<usize>> {
            let mut neighbors = vec![Vec::new(); self.qubits];
            for (a, b) in self.usable_couplings() {
                neighbors[a].push(b);
                neighbors[b].push(a);
            }
            neighbors.iter_mut().for_each(|list| list.sort_unstable());
            neighbors
        }
    }

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
            let device = Device::named(name).unwrap();
            assert_eq!(device.name, name);
            assert_eq!(
                (device.qubits, device.couplings.len()),
                (qubits, couplings),
                "{name}"
            );
            assert_eq!(device.entangler, entangler, "{name}");
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
            let device = Device::named(name).unwrap();
            let pairs = device.couplings.iter().map(|&(a, b)| (a.min(b), a.max(b)));
            pairs.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(couplings("miami"), couplings("grid-12x10"));
        assert_eq!(couplings("boston"), couplings("fez"));
    }

    #[test]
    fn every_figure_of_a_shipped_device_is_possible() {
        for name in Device::shipped() {
            let device = Device::named(name).unwrap();
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
        for name in Device::shipped() {
            let device = Device::named(name).unwrap();
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
        let torino = Device::named("torino").unwrap();
        let usable = torino.usable_couplings().count();
        let joined: usize = torino.neighbors().iter().map(Vec::len).sum();
        assert!(usable < torino.couplings.len());
        assert_eq!(joined, 2 * usable);
    }
}
