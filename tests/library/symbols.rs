//! Boards whose cells hold a symbol of several: Sudoku and the N-queens square against naive
//! readings of their rules, known numbers, and what is shown of them.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::pipeline::Problem;
use crate::settings::Settings;
use ketboard_puzzles::{
    Assignment, Cell, CellMark, DrawStyle, Limits, Puzzle, Reduced, RuleSet, Slot, Topology,
    Weights, encode, reduce,
};
use std::collections::BTreeSet;

type Rows = Vec<Vec<usize>>;

fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn sudoku(rows: &[&str], keys: &str) -> Puzzle {
    let grid = rows.join("\n");
    puzzle(&format!(
        "family = 'sudoku'\ngrid = '''\n{grid}\n'''\n{keys}"
    ))
}

fn squared(size: usize, keys: &str) -> Puzzle {
    puzzle(&format!(
        "family = 'n-queens-squared'\nsize = {size}\n{keys}"
    ))
}

fn solutions(puzzle: &Puzzle) -> Vec<Assignment> {
    let found = puzzle.model.all_solutions(&Limits::default());
    assert!(found.complete);
    puzzle.different_boards(found.solutions)
}

/// The assignment that a board of symbols, counted from 1, stands for.
fn assignment(puzzle: &Puzzle, rows: &Rows) -> Assignment {
    let mut values = vec![false; puzzle.model.len()];
    for (cell, slot) in puzzle.slots.iter() {
        values[slot.vars()[rows[cell.row][cell.col] - 1].index()] = true;
    }
    values
}

fn rows_of(puzzle: &Puzzle, assignment: &Assignment) -> Rows {
    let symbol = |c: char| c.to_digit(36).unwrap() as usize;
    let rows = puzzle.board(assignment);
    rows.iter()
        .map(|row| row.chars().map(symbol).collect())
        .collect()
}

fn each_once(symbols: impl Iterator<Item = usize>, size: usize) -> bool {
    let mut seen: Vec<usize> = symbols.collect();
    seen.sort_unstable();
    seen == (1..=size).collect::<Vec<_>>()
}

fn is_latin(rows: &Rows) -> bool {
    let n = rows.len();
    rows.iter().all(|row| each_once(row.iter().copied(), n))
        && (0..n).all(|col| each_once(rows.iter().map(|row| row[col]), n))
}

fn keeps_boxes(rows: &Rows, (high, wide): (usize, usize)) -> bool {
    let n = rows.len();
    (0..n).all(|index| {
        let corner = (index / (n / wide) * high, index % (n / wide) * wide);
        let cells = (0..n).map(|k| rows[corner.0 + k / wide][corner.1 + k % wide]);
        each_once(cells, n)
    })
}

/// Walks from every cell in the four diagonal directions until the edge, or all the way around.
fn keeps_diagonals(rows: &Rows, topology: Topology) -> bool {
    let n = rows.len();
    let cells = (0..n * n).map(|k| Cell::new(k / n, k % n));
    cells.into_iter().all(|from| {
        [(-1, -1), (-1, 1), (1, -1), (1, 1)].iter().all(|step| {
            let mut at = from;
            while let Some(next) = topology.step((n, n), at, *step).filter(|c| *c != from) {
                if rows[next.row][next.col] == rows[from.row][from.col] {
                    return false;
                }
                at = next;
            }
            true
        })
    })
}

/// All boards of n×n cells with n symbols.
fn every_board(n: usize) -> impl Iterator<Item = Rows> {
    let count = n.pow((n * n) as u32);
    (0..count).map(move |index| {
        let digit = |k: usize| 1 + index / n.pow(k as u32) % n;
        (0..n)
            .map(|row| (0..n).map(|col| digit(row * n + col)).collect())
            .collect()
    })
}

/// Judges the boards by the model and by `obeys`; returns how many obey.
fn agree(
    puzzle: &Puzzle,
    boards: impl Iterator<Item = Rows>,
    obeys: impl Fn(&Rows) -> bool,
) -> usize {
    let mut solved = 0;
    for rows in boards {
        let judged = puzzle.model.is_solved_by(&assignment(puzzle, &rows));
        assert_eq!(judged, obeys(&rows), "{rows:?}");
        solved += usize::from(judged);
    }
    solved
}

/// Every board that differs from `rows` in at most two cells.
fn near(rows: &Rows) -> impl Iterator<Item = Rows> {
    let n = rows.len();
    let changes = (0..n * n).flat_map(move |a| (1..=n).map(move |symbol| (a, symbol)));
    let pairs = changes
        .clone()
        .flat_map(move |a| changes.clone().map(move |b| [a, b]));
    pairs.map(move |pair| {
        let mut changed = rows.clone();
        for (cell, symbol) in pair {
            changed[cell / n][cell % n] = symbol;
        }
        changed
    })
}

