//! There and back: what one command writes, another reads, and it means the same.

use crate::program::{numbers, run_in, workplace};
use serde_json::{Map, Value};
use std::path::Path;

const PUZZLE: &str = "p/tango-4x4.toml";

fn read(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

/// `--gammas=… --betas=…` of a result, with every digit.
fn angles_of(result: &Value) -> String {
    let list = |key: &str| {
        let texts: Vec<_> = numbers(&result[key]).iter().map(f64::to_string).collect();
        format!("--{key}={}", texts.join(","))
    };
    format!("{} {}", list("gammas"), list("betas"))
}

#[test]
fn a_solved_board_survives_circuit_simulation_counts_and_decoding() {
    let folder = workplace(&[]);
    let at = folder.path();
    let solve = run_in(at, &format!("solve {PUZZLE} --depth 3 --seed 2 --json")).done();
    std::fs::write(at.join("result.json"), &solve.out).unwrap();
    let result = solve.json();

    let circuit = run_in(
        at,
        &format!("export {PUZZLE} --to qasm3 --angles result.json"),
    )
    .done()
    .out;
    let gammas: Vec<_> = numbers(&result["gammas"])
        .iter()
        .map(f64::to_string)
        .collect();
    assert!(
        circuit.contains(&format!("// gammas = [{}]", gammas.join(", "))),
        "{circuit}"
    );
    assert!(
        circuit.contains(result["model_hash"].as_str().unwrap()),
        "{circuit}"
    );

    run_in(at, &format!("qubo {PUZZLE} -o model.json")).done();
    let line = format!(
        "evaluate model.json {} --shots 800 --json",
        angles_of(&result)
    );
    let simulated = run_in(at, &line).done().json();
    std::fs::write(at.join("counts.json"), simulated["counts"].to_string()).unwrap();
    for key in ["expectation", "ground_probability"] {
        let [there, here] = [&result, &simulated].map(|json| json[key].as_f64().unwrap());
        assert!((there - here).abs() < 1e-10, "{key}: {there} and {here}");
    }

    let decoded = run_in(at, &format!("decode {PUZZLE} counts.json --json"))
        .done()
        .json();
    assert_eq!(decoded["status"], "solved");
    assert_eq!(decoded["board"], result["board"]);
    assert_eq!(
        (&decoded["qubits"], &decoded["shots"]),
        (&8.into(), &800.into())
    );
    let expected = 800.0 * result["success_probability"].as_f64().unwrap();
    let obeying = decoded["shots_that_obey"].as_f64().unwrap();
    assert!(
        (obeying - expected).abs() < 5.0 * expected.sqrt(),
        "{obeying}, expected {expected}"
    );
    let boards = decoded["boards"].as_array().unwrap();
    let counted: u64 = boards
        .iter()
        .map(|board| board["count"].as_u64().unwrap())
        .sum();
    assert_eq!(counted, 800);
    for board in boards {
        let broken = board["broken_rules"].as_array().unwrap();
        assert_eq!(board["obeys_rules"], broken.is_empty(), "{board}");
        assert_eq!(
            board["obeys_rules"],
            board["board"] == result["board"],
            "one solution: {board}"
        );
    }
}

#[test]
fn results_of_another_circuit_are_refused_and_those_of_the_own_one_are_read() {
    let folder = workplace(&[]);
    let at = folder.path();
    std::fs::write(
        at.join("angles.json"),
        r#"{"gammas": [0.2], "betas": [-0.4]}"#,
    )
    .unwrap();
    std::fs::write(at.join("counts.json"), r#"{"00000000": 5}"#).unwrap();
    let other = "p/takuzu-4x4.toml";
    for (format, name) in [
        ("qasm3", "c.qasm"),
        ("ionq-native", "c.json"),
        ("ibm-isa --backend torino --job", "job.json"),
    ] {
        let export = |puzzle: &str| {
            let line =
                format!("export {puzzle} --angles angles.json --to {format} -o {name} --quiet");
            run_in(at, &line).done();
        };
        let decode = || {
            run_in(
                at,
                &format!("decode {PUZZLE} counts.json --circuit {name} --json"),
            )
        };
        export(PUZZLE);
        assert_eq!(decode().status, 1, "{format}: {}", decode().err);
        export(other);
        let refused = decode();
        assert_eq!(refused.status, 2, "{format}: {}", refused.err);
        assert!(
            refused.err.contains("it does not name the model"),
            "{}",
            refused.err
        );
    }
}

#[test]
fn a_file_of_probabilities_has_no_number_of_shots_and_reversed_bits_are_hinted_at() {
    let folder = workplace(&[]);
    let at = folder.path();
    let result = run_in(at, &format!("solve {PUZZLE} --depth 1 --json"))
        .done()
        .json();
    let best = "11001101";
    let turned: String = best.chars().rev().collect();
    for (name, weight, has_shots) in [(best, "0.9999", false), (turned.as_str(), "7", true)] {
        std::fs::write(at.join("r.json"), format!("{{\"{name}\": {weight}}}")).unwrap();
        let decoded = run_in(at, &format!("decode {PUZZLE} r.json --json")).json();
        assert_eq!(decoded.get("shots").is_some(), has_shots, "{decoded}");
        let hint = decoded.get("hint").and_then(Value::as_str);
        assert_eq!(hint.is_some(), name == turned, "{decoded}");
        assert!(hint.is_none_or(|hint| hint.contains("--bit-order qubit0-right")));
    }
    assert_eq!(result["qubits"], 8);
}

#[test]
fn export_and_device_tell_the_same_of_one_circuit() {
    let folder = workplace(&[]);
    let at = folder.path();
    std::fs::write(
        at.join("angles.json"),
        r#"{"gammas": [0.2, 0.3], "betas": [-0.4, -0.2]}"#,
    )
    .unwrap();
    for (format, options) in [
        ("ibm-isa", "--backend torino"),
        ("ibm-isa", "--backend torino --fractional"),
        ("ibm-isa", "--backend fez --optimize gates"),
        ("qasm3", "--backend forte --optimize fidelity"),
    ] {
        let line = format!(
            "export {PUZZLE} --angles angles.json --to {format} {options} -o c.qasm --json"
        );
        let exported = run_in(at, &line).done().json();
        let line = format!("device {PUZZLE} --angles angles.json --estimate {options} --json");
        let device = run_in(at, &line).done().json();
        let run = &device["records"][0];
        for key in ["two_qubit_gates", "two_qubit_depth", "estimated_fidelity"] {
            assert_eq!(exported[key], run[key], "{options}: {key}: {run}");
        }
        if format == "ibm-isa" {
            let text = std::fs::read_to_string(at.join("c.qasm")).unwrap();
            let (gates, depth) = (&exported["two_qubit_gates"], &exported["two_qubit_depth"]);
            let header = format!("{gates} gates on two qubits in depth {depth}, all gates");
            assert!(text.contains(&header), "{options}: {header}");
        }
    }
}

#[test]
fn bit_order_matters_and_the_file_may_say_it() {
    let folder = workplace(&[]);
    let at = folder.path();
    run_in(at, &format!("solve {PUZZLE} --depth 2 --out r")).done();
    let decode =
        |counts: &str, order: &str| run_in(at, &format!("decode {PUZZLE} {counts} --json {order}"));
    let ours = decode("r/counts.json", "").done().json();

    let counts = read(at, "r/counts.json")["counts"]
        .as_object()
        .unwrap()
        .clone();
    let turn = |name: &String| name.chars().rev().collect::<String>();
    let turned: Map<_, _> = counts
        .iter()
        .map(|(name, n)| (turn(name), n.clone()))
        .collect();
    let turned = Value::Object(turned).to_string();
    std::fs::write(at.join("turned.json"), &turned).unwrap();
    let verdict = |mut json: Value| {
        let order = json["bit_order"].take();
        (order, json)
    };
    let ours = verdict(ours);
    let right = decode("turned.json", "--bit-order qubit0-right");
    let right = verdict(right.done().json());
    assert_eq!(
        (&ours.0, &right.0),
        (&"qubit0-left".into(), &"qubit0-right".into())
    );
    assert_eq!(
        right.1, ours.1,
        "read with the order they have, turned counts are ours"
    );
    let wrong = decode("turned.json", "").json();
    assert_ne!(wrong["shots_that_obey"], ours.1["shots_that_obey"]);

    let stated = format!("{{\"bit_order\": \"qubit0-right\", \"counts\": {turned}}}");
    std::fs::write(at.join("stated.json"), stated).unwrap();
    assert_eq!(verdict(decode("stated.json", "").done().json()), right);
    let against = decode("stated.json", "--bit-order qubit0-left");
    assert_eq!(
        (against.status, against.out.as_str()),
        (2, ""),
        "{against:?}"
    );
}

#[test]
fn counts_that_obey_nothing_are_told_as_unsolved_without_a_negative_zero() {
    let folder = workplace(&[("zeros.json", "{\"00000000\": 0.75, \"11111111\": 0.25}")]);
    let run = run_in(folder.path(), &format!("decode {PUZZLE} zeros.json --json"));
    assert_eq!(run.status, 1);
    let json = run.json();
    assert_eq!(json["status"], "unsolved");
    assert!(json.get("board").is_none());
    assert_eq!(json["shots_that_obey"], 0.0);
    assert!(!run.out.contains("-0.0"), "{}", run.out);
    let told = run_in(folder.path(), &format!("decode {PUZZLE} zeros.json"));
    assert_eq!(told.status, 1);
    assert!(told.out.contains("--bit-order"), "{told:?}");
    assert!(!told.out.contains("-0"), "{told:?}");
}

#[test]
fn equal_lines_are_named_with_what_they_read() {
    let text = "family = \"takuzu\"\ngrid = \"\"\"\n110.\n001.\n110.\n0.11\n\"\"\"\n";
    let folder = workplace(&[("t.toml", text), ("c.json", "{\"0000\": 3}")]);
    let run = run_in(folder.path(), "decode t.toml c.json --reduce none");
    assert!(
        run.out
            .contains("rows 1 and 3: must differ; both read 1100"),
        "{run:?}"
    );
}

#[test]
fn a_generated_board_is_as_hard_as_wished_and_says_so_wherever_it_is_shown() {
    let folder = workplace(&[]);
    let at = folder.path();
    for (family, more, difficulty) in [
        ("queens", "--qubits 9", "medium"),
        ("n-queens", "", "medium"),
        ("tango", "--reduce none --qubits 8", "easy"),
        ("star-battle", "--stars 2 --size 8", "hard"),
    ] {
        let size = if more.contains("--size") {
            ""
        } else {
            "--size 6"
        };
        let line = format!("generate {family} {size} {more} --difficulty {difficulty} -o m.toml");
        let made = run_in(at, &format!("{line} --json")).done().json();
        assert_eq!(made["difficulty"], difficulty, "{line}");
        let rule = made["hardest_rule"].as_str().unwrap();
        let words = format!("{difficulty}; hardest rule: {rule}");
        let text = std::fs::read_to_string(at.join("m.toml")).unwrap();
        assert!(
            text.starts_with(&format!("# difficulty: {words}\n")),
            "{text}"
        );
        let shown = run_in(at, "show m.toml --json").done().json();
        assert_eq!(shown["difficulty"], difficulty);
        assert_eq!(shown["hardest_rule"], rule);
        let page = run_in(at, "show m.toml").done().out;
        assert!(
            page.contains(&format!("{difficulty}\nhardest rule             {rule}\n")),
            "{page}"
        );
    }
}

#[test]
fn generated_puzzles_have_exactly_one_solution_and_the_wished_number_of_qubits() {
    let folder = workplace(&[]);
    let at = folder.path();
    for (family, size, qubits) in [
        ("queens", 4, None),
        ("queens", 5, Some(10)),
        ("queens", 7, Some(12)),
        ("tango", 4, Some(8)),
        ("tango", 6, Some(14)),
        ("tango", 6, None),
        ("takuzu", 4, None),
        ("takuzu", 6, Some(12)),
        ("takuzu", 8, None),
    ] {
        let wish = qubits.map_or_else(String::new, |q| format!("--qubits {q}"));
        let line = format!("generate {family} --size {size} --seed 4 {wish}");
        let text = run_in(at, &line).done().out;
        let made = run_in(at, &format!("{line} -o made.toml --json"))
            .done()
            .json();
        assert_eq!(std::fs::read_to_string(at.join("made.toml")).unwrap(), text);
        assert_eq!(made["family"], family);
        let exact = run_in(at, "classical made.toml --method exact --json")
            .done()
            .json();
        assert_eq!(
            (&exact["solutions"], &exact["complete"]),
            (&1.into(), &true.into()),
            "{line}"
        );
        let shown = run_in(at, "show made.toml --reduce paper --json")
            .done()
            .json();
        assert_eq!(shown["qubits"], made["qubits"], "{line}");
        if let Some(wished) = qubits {
            assert_eq!(shown["qubits"], wished, "{line}");
        }
        let inside = run_in(at, &format!("{line} --json")).done().json();
        assert_eq!(inside["text"], text);
    }
}

#[test]
fn a_circuit_without_given_angles_carries_those_that_solve_finds() {
    let folder = workplace(&[]);
    let at = folder.path();
    let search = "p/takuzu-4x4.toml --depth 2 --seed 9 --starts 2";
    let result = run_in(at, &format!("solve {search} --json")).json();
    let line = format!("export {search} -o c.qasm --json");
    let exported = run_in(at, &line).done().json();
    for key in ["gammas", "betas", "qubits", "depth"] {
        assert_eq!(exported[key], result[key], "{key}");
    }
    let text = std::fs::read_to_string(at.join("c.qasm")).unwrap();
    let wrapped = run_in(at, &format!("export {search} --json")).done().json();
    assert_eq!(wrapped["text"], text);
}
