//! The gates of superconducting and trapped-ion devices, with the matrices that their vendors
//! state.
//!
//! IBM (Qiskit's circuit library): RZ, √X = SX, X, RX, CZ, RZZ(θ) = e^{-iθZZ/2}, ECR(a, b) = (X_a −
//! Y_a X_b)/√2, which has a direction. IonQ (native gates, there in turns): GPI(φ) =
//! [[0, e^{-iφ}], [e^{iφ}, 0]], GPI2(φ) = [[1, −ie^{-iφ}], [−ie^{iφ}, 1]]/√2, MS(φ₀, φ₁, θ) =
//! e^{-iθ P(φ₀)P(φ₁)/2} with P(φ) = cos φ X + sin φ Y, ZZ(θ) = e^{-iθZZ/2}.

use crate::circuit::cis;
use num_complex::Complex64;
use std::f64::consts::FRAC_1_SQRT_2;

/// A gate of a device; qubits first, then angles in radians.
///
/// ```
/// use ketboard_circuits::NativeGate;
///
/// let gate = NativeGate::Rz(4, 0.5);
/// assert_eq!((gate.name(), gate.qubits(), gate.angles()), ("rz", vec![4], vec![0.5]));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NativeGate {
    /// diag(e^{-iθ/2}, e^{iθ/2}).
    Rz(usize, f64),
    /// √X.
    Sx(usize),
    /// NOT.
    X(usize),
    /// e^{-iθX/2}, where a device turns by any angle in one pulse.
    Rx(usize, f64),
    /// Flips the second qubit where the first is 1: the gate of ideal couplings.
    Cx(usize, usize),
    /// diag(1, 1, 1, −1).
    Cz(usize, usize),
    /// (X_a − Y_a X_b)/√2.
    Ecr(usize, usize),
    /// e^{-iθZZ/2} on IBM's devices, 0 ≤ θ ≤ π/2.
    Rzz(usize, usize, f64),
    /// cos φ X + sin φ Y.
    Gpi(usize, f64),
    /// e^{-iπ(cos φ X + sin φ Y)/4}.
    Gpi2(usize, f64),
    /// e^{-iθ P(φ₀)P(φ₁)/2}: φ₀, φ₁, θ.
    Ms(usize, usize, f64, f64, f64),
    /// e^{-iθZZ/2} on IonQ's devices.
    Zz(usize, usize, f64),
}

/// What a gate costs a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeKind {
    /// Bookkeeping: no time, no error.
    Virtual,
    /// A pulse on one qubit.
    OneQubit,
    /// An interaction of two qubits.
    TwoQubit,
}

/// What a gate does to the 2 or 4 basis states of its qubits, `[row][column]`; of two qubits the
/// first is the least significant bit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Matrix {
    /// On one qubit.
    One(usize, [[Complex64; 2]; 2]),
    /// On two.
    Two([usize; 2], [[Complex64; 4]; 4]),
}

