//! The uniform superposition of the first M basis states of a register, for any M, without
//! ancillas.
//!
//! With b the fewest qubits that hold M values, the top qubit is rotated by RY(2 arcsin √((M −
//! 2ᵇ⁻¹)/M)); the qubits below it are in the uniform superposition of 2ᵇ⁻¹ values where it is 0
//! (Hadamards), and of the M − 2ᵇ⁻¹ others where it is 1 (the same again). As Shukla & Vedula,
//! Quantum Inf. Process. 23, 38 (2024), arXiv 2306.11747, here under controls; where M is a power
//! of two, Hadamards are all.

use super::Gate;

/// The gates from |0⟩ to (|0⟩ + … + |M − 1⟩)/√M on `qubits`, least significant first.
///
/// # Panics
/// If M is 0 or more than the qubits can hold.
pub(crate) fn uniform(qubits: &[usize], values: u64) -> Vec<Gate> {
    assert!(values > 0, "a superposition of no states");
    let width = bits(values);
    assert!(
        width <= qubits.len(),
        "{values} values on {} qubits",
        qubits.len()
    );
    let mut gates = Vec::new();
    spread(&qubits[..width], values, &mut Vec::new(), &mut gates);
    gates
}

/// The fewest bits that tell `values` values apart.
pub(crate) fn bits(values: u64) -> usize {
    (u64::BITS - values.saturating_sub(1).leading_zeros()) as usize
}

/// The superposition of `values` values below 2^`qubits`, in the states where the qubits in `given`
/// have the values there.
fn spread(qubits: &[usize], values: u64, given: &mut Vec<(usize, bool)>, out: &mut Vec<Gate>) {
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
        spread(below, values, given, out);
        return;
    }
    let share = (values - half) as f64 / values as f64;
    out.push(under(Gate::ry(top, 2.0 * libm::asin(share.sqrt())), given));
    for (value, left) in [(false, half), (true, values - half)] {
        given.push((top, value));
        spread(below, left, given, out);
        given.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Circuit, simulate};
    use super::*;

    #[test]
    fn every_one_of_the_first_states_has_the_same_amplitude_and_no_other_any() {
        for values in 1..=40 {
            let width = bits(values) + 1;
            let mut circuit = Circuit::new(width);
            circuit.extend(uniform(&(0..width).collect::<Vec<_>>(), values));
            for (x, amplitude) in (0..).zip(simulate(&circuit).unwrap()) {
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
}
