//! One gate of each kind, for the tests of this module.

use crate::circuit::{Gate, Op};

/// One gate of each kind, at generic angles.
pub(super) fn samples() -> [Gate; 12] {
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
