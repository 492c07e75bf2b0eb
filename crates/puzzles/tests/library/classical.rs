//! The exact solver against brute force on every form, and against published counts.

#[path = "classical/boards.rs"]
pub(super) mod boards;
#[path = "classical/few_counts.rs"]
mod few_counts;

use crate::classical::{AnnealSettings, Limits, for_each_solution, solutions_up_to};
use crate::grid::Grid;
use crate::model::{Assignment, Constraint, Form, Kind, Model, Var};
use crate::puzzle::{Puzzle, PuzzleText};
use boards::{Board, blank, queen_steps, rows_and_columns, rule, symbols};
use few_counts::FEW_COUNTS;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Every assignment that the model's own judge accepts, in lexicographic order.
fn brute_force(model: &Model) -> Vec<Assignment> {
    let n = model.len();
    (0..1_u32 << n)
        .map(|bits| (0..n).rev().map(|k| bits >> k & 1 == 1).collect())
        .filter(|assignment: &Assignment| model.is_solved_by(assignment))
        .collect()
}

/// How many solutions there are, by an unlimited walk.
fn count(model: &Model) -> usize {
    let mut count = 0;
    let visit = for_each_solution(model, &Limits::NONE, |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    assert!(visit.complete);
    count
}

fn some_of(vars: &[Var], rng: &mut ChaCha8Rng) -> Vec<Var> {
    let chance = rng.random_range(0.1..0.9);
    let mut chosen = vars.to_vec();
    chosen.retain(|_| rng.random_bool(chance));
    chosen
}

fn any_form(vars: &[Var], rng: &mut ChaCha8Rng) -> Form {
    let one = |rng: &mut ChaCha8Rng| vars[rng.random_range(0..vars.len())];
    let pair = [one(rng), one(rng)];
    match rng.random_range(0..6) {
        0 => {
            let vars = some_of(vars, rng);
            let count = rng.random_range(0..=vars.len() as u32);
            Form::sum(&vars, count, count + u32::from(rng.random_bool(0.5)))
        }
        1 => Form::not_both(pair, 2),
        2 => Form::equal(pair),
        3 => Form::differ(pair),
        4 => {
            let count = rng.random_range(0..=3);
            let sets = (0..count).map(|_| some_of(vars, rng)).collect();
            Form::Matching(sets)
        }
        _ => {
            let length = rng.random_range(1..=4);
            let line = |rng: &mut ChaCha8Rng| (0..length).map(|_| one(rng)).collect();
            Form::Distinct([line(rng), line(rng)])
        }
    }
}

fn random_model(seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let size = rng.random_range(1..=12);
    let (mut model, vars) = blank(size);
    for _ in 0..rng.random_range(0..=8) {
        model.add(rule(any_form(&vars, &mut rng)));
    }
    for _ in 0..rng.random_range(0..=2) {
        let var = vars[rng.random_range(0..size)];
        model.give(var, rng.random_bool(0.5));
    }
    model
}

#[test]
fn the_solutions_of_random_models_are_those_of_brute_force_in_the_same_order() {
    let mut solvable = 0;
    for seed in 0..800 {
        let model = random_model(seed);
        let found = model.all_solutions(&Limits::NONE);
        assert!(found.complete, "seed {seed}");
        assert_eq!(found.solutions, brute_force(&model), "seed {seed}");
        solvable += usize::from(!found.solutions.is_empty());
    }
    assert!((200..700).contains(&solvable), "{solvable} of 800 solvable");
}

#[test]
fn a_rule_of_each_form_alone_has_the_solutions_of_brute_force() {
    let (_, v) = blank(4);
    let forms = [
        Form::not_both([v[1], v[3]], 1),
        Form::not_both([v[1], v[1]], 1),
        Form::equal([v[0], v[2]]),
        Form::equal([v[2], v[2]]),
        Form::differ([v[0], v[2]]),
        Form::differ([v[2], v[2]]),
        Form::Distinct([vec![v[0], v[1]], vec![v[2], v[3]]]),
        Form::Distinct([vec![v[0], v[1]], vec![v[1], v[0]]]),
        Form::Distinct([vec![v[0], v[1], v[2]], vec![v[0], v[3], v[2]]]),
        Form::Distinct([vec![v[0], v[1]], vec![v[0], v[1]]]),
        Form::Distinct([vec![], vec![]]),
        Form::Matching(vec![]),
        Form::Matching(vec![vec![]]),
        Form::Matching(vec![vec![v[0], v[1]], vec![v[1], v[2]], vec![v[1]]]),
    ];
    let sums = (0..=6).flat_map(|count| {
        [false, true]
            .map(|or_one_more| Form::sum(&v.clone(), count, count + u32::from(or_one_more)))
    });
    for form in forms.into_iter().chain(sums) {
        let (mut model, _) = blank(4);
        model.add(rule(form.clone()));
        let found = model.all_solutions(&Limits::NONE);
        assert_eq!(found.solutions, brute_force(&model), "{form:?}");
    }
}

#[test]
fn a_model_without_rules_has_every_assignment() {
    for n in 0..=10 {
        let (model, _) = blank(n);
        assert_eq!(count(&model), 1 << n, "{n} variables");
    }
}

#[test]
fn givens_may_be_repeated_but_not_contradicted() {
    let (mut model, vars) = blank(3);
    model.give(vars[1], true);
    model.give(vars[1], true);
    assert_eq!(count(&model), 4);
    model.give(vars[1], false);
    assert_eq!(count(&model), 0);
}

#[test]
fn the_objective_does_not_matter() {
    let (mut model, vars) = blank(3);
    model.add(Constraint::exactly(Kind::Row, "", 1, vars.clone()));
    let before = model.all_solutions(&Limits::NONE);
    model.add_objective(vars[0], -5.0);
    assert_eq!(model.all_solutions(&Limits::NONE), before);
}

#[test]
fn n_queens_has_the_known_number_of_placements() {
    let known = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724];
    for (n, placements) in (1..).zip(known) {
        let board = Board::new(n, 1).attacks(false, queen_steps);
        assert_eq!(count(&board.model), placements, "{n} queens");
    }
}

