//! The operations on one qubit: name, angle, inverse, matrix.
//!
//! RX(θ) = e^{-iθX/2}, RY(θ) = e^{-iθY/2}, RZ(θ) = e^{-iθZ/2} = diag(e^{-iθ/2}, e^{iθ/2}), P(φ) =
//! diag(1, e^{iφ}), as in OpenQASM 3's stdgates.inc, without a free phase: under a control the
//! difference between RZ and P is seen.

use super::DenseMatrix;
use num_complex::Complex64;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, PI};

/// An operation on one qubit; angles are radians.
///
/// ```
/// use ketboard_circuits::Op;
///
/// assert_eq!((Op::H.name(), Op::H.angle()), ("h", None));
/// assert_eq!(Op::Rz(0.5).angle(), Some(0.5));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Op {
    /// Hadamard.
    H,
    /// NOT.
    X,
    /// Pauli Y.
    Y,
    /// diag(1, −1).
    Z,
    /// diag(1, i).
    S,
    /// diag(1, −i).
    Sdg,
    /// diag(1, e^{iπ/4}).
    T,
    /// diag(1, e^{-iπ/4}).
    Tdg,
    /// diag(1, e^{iφ}).
    P(f64),
    /// e^{-iθX/2}.
    Rx(f64),
    /// e^{-iθY/2}.
    Ry(f64),
    /// e^{-iθZ/2}.
    Rz(f64),
}

/// What an operation does to the basis states of its qubit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum OpAction {
    /// diag(a, b): basis states keep their place.
    Diagonal([Complex64; 2]),
    /// |0⟩ → a|1⟩, |1⟩ → b|0⟩.
    Flip([Complex64; 2]),
    /// Any other matrix, `[row][column]`.
    Mix([[Complex64; 2]; 2]),
}

impl Op {
    /// The name in OpenQASM 3's stdgates.inc.
    pub fn name(self) -> &'static str {
        match self {
            Self::H => "h",
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
            Self::S => "s",
            Self::Sdg => "sdg",
            Self::T => "t",
            Self::Tdg => "tdg",
            Self::P(_) => "p",
            Self::Rx(_) => "rx",
            Self::Ry(_) => "ry",
            Self::Rz(_) => "rz",
        }
    }

    /// The angle, for operations that have one.
    pub fn angle(self) -> Option<f64> {
        match self {
            Self::P(angle) | Self::Rx(angle) | Self::Ry(angle) | Self::Rz(angle) => Some(angle),
            Self::H | Self::X | Self::Y | Self::Z | Self::S | Self::Sdg | Self::T | Self::Tdg => {
                None
            }
        }
    }

    /// The operation that undoes it.
    pub(crate) fn inverse(self) -> Self {
        match self {
            Self::H | Self::X | Self::Y | Self::Z => self,
            Self::S => Self::Sdg,
            Self::Sdg => Self::S,
            Self::T => Self::Tdg,
            Self::Tdg => Self::T,
            Self::P(phi) => Self::P(-phi),
            Self::Rx(theta) => Self::Rx(-theta),
            Self::Ry(theta) => Self::Ry(-theta),
            Self::Rz(theta) => Self::Rz(-theta),
        }
    }

    /// Where a phase diag(1, e^{iφ}) is all it does: φ.
    pub(crate) fn phase(self) -> Option<f64> {
        match self {
            Self::Z => Some(PI),
            Self::S => Some(FRAC_PI_2),
            Self::Sdg => Some(-FRAC_PI_2),
            Self::T => Some(FRAC_PI_4),
            Self::Tdg => Some(-FRAC_PI_4),
            Self::P(phi) => Some(phi),
            Self::H | Self::X | Self::Y | Self::Rx(_) | Self::Ry(_) | Self::Rz(_) => None,
        }
    }

    /// [`Self::matrix`] for the dense judge.
    pub(crate) fn dense(self) -> DenseMatrix {
        self.matrix().map(Vec::from).to_vec()
    }

    /// The unitary, by what it does to basis states. Powers of i are exact.
    pub(crate) fn action(self) -> OpAction {
        let re = |x: f64| Complex64::new(x, 0.0);
        let im = |y: f64| Complex64::new(0.0, y);
        let one = Complex64::ONE;
        match self {
            Self::H => {
                let r = re(FRAC_1_SQRT_2);
                OpAction::Mix([[r, r], [r, -r]])
            }
            Self::X => OpAction::Flip([one, one]),
            Self::Y => OpAction::Flip([im(1.0), im(-1.0)]),
            Self::Z => OpAction::Diagonal([one, re(-1.0)]),
            Self::S => OpAction::Diagonal([one, im(1.0)]),
            Self::Sdg => OpAction::Diagonal([one, im(-1.0)]),
            Self::T => OpAction::Diagonal([one, cis(FRAC_PI_4)]),
            Self::Tdg => OpAction::Diagonal([one, cis(-FRAC_PI_4)]),
            Self::P(phi) => OpAction::Diagonal([one, cis(phi)]),
            Self::Rx(theta) => {
                let (sin, cos) = libm::sincos(theta / 2.0);
                OpAction::Mix([[re(cos), im(-sin)], [im(-sin), re(cos)]])
            }
            Self::Ry(theta) => {
                let (sin, cos) = libm::sincos(theta / 2.0);
                OpAction::Mix([[re(cos), re(-sin)], [re(sin), re(cos)]])
            }
            Self::Rz(theta) => {
                let phase = cis(-theta / 2.0);
                OpAction::Diagonal([phase, phase.conj()])
            }
        }
    }

    /// The unitary as a matrix, `[row][column]`.
    pub(crate) fn matrix(self) -> [[Complex64; 2]; 2] {
        let zero = Complex64::ZERO;
        match self.action() {
            OpAction::Diagonal([a, b]) => [[a, zero], [zero, b]],
            OpAction::Flip([a, b]) => [[zero, b], [a, zero]],
            OpAction::Mix(matrix) => matrix,
        }
    }
}

