//! The rates of a device, qubit by qubit and pair by pair where its calibration has them.

use super::channel::Relaxation;
use crate::circuit::Gate;
use std::collections::BTreeMap;

/// How often and how fast things go wrong.
///
/// ```
/// use ketboard_circuits::NoiseModel;
///
/// // errors of a gate on one qubit, on two, and of readout; nanoseconds of gates; T1 and T2
/// let chip = NoiseModel::uniform(5, (2e-4, 5e-3, 1e-2), (30.0, 70.0), (2e5, 1e5));
/// let ions = chip.clone().in_one_chain(); // one gate at a time
/// assert!(chip != ions);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct NoiseModel {
    pub(super) qubits: Vec<QubitNoise>,
    /// Average infidelity of the two-qubit gate, by (smaller, larger) qubit.
    pub(super) pairs: BTreeMap<(usize, usize), f64>,
    pub(super) one_qubit_ns: f64,
    pub(super) two_qubit_ns: f64,
    pub(super) one_at_a_time: bool,
}

/// Rates of one qubit; times in nanoseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct QubitNoise {
    pub(super) one_qubit: f64,
    pub(super) readout: f64,
    pub(super) t1_ns: f64,
    pub(super) t2_ns: f64,
}

impl NoiseModel {
    /// The same rates for all of `qubits` qubits and all pairs: average infidelities of one-qubit
    /// and two-qubit gates and the readout error, the gates' durations, and (T1, T2), all times in
    /// nanoseconds.
    pub fn uniform(
        qubits: usize,
        (one_qubit, two_qubit, readout): (f64, f64, f64),
        (one_qubit_ns, two_qubit_ns): (f64, f64),
        (t1_ns, t2_ns): (f64, f64),
    ) -> Self {
        let rates = QubitNoise {
            one_qubit,
            readout,
            t1_ns,
            t2_ns,
        };
        let pairs = (0..qubits).flat_map(|b| (0..b).map(move |a| ((a, b), two_qubit)));
        Self {
            qubits: vec![rates; qubits],
            pairs: pairs.collect(),
            one_qubit_ns,
            two_qubit_ns,
            one_at_a_time: false,
        }
    }

    /// The model in which nothing goes wrong.
    pub fn noiseless(qubits: usize) -> Self {
        let forever = (f64::INFINITY, f64::INFINITY);
        Self::uniform(qubits, (0.0, 0.0, 0.0), (0.0, 0.0), forever)
    }

    /// The same where gates cannot run side by side.
    #[must_use]
    pub fn in_one_chain(self) -> Self {
        Self {
            one_at_a_time: true,
            ..self
        }
    }

    /// How long a gate takes, in nanoseconds.
    pub(crate) fn duration(&self, gate: &Gate) -> f64 {
        match gate.qubits[..] {
            _ if gate.is_virtual() => 0.0,
            [_] => self.one_qubit_ns,
            _ => self.two_qubit_ns,
        }
    }

    /// The relaxation of a qubit over a time in nanoseconds.
    pub(crate) fn relaxation(&self, qubit: usize, time_ns: f64) -> Relaxation {
        let rates = self.qubits[qubit];
        Relaxation::over(time_ns, rates.t1_ns, rates.t2_ns)
    }

    /// The average infidelity of the two-qubit gate.
    ///
    /// # Panics
    /// If the two are not coupled.
    pub(crate) fn two_qubit(&self, a: usize, b: usize) -> f64 {
        self.pairs[&(a.min(b), a.max(b))]
    }
}
