//! A plan in shards: whatever happens to them, `merge` makes the folder of a single run, or says
//! what is wrong.

use super::{SLOW, SMALL, text};
use crate::program::{Run, command, files_below, run_in, workplace};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The plan, run alone with its pictures and in seven shards.
fn sharded() -> tempfile::TempDir {
    let folder = workplace(&[("plan.toml", SMALL)]);
    run_in(folder.path(), "sweep plan.toml --out alone --quiet").done();
    for k in 1..=7 {
        run_in(folder.path(), &shard(k)).done();
    }
    folder
}

fn shard(k: usize) -> String {
    format!("sweep plan.toml --shard {k}/7 --out s/{k} --quiet")
}

const MERGE: &str = "merge s/1 s/2 s/3 s/4 s/5 s/6 s/7 --out merged";

/// The files of a folder, by their names there.
fn files(folder: &Path, name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let root = folder.join(name);
    let files = files_below(&root).into_iter();
    let named = files.map(|(path, text)| (path.strip_prefix(&root).unwrap().to_owned(), text));
    named.collect()
}

fn assert_same_files(folder: &Path, one: &str, other: &str) {
    let (one, other) = (files(folder, one), files(folder, other));
    assert!(one.len() > 5, "a folder without pictures");
    for (a, b) in one.iter().zip(&other) {
        assert!(a == b, "{} differs from {}", a.0.display(), b.0.display());
    }
    assert_eq!(one.len(), other.len());
}

/// The message of a merge that is refused, which leaves nothing behind.
fn refused(folder: &Path, line: &str) -> String {
    let Run { status, out, err } = run_in(folder, line);
    assert_eq!((status, out.as_str()), (2, ""), "{err}");
    assert!(!folder.join("merged").exists(), "{err}");
    err
}

#[test]
fn seven_shards_killed_at_random_and_merged_are_the_files_of_a_single_run() {
    let folder = workplace(&[("plan.toml", SLOW)]);
    run_in(folder.path(), "sweep plan.toml --out alone --quiet").done();
    let start = Instant::now();
    let left_alone = shard(1).replace("--out s/1", "--out timed");
    run_in(folder.path(), &left_alone).done();
    let time = start.elapsed();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut kills = 0;
    for k in 1..=7 {
        for _ in 0..3 {
            let mut child = command(folder.path(), &shard(k)).spawn().unwrap();
            std::thread::sleep(time.mul_f64((rng.next_u64() % 1000) as f64 / 1500.0));
            child.kill().unwrap();
            kills += usize::from(!child.wait().unwrap().success());
        }
        run_in(folder.path(), &shard(k)).done();
    }
    assert!(kills > 7, "only {kills} shards were killed");
    let merged = run_in(folder.path(), MERGE).done().out;
    assert!(
        merged.starts_with("48 records from 7 folders: "),
        "{merged}"
    );
    assert_same_files(folder.path(), "alone", "merged");
    run_in(folder.path(), "verify merged --quiet").done();
    // a merged folder is one like any other: the same plan has nothing left to do
    run_in(folder.path(), "sweep plan.toml --out merged --quiet").done();
    assert_same_files(folder.path(), "alone", "merged");
}

#[test]
fn shards_part_the_chains_of_a_plan_and_each_is_a_folder_that_verifies() {
    let folder = sharded();
    let all: Vec<String> = text(&folder.path().join("alone"), "records.jsonl")
        .lines()
        .map(str::to_owned)
        .collect();
    let mut parts = Vec::new();
    for k in 1..=7 {
        let lines = text(&folder.path().join(format!("s/{k}")), "records.jsonl");
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        // whole chains of four depths, two of which fit into a shard of twelve chains in seven
        assert!(
            [4, 8].contains(&lines.len()),
            "{} in shard {k}",
            lines.len()
        );
        let places = lines
            .iter()
            .map(|line| all.iter().position(|other| other == line));
        let places: Vec<usize> = places.map(Option::unwrap).collect();
        assert!(places.is_sorted(), "shard {k} is not in the plan's order");
        parts.extend(places);
        run_in(folder.path(), &format!("verify s/{k} --quiet")).done();
    }
    parts.sort_unstable();
    assert_eq!(parts, (0..all.len()).collect::<Vec<_>>());
}

