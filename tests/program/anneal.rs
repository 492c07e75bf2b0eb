//! Annealing on the command line: shipped boards, the same bytes from the same seed, and what is
//! refused.

use std::collections::BTreeSet;
use std::process::{Command, Output};

fn classical(file: &str, options: &[&str]) -> Output {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/puzzles");
    Command::new(env!("CARGO_BIN_EXE_ketboard"))
        .current_dir(folder)
        .args(["classical", file])
        .args(options)
        .output()
        .unwrap()
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_command_solves_shipped_boards_and_repeats_itself() {
    let anneal = ["--method", "anneal", "--json", "--seed", "5"];
    for file in ["n-queens-6x6.toml", "takuzu-6x6.toml", "queens-6x6.toml"] {
        let output = classical(file, &anneal);
        let found = json(&output);
        assert_eq!(output.status.code(), Some(0), "{file}");
        assert_eq!(found["status"], "solved", "{file}");
        assert_eq!(found["energy"], found["target_energy"], "{file}");
        assert_eq!(found["seed"], 5);
        let all = json(&classical(file, &["--json"]));
        assert!(
            all["boards"].as_array().unwrap().contains(&found["board"]),
            "{file}"
        );
        let alone = [&anneal[..], &["--threads", "1"]].concat();
        assert_eq!(classical(file, &alone).stdout, output.stdout, "{file}");
    }
}

#[test]
fn the_command_places_eight_queens_at_target_energy_zero() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("eight.toml");
    std::fs::write(&file, "family = 'n-queens'\nsize = 8\n").unwrap();
    let options = ["--method", "anneal", "--target-energy", "0", "--json"];
    let output = classical(file.to_str().unwrap(), &options);
    let found = json(&output);
    assert_eq!(
        (output.status.code(), &found["qubits"]),
        (Some(0), &64.into())
    );
    assert_eq!(
        (&found["energy"], &found["reached_target"]),
        (&0.0.into(), &true.into())
    );
    let rows: Vec<&str> = found["board"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    let columns: BTreeSet<_> = rows.iter().map(|row| row.find('1').unwrap()).collect();
    assert_eq!((rows.len(), columns.len()), (8, 8), "{rows:?}");
}

/// The regions of a Star Battle with two stars that the program made, row by row.
fn regions(seed: u64) -> Vec<String> {
    let seed = seed.to_string();
    let options = [
        "generate",
        "star-battle",
        "--size",
        "8",
        "--stars",
        "2",
        "--seed",
        &seed,
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_ketboard"))
        .args(options)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let grid = text.split("regions = \"\"\"\n").nth(1).unwrap();
    let grid = grid.split("\"\"\"").next().unwrap();
    grid.lines().map(|row| row.replace(' ', "")).collect()
}

/// Its puzzle file in the keys of generalized queens.
fn as_generalized_queens(rows: &[String], stars: usize) -> String {
    let letters: BTreeSet<char> = rows.concat().chars().collect();
    let counts = letters.iter().map(|letter| format!("{letter} = {stars}\n"));
    let lines = vec![stars; rows.len()];
    format!(
        "family = 'queens'\nregions = \"\"\"\n{}\n\"\"\"\nrow_counts = {lines:?}\ncol_counts = {lines:?}\n\
         attacks = [[0, 1], [0, -1], [1, 0], [-1, 0]]\n[region_counts]\n{}",
        rows.join("\n"),
        counts.collect::<String>()
    )
}

/// Whether each row, column and region holds `stars` and no two touch.
fn is_star_battle(rows: &[String], board: &[String], stars: usize) -> bool {
    let cells = board.iter().enumerate();
    let cells: Vec<(usize, usize)> = cells
        .flat_map(|(r, row)| row.chars().enumerate().map(move |(c, cell)| (r, c, cell)))
        .filter(|(_, _, cell)| *cell == '1')
        .map(|(r, c, _)| (r, c))
        .collect();
    let region = |(r, c): &(usize, usize)| rows[*r].chars().nth(*c).unwrap();
    let letters: BTreeSet<char> = rows.concat().chars().collect();
    let full = |count: usize| count == stars;
    (0..rows.len()).all(|k| {
        full(cells.iter().filter(|(r, _)| *r == k).count())
            && full(cells.iter().filter(|(_, c)| *c == k).count())
    }) && letters
        .iter()
        .all(|letter| full(cells.iter().filter(|cell| region(cell) == *letter).count()))
        && cells.iter().all(|a| {
            let touching = |b: &&(usize, usize)| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) <= 1;
            cells.iter().filter(touching).count() == 1
        })
}

#[test]
fn the_command_solves_a_star_battle_stated_as_generalized_queens() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..3 {
        let rows = regions(seed);
        let file = folder.path().join(format!("stars-{seed}.toml"));
        std::fs::write(&file, as_generalized_queens(&rows, 2)).unwrap();
        let output = classical(file.to_str().unwrap(), &["--method", "anneal", "--json"]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "board {seed}: {message}");
        let board: Vec<String> = serde_json::from_value(json(&output)["board"].clone()).unwrap();
        assert!(is_star_battle(&rows, &board, 2), "board {seed}: {board:?}");
    }
}

#[test]
fn the_command_says_where_it_found_no_board() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("three.toml");
    std::fs::write(&file, "family = 'n-queens'\nsize = 3\n").unwrap();
    let options = ["--method", "anneal", "--json"];
    let output = classical(file.to_str().unwrap(), &options);
    let found = json(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(found["status"] == "unsolved" && found["board"].is_null());
    assert!(!found["broken_rules"].as_array().unwrap().is_empty());
    let lenient = [&options[..], &["--target-energy", "1000"]].concat();
    let output = classical(file.to_str().unwrap(), &lenient);
    assert_eq!(json(&output)["reached_target"], true);
    assert_eq!(
        output.status.code(),
        Some(1),
        "the rules judge, not the energy"
    );
}

#[test]
fn options_of_the_other_method_and_senseless_ones_are_refused() {
    let cases: [&[&str]; 5] = [
        &["--target-energy", "0"],
        &["--seed", "0"],
        &["--reduce", "full"],
        &["--target-qubits", "4"],
        &["--weight", "row=2"],
    ];
    for options in cases {
        let output = classical("n-queens-4x4.toml", options);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{options:?}: {message}");
        assert!(message.contains(options[0]), "{options:?}: {message}");
        assert!(output.stdout.is_empty(), "{options:?}");
    }
}
