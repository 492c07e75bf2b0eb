//! The journal against torn lines, full disks and other owners.

use super::*;
use crate::pipeline::{Baselines, Conventions, Found, Input, Metrics};

/// A record of little: only its name matters here.
fn record(run: &str) -> Record {
    let setting = crate::settings::Settings::default();
    Record {
        found: Found::default(),
        run: run.to_owned(),
        name: run.to_owned(),
        family: None,
        depth: 1,
        setting,
        input: Input::Model("{}".to_owned()),
        qubits: 1,
        states: 2,
        model_hash: String::new(),
        solutions: None,
        highest_energy: 1.0,
        mean_energy: 0.5,
        standard_deviation: 0.5,
        gap: Some(1.0),
        first_excited_states: Some(1),
        gammas: vec![0.1],
        gamma_unit: 2.0,
        betas: vec![-0.1],
        groups: None,
        evaluations: Some(1),
        search_layers: None,
        objective: Some(0.25),
        search_value: None,
        metrics: Metrics::known(0.25, None, 0.0),
        approximation_ratio: None,
        rules: Vec::new(),
        measured: None,
        shots_to_99: None,
        layers_to_99: None,
        baselines: Baselines::default(),
        layers: None,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        conventions: Conventions::of(false),
    }
}

fn open(folder: &Path) -> Result<Journal> {
    Journal::open(folder, "{}\n", |run| run.starts_with("run"))
}

fn text(folder: &Path) -> String {
    std::fs::read_to_string(folder.join(RECORDS)).unwrap()
}

#[test]
fn a_torn_last_line_is_cut_off_wherever_it_is_torn() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = open(folder.path()).unwrap();
    for run in ["run-1", "run-2"] {
        journal.append(record(run), 0.5).unwrap();
    }
    drop(journal);
    let whole = text(folder.path());
    let first = whole.find('\n').unwrap() + 1;
    for cut in [first, first + 1, first + 40, whole.len() - 1, whole.len()] {
        std::fs::write(folder.path().join(RECORDS), &whole[..cut]).unwrap();
        let mut journal = open(folder.path()).unwrap();
        let left = if cut == whole.len() { 2 } else { 1 };
        assert_eq!(journal.runs.len(), left, "cut at {cut} of {}", whole.len());
        assert_eq!(journal.holds("run-2"), left == 2);
        if left == 1 {
            journal.append(record("run-2"), 0.5).unwrap();
        }
        assert_eq!(journal.record("run-1"), Some(record("run-1")));
        drop(journal);
        assert_eq!(text(folder.path()), whole);
    }
}

#[test]
fn lines_settle_in_the_order_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = open(folder.path()).unwrap();
    for run in ["run-3", "run-1", "run-2"] {
        journal.append(record(run), 0.5).unwrap();
    }
    journal
        .settle(&["run-1", "run-2", "run-3"].map(str::to_owned))
        .unwrap();
    let names: Vec<String> = text(folder.path())
        .lines()
        .map(|line| serde_json::from_str::<Record>(line).unwrap().run)
        .collect();
    assert_eq!(names, ["run-1", "run-2", "run-3"]);
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with('.'))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn another_plan_other_records_and_a_second_writer_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = open(folder.path()).unwrap();
    let busy = open(folder.path()).unwrap_err().to_string();
    assert!(busy.contains("another sweep is writing"), "{busy}");
    journal.append(record("run-1"), 0.5).unwrap();
    drop(journal);
    let before = text(folder.path());
    let foreign = Journal::open(folder.path(), "{}\n", |_| false);
    let foreign = foreign.unwrap_err().to_string();
    assert!(
        foreign.contains(":1: the run run-1 is not in the plan"),
        "{foreign}"
    );
    assert_eq!(text(folder.path()), before);
    let mut old = record("run-2");
    old.version = "0.0.1".to_owned();
    let both = format!("{before}{}", line_of(&old));
    std::fs::write(folder.path().join(RECORDS), &both).unwrap();
    let older = open(folder.path()).unwrap_err().to_string();
    assert!(older.contains(":2: version 0.0.1 made it"), "{older}");
    assert_eq!(text(folder.path()), both);
}

#[test]
fn a_wrong_line_in_the_middle_is_not_taken_for_a_torn_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = open(folder.path()).unwrap();
    journal.append(record("run-1"), 0.5).unwrap();
    drop(journal);
    let text = format!("{{\"a\": 1}}\n{}", text(folder.path()));
    std::fs::write(folder.path().join(RECORDS), &text).unwrap();
    let message = open(folder.path()).unwrap_err().to_string();
    assert!(message.contains("records.jsonl:1: no record"), "{message}");
    assert_eq!(
        std::fs::read_to_string(folder.path().join(RECORDS)).unwrap(),
        text
    );
}

#[test]
fn a_record_with_an_impossible_probability_is_none() {
    for (probability, is_wrong) in [
        (-0.1, true),
        (0.0, false),
        (1.0 + 1e-12, false),
        (1.5, true),
    ] {
        let record = Record {
            metrics: Metrics::known(0.25, Some(probability), 0.0),
            ..record("run-1")
        };
        let found = record.contradiction();
        assert_eq!(found.is_some(), is_wrong, "{probability}: {found:?}");
    }
}
