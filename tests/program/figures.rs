//! `plot` on the command line: pictures made again from a folder, what it left out, and lines that
//! are no records.

use crate::program::{run_in, workplace};
use std::path::Path;

/// A folder with the records of a small sweep in `s`.
fn swept() -> tempfile::TempDir {
    let plan = "puzzles = [\"p/tango-4x4.toml\", \"p/takuzu-4x4.toml\", \"p/n-queens-4x4.toml\"]\ntarget_qubits = [4, 5]\n\
                depths = \"1..2\"\nstarts = 1\niterations = 10\n[record]\nlayers = \"none\"\n";
    let folder = workplace(&[("plan.toml", plan)]);
    run_in(folder.path(), "sweep plan.toml --out s --quiet --no-plots").done();
    folder
}

/// The words of a picture.
fn words(folder: &Path, name: &str) -> String {
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let svg = resvg::usvg::roxmltree::Document::parse(&text).unwrap();
    let texts = svg.descendants().filter(|node| node.has_tag_name("text"));
    let words: Vec<_> = texts.filter_map(|node| node.text()).collect();
    words.join(" ")
}

#[test]
fn plot_remakes_pictures_from_a_folder_and_says_what_it_left_out() {
    let folder = swept();
    let line = "plot s --only success,qubits,marginals --depth 2 -o out";
    let said = run_in(folder.path(), line).done().out;
    let left_out = "not drawn: marginals: no record has marginals layer by layer";
    assert!(said.contains(left_out), "{said}");
    assert!(said.contains("wrote 2 pictures"), "{said}");
    for name in ["success", "qubits"] {
        for ending in ["svg", "png"] {
            let path = folder.path().join(format!("out/{name}.{ending}"));
            assert!(path.exists(), "{name}.{ending}");
        }
    }
    assert!(words(&folder.path().join("out"), "qubits.svg").contains("at p = 2"));
    let json = run_in(folder.path(), "plot s --only time --json").json();
    assert_eq!(json["written"].as_array().unwrap().len(), 9);
    assert_eq!(json["left_out"], serde_json::json!([]));
}

#[test]
fn a_line_that_is_no_record_is_named() {
    let folder = swept();
    let records = folder.path().join("s/records.jsonl");
    let whole = std::fs::read_to_string(&records).unwrap();
    std::fs::write(&records, format!("{whole}{{\"run\":\"x\"}}\n")).unwrap();
    let run = run_in(folder.path(), "plot s");
    assert_eq!(run.status, 2);
    let line = whole.lines().count() + 1;
    let said = format!("records.jsonl:{line}: no record");
    assert!(run.err.contains(&said), "{}", run.err);
    assert_eq!(run_in(folder.path(), "plot missing").status, 2);
}

#[test]
fn a_plot_that_draws_nothing_fails_and_says_why_and_what_the_folder_is() {
    let folder = swept();
    std::fs::create_dir(folder.path().join("c")).unwrap();
    std::fs::write(
        folder.path().join("c/records.jsonl"),
        "{\"algorithm\": \"QAOA\"}\n",
    )
    .unwrap();
    for (line, said) in [
        (
            "landscape p/tango-4x4.toml --points 3 --starts 1 --out g",
            "",
        ),
        (
            "plot s --only marginals -o out",
            "no record has marginals layer by layer",
        ),
        ("plot g -o out", "cannot read g/records.jsonl"),
        ("plot c -o out", "what another command wrote"),
        ("verify c", "what another command wrote"),
        ("verify g", "cannot read g/records.jsonl"),
    ] {
        let run = run_in(folder.path(), line);
        assert_eq!(run.status == 0, said.is_empty(), "{line}: {}", run.err);
        assert!((run.out + &run.err).contains(said), "{line}: {}", run.err);
        assert!(!folder.path().join("out").exists(), "{line}");
    }
}

