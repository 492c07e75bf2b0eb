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
    ("puzzle", &["grid", "model", "error"]),
    ("draw", &["grid", "puzzle"]),
    ("reduce", &["model"]),
    ("classical", &["model"]),
    ("encode", &["model", "reduce", "error"]),
    ("expression", &["encode", "error"]),
    ("registers", &["encode", "error", "model", "reduce"]),
    ("histogram", &["encode", "error", "registers"]),
    ("sim", &["error"]),
    ("qaoa", &["sim", "error"]),
    ("optimize", &["qaoa", "error"]),
    ("sample", &["model", "error"]),
    ("circuit", &["qaoa", "sim", "error"]),
    ("grover", &["circuit", "sim", "error"]),
    ("deletion", &["circuit", "error"]),
    ("resources", &["circuit", "error"]),
    ("device", &["error"]),
    ("native", &["circuit", "device", "error"]),
    ("compile", &["circuit", "device", "error", "qaoa"]),
    (
        "export",
        &["encode", "circuit", "qaoa", "device", "native", "error"],
    ),
    ("report", &["error", "files"]),
    (
        "generate",
        &[
            "grid",
            "model",
            "puzzle",
            "reduce",
            "classical",
            "encode",
            "expression",
            "error",
        ],
    ),
    ("import", &["grid", "puzzle", "error"]),
    ("noise", &["native", "device", "sim", "error"]),
    (
        "pipeline",
        &[
            "circuit",
            "classical",
            "compile",
            "deletion",
            "device",
            "encode",
            "error",
            "expression",
            "grid",
            "grover",
            "histogram",
            "model",
            "native",
            "noise",
            "optimize",
            "puzzle",
            "qaoa",
            "reduce",
            "registers",
            "resources",
            "sample",
            "sim",
        ],
    ),
    (
        "lab",
        &[
            "classical",
            "encode",
            "error",
            "export",
            "files",
            "generate",
            "optimize",
            "pipeline",
            "puzzle",
            "qaoa",
            "reduce",
            "registers",
            "sample",
            "sim",
        ],
    ),
    (
        "experiment",
        &[
            "encode",
            "error",
            "files",
            "grid",
            "grover",
            "lab",
            "model",
            "native",
            "optimize",
            "pipeline",
            "puzzle",
            "qaoa",
            "registers",
            "report",
        ],
    ),
    (
        "html",
        &[
            "encode",
            "error",
            "experiment",
            "export",
            "grid",
            "lab",
            "pipeline",
            "puzzle",
            "reduce",
            "report",
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

/// How many modules deep the code of a file is: 1 in `src/model.rs`, 2 in `src/model/constraint.rs`.
fn depth_of(file: &Path) -> usize {
    file.strip_prefix(root().join("src"))
        .unwrap()
        .components()
        .count()
}

/// The top-level modules that code `depth` modules deep names, in imports and in paths, however it writes them.
fn used_by(text: &str, depth: usize) -> BTreeSet<String> {
    let code: Vec<&str> = text
        .lines()
        .map(|line| line.split("//").next().unwrap())
        .collect();
    let (code, tests) = match code.iter().position(|line| *line == "mod tests {") {
        Some(start) => code.split_at(start),
        None => (&code[..], &[][..]),
    };
    let mut used = named_modules(&code.join("\n"), depth);
    used.extend(named_modules(&tests.join("\n"), depth + 1));
    used
}

/// The top-level modules in the paths of `code`, which begin with `crate` or climb there by `super`.
fn named_modules(code: &str, depth: usize) -> BTreeSet<String> {
    let words = words(code);
    let mut used = BTreeSet::new();
    for (at, word) in words.iter().enumerate() {
        let inside = at > 0 && words[at - 1] == "::";
        if inside || !["crate", "super"].contains(word) {
            continue;
        }
        let mut paths = Vec::new();
        read_paths(&words[at..], &[], &mut paths);
        for path in paths {
            let climbs = path.iter().take_while(|part| **part == "super").count();
            let first = match path[0] {
                "crate" => path.get(1),
                _ if climbs >= depth => path.get(climbs),
                _ => None,
            };
            used.extend(first.map(|name| top_level(name)));
        }
    }
    used
}

/// The module that a name at the root of the crate stands for: [`ketboard::Error`] and `Result` are those of `error`.
fn top_level(name: &str) -> String {
    match name {
        "Error" | "Result" => "error".to_owned(),
        name => name.to_owned(),
    }
}

/// Words, `::`, and single characters.
fn words(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("::") => 2,
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after.trim_start();
    }
    words
}

/// Adds every path of the tree `a::{b, c::d}` at the start of `words` to `paths`; returns the number of words read.
fn read_paths<'a>(words: &[&'a str], before: &[&'a str], paths: &mut Vec<Vec<&'a str>>) -> usize {
    let mut path = before.to_vec();
    let mut read = 0;
    loop {
        match words.get(read) {
            Some(&"{") => {
                read += 1;
                loop {
                    match words.get(read) {
                        None | Some(&"}") => return read + 1,
                        Some(&",") => read += 1,
                        Some(&"as") => read += 2,
                        Some(_) => read += read_paths(&words[read..], &path, paths),
                    }
                }
            }
            Some(word) => path.push(word),
            None => return read,
        }
        read += 1;
        if words.get(read) != Some(&"::") {
            paths.push(path);
            return read;
        }
        read += 1;
    }
}

