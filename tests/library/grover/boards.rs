//! The search on puzzles of every family: what is marked, what is found, what is refused.

use crate::Error;
use crate::pipeline::{
    GroverMethod, GroverOutcome, GroverPlan, Problem, RowsCircuit, Truth, grover_circuit,
    search_by_grover,
};
use crate::settings::Settings;
use crate::tests::read_qasm;
use ketboard_circuits::{
    CircuitExport, CircuitFormat, CircuitHeader, Diagonals, GroverAmplitudes, SparseState,
};
use ketboard_puzzles::{Limits, Puzzle, RuleSet};
use std::path::Path;

pub(crate) fn ready(puzzle: Puzzle, qubits: usize) -> (Problem, Truth) {
    let plan = Settings {
        reduce: Some(RuleSet::Full),
        target_qubits: Some(qubits),
        ..Settings::default()
    };
    let problem = Problem::new(puzzle, &plan).unwrap();
    let problem = crate::tests::knowing(problem, &Limits::default());
    let truth = problem.truth.clone();
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

/// A search of 200 shots, whose success must be that of the formula after every iteration.
pub(crate) fn search(
    problem: &Problem,
    method: GroverMethod,
    iterations: Option<usize>,
) -> Result<GroverOutcome, Error> {
    let plan = GroverPlan {
        method,
        iterations,
        shots: 200,
        seed: 1,
    };
    let found = search_by_grover(problem, &plan)?;
    for (k, (a, b)) in found.successes.iter().zip(found.closed_form()).enumerate() {
        let name = &problem.puzzle.file;
        assert!((a - b).abs() < 1e-10, "{name}, k = {k}: {a} {b}");
    }
    if let Some(board) = &found.board {
        assert!(problem.puzzle.model.is_solved_by(board));
    }
    Ok(found)
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
        let found = search(&problem, GroverMethod::States, None).unwrap();
        assert!(found.success_probability() > 0.45, "{name}");
        assert!(found.board.is_some() && found.hits > 50, "{name}");
    }
    assert!(searched >= 12, "{searched} boards");
}

fn read_back(circuit: &ketboard_circuits::Circuit) -> read_qasm::Program {
    let header = CircuitHeader {
        title: Some("Grover search".into()),
        ..CircuitHeader::default()
    };
    let export = CircuitExport::new(circuit, &header);
    read_qasm::read(&CircuitFormat::ALL[0].text(&export).unwrap()).unwrap()
}

#[test]
fn the_exported_circuit_of_the_queens_finds_them_with_the_probability_of_the_formula() {
    let (problem, truth) = queens(4);
    let (circuit, made) = grover_circuit(&problem, GroverMethod::RowsCircuit, Some(1)).unwrap();
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
            .all(|gate| gate.values.len() < 2)
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
    let expected = GroverAmplitudes::success_after(1.0, 2.0, 256.0);
    assert!((success - expected).abs() < 1e-10, "{success} {expected}");
}

#[test]
fn the_exported_circuit_of_reduced_qubits_finds_the_board() {
    for (puzzle, qubits) in shipped().into_iter().zip([5, 6, 7, 8].into_iter().cycle()) {
        let (problem, truth) = ready(puzzle, qubits);
        if problem.qubits() > 8 || truth.boards.is_empty() {
            continue;
        }
        let (circuit, made) = grover_circuit(&problem, GroverMethod::States, Some(2)).unwrap();
        assert_eq!(made, 2);
        if circuit.qubits() == 0 {
            continue;
        }
        let state = read_back(&circuit).circuit.simulate().unwrap();
        let marked = truth.indices.iter().map(|x| state[x as usize].norm_sqr());
        let success: f64 = marked.sum();
        let space = 2_f64.powi(problem.qubits() as i32);
        let expected = GroverAmplitudes::success_after(2.0, truth.boards.len() as f64, space);
        assert!(
            (success - expected).abs() < 1e-10,
            "{}",
            problem.puzzle.file
        );
    }
}

#[test]
fn the_circuit_of_rows_and_the_states_of_row_registers_are_one_search() {
    let options = crate::Options::default().set("registers", "rows").unwrap();
    let options = options.set("reduce", "none").unwrap();
    let puzzle = crate::Puzzle::parse("family = 'n-queens'\nsize = 4").unwrap();
    let problem = puzzle.problem(&options).unwrap();
    let both = &problem;
    let circuit = search(both, GroverMethod::RowsCircuit, Some(7)).unwrap();
    let states = search(both, GroverMethod::States, Some(7)).unwrap();
    assert_eq!((circuit.qubits, circuit.ancillas), (25, 9));
    for found in [&circuit, &states] {
        assert_eq!((found.space, found.solutions), (256.0, 2));
        assert!(found.board.is_some());
    }
}

#[test]
fn only_whole_boards_without_givens_have_a_circuit_of_rows() {
    let of = |text: &str| RowsCircuit::of(&Puzzle::parse(text, "board.toml").unwrap());
    let queens = |more: &str| of(&format!("family = \"n-queens\"\nsize = 4\n{more}\n"));
    for more in ["", "name = \"mine\""] {
        assert_eq!(queens(more), Some(RowsCircuit::Queens(4)));
    }
    for more in [
        "queens = [\"r1c2\"]",
        "topology = \"torus\"",
        "diagonals = \"adjacent\"",
    ] {
        assert_eq!(queens(more), None, "{more}");
    }
    let colors = "family = \"n-queens-squared\"\n";
    let found = of(&format!("{colors}size = 7\ndiagonals = false\n"));
    assert_eq!(found, Some(RowsCircuit::Colors(7, Diagonals::Free)));
    let clue = format!("{colors}grid = \"\"\"\n1...\n....\n....\n....\n\"\"\"\n");
    assert_eq!(of(&clue), None);
}

#[test]
fn a_method_that_does_not_fit_the_puzzle_is_refused() {
    let tango = shipped().into_iter().find(|p| p.family == "tango").unwrap();
    let (problem, _truth) = ready(tango, 8);
    let error = search(&problem, GroverMethod::RowsCircuit, None).unwrap_err();
    assert!(
        error.to_string().contains("rows-circuit is for n-queens"),
        "{error}"
    );
    let (problem, _truth) = queens(10);
    let too_wide = search(&problem, GroverMethod::RowsCircuit, None);
    assert!(too_wide.unwrap_err().to_string().contains("at most 128"));
    let too_many = search(&problem, GroverMethod::States, None);
    assert!(matches!(
        too_many.unwrap_err(),
        Error::Engine(ketboard_qaoa::Error::Memory { .. })
    ));
}
