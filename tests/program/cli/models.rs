//! Model files of every format through the commands that take one, and what is said where a puzzle is needed.

use crate::cli::bad_input::refused;
use crate::program::{names, run_in, workplace};
use serde_json::Value;

/// C = 1 − x0 − 2 x1 + 2 x0 x1 in the formats whose texts are short.
const LP: &str = "Minimize\n obj: - a - 2 b + [ 4 a * b ] / 2 + 1\nSubject To\nBinary\n a b\nEnd\n";
const QUBO: &str = "c offset : 1\np qubo 0 2 2 1\n0 0 -1\n1 1 -2\n0 1 2\n";

#[test]
fn every_format_that_qubo_writes_gives_the_same_simulation() {
    let folder = workplace(&[]);
    let at = folder.path();
    let angles = "--gammas 0.3,0.1 --betas -0.4,-0.2 --json";
    let mut expectations = Vec::new();
    for format in ["json", "dimod", "qubo", "lp", "ising"] {
        let line = format!("qubo p/takuzu-4x4.toml --format {format} -o model --quiet");
        run_in(at, &line).done();
        let json = run_in(at, &format!("simulate model {angles}"))
            .done()
            .json();
        expectations.push(json["expectation"].as_f64().unwrap());
    }
    let first = expectations[0];
    let close = expectations
        .iter()
        .all(|value| (value - first).abs() < 1e-9);
    assert!(close && first != 0.0, "{expectations:?}");
    let bench = run_in(at, "bench model --layers 1 --runs 1 --json")
        .done()
        .json();
    assert!(bench["n"].as_u64().unwrap() > 0, "{bench}");
}

#[test]
fn a_sweep_of_models_has_no_success_probability_and_says_so() {
    let folder = workplace(&[("m.lp", LP), ("m2.qubo", QUBO)]);
    let line = "sweep m.lp m2.qubo p/takuzu-4x4.toml --depths 1,2 --starts 2 --out s --json";
    let json = run_in(folder.path(), line).done().json();
    let records = json["records"].as_array().unwrap();
    assert_eq!(records.len(), 6);
    for record in records {
        let is_model = record["name"] != "takuzu-4x4";
        for key in ["family", "success_probability", "measured", "solutions"] {
            assert_eq!(record.get(key).is_none(), is_model, "{key} in {record}");
        }
        let ground = record["ground_probability"].as_f64().unwrap();
        assert!(ground > 0.25 || !is_model, "{record}");
    }
    assert_eq!(records[1]["ground_energy"], -1.0);
    assert_eq!(records[0]["model_hash"], records[2]["model_hash"]);
    let files = names(&folder.path().join("s"));
    for name in [
        "success.svg",
        "ground.svg",
        "expectation.svg",
        "trace-m.svg",
    ] {
        assert!(files.contains(&name.to_owned()), "lacks {name}: {files:?}");
    }
    assert!(!files.contains(&"boards-m.svg".to_owned()), "{files:?}");
    let table = std::fs::read_to_string(folder.path().join("s/summary.csv")).unwrap();
    let row = table.lines().nth(1).unwrap();
    assert!(row.contains(",\"m\",,2,4,1,"), "{row}");
    let spoken = run_in(folder.path(), "sweep m.lp --depths 1 --starts 1 --out t")
        .done()
        .out;
    assert!(spoken.contains("P(lowest energy) = "), "{spoken}");
    assert!(!names(&folder.path().join("t")).contains(&"success.svg".to_owned()));
}

#[test]
fn a_model_has_a_landscape_and_a_circuit() {
    let folder = workplace(&[
        ("m.lp", LP),
        ("a.json", "{\"gammas\": [0.5], \"betas\": [-0.5]}"),
    ]);
    let at = folder.path();
    let line = "landscape m.lp --points 5 --out l --starts 1 --json";
    let json = run_in(at, line).done().json();
    assert!(json.get("expectation").is_some() && json.get("success_probability").is_none());
    assert!(
        !names(&at.join("l"))
            .iter()
            .any(|name| name.contains("success"))
    );
    let circuit = run_in(at, "export m.lp --to qasm3 --angles a.json")
        .done()
        .out;
    for words in [
        "qubit[2] q;",
        "q[0] = a",
        "q[1] = b",
        "a model without rules",
        "m.lp",
    ] {
        assert!(circuit.contains(words), "lacks {words}:\n{circuit}");
    }
    let unnamed = run_in(at, "export m.lp --angles a.json --json").done().out;
    let json: Value = serde_json::from_str(&unnamed).unwrap();
    assert_eq!((&json["qubits"], &json["depth"]), (&2.into(), &1.into()));
}

