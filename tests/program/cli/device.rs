//! The command `device`: its numbers, its files, its refusals.

use crate::cli::bad_input::all_refused;
use crate::program::{keys, run_in, workplace};
use serde_json::Value;

const SMALL: &str = "p/queens-5x5.toml --reduce full --target-qubits 4 --starts 1";

fn numbers(records: &Value, key: &str) -> Vec<f64> {
    let records = records.as_array().unwrap();
    records
        .iter()
        .map(|record| record[key].as_f64().unwrap())
        .collect()
}

#[test]
fn device_predicts_success_with_and_without_noise_at_every_depth() {
    let folder = workplace(&[]);
    let line = format!("device {SMALL} --backend torino --depths 1..2");
    let quick = run_in(folder.path(), &format!("{line} --estimate --json"))
        .done()
        .json();
    let exact = run_in(folder.path(), &format!("{line} --exact --json"))
        .done()
        .json();
    let runs = "--trajectories 300 --out d --json";
    let runs = run_in(folder.path(), &format!("{line} {runs}"))
        .done()
        .json();
    for json in [&quick, &exact, &runs] {
        assert_eq!(numbers(&json["records"], "depth"), [1.0, 2.0]);
        assert!(
            json["source"].as_str().unwrap().contains("snapshot"),
            "{json}"
        );
        let [ideal, estimate, random] = [
            "success_probability",
            "estimated_success_probability",
            "random_success_probability",
        ]
        .map(|key| numbers(&json["records"], key)[1]);
        assert!(random < estimate && estimate < ideal, "{json}");
    }
    assert!(!keys(&quick["records"][0]).contains(&"noisy_success_probability"));
    let exact_values = numbers(&exact["records"], "noisy_success_probability");
    for (k, exact) in exact_values.into_iter().enumerate() {
        let record = &runs["records"][k];
        let ends = [0, 1].map(|end| record["noisy_success_interval"][end].as_f64().unwrap());
        let slack = ends[1] - ends[0];
        assert!(
            ends[0] - slack / 2.0 < exact && exact < ends[1] + slack / 2.0,
            "{record}, {exact}"
        );
        assert_eq!(record["trajectories"], 300);
        let gates = record["gates"].as_object().unwrap();
        assert_eq!(gates["cz"], record["two_qubit_gates"]);
    }
    let lines = std::fs::read_to_string(folder.path().join("d/device.jsonl")).unwrap();
    let written: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(Value::from(written), runs["records"]);
    for file in ["device.svg", "device.png"] {
        assert!(folder.path().join("d").join(file).exists(), "{file}");
    }
    let told = run_in(folder.path(), &format!("{line} --exact")).done().out;
    assert!(told.contains("99 % after"), "{told}");
    let told = run_in(folder.path(), &format!("{line} --trajectories 20"))
        .done()
        .out;
    assert!(
        told.contains("best p ") && told.contains("trajectories "),
        "{told}"
    );
}

#[test]
fn device_tells_seconds_to_99_percent_with_the_interval_of_what_was_simulated() {
    let folder = workplace(&[]);
    let line = format!("device {SMALL} --backend torino --depths 1..2");
    let record = |how: &str| {
        let line = format!("{line} {how} --json");
        run_in(folder.path(), &line).done().json()["records"][1].clone()
    };
    let [quick, exact, runs] = ["--estimate", "--exact", "--trajectories 300"].map(record);
    for record in [&quick, &exact, &runs] {
        let of = |key: &str| record[key].as_f64().unwrap();
        let shot = of("seconds_per_shot");
        assert!(shot > 1e-6 * of("duration_us"), "{record}");
        let shots = |p: f64| (0.01_f64.ln() / (-p).ln_1p()).ceil();
        for (time, success) in [
            ("seconds_to_99", "success_probability"),
            ("estimated_seconds_to_99", "estimated_success_probability"),
        ] {
            assert!((of(time) - shot * shots(of(success))).abs() < 1e-9 * of(time));
        }
    }
    for key in ["noisy_seconds_to_99", "noisy_seconds_to_99_interval"] {
        assert!(!keys(&quick).contains(&key), "{quick}");
    }
    for record in [&exact, &runs] {
        let of = |value: &Value| value.as_f64().unwrap();
        let shot = of(&record["seconds_per_shot"]);
        let shots = |p: f64| (0.01_f64.ln() / (-p).ln_1p()).ceil();
        let success = &record["noisy_success_interval"];
        let time = &record["noisy_seconds_to_99_interval"];
        for (time, success) in [
            (
                &record["noisy_seconds_to_99"],
                &record["noisy_success_probability"],
            ),
            (&time[0], &success[1]),
            (&time[1], &success[0]),
        ] {
            let expected = shot * shots(of(success));
            assert!((of(time) - expected).abs() < 1e-9 * expected, "{record}");
        }
    }
    let times = &exact["noisy_seconds_to_99_interval"];
    assert_eq!(times[0], times[1], "an exact number has no width");
}

