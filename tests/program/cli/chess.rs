//! Boards that differ in value, through every command: a solution obeys the rules and has the best
//! value.

use crate::program::{run_in, workplace};

/// Two rooks fit; on the other diagonal a rook and a knight, worth less.
const ROOKS: &str = "family = 'chess'\ngoal = 'max'\npieces = '''\nRN\nNR\n'''\n[weights]\nR = 2\n";

#[test]
fn every_command_knows_the_best_boards() {
    let folder = workplace(&[
        ("rooks.toml", ROOKS),
        ("angles.json", r#"{"gammas": [0.1], "betas": [-0.2]}"#),
        (
            "counts.json",
            r#"{"0110": 30, "1001": 20, "1000": 40, "1100": 10}"#,
        ),
    ]);
    let run = |line: &str| run_in(folder.path(), line);
    let all = run("classical rooks.toml --json").done().json();
    assert_eq!(all["solutions"], 1);
    assert_eq!(
        (&all["value"], &all["boards"][0][0]),
        (&4.0.into(), &"10".into())
    );
    let words = run("classical rooks.toml").done().out;
    assert!(
        words.contains("1 solution, of the best value found, 4"),
        "{words}"
    );

    let solved = run("solve rooks.toml --seed 1 -p 3 --shots 2000 --json")
        .done()
        .json();
    assert_eq!(
        (&solved["status"], &solved["value"]),
        (&"solved".into(), &4.0.into())
    );
    assert_eq!(
        (&solved["best_value"], &solved["solutions"]),
        (&4.0.into(), &1.into())
    );
    assert_eq!(solved["board"], serde_json::json!(["10", "01"]));
    assert_eq!(solved["random_success_probability"], 1.0 / 16.0);
    let measured = &solved["measured"];
    assert!(measured["hits"].as_u64() < measured["obeying"].as_u64());
    let words = run("solve rooks.toml --seed 1 -p 3").done().out;
    assert!(words.contains("shots that obey"), "{words}");

    let decoded = run("decode rooks.toml counts.json --json").done().json();
    assert_eq!(
        (&decoded["shots_that_obey"], &decoded["shots_that_are_best"]),
        (&90.into(), &20.into())
    );
    assert_eq!(decoded["board"], serde_json::json!(["10", "01"]));
    let words = run("decode rooks.toml counts.json").done().out;
    assert!(
        words.contains("30 shots: obeys all rules, value 2\n"),
        "{words}"
    );

    let annealed = run("classical rooks.toml --method anneal --json")
        .done()
        .json();
    assert_eq!(
        (&annealed["status"], &annealed["energy"]),
        (&"solved".into(), &(-4.0).into())
    );
    let words = run("classical rooks.toml --method anneal").done().out;
    assert!(words.contains("best value               4\n"), "{words}");

    run("qubo rooks.toml").done();
    run("export rooks.toml --angles angles.json -o rooks.qasm").done();
    run("sweep rooks.toml --depths 1..2 --out sweep").done();
    run("landscape rooks.toml --points 5 --out landscape").done();
}

#[test]
fn samples_that_obey_and_are_not_best_do_not_solve() {
    let folder = workplace(&[("rooks.toml", ROOKS), ("counts.json", r#"{"0110": 3}"#)]);
    let run = run_in(folder.path(), "decode rooks.toml counts.json --json");
    assert_eq!((run.status, &run.json()["status"]), (1, &"unsolved".into()));
}

#[test]
fn a_weight_that_is_too_small_is_warned_of() {
    let folder = workplace(&[("rooks.toml", ROOKS)]);
    for (options, warns) in [
        ("", false),
        ("--weight diagonal=1", true),
        ("--weight diagonal=1.1", false),
    ] {
        let shown = run_in(folder.path(), &format!("show rooks.toml {options}"))
            .done()
            .out;
        assert_eq!(
            shown.contains("Warning: the weight of diagonal rules"),
            warns,
            "{shown}"
        );
        let line = format!("solve rooks.toml --json --seed 1 {options}");
        let solved = run_in(folder.path(), &line).json();
        assert_eq!(solved.get("warning").is_some(), warns, "{options}");
    }
}

#[test]
fn a_region_is_dropped_where_it_follows_and_refused_where_not() {
    let folder = workplace(&[]);
    let couplings = |options: &str| {
        let line = format!("qubo p/queens-5x5.toml --reduce none {options}");
        let model = run_in(folder.path(), &line).done().out;
        let model: serde_json::Value = serde_json::from_str(&model).unwrap();
        model["quadratic"].as_array().unwrap().len()
    };
    assert!(couplings("--drop-region auto") < couplings(""));
    let refused = run_in(folder.path(), "solve p/n-queens-4x4.toml --drop-region A");
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(
        refused.err.contains("no rule of kind region"),
        "{}",
        refused.err
    );
    let useless = run_in(folder.path(), "classical p/queens-5x5.toml --drop-region A");
    assert_eq!(useless.status, 2, "{useless:?}");
}
