//! Model files through the commands that take one, and what is said where a puzzle
//! is needed.

use crate::cli::bad_input::refused;
use crate::program::{names, run_in, workplace};
use serde_json::Value;

/// C = 1 − x0 − 2 x1 + 2 x0 x1, with names and without.
const NAMED: &str = r#"{"offset": 1, "linear": [-1, -2], "quadratic": [[0, 1, 2]], "cells": {"a": "x0", "b": "x1"}}"#;
const UNNAMED: &str = r#"{"n": 2, "offset": 1, "linear": [-1, -2], "quadratic": [[0, 1, 2]]}"#;

#[test]
fn the_model_of_a_puzzle_gives_the_same_simulation() {
    let folder = workplace(&[]);
    let at = folder.path();
    run_in(at, "export p/takuzu-4x4.toml --to json -o model --quiet").done();
    let expectation = |of: &str| {
        let line = format!("evaluate {of} --gammas 0.3,0.1 --betas -0.4,-0.2 --json");
        run_in(at, &line).done().json()["expectation"]
            .as_f64()
            .unwrap()
    };
    let (model, puzzle) = (expectation("model"), expectation("p/takuzu-4x4.toml"));
    assert!(
        (model - puzzle).abs() < 1e-9 && model != 0.0,
        "{model}, {puzzle}"
    );
    let bench = run_in(at, "bench model --layers 1 --runs 1 --json")
        .done()
        .json();
    assert!(bench["n"].as_u64().unwrap() > 0, "{bench}");
}

#[test]
fn a_sweep_of_models_has_the_numbers_of_puzzles_with_ground_states_for_solutions() {
    let folder = workplace(&[("m.json", NAMED), ("m2.json", UNNAMED)]);
    let line = "sweep m.json m2.json p/takuzu-4x4.toml --depths 1,2 --starts 2 --out s --json";
    let json = run_in(folder.path(), line).done().json();
    let records = json["records"].as_array().unwrap();
    assert_eq!(records.len(), 6);
    for record in records {
        let is_model = record["name"] != "takuzu-4x4";
        assert_eq!(record.get("family").is_none(), is_model, "{record}");
        for key in ["measured", "solutions", "shots_to_99"] {
            assert!(record.get(key).is_some(), "{key} in {record}");
        }
        for key in ["annealing", "grover", "exact_search_nodes"] {
            assert!(record["baselines"].get(key).is_some(), "{key} in {record}");
        }
        if is_model {
            let ground = record["ground_probability"].as_f64().unwrap();
            let success = record["success_probability"].as_f64().unwrap();
            assert!(
                success > 0.25 && (success - ground).abs() < 1e-12,
                "{record}"
            );
            assert_eq!(
                (&record["solutions"], &record["states"]),
                (&1.into(), &4.into())
            );
            assert_eq!(record["random_success_probability"], 0.25);
            assert_eq!(record["baselines"]["exact_search_nodes"], 4);
        }
    }
    assert_eq!(records[1]["ground_energy"], -1.0);
    assert_eq!(records[0]["model_hash"], records[2]["model_hash"]);
    let files = names(&folder.path().join("s"));
    for name in ["success.svg", "expectation.svg", "boards-m.svg"] {
        assert!(files.contains(&name.to_owned()), "lacks {name}: {files:?}");
    }
    let table = std::fs::read_to_string(folder.path().join("s/summary.csv")).unwrap();
    let row = table.lines().nth(1).unwrap();
    assert!(row.contains(",\"m\",,2,4,1,"), "{row}");
    let spoken = run_in(
        folder.path(),
        "sweep m.json --depths 1..2 --starts 1 --out t",
    )
    .done()
    .out;
    assert!(spoken.contains("P(lowest energy)"), "{spoken}");
    let figure = |at: &str| std::fs::read_to_string(folder.path().join(at)).unwrap();
    let mixed = "or, of a model without rules, of its exact ground states";
    assert!(figure("s/success.svg").contains("of all boards that obey the rules"));
    assert!(words_of(&figure("s/success.svg")).contains(mixed));
    assert!(words_of(&figure("t/success.svg")).contains("of the exact ground states of the model"));
    run_in(folder.path(), "verify s --quiet").done();
}

