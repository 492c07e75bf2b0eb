//! A noisy circuit with its Clifford gates taken out: rotations about Pauli operators, in few
//! layers, and noise between them.
//!
//! Every gate is a few rotations ([`rotations`]). Quarter turns go into the frame
//! ([`CliffordFrame`]) and cost nothing; what is left of a QAOA circuit are its own angles, one
//! rotation a term and a qubit, whatever the routing and the basis of the device. Rotations that
//! commute change places: all diagonal ones that can are brought together, so that a cost layer is
//! one pass again. The basis in which they are diagonal is chosen (`start`).
//!
//! A Pauli error is no gate but a sign: it goes to the end of the circuit, where it flips outcomes,
//! and reverses the rotations it anticommutes with on its way. So one list of rotations is used for
//! all trajectories.

use super::channel::{Relaxation, error_probability};
use super::frame::{CliffordFrame, turned};
use super::noisy_circuit::{NoisyCircuit, NoisyStep};
use super::pauli::Pauli;
use super::rotations::{quarters, rotations};
use super::start::start_turns;
use std::f64::consts::FRAC_PI_2;

/// Rotations, layers of them, noise, and what is measured.
#[derive(Clone, Debug)]
pub(super) struct Propagated {
    /// Quarter turns that make |0…0⟩ the state to start from.
    pub(super) start: Vec<(Pauli, u8)>,
    /// (P, θ) of e^{−iθP/2}, in the order of the circuit; diagonal ones have no sign.
    pub(super) rotations: Vec<(Pauli, f64)>,
    pub(super) layers: Vec<RotationLayer>,
    /// In the order of the circuit.
    pub(super) sites: Vec<Site>,
    /// Diagonal: bit i of the outcome is 1 where the i-th is −1.
    pub(super) outcome: Vec<Pauli>,
}

/// Numbers of rotations, each list ascending: first all that are diagonal, in any order, then the
/// others in theirs.
#[derive(Clone, Debug, Default)]
pub(super) struct RotationLayer {
    pub(super) diagonal: Vec<usize>,
    pub(super) others: Vec<usize>,
}

/// A place where noise acts.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// How many rotations come before it.
    pub(super) position: usize,
    /// The probability that anything happens, whatever the state.
    pub(super) probability: f64,
    pub(super) noise: Noise,
}

/// What may happen; Pauli operators as they are inside the frame.
#[derive(Clone, Debug)]
pub(super) enum Noise {
    /// One of the products of these but the identity.
    Errors(Vec<Pauli>),
    /// Relaxation of the qubit of these X and Z.
    Relaxation {
        x: Pauli,
        z: Pauli,
        over: Relaxation,
    },
}

impl Propagated {
    pub(super) fn new(circuit: &NoisyCircuit) -> Self {
        let plain = Self::in_frame(circuit, Vec::new());
        let operators = plain.rotations.iter().map(|(pauli, _)| *pauli);
        let mut chosen = Self::in_frame(circuit, start_turns(operators.collect()));
        chosen.make_outcome_diagonal();
        chosen.gather_layers();
        chosen
    }

    /// Walks through the circuit with a state inside that starts after these quarter turns of
    /// |0…0⟩.
    fn in_frame(circuit: &NoisyCircuit, start: Vec<(Pauli, u8)>) -> Self {
        let mut frame = CliffordFrame::new(circuit.qubits);
        for (axis, quarters) in &start {
            frame.turn_inside(axis, *quarters);
        }
        let (mut left, mut sites) = (Vec::new(), Vec::new());
        for step in &circuit.steps {
            if let NoisyStep::Gate(gate) = step {
                for (pauli, theta) in rotations(gate) {
                    match quarters(theta) {
                        Some(quarters) => frame.turn(&pauli, quarters),
                        None => left.push(without_sign(frame.pull(&pauli), theta)),
                    }
                }
            } else {
                sites.push(Site::new(step, left.len(), &frame));
            }
        }
        let measured = circuit.measured.iter();
        Self {
            start,
            rotations: left,
            layers: Vec::new(),
            sites: sites.into_iter().flatten().collect(),
            outcome: measured.map(|&q| frame.pull(&Pauli::z(q))).collect(),
        }
    }

    /// Turns what is measured into diagonal operators: with V = e^{−iπR/4} and R = isZ, VsV† = −Z.
    /// What is diagonal already commutes with s and with Z, so it stays.
    fn make_outcome_diagonal(&mut self) {
        for i in 0..self.outcome.len() {
            let string = self.outcome[i];
            if string.is_diagonal() {
                continue;
            }
            let qubit = string.x.trailing_zeros() as usize;
            let axis = string.times(Pauli::z(qubit)).times_i(1);
            self.rotations.push((axis, FRAC_PI_2));
            for later in self.outcome[i..].iter_mut() {
                *later = turned(*later, &axis, 1);
            }
        }
    }

    /// Puts each rotation into the first layer it can move to.
    fn gather_layers(&mut self) {
        let mut layers: Vec<RotationLayer> = Vec::new();
        for (i, (pauli, _)) in self.rotations.iter().enumerate() {
            let blocks = |list: &[usize]| {
                let mut others = list.iter().map(|&j| &self.rotations[j].0);
                others.any(|other| other.anticommutes_with(pauli))
            };
            let behind = |layer: &RotationLayer| blocks(&layer.others);
            let within = |layer: &RotationLayer| blocks(&layer.diagonal) || behind(layer);
            let first = if pauli.is_diagonal() {
                layers.iter().rposition(behind).map_or(0, |k| k + 1)
            } else {
                layers.iter().rposition(within).unwrap_or(0)
            };
            if first == layers.len() {
                layers.push(RotationLayer::default());
            }
            if pauli.is_diagonal() {
                layers[first].diagonal.push(i);
            } else {
                layers[first].others.push(i);
            }
        }
        self.layers = layers;
    }
}

/// The sign of a diagonal operator goes into the angle.
fn without_sign(pauli: Pauli, theta: f64) -> (Pauli, f64) {
    if pauli.is_diagonal() && pauli.phase == 2 {
        (pauli.times_i(2), -theta)
    } else {
        (pauli, theta)
    }
}

impl Site {
    /// None for a gate, and where nothing can happen.
    fn new(step: &NoisyStep, position: usize, frame: &CliffordFrame) -> Option<Self> {
        let (x, z) = (|q| frame.pull(&Pauli::x(q)), |q| frame.pull(&Pauli::z(q)));
        let (probability, noise) = match step {
            NoisyStep::Gate(_) => return None,
            NoisyStep::Depolarize(on, lambda) => {
                let generators = on.iter().flat_map(|&q| [x(q), z(q)]).collect();
                (
                    error_probability(*lambda, on.len()),
                    Noise::Errors(generators),
                )
            }
            &NoisyStep::Relax(q, over) => {
                let noise = Noise::Relaxation {
                    x: x(q),
                    z: z(q),
                    over,
                };
                (over.event_probability(), noise)
            }
        };
        (probability > 0.0).then_some(Self {
            position,
            probability,
            noise,
        })
    }
}
