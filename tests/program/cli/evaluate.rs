//! QAOA at angles of one's own: the numbers of `solve` at the angles of `solve`, and what wrong
//! angles get.

use crate::cli::bad_input::all_refused;
use crate::program::{numbers, run_in, workplace};
use serde_json::Value;
use std::f64::consts::PI;

/// The keys of `solve --json` that a run at given angles does not have.
const SEARCHED: [&str; 6] = [
    "objective",
    "evaluations",
    "search_layers",
    "wall_s",
    "setting",
    "run",
];

#[test]
fn at_the_angles_of_solve_it_tells_what_solve_told() {
    let folder = workplace(&[]);
    let at = folder.path();
    for options in [
        "p/tango-4x4.toml --seed 3",
        "p/tango-4x4.toml --ansatz per-rule --precision f32",
        "p/takuzu-4x4.toml --ansatz multi-angle --shots 64",
        "p/queens-5x5.toml --registers rows --mixer grover",
    ] {
        let line = format!("solve {options} --depth 2 --starts 1 --out r --json");
        let mut solved = run_in(at, &line).json();
        let line = format!("evaluate {options} --angles r/result.json --json");
        let mut evaluated = run_in(at, &line).done().json();
        for key in SEARCHED {
            assert!(solved.as_object_mut().unwrap().remove(key).is_some());
        }
        let layers = evaluated["after_layers"].take();
        for key in ["after_layers", "n", "norm", "setting", "run"] {
            assert!(evaluated.as_object_mut().unwrap().remove(key).is_some());
        }
        assert_eq!(solved, evaluated, "{options}");
        let layers = layers.as_array().unwrap();
        assert_eq!(layers.len(), 3, "{options}");
        for key in ["expectation", "success_probability", "ground_probability"] {
            assert_eq!(layers[2][key], solved[key], "{options}: {key}");
        }
        let random = &solved["random_success_probability"];
        let first = layers[0]["success_probability"].as_f64().unwrap();
        assert!((first - random.as_f64().unwrap()).abs() < 1e-6, "{options}");
    }
}

#[test]
fn boards_and_layers_are_told_to_people_too() {
    let folder = workplace(&[]);
    let line = "evaluate p/tango-4x4.toml --gammas 0..0.8:3 --betas -pi/4..0:3";
    let text = run_in(folder.path(), line).done().out;
    for part in [
        "\np                        3\n",
        "\nγ                        0.1333, 0.4",
        "\nP(success)               0.",
        "layer",
        "\n3      ",
        "Likeliest states:",
        "1100, 0011, 1001, 0110",
        "  yes\n",
        "  no\n",
    ] {
        assert!(text.contains(part), "lacks {part:?}:\n{text}");
    }
    let json = run_in(folder.path(), &format!("{line} --json"))
        .done()
        .json();
    let likeliest = json["likeliest"].as_array().unwrap();
    let found = likeliest.iter().find(|likely| likely["solves"] == true);
    let success = json["success_probability"].as_f64().unwrap();
    let of_board = found.unwrap()["probability"].as_f64().unwrap();
    assert!((of_board - success).abs() < 1e-12, "{json}");
    let quiet = run_in(folder.path(), &format!("{line} --quiet")).done().out;
    assert_eq!(quiet, format!("{success}\n"));
}

#[test]
fn the_same_angles_in_every_spelling_are_the_same_run() {
    let lists = "{\"gammas\": [0.7853981633974483, 0.39269908169872414], \"betas\": [-0.7853981633974483, -0.1]}";
    let folder = workplace(&[("a.json", lists)]);
    let at = folder.path();
    let run = |angles: &str| {
        let line = format!("evaluate p/tango-4x4.toml {angles} --json");
        run_in(at, &line).done().json()
    };
    let plain = run("--gammas pi/4,pi/8 --betas -pi/4,-0.1");
    assert_eq!(numbers(&plain["gammas"]), [PI / 4.0, PI / 8.0]);
    for angles in [
        "--gammas 0.25*pi,0.39269908169872414 --betas -2pi/8,-1e-1",
        "--angles a.json",
    ] {
        assert_eq!(run(angles), plain, "{angles}");
    }
    let model = "qubo p/tango-4x4.toml -o m.json --quiet";
    run_in(at, model).done();
    let line = "evaluate m.json --gammas pi/4,pi/8 --betas -pi/4,-0.1 --json";
    let simulated = run_in(at, line).done().json();
    assert_eq!(simulated["expectation"], plain["expectation"]);
}

#[test]
fn a_record_of_a_sweep_is_evaluated_again() {
    let folder = workplace(&[]);
    let at = folder.path();
    for options in ["", "--registers rows", "--ansatz per-rule"] {
        let line = format!(
            "sweep p/queens-5x5.toml --depths 1,2 --starts 1 {options} --out s{} --json",
            options.len()
        );
        let json = run_in(at, &line).done().json();
        let file = format!("s{}/records.jsonl", options.len());
        for record in json["records"].as_array().unwrap() {
            let run = record["run"].as_str().unwrap();
            let line = format!("evaluate p/queens-5x5.toml {options} --angles {file}#{run} --json");
            let evaluated = run_in(at, &line).done().json();
            for key in ["success_probability", "expectation", "gammas", "depth"] {
                assert_eq!(evaluated[key], record[key], "{line}: {key}");
            }
        }
        let several = run_in(at, &format!("evaluate p/queens-5x5.toml --angles {file}"));
        assert_eq!(several.status, 2);
        assert!(several.err.contains("records.jsonl#RUN"), "{several:?}");
    }
}

