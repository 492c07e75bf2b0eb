//! Annealing against exhaustive minima, the boards it must solve, and the command that runs it.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "anneal/boards.rs"]
mod annealed;
#[path = "classical/boards.rs"]
#[allow(dead_code, reason = "the exact solver's boards; some are used here")]
mod boards;

use annealed::{encoded, queens, star_battle, takuzu};
use ketboard::classical::{Found, Settings, Stop, anneal, anneal_for};
use ketboard::generate::{Wish, generate};
use ketboard::model::{Form, Kind, Model};
use ketboard::puzzle::Puzzle;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

type Terms = Vec<(Vec<usize>, f64)>;

/// A polynomial of `degree`, with a constant, a variable named twice, and coefficients of several sizes.
fn random_terms(n: usize, degree: usize, seed: u64) -> Terms {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let scales = [0.01, 1.0, 30.0];
    let mut terms = vec![(vec![], 2.5), (vec![0, 0], 0.75)];
    for _ in 0..5 * n {
        let length = rng.random_range(1..=degree);
        let variables = (0..length).map(|_| rng.random_range(0..n)).collect();
        let scale = scales[rng.random_range(0..3)];
        terms.push((variables, scale * rng.random_range(-1.0..1.0)));
    }
    terms
}

/// The slow twin: every term asked anew.
fn energy(terms: &Terms, bits: &[bool]) -> f64 {
    let at = terms
        .iter()
        .filter(|(term, _)| term.iter().all(|&i| bits[i]));
    at.map(|(_, coefficient)| coefficient).sum()
}

fn bits_of(x: usize, n: usize) -> Vec<bool> {
    (0..n).map(|i| x >> i & 1 == 1).collect()
}

fn exhaustive_minimum(terms: &Terms, n: usize) -> f64 {
    let energies = (0..1 << n).map(|x| energy(terms, &bits_of(x, n)));
    energies.fold(f64::INFINITY, f64::min)
}

fn solve(model: &Model, settings: &Settings) -> Found {
    let cost = encoded(model);
    let settings = Settings {
        target_energy: cost.zero_violation_energy,
        ..settings.clone()
    };
    let obeys = |bits: &[bool]| model.is_solved_by(bits);
    anneal_for(model.len(), cost.polynomial.terms(), &settings, obeys)
}

fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().unwrap().install(run)
}

#[test]
fn the_lowest_energy_of_small_random_polynomials_is_found() {
    let settings = Settings {
        sweeps: 300,
        restarts: 40,
        ..Settings::default()
    };
    for (degree, n) in (1..=4).flat_map(|degree| [1, 2, 5, 9, 14].map(|n| (degree, n))) {
        let terms = random_terms(n, degree, (100 * degree + n) as u64);
        let found = anneal(n, terms.clone(), &settings);
        let least = exhaustive_minimum(&terms, n);
        assert!(
            (found.energy - least).abs() < 1e-9,
            "{degree}, {n}: {found:?}, not {least}"
        );
        let again = energy(&terms, &found.bits);
        assert!(
            (found.energy - again).abs() < 1e-9,
            "degree {degree}, n {n}"
        );
        assert_eq!((found.restarts_run, found.stopped_by), (40, Stop::Restarts));
        assert_eq!((found.sweeps, found.reached_target), (40 * 300, false));
    }
}

#[test]
fn no_single_flip_lowers_what_is_found_even_without_sweeps() {
    for (seed, sweeps) in (0..30).flat_map(|seed| [(seed, 0), (seed, 1), (seed, 20)]) {
        let terms = random_terms(30, 3, seed);
        let settings = Settings {
            sweeps,
            restarts: 1,
            seed,
            ..Settings::default()
        };
        let found = anneal(30, terms.clone(), &settings);
        for i in 0..30 {
            let mut flipped = found.bits.clone();
            flipped[i] = !flipped[i];
            let change = energy(&terms, &flipped) - found.energy;
            assert!(
                change > -1e-9,
                "seed {seed}, {sweeps} sweeps: x{i} gains {change}"
            );
        }
    }
}

