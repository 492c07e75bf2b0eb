//! A circuit in the gates of a device, and any rotation of one qubit as pulses that a device has,
//! between virtual rotations about Z.
//!
//! Rotations of one qubit are multiplied until a gate on two qubits comes, and then written with
//! the fewest pulses ([`super::euler`]). A rotation about Z at their end waits: it commutes with CZ
//! and ZZ, changes its sign at ECR's first qubit, and on IonQ's devices is the frame in which later
//! phases are given. With h, z, … the gates of the circuit, up to a phase:
//!
//! > CX(a, b) = h_b CZ h_b = Rz_a(−π/2) Rx_b(−π/2) X_a ECR(a, b), CZ = Rz_a(−π/2) Rz_b(−π/2)
//! >   ZZ(π/2)
//!
//! > ZZ(θ) = Z_a Z_b ZZ(θ − π) = X_a ZZ(−θ) X_a
//!
//! so that every ZZ is folded to |θ| ≤ π/2, and for IBM's rzz, which takes no negative angle, to 0
//! … π/2; an X that is needed for it waits, too.

use crate::circuit::{Circuit, Gate, Op, cis};
use crate::device::{Device, Entangler};
use crate::error::{Error, Result, finite_angle};
use num_complex::Complex64;
use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, PI};

/// The circuit in the gates of the device; qubit k is the device's qubit k, and two-qubit gates are
/// where the device has them. The gates are rz, sx, x and the two-qubit gate of IBM's devices, gpi,
/// gpi2 and zz of IonQ's; where `fractional`, also rx by any angle and rzz by 0 … π/2. The state is
/// the circuit's up to a global phase and, on IonQ's devices, rotations about Z that no measurement
/// sees.
///
/// Fails if the circuit is wider than the device, joins qubits that the device does not couple, has
/// an angle that is not finite, or if fractional gates are asked of a device that has none.
pub(crate) fn translate(circuit: &Circuit, device: &Device, fractional: bool) -> Result<Circuit> {
    check(circuit, device, fractional)?;
    let mut work = Translation::new(device, fractional);
    for gate in circuit.fused().gates() {
        work.gate(gate)?;
    }
    let mut native = Circuit::new(device.qubits);
    native.extend(work.finished());
    native.measure(circuit.measured());
    Ok(native)
}

fn check(circuit: &Circuit, device: &Device, fractional: bool) -> Result<()> {
    let mut angles = circuit.gates().iter().flat_map(|gate| gate.op.angles());
    angles.try_for_each(|angle| finite_angle(angle).map(drop))?;
    device.check_width(circuit.qubits())?;
    let is_ion = device.entangler.is_of_ions();
    if fractional && (is_ion || !device.fractional) {
        let found = format!("{} has no rx and rzz of any angle", device.name);
        return Err(Error::setting("backend", found, "leave `fractional` out"));
    }
    Ok(())
}

struct Translation<'a> {
    device: &'a Device,
    /// The couplings as the device has them, under (smaller, larger).
    couplings: BTreeMap<(usize, usize), (usize, usize)>,
    fractional: bool,
    waiting: Vec<OneQubitMatrix>,
    /// Whether the qubit is still |0⟩, where a rotation about Z is a global phase.
    fresh: Vec<bool>,
    out: Vec<Gate>,
}

impl<'a> Translation<'a> {
    fn new(device: &'a Device, fractional: bool) -> Self {
        let couplings = device.couplings.iter();
        Self {
            device,
            couplings: couplings
                .map(|&(a, b)| ((a.min(b), a.max(b)), (a, b)))
                .collect(),
            fractional,
            waiting: vec![IDENTITY; device.qubits],
            fresh: vec![true; device.qubits],
            out: Vec::new(),
        }
    }

