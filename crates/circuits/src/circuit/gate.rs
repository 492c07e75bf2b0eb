//! One gate: an operation on a qubit or on two, done where every control has its value. `cx` is X
//! with one control, a Toffoli gate X with two, and so on without limit; devices have gates on two
//! qubits that are none under a control.

use super::{DenseMatrix, Op};
use num_complex::Complex64;

/// `op` on the last of `qubits`, or on the last two, in the basis states where those before have
/// their values; nothing elsewhere.
///
/// ```
/// use ketboard_circuits::{Gate, Op};
///
/// let toffoli = Gate::x(2).when(0, true).when(1, true);
/// assert_eq!((toffoli.op, toffoli.target(), toffoli.controls().count()), (Op::X, 2, 2));
/// let gate = Gate::x(2).when(0, false); // flips qubit 2 where qubit 0 is 0
/// assert_eq!((gate.qubits, gate.values), (vec![0, 2], vec![false]));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Gate {
    /// What is done.
    pub op: Op,
    /// The qubits that decide, then those that it is done to; none of them twice.
    pub qubits: Vec<usize>,
    /// For each qubit that decides the value at which the gate acts.
    pub values: Vec<bool>,
}

impl Gate {
    /// `op` on `target`, always.
    pub fn new(op: Op, target: usize) -> Self {
        Self::on(op, vec![target])
    }

    /// `op` of a device on two qubits, in their order.
    pub fn pair(op: Op, a: usize, b: usize) -> Self {
        Self::on(op, vec![a, b])
    }

    fn on(op: Op, qubits: Vec<usize>) -> Self {
        Self {
            op,
            qubits,
            values: Vec::new(),
        }
    }

    /// The Hadamard gate (X + Z)/√2.
    pub fn h(target: usize) -> Self {
        Self::new(Op::H, target)
    }

    /// X, which exchanges \|0⟩ and \|1⟩.
    pub fn x(target: usize) -> Self {
        Self::new(Op::X, target)
    }

    /// Z, the diagonal (1, −1).
    pub fn z(target: usize) -> Self {
        Self::new(Op::Z, target)
    }

    /// The phase gate, the diagonal (1, e^{iφ}).
    pub fn p(target: usize, phi: f64) -> Self {
        Self::new(Op::P(phi), target)
    }

    /// The rotation e^{−iθX/2} about x.
    pub fn rx(target: usize, theta: f64) -> Self {
        Self::new(Op::Rx(theta), target)
    }

    /// The rotation e^{−iθY/2} about y.
    pub fn ry(target: usize, theta: f64) -> Self {
        Self::new(Op::Ry(theta), target)
    }

    /// The rotation e^{−iθZ/2} about z.
    pub fn rz(target: usize, theta: f64) -> Self {
        Self::new(Op::Rz(theta), target)
    }

    /// Flips `target` where `control` is 1.
    pub fn cx(control: usize, target: usize) -> Self {
        Self::x(target).when(control, true)
    }

    /// The same gate under one more control.
    pub fn when(mut self, qubit: usize, value: bool) -> Self {
        self.qubits.insert(self.values.len(), qubit);
        self.values.push(value);
        self
    }

    pub(crate) fn when_all(self, qubits: impl IntoIterator<Item = usize>) -> Self {
        let qubits = qubits.into_iter();
        qubits.fold(self, |gate, qubit| gate.when(qubit, true))
    }

    pub(crate) fn inverse(&self) -> Self {
        Self {
            op: self.op.inverse(),
            ..self.clone()
        }
    }

    /// The same gate on other qubits: q becomes `of(q)`.
    pub fn moved(&self, of: impl Fn(usize) -> usize) -> Self {
        Self {
            qubits: self.qubits.iter().map(|&q| of(q)).collect(),
            ..self.clone()
        }
    }

    /// The qubit it is done to, of two the second.
    pub fn target(&self) -> usize {
        self.qubits[self.qubits.len() - 1]
    }

    /// The qubits that decide, each with the value at which the gate acts.
    pub fn controls(&self) -> impl Iterator<Item = (usize, bool)> {
        let qubits = self.qubits.iter().copied();
        qubits.zip(self.values.iter().copied())
    }

    pub(crate) fn both(&self) -> Option<(usize, usize)> {
        match self.qubits[..] {
            [a, b] => Some((a, b)),
            _ => None,
        }
    }

    /// Whether a device does nothing for it but to count later phases from another angle.
    pub(crate) fn is_virtual(&self) -> bool {
        matches!(self.op, Op::Rz(_)) && self.values.is_empty()
    }

