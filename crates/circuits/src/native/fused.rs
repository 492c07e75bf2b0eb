//! A circuit over elementary gates, with its ZZ rotations found again: cx(a, b) rz(b, θ) cx(a, b),
//! with nothing between them on the two qubits, is e^{-iθZZ/2}.

use crate::circuit::{Circuit, Gate, Op};

impl Circuit {
    /// The [elementary](Circuit::elementary) gates of a circuit, every cx rz cx made one rotation
    /// [`Op::Zz`].
    pub(crate) fn fused(&self) -> Self {
        let circuit = self.elementary();
        let gates = circuit.gates();
        let mut taken = vec![false; gates.len()];
        let mut fused = Self::new(self.qubits());
        for (at, gate) in gates.iter().enumerate() {
            if taken[at] {
                continue;
            }
            match rotation(gates, at) {
                Some((theta, parts)) => {
                    parts.iter().for_each(|&part| taken[part] = true);
                    fused.push(Gate::pair(Op::Zz(theta), gate.qubits[0], gate.target()));
                }
                None => fused.push(gate.clone()),
            }
        }
        fused.measure(self.measured());
        fused
    }
}

/// The angle of the rotation that begins at `at`, and the places of its other parts.
fn rotation(gates: &[Gate], at: usize) -> Option<(f64, Vec<usize>)> {
    let first = &gates[at];
    if first.op != Op::X || first.values.is_empty() {
        return None;
    }
    let (mut theta, mut parts) = (0.0, Vec::new());
    for (place, next) in gates.iter().enumerate().skip(at + 1) {
        if next == first {
            parts.push(place);
            return (parts.len() > 1).then_some((theta, parts));
        }
        if let (Op::Rz(angle), true) = (next.op, next.target() == first.target()) {
            theta += angle;
            parts.push(place);
        } else if next.qubits.iter().any(|q| first.qubits.contains(q)) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(gates: impl IntoIterator<Item = Gate>) -> Vec<Gate> {
        let mut circuit = Circuit::new(4);
        circuit.extend(gates);
        circuit.fused().gates().to_vec()
    }

    #[test]
    fn a_rotation_between_two_cx_is_one_gate_whatever_stands_beside_it() {
        let list = found([
            Gate::cx(0, 1),
            Gate::cx(2, 3),
            Gate::rz(1, 0.25),
            Gate::h(3),
            Gate::new(Op::S, 1),
            Gate::cx(0, 1),
            Gate::cx(2, 3),
        ]);
        let theta = 0.25 + std::f64::consts::FRAC_PI_2;
        let rotation = Gate::pair(Op::Zz(theta), 0, 1);
        let expected = [rotation, Gate::cx(2, 3), Gate::h(3), Gate::cx(2, 3)];
        assert_eq!(list, expected);
    }

    #[test]
    fn what_only_looks_like_a_rotation_is_left_as_it_is() {
        let rz = Gate::rz(1, 0.3);
        for middle in [
            vec![Gate::rz(0, 0.3)],
            vec![rz.clone(), Gate::h(0)],
            vec![Gate::rx(1, 0.3)],
            vec![rz.clone(), Gate::cx(1, 2)],
            vec![rz.clone(), Gate::cx(1, 0)],
            vec![],
        ] {
            let gates = [Gate::cx(0, 1)].into_iter().chain(middle.clone());
            let list = found(gates.chain([Gate::cx(0, 1)]));
            assert_eq!(list.len(), middle.len() + 2, "{middle:?}");
        }
    }
}
