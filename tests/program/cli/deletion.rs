//! The command `deletion`: its JSON, its circuit, its endings, its refusals.

use crate::cli::bad_input::all_refused;
use crate::program::{keys, run_in, workplace};

const STUCK: &str = "family = \"sudoku\"\ngrid = \"\"\"\n1234\n....\n....\n....\n\"\"\"\n";
const WRONG: &str = "family = \"sudoku\"\ngrid = \"\"\"\n1.1.\n....\n....\n....\n\"\"\"\n";
#[test]
fn deletion_says_iterations_clues_probability_and_board() {
    let folder = workplace(&[]);
    let line = "deletion p/sudoku-4x4.toml --json --export d.qasm --cell r1c1";
    let json = run_in(folder.path(), line).done().json();
    for key in [
        "status",
        "board",
        "iterations",
        "success_probability",
        "expected_runs",
        "gates",
    ] {
        assert!(keys(&json).contains(&key), "{key}: {json}");
    }
    assert_eq!(json["status"], "solved");
    assert_eq!(
        json["board"],
        serde_json::json!(["3421", "1243", "2134", "4312"])
    );
    assert_eq!(
        (&json["qubits"], &json["ancillas"]),
        (&96.into(), &48.into())
    );
    assert_eq!(json["iterations"], 2);
    assert_eq!(json["steps"][0]["clues"][0], "r1c3 = 2");
    let qasm = std::fs::read_to_string(folder.path().join("d.qasm")).unwrap();
    for part in [
        "deletion, first iteration on 12 qubits",
        "// q[3] = r1c1_pqr[0]",
        "bit[5] c;",
    ] {
        assert!(qasm.contains(part), "{part}");
    }
    let told = run_in(folder.path(), "deletion p/sudoku-4x4.toml").done();
    assert!(told.out.contains("qubits                   96"));
    let bare = run_in(folder.path(), "deletion p/sudoku-4x4.toml --quiet")
        .done()
        .out;
    assert_eq!(bare, "3421\n1243\n2134\n4312\n");
}

#[test]
fn a_board_that_deletion_leaves_open_exits_with_one() {
    let folder = workplace(&[("stuck.toml", STUCK)]);
    let run = run_in(folder.path(), "deletion stuck.toml --json");
    assert_eq!(run.status, 1);
    assert_eq!(run.json()["status"], "unsolved");
    assert_eq!(run.json()["open"][0]["symbols"], 2);
    let told = run_in(folder.path(), "deletion stuck.toml");
    assert!(
        told.status == 1 && told.out.contains("unsolved") && told.out.contains("r2c1"),
        "{told:?}"
    );
}

#[test]
fn contradicting_clues_have_no_solution() {
    let folder = workplace(&[("wrong.toml", WRONG)]);
    let run = run_in(folder.path(), "deletion wrong.toml --json");
    assert_eq!(
        (run.status, &run.json()["status"]),
        (1, &"no_solution".into())
    );
}

#[test]
fn what_deletion_cannot_do_is_refused() {
    all_refused(
        &[],
        &[
            ("deletion p/tango-4x4.toml", &["deletion is for sudoku"]),
            ("deletion p/sudoku-4x4.toml --export n.qasm", &["--cell"]),
            (
                "deletion p/sudoku-4x4.toml --export n.qasm --cell r9c9",
                &["r9c9 is not on the board"],
            ),
            ("deletion p/sudoku-4x4.toml --cell r1c1", &["--export"]),
        ],
    );
}
