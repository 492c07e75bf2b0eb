//! Registers and mixers on the command line: what is chosen, what is told, what is refused.

use crate::program::{files_below, names, numbers, run_in, workplace};
use serde_json::Value;
use std::path::Path;

#[test]
fn show_tells_the_registers_their_states_and_the_memory() {
    let folder = workplace(&[]);
    let line = "show p/n-queens-6x6.toml --registers rows --reduce none";
    let json = run_in(folder.path(), &format!("{line} --json"))
        .done()
        .json();
    let registers = json["registers"].as_array().unwrap();
    let levels: Vec<u64> = registers
        .iter()
        .map(|r| r["levels"].as_u64().unwrap())
        .collect();
    assert_eq!(
        json["states"].as_u64().unwrap(),
        levels.iter().product::<u64>()
    );
    assert_eq!(
        (&json["mixer"], &registers[0]["name"]),
        (&"xy-complete".into(), &"row 1".into())
    );
    assert_eq!(
        [&registers[0]["form"], &registers[2]["form"]],
        ["lines", "one-hot"],
        "the queen of row 1 is given"
    );
    let held: usize = registers
        .iter()
        .map(|r| r["variables"].as_array().unwrap().len())
        .sum();
    assert_eq!(Some(held as u64), json["qubits"].as_u64());
    assert!(json["memory_bytes"].as_f64().unwrap() < 1e8);
    let text = run_in(folder.path(), line).done().out;
    for part in [
        "registers (rows), ",
        "\nrow 1 ",
        "kept by the registers    6 rules of kind row",
        "state with gradient      2^",
    ] {
        assert!(text.contains(part), "lacks {part:?}:\n{text}");
    }
    let plain = run_in(folder.path(), "show p/n-queens-6x6.toml --json")
        .done()
        .json();
    assert!(plain.get("registers").is_none() && plain.get("mixer").is_none());
}

#[test]
fn solve_on_registers_writes_counts_of_cells_that_decode_judges_alike() {
    let folder = workplace(&[]);
    let options = "--registers rows --reduce none";
    let line = format!("solve p/n-queens-5x5.toml {options} -p 2 --starts 1 --shots 300 --seed 1");
    let json = run_in(
        folder.path(),
        &format!("{line} --json --no-times --out out"),
    )
    .json();
    assert_eq!(
        (&json["status"], &json["mixer"]),
        (&"solved".into(), &"xy-complete".into())
    );
    let states = json["states"].as_f64().unwrap();
    let guess = json["solutions"].as_f64().unwrap() / states;
    assert!((json["random_success_probability"].as_f64().unwrap() - guess).abs() < 1e-12);
    assert!(json["success_probability"].as_f64().unwrap() > 3.0 * guess);
    assert_eq!(
        (
            numbers(&json["gammas"]).len(),
            numbers(&json["betas"]).len()
        ),
        (2, 2)
    );
    let decode = format!("decode p/n-queens-5x5.toml out/counts.json {options} --json");
    let decoded = run_in(folder.path(), &decode).done().json();
    assert_eq!(decoded["shots_in_space"], 300);
    assert_eq!(decoded["shots_that_obey"], json["measured"]["hits"]);
    let without = run_in(
        folder.path(),
        "decode p/n-queens-5x5.toml out/counts.json --reduce none --json",
    );
    assert_eq!(
        without.done().json()["shots_that_obey"],
        json["measured"]["hits"]
    );
    let written = names(&folder.path().join("out"));
    assert!(
        written.contains(&"boards-n-queens-5x5.svg".to_owned()),
        "{written:?}"
    );
}

/// A queens board without a given, so that every cell is a qubit.
fn whole_board() -> (tempfile::TempDir, Vec<String>) {
    let folder = workplace(&[]);
    let board = "results/registers/boards/queens-9x9.toml";
    let board = Path::new(env!("CARGO_MANIFEST_DIR")).join(board);
    std::fs::copy(board, folder.path().join("b.toml")).unwrap();
    let line = "classical b.toml --method exact --json";
    let found = run_in(folder.path(), line).done().json();
    let rows = found["boards"][0].as_array().unwrap().iter();
    let rows = rows.map(|row| row.as_str().unwrap().to_owned()).collect();
    (folder, rows)
}

