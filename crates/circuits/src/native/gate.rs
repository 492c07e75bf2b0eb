//! The gates of superconducting and trapped-ion devices, with the matrices that their vendors
//! state.
//!
//! IBM (Qiskit's circuit library): RZ, √X = SX, X, RX, CZ, RZZ(θ) = e^{-iθZZ/2}, ECR(a, b) = (X_a −
//! Y_a X_b)/√2, which has a direction. IonQ (native gates, there in turns): GPI(φ) =
//! [[0, e^{-iφ}], [e^{iφ}, 0]], GPI2(φ) = [[1, −ie^{-iφ}], [−ie^{iφ}, 1]]/√2, MS(φ₀, φ₁, θ) =
//! e^{-iθ P(φ₀)P(φ₁)/2} with P(φ) = cos φ X + sin φ Y, ZZ(θ) = e^{-iθZZ/2}.

use crate::circuit::{DenseMatrix, Op, cis};
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
///
/// ```
/// use ketboard_circuits::{NativeCircuit, NativeGate, NativeKind};
///
/// let gates = vec![NativeGate::Sx(0), NativeGate::Rz(0, 0.2), NativeGate::Cz(0, 1)];
/// let circuit = NativeCircuit { qubits: 2, gates, measured: vec![0] };
/// assert_eq!(circuit.count(NativeKind::Virtual), 1); // RZ takes no time
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeKind {
    /// Bookkeeping: no time, no error.
    Virtual,
    /// A pulse on one qubit.
    OneQubit,
    /// An interaction of two qubits.
    TwoQubit,
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

    /// The operation of circuits that it is: on its qubit or, of two, on the second one where the
    /// first is 1. `None` for gates that only devices have.
    fn op(self) -> Option<Op> {
        match self {
            Self::Rz(_, t) => Some(Op::Rz(t)),
            Self::X(_) | Self::Cx(..) => Some(Op::X),
            Self::Rx(_, t) => Some(Op::Rx(t)),
            Self::Cz(..) => Some(Op::Z),
            Self::Sx(_) | Self::Ecr(..) | Self::Rzz(..) => None,
            Self::Gpi(..) | Self::Gpi2(..) | Self::Ms(..) | Self::Zz(..) => None,
        }
    }

    /// What it does to the 2 or 4 basis states of its qubits.
    pub(crate) fn matrix(self) -> DenseMatrix {
        let (zero, one, i) = (Complex64::ZERO, Complex64::ONE, Complex64::I);
        if let Some(op) = self.op() {
            let matrix = op.dense();
            return match self.qubits()[..] {
                [_] => matrix,
                _ => controlled(&matrix),
            };
        }
        let half = Complex64::from(FRAC_1_SQRT_2);
        match self {
            Self::Sx(_) => {
                let (p, m) = ((one + i) / 2.0, (one - i) / 2.0);
                vec![vec![p, m], vec![m, p]]
            }
            Self::Gpi(_, p) => pauli(p).map(Vec::from).to_vec(),
            Self::Gpi2(_, p) => {
                let part = |x: Complex64| -i * x * FRAC_1_SQRT_2;
                let [[_, upper], [lower, _]] = pauli(p);
                vec![vec![half, part(upper)], vec![part(lower), half]]
            }
            Self::Ecr(..) => {
                let turned = i * FRAC_1_SQRT_2;
                vec![
                    vec![zero, half, zero, turned],
                    vec![half, zero, -turned, zero],
                    vec![zero, turned, zero, half],
                    vec![-turned, zero, half, zero],
                ]
            }
            Self::Rzz(_, _, t) | Self::Zz(_, _, t) => {
                let (same, other) = (cis(-t / 2.0), cis(t / 2.0));
                let phases = [same, other, other, same];
                let entry = |r: usize, c: usize| if r == c { phases[r] } else { zero };
                (0..4)
                    .map(|r| (0..4).map(|c| entry(r, c)).collect())
                    .collect()
            }
            Self::Ms(_, _, p, r, t) => molmer_sorensen(p, r, t).map(Vec::from).to_vec(),
            Self::Rz(..) | Self::X(_) | Self::Rx(..) | Self::Cx(..) | Self::Cz(..) => {
                unreachable!("an operation of circuits, answered above")
            }
        }
    }
}

