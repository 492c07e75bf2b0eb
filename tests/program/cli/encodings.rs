//! Encodings on the command line: what is compared, what is carried, what is refused.

use crate::program::{run_in, workplace};
use serde_json::Value;

/// Nine open cells after the paper's rules, and boards with equal lines that only the rule on lines
/// refuses.
const EQUAL_LINES: &str = "family = 'takuzu'\ngrid = '''\n.11.\n1...\n....\n1...\n'''\n";

#[test]
fn show_says_what_the_chosen_encoding_takes() {
    let folder = workplace(&[("t.toml", EQUAL_LINES)]);
    for (way, parts) in [
        ("filter", ["9 qubits left", "checked afterwards"]),
        ("hobo", ["higher terms  ", "degree  "]),
        (
            "qubo",
            ["9 variables left, on 15 qubits (6 auxiliary)", "x9 = aux: "],
        ),
    ] {
        let line = format!("show t.toml --distinct-lines {way}");
        let text = run_in(folder.path(), &line).done().out;
        for part in parts {
            assert!(text.contains(part), "{way} lacks {part:?}:\n{text}");
        }
    }
}

#[test]
fn encoded_lines_make_energy_and_rules_agree_and_filtered_ones_are_said_to_be_dropped() {
    let folder = workplace(&[("t.toml", EQUAL_LINES)]);
    let solve = |options: &str| {
        let line = format!("solve t.toml --depth 1 --starts 1 --no-times {options}");
        run_in(folder.path(), &line).done()
    };
    let filter = solve("--json").json();
    assert_eq!(filter["lowest_energy_agrees_with_rules"], false);
    assert!(filter["shots_dropped"].as_u64().unwrap() > 0, "{filter}");
    assert!(
        solve("")
            .out
            .contains("break only rules that are not in the cost: 12 rules of kind distinct")
    );
    for way in ["hobo", "qubo"] {
        let json = solve(&format!("--distinct-lines {way} --json")).json();
        assert_eq!(json["lowest_energy_agrees_with_rules"], true, "{way}");
        assert_eq!(
            json["random_success_probability"],
            filter["random_success_probability"]
        );
        assert!(json.get("shots_dropped").is_none(), "{json}");
    }
    let threads = |n| solve(&format!("--distinct-lines qubo --threads {n} --json")).out;
    assert_eq!(threads(1), threads(2));
}

#[test]
fn a_model_with_products_goes_where_products_can_go() {
    let folder = workplace(&[("t.toml", EQUAL_LINES)]);
    let at = folder.path();
    for format in ["dimod", "qubo", "lp"] {
        for options in [
            "t.toml --distinct-lines hobo",
            "p/n-queens-4x4.toml --symbols binary",
        ] {
            let refused = run_in(at, &format!("qubo {options} --format {format}"));
            assert_eq!((refused.status, refused.out.as_str()), (2, ""), "{options}");
            for remedy in ["--distinct-lines qubo", "--symbols one-hot"] {
                assert!(refused.err.contains(remedy), "{refused:?}");
            }
        }
        run_in(
            at,
            &format!("qubo t.toml --distinct-lines qubo --format {format}"),
        )
        .done();
    }
    run_in(at, "qubo t.toml --distinct-lines hobo -o hobo.json").done();
    let json = run_in(at, "evaluate hobo.json --gammas 0.1 --betas=-0.2 --json")
        .done()
        .json();
    assert_eq!(json["n"], 9);
    let weighed = "qubo t.toml --weight distinct=2";
    let refused = run_in(at, weighed);
    assert_eq!(refused.status, 2);
    assert!(
        refused.err.contains("--distinct-lines is hobo or qubo"),
        "{refused:?}"
    );
    run_in(at, &format!("{weighed} --distinct-lines hobo")).done();
}

#[test]
fn a_board_survives_circuit_and_decoding_in_every_encoding() {
    let folder = workplace(&[("t.toml", EQUAL_LINES)]);
    let at = folder.path();
    for (options, named) in [
        ("t.toml --distinct-lines qubo", "x9 is auxiliary: aux: "),
        ("t.toml --distinct-lines hobo", "distinct lines: hobo"),
        (
            "p/queens-4x4.toml --reduce none --symbols binary",
            "q[0] = with others: ",
        ),
        (
            "p/queens-4x4.toml --reduce none --symbols domain-wall",
            "symbols: domain-wall",
        ),
    ] {
        let solve = format!("solve {options} --depth 1 --starts 1 --out r --json");
        let solved = run_in(at, &solve).done().json();
        let export = format!("export {options} --angles r/result.json");
        let circuit = run_in(at, &export).done().out;
        assert!(circuit.contains(named), "{options}:\n{circuit}");
        let decode = format!("decode {options} r/counts.json --json");
        let decoded = run_in(at, &decode).done().json();
        let measured = &solved["measured"];
        for (key, told) in [
            ("qubits", &solved["qubits"]),
            ("board", &solved["board"]),
            ("shots", &measured["shots"]),
            ("shots_that_obey", &measured["hits"]),
        ] {
            assert_eq!(decoded[key], *told, "{options}: {key}");
        }
        let anneal = format!("classical {options} --method anneal --quiet");
        assert_eq!(
            run_in(at, &anneal).done().out.lines().count(),
            4,
            "{options}"
        );
    }
}

#[test]
fn a_model_is_written_in_another_format() {
    let folder = workplace(&[("m.json", crate::cli::SMALL_MODEL)]);
    let text = run_in(folder.path(), "export m.json --to lp").done().out;
    assert!(text.contains("Minimize"), "{text}");
    let again = run_in(folder.path(), "qubo m.json").done().out;
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!(
        (&again["n"], &again["linear"]),
        (&2.into(), &serde_json::json!([-1, -2]))
    );
}
