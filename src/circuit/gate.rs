//! The gates of the portable subset: name, qubits, angle, matrix.
//!
//! RX(θ) = e^{-iθX/2}, RZ(θ) = e^{-iθZ/2} = diag(e^{-iθ/2}, e^{iθ/2}), as in OpenQASM 3's stdgates.inc, without a free phase.

use num_complex::Complex64;
use std::f64::consts::FRAC_1_SQRT_2;

/// One gate; angles are radians.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Gate {
    /// Hadamard.
    H(usize),
    /// NOT.
    X(usize),
    /// e^{-iθX/2}.
    Rx(usize, f64),
    /// e^{-iθZ/2}.
    Rz(usize, f64),
    /// Flips `target` where `control` is 1.
    Cx {
        /// The qubit that decides.
        control: usize,
        /// The qubit that is flipped.
        target: usize,
    },
}

impl Gate {
    /// The name in OpenQASM 3's stdgates.inc.
    pub fn name(&self) -> &'static str {
        match self {
            Self::H(_) => "h",
            Self::X(_) => "x",
            Self::Rx(..) => "rx",
            Self::Rz(..) => "rz",
            Self::Cx { .. } => "cx",
        }
    }

    /// The qubits it acts on, control first.
    pub fn qubits(&self) -> Vec<usize> {
        match *self {
            Self::H(q) | Self::X(q) | Self::Rx(q, _) | Self::Rz(q, _) => vec![q],
            Self::Cx { control, target } => vec![control, target],
        }
    }

    /// The angle, for gates that have one.
    pub fn angle(&self) -> Option<f64> {
        match *self {
            Self::Rx(_, theta) | Self::Rz(_, theta) => Some(theta),
            Self::H(_) | Self::X(_) | Self::Cx { .. } => None,
        }
    }

    /// The unitary over [`Self::qubits`], 2×2 or 4×4, `[row][column]`; bit j of a row or column
    /// is the value of the j-th of those qubits.
    pub fn matrix(&self) -> Vec<Vec<Complex64>> {
        let re = |x: f64| Complex64::new(x, 0.0);
        let (zero, one) = (re(0.0), re(1.0));
        match *self {
            Self::H(_) => {
                let r = re(FRAC_1_SQRT_2);
                vec![vec![r, r], vec![r, -r]]
            }
            Self::X(_) => vec![vec![zero, one], vec![one, zero]],
            Self::Rx(_, theta) => {
                let (sin, cos) = (theta / 2.0).sin_cos();
                let (stay, flip) = (re(cos), Complex64::new(0.0, -sin));
                vec![vec![stay, flip], vec![flip, stay]]
            }
            Self::Rz(_, theta) => {
                let phase = Complex64::cis(-theta / 2.0);
                vec![vec![phase, zero], vec![zero, phase.conj()]]
            }
            Self::Cx { .. } => vec![
                vec![one, zero, zero, zero],
                vec![zero, zero, zero, one],
                vec![zero, zero, one, zero],
                vec![zero, one, zero, zero],
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLES: [Gate; 5] = [
        Gate::H(0),
        Gate::X(0),
        Gate::Rx(0, 0.7),
        Gate::Rz(0, -1.9),
        Gate::Cx {
            control: 0,
            target: 1,
        },
    ];

    #[test]
    fn every_matrix_is_unitary_and_fits_its_qubits() {
        for gate in SAMPLES {
            let u = gate.matrix();
            let dim = 1 << gate.qubits().len();
            assert_eq!(u.len(), dim, "{gate:?}");
            for i in 0..dim {
                for j in 0..dim {
                    let product: Complex64 = (0..dim).map(|k| u[k][i].conj() * u[k][j]).sum();
                    let expected = f64::from(u8::from(i == j));
                    assert!((product - expected).norm() < 1e-15, "{gate:?} {i} {j}");
                }
            }
        }
    }

    #[test]
    fn a_rotation_by_a_small_angle_is_one_minus_i_half_the_angle_times_its_pauli() {
        let theta = 1e-6;
        for (gate, pauli) in [
            (Gate::Rx(0, theta), [[0.0, 1.0], [1.0, 0.0]]),
            (Gate::Rz(0, theta), [[1.0, 0.0], [0.0, -1.0]]),
        ] {
            let u = gate.matrix();
            for i in 0..2 {
                for j in 0..2 {
                    let identity = f64::from(u8::from(i == j));
                    let expected = Complex64::new(identity, -theta / 2.0 * pauli[i][j]);
                    assert!((u[i][j] - expected).norm() < 1e-12, "{gate:?} {i} {j}");
                }
            }
        }
    }
}
