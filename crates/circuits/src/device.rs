//! Quantum devices as data: which qubits are coupled, by which gate, how well and how fast.
//!
//! Six devices are shipped (`torino`, `fez`, `boston`, `miami`, `sherbrooke`, `forte`), each a JSON
//! file with its source and date ([`SHIPPED`]); ideal families (`line-N`, `grid-RxC`,
//! `heavy-hex-D`, `all-to-all-N`) have couplings and neither errors nor times; a coupling map can
//! come from a JSON text ([`Device::from_json`]). Figures are those of one day's calibration: they
//! drift. No device is asked for anything, and nothing here knows what a circuit is.

mod ibm;
mod ideal;
mod ionq;
mod json;
mod shipped;

pub use shipped::SHIPPED;

use crate::error::{Error, Result};
use serde::Deserialize;

/// The most qubits that a device may have.
pub(crate) const MAX_QUBITS: usize = 2048;

/// A device: its qubits are 0 … `qubits` − 1.
///
/// ```
/// use ketboard_circuits::find_device;
///
/// let line = find_device("line-4")?;
/// assert_eq!((line.qubits, line.couplings.len()), (4, 3));
/// assert!(line.are_coupled(1, 2) && !line.are_coupled(0, 3));
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
    /// The pairs that a two-qubit gate can act on, each once. Where the entangler is directed:
    /// (control, target) as the device has it.
    pub couplings: Vec<(usize, usize)>,
    /// Whether the order within a coupling matters (ECR).
    pub directed: bool,
    /// The two-qubit gate.
    pub entangler: Entangler,
    /// Whether the device turns by any angle: RX and RZZ on Heron, partial ZZ on ions.
    pub fractional: bool,
    /// How long gates and readout take; none for an ideal device.
    pub times: Option<GateTimes>,
    /// Error probabilities, medians over the device; none for an ideal device.
    pub errors: Option<Errors>,
    /// T1 and T2, medians over the device; none for an ideal device.
    pub relaxation: Option<RelaxationTimes>,
    /// The same for each qubit and each coupling, where they are known.
    pub calibration: Option<Calibration>,
    /// Where the figures are from, with their date.
    pub source: String,
}

/// The two-qubit gate of a device.
///
/// ```
/// use ketboard_circuits::{Entangler, find_device};
///
/// assert_eq!(find_device("torino")?.entangler, Entangler::Cz);
/// assert_eq!(find_device("forte")?.entangler, Entangler::Zz);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Entangler {
    /// CZ = diag(1, 1, 1, −1).
    Cz,
    /// Echoed cross resonance, directed.
    Ecr,
    /// e^{-iθZZ/2}, any angle (IonQ Forte).
    Zz,
    /// Mølmer–Sørensen (IonQ Aria).
    Ms,
    /// CX, of ideal devices.
    Cx,
}

/// Durations in nanoseconds. RZ is virtual and takes none.
///
/// ```
/// use ketboard_circuits::find_device;
///
/// let times = find_device("torino")?.times.expect("a machine has times");
/// assert_eq!((times.one_qubit_ns, times.two_qubit_ns, times.readout_ns), (32.0, 68.0, 1560.0));
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateTimes {
    /// A one-qubit gate.
    pub one_qubit_ns: f64,
    /// A two-qubit gate.
    pub two_qubit_ns: f64,
    /// A measurement.
    pub readout_ns: f64,
}

/// The probabilities of the errors of gates and readout.
///
/// ```
/// use ketboard_circuits::find_device;
///
/// let errors = find_device("fez")?.errors.expect("a machine has errors");
/// assert!(errors.one_qubit < errors.two_qubit && errors.two_qubit < errors.readout);
/// assert!(find_device("line-4")?.errors.is_none());
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Errors {
    /// Of a one-qubit gate.
    pub one_qubit: f64,
    /// Of a two-qubit gate.
    pub two_qubit: f64,
    /// That a measured bit is wrong, mean of both values.
    pub readout: f64,
}

/// Times of decay in microseconds.
///
/// ```
/// use ketboard_circuits::find_device;
///
/// let ions = find_device("forte")?.relaxation.expect("a machine has T1 and T2");
/// assert_eq!((ions.t1_us, ions.t2_us), (1e8, 1e6)); // 100 s and 1 s
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelaxationTimes {
    /// Of the excited state.
    pub t1_us: f64,
    /// Of the phase; at most twice T1.
    pub t2_us: f64,
}

/// Figures of single qubits and couplings.
///
/// ```
/// use ketboard_circuits::find_device;
///
/// let torino = find_device("torino")?;
/// let calibration = torino.calibration.expect("single rates are known");
/// assert_eq!(calibration.qubits.len(), torino.qubits);
/// assert_eq!(calibration.couplings.len(), torino.couplings.len());
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// One for each qubit.
    pub qubits: Vec<QubitRates>,
    /// The two-qubit error of each coupling, in the order of [`Device::couplings`]; 1 where it is
    /// out of use.
    pub couplings: Vec<f64>,
}

