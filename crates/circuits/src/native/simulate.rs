//! Gate by gate on plain vectors, by the vendors' matrices: the judge of every translation. Qubit k
//! is bit k of the basis index.

use super::gate::Matrix;
use super::{NativeCircuit, NativeGate};
use crate::error::{Error, Result};
use num_complex::Complex64;

/// The most qubits that are simulated: 2²⁰ amplitudes, 16 MiB.
pub(crate) const MAX_QUBITS: usize = 20;

impl NativeCircuit {
    /// The 2ⁿ amplitudes of the gates applied to |0…0⟩.
    ///
    /// # Errors
    /// If there are more than [`MAX_QUBITS`] qubits; [`NativeCircuit::compacted`] leaves out those
    /// that nothing happens to.
    pub(crate) fn simulate(&self) -> Result<Vec<Complex64>> {
        if self.qubits > MAX_QUBITS {
            return Err(Error::argument(
                "circuit",
                format!("{} qubits", self.qubits),
                format!("the simulator of native gates takes at most {MAX_QUBITS}"),
            ));
        }
        let mut amplitudes = vec![Complex64::ZERO; 1 << self.qubits];
        amplitudes[0] = Complex64::ONE;
        for gate in &self.gates {
            amplitudes = apply(*gate, &amplitudes);
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

/// ψ'_x = Σ_c U[r][c] ψ_(x with the gate's bits c), r being the gate's bits of x.
fn apply(gate: NativeGate, amplitudes: &[Complex64]) -> Vec<Complex64> {
    let new_amplitude = |x: usize| match gate.matrix() {
        Matrix::One(q, u) => {
            let zero = x & !(1 << q);
            let row = u[x >> q & 1];
            row[0] * amplitudes[zero] + row[1] * amplitudes[zero | 1 << q]
        }
        Matrix::Two([a, b], u) => {
            let zero = x & !(1 << a) & !(1 << b);
            let row = u[(x >> a & 1) | (x >> b & 1) << 1];
            let at = |c: usize| amplitudes[zero | (c & 1) << a | (c >> 1) << b];
            (0..4).map(|c| row[c] * at(c)).sum()
        }
    };
    (0..amplitudes.len()).map(new_amplitude).collect()
}

#[cfg(test)]
mod tests {
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
