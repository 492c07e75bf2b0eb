//! The command `compare`: its rows are those of the other commands, for every family; its
//! refusals, its bytes.

use crate::cli::bad_input::all_refused;
use crate::program::{keys, run_in, workplace};
use serde_json::Value;

/// The record of an algorithm at one setting.
fn record<'a>(json: &'a Value, algorithm: &str, setting: Option<(&str, u64)>) -> &'a Value {
    let records = json["algorithms"].as_array().unwrap();
    let is = |record: &&Value| {
        record["algorithm"] == algorithm && setting.is_none_or(|(key, n)| record[key] == n)
    };
    records.iter().find(is).unwrap()
}

#[test]
fn its_rows_are_those_of_the_commands_it_compares() {
    let folder = workplace(&[]);
    let run = |line: &str| run_in(folder.path(), line).done().json();
    let json = run("compare p/tango-4x4.toml -p 3 --json");
    let solve = run("solve p/tango-4x4.toml -p 3 --json");
    for (key, value) in solve.as_object().unwrap() {
        assert!(*value == json[key] || key == "wall_s", "{key}");
    }
    let qaoa = record(&json, "QAOA", Some(("depth", 3)));
    assert_eq!(qaoa["success_probability"], solve["success_probability"]);
    assert_eq!(qaoa["angle_evaluations"], solve["evaluations"]);
    let resources = run("resources p/tango-4x4.toml --algorithm grover --json");
    let success = |json: &Value| json["success_probability"].as_f64().unwrap();
    let grover = record(&json, "Grover", Some(("iterations", 12)));
    let search = run("grover p/tango-4x4.toml --json");
    assert!((success(grover) - success(&search)).abs() < 1e-10);
    assert_eq!(grover["circuit_depth"], resources["depth"]);
    assert_eq!(grover["two_qubit_gates"], resources["two_qubit_gates"]);
    assert_eq!(grover["ancillas"], resources["clean_ancillas"]);
    let guess = record(&json, "random guess", None);
    assert_eq!(success(guess), 1.0 / 256.0);
    assert_eq!(guess["runs_to_99"], 1177);
    assert!(!keys(guess).contains(&"qubits") && !keys(guess).contains(&"circuit_depth"));
    let annealing = record(&json, "annealing", Some(("sweeps", 4)));
    let ends = crate::program::numbers(&annealing["confidence_interval"]);
    assert!(ends[0] < success(annealing) && success(annealing) < ends[1]);
    assert_eq!(success(record(&json, "exact search", None)), 1.0);
    assert_eq!(
        (&json["qubits"], &json["solutions"]),
        (&8.into(), &1.into())
    );
    assert!(json["wall_s"].as_f64().unwrap() > 0.0);
}

#[test]
fn every_family_is_compared() {
    let folder = workplace(&[]);
    for board in [
        "n-queens-4x4",
        "queens-5x5",
        "star-battle-5x5",
        "tents-4x4",
        "tango-6x6 --reduce full",
        "takuzu-4x4",
        "chess-max-4x4",
        "chess-regions-5x5",
        "sudoku-4x4",
        "n-queens-squared-5x5",
    ] {
        let (file, more) = board.split_once(' ').unwrap_or((board, ""));
        let line = format!("compare p/{file}.toml {more} --depth 1 --starts 1 --iterations 3");
        let told = run_in(folder.path(), &line).done().out;
        assert!(
            told.contains("exact search") && told.contains("runs to 99"),
            "{told}"
        );
        assert_eq!(
            told.contains("No qubit is left"),
            board.contains("full"),
            "{told}"
        );
        let bare = run_in(folder.path(), &format!("{line} --quiet")).done().out;
        let widths: Vec<usize> = bare.lines().map(|row| row.chars().count()).collect();
        assert!(widths.iter().all(|width| *width == widths[0]), "{bare}");
    }
}

#[test]
fn its_bytes_are_the_same_for_one_thread_and_two_and_others_for_another_seed() {
    let folder = workplace(&[]);
    let run = |seed: usize, threads: usize| {
        let line = format!(
            "compare p/takuzu-4x4.toml --depth 2 --seed {seed} --no-times --json --threads {threads}"
        );
        run_in(folder.path(), &line).done().out
    };
    let (one, two) = (run(3, 1), run(3, 2));
    assert!(one == two);
    assert!(!one.contains("wall_s"), "{one}");
    assert_ne!(run(4, 2), one);
}

#[test]
fn all_but_its_wall_time_is_the_same_in_every_run() {
    let folder = workplace(&[]);
    let line = "compare p/tango-4x4.toml --depth 1 --json";
    let timed = || {
        let mut json = run_in(folder.path(), line).done().json();
        let wall = json.as_object_mut().unwrap().remove("wall_s").unwrap();
        assert!(wall.as_f64().unwrap() > 0.0, "{wall}");
        json
    };
    let same = timed();
    assert_eq!(timed(), same);
    let untimed = run_in(folder.path(), &format!("{line} --no-times")).done();
    assert_eq!(untimed.json(), same);
}

#[test]
fn a_puzzle_without_solution_and_bad_input_are_told() {
    let folder = workplace(&[("three.toml", "family = \"n-queens\"\nsize = 3\n")]);
    let run = run_in(folder.path(), "compare three.toml --json");
    assert_eq!(
        (run.status, &run.json()["status"]),
        (1, &"no_solution".into())
    );
    all_refused(
        &[("twelve.toml", "family = \"n-queens\"\nsize = 12\n")],
        &[
            ("compare twelve.toml", &["memory"]),
            ("compare p/none.toml", &["p/none.toml"]),
        ],
    );
}