#[test]
fn published_numbers_of_boards_come_out() {
    let open = |n: usize| vec![".".repeat(n); n];
    let count = |n: usize, keys: &str| {
        let rows = open(n);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        solutions(&sudoku(&rows, keys)).len()
    };
    assert_eq!(count(4, ""), 288, "Sudoku grids of 4×4");
    assert_eq!(count(3, "box = [1, 3]"), 12, "Latin squares of order 3");
    assert_eq!(count(4, "box = [1, 4]"), 576, "Latin squares of order 4");
    assert_eq!(count(4, "box = [4, 1]"), 576);
    for (size, diagonals, expected) in [
        (1, true, 1),
        (2, true, 0),
        (3, true, 0),
        (4, true, 0),
        (5, true, 240),
        (6, true, 0),
        (3, false, 12),
        (4, false, 576),
    ] {
        let puzzle = squared(size, &format!("diagonals = {diagonals}"));
        assert_eq!(solutions(&puzzle).len(), expected, "{size}, {diagonals}");
    }
}

#[test]
fn a_cell_holds_exactly_one_symbol_at_every_assignment() {
    let puzzle = sudoku(&["..", ".."], "box = [1, 2]");
    let mut solved = BTreeSet::new();
    for index in 0..1_u32 << 8 {
        let x: Assignment = (0..8).map(|k| index >> k & 1 == 1).collect();
        let board = puzzle.board(&x);
        let judged = puzzle.model.is_solved_by(&x);
        assert_eq!(judged, board == ["12", "21"] || board == ["21", "12"]);
        solved.extend(judged.then_some(board));
    }
    assert_eq!(solved.len(), 2);
}

#[test]
fn boards_of_three_symbols_agree_with_the_rules_everywhere() {
    let latin = sudoku(&["...", "...", "..."], "box = [1, 3]");
    assert_eq!(agree(&latin, every_board(3), is_latin), 12);
    for (name, topology) in [
        ("plane", Topology::Plane),
        ("cylinder", Topology::Cylinder),
        ("torus", Topology::Torus),
    ] {
        let puzzle = squared(3, &format!("topology = '{name}'"));
        let obeys = |rows: &Rows| is_latin(rows) && keeps_diagonals(rows, topology);
        agree(&puzzle, every_board(3), obeys);
    }
}

#[test]
fn solutions_and_what_is_near_them_agree_with_the_rules() {
    let four = sudoku(&["....", "....", "....", "...."], "");
    let six = sudoku(
        &["123456", "45....", "......", "......", "......", "......"],
        "",
    );
    let tall = sudoku(
        &["12....", "34....", "56....", "......", "......", "......"],
        "box = [3, 2]",
    );
    let limits = Limits {
        solutions: Some(2),
        ..Limits::default()
    };
    for (puzzle, shape) in [(four, (2, 2)), (six, (2, 3)), (tall, (3, 2))] {
        let found = puzzle.model.all_solutions(&limits).solutions;
        assert_eq!(found.len(), 2, "a table of no boards proves little");
        let clues = |rows: &Rows| {
            let cells = puzzle.slots.iter();
            let clue = |slot: &Slot| match slot {
                Slot::Choice(choice) => choice.given,
                Slot::Missing | Slot::Tree | Slot::Bit(_) => None,
            };
            cells.into_iter().all(|(cell, slot)| {
                clue(slot).is_none_or(|c| c.to_digit(10) == Some(rows[cell.row][cell.col] as u32))
            })
        };
        for solution in &found {
            let rows = rows_of(&puzzle, solution);
            let obeys = |rows: &Rows| is_latin(rows) && keeps_boxes(rows, shape) && clues(rows);
            assert!(agree(&puzzle, near(&rows), obeys) > 0);
        }
    }
    for (name, topology, expected) in [
        ("plane", Topology::Plane, 240),
        ("torus", Topology::Torus, 240),
    ] {
        let puzzle = squared(5, &format!("topology = '{name}'"));
        let found = solutions(&puzzle);
        assert_eq!(found.len(), expected, "{name}");
        let obeys = |rows: &Rows| is_latin(rows) && keeps_diagonals(rows, topology);
        for solution in found.iter().step_by(60) {
            agree(&puzzle, near(&rows_of(&puzzle, solution)), obeys);
        }
    }
}

