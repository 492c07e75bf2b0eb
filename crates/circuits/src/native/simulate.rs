//! Gate by gate by the vendors' matrices, on the dense judge of all circuits: the judge of every
//! translation. Qubit k is bit k of the basis index.

use super::NativeCircuit;
use crate::circuit::{apply_matrix, zero_state};
use crate::error::Result;
use num_complex::Complex64;

impl NativeCircuit {
    /// The 2ⁿ amplitudes of the gates applied to |0…0⟩.
    ///
    /// # Errors
    /// If there are more qubits than the dense judge takes; [`NativeCircuit::compacted`] leaves out
    /// those that nothing happens to.
    pub(crate) fn simulate(&self) -> Result<Vec<Complex64>> {
        let mut amplitudes = zero_state(self.qubits)?;
        let mut image = amplitudes.clone();
        for gate in &self.gates {
            apply_matrix(&gate.matrix(), &gate.qubits(), &amplitudes, &mut image);
            std::mem::swap(&mut amplitudes, &mut image);
        }
        Ok(amplitudes)
    }

    /// The probability of each outcome: bit i of the index is the qubit `measured[i]`.
    ///
    /// # Errors
    /// As `Self::simulate`, for the qubits that are used.
    pub fn probabilities(&self) -> Result<Vec<f64>> {
        let circuit = self.compacted();
        let mut outcomes = vec![0.0; 1 << circuit.measured.len()];
        for (x, amplitude) in circuit.simulate()?.iter().enumerate() {
            let bits = circuit.measured.iter().enumerate();
            let outcome: usize = bits.map(|(i, &q)| (x >> q & 1) << i).sum();
            outcomes[outcome] += amplitude.norm_sqr();
        }
        Ok(outcomes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::NativeGate;
    use super::*;
    use std::f64::consts::FRAC_1_SQRT_2;

    #[test]
    fn outcomes_are_read_in_the_order_of_the_measured_qubits() {
        let circuit = NativeCircuit {
            qubits: 40,
            gates: vec![NativeGate::X(31), NativeGate::Cx(31, 2), NativeGate::Sx(7)],
            measured: vec![7, 2, 12],
        };
        let outcomes = circuit.probabilities().unwrap();
        let expected = [0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0];
        for (found, wanted) in outcomes.iter().zip(expected) {
            assert!((found - wanted).abs() < 1e-15, "{outcomes:?}");
        }
        assert!(circuit.simulate().is_err());
    }

    #[test]
    fn the_first_qubit_of_ecr_is_the_one_that_is_flipped() {
        let circuit = NativeCircuit {
            qubits: 2,
            gates: vec![NativeGate::Ecr(1, 0)],
            measured: vec![0, 1],
        };
        // (X₁ − Y₁X₀)|00⟩/√2 = (|10⟩ − i|11⟩)/√2, qubit 1 on the left
        let state = circuit.simulate().unwrap();
        assert!((state[0b10] - FRAC_1_SQRT_2).norm() < 1e-15, "{state:?}");
        assert!((state[0b11] + Complex64::I * FRAC_1_SQRT_2).norm() < 1e-15);
    }
}
