//! The basis in which a circuit is simulated: Clifford turns V of the start, so that rotations are
//! cheap.
//!
//! First the rotations that commute with each other (of QAOA: all cost layers) become diagonal.
//! With R = isZ, a quarter turn about R takes s to −Z and leaves what is diagonal and commutes with
//! s. Then, by CX, CZ and a phase, which keep diagonal operators diagonal, the first others (of
//! QAOA: the mixer) become X of one qubit each. How a compiler began (some qubits |0⟩, some |+⟩,
//! parities) then no longer matters.

use super::frame::turned;
use super::pauli::Pauli;
use super::rotations::{quarters, rotations};
use crate::circuit::Gate;
use std::f64::consts::FRAC_PI_2;

/// Quarter turns, first applied first, for rotations about these operators.
pub(super) fn start_turns(operators: Vec<Pauli>) -> Vec<(Pauli, u8)> {
    let mut basis = Basis {
        operators,
        turns: Vec::new(),
    };
    basis.make_diagonal();
    basis.make_single();
    basis.turns
}

/// Operators in the basis so far, and the quarter turns that led to it.
struct Basis {
    operators: Vec<Pauli>,
    turns: Vec<(Pauli, u8)>,
}

impl Basis {
    fn turn(&mut self, axis: Pauli, quarters: u8) {
        for operator in &mut self.operators {
            *operator = turned(*operator, &axis, quarters);
        }
        self.turns.push((axis, quarters));
    }

    fn gate(&mut self, gate: &Gate) {
        for (axis, theta) in rotations(gate) {
            let quarters = quarters(theta).expect("these gates are Clifford");
            self.turn(axis, quarters);
        }
    }

    /// Greedily, in the order of the circuit: all that commute with those before them.
    fn make_diagonal(&mut self) {
        let mut chosen: Vec<Pauli> = Vec::new();
        let mut places = Vec::new();
        for (i, operator) in self.operators.iter().enumerate() {
            if chosen.contains(operator) {
                continue;
            }
            if !chosen.iter().any(|other| other.anticommutes_with(operator)) {
                chosen.push(*operator);
                places.push(i);
            }
        }
        for i in places {
            let operator = self.operators[i];
            if !operator.is_diagonal() {
                let qubit = operator.x.trailing_zeros() as usize;
                self.turn(operator.times(Pauli::z(qubit)).times_i(1), 1);
            }
        }
    }

    /// The first others that commute with each other: each X of a qubit of its own.
    fn make_single(&mut self) {
        let mut taken = 0_u64;
        for i in 0..self.operators.len() {
            let operator = self.operators[i];
            let free = operator.x & !taken;
            if free == 0 || operator.z & taken != 0 {
                continue;
            }
            let pivot = free.trailing_zeros() as usize;
            for qubit in bits(operator.x & !(1 << pivot)) {
                self.gate(&Gate::cx(pivot, qubit));
            }
            for qubit in bits(self.operators[i].z & !(1 << pivot)) {
                self.gate(&Gate::z(qubit).when(pivot, true));
            }
            if self.operators[i].z >> pivot & 1 == 1 {
                self.gate(&Gate::rz(pivot, FRAC_PI_2));
            }
            taken |= 1 << pivot;
        }
    }
}

fn bits(mask: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |k| mask >> k & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::Op;

    /// Three cost terms and a mixer on each of three qubits, seen through a Clifford circuit.
    #[test]
    fn cost_terms_become_diagonal_and_mixers_single_whatever_stood_before() {
        let (x, z) = (Pauli::x, Pauli::z);
        let cost = [z(0).times(z(1)), z(1).times(z(2)), z(0), z(2)];
        let layer: Vec<Pauli> = cost.into_iter().chain([x(0), x(1), x(2)]).collect();
        let mut hidden = Basis {
            operators: [layer.clone(), layer].concat(),
            turns: Vec::new(),
        };
        for gate in [
            Gate::new(Op::Sx, 1),
            Gate::cx(1, 2),
            Gate::pair(Op::Ecr, 2, 0),
            Gate::rz(0, FRAC_PI_2),
            Gate::z(1).when(0, true),
            Gate::new(Op::Sx, 2),
        ] {
            hidden.gate(&gate);
        }
        let seen = hidden.operators.clone();
        assert!(seen[..4].iter().any(|p| !p.is_diagonal()));
        let mut found = seen.clone();
        for (axis, quarters) in start_turns(seen) {
            for operator in &mut found {
                *operator = turned(*operator, &axis, quarters);
            }
        }
        for layer in found.chunks(7) {
            assert!(layer[..4].iter().all(Pauli::is_diagonal), "{layer:?}");
            for mixer in &layer[4..] {
                assert_eq!((mixer.x.count_ones(), mixer.z), (1, 0), "{layer:?}");
            }
        }
    }
}
