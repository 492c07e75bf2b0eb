//! A native circuit on a clock, with every place where noise acts.
//!
//! Gates start as late as possible: all qubits are measured together at the end, and a qubit that
//! has not been touched is |0⟩ and does not relax. Disjoint gates run side by side, except in one
//! chain of ions ([`NoiseModel::one_at_a_time`]). After a gate its qubits are depolarized and relax
//! for as long as the gate takes and for as long as they then wait. RZ is virtual: no time, no
//! error. Relaxation during the readout is part of the readout error, which flips each measured bit
//! with a probability of its own, 0 and 1 alike. Crosstalk, leakage, coherent errors and wrong
//! preparation are not in the model.

use super::NoiseModel;
use super::channel::{Relaxation, depolarizing};
use crate::native::{NativeCircuit, NativeGate, NativeKind};

/// A gate, or what happens to qubits beside the gates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum NoisyStep {
    /// A gate, as it should be.
    Gate(NativeGate),
    /// One qubit is replaced by a random one with probability λ.
    DepolarizeOne(usize, f64),
    /// Two qubits are replaced by random ones with probability λ.
    DepolarizeTwo(usize, usize, f64),
    /// A qubit relaxes.
    Relax(usize, Relaxation),
}

/// Gates and noise in the order they act on |0…0⟩, on the qubits that are used, numbered in their
/// order on the device.
///
/// ```
/// use ketboard_circuits::{NativeCircuit, NativeGate, NoiseModel, NoisyCircuit, find_device};
///
/// let gates = vec![NativeGate::Sx(0), NativeGate::Cz(0, 1)];
/// let circuit = NativeCircuit { qubits: 133, gates, measured: vec![0, 1] };
/// let noisy = NoisyCircuit::new(&circuit, &NoiseModel::of(&find_device("torino")?)?);
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
    /// The circuit under the noise of a device.
    ///
    /// # Panics
    /// If the circuit has a qubit or a pair of qubits that the model does not know.
    pub fn new(circuit: &NativeCircuit, model: &NoiseModel) -> Self {
        let used = circuit.used();
        let place = |q: usize| used.binary_search(&q).expect("a used qubit is in the list");
        let schedule = LatestSchedule::as_late_as_possible(circuit, model);
        let mut steps = Vec::new();
        for (gate, waits) in circuit.gates.iter().zip(&schedule.waits) {
            steps.push(NoisyStep::Gate(gate.on(place)));
            steps.extend(noise_after(*gate, waits, model).map(|step| step.on(place)));
        }
        Self {
            qubits: used.len(),
            steps,
            measured: circuit.measured.iter().map(|&q| place(q)).collect(),
            readout: circuit.measured.iter().map(|&q| model.readout(q)).collect(),
            duration_ns: schedule.duration_ns,
        }
    }

    /// Number of gates and of places where noise acts: what a simulation goes through.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// The closed estimate of the fidelity: the product of the entanglement fidelities of all
    /// noise, and of each bit being read right.
    pub fn estimated_fidelity(&self) -> f64 {
        let kept = |step: &NoisyStep| match *step {
            NoisyStep::Gate(_) => 1.0,
            NoisyStep::DepolarizeOne(_, lambda) => 1.0 - lambda * 3.0 / 4.0,
            NoisyStep::DepolarizeTwo(_, _, lambda) => 1.0 - lambda * 15.0 / 16.0,
            NoisyStep::Relax(_, relaxation) => relaxation.fidelity(),
        };
        let read: f64 = self.readout.iter().map(|error| 1.0 - error).product();
        self.steps.iter().map(kept).product::<f64>() * read
    }
}

impl NoisyStep {
    fn on(self, of: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Gate(gate) => Self::Gate(gate.on(of)),
            Self::DepolarizeOne(q, lambda) => Self::DepolarizeOne(of(q), lambda),
            Self::DepolarizeTwo(a, b, lambda) => Self::DepolarizeTwo(of(a), of(b), lambda),
            Self::Relax(q, relaxation) => Self::Relax(of(q), relaxation),
        }
    }
}

