//! A compiled circuit is the program's, whatever the program, the device, the method and the goal;
//! and the counts that are promised.

mod choice;

use super::*;
use crate::circuit::ProgramLayer;
use crate::circuit::{Circuit, Gate, Op, SparseState};
use crate::device::Device;
use ketboard_qaoa::Angles;
use num_complex::Complex64;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const METHODS: [Option<CompileMethod>; 4] = [
    None,
    Some(CompileMethod::SwapNetwork),
    Some(CompileMethod::Mixed),
    Some(CompileMethod::Direct),
];
const GOALS: [CompileGoal; 3] = [
    CompileGoal::Fidelity,
    CompileGoal::Gates,
    CompileGoal::Depth,
];

/// The amplitudes of the outcomes, in a vector of 2^(number of measured bits); all other qubits
/// must end in |0⟩.
fn outcomes(circuit: &Circuit) -> Vec<Complex64> {
    let measured = circuit.measured();
    let mut used: Vec<usize> = circuit
        .gates()
        .iter()
        .flat_map(|gate| gate.qubits.clone())
        .collect();
    used.extend(&measured);
    used.sort_unstable();
    used.dedup();
    let place = |q: usize| used.binary_search(&q).unwrap();
    let mut compact = Circuit::new(used.len());
    compact.extend(circuit.gates().iter().map(|gate| gate.moved(place)));
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
        match gate.qubits[..] {
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
        strategy::shuffle(&mut set, rng);
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
        let device = Device::named(name).unwrap();
        for (round, &method) in METHODS.iter().enumerate() {
            let goal = GOALS[round % 3];
            let n = rng.random_range(3..=6);
            let density = [0.25, 0.6, 1.0][round % 3];
            let terms = random_terms(n, density, round % 2, &mut rng);
            let qaoa = Program::qaoa(&terms, n, &angles(1 + round % 3, &mut rng));
            for program in [qaoa, coupled(n, &mut rng)] {
                let settings = CompileSettings {
                    goal,
                    method,
                    seed: 5,
                    ..CompileSettings::default()
                };
                let compiled = compile(&program, &device, &settings, None).unwrap();
                let what = format!("{name} {method:?} {goal:?}, n = {n}");
                assert_fits(&compiled, &device, &what);
                assert_same(&compiled, &program, &what);
                assert!(
                    method.is_none_or(|method| compiled.chosen.method == method),
                    "{what}"
                );
            }
        }
    }
}

fn ring(n: usize) -> Vec<(Vec<usize>, f64)> {
    (0..n).map(|a| (vec![a, (a + 1) % n], 0.4)).collect()
}

#[test]
fn couplings_that_the_device_has_cost_no_swap() {
    let angles = Angles::new(vec![0.3, 0.5], vec![0.2, 0.1]).unwrap();
    let grid = Device::named("grid-2x5").unwrap();
    let settings = CompileSettings {
        goal: CompileGoal::Gates,
        method: Some(CompileMethod::Direct),
        ..CompileSettings::default()
    };
    let compiled = compile(
        &Program::qaoa(&ring(10), 10, &angles),
        &grid,
        &settings,
        None,
    )
    .unwrap();
    // two for each of the 10 pairs and layers; from |+⟩ every qubit but one saves one
    assert!(
        compiled.chosen.two_qubit_gates <= 40,
        "{}",
        compiled.chosen.two_qubit_gates
    );
}

#[test]
fn a_chain_of_ions_does_each_pair_in_one_gate_in_rounds_or_so_that_qubits_begin_late() {
    let forte = Device::named("forte").unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    for (density, p) in [(1.0, 1), (1.0, 2), (0.4, 1), (0.4, 3)] {
        let terms = random_terms(8, density, 0, &mut rng);
        let program = Program::qaoa(&terms, 8, &angles(p, &mut rng));
        let [faithful, short] = [CompileGoal::Fidelity, CompileGoal::Depth].map(|goal| {
            let settings = CompileSettings {
                goal,
                ..CompileSettings::default()
            };
            let compiled = compile(&program, &forte, &settings, None).unwrap();
            assert_same(&compiled, &program, "ions");
            assert_eq!(compiled.chosen.method, CompileMethod::Direct);
            compiled.chosen
        });
        let pairs = terms.iter().filter(|(set, _)| set.len() == 2).count();
        assert_eq!(
            (faithful.two_qubit_gates, short.two_qubit_gates),
            (p * pairs, p * pairs)
        );
        if density == 1.0 {
            assert_eq!(short.two_qubit_depth, 7 * p);
        }
        assert!(short.two_qubit_depth < faithful.two_qubit_depth);
        assert!(faithful.estimated_fidelity > short.estimated_fidelity);
    }
}

#[test]
fn a_device_of_known_errors_and_unknown_times_is_rated_without_waits() {
    let text = r#"{"couplings": [[0, 1]], "entangler": "cz",
        "errors": {"one_qubit": 0.001, "two_qubit": 0.01, "readout": 0.02}}"#;
    let device = Device::from_json(text, "two.json").unwrap();
    let terms = [(vec![0, 1], 0.3)];
    let angles = Angles::new(vec![0.3], vec![0.2]).unwrap();
    let program = Program::qaoa(&terms, 2, &angles);
    let compiled = compile(&program, &device, &CompileSettings::default(), None).unwrap();
    let count = |wanted: fn(&Gate) -> bool| {
        let gates = compiled.native.gates().iter();
        gates.filter(|gate| wanted(gate)).count() as i32
    };
    let is_pulse = |gate: &Gate| gate.qubits.len() == 1 && !gate.is_virtual();
    let pulses = (1.0_f64 - 1.5 * 0.001).powi(count(is_pulse));
    let pairs = (1.0_f64 - 1.25 * 0.01).powi(count(|gate| gate.both().is_some()));
    let expected = pulses * pairs * 0.98 * 0.98;
    let estimate = compiled.chosen.estimated_fidelity.unwrap();
    assert!((estimate - expected).abs() < 1e-12, "{estimate} {expected}");
}

