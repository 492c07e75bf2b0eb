//! The report: every number is there, nothing leaves the page, and what cannot be shown is said.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "page/study.rs"]
mod study;
#[path = "page/title.rs"]
mod title;

use crate::experiment::{FigurePlan, figures, without_seed};
use crate::lab::SweepPlan;
use crate::page::{PageSource, page};
use crate::pipeline::{Annealed, ShotEstimate};
use crate::pipeline::{Conventions, Input, Problem, Record};
use crate::plots::PictureLayout;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ketboard_puzzles::Puzzle;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use study::study;

const PUZZLES: [&str; 5] = [
    "queens-5x5",
    "tango-6x6",
    "tents-4x4",
    "sudoku-4x4",
    "queens-holes-5x5",
];
const DEPTHS: usize = 3;

fn records() -> &'static [Record] {
    static RECORDS: OnceLock<Vec<Record>> = OnceLock::new();
    RECORDS.get_or_init(|| study(&PUZZLES, DEPTHS))
}

fn page_of(records: &[Record]) -> String {
    let source = PageSource {
        folder: "runs/study".into(),
        command: "ketboard report runs/study".into(),
        ..PageSource::default()
    };
    page(records, &source).unwrap()
}

/// The JSON that the page's script reads.
fn data(page: &str) -> Value {
    let start = "<script type=\"application/json\" id=\"data\">";
    let from = page.find(start).unwrap() + start.len();
    let to = from + page[from..].find("</script>").unwrap();
    serde_json::from_str(&page[from..to]).unwrap()
}

