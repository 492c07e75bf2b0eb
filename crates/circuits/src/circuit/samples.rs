//! One of each operation on one qubit, for the tests of this module.

use super::Op;

/// Operations on one qubit, the turning ones at generic angles.
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
