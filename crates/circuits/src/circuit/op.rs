//! What gates do to their qubits: name, angles, inverse, matrix.
//!
//! > RX(θ) = e^{-iθX/2},  RY(θ) = e^{-iθY/2},  RZ(θ) = e^{-iθZ/2},  P(φ) = diag(1, e^{iφ})
//!
//! as in OpenQASM 3's stdgates.inc: under a control the difference between RZ and P is seen. The
//! gates of devices have the matrices that their vendors state. IBM (Qiskit's circuit library): SX
//! = √X, RZZ(θ) = e^{-iθZZ/2}, ECR(a, b) = (X_a − Y_a X_b)/√2, which has a direction. IonQ (there
//! in turns): GPI(φ) = [[0, e^{-iφ}], [e^{iφ}, 0]], GPI2(φ) = [[1, −ie^{-iφ}], [−ie^{iφ}, 1]]/√2,
//! ZZ(θ) = e^{-iθZZ/2}.

use super::DenseMatrix;
use num_complex::Complex64;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, PI};

/// What a gate does; angles are radians.
#[derive(Clone, Copy, PartialEq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
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
    /// √X of superconducting devices.
    Sx,
    /// cos φ X + sin φ Y of ions.
    Gpi(f64),
    /// e^{-iπ(cos φ X + sin φ Y)/4} of ions.
    Gpi2(f64),
    /// (X_a − Y_a X_b)/√2.
    Ecr,
    /// e^{-iθZZ/2} on IBM's devices, 0 ≤ θ ≤ π/2.
    Rzz(f64),
    /// e^{-iθZZ/2} on IonQ's devices.
    Zz(f64),
}

/// What an operation does to basis states.
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
    /// The name in OpenQASM 3's stdgates.inc, or that of the device's vendor.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The angles, in the order of the operation.
    pub fn angles(self) -> Vec<f64> {
        match self {
            Self::P(angle) | Self::Rx(angle) | Self::Ry(angle) | Self::Rz(angle) => vec![angle],
            Self::Gpi(angle) | Self::Gpi2(angle) | Self::Rzz(angle) | Self::Zz(angle) => {
                vec![angle]
            }
            _ => vec![],
        }
    }

    pub(crate) fn is_of_devices(self) -> bool {
        matches!(self, Self::Sx | Self::Gpi(_) | Self::Gpi2(_)) || self.acts_on_pairs()
    }

    fn acts_on_pairs(self) -> bool {
        matches!(self, Self::Ecr | Self::Rzz(_) | Self::Zz(_))
    }

    /// The operation that undoes it, of [`Self::Sx`] up to a phase.
    pub(crate) fn inverse(self) -> Self {
        match self {
            Self::S => Self::Sdg,
            Self::Sdg => Self::S,
            Self::T => Self::Tdg,
            Self::Tdg => Self::T,
            Self::P(phi) => Self::P(-phi),
            Self::Rx(theta) => Self::Rx(-theta),
            Self::Ry(theta) => Self::Ry(-theta),
            Self::Rz(theta) => Self::Rz(-theta),
            Self::Sx => Self::Rx(-FRAC_PI_2),
            Self::Gpi2(phi) => Self::Gpi2(phi + PI),
            Self::Rzz(theta) => Self::Rzz(-theta),
            Self::Zz(theta) => Self::Zz(-theta),
            Self::H | Self::X | Self::Y | Self::Z | Self::Gpi(_) | Self::Ecr => self,
        }
    }

    /// The φ of an operation that is the phase diag(1, e^{iφ}) and nothing else.
    pub(crate) fn phase(self) -> Option<f64> {
        match self {
            Self::Z => Some(PI),
            Self::S => Some(FRAC_PI_2),
            Self::Sdg => Some(-FRAC_PI_2),
            Self::T => Some(FRAC_PI_4),
            Self::Tdg => Some(-FRAC_PI_4),
            Self::P(phi) => Some(phi),
            _ => None,
        }
    }

    /// What it does to basis states, powers of i exact; `None` on two qubits.
    pub(crate) fn action(self) -> Option<OpAction> {
        let re = |x: f64| Complex64::new(x, 0.0);
        let im = |y: f64| Complex64::new(0.0, y);
        let one = Complex64::ONE;
        Some(match self {
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
            Self::Sx => {
                let (plus, minus) = (Complex64::new(0.5, 0.5), Complex64::new(0.5, -0.5));
                OpAction::Mix([[plus, minus], [minus, plus]])
            }
            Self::Gpi(phi) => OpAction::Flip([cis(-phi).conj(), cis(-phi)]),
            Self::Gpi2(phi) => {
                let part = |x: Complex64| im(-1.0) * x * FRAC_1_SQRT_2;
                let (upper, half) = (cis(-phi), re(FRAC_1_SQRT_2));
                OpAction::Mix([[half, part(upper)], [part(upper.conj()), half]])
            }
            Self::Ecr | Self::Rzz(_) | Self::Zz(_) => return None,
        })
    }

    /// The unitary of an operation on one qubit, `[row][column]`.
    pub(crate) fn matrix(self) -> [[Complex64; 2]; 2] {
        let zero = Complex64::ZERO;
        match self.action().expect("an operation on one qubit") {
            OpAction::Diagonal([a, b]) => [[a, zero], [zero, b]],
            OpAction::Flip([a, b]) => [[zero, b], [a, zero]],
            OpAction::Mix(matrix) => matrix,
        }
    }

    /// The unitary of an operation on two qubits, the first of them the least significant bit.
    fn of_pair(self) -> [[Complex64; 4]; 4] {
        let (zero, half) = (Complex64::ZERO, Complex64::from(FRAC_1_SQRT_2));
        let turned = Complex64::I * FRAC_1_SQRT_2;
        let mut matrix = [[zero; 4]; 4];
        match self {
            Self::Rzz(theta) | Self::Zz(theta) => {
                let (same, other) = (cis(-theta / 2.0), cis(theta / 2.0));
                for (x, phase) in [same, other, other, same].into_iter().enumerate() {
                    matrix[x][x] = phase;
                }
            }
            _ => {
                matrix = [
                    [zero, half, zero, turned],
                    [half, zero, -turned, zero],
                    [zero, turned, zero, half],
                    [-turned, zero, half, zero],
                ];
            }
        }
        matrix
    }

    pub(crate) fn dense(self) -> DenseMatrix {
        if self.acts_on_pairs() {
            self.of_pair().map(Vec::from).to_vec()
        } else {
            self.matrix().map(Vec::from).to_vec()
        }
    }
}

pub(crate) fn cis(theta: f64) -> Complex64 {
    let (sin, cos) = libm::sincos(theta);
    Complex64::new(cos, sin)
}

#[cfg(test)]
mod tests {
    use super::super::samples::SAMPLES;
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
