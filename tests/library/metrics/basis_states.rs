//! Rules, cells and boards of random states, against lifting and judging every basis state, over
//! all shipped boards, encodings and registers.

use super::{Vector, boards, reduced, shipped, truth};
use crate::pipeline::{BasisStates, LikelyBoard, MOST_STATES_READ, Problem, Truth};
use crate::settings::Settings;
use ketboard_puzzles::{
    Assignment, Cell, DistinctLines, Encodings, Kind, Limits, Puzzle, RegisterChoice, RuleSet,
    Slot, Symbols, TwoValued, Violation,
};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A problem with the board of every basis state, and a random state.
struct Case {
    name: String,
    problem: Problem,
    truth: Truth,
    lifted: Vec<Assignment>,
    state: Vector,
}

/// Most basis states of a case.
const MOST: u128 = 1 << 10;

static CASES: LazyLock<Vec<Case>> =
    LazyLock::new(|| boards().iter().flat_map(|b| cases(b)).collect());

/// The default encodings, and those that differ from them in one way or in all.
fn encodings() -> [Encodings; 5] {
    let way = |distinct_lines, counts, symbols| Encodings {
        distinct_lines,
        counts,
        symbols,
    };
    [
        Encodings::default(),
        way(DistinctLines::Hobo, TwoValued::Pairwise, Symbols::OneHot),
        way(DistinctLines::Qubo, TwoValued::Fractional, Symbols::OneHot),
        way(DistinctLines::Filter, TwoValued::Slack, Symbols::DomainWall),
        way(DistinctLines::Qubo, TwoValued::Slack, Symbols::Binary),
    ]
}

fn cases(board: &std::path::Path) -> Vec<Case> {
    let name = board.file_name().unwrap().to_string_lossy().into_owned();
    let plain = reduced(Puzzle::read(board).unwrap(), 8);
    let mut problems: Vec<(String, Problem)> = Vec::new();
    for encodings in encodings() {
        let problem = crate::tests::encoded_as(&plain, encodings);
        problems.extend(problem.ok().map(|problem| (encodings.to_string(), problem)));
    }
    for choice in RegisterChoice::ALL {
        let problem = crate::tests::on_registers(&plain, Some(choice), None).ok();
        problems.extend(problem.map(|problem| (choice.name().to_owned(), problem)));
    }
    problems.retain(|(_, problem)| problem.states() <= MOST);
    let case = |(way, problem): (String, Problem)| Case::new(format!("{name}, {way}"), problem);
    problems.into_iter().map(case).collect()
}

impl Case {
    fn new(name: String, problem: Problem) -> Self {
        let states = problem.states() as u64;
        let problem = crate::tests::knowing(problem, &Limits::NONE);
        Self {
            truth: problem.truth.clone(),
            lifted: (0..states).map(|x| problem.lift_index(x)).collect(),
            state: Vector::random(states as usize, states),
            name,
            problem,
        }
    }

    fn basis(&self) -> BasisStates {
        BasisStates::of(&self.problem).unwrap()
    }

    /// The boards that all basis states show, with their probabilities.
    fn boards(&self) -> BTreeMap<Vec<String>, f64> {
        let mut boards = BTreeMap::new();
        for (lifted, p) in self.lifted.iter().zip(self.state.probabilities()) {
            *boards
                .entry(self.problem.puzzle.board(lifted))
                .or_insert(0.0) += p;
        }
        boards
    }
}

#[test]
fn the_cases_are_of_all_ways_to_hold_a_board() {
    let some = |part: &str| CASES.iter().any(|case| case.name.ends_with(part));
    for part in [
        "one-hot",
        "domain-wall",
        "binary",
        "qubits",
        "rows",
        "columns",
        "regions",
        "auto",
    ] {
        assert!(some(part), "{part}");
    }
    let of =
        |wanted: fn(&Problem) -> bool| CASES.iter().filter(|case| wanted(&case.problem)).count();
    assert!(of(|p| !p.cost.layout.auxiliaries().is_empty()) >= 10);
    assert!(of(|p| p.cost.layout.variables() > p.cost.layout.coded().len()) >= 5);
    assert!(CASES.len() > 150, "{}", CASES.len());
}

#[test]
fn rules_kept_and_broken_are_those_of_the_violations_of_every_state() {
    for case in CASES.iter() {
        let model = &case.problem.puzzle.model;
        let found = case.basis().rules_in(&case.state.probabilities());
        let counts = |kind: &str| {
            model
                .constraints()
                .iter()
                .filter(|rule| rule.kind.name() == kind)
                .count()
        };
        let kinds: Vec<Kind> = Kind::ALL
            .into_iter()
            .filter(|kind| counts(kind.name()) > 0)
            .collect();
        assert!(
            found
                .iter()
                .map(|rule| &*rule.kind)
                .eq(kinds.iter().map(|kind| kind.name())),
            "{}",
            case.name
        );
        let mut slow: BTreeMap<String, (f64, f64)> = BTreeMap::new();
        for (lifted, p) in case.lifted.iter().zip(case.state.probabilities()) {
            let violations = model.violations(lifted);
            for rule in &found {
                let of_kind = violations.iter().filter(|violation| match violation {
                    Violation::Given(var) => panic!("{}: {var:?} is given", case.name),
                    Violation::Constraint(k) => model.constraints()[*k].kind.name() == rule.kind,
                });
                let broken = of_kind.count();
                let (kept, mean) = slow.entry(rule.kind.clone()).or_default();
                *kept += if broken == 0 { p } else { 0.0 };
                *mean += broken as f64 * p;
            }
        }
        for rule in found {
            let (kept, broken) = slow[&rule.kind];
            assert!(
                (rule.kept - kept).abs() < 1e-12,
                "{}: {rule:?} {kept}",
                case.name
            );
            assert!(
                (rule.broken - broken).abs() < 1e-11,
                "{}: {rule:?} {broken}",
                case.name
            );
            assert_eq!(rule.count, counts(&rule.kind), "{}", case.name);
        }
    }
}

