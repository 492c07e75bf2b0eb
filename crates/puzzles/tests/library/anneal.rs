//! Annealing against exhaustive minima, the boards it must solve.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "anneal/boards.rs"]
mod annealed;
use super::classical::boards;

use crate::classical::{AnnealSettings, AnnealedBits};
use crate::generate::GenerateOptions;
use crate::model::{Form, Model};
use crate::puzzle::Puzzle;
use annealed::{encoded, queens, star_battle, takuzu};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type Terms = Vec<(Vec<usize>, f64)>;

/// A polynomial of `degree`, with a constant, a variable named twice, and coefficients of several
/// sizes.
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

fn solve(model: &Model, settings: &AnnealSettings<'_>) -> AnnealedBits {
    let cost = encoded(model);
    let obeys = |bits: &[bool]| model.is_solved_by(bits);
    let settings = AnnealSettings {
        target_energy: cost.zero_violation_energy,
        wanted: Some(&obeys),
        ..*settings
    };
    settings.anneal(model.len(), cost.polynomial.terms())
}

fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build().unwrap().install(run)
}

#[test]
fn the_lowest_energy_of_small_random_polynomials_is_found() {
    let settings = AnnealSettings {
        sweeps: 300,
        restarts: 40,
        ..AnnealSettings::default()
    };
    for (degree, n) in (1..=4).flat_map(|degree| [1, 2, 5, 9, 14].map(|n| (degree, n))) {
        let terms = random_terms(n, degree, (100 * degree + n) as u64);
        let found = settings.anneal(n, terms.clone());
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
        assert_eq!((found.restarts_run, found.interrupted), (40, false));
        assert_eq!((found.sweeps, found.reached_target), (40 * 300, false));
    }
}

#[test]
fn no_single_flip_lowers_what_is_found_even_without_sweeps() {
    for (seed, sweeps) in (0..30).flat_map(|seed| [(seed, 0), (seed, 1), (seed, 20)]) {
        let terms = random_terms(30, 3, seed);
        let settings = AnnealSettings {
            sweeps,
            restarts: 1,
            seed,
            ..AnnealSettings::default()
        };
        let found = settings.anneal(30, terms.clone());
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
    let settings = AnnealSettings {
        target_energy: Some(3.5),
        ..AnnealSettings::default()
    };
    let found = settings.anneal(0, [(vec![], 3.5)]);
    assert_eq!((found.energy, found.bits.len()), (3.5, 0));
    assert_eq!(
        (found.restarts_run, found.reached_target, found.interrupted),
        (1, true, false)
    );
    assert_eq!(
        AnnealSettings::default().anneal(2, Terms::new()).energy,
        0.0
    );
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads() {
    let models = [queens(8), star_battle(8, 1, 3), takuzu(6)];
    for (k, model) in models.iter().enumerate() {
        for (seed, sweeps) in [(0, 20), (1, 60), (2, 150)] {
            let settings = AnnealSettings {
                sweeps,
                restarts: 60,
                seed,
                ..AnnealSettings::default()
            };
            let cost = encoded(model);
            let to_target = [1, 2, 5].map(|t| on_threads(t, || solve(model, &settings)));
            let to_the_end = [1, 3].map(|threads| {
                on_threads(threads, || {
                    settings.anneal(model.len(), cost.polynomial.terms())
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
        let settings = |restarts| AnnealSettings {
            sweeps: 40,
            restarts,
            seed,
            ..AnnealSettings::default()
        };
        let found = solve(&model, &settings(10_000));
        assert!(found.reached_target && model.is_solved_by(&found.bits));
        assert!(!found.interrupted);
        assert_eq!(solve(&model, &settings(found.restarts_run)), found);
        if found.restarts_run > 1 {
            several += 1;
            let one_less = solve(&model, &settings(found.restarts_run - 1));
            assert!(!one_less.reached_target, "seed {seed}: {one_less:?}");
            assert!(!one_less.interrupted);
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
        let settings = AnnealSettings {
            seed,
            target_energy: cost.zero_violation_energy,
            ..AnnealSettings::default()
        };
        let by_energy = settings.anneal(16, cost.polynomial.terms());
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
    let settings = AnnealSettings {
        sweeps: 0,
        restarts: 50,
        wanted: Some(&|bits| !bits[0]),
        ..AnnealSettings::default()
    };
    // Two local minima: 11 at -2 and 00 at 0.
    let terms = [(vec![0], 1.0), (vec![1], 1.0), (vec![0, 1], -4.0)];
    let found = settings.anneal(2, terms);
    assert_eq!((found.energy, found.bits), (0.0, vec![false, false]));
    assert!(!found.reached_target, "there is no target");
}

#[test]
fn twelve_queens_are_placed() {
    for seed in 0..3 {
        let settings = AnnealSettings {
            seed,
            ..AnnealSettings::default()
        };
        let model = queens(12);
        let found = solve(&model, &settings);
        assert!(model.is_solved_by(&found.bits), "seed {seed}: {found:?}");
        assert_eq!(found.energy, 0.0);
    }
}

#[test]
fn star_battles_of_ten_with_two_stars_are_solved() {
    for seed in 0..3 {
        let model = star_battle(10, 2, seed);
        let regions = model.constraints().iter().skip(20);
        let sums = regions.filter(|c| matches!(&c.form, Form::Sum(sum) if sum.least == 2));
        assert_eq!(sums.count(), 10, "ten regions of two stars");
        let found = solve(&model, &AnnealSettings::default());
        assert!(model.is_solved_by(&found.bits), "board {seed}: {found:?}");
    }
}

#[test]
fn a_star_battle_with_one_solution_is_solved_as_well() {
    let wish = GenerateOptions {
        size: 10,
        seed: 3,
        stars: Some(2),
        ..GenerateOptions::default()
    };
    let text = wish.generate("star-battle", None).unwrap();
    let model = Puzzle::parse(&text, "made").unwrap().model;
    let found = solve(&model, &AnnealSettings::default());
    assert!(model.is_solved_by(&found.bits), "{text}: {found:?}");
}

#[test]
fn a_blank_takuzu_of_eight_is_filled_with_distinct_lines() {
    for seed in 0..3 {
        let settings = AnnealSettings {
            seed,
            ..AnnealSettings::default()
        };
        let model = takuzu(8);
        let found = solve(&model, &settings);
        assert!(model.is_solved_by(&found.bits), "seed {seed}: {found:?}");
    }
}
