//! N-queens²: rows of permutations, checks of colors, the counts of Latin squares in the
//! probabilities.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::tests::grover::boards::search;
use crate::tests::read_qasm;

use crate::pipeline::{GroverMethod, Problem, Truth, grover_circuit};
use crate::settings::Settings;
use ketboard_circuits::{
    CircuitExport, CircuitFormat, CircuitHeader, Diagonals, GroverAmplitudes, GroverCircuit,
    SparseState,
};
use ketboard_puzzles::{Limits, Puzzle};

fn colors(n: usize, diagonals: bool) -> Puzzle {
    let text = format!("family = \"n-queens-squared\"\nsize = {n}\ndiagonals = {diagonals}\n");
    Puzzle::parse(&text, "colors.toml").unwrap()
}

fn ready(puzzle: Puzzle) -> (Problem, Truth) {
    let problem = Problem::new(puzzle, &Settings::default()).unwrap();
    let problem = crate::tests::knowing(problem, &Limits::default());
    let truth = problem.truth.clone();
    (problem, truth)
}

/// The colors of a basis state of the circuit, row by row; `None` where an ancilla is not 0.
fn board_of(x: u128, n: usize) -> Option<Vec<Vec<usize>>> {
    let width = n.next_power_of_two().ilog2() as usize;
    let color = |cell: usize| (x >> (width * cell) & ((1 << width) - 1)) as usize;
    let row = |row| (0..n).map(|col| color(row * n + col)).collect();
    (x >> (width * n * n) == 0).then(|| (0..n).map(row).collect())
}

fn is_permutation(colors: &[usize]) -> bool {
    let mut sorted = colors.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..colors.len())
}

/// Rows and columns hold each color once, and, if asked, diagonals none twice: a checker of its
/// own.
fn obeys(board: &[Vec<usize>], diagonals: bool) -> bool {
    let n = board.len();
    let column = |c: usize| -> Vec<usize> { board.iter().map(|row| row[c]).collect() };
    let cells = || (0..n).flat_map(|r| (0..n).map(move |c| (r, c)));
    let clash = |a: (usize, usize), b: (usize, usize)| {
        a.0 < b.0 && a.0.abs_diff(b.0) == a.1.abs_diff(b.1) && board[a.0][a.1] == board[b.0][b.1]
    };
    board.iter().all(|row| is_permutation(row))
        && (0..n).all(|c| is_permutation(&column(c)))
        && !(diagonals && cells().any(|a| cells().any(|b| clash(a, b))))
}

#[test]
fn every_board_of_permutations_has_the_same_amplitude() {
    for (n, boards) in [(2, 4), (3, 216), (4, 331_776)] {
        let search = GroverCircuit::queens_squared(n, Diagonals::Free).unwrap();
        let mut state = SparseState::new(search.layout.qubits()).unwrap();
        state.apply(&search.prepare).unwrap();
        assert_eq!(state.len(), boards);
        let (mut latin, mut probability) = (0, 0.0);
        for (x, amplitude) in state.pairs() {
            let expected = (boards as f64).sqrt().recip();
            assert!((amplitude - expected).norm() < 1e-12, "n = {n}");
            let board = board_of(x, n).expect("the digits are back at 0");
            assert!(board.iter().all(|row| is_permutation(row)));
            if obeys(&board, false) {
                latin += 1;
                probability += amplitude.norm_sqr();
            }
        }
        assert_eq!(latin, [2, 12, 576][n - 2]);
        assert!((probability - latin as f64 / boards as f64).abs() < 1e-10);
    }
}

#[test]
fn one_row_of_five_colors_is_all_120_permutations() {
    let search = GroverCircuit::queens_squared(5, Diagonals::Free).unwrap();
    let registers = search.layout.registers();
    let row: Vec<usize> = registers[..5]
        .iter()
        .flat_map(|r| r.qubits.clone())
        .collect();
    let digits: Vec<usize> = registers
        .iter()
        .filter(|r| r.name.starts_with("row1_"))
        .flat_map(|r| r.qubits.clone())
        .collect();
    let mut state = SparseState::new(128).unwrap();
    let of_row = |q: &usize| row.contains(q) || digits.contains(q);
    let gates: Vec<_> = search
        .prepare
        .iter()
        .filter(|gate| gate.qubits.iter().all(&of_row))
        .cloned()
        .collect();
    state.apply(&gates).unwrap();
    assert_eq!(state.len(), 120);
    for (x, amplitude) in state.pairs() {
        assert!((amplitude - 120_f64.sqrt().recip()).norm() < 1e-12);
        let colors: Vec<usize> = (0..5).map(|c| (x >> (3 * c) & 7) as usize).collect();
        assert!(is_permutation(&colors) && x >> 15 == 0);
    }
}