#[test]
fn a_merge_says_which_shard_lacks_what_and_how_to_make_it() {
    let folder = sharded();
    let without = "merge s/1 s/3 s/4 s/5 s/6 --out merged";
    let said = refused(folder.path(), without);
    assert!(
        said.contains("no folder is given of shard 2/7, 7/7;"),
        "{said}"
    );
    let records = folder.path().join("s/4/records.jsonl");
    let whole = std::fs::read_to_string(&records).unwrap();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let torn = lines[..lines.len() - 1].concat() + "{\"run\":";
    std::fs::write(&records, torn).unwrap();
    let said = refused(folder.path(), MERGE);
    assert!(said.contains("shard 4/7 in s/4 lacks runs of "), "{said}");
    let (_, command) = said.split_once('`').unwrap();
    assert!(
        command.contains("--shard 4/7 and --out s/4 makes them"),
        "{said}"
    );
    run_in(folder.path(), &shard(4));
    run_in(folder.path(), MERGE).done();
    assert_same_files(folder.path(), "alone", "merged");
}

#[test]
fn a_merge_refuses_what_one_program_with_one_plan_would_not_write() {
    let folder = sharded();
    let other = SMALL.replace("iterations = 30", "iterations = 31");
    std::fs::write(
        folder.path().join("other.toml"),
        format!("name = \"plan\"\n{other}"),
    )
    .unwrap();
    run_in(
        folder.path(),
        "sweep other.toml --shard 1/7 --out o --quiet",
    )
    .done();
    let changed = |file: &str, from: &str, to: &str| {
        let path = folder.path().join("s/5").join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        std::fs::write(&path, text.replace(from, to)).unwrap();
        text
    };
    let said = refused(folder.path(), &MERGE.replace("s/5", "o"));
    assert!(
        said.contains("s/1 and o hold runs of different plans: iterations[0] is \"30\""),
        "{said}"
    );
    for (file, from, to, part) in [
        (
            "plan.json",
            "\"version\": \"",
            "\"version\": \"9",
            "different plans: version is",
        ),
        (
            "records.jsonl",
            "\"depth\":2",
            "\"depth\":2.5",
            "s/5/records.jsonl:2: no record",
        ),
        ("records.jsonl", "-p3\"", "-p9\"", "-p9 is not in the plan"),
    ] {
        let whole = changed(file, from, to);
        let said = refused(folder.path(), MERGE);
        assert!(said.contains(part), "{said}");
        std::fs::write(folder.path().join("s/5").join(file), whole).unwrap();
    }
    // the same run twice, with other numbers
    let record = text(&folder.path().join("s/5"), "records.jsonl");
    let first = record
        .lines()
        .next()
        .unwrap()
        .replace("\"evaluations\":", "\"evaluations\":1");
    let more = text(&folder.path().join("s/6"), "records.jsonl") + &first + "\n";
    std::fs::write(folder.path().join("s/6/records.jsonl"), more).unwrap();
    let said = refused(folder.path(), MERGE);
    assert!(said.contains("s/6/records.jsonl:5: the run "), "{said}");
    assert!(
        said.contains(" stands in s/5/records.jsonl:1 too, with other numbers"),
        "{said}"
    );
}

#[test]
fn a_merge_refuses_programs_of_different_commits() {
    let folder = sharded();
    for (k, commit) in [(1, "aaa"), (2, "aaa"), (3, "bbb")] {
        let path = folder.path().join(format!("s/{k}/times.jsonl"));
        let mut lines = String::new();
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let mut time: serde_json::Value = serde_json::from_str(line).unwrap();
            time["made_by"]["commit"] = commit.into();
            lines += &format!("{time}\n");
        }
        std::fs::write(&path, lines).unwrap();
    }
    let said = refused(folder.path(), "merge s/1 s/2 s/3 --out merged");
    assert!(
        said.contains("s/1 is of commit aaa, and the program behind s/3 of bbb"),
        "{said}"
    );
}