/// e^{iθ}.
pub(crate) fn cis(theta: f64) -> Complex64 {
    let (sin, cos) = libm::sincos(theta);
    Complex64::new(cos, sin)
}

#[cfg(test)]
pub(super) const SAMPLES: [Op; 12] = [
    Op::H,
    Op::X,
    Op::Y,
    Op::Z,
    Op::S,
    Op::Sdg,
    Op::T,
    Op::Tdg,
    Op::P(0.9),
    Op::Rx(0.7),
    Op::Ry(-0.4),
    Op::Rz(-1.9),
];

#[cfg(test)]
mod tests {
    use super::*;

    type Matrix = [[Complex64; 2]; 2];

    fn product(a: Matrix, b: Matrix) -> Matrix {
        [0, 1].map(|i| [0, 1].map(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j]))
    }

    fn assert_same(a: Matrix, b: Matrix, tolerance: f64, what: &str) {
        for (x, y) in a.iter().flatten().zip(b.iter().flatten()) {
            assert!((x - y).norm() < tolerance, "{what}: {a:?} {b:?}");
        }
    }

    const IDENTITY: Matrix = [
        [Complex64::ONE, Complex64::ZERO],
        [Complex64::ZERO, Complex64::ONE],
    ];

    #[test]
    fn every_operation_is_unitary_and_undone_by_its_inverse() {
        for op in SAMPLES {
            let u = op.matrix();
            let adjoint = [0, 1].map(|i| [0, 1].map(|j| u[j][i].conj()));
            assert_same(product(adjoint, u), IDENTITY, 1e-15, op.name());
            assert_same(adjoint, op.inverse().matrix(), 1e-15, op.name());
        }
    }

    #[test]
    fn a_rotation_by_a_small_angle_is_one_minus_i_half_the_angle_times_its_pauli() {
        let theta = 1e-6;
        for (rotation, pauli) in [
            (Op::Rx(theta), Op::X),
            (Op::Ry(theta), Op::Y),
            (Op::Rz(theta), Op::Z),
        ] {
            let step = Complex64::new(0.0, -theta / 2.0);
            let expected =
                [0, 1].map(|i| [0, 1].map(|j| IDENTITY[i][j] + step * pauli.matrix()[i][j]));
            assert_same(rotation.matrix(), expected, 1e-12, rotation.name());
        }
    }

    #[test]
    fn the_paulis_and_hadamard_are_related_as_in_every_textbook() {
        let i = Complex64::I;
        let [x, y, z, h] = [Op::X, Op::Y, Op::Z, Op::H].map(Op::matrix);
        assert_same(
            product(x, y),
            z.map(|row| row.map(|e| e * i)),
            1e-15,
            "XY = iZ",
        );
        assert_same(product(h, product(x, h)), z, 1e-15, "HXH = Z");
        assert_same(
            product(Op::T.matrix(), Op::T.matrix()),
            Op::S.matrix(),
            1e-15,
            "T² = S",
        );
        assert_same(product(Op::S.matrix(), Op::S.matrix()), z, 1e-15, "S² = Z");
    }

    #[test]
    fn a_phase_is_what_p_does_with_it() {
        for op in SAMPLES {
            if let Some(phi) = op.phase() {
                assert_same(op.matrix(), Op::P(phi).matrix(), 1e-15, op.name());
            }
        }
        assert_eq!((Op::Rz(1.0).phase(), Op::X.phase()), (None, None));
    }
}