#[test]
fn counts_of_more_than_64_qubits_are_decoded_and_judged_in_every_order() {
    let (folder, rows) = whole_board();
    let solved: String = rows.concat();
    let turned: String = solved.chars().rev().collect();
    let bytes = format!("{turned:0>88}");
    let digits = bytes.as_bytes().chunks(4).map(|four| {
        let four = std::str::from_utf8(four).unwrap();
        format!("{:x}", u8::from_str_radix(four, 2).unwrap())
    });
    let number = format!("0x{}", digits.collect::<String>());
    let none = "0".repeat(81);
    let names = [
        (&solved, &none, "qubit0-left"),
        (&turned, &none, "qubit0-right"),
        (&number, &"0x0".to_owned(), "number"),
    ];
    for (solved, none, order) in names {
        let counts = format!(r#"{{"{solved}": 3, "{none}": 5}}"#);
        std::fs::write(folder.path().join("c.json"), counts).unwrap();
        for (options, guess, inside) in [
            ("--registers rows", None, Some(3)),
            ("--registers auto", None, Some(3)),
            ("", Some(2_f64.powi(-81)), None),
        ] {
            let line = format!("decode b.toml c.json --bit-order {order} --reduce none {options}");
            let run = run_in(folder.path(), &format!("{line} --json")).done();
            let json = run.json();
            let told = [&json["status"], &json["shots"], &json["shots_that_obey"]];
            assert_eq!(
                told,
                [&Value::from("solved"), &8.into(), &3.into()],
                "{line}"
            );
            assert_eq!(json["board"], Value::from(rows.clone()));
            assert_eq!(json["qubits"], 81);
            assert_eq!(json["solution_frequency"], 3.0 / 8.0);
            let found = json["random_success_probability"].as_f64().unwrap();
            assert!(
                guess.map_or(found > 1e-7, |guess| found == guess),
                "{found}"
            );
            assert_eq!(json["shots_in_space"].as_u64(), inside, "{line}");
            let most = &json["boards"][0];
            assert_eq!(most["bitstring"].as_str().unwrap(), "0".repeat(81));
            assert_eq!(most["obeys_rules"], false);
        }
        let line = "decode b.toml c.json --reduce none --quiet --bit-order";
        let bare = run_in(folder.path(), &format!("{line} {order}")).done().out;
        assert_eq!(bare.lines().collect::<Vec<_>>(), rows);
    }
    std::fs::write(folder.path().join("c.json"), r#"{"0101": 3}"#).unwrap();
    let run = run_in(folder.path(), "decode b.toml c.json --reduce none");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(
        run.err.contains("4 bits, the circuit has 81 qubits"),
        "{run:?}"
    );
}

#[test]
fn what_a_whole_board_on_registers_draws_is_decoded_again() {
    let (folder, _) = whole_board();
    let options = "--reduce none --registers auto";
    let solve = format!("solve b.toml {options} -p 1 --starts 1 --iterations 3 --shots 4000");
    let json = run_in(
        folder.path(),
        &format!("{solve} --json --no-times --out out"),
    )
    .json();
    assert_eq!(json["qubits"], 81);
    std::fs::write(folder.path().join("s.json"), json.to_string()).unwrap();
    let line = format!("decode b.toml out/counts.json {options} --angles s.json --json");
    let decoded = run_in(folder.path(), &line).json();
    assert_eq!(decoded["shots_that_obey"], json["measured"]["hits"]);
    for key in ["success_probability", "random_success_probability"] {
        assert_eq!(decoded[key], json[key]);
    }
}

#[test]
fn a_shot_outside_of_the_space_is_counted_as_such() {
    let counts = r#"{"0100000110000010": 5, "1100000110000010": 4}"#;
    let folder = workplace(&[("c.json", counts)]);
    let line = "decode p/n-queens-4x4.toml c.json --registers rows --reduce none";
    let run = run_in(folder.path(), &format!("{line} --json"));
    let json: Value = run.json();
    let (inside, all) = (&json["shots_in_space"], &json["shots"]);
    assert_eq!(
        all.as_u64().unwrap() - inside.as_u64().unwrap(),
        4,
        "{json}"
    );
    let text = run_in(folder.path(), line).out;
    assert!(text.contains("shots in space"), "{text}");
}

#[test]
fn sweeps_and_landscapes_run_on_registers_with_the_same_bytes_for_any_threads() {
    let folder = workplace(&[]);
    for line in [
        "sweep p/queens-5x5.toml --registers auto --reduce none --depths 1..2 --starts 2 --iterations 10",
        "sweep p/n-queens-4x4.toml --mixer xy-ring --reduce none --depths 1 --starts 2 --iterations 10",
        "landscape p/tango-4x4.toml --registers rows --reduce none --points 4",
    ] {
        let contents = |threads: usize| {
            let line = format!("{line} --seed 2 --threads {threads} --out out");
            run_in(folder.path(), &line).done();
            let files = files_below(&folder.path().join("out"));
            std::fs::remove_dir_all(folder.path().join("out")).unwrap();
            files
        };
        let (one, two) = (contents(1), contents(2));
        assert!(one.len() > 3 && one == two, "{line}");
        let records = one.iter().find(|(path, _)| path.ends_with("records.jsonl"));
        if let Some((_, bytes)) = records {
            let first = String::from_utf8(bytes.clone()).unwrap();
            let record: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
            let setting = &record["setting"];
            let named = setting["registers"].is_string() || setting["mixer"].is_string();
            assert!(record["states"].as_u64().unwrap() > 1 && named, "{record}");
        }
    }
}

#[test]
fn options_without_sense_say_what_would_be_right() {
    let model = r#"{"n": 1, "offset": 0, "linear": [1], "quadratic": []}"#;
    let open = "family = 'tango'\ngrid = '''\n....\n....\n....\n....\n'''";
    let folder = workplace(&[("m.json", model), ("open.toml", open)]);
    for (line, remedy) in [
        (
            "solve p/n-queens-4x4.toml --registers rows --mixer x",
            "--registers qubits",
        ),
        (
            "solve open.toml --registers rows --mixer xy-ring",
            "--mixer xy-complete",
        ),
        (
            "solve open.toml --registers regions",
            "--registers auto, which takes what it has, or qubits",
        ),
        (
            "show p/sudoku-4x4.toml --registers rows --symbols binary",
            "--symbols one-hot",
        ),
        (
            "sweep m.json --registers rows --out o",
            "leave the option out",
        ),
        (
            "show p/n-queens-4x4.toml --registers diagonals",
            "possible values: qubits, rows",
        ),
    ] {
        let run = run_in(folder.path(), line);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{line}: {run:?}");
        assert!(run.err.contains(remedy), "{line}: {}", run.err);
    }
}

const ROWS: &str = "p/n-queens-4x4.toml --reduce none --registers rows";

#[test]
fn circuits_on_registers_carry_their_mixer_and_registers_in_every_format() {
    let angles = r#"{"gammas": [0.4], "betas": [-0.3]}"#;
    let folder = workplace(&[("a.json", angles)]);
    let at = folder.path();
    let export = format!("export {ROWS} --angles a.json");
    for (options, part) in [
        ("qasm3", "OPENQASM 3.0;"),
        ("qasm3-param", "input float[64] beta_1;"),
        ("ibm-isa --backend torino", "on torino by"),
        ("ionq-native", "\"gpi2\""),
        ("braket", "cnot q["),
    ] {
        let text = run_in(at, &format!("{export} --to {options}")).done().out;
        for part in [part, "mixer xy-complete", "every register uniform"] {
            assert!(text.contains(part), "{options} lacks {part}");
        }
        assert!(
            !text.contains("sum X") && !text.contains("|+>^n"),
            "{options}"
        );
    }
    let line = format!("{export} -o c.qasm --json");
    let about = run_in(at, &line).done().json();
    let shown = run_in(at, &format!("show {ROWS} --json")).done().json();
    assert_eq!(about["gates"], shown["gates"]);
    assert_eq!(about["registers"], shown["registers"]);
    // four W states of four levels, twice the exchanges in a mixer
    let cx = |part: &str| about["gates"][part]["cx"].as_u64().unwrap();
    assert_eq!([cx("start"), cx("mixer_layer")], [20, 48]);
    let text = run_in(at, &format!("show {ROWS}")).done().out;
    assert!(text.contains("20 CX to the start"), "{text}");
}

#[test]
fn angles_of_another_mixer_or_of_other_registers_are_refused() {
    let folder = workplace(&[]);
    let at = folder.path();
    let solve = format!("solve {ROWS} -p 1 --starts 1 --iterations 5 --json --no-times");
    std::fs::write(at.join("s.json"), run_in(at, &solve).out).unwrap();
    run_in(at, &format!("export {ROWS} --angles s.json -o c.qasm")).done();
    for (line, part) in [
        (format!("export {ROWS} --mixer xy-ring"), "another mixer"),
        (ROWS.replace("rows", "columns"), "other registers"),
        (ROWS.replace("--registers rows", ""), "another mixer"),
        (
            format!(
                "device {}",
                ROWS.replace("--registers rows", "--backend torino")
            ),
            "another mixer",
        ),
    ] {
        let command = if line.starts_with('p') { "export " } else { "" };
        let run = run_in(at, &format!("{command}{line} --angles s.json"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{line}: {run:?}");
        assert!(run.err.contains(part), "{line}: {}", run.err);
    }
}

#[test]
fn compare_and_resources_speak_of_the_space_and_circuit_of_registers() {
    let folder = workplace(&[]);
    let at = folder.path();
    let line = format!("compare {ROWS} -p 2 --starts 1 --iterations 10");
    let json = run_in(at, &format!("{line} --json --no-times"))
        .done()
        .json();
    assert_eq!(
        (&json["search_space"], &json["states"]),
        (&256.0.into(), &256.into())
    );
    assert_eq!(json["random_success_probability"], 2.0 / 256.0);
    let of = |name: &str| {
        let all = json["algorithms"].as_array().unwrap().iter();
        all.filter(|one| one["algorithm"] == name)
            .collect::<Vec<_>>()
    };
    let qaoa = of("QAOA")[1];
    let solve = format!("solve {ROWS} -p 2 --starts 1 --iterations 10 --json --no-times");
    let solved = run_in(at, &solve).json();
    assert_eq!(qaoa["success_probability"], solved["success_probability"]);
    // a start of 20 CX, and two layers of their cost and of 48
    let shown = run_in(at, &format!("show {ROWS} --json")).done().json();
    let cost = shown["gates"]["cost_layer"]["cx"].as_u64().unwrap();
    assert_eq!(qaoa["two_qubit_gates"], 20 + 2 * (cost + 48));
    let grover = of("Grover");
    assert!(
        grover
            .iter()
            .all(|one| one.get("two_qubit_gates").is_none()),
        "{json}"
    );
    assert!(
        run_in(at, &line)
            .done()
            .out
            .contains("4 registers (rows), 256 states")
    );

    let told = run_in(at, &format!("resources {ROWS} -p 2 --json"))
        .done()
        .json();
    assert_eq!(told["two_qubit_gates"], qaoa["two_qubit_gates"]);
    assert_eq!(told["mixer"], "xy-complete");
    let refused = run_in(at, &format!("resources {ROWS} --algorithm grover"));
    assert_eq!(refused.status, 2);
    assert!(
        refused.err.contains("no circuit of Grover search"),
        "{refused:?}"
    );
}