    /// An elementary gate, or a rotation ZZ. Fails if the device does not couple its qubits.
    fn gate(&mut self, gate: &Gate) -> Result<()> {
        if let Some((a, b)) = gate.both()
            && !self.couplings.contains_key(&(a.min(b), a.max(b)))
        {
            let found = format!(
                "{} does not couple its qubits {a} and {b}",
                self.device.name
            );
            let remedy = "place and route the circuit for the device first";
            return Err(Error::setting("backend", found, remedy));
        }
        match (gate.op, gate.both()) {
            (Op::Zz(theta), Some((a, b))) => self.zz(a, b, theta),
            (Op::X, Some((control, target))) => self.cx(control, target),
            (_, Some((a, b))) => self.cz(a, b),
            (op, None) => self.turn(gate.target(), op.matrix()),
        }
        Ok(())
    }

    fn turn(&mut self, q: usize, u: OneQubitMatrix) {
        self.waiting[q] = product(u, self.waiting[q]);
    }

    fn turn_both(&mut self, a: usize, b: usize, u: OneQubitMatrix) {
        self.turn(a, u);
        self.turn(b, u);
    }

    fn cx(&mut self, control: usize, target: usize) {
        self.turn(target, Op::H.matrix());
        self.cz(control, target);
        self.turn(target, Op::H.matrix());
    }

    fn cz(&mut self, a: usize, b: usize) {
        let coupling = self.couplings[&(a.min(b), a.max(b))];
        match self.device.entangler {
            Entangler::Cz => {
                self.pulse(a);
                self.pulse(b);
                self.out.push(Gate::z(b).when(a, true));
            }
            Entangler::Zz => {
                self.interact(a, b, FRAC_PI_2);
                self.turn_both(a, b, rz(-FRAC_PI_2));
            }
            Entangler::Cx => self.flip(coupling, Gate::cx),
            Entangler::Ecr => self.flip(coupling, |a, b| Gate::pair(Op::Ecr, a, b)),
        }
    }

    /// CZ by CX or ECR, which has a direction, between two H of its second qubit.
    fn flip(&mut self, (control, target): (usize, usize), gate: fn(usize, usize) -> Gate) {
        self.turn(target, Op::H.matrix());
        self.pulse(control);
        self.pulse(target);
        self.settle(target);
        (self.fresh[control], self.fresh[target]) = (false, false);
        self.out.push(gate(control, target));
        if self.device.entangler == Entangler::Ecr {
            let x = Op::X.matrix();
            // X undoes the flip of ECR, and what waits has passed that flip
            let passed = product(x, product(self.waiting[control], x));
            self.waiting[control] = product(product(rz(-FRAC_PI_2), x), passed);
            self.turn(target, Op::Rx(-FRAC_PI_2).matrix());
        }
        self.turn(target, Op::H.matrix());
    }

    fn zz(&mut self, a: usize, b: usize, theta: f64) {
        if self.device.entangler.is_of_ions() || self.fractional {
            return self.interact(a, b, theta);
        }
        self.cx(a, b);
        self.turn(b, rz(theta));
        self.cx(a, b);
    }

    /// e^{-iθZZ/2} by the device's own gate.
    fn interact(&mut self, a: usize, b: usize, theta: f64) {
        let mut theta = folded(theta);
        if theta.abs() > FRAC_PI_2 {
            theta -= PI.copysign(theta);
            self.turn_both(a, b, rz(PI));
        }
        if theta == 0.0 {
            return;
        }
        match self.device.entangler {
            Entangler::Zz => {
                self.pulse(a);
                self.pulse(b);
                self.out.push(Gate::pair(Op::Zz(theta), a, b));
            }
            Entangler::Cz | Entangler::Ecr | Entangler::Cx => self.rzz(a, b, theta),
        }
    }

