//! The search on puzzles of every family: what is marked, what is found, what is refused.

use crate::Error;
use crate::pipeline::{
    GroverMethod, GroverPlan, Iterations, Problem, ReductionPlan, Truth, grover_circuit,
    plain_queens, prepare, search_by_grover,
};
use crate::tests::read_qasm;
use ketboard_circuits::{CIRCUIT_FORMATS, CircuitHeader, SparseState, simulate, success_after};
use ketboard_puzzles::{Limits, Puzzle, RuleSet, Weights};
use std::path::Path;

pub(crate) fn ready(puzzle: Puzzle, qubits: usize) -> (Problem, Truth) {
    let plan = ReductionPlan {
        level: Some(RuleSet::Full),
        target_qubits: Some(qubits),
    };
    let problem = prepare(puzzle, &plan, Weights::default()).unwrap();
    let truth = problem.truth(&Limits::default()).unwrap();
    (problem, truth)
}

fn queens(n: usize) -> (Problem, Truth) {
    let text = format!("family = \"n-queens\"\nsize = {n}\n");
    ready(Puzzle::parse(&text, "queens.toml").unwrap(), 10)
}

pub(crate) fn shipped() -> Vec<Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    files
        .iter()
        .map(|path| Puzzle::read(path).unwrap())
        .collect()
}

fn plan(method: GroverMethod, iterations: Iterations) -> GroverPlan {
    GroverPlan {
        method,
        iterations,
        shots: 200,
        seed: 1,
    }
}

#[test]
fn on_every_shipped_board_the_marked_states_are_those_the_rules_accept_and_are_found() {
    let mut searched = 0;
    for puzzle in shipped() {
        let (problem, truth) = ready(puzzle, 11);
        if problem.qubits() > 11 || truth.boards.is_empty() {
            continue;
        }
        searched += 1;
        let name = &problem.puzzle.file;
        for x in 0..1_u64 << problem.qubits() {
            let obeys = problem
                .puzzle
                .model
                .is_solved_by(&problem.reduction.lift_index(x));
            assert_eq!(obeys, truth.indices.contains(x), "{name}, x = {x}");
        }
        let found = search_by_grover(
            &problem,
            &truth,
            &plan(GroverMethod::Qubits, Iterations::Best),
        );
        let found = found.unwrap();
        for (simulated, formula) in found.successes.iter().zip(found.closed_form()) {
            assert!(
                (simulated - formula).abs() < 1e-10,
                "{name}: {simulated} {formula}"
            );
        }
        assert!(found.success_probability() > 0.45, "{name}");
        let board = found.board.unwrap_or_else(|| panic!("{name}: no board"));
        assert!(problem.puzzle.model.is_solved_by(&board), "{name}");
        assert_eq!(found.oracle_calls, found.iterations);
    }
    assert!(searched >= 12, "{searched} boards");
}

#[test]
fn the_circuit_and_the_digits_are_one_search() {
    let (problem, truth) = queens(4);
    let [circuit, digits] = [GroverMethod::RowsCircuit, GroverMethod::RowDigits].map(|method| {
        search_by_grover(&problem, &truth, &plan(method, Iterations::Given(7))).unwrap()
    });
    assert_eq!((circuit.space, circuit.solutions), (256.0, 2));
    assert_eq!((circuit.qubits, circuit.ancillas), (25, 9));
    assert_eq!((digits.qubits, digits.ancillas), (8, 0));
    for (a, b) in circuit.successes.iter().zip(&digits.successes) {
        assert!((a - b).abs() < 1e-11, "{a} {b}");
    }
    assert!(circuit.board.is_some() && digits.board.is_some());
}

#[test]
fn digits_search_any_board_of_one_piece_a_row() {
    let mut searched = 0;
    for puzzle in shipped()
        .into_iter()
        .filter(|p| p.family.ends_with("queens"))
    {
        let (problem, truth) = ready(puzzle, 16);
        let found = search_by_grover(
            &problem,
            &truth,
            &plan(GroverMethod::RowDigits, Iterations::Best),
        );
        let found = match found {
            Ok(found) => found,
            Err(refused) => {
                // a board with other counts in its rows has no such register
                let counts = problem.puzzle.file.contains("counts");
                assert!(counts, "{}: {refused}", problem.puzzle.file);
                continue;
            }
        };
        for (simulated, formula) in found.successes.iter().zip(found.closed_form()) {
            assert!(
                (simulated - formula).abs() < 1e-10,
                "{}",
                problem.puzzle.file
            );
        }
        assert!(found.board.is_some(), "{}", problem.puzzle.file);
        searched += 1;
    }
    assert!(searched > 5);
}

#[test]
fn eight_queens_fit_into_a_register_of_digits() {
    let (problem, truth) = queens(8);
    let found = search_by_grover(
        &problem,
        &truth,
        &plan(GroverMethod::RowDigits, Iterations::Given(2)),
    );
    let found = found.unwrap();
    assert_eq!(
        (found.space, found.solutions, found.qubits),
        (16_777_216.0, 92, 24)
    );
    let expected = success_after(2.0, 92.0, found.space);
    assert!((found.success_probability() - expected).abs() < 1e-10);
}

