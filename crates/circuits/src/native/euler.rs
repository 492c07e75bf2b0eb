//! Any rotation of one qubit as pulses that a device has, between virtual rotations about Z.
//!
//! With U = Rz(φ) Ry(θ) Rz(λ) up to a global phase:
//!
//! > U = Rz(φ + π) √X Rz(θ + π) √X Rz(λ) = Rz(φ + π/2) Rx(θ) Rz(λ − π/2),
//!
//! (McKay et al., "Efficient Z gates for quantum computing", Phys. Rev. A 96, 022330 (2017), eq.
//! 3); a quarter and a half turn take one pulse.

use crate::circuit::{Op, cis};
use num_complex::Complex64;
use std::f64::consts::{FRAC_PI_2, PI};

/// A 2×2 unitary, `[row][column]`.
pub(super) type OneQubitMatrix = [[Complex64; 2]; 2];

/// Angles nearer to 0 than this are 0.
pub(super) const NEGLIGIBLE: f64 = 1e-12;

/// 1.
pub(super) const IDENTITY: OneQubitMatrix = [
    [Complex64::ONE, Complex64::ZERO],
    [Complex64::ZERO, Complex64::ONE],
];

/// a·b: b is done first.
pub(super) fn product(a: OneQubitMatrix, b: OneQubitMatrix) -> OneQubitMatrix {
    [0, 1].map(|i| [0, 1].map(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j]))
}

/// diag(e^{-iθ/2}, e^{iθ/2}).
pub(super) fn rz(theta: f64) -> OneQubitMatrix {
    let phase = cis(theta / 2.0);
    let zero = Complex64::ZERO;
    [[phase.conj(), zero], [zero, phase]]
}

/// The angle in (−π, π] of the same rotation, exactly 0 where it is negligible.
pub(super) fn folded(angle: f64) -> f64 {
    let turn = 2.0 * PI;
    let rest = angle.rem_euclid(turn);
    let rest = if rest > PI { rest - turn } else { rest };
    if rest.abs() < NEGLIGIBLE { 0.0 } else { rest }
}

/// Pulses ([`Op::Sx`], [`Op::X`], [`Op::Rx`]) and virtual rotations, first one first, and the angle
/// of a last rotation about Z that may wait: together `u` up to a phase. No angle is 0.
pub(super) fn turns(u: OneQubitMatrix, fractional: bool) -> (Vec<Op>, f64) {
    let norm = |z: Complex64| libm::hypot(z.re, z.im);
    let arg = |z: Complex64| libm::atan2(z.im, z.re);
    let (cos, sin) = (norm(u[0][0]), norm(u[1][0]));
    if sin < NEGLIGIBLE {
        return (Vec::new(), folded(arg(u[1][1]) - arg(u[0][0])));
    }
    if cos < NEGLIGIBLE {
        return (vec![Op::X], folded(arg(u[1][0]) - arg(u[0][1])));
    }
    let theta = 2.0 * libm::atan2(sin, cos);
    let (phi, lambda) = (arg(u[1][0]) - arg(u[0][0]), arg(-u[0][1]) - arg(u[0][0]));
    let (list, last) = if (theta - FRAC_PI_2).abs() < NEGLIGIBLE {
        (vec![Op::Rz(lambda - FRAC_PI_2), Op::Sx], phi + FRAC_PI_2)
    } else if fractional {
        one_pulse(theta, phi + FRAC_PI_2, lambda - FRAC_PI_2)
    } else {
        let pulses = [Op::Rz(lambda), Op::Sx, Op::Rz(theta + PI), Op::Sx];
        (pulses.to_vec(), phi + PI)
    };
    let list = list.into_iter().map(|turn| match turn {
        Op::Rz(angle) => Op::Rz(folded(angle)),
        pulse => pulse,
    });
    let list = list.filter(|turn| *turn != Op::Rz(0.0));
    (list.collect(), folded(last))
}

/// Rz(after) Rx(θ) Rz(before), with the sign of θ that leaves the smaller rotations: Rz(π) Rx(θ)
/// Rz(π) is Rx(−θ).
fn one_pulse(theta: f64, after: f64, before: f64) -> (Vec<Op>, f64) {
    if folded(before).abs() <= FRAC_PI_2 {
        (vec![Op::Rz(before), Op::Rx(theta)], after)
    } else {
        (vec![Op::Rz(before + PI), Op::Rx(-theta)], after + PI)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rebuilt(u: OneQubitMatrix, fractional: bool) -> (OneQubitMatrix, Vec<Op>) {
        let (list, last) = turns(u, fractional);
        let all = list.iter().copied().chain([Op::Rz(last)]);
        (
            all.fold(IDENTITY, |done, turn| product(turn.matrix(), done)),
            list,
        )
    }

    /// |tr(a†b)| = 2 exactly where the two are the same up to a phase.
    fn overlap(a: OneQubitMatrix, b: OneQubitMatrix) -> f64 {
        let entries = a.iter().flatten().zip(b.iter().flatten());
        entries.map(|(x, y)| x.conj() * y).sum::<Complex64>().norm()
    }

    #[test]
    fn every_turn_is_its_pulses_up_to_a_phase() {
        let angles = [
            -PI, -2.0, -FRAC_PI_2, -1e-3, 0.0, 1e-7, 0.4, FRAC_PI_2, 3.0, PI,
        ];
        for fractional in [false, true] {
            for first in angles {
                for second in angles {
                    for third in angles {
                        let ry = Op::Ry(second).matrix();
                        let u = product(rz(third), product(ry, rz(first)));
                        let (again, list) = rebuilt(u, fractional);
                        assert!((overlap(u, again) - 2.0).abs() < 1e-12, "{list:?}");
                        let real = list.iter().filter(|t| !matches!(t, Op::Rz(_))).count();
                        let most = if fractional { 1 } else { 2 };
                        assert!(real <= most && list.len() <= 2 * most, "{list:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_usual_gates_take_the_pulses_that_are_known_for_them() {
        let pulses = |op: Op, fractional| turns(op.matrix(), fractional).0;
        assert_eq!(pulses(Op::X, false), [Op::X]);
        assert_eq!(pulses(Op::T, false), []);
        assert_eq!(pulses(Op::H, false), [Op::Rz(FRAC_PI_2), Op::Sx]);
        for angle in [-0.6, 0.6, 2.8] {
            let list = pulses(Op::Rx(angle), true);
            let [Op::Rx(found)] = list[..] else {
                panic!("{list:?}")
            };
            assert!((found - angle).abs() < 1e-15);
        }
    }
}
