//! W states: one 1 among n qubits, each place with amplitude 1/√n; and the uniform superposition of
//! the first M basis states of a register, for any M, without ancillas.
//!
//! The 1 starts at the first qubit of a block of n. Of a block of m qubits the first ⌈m/2⌉ keep
//! their share of the probability and the other half gets its own, by one rotation of |10⟩ and |01⟩
//! between the first qubits of both; then each half is a block. That is n − 1 rotations, ⌈log₂ n⌉
//! of them one after another (the tree of Cruz et al., Adv. Quantum Technol. 2, 1900015 (2019),
//! arXiv 1807.05572). A rotation keeps |00⟩ and |11⟩, and so the number of ones of any state. It
//! takes two CX; from |0…0⟩ the first one takes one: 2n − 3 in all, as in that paper.

use super::decompose::lower;
use super::{Circuit, Gate, Op, parity_rotation};
use std::f64::consts::{FRAC_PI_2, PI};

/// The gates from |0…0⟩ to the W state of `qubits`.
pub(crate) fn w_state(qubits: impl IntoIterator<Item = usize>) -> Vec<Gate> {
    let qubits: Vec<usize> = qubits.into_iter().collect();
    let mut gates: Vec<Gate> = qubits.iter().take(1).map(|&q| Gate::x(q)).collect();
    if qubits.len() > 1 {
        let ([kept, given], turn) = halves(&qubits);
        // from |10⟩ the second qubit is turned by itself, and takes the 1 from the first
        gates.push(Gate::new(turn, given[0]));
        gates.push(Gate::cx(given[0], kept[0]));
        halve(kept, &mut gates);
        halve(given, &mut gates);
    }
    gates
}

/// The gates from |10…0⟩ to the W state of `qubits`; they keep the number of ones in any state.
pub(crate) fn spread(qubits: impl IntoIterator<Item = usize>) -> Vec<Gate> {
    let qubits: Vec<usize> = qubits.into_iter().collect();
    let mut gates = Vec::new();
    halve(&qubits, &mut gates);
    gates
}

fn halve(block: &[usize], out: &mut Vec<Gate>) {
    if block.len() < 2 {
        return;
    }
    let ([kept, given], turn) = halves(block);
    out.extend(exchange(turn, kept[0], given[0]));
    halve(kept, out);
    halve(given, out);
}

/// The half of a block that keeps its share of the probability, the half that gets its own, and the
/// rotation between their first qubits.
fn halves(block: &[usize]) -> ([&[usize]; 2], Op) {
    let (kept, given) = block.split_at(block.len().div_ceil(2));
    let share = given.len() as f64 / block.len() as f64;
    ([kept, given], Op::Ry(2.0 * libm::asin(share.sqrt())))
}

// The uniform superposition of the first M basis states of a register, for any M, without
// ancillas.
//
// With b the fewest qubits that hold M values, the top qubit is rotated by RY(2 arcsin √((M −
// 2ᵇ⁻¹)/M)); the qubits below it are in the uniform superposition of 2ᵇ⁻¹ values where it is 0
// (Hadamards), and of the M − 2ᵇ⁻¹ others where it is 1 (the same again). As Shukla & Vedula,
// Quantum Inf. Process. 23, 38 (2024), arXiv 2306.11747, here under controls; where M is a power
// of two, Hadamards are all.

/// The gates from |0⟩ to (|0⟩ + … + |M − 1⟩)/√M on `qubits`, least significant first.
pub(crate) fn uniform(qubits: &[usize], values: u64) -> Vec<Gate> {
    assert!(values > 0, "a superposition of no states");
    let width = bits(values);
    assert!(
        width <= qubits.len(),
        "{values} values on {} qubits",
        qubits.len()
    );
    let mut gates = Vec::new();
    spread_values(&qubits[..width], values, &mut Vec::new(), &mut gates);
    gates
}

/// The fewest bits that tell `values` values apart.
pub(crate) fn bits(values: u64) -> usize {
    (u64::BITS - values.saturating_sub(1).leading_zeros()) as usize
}

/// The superposition of `values` values below 2^`qubits`, in the states where the qubits in `given`
/// have the values there.
fn spread_values(
    qubits: &[usize],
    values: u64,
    given: &mut Vec<(usize, bool)>,
    out: &mut Vec<Gate>,
) {
    let under = |gate: Gate, given: &[(usize, bool)]| {
        let given = given.iter();
        given.fold(gate, |gate, &(qubit, value)| gate.when(qubit, value))
    };
    let Some((&top, below)) = qubits.split_last() else {
        return;
    };
    let half = 1 << below.len();
    if values == 2 * half {
        out.extend(qubits.iter().map(|&q| under(Gate::h(q), given)));
        return;
    }
    if values <= half {
        spread_values(below, values, given, out);
        return;
    }
    let share = (values - half) as f64 / values as f64;
    out.push(under(Gate::ry(top, 2.0 * libm::asin(share.sqrt())), given));
    for (value, left) in [(false, half), (true, values - half)] {
        given.push((top, value));
        spread_values(below, left, given, out);
        given.pop();
    }
}

