//! Every strategy on generated and shipped puzzles.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::pipeline::{Problem, SearchPlan, continue_angles, find_angles, measure};
use crate::settings::Settings;
use crate::tests::ansatz_of;
use ketboard_puzzles::{GenerateOptions, Puzzle};
use ketboard_qaoa::{
    Angles, Ansatz, SearchSettings, Stage,
    search::{Strategy, go_on},
};
use std::path::Path;

fn problem(text: &str) -> Problem {
    let puzzle = Puzzle::parse(text, "test").unwrap();
    Problem::new(puzzle, &Settings::default()).unwrap()
}

fn shipped(name: &str) -> Problem {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    problem(&std::fs::read_to_string(folder.join(name)).unwrap())
}

fn settings(strategy: Strategy, iterations: u64) -> SearchSettings {
    SearchSettings {
        depth: 4,
        starts: 3,
        seed: 11,
        strategy,
        iterations,
        ..SearchSettings::default()
    }
}

/// What a strategy gives without optimization.
fn as_it_is(problem: &Problem, ansatz: &Ansatz, strategy: Strategy) -> Vec<Stage> {
    let plan = SearchPlan {
        settings: settings(strategy, 0),
        shots: 1,
        seed: 0,
        ..SearchPlan::default()
    };
    find_angles(
        ansatz,
        &plan.for_family(Some(problem.puzzle.family)),
        &go_on,
    )
    .unwrap()
}

#[test]
fn the_scan_of_tqa_is_as_good_as_a_dense_one_on_shipped_puzzles_and_its_calls_count() {
    for name in ["queens-5x5.toml", "tango-4x4.toml"] {
        let problem = shipped(name);
        let ansatz = ansatz_of(&problem);
        let unit = ansatz.gamma_unit();
        for stage in as_it_is(&problem, &ansatz, Strategy::Tqa) {
            let at = |step: f64| {
                let ramp = Angles::ramp(stage.depth, step * unit, step);
                ansatz.expectation(&ramp).unwrap()
            };
            let dense = (1..=158).map(|k| at(f64::from(k) * 0.01));
            let lowest = dense.fold(f64::INFINITY, f64::min);
            let (rise, scale) = (
                stage.expectation - lowest,
                ansatz.cost().standard_deviation(),
            );
            assert!(
                rise < 2e-3 * scale,
                "{name} at depth {}: {rise}",
                stage.depth
            );
            assert_eq!(stage.evaluations, (23 + 1) * stage.depth as u64);
        }
    }
}

#[test]
fn transferred_angles_beat_the_ramp_on_puzzles_outside_the_training_set() {
    let (mut wins, mut all) = (0, 0);
    for (family, size) in [
        ("queens", 5),
        ("tango", 4),
        ("sudoku", 4),
        ("star-battle", 5),
        ("n-queens", 6),
    ] {
        for seed in [3001, 3002] {
            let wish = GenerateOptions {
                size,
                seed,
                qubits: Some(8),
                ..GenerateOptions::default()
            };
            let Ok(text) = wish.generate(family, None) else {
                continue;
            };
            let problem = problem(&text);
            let ansatz = ansatz_of(&problem);
            let problem = crate::tests::knowing(problem, &Default::default());
            let truth = problem.truth.clone();
            let successes = |strategy| -> Vec<f64> {
                let success = |stage: &Stage| {
                    let (metrics, _) = measure(&ansatz, &truth, &stage.angles).unwrap();
                    metrics.success_probability.unwrap()
                };
                as_it_is(&problem, &ansatz, strategy)
                    .iter()
                    .map(success)
                    .collect()
            };
            let pairs = successes(Strategy::Transfer)
                .into_iter()
                .zip(successes(Strategy::Ramp));
            for (transferred, ramp) in pairs {
                all += 1;
                wins += usize::from(transferred > ramp);
            }
        }
    }
    assert!(all >= 24, "only {all} depths of generated puzzles");
    assert!(3 * wins >= 2 * all, "better on {wins} of {all}");
}

#[test]
fn angles_in_a_record_are_enough_to_go_on_from() {
    let problem = shipped("tango-4x4.toml");
    let ansatz = ansatz_of(&problem);
    let plan = SearchPlan {
        settings: settings(Strategy::Ladder, 5),
        shots: 1,
        seed: 0,
        ..SearchPlan::default()
    };
    let whole = find_angles(&ansatz, &plan, &go_on).unwrap();
    let known = whole[..2].iter().map(|stage| {
        let text = serde_json::to_string(&stage.angles).unwrap();
        let paid = (stage.evaluations, stage.layers);
        Stage::known(
            stage.depth,
            serde_json::from_str(&text).unwrap(),
            stage.expectation,
            paid,
        )
    });
    let again = continue_angles(&ansatz, &plan, known.collect(), &go_on, &mut |_| Ok(())).unwrap();
    for (a, b) in again.iter().zip(&whole) {
        assert_eq!((&a.angles, a.expectation), (&b.angles, b.expectation));
        assert_eq!(a.evaluations, b.evaluations);
    }
    assert_eq!(again.len(), 4);
}
