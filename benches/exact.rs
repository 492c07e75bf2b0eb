//! How long the exact solver takes, beside what it may take: `cargo bench --bench exact`.
//!
//! One core; the median over five runs, set-up included. The region boards are grown from a random
//! placement by a seeded generator, so every run times the same ones.

#[path = "../crates/puzzles/tests/library/classical/boards.rs"]
mod boards;

use boards::{Board, queen_steps, rows_and_columns, symbols};
use ketboard_puzzles::{Constraint, Enumeration, Form, Kind, Limits, Model, Var};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::{Duration, Instant};

const RUNS: usize = 5;

/// A model, and the time in milliseconds that listing its solutions may take.
struct Case {
    name: &'static str,
    model: Model,
    goal_ms: f64,
}

fn case(name: &'static str, goal_ms: f64, model: Model) -> Case {
    Case {
        name,
        model,
        goal_ms,
    }
}

fn main() {
    println!(
        "{:34} {:>9} {:>9} {:>11} {:>9}",
        "all solutions", "solutions", "nodes", "median ms", "goal ms"
    );
    for Case {
        name,
        model,
        goal_ms,
    } in cases()
    {
        let (time, found) = median(|| listed(&model));
        let (ms, nodes) = (1e3 * time.as_secs_f64(), found.nodes);
        let solutions = found.solutions.len();
        println!("{name:34} {solutions:>9} {nodes:>9} {ms:>11.3} {goal_ms:>9.1}");
    }
    println!(
        "\n{:34} {:>9} {:>9} {:>11} {:>9}",
        "is there a second one?", "found", "", "median ms", "goal ms"
    );
    for Case {
        name,
        model,
        goal_ms,
    } in uniqueness_checks()
    {
        let (time, found) = median(|| solutions_up_to(&model, 2).len());
        let ms = 1e3 * time.as_secs_f64();
        println!("{name:34} {found:>9} {:>9} {ms:>11.3} {goal_ms:>9.1}", "");
    }
}

fn cases() -> Vec<Case> {
    let queens = |n| Board::new(n, 1).attacks(false, queen_steps).model;
    let balanced = |n: usize| Board::new(n, n as u32 / 2).without_repetition();
    let distinct = |n: usize| balanced(n).with_distinct_lines().model;
    vec![
        case("8 queens", 50.0, queens(8)),
        case("10 queens", 300.0, queens(10)),
        case("12 queens", 5_000.0, queens(12)),
        case("Tango 6×6, blank", 1_000.0, balanced(6).model),
        case("Takuzu 6×6, blank", 1_000.0, distinct(6)),
        case(
            "Latin squares of order 5",
            5_000.0,
            symbols(5, &rows_and_columns(5)),
        ),
        case("colored queens 12×12", 50.0, colored_queens(12, 1)),
        case("colored queens 18×18", 1_000.0, colored_queens(18, 1)),
        case("Takuzu 8×8, every fourth cell given", 50.0, takuzu(8, 4)),
    ]
}

fn uniqueness_checks() -> Vec<Case> {
    vec![
        case("Takuzu 4×4, every third cell given", 1.0, takuzu(4, 3)),
        case("Takuzu 8×8, every third cell given", 2.0, takuzu(8, 3)),
        case("Takuzu 14×14, every third given", 10.0, takuzu(14, 3)),
        case("colored queens 8×8", 2.0, colored_queens(8, 2)),
        case("colored queens 12×12", 10.0, colored_queens(12, 1)),
    ]
}

fn listed(model: &Model) -> Enumeration {
    let found = model.all_solutions(&Limits::default());
    assert!(found.complete, "no case has more solutions than the limit");
    found
}

/// The solutions, or so many of them.
fn solutions_up_to(model: &Model, most: usize) -> Vec<Vec<bool>> {
    let solutions = Some(most);
    let limits = Limits {
        solutions,
        ..Limits::NONE
    };
    model.all_solutions(&limits).solutions
}

fn median<T>(run: impl Fn() -> T) -> (Duration, T) {
    let timed = |_| {
        let start = Instant::now();
        let result = run();
        (start.elapsed(), result)
    };
    let mut runs: Vec<_> = (0..RUNS).map(timed).collect();
    runs.sort_by_key(|(time, _)| *time);
    runs.swap_remove(RUNS / 2)
}

fn first_solution(model: &Model) -> Vec<bool> {
    solutions_up_to(model, 1).swap_remove(0)
}

/// A Takuzu board that gives every `step`-th cell of one solution.
fn takuzu(n: usize, step: usize) -> Model {
    let board = Board::new(n, n as u32 / 2)
        .without_repetition()
        .with_distinct_lines();
    let solution = first_solution(&board.model);
    let mut model = board.model;
    for var in board.cells.concat().into_iter().step_by(step) {
        model.give(var, solution[var.index()]);
    }
    model
}

/// Queens that may not touch, one in each row, column and region; cells are marked empty until one
/// solution is left.
fn colored_queens(n: usize, seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut board = Board::new(n, 1).attacks(false, |_| vec![(1, 1), (1, -1)]);
    for (region, cells) in grown_regions(&board, &mut rng).into_iter().enumerate() {
        let name = format!("region {}", region + 1);
        let rule = Constraint::exactly(Kind::Region, name, 1, cells);
        board.model.add(rule);
    }
    let mut model = board.model;
    while let [kept, other] = &solutions_up_to(&model, 2)[..] {
        let queen = model
            .variables()
            .find(|var| other[var.index()] && !kept[var.index()]);
        model.give(queen.expect("as many queens, placed differently"), false);
    }
    model
}

/// Regions grown cell by cell around the queens of a random placement.
fn grown_regions(board: &Board, rng: &mut ChaCha8Rng) -> Vec<Vec<Var>> {
    let n = board.cells.len();
    let placement = random_placement(board, rng);
    let mut regions: Vec<Vec<usize>> = placement.iter().map(|&cell| vec![cell]).collect();
    let mut open: Vec<usize> = (0..n * n)
        .filter(|cell| !placement.contains(cell))
        .collect();
    while !open.is_empty() {
        let region = rng.random_range(0..n);
        let cells = &regions[region];
        let from = cells[rng.random_range(0..cells.len())];
        let touches =
            |&cell: &usize| (cell / n).abs_diff(from / n) + (cell % n).abs_diff(from % n) == 1;
        if let Some(at) = open.iter().position(touches) {
            regions[region].push(open.swap_remove(at));
        }
    }
    let vars = |cells: Vec<usize>| cells.iter().map(|&k| board.cells[k / n][k % n]).collect();
    regions.into_iter().map(vars).collect()
}

/// One queen a row and column, none touching: random queens are given until the rest has one way
/// left.
fn random_placement(board: &Board, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let n = board.cells.len();
    let mut model = board.model.clone();
    for row in &board.cells {
        let mut tried = model.clone();
        tried.give(row[rng.random_range(0..n)], true);
        if !solutions_up_to(&tried, 1).is_empty() {
            model = tried;
        }
    }
    let solution = first_solution(&model);
    (0..n * n).filter(|&cell| solution[cell]).collect()
}
