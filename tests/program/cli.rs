//! The program as its users meet it: every command runs well once, and its JSON means what the
//! documents say.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "cli/bad_files.rs"]
mod bad_files;
#[path = "cli/bad_input.rs"]
mod bad_input;
#[path = "cli/batches.rs"]
mod batches;
#[path = "cli/calibration.rs"]
mod calibration;
#[path = "cli/chess.rs"]
mod chess;
#[path = "cli/compare.rs"]
mod compare;
#[path = "cli/deletion.rs"]
mod deletion;
#[path = "cli/device.rs"]
mod device;
#[path = "cli/dialects.rs"]
mod dialects;
#[path = "cli/encodings.rs"]
mod encodings;
#[path = "cli/evaluate.rs"]
mod evaluate;
#[path = "cli/grover.rs"]
mod grover;
#[path = "cli/models.rs"]
mod models;
#[path = "cli/no_solution.rs"]
mod no_solution;
#[path = "cli/output.rs"]
mod output;
#[path = "cli/registers.rs"]
mod registers;
#[path = "cli/report.rs"]
mod report;
#[path = "cli/resources.rs"]
mod resources;
#[path = "cli/round_trip.rs"]
mod round_trip;
#[path = "cli/same_bytes.rs"]
mod same_bytes;
#[path = "cli/standard_input.rs"]
mod standard_input;
#[path = "cli/symbols.rs"]
mod symbols;
#[path = "cli/weights.rs"]
mod weights;

use crate::program::{keys, names, numbers, run_in, workplace};
use serde_json::Value;

const COMMANDS: [&str; 15] = [
    "plot",
    "import",
    "verify",
    "device",
    "show",
    "solve",
    "bench",
    "sweep",
    "landscape",
    "export",
    "decode",
    "generate",
    "compare",
    "report",
    "classical",
];

/// Names that scripts know and the overview leaves out.
const HIDDEN: [&str; 6] = [
    "evaluate",
    "simulate",
    "qubo",
    "grover",
    "deletion",
    "resources",
];

/// A model whose numbers one can see: C = 1 − x0 − 2 x1 + 2 x0 x1, lowest (−1) at x = 01 (qubit 1
/// alone).
const SMALL_MODEL: &str =
    r#"{"n": 2, "offset": 1, "linear": [-1, -2], "quadratic": [[0, 1, 2.0]]}"#;

#[test]
fn every_command_explains_itself_and_its_options() {
    let folder = workplace(&[]);
    let overview = run_in(folder.path(), "--help").done().out;
    for group in ["Puzzle:", "Run:", "Study:", "Hardware:", "Other:"] {
        assert!(overview.contains(&format!("\n{group}\n")), "{overview}");
    }
    for command in HIDDEN {
        assert!(!overview.contains(&format!("\n  {command} ")), "{overview}");
        let help = run_in(folder.path(), &format!("{command} --help")).done();
        assert!(help.out.contains("Usage: ketboard "), "{help:?}");
    }
    for command in COMMANDS {
        assert!(overview.contains(&format!("\n  {command} ")), "{overview}");
        let help = run_in(folder.path(), &format!("{command} --help"))
            .done()
            .out;
        let usage = format!("Usage: ketboard {command} ");
        assert!(help.contains(&usage), "{help}");
        assert!(!help.contains("[possible values: ]"), "{help}");
        for option in ["--json", "--quiet", "--threads"] {
            assert!(help.contains(option), "{command} lacks {option}");
        }
        let short = run_in(folder.path(), &format!("{command} -h")).done().out;
        assert!(short.contains(&usage), "{short}");
    }
    let bare = run_in(folder.path(), "");
    assert_eq!((bare.status, bare.out.as_str()), (2, ""));
    assert!(
        bare.err.contains("Usage: ketboard [OPTIONS] <COMMAND>"),
        "{bare:?}"
    );
}

#[test]
fn common_options_stand_where_they_mean_something() {
    let folder = workplace(&[]);
    let model = "show solve sweep landscape export decode compare device classical";
    let table = [
        ("--reduce", format!("{model} generate")),
        ("--target-qubits", model.to_owned()),
        (
            "--seed",
            "solve sweep landscape export generate compare device classical".to_owned(),
        ),
        ("--depth", "solve export compare plot".to_owned()),
        ("--shots", "solve sweep export".to_owned()),
    ];
    for (option, commands) in table {
        for command in COMMANDS {
            let help = run_in(folder.path(), &format!("{command} --help"))
                .done()
                .out;
            let has = help.contains(&format!("{option} <"));
            let expected = commands.split(' ').any(|name| name == command);
            assert_eq!(has, expected, "{command} and {option}");
        }
    }
}

