//! Puzzles without a solution: status 1, the reason with its place, and the steps that show it.

use crate::program::{run_in, workplace};

const SIGNS_AGAINST_GIVENS: &str = "family = \"tango\"\ngrid = \"\"\"\n11..\n....\n....\n....\n\"\"\"\n\
                                    signs = [\"r1c2 = r1c3\"]\n";
const TOUCHING: &str = "family = \"queens\"\nregions = \"\"\"\nAABB\nAABB\nCCDD\nCCDD\n\"\"\"\n\
                        queens = [\"r1c1\", \"r2c2\"]\n";
const THREE_QUEENS: &str = "family = \"n-queens\"\nsize = 3\n";
/// Each rule leaves a choice at first; only deduction after deduction shows that there is none.
const REGIONS: &str = "family = \"queens\"\nregions = \"\"\"\nAAAA\nABBA\nACCA\nDDDD\n\"\"\"\n\
                       queens = [\"r1c2\"]\n";

#[test]
fn the_reason_its_line_and_its_steps_are_told_and_the_status_is_one() {
    let folder = workplace(&[
        ("signs.toml", SIGNS_AGAINST_GIVENS),
        ("touching.toml", TOUCHING),
        ("three.toml", THREE_QUEENS),
        ("regions.toml", REGIONS),
    ]);
    for (file, place, reason, step) in [
        (
            "signs.toml",
            "signs.toml:3: ",
            "row 1 must have exactly 2",
            "r1c3 = 1: r1c2 = r1c3",
        ),
        (
            "touching.toml",
            "touching.toml:8: ",
            "region A must have exactly 1",
            "r2c2 = 1: given (line 8)",
        ),
        (
            "three.toml",
            "three.toml: ",
            "must have exactly 1",
            "r2c2 = 0: ",
        ),
        (
            "regions.toml",
            "regions.toml:8: ",
            "must have exactly 1",
            "r1c2 = 1: given (line 8)",
        ),
    ] {
        for command in ["solve", "sweep --out s", "landscape --out l", "classical"] {
            for level in ["", "--reduce none", "--reduce full"] {
                if command == "classical" && !level.is_empty() {
                    continue;
                }
                let run = run_in(folder.path(), &format!("{command} {file} {level} --json"));
                assert_eq!(run.status, 1, "{command} {file} {level}: {run:?}");
                let start = format!("error: {place}the puzzle has no solution: ");
                assert!(run.err.starts_with(&start), "{run:?}");
                assert!(run.err.contains(reason), "{run:?}");
                assert!(run.err.contains(step), "{run:?}");
                let json = run.json();
                assert_eq!(json["solutions"], 0);
                if command != "classical" {
                    assert_eq!(json["status"], "no_solution");
                    assert!(json["reason"].as_str().unwrap().contains(reason), "{json}");
                    assert!(!json["steps"].as_array().unwrap().is_empty(), "{json}");
                }
                let told = run_in(folder.path(), &format!("{command} {file} {level} --quiet"));
                assert_eq!((told.status, told.err.lines().count()), (1, 1), "{told:?}");
            }
        }
    }
    let left: Vec<_> = crate::program::names(folder.path());
    assert!(
        !left.contains(&"s".to_owned()) && !left.contains(&"l".to_owned()),
        "{left:?}"
    );
}

#[test]
fn what_deduction_finds_stops_every_command_that_needs_a_model() {
    let folder = workplace(&[
        ("signs.toml", SIGNS_AGAINST_GIVENS),
        ("c.json", "{\"0\": 1}"),
    ]);
    for line in [
        "show signs.toml",
        "qubo signs.toml",
        "qubo signs.toml -o m.json",
        "export signs.toml -o c.qasm",
        "decode signs.toml c.json",
    ] {
        let run = run_in(folder.path(), line);
        assert_eq!((run.status, run.out.as_str()), (1, ""), "{line}: {run:?}");
        assert!(
            run.err.contains("signs.toml:3: the puzzle has no solution"),
            "{run:?}"
        );
    }
    assert_eq!(
        crate::program::names(folder.path()),
        ["c.json", "p", "signs.toml"]
    );
}

#[test]
fn a_board_too_large_to_run_is_still_told_to_have_no_solution() {
    // Two queens in one row, and far too many qubits for any memory.
    let text = "family = \"n-queens\"\nsize = 20\nqueens = [\"r1c1\", \"r1c5\"]\n";
    let folder = workplace(&[("large.toml", text)]);
    let run = run_in(folder.path(), "solve large.toml --reduce none");
    assert_eq!(run.status, 1, "{run:?}");
    assert!(
        run.err
            .starts_with("error: large.toml:3: the puzzle has no solution"),
        "{run:?}"
    );
}
