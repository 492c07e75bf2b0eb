//! Gate by gate on plain vectors: slow, obvious, and the judge of every circuit that is exported.
//!
//! Each gate is applied by its matrix ([`Gate::matrix`]) to all amplitudes; nothing is shared with the
//! fast simulator of [`crate::sim`]. Qubit k is bit k of the basis index.

use super::{Circuit, Gate};
use crate::error::{Error, Result};
use num_complex::Complex64;

/// The most qubits [`simulate`] accepts: 2²⁰ amplitudes, 16 MiB.
pub const MAX_QUBITS: usize = 20;

/// The 2ⁿ amplitudes of the circuit applied to |0…0⟩.
///
/// # Errors
/// If the circuit has more than [`MAX_QUBITS`] qubits.
pub fn simulate(circuit: &Circuit) -> Result<Vec<Complex64>> {
    if circuit.qubits() > MAX_QUBITS {
        return Err(Error::argument(
            "circuit",
            format!("{} qubits", circuit.qubits()),
            format!(
                "the gate-by-gate simulator takes at most {MAX_QUBITS}; use the state vector of `sim`"
            ),
        ));
    }
    let mut amplitudes = vec![Complex64::ZERO; 1 << circuit.qubits()];
    amplitudes[0] = Complex64::ONE;
    for gate in circuit.gates() {
        amplitudes = apply(gate, &amplitudes);
    }
    Ok(amplitudes)
}

/// ψ'_x = Σ_c U[x on the gate's qubits][c] ψ_(x with c put on those qubits).
fn apply(gate: &Gate, amplitudes: &[Complex64]) -> Vec<Complex64> {
    let (matrix, qubits) = (gate.matrix(), gate.qubits());
    let read = |index: usize| -> usize {
        let bits = qubits.iter().enumerate();
        bits.map(|(j, &q)| (index >> q & 1) << j).sum()
    };
    let put = |index: usize, value: usize| {
        let bits = qubits.iter().enumerate();
        bits.fold(index, |index, (j, &q)| {
            index & !(1 << q) | (value >> j & 1) << q
        })
    };
    let new_amplitude = |index: usize| {
        let row = matrix[read(index)].iter().enumerate();
        row.map(|(c, entry)| entry * amplitudes[put(index, c)])
            .sum()
    };
    (0..amplitudes.len()).map(new_amplitude).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The basis index that a circuit of X and CX ends in.
    fn classical(qubits: usize, gates: &[Gate]) -> usize {
        let mut circuit = Circuit::new(qubits);
        gates.iter().for_each(|&gate| circuit.push(gate));
        let amplitudes = simulate(&circuit).unwrap();
        amplitudes.iter().position(|a| a.norm() > 0.5).unwrap()
    }

    #[test]
    fn qubit_k_is_bit_k_and_the_control_decides() {
        let cx = |control, target| Gate::Cx { control, target };
        for q in 0..3 {
            assert_eq!(classical(3, &[Gate::X(q)]), 1 << q);
        }
        assert_eq!(classical(3, &[Gate::X(0), cx(0, 2)]), 0b101);
        assert_eq!(classical(3, &[Gate::X(0), cx(2, 0)]), 0b001);
        assert_eq!(classical(3, &[Gate::X(2), cx(2, 0)]), 0b101);
    }

    #[test]
    fn too_many_qubits_are_refused_before_anything_is_allocated() {
        let error = simulate(&Circuit::new(60)).unwrap_err().to_string();
        assert!(error.contains("60 qubits"), "{error}");
    }
}
