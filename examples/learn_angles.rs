//! How the table of transferred angles that comes with the program is learned, and what it is worth on puzzles that it has not seen.
//!
//! `cargo run --release --example learn_angles -- learn src/optimize/angles.json` writes the table,
//! `cargo run --release --example learn_angles -- measure` prints the medians of success of results/transfer.
//! Both sets are generated, from seeds that no shipped board has: 1001 to 1010 to learn, 2001 to 2004 to measure.

use ketboard::classical::Limits;
use ketboard::encode::Weights;
use ketboard::generate::{Method, Wish, generate};
use ketboard::lab::{Lesson, SettingMap, learn};
use ketboard::optimize::{Budget, Settings, Strategy, go_on};
use ketboard::pipeline::{
    AnsatzKind, Objective, Problem, ReductionPlan, SearchPlan, Variational, find_angles, measure,
    prepare,
};
use ketboard::puzzle::Puzzle;
use ketboard::reduce::Level;
use std::ops::RangeInclusive;

/// Families and sizes of both sets.
const SHAPES: [(&str, &[usize]); 8] = [
    ("queens", &[5, 6]),
    ("n-queens", &[5, 6]),
    ("star-battle", &[5, 6]),
    ("tents", &[4, 5]),
    ("tango", &[4, 6]),
    ("takuzu", &[4, 6]),
    ("sudoku", &[4]),
    ("chess", &[4]),
];
const TRAINING: RangeInclusive<u64> = 1001..=1010;
const TEST: RangeInclusive<u64> = 2001..=2004;
const DEPTH: usize = 10;

fn main() -> ketboard::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["learn", file] => teach(file),
        ["measure"] => compare(),
        _ => {
            println!("usage: learn_angles learn TABLE.json | learn_angles measure");
            Ok(())
        }
    }
}

/// The puzzles of a set: of each shape and seed one with 8 to 16 qubits, where the maker finds one.
fn set(seeds: RangeInclusive<u64>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (family, sizes) in SHAPES {
        for (&size, seed) in sizes
            .iter()
            .flat_map(|size| seeds.clone().map(move |seed| (size, seed)))
        {
            let wish = Wish {
                size,
                seed,
                qubits: Some(8 + 2 * (seed % 5) as usize),
                level: Level::Paper,
                difficulty: None,
                stars: None,
                method: Method::Direct,
            };
            let name = format!("{family}-{size}-{seed}");
            let Ok(text) = generate(family, &wish) else {
                continue;
            };
            let puzzle = Puzzle::parse(&text, &name).expect("generated puzzles are well formed");
            let problem = prepare(puzzle, &ReductionPlan::default(), Weights::default());
            problems.push(problem.expect("generated puzzles have a solution"));
        }
    }
    problems
}

fn plan(strategy: Strategy, iterations: u64, family: &'static str) -> SearchPlan {
    let settings = Settings {
        depth: DEPTH,
        starts: 1,
        strategy,
        budget: Budget {
            iterations,
            ..Budget::default()
        },
        ..Settings::default()
    };
    let plan = SearchPlan {
        objective: Objective::Expectation,
        objective_shots: None,
        ansatz: AnsatzKind::Standard,
        settings,
        shots: 1,
        seed: 0,
    };
    plan.for_family(family)
}

fn teach(file: &str) -> ketboard::Result<()> {
    let mut lessons = Vec::new();
    for problem in set(TRAINING) {
        let diagonal = problem.diagonal()?;
        let unit = diagonal.spread().gamma_unit();
        let plan = plan(Strategy::Interp, 200, problem.puzzle.family);
        for stage in find_angles(&diagonal, &plan, &go_on)? {
            lessons.push(Lesson {
                name: problem.puzzle.file.clone(),
                family: problem.puzzle.family.to_owned(),
                gammas: stage
                    .angles
                    .gammas
                    .iter()
                    .map(|gamma| gamma / unit)
                    .collect(),
                betas: stage.angles.betas,
            });
        }
        println!("{} ({} qubits)", problem.puzzle.file, problem.qubits());
    }
    let setting: [(&str, serde_json::Value); 6] = [
        ("strategy", "interp".into()),
        ("starts", 1.into()),
        ("optimizer", "lbfgs".into()),
        ("iterations", 200.into()),
        ("objective", "expectation".into()),
        ("reduce", "paper".into()),
    ];
    let setting: SettingMap = setting.map(|(name, value)| (name.to_owned(), value)).into();
    let table = learn(&lessons, setting)?;
    ketboard::files::write_whole(std::path::Path::new(file), table.to_json().as_bytes())
}

/// Medians of success over the test set, by depth and way to the angles.
fn compare() -> ketboard::Result<()> {
    let ways = [
        ("ramp", Strategy::Ramp, 0),
        ("tqa", Strategy::Tqa, 0),
        ("transfer", Strategy::Transfer, 0),
        ("transfer, optimized", Strategy::Transfer, 200),
        ("interp, optimized", Strategy::Interp, 200),
    ];
    let problems = set(TEST);
    let mut successes = vec![vec![Vec::new(); DEPTH]; ways.len()];
    let mut wins = 0;
    for problem in &problems {
        let (diagonal, truth) = (problem.diagonal()?, problem.truth(&Limits::default())?);
        for (way, (_, strategy, iterations)) in ways.into_iter().enumerate() {
            let plan = plan(strategy, iterations, problem.puzzle.family);
            for stage in find_angles(&diagonal, &plan, &go_on)? {
                let (metrics, _) = measure(&diagonal, &truth, &stage.angles)?;
                let success = metrics.success_probability.expect("the truth is complete");
                successes[way][stage.depth - 1].push(success);
            }
        }
        let last = |way: usize| successes[way][DEPTH - 1].last().copied();
        wins += usize::from(last(2) > last(0));
    }
    println!(
        "{} puzzles; at p = {DEPTH} transfer is above the ramp on {wins}\n",
        problems.len()
    );
    println!("| p | {} |", ways.map(|(name, _, _)| name).join(" | "));
    println!("|---|{}", "---|".repeat(ways.len()));
    for depth in 0..DEPTH {
        let cells = successes.iter_mut().map(|of_way| {
            of_way[depth].sort_by(f64::total_cmp);
            let middle = of_way[depth].len() / 2;
            format!("{:.4}", of_way[depth][middle])
        });
        println!(
            "| {} | {} |",
            depth + 1,
            cells.collect::<Vec<_>>().join(" | ")
        );
    }
    Ok(())
}
