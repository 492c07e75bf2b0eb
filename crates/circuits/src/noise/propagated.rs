//! A noisy circuit with its Clifford gates taken out: rotations about Pauli operators, in few
//! layers, and noise between them.
//!
//! Every gate is a few rotations e^{−iθP/2} ([`rotations`]), up to a phase. Quarter turns go into
//! the frame ([`CliffordFrame`]) and cost nothing; what is left of a QAOA circuit are its own
//! angles, one rotation a term and a qubit, whatever the routing and the basis of the device.
//! Rotations that commute change places: all diagonal ones that can are brought together, so that a
//! cost layer is one pass again. The basis in which they are diagonal is chosen (`start`).
//!
//! A Pauli error is no gate but a sign: it goes to the end of the circuit, where it flips outcomes,
//! and reverses the rotations it anticommutes with on its way. So one list of rotations is used for
//! all trajectories.

use super::amplitudes::start_turns;
use super::channel::Pauli;
use super::channel::{Relaxation, error_probability};
use super::model::{NoisyCircuit, NoisyStep};
use crate::circuit::{Gate, Op, elementary};
use std::f64::consts::{FRAC_PI_2, PI};

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

/// Numbers of rotations, ascending: first all that are diagonal, then the others.
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

// The Clifford part C of a circuit, kept as what it makes of Pauli operators: P ↦ C†PC.
//
// A physical state is Cψ, and only ψ is stored. A gate e^{−iθP/2} on Cψ is C·e^{−iθ(C†PC)/2}ψ: a
// rotation about another Pauli operator; and where θ is a multiple of π/2 it is Clifford itself,
// goes into C, and costs nothing (Litinski, Quantum 3, 128 (2019), arXiv 1808.02892, §1). With R =
// e^{−iπP/4} and Q that anticommutes with P, R†QR = −iQP.

/// C†X_kC and C†Z_kC for every qubit k.
#[derive(Clone, Debug)]
struct CliffordFrame {
    x: Vec<Pauli>,
    z: Vec<Pauli>,
}

impl CliffordFrame {
    fn new(qubits: usize) -> Self {
        Self {
            x: (0..qubits).map(Pauli::x).collect(),
            z: (0..qubits).map(Pauli::z).collect(),
        }
    }

    /// C becomes CV† with V = e^{−iπkP/4}, for k = `quarters`: the state inside becomes Vψ.
    fn turn_inside(&mut self, axis: &Pauli, quarters: u8) {
        for image in self.x.iter_mut().chain(&mut self.z) {
            *image = turned(*image, axis, quarters);
        }
    }

    /// C†PC.
    fn pull(&self, physical: &Pauli) -> Pauli {
        let image = |bits: u64, images: &[Pauli], start: Pauli| {
            let qubits = (0..images.len()).filter(|k| bits >> k & 1 == 1);
            qubits.fold(start, |product, k| product.times(images[k]))
        };
        let start = Pauli::IDENTITY.times_i(physical.phase);
        image(physical.z, &self.z, image(physical.x, &self.x, start))
    }

    /// C becomes e^{−iπkP/4}C, for k = `quarters`.
    fn turn(&mut self, physical: &Pauli, quarters: u8) {
        let inside = self.pull(physical);
        // R†QR
        let turned = |image: Pauli| turned(image, &inside, 4 - (quarters & 3));
        for k in 0..self.x.len() {
            // X_k anticommutes with P where P has a Z there, Z_k where it has an X
            if physical.z >> k & 1 == 1 {
                self.x[k] = turned(self.x[k]);
            }
            if physical.x >> k & 1 == 1 {
                self.z[k] = turned(self.z[k]);
            }
        }
    }
}

/// VQV† with V = e^{−iπkP/4}: iQP for a quarter where they anticommute.
pub(super) fn turned(operator: Pauli, axis: &Pauli, quarters: u8) -> Pauli {
    if !operator.anticommutes_with(axis) {
        return operator;
    }
    match quarters & 3 {
        0 => operator,
        1 => operator.times(*axis).times_i(1),
        2 => operator.times_i(2),
        _ => operator.times(*axis).times_i(3),
    }
}

// Every gate as rotations e^{−iθP/2} about Pauli operators, equal up to a phase that no
// measurement sees.
//
// CZ and CX are e^{−iπ(1 − P)(1 − Q)/4} about two commuting operators; other gates are written by
// these and turns first ([`elementary`]). The vendors' matrices judge them.

