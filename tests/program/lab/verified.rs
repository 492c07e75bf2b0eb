//! Records run again: they come out byte for byte, and whatever was changed in one is named.

use super::text;
use crate::program::{run_in, workplace};
use serde_json::{Value, json};

const PLAN: &str = "puzzles = [\"p/tango-4x4.toml\", \"m.json\"]\ndepths = [1, 2]\nstarts = 2\niterations = 20\n\
                    [record]\nlayers = \"deepest\"\nentropy = true\n";
const MODEL: &str = r#"{"n": 3, "offset": 1, "linear": [-1, -2, 0.5], "quadratic": [[0, 1, 2.0]]}"#;

#[test]
fn records_come_out_again_and_every_change_is_named() {
    let folder = workplace(&[("plan.toml", PLAN), ("m.json", MODEL)]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
    let well = run_in(at, "verify o --json").done().json();
    assert_eq!(well, json!({"records": 4, "checked": 4, "wrong": []}));
    let some = run_in(at, "verify o --sample 2 --seed 5 --json")
        .done()
        .json();
    assert_eq!(some["checked"], 2);

    let good = text(&at.join("o"), "records.jsonl");
    let lines: Vec<Value> = good
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let bump = |value: &mut Value| *value = json!(value.as_f64().unwrap() + 1e-15);
    type Change<'c> = &'c dyn Fn(&mut Value);
    let changes: [(&str, usize, Change<'_>); 8] = [
        ("gammas[0]", 0, &|r| bump(&mut r["gammas"][0])),
        ("betas[1]", 1, &|r| bump(&mut r["betas"][1])),
        ("expectation", 3, &|r| bump(&mut r["expectation"])),
        ("measured.hits", 0, &|r| r["measured"]["hits"] = json!(2000)),
        ("layers.states[0].success_probability", 1, &|r| {
            bump(&mut r["layers"]["states"][0]["success_probability"]);
        }),
        ("entanglement_entropy", 2, &|r| {
            bump(&mut r["entanglement_entropy"])
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
        assert_eq!(
            (&wrong[0]["key"], &wrong[0]["line"]),
            (&json!(key), &json!(line + 1))
        );
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

#[test]
fn a_folder_without_records_is_refused() {
    let folder = workplace(&[]);
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    for (line, told) in [
        ("verify empty", "cannot read empty/records.jsonl"),
        ("verify none", "cannot read none/records.jsonl"),
        ("verify empty --sample 0", "--sample"),
    ] {
        let run = run_in(folder.path(), line);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains(told), "{run:?}");
    }
}
