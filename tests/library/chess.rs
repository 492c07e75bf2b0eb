//! Chess pieces: the model against a naive reading of the rules on every board, known numbers of
//! pieces, and that ground states are the best boards.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "chess/naive.rs"]
mod naive;

use ketboard_circuits::{CountUnit, Counts, Summary};
use ketboard_puzzles::{
    Assignment, CellMark, DrawStyle, Encodings, Kind, Limits, Model, Puzzle, Reduction, RuleSet,
    Weights, encode, reduce,
};
use ketboard_qaoa::Cost;
use naive::Naive;
use std::collections::BTreeSet;

fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(text, "chess.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn text(rows: &str, keys: &str) -> String {
    let rows = rows.replace(' ', "\n");
    format!("family = 'chess'\npieces = '''\n{rows}\n'''\n{keys}")
}

/// Rows of pieces, how their edges are joined, and the keys of a puzzle with the goal `max`.
const MAX_BOARDS: &[(&str, [bool; 2], &str)] = &[
    ("QNKB NRPN KPQR BNRP", [false; 2], ""),
    (
        "QNKB NRPN KPQR",
        [false; 2],
        "[weights]\nQ = 9\nR = 5\nB = 3.25\nN = 3\n",
    ),
    (
        "RQB# #NPK PPPP",
        [false; 2],
        "placed = ['r1c2']\n[weights]\nP = 2\n",
    ),
    ("PBN KKP RPP", [true; 2], "topology = 'torus'\n"),
    (
        "PBNQ KRPN RPPB",
        [false, true],
        "topology = 'cylinder'\nempty = ['r1c1', 'r2c3']\n",
    ),
    (
        "CWCF W#CW FWCC",
        [false; 2],
        "placed = ['r1c1']\n[moves]\nC = { leaps = [[1, 3]], symmetric = true }\n\
         W = { rays = [[0, 1]], reach = 2, symmetric = true }\nF = { rays = [[0, 1]], leaps = [[2, 0]] }\n",
    ),
];

/// The cells of a board that hold a piece.
fn placed(naive: &Naive, board: &[bool]) -> Vec<(i64, i64)> {
    let cells = naive.cells().into_iter().zip(board);
    cells
        .filter(|(_, value)| **value)
        .map(|(cell, _)| cell)
        .collect()
}

fn every_board(n: usize) -> impl Iterator<Item = Assignment> {
    assert!(n <= 16, "{n} cells are too many to enumerate");
    (0..1_u32 << n).map(move |index| (0..n).map(|k| index >> k & 1 == 1).collect())
}

fn keeps_givens(model: &Model, board: &[bool]) -> bool {
    let mut givens = model.givens().iter();
    givens.all(|(var, value)| board[var.index()] == *value)
}

#[test]
fn a_board_obeys_where_no_piece_attacks_another_blocked_or_not() {
    for (rows, wraps, keys) in MAX_BOARDS {
        let model = puzzle(&text(rows, &format!("goal = 'max'\n{keys}"))).model;
        let naive = Naive::new(rows, *wraps);
        for board in every_board(model.len()) {
            let pieces = placed(&naive, &board);
            let obeys = naive.is_quiet(&pieces) && keeps_givens(&model, &board);
            assert_eq!(
                model.is_solved_by(&board),
                obeys,
                "{rows} {keys}: {pieces:?}"
            );
        }
    }
}

/// The energy of a board by eq. 27, over ordered pairs and all cells.
fn energy(naive: &Naive, weights: impl Fn(char) -> f64, lambda: f64, board: &[bool]) -> f64 {
    let pieces = placed(naive, board);
    let worth: f64 = pieces.iter().map(|cell| weights(naive.piece(*cell))).sum();
    lambda * naive.ordered_attacks(&pieces) as f64 - worth
}

#[test]
fn the_energy_of_every_board_is_equation_27() {
    for (rows, keys, weights, lambda) in [
        ("QNKB NRPN PPQR", "lambda = 7", [1.0, 1.0], 7.0),
        (
            "QNKB NRPN PPQR",
            "lambda = 0.5\n[weights]\nQ = 9\nP = 0.5",
            [9.0, 0.5],
            0.5,
        ),
        // no λ in the file: one more than the weight of a pawn, which attacks one way
        ("PPP PPP PPP", "", [1.0, 1.0], 2.0),
    ] {
        let model = puzzle(&text(rows, &format!("goal = 'max'\n{keys}"))).model;
        let naive = Naive::new(rows, [false; 2]);
        let weights = |piece| match piece {
            'Q' => weights[0],
            'P' => weights[1],
            _ => 1.0,
        };
        let cost = encode(&model, &Reduction::givens_only(&model), &Weights::default());
        assert_eq!(cost.zero_violation_energy, None);
        for board in every_board(model.len()) {
            let expected = energy(&naive, weights, lambda, &board);
            assert_eq!(
                cost.polynomial.value(|k| board[k]),
                expected,
                "{rows} {keys} {board:?}"
            );
        }
    }
}

