//! The command `resources`: its JSON for every algorithm, its assumptions, its refusals.

use crate::cli::bad_input::all_refused;
use crate::program::{keys, run_in, workplace};

const FOUR: &str = "family = \"n-queens\"\nsize = 4\n";
const SQUARES: &str = "family = \"n-queens-squared\"\nsize = 3\ndiagonals = false\n";
const IMPOSSIBLE: &str = "family = \"n-queens-squared\"\nsize = 8\n";

#[test]
fn resources_counts_every_algorithm() {
    let folder = workplace(&[("four.toml", FOUR), ("squares.toml", SQUARES)]);
    for (line, qubits) in [
        ("p/tango-4x4.toml", 8),
        (
            "p/tango-4x4.toml --algorithm qaoa --depth 2 --reduce full --target-qubits 6",
            6,
        ),
        ("p/tango-4x4.toml --algorithm grover", 8),
        ("four.toml --algorithm grover --iterations 1", 25),
        ("squares.toml --algorithm grover --iterations 1", 39),
        ("p/sudoku-4x4.toml --algorithm deletion", 96),
    ] {
        let json = run_in(folder.path(), &format!("resources {line} --json"))
            .done()
            .json();
        for key in [
            "qubits",
            "ancillas",
            "gates",
            "depth",
            "t_count",
            "t_depth",
            "physical",
            "assumptions",
        ] {
            assert!(keys(&json).contains(&key), "{line}: {key}");
        }
        assert_eq!(json["qubits"], qubits, "{line}");
        let [t, rotations, each] =
            ["t_gates", "rotations", "t_per_rotation"].map(|key| json[key].as_u64().unwrap());
        assert_eq!(json["t_count"], t + rotations * each, "{line}");
        let physical = &json["physical"];
        let [distance, tiles] = ["distance", "tiles"].map(|key| physical[key].as_u64().unwrap());
        assert_eq!(physical["physical_qubits"], 2 * distance * distance * tiles);
        let told = run_in(folder.path(), &format!("resources {line}"))
            .done()
            .out;
        assert!(
            told.contains("T count") && told.contains("physical qubits"),
            "{told}"
        );
    }
}

#[test]
fn times_are_told_with_their_unit_and_ands_are_counted_twice() {
    let folder = workplace(&[("four.toml", FOUR)]);
    let line = "resources four.toml --algorithm grover";
    let told = run_in(folder.path(), line).done().out;
    for part in [
        "1 µs a cycle",
        "53802 physical qubits in 946 ms",
        "with ANDs undone by",
    ] {
        assert!(told.contains(part), "lacks {part}: {told}");
    }
    let json = run_in(folder.path(), &format!("{line} --json"))
        .done()
        .json();
    let measured = |key: &str| json["measured_ands"][key].as_u64().unwrap();
    assert!(measured("t_gates") < json["t_gates"].as_u64().unwrap());
    assert!(measured("measurements") > measured("clean_ancillas"));
    let plain = run_in(folder.path(), "resources p/tango-4x4.toml")
        .done()
        .out;
    assert!(!plain.contains("ANDs"), "QAOA has no AND: {plain}");
}

#[test]
fn the_assumptions_have_an_effect() {
    let folder = workplace(&[]);
    let line = "resources p/tango-4x4.toml --json";
    let cost = |more: &str| {
        run_in(folder.path(), &format!("{line} {more}"))
            .done()
            .json()
    };
    let usual = cost("");
    assert_eq!(usual["assumptions"]["physical_error"], 1e-3);
    let better = cost("--physical-error 1e-4");
    assert!(better["physical"]["distance"].as_u64() < usual["physical"]["distance"].as_u64());
    let slower = cost("--cycle-time 1e-5")["physical"]["runtime_s"]
        .as_f64()
        .unwrap();
    assert!((slower / usual["physical"]["runtime_s"].as_f64().unwrap() - 10.0).abs() < 1e-9);
    let strict = cost("--budget 1e-9");
    assert!(strict["t_per_rotation"].as_u64() > usual["t_per_rotation"].as_u64());
}

#[test]
fn an_impossible_board_has_no_solution() {
    let folder = workplace(&[("eight.toml", IMPOSSIBLE)]);
    for line in [
        "grover eight.toml",
        "resources eight.toml --algorithm grover",
    ] {
        let run = run_in(folder.path(), &format!("{line} --json"));
        assert_eq!(
            (run.status, &run.json()["status"]),
            (1, &"no_solution".into()),
            "{line}"
        );
        assert!(run.err.contains("queen graph"), "{run:?}");
    }
}

#[test]
fn what_cannot_be_counted_is_refused() {
    all_refused(
        &[],
        &[
            (
                "resources p/tango-4x4.toml --algorithm deletion",
                &["deletion is for sudoku"],
            ),
            (
                "resources p/tango-4x4.toml --algorithm grover --depth 2",
                &["--depth", "does nothing"],
            ),
            (
                "resources p/tango-4x4.toml --iterations 2",
                &["--iterations", "does nothing"],
            ),
            (
                "resources p/sudoku-4x4.toml --algorithm deletion --reduce full",
                &["--reduce", "does nothing"],
            ),
            (
                "resources p/tango-4x4.toml --physical-error 0.5",
                &["--physical-error", "threshold"],
            ),
            (
                "resources p/tango-4x4.toml --budget -1",
                &["--budget", "between 0 and 1"],
            ),
            ("resources p/tango-6x6.toml --reduce full", &["no circuit"]),
        ],
    );
}
