//! Workers that share a folder: they part the chains without numbers, outlive each other, and end
//! with the files of a single run.

use super::{SLOW, text};
use crate::program::{command, files_below, names, run_in, workplace};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// The plan, and the records of a single run in `alone`.
fn study() -> (tempfile::TempDir, String) {
    let folder = workplace(&[("plan.toml", SLOW)]);
    run_in(
        folder.path(),
        "sweep plan.toml --out alone --quiet --threads 2",
    )
    .done();
    let expected = text(&folder.path().join("alone"), "records.jsonl");
    assert_eq!(expected.lines().count(), 48);
    (folder, expected)
}

const JOIN: &str = "sweep plan.toml --out shared --join --quiet --threads 1";

fn worker(folder: &Path) -> Child {
    let mut command = command(folder, JOIN);
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The lines that workers have written so far.
fn written(shared: &Path) -> usize {
    let workers = shared.join("workers");
    let names = if workers.exists() {
        names(&workers)
    } else {
        Vec::new()
    };
    let lines = |name: &String| text(&workers.join(name), "records.jsonl").lines().count();
    names.iter().map(lines).sum()
}

/// Waits until as many lines are written, or all of the plan.
fn until(shared: &Path, lines: usize) {
    let start = Instant::now();
    while written(shared) < lines {
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "no worker writes"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn assert_ended_well(child: Child) {
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.success() && said.is_empty(), "{said}");
}

#[test]
fn of_four_workers_one_is_killed_and_the_others_write_the_files_of_a_single_run() {
    let (folder, expected) = study();
    let shared = folder.path().join("shared");
    let mut killed = worker(folder.path());
    until(&shared, 2);
    let others = [0; 3].map(|_| worker(folder.path()));
    killed.kill().unwrap();
    assert!(!killed.wait().unwrap().success());
    others.into_iter().for_each(assert_ended_well);
    // Had the last of the others gone before it knew of the death, the same command would go on.
    assert!(shared.join("summary.csv").exists(), "nobody merged");
    assert!(text(&shared, "records.jsonl") == expected);
    let workers = names(&shared.join("workers"));
    assert!((3..=4).contains(&workers.len()), "{workers:?}");
    let of_all = |folder: &Path| -> Vec<_> {
        let files = files_below(folder).into_iter();
        let named = files.map(|(path, text)| (path.strip_prefix(folder).unwrap().to_owned(), text));
        named
            .filter(|(path, _)| !path.starts_with("workers") && !path.starts_with("leases"))
            .collect()
    };
    assert!(
        of_all(&shared) == of_all(&folder.path().join("alone")),
        "pictures or tables differ"
    );
    run_in(folder.path(), "verify shared --quiet --sample 5").done();
}

#[test]
fn workers_that_end_at_once_write_the_same_files_one_after_another() {
    let folder = workplace(&[("plan.toml", super::SMALL)]);
    run_in(folder.path(), "sweep plan.toml --out alone --quiet").done();
    let expected = text(&folder.path().join("alone"), "records.jsonl");
    for _ in 0..3 {
        // where all is done, each of them merges and draws
        let workers = [0; 4].map(|_| worker(folder.path()));
        workers.into_iter().for_each(assert_ended_well);
        assert!(text(&folder.path().join("shared"), "records.jsonl") == expected);
    }
    let pictures = |out: &str| -> Vec<String> {
        let mut names = names(&folder.path().join(out));
        names.retain(|name| name.ends_with(".svg") || name.starts_with('.'));
        names
    };
    assert_eq!(pictures("shared"), pictures("alone"));
}

#[test]
fn workers_killed_again_and_again_lose_no_run() {
    let (folder, expected) = study();
    let shared = folder.path().join("shared");
    let mut kills = 0;
    for lines in (3..48).step_by(9) {
        let mut both = [0; 2].map(|_| worker(folder.path()));
        let before = written(&shared);
        until(&shared, lines.max(before));
        for child in &mut both {
            child.kill().unwrap();
            kills += usize::from(!child.wait().unwrap().success());
        }
        assert!(written(&shared) >= before, "a record is gone");
    }
    assert!(kills >= 4, "only {kills} workers were killed");
    run_in(folder.path(), JOIN).done();
    assert!(text(&shared, "records.jsonl") == expected);
}

/// A lease of every chain and a pulse, as a worker of another machine has them.
fn of_another_machine(shared: &Path, chains: &[String]) -> std::path::PathBuf {
    let folder = shared.join("workers/elsewhere-000000-1");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::create_dir_all(shared.join("leases")).unwrap();
    for chain in chains {
        let lease = "{\"worker\":\"elsewhere-000000-1\",\"pid\":1}";
        std::fs::write(shared.join("leases").join(format!("{chain}.1")), lease).unwrap();
    }
    std::fs::write(folder.join("pulse"), "1 1 0\n").unwrap();
    folder.join("pulse")
}

/// The chains of the records in a text.
fn chains(records: &str) -> Vec<String> {
    let lines = records
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let runs = lines.map(|record| record["run"].as_str().unwrap().to_owned());
    let mut chains: Vec<String> = runs
        .map(|run| run.rsplit_once("-p").unwrap().0.to_owned())
        .collect();
    chains.dedup();
    chains
}

#[test]
fn a_worker_waits_for_the_sign_of_another_machine_and_takes_over_what_is_silent() {
    let (folder, expected) = study();
    let shared = folder.path().join("shared");
    let chains = chains(&expected);
    let pulse = of_another_machine(&shared, &chains[..1]);
    // While its pulse changes, the other worker has its chain, and this one leaves it alone.
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut beat = 0;
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                beat += 1;
                std::fs::write(&pulse, format!("1 1 {beat}\n")).unwrap();
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        let left = run_in(folder.path(), &JOIN.replace("--quiet", "--json"));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let left = left.json();
        assert_eq!(left["done"], 44, "{left}");
        assert_eq!(
            left["with_others"]["workers"][0], "elsewhere-000000-1",
            "{left}"
        );
    });
    assert!(!shared.join("summary.csv").exists());
    // When it stands still, the chain is taken over after the time that was given, and not before.
    let start = Instant::now();
    run_in(folder.path(), &format!("{JOIN} --stale-after 2")).done();
    assert!(
        start.elapsed() >= Duration::from_secs(2),
        "{:?}",
        start.elapsed()
    );
    assert!(text(&shared, "records.jsonl") == expected);
}