#[test]
fn a_polynomial_without_variables_is_its_constant() {
    let settings = Settings {
        target_energy: Some(3.5),
        ..Settings::default()
    };
    let found = anneal(0, [(vec![], 3.5)], &settings);
    assert_eq!((found.energy, found.bits.len()), (3.5, 0));
    assert_eq!((found.restarts_run, found.stopped_by), (1, Stop::Target));
    assert_eq!(anneal(2, Terms::new(), &Settings::default()).energy, 0.0);
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads() {
    let models = [queens(8), star_battle(8, 1, 3), takuzu(6)];
    for (k, model) in models.iter().enumerate() {
        for (seed, sweeps) in [(0, 20), (1, 60), (2, 150)] {
            let settings = Settings {
                sweeps,
                restarts: 60,
                seed,
                ..Settings::default()
            };
            let cost = encoded(model);
            let to_target = [1, 2, 5].map(|t| on_threads(t, || solve(model, &settings)));
            let to_the_end = [1, 3].map(|threads| {
                on_threads(threads, || {
                    anneal(model.len(), cost.polynomial.terms(), &settings)
                })
            });
            assert_eq!(to_target[0], to_target[1], "model {k}, seed {seed}");
            assert_eq!(to_target[0], to_target[2], "model {k}, seed {seed}");
            assert_eq!(to_the_end[0], to_the_end[1], "model {k}, seed {seed}");
        }
    }
}

#[test]
fn the_first_restart_that_reaches_the_target_ends_the_search() {
    let model = queens(8);
    let mut several = 0;
    for seed in 0..20 {
        let settings = |restarts| Settings {
            sweeps: 40,
            restarts,
            seed,
            ..Settings::default()
        };
        let found = solve(&model, &settings(10_000));
        assert!(found.reached_target && model.is_solved_by(&found.bits));
        assert_eq!(found.stopped_by, Stop::Target);
        assert_eq!(solve(&model, &settings(found.restarts_run)), found);
        if found.restarts_run > 1 {
            several += 1;
            let one_less = solve(&model, &settings(found.restarts_run - 1));
            assert!(!one_less.reached_target, "seed {seed}: {one_less:?}");
            assert_eq!(one_less.stopped_by, Stop::Restarts);
        }
    }
    assert!(
        several > 3,
        "only {several} of 20 searches need a second restart"
    );
}

#[test]
fn what_reaches_the_target_but_is_not_wanted_does_not_stop_the_search() {
    let model = takuzu(4);
    let cost = encoded(&model);
    let mut passed_over = 0;
    for seed in 0..30 {
        let settings = Settings {
            seed,
            target_energy: cost.zero_violation_energy,
            ..Settings::default()
        };
        let by_energy = anneal(16, cost.polynomial.terms(), &settings);
        assert!(by_energy.reached_target, "seed {seed}");
        passed_over += usize::from(!model.is_solved_by(&by_energy.bits));
        assert!(
            model.is_solved_by(&solve(&model, &settings).bits),
            "seed {seed}"
        );
    }
    assert!(passed_over > 0, "no board of lowest energy has equal lines");
}

#[test]
fn a_wanted_assignment_goes_before_a_lower_energy() {
    let settings = Settings {
        sweeps: 0,
        restarts: 50,
        ..Settings::default()
    };
    // Two local minima: 11 at -2 and 00 at 0.
    let terms = [(vec![0], 1.0), (vec![1], 1.0), (vec![0, 1], -4.0)];
    let found = anneal_for(2, terms, &settings, |bits| !bits[0]);
    assert_eq!((found.energy, found.bits), (0.0, vec![false, false]));
    assert!(!found.reached_target, "there is no target");
}

#[test]
fn a_time_limit_ends_a_search_that_would_go_on_forever() {
    let settings = Settings {
        sweeps: u64::MAX,
        restarts: u64::MAX,
        time_limit: Some(Duration::from_millis(30)),
        ..Settings::default()
    };
    let start = Instant::now();
    let terms = random_terms(40, 2, 1);
    let found = anneal(40, terms.clone(), &settings);
    assert_eq!((found.stopped_by, found.bits.len()), (Stop::TimeLimit, 40));
    assert!((found.energy - energy(&terms, &found.bits)).abs() < 1e-9);
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    let patient = Settings {
        restarts: 2,
        time_limit: Some(Duration::MAX),
        ..Settings::default()
    };
    assert_eq!(anneal(40, terms, &patient).stopped_by, Stop::Restarts);
}

#[test]
fn twelve_queens_are_placed() {
    for seed in 0..3 {
        let settings = Settings {
            seed,
            ..Settings::default()
        };
        let (model, start) = (queens(12), Instant::now());
        let found = solve(&model, &settings);
        assert!(model.is_solved_by(&found.bits), "seed {seed}: {found:?}");
        assert_eq!(found.energy, 0.0);
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "seconds, not minutes"
        );
    }
}