#[test]
fn the_puzzle_of_the_source_has_its_solution_and_no_other() {
    let puzzle = sudoku(&[".4..", "...3", "2...", "..1."], "");
    let found = solutions(&puzzle);
    assert_eq!(found.len(), 1);
    assert_eq!(puzzle.board(&found[0]), ["3421", "1243", "2134", "4312"]);
}

#[test]
fn a_newspaper_puzzle_of_nine_is_solved_by_search_and_by_deduction() {
    let puzzle = sudoku(
        &[
            "53..7....",
            "6..195...",
            ".98....6.",
            "8...6...3",
            "4..8.3..1",
            "7...2...6",
            ".6....28.",
            "...419..5",
            "....8..79",
        ],
        "",
    );
    let expected = [
        "534678912",
        "672195348",
        "198342567",
        "859761423",
        "426853791",
        "713924856",
        "961537284",
        "287419635",
        "345286179",
    ];
    let found = solutions(&puzzle);
    assert_eq!(found.len(), 1);
    assert_eq!(puzzle.board(&found[0]), expected);
    let deduced = reduce(&puzzle.model, RuleSet::Full, None).unwrap();
    assert_eq!(deduced.qubits(), 0, "singles and their kin solve it");
    assert_eq!(puzzle.board(&deduced.lift(&[])), expected);
}

#[test]
fn the_rules_of_the_paper_clear_the_peers_of_every_clue() {
    let puzzle = sudoku(&["1...", "..2.", "....", "...3"], "");
    let reduction = reduce(&puzzle.model, RuleSet::Paper, None).unwrap();
    let name = |text: &str| {
        let names = puzzle.model.names();
        let index = names.iter().position(|name| name == text).unwrap();
        reduction.values[index]
    };
    for peer in [
        "r1c1=2", "r1c4=1", "r4c1=1", "r2c2=1", "r1c3=2", "r2c1=2", "r3c3=3",
    ] {
        assert_eq!(name(peer), Reduced::Const(false), "{peer}");
    }
    for other in ["r2c4=1", "r4c2=2", "r2c2=3"] {
        assert!(matches!(name(other), Reduced::Bit { .. }), "{other}");
    }
}

#[test]
fn ground_states_are_exactly_the_solutions_with_and_without_reduction() {
    let boards = [
        sudoku(&[".4..", "...3", "2...", "..1."], ""),
        sudoku(&["12..", "34..", "2...", "...."], ""),
        sudoku(&["..", ".."], "box = [1, 2]"),
        squared(2, "diagonals = false"),
        squared(2, ""),
        puzzle("family = 'n-queens-squared'\ngrid = '''\n1..\n.1.\n...\n'''\ndiagonals = false"),
        puzzle("family = 'n-queens-squared'\ngrid = '''\n12345\n34...\n.....\n.....\n.....\n'''"),
    ];
    let mut judged = 0;
    for puzzle in boards {
        for level in [RuleSet::None, RuleSet::Paper, RuleSet::Full] {
            let Ok(reduction) = reduce(&puzzle.model, level, None) else {
                assert!(solutions(&puzzle).is_empty());
                continue;
            };
            if reduction.qubits() > 20 {
                continue;
            }
            let cost = encode(&puzzle.model, &reduction, &Weights::default());
            let n = cost.polynomial.n();
            let diagonal = ketboard_qaoa::Cost::from_terms(n, cost.polynomial.masks()).unwrap();
            let zero = (0..1_u64 << n).filter(|x| diagonal.energy(*x as usize) == 0.0);
            let ground: BTreeSet<_> = zero.map(|x| reduction.lift_index(x)).collect();
            let expected: BTreeSet<_> = solutions(&puzzle).into_iter().collect();
            assert_eq!(ground, expected, "{} at {level:?}", puzzle.family);
            judged += 1;
        }
    }
    assert!(judged >= 12, "{judged} were small enough");
}

#[test]
fn contradictory_clues_are_found_by_deduction_with_their_step() {
    let puzzle = sudoku(&["1..1", "....", "....", "...."], "");
    let found = Problem::new(puzzle, &Settings::default()).unwrap_err();
    let crate::Error::NoSolution(found) = found else {
        panic!("the board is small: {found:?}");
    };
    assert!(
        found.reason.contains("1 in row 1 must have exactly 1 of"),
        "{}",
        found.reason
    );
    let puzzle = sudoku(&["12..", "..3.", "...4", "...."], "");
    let found = reduce(&puzzle.model, RuleSet::Paper, None).unwrap_err();
    assert!(!found.relevant_steps().is_empty(), "{}", found.reason);
}

