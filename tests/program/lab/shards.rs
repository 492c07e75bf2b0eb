//! A plan in shards: whatever happens to them, their records one after another are those of a single
//! run, once the same plan has looked at them.

use super::{SLOW, SMALL, text};
use crate::program::{Run, command, run_in, workplace};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::Path;
use std::time::Instant;

const SHARDS: usize = 7;

/// The plan, run alone and in seven shards.
fn sharded() -> tempfile::TempDir {
    let folder = workplace(&[("plan.toml", SMALL)]);
    run_in(folder.path(), ALONE).done();
    for k in 1..=SHARDS {
        run_in(folder.path(), &shard(k)).done();
    }
    folder
}

const ALONE: &str = "sweep plan.toml --out alone --quiet --no-plots";

fn shard(k: usize) -> String {
    format!("sweep plan.toml --shard {k}/{SHARDS} --out s{k} --quiet")
}

/// The records of shards one after another, in a folder of their own.
fn joined(folder: &Path, shards: impl IntoIterator<Item = usize>) -> Run {
    let lines = shards
        .into_iter()
        .map(|k| text(&folder.join(format!("s{k}")), "records.jsonl"));
    let lines: String = lines.collect();
    std::fs::create_dir_all(folder.join("joined")).unwrap();
    std::fs::write(folder.join("joined/records.jsonl"), lines).unwrap();
    run_in(folder, "sweep plan.toml --out joined --no-plots")
}

fn assert_joined_is_alone(folder: &Path) {
    for file in ["records.jsonl", "plan.json", "summary.csv"] {
        let [alone, joined] = ["alone", "joined"].map(|name| text(&folder.join(name), file));
        assert!(!alone.is_empty() && alone == joined, "{file}");
    }
    run_in(folder, "verify joined --quiet").done();
}

#[test]
fn seven_shards_killed_at_random_and_joined_are_the_files_of_a_single_run() {
    let folder = workplace(&[("plan.toml", SLOW)]);
    run_in(folder.path(), ALONE).done();
    let start = Instant::now();
    let left_alone = shard(1).replace("--out s1", "--out timed");
    run_in(folder.path(), &left_alone).done();
    let time = start.elapsed();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut kills = 0;
    for k in 1..=SHARDS {
        for _ in 0..3 {
            let mut child = command(folder.path(), &shard(k)).spawn().unwrap();
            std::thread::sleep(time.mul_f64((rng.next_u64() % 1000) as f64 / 1500.0));
            child.kill().unwrap();
            kills += usize::from(!child.wait().unwrap().success());
        }
        run_in(folder.path(), &shard(k)).done();
    }
    assert!(kills > 7, "only {kills} shards were killed");
    let told = joined(folder.path(), 1..=SHARDS).done().out;
    assert!(told.contains("done already             48\n"), "{told}");
    assert_joined_is_alone(folder.path());
}

#[test]
fn shards_part_the_chains_of_a_plan_and_each_is_a_folder_that_verifies() {
    let folder = sharded();
    let all = text(&folder.path().join("alone"), "records.jsonl");
    let all: Vec<&str> = all.lines().collect();
    let mut parts = Vec::new();
    for k in 1..=SHARDS {
        let lines = text(&folder.path().join(format!("s{k}")), "records.jsonl");
        // whole chains of four depths, one or two of twelve for each of seven shards
        let count = lines.lines().count();
        assert!([4, 8].contains(&count), "{count} in shard {k}");
        let places = lines
            .lines()
            .map(|line| all.iter().position(|other| *other == line).unwrap());
        let places: Vec<usize> = places.collect();
        assert!(places.is_sorted(), "shard {k} is not in the plan's order");
        parts.extend(places);
        run_in(folder.path(), &format!("verify s{k} --quiet")).done();
    }
    parts.sort_unstable();
    assert_eq!(parts, (0..all.len()).collect::<Vec<_>>());
}

#[test]
fn what_shards_lack_is_run_where_they_are_joined() {
    let folder = sharded();
    let told = joined(folder.path(), (1..=SHARDS).filter(|k| *k != 2)).done();
    assert!(told.out.contains("done already  "), "{told:?}");
    assert_joined_is_alone(folder.path());
    std::fs::remove_dir_all(folder.path().join("joined")).unwrap();
    // a line twice counts once, and one with other numbers not at all
    joined(folder.path(), (1..=SHARDS).chain([3])).done();
    assert_joined_is_alone(folder.path());
    std::fs::remove_dir_all(folder.path().join("joined")).unwrap();
    let path = folder.path().join("s5/records.jsonl");
    let lines = std::fs::read_to_string(&path).unwrap();
    let other = lines.replacen("\"evaluations\":", "\"evaluations\":1", 1);
    std::fs::write(path, format!("{lines}{other}")).unwrap();
    let refused = joined(folder.path(), 1..=SHARDS);
    assert_eq!(refused.status, 2, "{refused:?}");
    assert!(refused.err.contains("with other numbers"), "{refused:?}");
}

#[test]
fn a_folder_holds_one_part_of_a_plan_and_no_other() {
    let folder = sharded();
    for (line, parts) in [
        (
            "sweep plan.toml --shard 2/7 --out s1 --quiet",
            ["s1/records.jsonl:1: the run ", "is not in the plan"],
        ),
        (
            "sweep plan.toml --shard 2/7 --out alone --quiet",
            ["alone/records.jsonl:1: the run ", "is not in the plan"],
        ),
        (
            "sweep plan.toml --shard 8/7 --out x --quiet",
            ["--shard", "such as 3/16"],
        ),
        (
            "sweep plan.toml --shard 1/7 --out x --format png",
            ["--format <FORMATS>", "--shard <K/N>"],
        ),
    ] {
        let run = run_in(folder.path(), line);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{run:?}");
        for part in parts {
            assert!(run.err.contains(part), "{line}: {run:?}");
        }
    }
    // a part may become the whole
    run_in(folder.path(), "sweep plan.toml --out s1 --quiet --no-plots").done();
    let [whole, alone] = ["s1", "alone"].map(|at| text(&folder.path().join(at), "records.jsonl"));
    assert_eq!(whole, alone);
}

#[test]
fn more_shards_than_chains_leave_some_without_work() {
    let plan = "puzzles = \"p/tango-4x4.toml\"\ndepths = \"1..2\"\nstarts = 1\nseeds = \"0..1\"\n";
    let folder = workplace(&[("plan.toml", plan)]);
    run_in(folder.path(), ALONE).done();
    for k in 1..=3 {
        let line = format!("sweep plan.toml --shard {k}/3 --out s{k} --quiet");
        run_in(folder.path(), &line).done();
    }
    assert_eq!(text(&folder.path().join("s3"), "records.jsonl"), "");
    joined(folder.path(), 1..=3).done();
    assert_joined_is_alone(folder.path());
}