#[test]
fn marginals_are_the_probabilities_of_the_boards_that_show_the_glyph() {
    for case in CASES.iter() {
        let basis = case.basis();
        let slots = &case.problem.puzzle.slots;
        let cells = slots
            .iter()
            .filter(|(_, slot)| matches!(slot, Slot::Bit(_) | Slot::Choice(_)));
        let cells: Vec<Cell> = cells.map(|(cell, _)| cell).collect();
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        assert_eq!(basis.cells(), names, "{}", case.name);
        let boards = case.boards();
        let shown = |cell: &Cell, glyph: char| {
            let at = |board: &[String]| board[cell.row].chars().nth(cell.col).unwrap();
            let showing = boards.iter().filter(|(board, _)| at(board) == glyph);
            showing.map(|(_, p)| p).sum::<f64>()
        };
        let marginals = basis.marginals_in(&case.state.probabilities());
        assert_eq!(marginals.len(), basis.glyphs().len());
        for (glyph, row) in basis.glyphs().iter().zip(marginals) {
            for (cell, p) in cells.iter().zip(row) {
                let slow = shown(cell, *glyph);
                assert!(
                    (p - slow).abs() < 1e-12,
                    "{}: {glyph} at {cell}: {p} {slow}",
                    case.name
                );
            }
        }
    }
}

#[test]
fn the_likeliest_boards_are_those_of_all_states_put_together() {
    for case in CASES.iter() {
        let mut slow: Vec<_> = case.boards().into_iter().collect();
        slow.sort_by(|a, b| b.1.total_cmp(&a.1));
        let boards = case.truth.boards.iter();
        let solutions: Vec<_> = boards
            .map(|board| case.problem.puzzle.board(board))
            .collect();
        let found: Vec<LikelyBoard> =
            case.basis()
                .likeliest_in(&case.problem, &case.state.probabilities(), 10);
        assert_eq!(found.len(), slow.len().min(10), "{}", case.name);
        for (found, (board, p)) in found.iter().zip(&slow) {
            assert_eq!(
                &found.board, board,
                "{}: {} {p}",
                case.name, found.probability
            );
            assert!((found.probability - p).abs() < 1e-12, "{}: {p}", case.name);
            assert_eq!(
                found.solves,
                Some(solutions.contains(board)),
                "{}: {board:?}",
                case.name
            );
        }
        let all = case
            .basis()
            .likeliest_in(&case.problem, &case.state.probabilities(), usize::MAX);
        let solving = all.iter().filter(|board| board.solves == Some(true));
        assert_eq!(solving.count(), solutions.len(), "{}", case.name);
    }
}

#[test]
fn cells_that_the_reduction_settles_are_certain_to_the_last_digit() {
    let problem = shipped("sudoku-4x4.toml", 8);
    let _truth = truth(&problem);
    let basis = BasisStates::of(&problem).unwrap();
    assert_eq!(basis.glyphs(), ['1', '2', '3', '4']);
    let states = problem.states() as usize;
    let marginals = basis.marginals_in(&Vector::random(states, 7).probabilities());
    let certain = (0..16).filter(|&cell| {
        marginals
            .iter()
            .all(|row| row[cell] == 0.0 || row[cell] == 1.0)
    });
    assert!(certain.count() >= 8, "{marginals:?}");
}

#[test]
fn whether_a_board_solves_is_left_open_where_the_best_value_is_not_known() {
    let solves = |name: &str, limits: &Limits| {
        let problem = shipped(name, 8);
        let _truth = problem.truth(limits).unwrap();
        let basis = BasisStates::of(&problem).unwrap();
        let state = Vector::random(problem.states() as usize, 3);
        let found = basis.likeliest_in(&problem, &state.probabilities(), 300);
        let count = |answer| found.iter().filter(|board| board.solves == answer).count();
        [count(None), count(Some(true)), count(Some(false))]
    };
    let few = Limits {
        solutions: Some(1),
        nodes: Some(1),
        ..Limits::NONE
    };
    let [open, ..] = solves("chess-max-4x4.toml", &few);
    assert!(open > 0);
    let queens = "queens-holes-5x5.toml";
    assert_eq!(solves(queens, &few), solves(queens, &Limits::NONE));
}

#[test]
fn beyond_the_limit_nothing_is_read() {
    let problem = shipped("queens-6x6.toml", usize::MAX);
    let none = |settings: &mut Settings| {
        (settings.reduce, settings.target_qubits) = (Some(RuleSet::None), None);
    };
    let wide = problem.with(none).unwrap();
    assert!(wide.states() > MOST_STATES_READ && wide.encodings == Encodings::default());
    assert!(BasisStates::of(&wide).is_none());
}
