//! Star Battle and Tents & Trees: the model's judge against a naive reading of the rules on every
//! small board, the known board, and what the QUBO of tents does not carry.

use ketboard_puzzles::{
    Cell, Constraint, Form, Kind, Limits, Model, Puzzle, RuleSet, Slot, Topology, Weights, encode,
    reduce,
};

fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn ones_on(puzzle: &Puzzle, assignment: &[bool]) -> Vec<Cell> {
    let has_one = |cell: &Cell| {
        puzzle.slots[*cell]
            .vars()
            .iter()
            .any(|v| assignment[v.index()])
    };
    let cells = puzzle.slots.iter().map(|(cell, _)| cell);
    cells.filter(has_one).collect()
}

/// Whether `b` is one of the eight cells around `a` (or of the four at its sides, by `near`).
fn is_around(puzzle: &Puzzle, a: Cell, b: Cell, near: &dyn Fn(i64, i64) -> bool) -> bool {
    let shape = (puzzle.slots.rows(), puzzle.slots.cols());
    let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    steps
        .filter(|(down, right)| near(*down, *right))
        .any(|step| puzzle.look.topology.step(shape, a, step) == Some(b))
}

fn none_touch(puzzle: &Puzzle, ones: &[Cell]) -> bool {
    let touch = |a: &Cell, b: &Cell| a != b && is_around(puzzle, *a, *b, &|_, _| true);
    ones.iter().all(|a| ones.iter().all(|b| !touch(a, b)))
}

fn counts(ones: &[Cell], lines: usize, line: impl Fn(&Cell) -> usize) -> Vec<usize> {
    let count = |k| ones.iter().filter(|cell| line(cell) == k).count();
    (0..lines).map(count).collect()
}

/// Every tree in turn takes any tent beside it that is left; at the end none is left.
fn paired(puzzle: &Puzzle, trees: &[Cell], tents: &[Cell]) -> bool {
    let Some((tree, others)) = trees.split_first() else {
        return tents.is_empty();
    };
    let beside = |down: i64, right: i64| down.abs() + right.abs() == 1;
    tents.iter().any(|tent| {
        let left: Vec<Cell> = tents.iter().copied().filter(|t| t != tent).collect();
        is_around(puzzle, *tree, *tent, &beside) && paired(puzzle, others, &left)
    })
}

/// Judges every assignment by the model and by `obeys`; returns how many obey.
fn agree_everywhere(puzzle: &Puzzle, obeys: impl Fn(&[Cell]) -> bool) -> usize {
    let cells = puzzle.model.len();
    assert!(cells <= 16, "{cells} cells are too many to enumerate");
    let mut solutions = 0;
    for index in 0..1_u32 << cells {
        let assignment: Vec<bool> = (0..cells).map(|k| index >> k & 1 == 1).collect();
        let expected = obeys(&ones_on(puzzle, &assignment));
        let judged = puzzle.model.is_solved_by(&assignment);
        assert_eq!(judged, expected, "{:?}", puzzle.board(&assignment));
        solutions += usize::from(judged);
    }
    solutions
}

#[test]
fn star_battle_agrees_with_the_rules_on_every_board() {
    for (regions, expected) in [
        (["AABB", "AABB", "CABD", "CADD"], 1),
        (["AABB", "AABB", "CABD", "CCDD"], 2),
        (["ABBC", "AABC", "DDBC", "DDCC"], 1),
        (["AAAA", "BBBB", "CCCC", "DDDD"], 2),
        (["ABCD", "ABCD", "ABCD", "ABCD"], 2),
        (["AABB", "AABB", "CCDD", "CCDD"], 2),
    ] {
        let text = format!(
            "family = 'star-battle'\nregions = '''\n{}\n'''",
            regions.join("\n")
        );
        let puzzle = puzzle(&text);
        let region = |cell: &Cell| usize::from(regions[cell.row].as_bytes()[cell.col] - b'A');
        let obeys = |stars: &[Cell]| {
            none_touch(&puzzle, stars)
                && counts(stars, 4, |cell| cell.row) == [1; 4]
                && counts(stars, 4, |cell| cell.col) == [1; 4]
                && counts(stars, 4, region) == [1; 4]
        };
        assert_eq!(agree_everywhere(&puzzle, obeys), expected, "{regions:?}");
    }
}

#[test]
fn the_board_of_the_slides_has_their_solution_and_no_other() {
    let puzzle = puzzle(
        "family = 'star-battle'\nregions = '''\nABBBB\nABBBC\nAAACC\nDADCC\nDDDEE\n'''\nstars = 1",
    );
    let found = puzzle.model.all_solutions(&Limits::default());
    assert!(found.complete && found.solutions.len() == 1, "{found:?}");
    let columns: Vec<usize> = ones_on(&puzzle, &found.solutions[0])
        .iter()
        .map(|cell| cell.col + 1)
        .collect();
    assert_eq!(columns, [2, 5, 3, 1, 4]);
}

#[test]
fn each_touching_pair_is_counted_once() {
    for (topology, pairs) in [("plane", 42), ("cylinder", 52), ("torus", 64)] {
        let text = format!(
            "family = 'star-battle'\ntopology = '{topology}'\nregions = '''\nAAAA\nBBBB\nCCCC\nDDDD\n'''"
        );
        let model = puzzle(&text).model;
        let times: Vec<u32> = model.constraints().iter().filter_map(times).collect();
        assert_eq!(times, vec![1; pairs], "{topology}");
    }
}

fn times(rule: &Constraint) -> Option<u32> {
    match &rule.form {
        Form::Sum(sum) => sum.product,
        _ => None,
    }
}

