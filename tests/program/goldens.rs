//! What must stay as it is in meaning: the numbers of every shipped board, of twelve records a
//! family, and behind every figure of `results/`, as commands and the library tell them.
//!
//! Numbers at given angles may differ by 1e-12, after a search for angles by 1e-6, relative to
//! numbers above 1. Words, seeds and what is drawn at random are free, and so are new keys. With
//! `KETBOARD_UPDATE_GOLDENS=1` the files are written anew.

use crate::program::{run_in, shipped, workplace};
use resvg::usvg::roxmltree::Document;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const AT_GIVEN_ANGLES: f64 = 1e-12;
const AFTER_A_SEARCH: f64 = 1e-6;

/// Keys whose numbers say what was asked for, or are drawn at random.
const FREE: [&str; 3] = ["setting", "counts", "measured"];

/// The numbers of a value, without its words and the keys that are free; `None` where none is left.
fn numbers(value: &Value) -> Option<Value> {
    match value {
        Value::Null | Value::String(_) => None,
        Value::Bool(_) => Some(value.clone()),
        Value::Number(number) => Some(match number.is_f64() {
            true => format!("{:.13e}", number.as_f64()?)
                .parse::<f64>()
                .ok()?
                .into(),
            false => value.clone(),
        }),
        Value::Array(list) => {
            let kept: Vec<Value> = list.iter().filter_map(numbers).collect();
            (!kept.is_empty()).then_some(kept.into())
        }
        Value::Object(keys) => {
            let keys = keys.iter().filter(|(key, _)| !FREE.contains(&key.as_str()));
            let kept = keys.filter_map(|(key, value)| Some((key.clone(), numbers(value)?)));
            let kept: Map<String, Value> = kept.collect();
            (!kept.is_empty()).then_some(kept.into())
        }
    }
}

/// What a command told of a run: its numbers, whether it was solved, and the board.
fn told(json: &Value) -> Value {
    let mut told = numbers(json).unwrap();
    for key in ["status", "board"] {
        told[key] = json[key].clone();
    }
    told
}

/// Adds where `found` is not what was `kept`.
fn compare(at: &str, kept: &Value, found: &Value, tolerance: f64, differences: &mut Vec<String>) {
    let same = match (kept, found) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            (a - b).abs() <= tolerance * a.abs().max(1.0)
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (k, (a, b)) in a.iter().zip(b).enumerate() {
                compare(&format!("{at}[{k}]"), a, b, tolerance, differences);
            }
            true
        }
        (Value::Object(a), Value::Object(_)) => {
            for (key, value) in a {
                let at = format!("{at}.{key}");
                compare(&at, value, &found[key], tolerance, differences);
            }
            true
        }
        (kept, found) => kept == found,
    };
    if !same {
        differences.push(format!("{at}: {kept} was kept, {found} is found"));
    }
}

/// Compares with the file of this name, each entry within its tolerance; writes the file anew where
/// that is asked for.
fn hold(name: &str, found: &BTreeMap<String, Value>, tolerance: impl Fn(&str) -> f64) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/goldens");
    let path = folder.join(format!("{name}.json"));
    if std::env::var_os("KETBOARD_UPDATE_GOLDENS").is_some() {
        let entries = found
            .iter()
            .map(|(key, value)| format!("{}:{value}", json!(key)));
        let entries = entries.collect::<Vec<_>>().join(",\n");
        std::fs::write(&path, format!("{{\n{entries}\n}}\n")).unwrap();
    }
    let kept: BTreeMap<String, Value> =
        serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let mut differences = Vec::new();
    for key in kept
        .keys()
        .chain(found.keys().filter(|key| !kept.contains_key(*key)))
    {
        let of = |all: &BTreeMap<String, Value>| all.get(key).cloned().unwrap_or_default();
        compare(
            key,
            &of(&kept),
            &of(found),
            tolerance(key),
            &mut differences,
        );
    }
    let total = differences.len();
    differences.truncate(20);
    assert!(
        differences.is_empty(),
        "{total} differences:\n{}\nKETBOARD_UPDATE_GOLDENS=1 cargo test --test program goldens:: keeps what is found",
        differences.join("\n")
    );
}

