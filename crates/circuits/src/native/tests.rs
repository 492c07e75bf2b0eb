//! Translated circuits, judged by the vendors' matrices against the circuits they came from.

use super::*;
use crate::circuit::{Circuit, Gate, Op};
use crate::device::{Device, Entangler};
use num_complex::Complex64;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::f64::consts::{FRAC_PI_2, PI};

/// Couplings of four qubits: all pairs, in directions that are not those of the numbers.
const PAIRS: &str = "[[1, 0], [0, 2], [3, 0], [1, 2], [3, 1], [2, 3]]";

fn device(entangler: &str, fractional: bool) -> Device {
    let text = format!(
        r#"{{"qubits": 4, "couplings": {PAIRS}, "entangler": "{entangler}", "fractional": {fractional}}}"#
    );
    Device::from_json(&text, "test").unwrap()
}

fn all() -> Vec<(Device, bool)> {
    let standard = ["cx", "cz", "ecr", "zz"].map(|e| (device(e, false), false));
    let mut all = standard.to_vec();
    all.push((device("cz", true), true));
    all
}

fn random_circuit(gates: usize, rng: &mut ChaCha8Rng) -> Circuit {
    let mut circuit = Circuit::new(4);
    for _ in 0..gates {
        let (a, step) = (rng.random_range(0..4), rng.random_range(1..4));
        let b = (a + step) % 4;
        let angle: f64 = rng.random_range(-7.0..7.0);
        match rng.random_range(0..9) {
            0 => circuit.push(Gate::h(a)),
            1 => circuit.push(Gate::rx(a, angle)),
            2 => circuit.push(Gate::ry(a, angle)),
            3 => circuit.push(Gate::rz(a, angle)),
            4 => circuit.push(Gate::x(a)),
            5 => circuit.push(Gate::cx(a, b)),
            6 => circuit.push(Gate::z(a).when(b, rng.random_bool(0.7))),
            7 => circuit.push(Gate::p(a, angle).when(b, true)),
            _ => circuit.extend([Gate::cx(a, b), Gate::rz(b, angle), Gate::cx(a, b)]),
        }
    }
    circuit
}

fn overlap(a: &[Complex64], b: &[Complex64]) -> f64 {
    let parts = a.iter().zip(b).map(|(x, y)| x.conj() * y);
    parts.sum::<Complex64>().norm()
}

#[test]
fn a_translated_circuit_leaves_the_same_state_up_to_what_no_measurement_sees() {
    let mut rng = ChaCha8Rng::seed_from_u64(18);
    for (device, fractional) in all() {
        for round in 0..200 {
            let mut circuit = random_circuit(round % 40, &mut rng);
            circuit.measure(vec![2, 0, 3, 1]);
            let native = translate(&circuit, &device, fractional).unwrap();
            let state = circuit.simulate().unwrap();
            let what = format!("{:?} {fractional:?}, round {round}", device.entangler);
            if device.entangler.is_of_ions() {
                let by = |x: usize| {
                    [2, 0, 3, 1]
                        .iter()
                        .enumerate()
                        .map(|(i, q)| (x >> q & 1) << i)
                        .sum::<usize>()
                };
                let outcomes = native.probabilities().unwrap();
                for (x, amplitude) in state.iter().enumerate() {
                    let off = outcomes[by(x)] - amplitude.norm_sqr();
                    assert!(off.abs() < 1e-11, "{what}");
                }
            } else {
                let found = native.simulate().unwrap();
                assert!((overlap(&found, &state) - 1.0).abs() < 1e-11, "{what}");
            }
            assert_eq!(native.measured(), [2, 0, 3, 1]);
        }
    }
}

#[test]
fn only_gates_of_the_device_are_written_and_only_where_it_has_them() {
    let mut rng = ChaCha8Rng::seed_from_u64(19);
    for (device, fractional) in all() {
        let allowed: &[&str] = match (device.entangler, fractional) {
            (Entangler::Cz, true) => &["rz", "sx", "x", "rx", "rzz", "cz"],
            (Entangler::Cz, false) => &["rz", "sx", "x", "cz"],
            (Entangler::Ecr, _) => &["rz", "sx", "x", "ecr"],
            (Entangler::Cx, _) => &["rz", "sx", "x", "cx"],
            (Entangler::Zz, _) => &["gpi", "gpi2", "zz"],
        };
        for _ in 0..40 {
            let native = translate(&random_circuit(30, &mut rng), &device, fractional).unwrap();
            for gate in native.gates() {
                assert!(allowed.contains(&gate.name().as_str()), "{gate:?}");
                let angles = gate.op.angles();
                let fits = match gate.op {
                    Op::Rzz(t) => (0.0..=FRAC_PI_2).contains(&t),
                    Op::Zz(t) => t.abs() <= FRAC_PI_2,
                    Op::Rz(t) => t != 0.0 && t.abs() <= PI,
                    Op::Ecr => device.couplings.contains(&gate.both().unwrap()),
                    _ => angles.iter().all(|angle| angle.abs() <= PI),
                };
                assert!(fits, "{gate:?}");
            }
            assert!(native.gates().windows(2).all(|pair| {
                let rz = pair.iter().all(|gate| gate.is_virtual());
                !rz || pair[0].qubits != pair[1].qubits
            }));
        }
    }
}

#[test]
fn a_layer_of_rotations_costs_what_is_known_for_each_device() {
    let mut circuit = Circuit::new(4);
    circuit.extend((0..4).map(Gate::h));
    for (a, b) in [(0, 1), (1, 2), (2, 3), (0, 2)] {
        circuit.extend([Gate::cx(a, b), Gate::rz(b, 0.42), Gate::cx(a, b)]);
    }
    circuit.push(Gate::rz(1, 0.56));
    circuit.extend((0..4).map(|q| Gate::rx(q, -0.8)));
    let costs = |device: &Device, fractional| {
        let native = translate(&circuit, device, fractional).unwrap();
        let fractional = native.gates().iter().filter(|gate| !gate.is_virtual());
        let pairs = native.two_qubit_gates();
        [pairs, fractional.count() - pairs]
    };
    // one gate a term; H is one pulse, the mixer two
    assert_eq!(costs(&device("zz", false), false), [4, 4 + 8]);
    assert_eq!(costs(&device("cz", true), true), [4, 4 + 4]);
    assert_eq!(costs(&device("cz", false), false)[0], 8);
    assert_eq!(costs(&device("ecr", false), false)[0], 8);
}

#[test]
fn what_a_device_cannot_do_is_refused_with_the_reason() {
    let pair = |a, b| {
        let mut circuit = Circuit::new(4);
        circuit.push(Gate::cx(a, b));
        circuit
    };
    let mut endless = Circuit::new(1);
    endless.push(Gate::rx(0, f64::NAN));
    assert!(translate(&endless, &device("cz", false), false).is_err());
    let line = Device::from_json("[[0, 1], [1, 2], [2, 3]]", "line").unwrap();
    for (circuit, device, fractional, wanted) in [
        (
            Circuit::new(5),
            &device("cz", false),
            false,
            "4 qubits, the circuit 5",
        ),
        (pair(0, 2), &line, false, "couple its qubits 0 and 2"),
        (pair(0, 1), &line, true, "no rx and rzz"),
    ] {
        let error = translate(&circuit, device, fractional)
            .unwrap_err()
            .to_string();
        assert!(error.contains(wanted), "{error}");
    }
}