#[test]
fn device_takes_angles_and_devices_from_files_and_writes_the_circuit() {
    let map = r#"{"qubits": 5, "couplings": [[0, 1], [1, 2], [2, 3], [3, 4]], "entangler": "cz",
        "errors": {"one_qubit": 0.001, "two_qubit": 0.01, "readout": 0.02},
        "times": {"one_qubit_ns": 30, "two_qubit_ns": 70, "readout_ns": 1000},
        "relaxation": {"t1_us": 100, "t2_us": 90}}"#;
    let angles = r#"{"gammas": [0.4], "betas": [-0.3]}"#;
    let folder = workplace(&[("map.json", map), ("angles.json", angles)]);
    let line = "device p/queens-5x5.toml --reduce full --target-qubits 4 --angles angles.json";
    let line = format!("{line} --backend map.json --exact --circuit c.json --json");
    let json = run_in(folder.path(), &line).done().json();
    let circuit = |name: &str| -> Value {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let pairs = |circuit: &Value| {
        let gates = circuit["gates"].as_array().unwrap().iter();
        let pairs = gates.filter(|gate| gate[1].as_array().unwrap().len() == 2);
        pairs.count()
    };
    let probabilities = circuit("c.json")["probabilities"].clone();
    let probabilities = probabilities.as_array().unwrap().iter();
    let sum: f64 = probabilities.map(|p| p.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    assert_eq!(
        json["records"][0]["two_qubit_gates"],
        pairs(&circuit("c.json"))
    );
    assert_eq!(json["records"][0]["gammas"][0], 0.4);
    // of several depths it is the circuit of the largest
    let line = "device p/queens-5x5.toml --reduce full --target-qubits 4 --backend map.json";
    let line = format!("{line} --estimate --depths 1..2 --iterations 5 --circuit d.json --json");
    let json = run_in(folder.path(), &line).done().json();
    let of_depth = |depth: usize| json["records"][depth - 1]["two_qubit_gates"].clone();
    assert!(circuit("d.json").get("probabilities").is_none());
    assert_ne!(of_depth(1), pairs(&circuit("d.json")));
    assert_eq!(of_depth(2), pairs(&circuit("d.json")));
}

#[test]
fn device_says_what_it_cannot_do() {
    all_refused(
        &[],
        &[
            ("device p/queens-5x5.toml", &["--backend"]),
            (
                "device p/queens-5x5.toml --backend nowhere",
                &["nowhere", "torino"],
            ),
            (
                "device p/queens-5x5.toml --backend line-30",
                &["line-30 has no", "torino"],
            ),
            (
                "device p/queens-5x5.toml --backend simulator",
                &["simulator has no noise"],
            ),
            (
                "device p/n-queens-5x5.toml --reduce none --backend heavy-hex-3",
                &["has no"],
            ),
            (
                "device p/queens-5x5.toml --backend torino --trajectories 9",
                &["--trajectories", "10"],
            ),
            (
                "device p/queens-5x5.toml --backend torino --estimate --exact",
                &["--exact"],
            ),
            (
                "device p/tango-6x6.toml --backend torino --target-qubits 13 --depths 1 --starts 1 --exact",
                &["at most 12"],
            ),
        ],
    );
}

#[test]
fn a_model_wider_than_the_device_is_refused_before_anything_is_optimized() {
    let map = r#"{"qubits": 3, "couplings": [[0, 1], [1, 2]], "entangler": "cz",
        "errors": {"one_qubit": 0.001, "two_qubit": 0.01, "readout": 0.02},
        "times": {"one_qubit_ns": 30, "two_qubit_ns": 70, "readout_ns": 1000},
        "relaxation": {"t1_us": 100, "t2_us": 90}}"#;
    let line = "device p/queens-5x5.toml --target-qubits 4 --reduce full --backend map.json";
    all_refused(
        &[("map.json", map)],
        &[(line, &["has 3 qubits, the model 4", "wider device"])],
    );
}