/// The names of the shipped boards.
fn boards() -> Vec<String> {
    let files = std::fs::read_dir(shipped()).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let boards = paths.filter(|path| path.extension().is_some_and(|e| e == "toml"));
    boards
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn every_shipped_board_is_solved_and_evaluated_as_before() {
    let mut found = BTreeMap::new();
    for board in boards() {
        let solve = format!("solve {board}.toml --starts 1 --depth 2 --json --no-times");
        let evaluate = format!("evaluate {board}.toml --gammas 0.1,0.2 --betas -0.5,-0.3 --json");
        for (what, line) in [("solve", solve), ("evaluate", evaluate)] {
            let run = run_in(&shipped(), &line).json();
            found.insert(format!("{what} {board}"), told(&run));
        }
    }
    hold("boards", &found, |key| match key.starts_with("solve") {
        true => AFTER_A_SEARCH,
        false => AT_GIVEN_ANGLES,
    });
}

/// Plans that together give twelve records of each family.
const PLANS: [(&str, &str, &str); 5] = [
    (
        "reductions",
        "queens n-queens star-battle tents tango takuzu sudoku chess n-queens-squared",
        "target_qubits = [4, 6]\ndepths = '1..2'\nrecord = { layers = 'deepest', baselines = true }",
    ),
    (
        "objectives",
        "queens n-queens star-battle tents tango takuzu sudoku chess n-queens-squared",
        "target_qubits = 7\nansatz = 'per-rule'\nobjective = ['cvar:0.3', 'gibbs:1']\nprecision = ['f64', 'f32']",
    ),
    (
        "registers",
        "queens n-queens star-battle tango chess n-queens-squared",
        "registers = 'auto'\nmixer = ['default', 'grover']\ndepths = '1..2'",
    ),
    (
        "whole boards",
        "takuzu",
        "reduce = 'none'\nregisters = 'auto'\nmixer = ['default', 'grover']\ndepths = '1..2'",
    ),
    (
        "warm starts",
        "tents sudoku",
        "target_qubits = 8\nmixer = ['default', 'warm']\ndepths = '1..2'",
    ),
];

/// The smallest shipped board of a family.
fn smallest(family: &str) -> &'static str {
    match family {
        "queens" => "queens-4x4",
        "n-queens" => "n-queens-4x4",
        "star-battle" => "star-battle-5x5",
        "tents" => "tents-4x4",
        "tango" => "tango-4x4",
        "takuzu" => "takuzu-4x4",
        "sudoku" => "sudoku-4x4",
        "chess" => "chess-regions-5x5",
        _ => "n-queens-squared-5x5",
    }
}

/// The records in a folder.
fn records(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("records.jsonl")).unwrap();
    let lines = text.lines().map(serde_json::from_str);
    lines.map(Result::unwrap).collect()
}

#[test]
fn twelve_records_of_each_family_are_as_before() {
    let folder = workplace(&[]);
    let (mut found, mut families) = (BTreeMap::new(), BTreeMap::<String, usize>::new());
    for (number, (name, of, settings)) in PLANS.iter().enumerate() {
        let files = of
            .split(' ')
            .map(|family| format!("'p/{}.toml'", smallest(family)));
        let files = files.collect::<Vec<_>>().join(", ");
        let plan = format!("puzzles = [{files}]\nstarts = 1\niterations = 20\ndepths = 1\n");
        let plan = match settings.contains("depths") {
            true => plan.replace("depths = 1\n", settings),
            false => plan + settings,
        };
        std::fs::write(folder.path().join("plan.toml"), plan).unwrap();
        let line = format!("sweep plan.toml --out {number} --quiet --no-plots");
        run_in(folder.path(), &line).done();
        for (k, record) in records(&folder.path().join(number.to_string()))
            .iter()
            .enumerate()
        {
            let family = record["family"].as_str().unwrap();
            *families.entry(family.to_owned()).or_default() += 1;
            found.insert(format!("{name} {k:02} {family}"), numbers(record).unwrap());
        }
    }
    assert!(
        families.len() == 9 && families.values().all(|n| *n == 12),
        "{families:?}"
    );
    hold("records", &found, |_| AFTER_A_SEARCH);
}

