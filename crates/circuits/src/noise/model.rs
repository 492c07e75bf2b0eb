//! The rates of a device, qubit by qubit and pair by pair where its calibration has them; a native
//! circuit on a clock, with every place where noise acts.
//!
//! A measured T2 scatters, now and then beyond the 2 T1 that is possible. What is beyond 1.9 T1
//! counts as 1.9 T1: near 2 T1 the identity loses its weight among the Kraus operators (`channel`),
//! so that trajectories would be struck at every step.

use super::channel::{Relaxation, depolarizing, error_probability};
use crate::circuit::{Circuit, Gate};
use crate::device::{Device, GateTimes, QubitRates, RelaxationTimes};
use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// In T1.
const LONGEST_T2: f64 = 1.9;

/// How often and how fast things go wrong.
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
    /// else its medians. Readout errors are symmetric; in a chain of ions one gate runs at a time.
    /// Fails if the device has no error rates, times or relaxation, as ideal ones have none.
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

    pub(crate) fn two_qubit(&self, a: usize, b: usize) -> f64 {
        self.pairs[&(a.min(b), a.max(b))]
    }
}

// A native circuit on a clock, with every place where noise acts.
//
// Gates start as late as possible: all qubits are measured together at the end, and a qubit that
// has not been touched is |0⟩ and does not relax. Disjoint gates run side by side, except in one
// chain of ions. After a gate its qubits are depolarized and relax
// for as long as the gate takes and for as long as they then wait. RZ is virtual: no time, no
// error. Relaxation during the readout is part of the readout error, which flips each measured bit
// with a probability of its own, 0 and 1 alike. Crosstalk, leakage, coherent errors and wrong
// preparation are not in the model.

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum NoisyStep {
    /// A gate, as it should be.
    Gate(Gate),
    /// A qubit, or two together, are replaced by random ones with probability λ.
    Depolarize(Vec<usize>, f64),
    /// A qubit relaxes.
    Relax(usize, Relaxation),
}

/// Gates and noise in the order they act on |0…0⟩, on the qubits that are used, numbered in their
/// order on the device.
///
/// ```
/// use ketboard_circuits::{Circuit, Device, Gate, NoiseModel, NoisyCircuit, Op};
///
/// let mut circuit = Circuit::new(133);
/// circuit.extend([Gate::new(Op::Sx, 0), Gate::z(1).when(0, true)]);
/// circuit.measure(vec![0, 1]);
/// let noisy = NoisyCircuit::new(&circuit, &NoiseModel::of(&Device::named("torino")?)?);
/// assert_eq!((noisy.qubits, noisy.duration_ns), (2, 100.0)); // 32 ns and 68 ns
/// assert!(noisy.estimated_fidelity() < 1.0);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct NoisyCircuit {
    /// Number of qubits that are used.
    pub qubits: usize,
    /// What happens, first to last.
    pub(crate) steps: Vec<NoisyStep>,
    /// Bit i of the outcome is the qubit `measured[i]`.
    pub measured: Vec<usize>,
    /// The probability that bit i of the outcome is read wrong.
    pub readout: Vec<f64>,
    /// From the first gate to the measurement, in nanoseconds.
    pub duration_ns: f64,
}

impl NoisyCircuit {
    /// The circuit under the noise of a device. Panics if it has a qubit or a pair of qubits that
    /// the model does not know.
    pub fn new(circuit: &Circuit, model: &NoiseModel) -> Self {
        let used = circuit.used();
        let place = |q: usize| used.binary_search(&q).expect("a used qubit is in the list");
        let (waits, duration_ns) = latest_schedule(circuit, model);
        let measured = circuit.measured().into_iter();
        let mut steps = Vec::new();
        for (gate, waits) in circuit.gates().iter().zip(&waits) {
            steps.push(NoisyStep::Gate(gate.moved(place)));
            steps.extend(noise_after(gate, waits, model, place));
        }
        Self {
            qubits: used.len(),
            steps,
            measured: circuit.measured().into_iter().map(place).collect(),
            readout: measured.map(|q| model.rates[q].readout).collect(),
            duration_ns,
        }
    }

    /// Number of gates and of places where noise acts: what a simulation goes through.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// The closed estimate of the fidelity: the product of the entanglement fidelities of all
    /// noise, and of each bit being read right.
    pub fn estimated_fidelity(&self) -> f64 {
        let kept = |step: &NoisyStep| match step {
            NoisyStep::Gate(_) => 1.0,
            NoisyStep::Depolarize(on, lambda) => 1.0 - error_probability(*lambda, on.len()),
            NoisyStep::Relax(_, relaxation) => relaxation.fidelity(),
        };
        let read: f64 = self.readout.iter().map(|error| 1.0 - error).product();
        self.steps.iter().map(kept).product::<f64>() * read
    }
}

