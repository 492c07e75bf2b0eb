//! The Clifford part C of a circuit, kept as what it makes of Pauli operators: P ↦ C†PC.
//!
//! A physical state is Cψ, and only ψ is stored. A gate e^{−iθP/2} on Cψ is C·e^{−iθ(C†PC)/2}ψ: a
//! rotation about another Pauli operator; and where θ is a multiple of π/2 it is Clifford itself,
//! goes into C, and costs nothing (Litinski, Quantum 3, 128 (2019), arXiv 1808.02892, §1). With R =
//! e^{−iπP/4} and Q that anticommutes with P, R†QR = −iQP.

use super::pauli::Pauli;

/// C†X_kC and C†Z_kC for every qubit k.
#[derive(Clone, Debug)]
pub(super) struct CliffordFrame {
    x: Vec<Pauli>,
    z: Vec<Pauli>,
}

impl CliffordFrame {
    /// C = 1.
    pub(super) fn new(qubits: usize) -> Self {
        Self {
            x: (0..qubits).map(Pauli::x).collect(),
            z: (0..qubits).map(Pauli::z).collect(),
        }
    }

    /// C becomes CV† with V = e^{−iπkP/4}, for k = `quarters`: the state inside becomes Vψ.
    pub(super) fn turn_inside(&mut self, axis: &Pauli, quarters: u8) {
        for image in self.x.iter_mut().chain(&mut self.z) {
            *image = turned(*image, axis, quarters);
        }
    }

    /// C†PC.
    pub(super) fn pull(&self, physical: &Pauli) -> Pauli {
        let image = |bits: u64, images: &[Pauli], start: Pauli| {
            let qubits = (0..images.len()).filter(|k| bits >> k & 1 == 1);
            qubits.fold(start, |product, k| product.times(images[k]))
        };
        let start = Pauli::IDENTITY.times_i(physical.phase);
        image(physical.z, &self.z, image(physical.x, &self.x, start))
    }

    /// C becomes e^{−iπkP/4}C, for k = `quarters`.
    pub(super) fn turn(&mut self, physical: &Pauli, quarters: u8) {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