impl NativeGate {
    /// The name in OpenQASM files of the device's vendor.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rz(..) => "rz",
            Self::Sx(..) => "sx",
            Self::X(..) => "x",
            Self::Rx(..) => "rx",
            Self::Cx(..) => "cx",
            Self::Cz(..) => "cz",
            Self::Ecr(..) => "ecr",
            Self::Rzz(..) => "rzz",
            Self::Gpi(..) => "gpi",
            Self::Gpi2(..) => "gpi2",
            Self::Ms(..) => "ms",
            Self::Zz(..) => "zz",
        }
    }

    /// The qubits it acts on, one or two, in the order of the gate.
    pub fn qubits(self) -> Vec<usize> {
        match self {
            Self::Rz(q, _) | Self::Sx(q) | Self::X(q) | Self::Rx(q, _) => vec![q],
            Self::Gpi(q, _) | Self::Gpi2(q, _) => vec![q],
            Self::Cx(a, b) | Self::Cz(a, b) | Self::Ecr(a, b) => vec![a, b],
            Self::Rzz(a, b, _) | Self::Zz(a, b, _) | Self::Ms(a, b, ..) => vec![a, b],
        }
    }

    /// The angles in the order of the gate.
    pub fn angles(self) -> Vec<f64> {
        match self {
            Self::Sx(_) | Self::X(_) | Self::Cx(..) | Self::Cz(..) | Self::Ecr(..) => vec![],
            Self::Rz(_, angle) | Self::Rx(_, angle) | Self::Gpi(_, angle) => vec![angle],
            Self::Gpi2(_, angle) | Self::Rzz(_, _, angle) | Self::Zz(_, _, angle) => vec![angle],
            Self::Ms(_, _, first, second, angle) => vec![first, second, angle],
        }
    }

    /// The same gate on other qubits: q becomes `of(q)`.
    #[must_use]
    pub(crate) fn on(self, of: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Rz(q, t) => Self::Rz(of(q), t),
            Self::Sx(q) => Self::Sx(of(q)),
            Self::X(q) => Self::X(of(q)),
            Self::Rx(q, t) => Self::Rx(of(q), t),
            Self::Cx(a, b) => Self::Cx(of(a), of(b)),
            Self::Cz(a, b) => Self::Cz(of(a), of(b)),
            Self::Ecr(a, b) => Self::Ecr(of(a), of(b)),
            Self::Rzz(a, b, t) => Self::Rzz(of(a), of(b), t),
            Self::Gpi(q, p) => Self::Gpi(of(q), p),
            Self::Gpi2(q, p) => Self::Gpi2(of(q), p),
            Self::Ms(a, b, p, r, t) => Self::Ms(of(a), of(b), p, r, t),
            Self::Zz(a, b, t) => Self::Zz(of(a), of(b), t),
        }
    }

    /// What it costs.
    pub(crate) fn kind(self) -> NativeKind {
        match self {
            Self::Rz(..) => NativeKind::Virtual,
            Self::Sx(_) | Self::X(_) | Self::Rx(..) | Self::Gpi(..) | Self::Gpi2(..) => {
                NativeKind::OneQubit
            }
            Self::Cx(..) | Self::Cz(..) | Self::Ecr(..) | Self::Rzz(..) => NativeKind::TwoQubit,
            Self::Ms(..) | Self::Zz(..) => NativeKind::TwoQubit,
        }
    }

    /// The 2×2 matrix of a gate on one qubit, `[row][column]`; `None` for gates on two.
    pub(crate) fn one_qubit_matrix(self) -> Option<[[Complex64; 2]; 2]> {
        match self.matrix() {
            Matrix::One(_, matrix) => Some(matrix),
            Matrix::Two(..) => None,
        }
    }

    /// The 4×4 matrix of a gate on two qubits, `[row][column]`, its first qubit the least
    /// significant bit; `None` for gates on one.
    pub(crate) fn two_qubit_matrix(self) -> Option<[[Complex64; 4]; 4]> {
        match self.matrix() {
            Matrix::One(..) => None,
            Matrix::Two(_, matrix) => Some(matrix),
        }
    }

    pub(super) fn matrix(self) -> Matrix {
        let (zero, one, i) = (Complex64::ZERO, Complex64::ONE, Complex64::I);
        let turn = cis;
        match self {
            Self::Rz(q, t) => Matrix::One(q, [[turn(-t / 2.0), zero], [zero, turn(t / 2.0)]]),
            Self::Sx(q) => {
                let (p, m) = ((one + i) / 2.0, (one - i) / 2.0);
                Matrix::One(q, [[p, m], [m, p]])
            }
            Self::X(q) => Matrix::One(q, [[zero, one], [one, zero]]),
            Self::Rx(q, t) => {
                let (sin, cos) = libm::sincos(t / 2.0);
                Matrix::One(q, [[one * cos, -i * sin], [-i * sin, one * cos]])
            }
            Self::Gpi(q, p) => Matrix::One(q, pauli(p)),
            Self::Gpi2(q, p) => {
                let part = |x: Complex64| -i * x * FRAC_1_SQRT_2;
                let [[_, upper], [lower, _]] = pauli(p);
                let diagonal = one * FRAC_1_SQRT_2;
                Matrix::One(q, [[diagonal, part(upper)], [part(lower), diagonal]])
            }
            Self::Cx(a, b) => Matrix::Two([a, b], rows([0, 3, 2, 1])),
            Self::Cz(a, b) => {
                let mut matrix = rows([0, 1, 2, 3]);
                matrix[3][3] = -one;
                Matrix::Two([a, b], matrix)
            }
            Self::Ecr(a, b) => {
                let (re, im) = (one * FRAC_1_SQRT_2, i * FRAC_1_SQRT_2);
                Matrix::Two(
                    [a, b],
                    [
                        [zero, re, zero, im],
                        [re, zero, -im, zero],
                        [zero, im, zero, re],
                        [-im, zero, re, zero],
                    ],
                )
            }
            Self::Rzz(a, b, t) | Self::Zz(a, b, t) => {
                let (same, other) = (turn(-t / 2.0), turn(t / 2.0));
                let mut matrix = rows([0, 1, 2, 3]);
                for (k, phase) in [same, other, other, same].into_iter().enumerate() {
                    matrix[k][k] = phase;
                }
                Matrix::Two([a, b], matrix)
            }
            Self::Ms(a, b, p, r, t) => Matrix::Two([a, b], molmer_sorensen(p, r, t)),
        }
    }
}

