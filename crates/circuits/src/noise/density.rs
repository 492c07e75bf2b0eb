//! Exact noisy simulation by the density matrix: the judge of the trajectories.
//!
//! ρ is a plain vector of 4ᵏ numbers, ρ_rc at r + 2ᵏc. A gate is ρ ↦ UρU†, relaxation ρ ↦ Σ KρK†,
//! depolarizing ρ ↦ (1 − λ)ρ + λ 1/d ⊗ tr ρ. Only the circuit with its noise is shared with the
//! trajectories.

use super::channel::Relaxation;
use super::channel::misread;
use super::model::{NoisyCircuit, NoisyStep};
use crate::circuit::{DenseMatrix, apply_matrix};
use crate::error::{Error, Result};
use ketboard_qaoa::Precision;
use ketboard_qaoa::memory::{self, Purpose};
use num_complex::Complex64;
use std::ops::ControlFlow;

/// The most qubits: 4¹² numbers, 256 MiB, and as much again while one ρ is made of the other.
const MAX_DENSITY_QUBITS: usize = 12;

/// Processor time of one number of ρ in one pass over it, as measured on a machine of two cores.
const SECONDS_OF_A_NUMBER: f64 = 7e-9;

impl NoisyCircuit {
    /// The probabilities of all outcomes under noise, readout errors included; bit i of the index
    /// is the i-th measured qubit. `progress` is called after each step. Fails if more than
    /// `MAX_DENSITY_QUBITS` qubits are used, the matrix does not fit into memory, or `progress`
    /// says stop.
    pub fn distribution(&self, progress: &dyn Fn() -> ControlFlow<()>) -> Result<Vec<f64>> {
        let rho = density_matrix(self, progress)?;
        let mut outcomes = vec![0.0; 1 << self.measured.len()];
        for x in 0..1_usize << self.qubits {
            let bits = self.measured.iter().enumerate();
            let outcome: usize = bits.map(|(i, &q)| (x >> q & 1) << i).sum();
            outcomes[outcome] += rho[x | x << self.qubits].re;
        }
        misread(&mut outcomes, &self.readout);
        Ok(outcomes)
    }

    /// Roughly the processor seconds that [`Self::distribution`] takes: passes over the 4ᵏ numbers,
    /// two for a gate and one for noise. Fails if more than `MAX_DENSITY_QUBITS` qubits are used.
    pub fn density_seconds(&self) -> Result<f64> {
        Self::check_density(self.qubits)?;
        let passes = |step: &NoisyStep| match step {
            NoisyStep::Gate(_) => 2.0,
            _ => 1.0,
        };
        let all: f64 = self.steps.iter().map(passes).sum();
        Ok(all * 4_f64.powi(self.qubits as i32) * SECONDS_OF_A_NUMBER)
    }

    /// Succeeds if the density matrix of `qubits` qubits fits into memory.
    pub fn check_density(qubits: usize) -> Result<()> {
        if qubits > MAX_DENSITY_QUBITS {
            let found = format!("{qubits} qubits are used");
            let remedy = format!(
                "a density matrix takes at most {MAX_DENSITY_QUBITS}; leave `exact` out for trajectories, or use `target_qubits`"
            );
            return Err(Error::setting("exact", found, remedy));
        }
        Ok(memory::check(
            2 * qubits,
            Purpose::TwoStates,
            Precision::F64,
        )?)
    }
}

fn density_matrix(
    circuit: &NoisyCircuit,
    progress: &dyn Fn() -> ControlFlow<()>,
) -> Result<Vec<Complex64>> {
    let n = circuit.qubits;
    NoisyCircuit::check_density(n)?;
    let mut rho = vec![Complex64::ZERO; 1 << (2 * n)];
    rho[0] = Complex64::ONE;
    let mut next = vec![Complex64::ZERO; 1 << (2 * n)];
    let mut pass = |matrix: &DenseMatrix, bits: &[usize]| {
        apply_matrix(matrix, bits, &rho, &mut next);
        std::mem::swap(&mut rho, &mut next);
    };
    for step in &circuit.steps {
        match step {
            NoisyStep::Gate(gate) => {
                let unitary = gate.matrix();
                let conjugate: DenseMatrix = unitary.iter().map(|row| conjugated(row)).collect();
                pass(&unitary, &gate.qubits);
                pass(&conjugate, &gate.moved(|q| q + n).qubits);
            }
            NoisyStep::Depolarize(on, lambda) => {
                let all = on.iter().copied().chain(on.iter().map(|q| q + n));
                pass(
                    &depolarizing(1 << on.len(), *lambda),
                    &all.collect::<Vec<_>>(),
                );
            }
            NoisyStep::Relax(q, over) => pass(&relaxing(*over), &[*q, q + n]),
        }
        if progress().is_break() {
            return Err(Error::STOPPED);
        }
    }
    Ok(rho)
}

