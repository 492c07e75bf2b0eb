//! The house rules that a program can check: who may import whom, that every file says what it is, and how long it is.
//!
//! The table is the one of ARCHITECTURE.md; a test compares the two.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Each module with the modules it may use.
const LAYERS: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("grid", &[]),
    ("model", &[]),
    ("files", &["error"]),
    ("puzzle", &["grid", "model", "error", "files"]),
    ("draw", &["grid", "model", "puzzle"]),
    ("reduce", &["model", "error"]),
    ("classical", &["model"]),
    ("encode", &["model", "reduce", "error", "files"]),
    ("expression", &["encode", "error"]),
    ("sim", &["error"]),
    ("qaoa", &["sim", "error"]),
    ("optimize", &["qaoa", "error"]),
    ("sample", &["model", "reduce", "error"]),
    ("circuit", &["qaoa", "error"]),
    ("export", &["encode", "circuit", "qaoa", "error"]),
    ("report", &["error", "files"]),
    (
        "generate",
        &["grid", "model", "puzzle", "reduce", "classical", "error"],
    ),
    (
        "pipeline",
        &[
            "classical",
            "encode",
            "error",
            "expression",
            "model",
            "optimize",
            "puzzle",
            "qaoa",
            "reduce",
            "sample",
            "sim",
        ],
    ),
    (
        "experiment",
        &[
            "classical",
            "encode",
            "error",
            "files",
            "grid",
            "model",
            "optimize",
            "pipeline",
            "puzzle",
            "qaoa",
            "reduce",
            "report",
            "sample",
            "sim",
        ],
    ),
];

/// No file is longer than this.
const LONGEST_FILE: usize = 500;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The top-level module a file of `src` belongs to.
fn module_of(file: &Path) -> String {
    let inside = file.strip_prefix(root().join("src")).unwrap();
    let first = inside
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_string_lossy()
        .into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The top-level modules that a file names after `crate::`, in imports and in paths.
fn used_by(text: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    for after in code.split("crate::").skip(1) {
        let inner = after
            .strip_prefix('{')
            .map_or(after, |list| list.split('}').next().unwrap_or(list));
        let names: Vec<&str> = if after.starts_with('{') {
            inner.split(',').collect()
        } else {
            vec![inner]
        };
        for name in names {
            let word: String = name
                .trim()
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            if word.starts_with(char::is_lowercase) {
                used.insert(word);
            }
        }
    }
    used
}

#[test]
fn a_module_uses_only_what_stands_below_it() {
    let mut wrong = Vec::new();
    for file in rust_files(&root().join("src")) {
        let module = module_of(&file);
        if ["lib", "main", "cli"].contains(&module.as_str()) {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!("{module} is not in the table of layers"));
            continue;
        };
        let text = std::fs::read_to_string(&file).unwrap();
        for used in used_by(&text) {
            if used != module && !allowed.contains(&used.as_str()) {
                wrong.push(format!("{module} may not use {used} ({})", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_has_no_cycle() {
    for (position, (module, allowed)) in LAYERS.iter().enumerate() {
        for used in *allowed {
            let below = LAYERS[..position].iter().any(|(name, _)| name == used);
            assert!(
                below,
                "{module} uses {used}, which does not stand above it in the table"
            );
        }
    }
}

#[test]
fn the_architecture_document_shows_this_table() {
    let document = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for (module, allowed) in LAYERS {
        let uses = if allowed.is_empty() {
            "nothing".to_owned()
        } else {
            allowed.join(", ")
        };
        let row = format!("| `{module}` | {uses} |");
        assert!(
            document.contains(&row),
            "ARCHITECTURE.md lacks the row: {row}"
        );
    }
}

#[test]
fn every_file_says_what_it_is_and_can_be_read_in_one_sitting() {
    let mut wrong = Vec::new();
    for folder in ["src", "tests", "benches", "examples"] {
        for file in rust_files(&root().join(folder)) {
            let text = std::fs::read_to_string(&file).unwrap();
            if !text.starts_with("//!") {
                wrong.push(format!("{} does not open with //!", file.display()));
            }
            let lines = text.lines().count();
            if lines > LONGEST_FILE {
                wrong.push(format!(
                    "{} has {lines} lines, more than {LONGEST_FILE}",
                    file.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn argmin_is_bound_in_one_place() {
    for file in rust_files(&root().join("src")) {
        let text = std::fs::read_to_string(&file).unwrap();
        let names_argmin = text
            .lines()
            .any(|l| !l.trim_start().starts_with("//") && l.contains("argmin::"));
        assert!(
            !names_argmin || module_of(&file) == "optimize",
            "{} names argmin",
            file.display()
        );
    }
}

#[test]
fn the_conventions_document_shows_the_card_of_exported_files() {
    let document = std::fs::read_to_string(root().join("CONVENTIONS.md")).unwrap();
    for (name, meaning) in ketboard::encode::CONVENTIONS {
        let row = format!("| {name} | {} |", meaning.replace('|', "\\|"));
        assert!(
            document.contains(&row),
            "CONVENTIONS.md lacks the row: {row}"
        );
    }
}