#[test]
fn what_only_a_puzzle_has_is_refused_for_a_model() {
    let empty = "{\"n\": 0, \"offset\": 1, \"linear\": [], \"quadratic\": []}";
    let high = format!(
        "{{\"n\": 30, \"offset\": 0, \"linear\": {:?}, \"quadratic\": [], \"higher\": [[{:?}, 1]]}}",
        [0; 30],
        (0..30).collect::<Vec<_>>()
    );
    let angles = "{\"gammas\": [0.5], \"betas\": [-0.5]}";
    let files = [
        ("m.lp", LP),
        ("e.json", empty),
        ("h.json", &high),
        ("a.json", angles),
    ];
    let folder = workplace(&files);
    for (line, parts) in [
        (
            "solve m.lp",
            ["m.lp: a model, which states no rules", "sweep"],
        ),
        ("show m.lp", ["a model", "give a puzzle file here"]),
        ("qubo m.lp", ["a model", "give a puzzle file here"]),
        ("classical m.lp", ["a model", "give a puzzle file here"]),
        ("decode m.lp c.json", ["a model", "give a puzzle file here"]),
        (
            "sweep m.lp --out s --reduce full",
            ["--reduce: m.lp is a model", "leave the option out"],
        ),
        (
            "landscape m.lp --target-qubits 1",
            ["--target-qubits: m.lp", "leave the option out"],
        ),
        (
            "export m.lp --weight row=2",
            ["--weight: m.lp", "leave the option out"],
        ),
        (
            "sweep e.json --out s",
            ["e.json: a model without variables", "no depth to sweep"],
        ),
        (
            "export h.json --angles a.json",
            ["h.json: a product of 30 variables", "at most 20"],
        ),
        (
            "simulate p/tango-4x4.toml --gammas 1 --betas -1",
            ["begins no model", "`ketboard qubo` makes a model"],
        ),
    ] {
        refused(&run_in(folder.path(), line), line, &parts);
    }
}

#[test]
fn what_is_too_large_is_refused_with_its_bound_and_in_short() {
    let forty = format!(
        r#"{{"n": 40, "offset": 0, "linear": [{}], "quadratic": []}}"#,
        ["1"; 40].join(", ")
    );
    let blank = format!(
        "family = \"sudoku\"\nbox = [3, 3]\ngrid = \"\"\"\n{}\"\"\"\n",
        ".........\n".repeat(9)
    );
    let folder = workplace(&[("m.lp", LP), ("forty.json", &forty), ("blank.toml", &blank)]);
    let at = folder.path();
    let cases: [(&str, &[&str]); 8] = [
        (
            "simulate m.lp --gammas 1e300 --betas 1",
            &["gamma 1 is 1e300", "up to 2^53"],
        ),
        (
            "simulate m.lp --gammas 1 --betas=-1e16",
            &["beta 1 is -1e16", "up to 2^53"],
        ),
        (
            "solve p/tango-4x4.toml --weight balance=1e308",
            &["balance=1e308; "],
        ),
        (
            "device p/tango-4x4.toml --backend heavy-hex-99999",
            &["heavy-hex-D has an odd distance D from 3 to "],
        ),
        (
            "device p/tango-4x4.toml --backend line-0",
            &["line-N has 1 to 2048 qubits"],
        ),
        (
            "device p/tango-4x4.toml --backend line-99999",
            &["line-N has 1 to 2048 qubits"],
        ),
        (
            "bench forty.json",
            &["40 qubits need", "give a model of at most "],
        ),
        (
            "device p/tango-4x4.toml --backend ring-5",
            &["line-N, grid-RxC"],
        ),
    ];
    for (line, parts) in cases {
        refused(&run_in(at, line), line, parts);
    }
    let told = run_in(at, "bench forty.json").err;
    assert!(
        !told.contains("--reduce") && !told.contains("--target-qubits"),
        "{told}"
    );
    run_in(at, "simulate m.lp --gammas 9e15 --betas 1").done();
    let bench = run_in(at, "bench m.lp --layers 1 --runs 1 --json")
        .done()
        .json();
    assert_eq!(bench["precision"], "f64");
    let shown = run_in(at, "show blank.toml --registers auto").out;
    assert!(
        shown.contains(": 2^256.8 amplitudes, more than ")
            && shown.contains("more than 2^64 states need more than ")
            && !shown.contains("18446744073709551615")
            && !shown.contains("340282366920938463463374607431768211455"),
        "{shown}"
    );
}
