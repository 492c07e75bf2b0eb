//! The command `grover`: its JSON, its circuit, its refusals.

use crate::cli::bad_input::all_refused;
use crate::program::{keys, numbers, run_in, workplace};

const FOUR: &str = "family = \"n-queens\"\nsize = 4\n";

#[test]
fn grover_says_iterations_success_calls_and_board() {
    let folder = workplace(&[("four.toml", FOUR)]);
    let run = run_in(folder.path(), "grover four.toml --json --export g.qasm").done();
    let json = run.json();
    for key in ["status", "board", "success_probability", "oracle_calls"] {
        assert!(keys(&json).contains(&key), "{key}: {json}");
    }
    assert_eq!(json["status"], "solved");
    assert_eq!(
        (&json["iterations"], &json["oracle_calls"]),
        (&8.into(), &8.into())
    );
    assert_eq!(
        (&json["qubits"], &json["ancillas"]),
        (&25.into(), &9.into())
    );
    let simulated = numbers(&json["success_per_iteration"]);
    let formula = json["closed_form_probability"].as_f64().unwrap();
    assert!(simulated.len() == 9 && (simulated[8] - formula).abs() < 1e-10);
    assert_eq!(json["success_probability"], simulated[8]);
    let board = &json["board"];
    let boards = [
        ["0100", "0001", "1000", "0010"],
        ["0010", "1000", "0001", "0100"],
    ];
    assert!(boards.iter().any(|rows| *board == serde_json::json!(rows)));
    let qasm = std::fs::read_to_string(folder.path().join("g.qasm")).unwrap();
    for part in [
        "// Ketboard: Grover search (rows-circuit), 8 iterations, on 25 qubits",
        "// q[16] = column[0]",
        "qubit[25] q;",
        "bit[16] c;",
    ] {
        assert!(qasm.contains(part), "{part}");
    }
}

#[test]
fn every_method_finds_a_board_and_tells_people_so_with_the_same_bytes_for_any_threads() {
    let folder = workplace(&[("four.toml", FOUR)]);
    for (line, method) in [
        ("four.toml", "rows-circuit"),
        ("four.toml --registers rows", "states"),
        ("four.toml --reduce full --target-qubits 8", "states"),
        ("p/queens-5x5.toml --reduce none --registers rows", "states"),
        ("p/tango-4x4.toml --reduce full --target-qubits 6", "states"),
        ("p/tents-4x4.toml", "states"),
        ("p/star-battle-5x5.toml --shots 10", "states"),
        ("p/takuzu-4x4.toml", "states"),
    ] {
        let run = |more: &str| run_in(folder.path(), &format!("grover {line} {more}")).done();
        let out = run("--threads 1").out;
        let named = format!("method                   {method}\n");
        assert!(out.contains(&named), "{line}: {out}");
        assert_eq!(out, run("--threads 2").out, "{line}");
        let bare = run("--quiet").out;
        assert!(
            bare.lines()
                .all(|row| row.chars().all(|c| "01".contains(c))),
            "{bare}"
        );
    }
}

#[test]
fn a_search_without_success_and_a_puzzle_without_solution_end_with_one() {
    let three = FOUR.replace('4', "3");
    let folder = workplace(&[("three.toml", &three)]);
    let run = run_in(folder.path(), "grover three.toml --json");
    assert_eq!(run.status, 1);
    assert_eq!(run.json()["status"], "no_solution");
    let line = "grover p/queens-5x5.toml --iterations 0 --shots 1 --json";
    let run = run_in(folder.path(), line);
    assert_eq!((run.status, &run.json()["status"]), (1, &"unsolved".into()));
}

#[test]
fn what_does_not_fit_or_would_do_nothing_is_refused() {
    let board = |n: usize| format!("family = \"n-queens\"\nsize = {n}\n");
    all_refused(
        &[
            ("four.toml", FOUR),
            ("eleven.toml", &board(11)),
            ("twenty.toml", &board(20)),
        ],
        &[
            (
                "grover four.toml --weight row=2",
                &["--weight", "do nothing"],
            ),
            (
                "grover four.toml --registers rows --export a.qasm",
                &["--registers", "no circuit"],
            ),
            ("grover four.toml --iterations -1", &["--iterations"]),
            ("grover eleven.toml", &["memory", "give more cells"]),
            ("grover twenty.toml", &["of memory"]),
        ],
    );
}
