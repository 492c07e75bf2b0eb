//! Machines of the day from files, taken by `device` and `export`.

use crate::cli::bad_input::refused;
use crate::program::{run_in, workplace};
use serde_json::Value;

const SMALL: &str = "p/queens-5x5.toml --reduce full --target-qubits 3 --starts 1";

/// A machine with the figures of its qubits, as the Python package writes it from what Amazon
/// Braket says, which is no times.
const GARNET: &str = r#"{"name": "arn:aws:braket:eu-north-1::device/qpu/iqm/Garnet", "source": "Garnet, of 2026-11-20",
    "entangler": "cz", "couplings": [[1, 2, 0.006], [1, 3, 0.012], [2, 4, 0.008], [3, 4, null]],
    "qubits": [{}, {"one_qubit": 0.0008, "readout": 0.019, "t1_us": 35.2, "t2_us": 20.1},
               {"one_qubit": 0.001, "readout": 0.021, "t1_us": 38.0, "t2_us": null},
               {"one_qubit": 0.0011, "readout": 0.023, "t1_us": 41.0, "t2_us": 22.6}, {}]}"#;

/// Three machines by the names that their vendors' jobs have, and Garnet without its times.
fn with_files() -> tempfile::TempDir {
    let folder = workplace(&[]);
    let times = r#""times": {"one_qubit_ns": 20, "two_qubit_ns": 40, "readout_ns": 1000}"#;
    let garnet = GARNET.replacen('{', &format!("{{{times}, "), 1);
    let of_all = r#""errors": {"one_qubit": 0.0002, "two_qubit": 0.005, "readout": 0.01},
        "relaxation": {"t1_us": 200, "t2_us": 100}"#;
    let forte = format!(
        r#"{{"name": "qpu.forte-1", "entangler": "zz", "couplings": [[0, 1], [0, 2], [1, 2]], {times}, {of_all}}}"#
    );
    let ibm = format!(
        r#"{{"name": "ibm_small", "entangler": "cz", "couplings": [[0, 1], [1, 2]], {times}, {of_all}}}"#
    );
    for (file, text) in [
        ("untimed.json", GARNET),
        ("garnet.json", &garnet),
        ("forte.json", &forte),
        ("ibm.json", &ibm),
    ] {
        std::fs::write(folder.path().join(file), text).unwrap();
    }
    folder
}

#[test]
fn a_machine_of_the_day_predicts_and_places_and_makes_jobs_for_it() {
    let folder = with_files();
    let arn = "arn:aws:braket:eu-north-1::device/qpu/iqm/Garnet";
    // the file, what the prediction names as its source, the format that the machine takes, and
    // what a job calls the machine under which key
    for (file, source, format, key, name) in [
        ("ibm.json", "ibm.json", "ibm-isa", "backend", "ibm_small"),
        (
            "forte.json",
            "forte.json",
            "ionq-native",
            "backend",
            "qpu.forte-1",
        ),
        ("garnet.json", "2026-11-20", "braket", "deviceArn", arn),
    ] {
        let line = format!("device {SMALL} --depths 1 --calibration {file} --estimate --json");
        let json = run_in(folder.path(), &line).done().json();
        let told = json["source"].as_str().unwrap();
        assert!(told.contains(source), "{file}: {told}");
        let fidelity = json["records"][0]["estimated_fidelity"].as_f64().unwrap();
        assert!(0.0 < fidelity && fidelity < 1.0, "{file}: {fidelity}");
        let line = format!("export {SMALL} --depth 1 --to {format} --backend {file} --job");
        let job = run_in(folder.path(), &line).done().out;
        let job: Value = serde_json::from_str(&job).unwrap();
        assert_eq!(job[key], name, "{file}");
    }
}

#[test]
fn a_machine_that_does_not_fit_the_wish_is_refused() {
    let folder = with_files();
    for (line, parts) in [
        (
            "export --depth 1 --to braket-native --backend garnet.json",
            &["does not take IonQ's gates"][..],
        ),
        (
            "device --depths 1 --calibration untimed.json",
            &["has no times", "in its file"],
        ),
    ] {
        let line = line.replacen(' ', &format!(" {SMALL} "), 1);
        refused(&run_in(folder.path(), &line), &line, parts);
    }
}