    /// IBM's rzz, whose angle is not negative. An X that waits on a qubit passes it and turns its
    /// sign.
    fn rzz(&mut self, a: usize, b: usize, theta: f64) {
        let flips = [a, b].map(|q| self.waits_to_flip(q));
        let passed = flips.iter().filter(|flip| **flip).count();
        let sign = if passed % 2 == 1 { -1.0 } else { 1.0 };
        let too_low = theta * sign < 0.0;
        match flips {
            _ if !too_low => {}
            [true, _] => drop(self.pulse(a)),
            [false, true] => drop(self.pulse(b)),
            [false, false] => {
                // cheapest where a pulse is due in any case
                let due = |q: &usize| !turns(self.waiting[*q], self.fractional).0.is_empty();
                let q = [b, a].into_iter().find(due).unwrap_or(b);
                self.turn(q, Op::X.matrix());
                self.pulse(q);
                self.turn(q, Op::X.matrix());
            }
        }
        for q in [a, b] {
            if !self.waits_to_flip(q) {
                self.pulse(q);
            }
        }
        self.out.push(Gate::pair(Op::Rzz(theta.abs()), a, b));
    }

    /// Whether an X, and at most a rotation about Z, waits on a qubit.
    fn waits_to_flip(&self, q: usize) -> bool {
        turns(self.waiting[q], self.fractional).0 == [Op::X]
    }

    /// Writes the pulses that wait on a qubit; returns the angle of a rotation about Z that stays.
    fn pulse(&mut self, q: usize) -> f64 {
        let (mut list, mut last) = turns(self.waiting[q], self.fractional);
        if self.fresh[q] && matches!(list.first(), Some(Op::Rz(_))) {
            list.remove(0);
        }
        self.fresh[q] &= list.is_empty();
        if self.device.entangler.is_of_ions() {
            last = folded(last + self.phased(q, &list));
        } else {
            let list = list.into_iter();
            self.out.extend(list.map(|turn| Gate::new(turn, q)));
        }
        if self.fresh[q] {
            last = 0.0;
        }
        self.waiting[q] = rz(last);
        last
    }

    /// The pulses of an ion, which are quarters and halves: a rotation about Z by f is done by
    /// taking f from the phases of all that follow. Returns the sum of those rotations.
    fn phased(&mut self, q: usize, list: &[Op]) -> f64 {
        let mut frame = 0.0;
        for turn in list {
            match turn {
                Op::Rz(angle) => frame += angle,
                Op::Sx => self.out.push(Gate::new(Op::Gpi2(folded(-frame)), q)),
                _ => self.out.push(Gate::new(Op::Gpi(folded(-frame)), q)),
            }
        }
        frame
    }

    fn settle(&mut self, q: usize) {
        let (_, last) = turns(self.waiting[q], self.fractional);
        if last != 0.0 {
            self.out.push(Gate::rz(q, last));
        }
        self.waiting[q] = IDENTITY;
    }

    fn finished(mut self) -> Vec<Gate> {
        for q in 0..self.device.qubits {
            self.pulse(q);
            if !self.device.entangler.is_of_ions() {
                self.settle(q);
            }
        }
        self.out
    }
}

// Any rotation of one qubit as pulses that a device has, between virtual rotations about Z.
//
// With U = Rz(φ) Ry(θ) Rz(λ) up to a global phase:
//
// > U = Rz(φ + π) √X Rz(θ + π) √X Rz(λ) = Rz(φ + π/2) Rx(θ) Rz(λ − π/2),
//
// (McKay et al., "Efficient Z gates for quantum computing", Phys. Rev. A 96, 022330 (2017), eq.
// 3); a quarter and a half turn take one pulse.

/// A 2×2 unitary, `[row][column]`.
type OneQubitMatrix = [[Complex64; 2]; 2];

/// Angles nearer to 0 than this are 0.
pub(super) const NEGLIGIBLE: f64 = 1e-12;

pub(super) const IDENTITY: OneQubitMatrix = [
    [Complex64::ONE, Complex64::ZERO],
    [Complex64::ZERO, Complex64::ONE],
];

pub(super) fn product(a: OneQubitMatrix, b: OneQubitMatrix) -> OneQubitMatrix {
    [0, 1].map(|i| [0, 1].map(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j]))
}

pub(super) fn rz(theta: f64) -> OneQubitMatrix {
    let phase = cis(theta / 2.0);
    let zero = Complex64::ZERO;
    [[phase.conj(), zero], [zero, phase]]
}

/// The angle in (−π, π] of the same rotation, exactly 0 where it is negligible.
fn folded(angle: f64) -> f64 {
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
