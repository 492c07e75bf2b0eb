//! What a calibration file tells of a device, whatever its format: a figure for each qubit and
//! coupling, or one for all of them, or none.
//!
//! A qubit or coupling that lacks a figure has the median of the others. A group of figures (times,
//! errors, relaxation) of which no median is known stays unknown: the device then serves for
//! placement, and a prediction asks for the group.

use super::json::ideal;
use super::{Calibration, Device, Entangler, Errors, GateTimes, QubitRates, RelaxationTimes};
use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// A device as a file tells it.
pub(super) struct ToldDevice {
    pub(super) name: String,
    pub(super) about: &'static str,
    /// The day of the figures, as the file writes it.
    pub(super) date: Option<String>,
    pub(super) entangler: Entangler,
    pub(super) fractional: bool,
    /// One for each qubit.
    pub(super) qubits: Vec<Told>,
    /// First and second qubit, with the error of the two-qubit gate; error 1 says out of use.
    pub(super) couplings: Vec<(usize, usize, Option<f64>)>,
    /// Of all qubits, where the file has them for the device as a whole.
    pub(super) whole: Told,
    /// Error of the two-qubit gate of the device as a whole.
    pub(super) two_qubit: Option<f64>,
    pub(super) one_qubit_ns: Vec<f64>,
    pub(super) two_qubit_ns: Vec<f64>,
    pub(super) readout_ns: Vec<f64>,
}

/// One qubit as far as it is told.
#[derive(Clone, Copy, Default)]
pub(super) struct Told {
    pub(super) one_qubit: Option<f64>,
    pub(super) readout: Option<f64>,
    pub(super) t1_us: Option<f64>,
    pub(super) t2_us: Option<f64>,
}

impl Told {
    fn has_any(&self) -> bool {
        let all = [self.one_qubit, self.readout, self.t1_us, self.t2_us];
        all.iter().any(Option::is_some)
    }
}

impl ToldDevice {
    /// A device without figures.
    pub(super) fn of(name: String, about: &'static str, entangler: Entangler) -> Self {
        Self {
            name,
            about,
            date: None,
            entangler,
            fractional: matches!(entangler, Entangler::Zz | Entangler::Ms),
            qubits: Vec::new(),
            couplings: Vec::new(),
            whole: Told::default(),
            two_qubit: None,
            one_qubit_ns: Vec::new(),
            two_qubit_ns: Vec::new(),
            readout_ns: Vec::new(),
        }
    }

    /// The device, with medians where a single figure is missing.
    ///
    /// # Errors
    /// If it has no qubits or too many, a coupling joins a qubit with itself or names one that
    /// there is not, or a figure is impossible.
    pub(super) fn device(self, file: &str) -> Result<Device> {
        self.check(file)?;
        let pairs = self.couplings.iter().map(|&(a, b, _)| (a, b)).collect();
        let mut device = ideal(pairs, self.qubits.len(), self.name.clone(), file)?;
        let median_of = |pick: fn(&Told) -> Option<f64>| {
            let known = self.qubits.iter().filter_map(pick).collect();
            median(known).or_else(|| pick(&self.whole))
        };
        let used = self.couplings.iter().filter_map(|(_, _, error)| *error);
        let two_qubit = median(used.filter(|error| *error < 1.0).collect()).or(self.two_qubit);
        let medians = Told {
            one_qubit: median_of(|q| q.one_qubit),
            readout: median_of(|q| q.readout),
            t1_us: median_of(|q| q.t1_us),
            t2_us: median_of(|q| q.t2_us),
        };
        device.about = self.about.to_owned();
        device.entangler = self.entangler;
        device.directed = self.entangler == Entangler::Ecr;
        device.fractional = self.fractional;
        device.times = times(&self);
        device.relaxation = medians.t1_us.zip(medians.t2_us).map(relaxation);
        device.errors = match (medians.one_qubit, two_qubit, medians.readout) {
            (Some(one_qubit), Some(two_qubit), Some(readout)) => Some(Errors {
                one_qubit,
                two_qubit,
                readout,
            }),
            _ => None,
        };
        let is_single = self.qubits.iter().any(Told::has_any)
            || self.couplings.iter().any(|(_, _, error)| error.is_some());
        let single = device.errors.filter(|_| is_single);
        device.calibration = single.map(|errors| self.calibration(errors, &device));
        let date = self.date.as_deref().unwrap_or("no date");
        device.source = format!("{file}, of {date}");
        Ok(device)
    }

