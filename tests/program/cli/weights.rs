//! `show --weights` and the picture of `show --output`.

use crate::program::{names, run_in, workplace};
use serde_json::Value;

fn advice(folder: &std::path::Path, line: &str) -> Value {
    let run = run_in(folder, &format!("show {line} --weights --json")).done();
    let json: Value = serde_json::from_str(&run.out).unwrap();
    json["weights"].clone()
}

#[test]
fn show_tells_gaps_and_safe_weights_of_all_states() {
    let folder = workplace(&[]);
    for (line, qubits) in [
        ("p/queens-5x5.toml --target-qubits 10", 10),
        ("p/tango-4x4.toml --weight balance=0.5 --target-qubits 6", 6),
    ] {
        let weights = advice(folder.path(), line);
        let rows = weights["broken"].as_array().unwrap();
        let states: u64 = rows.iter().map(|row| row["states"].as_u64().unwrap()).sum();
        assert_eq!((states, rows[0]["rules"].as_u64()), (1 << qubits, Some(0)));
        assert_eq!(
            rows[0]["lowest_energy"],
            weights["lowest_energy_that_obeys"]
        );
        let gap = weights["gap"].as_f64().unwrap();
        let [obeys, breaks] = ["obeys", "breaks"].map(|word| {
            weights[format!("lowest_energy_that_{word}")]
                .as_f64()
                .unwrap()
        });
        assert!(gap > 0.0 && gap == breaks - obeys, "{weights}");
        assert_eq!(weights["too_small"], false);
        for of in weights["kinds"].as_array().unwrap() {
            let safe = of["safe"].as_str().unwrap();
            assert!(["any", "not_needed"].contains(&safe), "{of}");
            let weight = if of["kind"] == "balance" { 0.5 } else { 1.0 };
            assert_eq!(of["weight"], weight, "{of}");
        }
        let page = run_in(folder.path(), &format!("show {line} --weights"))
            .done()
            .out;
        for words in [
            "Safe weights of each kind",
            "the number of encoded rules that they break",
            "gap     ",
        ] {
            assert!(page.contains(words), "{page}");
        }
        let quiet = run_in(folder.path(), &format!("show {line} --weights --quiet"))
            .done()
            .out;
        assert!(
            quiet.contains("Safe weights") && !quiet.contains("Reduction"),
            "{quiet}"
        );
    }
}

#[test]
fn rules_without_a_penalty_and_boards_without_solution_are_told_apart() {
    let folder = workplace(&[("three.toml", "family = 'n-queens'\nsize = 3\n")]);
    let weights = advice(folder.path(), "p/tents-unmatched.toml");
    let other = weights["unencoded_broken"].as_array().unwrap();
    assert_eq!(
        other[1]["lowest_energy"],
        weights["lowest_energy_that_obeys"]
    );
    let line = "show three.toml --reduce none --weights";
    let page = run_in(folder.path(), line).done().out;
    assert!(page.contains("no state obeys the encoded rules"), "{page}");
    let weights = advice(folder.path(), "three.toml --reduce none");
    assert!(
        weights["gap"].is_null() && weights["kinds"][0]["safe"].is_null(),
        "{weights}"
    );
}

#[test]
fn a_weight_of_rules_that_the_puzzle_lacks_is_warned_of_and_no_other() {
    let folder = workplace(&[]);
    for command in [
        "show",
        "qubo",
        "solve --depth 1 --starts 1 --iterations 2",
        "export",
    ] {
        let line = format!("{command} p/tango-4x4.toml --quiet");
        let line = line.replace("qubo p/tango-4x4.toml --quiet", "qubo p/tango-4x4.toml");
        let line = line.replace(
            "export p/tango-4x4.toml --quiet",
            "export p/tango-4x4.toml --depth 1",
        );
        let run = run_in(
            folder.path(),
            &format!("{line} --weight row=20 --weight balance=2"),
        );
        let told = "--weight row has no effect: p/tango-4x4.toml has no such rule; its kinds are balance, repetition, sign";
        assert!(
            run.status == 0 && run.err.contains(told),
            "{command}: {run:?}"
        );
        let run = run_in(folder.path(), &format!("{line} --weight balance=2"));
        assert!(
            run.status == 0 && !run.err.contains("no effect"),
            "{command}: {run:?}"
        );
    }
}

#[test]
fn a_setting_that_no_puzzle_gives_a_meaning_is_warned_of() {
    let folder = workplace(&[]);
    let search = "--depth 1 --starts 1 --iterations 2";
    let sweep = "--depths 1 --starts 1 --iterations 2 --no-plots --out";
    for (line, warned) in [
        (
            format!("solve p/n-queens-4x4.toml {search} --distinct-lines qubo"),
            Some(
                "--distinct-lines qubo has no effect: p/n-queens-4x4.toml has nothing that it changes",
            ),
        ),
        (
            format!("solve p/takuzu-4x4.toml {search} --distinct-lines qubo"),
            None,
        ),
        (
            format!("solve p/n-queens-4x4.toml {search} --counts slack"),
            Some("--counts slack has no effect"),
        ),
        (
            format!("solve p/tango-4x4.toml {search} --symbols binary"),
            Some("--symbols binary has no effect"),
        ),
        (
            format!("solve p/n-queens-4x4.toml {search} --symbols binary"),
            None,
        ),
        (
            format!("solve p/tango-4x4.toml {search} --reduce none --target-qubits 3"),
            Some("--target-qubits 3 has no effect"),
        ),
        (
            format!("solve p/tango-4x4.toml {search} --reduce paper --target-qubits 3"),
            None,
        ),
        (
            format!("sweep p/n-queens-4x4.toml p/tango-4x4.toml --weight region=2 {sweep} a"),
            Some(
                "its kinds are column, diagonal, row, and the other puzzles give it no meaning either",
            ),
        ),
        // one of the two has such rules
        (
            format!("sweep p/n-queens-4x4.toml p/tango-4x4.toml --weight balance=2 {sweep} b"),
            None,
        ),
    ] {
        let run = run_in(folder.path(), &line);
        assert!(run.status < 2, "{line}: {run:?}");
        match warned {
            Some(warned) => assert!(run.err.contains(warned), "{line}: {run:?}"),
            None => assert!(!run.err.contains("no effect"), "{line}: {run:?}"),
        }
    }
}

#[test]
fn too_many_qubits_for_weights_are_refused_with_the_remedy() {
    let folder = workplace(&[]);
    let run = run_in(
        folder.path(),
        "show p/queens-6x6.toml --reduce none --weights",
    );
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains("--target-qubits 24"), "{run:?}");
}

#[test]
fn show_draws_every_shipped_board_as_svg_or_png_and_nothing_else() {
    let folder = workplace(&[]);
    for file in names(&folder.path().join("p")) {
        let line = format!("show p/{file} --target-qubits 8 --quiet -o board.svg");
        run_in(folder.path(), &line).done();
        let svg = std::fs::read_to_string(folder.path().join("board.svg")).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("</svg>"), "{file}");
    }
    run_in(folder.path(), "show p/tents-4x4.toml -o board.PNG").done();
    let png = std::fs::read(folder.path().join("board.PNG")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let refused = run_in(folder.path(), "show p/tents-4x4.toml -o board.pdf");
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains(".svg or .png"), "{refused:?}");
    assert!(!folder.path().join("board.pdf").exists());
}
