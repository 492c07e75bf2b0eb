//! One job at several sets of angles, and its options.

use crate::cli::bad_input::all_refused;
use crate::program::{run_in, workplace};
use serde_json::{Value, json};

const SMALL: &str = "p/queens-5x5.toml --reduce full --target-qubits 4";

/// Two sets of depth 1 and one of depth 2.
const ANGLES: [(&str, &str); 3] = [
    ("a.json", r#"{"gammas": [0.3], "betas": [-0.4]}"#),
    ("b.json", r#"{"gammas": [0.5], "betas": [-0.2]}"#),
    ("c.json", r#"{"gammas": [0.2, 0.5], "betas": [-0.6, -0.3]}"#),
];

#[test]
fn a_job_takes_every_set_of_angles_with_the_options_of_the_sampler() {
    let folder = workplace(&ANGLES);
    let options = r#"{"dynamical_decoupling": {"enable": true, "sequence_type": "XY4"}}"#;
    std::fs::write(folder.path().join("o.json"), options).unwrap();
    let sets = "--angles a.json --angles b.json --angles c.json";
    let line = format!(
        "export {SMALL} {sets} --to ibm-isa --backend torino --job --job-options o.json -o job.json --json"
    );
    let told = run_in(folder.path(), &line).done().json();
    let depths: Vec<&Value> = told["sets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| &s["depth"])
        .collect();
    assert_eq!(depths, [1, 1, 2]);
    assert_eq!(told["sets"][1]["gammas"], json!([0.5]));
    let job = std::fs::read_to_string(folder.path().join("job.json")).unwrap();
    let job: Value = serde_json::from_str(&job).unwrap();
    let pubs = job["params"]["pubs"].as_array().unwrap();
    assert_eq!(pubs.len(), 3, "one circuit for each set");
    for bloc in pubs {
        assert_eq!((&bloc[1], &bloc[2]), (&Value::Null, &1024.into()));
    }
    assert_eq!(
        job["params"]["options"],
        serde_json::from_str::<Value>(options).unwrap()
    );
    // decode knows the job by the hash in its circuits, and each result by its number
    let samples = |list: [&str; 2]| json!({"data": {"c": {"samples": list, "num_bits": 4}}});
    let sets = [["0x1", "0x1"], ["0x2", "0x3"], ["0x4", "0x4"]].map(samples);
    let results = json!({ "results": sets });
    std::fs::write(folder.path().join("r.json"), results.to_string()).unwrap();
    for (number, boards) in [(1, 1), (2, 2), (3, 1)] {
        let line = format!("decode {SMALL} r.json --circuit job.json --result {number} --json");
        // no matter whether two invented shots solve the board
        let json = run_in(folder.path(), &line).json();
        assert_eq!(json["shots"], 2);
        assert_eq!(json["boards"].as_array().unwrap().len(), boards, "{json}");
    }
}

#[test]
fn sets_and_options_that_do_not_go_together_are_refused() {
    let to = |rest: &str| format!("export {SMALL} --angles a.json {rest}");
    let isa = "--to ibm-isa --backend torino";
    let mut files = ANGLES.to_vec();
    files.push((
        "parts.json",
        r#"{"gammas": [0.3], "betas": [-0.4], "ansatz": "multi-angle"}"#,
    ));
    files.push(("o.json", r#"[{"enable_gates": true}]"#));
    files.push(("good.json", r#"{"twirling": {"enable_gates": true}}"#));
    let table = [
        (
            to("--angles b.json --to qasm3"),
            vec!["2 sets of angles", "--job"],
        ),
        (
            to(&format!("--angles b.json {isa}")),
            vec!["2 sets of angles", "--job"],
        ),
        (
            to(&format!("--angles parts.json {isa} --job")),
            vec!["another ansatz", "ansatz"],
        ),
        (
            to("--angles b.json --to ionq-qasm3 --backend forte --job"),
            vec!["one circuit at a time", "--to ionq"],
        ),
        (
            to(&format!("{isa} --job --job-options o.json")),
            vec!["o.json", "a JSON object"],
        ),
        (
            to("--to ionq --backend forte --job --job-options good.json"),
            vec!["--job-options", "--to ibm-isa"],
        ),
    ];
    let table: Vec<(&str, &[&str])> = table.iter().map(|(l, p)| (l.as_str(), &p[..])).collect();
    all_refused(&files, &table);
}