    /// Every single figure. A coupling without an error is out of use where others have one.
    fn calibration(&self, errors: Errors, device: &Device) -> Calibration {
        let has_own = self.couplings.iter().any(|(_, _, error)| error.is_some());
        let missing = if has_own { 1.0 } else { errors.two_qubit };
        let mut known = BTreeMap::new();
        for &(a, b, error) in &self.couplings {
            let either = known.entry((a.min(b), a.max(b))).or_insert(error);
            *either = either.or(error);
        }
        let pairs = device.couplings.iter();
        // without T1 and T2 nothing decays, and the device says that they are not known
        let all = device.relaxation;
        let forever = relaxation((f64::INFINITY, f64::INFINITY));
        let all = all.unwrap_or(forever);
        let rates = |q: &Told| QubitRates {
            one_qubit: q.one_qubit.unwrap_or(errors.one_qubit),
            readout: q.readout.unwrap_or(errors.readout),
            relaxation: RelaxationTimes {
                t1_us: q.t1_us.unwrap_or(all.t1_us),
                t2_us: q.t2_us.unwrap_or(all.t2_us),
            },
        };
        Calibration {
            qubits: self.qubits.iter().map(rates).collect(),
            couplings: pairs
                .map(|&(a, b)| known[&(a.min(b), a.max(b))].unwrap_or(missing))
                .collect(),
        }
    }

    /// # Errors
    /// If an error is not from 0 to 1, or a time is negative; T1 and T2 are above 0.
    fn check(&self, file: &str) -> Result<()> {
        let told = || self.qubits.iter().chain([&self.whole]);
        let errors = told().flat_map(|q| [q.one_qubit, q.readout]);
        let pairs = self.couplings.iter().map(|(_, _, error)| *error);
        let times = [&self.one_qubit_ns, &self.two_qubit_ns, &self.readout_ns];
        let probabilities = errors.chain(pairs).chain([self.two_qubit]).flatten();
        let decays = told().flat_map(|q| [q.t1_us, q.t2_us]).flatten();
        let wrong = |found: String, remedy: &str| Err(Error::input(file, None, found, remedy));
        for error in probabilities {
            if !(0.0..=1.0).contains(&error) {
                return wrong(format!("an error of {error}"), "errors are from 0 to 1");
            }
        }
        for time in times.into_iter().flatten() {
            if !(0.0..f64::INFINITY).contains(time) {
                return wrong(format!("a time of {time} ns"), "no time is negative");
            }
        }
        for time in decays {
            if time.is_nan() || time <= 0.0 {
                return wrong(format!("a T1 or T2 of {time} µs"), "T1 and T2 are above 0");
            }
        }
        Ok(())
    }
}

fn times(figures: &ToldDevice) -> Option<GateTimes> {
    Some(GateTimes {
        one_qubit_ns: median(figures.one_qubit_ns.clone())?,
        two_qubit_ns: median(figures.two_qubit_ns.clone())?,
        readout_ns: median(figures.readout_ns.clone())?,
    })
}

fn relaxation((t1_us, t2_us): (f64, f64)) -> RelaxationTimes {
    RelaxationTimes { t1_us, t2_us }
}

/// The middle of the sorted list; `None` where it is empty.
pub(super) fn median(mut list: Vec<f64>) -> Option<f64> {
    list.sort_by(f64::total_cmp);
    let n = list.len();
    (n > 0).then(|| f64::midpoint(list[(n - 1) / 2], list[n / 2]))
}