    /// The unitary on all its qubits, the first of them the least significant bit.
    pub(crate) fn matrix(&self) -> DenseMatrix {
        let inner = self.op.dense();
        let width = self.values.len();
        let bits = self.values.iter().enumerate();
        let acts: usize = bits.map(|(i, &value)| usize::from(value) << i).sum();
        let mask = (1 << width) - 1;
        let entry = |r: usize, c: usize| match (r & mask, c & mask) {
            (row, column) if (row, column) == (acts, acts) => inner[r >> width][c >> width],
            _ if r == c => Complex64::ONE,
            _ => Complex64::ZERO,
        };
        let all = 0..inner.len() << width;
        all.clone()
            .map(|r| all.clone().map(|c| entry(r, c)).collect())
            .collect()
    }

    /// The operation's name after a `c` for each control, from three controls on their number:
    /// `rz`, `cx`, `ccx`, `c5z`. Controls on 0 have no name of their own.
    pub fn name(&self) -> String {
        let op = self.op.name();
        match self.values.len() {
            few @ 0..=2 => "c".repeat(few) + op,
            many => format!("c{many}{op}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

    #[test]
    fn names_tell_the_number_of_controls() {
        let z = |controls| Gate::z(9).when_all(0..controls).name();
        assert_eq!([z(0), z(1), z(2), z(3)], ["z", "cz", "ccz", "c3z"]);
    }

    fn samples() -> [Gate; 11] {
        [
            Gate::rz(0, 0.4),
            Gate::new(Op::Sx, 0),
            Gate::x(0),
            Gate::rx(0, -1.1),
            Gate::cx(0, 1),
            Gate::z(1).when(0, true),
            Gate::pair(Op::Ecr, 0, 1),
            Gate::pair(Op::Rzz(0.7), 0, 1),
            Gate::new(Op::Gpi(0.3), 0),
            Gate::new(Op::Gpi2(-0.9), 0),
            Gate::pair(Op::Zz(-0.6), 0, 1),
        ]
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
        for gate in samples() {
            let u = gate.matrix();
            let size = u.len();
            assert_eq!(1 << gate.qubits.len(), size, "{gate:?}");
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
            assert_same(&product(&adjoint, &u), &identity, &gate.name());
            let moved = gate.moved(|q| q + 5);
            let qubits: Vec<usize> = gate.qubits.iter().map(|q| q + 5).collect();
            assert_eq!((&moved.qubits, moved.op), (&qubits, gate.op));
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
        let not = Gate::x(0).matrix();
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
        assert_same(&echo, &Gate::pair(Op::Ecr, 0, 1).matrix(), "ecr");
        assert!((Gate::pair(Op::Ecr, 0, 1).matrix()[0][1] - c).norm() < 1e-15);
    }

    #[test]
    fn half_of_a_not_twice_is_the_not() {
        let sx = Gate::new(Op::Sx, 0).matrix();
        assert_same(&product(&sx, &sx), &Gate::x(0).matrix(), "sx");
        for phi in [0.0, 0.7, -2.0] {
            let half = Gate::new(Op::Gpi2(phi), 0).matrix();
            let whole = product(&half, &half);
            let turned: Vec<Vec<_>> = Gate::new(Op::Gpi(phi), 0)
                .matrix()
                .iter()
                .map(|row| row.iter().map(|x| -Complex64::I * x).collect())
                .collect();
            assert_same(&whole, &turned, "gpi2");
        }
    }

    #[test]
    fn zz_by_a_quarter_between_quarter_turns_is_cz() {
        let both = |gate: DenseMatrix| -> Vec<Vec<Complex64>> {
            let entry = |r: usize, c: usize| gate[r & 1][c & 1] * gate[r >> 1][c >> 1];
            (0..4)
                .map(|r| (0..4).map(|c| entry(r, c)).collect())
                .collect()
        };
        // ZZ(π/2) between RZ(π/2) is CZ, up to e^{iπ/4}... of which the ratio of entries tells
        let zz = Gate::pair(Op::Zz(-FRAC_PI_2), 0, 1).matrix();
        let rz = both(Gate::rz(0, FRAC_PI_2).matrix());
        let cz = product(&zz, &rz);
        let phase = cz[0][0];
        let scaled: Vec<Vec<_>> = cz
            .iter()
            .map(|r| r.iter().map(|x| x / phase).collect())
            .collect();
        assert_same(&scaled, &Gate::z(1).when(0, true).matrix(), "cz");
    }
}
