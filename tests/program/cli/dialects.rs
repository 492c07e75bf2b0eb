//! `export` in every dialect, placed on machines, as jobs; and what it refuses.

use crate::cli::bad_input::all_refused;
use crate::program::{keys, run_in, workplace};
use serde_json::Value;

const ANGLES: &str = r#"{"gammas": [0.4, -0.2], "betas": [-0.3, 0.1]}"#;
const EXPORT: &str = "export p/tango-4x4.toml --target-qubits 7 --angles a.json";
const RING: &str = r#"{"name": "ibm_ring", "entangler": "ecr", "couplings": [[0, 1], [2, 1], [2, 3], [4, 3], [4, 5], [6, 5], [6, 7], [0, 7]]}"#;

#[test]
fn every_format_carries_model_angles_card_and_cells() {
    let folder = workplace(&[("a.json", ANGLES), ("ring.json", RING)]);
    let at = folder.path();
    for (options, part) in [
        ("qasm3", "OPENQASM 3.0;"),
        ("qasm3-param", "input float[64] gamma_2;"),
        ("qasm2", "OPENQASM 2.0;"),
        (
            "qasm3 --backend line-9 --method mixed",
            "on line-9 by parity network, then swap networks",
        ),
        (
            "ibm-isa --backend torino --fractional",
            "gate rzz(theta) a, b",
        ),
        (
            "ibm-isa --backend ring.json --method direct",
            "gate ecr a, b",
        ),
        ("ionq-qasm3 --backend simulator", "OPENQASM 3.0;"),
        ("ionq", "\"qis\""),
        ("ionq-native --backend qpu.forte-1", "\"gpi2\""),
        ("braket", "zz("),
        ("braket-native", "#pragma braket verbatim"),
    ] {
        let text = run_in(at, &format!("{EXPORT} --to {options}")).done().out;
        for part in [part, "sum X", "-0.2", "r1c1", "tango-4x4.toml"] {
            assert!(text.contains(part), "{options} lacks {part}: {text}");
        }
    }
}

#[test]
fn a_placed_circuit_says_where_each_variable_is_measured() {
    let folder = workplace(&[("a.json", ANGLES), ("ring.json", RING)]);
    let at = folder.path();
    let line =
        format!("{EXPORT} --to ibm-isa --backend ring.json --optimize depth -o c.qasm --json");
    let about = run_in(at, &line).done().json();
    let text = std::fs::read_to_string(at.join("c.qasm")).unwrap();
    let measured: Vec<u64> = about["measured"]
        .as_array()
        .unwrap()
        .iter()
        .map(|q| q.as_u64().unwrap())
        .collect();
    assert_eq!(about["qubits"], measured.len());
    for (i, qubit) in measured.iter().enumerate() {
        assert!(
            text.contains(&format!("\nc[{i}] = measure ${qubit};\n")),
            "{text}"
        );
        assert!(
            text.contains(&format!("\n// c[{i}] = ${qubit} = ")),
            "{text}"
        );
    }
    for key in [
        "backend",
        "method",
        "two_qubit_gates",
        "two_qubit_depth",
        "placement",
    ] {
        assert!(keys(&about).contains(&key), "{key}: {about}");
    }
    let again = run_in(at, &line).done().json();
    assert_eq!(about, again);
}

#[test]
fn a_placed_circuit_stands_beside_the_circuits_that_it_was_chosen_from() {
    let folder = workplace(&[("a.json", ANGLES)]);
    let at = folder.path();
    let told = |options: &str| {
        let line = format!("{EXPORT} --to qasm3 --backend torino {options} -o c.qasm --json");
        run_in(at, &line).done().json()
    };
    let number = |of: &Value, key: &str| of[key].as_f64().unwrap();
    for (goal, key, sign) in [
        ("fidelity", "estimated_fidelity", -1.0),
        ("gates", "two_qubit_gates", 1.0),
        ("depth", "two_qubit_depth", 1.0),
    ] {
        let about = told(&format!("--optimize {goal}"));
        let candidates = about["candidates"].as_array().unwrap();
        let found = candidates.iter().map(|one| sign * number(one, key));
        let best = found.fold(f64::INFINITY, f64::min);
        assert_eq!(sign * number(&about, key), best, "{goal}: {about}");
        for method in ["swap-network", "mixed", "direct"] {
            let alone = told(&format!("--optimize {goal} --method {method}"));
            let name = alone["method"].as_str().unwrap();
            let of_it = candidates.iter().filter(|one| one["method"] == name);
            let of_it = of_it.map(|one| sign * number(one, key));
            let best = of_it.fold(f64::INFINITY, f64::min);
            assert_eq!(sign * number(&alone, key), best, "{goal} {method}");
        }
    }
}

