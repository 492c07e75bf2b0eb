//! One gate of each kind, and one noise for all qubits, for the tests of this module.

use super::NoiseModel;
use crate::circuit::{Gate, Op};
use crate::device::{GateTimes, QubitRates, RelaxationTimes};

/// One gate of each kind, at generic angles.
pub(super) fn samples() -> [Gate; 11] {
    [
        Gate::rz(0, 0.4),
        Gate::new(Op::Sx, 1),
        Gate::x(0),
        Gate::rx(1, -1.1),
        Gate::cx(1, 0),
        Gate::z(1).when(0, true),
        Gate::pair(Op::Ecr, 0, 1),
        Gate::pair(Op::Rzz(0.7), 0, 1),
        Gate::new(Op::Gpi(0.3), 0),
        Gate::new(Op::Gpi2(-0.9), 1),
        Gate::pair(Op::Zz(-0.6), 1, 0),
    ]
}

impl NoiseModel {
    /// The same rates for all of `qubits` qubits and all pairs: average infidelities of one-qubit
    /// and two-qubit gates and the readout error, the gates' durations, and (T1, T2), all times in
    /// nanoseconds.
    pub(crate) fn uniform(
        qubits: usize,
        (one_qubit, two_qubit, readout): (f64, f64, f64),
        (one_qubit_ns, two_qubit_ns): (f64, f64),
        (t1_ns, t2_ns): (f64, f64),
    ) -> Self {
        let rates = QubitRates {
            one_qubit,
            readout,
            relaxation: RelaxationTimes {
                t1_us: t1_ns / 1e3,
                t2_us: t2_ns / 1e3,
            },
        };
        let pairs = (0..qubits).flat_map(|b| (0..b).map(move |a| ((a, b), two_qubit)));
        Self {
            rates: vec![rates; qubits],
            pairs: pairs.collect(),
            times: GateTimes {
                one_qubit_ns,
                two_qubit_ns,
                readout_ns: 0.0,
            },
            one_at_a_time: false,
        }
    }
}
