//! What no change of the code may change: of every shipped board the number of solutions, the
//! qubits after each reduction, and of each encoding the model's hash and its ground energy.
//!
//! The numbers stand in `goldens.json`. Where one is meant to change, `KETBOARD_UPDATE_GOLDENS=1
//! cargo test -p ketboard-puzzles goldens` writes them anew.

use crate::{
    DistinctLines, Encodings, Limits, Polynomial, Puzzle, RuleSet, Symbols, TwoValued, Weights,
    reduce,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Qubits up to which the ground energy is looked for among all basis states.
const MOST_QUBITS: usize = 16;

#[test]
fn hashes_solutions_qubits_and_ground_energies_are_what_they_were() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/goldens.json");
    let found: Map<String, Value> = shipped_boards().iter().map(|path| golden(path)).collect();
    if std::env::var_os("KETBOARD_UPDATE_GOLDENS").is_some() {
        std::fs::write(&file, lines(&found)).unwrap();
    }
    let text = std::fs::read_to_string(&file).unwrap();
    let known: Map<String, Value> = serde_json::from_str(&text).unwrap();
    assert!(known.len() > 40, "{} boards", known.len());
    for (board, numbers) in &found {
        let known = known.get(board).unwrap_or(&Value::Null);
        assert!(is_alike(numbers, known), "{board}\n{numbers}\n{known}");
    }
    assert_eq!(found.len(), known.len(), "boards without a file");
}

/// One line a board and an encoding, so that a change shows what changed.
fn lines(goldens: &Map<String, Value>) -> String {
    let boards: Vec<String> = goldens
        .iter()
        .map(|(board, numbers)| {
            let encodings = numbers["encodings"].as_object().unwrap().iter();
            let encodings: Vec<String> = encodings
                .map(|(name, numbers)| format!("    \"{name}\": {numbers}"))
                .collect();
            let (qubits, solutions) = (&numbers["qubits"], &numbers["solutions"]);
            format!(
                "\"{board}\": {{\"solutions\": {solutions}, \"qubits\": {qubits}, \"encodings\": {{\n{}}}}}",
                encodings.join(",\n")
            )
        })
        .collect();
    format!("{{\n{}\n}}\n", boards.join(",\n"))
}

/// Equal in meaning: numbers within rounding, everything else exactly.
fn is_alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let [a, b] = [a, b].map(|number| number.as_f64().unwrap());
            (a - b).abs() <= 1e-12 * (1.0 + a.abs())
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_alike(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let known = |(key, a): (&String, &Value)| b.get(key).is_some_and(|b| is_alike(a, b));
            a.len() == b.len() && a.iter().all(known)
        }
        (a, b) => a == b,
    }
}

fn shipped_boards() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/puzzles");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|kind| kind == "toml"));
    files.sort();
    files
}

/// The numbers of a board, under its file's name.
fn golden(path: &Path) -> (String, Value) {
    let puzzle = Puzzle::read(path).unwrap();
    let found = puzzle.model.best_solutions(&Limits::default());
    assert!(found.complete, "{}", puzzle.file);
    let qubits = [RuleSet::None, RuleSet::Paper, RuleSet::Full].map(|rules| {
        let reduction = reduce(&puzzle.model, rules, None);
        reduction.map_or(Value::Null, |reduction| reduction.qubits().into())
    });
    let numbers = json!({
        "solutions": puzzle.different_boards(found.solutions).len(),
        "qubits": qubits,
        "encodings": encodings(&puzzle),
    });
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    (name, numbers)
}

/// The numbers of each encoding that gives another model than those before it.
fn encodings(puzzle: &Puzzle) -> Map<String, Value> {
    let model = &puzzle.model;
    let reductions = [RuleSet::Paper, RuleSet::Full].map(|rules| reduce(model, rules, None));
    let [Ok(by_the_paper), Ok(by_all)] = &reductions else {
        return Map::new();
    };
    let mut seen = BTreeSet::new();
    let mut numbers = Map::new();
    for encodings in all_encodings() {
        let cost = |reduction| encodings.encode(model, reduction, &Weights::default());
        let Ok(whole) = cost(by_the_paper) else {
            continue; // more products than an encoding may have
        };
        let hash = whole.polynomial.hash();
        if seen.insert(hash.clone()) {
            let ground = cost(by_all).ok().and_then(|cost| ground(&cost.polynomial));
            let [lines, counts] = [encodings.distinct_lines.name(), encodings.counts.name()];
            numbers.insert(
                format!("{lines} {counts} {}", encodings.symbols.name()),
                json!({
                    "hash": hash,
                    "qubits": whole.layout.qubits(),
                    "rules_hold_at": whole.zero_violation_energy,
                    "ground": ground,
                }),
            );
        }
    }
    numbers
}

fn all_encodings() -> impl Iterator<Item = Encodings> {
    DistinctLines::ALL.into_iter().flat_map(|distinct_lines| {
        TwoValued::ALL.into_iter().flat_map(move |counts| {
            Symbols::ALL.into_iter().map(move |symbols| Encodings {
                distinct_lines,
                counts,
                symbols,
            })
        })
    })
}

fn ground(polynomial: &Polynomial) -> Option<f64> {
    let states = 0..1_u64 << polynomial.n().min(63);
    let energies = states.map(|state| polynomial.value(|k| state >> k & 1 == 1));
    (polynomial.n() <= MOST_QUBITS).then(|| energies.fold(f64::INFINITY, f64::min))
}
