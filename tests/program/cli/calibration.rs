//! What vendors say of their machines, taken by `device` and `export`.

use crate::cli::bad_input::refused;
use crate::program::{run_in, workplace};
use serde_json::Value;
use std::path::Path;

const SMALL: &str = "p/queens-5x5.toml --reduce full --target-qubits 3 --starts 1";

/// A machine with the figures of its qubits and no times, as the Python package writes it from what
/// Amazon Braket says.
const GARNET: &str = r#"{"name": "arn:aws:braket:eu-north-1::device/qpu/iqm/Garnet", "source": "Garnet, of 2026-11-20",
    "entangler": "cz", "couplings": [[1, 2, 0.006], [1, 3, 0.012], [2, 4, 0.008], [3, 4, null]],
    "qubits": [{}, {"one_qubit": 0.0008, "readout": 0.019, "t1_us": 35.2, "t2_us": 20.1},
               {"one_qubit": 0.001, "readout": 0.021, "t1_us": 38.0, "t2_us": null},
               {"one_qubit": 0.0011, "readout": 0.023, "t1_us": 41.0, "t2_us": 22.6}, {}]}"#;

/// A folder with the fixtures of the library and the times that Braket does not say.
fn with_files() -> tempfile::TempDir {
    let folder = workplace(&[]);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/circuits/src/device/data");
    for entry in std::fs::read_dir(data).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "json") {
            std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    let times = r#"{"times": {"one_qubit_ns": 20, "two_qubit_ns": 40, "readout_ns": 1000}}"#;
    std::fs::write(folder.path().join("times.json"), times).unwrap();
    std::fs::write(folder.path().join("garnet.json"), GARNET).unwrap();
    folder
}

#[test]
fn every_vendors_calibration_is_a_device_that_predicts_and_places() {
    let folder = with_files();
    // the files, the format that the machine takes, and what the prediction then names
    for (files, format, source) in [
        ("ibm-properties.json", "ibm-isa", "2026-11-20"),
        (
            "ibm-configuration.json,ibm-properties.json",
            "ibm-isa",
            "2026-11-20",
        ),
        ("ionq-characterizations.json", "ionq-native", "2026-11-19"),
        ("garnet.json,times.json", "qasm3", "2026-11-20"),
    ] {
        let line = format!("device {SMALL} --depths 1 --calibration {files} --estimate --json");
        let json = run_in(folder.path(), &line).done().json();
        let told = json["source"].as_str().unwrap();
        assert!(told.contains(source), "{files}: {told}");
        let fidelity = json["records"][0]["estimated_fidelity"].as_f64().unwrap();
        assert!(0.0 < fidelity && fidelity < 1.0, "{files}: {fidelity}");
        let line = format!("export {SMALL} --depth 1 --to {format} --backend {files} -o c.txt");
        run_in(folder.path(), &line).done();
    }
}

#[test]
fn a_file_that_names_a_vendors_machine_makes_jobs_for_it() {
    let folder = with_files();
    let arn = "arn:aws:braket:eu-north-1::device/qpu/iqm/Garnet";
    for (file, format, key, name) in [
        ("garnet.json", "braket", "deviceArn", arn),
        (
            "ionq-characterizations.json",
            "ionq-native",
            "backend",
            "qpu.forte-1",
        ),
        ("ibm-properties.json", "ibm-isa", "backend", "ibm_small"),
    ] {
        let line = format!("export {SMALL} --depth 1 --to {format} --backend {file} --job");
        let job = run_in(folder.path(), &line).done().out;
        let job: Value = serde_json::from_str(&job).unwrap();
        assert_eq!(job[key], name, "{file}");
    }
    for (line, found) in [
        (
            "--to braket-native --backend garnet.json",
            "does not take IonQ's gates",
        ),
        (
            "--to ibm-isa --backend ibm-properties.json,garnet.json",
            "2 files of different",
        ),
    ] {
        let line = format!("export {SMALL} --depth 1 {line}");
        refused(&run_in(folder.path(), &line), &line, &[found]);
    }
    let line = format!("device {SMALL} --depths 1 --calibration garnet.json");
    let parts = ["has no times", "one beside it"];
    refused(&run_in(folder.path(), &line), &line, &parts);
}