#[test]
fn decode_holds_the_shots_of_a_device_against_its_noise() {
    let angles = r#"{"gammas": [0.4], "betas": [-0.3]}"#;
    let counts = r#"{"0000": 3, "1000": 5, "0110": 2, "1111": 1}"#;
    let folder = workplace(&[("a.json", angles), ("c.json", counts)]);
    let board = "p/queens-5x5.toml --reduce full --target-qubits 4";
    let device = format!("device {board} --angles a.json --backend torino --estimate --json");
    let device = run_in(folder.path(), &device).done().json();
    let decode = format!("decode {board} c.json --angles a.json --backend torino");
    let quick = run_in(folder.path(), &format!("{decode} --json")).json();
    for key in [
        "estimated_success_probability",
        "estimated_fidelity",
        "success_probability",
    ] {
        assert_eq!(quick[key], device["records"][0][key], "{key}");
    }
    assert_eq!(quick["device"], "torino");
    let [low, high] = [0, 1].map(|end| quick["noisy_success_interval"][end].as_f64().unwrap());
    let mean = quick["noisy_success_probability"].as_f64().unwrap();
    assert!(low <= mean && mean <= high && high - low < 0.1, "{quick}");
    assert!(mean < quick["success_probability"].as_f64().unwrap());
    assert_eq!(quick["trajectories"], 1000);
    let told = run_in(folder.path(), &format!("{decode} --readout-error 0.01")).out;
    for part in ["with noise", "estimate with noise", "torino", "mitigation"] {
        assert!(told.contains(part), "lacks {part:?}: {told}");
    }
    all_refused(
        &[("a.json", angles), ("c.json", counts)],
        &[
            (
                &format!("decode {board} c.json --backend torino"),
                &["--angles"],
            ),
            (
                &format!("decode {board} c.json --readout-error 0.4"),
                &["cannot undo", "at least", "shots"],
            ),
            (
                &format!("decode {board} c.json --angles a.json --backend line-9"),
                &["line-9 has no"],
            ),
        ],
    );
}

/// Qubits in a line whose errors are `scale` times those of a bad device.
fn line_of(qubits: usize, scale: f64) -> String {
    let couplings: Vec<[usize; 2]> = (1..qubits).map(|k| [k - 1, k]).collect();
    let (rate, time) = (0.002 * scale, 1e3 / scale.max(1e-12));
    serde_json::json!({
        "qubits": qubits, "couplings": couplings, "entangler": "cz", "name": "line",
        "errors": {"one_qubit": rate, "two_qubit": rate, "readout": rate},
        "times": {"one_qubit_ns": 30, "two_qubit_ns": 70, "readout_ns": 1000},
        "relaxation": {"t1_us": time, "t2_us": time},
    })
    .to_string()
}

/// Boards of six qubits on registers: rows of other fillings beside a qubit, and a one-hot row
/// beside three.
const ON_REGISTERS: [&str; 2] = [
    "p/n-queens-4x4.toml --reduce full --target-qubits 6 --registers rows",
    "p/n-queens-4x4.toml --reduce full --target-qubits 6 --mixer xy-ring",
];