#[test]
fn angles_that_do_not_fit_are_refused_with_what_would_be_right() {
    let model = r#"{"n": 1, "offset": 0, "linear": [1], "quadratic": []}"#;
    let files = [("m.json", model), ("words.txt", "gammas 0.1\nbetas two\n")];
    let on = "evaluate p/tango-4x4.toml";
    let lines = [
        ("--gammas 1", vec!["--betas"]),
        (
            "--gammas 1,2 --betas 1",
            vec!["2 gammas and 1 betas", "for each layer"],
        ),
        (
            "--gammas 1,2,3 --betas 1 --ansatz per-rule",
            vec![
                "3 gammas and 1 betas",
                "give 2 gammas and 1 betas for each layer",
            ],
        ),
        (
            "--gammas ,, --betas 1",
            vec!["'--gammas <a,b>': give finite numbers, e.g. 0.1"],
        ),
        ("--gammas pie --betas 1", vec!["--gammas", "'pie'", "pi/8"]),
        (
            "--gammas 0..1 --betas 1",
            vec!["--gammas", "'0..1'", "0..0.8:4"],
        ),
        (
            "--gammas 0..1:2000 --betas 1",
            vec!["'0..1:2000'", "of at most 1000 layers"],
        ),
        ("--gammas 1e300 --betas 1", vec!["gamma 1 is 1e300", "2^53"]),
        (
            "--angles words.txt",
            vec!["words.txt:1: ", "lists \"gammas\" and \"betas\""],
        ),
        ("--angles none.txt", vec!["cannot read none.txt"]),
        (
            "--gammas 1 --betas 1 --reduce full",
            vec!["leaves no qubit", "--reduce paper"],
        ),
        (
            "--gammas 1 --betas 1 --mixer grover --ansatz per-rule",
            vec!["--ansatz", "registers"],
        ),
    ];
    let mut all: Vec<(String, Vec<&str>)> = lines
        .into_iter()
        .map(|(line, parts)| (format!("{on} {line}"), parts))
        .collect();
    let on_model = "evaluate m.json --gammas 1,2 --betas 1".to_owned();
    all.push((on_model, vec!["2 gammas and 1 betas", "each layer"]));
    let reduced = all
        .iter_mut()
        .find(|(line, _)| line.ends_with("--reduce full"));
    let reduced = &mut reduced.unwrap().0;
    *reduced = reduced.replace("tango-4x4", "tango-6x6");
    let all: Vec<(&str, &[&str])> = all
        .iter()
        .map(|(line, parts)| (line.as_str(), parts.as_slice()))
        .collect();
    all_refused(&files, &all);
}

#[test]
fn options_of_a_search_do_not_stand_beside_angles() {
    all_refused(
        &[],
        &[
            (
                "solve p/tango-4x4.toml --gammas 1 --betas 1 --depth 2",
                &["--gammas", "--depth"],
            ),
            (
                "solve p/tango-4x4.toml --gammas 1 --betas 1 --out r",
                &["--out", "--gammas"],
            ),
            ("solve p/tango-4x4.toml --probs p.json", &["--gammas"]),
        ],
    );
}

/// Each layer is simulated from the start: of a deep circuit every tenth is measured.
#[test]
fn a_deep_circuit_takes_seconds() {
    let folder = workplace(&[]);
    let at = |layers: usize| {
        let list = vec!["0.01"; layers].join(",");
        let line = format!("evaluate p/tango-4x4.toml --gammas {list} --betas {list} --json");
        run_in(folder.path(), &line)
    };
    for (layers, step) in [(1, 1), (100, 1), (101, 2), (1000, 10)] {
        let json = at(layers).done().json();
        let measured = json["after_layers"].as_array().unwrap().iter();
        let measured: Vec<u64> = measured.map(|m| m["layer"].as_u64().unwrap()).collect();
        let mut expected: Vec<u64> = (0..layers as u64).step_by(step).collect();
        expected.push(layers as u64);
        assert_eq!(measured, expected, "{layers}");
        let last = json["after_layers"].as_array().unwrap().last().unwrap();
        assert_eq!(last["expectation"], json["expectation"], "{layers}");
    }
}

#[test]
fn solve_tells_its_counts_and_the_likeliest_boards() {
    let folder = workplace(&[]);
    let mut json = Value::Null;
    // many shots take the time of the states
    for shots in [1_000_000_000_u64, 300] {
        let line = format!("solve p/tango-4x4.toml --depth 2 --shots {shots} --json");
        json = run_in(folder.path(), &line).done().json();
        let counts = json["counts"].as_object().unwrap();
        assert!(counts.keys().all(|bits| bits.len() == 8), "{json}");
        let total: u64 = counts.values().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(total, shots);
    }
    let likeliest = json["likeliest"].as_array().unwrap();
    let chances: Vec<f64> = likeliest
        .iter()
        .map(|likely| likely["probability"].as_f64().unwrap())
        .collect();
    assert!(chances.len() == 12 && chances.is_sorted_by(|a, b| a >= b));
    let solution = likeliest.iter().find(|likely| likely["solves"] == true);
    assert_eq!(solution.unwrap()["board"], json["board"]);
}

#[test]
fn basis_states_that_show_one_board_are_one_likely_board() {
    let folder = workplace(&[]);
    let line = "evaluate p/takuzu-4x4.toml --distinct-lines qubo --target-qubits 6 \
                --gammas 0 --betas 0 --json";
    let json = run_in(folder.path(), line).done().json();
    assert_eq!(json["qubits"], 9, "of which three are auxiliary");
    for likely in json["likeliest"].as_array().unwrap() {
        let chance = likely["probability"].as_f64().unwrap();
        assert!((chance - 1.0 / 64.0).abs() < 1e-9, "{json}");
    }
}