/// The boards of highest value among those the model accepts, by trying all.
fn best_by_trying(model: &Model) -> BTreeSet<Assignment> {
    let obeying = every_board(model.len()).filter(|board| model.is_solved_by(board));
    let valued: Vec<_> = obeying
        .map(|board| (model.value(&board).unwrap(), board))
        .collect();
    let best = valued
        .iter()
        .map(|(value, _)| *value)
        .fold(f64::MIN, f64::max);
    let best = valued
        .into_iter()
        .filter(|(value, _)| *value >= best - 1e-9);
    best.map(|(_, board)| board).collect()
}

fn ground_boards(model: &Model, reduction: &Reduction) -> BTreeSet<Assignment> {
    let cost = encode(model, reduction, &Weights::default());
    let n = reduction.qubits();
    let diagonal = Cost::from_terms(n, cost.polynomial.masks()).unwrap();
    let level = diagonal.min() + diagonal.rounding();
    let ground = (0..1_u64 << n).filter(|x| diagonal.energy(*x as usize) <= level);
    ground.map(|x| reduction.lift_index(x)).collect()
}

#[test]
fn the_best_boards_are_those_of_the_exact_solver_and_the_ground_states_at_every_reduction() {
    for (rows, _, keys) in MAX_BOARDS {
        let model = puzzle(&text(rows, &format!("goal = 'max'\n{keys}"))).model;
        let expected = best_by_trying(&model);
        let found = model.best_solutions(&Limits::NONE);
        assert!(found.complete && found.solutions.is_sorted(), "{rows}");
        let found: BTreeSet<_> = found.solutions.into_iter().collect();
        assert_eq!(found, expected, "{rows} {keys}");
        let best = model.best_value(&Limits::NONE);
        assert_eq!(best, expected.first().and_then(|board| model.value(board)));
        for level in [RuleSet::None, RuleSet::Paper, RuleSet::Full] {
            let reduction = reduce(&model, level, None).unwrap();
            assert_eq!(
                ground_boards(&model, &reduction),
                expected,
                "{rows} {keys} {level:?}"
            );
            let reduced = reduction
                .reduced_model(&model)
                .best_solutions(&Limits::NONE);
            assert_eq!(
                reduced.solutions.into_iter().collect::<BTreeSet<_>>(),
                expected
            );
        }
    }
}

#[test]
fn the_known_numbers_of_pieces_that_do_not_attack_each_other_come_out() {
    for (piece, sizes) in [
        // ⌈n/2⌉² kings, 2n − 2 bishops, n rooks, n queens from 4 on, half of the cells in knights
        ('K', [(2, 1), (3, 4), (4, 4), (5, 9)]),
        ('Q', [(2, 1), (3, 2), (4, 4), (5, 5)]),
        ('R', [(2, 2), (3, 3), (4, 4), (5, 5)]),
        ('B', [(2, 2), (3, 4), (4, 6), (5, 8)]),
        ('N', [(2, 4), (3, 5), (4, 8), (5, 13)]),
    ] {
        for (size, expected) in sizes {
            let rows = vec![piece.to_string().repeat(size); size].join(" ");
            let model = puzzle(&text(&rows, "goal = 'max'")).model;
            let value = model.best_value(&Limits::NONE);
            assert_eq!(value, Some(f64::from(expected)), "{piece} on {size}×{size}");
            if size <= 4 {
                let lowest = ground_boards(&model, &Reduction::givens_only(&model));
                let found = model.best_solutions(&Limits::NONE).solutions;
                assert_eq!(
                    lowest.into_iter().collect::<Vec<_>>(),
                    found,
                    "{piece} {size}"
                );
            }
        }
    }
    for (piece, most, boards) in [('Q', 8, 92), ('B', 14, 256), ('N', 32, 2), ('R', 8, 40_320)] {
        let rows = vec![piece.to_string().repeat(8); 8].join(" ");
        let model = puzzle(&text(&rows, "goal = 'max'")).model;
        let found = model.best_solutions(&Limits::NONE).solutions;
        let value = model.value(&found[0]);
        assert_eq!(
            (value, found.len()),
            (Some(f64::from(most)), boards),
            "{piece}"
        );
    }
}

#[test]
fn a_limit_leaves_the_best_board_open() {
    let model = puzzle(&text("NNNN NNNN NNNN NNNN", "goal = 'max'")).model;
    let few = |solutions, nodes| Limits {
        solutions,
        nodes,
        ..Limits::NONE
    };
    let found = model.best_solutions(&few(None, Some(2)));
    assert!(!found.complete && found.solutions.len() <= 1);
    assert_eq!(model.best_value(&few(None, Some(2))), None);
    let found = model.best_solutions(&few(Some(1), None));
    assert!(!found.complete, "there are several");
    assert_eq!(model.value(&found.solutions[0]), Some(8.0));
}