/// The text of a figure, whose lines are elements of their own, in one line.
fn words_of(svg: &str) -> String {
    let parts = svg.split('<').filter_map(|tag| tag.split_once('>'));
    let words: Vec<&str> = parts
        .flat_map(|(_, text)| text.split_whitespace())
        .collect();
    words.join(" ")
}

#[test]
fn a_model_is_compared_with_the_other_algorithms_as_its_puzzle_is() {
    let folder = workplace(&[]);
    let at = folder.path();
    let plan = "--depth 1 --starts 1 --no-times --json";
    let line = "export p/queens-5x5.toml --target-qubits 6 --to json -o m.json --quiet";
    run_in(at, line).done();
    let found = run_in(at, &format!("compare m.json {plan}")).done().json();
    assert!(
        found.get("family").is_none() && found["name"] == "m",
        "{found}"
    );
    // the rules of this puzzle are all in its energies, so that its ground states are its solutions
    let line = format!("compare p/queens-5x5.toml --target-qubits 6 {plan}");
    let puzzle = run_in(at, &line).done().json();
    let success = |json: &Value, k: usize| json["algorithms"][k]["success_probability"].as_f64();
    for key in [
        "qubits",
        "search_space",
        "marked",
        "random_success_probability",
    ] {
        assert_eq!(found[key], puzzle[key], "{key}");
    }
    let count = puzzle["algorithms"].as_array().unwrap().len();
    assert_eq!(found["algorithms"].as_array().unwrap().len(), count);
    for k in 0..count {
        let (own, of_puzzle) = (success(&found, k).unwrap(), success(&puzzle, k).unwrap());
        let is_measured = puzzle["algorithms"][k]["algorithm"] == "annealing";
        let room = if is_measured { 0.5 } else { 1e-6 };
        assert!((own - of_puzzle).abs() < room, "{k}: {own}, {of_puzzle}");
    }
    let last = &found["algorithms"][count - 1];
    assert_eq!(last["algorithm"], "exact search");
    assert_eq!(last["calls"].as_f64(), Some(64.0));
    let told = run_in(at, "compare m.json --depth 1 --starts 1");
    let told = told.done().out;
    assert!(
        told.contains("an exact ground state (a model states no rules)"),
        "{told}"
    );
}

#[test]
fn a_model_runs_on_a_device_as_its_puzzle_does() {
    let folder = workplace(&[("m.json", NAMED)]);
    let at = folder.path();
    run_in(
        at,
        "qubo p/tango-4x4.toml -o q.json --format json --quiet --target-qubits 4",
    )
    .done();
    let options = "--backend torino --depths 1,2 --estimate --json --starts 1";
    let model = run_in(at, &format!("device q.json {options} --out d"))
        .done()
        .json();
    let puzzle = run_in(
        at,
        &format!("device p/tango-4x4.toml --target-qubits 4 {options}"),
    );
    let puzzle = puzzle.done().json();
    for (own, other) in [0, 1].map(|k| (&model["records"][k], &puzzle["records"][k])) {
        assert!(own.get("family").is_none() && own["name"] == "q", "{own}");
        for key in [
            "success_probability",
            "estimated_success_probability",
            "model_hash",
        ] {
            assert_eq!(own[key], other[key], "{key}");
        }
    }
    let figure = std::fs::read_to_string(at.join("d/device.svg")).unwrap();
    assert!(words_of(&figure).contains("of the exact ground states of the model"));
    let told = run_in(
        at,
        "device m.json --backend torino --depths 1 --estimate --starts 1",
    );
    assert!(told.done().out.contains("an exact ground state (a model"));
}