/// cos φ X + sin φ Y.
fn pauli(phi: f64) -> [[Complex64; 2]; 2] {
    let upper = cis(-phi);
    [[Complex64::ZERO, upper], [upper.conj(), Complex64::ZERO]]
}

/// The permutation that takes basis state k to `image[k]`.
fn rows(image: [usize; 4]) -> [[Complex64; 4]; 4] {
    let mut matrix = [[Complex64::ZERO; 4]; 4];
    for (column, row) in image.into_iter().enumerate() {
        matrix[row][column] = Complex64::ONE;
    }
    matrix
}

/// cos(θ/2) − i sin(θ/2) P(φ₀)P(φ₁), since (P(φ₀)P(φ₁))² = 1.
fn molmer_sorensen(first: f64, second: f64, theta: f64) -> [[Complex64; 4]; 4] {
    let (sin, cos) = libm::sincos(theta / 2.0);
    let (on_first, on_second) = (pauli(first), pauli(second));
    let mut matrix = [[Complex64::ZERO; 4]; 4];
    for (row, line) in matrix.iter_mut().enumerate() {
        for (column, entry) in line.iter_mut().enumerate() {
            let product = on_first[row & 1][column & 1] * on_second[row >> 1][column >> 1];
            *entry = Complex64::new(0.0, -sin) * product;
        }
        line[row] += cos;
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    const SAMPLES: [NativeGate; 12] = [
        NativeGate::Rz(0, 0.4),
        NativeGate::Sx(0),
        NativeGate::X(0),
        NativeGate::Rx(0, -1.1),
        NativeGate::Cx(0, 1),
        NativeGate::Cz(0, 1),
        NativeGate::Ecr(0, 1),
        NativeGate::Rzz(0, 1, 0.7),
        NativeGate::Gpi(0, 0.3),
        NativeGate::Gpi2(0, -0.9),
        NativeGate::Ms(0, 1, 0.2, -0.5, 0.8),
        NativeGate::Zz(0, 1, -0.6),
    ];

    fn entries(gate: NativeGate) -> Vec<Vec<Complex64>> {
        match gate.matrix() {
            Matrix::One(_, m) => m.iter().map(|row| row.to_vec()).collect(),
            Matrix::Two(_, m) => m.iter().map(|row| row.to_vec()).collect(),
        }
    }

    fn product(a: &[Vec<Complex64>], b: &[Vec<Complex64>]) -> Vec<Vec<Complex64>> {
        let cell = |i: usize, j: usize| (0..a.len()).map(|k| a[i][k] * b[k][j]).sum();
        (0..a.len())
            .map(|i| (0..a.len()).map(|j| cell(i, j)).collect())
            .collect()
    }

    fn assert_same(a: &[Vec<Complex64>], b: &[Vec<Complex64>], what: &str) {
        for (x, y) in a.iter().flatten().zip(b.iter().flatten()) {
            assert!((x - y).norm() < 1e-15, "{what}: {a:?}, {b:?}");
        }
    }

    #[test]
    fn every_gate_is_unitary_and_acts_on_the_qubits_and_angles_it_names() {
        for gate in SAMPLES {
            let u = entries(gate);
            let size = u.len();
            assert_eq!(1 << gate.qubits().len(), size, "{gate:?}");
            assert_eq!(gate.one_qubit_matrix().is_some(), size == 2, "{gate:?}");
            assert_eq!(gate.two_qubit_matrix().is_some(), size == 4, "{gate:?}");
            let adjoint: Vec<Vec<_>> = (0..size)
                .map(|i| (0..size).map(|j| u[j][i].conj()).collect())
                .collect();
            let identity: Vec<Vec<Complex64>> = (0..size)
                .map(|i| {
                    (0..size)
                        .map(|j| f64::from(u8::from(i == j)).into())
                        .collect()
                })
                .collect();
            assert_same(&product(&adjoint, &u), &identity, gate.name());
            let moved = gate.on(|q| q + 5);
            let qubits: Vec<usize> = gate.qubits().iter().map(|q| q + 5).collect();
            assert_eq!((moved.qubits(), moved.angles()), (qubits, gate.angles()));
            assert_eq!(entries(moved), u);
        }
    }

    /// ECR is an echo: a quarter of ZX, a flip of the control, the other quarter with the opposite
    /// sign.
    #[test]
    fn ecr_is_a_quarter_turn_about_zx_and_a_flip_of_its_first_qubit() {
        let i = Complex64::I;
        let (zero, c) = (Complex64::ZERO, Complex64::from(FRAC_1_SQRT_2));
        let quarter = |sign: f64| -> Vec<Vec<Complex64>> {
            // e^{-iπ/8 ZX·sign}, the first qubit bit 0: X on bit 1 where bit 0 decides the sign
            let (sin, cos) = (FRAC_PI_2 / 4.0).sin_cos();
            let (d, up, down) = (Complex64::from(cos), -i * sin * sign, i * sin * sign);
            vec![
                vec![d, zero, up, zero],
                vec![zero, d, zero, down],
                vec![up, zero, d, zero],
                vec![zero, down, zero, d],
            ]
        };
        let flip: Vec<Vec<Complex64>> = rows([1, 0, 3, 2]).iter().map(|r| r.to_vec()).collect();
        let echo = product(&quarter(-1.0), &product(&flip, &quarter(1.0)));
        assert_same(&echo, &entries(NativeGate::Ecr(0, 1)), "ecr");
        assert!((entries(NativeGate::Ecr(0, 1))[0][1] - c).norm() < 1e-15);
    }

    #[test]
    fn half_of_a_not_twice_is_the_not() {
        let sx = entries(NativeGate::Sx(0));
        assert_same(&product(&sx, &sx), &entries(NativeGate::X(0)), "sx");
        for phi in [0.0, 0.7, -2.0] {
            let half = entries(NativeGate::Gpi2(0, phi));
            let whole = product(&half, &half);
            let turned: Vec<Vec<_>> = entries(NativeGate::Gpi(0, phi))
                .iter()
                .map(|row| row.iter().map(|x| -Complex64::I * x).collect())
                .collect();
            assert_same(&whole, &turned, "gpi2");
        }
    }

    #[test]
    fn the_entangling_gates_meet_at_their_known_angles() {
        // MS(0, 0, θ) is XX; between gpi2 gates of ±Y on both sides it is ZZ
        let theta = 0.8;
        let both = |gate: [[Complex64; 2]; 2]| -> Vec<Vec<Complex64>> {
            (0..4)
                .map(|r| {
                    (0..4)
                        .map(|c| gate[r & 1][c & 1] * gate[r >> 1][c >> 1])
                        .collect()
                })
                .collect()
        };
        let turn = |phi| both(NativeGate::Gpi2(0, phi).one_qubit_matrix().unwrap());
        let ms = entries(NativeGate::Ms(0, 1, 0.0, 0.0, theta));
        let zz = product(&turn(-FRAC_PI_2), &product(&ms, &turn(FRAC_PI_2)));
        assert_same(&zz, &entries(NativeGate::Zz(0, 1, theta)), "ms to zz");
        // a phase of π more turns the sign
        let back = entries(NativeGate::Ms(0, 1, PI, 0.0, -theta));
        assert_same(&back, &ms, "ms");
        // ZZ(π/2) between RZ(π/2) is CZ, up to e^{iπ/4}... of which the ratio of entries tells
        let zz = entries(NativeGate::Zz(0, 1, -FRAC_PI_2));
        let rz = both(NativeGate::Rz(0, FRAC_PI_2).one_qubit_matrix().unwrap());
        let cz = product(&zz, &rz);
        let phase = cz[0][0];
        let scaled: Vec<Vec<_>> = cz
            .iter()
            .map(|r| r.iter().map(|x| x / phase).collect())
            .collect();
        assert_same(&scaled, &entries(NativeGate::Cz(0, 1)), "cz");
    }
}