#[test]
fn a_board_shows_symbols_clues_and_boxes() {
    let puzzle = sudoku(&["1...", "....", "....", "...."], "");
    let solution = solutions(&puzzle).remove(0);
    let mut marks: Vec<CellMark> = vec![CellMark::Open; puzzle.model.len()];
    for var in puzzle.slots[Cell::new(0, 0)].vars() {
        marks[var.index()] = CellMark::Given(solution[var.index()]);
    }
    for var in puzzle.slots[Cell::new(0, 1)].vars() {
        marks[var.index()] = CellMark::Deduced(solution[var.index()]);
    }
    for var in puzzle.slots[Cell::new(3, 3)].vars() {
        marks[var.index()] = CellMark::Answer(false);
    }
    let first = puzzle.board(&solution)[0].clone();
    let drawing = puzzle.drawn(&marks, DrawStyle::Plain);
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[2], format!("1 ┃[1]│ {}'┃   │   ┃", &first[1..2]));
    assert_eq!(lines[8], "4 ┃   │   ┃   │ · ┃");
    assert!(
        lines[5].contains("╋"),
        "a heavy line parts the boxes:\n{drawing}"
    );
    assert!(puzzle.is_given(Cell::new(0, 0)) && !puzzle.is_given(Cell::new(0, 1)));
    let everything = vec![true; puzzle.model.len()];
    assert_eq!(puzzle.board(&everything), ["****"; 4]);
    assert_eq!(puzzle.board(&vec![false; 64]), ["...."; 4]);
}

fn given(puzzle: &Puzzle) -> Vec<(&str, usize)> {
    let givens = puzzle.model.givens().iter();
    givens
        .map(|(var, _)| (puzzle.model.name(*var), puzzle.given_lines[var]))
        .collect()
}

#[test]
fn sixteen_symbols_go_on_with_letters() {
    let blank = ".".repeat(15);
    let rows: Vec<String> = (0..16)
        .map(|row| format!("{blank}{}", if row == 3 { 'g' } else { '.' }))
        .collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let puzzle = sudoku(&rows, "");
    assert_eq!(given(&puzzle), [("r4c16=G", 6)]);
    assert_eq!(puzzle.model.len(), 4096);
}

#[test]
fn bad_boards_are_refused_where_they_stand() {
    let file = |family: &str, rest: &str| format!("family = '{family}'\n{rest}");
    for (text, line, words) in [
        (file("sudoku", ""), 1, &["no `grid`"][..]),
        (
            file("sudoku", "grid = '''\n1234\n....\n....\n...5'''"),
            6,
            &["r4c4", "'5'", "1 to 4"],
        ),
        (
            file("sudoku", "grid = '''\n#...\n....\n....\n....'''"),
            3,
            &["r1c1", "'#'"],
        ),
        (
            file("sudoku", "grid = '''\n...\n...'''"),
            2,
            &["2 rows of 3", "square"],
        ),
        (
            file("sudoku", "grid = '''\n...\n...\n...'''"),
            1,
            &["no usual shape", "[1, 3]"],
        ),
        (
            file(
                "sudoku",
                "grid = '''\n....\n....\n....\n....'''\nbox = [2, 3]",
            ),
            7,
            &["[2, 3]", "4 symbols"],
        ),
        (
            file(
                "sudoku",
                "grid = '''\n....\n....\n....\n....'''\nbox = [-2, -2]",
            ),
            7,
            &["`box` has -2", "[rows, cols]"],
        ),
        (
            file("sudoku", "box = 2\ngrid = '''\n....\n....\n....\n....'''"),
            2,
            &["pair [rows, cols]"],
        ),
        (
            file(
                "sudoku",
                "topology = 'torus'\ngrid = '''\n....\n....\n....\n....'''",
            ),
            2,
            &["joined edges", "leave `topology` out"],
        ),
        (file("n-queens-squared", ""), 1, &["no board", "size = 5"]),
        (file("n-queens-squared", "size = 17"), 2, &["17", "1 to 16"]),
        (
            file("n-queens-squared", "size = 4\ngrid = '''\n...\n...\n...'''"),
            2,
            &["`size` is 4"],
        ),
        (
            file("n-queens-squared", "size = 4\ndiagonals = 1"),
            3,
            &["`diagonals` is 1"],
        ),
    ] {
        let message = Puzzle::parse(&text, "bad.toml").unwrap_err().to_string();
        assert!(
            message.starts_with(&format!("bad.toml:{line}: ")),
            "{message}"
        );
        assert!(words.iter().all(|word| message.contains(word)), "{message}");
    }
}
