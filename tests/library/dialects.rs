//! Every dialect, read back by a reader of its own and compared in outcomes; jobs, and what is
//! refused.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "dialects/jobs.rs"]
mod jobs;
#[path = "dialects/reader.rs"]
mod reader;
#[path = "dialects/registers.rs"]
mod registers;

use ketboard_circuits::{
    Backend, Circuit, CircuitExport, CircuitFormat, CircuitHeader, Device, Gate, Op,
};
use ketboard_qaoa::{Angles, angles::AngleShape};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value;
use std::path::PathBuf;

/// All pairs of four qubits, in directions that are not those of the numbers.
const PAIRS: &str = "[[1, 0], [0, 2], [3, 0], [1, 2], [3, 1], [2, 3]]";

fn complete(entangler: &str, fractional: bool) -> Device {
    let text = format!(
        r#"{{"name": "ibm_any", "couplings": {PAIRS}, "entangler": "{entangler}", "fractional": {fractional}}}"#
    );
    Device::from_json(&text, "pairs.json").unwrap()
}

/// A dialect: the name of its golden file, of its format, the device and the gates of it.
struct Dialect {
    file: &'static str,
    format: &'static CircuitFormat,
    device: Option<Device>,
    fractional: bool,
}

fn dialects() -> Vec<Dialect> {
    let plain = |file, name| (file, name, None, false);
    let rows = [
        plain("qasm3.qasm", "qasm3"),
        plain("qasm3-param.qasm", "qasm3-param"),
        plain("qasm2.qasm", "qasm2"),
        plain("ionq-qasm3.qasm", "ionq-qasm3"),
        plain("ionq.json", "ionq"),
        plain("ionq-native.json", "ionq-native"),
        plain("braket.qasm", "braket"),
        plain("braket-native.qasm", "braket-native"),
        plain("quantinuum.qasm", "quantinuum"),
        (
            "ibm-isa-cz.qasm",
            "ibm-isa",
            Some(complete("cz", false)),
            false,
        ),
        (
            "ibm-isa-ecr.qasm",
            "ibm-isa",
            Some(complete("ecr", false)),
            false,
        ),
        (
            "ibm-isa-fractional.qasm",
            "ibm-isa",
            Some(complete("cz", true)),
            true,
        ),
    ];
    rows.map(|(file, name, device, fractional)| Dialect {
        file,
        format: CircuitFormat::named(name).unwrap(),
        device,
        fractional,
    })
    .into()
}

impl Dialect {
    fn text(&self, export: &CircuitExport) -> String {
        let export = CircuitExport {
            device: self.device.as_ref(),
            fractional: self.fractional,
            ..*export
        };
        self.format.text(&export).unwrap()
    }

    fn leaves_angles_open(&self) -> bool {
        self.format.name == "qasm3-param"
    }
}

/// Four variables, no two of them alike: fields, couplings, a product of three.
fn ansatz(angles: &Angles) -> Circuit {
    let terms = [
        (vec![], 1.5),
        (vec![0], 0.75),
        (vec![2], -0.5),
        (vec![0, 1], 0.25),
        (vec![1, 3], -1.0),
        (vec![2, 3], 2.0),
        (vec![0, 1, 2], 0.375),
    ];
    Circuit::qaoa(&terms, 4, angles)
}

fn header(angles: &Angles) -> CircuitHeader {
    let cell = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    CircuitHeader {
        title: None,
        puzzle: "a small one".into(),
        file: "small.toml".into(),
        model_hash: "0123abcd".into(),
        angles: angles.clone(),
        shape: AngleShape::STANDARD,
        mixer: None,
        cells: vec![
            cell("r1c1", "x0"),
            cell("r1c2", "!x1"),
            cell("r2c1", "x2"),
            cell("r2c2", "x3"),
        ],
        notes: vec!["reduced with --reduce paper".into()],
        counts_in_qiskits_order: Some("read them with --bit-order qubit0-right".into()),
    }
}

/// The probability of each outcome, bit i the i-th measured qubit.
fn outcomes(circuit: &Circuit) -> Vec<f64> {
    let measured = circuit.measured();
    let mut outcomes = vec![0.0; 1 << measured.len()];
    for (x, amplitude) in circuit.simulate().unwrap().iter().enumerate() {
        let bits = measured.iter().enumerate();
        let outcome: usize = bits.map(|(i, &q)| (x >> q & 1) << i).sum();
        outcomes[outcome] += amplitude.norm_sqr();
    }
    outcomes
}

fn assert_same(found: &[f64], expected: &[f64], what: &str) {
    assert_same_within(found, expected, 1e-12, what);
}

fn assert_same_within(found: &[f64], expected: &[f64], slack: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (x, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() < slack, "{what}, outcome {x:b}: {a}, {b}");
    }
}

/// Equal but for the last digits of numbers, which belong to the machine's sines and arctangents.
fn assert_same_text(found: &str, expected: &str, what: &str) {
    let words = |text: &str| -> Vec<String> {
        let is_end = |c: char| " (),;:[]{}\"\n".contains(c);
        text.split_inclusive(is_end).map(str::to_owned).collect()
    };
    let (found, expected) = (words(found), words(expected));
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(&expected) {
        let number = |word: &str| word[..word.len() - 1].parse::<f64>().ok();
        let near = match (number(a), number(b)) {
            (Some(x), Some(y)) => {
                (x - y).abs() < 1e-12 && a.as_bytes().last() == b.as_bytes().last()
            }
            _ => a == b,
        };
        assert!(near, "{what}: {a:?} where {b:?} stands");
    }
}

