//! What gates cost over Clifford gates and T by the formulas of the module `resources`.

use ketboard_circuits::{Gate, Op};
use std::f64::consts::FRAC_PI_4;

/// What a gate costs by the formulas that the module `resources` states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct GateCost {
    /// T and T† gates.
    pub(super) t_gates: usize,
    /// Rotations at other angles than multiples of π/4.
    pub(super) rotations: usize,
    /// Clean ancillas, given back at once.
    pub(super) clean_ancillas: usize,
}

impl GateCost {
    /// The cost of a gate with its controls.
    pub(super) fn of(gate: &Gate) -> Self {
        let k = gate.values.len();
        match gate.op {
            Op::X | Op::Y | Op::Z => match k {
                0 | 1 => Self::default(),
                k => Self {
                    t_gates: 8 * (k - 2) + 7,
                    rotations: 0,
                    clean_ancillas: k - 2,
                },
            },
            _ if k > 1 => {
                let one = Self::of(&Gate::new(gate.op, gate.target()).when(gate.qubits[0], true));
                Self {
                    t_gates: 8 * (k - 1) + one.t_gates,
                    clean_ancillas: k - 1,
                    ..one
                }
            }
            Op::H => Self::of_t(2 * k),
            Op::Rx(angle) | Op::Ry(angle) | Op::Rz(angle) => {
                Self::of_turns(if k == 0 { (1, angle) } else { (2, angle / 2.0) })
            }
            op => {
                let angle = phase(op);
                Self::of_turns(if k == 0 { (1, angle) } else { (3, angle / 2.0) })
            }
        }
    }

    fn of_t(t_gates: usize) -> Self {
        Self {
            t_gates,
            ..Self::default()
        }
    }

    fn of_turns((times, angle): (usize, f64)) -> Self {
        match eighths(angle) {
            Some(steps) => Self::of_t(times * usize::from(steps % 2)),
            None => Self {
                rotations: times,
                ..Self::default()
            },
        }
    }
}

/// φ of diag(1, e^{iφ}).
fn phase(op: Op) -> f64 {
    match op {
        Op::S => 2.0 * FRAC_PI_4,
        Op::Sdg => -2.0 * FRAC_PI_4,
        Op::T => FRAC_PI_4,
        Op::Tdg => -FRAC_PI_4,
        Op::P(phi) => phi,
        _ => panic!("{op:?} is no phase"),
    }
}

/// The angle in steps of π/4, modulo 8, where it is a multiple of them.
fn eighths(angle: f64) -> Option<u8> {
    let steps = (angle / FRAC_PI_4).round();
    let is_multiple = (angle - steps * FRAC_PI_4).abs() < 1e-12;
    is_multiple.then(|| steps.rem_euclid(8.0) as u8)
}