#[test]
fn a_folder_holds_one_part_of_a_plan_and_no_other() {
    let folder = sharded();
    for (line, part) in [
        (
            "sweep plan.toml --out s/1 --quiet",
            "s/1 holds shard 1/7 of the plan, not all of it",
        ),
        (
            "sweep plan.toml --out s/1 --join --quiet",
            "s/1 holds shard 1/7 of the plan, not all of it",
        ),
        (
            "sweep plan.toml --shard 2/7 --out s/1 --quiet",
            "s/1 holds shard 1/7 of the plan, not shard 2/7",
        ),
        (
            "sweep plan.toml --shard 2/7 --out alone --quiet",
            "alone holds runs of the whole plan",
        ),
        (
            "merge s/1 s/2 s/3 s/4 s/5 s/6 s/7 --out s/1",
            "s/1 holds shard 1/7",
        ),
        (
            "sweep plan.toml --shard 8/7 --out x --quiet",
            "--shard: found \"8/7\"",
        ),
        (
            "sweep plan.toml --shard 1/7 --out x --format pdf",
            "--format: no picture is written",
        ),
    ] {
        let said = refused(folder.path(), line);
        assert!(said.contains(part), "{line}: {said}");
    }
}

#[test]
fn a_task_of_an_array_job_runs_its_shard() {
    let folder = sharded();
    for (option, variables) in [
        (
            "array",
            &[
                ("SLURM_ARRAY_TASK_ID", "3"),
                ("SLURM_ARRAY_TASK_MIN", "1"),
                ("SLURM_ARRAY_TASK_MAX", "7"),
            ][..],
        ),
        ("array/7", &[("PBS_ARRAY_INDEX", "3")]),
    ] {
        let line = format!("sweep plan.toml --shard {option} --out task --quiet");
        let mut command = command(folder.path(), &line);
        let output = command.envs(variables.iter().copied()).output().unwrap();
        Run::of(&output).done();
        let wanted = text(&folder.path().join("s/3"), "records.jsonl");
        assert!(
            text(&folder.path().join("task"), "records.jsonl") == wanted,
            "{option}"
        );
        std::fs::remove_dir_all(folder.path().join("task")).unwrap();
    }
}

#[test]
fn more_shards_than_chains_leave_some_without_work_and_merge_all_the_same() {
    let plan = "puzzles = \"p/tango-4x4.toml\"\ndepths = \"1..2\"\nstarts = 1\nseeds = \"0..1\"\n";
    let folder = workplace(&[("plan.toml", plan)]);
    run_in(folder.path(), "sweep plan.toml --out alone --quiet").done();
    for k in 1..=3 {
        run_in(
            folder.path(),
            &format!("sweep plan.toml --shard {k}/3 --out s{k} --quiet"),
        )
        .done();
    }
    assert_eq!(text(&folder.path().join("s3"), "records.jsonl"), "");
    run_in(folder.path(), "merge s1 s2 s3 --out merged --quiet").done();
    assert_same_files(folder.path(), "alone", "merged");
}

#[test]
fn a_script_runs_every_shard_and_the_merge_with_the_forecast() {
    let folder = workplace(&[("plan.toml", SMALL)]);
    for (tool, parts) in [
        (
            "slurm",
            &[
                "--array=1-5",
                "--cpus-per-task=2",
                "--mem=",
                "--time=",
                "afterok",
            ][..],
        ),
        ("gnu-parallel", &["seq 1 5", "--memfree"]),
        (
            "snakemake",
            &["SHARDS = 5", "threads: 2", "mem_mb=", "runtime="],
        ),
        ("dask", &["SHARDS = 5", "THREADS = 2", "MEGABYTES ="]),
    ] {
        let line = format!("sweep plan.toml --out runs --threads 2 --script {tool} --jobs 5");
        let script = run_in(folder.path(), &line).done().out;
        let without = run_in(folder.path(), &format!("{line} --no-plots"))
            .done()
            .out;
        assert!(
            without.contains("--no-plots") && !script.contains("--no-plots"),
            "{without}"
        );
        let always = ["# Forecast: about ", "ketboard", "merge", "--quiet"];
        for part in parts.iter().chain(&always) {
            assert!(script.contains(part), "{part} is not in\n{script}");
        }
        assert!(!folder.path().join("runs").exists());
    }
    let flags = run_in(
        folder.path(),
        "sweep p/tango-4x4.toml --out runs --script slurm",
    );
    assert_eq!(flags.status, 2);
    assert!(
        flags
            .err
            .contains("write puzzles and settings into a plan file"),
        "{}",
        flags.err
    );
}

