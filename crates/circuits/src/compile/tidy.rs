//! Gates that do nothing are left out: CX that meets its equal, CX whose target still is |+⟩.
//!
//! X|+⟩ = |+⟩, so a CX on a qubit that has seen one H and nothing else is the identity, whatever
//! its control.

use crate::circuit::{Gate, Op};

/// The same circuit on |0…0⟩ with fewer gates.
pub(super) fn tidied(gates: Vec<Gate>, qubits: usize) -> Vec<Gate> {
    without_equals(without_idle(gates, qubits), qubits)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Zero,
    Plus,
    Other,
}

fn without_idle(gates: Vec<Gate>, qubits: usize) -> Vec<Gate> {
    let mut seen = vec![Seen::Zero; qubits];
    let mut kept = Vec::with_capacity(gates.len());
    for gate in gates {
        let cx = gate.both().filter(|_| gate.op == Op::X);
        if cx.is_some_and(|(a, b)| seen[b] == Seen::Plus || seen[a] == Seen::Zero) {
            continue;
        }
        let first_h = gate.op == Op::H && seen[gate.target()] == Seen::Zero;
        for &q in &gate.qubits {
            seen[q] = if first_h { Seen::Plus } else { Seen::Other };
        }
        kept.push(gate);
    }
    kept
}

/// Equal CX, one after the other on both of their qubits, cancel.
fn without_equals(gates: Vec<Gate>, qubits: usize) -> Vec<Gate> {
    let mut kept: Vec<Option<Gate>> = Vec::with_capacity(gates.len());
    let mut on: Vec<Vec<usize>> = vec![Vec::new(); qubits];
    for gate in gates {
        let before: Vec<Option<usize>> =
            gate.qubits.iter().map(|&q| on[q].last().copied()).collect();
        if let [Some(i), Some(j)] = before[..]
            && i == j
            && gate.op == Op::X
            && kept[i].as_ref() == Some(&gate)
        {
            kept[i] = None;
            for &q in &gate.qubits {
                on[q].pop();
            }
            continue;
        }
        gate.qubits.iter().for_each(|&q| on[q].push(kept.len()));
        kept.push(Some(gate));
    }
    kept.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::{Circuit, simulate};
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    #[test]
    fn what_is_left_does_the_same_on_zero() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut left_out = 0;
        for _ in 0..200 {
            let n = 4;
            let mut gates: Vec<Gate> = (0..n)
                .filter(|_| rng.random_bool(0.7))
                .map(Gate::h)
                .collect();
            for _ in 0..12 {
                let a = rng.random_range(0..n);
                let b = (a + rng.random_range(1..n)) % n;
                match rng.random_range(0..6) {
                    0 => gates.push(Gate::rz(a, 0.3)),
                    1 => gates.push(Gate::h(a)),
                    2 => gates.extend([Gate::cx(a, b), Gate::cx(a, b)]),
                    _ => gates.push(Gate::cx(a, b)),
                }
            }
            let fewer = tidied(gates.clone(), n);
            left_out += gates.len() - fewer.len();
            let run = |gates: Vec<Gate>| {
                let mut circuit = Circuit::new(n);
                circuit.extend(gates);
                simulate(&circuit).unwrap()
            };
            for (a, b) in run(gates).into_iter().zip(run(fewer)) {
                assert!((a - b).norm() < 1e-12);
            }
        }
        assert!(left_out > 400);
    }
}