#[test]
fn show_tells_the_reduction_and_what_it_leaves() {
    let folder = workplace(&[]);
    let text = run_in(folder.path(), "show p/tango-6x6.toml").done().out;
    for part in [
        "Tango 6×6, seed 1, 14 qubits (tango, 6×6)",
        "given (line 4)",
        "r4c1 = 0: r3c1 x r4c1, and r3c1 is known",
        "36 cells, 5 given, 17 deduced or merged: 14 qubits left",
        "Cells that share qubits: r2c2 = x5",
        "2^14 amplitudes, 528 KiB",
    ] {
        assert!(text.contains(part), "lacks {part:?}:\n{text}");
    }
    let json = run_in(folder.path(), "show p/tango-6x6.toml --json")
        .done()
        .json();
    assert_eq!(json["qubits"], 14);
    assert_eq!(json["cells"], 36);
    assert_eq!(json["steps"].as_array().unwrap().len(), 36 - 14);
    assert_eq!(json["memory_bytes"], 33.0 * 16384.0);
}

#[test]
fn show_says_when_the_dial_cannot_be_reached_and_when_a_state_does_not_fit() {
    let eight = "family = \"n-queens\"\nsize = 8\n";
    let folder = workplace(&[("eight.toml", eight)]);
    let text = run_in(folder.path(), "show eight.toml --target-qubits 10")
        .done()
        .out;
    assert!(
        text.contains("64 qubits left (these rules reach no further)"),
        "{text}"
    );
    assert!(text.contains("That does not fit here"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() < 200),
        "{text}"
    );
}

#[test]
fn solve_finds_the_board_and_says_all_that_the_contract_names() {
    let folder = workplace(&[]);
    let line = "solve p/tango-4x4.toml --json --depth 3 --seed 5 --shots 500";
    let json = run_in(folder.path(), line).done().json();
    for key in [
        "status",
        "board",
        "qubits",
        "depth",
        "gammas",
        "betas",
        "expectation",
        "success_probability",
        "ground_probability",
        "random_success_probability",
        "evaluations",
        "solutions",
        "wall_s",
    ] {
        assert!(json.get(key).is_some(), "lacks {key}: {json}");
    }
    assert_eq!(json["status"], "solved");
    let exact = run_in(folder.path(), "classical p/tango-4x4.toml --json")
        .done()
        .json();
    assert_eq!(exact["boards"][0], json["board"]);
    assert_eq!((&json["qubits"], &json["depth"]), (&8.into(), &3.into()));
    assert_eq!(numbers(&json["gammas"]).len(), 3);
    assert_eq!(numbers(&json["betas"]).len(), 3);
    assert_eq!(json["solutions"], 1);
    assert_eq!(json["random_success_probability"], 1.0 / 256.0);
    let success = json["success_probability"].as_f64().unwrap();
    assert!((10.0 / 256.0..1.0).contains(&success), "{success}");
    assert!(json["evaluations"].as_u64().unwrap() > 10);
    assert!(json["wall_s"].as_f64().unwrap() > 0.0);
    assert_eq!(json["measured"]["shots"], 500);
}

#[test]
fn solve_draws_the_board_with_givens_told_apart_and_prints_it_bare_when_quiet() {
    let folder = workplace(&[]);
    let text = run_in(folder.path(), "solve p/tango-4x4.toml --depth 2")
        .done()
        .out;
    for part in [
        "8 qubits left",
        "p                        2",
        "times a random guess",
        "shots that solve",
        "┏━━━┯",
        "[☾]",
    ] {
        assert!(text.contains(part), "lacks {part:?}:\n{text}");
    }
    let quiet = run_in(folder.path(), "solve p/tango-4x4.toml --depth 2 --quiet")
        .done()
        .out;
    let rows: Vec<&str> = quiet.lines().collect();
    assert_eq!(rows.len(), 4, "{quiet}");
    assert!(rows.iter().all(|row| row.len() == 4), "{quiet}");
}