#[test]
fn a_worker_that_is_interrupted_gives_its_chain_back_at_once() {
    let (folder, expected) = study();
    let shared = folder.path().join("shared");
    let child = worker(folder.path());
    until(&shared, 2);
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.unwrap().success());
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(130), "{said}");
    let done = written(&shared);
    assert!(
        said.starts_with(&format!("stopped: {done} of 48 runs recorded in shared; ")),
        "{said}"
    );
    // As from another machine, which sees no lock: what it held is free without a wait.
    let workers = names(&shared.join("workers"));
    let elsewhere = shared.join("workers/elsewhere-000000-1");
    std::fs::rename(shared.join("workers").join(&workers[0]), elsewhere).unwrap();
    for name in names(&shared.join("leases")) {
        let path = shared.join("leases").join(name);
        let lease = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, lease.replace(&workers[0], "elsewhere-000000-1")).unwrap();
    }
    let start = Instant::now();
    run_in(folder.path(), &format!("{JOIN} --stale-after 3600")).done();
    assert!(start.elapsed() < Duration::from_secs(600));
    assert!(text(&shared, "records.jsonl") == expected);
}

#[test]
fn a_worker_that_waits_for_a_sign_stops_when_it_is_told() {
    let (folder, expected) = study();
    let shared = folder.path().join("shared");
    of_another_machine(&shared, &chains(&expected)[..1]);
    let child = worker(folder.path());
    until(&shared, 44);
    std::thread::sleep(Duration::from_millis(500));
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(sent.unwrap().success());
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(
        said.starts_with("stopped: 44 of 48 runs recorded in shared; "),
        "{said}"
    );
}

#[test]
fn a_worker_leaves_to_others_what_does_not_fit_into_its_memory() {
    let plan = "puzzles = [\"p/tango-4x4.toml\", \"p/n-queens-6x6.toml\"]\nregisters = \"qubits\"\n\
                reduce = \"none\"\ndepths = [1]\nstarts = 1\niterations = 3\n";
    let folder = workplace(&[("plan.toml", plan)]);
    run_in(folder.path(), "sweep plan.toml --out alone --quiet").done();
    let times = text(&folder.path().join("alone"), "times.jsonl");
    let notes = times
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let chain: Vec<String> = notes
        .filter_map(|note| note["left_out"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(chain.len(), 1, "{times}");
    let shared = folder.path().join("shared");
    let pulse = of_another_machine(&shared, &chain);
    let left = run_in(folder.path(), &JOIN.replace("--quiet", "--json")).json();
    assert_eq!(
        left["with_others"]["workers"][0], "elsewhere-000000-1",
        "{left}"
    );
    assert!(!shared.join("summary.csv").exists());
    std::fs::remove_file(pulse).unwrap(); // it has ended, and done nothing
    run_in(folder.path(), JOIN).done();
    let expected = text(&folder.path().join("alone"), "records.jsonl");
    assert!(text(&shared, "records.jsonl") == expected);
}

#[test]
fn a_worker_goes_on_from_a_folder_that_a_sweep_began_and_refuses_another_plan() {
    let (folder, expected) = study();
    let shared = folder.path().join("shared");
    std::fs::create_dir(&shared).unwrap();
    let plan = text(&folder.path().join("alone"), "plan.json");
    std::fs::write(shared.join("plan.json"), plan).unwrap();
    let lines: Vec<&str> = expected.split_inclusive('\n').collect();
    std::fs::write(shared.join("records.jsonl"), lines[..42].concat()).unwrap();
    let other = SLOW.replace("seeds = \"0..1\"", "seeds = \"0..2\"");
    std::fs::write(folder.path().join("other.toml"), other).unwrap();
    let refused = run_in(folder.path(), &JOIN.replace("plan.toml", "other.toml"));
    assert_eq!(refused.status, 2);
    assert!(
        refused.err.contains("shared holds runs of another plan"),
        "{}",
        refused.err
    );
    run_in(folder.path(), JOIN).done();
    assert_eq!(written(&shared), 6, "runs that were there were made again");
    assert!(text(&shared, "records.jsonl") == expected);
}
