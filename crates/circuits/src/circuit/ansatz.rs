//! The QAOA ansatz written as gates.
//!
//! With C = const + Σ c_S Π_{i∈S} z_i (|S| = 1: fields h, |S| = 2: couplings J), a layer is, up to
//! the phase e^{-iγ·const} which no measurement sees and which is left out,
//!
//! e^{-iγC} = Π_S e^{-iγ c_S Z_S}, each an RZ(2γ c_S) between two ladders of CX; e^{-iβΣX} = Π_k
//! RX_k(2β)
//!
//! (Farhi, Goldstone & Gutmann, arXiv 1411.4028, eq. 3 and 5; conventions in CONVENTIONS.md). Terms
//! on disjoint qubits stand side by side, so that the depth is near the largest number of terms on
//! one qubit.

use super::rounds::disjoint_rounds;
use super::{Circuit, Gate};
use ketboard_qaoa::Angles;
use std::collections::BTreeMap;

impl Circuit {
    /// The QAOA circuit |γ, β⟩ = Π_{k=p..1} e^{-iβ_k ΣX} e^{-iγ_k C} |+⟩ⁿ on `n` qubits.
    ///
    /// `terms` are the Ising terms (ascending qubits, coefficient of the product of their z). The
    /// empty term, the constant of C, is skipped: it is a global phase.
    ///
    /// # Panics
    /// If a term names a qubit twice, or one that is not below `n`.
    pub fn qaoa(terms: &[(Vec<usize>, f64)], n: usize, angles: &Angles) -> Self {
        let mut circuit = Self::new(n);
        for qubit in 0..n {
            circuit.push(Gate::h(qubit));
        }
        for (gamma, beta) in angles.layers() {
            for (qubits, angle) in cost_phases(terms, n, gamma) {
                circuit.extend(parity_rotation(&qubits, angle));
            }
            for qubit in 0..n {
                circuit.push(Gate::rx(qubit, 2.0 * beta));
            }
        }
        circuit
    }
}

/// e^{-iγC} but for its constant as (qubits S, angle 2γc) of e^{-i(angle/2) Z_S}: by degree, and
/// within a degree in rounds of disjoint sets. `terms` are Ising terms on `n` qubits.
///
/// # Panics
/// If a term names a qubit that is not below `n`.
pub fn cost_phases(terms: &[(Vec<usize>, f64)], n: usize, gamma: f64) -> Vec<(Vec<usize>, f64)> {
    let ordered = in_rounds(terms, n).into_iter();
    ordered
        .map(|(qubits, coefficient)| (qubits, 2.0 * gamma * coefficient))
        .collect()
}

/// e^{-i(angle/2) Z_S} as gates: the parity of the set S is carried to its last qubit, turned
/// there, and carried back.
pub fn parity_rotation(set: &[usize], angle: f64) -> Vec<Gate> {
    let Some(&last) = set.last() else {
        return Vec::new();
    };
    let ladder = set.windows(2).map(|pair| Gate::cx(pair[0], pair[1]));
    let turn = std::iter::once(Gate::rz(last, angle));
    ladder.clone().chain(turn).chain(ladder.rev()).collect()
}

/// The terms of an Ising Hamiltonian but for its constant: by degree, and within a degree in rounds
/// of disjoint terms.
fn in_rounds(terms: &[(Vec<usize>, f64)], n: usize) -> Vec<(Vec<usize>, f64)> {
    let mut by_degree: BTreeMap<usize, Vec<&(Vec<usize>, f64)>> = BTreeMap::new();
    for term in terms {
        let (qubits, coefficient) = term;
        if !qubits.is_empty() && *coefficient != 0.0 {
            by_degree.entry(qubits.len()).or_default().push(term);
        }
    }
    let mut ordered = Vec::new();
    for group in by_degree.values() {
        let sets: Vec<&[usize]> = group.iter().map(|(qubits, _)| qubits.as_slice()).collect();
        let rounds = disjoint_rounds(&sets, n);
        ordered.extend(rounds.into_iter().flatten().map(|i| group[i].clone()));
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete_graph(n: usize) -> Vec<(Vec<usize>, f64)> {
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| vec![i, j]));
        pairs.map(|pair| (pair, 0.5)).collect()
    }

    #[test]
    fn a_layer_costs_two_cx_for_each_coupling() {
        let mut terms = complete_graph(5);
        terms.push((vec![], 7.0));
        terms.push((vec![2], 0.25));
        terms.push((vec![0, 1, 2], 1.0));
        let angles = Angles::from_flat(&[0.1, 0.2, 0.3, 0.4]);
        let circuit = Circuit::qaoa(&terms, 5, &angles);
        let expected = [
            ("cx", 2 * (2 * 10 + 4)),
            ("h", 5),
            ("rx", 2 * 5),
            ("rz", 2 * 12),
        ];
        let expected = expected.map(|(name, count)| (name.to_owned(), count));
        assert_eq!(circuit.gate_counts(), BTreeMap::from(expected));
        assert_eq!(circuit.two_qubit_gates(), 48);
    }

    #[test]
    fn the_couplings_of_a_complete_graph_are_done_in_parallel() {
        let angles = Angles::from_flat(&[0.1, 0.2]);
        for n in [2, 4, 6, 8, 12] {
            let circuit = Circuit::qaoa(&complete_graph(n), n, &angles);
            // H, then n − 1 rounds of cx rz cx, then RX
            assert_eq!(circuit.depth(), 1 + 3 * (n - 1) + 1, "n = {n}");
            assert_eq!(circuit.two_qubit_depth(), 2 * (n - 1), "n = {n}");
        }
    }
}
