//! How the table of transferred angles that comes with the program is learned, and what it is worth
//! on puzzles that it has not seen.
//!
//! `cargo run --release --example learn_angles -- learn src/settings/angles.json`
//! writes the table, `cargo run --release --example learn_angles -- measure` prints the medians of
//! success of results/transfer. Both sets are generated, from seeds that no shipped board has: 1001
//! to 1010 to learn, 2001 to 2004 to measure.

use ketboard::puzzles::GenerateOptions;
use ketboard::qaoa::search::Strategy;
use ketboard::{Options, Puzzle};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
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
fn set(seeds: RangeInclusive<u64>) -> Vec<(String, Puzzle)> {
    let mut puzzles = Vec::new();
    for (family, sizes) in SHAPES {
        for (&size, seed) in sizes
            .iter()
            .flat_map(|size| seeds.clone().map(move |seed| (size, seed)))
        {
            let wish = GenerateOptions {
                size,
                seed,
                qubits: Some(8 + 2 * (seed % 5) as usize),
                ..GenerateOptions::default()
            };
            let name = format!("{family}-{size}-{seed}");
            let Ok(text) = wish.generate(family, None) else {
                continue;
            };
            let puzzle = Puzzle::parse(&text).expect("generated puzzles are well formed");
            puzzles.push((name, puzzle));
        }
    }
    puzzles
}

fn options(strategy: Strategy, iterations: u64) -> Options {
    let set = |options: Options, name, value: String| {
        options.set(name, &value).expect("the settings are right")
    };
    let options = set(Options::default(), "starts", "1".to_owned());
    let options = set(options, "strategy", strategy.name());
    let options = set(options, "iterations", iterations.to_string());
    options.depth(DEPTH).shots(1)
}

/// The angles of one puzzle at one depth: γ in units of √n/σ(C), in which puzzles are alike.
struct Lesson {
    name: String,
    family: &'static str,
    gammas: Vec<f64>,
    betas: Vec<f64>,
}

/// Writes the table: the median of each angle over the puzzles, by family and depth.
fn teach(file: &str) -> ketboard::Result<()> {
    let mut lessons = Vec::new();
    for (name, puzzle) in set(TRAINING) {
        let run = puzzle.solve(&options(Strategy::Interp, 200))?;
        let unit = run.problem().ansatz()?.gamma_unit();
        for stage in run.stages() {
            let gammas = stage.angles.gammas.iter().map(|gamma| gamma / unit);
            lessons.push(Lesson {
                name: name.clone(),
                family: puzzle.family,
                gammas: gammas.collect(),
                betas: stage.angles.betas.clone(),
            });
        }
        println!("{name} ({} qubits)", run.problem().qubits());
    }
    let mut puzzles: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for lesson in &lessons {
        puzzles
            .entry(lesson.family)
            .or_default()
            .insert(&lesson.name);
    }
    let of = |family: &str| medians(lessons.iter().filter(|lesson| lesson.family == family));
    let families: Map<String, Value> = puzzles.keys().map(|f| ((*f).into(), of(f))).collect();
    let table = json!({
        "training": {
            "count": puzzles.values().map(BTreeSet::len).sum::<usize>(),
            "puzzles": puzzles,
            "setting": {
                "iterations": 200, "objective": "expectation", "optimizer": "lbfgs",
                "reduce": "paper", "starts": 1, "strategy": "interp",
            },
            "version": env!("CARGO_PKG_VERSION"),
        },
        "all": medians(lessons.iter()),
        "families": families,
    });
    std::fs::write(file, format!("{table:#}\n")).expect("the table can be written there");
    Ok(())
}

/// For each depth the median of every angle, and of how many puzzles.
fn medians<'l>(lessons: impl Iterator<Item = &'l Lesson>) -> Value {
    let mut depths: BTreeMap<usize, Vec<&Lesson>> = BTreeMap::new();
    for lesson in lessons {
        depths.entry(lesson.gammas.len()).or_default().push(lesson);
    }
    let each = depths.into_iter().map(|(depth, lessons)| {
        let of = |angles: fn(&Lesson) -> &[f64]| -> Vec<f64> {
            let layer = |k: usize| median(lessons.iter().map(|l| angles(l)[k]).collect());
            (0..depth).map(layer).collect()
        };
        json!({
            "puzzles": lessons.len(),
            "gammas": of(|lesson| &lesson.gammas),
            "betas": of(|lesson| &lesson.betas),
        })
    });
    each.collect()
}

/// The middle number, or the mean of the two middle ones.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    f64::midpoint(numbers[half], numbers[(numbers.len() - 1) / 2])
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
    let puzzles = set(TEST);
    let mut successes = vec![vec![Vec::new(); DEPTH]; ways.len()];
    let mut wins = 0;
    for (_, puzzle) in &puzzles {
        for (way, (_, strategy, iterations)) in ways.into_iter().enumerate() {
            let run = puzzle.solve(&options(strategy, iterations))?;
            for stage in run.stages() {
                let metrics = run.problem().at(&stage.angles)?;
                let success = metrics
                    .success_probability
                    .expect("all solutions are known");
                successes[way][stage.depth - 1].push(success);
            }
        }
        let last = |way: usize| successes[way][DEPTH - 1].last().copied();
        wins += usize::from(last(2) > last(0));
    }
    println!(
        "{} puzzles; at p = {DEPTH} transfer is above the ramp on {wins}\n",
        puzzles.len()
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