/// The files below a folder that end so.
fn below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let files = crate::program::files_below(folder).into_iter();
    let paths = files.map(|(path, _)| path);
    paths
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect()
}

/// The values that an SVG says it draws, frame by frame and curve by curve; where it says none, the
/// numbers among its words.
fn drawn(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap();
    let svg = Document::parse(&text).unwrap();
    if let Some(frames) = svg.root_element().attribute("data-frames") {
        let frames: Value = serde_json::from_str(frames).unwrap();
        let frames = frames.as_array().unwrap().iter();
        return frames
            .filter_map(|frame| numbers(&frame["values"]))
            .collect();
    }
    let words = svg.descendants().filter_map(|node| node.text());
    let mut told: Vec<f64> = words.filter_map(|word| word.trim().parse().ok()).collect();
    told.sort_by(f64::total_cmp);
    told.into()
}

#[test]
fn the_numbers_behind_the_figures_of_results_are_as_before() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> = below(&results, "svg");
    folders.iter_mut().for_each(|path| _ = path.pop());
    folders.dedup();
    folders.retain(|folder| folder.join("records.jsonl").exists());
    for folder in &folders {
        let there = below(folder, "svg");
        let name = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
        let figures = there
            .iter()
            .map(|path| name(path).split('-').next().unwrap().to_owned());
        let figures = figures
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter();
        let figures = figures.collect::<Vec<_>>().join(",");
        let out = tempfile::tempdir().unwrap();
        let at = out.path().display();
        let line = format!("plot . --only {figures} --format svg --quiet -o {at}");
        run_in(folder, &line).done();
        for path in there {
            let key = path.strip_prefix(&results).unwrap().display().to_string();
            let picture = out.path().join(path.file_name().unwrap());
            if !picture.exists() {
                // of many puzzles few are drawn one by one, the others by name
                let name = name(&path);
                let (figure, puzzle) = name.split_once('-').unwrap();
                let one = format!("--only {figure} --puzzles {puzzle}");
                let line = format!("plot . {one} --format svg --quiet -o {at}");
                run_in(folder, &line).done();
            }
            found.insert(key, drawn(&picture));
        }
    }
    assert!(found.len() >= 14, "{:?}", found.keys());
    hold("figures", &found, |_| AT_GIVEN_ANGLES);
}

#[test]
fn the_landscape_of_results_is_as_before() {
    let out = tempfile::tempdir().unwrap();
    let line = format!(
        "landscape tango-6x6.toml --json --quiet --out {}",
        out.path().display()
    );
    let map = run_in(&shipped(), &line).json();
    let every = |list: &Value| -> Vec<Value> {
        list.as_array()
            .unwrap()
            .iter()
            .step_by(10)
            .cloned()
            .collect()
    };
    let mut found = BTreeMap::new();
    for key in ["gammas", "betas"] {
        found.insert(key.to_owned(), numbers(&every(&map[key]).into()).unwrap());
    }
    for key in ["expectation", "success_probability"] {
        let rows = every(&map[key]).iter().map(every).collect::<Vec<_>>();
        found.insert(key.to_owned(), numbers(&json!(rows)).unwrap());
    }
    hold("landscape", &found, |_| AT_GIVEN_ANGLES);
}

#[test]
fn what_results_predict_of_a_device_is_predicted_again() {
    let line = "device tango-6x6.toml --backend torino --depths 1..2 --estimate --json";
    let found = run_in(&shipped(), line).done().json();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/device/device.jsonl");
    let kept = std::fs::read_to_string(kept).unwrap();
    let mut differences = Vec::new();
    for (line, found) in kept.lines().zip(found["records"].as_array().unwrap()) {
        let mut kept = numbers(&serde_json::from_str(line).unwrap()).unwrap();
        // angles of a flat valley are not the same to six digits
        let simulated = [
            "noisy_success_probability",
            "trajectories",
            "gammas",
            "betas",
        ];
        let kept = kept.as_object_mut().unwrap();
        kept.retain(|key, _| !key.starts_with("noisy") && !simulated.contains(&key.as_str()));
        compare(
            "",
            &kept.clone().into(),
            found,
            AFTER_A_SEARCH,
            &mut differences,
        );
    }
    assert!(differences.is_empty(), "{differences:?}");
}