#[test]
fn without_the_number_of_solutions_a_board_is_found_by_guessing() {
    let (problem, truth) = queens(5);
    for method in [GroverMethod::RowsCircuit, GroverMethod::RowDigits] {
        for seed in 0..3 {
            let plan = GroverPlan {
                seed,
                ..plan(method, Iterations::Unknown)
            };
            let found = search_by_grover(&problem, &truth, &plan).unwrap();
            let attempts = found.attempts.as_ref().unwrap();
            assert!(attempts.found);
            assert_eq!(found.oracle_calls, attempts.oracle_calls());
            assert_eq!(attempts.iterations.last(), Some(&found.iterations));
            assert!(
                problem
                    .puzzle
                    .model
                    .is_solved_by(found.board.as_ref().unwrap())
            );
            let longest = attempts.iterations.iter().max().unwrap();
            assert_eq!(found.successes.len(), longest + 1);
            for (simulated, formula) in found.successes.iter().zip(found.closed_form()) {
                assert!((simulated - formula).abs() < 1e-10);
            }
            assert_eq!(found, search_by_grover(&problem, &truth, &plan).unwrap());
        }
    }
}

fn read_back(circuit: &ketboard_circuits::Circuit) -> read_qasm::Program {
    let header = CircuitHeader {
        title: Some("Grover search".into()),
        ..CircuitHeader::default()
    };
    let mut text = Vec::new();
    CIRCUIT_FORMATS[0]
        .write(circuit, &header, &mut text)
        .unwrap();
    read_qasm::read(&String::from_utf8(text).unwrap()).unwrap()
}

#[test]
fn the_exported_circuit_of_the_queens_finds_them_with_the_probability_of_the_formula() {
    let (problem, truth) = queens(4);
    let (circuit, made) =
        grover_circuit(&problem, &truth, GroverMethod::RowsCircuit, Some(1)).unwrap();
    assert_eq!(made, 1);
    let program = read_back(&circuit);
    assert_eq!(program.measured, (0..16).collect::<Vec<_>>());
    for place in ["q[16] = column[0]", "q[24] = diagonal[5]"] {
        assert!(program.comments.iter().any(|line| line == place), "{place}");
    }
    assert!(
        program
            .circuit
            .gates()
            .iter()
            .all(|gate| gate.controls.len() < 2)
    );
    let state = SparseState::of(&program.circuit).unwrap();
    let solutions: Vec<u128> = truth
        .boards
        .iter()
        .map(|board| {
            board
                .iter()
                .enumerate()
                .map(|(k, &b)| u128::from(b) << k)
                .sum()
        })
        .collect();
    let success = state.probability(|x| solutions.contains(&x));
    let expected = success_after(1.0, 2.0, 256.0);
    assert!((success - expected).abs() < 1e-10, "{success} {expected}");
}

#[test]
fn the_exported_circuit_of_reduced_qubits_finds_the_board() {
    for (puzzle, qubits) in shipped().into_iter().zip([5, 6, 7, 8].into_iter().cycle()) {
        let (problem, truth) = ready(puzzle, qubits);
        if problem.qubits() > 8 || truth.boards.is_empty() {
            continue;
        }
        let (circuit, made) =
            grover_circuit(&problem, &truth, GroverMethod::Qubits, Some(2)).unwrap();
        assert_eq!(made, 2);
        if circuit.qubits() == 0 {
            continue;
        }
        let state = simulate(&read_back(&circuit).circuit).unwrap();
        let marked = truth.indices.iter().map(|x| state[x as usize].norm_sqr());
        let success: f64 = marked.sum();
        let space = 2_f64.powi(problem.qubits() as i32);
        let expected = success_after(2.0, truth.boards.len() as f64, space);
        assert!(
            (success - expected).abs() < 1e-10,
            "{}",
            problem.puzzle.file
        );
    }
}

#[test]
fn only_whole_boards_without_givens_are_plain_queens() {
    let plain = |more: &str| {
        let text = format!("family = \"n-queens\"\nsize = 4\n{more}\n");
        plain_queens(&Puzzle::parse(&text, "queens.toml").unwrap())
    };
    assert_eq!(plain(""), Some(4));
    assert_eq!(plain("name = \"mine\""), Some(4));
    assert_eq!(plain("queens = [\"r1c2\"]"), None);
    assert_eq!(plain("topology = \"torus\""), None);
    assert_eq!(plain("diagonals = \"adjacent\""), None);
}

#[test]
fn a_method_that_does_not_fit_the_puzzle_is_refused_with_the_one_that_does() {
    let tango = shipped().into_iter().find(|p| p.family == "tango").unwrap();
    let (problem, truth) = ready(tango, 8);
    for method in [GroverMethod::RowsCircuit, GroverMethod::RowDigits] {
        let error = search_by_grover(&problem, &truth, &plan(method, Iterations::Best));
        let error = error.unwrap_err();
        assert!(matches!(error, Error::Setting { .. }));
        assert!(error.to_string().contains("`method` qubits"), "{error}");
    }
    let (problem, truth) = queens(4);
    let error = grover_circuit(&problem, &truth, GroverMethod::RowDigits, None).unwrap_err();
    assert!(error.to_string().contains("rows-circuit"), "{error}");
    let (problem, truth) = queens(10);
    let too_wide = search_by_grover(
        &problem,
        &truth,
        &plan(GroverMethod::RowsCircuit, Iterations::Best),
    );
    assert!(too_wide.unwrap_err().to_string().contains("at most 128"));
    let too_many = search_by_grover(
        &problem,
        &truth,
        &plan(GroverMethod::Qubits, Iterations::Best),
    );
    assert!(matches!(too_many.unwrap_err(), Error::Memory { .. }));
}