/// Trees, row counts, column counts, and how many boards obey.
type Tents = ([&'static str; 4], [usize; 4], [usize; 4], usize);

const TENTS: [Tents; 5] = [
    (
        ["....", "...T", "T...", ".T.."],
        [1, 1, 0, 1],
        [1, 0, 1, 1],
        1,
    ),
    (
        ["....", ".T..", "....", "...."],
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        1,
    ),
    (
        ["....", ".T..", "....", "...."],
        [0, 1, 0, 0],
        [0, 1, 0, 0],
        0,
    ),
    (
        ["T..T", "....", "....", "T..T"],
        [1, 1, 1, 1],
        [1, 1, 1, 1],
        2,
    ),
    (
        ["T#.T", ".#..", "....", "T..T"],
        [1, 1, 1, 1],
        [1, 1, 1, 1],
        1,
    ),
];

#[test]
fn tents_agree_with_the_rules_on_every_board() {
    for (rows, row_counts, col_counts, expected) in TENTS {
        for (name, topology) in [
            ("plane", Topology::Plane),
            ("cylinder", Topology::Cylinder),
            ("torus", Topology::Torus),
        ] {
            let text = format!(
                "family = 'tents'\ntopology = '{name}'\ntrees = '''\n{}\n'''\n\
                 row_counts = {row_counts:?}\ncol_counts = {col_counts:?}",
                rows.join("\n")
            );
            let puzzle = puzzle(&text);
            let is_tree = |cell: &Cell| matches!(puzzle.slots[*cell], Slot::Tree);
            let cells = puzzle.slots.iter().map(|(cell, _)| cell);
            let trees: Vec<Cell> = cells.filter(is_tree).collect();
            let solutions = agree_everywhere(&puzzle, |tents| {
                none_touch(&puzzle, tents)
                    && counts(tents, 4, |cell| cell.row) == row_counts
                    && counts(tents, 4, |cell| cell.col) == col_counts
                    && paired(&puzzle, &trees, tents)
            });
            if topology == Topology::Plane {
                assert_eq!(solutions, expected, "{text}");
            }
        }
    }
}

#[test]
fn trees_are_no_variables_and_show_as_zeros() {
    let puzzle =
        puzzle("family = 'tents'\ntrees = 'T.#'\nrow_counts = [1]\ncol_counts = [0, 1, 0]");
    assert_eq!(puzzle.model.names(), ["r1c2"]);
    assert_eq!(puzzle.board(&vec![true]), ["01#"]);
}

/// The model as the source paper states it: without the matching.
fn without_matching(model: &Model) -> Model {
    let mut part = Model::default();
    for name in model.names() {
        part.add_variable(name.clone());
    }
    let rules = model.constraints().iter();
    let encoded = rules.filter(|rule| rule.kind != Kind::Matching);
    encoded.for_each(|rule| part.add(rule.clone()));
    part
}

#[test]
fn a_ground_state_of_a_shipped_board_leaves_a_tree_without_a_tent() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/examples/puzzles/tents-unmatched.toml"
    );
    let puzzle = Puzzle::read(file.as_ref()).unwrap();
    let real = puzzle.model.all_solutions(&Limits::default()).solutions;
    let paper = without_matching(&puzzle.model)
        .all_solutions(&Limits::default())
        .solutions;
    assert_eq!(real.len(), 1, "the game has one solution");
    assert!(paper.len() > 1 && paper.contains(&real[0]), "{paper:?}");
    let reduction = reduce(&puzzle.model, RuleSet::Paper, None).unwrap();
    let cost = encode(&puzzle.model, &reduction, &Weights::default());
    for board in &paper {
        let bits = reduction
            .project(board)
            .expect("the paper's rules keep its boards");
        let energy = cost.polynomial.value(|k| bits[k]);
        assert_eq!(Some(energy), cost.zero_violation_energy);
        let violations = puzzle.model.violations(board);
        let broken: Vec<String> = violations
            .iter()
            .map(|violation| puzzle.model.describe(violation, board))
            .collect();
        match real.contains(board) {
            true => assert!(broken.is_empty(), "{broken:?}"),
            false => assert!(
                broken.len() == 1 && broken[0].starts_with("the pairing of trees and tents: "),
                "{broken:?}"
            ),
        }
    }
}

#[test]
fn two_stars_a_line_agree_with_the_rules_on_solutions_and_on_what_is_one_step_from_them() {
    let rows = ["AAAABBBB", "CCCCDDDD", "EEEEFFFF", "GGGGHHHH"];
    let regions: Vec<&str> = rows.iter().flat_map(|row| [*row, *row]).collect();
    let text = format!(
        "family = 'star-battle'\nstars = 2\nregions = '''\n{}\n'''",
        regions.join("\n")
    );
    let puzzle = puzzle(&text);
    let region = |cell: &Cell| 2 * (cell.row / 2) + cell.col / 4;
    let obeys = |stars: &[Cell]| {
        none_touch(&puzzle, stars)
            && counts(stars, 8, |cell| cell.row) == [2; 8]
            && counts(stars, 8, |cell| cell.col) == [2; 8]
            && counts(stars, 8, region) == [2; 8]
    };
    let limits = Limits {
        solutions: Some(40),
        ..Limits::default()
    };
    let solutions = puzzle.model.all_solutions(&limits).solutions;
    assert!(!solutions.is_empty(), "a table of no boards proves little");
    for solution in &solutions {
        assert!(
            obeys(&ones_on(&puzzle, solution)),
            "{:?}",
            puzzle.board(solution)
        );
        for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
            let mut moved = solution.clone();
            moved.swap(from, to);
            let judged = puzzle.model.is_solved_by(&moved);
            assert_eq!(
                judged,
                obeys(&ones_on(&puzzle, &moved)),
                "{:?}",
                puzzle.board(&moved)
            );
        }
    }
}
