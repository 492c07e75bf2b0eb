//! Gates between |10⟩ and |01⟩: `op` acts on these two as on |0⟩ and |1⟩, while |00⟩ and |11⟩ stay
//! as they are.
//!
//! As gates: CX, `op` under a control, CX. With RX(2β) this is e^{−iβ(XX + YY)/2}, with RY(θ) the
//! real rotation (Givens rotation) e^{−iθ(XY − YX)/4}. Over single-qubit gates and CX either takes
//! two CX, not the four that the three gates would take one by one:
//!
//! > e^{−iθ(XY − YX)/4} = RY_a(π/2) · CX · RY_a(−θ/2) RY_b(θ/2) · CX · RY_a(−π/2),
//!
//! since CX takes Y_b to Z_a Y_b and Y_a to Y_a X_b, and RY(π/2) takes Z to X; RX is RY between
//! RZ_b(±π/2). As every real two-qubit gate of determinant 1 does (Vatan & Williams, Phys. Rev. A
//! 69, 032315 (2004), arXiv quant-ph/0308006).

use super::{Gate, Op};
use std::f64::consts::FRAC_PI_2;

/// `op` with |10⟩ (the 1 at `from`) as its |0⟩ and |01⟩ (the 1 at `to`) as its |1⟩.
pub(super) fn exchange(op: Op, from: usize, to: usize) -> [Gate; 3] {
    let parity = Gate::cx(to, from);
    [parity.clone(), Gate::new(op, to).when(from, true), parity]
}

/// e^{−iβ(XX + YY)/2} on two qubits.
pub(super) fn xy(beta: f64, a: usize, b: usize) -> [Gate; 3] {
    exchange(Op::Rx(2.0 * beta), a, b)
}

/// The first three of `gates` with two CX, where they are an exchange by RX or RY: global phase
/// included.
pub(super) fn lowered(gates: &[Gate]) -> Option<Vec<Gate>> {
    let three = gates.get(..3)?;
    let op = three[1].op;
    let (from, to) = three[1].both()?;
    if three != exchange(op, from, to) {
        return None;
    }
    match op {
        Op::Ry(theta) => Some(real_turn(theta, from, to).to_vec()),
        Op::Rx(theta) => {
            let mut between = vec![Gate::rz(to, FRAC_PI_2)];
            between.extend(real_turn(theta, from, to));
            between.push(Gate::rz(to, -FRAC_PI_2));
            Some(between)
        }
        _ => None,
    }
}

fn real_turn(theta: f64, a: usize, b: usize) -> [Gate; 6] {
    [
        Gate::ry(a, -FRAC_PI_2),
        Gate::cx(a, b),
        Gate::ry(a, -theta / 2.0),
        Gate::ry(b, theta / 2.0),
        Gate::cx(a, b),
        Gate::ry(a, FRAC_PI_2),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::{Circuit, simulate};
    use super::*;
    use num_complex::Complex64;

    /// What gates on two qubits do to each basis state: `[basis state][amplitude]`.
    fn columns(gates: &[Gate], lowered: bool) -> Vec<Vec<Complex64>> {
        let column = |x: usize| {
            let mut circuit = Circuit::new(2);
            circuit.extend((0..2).filter(|q| x >> q & 1 == 1).map(Gate::x));
            let start = circuit.gates().len();
            circuit.extend(gates.iter().cloned());
            if lowered {
                let mut whole = circuit.decomposed();
                assert_eq!(whole.two_qubit_gates(), 2);
                whole.gates.drain(..start);
                let mut again = Circuit::new(2);
                again.extend(circuit.gates[..start].iter().cloned());
                again.extend(whole.gates);
                circuit = again;
            }
            simulate(&circuit).unwrap()
        };
        (0..4).map(column).collect()
    }

    #[test]
    fn an_exchange_acts_on_one_zero_and_zero_one_alone_before_and_after_lowering() {
        for angle in [-2.9, -0.4, 0.0, 0.7, 3.0] {
            for (from, to) in [(0, 1), (1, 0)] {
                for op in [Op::Rx(angle), Op::Ry(angle)] {
                    let u = op.matrix();
                    let place = [1 << from, 1 << to];
                    for lowered in [false, true] {
                        let columns = columns(&exchange(op, from, to), lowered);
                        for (x, column) in columns.iter().enumerate() {
                            let mut expected = vec![Complex64::ZERO; 4];
                            match place.iter().position(|&p| p == x) {
                                Some(value) => {
                                    (0..2).for_each(|v| expected[place[v]] = u[v][value])
                                }
                                None => expected[x] = Complex64::ONE,
                            }
                            for (a, b) in column.iter().zip(&expected) {
                                assert!((a - b).norm() < 1e-15, "{op:?}, {from} {to}, {x}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn only_an_exchange_is_lowered_as_one() {
        let whole = exchange(Op::Ry(0.3), 0, 1);
        assert!(lowered(&whole).is_some());
        assert!(lowered(&whole[..2]).is_none());
        assert!(lowered(&exchange(Op::H, 0, 1)).is_none());
        let [first, inner, last] = whole;
        let other = Gate::cx(0, 1);
        for gates in [
            [other.clone(), inner.clone(), last.clone()],
            [first.clone(), inner.clone(), other],
            [first.clone(), Gate::ry(1, 0.3).when(0, false), last.clone()],
            [first, Gate::ry(1, 0.3), last],
        ] {
            assert!(lowered(&gates).is_none(), "{gates:?}");
        }
    }
}
