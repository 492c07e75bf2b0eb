//! `plot` on the command line: pictures made again from a folder, what it left out, and lines that are no records.

use crate::program::{run_in, workplace};
use std::path::Path;

/// A folder with the records of a small sweep in `s`.
fn swept() -> tempfile::TempDir {
    let plan = "puzzles = [\"p/tango-4x4.toml\", \"p/takuzu-4x4.toml\", \"p/n-queens-4x4.toml\"]\ntarget_qubits = [4, 5]\n\
                depths = \"1..2\"\nstarts = 1\niterations = 10\n";
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
    let line = "plot s --only success,qubits,ground --theme both --depth 2 -o out";
    let said = run_in(folder.path(), line).done().out;
    let left_out = "not drawn: ground: no record is of a model without rules";
    assert!(said.contains(left_out), "{said}");
    assert!(said.contains("wrote 4 pictures"), "{said}");
    for name in ["success", "success-dark", "qubits", "qubits-dark"] {
        for ending in ["svg", "png"] {
            let path = folder.path().join(format!("out/{name}.{ending}"));
            assert!(path.exists(), "{name}.{ending}");
        }
    }
    assert!(words(&folder.path().join("out"), "qubits-dark.svg").contains("at p = 2"));
    let json = run_in(folder.path(), "plot s --only time --json").json();
    assert_eq!(json["written"].as_array().unwrap().len(), 4);
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
    let said = format!("records.jsonl:{line}: the line is no record");
    assert!(run.err.contains(&said), "{}", run.err);
    assert_eq!(run_in(folder.path(), "plot missing").status, 2);
}

#[test]
fn a_landscape_is_drawn_again_from_its_record() {
    let folder = workplace(&[]);
    run_in(
        folder.path(),
        "landscape p/tango-4x4.toml --points 5 --out l",
    )
    .done();
    run_in(folder.path(), "plot l --only landscape -o again").done();
    let pictures = crate::program::names(&folder.path().join("again"));
    assert!(pictures.len() >= 3, "{pictures:?}");
    for name in pictures {
        let read = |at: &str| std::fs::read(folder.path().join(at).join(&name)).unwrap();
        assert!(read("l") == read("again"), "{name}");
    }
}
