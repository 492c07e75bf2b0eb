//! A circuit in the gates of a device.
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

use super::euler::{IDENTITY, OneQubitMatrix, folded, product, rz, turns};
use crate::circuit::{Circuit, Gate, Op};
use crate::device::{Device, Entangler};
use crate::error::{Error, Result, finite_angle};
use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, PI};

/// The circuit in the gates of the device; qubit k is the device's qubit k, and two-qubit gates are
/// where the device has them. The gates are rz, sx, x and the two-qubit gate of IBM's devices, gpi,
/// gpi2 and zz of IonQ's; where `fractional`, also rx by any angle and rzz by 0 … π/2 (on
/// IBM's, `use_fractional_gates` of its runtime).
///
/// The state it leaves |0…0⟩ in is the circuit's up to a global phase and, on IonQ's devices, turns
/// about Z that no measurement sees.
///
/// # Errors
/// If the circuit is wider than the device, joins qubits that the device does not couple, has an
/// angle that is not finite, or if the settings want fractional gates of a device that has none.
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

/// What is written, and what waits on each qubit.
struct Translation<'a> {
    device: &'a Device,
    /// The couplings as the device has them, under (smaller, larger).
    couplings: BTreeMap<(usize, usize), (usize, usize)>,
    fractional: bool,
    /// What is still to be done to each qubit.
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

    /// An elementary gate, or a rotation ZZ.
    ///
    /// # Errors
    /// If the device does not couple its qubits.
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

    /// Writes the pulses that wait on a qubit; a rotation about Z stays, by the angle that is
    /// returned.
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

    /// Writes the rotation about Z that waits on a qubit.
    fn settle(&mut self, q: usize) {
        let (_, last) = turns(self.waiting[q], self.fractional);
        if last != 0.0 {
            self.out.push(Gate::rz(q, last));
        }
        self.waiting[q] = IDENTITY;
    }

    /// All gates, what waited written.
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
