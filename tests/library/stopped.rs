//! A listener that says stop ends a sweep and a verification, which keep what is done.

use crate::lab::{PreparedSweep, SweepEvent, SweepPlan, verify};
use crate::pipeline::{Problem, Source, find_angles, is_cut_short};
use crate::settings::{Settings, setting};
use ketboard_qaoa::search::Progress;
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
    let sweep = PreparedSweep::new(plan).unwrap();
    let out = folder.path().join("out");
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1);
    let alone = alone.build().unwrap();
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
        let found = alone.install(|| sweep.run(&out, &listener)).unwrap();
        let all = sweep.runs().count();
        let left = if limit == usize::MAX {
            all
        } else {
            before + limit
        };
        assert_eq!(records(&out), left, "{limit}");
        assert_eq!(found.is_none(), left < all);
        assert_eq!(out.join("summary.csv").exists(), left == all);
    }
    let done = AtomicUsize::new(0);
    let found = verify(&out, &|heard| match heard {
        SweepEvent::Done { .. } if done.fetch_add(1, Ordering::SeqCst) == 2 => {
            ControlFlow::Break(())
        }
        SweepEvent::Begins { .. } | SweepEvent::Searched { .. } | SweepEvent::Done { .. } => {
            ControlFlow::Continue(())
        }
    });
    let found = found.unwrap();
    assert!(found.stopped && found.wrong.is_empty());
    assert!((3..records(&out)).contains(&found.checked), "{found:?}");
}

#[test]
fn a_run_at_given_angles_hears_stop_between_its_depths() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/puzzles");
    let text = std::fs::read_to_string(folder.join("tango-4x4.toml")).unwrap();
    let mut settings = Settings::default();
    let angles = setting("angles").unwrap();
    angles.set(&mut settings, "ramp:0.4,0.8").unwrap();
    let source = Source::parse(&text, "tango").unwrap();
    let problem = Problem::open(source, &settings).unwrap();
    let plan = settings.search(9).unwrap();
    let ansatz = problem
        .ansatz_of(plan.ansatz, plan.precision)
        .unwrap()
        .ansatz;
    for most in [0, 4, 9] {
        let asked = AtomicUsize::new(0);
        let stop = |_: &Progress| {
            if asked.fetch_add(1, Ordering::SeqCst) < most {
                return ControlFlow::Continue(());
            }
            ControlFlow::Break(())
        };
        let stages = find_angles(&ansatz, &plan, &stop).unwrap();
        assert_eq!(stages.len(), most);
        assert_eq!(is_cut_short(&ansatz, &plan, &stages), most < 9);
    }
}