#[test]
fn a_module_is_seen_however_its_name_is_written() {
    let cases: &[(&str, usize, &[&str])] = &[
        ("use crate::model::Var;", 1, &["model"]),
        ("use crate::{grid::Cell, model};", 1, &["grid", "model"]),
        (
            "use crate::{\n    grid::{Cell, Grid},\n    sim::{State, block::{Block}},\n    qaoa,\n};",
            1,
            &["grid", "qaoa", "sim"],
        ),
        ("use crate::{Error, model::*};", 1, &["error", "model"]),
        ("pub(crate) fn f() -> crate::Result<()> {}", 1, &["error"]),
        ("fn f(x: crate :: sim :: State) {}", 1, &["sim"]),
        ("use super::model;", 1, &["model"]),
        ("use super::model;", 2, &[]),
        ("use super::super::sim::State;", 2, &["sim"]),
        (
            "use super::{super::{grid, sim}, sibling};",
            2,
            &["grid", "sim"],
        ),
        (
            "x();\nmod tests {\n    use super::super::sim;\n}",
            1,
            &["sim"],
        ),
        ("x();\nmod tests {\n    use super::*;\n}", 1, &[]),
        ("use crate::*;", 1, &["*"]),
        (
            "x(); // crate::sim\n//! crate::qaoa\n    /// [`crate::grid`]",
            1,
            &[],
        ),
    ];
    for (code, depth, expected) in cases {
        let found = used_by(code, *depth);
        let expected: BTreeSet<_> = expected.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(found, expected, "{code}");
    }
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
        for used in used_by(&text, depth_of(&file)) {
            if used != module && !allowed.contains(&used.as_str()) {
                wrong.push(format!("{module} may not use {used} ({})", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_allows_nothing_that_is_not_used() {
    let mut used: BTreeSet<(String, String)> = BTreeSet::new();
    for file in rust_files(&root().join("src")) {
        let text = std::fs::read_to_string(&file).unwrap();
        let names = used_by(&text, depth_of(&file)).into_iter();
        used.extend(names.map(|name| (module_of(&file), name)));
    }
    for (module, allowed) in LAYERS {
        for name in *allowed {
            let pair = (module.to_string(), name.to_string());
            assert!(used.contains(&pair), "{module} does not use {name}");
        }
    }
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
fn only_the_program_names_its_flags() {
    let mut wrong = Vec::new();
    for file in rust_files(&root().join("src")) {
        if ["main", "cli"].contains(&module_of(&file).as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let is_comment = line.trim_start().starts_with("//");
            let mut after = line.split("--").skip(1);
            if !is_comment && after.any(|word| word.starts_with(|c: char| c.is_ascii_lowercase())) {
                let (file, number) = (file.display(), number + 1);
                wrong.push(format!("{file}:{number} names a flag: {}", line.trim()));
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
    for (name, meaning) in ketboard_puzzles::CONVENTIONS {
        let row = format!("| {name} | {} |", meaning.replace('|', "\\|"));
        assert!(
            document.contains(&row),
            "CONVENTIONS.md lacks the row: {row}"
        );
    }
}
