//! W states: one 1 among n qubits, each place with amplitude 1/√n, by an exact recursion of
//! rotations between two places.
//!
//! The 1 starts at the first qubit of a block of n. Of a block of m qubits the first ⌈m/2⌉ keep
//! their share of the probability and the other half gets its own, by one rotation of |10⟩ and |01⟩
//! between the first qubits of both; then each half is a block. That is n − 1 rotations, ⌈log₂ n⌉
//! of them one after another (Cruz et al., Adv. Quantum Technol. 2, 1900015 (2019), arXiv
//! 1807.05572, the tree; a chain takes as many, one after another). A rotation keeps |00⟩ and |11⟩,
//! and so the number of ones of any state. It takes two CX; from |0…0⟩ the first one acts on a
//! known state, and takes one: 2n − 3 in all, as in that paper.

use super::exchange::exchange;
use super::{Gate, Op};

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

#[cfg(test)]
mod tests {
    use super::super::{Circuit, SparseState, simulate};
    use super::*;

    #[test]
    fn a_w_state_has_equal_amplitudes_at_one_hot_states_and_none_elsewhere() {
        for n in 1..=12 {
            let mut circuit = Circuit::new(n);
            circuit.extend(w_state((0..n).rev()));
            for (x, amplitude) in simulate(&circuit).unwrap().iter().enumerate() {
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
}
