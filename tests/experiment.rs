//! Records and landscapes against the numbers they are made of, and what is written of them.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use ketboard::classical::Limits;
use ketboard::encode::Weights;
use ketboard::experiment::{
    Axis, LandscapeRecord, PuzzleRun, Record, Run, draw_landscape, draw_run, draw_sweep, landscape,
    read_landscapes, records, write_records,
};
use ketboard::optimize::{Budget, Settings};
use ketboard::pipeline::{
    AnsatzKind, Objective, Problem, ReductionPlan, SearchPlan, Truth, measure, prepare, run,
};
use ketboard::puzzle::Puzzle;
use ketboard::qaoa::{Angles, Ansatz};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn problem(name: &str) -> (Problem, Truth) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let puzzle = Puzzle::read(&folder.join(name)).unwrap();
    let plan = ReductionPlan {
        level: None,
        target_qubits: Some(6),
    };
    let problem = prepare(puzzle, &plan, Weights::default()).unwrap();
    let truth = problem.truth(&Limits::default()).unwrap();
    (problem, truth)
}

fn plan(depth: usize) -> SearchPlan {
    let budget = Budget {
        iterations: 20,
        ..Budget::default()
    };
    SearchPlan {
        objective: Objective::Expectation,
        objective_shots: None,
        ansatz: AnsatzKind::Standard,
        settings: Settings {
            depth,
            starts: 2,
            seed: 3,
            budget,
            ..Settings::default()
        },
        shots: 50,
        seed: 3,
    }
}

fn sweep(name: &str, depths: &[usize]) -> PuzzleRun {
    let (problem, truth) = problem(name);
    let plan = plan(*depths.iter().max().unwrap());
    let outcome = run(&problem, &truth, &plan, &|_| ()).unwrap();
    let records = records(&problem, &truth, &outcome, &plan, depths).unwrap();
    PuzzleRun {
        problem,
        truth,
        outcome,
        records,
    }
}

#[test]
fn a_record_holds_the_numbers_of_its_angles_at_the_depths_asked_for() {
    let run = sweep("queens-4x4.toml", &[1, 3]);
    let diagonal = run.problem.diagonal().unwrap();
    assert_eq!(
        run.records.iter().map(|r| r.depth).collect::<Vec<_>>(),
        [1, 3]
    );
    for record in &run.records {
        let angles = Angles::new(record.gammas.clone(), record.betas.clone()).unwrap();
        let (metrics, _) = measure(&diagonal, &run.truth, &angles).unwrap();
        assert_eq!(angles.depth(), record.depth);
        assert_eq!(record.expectation, metrics.expectation);
        assert_eq!(record.success_probability, metrics.success_probability);
        assert_eq!(record.ground_probability, metrics.ground_probability);
        assert_eq!(record.mean_energy, diagonal.mean());
        assert_eq!(
            (record.name.as_str(), record.solutions),
            ("queens-4x4", Some(1))
        );
        let calls: u64 = run.outcome.stages[..record.depth]
            .iter()
            .map(|stage| stage.calls.evaluations())
            .sum();
        assert_eq!(record.evaluations, calls, "up to depth {}", record.depth);
    }
    assert_eq!(run.records[1].evaluations, run.outcome.evaluations);
}

#[test]
fn records_are_read_back_as_they_were_and_the_same_run_writes_the_same_bytes() {
    let write = || {
        let folder = tempfile::tempdir().unwrap();
        let runs = [
            sweep("queens-4x4.toml", &[1, 2]),
            sweep("tango-4x4.toml", &[2]),
        ]
        .map(|run| Run::Puzzle(Box::new(run)));
        write_records(&runs, folder.path()).unwrap();
        let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        (runs, text("records.jsonl"), text("summary.csv"))
    };
    let (runs, lines, table) = write();
    let read = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let expected: Vec<Record> = runs.iter().flat_map(Run::records).cloned().collect();
    assert_eq!(read.collect::<Vec<Record>>(), expected);
    let widths: BTreeSet<usize> = table.lines().map(|row| row.split(',').count()).collect();
    assert_eq!((table.lines().count(), widths.len()), (4, 1), "{table}");
    let (_, again, table_again) = write();
    assert_eq!((lines, table), (again, table_again));
}

#[test]
fn a_landscape_has_one_row_per_beta_and_one_column_per_gamma() {
    let (problem, truth) = problem("tango-4x4.toml");
    let diagonal = problem.diagonal().unwrap();
    let gammas = Axis::new("--gamma-max", 0.0, 0.8, 4).unwrap();
    let betas = Axis::new("--beta-max", -1.0, 1.0, 5).unwrap();
    let found = landscape(&diagonal, &truth, gammas, betas, &plan(1)).unwrap();
    assert_eq!(
        (found.gammas[3], found.betas[0], found.betas[4]),
        (0.8, -1.0, 1.0)
    );
    assert_eq!((found.gammas.len(), found.betas.len()), (4, 5));
    let mut lowest = f64::INFINITY;
    for (b, &beta) in found.betas.iter().enumerate() {
        for (g, &gamma) in found.gammas.iter().enumerate() {
            let angles = Angles::new(vec![gamma], vec![beta]).unwrap();
            let state = Ansatz::new(&diagonal).state(&angles).unwrap();
            let value = state.expectation(&diagonal);
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
    let end = Ansatz::new(&diagonal).expectation(&Angles::new(vec![last.0], vec![last.1]).unwrap());
    assert!(
        end.unwrap() < lowest,
        "the path leads below the coarse grid"
    );
    assert_eq!(found.as_csv().lines().count(), 1 + 20);
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
            Axis::new("--gamma-max", from, to, points).is_err(),
            "{from} {to} {points}"
        );
    }
}

#[test]
fn the_files_that_are_named_are_the_files_that_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let run = sweep("queens-4x4.toml", &[1, 2]);
    let axis = |points| Axis::new("--gamma-max", 0.0, 0.8, points).unwrap();
    let diagonal = run.problem.diagonal().unwrap();
    let found = landscape(&diagonal, &run.truth, axis(3), axis(3), &plan(1)).unwrap();
    let mut written = draw_run(&run.problem, &run.truth, &run.outcome, folder.path()).unwrap();
    let record = LandscapeRecord {
        name: "x".into(),
        title: "x".into(),
        qubits: run.problem.qubits(),
        landscape: found,
        version: String::new(),
    };
    written.extend(draw_landscape(&record, folder.path()).unwrap());
    written.extend(draw_sweep(&[Run::Puzzle(Box::new(run))], folder.path()).unwrap());
    assert!(written.len() >= 7, "{written:?}");
    let (pictures, tables): (Vec<_>, Vec<_>) = written
        .into_iter()
        .partition(|path| path.extension().is_some_and(|e| e == "svg"));
    assert!(pictures.iter().all(|path| path.exists()), "{pictures:?}");
    let twins = pictures.iter().map(|path| path.with_extension("png"));
    assert!(twins.into_iter().all(|twin| twin.exists()), "{pictures:?}");
    assert_eq!(
        tables,
        [
            folder.path().join("landscape-x.json"),
            folder.path().join("landscape-x.csv")
        ]
    );
    let table = std::fs::read_to_string(&tables[1]).unwrap();
    assert_eq!(table, record.landscape.as_csv());
    assert_eq!(read_landscapes(folder.path()).unwrap(), [record]);
}
