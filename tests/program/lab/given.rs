//! Angles that a plan gives: records without a search, which run again as others do.

use super::records;
use crate::program::{names, run_in, workplace};
use serde_json::json;

/// A plan of given angles on one board.
fn given(angles: &str, depths: &str, more: &str) -> String {
    format!("puzzles = [\"p/tango-4x4.toml\"]\nangles = {angles}\ndepths = {depths}\n{more}")
}

#[test]
fn angles_from_a_ramp_or_a_file_make_records_that_verify_without_a_search() {
    let best =
        r#"[{"gammas": [0.1], "betas": [-0.5]}, {"gammas": [0.1, 0.2], "betas": [-0.5, -0.2]}]"#;
    let plan = given("[\"ramp:0.4,0.8\", \"best.json\"]", "[1, 2]", "");
    let folder = workplace(&[("plan.toml", &plan), ("best.json", best)]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
    let angles = |r: &serde_json::Value| (r["gammas"].clone(), r["betas"].clone());
    let records = records(&at.join("o"));
    let ramp = |gammas: &[f64], betas: &[f64]| (json!(gammas), json!(betas));
    let expected = [
        ramp(&[0.2], &[-0.4]),
        ramp(&[0.1, 0.30000000000000004], &[-0.6000000000000001, -0.2]),
        ramp(&[0.1], &[-0.5]),
        ramp(&[0.1, 0.2], &[-0.5, -0.2]),
    ];
    assert_eq!(records.iter().map(angles).collect::<Vec<_>>(), expected);
    for record in &records {
        assert_eq!(
            [&record["evaluations"], &record["search_layers"]],
            [&json!(1), &record["depth"]]
        );
    }
    let solved = "solve p/tango-4x4.toml --gammas 0.1,0.2 --betas -0.5,-0.2 --json --quiet";
    let solved = run_in(at, solved).done().json();
    assert_eq!(
        solved["success_probability"],
        records[3]["success_probability"]
    );
    run_in(at, "verify o --quiet").done();
    let long: Vec<_> = (1..20)
        .map(|p| json!({"gammas": vec![0.1; p], "betas": vec![-0.5; p]}))
        .collect();
    std::fs::write(at.join("best.json"), json!(long).to_string()).unwrap();
    // pictures are named by settings, and by the hash of a long one
    run_in(at, "sweep plan.toml --out long --quiet").done();
    let drawn = names(&at.join("long"));
    assert!(
        drawn.iter().any(|name| name.contains("angles-sha256")),
        "{drawn:?}"
    );
}

#[test]
fn given_angles_of_another_depth_or_beside_a_search_are_refused() {
    for (angles, depths, more, found) in [
        ("\"ramp:0.4\"", "1", "", "ramp:0.4"),
        ("\"none.json\"", "1", "", "none.json"),
        ("\"best.json\"", "[1, 2]", "", "2 gammas and 2 betas"),
        (
            "\"ramp:0.4,0.8\"",
            "1",
            "strategy = \"fourier\"\n",
            "strategy",
        ),
        ("\"ramp:0.4,0.8\"", "1", "starts = 2\n", "starts"),
    ] {
        let best = r#"{"gammas": [0.1], "betas": [-0.5]}"#;
        let folder = workplace(&[
            ("plan.toml", &given(angles, depths, more)),
            ("best.json", best),
        ]);
        let refused = run_in(folder.path(), "sweep plan.toml --out o --no-plots");
        assert_eq!(refused.status, 2, "{refused:?}");
        assert!(refused.err.contains(found), "{refused:?}");
    }
}

#[test]
fn angles_of_another_program_become_ours_in_a_plan_and_on_the_command_line() {
    let qiskit = r#"{"convention": "qiskit", "angles": [-0.5, -0.2, 0.1, 0.2]}"#;
    let qokit = r#"{"convention": "qokit", "gammas": [0.2, 0.4], "betas": [-0.5, -0.2]}"#;
    let wrong = r#"{"convention": "mine", "gammas": [0.1], "betas": [0.1]}"#;
    let plan = given("[\"qiskit.json\", \"qokit.json\"]", "2", "");
    let folder = workplace(&[
        ("plan.toml", &plan),
        ("qiskit.json", qiskit),
        ("qokit.json", qokit),
        ("wrong.json", wrong),
    ]);
    let at = folder.path();
    run_in(at, "sweep plan.toml --out o --quiet --no-plots").done();
    let records = records(&at.join("o"));
    for (file, record) in ["qiskit", "qokit"].iter().zip(&records) {
        let solved = format!("solve p/tango-4x4.toml --angles {file}.json --json --quiet");
        let solved = run_in(at, &solved).done().json();
        for run in [&solved, record] {
            assert_eq!(run["gammas"], json!([0.1, 0.2]), "{file}");
            assert_eq!(run["betas"], json!([-0.5, -0.2]), "{file}");
        }
    }
    let refused = run_in(at, "solve p/tango-4x4.toml --angles wrong.json");
    assert_eq!(refused.status, 2, "{refused:?}");
    assert!(
        refused.err.contains("\"mine\" is none of ketboard, qokit"),
        "{refused:?}"
    );
}

#[test]
fn transferred_angles_say_once_where_they_were_learned_elsewhere() {
    for (command, is_far) in [
        ("solve p/queens-5x5.toml --depth 2", false),
        ("solve p/queens-5x5.toml --depth 11", true),
        ("solve p/tango-4x4.toml --depth 1 --target-qubits 5", true),
        (
            "sweep p/queens-5x5.toml --depths 11 --out o --no-plots",
            true,
        ),
    ] {
        let line = format!("{command} --strategy transfer --iterations 0 --starts 1");
        let said = run_in(workplace(&[]).path(), &line).err;
        let times = said.matches("transferred angles may be far off").count();
        assert_eq!(times, usize::from(is_far), "{command}: {said}");
    }
}
