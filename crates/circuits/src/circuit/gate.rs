//! One gate: an operation on a target qubit, done where every control has its value.
//!
//! There is one shape for all gates: `cx` is X with one control, a Toffoli gate X with two, and so
//! on without limit; controls may ask for a 1 or for a 0. So whatever handles [`Op`] without
//! controls and [`Gate::controls`] handles every gate.

use super::Op;

/// A qubit that decides, and the value it must have.
///
/// ```
/// use ketboard_circuits::{Control, Gate};
///
/// let gate = Gate::x(2).when(0, false); // flips qubit 2 where qubit 0 is 0
/// assert_eq!(gate.controls, [Control { qubit: 0, value: false }]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control {
    /// The qubit.
    pub qubit: usize,
    /// The value at which the gate acts.
    pub value: bool,
}

/// `op` on `target` in the basis states where all `controls` have their values; nothing elsewhere.
///
/// ```
/// use ketboard_circuits::{Gate, Op};
///
/// let toffoli = Gate::x(2).when(0, true).when(1, true);
/// assert_eq!((toffoli.op, toffoli.target, toffoli.controls.len()), (Op::X, 2, 2));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Gate {
    /// What is done.
    pub op: Op,
    /// The qubit it is done to.
    pub target: usize,
    /// The qubits that decide; none of them is the target or occurs twice.
    pub controls: Vec<Control>,
}

impl Gate {
    /// `op` on `target`, always.
    pub fn new(op: Op, target: usize) -> Self {
        Self {
            op,
            target,
            controls: Vec::new(),
        }
    }

    /// The Hadamard gate (X + Z)/√2.
    pub fn h(target: usize) -> Self {
        Self::new(Op::H, target)
    }

    /// X, which turns \|0⟩ into \|1⟩ and back.
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
        self.controls.push(Control { qubit, value });
        self
    }

    /// The same gate where all of `qubits` are 1, too.
    pub(crate) fn when_all(self, qubits: impl IntoIterator<Item = usize>) -> Self {
        let qubits = qubits.into_iter();
        qubits.fold(self, |gate, qubit| gate.when(qubit, true))
    }

    /// The gate that undoes it.
    pub(crate) fn inverse(&self) -> Self {
        Self {
            op: self.op.inverse(),
            ..self.clone()
        }
    }

    /// The qubits it acts on: the controls in their order, then the target.
    pub fn qubits(&self) -> Vec<usize> {
        let controls = self.controls.iter().map(|control| control.qubit);
        controls.chain([self.target]).collect()
    }

    /// The operation's name after a `c` for each control, from three controls on their number:
    /// `rz`, `cx`, `ccx`, `c5z`. Controls on 0 are not told apart.
    pub fn name(&self) -> String {
        let op = self.op.name();
        match self.controls.len() {
            few @ 0..=2 => "c".repeat(few) + op,
            many => format!("c{many}{op}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_number_of_controls() {
        let z = |controls| Gate::z(9).when_all(0..controls).name();
        assert_eq!([z(0), z(1), z(2), z(3)], ["z", "cz", "ccz", "c3z"]);
    }
}
