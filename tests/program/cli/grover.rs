//! The command `grover`: its JSON, its files, its circuit, its refusals.

use crate::cli::bad_input::all_refused;
use crate::program::{keys, names, numbers, run_in, workplace};

const FOUR: &str = "family = \"n-queens\"\nsize = 4\n";

#[test]
fn grover_says_iterations_success_calls_and_board() {
    let folder = workplace(&[("four.toml", FOUR)]);
    let run = run_in(
        folder.path(),
        "grover four.toml --json --out out --export g.qasm",
    )
    .done();
    let json = run.json();
    for key in [
        "status",
        "board",
        "iterations",
        "success_probability",
        "oracle_calls",
        "qubits",
        "ancillas",
        "solutions",
    ] {
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
    let [simulated, formula] =
        ["success_per_iteration", "closed_form"].map(|key| numbers(&json[key]));
    assert_eq!(simulated.len(), 9);
    for (a, b) in simulated.iter().zip(&formula) {
        assert!((a - b).abs() < 1e-10, "{a} {b}");
    }
    assert_eq!(json["success_probability"], simulated[8]);
    let board: Vec<&str> = json["board"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    assert!(
        [
            ["0100", "0001", "1000", "0010"],
            ["0010", "1000", "0001", "0100"]
        ]
        .contains(&[board[0], board[1], board[2], board[3]])
    );
    assert_eq!(
        names(&folder.path().join("out")),
        ["records.jsonl", "success.png", "success.svg"]
    );
    let picture = std::fs::read_to_string(folder.path().join("out/success.svg")).unwrap();
    assert!(picture.contains("sin²((2k + 1)θ)") && picture.contains("Grover iterations k"));
    let qasm = std::fs::read_to_string(folder.path().join("g.qasm")).unwrap();
    for part in [
        "// Ketboard: Grover search (rows-circuit), 8 iterations, on 25 qubits",
        "// q[16] = column[0]",
        "// r1c2 = x1",
        "qubit[25] q;",
        "bit[16] c;",
    ] {
        assert!(qasm.contains(part), "{part}");
    }
}

#[test]
fn every_method_finds_a_board_and_tells_people_so() {
    let folder = workplace(&[("four.toml", FOUR)]);
    for line in [
        "four.toml --method rows-circuit",
        "four.toml --method row-digits",
        "four.toml --method qubits --unknown",
        "four.toml --unknown --seed 4",
        "p/queens-5x5.toml --method row-digits",
        "p/tango-4x4.toml --reduce full --target-qubits 6",
        "p/tents-4x4.toml",
        "p/star-battle-5x5.toml --shots 10",
        "p/takuzu-4x4.toml",
    ] {
        let out = run_in(folder.path(), &format!("grover {line}")).done().out;
        assert!(out.contains("Grover search ("), "{line}: {out}");
        let bare = run_in(folder.path(), &format!("grover {line} --quiet"))
            .done()
            .out;
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
fn grover_prints_and_writes_the_same_bytes_for_one_thread_and_two() {
    let folder = workplace(&[("four.toml", FOUR)]);
    for line in [
        "four.toml",
        "four.toml --method row-digits --unknown",
        "p/tango-6x6.toml",
    ] {
        let run = |threads: usize| {
            let line =
                format!("grover {line} --seed 3 --json --threads {threads} --out out{threads}");
            run_in(folder.path(), &line).done().out
        };
        assert_eq!(run(1), run(2), "{line}");
        let picture = |threads: usize| {
            std::fs::read(folder.path().join(format!("out{threads}/success.svg"))).unwrap()
        };
        assert_eq!(picture(1), picture(2));
    }
}

#[test]
fn what_does_not_fit_or_would_do_nothing_is_refused() {
    all_refused(
        &[
            ("four.toml", FOUR),
            ("eleven.toml", "family = \"n-queens\"\nsize = 11\n"),
        ],
        &[
            (
                "grover p/tango-4x4.toml --method rows-circuit",
                &["--method qubits"],
            ),
            (
                "grover p/tango-4x4.toml --method row-digits",
                &["--method qubits"],
            ),
            (
                "grover p/n-queens-5x5.toml --method rows-circuit",
                &["without givens"],
            ),
            (
                "grover four.toml --method row-digits --export a.qasm",
                &["no circuit"],
            ),
            (
                "grover four.toml --weight row=2",
                &["--weight", "does nothing"],
            ),
            (
                "grover four.toml --reduce full",
                &["--reduce", "--method qubits"],
            ),
            (
                "grover four.toml --unknown --iterations 3",
                &["--iterations"],
            ),
            ("grover four.toml --unknown --shots 3", &["--shots"]),
            ("grover four.toml --iterations -1", &["--iterations"]),
            (
                "grover eleven.toml --method qubits",
                &["memory", "--target-qubits"],
            ),
            (
                "grover eleven.toml --method rows-circuit",
                &["186 qubits", "at most 128"],
            ),
            ("grover eleven.toml", &["memory"]),
        ],
    );
}

#[test]
fn what_cannot_fit_is_refused_before_any_board_is_looked_for() {
    let twenty = ("twenty.toml", "family = \"n-queens\"\nsize = 20\n");
    all_refused(
        &[twenty],
        &[
            ("grover twenty.toml", &["of memory"]),
            ("grover twenty.toml --method qubits", &["of memory"]),
            (
                "generate tango --size 6 --qubits 99",
                &["--qubits", "36 variables", "--size"],
            ),
        ],
    );
}