/// Depolarizing and relaxation after a gate whose qubits then wait, on the qubits that `place`
/// makes of the device's.
fn noise_after(
    gate: &Gate,
    waits: &[f64],
    model: &NoiseModel,
    place: impl Fn(usize) -> usize,
) -> Vec<NoisyStep> {
    let duration = model.duration(gate);
    let during = |&q: &usize| model.relaxation(q, duration).fidelity();
    let during: f64 = gate.qubits.iter().map(during).product();
    let error = match gate.qubits[..] {
        _ if gate.is_virtual() => None,
        [q] => Some(model.rates[q].one_qubit),
        [a, b, ..] => Some(model.two_qubit(a, b)),
        [] => None,
    };
    let on = || gate.qubits.iter().map(|&q| place(q)).collect();
    let lambda = error.map(|error| depolarizing(error, gate.qubits.len(), during));
    let lambda = lambda.filter(|lambda| *lambda > 0.0);
    let mut noise: Vec<NoisyStep> = Vec::new();
    noise.extend(lambda.map(|lambda| NoisyStep::Depolarize(on(), lambda)));
    for (&q, wait) in gate.qubits.iter().zip(waits) {
        let relaxation = model.relaxation(q, duration + wait);
        if relaxation != Relaxation::NONE {
            noise.push(NoisyStep::Relax(place(q), relaxation));
        }
    }
    noise
}

/// Gates as late as possible: for each gate and each of its qubits how long the qubit then waits
/// for its next gate or for the measurement, and how long all of them take.
fn latest_schedule(circuit: &Circuit, model: &NoiseModel) -> (Vec<Vec<f64>>, f64) {
    // from the measurement back; times are counted from there
    let mut busy = vec![0.0_f64; circuit.qubits()];
    let mut latest = 0.0_f64;
    let mut waits = Vec::with_capacity(circuit.gates().len());
    for gate in circuit.gates().iter().rev() {
        let on = &gate.qubits;
        if gate.is_virtual() {
            waits.push(vec![0.0; on.len()]);
            continue;
        }
        let of_its_own = on.iter().map(|&q| busy[q]).fold(0.0, f64::max);
        let end = if model.one_at_a_time {
            latest
        } else {
            of_its_own
        };
        waits.push(on.iter().map(|&q| end - busy[q]).collect());
        let start = end + model.duration(gate);
        on.iter().for_each(|&q| busy[q] = start);
        latest = latest.max(start);
    }
    waits.reverse();
    (waits, latest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::Op;

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

    fn circuit() -> Circuit {
        let mut circuit = Circuit::new(9);
        circuit.extend([
            Gate::new(Op::Sx, 7),
            Gate::rz(7, 0.2),
            Gate::z(4).when(7, true),
            Gate::new(Op::Sx, 2),
            Gate::z(2).when(4, true),
        ]);
        circuit.measure(vec![4, 7]);
        circuit
    }

    fn relaxations(circuit: &NoisyCircuit) -> Vec<(usize, Relaxation)> {
        let steps = circuit.steps.iter();
        steps
            .filter_map(|step| match *step {
                NoisyStep::Relax(q, relaxation) => Some((q, relaxation)),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn gates_run_late_and_qubits_wait_for_the_next() {
        let model = NoiseModel::uniform(9, (0.0, 0.0, 0.01), (30.0, 70.0), (1e4, 1e4));
        let noisy = NoisyCircuit::new(&circuit(), &model);
        assert_eq!((noisy.qubits, &noisy.measured[..]), (3, &[1, 2][..]));
        assert_eq!(noisy.duration_ns, 170.0);
        let over = |time| Relaxation::over(time, 1e4, 1e4);
        let expected = [
            (2, over(30.0)),
            (2, over(70.0 + 70.0)), // qubit 7 waits for the measurement
            (1, over(70.0)),
            (0, over(30.0)), // qubit 2 starts so late that it does not wait
            (1, over(70.0)),
            (0, over(70.0)),
        ];
        assert_eq!(relaxations(&noisy), expected);
        let chain = NoiseModel {
            one_at_a_time: true,
            ..model
        };
        let in_a_chain = NoisyCircuit::new(&circuit(), &chain);
        assert_eq!(in_a_chain.duration_ns, 200.0);
        assert_eq!(relaxations(&in_a_chain)[1], (2, over(70.0 + 100.0)));
    }

    #[test]
    fn without_noise_there_are_gates_alone() {
        let noisy = NoisyCircuit::new(&circuit(), &super::super::tests::noiseless(9));
        assert_eq!(noisy.steps.len(), circuit().gates().len());
        assert_eq!(noisy.estimated_fidelity(), 1.0);
    }

    #[test]
    fn the_estimate_is_the_product_over_gates_waits_and_bits() {
        let model = NoiseModel::uniform(9, (1e-3, 8e-3, 0.02), (0.0, 0.0), (1.0, 1.0));
        let fidelity = NoisyCircuit::new(&circuit(), &model).estimated_fidelity();
        let expected = (1.0_f64 - 1.5e-3).powi(2) * (1.0_f64 - 1e-2).powi(2) * 0.98_f64.powi(2);
        assert!((fidelity - expected).abs() < 1e-15);
    }
}
