//! Records run again: they come out byte for byte, and whatever was changed in one is named.

use super::text;
use crate::program::{run_in, workplace};
use serde_json::{Value, json};
use std::path::Path;

const PLAN: &str = "puzzles = [\"p/tango-4x4.toml\", \"m.json\"]\ndepths = [1, 2]\nstarts = 2\niterations = 20\n\
                    [record]\nlayers = \"deepest\"\n";
const MODEL: &str = r#"{"n": 3, "offset": 1, "linear": [-1, -2, 0.5], "quadratic": [[0, 1, 2.0]]}"#;

/// Byte for byte, within rounding, or, where a search now ends elsewhere, right at its own angles.
#[test]
fn shipped_studies_hold_the_numbers_of_their_angles() {
    for (study, records) in [("registers/comparison", 60), ("study/ansatz", 192)] {
        let line = format!("verify results/{study} --json");
        let found = run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &line).json();
        assert_eq!(found["records"], records, "{study}");
        let wrong = found["wrong"].as_array().unwrap().iter();
        let parted = wrong.filter(|line| line["search_differs"] == true).count() as u64;
        let right = found["same"].as_u64().unwrap() + found["close"].as_u64().unwrap() + parted;
        assert_eq!(right, records, "{study}: {found}");
    }
}

#[test]
fn records_come_out_again_and_every_change_is_named() {
    let folder = workplace(&[("plan.toml", PLAN), ("m.json", MODEL)]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
    let well = run_in(at, "verify o --json").done().json();
    let expected = json!({
        "records": 4, "checked": 4, "same": 4, "close": 0, "different": 0, "holds": true, "wrong": [],
    });
    assert_eq!(well, expected);
    let good = text(&at.join("o"), "records.jsonl");
    let lines: Vec<Value> = good
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let bump = |value: &mut Value| *value = json!(value.as_f64().unwrap() + 1e-6);
    type Change<'c> = &'c dyn Fn(&mut Value);
    let changes: [(&str, usize, Change<'_>); 7] = [
        ("gammas[0]", 0, &|r| bump(&mut r["gammas"][0])),
        ("betas[1]", 1, &|r| bump(&mut r["betas"][1])),
        ("expectation", 3, &|r| bump(&mut r["expectation"])),
        ("measured.hits", 0, &|r| r["measured"]["hits"] = json!(2000)),
        ("layers.states[0].success_probability", 1, &|r| {
            bump(&mut r["layers"]["states"][0]["success_probability"]);
        }),
        ("baselines.annealing.sweeps", 1, &|r| {
            r["baselines"]["annealing"]["sweeps"] = json!(0)
        }),
        ("version", 2, &|r| r["version"] = json!("0.0.1")),
    ];
    for (key, line, change) in changes {
        let mut changed = lines.clone();
        change(&mut changed[line]);
        let text: String = changed.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(at.join("o/records.jsonl"), text).unwrap();
        let run = run_in(at, "verify o --json");
        assert_eq!(run.status, 1, "{key}: {run:?}");
        let wrong = run.json()["wrong"].as_array().unwrap().clone();
        assert_eq!(wrong.len(), 1, "{key}: {wrong:?}");
        let reason = wrong[0]["reason"].as_str().unwrap();
        assert!(reason.starts_with(&format!("{key} is ")), "{reason}");
        assert_eq!(wrong[0]["line"], line + 1);
    }

    // a changed seed names another run, and that run has other numbers
    let mut changed = lines.clone();
    changed[0]["setting"]["seed"] = json!(7);
    let seeded: String = changed.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(at.join("o/records.jsonl"), seeded).unwrap();
    let told = run_in(at, "verify o");
    assert_eq!((told.status, told.err.as_str()), (1, ""));
    assert!(
        told.out.contains("line 1, ") && told.out.contains(": run is "),
        "{told:?}"
    );

    std::fs::write(
        at.join("o/records.jsonl"),
        format!("{good}{}\nno record\n", good.lines().next().unwrap()),
    )
    .unwrap();
    let told = run_in(at, "verify o --quiet").out;
    assert!(
        told.contains("line 5") && told.contains("is in line 1 too"),
        "{told}"
    );
    assert!(told.contains("line 6: no record"), "{told}");
    assert_eq!(told.lines().count(), 2, "{told}");
}

/// A folder `o` of records, and their lines.
fn swept() -> (tempfile::TempDir, Vec<String>) {
    let folder = workplace(&[("plan.toml", PLAN), ("m.json", MODEL)]);
    run_in(folder.path(), "sweep plan.toml --out o --quiet --no-plots").done();
    let lines = text(&folder.path().join("o"), "records.jsonl");
    let lines = lines.lines().map(str::to_owned).collect();
    (folder, lines)
}

fn write(folder: &std::path::Path, lines: &[String]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(folder.join("o/records.jsonl"), text).unwrap();
}

/// What a record's line says after a change.
fn changed(line: &str, change: impl Fn(&mut Value)) -> String {
    let mut record = serde_json::from_str(line).unwrap();
    change(&mut record);
    record.to_string()
}

#[test]
fn last_digits_may_differ_and_are_told() {
    let (folder, mut lines) = swept();
    let at = folder.path();
    let add = |value: &mut Value, more: f64| *value = json!(value.as_f64().unwrap() + more);
    lines[0] = changed(&lines[0], |r| {
        add(&mut r["success_probability"], 3e-13);
        add(&mut r["expectation"], -2e-10);
        add(&mut r["gammas"][0], 1e-12);
    });
    lines[3] = changed(&lines[3], |r| add(&mut r["betas"][1], -5e-11));
    write(at, &lines);
    let run = run_in(at, "verify o --json");
    let json = run.json();
    assert_eq!(
        (
            &json["same"],
            &json["close"],
            &json["different"],
            &json["wrong"]
        ),
        (&json!(2), &json!(2), &json!(0), &json!([])),
        "{json}"
    );
    let farthest = json["largest_difference"].as_f64().unwrap();
    assert!((farthest - 2e-10).abs() < 1e-14, "{json}");
    let told = run_in(at, "verify o").done().out;
    assert!(
        told.contains("the same within 1e-9     2\n")
            && told.contains("largest difference       2.0e-10\n"),
        "{told}"
    );
}

#[test]
fn a_search_that_parts_ways_is_told_from_a_changed_record() {
    let (folder, lines) = swept();
    let at = folder.path();
    let add = |value: &mut Value, more: f64| *value = json!(value.as_f64().unwrap() + more);
    // half a turn more of every qubit is the same state, which another search might have found
    let mut parted = lines.clone();
    parted[0] = changed(&lines[0], |r| add(&mut r["betas"][0], std::f64::consts::PI));
    write(at, &parted);
    let run = run_in(at, "verify o --json");
    let json = run.json();
    assert_eq!((run.status, &json["different"]), (1, &json!(1)), "{json}");
    assert_eq!(json["wrong"][0]["search_differs"], true, "{json}");
    let told = run_in(at, "verify o").out;
    assert!(told.contains("right at its own angles"), "{told}");
    // the same angles beside another number are a change
    parted[0] = changed(&parted[0], |r| add(&mut r["ground_probability"], 1e-3));
    write(at, &parted);
    let json = run_in(at, "verify o --json").json();
    assert_eq!(json["wrong"][0].get("search_differs"), None, "{json}");
}

#[test]
fn lines_that_are_rewritten_or_torn_are_named() {
    let (folder, lines) = swept();
    let at = folder.path();
    // other bytes of the same numbers
    let spaced = lines[1].replacen(",", ", ", 1);
    write(
        at,
        &[lines[0].clone(), spaced, lines[2].clone(), lines[3].clone()],
    );
    let rewritten = run_in(at, "verify o").done().out;
    assert!(
        rewritten.contains("the same within 1e-9     1\n"),
        "{rewritten}"
    );
    let text = lines.join("\n");
    std::fs::write(at.join("o/records.jsonl"), text).unwrap();
    let torn = run_in(at, "verify o");
    assert!(
        torn.status == 1 && torn.out.contains("the last line was torn"),
        "{torn:?}"
    );
    let mut bytes = lines.join("\n").into_bytes();
    bytes.push(b'\n');
    bytes[lines[0].len() + 8] = 0xff;
    std::fs::write(at.join("o/records.jsonl"), bytes).unwrap();
    let foreign = run_in(at, "verify o");
    assert!(
        foreign.status == 1
            && foreign
                .out
                .contains("line 2: no record: byte 8 of the line is no UTF-8"),
        "{foreign:?}"
    );
}

#[test]
fn each_run_says_who_made_it() {
    let (folder, _) = swept();
    for time in text(&folder.path().join("o"), "times.jsonl").lines() {
        let time: Value = serde_json::from_str(time).unwrap();
        assert_eq!(time["made_by"]["version"], env!("CARGO_PKG_VERSION"));
        assert!(time["made_by"]["instructions"].is_string(), "{time}");
    }
}

#[test]
fn a_folder_without_records_is_refused() {
    let folder = workplace(&[]);
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    for (line, told) in [
        ("verify empty", "cannot read empty/records.jsonl"),
        ("verify none", "cannot read none/records.jsonl"),
    ] {
        let run = run_in(folder.path(), line);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains(told), "{run:?}");
    }
}
