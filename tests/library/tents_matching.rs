//! Tents & Trees with a variable for each tree and direction: the same boards as the paper's form
//! with its pairing judged, and a QUBO whose ground states are exactly those.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::pipeline::{Problem, boards_that_obey, measure};
use crate::settings::Settings;
use ketboard_circuits::{CountUnit, Counts};
use ketboard_puzzles::{
    Assignment, Kind, Limits, Model, Puzzle, Reduction, RuleSet, Weights, encode, reduce,
};
use ketboard_qaoa::{Angles, Cost};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

type Boards = BTreeSet<Vec<String>>;

fn puzzle(text: &str) -> Puzzle {
    Puzzle::parse(text, "test.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn in_both_forms(text: &str) -> [Puzzle; 2] {
    ["counts", "matching"].map(|form| puzzle(&format!("{text}\nform = '{form}'")))
}

fn solutions(model: &Model) -> Vec<Assignment> {
    model.all_solutions(&Limits::default()).solutions
}

fn boards(puzzle: &Puzzle, assignments: &[Assignment]) -> Boards {
    assignments.iter().map(|x| puzzle.board(x)).collect()
}

/// The assignments of lowest energy, and that energy.
fn ground(puzzle: &Puzzle, reduction: &Reduction) -> (Vec<Assignment>, f64) {
    let cost = encode(&puzzle.model, reduction, &Weights::default());
    let n = reduction.qubits();
    let diagonal = Cost::from_terms(n, cost.polynomial.masks()).unwrap();
    let lowest = diagonal.min();
    let states = (0..1_u64 << n).filter(|x| diagonal.energy(*x as usize) == lowest);
    let mut ground: Vec<_> = states.map(|x| reduction.lift_index(x)).collect();
    ground.sort();
    (ground, lowest)
}

/// Four trees in a ring: each of its two pairings has the four corners as tents.
const RING: &str = "family = 'tents'\ntrees = '''\n.T.\nT.T\n.T.\n'''\nrow_counts = [2, 0, 2]\ncol_counts = [2, 0, 2]";

/// A small board with some trees; counts of some tents beside trees, so that many have a solution,
/// and a given now and then.
fn random_text(rng: &mut ChaCha8Rng) -> String {
    let (rows, cols) = (rng.random_range(2..=4), rng.random_range(2..=4));
    let mut cells: Vec<(usize, usize)> = (0..rows * cols).map(|k| (k / cols, k % cols)).collect();
    cells.shuffle(rng);
    let trees: Vec<_> = cells[..rng.random_range(1..=4.min(rows * cols / 2))].to_vec();
    let is_near = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    let mut tents = Vec::new();
    for tree in &trees {
        let free = |c: &&(usize, usize)| !trees.contains(c) && !tents.contains(*c);
        let beside = cells
            .iter()
            .filter(free)
            .find(|cell| is_near(**cell, *tree));
        tents.extend(beside.copied());
    }
    let count = |keep: &dyn Fn(&(usize, usize)) -> bool| tents.iter().filter(|t| keep(t)).count();
    let row_counts: Vec<usize> = (0..rows).map(|row| count(&|t| t.0 == row)).collect();
    let col_counts: Vec<usize> = (0..cols).map(|col| count(&|t| t.1 == col)).collect();
    let symbol = |cell| if trees.contains(&cell) { 'T' } else { '.' };
    let grid: Vec<String> = (0..rows)
        .map(|row| (0..cols).map(|col| symbol((row, col))).collect())
        .collect();
    let topology = ["plane", "plane", "cylinder", "torus"][rng.random_range(0..4)];
    let mut text = format!(
        "family = 'tents'\ntopology = '{topology}'\ntrees = '''\n{}\n'''\nrow_counts = {row_counts:?}\ncol_counts = {col_counts:?}\n",
        grid.join("\n")
    );
    let land = cells.iter().find(|cell| !trees.contains(cell)).unwrap();
    match rng.random_range(0..4) {
        0 => text += &format!("tents = ['r{}c{}']\n", land.0 + 1, land.1 + 1),
        1 => text += &format!("empty = ['r{}c{}']\n", land.0 + 1, land.1 + 1),
        _ => {}
    }
    text
}

/// Random boards whose counts add up.
fn random_boards(number: usize) -> Vec<[Puzzle; 2]> {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    let mut found = Vec::new();
    while found.len() < number {
        let text = random_text(&mut rng);
        if Puzzle::parse(&text, "random.toml").is_ok() {
            found.push(in_both_forms(&text));
        }
    }
    found
}

#[test]
fn both_forms_have_the_same_boards() {
    let mut solved = 0;
    for [counts, matching] in random_boards(400) {
        let [paper, exact] = [&counts, &matching].map(|p| boards(p, &solutions(&p.model)));
        assert_eq!(paper, exact, "{:?}", matching.model.names());
        let different = matching.different_boards(solutions(&matching.model));
        assert_eq!(different.len(), exact.len());
        solved += usize::from(!exact.is_empty());
    }
    assert!(solved > 100, "only {solved} boards had a solution");
}

#[test]
fn the_ground_states_of_the_matching_form_are_exactly_its_solutions() {
    let mut judged = 0;
    for [_, matching] in random_boards(150) {
        let real = solutions(&matching.model);
        for level in [RuleSet::None, RuleSet::Paper, RuleSet::Full] {
            let reduction = match reduce(&matching.model, level, None) {
                Ok(reduction) => reduction,
                Err(_) => {
                    assert!(real.is_empty(), "{level:?} lost {real:?}");
                    continue;
                }
            };
            let (ground, lowest) = ground(&matching, &reduction);
            if real.is_empty() {
                assert!(lowest > 0.0, "no board keeps all rules");
            } else {
                assert_eq!((ground, lowest), (real.clone(), 0.0), "{level:?}");
                judged += 1;
            }
        }
    }
    assert!(judged > 100, "only {judged} had a solution");
}

#[test]
fn the_shipped_board_shows_where_the_forms_differ() {
    let file = |name: &str| format!("{}/examples/puzzles/{name}", env!("CARGO_MANIFEST_DIR"));
    let [counts, matching] = ["tents-unmatched.toml", "tents-matching.toml"]
        .map(|name| Puzzle::read(file(name).as_ref()).unwrap());
    let real = boards(&matching, &solutions(&matching.model));
    assert_eq!(real, boards(&counts, &solutions(&counts.model)));
    let reduced = |puzzle: &Puzzle| reduce(&puzzle.model, RuleSet::Paper, None).unwrap();
    let (paper, exact) = (
        ground(&counts, &reduced(&counts)).0,
        ground(&matching, &reduced(&matching)).0,
    );
    assert_eq!(boards(&matching, &exact), real);
    let unpaired: Vec<_> = boards(&counts, &paper).difference(&real).cloned().collect();
    assert!(
        !unpaired.is_empty(),
        "the paper's form has a ground state without a pairing"
    );
    for assignment in paper.iter().filter(|x| unpaired.contains(&counts.board(x))) {
        let kinds = counts.model.violations(assignment);
        let words: Vec<_> = kinds
            .iter()
            .map(|v| counts.model.describe(v, assignment))
            .collect();
        assert!(
            words.len() == 1 && words[0].starts_with("the pairing"),
            "{words:?}"
        );
    }
    let rules = matching.model.constraints().iter();
    assert!(
        rules
            .into_iter()
            .all(|rule| rule.kind != Kind::Matching && rule.kind.has_penalty())
    );
}

#[test]
fn two_pairings_of_a_board_are_one_board_and_both_count_for_its_probability() {
    let [counts, matching] = in_both_forms(RING);
    assert_eq!(solutions(&counts.model).len(), 1);
    assert_eq!(solutions(&matching.model).len(), 2, "two pairings");
    let plan = Settings {
        reduce: Some(RuleSet::None),
        target_qubits: None,
        ..Settings::default()
    };
    let problem = Problem::new(matching, &plan).unwrap();
    let problem = crate::tests::knowing(problem, &Limits::default());
    let truth = problem.truth.clone();
    assert_eq!((truth.boards.len(), truth.indices.len()), (1, 2));
    let ansatz = crate::tests::ansatz_of(&problem);
    let (metrics, _) = measure(&ansatz, &truth, &Angles::default()).unwrap();
    let uniform = 2.0 / (problem.qubits() as f64).exp2();
    assert!((metrics.success_probability.unwrap() - uniform).abs() < 1e-12);
    assert_eq!(metrics.energy_agrees_with_rules(&truth), Some(true));

    let mut counts = Counts::new(problem.qubits(), CountUnit::Shots);
    let states: Vec<u64> = truth.indices.iter().collect();
    for (index, shots) in [(states[0], 3.0), (states[1], 4.0), (0, 5.0)] {
        counts.add(index, shots);
    }
    let board = |index: &u64| problem.lift_index(*index);
    let judged = counts.judge(&problem.puzzle.model, board, None);
    let found = boards_that_obey(&problem.puzzle, &judged);
    assert_eq!(found.len(), 1, "one board, whichever pairing was seen");
    assert_eq!(found[0].1, 7.0);
}

#[test]
fn givens_are_drawn_and_hold_in_the_matching_form() {
    let text = format!("{RING}\nform = 'matching'\ntents = ['r1c1']\nempty = ['r2c2']");
    let ring = puzzle(&text);
    let marks = vec![ketboard_puzzles::CellMark::Open; ring.model.len()];
    let drawing = ring.drawn(&marks, ketboard_puzzles::DrawStyle::Plain);
    assert!(drawing.contains("┃[▲]│ ♣ │   ┃"), "{drawing}");
    assert!(drawing.contains("┃ ♣ │[·]│ ♣ ┃"), "{drawing}");
    assert_eq!(solutions(&ring.model).len(), 2);
    for (text, holds) in [
        (
            format!("{RING}\nform = 'matching'\nempty = ['r1c1']"),
            false,
        ),
        (
            format!("{RING}\nform = 'matching'\ntents = ['r2c2']"),
            false,
        ),
        (format!("{RING}\nform = 'matching'\ntents = ['r3c3']"), true),
    ] {
        let model = puzzle(&text).model;
        assert_eq!(!solutions(&model).is_empty(), holds, "{text}");
        assert_eq!(reduce(&model, RuleSet::Full, None).is_ok(), holds, "{text}");
    }
}

#[test]
fn lines_and_tents_that_no_tree_reaches_have_no_solution() {
    for keys in [
        "row_counts = [1, 0]\ncol_counts = [0, 0, 1]",
        "row_counts = [1, 0]\ncol_counts = [0, 1, 0]\ntents = ['r2c3']",
    ] {
        let text = format!("family = 'tents'\ntrees = '''\nT..\n...\n'''\n{keys}");
        for puzzle in in_both_forms(&text) {
            assert!(solutions(&puzzle.model).is_empty(), "{text}");
            let found = reduce(&puzzle.model, RuleSet::Full, None);
            assert!(found.is_err(), "{text}");
        }
    }
    let wrong = format!("{RING}\nform = 'exact'");
    let message = Puzzle::parse(&wrong, "bad.toml").unwrap_err().to_string();
    assert!(
        message.starts_with("bad.toml:9: ") && message.contains("\"matching\""),
        "{message}"
    );
}