#[test]
fn pictures_for_print_have_the_wished_size_words_and_formats() {
    let folder = swept();
    let plot = |out: &str| {
        let line = "plot s --only success --by target_qubits --table --format svg --width column --no-title -o";
        run_in(folder.path(), &format!("{line} {out}")).done().out
    };
    let said = plot("out");
    assert!(said.contains("wrote 1 picture to out"), "{said}");
    let out = folder.path().join("out");
    let files = ["success.csv", "success.svg", "success.txt"];
    assert_eq!(crate::program::names(&out), files);
    let svg = std::fs::read_to_string(out.join("success.svg")).unwrap();
    assert!(svg.contains("width=\"8.6cm\""), "{}", &svg[..200]);
    let words = words(&out, "success.svg");
    assert!(
        words.contains("4") && words.contains("random guess"),
        "{words}"
    );
    for gone in ["QAOA success", "is the probability of"] {
        assert!(!words.contains(gone), "{gone}: {words}");
    }
    plot("again");
    assert!(svg == std::fs::read_to_string(folder.path().join("again/success.svg")).unwrap());
}

#[test]
fn wrong_wishes_for_print_are_refused_with_bounds() {
    let folder = swept();
    for (wish, said) in [
        ("--width wide", "column, page or a number of centimeters"),
        ("--width 1", "7 to 70 cm"),
        ("--width -5", "7 to 70 cm"),
        ("--by nobody", "choose of family"),
        ("--puzzles nobody*", "tango-4x4"),
        ("--format gif", "svg, png"),
    ] {
        let run = run_in(folder.path(), &format!("plot s {wish} -o out"));
        assert_eq!(run.status, 2, "{wish}");
        assert!(run.err.contains(said), "{wish}: {}", run.err);
        assert!(!folder.path().join("out").exists(), "{wish}");
    }
}

#[test]
fn a_figure_of_one_point_is_left_out_and_said() {
    let folder = workplace(&[]);
    run_in(
        folder.path(),
        "sweep p/tango-4x4.toml --target-qubits 4 --depths 1 --out s --quiet --no-plots",
    )
    .done();
    let line = "plot s --only success,expectation,time,angles -o out";
    let run = run_in(folder.path(), line);
    assert_eq!(run.status, 2);
    let said = run.err;
    for figure in ["success", "expectation", "time", "angles"] {
        let reason = format!("{figure}: ");
        let why = said
            .split("; ")
            .find(|said| said.ends_with("one point alone") || said.contains(&reason));
        assert!(
            why.is_some_and(|why| why.contains("one point alone")),
            "{figure}: {said}"
        );
    }
    let drawn = [
        "success.svg",
        "expectation.svg",
        "time-shots.svg",
        "angles-tango-4x4.svg",
    ];
    assert!(
        drawn
            .iter()
            .all(|name| !folder.path().join("out").join(name).exists())
    );
}

#[test]
fn a_plan_keeps_the_layers_of_the_deepest_circuit_unless_it_says_otherwise() {
    let plan = |layers: &str| {
        format!(
            "puzzles = [\"p/tango-4x4.toml\"]\ntarget_qubits = [5]\ndepths = \"1..2\"\nstarts = 1\n{layers}"
        )
    };
    let folder = workplace(&[
        ("plain.toml", &plan("")),
        ("deepest.toml", &plan("[record]\nlayers = \"deepest\"\n")),
        ("none.toml", &plan("[record]\nlayers = \"none\"\n")),
    ]);
    let layers = |name: &str| {
        let line = format!("sweep {name}.toml --out {name} --json --no-plots");
        let json = run_in(folder.path(), &line).done().json();
        [0, 1].map(|k| json["records"][k]["layers"].clone())
    };
    let plain = layers("plain");
    assert!(plain[0].is_null());
    assert_eq!(plain[1]["states"].as_array().unwrap().len(), 3);
    assert_eq!(layers("deepest"), plain);
    assert!(layers("none")[1].is_null());
}