/// Depolarizing and relaxation after a gate whose qubits then wait; what does nothing is left out.
fn noise_after(
    gate: NativeGate,
    waits: &[f64],
    model: &NoiseModel,
) -> impl Iterator<Item = NoisyStep> + use<> {
    let duration = model.duration(gate.kind());
    let qubits = gate.qubits();
    let during: f64 = qubits
        .iter()
        .map(|&q| model.relaxation(q, duration).fidelity())
        .product();
    let depolarize = match (gate.kind(), &qubits[..]) {
        (NativeKind::OneQubit, &[q]) => {
            let lambda = depolarizing(model.one_qubit(q), 2.0, during);
            Some((lambda, NoisyStep::DepolarizeOne(q, lambda)))
        }
        (NativeKind::TwoQubit, &[a, b]) => {
            let lambda = depolarizing(model.two_qubit(a, b), 4.0, during);
            Some((lambda, NoisyStep::DepolarizeTwo(a, b, lambda)))
        }
        (NativeKind::Virtual | NativeKind::OneQubit | NativeKind::TwoQubit, _) => None,
    };
    let depolarize = depolarize.filter(|(lambda, _)| *lambda > 0.0);
    let relaxations: Vec<NoisyStep> = qubits
        .iter()
        .zip(waits)
        .map(|(&q, wait)| (q, model.relaxation(q, duration + wait)))
        .filter(|(_, relaxation)| *relaxation != Relaxation::NONE)
        .map(|(q, relaxation)| NoisyStep::Relax(q, relaxation))
        .collect();
    depolarize
        .map(|(_, step)| step)
        .into_iter()
        .chain(relaxations)
}

/// When gates run.
struct LatestSchedule {
    /// For each gate and each of its qubits: how long the qubit then waits for its next gate or for
    /// the measurement.
    waits: Vec<Vec<f64>>,
    duration_ns: f64,
}

impl LatestSchedule {
    /// Walks from the measurement back; times are counted from there.
    fn as_late_as_possible(circuit: &NativeCircuit, model: &NoiseModel) -> Self {
        let mut busy = vec![0.0_f64; circuit.qubits];
        let mut latest = 0.0_f64;
        let mut waits = Vec::with_capacity(circuit.gates.len());
        for gate in circuit.gates.iter().rev() {
            let on = gate.qubits();
            if gate.kind() == NativeKind::Virtual {
                waits.push(vec![0.0; on.len()]);
                continue;
            }
            let of_its_own = on.iter().map(|&q| busy[q]).fold(0.0, f64::max);
            let end = if model.one_at_a_time() {
                latest
            } else {
                of_its_own
            };
            waits.push(on.iter().map(|&q| end - busy[q]).collect());
            let start = end + model.duration(gate.kind());
            on.into_iter().for_each(|q| busy[q] = start);
            latest = latest.max(start);
        }
        waits.reverse();
        Self {
            waits,
            duration_ns: latest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circuit() -> NativeCircuit {
        NativeCircuit {
            qubits: 9,
            gates: vec![
                NativeGate::Sx(7),
                NativeGate::Rz(7, 0.2),
                NativeGate::Cz(7, 4),
                NativeGate::Sx(2),
                NativeGate::Cz(4, 2),
            ],
            measured: vec![4, 7],
        }
    }

    fn relaxations(circuit: &NoisyCircuit) -> Vec<(usize, Relaxation)> {
        let steps = circuit.steps.iter();
        steps
            .filter_map(|step| match *step {
                NoisyStep::Relax(q, relaxation) => Some((q, relaxation)),
                NoisyStep::Gate(_)
                | NoisyStep::DepolarizeOne(..)
                | NoisyStep::DepolarizeTwo(..) => None,
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
        let in_a_chain = NoisyCircuit::new(&circuit(), &model.clone().in_one_chain());
        assert_eq!(in_a_chain.duration_ns, 200.0);
        assert_eq!(relaxations(&in_a_chain)[1], (2, over(70.0 + 100.0)));
    }

    #[test]
    fn without_noise_there_are_gates_alone() {
        let noisy = NoisyCircuit::new(&circuit(), &NoiseModel::noiseless(9));
        assert_eq!(noisy.steps.len(), circuit().gates.len());
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