#[test]
fn n_queens_on_a_torus_has_the_known_number_of_placements() {
    for (n, placements) in [(4, 0), (5, 10), (6, 0), (7, 28)] {
        let board = Board::new(n, 1).attacks(true, queen_steps);
        assert_eq!(count(&board.model), placements, "{n} queens");
    }
}

#[test]
fn permutations_without_diagonal_contact_are_counted_by_hertzsprung() {
    for (n, placements) in [(4, 2), (5, 14), (6, 90), (7, 646), (8, 5242)] {
        let board = Board::new(n, 1).attacks(false, |_| vec![(1, 1), (1, -1)]);
        assert_eq!(count(&board.model), placements, "{n} rows");
    }
}

#[test]
fn balanced_boards_without_repetition_have_the_known_number() {
    for (n, boards, with_distinct_lines) in [(2, 2, 2), (4, 90, 72), (6, 11222, 4140)] {
        let board = Board::new(n, n as u32 / 2).without_repetition();
        assert_eq!(count(&board.model), boards, "{n}×{n}");
        let board = board.with_distinct_lines();
        assert_eq!(count(&board.model), with_distinct_lines, "{n}×{n} distinct");
    }
}

#[test]
fn latin_squares_and_sudoku_grids_have_the_known_number() {
    for (n, squares) in [(1, 1), (2, 2), (3, 12), (4, 576)] {
        let model = symbols(n, &rows_and_columns(n));
        assert_eq!(count(&model), squares, "{n}×{n}");
    }
    let corners = [0, 2, 8, 10].map(|corner| [0, 1, 4, 5].map(|k| corner + k).to_vec());
    let sets = [rows_and_columns(4), corners.to_vec()].concat();
    assert_eq!(count(&symbols(4, &sets)), 288);
}

#[test]
fn a_limit_on_solutions_stops_the_search_exactly_if_there_are_more() {
    let model = Board::new(6, 1).attacks(false, queen_steps).model;
    let all = model.all_solutions(&Limits::NONE);
    for limit in 0..=6 {
        let limits = Limits {
            solutions: Some(limit),
            nodes: None,
            ..Limits::NONE
        };
        let found = model.all_solutions(&limits);
        assert_eq!(found.solutions.len(), limit.min(4));
        assert_eq!(found.complete, limit >= 4, "limit {limit}");
        assert!(found.solutions.is_sorted());
        assert!(found.solutions.iter().all(|x| all.solutions.contains(x)));
    }
}

#[test]
fn a_limit_on_nodes_stops_the_search_exactly_if_it_needs_more() {
    let model = Board::new(6, 1).attacks(false, queen_steps).model;
    let all = model.all_solutions(&Limits::NONE);
    for limit in 0..=all.nodes + 1 {
        let limits = Limits {
            solutions: None,
            nodes: Some(limit),
            ..Limits::NONE
        };
        let found = model.all_solutions(&limits);
        assert_eq!(found.complete, limit >= all.nodes, "limit {limit}");
        assert_eq!(found.nodes, limit.min(all.nodes));
        assert!(found.solutions.iter().all(|x| all.solutions.contains(x)));
    }
}

#[test]
fn a_walk_ends_where_its_visitor_says() {
    let model = Board::new(8, 1).attacks(false, queen_steps).model;
    let mut seen = 0;
    let visit = for_each_solution(&model, &Limits::NONE, |_| {
        seen += 1;
        ControlFlow::Break(())
    });
    assert_eq!((seen, visit.complete), (1, false));
}

#[test]
fn solutions_up_to_k_are_k_or_all() {
    let model = Board::new(5, 1).attacks(false, queen_steps).model;
    let all = model.all_solutions(&Limits::NONE).solutions;
    for k in 1..=12 {
        let found = solutions_up_to(&model, k, None);
        assert_eq!(found.len(), k.min(10));
        assert!(found.is_sorted_by(|a, b| a < b), "k = {k}");
        assert!(found.iter().all(|x| all.contains(x)), "k = {k}");
    }
}