#[test]
fn a_circuit_on_registers_does_on_a_perfect_device_what_the_register_state_says() {
    let angles = r#"{"gammas": [0.4, 0.7], "betas": [-0.3, -0.2]}"#;
    let (perfect, bad) = (line_of(6, 0.0), line_of(6, 1.0));
    let files = [
        ("a.json", angles),
        ("perfect.json", &*perfect),
        ("bad.json", &*bad),
    ];
    let folder = workplace(&files);
    for board in ON_REGISTERS {
        let on = |map: &str, how: &str| {
            let line = format!("device {board} --angles a.json --backend {map}.json {how} --json");
            run_in(folder.path(), &line).done().json()["records"][0].clone()
        };
        let number = |record: &Value, key: &str| record[key].as_f64().unwrap();
        let ideal = on("perfect", "--exact");
        let [success, noisy] =
            ["success_probability", "noisy_success_probability"].map(|key| number(&ideal, key));
        assert!((success - noisy).abs() < 1e-9, "{board}: {ideal}");
        let shown = run_in(folder.path(), &format!("show {board} --json"))
            .done()
            .json();
        for key in ["mixer", "states", "qubits"] {
            assert_eq!(ideal[key], shown[key], "{board}");
        }
        let [guess, bits] = [
            "random_success_probability",
            "random_bits_success_probability",
        ]
        .map(|key| number(&ideal, key));
        let solutions = guess * number(&ideal, "states");
        assert!(
            (solutions - 64.0 * bits).abs() < 1e-9 && solutions > 0.9,
            "{ideal}"
        );
        assert!(
            guess > bits,
            "the registers have fewer states than the qubits"
        );

        let (exact, runs) = (on("bad", "--exact"), on("bad", "--trajectories 200"));
        let noisy = number(&exact, "noisy_success_probability");
        assert!(bits < noisy && noisy < success, "{board}: {exact}");
        let ends = [0, 1].map(|end| runs["noisy_success_interval"][end].as_f64().unwrap());
        let slack = ends[1] - ends[0];
        assert!(
            ends[0] - slack < noisy && noisy < ends[1] + slack,
            "{board}: {runs}"
        );
        assert!(number(&exact, "two_qubit_gates") > 20.0, "{exact}");
    }
}

#[test]
fn decode_predicts_what_registers_do_on_a_device_as_device_does() {
    let angles = r#"{"gammas": [0.4], "betas": [-0.3]}"#;
    let counts = r#"{"100100": 3, "010001": 5}"#;
    let folder = workplace(&[("a.json", angles), ("c.json", counts)]);
    let board = ON_REGISTERS[0];
    let device = format!("device {board} --angles a.json --backend torino --estimate --json");
    let device = run_in(folder.path(), &device).done().json();
    let decode = format!("decode {board} c.json --angles a.json --backend torino");
    let json = run_in(folder.path(), &format!("{decode} --json")).json();
    for key in [
        "estimated_success_probability",
        "estimated_fidelity",
        "success_probability",
        "random_success_probability",
    ] {
        assert_eq!(json[key], device["records"][0][key], "{key}");
    }
    assert_eq!(
        (&json["device"], &json["trajectories"]),
        (&"torino".into(), &1000.into())
    );
}

#[test]
fn a_whole_board_on_registers_is_estimated_where_its_qubits_are_too_many_to_simulate() {
    let angles = r#"{"gammas": [0.4], "betas": [-0.3]}"#;
    let board = include_str!("../../../results/registers/boards/queens-7x7.toml");
    let folder = workplace(&[("a.json", angles), ("b.toml", board)]);
    let line = "device b.toml --reduce none --registers rows --angles a.json --backend torino";
    let told = run_in(folder.path(), line).done().out;
    for part in [
        "49 qubits left",
        "7 registers (rows), 14406 states, mixer xy-complete",
        "not simulated: ",
        "random bits success probability",
    ] {
        assert!(told.contains(part), "lacks {part:?}:\n{told}");
    }
    for (how, remedy) in [
        ("--trajectories 50", "--estimate"),
        ("--exact", "at most 12"),
    ] {
        let run = run_in(folder.path(), &format!("{line} {how}"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains(remedy), "{run:?}");
    }
}