#[test]
fn star_battles_of_ten_with_two_stars_are_solved() {
    for seed in 0..3 {
        let model = star_battle(10, 2, seed);
        let regions = model.constraints().iter().skip(20);
        let sums = regions.filter(|c| matches!(c.form, Form::Count { count: 2, .. }));
        assert_eq!(sums.count(), 10, "ten regions of two stars");
        let start = Instant::now();
        let found = solve(&model, &Settings::default());
        assert!(model.is_solved_by(&found.bits), "board {seed}: {found:?}");
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "seconds, not minutes"
        );
    }
}

#[test]
fn a_star_battle_with_one_solution_is_solved_as_well() {
    let wish = Wish {
        size: 10,
        seed: 3,
        stars: Some(2),
        ..Wish::default()
    };
    let text = generate("star-battle", &wish).unwrap();
    let model = Puzzle::parse(&text, "made").unwrap().model;
    let found = solve(&model, &Settings::default());
    assert!(model.is_solved_by(&found.bits), "{text}: {found:?}");
}

#[test]
fn a_blank_takuzu_of_eight_is_filled_with_distinct_lines() {
    for seed in 0..3 {
        let settings = Settings {
            seed,
            ..Settings::default()
        };
        let (model, start) = (takuzu(8), Instant::now());
        let found = solve(&model, &settings);
        assert!(model.is_solved_by(&found.bits), "seed {seed}: {found:?}");
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "seconds, not minutes"
        );
    }
}