#[test]
fn a_line_is_a_simple_path_through_usable_couplings() {
    for (name, n) in [
        ("line-9", 9),
        ("grid-5x5", 25),
        ("heavy-hex-5", 40),
        ("torino", 16),
        ("sherbrooke", 60),
        ("fez", 80),
        ("all-to-all-30", 30),
    ] {
        let device = Device::named(name).unwrap();
        let graph = Graph::of(&device, n);
        let line = network::embedded(&graph, n).unwrap_or_else(|| panic!("no line on {name}"));
        let distinct: std::collections::BTreeSet<_> = line.iter().collect();
        assert_eq!((line.len(), distinct.len()), (n, n), "{name}");
        for pair in line.windows(2) {
            let coupling = device.coupling(pair[0], pair[1]).unwrap();
            assert!(
                device.two_qubit_error(coupling).is_none_or(|e| e < 1.0),
                "{name}"
            );
        }
    }
}

#[test]
fn a_line_goes_where_errors_are_small() {
    let device = Device::named("torino").unwrap();
    let graph = Graph::of(&device, 12);
    let line = network::embedded(&graph, 12).unwrap();
    let error = |pair: &[usize]| {
        let coupling = device.coupling(pair[0], pair[1]).unwrap();
        device.two_qubit_error(coupling).unwrap()
    };
    let mean = line.windows(2).map(error).sum::<f64>() / 11.0;
    assert!(mean < 0.8 * device.errors.unwrap().two_qubit, "{mean}");
}

#[test]
fn what_cannot_be_compiled_is_refused_with_its_reason() {
    let angles = Angles::new(vec![0.3], vec![0.2]).unwrap();
    let program = Program::qaoa(&ring(6), 6, &angles);
    let refused = |program: &Program, device: &Device, method| {
        let settings = CompileSettings {
            method,
            ..CompileSettings::default()
        };
        compile(program, device, &settings, None)
            .unwrap_err()
            .to_string()
    };
    let small = refused(&program, &Device::named("line-5").unwrap(), None);
    assert!(
        small.contains("line-5 has 5 qubits, the circuit 6"),
        "{small}"
    );
    let apart = Device::from_json("[[0, 1], [1, 2], [3, 4], [4, 5]]", "apart.json").unwrap();
    let apart = refused(&program, &apart, None);
    assert!(apart.contains("join at most 3 of its 6 qubits"), "{apart}");
    let star = Device::from_json("[[0, 1], [0, 2], [0, 3], [0, 4], [0, 5]]", "star.json").unwrap();
    let no_line = refused(&program, &star, Some(CompileMethod::Mixed));
    assert!(no_line.contains("no line of 6 qubits"), "{no_line}");
    let stop = || ControlFlow::Break(());
    let stopped = compile(&program, &star, &CompileSettings::default(), Some(&stop));
    assert!(matches!(
        stopped,
        Err(Error::Engine(ketboard_qaoa::Error::Stopped))
    ));
    let direct = compile(&program, &star, &CompileSettings::default(), None).unwrap();
    assert_eq!(direct.chosen.method, CompileMethod::Direct);
    assert_same(&direct, &program, "a ring on a star");
    let line = Device::named("line-6").unwrap();
    for (change, finding) in [
        (
            ProgramLayer {
                phases: vec![(vec![0, 6], 1.0)],
                mixer: vec![],
            },
            "[0, 6]",
        ),
        (
            ProgramLayer {
                phases: vec![(vec![1, 1], 1.0)],
                mixer: vec![],
            },
            "[1, 1]",
        ),
        (
            ProgramLayer {
                phases: vec![(vec![0, 1], f64::NAN)],
                mixer: vec![],
            },
            "NaN",
        ),
        (
            ProgramLayer {
                phases: vec![],
                mixer: vec![Gate::x(6)],
            },
            "6 qubits",
        ),
        (
            ProgramLayer {
                phases: vec![],
                mixer: vec![Gate::rx(0, f64::INFINITY)],
            },
            "inf",
        ),
    ] {
        let mut wrong = program.clone();
        wrong.layers.push(change);
        let message = refused(&wrong, &line, None);
        assert!(message.contains(finding), "{finding}: {message}");
    }
    let nothing = refused(&Program::default(), &line, None);
    assert!(nothing.contains("0 qubits"), "{nothing}");
}

#[test]
fn programs_without_phases_or_layers_or_neighbors_compile_too() {
    let angles = Angles::new(vec![0.3], vec![0.2]).unwrap();
    let none = Angles::default();
    for (terms, n, angles) in [
        (vec![], 3, &angles),
        (vec![(vec![0], 1.0)], 1, &angles),
        (ring(3), 3, &none),
        (vec![(vec![0, 1], 0.5)], 2, &angles),
        (vec![(vec![0, 1, 2], 0.5)], 3, &angles),
    ] {
        for method in METHODS {
            let program = Program::qaoa(&terms, n, angles);
            let device = Device::named(&format!("line-{n}")).unwrap();
            let settings = CompileSettings {
                method,
                ..CompileSettings::default()
            };
            let compiled = compile(&program, &device, &settings, None).unwrap();
            assert_same(&compiled, &program, &format!("{terms:?} {method:?}"));
        }
    }
}