#[test]
fn a_board_that_deduction_solves_needs_no_circuit() {
    let folder = workplace(&[]);
    let text = run_in(folder.path(), "solve p/tango-6x6.toml --reduce full")
        .done()
        .out;
    assert!(text.contains("No qubit is left"), "{text}");
    assert!(!text.contains("shots"), "{text}");
    let json = run_in(folder.path(), "solve p/tango-6x6.toml --reduce full --json")
        .done()
        .json();
    assert_eq!(json["status"], "solved");
    assert_eq!((&json["qubits"], &json["depth"]), (&0.into(), &0.into()));
    assert_eq!(json["success_probability"], 1.0);
}

#[test]
fn a_search_that_finds_no_board_says_so_and_exits_with_one() {
    let folder = workplace(&[]);
    // Of 2^14 boards one is right: a single uniform sample misses it.
    let line = "solve p/tango-6x6.toml --depth 0 --shots 1";
    let run = run_in(folder.path(), &format!("{line} --json"));
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    assert_eq!(run.json()["status"], "unsolved");
    assert!(run.json().get("board").is_none());
    let told = run_in(folder.path(), line);
    assert_eq!(told.status, 1);
    assert!(told.out.contains("Try a larger --depth"), "{told:?}");
    assert!(told.out.contains("must be exactly"), "{told:?}");
}

#[test]
fn qubo_writes_every_format_and_its_json_has_the_keys_of_the_contract() {
    let folder = workplace(&[]);
    let json = run_in(folder.path(), "qubo p/takuzu-4x4.toml").done().out;
    let model: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        keys(&model),
        [
            "n",
            "offset",
            "linear",
            "quadratic",
            "zero_violation_energy",
            "cells",
            "conventions"
        ]
    );
    assert_eq!(model["cells"]["r1c4"], "0", "a given of the file");
    assert_eq!(model["cells"]["r2c2"], "x0", "the first qubit");
    for (format, mark) in [
        ("dimod", "BinaryQuadraticModel"),
        ("qubo", "p qubo 0 4 4 4"),
        ("lp", "Minimize"),
        ("ising", "\"h\""),
    ] {
        let line = format!("qubo p/takuzu-4x4.toml --format {format}");
        let text = run_in(folder.path(), &line).done().out;
        assert!(text.contains(mark), "{text}");
        let output = format!("{line} -o model.{format}");
        let said = run_in(folder.path(), &output).done().out;
        assert_eq!(
            said,
            format!("wrote model.{format}: 4 qubits, format {format}\n")
        );
        let path = folder.path().join(format!("model.{format}"));
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
        let wrapped = run_in(folder.path(), &format!("{line} --json")).done().out;
        let value: Value = serde_json::from_str(&wrapped).unwrap();
        assert!(
            value.is_object(),
            "--json prints one object, whatever the format"
        );
    }
}

#[test]
fn evaluate_under_its_old_name_gives_expectation_norm_and_every_probability() {
    let folder = workplace(&[("m.json", SMALL_MODEL)]);
    let line = "simulate m.json --gammas 0.3,-0.2 --betas -0.4,0.1 --json --probs p.json";
    let json = run_in(folder.path(), line).done().json();
    assert_eq!(json["n"], 2);
    let text = std::fs::read_to_string(folder.path().join("p.json")).unwrap();
    let probabilities: Value = serde_json::from_str(&text).unwrap();
    let at = |bits: &str| probabilities[bits].as_f64().unwrap();
    let mean = at("00") - at("01") + 0.0 * at("10") + 0.0 * at("11");
    assert!(
        (json["expectation"].as_f64().unwrap() - mean).abs() < 1e-12,
        "{json}"
    );
    assert!((json["norm"].as_f64().unwrap() - 1.0).abs() < 1e-12);
    assert!((json["ground_probability"].as_f64().unwrap() - at("01")).abs() < 1e-12);
    let uniform = run_in(folder.path(), "simulate m.json --gammas= --betas= --json");
    assert_eq!(
        uniform.done().json()["expectation"],
        0.0,
        "(1 + 0 − 1 + 0) / 4"
    );
}

