//! What Ctrl-C leaves: whole records and a way on, or a result of what was found so far.

use super::{SMALL, records, text};
use crate::program::{command, run_in, workplace};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
}

/// Runs `ketboard LINE` and interrupts it as soon as `is_due` says so.
fn interrupted(folder: &Path, line: &str, mut is_due: impl FnMut() -> bool) -> Output {
    let mut command = command(folder, line);
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    while !is_due() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    if child.try_wait().unwrap().is_none() {
        interrupt(&child);
    }
    child.wait_with_output().unwrap()
}

#[test]
fn a_sweep_that_is_interrupted_tells_how_far_it_is_and_goes_on() {
    let folder = workplace(&[("plan.toml", SMALL)]);
    let alone = "sweep plan.toml --out alone --quiet --no-plots --threads 2";
    run_in(folder.path(), alone).done();
    let expected = text(&folder.path().join("alone"), "records.jsonl");
    let (mut stops, mut done) = (0, false);
    while !done {
        let out = folder.path().join("stopped");
        let before = text(&out, "records.jsonl").lines().count();
        let line = alone.replace("--out alone", "--out stopped");
        let is_due = || text(&out, "records.jsonl").lines().count() > before;
        let ended = interrupted(folder.path(), &line, is_due);
        let said = String::from_utf8(ended.stderr).unwrap();
        done = ended.status.code() == Some(0);
        if done {
            assert_eq!(said, "");
            break;
        }
        stops += 1;
        assert_eq!(ended.status.code(), Some(130), "{said}");
        let journal = text(&out, "records.jsonl");
        assert!(journal.ends_with('\n'), "a torn line");
        let lines: Vec<&str> = expected.lines().collect();
        assert!(journal.lines().all(|line| lines.contains(&line)));
        let (whole, all) = (records(&out).len(), lines.len());
        let message = format!(
            "stopped: {whole} of {all} runs recorded in stopped; the same command goes on from there\n"
        );
        // after the last run a signal ends the program at once, and nothing is left to tell
        let is_late = whole == all && said.is_empty();
        assert!(is_late || said == message, "{said}");
    }
    assert!(stops > 0, "the sweep was never stopped");
    assert!(text(&folder.path().join("stopped"), "records.jsonl") == expected);
}

#[test]
fn a_solve_that_is_interrupted_tells_what_it_has() {
    let folder = workplace(&[]);
    let line = "solve p/tango-6x6.toml --depth 60 --json";
    for wait in 1..40 {
        let start = std::time::Instant::now();
        let is_due = || start.elapsed() > Duration::from_millis(150 * wait);
        let ended = interrupted(folder.path(), line, is_due);
        // before the search begins a signal ends the program as ever
        if ended.status.code().is_none() {
            continue;
        }
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(130), "{said}");
        let json: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
        let depth = json["depth"].as_u64().unwrap();
        assert_eq!(json["stopped"], true);
        assert_eq!(json["gammas"].as_array().unwrap().len() as u64, depth);
        assert!(
            said.starts_with(&format!("stopped at depth {depth} of 60")),
            "{said}"
        );
        return;
    }
    panic!("no signal met the search");
}
