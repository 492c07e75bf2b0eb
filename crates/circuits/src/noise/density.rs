//! Exact noisy simulation by the density matrix: the judge of the trajectories.
//!
//! ρ is a plain vector of 4ᵏ numbers, ρ_rc at r + 2ᵏc. A gate by its vendor's matrix is ρ ↦ UρU†,
//! noise by its Kraus operators ρ ↦ Σ KρK†, written as one matrix on the bits of rows and columns.
//! Nothing is shared with the trajectories but the circuit with its noise.

use super::noisy_circuit::{NoisyCircuit, NoisyStep};
use super::readout::misread;
use crate::circuit::{DenseMatrix, Op, apply_matrix};
use crate::error::{Error, Result};
use ketboard_qaoa::{
    Precision,
    memory::{self, Purpose},
};
use num_complex::Complex64;
use std::ops::ControlFlow;

/// The most qubits of a density matrix: 4¹² numbers, 256 MiB, and as much again while one is made
/// of the other.
pub(crate) const MAX_DENSITY_QUBITS: usize = 12;

/// The probabilities of all outcomes under noise, readout errors included; bit i of the index is
/// the i-th measured qubit. `progress` is asked
/// after each step of the circuit.
///
/// # Errors
/// If more than `MAX_DENSITY_QUBITS` qubits are used, or the matrix does not fit into memory;
/// [`ketboard_qaoa::Error::Stopped`] where `progress` says stop.
pub fn noisy_distribution(
    circuit: &NoisyCircuit,
    progress: &dyn Fn() -> ControlFlow<()>,
) -> Result<Vec<f64>> {
    let rho = density_matrix(circuit, progress)?;
    let mut outcomes = vec![0.0; 1 << circuit.measured.len()];
    for x in 0..1_usize << circuit.qubits {
        let bits = circuit.measured.iter().enumerate();
        let outcome: usize = bits.map(|(i, &q)| (x >> q & 1) << i).sum();
        outcomes[outcome] += rho[x | x << circuit.qubits].re;
    }
    misread(&mut outcomes, &circuit.readout);
    Ok(outcomes)
}

/// Processor time of one number of ρ in one pass over it, on the machine of two cores that it was
/// measured on.
const SECONDS_OF_A_NUMBER: f64 = 7e-9;

/// Processor seconds that [`noisy_distribution`] takes, roughly: passes over the 4ᵏ numbers, two
/// for a gate and one for noise.
///
/// # Errors
/// If more than `MAX_DENSITY_QUBITS` qubits are used.
pub fn density_seconds(circuit: &NoisyCircuit) -> Result<f64> {
    check_density(circuit.qubits)?;
    let passes = |step: &NoisyStep| match step {
        NoisyStep::Gate(_) => 2.0,
        _ => 1.0,
    };
    let all: f64 = circuit.steps.iter().map(passes).sum();
    Ok(all * 4_f64.powi(circuit.qubits as i32) * SECONDS_OF_A_NUMBER)
}

/// Succeeds if the density matrix of so many qubits can be held.
///
/// # Errors
/// If there are more than `MAX_DENSITY_QUBITS`, or the matrix does not fit into memory.
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

fn density_matrix(
    circuit: &NoisyCircuit,
    progress: &dyn Fn() -> ControlFlow<()>,
) -> Result<Vec<Complex64>> {
    let n = circuit.qubits;
    check_density(n)?;
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
            NoisyStep::Depolarize(on, _) => {
                let on: Vec<usize> = on.iter().copied().chain(on.iter().map(|q| q + n)).collect();
                pass(&superoperator(&kraus(step)), &on);
            }
            NoisyStep::Relax(q, _) => pass(&superoperator(&kraus(step)), &[*q, q + n]),
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

/// The Kraus operators of a step.
fn kraus(step: &NoisyStep) -> Vec<DenseMatrix> {
    match step {
        NoisyStep::Gate(gate) => vec![gate.matrix()],
        NoisyStep::Relax(_, relaxation) => {
            let operators = relaxation.kraus();
            operators
                .iter()
                .map(|k| k.iter().map(|row| row.to_vec()).collect())
                .collect()
        }
        NoisyStep::Depolarize(on, lambda) => {
            let operators = 1 << (2 * on.len());
            let operator = |k: usize| match on.len() {
                1 => pauli(k),
                _ => kronecker(&pauli(k & 3), &pauli(k >> 2)),
            };
            let weighted = |k| scaled(&operator(k), weight(k, *lambda, operators as f64));
            (0..operators).map(weighted).collect()
        }
    }
}

/// √ of the probability of the k-th of d² Pauli operators; the first is the identity.
fn weight(k: usize, lambda: f64, operators: f64) -> f64 {
    let kept = if k == 0 { 1.0 - lambda } else { 0.0 };
    (kept + lambda / operators).sqrt()
}

/// 1, X, Y, Z.
pub(super) fn pauli(k: usize) -> DenseMatrix {
    [Op::P(0.0), Op::X, Op::Y, Op::Z][k].dense()
}

fn scaled(matrix: &DenseMatrix, by: f64) -> DenseMatrix {
    let row = |row: &Vec<Complex64>| row.iter().map(|v| v * by).collect();
    matrix.iter().map(row).collect()
}

/// `low` on the less significant bit, `high` on the other.
fn kronecker(low: &DenseMatrix, high: &DenseMatrix) -> DenseMatrix {
    let entry = |r: usize, c: usize| low[r & 1][c & 1] * high[r >> 1][c >> 1];
    (0..4)
        .map(|r| (0..4).map(|c| entry(r, c)).collect())
        .collect()
}

/// Σ K ⊗ K*, its rows (and columns) numbered by a row of ρ, below, and a column of ρ, above.
fn superoperator(kraus: &[DenseMatrix]) -> DenseMatrix {
    let size = kraus[0].len();
    let entry = |r: usize, c: usize| -> Complex64 {
        let product = |k: &DenseMatrix| k[r % size][c % size] * k[r / size][c / size].conj();
        kraus.iter().map(product).sum()
    };
    let all = 0..size * size;
    all.clone()
        .map(|r| all.clone().map(|c| entry(r, c)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::channel::Relaxation;
    use super::*;
    use crate::circuit::Gate;

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
    fn kraus_operators_of_every_step_are_complete() {
        let steps = [
            NoisyStep::Gate(Gate::pair(Op::Ecr, 0, 1)),
            NoisyStep::Depolarize(vec![0], 0.3),
            NoisyStep::Depolarize(vec![0, 1], 0.2),
            NoisyStep::Relax(0, Relaxation::over(3.0, 5.0, 7.0)),
        ];
        for step in steps {
            let operators = kraus(&step);
            let size = operators[0].len();
            for i in 0..size {
                for j in 0..size {
                    let entry = |k: &DenseMatrix| -> Complex64 {
                        (0..size).map(|r| k[r][i].conj() * k[r][j]).sum()
                    };
                    let sum: Complex64 = operators.iter().map(entry).sum();
                    let identity = if i == j { 1.0 } else { 0.0 };
                    assert!((sum - identity).norm() < 1e-14, "{step:?}");
                }
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
        let seconds = |steps, qubits| density_seconds(&of(steps, qubits)).unwrap();
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
            noisy_distribution(&wide, &|| ControlFlow::Continue(())).unwrap_err(),
            density_seconds(&wide).unwrap_err(),
        ] {
            assert!(error.to_string().contains("at most 12"), "{error}");
        }
    }
}
