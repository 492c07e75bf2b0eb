//! Every command on the boards whose cells hold a symbol of several.

use crate::program::{numbers, run_in, workplace};

const BOARDS: [(&str, &[&str]); 3] = [
    ("sudoku-4x4", &["3421", "1243", "2134", "4312"]),
    (
        "n-queens-squared-5x5",
        &["52143", "14352", "35214", "21435", "43521"],
    ),
    (
        "tents-matching",
        &["10001", "00000", "10100", "00000", "00100"],
    ),
];

#[test]
fn every_command_works_on_boards_of_symbols() {
    let folder = workplace(&[]);
    let at = folder.path();
    for (name, rows) in BOARDS {
        let file = format!("p/{name}.toml");
        let flags = "--reduce full --target-qubits 10";
        let shown = run_in(at, &format!("show {file} {flags} --json"))
            .done()
            .json();
        let (cells, variables) = (shown["cells"].as_u64(), shown["variables"].as_u64());
        assert!(
            shown["qubits"].as_u64() <= Some(10) && cells != variables,
            "{shown}"
        );
        let page = run_in(at, &format!("show {file} {flags}")).done().out;
        assert!(
            page.contains(&format!(" with {} variables, ", variables.unwrap())),
            "{page}"
        );

        let line = format!("solve {file} {flags} --depth 2 --json");
        let solved = run_in(at, &line).done();
        std::fs::write(at.join("result.json"), &solved.out).unwrap();
        let solved = solved.json();
        assert_eq!(solved["board"], serde_json::json!(rows), "{name}");
        assert_eq!(
            (&solved["solutions"], &solved["status"]),
            (&1.into(), &"solved".into())
        );
        assert_eq!(solved["lowest_energy_agrees_with_rules"], true);

        let model = run_in(at, &format!("qubo {file} {flags} -o model.json")).done();
        assert!(model.out.contains("model.json"), "{}", model.out);
        let text = std::fs::read_to_string(at.join("model.json")).unwrap();
        let model: serde_json::Value = serde_json::from_str(&text).unwrap();
        let names = model["cells"].as_object().unwrap();
        assert_eq!(Some(names.len() as u64), variables);
        assert!(names.keys().all(|name| name.contains('=')), "{name}");

        let list = |key: &str| {
            let list = numbers(&solved[key]);
            list.iter()
                .map(f64::to_string)
                .collect::<Vec<_>>()
                .join(",")
        };
        let line = format!(
            "evaluate model.json --gammas={} --betas={} --shots 500 --json",
            list("gammas"),
            list("betas")
        );
        let counts = &run_in(at, &line).done().json()["counts"];
        std::fs::write(at.join("counts.json"), counts.to_string()).unwrap();
        let decoded = run_in(at, &format!("decode {file} counts.json {flags} --json"));
        assert_eq!(decoded.done().json()["board"], serde_json::json!(rows));
        let page = run_in(at, &format!("decode {file} counts.json {flags} --top 1")).done();
        assert!(page.out.contains("obeys all rules"), "{}", page.out);

        let line = format!("export {file} {flags} --to qasm3 --angles result.json");
        assert!(run_in(at, &line).done().out.starts_with("OPENQASM 3"));
        let all = run_in(at, &format!("classical {file} --json"))
            .done()
            .json();
        assert_eq!(all["boards"], serde_json::json!([rows]));
        let found = run_in(at, &format!("classical {file} --method anneal --json")).done();
        assert_eq!(found.json()["board"], serde_json::json!(rows));
        run_in(
            at,
            &format!("sweep {file} {flags} --depths 1..2 --out {name}-sweep --quiet"),
        )
        .done();
        let line = format!("landscape {file} {flags} --points 5 --out {name}-landscape --quiet");
        run_in(at, &line).done();
        let picture = at.join(format!("{name}-sweep"));
        let boards = std::fs::read_dir(picture).unwrap();
        let names = boards.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert!(names.into_iter().any(|name| name.starts_with("boards-")));
    }
}

#[test]
fn pairings_of_one_board_are_counted_once_by_every_command() {
    let ring = "family = 'tents'\nform = 'matching'\ntrees = '''\n.T.\nT.T\n.T.\n'''\n\
                row_counts = [2, 0, 2]\ncol_counts = [2, 0, 2]\n";
    let folder = workplace(&[("ring.toml", ring)]);
    let at = folder.path();
    let solved = run_in(
        at,
        "solve ring.toml --depth 0 --reduce none --shots 20000 --json",
    );
    let json = solved.done().json();
    assert_eq!(json["solutions"], 1, "{json}");
    let success = json["success_probability"].as_f64().unwrap();
    assert!(
        (success - 2.0 / 4096.0).abs() < 1e-12,
        "both pairings: {json}"
    );
    let all = run_in(at, "classical ring.toml --json").done().json();
    assert_eq!(all["solutions"], 1);
    assert_eq!(all["boards"], serde_json::json!([["101", "000", "101"]]));
    let page = run_in(at, "classical ring.toml").done().out;
    assert!(page.ends_with("1 solution\n"), "{page}");
}

#[test]
fn sudoku_and_the_n_queens_square_are_generated() {
    let folder = workplace(&[]);
    let at = folder.path();
    for line in [
        "generate sudoku --size 9 --seed 5",
        "generate n-queens-squared --size 7 --seed 5",
    ] {
        let made = run_in(at, line).done().out;
        std::fs::write(at.join("made.toml"), made).unwrap();
        let all = run_in(at, "classical made.toml --json").done().json();
        assert_eq!(
            (&all["solutions"], &all["complete"]),
            (&1.into(), &true.into())
        );
    }
}
