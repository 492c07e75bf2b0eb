//! Gate by gate on plain vectors: slow, obvious, and the judge of every circuit that is exported.
//!
//! Each gate is applied by its matrix ([`Op::matrix`](super::Op::matrix)) to all amplitudes;
//! nothing is shared with the fast simulator [`ketboard_qaoa::State`]. Qubit k is bit k of the
//! basis index.

use super::{Circuit, Gate};
use crate::error::{Error, Result};
use num_complex::Complex64;

/// The most qubits [`simulate`] accepts: 2²⁰ amplitudes, 16 MiB.
pub(crate) const MAX_QUBITS: usize = 20;

/// The 2ⁿ amplitudes of the circuit applied to |0…0⟩.
///
/// # Errors
/// If the circuit has more than `MAX_QUBITS` qubits.
pub fn simulate(circuit: &Circuit) -> Result<Vec<Complex64>> {
    if circuit.qubits() > MAX_QUBITS {
        return Err(Error::argument(
            "circuit",
            format!("{} qubits", circuit.qubits()),
            format!(
                "the dense gate-by-gate simulator takes at most {MAX_QUBITS}; use the sparse one or the state vector of `sim`"
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

/// ψ'_x = Σ_c U[x_t][c] ψ_(x with target bit c) where the controls of x have their values, else
/// ψ_x.
fn apply(gate: &Gate, amplitudes: &[Complex64]) -> Vec<Complex64> {
    let matrix = gate.op.matrix();
    let bit = |index: usize, qubit: usize| index >> qubit & 1;
    let acts = |index: usize| {
        let mut controls = gate.controls.iter();
        controls.all(|control| bit(index, control.qubit) == usize::from(control.value))
    };
    let new_amplitude = |index: usize| {
        if !acts(index) {
            return amplitudes[index];
        }
        let row = matrix[bit(index, gate.target)];
        let zero = index & !(1 << gate.target);
        row[0] * amplitudes[zero] + row[1] * amplitudes[zero | 1 << gate.target]
    };
    (0..amplitudes.len()).map(new_amplitude).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The basis index that a circuit of NOTs, controlled or not, ends in.
    fn classical(qubits: usize, gates: &[Gate]) -> usize {
        let mut circuit = Circuit::new(qubits);
        circuit.extend(gates.iter().cloned());
        let amplitudes = simulate(&circuit).unwrap();
        amplitudes.iter().position(|a| a.norm() > 0.5).unwrap()
    }

    #[test]
    fn qubit_k_is_bit_k_and_the_controls_decide() {
        for q in 0..3 {
            assert_eq!(classical(3, &[Gate::x(q)]), 1 << q);
        }
        assert_eq!(classical(3, &[Gate::x(0), Gate::cx(0, 2)]), 0b101);
        assert_eq!(classical(3, &[Gate::x(0), Gate::cx(2, 0)]), 0b001);
        assert_eq!(classical(3, &[Gate::x(2), Gate::cx(2, 0)]), 0b101);
        let one_and_not_other = Gate::x(2).when(0, true).when(1, false);
        for (index, flips) in [(0b00, false), (0b01, true), (0b10, false), (0b11, false)] {
            let mut gates: Vec<Gate> = (0..2)
                .filter(|q| index >> q & 1 == 1)
                .map(Gate::x)
                .collect();
            gates.push(one_and_not_other.clone());
            assert_eq!(classical(3, &gates), index | usize::from(flips) << 2);
        }
    }

    #[test]
    fn too_many_qubits_are_refused_before_anything_is_allocated() {
        let error = simulate(&Circuit::new(60)).unwrap_err().to_string();
        assert!(error.contains("60 qubits"), "{error}");
    }
}