#[test]
fn the_oracle_flips_exactly_the_boards_that_obey() {
    for (n, diagonals) in [
        (2, false),
        (2, true),
        (3, false),
        (3, true),
        (4, false),
        (4, true),
    ] {
        let kind = if diagonals {
            Diagonals::Checked
        } else {
            Diagonals::Free
        };
        let search = GroverCircuit::queens_squared(n, kind).unwrap();
        let mut state = SparseState::new(search.layout.qubits()).unwrap();
        state.apply(&search.prepare).unwrap();
        let amplitude = (state.len() as f64).sqrt().recip();
        state.apply(&search.oracle).unwrap();
        let mut flipped = 0;
        for (x, found) in state.pairs() {
            let board = board_of(x, n).expect("the ancillas are back at 0");
            let sign = if obeys(&board, diagonals) { -1.0 } else { 1.0 };
            assert!(
                (found - sign * amplitude).norm() < 1e-12,
                "n = {n}, {board:?}"
            );
            flipped += usize::from(sign < 0.0);
        }
        let expected = if diagonals { 0 } else { [2, 12, 576][n - 2] };
        assert_eq!(flipped, expected, "n = {n}");
    }
}

#[test]
fn a_queens_square_of_order_5_passes_both_checks_of_the_oracle() {
    let knight = |r: usize, c: usize| (2 * r + c) % 5;
    let board: Vec<Vec<usize>> = (0..5)
        .map(|r| (0..5).map(|c| knight(r, c)).collect())
        .collect();
    let cyclic: Vec<Vec<usize>> = (0..5)
        .map(|r| (0..5).map(|c| (r + c) % 5).collect())
        .collect();
    assert!(obeys(&board, true) && obeys(&cyclic, false) && !obeys(&cyclic, true));
    let qubits = GroverCircuit::queens_squared(5, Diagonals::Checked)
        .unwrap()
        .layout;
    assert_eq!(
        (qubits.qubits(), qubits.ancillas()),
        (75 + 70 + 70, 70 + 70)
    );
    let refused = SparseState::of(&qubits).unwrap_err().to_string();
    assert!(refused.contains("215 qubits"), "{refused}");
}

#[test]
fn the_ancillas_are_those_of_the_source_and_the_digits_of_the_rows() {
    for n in 2..=7 {
        for (kind, checks) in [
            (Diagonals::Free, n * (n - 1)),
            (Diagonals::Checked, n * (n - 1) + n * n * (n - 1) / 2),
        ] {
            let layout = GroverCircuit::queens_squared(n, kind).unwrap().layout;
            let digits = n * (n * (n + 1) / 2 - 1);
            assert_eq!(layout.ancillas(), checks + digits);
            assert_eq!(
                layout.measured().len(),
                n * n * n.next_power_of_two().ilog2() as usize
            );
        }
    }
    assert!(GroverCircuit::queens_squared(1, Diagonals::Free).is_err());
}

#[test]
fn the_exported_circuit_finds_the_boards_with_the_probability_of_the_formula() {
    let (problem, _truth) = ready(colors(3, false));
    let (circuit, _) = grover_circuit(&problem, GroverMethod::RowsCircuit, Some(1)).unwrap();
    let header = CircuitHeader {
        title: Some("colors".into()),
        ..CircuitHeader::default()
    };
    let export = CircuitExport::new(&circuit, &header);
    let text = CircuitFormat::ALL[0].text(&export).unwrap();
    let program = read_qasm::read(&text).unwrap();
    assert_eq!(program.measured, (0..18).collect::<Vec<_>>());
    let state = SparseState::of(&program.circuit).unwrap();
    let success = state.probability(|x| board_of(x, 3).is_some_and(|board| obeys(&board, false)));
    let expected = GroverAmplitudes::success_after(1.0, 12.0, 216.0);
    assert!((success - expected).abs() < 1e-10, "{success} {expected}");
}

#[test]
fn four_colors_follow_the_closed_form() {
    let (problem, _truth) = ready(colors(4, false));
    let found = search(&problem, GroverMethod::RowsCircuit, Some(1)).unwrap();
    assert!((found.successes[0] - 576.0 / 331_776.0).abs() < 1e-10);
    assert_eq!((found.solutions, found.successes.len()), (576, 2));
}