// Gates between |10⟩ and |01⟩: `op` acts on these two as on |0⟩ and |1⟩, while |00⟩ and |11⟩ stay
// as they are.
//
// As gates: CX, `op` under a control, CX. With RX(2β) this is e^{−iβ(XX + YY)/2}, with RY(θ) the
// real rotation (Givens rotation) e^{−iθ(XY − YX)/4}. Over single-qubit gates and CX either takes
// two CX, not the four that the three gates would take one by one:
//
// > e^{−iθ(XY − YX)/4} = RY_a(π/2) · CX · RY_a(−θ/2) RY_b(θ/2) · CX · RY_a(−π/2),
//
// since CX takes Y_b to Z_a Y_b and Y_a to Y_a X_b, and RY(π/2) takes Z to X; RX is RY between
// RZ_b(±π/2). As every real two-qubit gate of determinant 1 does (Vatan & Williams, Phys. Rev. A
// 69, 032315 (2004), arXiv quant-ph/0308006).

/// `op` with |10⟩ (the 1 at `from`) as its |0⟩ and |01⟩ (the 1 at `to`) as its |1⟩.
pub(super) fn exchange(op: Op, from: usize, to: usize) -> [Gate; 3] {
    let parity = Gate::cx(to, from);
    [parity.clone(), Gate::new(op, to).when(from, true), parity]
}

/// e^{−iβ(XX + YY)/2} on two qubits.
pub(super) fn xy(beta: f64, a: usize, b: usize) -> [Gate; 3] {
    exchange(Op::Rx(2.0 * beta), a, b)
}

/// The first three of `gates` with two CX, where they are an exchange by RX or RY.
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

// Any circuit over the gates whose names all devices and readers share: H, X, RX, RY, RZ, CX and
// CZ.
//
// Of the gates of devices, up to a global phase: GPI and GPI2 are a whole and half a NOT about an
// axis that is rotated there and back, and ECR a rotation by π/2 about ZX and a flip of its first
// qubit.

impl Circuit {
    /// The same circuit up to a global phase over H, X, RX, RY, RZ and, under one control on 1, X
    /// and Z.
    pub(crate) fn elementary(&self) -> Self {
        let gates = self.gates.iter();
        Self {
            gates: gates.flat_map(|g| elementary(g, self.qubits)).collect(),
            ..self.clone()
        }
    }
}

