//! Exported circuits are read back by an independent reader, simulated gate by gate, and compared
//! with the formula.

use crate::tests::read_qasm;

use crate::circuit::Circuit;
use crate::export::{CircuitExport, CircuitFormat, CircuitHeader};
use ketboard_qaoa::{Angles, angles::AngleShape};
use num_complex::Complex64;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

type CostTerms = Vec<(Vec<usize>, f64)>;

fn qasm3(circuit: &Circuit, header: &CircuitHeader) -> crate::Result<String> {
    let format = CircuitFormat::ALL
        .iter()
        .find(|f| f.name == "qasm3")
        .expect("the table has qasm3");
    format.text(&CircuitExport::new(circuit, header))
}

/// A constant, fields, couplings and cubic terms on n qubits, each present with probability 2/3.
fn random_terms(n: usize, rng: &mut ChaCha8Rng) -> CostTerms {
    let sets = (0..1_usize << n).filter(|mask| mask.count_ones() <= 3);
    let sets: Vec<Vec<usize>> = sets
        .map(|mask| (0..n).filter(|k| mask >> k & 1 == 1).collect())
        .collect();
    let mut terms = Vec::new();
    for set in sets {
        if rng.random_bool(2.0 / 3.0) {
            terms.push((set, rng.random_range(-2.0..2.0)));
        }
    }
    terms
}

fn random_angles(depth: usize, rng: &mut ChaCha8Rng) -> Angles {
    let flat: Vec<f64> = (0..2 * depth)
        .map(|_| rng.random_range(-3.0..3.0))
        .collect();
    Angles::from_flat(&flat)
}

/// Π e^{-iβΣX} e^{-iγC} |+⟩ⁿ, by plain loops over the formula.
fn by_formula(terms: &CostTerms, n: usize, angles: &Angles) -> Vec<Complex64> {
    let spin = |x: usize, k: &usize| 1.0 - 2.0 * (x >> k & 1) as f64;
    let energy = |x: usize| -> f64 {
        let products = terms
            .iter()
            .map(|(set, c)| c * set.iter().map(|k| spin(x, k)).product::<f64>());
        products.sum()
    };
    let uniform = Complex64::new((1.0 / (1 << n) as f64).sqrt(), 0.0);
    let mut state = vec![uniform; 1 << n];
    for (gamma, beta) in angles.layers() {
        for (x, amplitude) in state.iter_mut().enumerate() {
            *amplitude *= Complex64::cis(-gamma * energy(x));
        }
        for k in 0..n {
            let minus_i_sin = Complex64::new(0.0, -beta.sin());
            state = (0..state.len())
                .map(|x| state[x] * beta.cos() + state[x ^ 1 << k] * minus_i_sin)
                .collect();
        }
    }
    state
}

#[test]
fn an_exported_circuit_read_back_has_the_state_of_the_formula() {
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    for n in 1..=6 {
        for depth in 0..=3 {
            let terms = random_terms(n, &mut rng);
            let angles = random_angles(depth, &mut rng);
            let circuit = Circuit::qaoa(&terms, n, &angles);
            let program =
                read_qasm::read(&qasm3(&circuit, &CircuitHeader::default()).unwrap()).unwrap();
            assert_eq!(program.circuit, circuit, "n = {n}, p = {depth}");
            assert_eq!(program.measured, (0..n).collect::<Vec<_>>());

            let constant: f64 = terms.iter().filter(|t| t.0.is_empty()).map(|t| t.1).sum();
            let phase = Complex64::cis(-constant * angles.gammas.iter().sum::<f64>());
            let read = program.circuit.simulate().unwrap();
            let expected = by_formula(&terms, n, &angles);
            for (x, (a, b)) in read.iter().zip(&expected).enumerate() {
                let off = (a.norm_sqr() - b.norm_sqr()).abs();
                assert!(off < 1e-12, "n = {n}, p = {depth}, x = {x}: {off}");
                let off = (a * phase - b).norm();
                assert!(
                    off < 1e-12,
                    "n = {n}, p = {depth}, x = {x}: {off} in amplitude"
                );
            }
        }
    }
}

