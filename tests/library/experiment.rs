//! Landscapes against the numbers they are made of, and what is written of them.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use crate::experiment::{angle_range, board_picture, draw_landscape, draw_run, landscape};
use crate::pipeline::{Problem, SearchPlan, Truth, run};
use crate::plots::PictureLayout;
use crate::settings::{AnsatzKind, Settings};
use ketboard_puzzles::{Limits, Puzzle};
use ketboard_qaoa::{Angles, SearchSettings, search::go_on};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

fn problem(name: &str) -> (Problem, Truth) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let puzzle = Puzzle::read(&folder.join(name)).unwrap();
    let plan = Settings {
        reduce: None,
        target_qubits: Some(6),
        ..Settings::default()
    };
    let problem = Problem::new(puzzle, &plan).unwrap();
    let problem = crate::tests::knowing(problem, &Limits::default());
    let truth = problem.truth.clone();
    (problem, truth)
}

fn plan(depth: usize) -> SearchPlan {
    SearchPlan {
        ansatz: AnsatzKind::Standard,
        settings: SearchSettings {
            depth,
            starts: 2,
            seed: 3,
            iterations: 20,
            ..SearchSettings::default()
        },
        shots: 50,
        seed: 3,
        ..SearchPlan::default()
    }
}

fn patient(_: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn a_landscape_that_is_stopped_is_none() {
    let (problem, _truth) = problem("tango-4x4.toml");
    let ansatz = crate::tests::ansatz_of(&problem);
    let axis = || angle_range("gamma_max", 0.0, 0.8, 4).unwrap();
    for points in [0, 7, 16, 17] {
        let asked = AtomicUsize::new(0);
        let most = AtomicUsize::new(0);
        let ask = |mapped| {
            most.fetch_max(mapped, Ordering::Relaxed);
            match asked.fetch_add(1, Ordering::Relaxed) {
                before if before < points => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        let stopped = landscape(&problem, &ansatz, [axis(), axis()], &plan(1), &ask);
        assert!(
            stopped.is_err_and(|error| error.is_stop()),
            "after {points}"
        );
        assert_eq!(asked.into_inner(), points + 1);
        assert_eq!(most.into_inner(), (points + 1).min(16), "of 16 points");
    }
}

#[test]
fn a_landscape_has_one_row_per_beta_and_one_column_per_gamma() {
    let (problem, truth) = problem("tango-4x4.toml");
    let ansatz = crate::tests::ansatz_of(&problem);
    let gammas = angle_range("gamma_max", 0.0, 0.8, 4).unwrap();
    let betas = angle_range("beta_max", -1.0, 1.0, 5).unwrap();
    let found = landscape(&problem, &ansatz, [gammas, betas], &plan(1), &patient).unwrap();
    assert_eq!(
        (found.gammas[3], found.betas[0], found.betas[4]),
        (0.8, -1.0, 1.0)
    );
    assert_eq!((found.gammas.len(), found.betas.len()), (4, 5));
    let mut lowest = f64::INFINITY;
    for (b, &beta) in found.betas.iter().enumerate() {
        for (g, &gamma) in found.gammas.iter().enumerate() {
            let angles = Angles::new(vec![gamma], vec![beta]).unwrap();
            let state = ansatz.state(&angles).unwrap();
            let value = state.expectation(ansatz.cost());
            assert!(
                (found.expectations[b][g] - value).abs() < 1e-12,
                "{gamma}, {beta}"
            );
            let success = found.success.as_ref().unwrap()[b][g];
            assert!((success - state.probability_of(truth.indices.iter())).abs() < 1e-15);
            lowest = lowest.min(found.expectations[b][g]);
        }
    }
    assert_eq!(found.lowest().2, lowest);
    assert!(found.lowest().1 < 0.0, "to minimize, beta is below 0");
    let last = found.path.last().unwrap();
    let end = ansatz.expectation(&Angles::new(vec![last.0], vec![last.1]).unwrap());
    assert!(
        end.unwrap() < lowest,
        "the path leads below the coarse grid"
    );
}

#[test]
fn a_board_shows_the_counts_and_the_overlaps_of_regions_and_its_joined_edges() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let board = |name: &str| board_picture(&Puzzle::read(&folder.join(name)).unwrap());
    let (outlines, edges) = ("stroke-dasharray=\"4 3\"", "stroke-dasharray=\"3 5\"");
    let counts = |svg: &str| ["1", "2"].map(|n| svg.matches(&format!(">{n}</text>")).count());
    // A = 1, B = 2, C = 2, and two more regions of 1 and 2: four cells in a square and one apart,
    // and two corners of three cells
    let overlapping = board("queens-overlapping-5x5.toml");
    assert_eq!(counts(&overlapping), [2, 3]);
    assert_eq!(overlapping.matches(outlines).count(), 8 + 4 + 8 + 8);
    for (name, joined) in [
        ("queens-5x5.toml", 0),
        ("n-queens-cylinder-5x5.toml", 2),
        ("n-queens-torus-5x5.toml", 4),
    ] {
        let svg = board(name);
        assert_eq!(counts(&svg), [0, 0], "{name}");
        assert_eq!(svg.matches(edges).count(), joined, "{name}");
    }
}

#[test]
fn an_axis_that_cannot_be_walked_is_refused() {
    for (from, to, points) in [
        (0.0, 1.0, 1),
        (0.0, 1.0, 1001),
        (1.0, 0.0, 5),
        (0.0, f64::NAN, 5),
    ] {
        assert!(
            angle_range("gamma_max", from, to, points).is_err(),
            "{from} {to} {points}"
        );
    }
}

#[test]
fn the_files_that_are_named_are_the_files_that_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let (problem, _truth) = problem("queens-4x4.toml");
    let outcome = run(&problem, &plan(2), &go_on).unwrap();
    let axis = |points| angle_range("gamma_max", 0.0, 0.8, points).unwrap();
    let ansatz = crate::tests::ansatz_of(&problem);
    let found = landscape(&problem, &ansatz, [axis(3), axis(3)], &plan(1), &patient).unwrap();
    let layout = PictureLayout::default();
    draw_run(&problem, &outcome, folder.path(), layout).unwrap();
    let caption = folder.path().join("boards-queens-4x4.txt");
    let caption = std::fs::read_to_string(caption).unwrap();
    let solves = |(x, _): &(u64, f64)| problem.solves(&problem.lift_index(*x));
    let rank = outcome.likeliest.iter().position(solves).unwrap();
    let told = format!("The likeliest solution comes as no. {}, ", rank + 1);
    assert_eq!(caption.contains(&told), rank >= 10, "no. {rank}: {caption}");
    draw_landscape(&found, folder.path(), layout).unwrap();
    let of = |name: &str, endings: &[&str]| {
        let path = |ending: &&str| folder.path().join(format!("{name}.{ending}"));
        assert!(endings.iter().map(path).all(|path| path.exists()), "{name}");
    };
    of("trace-queens-4x4", &["svg", "png", "txt"]);
    of("boards-queens-4x4", &["svg", "png", "txt"]);
    of("landscape-success-queens-4x4", &["svg", "png", "txt"]);
    of("landscape-queens-4x4", &["svg", "png", "txt", "json"]);
}