#[test]
fn the_colored_problem_agrees_with_the_rules_on_every_board() {
    for (rows, regions, keys, counts) in [
        (
            "NQKR RBPN BNQK PRNB",
            "AABB ACBB CCDD CDDD",
            "",
            [1, 1, 1, 1],
        ),
        (
            "NNKP RBPN BN#K PPNB",
            "AABB AABB CC#D CCDD",
            "placed = ['r1c1']\n",
            [1, 1, 1, 1],
        ),
        (
            "NNKP RBPN BNPK PPNB",
            "AABB A.BB CC.D CCDD",
            "[region_counts]\nA = 2\nD = [0, 1]\n",
            [2, 1, 1, 0],
        ),
    ] {
        let rows_of_regions = regions.replace(' ', "\n");
        let keys = format!("goal = 'regions'\nregions = '''\n{rows_of_regions}\n'''\n{keys}");
        let model = puzzle(&text(rows, &keys)).model;
        let naive = Naive::new(rows, [false; 2]);
        let regions: Vec<Vec<char>> = regions
            .split(' ')
            .map(|row| row.chars().collect())
            .collect();
        let soft = keys.contains("[0, 1]");
        for board in every_board(model.len()) {
            let pieces = placed(&naive, &board);
            let inside = |letter| {
                let of = |cell: &&(i64, i64)| regions[cell.0 as usize][cell.1 as usize] == letter;
                pieces.iter().filter(of).count()
            };
            let counted = "ABCD".chars().zip(counts).all(|(letter, count)| {
                inside(letter) == count || soft && letter == 'D' && inside(letter) == 1
            });
            let obeys = counted && naive.is_quiet(&pieces) && keeps_givens(&model, &board);
            assert_eq!(model.is_solved_by(&board), obeys, "{rows}: {pieces:?}");
        }
        let solutions = model.all_solutions(&Limits::NONE).solutions;
        assert!(
            !solutions.is_empty(),
            "a table of no boards proves little: {keys}"
        );
        for level in [RuleSet::None, RuleSet::Paper, RuleSet::Full] {
            let reduction = reduce(&model, level, None).unwrap();
            let ground: Vec<_> = ground_boards(&model, &reduction).into_iter().collect();
            assert_eq!(ground, solutions, "{rows} {level:?}");
        }
    }
}

#[test]
fn an_outcome_solves_only_where_it_obeys_and_is_best() {
    let model = puzzle(&text("RR RR", "goal = 'max'")).model;
    let reduction = Reduction::givens_only(&model);
    let mut counts = Counts::new(4, CountUnit::Shots);
    for (index, shots) in [(0b1001, 4.0), (0b0001, 3.0), (0b0011, 2.0)] {
        counts.add(index, shots);
    }
    let judged = counts.judge(&model, |x| reduction.lift_index(*x), Some(2.0));
    let verdicts: Vec<_> = judged
        .iter()
        .map(|j| (j.value, j.obeys(), j.solves()))
        .collect();
    let expected = [
        (Some(2.0), true, true),
        (Some(1.0), true, false),
        (Some(2.0), false, false),
    ];
    assert_eq!(verdicts, expected);
    let summary = Summary::of(&judged, &model);
    assert_eq!((summary.obeying, summary.solving), (7.0, 4.0));
    let unknown = counts.judge(&model, |x| reduction.lift_index(*x), None);
    assert!(unknown.iter().all(|j| !j.solves()), "the best is not known");
}

#[test]
fn a_weight_on_the_command_line_goes_before_the_lambda_of_the_file() {
    let model = puzzle(&text("RR RR", "goal = 'max'\nlambda = 3")).model;
    let reduction = Reduction::givens_only(&model);
    let coupling = |weights: &[&str]| {
        let weights = Weights::parse(weights, Encodings::default()).unwrap();
        let cost = encode(&model, &reduction, &weights).polynomial;
        let coupling = cost.quadratic().find(|(a, b, _)| (*a, *b) == (0, 1));
        coupling.map_or(0.0, |(_, _, weight)| weight)
    };
    assert_eq!(coupling(&[]), 6.0, "a mutual attack counts twice");
    assert_eq!(coupling(&["diagonal=5"]), 10.0);
    assert_eq!(coupling(&["diagonal=1"]), 2.0);
    assert_eq!(model.weight(Kind::Diagonal), 3.0);
}

#[test]
fn a_drawing_shows_the_piece_that_stands_and_the_letter_of_one_that_may() {
    let keys = "goal = 'max'\n[moves]\nC = { leaps = [[1, 3]] }";
    let puzzle = puzzle(&text("QC NP", keys));
    let open = puzzle.drawn(&[CellMark::Open; 4], DrawStyle::Plain);
    for letter in ["│ Q │", "│ N │"].map(|cell| cell.replace("│ Q", "┃ Q").replace("│ N", "┃ N"))
    {
        assert!(open.contains(&letter), "{open}");
    }
    let marks = [true, true, true, false].map(CellMark::Answer);
    let full = puzzle.drawn(&marks, DrawStyle::Plain);
    assert!(full.contains("♛ │ C") && full.contains("♞ │ ·"), "{full}");
    let legend = puzzle.legend(DrawStyle::Plain);
    assert!(
        legend.contains("♛ queen (Q)") && legend.contains("♟ pawn (P)"),
        "{legend}"
    );
}
