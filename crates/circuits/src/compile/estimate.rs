//! What a circuit costs on a device, and how much of its state that leaves.
//!
//! Two-qubit gates are counted as the device does them: where it has ZZ(θ) itself (entanglers `zz`
//! and `ms`), CX RZ CX on one pair counts once. The estimate is the product of
//!
//! 1 − error of each gate (RZ is free; the one-qubit gates that a translation puts about a CX are
//! not counted) and of each readout, (1 + e^{-t/T1} + 2e^{-t/T2})/4 for each qubit, the fidelity
//! that relaxation leaves an idle qubit, t the time it waits from its first gate to the end of the
//! circuit, every gate as early as it can be.
//!
//! It says how circuits compare, not what a device will do: errors that add up to no harm,
//! crosstalk and drift are not in it.

use crate::circuit::{Circuit, Gate, Op};
use crate::device::{Device, Entangler};

/// A gate of the device: one or two qubits, and whether it takes time.
struct Played {
    on: Vec<usize>,
    free: bool,
}

/// (number of two-qubit gates, their depth) as the device does them.
pub(super) fn two_qubit_cost(circuit: &Circuit, device: &Device) -> (usize, usize) {
    let mut busy_until = vec![0; circuit.qubits()];
    let mut gates = 0;
    for played in played(circuit, device) {
        let [a, b] = played.on[..] else { continue };
        gates += 1;
        let end = busy_until[a].max(busy_until[b]) + 1;
        busy_until[a] = end;
        busy_until[b] = end;
    }
    (gates, busy_until.into_iter().max().unwrap_or(0))
}

/// The estimate; none for a device without known errors.
pub(super) fn fidelity(circuit: &Circuit, device: &Device) -> Option<f64> {
    device.errors?;
    let (one_ns, two_ns) = device
        .times
        .map_or((0.0, 0.0), |t| (t.one_qubit_ns, t.two_qubit_ns));
    let n = circuit.qubits();
    let (mut busy_until, mut worked, mut begun) = (vec![0.0_f64; n], vec![0.0; n], vec![None; n]);
    let mut fidelity = 1.0;
    for played in played(circuit, device) {
        let (error, duration) = match played.on[..] {
            _ if played.free => (0.0, 0.0),
            [a, b] => (device.two_qubit_error(device.coupling(a, b)?)?, two_ns),
            [q] => (one_qubit_error(device, q)?, one_ns),
            _ => continue,
        };
        fidelity *= 1.0 - error;
        let start = played.on.iter().map(|&q| busy_until[q]).fold(0.0, f64::max);
        for q in played.on {
            begun[q].get_or_insert(start);
            busy_until[q] = start + duration;
            worked[q] += duration;
        }
    }
    let end = busy_until.iter().copied().fold(0.0, f64::max);
    for q in (0..n).filter(|&q| begun[q].is_some()) {
        let idle_us = (end - begun[q].unwrap_or(end) - worked[q]) / 1000.0;
        fidelity *= kept_while_idle(device, q, idle_us);
    }
    for q in circuit.measured() {
        let own = device.qubit_rates(q).map(|rates| rates.readout);
        fidelity *= 1.0 - own.or(device.errors.map(|e| e.readout))?;
    }
    Some(fidelity)
}

fn one_qubit_error(device: &Device, q: usize) -> Option<f64> {
    let own = device.qubit_rates(q).map(|rates| rates.one_qubit);
    own.or(device.errors.map(|errors| errors.one_qubit))
}

/// What relaxation leaves of a qubit that waits.
pub(super) fn kept_while_idle(device: &Device, q: usize, idle_us: f64) -> f64 {
    let own = device.qubit_rates(q).map(|rates| rates.relaxation);
    let Some(relaxation) = own.or(device.relaxation) else {
        return 1.0;
    };
    let (t1, t2) = (relaxation.t1_us, relaxation.t2_us);
    (1.0 + libm::exp(-idle_us / t1) + 2.0 * libm::exp(-idle_us / t2)) / 4.0
}

/// The gates as the device does them, in an order in which they can be done.
fn played(circuit: &Circuit, device: &Device) -> Vec<Played> {
    let fuses = matches!(device.entangler, Entangler::Zz | Entangler::Ms);
    let gates = circuit.gates();
    let mut on: Vec<Vec<usize>> = vec![Vec::new(); circuit.qubits()];
    let mut list: Vec<Played> = Vec::with_capacity(gates.len());
    let mut is_cx: Vec<Option<&Gate>> = Vec::new();
    for gate in gates {
        let qubits = gate.qubits();
        if let [a, b] = qubits[..]
            && fuses
            && let Some(first) = opens_zz(&on[a], &on[b], &list)
            && is_cx[first] == Some(gate)
        {
            // the RZ between is part of the ZZ; the pair cannot be fused a second time
            on[b].pop();
            is_cx[first] = None;
            continue;
        }
        for &q in &qubits {
            on[q].push(list.len());
        }
        is_cx.push((gate.op == Op::X && qubits.len() == 2).then_some(gate));
        list.push(Played {
            free: qubits.len() == 1 && matches!(gate.op, Op::Rz(_)),
            on: qubits,
        });
    }
    list
}

/// The gate on both qubits, where the second has had an RZ since and the first nothing.
fn opens_zz(on_a: &[usize], on_b: &[usize], list: &[Played]) -> Option<usize> {
    let (&first, [.., before, turn]) = (on_a.last()?, on_b) else {
        return None;
    };
    (*before == first && list[*turn].free).then_some(first)
}