/// What the scripts for `sh` do is tried with a stand-in for the tool that runs the jobs, which
/// runs each at once.
#[cfg(unix)]
#[test]
fn the_script_for_gnu_parallel_makes_the_files_of_a_single_run() {
    use std::os::unix::fs::PermissionsExt;
    let folder = workplace(&[("plan.toml", SMALL)]);
    run_in(folder.path(), "sweep plan.toml --out alone --quiet").done();
    let script = run_in(
        folder.path(),
        "sweep plan.toml --out my-runs --script gnu-parallel",
    )
    .done();
    std::fs::write(folder.path().join("jobs.sh"), script.out).unwrap();
    // reads the numbers, and runs the words behind the options with each in the place of {}
    let stand_in = "#!/bin/sh\nwhile [ \"$1\" != ketboard ]; do shift; done\n\
                    while read -r k; do sh -c \"$(echo \"$@\" | sed \"s/{}/$k/g\")\" || exit 1; done\n";
    let tool = folder.path().join("parallel");
    std::fs::write(&tool, stand_in).unwrap();
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_ketboard")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{}:{path}", folder.path().display(), program.display());
    let mut shell = std::process::Command::new("sh");
    let output = shell
        .arg("jobs.sh")
        .current_dir(folder.path())
        .env("PATH", path)
        .output();
    let said = Run::of(&output.unwrap()).done().out;
    assert!(said.contains("48 records from 4 folders"), "{said}");
    let (alone, runs) = (
        files(folder.path(), "alone"),
        files(folder.path(), "my-runs"),
    );
    let is_shard = |path: &Path| path.to_string_lossy().starts_with("shard-");
    let merged = runs.into_iter().filter(|(path, _)| !is_shard(path));
    assert!(alone == merged.collect::<Vec<_>>());
}

#[test]
fn what_fits_into_no_memory_is_left_out_by_one_shard_and_is_not_missed() {
    let plan = "puzzles = [\"p/tango-4x4.toml\", \"p/n-queens-6x6.toml\", \"p/takuzu-4x4.toml\"]\n\
                registers = \"qubits\"\nreduce = \"none\"\ndepths = [1]\nstarts = 1\niterations = 3\n";
    let folder = workplace(&[("plan.toml", plan)]);
    run_in(folder.path(), "sweep plan.toml --out alone --quiet").done();
    let mut leave_out = 0;
    for k in 1..=3 {
        run_in(
            folder.path(),
            &format!("sweep plan.toml --shard {k}/3 --out s{k} --quiet"),
        )
        .done();
        leave_out += text(&folder.path().join(format!("s{k}")), "times.jsonl")
            .matches("left_out")
            .count();
    }
    assert_eq!(leave_out, 1);
    let merged = run_in(folder.path(), "merge s1 s2 s3 --out merged --json")
        .done()
        .json();
    let left_out = merged["left_out"].as_array().unwrap();
    assert!(
        left_out[0].as_str().unwrap().starts_with("n-queens-6x6-"),
        "{merged}"
    );
    assert_eq!((left_out.len(), &merged["records"]), (1, &2.into()));
    assert_same_files(folder.path(), "alone", "merged");
    run_in(folder.path(), "verify merged --quiet").done();
    // without the shard that left it out nobody knows whether it can run
    let tells =
        |k: &i32| text(&folder.path().join(format!("s{k}")), "times.jsonl").contains("left_out");
    let others: Vec<String> = (1..=3)
        .filter(|k| !tells(k))
        .map(|k| format!("s{k}"))
        .collect();
    std::fs::remove_dir_all(folder.path().join("merged")).unwrap();
    let said = refused(
        folder.path(),
        &format!("merge {} --out merged", others.join(" ")),
    );
    assert!(said.contains("no folder is given of shard "), "{said}");
}
