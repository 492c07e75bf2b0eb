//! Circuits as data: the two simulators agree, memory is refused in time, outcomes are kept with
//! their probability, and what is exported is the same circuit.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "circuits/formula.rs"]
mod formula;
use crate::tests::read_qasm;
#[path = "circuits/register_state.rs"]
mod register_state;
#[path = "circuits/registers.rs"]
mod registers;

use crate::Error;
use crate::circuit::{Circuit, Gate, NEGLIGIBLE, Op, Register, SparseState, inverse};
use crate::export::{CircuitExport, CircuitFormat, CircuitHeader};
use num_complex::Complex64;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn random_op(rng: &mut ChaCha8Rng) -> Op {
    let angle = rng.random_range(-4.0..4.0);
    let ops = [
        Op::H,
        Op::X,
        Op::Y,
        Op::Z,
        Op::S,
        Op::Sdg,
        Op::T,
        Op::Tdg,
        Op::P(angle),
        Op::Rx(angle),
        Op::Ry(angle),
        Op::Rz(angle),
    ];
    ops[rng.random_range(0..ops.len())]
}

/// A random gate, each of the other qubits a control on 1 or on 0 with probability 1/4.
fn random_gate(n: usize, rng: &mut ChaCha8Rng) -> Gate {
    let target = rng.random_range(0..n);
    let mut gate = Gate::new(random_op(rng), target);
    for qubit in (0..n).filter(|q| *q != target) {
        if rng.random_bool(0.25) {
            gate = gate.when(qubit, rng.random_bool(0.7));
        }
    }
    gate
}

fn random_circuit(n: usize, gates: usize, rng: &mut ChaCha8Rng) -> Circuit {
    let mut circuit = Circuit::new(n);
    circuit.extend((0..gates).map(|_| random_gate(n, rng)));
    circuit
}

fn as_vector(state: &SparseState) -> Vec<Complex64> {
    let mut vector = vec![Complex64::ZERO; 1 << state.qubits()];
    for (index, amplitude) in state.amplitudes() {
        vector[usize::try_from(index).unwrap()] = amplitude;
    }
    vector
}

fn assert_same(a: &[Complex64], b: &[Complex64], what: &str) {
    assert_eq!(a.len(), b.len(), "{what}");
    for (x, (a, b)) in a.iter().zip(b).enumerate() {
        assert!((a - b).norm() < 1e-12, "{what}, x = {x}: {a} {b}");
    }
}

#[test]
fn the_sparse_and_the_dense_simulator_agree_on_random_circuits_of_all_gates() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for n in 1..=8 {
        for round in 0..12 {
            let circuit = random_circuit(n, 60, &mut rng);
            let sparse = as_vector(&SparseState::of(&circuit).unwrap());
            let dense = circuit.simulate().unwrap();
            assert_same(&sparse, &dense, &format!("n = {n}, round {round}"));
        }
    }
}

#[test]
fn a_state_far_up_in_128_qubits_is_that_of_the_same_circuit_on_few() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let places = [3, 40, 63, 64, 90, 127];
    let small = random_circuit(places.len(), 80, &mut rng);
    let mut large = Circuit::new(128);
    large.extend(small.gates().iter().map(|gate| gate.moved(|q| places[q])));
    let state = SparseState::of(&large).unwrap();
    let dense = small.simulate().unwrap();
    assert!(state.len() > 10);
    for (index, amplitude) in state.amplitudes() {
        let at = places.iter().enumerate();
        let x: usize = at
            .map(|(k, &q)| usize::from(index >> q & 1 == 1) << k)
            .sum();
        assert!((amplitude - dense[x]).norm() < 1e-12, "{x}");
    }
    assert!((state.norm_squared() - 1.0).abs() < 1e-12);
    assert!(SparseState::new(129).is_err());
}

#[test]
fn gates_that_permute_or_turn_phases_leave_the_number_of_basis_states_as_it_is() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut state = SparseState::new(100).unwrap();
    let spread: Vec<Gate> = (0..6).map(|k| Gate::h(16 * k)).collect();
    state.apply(&spread).unwrap();
    assert_eq!(state.len(), 64);
    for _ in 0..200 {
        let gate = random_gate(100, &mut rng);
        if !matches!(gate.op, Op::H | Op::Rx(_) | Op::Ry(_)) {
            state.apply(&[gate]).unwrap();
            assert_eq!(state.len(), 64);
        }
    }
    assert!((state.norm_squared() - 1.0).abs() < 1e-12);
}

#[test]
fn what_interferes_away_is_dropped() {
    let mut state = SparseState::new(2).unwrap();
    state.apply(&[Gate::ry(0, 1e-14)]).unwrap();
    assert_eq!(state.len(), 2);
    state.apply(&[Gate::ry(1, 1e-15)]).unwrap();
    assert_eq!(
        state.len(),
        2,
        "an amplitude of 5e-16 is below {NEGLIGIBLE}"
    );
    assert!((state.norm_squared() - 1.0).abs() < 1e-15);
    let mut state = SparseState::new(5).unwrap();
    let spread: Vec<Gate> = (0..5).map(Gate::h).collect();
    state.apply(&spread).unwrap();
    state.apply(&spread).unwrap();
    assert_eq!(state.len(), 1);
    assert!((state.norm_squared() - 1.0).abs() < 1e-14);
}