#[test]
fn bench_times_the_model_it_is_given() {
    let folder = workplace(&[("m.json", SMALL_MODEL)]);
    let line = "bench m.json --gammas 0.3 --betas -0.4 --runs 1 --threads 1 --json";
    let json = run_in(folder.path(), line).done().json();
    for key in [
        "n",
        "p",
        "precision",
        "threads",
        "precompute_s",
        "zero_layers_s",
        "objective_s",
        "per_layer_s",
        "gradient_s",
        "expectation",
    ] {
        assert!(json.get(key).is_some(), "lacks {key}: {json}");
    }
    assert_eq!(
        (&json["n"], &json["p"], &json["threads"]),
        (&2.into(), &1.into(), &1.into())
    );
    let simulated = run_in(
        folder.path(),
        "evaluate m.json --gammas 0.3 --betas -0.4 --json",
    );
    let [one, other] = [&simulated.json(), &json].map(|json| json["expectation"].as_f64().unwrap());
    assert!((one - other).abs() < 1e-12, "{one} and {other}");
}

#[test]
fn sweep_writes_records_a_table_and_pictures() {
    let folder = workplace(&[]);
    let line = "sweep p/tango-4x4.toml p/takuzu-4x4.toml --depths 1,3 --out s --starts 2 --json";
    let json = run_in(folder.path(), line).done().json();
    let text = std::fs::read_to_string(folder.path().join("s/records.jsonl")).unwrap();
    let records: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(json["records"].as_array().unwrap(), &records);
    let about = |record: &Value| format!("{} p={}", record["name"], record["depth"]);
    let abouts: Vec<_> = records.iter().map(about).collect();
    assert_eq!(
        abouts,
        [
            "\"tango-4x4\" p=1",
            "\"tango-4x4\" p=3",
            "\"takuzu-4x4\" p=1",
            "\"takuzu-4x4\" p=3"
        ]
    );
    for record in &records {
        let probability = |key: &str| record[key].as_f64().unwrap();
        let success = probability("success_probability");
        let random = record["random_success_probability"].as_f64().unwrap();
        assert!(success > random, "{record}");
    }
    let table = std::fs::read_to_string(folder.path().join("s/summary.csv")).unwrap();
    assert_eq!(table.lines().count(), 1 + records.len());
    let pictures = [
        "success",
        "expectation",
        "boards-tango-4x4",
        "marginals-takuzu-4x4",
    ];
    for name in pictures
        .iter()
        .flat_map(|name| [format!("{name}.svg"), format!("{name}.png")])
    {
        assert!(
            names(&folder.path().join("s")).contains(&name),
            "lacks {name}"
        );
    }
}

#[test]
fn landscape_writes_a_record_and_pictures_of_cost_and_success() {
    let folder = workplace(&[]);
    let line = "landscape p/takuzu-4x4.toml --points 5 --gamma-max 1 --beta-max 0.5 --out l --json";
    let json = run_in(folder.path(), line).done().json();
    assert_eq!(numbers(&json["gammas"]), [0.0, 0.25, 0.5, 0.75, 1.0]);
    assert_eq!(numbers(&json["betas"]), [-0.5, -0.25, 0.0, 0.25, 0.5]);
    let at_zero = numbers(&json["expectation"][2])[0];
    assert!(
        (at_zero - 9.0).abs() < 1e-9,
        "no layer at all: the mean energy, {at_zero}"
    );
    assert_eq!(
        names(&folder.path().join("l")),
        [
            "landscape-success-takuzu-4x4.png",
            "landscape-success-takuzu-4x4.svg",
            "landscape-success-takuzu-4x4.txt",
            "landscape-takuzu-4x4.json",
            "landscape-takuzu-4x4.png",
            "landscape-takuzu-4x4.svg",
            "landscape-takuzu-4x4.txt",
        ]
    );
}

#[test]
fn classical_lists_all_solutions_and_says_when_a_limit_stopped_it() {
    let six = "family = \"n-queens\"\nsize = 6\n";
    let folder = workplace(&[("six.toml", six)]);
    let all = run_in(folder.path(), "classical six.toml --method exact --json")
        .done()
        .json();
    assert_eq!(keys(&all), ["solutions", "complete", "boards"]);
    assert_eq!(
        (&all["solutions"], &all["complete"]),
        (&4.into(), &true.into())
    );
    for board in all["boards"].as_array().unwrap() {
        let queens: usize = board
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row.as_str().unwrap().matches('1').count())
            .sum();
        assert_eq!(queens, 6, "{board}");
    }
    let text = run_in(folder.path(), "classical six.toml").done().out;
    assert!(text.ends_with("\n4 solutions\n"), "{text}");
}
