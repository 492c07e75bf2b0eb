//! What holds for this crate, tested from within: no name is public for the sake of a test.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::circuit::{Circuit, Gate, Op};

mod circuits;
mod export;
#[path = "support/read_qasm.rs"]
mod read_qasm;
mod sample;

/// Operations on one qubit, the turning ones at generic angles.
pub(crate) const SAMPLES: [Op; 12] = [
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

/// One gate of each kind, at generic angles.
pub(crate) fn samples() -> [Gate; 12] {
    [
        Gate::rz(0, 0.4),
        Gate::new(Op::Sx, 1),
        Gate::x(0),
        Gate::rx(1, -1.1),
        Gate::cx(1, 0),
        Gate::z(1).when(0, true),
        Gate::pair(Op::Ecr, 0, 1),
        Gate::pair(Op::Rzz(0.7), 0, 1),
        Gate::new(Op::Gpi(0.3), 0),
        Gate::new(Op::Gpi2(-0.9), 1),
        Gate::pair(Op::Ms(0.2, -0.5, 0.8), 0, 1),
        Gate::pair(Op::Zz(-0.6), 1, 0),
    ]
}