#[test]
fn a_state_that_would_not_fit_is_refused_before_it_is_made() {
    let limit = 32 * 1024;
    let mut state = SparseState::new(60).unwrap();
    state.limit = Some(limit);
    let spread: Vec<Gate> = (0..60).map(Gate::h).collect();
    let error = state.apply(&spread).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Engine(ketboard_qaoa::Error::Memory { needed: 65536, .. })
        ),
        "{error}"
    );
    let message = error.to_string();
    assert!(message.contains("2048 basis states"), "{message}");
    assert_eq!(state.len(), 1024, "the gates before it were applied");
    state.apply(&[Gate::x(59), Gate::h(0)]).unwrap();
    assert_eq!(state.len(), 512);
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    let circuit = random_circuit(13, 120, &mut rng);
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let state = SparseState::of(&circuit).unwrap();
            (state.pairs().collect::<Vec<_>>(), state.norm_squared())
        })
    };
    assert_eq!(run(1), run(4));
}

#[test]
fn a_kept_outcome_has_the_probability_and_the_state_of_textbooks() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for n in 2..=6 {
        let circuit = random_circuit(n, 40, &mut rng);
        let dense = circuit.simulate().unwrap();
        for (qubit, value) in [(0, true), (n - 1, false), (n / 2, true)] {
            let keeps = |x: usize| (x >> qubit & 1 == 1) == value;
            let kept = |x: usize| if keeps(x) { dense[x] } else { Complex64::ZERO };
            let weight: f64 = (0..dense.len()).map(|x| kept(x).norm_sqr()).sum();
            let mut state = SparseState::of(&circuit).unwrap();
            if weight < 1e-12 {
                continue;
            }
            let probability = state.project(qubit, value).unwrap();
            assert!((probability - weight).abs() < 1e-12, "n = {n}");
            let expected: Vec<_> = (0..dense.len()).map(|x| kept(x) / weight.sqrt()).collect();
            assert_same(&as_vector(&state), &expected, &format!("n = {n}"));
        }
    }
    let mut state = SparseState::new(2).unwrap();
    assert!(state.project(1, true).is_err());
    assert_eq!(state.len(), 1);
}

#[test]
fn registers_are_read_and_sampled_as_the_state_says() {
    let mut circuit = Circuit::default();
    circuit.add_ancillas("before", 2);
    let register: Register = circuit.add_data("value", 3);
    for (k, qubit) in register.qubits.clone().enumerate() {
        circuit.push(Gate::ry(qubit, 0.5 + k as f64));
    }
    circuit.push(Gate::cx(2, 0));
    let state = SparseState::of(&circuit).unwrap();
    let qubits: Vec<usize> = register.qubits.clone().collect();
    let distribution = state.distribution(&qubits);
    let one = |k: usize| (0.25 + k as f64 / 2.0).sin().powi(2);
    for (&value, &probability) in &distribution {
        let of_bit = |k: usize| {
            if value >> k & 1 == 1 {
                one(k)
            } else {
                1.0 - one(k)
            }
        };
        let expected: f64 = (0..3).map(of_bit).product();
        assert!((probability - expected).abs() < 1e-14, "{value}");
    }
    let of_value = |value| state.probability(|x| register.value(x) == value);
    assert!(
        distribution
            .iter()
            .all(|(&value, p)| (of_value(value) - p).abs() < 1e-14)
    );
    let shots = 40_000;
    let sample = |seed| state.sample(&qubits, shots, seed).unwrap();
    let counts = sample(3);
    assert_eq!(counts, sample(3));
    assert_ne!(counts, sample(4));
    assert_eq!(counts.values().sum::<u64>(), shots);
    for (value, probability) in distribution {
        let spread = (shots as f64 * probability * (1.0 - probability)).sqrt();
        let count = counts.get(&value).copied().unwrap_or(0) as f64;
        let off = count - shots as f64 * probability;
        assert!(off.abs() < 5.0 * spread + 1.0, "{value}: {off}");
    }
}

#[test]
fn what_is_computed_and_undone_is_gone_afterwards() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let compute: Vec<Gate> = (0..30).map(|_| random_gate(6, &mut rng)).collect();
    let mut circuit = Circuit::new(6);
    circuit.extend(compute.iter().cloned());
    circuit.extend(inverse(&compute));
    let state = circuit.simulate().unwrap();
    assert!((state[0] - 1.0).norm() < 1e-12);
}

#[test]
fn an_exported_circuit_of_all_gates_is_the_same_up_to_a_global_phase() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    for n in 1..=6 {
        for round in 0..6 {
            let circuit = random_circuit(n, 25, &mut rng);
            let header = CircuitHeader {
                title: Some("random gates".into()),
                ..CircuitHeader::default()
            };
            let export = CircuitExport::new(&circuit, &header);
            let text = CircuitFormat::ALL[0].text(&export).unwrap();
            let program = read_qasm::read(&text).unwrap();
            let (read, whole) = (
                program.circuit.simulate().unwrap(),
                circuit.simulate().unwrap(),
            );
            let overlap: Complex64 = read.iter().zip(&whole).map(|(a, b)| a.conj() * b).sum();
            assert!(
                (overlap.norm() - 1.0).abs() < 1e-12,
                "n = {n}, round {round}"
            );
            let read: Vec<_> = read.iter().map(|a| a * overlap).collect();
            assert_same(&read, &whole, &format!("n = {n}, round {round}"));
        }
    }
}

#[test]
fn only_what_is_measured_is_read_into_bits() {
    let mut circuit = Circuit::new(4);
    circuit.extend([Gate::h(0), Gate::cx(0, 3)]);
    circuit.measure(vec![3, 1]);
    let header = CircuitHeader {
        title: Some("a pair".into()),
        ..CircuitHeader::default()
    };
    let export = CircuitExport::new(&circuit, &header);
    let text = CircuitFormat::ALL[0].text(&export).unwrap();
    let program = read_qasm::read(&text).unwrap();
    assert_eq!(program.measured, [3, 1]);
    assert!(!program.comments.iter().any(|line| line.contains("gamma")));
}
