//! Matrices on a plain vector: slow, obvious, and the judge of every circuit that is exported, of
//! every translation into native gates, and of the noise. Each gate is applied by its matrix to all
//! amplitudes; nothing is shared with the fast simulator [`ketboard_qaoa::State`].

use super::{Circuit, Gate};
use crate::error::{Error, Result};
use num_complex::Complex64;
use rayon::prelude::*;

/// The most qubits of a state here: 2²⁰ amplitudes, 16 MiB.
const MAX_QUBITS: usize = 20;

/// A square matrix, row by row; of its bits the first is the least significant one.
pub(crate) type DenseMatrix = Vec<Vec<Complex64>>;

impl Circuit {
    /// The 2ⁿ amplitudes of the circuit applied to |0…0⟩; qubit k is bit k of the index. Fails if
    /// the circuit has more than 20 qubits.
    pub fn simulate(&self) -> Result<Vec<Complex64>> {
        let qubits = self.qubits();
        if qubits > MAX_QUBITS {
            return Err(Error::argument(
                "circuit",
                format!("{qubits} qubits"),
                format!(
                    "the dense gate-by-gate simulator takes at most {MAX_QUBITS}; use the sparse one"
                ),
            ));
        }
        let mut amplitudes = vec![Complex64::ZERO; 1 << qubits];
        amplitudes[0] = Complex64::ONE;
        for gate in self.gates() {
            amplitudes = apply(gate, &amplitudes);
        }
        Ok(amplitudes)
    }
}

fn apply(gate: &Gate, amplitudes: &[Complex64]) -> Vec<Complex64> {
    let mut image = vec![Complex64::ZERO; amplitudes.len()];
    let on = &gate.qubits[gate.values.len()..];
    apply_matrix(&gate.op.dense(), on, amplitudes, &mut image);
    let holds = |x: usize| {
        let mut controls = gate.controls();
        controls.all(|(qubit, value)| x >> qubit & 1 == usize::from(value))
    };
    for (x, value) in image.iter_mut().enumerate() {
        if !holds(x) {
            *value = amplitudes[x];
        }
    }
    image
}

impl Circuit {
    /// The probability of each outcome: bit i of the index is the i-th qubit that is measured.
    /// Fails if more than 20 qubits are used.
    pub fn probabilities(&self) -> Result<Vec<f64>> {
        let circuit = self.compacted();
        let measured = circuit.measured();
        let mut outcomes = vec![0.0; 1 << measured.len()];
        for (x, amplitude) in circuit.simulate()?.iter().enumerate() {
            let bits = measured.iter().enumerate();
            let outcome: usize = bits.map(|(i, &q)| (x >> q & 1) << i).sum();
            outcomes[outcome] += amplitude.norm_sqr();
        }
        Ok(outcomes)
    }
}

/// ψ'_x = Σ_c M[r][c] ψ_(x with `bits` c), r being those bits of x. ψ' is written to `image`.
pub(crate) fn apply_matrix(
    matrix: &DenseMatrix,
    bits: &[usize],
    vector: &[Complex64],
    image: &mut [Complex64],
) {
    let spread = |c: usize| -> usize { (0..bits.len()).map(|i| (c >> i & 1) << bits[i]).sum() };
    let places: Vec<usize> = (0..matrix.len()).map(spread).collect();
    let mask = places[places.len() - 1];
    // zeros of a sparse matrix are not multiplied
    let rows: Vec<Vec<(usize, Complex64)>> = matrix
        .iter()
        .map(|row| places.iter().copied().zip(row.iter().copied()))
        .map(|row| row.filter(|(_, value)| *value != Complex64::ZERO).collect())
        .collect();
    let new = |x: usize| -> Complex64 {
        let r: usize = (0..bits.len()).map(|i| (x >> bits[i] & 1) << i).sum();
        let rest = x & !mask;
        rows[r]
            .iter()
            .map(|(place, value)| value * vector[rest | place])
            .sum()
    };
    let entries = image.par_iter_mut().enumerate();
    entries.for_each(|(x, value)| *value = new(x));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The basis index that a circuit of NOTs, controlled or not, ends in.
    fn classical(qubits: usize, gates: &[Gate]) -> usize {
        let mut circuit = Circuit::new(qubits);
        circuit.extend(gates.iter().cloned());
        let amplitudes = circuit.simulate().unwrap();
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
        let error = Circuit::new(60).simulate().unwrap_err().to_string();
        assert!(error.contains("60 qubits"), "{error}");
    }
}