/// The matrix on a second, more significant bit, where the first one is 1.
fn controlled(matrix: &DenseMatrix) -> DenseMatrix {
    let entry = |r: usize, c: usize| match (r & 1, c & 1) {
        (1, 1) => matrix[r >> 1][c >> 1],
        _ if r == c => Complex64::ONE,
        _ => Complex64::ZERO,
    };
    (0..4)
        .map(|r| (0..4).map(|c| entry(r, c)).collect())
        .collect()
}

/// cos φ X + sin φ Y.
fn pauli(phi: f64) -> [[Complex64; 2]; 2] {
    let upper = cis(-phi);
    [[Complex64::ZERO, upper], [upper.conj(), Complex64::ZERO]]
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
            let u = gate.matrix();
            let size = u.len();
            assert_eq!(1 << gate.qubits().len(), size, "{gate:?}");
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
            assert_eq!(moved.matrix(), u);
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
        let not = NativeGate::X(0).matrix();
        let other = |r: usize, c: usize| {
            if r >> 1 == c >> 1 {
                not[r & 1][c & 1]
            } else {
                zero
            }
        };
        let flip: Vec<Vec<_>> = (0..4)
            .map(|r| (0..4).map(|c| other(r, c)).collect())
            .collect();
        let echo = product(&quarter(-1.0), &product(&flip, &quarter(1.0)));
        assert_same(&echo, &NativeGate::Ecr(0, 1).matrix(), "ecr");
        assert!((NativeGate::Ecr(0, 1).matrix()[0][1] - c).norm() < 1e-15);
    }

    #[test]
    fn half_of_a_not_twice_is_the_not() {
        let sx = NativeGate::Sx(0).matrix();
        assert_same(&product(&sx, &sx), &NativeGate::X(0).matrix(), "sx");
        for phi in [0.0, 0.7, -2.0] {
            let half = NativeGate::Gpi2(0, phi).matrix();
            let whole = product(&half, &half);
            let turned: Vec<Vec<_>> = NativeGate::Gpi(0, phi)
                .matrix()
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
        let both = |gate: DenseMatrix| -> Vec<Vec<Complex64>> {
            (0..4)
                .map(|r| {
                    (0..4)
                        .map(|c| gate[r & 1][c & 1] * gate[r >> 1][c >> 1])
                        .collect()
                })
                .collect()
        };
        let turn = |phi| both(NativeGate::Gpi2(0, phi).matrix());
        let ms = NativeGate::Ms(0, 1, 0.0, 0.0, theta).matrix();
        let zz = product(&turn(-FRAC_PI_2), &product(&ms, &turn(FRAC_PI_2)));
        assert_same(&zz, &NativeGate::Zz(0, 1, theta).matrix(), "ms to zz");
        // a phase of π more turns the sign
        let back = NativeGate::Ms(0, 1, PI, 0.0, -theta).matrix();
        assert_same(&back, &ms, "ms");
        // ZZ(π/2) between RZ(π/2) is CZ, up to e^{iπ/4}... of which the ratio of entries tells
        let zz = NativeGate::Zz(0, 1, -FRAC_PI_2).matrix();
        let rz = both(NativeGate::Rz(0, FRAC_PI_2).matrix());
        let cz = product(&zz, &rz);
        let phase = cz[0][0];
        let scaled: Vec<Vec<_>> = cz
            .iter()
            .map(|r| r.iter().map(|x| x / phase).collect())
            .collect();
        assert_same(&scaled, &NativeGate::Cz(0, 1).matrix(), "cz");
    }
}
