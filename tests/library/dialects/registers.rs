//! Circuits on registers, written in every dialect, placed on machines and read back: the
//! probabilities of the register state, angle by angle.

use crate::pipeline::{AnsatzCircuit, Problem};
use crate::settings::Settings;
use crate::tests::dialects::{assert_same_within, dialects, outcomes, reader};
use ketboard_circuits::{
    Circuit, CircuitExport, CircuitFormat, CircuitHeader, CompileSettings, Compiled, Device,
    compile,
};
use ketboard_puzzles::{Puzzle, RegisterChoice, RegisterForm, RuleSet};
use ketboard_qaoa::{Angles, mixers::MixerName};
use std::path::PathBuf;

/// A board on registers: its file, how many qubits are left at most, registers and mixer.
type Case = (&'static str, usize, Option<RegisterChoice>, MixerName);

/// Boards whose registers are one-hot, lines and qubits, some of them of one level alone; in one of
/// them rules are tables.
const CASES: &[Case] = &[
    (
        "n-queens-4x4",
        12,
        Some(RegisterChoice::Rows),
        MixerName::XY_COMPLETE,
    ),
    ("n-queens-4x4", 12, None, MixerName::XY_RING),
    (
        "n-queens-4x4",
        12,
        Some(RegisterChoice::Columns),
        MixerName::GROVER,
    ),
    (
        "queens-5x5",
        11,
        Some(RegisterChoice::Regions),
        MixerName::XY_COMPLETE,
    ),
    ("queens-5x5", 11, None, MixerName::XY_RING),
    (
        "tango-4x4",
        9,
        Some(RegisterChoice::Rows),
        MixerName::XY_COMPLETE,
    ),
    (
        "tango-4x4",
        9,
        Some(RegisterChoice::Columns),
        MixerName::GROVER,
    ),
    (
        "takuzu-4x4",
        11,
        Some(RegisterChoice::Rows),
        MixerName::XY_COMPLETE,
    ),
    ("sudoku-4x4", 11, None, MixerName::XY_RING),
    (
        "tents-4x4",
        8,
        Some(RegisterChoice::Columns),
        MixerName::GROVER,
    ),
    ("tango-4x4", 7, None, MixerName::WARM),
];

fn problem((name, qubits, choice, mixer): Case) -> Problem {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let puzzle = Puzzle::read(&folder.join(name).with_extension("toml")).unwrap();
    let reduction = Settings {
        reduce: Some(RuleSet::Full),
        target_qubits: Some(qubits),
        ..Settings::default()
    };
    let problem = Problem::new(puzzle, &reduction).unwrap();
    let problem = crate::tests::on_registers(&problem, choice, Some(mixer)).unwrap();
    assert!(
        (3..=qubits).contains(&problem.qubits()),
        "{name}: {}",
        problem.qubits()
    );
    problem
}

fn angles(depth: usize) -> Angles {
    match depth {
        1 => Angles::from_flat(&[0.31, -0.47]),
        _ => Angles::from_flat(&[0.31, -0.23, -0.47, 0.19]),
    }
}

/// Of the register state, over the values of all qubits.
fn expected(problem: &Problem, angles: &Angles) -> Vec<f64> {
    let ansatz = crate::tests::ansatz_of(problem);
    let state = ansatz.state(angles).unwrap();
    let mut outcomes = vec![0.0; 1 << problem.qubits()];
    for index in 0..ansatz.states() {
        let bits = problem.bits(index as u64).into_iter().enumerate();
        let place: usize = bits.map(|(k, bit)| usize::from(bit) << k).sum();
        outcomes[place] += state.probability(index);
    }
    outcomes
}

fn same(found: &[f64], expected: &[f64], what: &str) {
    assert_same_within(found, expected, 1e-10, what);
}

#[test]
fn every_dialect_on_registers_has_the_probabilities_of_the_register_state() {
    for &case in CASES {
        let problem = problem(case);
        let gates = problem.ansatz_circuit().unwrap();
        let ansatz = |angles: &Angles| gates.circuit(angles);
        for depth in [1, 2] {
            let angles = angles(depth);
            let expected = expected(&problem, &angles);
            let what = format!("{case:?}, p = {depth}");
            let circuit = gates.circuit(&angles);
            same(&outcomes(&circuit), &expected, &what);
            let header = CircuitHeader {
                angles: angles.clone(),
                mixer: Some(case.3),
                ..CircuitHeader::default()
            };
            let export = CircuitExport {
                ansatz: Some(&|angles| Ok(ansatz(angles))),
                ..CircuitExport::new(&circuit, &header)
            };
            let few = depth == 1 && problem.qubits() < 10;
            let any_machine = |d: &&crate::tests::dialects::Dialect| d.device.is_none();
            for dialect in dialects().iter().filter(any_machine) {
                if few || dialect.format.name == "qasm3" {
                    let text = dialect.text(&export);
                    let read = reader::read(&text, &angles).unwrap();
                    let what = format!("{what}, {}", dialect.file);
                    same(&read.probabilities().unwrap(), &expected, &what);
                    assert!(!text.contains("sum X") && !text.contains("|+>^n"), "{what}");
                }
            }
        }
    }
}

fn placed(gates: &AnsatzCircuit, angles: &Angles, device: &Device) -> Compiled {
    let compiled = compile(
        &gates.program(angles),
        device,
        &CompileSettings::default(),
        None,
    )
    .unwrap();
    let coupled = |a: usize, b: usize| {
        let mut couplings = device.couplings.iter();
        couplings.any(|&(c, d)| (c, d) == (a, b) || (d, c) == (a, b))
    };
    for gate in compiled.circuit.gates() {
        match gate.qubits[..] {
            [_] => {}
            [a, b] => assert!(coupled(a, b), "{gate:?} on {}", device.name),
            _ => panic!("{gate:?}"),
        }
    }
    compiled
}

#[test]
fn circuits_on_registers_are_placed_gate_by_gate_on_couplings_and_mean_the_same() {
    for (k, &case) in CASES.iter().enumerate() {
        let problem = problem(case);
        let gates = problem.ansatz_circuit().unwrap();
        let n = problem.qubits();
        let depth = 1 + k % 2;
        let angles = angles(depth);
        let expected = expected(&problem, &angles);
        // on torino more qubits may be used than there are variables, which costs time here
        let wide = (k % 3 == 1).then(|| "torino".to_owned());
        for name in wide.into_iter().chain([format!("line-{n}")]) {
            let device = Device::named(&name).unwrap();
            let compiled = placed(&gates, &angles, &device);
            let native = &compiled.native;
            let what = format!("{case:?} on {name}, p = {depth}");
            same(&native.probabilities().unwrap(), &expected, &what);
            if name == "torino" {
                let header = CircuitHeader::default();
                let export = CircuitExport {
                    device: Some(&device),
                    ..CircuitExport::new(&compiled.circuit, &header)
                };
                let text = CircuitFormat::named("ibm-isa").unwrap().text(&export);
                let read = reader::read(&text.unwrap(), &angles).unwrap();
                same(&read.probabilities().unwrap(), &expected, &what);
            }
        }
    }
}

#[test]
fn the_counts_of_the_parts_are_those_of_the_circuit() {
    for &case in CASES {
        let gates = problem(case).ansatz_circuit().unwrap();
        let two_qubit = |circuit: Circuit| circuit.decomposed().two_qubit_gates();
        let [start, cost, mixer] = gates.cx_gates();
        for depth in [1, 2] {
            let whole = two_qubit(gates.circuit(&angles(depth)));
            assert_eq!(whole, start + depth * (cost + mixer), "{case:?}");
        }
        let registers = problem(case).registers.unwrap().layout.registers;
        if case.3 == MixerName::XY_COMPLETE
            && registers.iter().all(|r| r.form == RegisterForm::OneHot)
        {
            let steps: usize = registers.iter().map(|r| r.levels.len() - 1).sum();
            // the first step of each start meets a state that is known, and takes one CX
            let started = registers.iter().filter(|r| r.levels.len() > 1).count();
            assert_eq!((start, mixer), (2 * steps - started, 4 * steps));
        }
    }
}

#[test]
fn the_rules_that_are_tables_are_in_the_circuits_of_some_of_these_boards() {
    let tabulated = |case: &&Case| {
        let registers = problem(**case).registers.unwrap();
        !registers.places.tabulated.is_empty()
    };
    let forms = |form| {
        move |case: &&Case| {
            let registers = problem(**case).registers.unwrap().layout.registers;
            registers
                .iter()
                .any(|r| r.form == form && r.levels.len() > 1)
        }
    };
    assert!(CASES.iter().any(|case| tabulated(&case)));
    for form in [
        RegisterForm::OneHot,
        RegisterForm::Lines,
        RegisterForm::Qubit,
    ] {
        assert!(CASES.iter().any(|case| forms(form)(&case)), "{form:?}");
    }
}