/// (P, θ), first applied first.
pub(super) fn rotations(gate: &Gate) -> Vec<(Pauli, f64)> {
    let (x, z) = (Pauli::x, Pauli::z);
    let q = gate.target();
    match (gate.op, gate.both()) {
        (Op::X, Some((a, b))) => controlled(z(a), x(b)),
        (Op::Z, Some((a, b))) => controlled(z(a), z(b)),
        (Op::H, None) => vec![(z(q), FRAC_PI_2), (x(q), FRAC_PI_2), (z(q), FRAC_PI_2)],
        (Op::X, None) => vec![(x(q), PI)],
        (Op::Rx(theta), None) => vec![(x(q), theta)],
        (Op::Ry(theta), None) => vec![(x(q).times(z(q)).times_i(1), theta)],
        (Op::Rz(theta), None) => vec![(z(q), theta)],
        _ => elementary(gate, 0).iter().flat_map(rotations).collect(),
    }
}

/// −1 where P and Q are both −1.
fn controlled(p: Pauli, q: Pauli) -> Vec<(Pauli, f64)> {
    vec![(p, FRAC_PI_2), (q, FRAC_PI_2), (p.times(q), -FRAC_PI_2)]
}

/// How many quarter turns (modulo 4) an angle is, if it is a whole number: a Clifford rotation.
pub(super) fn quarters(theta: f64) -> Option<u8> {
    /// Angles are computed: sums of a few rounded numbers.
    const ROUNDING: f64 = 1e-13;
    let turns = theta / FRAC_PI_2;
    let whole = turns.round();
    let near = (turns - whole).abs() <= ROUNDING * whole.abs().max(1.0);
    near.then(|| whole.rem_euclid(4.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::super::amplitudes::TrajectoryState;
    use super::super::samples::samples;
    use super::*;
    use crate::circuit::Circuit;
    use num_complex::Complex64;

    #[test]
    fn the_phase_gate_and_the_square_root_of_not_turn_the_axes() {
        let (x, z) = (Pauli::x(0), Pauli::z(0));
        let y = x.times(z).times_i(1);
        let mut phase_gate = CliffordFrame::new(1);
        phase_gate.turn(&z, 1);
        assert_eq!(phase_gate.pull(&x), y.times_i(2), "S†XS = −Y");
        assert_eq!(phase_gate.pull(&y), x, "S†YS = X");
        let mut root = CliffordFrame::new(1);
        root.turn(&x, 1);
        assert_eq!(root.pull(&z), y, "√X†Z√X = Y");
        root.turn(&x, 3);
        assert_eq!((root.pull(&z), root.pull(&x)), (z, x));
    }

    #[test]
    fn a_frame_keeps_products_and_commutation() {
        let mut frame = CliffordFrame::new(3);
        frame.turn_inside(&Pauli::x(1).times(Pauli::z(0)), 1);
        let zz = Pauli::z(0).times(Pauli::z(2));
        let zx = Pauli::z(1).times(Pauli::x(2));
        for (axis, quarters) in [(zz, 1), (Pauli::x(1), 1), (zx, 3), (Pauli::x(0), 2)] {
            frame.turn(&axis, quarters);
        }
        let generators: Vec<Pauli> = (0..3).flat_map(|k| [Pauli::x(k), Pauli::z(k)]).collect();
        for a in &generators {
            for b in &generators {
                let (inside_a, inside_b) = (frame.pull(a), frame.pull(b));
                assert_eq!(
                    inside_a.anticommutes_with(&inside_b),
                    a.anticommutes_with(b)
                );
                assert_eq!(frame.pull(&a.times(*b)), inside_a.times(inside_b));
            }
        }
    }

    #[test]
    fn the_rotations_of_every_gate_are_its_matrix_up_to_a_phase() {
        // a state whose amplitudes all differ, then the gate
        let before = [
            Gate::rx(0, 0.5),
            Gate::rx(1, 1.2),
            Gate::rz(0, 0.3),
            Gate::rz(1, -0.8),
        ];
        for gate in samples() {
            let gates = before.iter().chain([&gate]);
            let mut state = TrajectoryState::new(2);
            state.start();
            for (pauli, theta) in gates.clone().flat_map(rotations) {
                state.rotate(&pauli, theta);
            }
            let mut circuit = Circuit::new(2);
            circuit.extend(gates.cloned());
            let expected = circuit.simulate().unwrap();
            let overlap: Complex64 = (0..4).map(|x| expected[x].conj() * state.at(x)).sum();
            assert!((overlap.norm() - 1.0).abs() < 1e-14, "{gate:?}: {overlap}");
        }
    }

    #[test]
    fn whole_quarter_turns_are_recognized_and_nothing_else() {
        for (theta, expected) in [
            (0.0, Some(0)),
            (FRAC_PI_2, Some(1)),
            (-FRAC_PI_2, Some(3)),
            (5.0 * PI, Some(2)),
            (0.3 + FRAC_PI_2 - 0.3, Some(1)),
            (1e-9, None),
            (0.7, None),
        ] {
            assert_eq!(quarters(theta), expected, "{theta}");
        }
    }
}