/// The files are those that were checked with other people's simulators; `KETBOARD_GOLDEN=write`
/// makes them anew.
#[test]
fn every_dialect_is_written_as_it_stands_in_its_golden_file_and_means_the_circuit() {
    let angles = Angles::from_flat(&[0.3, -0.7, -0.4, 0.9]);
    let (circuit, header) = (ansatz(&angles), header(&angles));
    let expected = outcomes(&circuit);
    for dialect in dialects() {
        let export = CircuitExport {
            ansatz: Some(&|angles| Ok(ansatz(angles))),
            ..CircuitExport::new(&circuit, &header)
        };
        let text = dialect.text(&export);
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/library/dialects");
        let path = path.join(dialect.file);
        if std::env::var("KETBOARD_GOLDEN").is_ok_and(|value| value == "write") {
            std::fs::write(&path, &text).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap();
        assert_same_text(&text, &golden, dialect.file);
        let read = reader::read(&golden, &angles).unwrap();
        assert_same(&read.probabilities().unwrap(), &expected, dialect.file);
        for wanted in ["0123abcd", "0.3", "-0.7", "small.toml", "sum X", "r1c2"] {
            assert!(golden.contains(wanted), "{}: {wanted}", dialect.file);
        }
    }
}

#[test]
fn a_golden_circuit_would_show_exchanged_bits() {
    let angles = Angles::from_flat(&[0.3, -0.7, -0.4, 0.9]);
    let expected = outcomes(&ansatz(&angles));
    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        let exchanged = |x: usize| {
            let (p, q) = (x >> a & 1, x >> b & 1);
            x & !(1 << a) & !(1 << b) | p << b | q << a
        };
        let off = (0..16).map(|x| (expected[x] - expected[exchanged(x)]).abs());
        assert!(off.fold(0.0, f64::max) > 0.01, "{a} and {b}");
    }
}

fn random_circuit(rng: &mut ChaCha8Rng) -> Circuit {
    let mut circuit = Circuit::new(4);
    for _ in 0..30 {
        let a = rng.random_range(0..4);
        let b = (a + rng.random_range(1..4)) % 4;
        let angle: f64 = rng.random_range(-7.0..7.0);
        match rng.random_range(0..8) {
            0 => circuit.push(Gate::h(a)),
            1 => circuit.push(Gate::new(Op::Y, a)),
            2 => circuit.push(Gate::rx(a, angle)),
            3 => circuit.push(Gate::ry(a, angle)),
            4 => circuit.push(Gate::p(a, angle).when(b, false)),
            5 => circuit.push(Gate::cx(a, b)),
            6 => circuit.push(Gate::z(a).when(b, true)),
            _ => circuit.extend([Gate::cx(a, b), Gate::rz(b, angle), Gate::cx(a, b)]),
        }
    }
    circuit
}

#[test]
fn any_circuit_measured_in_any_order_has_its_outcomes_in_every_dialect() {
    let mut rng = ChaCha8Rng::seed_from_u64(27);
    let header = CircuitHeader {
        title: Some("random gates".into()),
        ..CircuitHeader::default()
    };
    for order in [vec![0, 1, 2, 3], vec![2, 0, 3, 1], vec![3, 1], vec![1]] {
        for _ in 0..10 {
            let mut circuit = random_circuit(&mut rng);
            circuit.measure(order.clone());
            let expected = outcomes(&circuit);
            for dialect in dialects().iter().filter(|d| !d.leaves_angles_open()) {
                let text = dialect.text(&CircuitExport::new(&circuit, &header));
                let read = reader::read(&text, &Angles::default()).unwrap();
                let found = read.probabilities().unwrap();
                // IonQ measures all qubits: those that were not asked for stand behind
                let mut first = vec![0.0; expected.len()];
                for (x, p) in found.iter().enumerate() {
                    first[x % expected.len()] += p;
                }
                assert_same(&first, &expected, &format!("{} {order:?}", dialect.file));
            }
        }
    }
}

#[test]
fn inputs_stand_for_the_angles_at_any_depth() {
    let mut rng = ChaCha8Rng::seed_from_u64(28);
    for depth in [0, 1, 2, 11] {
        let mut random = || -> Vec<f64> {
            (0..2 * depth)
                .map(|_| rng.random_range(-3.0..3.0))
                .collect()
        };
        let (written, bound) = (Angles::from_flat(&random()), Angles::from_flat(&random()));
        let (circuit, header) = (ansatz(&written), header(&written));
        let export = CircuitExport {
            ansatz: Some(&|angles| Ok(ansatz(angles))),
            ..CircuitExport::new(&circuit, &header)
        };
        let text = CircuitFormat::named("qasm3-param")
            .unwrap()
            .text(&export)
            .unwrap();
        let read = reader::read(&text, &bound).unwrap();
        let expected = outcomes(&ansatz(&bound));
        assert_same(
            &read.probabilities().unwrap(),
            &expected,
            &format!("p = {depth}"),
        );
    }
}
