//! A compiled circuit is the program's, whatever the program, the device, the method and the goal; and the counts that are promised.

use super::*;
use crate::circuit::{Circuit, Gate, Op, SparseState};
use crate::device::find;
use crate::qaoa::Angles;
use num_complex::Complex64;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const METHODS: [Method; 4] = [
    Method::Auto,
    Method::SwapNetwork,
    Method::Parity,
    Method::Direct,
];
const GOALS: [Goal; 3] = [Goal::Fidelity, Goal::Gates, Goal::Depth];

/// The amplitudes of the outcomes, in a vector of 2^(number of measured bits); all other qubits must end in |0⟩.
fn outcomes(circuit: &Circuit) -> Vec<Complex64> {
    let measured = circuit.measured();
    let mut used: Vec<usize> = circuit.gates().iter().flat_map(Gate::qubits).collect();
    used.extend(&measured);
    used.sort_unstable();
    used.dedup();
    let place = |q: usize| used.binary_search(&q).unwrap();
    let mut compact = Circuit::new(used.len());
    for gate in circuit.gates() {
        let moved = Gate::new(gate.op, place(gate.target));
        let controls = gate.controls.iter();
        compact.push(controls.fold(moved, |g, c| g.when(place(c.qubit), c.value)));
    }
    let mut vector = vec![Complex64::ZERO; 1 << measured.len()];
    for (state, amplitude) in SparseState::of(&compact).unwrap().amplitudes() {
        let bits = measured.iter().enumerate();
        let bits = bits.map(|(i, &q)| ((state >> place(q) & 1) as usize) << i);
        let index: usize = bits.sum();
        let rest = measured.iter().fold(state, |s, &q| s & !(1 << place(q)));
        assert!(
            rest == 0 || amplitude.norm() < 1e-9,
            "a qubit beside the variables is left in |1⟩"
        );
        if rest == 0 {
            vector[index] += amplitude;
        }
    }
    vector
}

fn assert_same(compiled: &Compiled, program: &Program, what: &str) {
    let (a, b) = (
        outcomes(&compiled.circuit),
        outcomes(&program.circuit().unwrap()),
    );
    let overlap: Complex64 = a.iter().zip(&b).map(|(a, b)| a.conj() * b).sum();
    assert!(
        (overlap.norm() - 1.0).abs() < 1e-9,
        "{what}: overlap {}",
        overlap.norm()
    );
}

fn assert_fits(compiled: &Compiled, device: &Device, what: &str) {
    assert_eq!(compiled.circuit.qubits(), device.qubits);
    for gate in compiled.circuit.gates() {
        match gate.qubits()[..] {
            [_] => assert!(matches!(
                gate.op,
                Op::H | Op::X | Op::Rx(_) | Op::Ry(_) | Op::Rz(_)
            )),
            [a, b] => {
                let coupling = device
                    .coupling(a, b)
                    .unwrap_or_else(|| panic!("{what}: {gate:?}"));
                assert!(
                    device
                        .two_qubit_error(coupling)
                        .is_none_or(|error| error < 1.0),
                    "{what}"
                );
                assert_eq!(*gate, Gate::cx(a, b), "{what}");
            }
            _ => panic!("{what}: {gate:?}"),
        }
    }
}

fn random_terms(
    n: usize,
    density: f64,
    higher: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<(Vec<usize>, f64)> {
    let mut terms = vec![(vec![], 3.0)];
    for a in 0..n {
        terms.push((vec![a], rng.random_range(-1.0..1.0)));
        for b in a + 1..n {
            if rng.random_bool(density) {
                terms.push((vec![a, b], rng.random_range(-1.0..1.0)));
            }
        }
    }
    for _ in 0..higher {
        let mut set: Vec<usize> = (0..n).collect();
        anneal::shuffle(&mut set, rng);
        set.truncate(rng.random_range(3..=4.min(n)));
        terms.push((set, rng.random_range(-1.0..1.0)));
    }
    terms
}

fn angles(p: usize, rng: &mut ChaCha8Rng) -> Angles {
    let mut list = || (0..p).map(|_| rng.random_range(-1.0..1.0)).collect();
    Angles::new(list(), list()).unwrap()
}

/// A program whose preparation and mixers couple distant variables.
fn coupled(n: usize, rng: &mut ChaCha8Rng) -> Program {
    let terms = random_terms(n, 0.5, 1, rng);
    let mut program = Program::qaoa(&terms, n, &angles(2, rng));
    let mut gates = |count: usize| -> Vec<Gate> {
        (0..count)
            .map(|_| {
                let a = rng.random_range(0..n);
                let b = (a + rng.random_range(1..n)) % n;
                let ops = [Op::Ry(0.7), Op::Rx(0.4), Op::X, Op::P(0.9), Op::Y, Op::T];
                Gate::new(ops[rng.random_range(0..ops.len())], a).when(b, rng.random_bool(0.7))
            })
            .collect()
    };
    program.prepare.extend(gates(8));
    for layer in &mut program.layers {
        layer.mixer.extend(gates(8));
    }
    program
}

#[test]
fn every_method_keeps_the_program_on_every_kind_of_device() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for name in [
        "line-7",
        "grid-3x3",
        "heavy-hex-3",
        "torino",
        "sherbrooke",
        "forte",
        "all-to-all-6",
    ] {
        let device = find(name).unwrap();
        for (round, &method) in METHODS.iter().enumerate() {
            let goal = GOALS[round % 3];
            let n = rng.random_range(3..=6);
            let density = [0.25, 0.6, 1.0][round % 3];
            let terms = random_terms(n, density, round % 2, &mut rng);
            let qaoa = Program::qaoa(&terms, n, &angles(1 + round % 3, &mut rng));
            for program in [qaoa, coupled(n, &mut rng)] {
                let settings = Settings {
                    goal,
                    method,
                    seed: 5,
                };
                let compiled = compile(&program, &device, &settings).unwrap();
                let what = format!("{name} {method:?} {goal:?}, n = {n}");
                assert_fits(&compiled, &device, &what);
                assert_same(&compiled, &program, &what);
                assert!(
                    method == Method::Auto || compiled.method == method,
                    "{what}"
                );
            }
        }
    }
}