#[test]
fn a_job_has_the_backend_the_shots_and_nothing_secret() {
    let folder = workplace(&[("a.json", ANGLES)]);
    let at = folder.path();
    for (options, backend, shots) in [
        (
            "ibm-isa --backend torino --job --shots 77",
            "/backend",
            "/params/pubs/0/2",
        ),
        (
            "ionq --backend simulator --job --shots 77",
            "/backend",
            "/shots",
        ),
        (
            "ionq-qasm3 --backend forte --job --shots 77",
            "/backend",
            "/shots",
        ),
        (
            "ionq-native --backend forte --job --shots 77",
            "/backend",
            "/shots",
        ),
        (
            "braket --backend simulator --job --shots 77",
            "/deviceArn",
            "/shots",
        ),
        (
            "braket-native --backend forte --job --shots 77",
            "/deviceArn",
            "/shots",
        ),
    ] {
        let text = run_in(at, &format!("{EXPORT} --to {options}")).done().out;
        let body: Value = serde_json::from_str(&text).unwrap();
        assert!(
            body.pointer(backend).is_some_and(Value::is_string),
            "{text}"
        );
        assert_eq!(body.pointer(shots), Some(&77.into()), "{text}");
        let lower = text.to_lowercase();
        for secret in ["token", "apikey", "authorization", "crn"] {
            assert!(!lower.contains(secret), "{options}: {secret}");
        }
    }
}

#[test]
fn a_machine_that_cannot_run_the_circuit_is_refused_before_any_search() {
    let files = [
        ("a.json", ANGLES),
        ("ring.json", RING),
        ("loop.json", "[[0, 0]]"),
    ];
    let export = "export p/tango-4x4.toml --target-qubits 7 -o c";
    let table: &[(&str, &[&str])] = &[
        ("--to ibm-isa", &["--backend: missing", "torino"]),
        (
            "--to ibm-isa --backend aspen",
            &["aspen", "sherbrooke", "line-N", ".json"],
        ),
        (
            "--to ibm-isa --backend line-3",
            &["line-3 has 3 qubits, the circuit", "--target-qubits"],
        ),
        ("--to ibm-isa --backend forte", &["ion trap", "ionq-native"]),
        ("--to ibm-isa --backend simulator", &["--backend: missing"]),
        ("--to ibm-isa --backend none.json", &["none.json"]),
        ("--to ibm-isa --backend loop.json", &["loop.json"]),
        (
            "--to ionq --backend torino",
            &["torino is no device of IonQ", "forte"],
        ),
        ("--to qasm3 --fractional", &["--fractional", "--to ibm-isa"]),
        (
            "--to qasm3-param --backend torino",
            &["no meaning for qasm3-param"],
        ),
        ("--to qasm3 --optimize depth", &["--backend"]),
        (
            "--to ionq --backend forte --method mixed",
            &["--method", "leave it out"],
        ),
        (
            "--to braket-native --backend simulator --job",
            &["simulator takes no verbatim gates", "forte"],
        ),
        ("--to ionq --job", &["--backend"]),
        ("--to ionq --shots 5", &["--job"]),
        (
            "--to qasm2 --backend torino --job",
            &["qasm2 is not what a service takes"],
        ),
        (
            "--to ionq --backend all-to-all-9 --job",
            &["no backend of IonQ"],
        ),
        (
            "--to ibm-isa --backend line-9 --job",
            &["no backend of IBM", "torino"],
        ),
        ("--to ibm-isa --backend torino --job --shots 0", &["0"]),
    ];
    for (options, parts) in table {
        all_refused(&files, &[(&format!("{export} {options}"), parts)]);
    }
    let fractional =
        format!("{export} --angles a.json --to ibm-isa --backend ring.json --fractional");
    all_refused(
        &files,
        &[(&fractional, &["ibm_ring has no rx and rzz", "--fractional"])],
    );
}
