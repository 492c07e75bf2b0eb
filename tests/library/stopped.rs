//! A listener that says stop ends a sweep and a verification, which keep what is done.

use crate::error::Error;
use crate::lab::{Laboratory, SweepEvent, SweepPlan, VerifiedExtent, verify};
use crate::pipeline::{
    DeletionPlan, GroverMethod, GroverPlan, Guesses, Iterations, Problem, ReductionPlan,
    check_space, search_by_grover_asking, solve_by_deletion_asking,
};
use ketboard_puzzles::{Limits, Puzzle, RegisterChoice, Weights};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A plan of small runs: several searches on boards of a few qubits.
fn plan_of_shipped_puzzles() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let file = |name: &str| folder.join(name).display().to_string();
    let puzzles = ["tango-4x4.toml", "takuzu-4x4.toml", "n-queens-4x4.toml"].map(file);
    format!(
        "puzzles = {puzzles:?}\ntarget_qubits = 6\ndepths = \"1..4\"\nstarts = 2\niterations = 30\n\
         strategy = [\"ladder\", \"fourier\"]\nseeds = \"0..1\"\n"
    )
}

/// How many records a folder holds.
fn records(folder: &Path) -> usize {
    let text = std::fs::read_to_string(folder.join("records.jsonl")).unwrap_or_default();
    text.lines().count()
}

#[test]
fn a_listener_that_says_stop_ends_a_sweep_and_a_verification() {
    let folder = tempfile::tempdir().unwrap();
    let plan_file = folder.path().join("plan.toml");
    std::fs::write(&plan_file, plan_of_shipped_puzzles()).unwrap();
    let plan = SweepPlan::read(&plan_file).unwrap();
    let laboratory = Laboratory::new(plan).unwrap().unwrap();
    let out = folder.path().join("out");
    for limit in [0, 1, 5, usize::MAX] {
        let done = AtomicUsize::new(0);
        let listener = |heard: SweepEvent<'_>| {
            if matches!(heard, SweepEvent::Done { .. }) {
                done.fetch_add(1, Ordering::SeqCst);
            }
            match done.load(Ordering::SeqCst) {
                done if done < limit => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        let before = records(&out);
        let results = laboratory.run(&out, 1, &listener).unwrap();
        let all = laboratory.runs().count();
        let left = if limit == usize::MAX {
            all
        } else {
            before + limit
        };
        assert_eq!(records(&out), left, "{limit}");
        assert_eq!(results.is_stopped(), left < all);
        assert_eq!(out.join("summary.csv").exists(), left == all);
    }
    let done = AtomicUsize::new(0);
    let found = verify(&out, VerifiedExtent::All, &|heard| match heard {
        SweepEvent::Done { .. } if done.fetch_add(1, Ordering::SeqCst) == 2 => {
            ControlFlow::Break(())
        }
        SweepEvent::Begins { .. }
        | SweepEvent::Mended { .. }
        | SweepEvent::Searching { .. }
        | SweepEvent::Searched { .. }
        | SweepEvent::Done { .. } => ControlFlow::Continue(()),
    });
    let found = found.unwrap();
    assert!(found.stopped && found.wrong.is_empty());
    assert!((3..records(&out)).contains(&found.checked), "{found:?}");
}

fn queens(size: usize) -> Problem {
    let text = format!("family = \"n-queens\"\nsize = {size}\n");
    let puzzle = Puzzle::parse(&text, "queens").unwrap();
    Problem::new(puzzle, &ReductionPlan::default(), Weights::default()).unwrap()
}

/// What `work` comes to where it is told to stop at each of these questions; it must not ask again
/// after.
fn stopped_at<T>(
    questions: &[usize],
    work: impl Fn(&(dyn Fn() -> ControlFlow<()> + Sync)) -> Result<T, Error>,
) {
    for &last in questions {
        let asked = AtomicUsize::new(0);
        let outcome = work(&|| match asked.fetch_add(1, Ordering::SeqCst) + 1 {
            question if question < last => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        });
        assert!(matches!(outcome, Err(Error::Stopped)), "question {last}");
        assert_eq!(asked.load(Ordering::SeqCst), last);
    }
}

#[test]
fn a_grover_search_stops_between_two_iterations() {
    let problem = queens(6);
    let truth = problem.truth(&Limits::default()).unwrap();
    let plan = GroverPlan {
        method: GroverMethod::RowDigits,
        iterations: Iterations::Best,
        shots: 1,
        seed: 0,
    };
    stopped_at(&[1, 5], |ask| {
        search_by_grover_asking(&problem, &truth, &plan, &|_| ask())
    });
    let told = RefCell::new(Vec::new());
    let whole = search_by_grover_asking(&problem, &truth, &plan, &|progress| {
        told.borrow_mut().push((progress.iteration, progress.last));
        ControlFlow::Continue(())
    });
    let last = whole.unwrap().iterations;
    let expected: Vec<_> = (1..=last).map(|k| (k, Some(last))).collect();
    assert_eq!(told.into_inner(), expected);
}

#[test]
fn deletion_stops_between_two_iterations() {
    let text = "family = \"sudoku\"\ngrid = \"\"\"\n1...\n..3.\n.1..\n...2\n\"\"\"\n";
    let puzzle = Puzzle::parse(text, "board").unwrap();
    let plan = DeletionPlan {
        guesses: Guesses::Allowed,
        seed: 0,
    };
    stopped_at(&[1, 2], |ask| solve_by_deletion_asking(&puzzle, &plan, ask));
}

#[test]
fn a_spectrum_stops_while_it_counts() {
    let problem = queens(5);
    stopped_at(&[1, 3], |ask| {
        problem.spectrum_asking(RegisterChoice::Rows, 1 << 24, ask)
    });
}

#[test]
fn a_grover_search_that_cannot_fit_is_refused_before_the_boards_are_listed() {
    for method in [GroverMethod::RowDigits, GroverMethod::Qubits] {
        let refused = check_space(&queens(20), method);
        assert!(matches!(refused, Err(Error::Memory { .. })), "{method:?}");
        check_space(&queens(4), method).unwrap();
    }
}