/// The pictures that the page's script unpacks.
fn pictures_of(page: &str) -> Value {
    let start = "<script type=\"text/plain\" id=\"pictures\">";
    let from = page.find(start).unwrap() + start.len();
    let to = from + page[from..].find("</script>").unwrap();
    let packed = STANDARD.decode(&page[from..to]).unwrap();
    let text = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// The runs of the data with the name and the setting of each.
fn runs(data: &Value) -> Vec<(&Value, &Value, &Value)> {
    let chains = data["chains"].as_array().unwrap().iter();
    let index = |value: &Value| value.as_u64().unwrap() as usize;
    chains
        .flat_map(|chain| {
            let puzzle = &data["puzzles"][index(&chain["puzzle"])];
            let setting = &data["settings"][index(&chain["setting"])]["fields"];
            let runs = chain["runs"].as_array().unwrap().iter();
            runs.map(move |run| (puzzle, setting, run))
        })
        .collect()
}

#[test]
fn every_number_of_every_record_stands_in_the_page() {
    let data = data(&page_of(records()));
    let runs = runs(&data);
    assert_eq!(runs.len(), records().len());
    for record in records() {
        let found = |(_, _, run): &&(_, _, &Value)| run["run"] == record.run.as_str();
        let (puzzle, setting, run) = runs.iter().find(found).unwrap();
        let Value::Object(mut whole) = crate::json::to_json(record) else {
            panic!("a record is an object");
        };
        assert_eq!(puzzle["name"], whole.remove("name").unwrap());
        assert_eq!(puzzle["family"], whole.remove("family").unwrap());
        assert_eq!(puzzle["input"], whole.remove("input").unwrap()["puzzle"]);
        assert_eq!(**setting, whole.remove("setting").unwrap());
        whole.remove("conventions");
        let layers = whole.remove("layers").unwrap();
        for (key, value) in whole {
            assert_eq!(run[&key], value, "{} of {}", key, record.run);
        }
        compare_layers(&run["layers"], &layers);
    }
}

/// Layers are rounded: marginals to 1/10 000, probabilities of boards to six digits.
fn compare_layers(shown: &Value, whole: &Value) {
    assert_eq!(shown["cells"], whole["cells"]);
    assert_eq!(shown["glyphs"], whole["glyphs"]);
    let states = |value: &'_ Value| value["states"].as_array().unwrap().clone();
    let (shown, whole) = (states(shown), states(whole));
    assert_eq!(shown.len(), whole.len());
    for (a, b) in shown.iter().zip(&whole) {
        for key in ["expectation", "success_probability", "broken"] {
            assert_eq!(a[key], b[key]);
        }
        let marginals = a["marginals"].as_array().unwrap().iter();
        for (a, b) in marginals.zip(b["marginals"].as_array().unwrap()) {
            for (a, b) in a.as_array().unwrap().iter().zip(b.as_array().unwrap()) {
                let off = a.as_f64().unwrap() / 1e4 - b.as_f64().unwrap();
                assert!(off.abs() <= 0.5001e-4, "{off}");
            }
        }
        let likely = a["likeliest"].as_array().unwrap().iter();
        for (a, b) in likely.zip(b["likeliest"].as_array().unwrap()) {
            let rows: Vec<&str> = a[0].as_str().unwrap().split('/').collect();
            assert_eq!(serde_json::to_value(rows).unwrap(), b["board"]);
            let (p, exact) = (a[1].as_f64().unwrap(), b["probability"].as_f64().unwrap());
            assert!((p - exact).abs() <= 1e-5 * exact);
            assert_eq!(a[2] == 1, b["solves"].as_bool().unwrap());
        }
    }
}

#[test]
fn the_table_shows_each_puzzle_and_setting_with_whole_numbers_behind_short_ones() {
    let page = page_of(records());
    for record in records().iter().filter(|r| r.depth == DEPTHS) {
        let success = record.metrics.success_probability.unwrap();
        assert!(page.contains(&format!("<td data-value=\"{success}\">")));
    }
    let rows = page.matches("<tr data-chain=").count();
    assert_eq!(rows, 2 * PUZZLES.len() * (1 + DEPTHS));
}

#[test]
fn reduction_and_energies_are_those_of_the_library() {
    let data = data(&page_of(records()));
    for chain in data["chains"].as_array().unwrap() {
        let shown = &data["models"][chain["model"].as_u64().unwrap() as usize];
        let name = &data["puzzles"][chain["puzzle"].as_u64().unwrap() as usize]["name"];
        let record = records().iter().find(|r| *name == r.name.as_str()).unwrap();
        let Input::Puzzle(text) = &record.input else {
            panic!("the study runs puzzles");
        };
        let puzzle = Puzzle::parse(text, "").unwrap();
        let problem = Problem::new(puzzle.clone(), &record.setting).unwrap();
        let steps = problem.reduction.steps.iter();
        let steps: Vec<_> = steps.map(|s| (s.rule, s.describe(&puzzle.model))).collect();
        assert_eq!(
            shown["trace"]["steps"],
            serde_json::to_value(steps).unwrap()
        );
        let polynomial = &problem.cost.polynomial;
        assert_eq!(shown["offset"], polynomial.offset());
        assert_eq!(
            shown["linear"],
            serde_json::to_value(polynomial.linear()).unwrap()
        );
        let couplings: Vec<_> = polynomial.quadratic().collect();
        assert_eq!(shown["quadratic"], serde_json::to_value(couplings).unwrap());
    }
}

#[test]
fn the_plan_on_the_page_is_the_setting_of_the_records() {
    let data = data(&page_of(records()));
    let folder = tempfile::tempdir().unwrap();
    for chain in data["chains"].as_array().unwrap() {
        let index = |key: &str| chain[key].as_u64().unwrap() as usize;
        let puzzle = &data["puzzles"][index("puzzle")];
        let file = folder.path().join(chain["file"].as_str().unwrap());
        std::fs::write(file, puzzle["input"].as_str().unwrap()).unwrap();
        let again = folder.path().join("again.toml");
        std::fs::write(&again, chain["plan"].as_str().unwrap()).unwrap();
        let plan = SweepPlan::read(&again).unwrap();
        let run = records().iter().find(|r| {
            let setting = serde_json::to_value(&r.setting).unwrap();
            puzzle["name"] == *r.name && setting == data["settings"][index("setting")]["fields"]
        });
        let expected = &run.unwrap().setting;
        let [found] = &plan.axes.settings(1).unwrap()[..] else {
            panic!("the plan has several settings");
        };
        assert_eq!(found, expected);
        assert_eq!(plan.depths, (1..=DEPTHS).collect::<Vec<_>>());
        let contents = serde_json::to_value(plan.contents).unwrap();
        assert_eq!(contents["layers"], "all");
    }
}

#[test]
fn the_page_loads_nothing_and_says_so_to_the_browser() {
    let page = page_of(records());
    assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none'"));
    let code = page.replace("http://www.w3.org/2000/svg", "");
    for loading in [
        "http://",
        "https://",
        " src=",
        "@import",
        "url(",
        "fetch(",
        "XMLHttpRequest",
        "import(",
        "<iframe",
        "<object",
        "eval(",
        "innerHTML",
    ] {
        assert!(!code.contains(loading), "{loading}");
    }
    for link in code
        .match_indices("href=\"")
        .map(|(at, _)| &code[at + 6..at + 11])
    {
        assert!(link.starts_with('#') || link.starts_with("data:"), "{link}");
    }
}

#[test]
fn a_name_that_is_markup_stays_a_name() {
    let mut records = records()[..2].to_vec();
    let name = "</script><img src=x onerror=alert(1)><!--";
    for record in &mut records {
        record.name = name.into();
        record.setting.weights = vec![name.into()];
        record.conventions = serde_json::from_value(serde_json::json!({ name: name })).unwrap();
    }
    let page = page_of(&records);
    assert!(!page.contains("<img"));
    assert_eq!(page.matches("<!--").count(), 0);
    assert_eq!(data(&page)["puzzles"][0]["name"], name);
    assert!(is_balanced(&page));
}

#[test]
fn conventions_that_this_version_writes_are_not_called_others() {
    let (others, registers) = ("Some records follow others", "On registers:");
    let page_where = |conventions: [Conventions; 2]| {
        let mut written = records().to_vec();
        for (k, record) in written.iter_mut().enumerate() {
            record.conventions = conventions[k % 2].clone();
        }
        page_of(&written)
    };
    let stranger = serde_json::json!({"angles": "C is maximized"});
    let stranger: Conventions = serde_json::from_value(stranger).unwrap();
    let [qubits, on_qudits] = [false, true].map(Conventions::of);
    for (written, on_registers, of_others) in [
        ([qubits.clone(), qubits.clone()], false, false),
        ([qubits.clone(), on_qudits.clone()], true, false),
        ([on_qudits.clone(), on_qudits], true, false),
        ([qubits, stranger], false, true),
    ] {
        let page = page_where(written.clone());
        assert_eq!(page.contains(registers), on_registers, "{written:?}");
        assert_eq!(page.contains(others), of_others, "{written:?}");
        assert_eq!(page.contains("C is maximized"), of_others, "{written:?}");
    }
}

/// The pictures that `plot --width column` draws of these records, by name.
fn plots(records: &[Record], only: &[&str], by: &[&str]) -> BTreeMap<String, String> {
    let plan = FigurePlan {
        by: by.iter().map(|name| (*name).to_owned()).collect(),
        only: only.iter().map(|name| (*name).to_owned()).collect(),
        layout: PictureLayout::printed(Some(8.6)).unwrap(),
        ..FigurePlan::default()
    };
    let records: Vec<&Record> = records.iter().collect();
    let drawn = figures(&records, &plan).unwrap().pictures;
    let svgs = drawn.into_iter().map(|(name, drawn)| (name, drawn.svg));
    svgs.collect()
}

#[test]
fn every_picture_of_the_page_is_the_plot_of_the_same_records() {
    let page = page_of(records());
    let (data, drawn) = (data(&page), pictures_of(&page));
    let mut compared = 0;
    let mut compare = |shown: &Value, plots: &BTreeMap<String, String>| {
        for picture in shown.as_array().unwrap() {
            let (name, svg) = (&picture["name"], picture["svg"].as_str().unwrap());
            let plot = &plots[name.as_str().unwrap()];
            // the page knows no paper: all but the size of the sheet is the same
            let sizeless = |svg: &str| {
                let (before, size) = svg.split_once(" width=\"").unwrap();
                let (_, after) = size.split_once(" viewBox").unwrap();
                [before, after].concat()
            };
            assert!(sizeless(svg) == sizeless(plot), "{name}");
            assert!(svg.contains("data-frames="), "{name}");
            compared += 1;
        }
    };
    let is_of = |record: &&Record, part: &Value| {
        let setting = serde_json::to_value(&record.setting).unwrap();
        let known = part["setting"].as_u64().map(|k| k as usize);
        let family = part["family"].as_str();
        family.is_none_or(|family| record.family.as_deref() == Some(family))
            && known.is_none_or(|k| data["settings"][k]["fields"] == setting)
    };
    let parts = drawn["parts"].as_array().unwrap();
    // all families and each of four, under all settings and each of two
    assert_eq!(parts.len(), 5 * 3);
    for part in parts {
        let own = records().iter().filter(|record| is_of(record, part));
        let own: Vec<Record> = own.cloned().collect();
        let of_many = ["success", "qubits", "time", "broken"];
        // families under one setting have a line each
        let setting = |record: &Record| without_seed(&record.setting);
        let is_one = own.iter().all(|record| setting(record) == setting(&own[0]));
        let by = &["family"][..usize::from(part["family"].is_null() && is_one)];
        compare(&part["pictures"], &plots(&own, &of_many, by));
        assert_eq!(part["pictures"][0]["name"], "success");
    }
    let chains = data["chains"].as_array().unwrap().iter();
    for (chain, shown) in chains.zip(drawn["chains"].as_array().unwrap()) {
        let puzzle = &data["puzzles"][chain["puzzle"].as_u64().unwrap() as usize]["name"];
        let own = records().iter().filter(|record| *puzzle == *record.name);
        let own = own.filter(|record| is_of(record, chain));
        let own: Vec<Record> = own.cloned().collect();
        compare(shown, &plots(&own, &["success", "angles", "broken"], &[]));
        assert_eq!(shown.as_array().unwrap().len(), 3);
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn the_scripts_of_the_page_have_no_ticks_no_scales_and_no_colors_of_their_own() {
    let page = page_of(records());
    let (_, script) = page.split_once("'use strict'").unwrap();
    for own in ["ticks", "wanted:", "1, 2, 5", "#0072", "rgb("] {
        assert!(!script.contains(own), "{own}");
    }
    // the palette's rules, once, in both themes
    assert_eq!(
        page.matches(".drawn [fill=\"#FFFFFF\"]{fill:light-dark(#FFFFFF,")
            .count(),
        1
    );
}

#[test]
fn annealing_stands_in_the_table_with_its_interval() {
    for (value, low, high, cell) in [
        (0.0, 0.0, 0.036_993, "<td data-value=\"0\">≤ 0.03699</td>"),
        (
            0.9,
            0.826,
            0.945,
            "<td data-value=\"0.9\">0.9 [0.826, 0.945]</td>",
        ),
    ] {
        let mut written = records().to_vec();
        for record in &mut written {
            record.baselines.annealing = Some(Annealed {
                asked_sweeps: None,
                flips: 40.0,
                sweeps: 1.0,
                runs: std::num::NonZero::new(100).unwrap(),
                success: ShotEstimate {
                    value,
                    low,
                    high: Some(high),
                },
            });
        }
        let page = page_of(&written);
        assert!(page.contains(cell), "{cell}");
    }
}

#[test]
fn every_element_is_closed_where_it_was_opened() {
    assert!(is_balanced(&page_of(records())));
    assert!(is_balanced(&page_of(&records()[..1])));
    for wrong in ["<p><b></p></b>", "<p>", "</p>"] {
        assert!(!is_balanced(wrong), "{wrong}");
    }
}

/// Whether every element that must be closed is, in order; what stands in scripts and styles is
/// passed over.
fn is_balanced(page: &str) -> bool {
    const VOID: [&str; 4] = ["meta", "link", "input", "br"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        let tag = &rest[at + 1..];
        let end = tag.find('>').unwrap_or(tag.len());
        let name = tag[..end].split_whitespace().next().unwrap_or_default();
        rest = &tag[end..];
        if let Some(closed) = name.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return false;
            }
        } else if ["script", "style"].contains(&name) {
            let Some((_, after)) = rest.split_once(&format!("</{name}>")) else {
                return false;
            };
            rest = after;
        } else if !VOID.contains(&name) && !name.starts_with('!') {
            open.push(name);
        }
    }
    open.is_empty()
}

#[test]
fn what_another_version_would_reduce_differently_is_said_and_not_shown() {
    let mut record = records()[0].clone();
    record.model_hash = "0".repeat(64);
    record.version = "0.0.7".into();
    let data = data(&page_of(&[record]));
    let missing = data["models"][0]["missing"].as_str().unwrap();
    assert!(
        missing.contains("another model") && missing.contains("0.0.7"),
        "{missing}"
    );
    assert_eq!(data["models"][0]["trace"], Value::Null);
}

#[test]
fn a_model_without_rules_has_variables_in_place_of_a_board() {
    let mut record = records()[0].clone();
    let model = r#"{"n": 2, "offset": 1, "linear": [-1, 2], "quadratic": [[0, 1, 3]]}"#;
    let file = ketboard_puzzles::ModelFile::parse(model, "m").unwrap();
    record.input = Input::Model(model.into());
    record.model_hash = file.polynomial.hash();
    record.family = None;
    record.layers = None;
    record.rules = Vec::new();
    record.metrics.success_probability = None;
    let page = page_of(&[record]);
    let data = data(&page);
    let shown = &data["puzzles"][0]["board"];
    assert_eq!(shown["names"], serde_json::json!(["x0", "x1"]));
    assert_eq!(shown["rows"], serde_json::json!([".."]));
    assert_eq!(data["models"][0]["linear"], serde_json::json!([-1.0, 2.0]));
    assert!(
        !page.contains(">success</th>"),
        "a column without a number is left out"
    );
}

#[test]
fn a_thousand_records_with_layers_stay_below_fifteen_megabytes() {
    let of_one = records().iter().filter(|r| r.name == "tango-6x6");
    let of_one: Vec<&Record> = of_one.filter(|r| r.depth == DEPTHS).collect();
    let mut many = Vec::new();
    for copy in 0..500 {
        for record in &of_one {
            let mut record = (*record).clone();
            record.name = format!("tango-{}", copy / 10);
            record.depth = copy % 10 + 1;
            // As many states as ten layers have on average.
            let layers = record.layers.as_mut().unwrap();
            layers.states.extend_from_within(1..);
            many.push(record);
        }
    }
    assert_eq!(many.len(), 1000);
    let size = page_of(&many).len();
    assert!(size < 15_000_000, "{size} bytes");
}

#[test]
fn no_record_is_no_page() {
    let source = PageSource {
        folder: "empty".into(),
        command: "ketboard report empty".into(),
        ..PageSource::default()
    };
    let error = page(&[], &source).unwrap_err().to_string();
    assert!(
        error.contains("empty/records.jsonl") && error.contains("sweep"),
        "{error}"
    );
}