#[test]
fn what_one_rule_decides_needs_no_assumption() {
    let (_, v) = blank(4);
    let sum = |count, or_one_more| Form::sum(&v.clone(), count, count + u32::from(or_one_more));
    let pair = [v[0], v[1]];
    let lines = Form::Distinct([pair.to_vec(), vec![v[2], v[3]]]);
    // The givens (`.` is none) and the one solution that is left.
    let cases = [
        (sum(4, false), "....", "1111"),
        (sum(0, false), "....", "0000"),
        (sum(2, false), "1.1.", "1010"),
        (sum(2, false), "0..0", "0110"),
        (sum(1, true), "11..", "1100"),
        (sum(2, true), "0.0.", "0101"),
        (Form::not_both(pair, 1), "1.01", "1001"),
        (Form::not_both(pair, 1), ".101", "0101"),
        (Form::equal(pair), ".000", "0000"),
        (Form::equal(pair), "1.00", "1100"),
        (Form::differ(pair), ".100", "0100"),
        (Form::differ(pair), "0.00", "0100"),
        (lines.clone(), "101.", "1011"),
        (lines, ".111", "0111"),
    ];
    for (form, givens, solution) in cases {
        let (mut model, vars) = blank(4);
        model.add(rule(form.clone()));
        for (var, value) in vars.iter().zip(givens.bytes()).filter(|(_, b)| *b != b'.') {
            model.give(*var, value == b'1');
        }
        let found = model.all_solutions(&Limits::default());
        let expected: Assignment = solution.bytes().map(|b| b == b'1').collect();
        assert_eq!(found.solutions, [expected], "{form:?} with {givens}");
        assert_eq!(
            (found.complete, found.nodes),
            (true, 0),
            "{form:?} with {givens}"
        );
    }
}

#[test]
fn tents_with_few_counts_are_searched_in_a_few_hundred_steps() {
    for (trees, rows, cols) in FEW_COUNTS {
        let counts = |shown: &str| {
            let mut counts = vec![None; trees.len()];
            for (line, count) in shown.split(' ').filter_map(|text| text.split_once(':')) {
                counts[line.parse::<usize>().unwrap() - 1] = count.parse().ok();
            }
            counts
        };
        let grid = Grid::from_fn(trees.len(), trees.len(), |cell| {
            char::from(trees[cell.row].as_bytes()[cell.col])
        });
        let text = PuzzleText::new("tents", "few counts")
            .grid("trees", &grid)
            .counts("row_counts", &counts(rows))
            .counts("col_counts", &counts(cols));
        let puzzle = Puzzle::parse(&text.end(), "few").unwrap();
        let limits = Limits {
            nodes: Some(1000),
            ..Limits::default()
        };
        let found = puzzle.model.all_solutions(&limits);
        assert!(found.complete && found.solutions.len() == 1, "{trees:#?}");
        assert!(puzzle.model.is_solved_by(&found.solutions[0]));
    }
}

/// Says stop when it is asked for the k-th time, from 0.
fn stop_at(k: usize) -> impl Fn() -> ControlFlow<()> + Sync {
    let asked = AtomicUsize::new(0);
    move || match asked.fetch_add(1, Ordering::SeqCst) {
        before if before < k => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    }
}

#[test]
fn an_exact_search_that_is_stopped_has_some_of_the_solutions() {
    let model = Board::new(8, 1).model;
    let limits = Limits {
        solutions: None,
        nodes: Some(40_000),
        ask: None,
    };
    let whole = model.all_solutions(&limits);
    let mut before = 0;
    for k in [0, 1, 3, 9] {
        let stop = stop_at(k);
        let asked = Limits {
            ask: Some(&stop),
            ..limits
        };
        let found = model.all_solutions(&asked);
        assert_eq!((found.complete, found.nodes), (false, 1024 * k as u64));
        assert!(
            found
                .solutions
                .iter()
                .all(|board| whole.solutions.binary_search(board).is_ok())
        );
        assert!(found.solutions.len() > before || k == 0, "{k}");
        before = found.solutions.len();
    }
}

#[test]
fn annealing_that_is_stopped_has_the_best_of_the_sweeps_so_far() {
    let terms: Vec<_> = (0..30)
        .map(|k| (vec![k, (k * 7 + 3) % 30], (k as f64).sin()))
        .collect();
    let endless = AnnealSettings {
        restarts: u64::MAX,
        sweeps: 50,
        ..AnnealSettings::default()
    };
    let stop = stop_at(2_000);
    let asked = AnnealSettings {
        ask: Some(&stop),
        ..endless
    };
    let found = asked.anneal(30, terms.clone());
    assert!(found.interrupted);
    assert!(found.sweeps <= 2_000 && found.restarts_run > 1, "{found:?}");
    let first = AnnealSettings {
        restarts: 1,
        ..endless
    };
    assert!(found.energy <= first.anneal(30, terms).energy);
}