fn conjugated(row: &[Complex64]) -> Vec<Complex64> {
    row.iter().map(Complex64::conj).collect()
}

/// ρ ↦ (1 − λ)ρ + λ 1/d ⊗ tr ρ on `d` levels; row and column of ρ are the low and high digits.
fn depolarizing(d: usize, lambda: f64) -> DenseMatrix {
    let one = |is: bool| f64::from(u8::from(is));
    let entry = |r: usize, c: usize| {
        let traced = one(r % d == r / d) * one(c % d == c / d);
        Complex64::from((1.0 - lambda) * one(r == c) + lambda / d as f64 * traced)
    };
    squared(d, entry)
}

fn relaxing(over: Relaxation) -> DenseMatrix {
    let kraus = over.kraus();
    let product = |r: usize, c: usize| {
        let each = kraus
            .iter()
            .map(|k| k[r % 2][c % 2] * k[r / 2][c / 2].conj());
        each.sum()
    };
    squared(2, product)
}

/// The matrix of d² rows with these entries.
fn squared(d: usize, entry: impl Fn(usize, usize) -> Complex64) -> DenseMatrix {
    let row = |r| (0..d * d).map(|c| entry(r, c)).collect();
    (0..d * d).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::{Gate, Op};

    fn of(steps: Vec<NoisyStep>, qubits: usize) -> NoisyCircuit {
        NoisyCircuit {
            qubits,
            steps,
            measured: (0..qubits).collect(),
            readout: vec![0.0; qubits],
            duration_ns: 0.0,
        }
    }

    fn run(circuit: &NoisyCircuit) -> Vec<Complex64> {
        density_matrix(circuit, &|| ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn noise_keeps_the_trace() {
        let over = Relaxation::over(3.0, 5.0, 7.0);
        for (d, matrix) in [
            (2, depolarizing(2, 0.3)),
            (4, depolarizing(4, 0.2)),
            (2, relaxing(over)),
        ] {
            let trace = |c: usize| (0..d).map(|k| matrix[k + d * k][c]).sum::<Complex64>();
            for c in 0..d * d {
                let expected = if c % d == c / d { 1.0 } else { 0.0 };
                assert!((trace(c) - expected).norm() < 1e-14, "{d} {c}");
            }
        }
    }

    #[test]
    fn closed_forms_of_one_and_two_qubits() {
        // λ of the excited state is spread over both
        let flipped = NoisyStep::Gate(Gate::x(0));
        let rho = run(&of(
            vec![flipped.clone(), NoisyStep::Depolarize(vec![0], 0.3)],
            1,
        ));
        assert!((rho[0b11] - 0.85).norm() < 1e-15 && (rho[0] - 0.15).norm() < 1e-15);
        // decay of the excited state, and of the coherence of |+⟩ up to a phase
        let over = Relaxation::over(2.0, 5.0, 3.0);
        let rho = run(&of(vec![flipped, NoisyStep::Relax(0, over)], 1));
        assert!((rho[0b11] - (-0.4_f64).exp()).norm() < 1e-14);
        let half = NoisyStep::Gate(Gate::new(Op::Sx, 0));
        let rho = run(&of(vec![half, NoisyStep::Relax(0, over)], 1));
        assert!((rho[0b10].norm() - 0.5 * (-2.0_f64 / 3.0).exp()).abs() < 1e-14);
        // a pair keeps 1 − λ of itself
        let pair = [Gate::new(Op::Gpi2(0.3), 0), Gate::cx(0, 1)].map(NoisyStep::Gate);
        let mut steps = pair.to_vec();
        steps.push(NoisyStep::Depolarize(vec![0, 1], 0.4));
        let rho = run(&of(steps, 2));
        for (x, expected) in [0.4, 0.1, 0.1, 0.4].into_iter().enumerate() {
            assert!((rho[x | x << 2] - expected).norm() < 1e-15);
        }
        assert!((rho[0b1100].norm() - 0.3).abs() < 1e-15);
    }

    #[test]
    fn the_expected_time_grows_with_the_steps_and_by_sixteen_for_two_qubits() {
        let flip = NoisyStep::Gate(Gate::x(0));
        let seconds = |steps, qubits| of(steps, qubits).density_seconds().unwrap();
        let one = seconds(vec![flip.clone()], 4);
        assert!(one > 0.0);
        let three = seconds(vec![flip.clone(), NoisyStep::Depolarize(vec![0], 0.3)], 4);
        assert!((three - 1.5 * one).abs() < 1e-12 * one);
        assert_eq!(seconds(vec![flip], 6), 16.0 * one);
    }

    #[test]
    fn more_than_twelve_qubits_are_refused() {
        let wide = of(Vec::new(), 13);
        for error in [
            wide.distribution(&|| ControlFlow::Continue(()))
                .unwrap_err(),
            wide.density_seconds().unwrap_err(),
        ] {
            assert!(error.to_string().contains("at most 12"), "{error}");
        }
    }
}