#[test]
fn a_state_without_symmetry_tells_the_qubits_and_the_signs_apart() {
    // one field, one coupling: exchanging qubits, or flipping the sign of beta, gives other
    // probabilities
    let terms = vec![(vec![0], 0.7), (vec![0, 2], -0.4), (vec![1], 0.2)];
    let angles = Angles::from_flat(&[0.6, -0.3]);
    let probabilities = |angles: &Angles| -> Vec<f64> {
        let state = Circuit::qaoa(&terms, 3, angles).simulate().unwrap();
        state.iter().map(Complex64::norm_sqr).collect()
    };
    let right = probabilities(&angles);
    let reversed = |x: usize| (x & 1) << 2 | x & 2 | x >> 2;
    assert!((0..8).any(|x| (right[x] - right[reversed(x)]).abs() > 0.01));
    let climbing = probabilities(&Angles::from_flat(&[0.6, 0.3]));
    assert!((0..8).any(|x| (right[x] - climbing[x]).abs() > 0.01));
}

fn sample_header() -> CircuitHeader {
    let cell = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    CircuitHeader {
        title: None,
        puzzle: "two rows".into(),
        file: "puzzles/two_rows.toml".into(),
        model_hash: "sha256:0123abcd".into(),
        angles: Angles::from_flat(&[0.25, -0.5]),
        shape: AngleShape::STANDARD,
        mixer: None,
        cells: vec![
            cell("r1c1", "x0"),
            cell("r1c2", "!x0"),
            cell("r2c1", "!x1"),
            cell("r2c2", "1"),
        ],
        notes: vec!["reduced with --reduce paper".into()],
        counts_in_qiskits_order: Some("read them by hand".into()),
    }
}

#[test]
fn the_comments_say_what_the_file_is() {
    let header = sample_header();
    let circuit = Circuit::qaoa(&[(vec![0, 1], 1.0)], 2, &header.angles);
    let program = read_qasm::read(&qasm3(&circuit, &header).unwrap()).unwrap();
    for wanted in [
        "puzzle: two rows (file: puzzles/two_rows.toml)",
        "model: sha256:0123abcd",
        "gammas = [0.25]",
        "betas = [-0.5]",
        "reduced with --reduce paper",
        "q[0] = r1c1 = !r1c2",
        "q[1] = !r2c1",
        "r1c2 = !x0",
        "r2c2 = 1",
        "Qiskit prints counts the other way round: read them by hand",
    ] {
        assert!(
            program.comments.iter().any(|line| line == wanted),
            "{wanted}"
        );
    }
    assert!(
        program
            .comments
            .iter()
            .any(|l| l.contains("c[i] is the measured value of variable xi"))
    );
}

#[test]
fn a_name_with_line_breaks_cannot_leave_its_comment() {
    for line_break in ["\n", "\r", "\r\n", "\u{2028}", "\u{85}", "\u{b}"] {
        let mut header = sample_header();
        header.puzzle = format!("harmless{line_break}x q[0];");
        let circuit = Circuit::qaoa(&[], 1, &header.angles);
        let program = read_qasm::read(&qasm3(&circuit, &header).unwrap()).unwrap();
        assert_eq!(program.circuit, circuit, "{line_break:?}");
    }
}

#[test]
fn a_circuit_without_qubits_is_an_explained_error() {
    let error = qasm3(&Circuit::new(0), &CircuitHeader::default()).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("nothing to run"), "{message}");
    assert!(message.contains("`target_qubits`"), "{message}");
}

#[test]
fn a_circuit_with_an_angle_that_is_not_finite_is_not_written() {
    let angles = Angles::from_flat(&[1e308, 0.1]);
    let circuit = Circuit::qaoa(&[(vec![0], 1e10)], 1, &angles);
    assert!(qasm3(&circuit, &CircuitHeader::default()).is_err());
}

#[test]
fn format_names_are_distinct() {
    let mut names: Vec<&str> = CircuitFormat::ALL
        .iter()
        .map(|format| format.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), CircuitFormat::ALL.len());
}
