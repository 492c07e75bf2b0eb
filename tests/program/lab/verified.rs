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
        let parted = wrong.filter(|line| line["search_parted"] == true).count() as u64;
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
    let with = &well["instructions"];
    assert!(["AVX-512", "AVX2+FMA", "NEON", "plain"].contains(&with.as_str().unwrap()));
    let expected = json!({
        "records": 4, "checked": 4, "same": 4, "close": 0, "different": 0, "wrong": [], "missing": [], "files": [],
        "instructions": with, "made_with": [with],
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
        told.contains("line 5") && told.contains("stands in line 1 too"),
        "{told}"
    );
    assert!(
        told.contains("line 6, no run: ") && told.contains("no record"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 2, "{told}");
}

/// As if a setting had come to the program after the records.
#[test]
fn a_plan_without_a_setting_means_its_default_and_nothing_else() {
    for (key, at_default) in [
        ("objective_shots", true),
        ("mixer", true),
        ("starts", false),
    ] {
        let folder = workplace(&[("plan.toml", PLAN), ("m.json", MODEL)]);
        let at = folder.path();
        run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
        let records = text(&at.join("o"), "records.jsonl");
        let plan = text(&at.join("o"), "plan.json");
        let mut json: serde_json::Map<String, Value> = serde_json::from_str(&plan).unwrap();
        json.retain(|name, _| name != key);
        let shorter = format!("{:#}\n", Value::Object(json));
        assert_ne!(shorter, plan, "{key} stands in a plan");
        std::fs::write(at.join("o/plan.json"), &shorter).unwrap();
        // which names the plan by its hash, and may be missing
        std::fs::remove_file(at.join("o/times.jsonl")).unwrap();

        let verified = run_in(at, "verify o");
        assert_eq!(verified.status == 0, at_default, "{key}: {verified:?}");
        let last = records.trim_end().rfind('\n').unwrap() + 1;
        std::fs::write(at.join("o/records.jsonl"), &records[..last]).unwrap();
        let swept = run_in(at, "sweep plan.toml --out o --quiet --no-plots");
        assert_eq!(swept.status == 0, at_default, "{key}: {swept:?}");
        let refused = swept
            .err
            .contains(&format!("holds runs of another plan: {key}"));
        assert_eq!(refused, !at_default, "{key}: {swept:?}");
        if at_default {
            assert_eq!(text(&at.join("o"), "records.jsonl"), records, "{key}");
            run_in(at, "verify o").done();
        }
    }
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
    // the table beside the records was made with the same digits
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
    std::fs::remove_file(at.join("o/plan.json")).unwrap();
    std::fs::remove_file(at.join("o/summary.csv")).unwrap();
    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
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
    assert_eq!(json["wrong"][0]["search_parted"], true, "{json}");
    let told = run_in(at, "verify o").out;
    assert!(told.contains("right at its own angles"), "{told}");
    // the same angles beside another number are a change
    parted[0] = changed(&parted[0], |r| add(&mut r["ground_probability"], 1e-3));
    write(at, &parted);
    let json = run_in(at, "verify o --json").json();
    assert_eq!(json["wrong"][0].get("search_parted"), None, "{json}");
}

#[test]
fn lines_that_are_missing_swapped_or_rewritten_are_named() {
    let (folder, lines) = swept();
    let at = folder.path();
    let told = |lines: &[String]| {
        write(at, lines);
        let run = run_in(at, "verify o");
        assert_eq!((run.status, run.err.as_str()), (1, ""), "{run:?}");
        run.out
    };
    let removed = told(&lines[..3]);
    assert!(
        removed.contains("1 run of the plan is missing: m-"),
        "{removed}"
    );
    let puzzle = told(&lines[2..]);
    assert!(
        puzzle.contains("2 runs of the plan are missing: tango-4x4-"),
        "{puzzle}"
    );
    let swapped = told(&[0, 2, 1, 3].map(|k: usize| lines[k].clone()));
    assert!(
        swapped.contains("the lines are not in the plan's order; `ketboard sweep`"),
        "{swapped}"
    );
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
        torn.status == 1 && torn.out.contains("the last line has no end"),
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
                .contains("line 2, no run: no record: byte 8 of the line is no UTF-8"),
        "{foreign:?}"
    );
}