fn classical(file: &str, options: &[&str]) -> Output {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/puzzles");
    Command::new(env!("CARGO_BIN_EXE_ketboard"))
        .current_dir(folder)
        .args(["classical", file])
        .args(options)
        .output()
        .unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_command_solves_shipped_boards_and_repeats_itself() {
    let anneal = ["--method", "anneal", "--json", "--no-times", "--seed", "5"];
    for file in ["n-queens-6x6.toml", "takuzu-6x6.toml", "queens-6x6.toml"] {
        let output = classical(file, &anneal);
        let found = json(&output);
        assert_eq!(output.status.code(), Some(0), "{file}");
        assert_eq!(found["status"], "solved", "{file}");
        assert_eq!(found["energy"], found["target_energy"], "{file}");
        assert_eq!(found["seed"], 5);
        assert!(found["wall_s"].is_null());
        let all = json(&classical(file, &["--json"]));
        assert!(
            all["boards"].as_array().unwrap().contains(&found["board"]),
            "{file}"
        );
        let alone = [&anneal[..], &["--threads", "1"]].concat();
        assert_eq!(classical(file, &alone).stdout, output.stdout, "{file}");
    }
}

#[test]
fn the_command_places_eight_queens_at_target_energy_zero() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("eight.toml");
    std::fs::write(&file, "family = 'n-queens'\nsize = 8\n").unwrap();
    let options = ["--method", "anneal", "--target-energy", "0", "--json"];
    let output = classical(file.to_str().unwrap(), &options);
    let found = json(&output);
    assert_eq!(
        (output.status.code(), &found["qubits"]),
        (Some(0), &64.into())
    );
    assert_eq!(
        (&found["energy"], &found["reached_target"]),
        (&0.0.into(), &true.into())
    );
    let rows: Vec<&str> = found["board"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    let columns: std::collections::BTreeSet<_> =
        rows.iter().map(|row| row.find('1').unwrap()).collect();
    assert_eq!((rows.len(), columns.len()), (8, 8), "{rows:?}");
}

/// The puzzle file of a Star Battle, in the keys of generalized queens.
fn star_battle_file(n: usize, stars: usize, seed: u64) -> String {
    let mut letters = vec![' '; n * n];
    let model = star_battle(n, stars, seed);
    let regions = model
        .constraints()
        .iter()
        .filter(|c| c.kind == Kind::Region);
    for (letter, region) in ('A'..).zip(regions) {
        for var in region.vars() {
            letters[var.index()] = letter;
        }
    }
    let rows: Vec<String> = letters.chunks(n).map(|row| row.iter().collect()).collect();
    let counts: String = ('A'..)
        .take(n)
        .map(|letter| format!("{letter} = {stars}\n"))
        .collect();
    let lines = vec![stars; n];
    format!(
        "family = 'queens'\nregions = \"\"\"\n{}\n\"\"\"\nrow_counts = {lines:?}\ncol_counts = {lines:?}\n\
         attacks = [[0, 1], [0, -1], [1, 0], [-1, 0]]\n[region_counts]\n{counts}",
        rows.join("\n")
    )
}

#[test]
fn the_command_solves_a_star_battle_stated_as_generalized_queens() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..3 {
        let file = folder.path().join(format!("stars-{seed}.toml"));
        std::fs::write(&file, star_battle_file(10, 2, seed)).unwrap();
        let output = classical(file.to_str().unwrap(), &["--method", "anneal", "--json"]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "board {seed}: {message}");
        let rows = json(&output)["board"].clone();
        let stars: Vec<bool> = rows
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| {
                row.as_str()
                    .unwrap()
                    .chars()
                    .map(|c| c == '1')
                    .collect::<Vec<_>>()
            })
            .collect();
        assert!(
            star_battle(10, 2, seed).is_solved_by(&stars),
            "board {seed}: {rows}"
        );
    }
}

#[test]
fn the_command_says_where_it_found_no_board() {
    let hasty = [
        "--method",
        "anneal",
        "--json",
        "--sweeps",
        "0",
        "--restarts",
        "1",
        "--reduce",
        "none",
    ];
    let output = classical("n-queens-6x6.toml", &hasty);
    let found = json(&output);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        (&found["status"], &found["stopped_by"]),
        (&"unsolved".into(), &"restarts".into())
    );
    assert!(found["board"].is_null() && found["wall_s"].is_number());
    assert!(!found["broken_rules"].as_array().unwrap().is_empty());
    let lenient = [&hasty[..], &["--target-energy", "1000"]].concat();
    let output = classical("n-queens-6x6.toml", &lenient);
    assert_eq!(json(&output)["reached_target"], true);
    assert_eq!(
        output.status.code(),
        Some(1),
        "the rules judge, not the energy"
    );
}

#[test]
fn options_of_the_other_method_and_senseless_ones_are_refused() {
    let cases: [&[&str]; 13] = [
        &["--target-energy", "0"],
        &["--seed", "0"],
        &["--sweeps", "10"],
        &["--restarts", "10"],
        &["--time-limit", "1"],
        &["--no-times"],
        &["--reduce", "full"],
        &["--target-qubits", "4"],
        &["--weight", "row=2"],
        &["--limit", "3", "--method", "anneal"],
        &["--restarts", "0", "--method", "anneal"],
        &["--time-limit", "-1", "--method", "anneal"],
        &["--target-energy", "nan", "--method", "anneal"],
    ];
    for options in cases {
        let output = classical("n-queens-4x4.toml", options);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{options:?}: {message}");
        assert!(message.contains(options[0]), "{options:?}: {message}");
        assert!(output.stdout.is_empty(), "{options:?}");
    }
}