pub(crate) fn elementary(gate: &Gate, n: usize) -> Vec<Gate> {
    let (first, q) = (gate.qubits[0], gate.target());
    match (gate.values.as_slice(), gate.op) {
        ([], Op::H | Op::X | Op::Rx(_) | Op::Ry(_) | Op::Rz(_)) => vec![gate.clone()],
        ([true], Op::X | Op::Z) => vec![gate.clone()],
        ([], Op::Y) => vec![Gate::ry(q, PI)],
        ([], Op::Sx) => vec![Gate::rx(q, FRAC_PI_2)],
        ([], Op::Gpi(phi)) => vec![Gate::rz(q, -phi), Gate::x(q), Gate::rz(q, phi)],
        ([], Op::Gpi2(phi)) => vec![Gate::rz(q, -phi), Gate::rx(q, FRAC_PI_2), Gate::rz(q, phi)],
        ([], Op::Rzz(theta) | Op::Zz(theta)) => parity_rotation(&gate.qubits, theta),
        ([], Op::Ecr) => {
            let turn = parity_rotation(&gate.qubits, FRAC_PI_2);
            let turn = [Gate::h(q)].into_iter().chain(turn);
            turn.chain([Gate::h(q), Gate::x(first)]).collect()
        }
        // a phase, which nothing sees where no control decides
        ([], op) => op.phase().map(|phi| Gate::rz(q, phi)).into_iter().collect(),
        _ => {
            let mut parts = Vec::new();
            lower(gate, n, &mut parts);
            parts.iter().flat_map(|part| elementary(part, n)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::SAMPLES;
    use super::super::{Circuit, SparseState};
    use super::*;
    use num_complex::Complex64;

    #[test]
    fn a_w_state_has_equal_amplitudes_at_one_hot_states_and_none_elsewhere() {
        for n in 1..=12 {
            let mut circuit = Circuit::new(n);
            circuit.extend(w_state((0..n).rev()));
            for (x, amplitude) in circuit.simulate().unwrap().iter().enumerate() {
                let one_hot = f64::from(u8::from(x.count_ones() == 1));
                let expected = one_hot / (n as f64).sqrt();
                assert!((amplitude - expected).norm() < 1e-14, "n = {n}, x = {x}");
            }
        }
    }

    #[test]
    fn a_w_state_takes_two_cx_for_each_qubit_but_three() {
        for n in 2..=33_usize {
            let mut circuit = Circuit::new(n);
            circuit.extend(w_state(0..n));
            assert_eq!(circuit.decomposed().two_qubit_gates(), 2 * n - 3, "n = {n}");
        }
    }

    #[test]
    fn spreading_keeps_a_single_one_wherever_it_starts() {
        for start in 0..5 {
            let mut state = SparseState::new(5).unwrap();
            state.apply(&[Gate::x(start)]).unwrap();
            state.apply(&spread(0..5)).unwrap();
            assert!(state.pairs().all(|(x, _)| x.count_ones() == 1), "{start}");
        }
    }

    #[test]
    fn turns_are_one_fewer_than_qubits_and_a_logarithm_deep() {
        for n in 1..=33_usize {
            let mut circuit = Circuit::new(n);
            circuit.extend(spread(0..n));
            assert_eq!(circuit.gates().len(), 3 * (n - 1), "n = {n}");
            let levels = n.next_power_of_two().ilog2() as usize;
            assert_eq!(circuit.two_qubit_depth(), 3 * levels, "n = {n}");
            let decomposed = circuit.decomposed();
            assert_eq!(decomposed.two_qubit_gates(), 2 * (n - 1), "n = {n}");
            assert_eq!(decomposed.two_qubit_depth(), 2 * levels, "n = {n}");
        }
    }

    #[test]
    fn every_one_of_the_first_states_has_the_same_amplitude_and_no_other_any() {
        for values in 1..=40 {
            let width = bits(values) + 1;
            let mut circuit = Circuit::new(width);
            circuit.extend(uniform(&(0..width).collect::<Vec<_>>(), values));
            for (x, amplitude) in (0..).zip(circuit.simulate().unwrap()) {
                let expected = if x < values {
                    (values as f64).sqrt().recip()
                } else {
                    0.0
                };
                assert!((amplitude - expected).norm() < 1e-14, "{values}: {x}");
            }
        }
    }

    #[test]
    fn a_power_of_two_takes_hadamards_alone() {
        assert_eq!(uniform(&[4, 2], 4), [Gate::h(4), Gate::h(2)]);
        assert_eq!(uniform(&[4, 2], 2), [Gate::h(4)]);
        assert!(uniform(&[4], 1).is_empty());
    }

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
            circuit.simulate().unwrap()
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

    #[test]
    fn elementary_gates_make_the_same_state_up_to_a_phase() {
        for op in SAMPLES {
            for controls in 0..=2 {
                for value in [true, false] {
                    let mut circuit = Circuit::new(3);
                    circuit.extend((0..3).map(|q| Gate::ry(q, 0.6 + 0.3 * q as f64)));
                    circuit.extend((0..3).map(|q| Gate::p(q, 0.2 + 0.5 * q as f64)));
                    let gate = Gate::new(op, 2);
                    circuit.push((0..controls).fold(gate, |gate, q| gate.when(q, value)));
                    let elementary = circuit.elementary();
                    let names = elementary.gate_counts();
                    let known = ["cx", "cz", "h", "rx", "ry", "rz", "x"];
                    assert!(names.keys().all(|name| known.contains(&name.as_str())));
                    let (a, b) = (circuit.simulate().unwrap(), elementary.simulate().unwrap());
                    let overlap = a.iter().zip(&b).map(|(x, y)| x.conj() * y);
                    let overlap: num_complex::Complex64 = overlap.sum();
                    assert!((overlap.norm() - 1.0).abs() < 1e-13, "{op:?} {controls}");
                }
            }
        }
    }

    #[test]
    fn gates_of_devices_are_their_elementary_gates_and_are_undone_by_their_inverse() {
        let pairs = [Op::Ecr, Op::Rzz(0.7), Op::Zz(-0.6)];
        let pairs = pairs.map(|op| Gate::pair(op, 0, 1));
        let singles = [Op::Sx, Op::Gpi(0.3), Op::Gpi2(-0.9)].map(|op| Gate::new(op, 1));
        let overlap = |a: &[Complex64], b: &[Complex64]| -> f64 {
            let products = a.iter().zip(b).map(|(x, y)| x.conj() * y);
            products.sum::<Complex64>().norm()
        };
        for gate in pairs.into_iter().chain(singles) {
            let mut circuit = Circuit::new(2);
            circuit.extend([Gate::ry(0, 0.6), Gate::ry(1, 1.1), Gate::p(0, 0.4)]);
            let before = circuit.simulate().unwrap();
            circuit.push(gate.clone());
            let after = circuit.simulate().unwrap();
            assert!(overlap(&before, &after) < 0.99, "{gate:?} does something");
            for other in [circuit.elementary(), circuit.decomposed()] {
                let other = other.simulate().unwrap();
                assert!((overlap(&after, &other) - 1.0).abs() < 1e-13, "{gate:?}");
            }
            let sparse = SparseState::of(&circuit).unwrap().amplitudes();
            let sparse: Vec<Complex64> = sparse.into_iter().map(|(_, a)| a).collect();
            assert!((overlap(&after, &sparse) - 1.0).abs() < 1e-13, "{gate:?}");
            circuit.push(gate.inverse());
            let undone = circuit.simulate().unwrap();
            assert!((overlap(&before, &undone) - 1.0).abs() < 1e-13, "{gate:?}");
        }
    }
}
