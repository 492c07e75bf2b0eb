//! Boards solved by the loop: the source's puzzle, larger ones, ones that stay open, and what
//! is refused.

use crate::Error;
use crate::pipeline::{DeletionOutcome, deletion_circuit, deletion_position, solve_by_deletion};
use ketboard_circuits::{CircuitExport, CircuitFormat, CircuitHeader, Register, SparseState};
use ketboard_puzzles::{Cell, Limits, Puzzle};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The source's figure 3.
const FIGURE_3: [&str; 4] = [".4..", "...3", "2...", "..1."];

/// A board of 30 clues that naked singles solve.
const SINGLES: [&str; 9] = [
    "53..7....",
    "6..195...",
    ".98....6.",
    "8...6...3",
    "4..8.3..1",
    "7...2...6",
    ".6....28.",
    "...419..5",
    "....8..79",
];

/// A board of 21 clues without a naked single (A. Inkala, 2012).
const NO_SINGLE: [&str; 9] = [
    "8........",
    "..36.....",
    ".7..9.2..",
    ".5...7...",
    "....457..",
    "...1...3.",
    "..1....68",
    "..85...1.",
    ".9....4..",
];

fn sudoku(rows: &[&str]) -> Puzzle {
    let text = format!(
        "family = \"sudoku\"\ngrid = \"\"\"\n{}\n\"\"\"\n",
        rows.join("\n")
    );
    Puzzle::parse(&text, "board.toml").unwrap()
}

fn solve(puzzle: &Puzzle) -> DeletionOutcome {
    solve_by_deletion(puzzle).unwrap()
}

fn board(puzzle: &Puzzle, outcome: &DeletionOutcome) -> Vec<String> {
    puzzle.board(outcome.board.as_ref().unwrap())
}

#[test]
fn the_board_of_the_source_takes_two_iterations_of_one_in_65536() {
    let puzzle = sudoku(&FIGURE_3);
    let outcome = solve(&puzzle);
    assert_eq!(board(&puzzle, &outcome), ["3421", "1243", "2134", "4312"]);
    let whole = deletion_circuit(&puzzle, None).unwrap();
    assert_eq!((whole.qubits(), whole.ancillas()), (96, 48));
    // 16·9 pairs of cells in a house, 4 symbols each; 2 H for each ancilla; 12·2 H and, for the
    // clues, 4 + 4 X
    assert_eq!(whole.gates().len(), 16 * 9 * 4 + 2 * 48 + 24 + 8);
    let clues: Vec<usize> = outcome.steps.iter().map(|step| step.clues.len()).collect();
    assert_eq!(clues, [4, 8]);
    for step in &outcome.steps {
        assert!((step.success_probability * 65536.0 - 1.0).abs() < 1e-10);
        assert!((step.expected_cell_runs - 32.0).abs() < 1e-9);
    }
    assert!((outcome.expected_runs / 131_072.0 - 1.0).abs() < 1e-10);
}

#[test]
fn nine_symbols_are_solved_where_naked_singles_are_enough() {
    let puzzle = sudoku(&SINGLES);
    let outcome = solve(&puzzle);
    let truth = puzzle.model.all_solutions(&Limits::default());
    assert_eq!(truth.solutions.len(), 1);
    assert_eq!(outcome.board, Some(truth.solutions[0].clone()));
    assert!(outcome.success_probability < 1e-30);
}

#[test]
fn a_board_without_a_naked_single_is_left_as_it_is_and_says_so() {
    let puzzle = sudoku(&NO_SINGLE);
    let outcome = solve(&puzzle);
    let open = &outcome.open;
    assert!(outcome.board.is_none());
    assert_eq!((outcome.steps.len(), open.len()), (1, 60));
    assert!(open.iter().all(|cell| cell.symbols >= 2));
    assert!(open.is_sorted_by_key(|cell| cell.symbols));
}

#[test]
fn a_board_of_four_symbols_is_solved_exactly_if_it_has_one_solution() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut solved, mut unsolvable) = (0, 0);
    for _ in 0..200 {
        let row = |rng: &mut ChaCha8Rng| -> String {
            let cell = |rng: &mut ChaCha8Rng| match rng.random_range(0..13) {
                digit @ 1..=4 => char::from_digit(digit, 10).unwrap(),
                _ => '.',
            };
            (0..4).map(|_| cell(rng)).collect()
        };
        let rows: Vec<String> = (0..4).map(|_| row(&mut rng)).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let puzzle = sudoku(&rows);
        let truth = puzzle.model.all_solutions(&Limits::default()).solutions;
        let found = solve_by_deletion(&puzzle);
        let has_none = matches!(found, Err(Error::NoSolution(_)));
        let board = found.ok().and_then(|found| found.board);
        match &truth[..] {
            [only] => assert_eq!(board, Some(only.clone()), "{rows:?}"),
            [] => assert_eq!(board, None, "{rows:?}"),
            _ => assert!(!has_none && board.is_none(), "{rows:?}"),
        }
        solved += usize::from(truth.len() == 1);
        unsolvable += usize::from(has_none);
    }
    assert!(solved > 3 && unsolvable > 5, "{solved} {unsolvable}");
}

#[test]
fn the_exported_circuit_of_a_cell_keeps_it_with_its_probability() {
    let puzzle = sudoku(&FIGURE_3);
    let circuit = deletion_circuit(&puzzle, Some(Cell::new(0, 0))).unwrap();
    assert_eq!(circuit.qubits(), 6 + 2 * 3, "r1c1 sees two clues");
    let header = CircuitHeader {
        title: Some("deletion".into()),
        ..CircuitHeader::default()
    };
    let export = CircuitExport::new(&circuit, &header);
    let text = CircuitFormat::ALL[0].text(&export).unwrap();
    let read = crate::tests::read_qasm::read(&text).unwrap();
    assert_eq!(read.measured, [0, 1, 3, 4, 5]);
    let state = SparseState::of(&read.circuit).unwrap();
    let register = |at: usize| -> &Register { &circuit.registers()[at] };
    let kept = |x: u128| register(2).value(x) == 0;
    assert!((state.probability(kept) - 0.5).abs() < 1e-10);
    for (symbol, expected) in [(0, 0.25), (1, 0.0), (2, 0.25), (3, 0.0)] {
        let found = state.probability(|x| kept(x) && register(0).value(x) == symbol);
        assert!((found - expected).abs() < 1e-10, "{symbol}: {found}");
    }
}

#[test]
fn a_latin_square_has_no_block_to_delete_by() {
    let text = "family = \"sudoku\"\ngrid = \"\"\"\n12.\n2..\n...\n\"\"\"\nbox = [1, 3]\n";
    let puzzle = Puzzle::parse(text, "latin.toml").unwrap();
    let position = deletion_position(&puzzle).unwrap();
    assert!(
        position.peers.iter().all(|[block, row, column]| {
            block.is_empty() && row.len() == 2 && column.len() == 2
        })
    );
    let outcome = solve(&puzzle);
    assert_eq!(board(&puzzle, &outcome), ["123", "231", "312"]);
}

#[test]
fn other_families_and_cells_that_are_not_there_are_refused() {
    let queens = Puzzle::parse("family = \"n-queens\"\nsize = 4\n", "queens.toml").unwrap();
    let error = deletion_position(&queens).unwrap_err().to_string();
    assert!(error.contains("deletion is for sudoku"), "{error}");
    let error = deletion_circuit(&sudoku(&FIGURE_3), Some(Cell::new(4, 0)));
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains("r5c1 is not on the board")
    );
}
