//! A plan in shards: whatever happens to them, `merge` makes the folder of a single run, or says
//! what is wrong.

use super::{SLOW, SMALL, text};
use crate::program::{Run, command, files_below, run_in, workplace};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The plan, run alone and in seven shards.
fn sharded() -> tempfile::TempDir {
    let folder = workplace(&[("plan.toml", SMALL)]);
    run_in(
        folder.path(),
        "sweep plan.toml --out alone --quiet --no-plots",
    )
    .done();
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
    assert_eq!(one.len(), 3, "records, plan and table");
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
    run_in(
        folder.path(),
        "sweep plan.toml --out alone --quiet --no-plots",
    )
    .done();
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
    run_in(
        folder.path(),
        "sweep plan.toml --out merged --quiet --no-plots",
    )
    .done();
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
        said.contains(" runs of the plan are missing: ") && said.contains(", of shard 2/7, 7/7;"),
        "{said}"
    );
    let records = folder.path().join("s/4/records.jsonl");
    let whole = std::fs::read_to_string(&records).unwrap();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let torn = lines[..lines.len() - 1].concat() + "{\"run\":";
    std::fs::write(&records, torn).unwrap();
    let said = refused(folder.path(), MERGE);
    let told = [
        "1 run of the plan is missing: ",
        ", of shard 4/7; make them by ",
    ];
    assert!(told.iter().all(|told| said.contains(told)), "{said}");
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
        said.contains("s/1 and o hold runs of different plans: iterations was 30, and is 31"),
        "{said}"
    );
    for (file, from, to, part) in [
        (
            "plan.json",
            "\"version\": \"",
            "\"version\": \"9",
            "different plans: version ",
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
            "sweep plan.toml --shard 1/7 --out x --format png",
            "--format: no picture is written",
        ),
    ] {
        let said = refused(folder.path(), line);
        assert!(said.contains(part), "{line}: {said}");
    }
}

#[test]
fn more_shards_than_chains_leave_some_without_work_and_merge_all_the_same() {
    let plan = "puzzles = \"p/tango-4x4.toml\"\ndepths = \"1..2\"\nstarts = 1\nseeds = \"0..1\"\n";
    let folder = workplace(&[("plan.toml", plan)]);
    run_in(
        folder.path(),
        "sweep plan.toml --out alone --quiet --no-plots",
    )
    .done();
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
fn what_fits_into_no_memory_is_left_out_by_one_shard_and_is_not_missed() {
    let plan = "puzzles = [\"p/tango-4x4.toml\", \"p/n-queens-6x6.toml\", \"p/takuzu-4x4.toml\"]\n\
                registers = \"qubits\"\nreduce = \"none\"\ndepths = [1]\nstarts = 1\niterations = 3\n";
    let folder = workplace(&[("plan.toml", plan)]);
    run_in(
        folder.path(),
        "sweep plan.toml --out alone --quiet --no-plots",
    )
    .done();
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
    assert!(
        said.contains(" of the plan ") && said.contains(", of shard "),
        "{said}"
    );
}