#[test]
fn the_report_of_a_model_shows_its_variables_in_place_of_a_board() {
    let plan = "puzzles = [\"m.json\"]\ndepths = \"1\"\nstarts = 1\n[record]\nlayers = \"all\"\n";
    let folder = workplace(&[("m.json", NAMED), ("plan.toml", plan)]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out s --quiet --no-plots").done();
    run_in(at, "plot s --only marginals,boards --quiet").done();
    for (figure, part) in [
        ("marginals-m", "how likely each variable is 1"),
        ("boards-m", "likeliest states at p = 1"),
        ("boards-m", "an exact ground state"),
    ] {
        let svg = std::fs::read_to_string(at.join(format!("s/{figure}.svg"))).unwrap();
        let words = words_of(&svg);
        assert!(words.contains(part), "{figure}: {words}");
        assert!(
            words.contains("Variables from left to right: a, b."),
            "{words}"
        );
    }
    run_in(at, "report s").done();
    let page = std::fs::read_to_string(at.join("s/report.html")).unwrap();
    assert!(page.contains("<dt>models</dt><dd>1</dd>"));
    let start = "<script type=\"application/json\" id=\"data\">";
    let data = &page[page.find(start).unwrap() + start.len()..];
    let data: Value = serde_json::from_str(&data[..data.find("</script>").unwrap()]).unwrap();
    assert_eq!(
        data["puzzles"][0]["board"]["names"],
        serde_json::json!(["a", "b"])
    );
    let layers = &data["chains"][0]["runs"][0]["layers"];
    assert_eq!(layers["cells"], serde_json::json!(["a", "b"]));
    // C = 1 − a − 2 b + 2 a b is lowest at a = 0, b = 1
    let likeliest = layers["states"][1]["likeliest"].as_array().unwrap();
    let of_ground = likeliest.iter().filter(|one| one[2] == 1);
    let boards: Vec<&Value> = of_ground.map(|one| &one[0]).collect();
    assert_eq!(boards, ["01"]);
}

#[test]
fn solve_prints_the_record_that_a_sweep_keeps() {
    let folder = workplace(&[("m.json", NAMED)]);
    let at = folder.path();
    for (k, options) in [
        "m.json",
        "p/tango-4x4.toml",
        "p/queens-5x5.toml --registers rows --reduce none",
        "p/takuzu-4x4.toml --ansatz per-rule --precision f32 --objective cvar:0.5",
    ]
    .iter()
    .enumerate()
    {
        let options = format!("{options} --starts 2 --seed 3 --shots 64 --json");
        let line = format!("sweep {options} --depths 2 --no-plots --out s{k}");
        let swept = run_in(at, &line).done().json();
        let solved = run_in(at, &format!("solve {options} --depth 2")).json();
        for (key, value) in swept["records"][0].as_object().unwrap() {
            if !["baselines", "layers"].contains(&&**key) {
                assert_eq!(solved[key], *value, "{key} of {options}");
            }
        }
    }
}

#[test]
fn a_model_is_solved_by_its_ground_states() {
    let folder = workplace(&[("m.json", NAMED), ("m2.json", UNNAMED)]);
    let at = folder.path();
    let search = "--starts 2 --seed 3 --shots 64";
    for (file, name) in [("m.json", "m"), ("m2.json", "m2")] {
        let line = format!("solve {file} --depth 2 {search} --out o-{name} --json");
        let solved = run_in(at, &line).done().json();
        let line = format!("evaluate {file} --angles o-{name}/result.json --seed 3 --shots 64");
        let evaluated = run_in(at, &format!("{line} --json")).done().json();
        for json in [&solved, &evaluated] {
            assert_eq!(json["status"], "solved");
            // C = 1 − a − 2 b + 2 a b is lowest at a = 0, b = 1
            assert_eq!(json["board"], serde_json::json!(["01"]), "{file}");
            assert!(json.get("family").is_none(), "{json}");
            for likely in json["likeliest"].as_array().unwrap() {
                assert_eq!(
                    likely["solves"],
                    likely["board"] == serde_json::json!(["01"])
                );
            }
        }
        let page = run_in(at, &format!("solve {file} --depth 2 {search}"));
        let page = page.done().out;
        let variable = if name == "m" { "b" } else { "x1" };
        for part in [
            "an exact ground state (a model states no rules)",
            "P(success)               ",
            "shots that solve         ",
            "ground state             01",
            &format!("Variables that are 1: {variable}"),
        ] {
            assert!(page.contains(part), "{file}: {page}");
        }
        assert!(
            !page.contains("rules)\nReduction") && !page.contains("obey"),
            "{page}"
        );
        let page = run_in(at, &line).done().out;
        assert!(page.contains("Likeliest states:") && page.contains("  yes"));
        let boards = at.join(format!("o-{name}/boards-{name}.svg"));
        let words = words_of(&std::fs::read_to_string(boards).unwrap());
        assert!(words.contains("an exact ground state"), "{words}");
        assert!(!words.contains("obeys all rules"), "{words}");
    }
}

#[test]
fn a_model_with_more_ground_states_than_one_is_asked_for_any_of_them() {
    let equal = "{\"n\": 3, \"offset\": 0, \"linear\": [0, 0, 0], \"quadratic\": [], \"higher\": [[[0, 1, 2], 1.0]]}";
    let folder = workplace(&[("m.json", equal)]);
    let line = "compare m.json --depth 1 --starts 1";
    let told = run_in(folder.path(), line).done().out;
    assert!(told.contains("solutions                7"), "{told}");
    let json = run_in(folder.path(), &format!("{line} --json"))
        .done()
        .json();
    assert_eq!(json["random_success_probability"], 0.875);
    let measured = &json["algorithms"][json["algorithms"].as_array().unwrap().len() - 2];
    assert_eq!(
        (&measured["algorithm"], &measured["success_probability"]),
        (&"annealing".into(), &1.0.into())
    );
}

#[test]
fn a_model_has_a_landscape_and_a_circuit() {
    let folder = workplace(&[
        ("m.json", NAMED),
        ("a.json", "{\"gammas\": [0.5], \"betas\": [-0.5]}"),
    ]);
    let at = folder.path();
    let line = "landscape m.json --points 5 --out l --starts 1 --json";
    let json = run_in(at, line).done().json();
    assert!(json.get("expectation").is_some() && json.get("success_probability").is_none());
    assert!(
        !names(&at.join("l"))
            .iter()
            .any(|name| name.contains("success"))
    );
    let circuit = run_in(at, "export m.json --to qasm3 --angles a.json")
        .done()
        .out;
    for words in [
        "qubit[2] q;",
        "q[0] = a",
        "q[1] = b",
        "a model without rules",
        "m.json",
    ] {
        assert!(circuit.contains(words), "lacks {words}:\n{circuit}");
    }
    let unnamed = run_in(at, "export m.json --angles a.json --json")
        .done()
        .out;
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
        ("m.json", NAMED),
        ("e.json", empty),
        ("h.json", &high),
        ("a.json", angles),
    ];
    let folder = workplace(&files);
    for (line, parts) in [
        (
            "show m.json",
            ["m.json: a model, which states no rules", "solve, bench"],
        ),
        (
            "solve m.json --registers rows",
            ["--registers: m.json", "leave the option out"],
        ),
        (
            "evaluate e.json --gammas 0.1 --betas=-0.1",
            ["e.json: a model without variables", "no circuit"],
        ),
        ("classical m.json", ["a model", "give a puzzle file here"]),
        (
            "decode m.json c.json",
            ["a model", "give a puzzle file here"],
        ),
        (
            "sweep m.json --out s --reduce full",
            ["--reduce: m.json is a model", "leave the option out"],
        ),
        (
            "landscape m.json --target-qubits 1",
            ["--target-qubits: m.json", "leave the option out"],
        ),
        (
            "export m.json --weight row=2",
            ["--weight: m.json", "leave the option out"],
        ),
        (
            "sweep e.json --out s",
            ["e.json: a model without variables", "no angle to search"],
        ),
        (
            "export h.json --angles a.json",
            ["products of up to 30 variables", "reduce further"],
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
    let folder = workplace(&[
        ("m.json", NAMED),
        ("forty.json", &forty),
        ("blank.toml", &blank),
    ]);
    let at = folder.path();
    let cases: [(&str, &[&str]); 8] = [
        (
            "evaluate m.json --gammas 1e300 --betas 1",
            &["gamma 1 is 1e300", "up to 2^53"],
        ),
        (
            "evaluate m.json --gammas 1 --betas=-1e16",
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
        ("device p/tango-4x4.toml --backend ring-5", &["line-N"]),
    ];
    for (line, parts) in cases {
        refused(&run_in(at, line), line, parts);
    }
    let told = run_in(at, "bench forty.json").err;
    assert!(
        !told.contains("--reduce") && !told.contains("--target-qubits"),
        "{told}"
    );
    run_in(at, "evaluate m.json --gammas 9e15 --betas 1").done();
    let bench = run_in(at, "bench m.json --layers 1 --runs 1 --json")
        .done()
        .json();
    assert_eq!(bench["precision"], "f64");
    let shown = run_in(at, "show blank.toml --registers auto").out;
    assert!(
        shown.contains("81 registers (auto), 2^256.8 states, mixer ")
            && shown.contains(" 2^256.8 amplitudes, more than ")
            && shown.contains("more than 2^64 states need more than ")
            && !shown.contains("18446744073709551615")
            && !shown.contains("340282366920938463463374607431768211455"),
        "{shown}"
    );
}
