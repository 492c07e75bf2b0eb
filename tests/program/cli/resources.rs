//! The command `resources`: its JSON for every algorithm, its assumptions, its refusals.

use crate::cli::bad_input::all_refused;
use crate::program::{keys, run_in, workplace};

const FOUR: &str = "family = \"n-queens\"\nsize = 4\n";
const SQUARES: &str = "family = \"n-queens-squared\"\nsize = 3\ndiagonals = false\n";

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
        ("four.toml --algorithm grover", 25),
        ("squares.toml --algorithm grover", 39),
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
            told.contains("t count") && told.contains("physical qubits"),
            "{told}"
        );
    }
}

#[test]
fn ands_are_counted_twice() {
    let folder = workplace(&[("four.toml", FOUR)]);
    let line = "resources four.toml --algorithm grover";
    let told = run_in(folder.path(), line).done().out;
    let numbers = [
        ("physical qubits", "53802"),
        ("measurements", "520"),
        ("t count", "4096"),
    ];
    for (name, number) in numbers {
        let line = told.lines().find(|line| line.starts_with(name));
        assert!(
            line.is_some_and(|line| line.ends_with(number)),
            "{name}: {told}"
        );
    }
    let json = run_in(folder.path(), &format!("{line} --json"))
        .done()
        .json();
    let measured = |key: &str| json["measured_ands"][key].as_u64().unwrap();
    assert!(measured("t_gates") < json["t_gates"].as_u64().unwrap());
    assert!(measured("measurements") > measured("clean_ancillas"));
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
            ("resources p/tango-6x6.toml --reduce full", &["no circuit"]),
        ],
    );
}