#[test]
fn a_plan_or_a_table_that_was_changed_is_named() {
    let (folder, _) = swept();
    let at = folder.path();
    let out = at.join("o");
    let (plan, table) = (text(&out, "plan.json"), text(&out, "summary.csv"));
    let times = text(&out, "times.jsonl");
    let (first, _) = table.split_once("\n\"").unwrap();
    let rows = table.matches('\n').count();
    assert_eq!((rows, first.lines().count()), (5, 1));
    let hash = plan.find("tango-4x4\": \"").unwrap() + 13;
    let mut other = plan.clone();
    other.replace_range(
        hash..hash + 2,
        if &plan[hash..hash + 2] == "00" {
            "11"
        } else {
            "00"
        },
    );
    let changes = [
        (
            "plan.json",
            plan.replace("\"20\"", "\"21\""),
            "the plan has no such run",
        ),
        (
            "plan.json",
            plan.replace("    2\n", "    2,\n    3\n"),
            "runs of the plan are missing",
        ),
        (
            "plan.json",
            plan.replace("\"starts\"", "\"start\""),
            "no plan as a sweep writes it",
        ),
        (
            "plan.json",
            plan[..plan.len() / 2].to_owned(),
            "no plan as a sweep writes it",
        ),
        (
            "plan.json",
            other,
            "the text of the puzzle in this line is not the one",
        ),
        (
            "summary.csv",
            table.replacen(",8,256,", ",9,256,", 1),
            "does not say what the records say",
        ),
        (
            "summary.csv",
            format!("{first}\n"),
            "does not say what the records say",
        ),
        (
            "summary.csv",
            format!("{table}one,more\n"),
            "does not say what the records say",
        ),
    ];
    for (file, changed, named) in changes {
        let whole = text(&out, file);
        assert_ne!(whole, changed, "{named}");
        std::fs::write(out.join(file), changed).unwrap();
        let run = run_in(at, "verify o");
        assert!(
            run.status == 1 && run.out.contains(named),
            "{named}: {run:?}"
        );
        std::fs::write(out.join(file), whole).unwrap();
    }
    for file in ["plan.json", "summary.csv"] {
        let whole = text(&out, file);
        std::fs::remove_file(out.join(file)).unwrap();
        let run = run_in(at, "verify o --json");
        assert_eq!(
            (run.status, &run.json()["files"][0]["file"]),
            (1, &json!(file))
        );
        std::fs::write(out.join(file), whole).unwrap();
    }
    run_in(at, "verify o").done();
    // each run says who made it
    let made: Vec<Value> = times
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(
        made.iter()
            .all(|time| time["made_by"]["version"] == env!("CARGO_PKG_VERSION")),
        "{times}"
    );
    assert!(
        made.iter()
            .all(|time| time["made_by"]["instructions"].is_string()),
        "{times}"
    );
    std::fs::write(
        out.join("times.jsonl"),
        times.replace("\"instructions\":\"", "\"instructions\":\"MMX and "),
    )
    .unwrap();
    let told = run_in(at, "verify o").done().out;
    assert!(told.contains("made with                MMX and "), "{told}");
}

#[test]
fn what_a_sweep_left_out_is_not_missed() {
    let plan = "puzzles = [\"p/tango-4x4.toml\", \"p/n-queens-4x4.toml\"]\ndepths = [1]\nstarts = 1\niterations = 5\n\
                reduce = \"none\"\nregisters = \"regions\"\n";
    let folder = workplace(&[("plan.toml", &plan.replace("p/n-queens-4x4", "p/queens-5x5"))]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
    let out = at.join("o");
    assert!(text(&out, "times.jsonl").contains("{\"left_out\":\"tango-4x4-"));
    let json = run_in(at, "verify o --json").done().json();
    assert_eq!(
        (&json["records"], &json["missing"]),
        (&json!(1), &json!([])),
        "{json}"
    );
}

#[test]
fn a_chain_without_an_angle_is_not_missed() {
    // reduction leaves a single basis state of takuzu-4x4 on registers of rows
    let plan = "puzzles = [\"p/takuzu-4x4.toml\", \"p/n-queens-4x4.toml\"]\ndepths = [1]\nstarts = 1\niterations = 5\n\
                registers = \"rows\"\n";
    let folder = workplace(&[("plan.toml", plan)]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
    assert_eq!(text(&at.join("o"), "records.jsonl").lines().count(), 1);
    let json = run_in(at, "verify o --json").done().json();
    assert_eq!(
        (&json["records"], &json["missing"]),
        (&json!(1), &json!([])),
        "{json}"
    );
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
