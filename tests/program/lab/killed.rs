//! Whatever stops a sweep, the same command goes on, and the records are those of a sweep that
//! nobody stopped.

use super::{SMALL, text};
use crate::program::{command, files_below, run_in, workplace};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::Path;
use std::time::{Duration, Instant};

#[cfg(unix)]
#[test]
fn a_sweep_killed_twenty_times_ends_with_the_records_of_one_left_alone() {
    let folder = workplace(&[("plan.toml", SMALL)]);
    let start = Instant::now();
    run_in(
        folder.path(),
        "sweep plan.toml --out alone --quiet --no-plots",
    )
    .done();
    let alone = start.elapsed();
    let expected = text(&folder.path().join("alone"), "records.jsonl");
    let lines: Vec<&str> = expected.lines().collect();
    let mut rng = ChaCha8Rng::seed_from_u64(20);
    let (mut kills, mut round) = (0, 0);
    while kills < 20 {
        round += 1;
        let out = format!("killed-{round}");
        loop {
            let line = format!("sweep plan.toml --out {out} --quiet --no-plots");
            let mut child = command(folder.path(), &line).spawn().unwrap();
            let wait = alone.mul_f64((rng.next_u64() % 1000) as f64 / 2500.0);
            std::thread::sleep(wait + Duration::from_millis(1));
            child.kill().unwrap();
            let ended = child.wait().unwrap().success();
            let journal = text(&folder.path().join(&out), "records.jsonl");
            let whole = journal
                .split_inclusive('\n')
                .filter(|line| line.ends_with('\n'));
            for line in whole {
                assert!(lines.contains(&line.trim_end()), "not of the sweep: {line}");
            }
            if ended || kills == 20 {
                break;
            }
            kills += 1;
        }
        run_in(
            folder.path(),
            &format!("sweep plan.toml --out {out} --quiet --no-plots"),
        )
        .done();
        let found = text(&folder.path().join(&out), "records.jsonl");
        assert!(found == expected, "after {kills} kills, in round {round}");
    }
}

/// The records of a plan, in a folder that may already hold some.
fn records_of(folder: &Path, plan: &str, out: &str) -> String {
    let line = format!("sweep {plan} --out {out} --quiet --no-plots --threads 1");
    run_in(folder, &line).done();
    text(&folder.join(out), "records.jsonl")
}

#[test]
fn a_chain_that_is_cut_after_any_depth_goes_on_with_the_same_bytes() {
    let folder = workplace(&[]);
    for (name, setting) in [
        ("ladder", ""),
        ("fourier", "strategy = \"fourier:2\""),
        ("interp", "strategy = \"interp\""),
        ("tqa", "strategy = \"tqa\""),
        ("multi-start", "strategy = \"multi-start\""),
        (
            "registers",
            "reduce = \"none\"\nregisters = \"rows\"\ntarget_qubits = \"none\"",
        ),
        ("cvar", "objective = \"cvar:0.3\"\nansatz = \"per-rule\""),
        ("shots", "objective_shots = 100\noptimizer = \"spsa\""),
        (
            "cobyla",
            "optimizer = \"cobyla\"\nobjective = \"gibbs:0.5\"",
        ),
        ("angles", "ansatz = \"multi-angle\"\nprecision = \"f32\""),
        ("f32", "precision = \"f32\""),
    ] {
        let target = if name == "registers" {
            ""
        } else {
            "target_qubits = 5\n"
        };
        let puzzle = if name == "registers" {
            "n-queens-4x4"
        } else {
            "tango-4x4"
        };
        let text_of_plan = format!(
            "puzzles = \"p/{puzzle}.toml\"\ndepths = [1, 3, 4]\nstarts = 2\niterations = 12\n{target}{setting}\n"
        );
        let file = folder.path().join(format!("{name}.toml"));
        std::fs::write(&file, text_of_plan).unwrap();
        let plan = format!("{name}.toml");
        let whole = folder.path().join(format!("{name}-whole"));
        let expected = records_of(folder.path(), &plan, &format!("{name}-whole"));
        assert_eq!(expected.lines().count(), 3, "{name}");
        for kept in 1..3 {
            let cut = folder.path().join(format!("{name}-{kept}"));
            std::fs::create_dir(&cut).unwrap();
            std::fs::copy(whole.join("plan.json"), cut.join("plan.json")).unwrap();
            let lines: Vec<&str> = expected.split_inclusive('\n').collect();
            let torn = &lines[kept][..lines[kept].len() / 2];
            std::fs::write(cut.join("records.jsonl"), lines[..kept].concat() + torn).unwrap();
            assert!(
                records_of(folder.path(), &plan, &format!("{name}-{kept}")) == expected,
                "{name}, cut after {kept} records"
            );
        }
    }
}

#[test]
fn one_thread_and_two_write_the_same_bytes() {
    let small = "puzzles = [\"p/takuzu-4x4.toml\", \"p/tango-4x4.toml\"]\ndepths = \"1..2\"\nseeds = \"0..1\"\n";
    let folder = workplace(&[("plan.toml", small)]);
    let files = |threads: usize| {
        let out = format!("t{threads}");
        let line = format!("sweep plan.toml --out {out} --threads {threads} --quiet");
        run_in(folder.path(), &line).done();
        let root = folder.path().join(out);
        let files = files_below(&root).into_iter();
        let named =
            files.map(|(path, content)| (path.strip_prefix(&root).unwrap().to_owned(), content));
        named.collect::<Vec<_>>()
    };
    let (one, two) = (files(1), files(2));
    assert!(one.len() > 5);
    for (a, b) in one.iter().zip(&two) {
        assert!(a == b, "{} differs", a.0.display());
    }
    assert_eq!(one.len(), two.len());
}