/// Figures of one qubit.
///
/// ```
/// use ketboard_circuits::find_device;
///
/// let calibration = find_device("torino")?.calibration.expect("single rates are known");
/// let best = calibration.qubits.iter().map(|qubit| qubit.readout).fold(1.0, f64::min);
/// assert!(best < 0.01); // the median is 0.0229
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QubitRates {
    /// Error of a one-qubit gate.
    pub one_qubit: f64,
    /// That its measured bit is wrong.
    pub readout: f64,
    /// Its times of decay.
    pub relaxation: RelaxationTimes,
}

/// The device of a name: one of the shipped ones, or `line-N`, `grid-RxC`, `heavy-hex-D`,
/// `all-to-all-N`.
///
/// # Errors
/// If there is none of that name, or its size is not possible.
pub fn find(name: &str) -> Result<Device> {
    shipped::find(name).map_or_else(|| ideal::find(name), Ok)
}

/// The sizes that the family of a name has, in words: `line-N has 1 to …`; `None` where the name is
/// of no family.
pub(crate) fn sizes(name: &str) -> Option<String> {
    ideal::bounds(name)
}

/// The names that [`find`] knows, families with a letter for their size.
pub(crate) fn names() -> Vec<&'static str> {
    let shipped = SHIPPED.iter().map(|(name, _)| *name);
    shipped.chain(ideal::NAMES).collect()
}

impl Device {
    /// A device without errors and times, each coupling once.
    fn ideal(name: String, about: &str, qubits: usize, couplings: Vec<(usize, usize)>) -> Self {
        Self {
            name,
            about: about.to_owned(),
            qubits,
            couplings,
            directed: false,
            entangler: Entangler::Cx,
            fractional: false,
            times: None,
            errors: None,
            relaxation: None,
            calibration: None,
            source: "an ideal device: couplings alone".to_owned(),
        }
    }

    /// An ideal trap of so many ions: all coupled, by ZZ of any angle.
    pub(crate) fn ions(qubits: usize) -> Self {
        let couplings = ideal::all_pairs(qubits);
        Self {
            entangler: Entangler::Zz,
            ..Self::ideal("ions".to_owned(), "all to all", qubits, couplings)
        }
    }

    /// The device in a JSON text: a coupling map `[[a, b], …]`, or an object with `couplings` (each
    /// `[a, b]` or with its error `[a, b, error]`) and, where wished, `qubits` (their number, or
    /// for each `one_qubit`, `readout`, `t1_us`, `t2_us`), `name`, `about`, `source`, `entangler`
    /// (`cx`, `cz`, `ecr`, `zz`, `ms`), `fractional`, `errors`, `times` and `relaxation` of all of
    /// them. A coupling may be listed in both directions. IBM's backend configuration and
    /// properties and IonQ's characterization are taken, too.
    ///
    /// # Errors
    /// If the text is none of these, a coupling joins a qubit with itself or names one that there
    /// is not, or a figure is impossible.
    pub fn from_json(text: &str, file: &str) -> Result<Self> {
        Self::from_json_files(&[(text.to_owned(), file.to_owned())])
    }

    /// The device that several texts, each with its file's name, describe together: IBM's
    /// configuration and properties, or any one of [`Self::from_json`] and an object of `times`,
    /// `errors` or `relaxation`, which then hold for every qubit and coupling.
    ///
    /// # Errors
    /// As [`Self::from_json`]; or if the texts are not of one device.
    pub fn from_json_files(texts: &[(String, String)]) -> Result<Self> {
        json::read(texts)
    }

    /// # Errors
    /// If a circuit of so many qubits is wider than the device.
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

    /// Whether a two-qubit gate can act on the two, in one order or the other.
    pub fn are_coupled(&self, a: usize, b: usize) -> bool {
        self.coupling(a, b).is_some()
    }

    /// The place of the coupling of two qubits in [`Self::couplings`].
    pub(crate) fn coupling(&self, a: usize, b: usize) -> Option<usize> {
        let either = |&(c, d): &(usize, usize)| (c, d) == (a, b) || (d, c) == (a, b);
        self.couplings.iter().position(either)
    }

    /// Whether every two qubits are coupled.
    pub(crate) fn is_all_to_all(&self) -> bool {
        2 * self.couplings.len() == self.qubits * self.qubits.saturating_sub(1)
    }

    /// The error of the two-qubit gate on the coupling at this place in the list: its own where it
    /// is known, else the device's.
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

    /// For each qubit those it shares a usable coupling with, ascending.
    #[cfg(test)]
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

impl Entangler {
    /// The name in files: `cz`, `ecr`, `zz`, `ms`, `cx`.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }

    /// Whether it is that of an ion trap, which does one gate at a time.
    pub(crate) fn is_of_ions(self) -> bool {
        matches!(self, Self::Zz | Self::Ms)
    }
}
