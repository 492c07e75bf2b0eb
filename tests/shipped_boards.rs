//! What must hold for every puzzle that is shipped, at every level of reduction.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use ketboard::classical::{Limits, all_solutions};
use ketboard::encode::{Cost, Ising, Weights, encode};
use ketboard::model::{Assignment, Form, Model};
use ketboard::puzzle::Puzzle;
use ketboard::reduce::{Level, Reduction, reduce};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Boards are enumerated up to this many qubits.
const ENUMERATED: usize = 20;

fn shipped() -> Vec<Puzzle> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    assert!(files.len() >= 10, "at least ten boards are shipped");
    files
        .iter()
        .map(|path| Puzzle::read(path).unwrap())
        .collect()
}

/// The reductions to try on a board: each level, and the dial at several stops.
fn reductions(model: &Model) -> Vec<Reduction> {
    let mut list = Vec::new();
    for level in [Level::None, Level::Paper, Level::Full] {
        list.push(reduce(model, level, None).unwrap());
    }
    for target in [4, 8, 12, 16, 20] {
        list.push(reduce(model, Level::Full, Some(target)).unwrap());
    }
    list
}

fn solutions(model: &Model) -> BTreeSet<Assignment> {
    let found = all_solutions(model, &Limits::default());
    assert!(
        found.complete,
        "the boards are small enough to list all solutions"
    );
    found.solutions.into_iter().collect()
}

/// The model without the rules that the QUBO does not carry.
fn encoded_part(model: &Model) -> Model {
    let mut part = Model::default();
    for name in model.names() {
        part.add_variable(name.clone());
    }
    for (var, value) in model.givens() {
        part.give(*var, *value);
    }
    for constraint in model.constraints() {
        if !matches!(constraint.form, Form::Distinct(_) | Form::Matching { .. }) {
            part.add(constraint.clone());
        }
    }
    part
}

fn energies(cost: &Cost) -> Vec<f64> {
    let n = cost.polynomial.n();
    let diagonal = ketboard::sim::Diagonal::from_terms(n, cost.polynomial.masks()).unwrap();
    (0..1 << n).map(|index| diagonal.energy(index)).collect()
}

#[test]
fn every_board_has_exactly_one_solution_or_says_how_many() {
    for puzzle in shipped() {
        let boards = puzzle.different_boards(solutions(&puzzle.model).into_iter().collect());
        let count = boards.len();
        let several = puzzle.family == "n-queens";
        assert!(
            count == 1 || (several && count > 1),
            "{} has {count} solutions",
            puzzle.file
        );
    }
}

#[test]
fn every_reduction_keeps_the_solutions() {
    for puzzle in shipped() {
        let before = solutions(&puzzle.model);
        for reduction in reductions(&puzzle.model) {
            let after = solutions(&reduction.reduced_model(&puzzle.model));
            assert_eq!(
                before,
                after,
                "{} at {} qubits",
                puzzle.file,
                reduction.qubits()
            );
            for solution in &before {
                let bits = reduction
                    .project(solution)
                    .expect("a solution is not excluded");
                assert_eq!(&reduction.lift(&bits), solution, "{}", puzzle.file);
            }
        }
    }
}

#[test]
fn the_ground_states_decode_to_exactly_the_boards_that_obey_the_encoded_rules() {
    let mut enumerated = 0;
    for puzzle in shipped() {
        let expected = solutions(&encoded_part(&puzzle.model));
        for reduction in reductions(&puzzle.model) {
            if reduction.qubits() > ENUMERATED {
                continue;
            }
            let cost = encode(&puzzle.model, &reduction, &Weights::default());
            let zero = cost.zero_violation_energy.unwrap();
            let energies = energies(&cost);
            let lowest = energies.iter().copied().fold(f64::INFINITY, f64::min);
            assert_eq!(
                lowest, zero,
                "{}: a solved board breaks no rule",
                puzzle.file
            );
            let ground = energies.iter().enumerate().filter(|(_, e)| **e == zero);
            let boards: BTreeSet<_> = ground
                .map(|(index, _)| reduction.lift_index(index as u64))
                .collect();
            let reachable: BTreeSet<_> = expected
                .iter()
                .filter(|board| reduction.project(board).is_some())
                .cloned()
                .collect();
            assert_eq!(
                boards,
                reachable,
                "{} at {} qubits",
                puzzle.file,
                reduction.qubits()
            );
            let all = solutions(&puzzle.model);
            assert!(
                all.iter().all(|board| boards.contains(board)),
                "{}: a solution is lost",
                puzzle.file
            );
            enumerated += 1;
        }
    }
    assert!(
        enumerated >= 30,
        "only {enumerated} reduced boards were small enough to enumerate"
    );
}

#[test]
fn qubo_and_ising_agree_at_every_basis_state() {
    for puzzle in shipped() {
        for reduction in reductions(&puzzle.model)
            .into_iter()
            .filter(|r| r.qubits() <= 14)
        {
            let cost = encode(&puzzle.model, &reduction, &Weights::default());
            let ising = Ising::from(&cost.polynomial);
            for (index, energy) in energies(&cost).into_iter().enumerate() {
                let at = |k: usize| index >> k & 1 == 1;
                assert_eq!(
                    cost.polynomial.value(at),
                    energy,
                    "{}: QUBO at {index}",
                    puzzle.file
                );
                assert_eq!(ising.value(at), energy, "{}: Ising at {index}", puzzle.file);
            }
        }
    }
}

#[test]
fn the_reduced_energy_is_the_energy_of_the_whole_board() {
    for puzzle in shipped() {
        let whole = encode(
            &puzzle.model,
            &nothing_known(&puzzle.model),
            &Weights::default(),
        );
        for reduction in reductions(&puzzle.model)
            .into_iter()
            .filter(|r| r.qubits() <= 10)
        {
            let cost = encode(&puzzle.model, &reduction, &Weights::default());
            for (index, energy) in energies(&cost).into_iter().enumerate() {
                let board = reduction.lift_index(index as u64);
                assert_eq!(
                    whole.polynomial.value(|k| board[k]),
                    energy,
                    "{} at {index}",
                    puzzle.file
                );
            }
        }
    }
}

/// Every variable a qubit, givens included.
fn nothing_known(model: &Model) -> Reduction {
    let mut free = Model::default();
    for name in model.names() {
        free.add_variable(name.clone());
    }
    Reduction::givens_only(&free)
}

#[test]
fn n_queens_counts_come_out_of_the_ground_states() {
    for (size, expected) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10)] {
        let text = format!("family = \"n-queens\"\nname = \"{size} queens\"\nsize = {size}\n");
        let puzzle = Puzzle::parse(&text, "n-queens.toml").unwrap();
        let cost = encode(
            &puzzle.model,
            &Reduction::givens_only(&puzzle.model),
            &Weights::default(),
        );
        let ground = energies(&cost)
            .into_iter()
            .filter(|energy| *energy == 0.0)
            .count();
        assert_eq!(ground, expected, "N = {size}");
    }
}
