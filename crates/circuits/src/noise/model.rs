//! The rates of a device, qubit by qubit and pair by pair where its calibration has them.
//!
//! A measured T2 scatters, now and then beyond the 2 T1 that is possible. What is beyond 1.9 T1
//! counts as 1.9 T1: that adds a twentieth to the dephasing of such a qubit, and near 2 T1 the
//! identity loses its weight among the Kraus operators (`channel`), so that trajectories would be
//! struck at every step.

use super::channel::Relaxation;
use crate::circuit::Gate;
use crate::device::{Device, GateTimes, QubitRates, RelaxationTimes};
use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// In T1.
const LONGEST_T2: f64 = 1.9;

/// How often and how fast things go wrong.
///
/// ```
/// use ketboard_circuits::{Device, NoiseModel};
///
/// assert!(NoiseModel::of(&Device::named("torino")?).is_ok());
/// assert!(NoiseModel::of(&Device::named("line-4")?).is_err());
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct NoiseModel {
    pub(super) rates: Vec<QubitRates>,
    /// Average infidelity of the two-qubit gate, by (smaller, larger) qubit.
    pub(super) pairs: BTreeMap<(usize, usize), f64>,
    pub(super) times: GateTimes,
    /// Whether gates cannot run side by side, as in a chain of ions.
    pub(super) one_at_a_time: bool,
}

/// Of gates that take no time.
const AT_ONCE: GateTimes = GateTimes {
    one_qubit_ns: 0.0,
    two_qubit_ns: 0.0,
    readout_ns: 0.0,
};

impl NoiseModel {
    /// The rates of a device: its own for each qubit and coupling where the calibration has them,
    /// else its medians. Readout errors are symmetric. In a chain of ions (entangler `zz`)
    /// one gate runs at a time.
    ///
    /// # Errors
    /// If the device has no error rates, times or relaxation, as ideal ones have none.
    pub fn of(device: &Device) -> Result<Self> {
        let nothing = |what: &str| {
            let found = format!("{} has no {what}", device.name);
            let remedy = "choose a device with a calibration (torino, fez, boston, miami, sherbrooke, forte), or give \
                          errors, times and relaxation in its file";
            Error::setting("backend", found, remedy)
        };
        let times = device.times.ok_or_else(|| nothing("times"))?;
        device.relaxation.ok_or_else(|| nothing("relaxation"))?;
        let qubit = |q: usize| {
            let mut rates = device.qubit_rates(q)?;
            let RelaxationTimes { t1_us, t2_us } = rates.relaxation;
            rates.relaxation.t2_us = t2_us.min(LONGEST_T2 * t1_us);
            Some(rates)
        };
        let rates: Option<Vec<_>> = (0..device.qubits).map(qubit).collect();
        let pair = |(k, &(a, b)): (usize, &(usize, usize))| {
            let error = device.two_qubit_error(k)?;
            Some(((a.min(b), a.max(b)), error))
        };
        let pairs: Option<_> = device.couplings.iter().enumerate().map(pair).collect();
        Ok(Self {
            rates: rates.ok_or_else(|| nothing("error rates"))?,
            pairs: pairs.ok_or_else(|| nothing("error rates"))?,
            times,
            one_at_a_time: device.entangler.is_of_ions(),
        })
    }

    /// The same as far as the device's figures go: without times nothing waits, without relaxation
    /// nothing decays; `None` where no errors are known.
    pub(crate) fn as_far_as_known(device: &Device) -> Option<Self> {
        device.errors?;
        let filled = Device {
            times: device.times.or(Some(AT_ONCE)),
            relaxation: device.relaxation.or(Some(RelaxationTimes::NEVER)),
            ..device.clone()
        };
        Self::of(&filled).ok()
    }

    /// How long a gate takes, in nanoseconds.
    pub(crate) fn duration(&self, gate: &Gate) -> f64 {
        match gate.qubits[..] {
            _ if gate.is_virtual() => 0.0,
            [_] => self.times.one_qubit_ns,
            _ => self.times.two_qubit_ns,
        }
    }

    /// The relaxation of a qubit over a time in nanoseconds.
    pub(crate) fn relaxation(&self, qubit: usize, time_ns: f64) -> Relaxation {
        let RelaxationTimes { t1_us, t2_us } = self.rates[qubit].relaxation;
        Relaxation::over(time_ns, t1_us * 1e3, t2_us * 1e3)
    }

    /// The average infidelity of the two-qubit gate.
    ///
    /// # Panics
    /// If the two are not coupled.
    pub(crate) fn two_qubit(&self, a: usize, b: usize) -> f64 {
        self.pairs[&(a.min(b), a.max(b))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_has_the_rates_of_its_calibration() {
        let device = Device::named("torino").unwrap();
        let model = NoiseModel::of(&device).unwrap();
        let (a, b) = device.couplings[3];
        assert_eq!(Some(model.two_qubit(b, a)), device.two_qubit_error(3));
        let rates = device.qubit_rates(a).unwrap();
        assert_eq!(
            (model.rates[a].one_qubit, model.rates[a].readout),
            (rates.one_qubit, rates.readout)
        );
        assert_eq!(
            model.duration(&Gate::cx(a, b)),
            device.times.unwrap().two_qubit_ns
        );
        let kept = model.relaxation(a, 1e3).population();
        assert!((kept - (-1.0 / rates.relaxation.t1_us).exp()).abs() < 1e-15);
        let scattered = device.qubit_rates(44).unwrap().relaxation;
        assert!(scattered.t2_us > 2.0 * scattered.t1_us, "{scattered:?}");
        let coherence = model.relaxation(44, 1e3).coherence();
        assert!((coherence - (-1.0 / (1.9 * scattered.t1_us)).exp()).abs() < 1e-15);
        assert!(!model.one_at_a_time);
        assert!(
            NoiseModel::of(&Device::named("forte").unwrap())
                .unwrap()
                .one_at_a_time
        );
    }

    #[test]
    fn an_ideal_device_has_no_noise_to_simulate() {
        let error = NoiseModel::of(&Device::named("line-4").unwrap())
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("line-4 has no") && error.contains("torino"),
            "{error}"
        );
    }
}
