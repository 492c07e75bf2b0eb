//! The house rules that a program can check and Cargo cannot: which module uses which, what every
//! file looks like, and what may be named where.
//!
//! The page `docs/src/reference/modules.md` is written from the code: a module that comes to use
//! another changes a row, and one that uses what uses it is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The sources of each crate, and those of our crates that its Cargo.toml names.
const CRATES: &[(&str, &[&str])] = &[
    ("crates/qaoa/src", &[]),
    ("crates/puzzles/src", &[]),
    (
        "crates/circuits/src",
        &["ketboard-puzzles", "ketboard-qaoa"],
    ),
    ("crates/mpi/src", &["ketboard-qaoa"]),
    (
        "src",
        &[
            "ketboard-circuits",
            "ketboard-mpi",
            "ketboard-puzzles",
            "ketboard-qaoa",
        ],
    ),
    (
        "python/src",
        &["ketboard-circuits", "ketboard-puzzles", "ketboard-qaoa"],
    ),
];

/// No file is longer than this.
const LONGEST_FILE: usize = 500;

type Names = BTreeSet<String>;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The Rust files in a folder of the repository, as paths inside that folder.
fn rust_files(folder: &str) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(next) = folders.pop() {
        for entry in next.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                files.push(path.strip_prefix(root().join(folder)).unwrap().to_owned());
            }
        }
    }
    files.sort();
    assert!(!files.is_empty(), "{folder} holds no Rust file");
    files
}

/// The lines of a file that are no comments, numbered from 1.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    let code = lines.filter(|(_, line)| !line.trim_start().starts_with("//"));
    code.map(|(number, line)| (number + 1, line))
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

/// Adds every path of the tree `a::{b, c::d}` at the start of `words` to `paths`; returns the
/// number of words read.
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

/// What a name at the root of a crate stands for: a module, or the type that a module of the same
/// name is about.
fn module_of(name: &str) -> String {
    match name {
        "Result" => "error".to_owned(),
        name => name.to_lowercase(),
    }
}

/// The modules of the crate that code `depth` modules deep names, and our other crates.
fn used_by(text: &str, depth: usize) -> Names {
    let code: Vec<&str> = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let tests = code.iter().position(|line| *line == "mod tests {");
    let (code, tests) = code.split_at(tests.unwrap_or(code.len()));
    let mut used = named_by(&code.join("\n"), depth);
    used.extend(named_by(&tests.join("\n"), depth + 1));
    used
}

/// As [`used_by`], of code without comments and without tests: paths begin with a crate, or climb
/// to it by `super`.
fn named_by(code: &str, depth: usize) -> Names {
    let words = words(code);
    let mut used = Names::new();
    for (at, word) in words.iter().enumerate() {
        if at > 0 && words[at - 1] == "::" {
            continue;
        }
        if word.starts_with("ketboard_") {
            used.insert(word.replace('_', "-"));
        }
        if !["crate", "super"].contains(word) {
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
            used.extend(first.map(|name| module_of(name)));
        }
    }
    used
}

/// The modules of a crate, each with what its files use; suites that hold its loops against whole
/// runs are tests, and use what they judge by.
fn uses_in(folder: &str) -> BTreeMap<String, Names> {
    let mut uses = BTreeMap::<String, Names>::new();
    let is_suite = |file: &Path| {
        file.iter()
            .any(|part| part.to_string_lossy().starts_with("agreement"))
    };
    for file in rust_files(folder)
        .into_iter()
        .filter(|file| !is_suite(file))
    {
        let first = file.iter().next().unwrap().to_string_lossy();
        let module = first.trim_end_matches(".rs").to_owned();
        if !["lib", "main"].contains(&module.as_str()) {
            let used = used_by(&read(Path::new(folder).join(&file)), file.iter().count());
            uses.entry(module).or_default().extend(used);
        }
    }
    uses
}

/// Modules that may know each other: the calls of the library.
const FACADE: &[&str] = &["options", "problem", "puzzle", "run", "solve", "sweep"];

/// Modules of a crate, each below those that use it, with what they use beside each other.
fn rows_of(folder: &str, crates: &[&str]) -> Vec<(Names, Names)> {
    let mut uses = uses_in(folder);
    let mut above: Names = crates.iter().map(|name| (*name).to_owned()).collect();
    let facade: Names = match folder {
        "src" => FACADE.iter().map(|name| (*name).to_owned()).collect(),
        _ => Names::new(),
    };
    let mut rows = Vec::new();
    while let Some(first) = uses.keys().next().cloned() {
        let modules = uses.keys().find_map(|module| {
            let row = if facade.contains(module) {
                facade.clone()
            } else {
                Names::from([module.clone()])
            };
            let used: Names = row.iter().flat_map(|name| uses[name].clone()).collect();
            let used: Names = used.difference(&row).cloned().collect();
            used.is_subset(&above).then_some((row, used))
        });
        let (row, used) = modules.unwrap_or_else(|| {
            panic!("{folder}: each of {uses:?} needs one that needs it, {first} too")
        });
        uses.retain(|module, _| !row.contains(module));
        above.extend(row.clone());
        rows.push((row, used));
    }
    rows
}

/// The first sentence of what a module says of itself.
fn meaning_of(folder: &str, module: &str) -> String {
    let text = read(format!("{folder}/{module}.rs"));
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    let lines = lines.map(str::trim).take_while(|line| !line.is_empty());
    let words = lines.collect::<Vec<_>>().join(" ").replace(['[', ']'], "");
    let end = words.find(". ").unwrap_or(words.len());
    words[..end].trim_end_matches('.').replace('|', "\\|")
}

/// The page of modules, written from the code.
fn page() -> String {
    let mut page = String::from(
        "# Modules\n\n\
         Inside a crate a module uses only modules above it. Modules are private: the `lib.rs` of a crate lists what it\n\
         offers. `tests/library/layers.rs` writes this page from the code.\n",
    );
    for (folder, crates) in CRATES {
        page += &format!("\n## In `{folder}`\n\n| module | uses | what it is |\n|---|---|---|\n");
        for (modules, uses) in rows_of(folder, crates) {
            let names: Vec<String> = modules.iter().map(|name| format!("`{name}`")).collect();
            let uses: Vec<String> = uses.into_iter().collect();
            let meaning = match modules.first() {
                Some(module) if modules.len() == 1 => meaning_of(folder, module),
                _ => "The calls of the library; each knows the others".to_owned(),
            };
            let uses = if uses.is_empty() {
                "nothing".to_owned()
            } else {
                uses.join(", ")
            };
            page += &format!("| {} | {uses} | {meaning} |\n", names.join(", "));
        }
    }
    page
}

#[test]
fn a_module_is_seen_however_its_name_is_written() {
    let cases: &[(&str, usize, &[&str])] = &[
        ("use crate::model::Var;", 1, &["model"]),
        ("use crate::{grid::Cell, model};", 1, &["grid", "model"]),
        (
            "use crate::{\n    grid::{Cell, Grid},\n    sim::{State as S, block::{Block}},\n    qaoa,\n};",
            1,
            &["grid", "qaoa", "sim"],
        ),
        ("use crate::{Error, model::*};", 1, &["error", "model"]),
        ("use crate::{Options, Result};", 1, &["error", "options"]),
        ("fn f(x: crate :: sim :: State) {}", 1, &["sim"]),
        ("use super::model;", 1, &["model"]),
        ("use super::model;", 2, &[]),
        (
            "use super::{super::{grid, sim}, sibling};",
            2,
            &["grid", "sim"],
        ),
        ("mod tests {\n    use super::super::sim;\n}", 1, &["sim"]),
        ("mod tests {\n    use super::*;\n}", 1, &[]),
        ("x(); // crate::sim\n    /// [`crate::grid`]", 1, &[]),
        ("use ketboard_qaoa::{qaoa, sim};", 1, &["ketboard-qaoa"]),
    ];
    for (code, depth, expected) in cases {
        let expected: Names = expected.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(used_by(code, *depth), expected, "{code}");
    }
}

#[test]
fn a_module_stands_below_all_that_it_uses_and_the_page_of_modules_shows_it() {
    super::book::holds("modules.md", &page());
}

#[test]
fn a_crate_depends_on_those_of_ours_below_it_and_opens_no_module() {
    for (folder, expected) in CRATES {
        let manifest = read(Path::new(folder).with_file_name("Cargo.toml"));
        let package = manifest.split("[workspace]").next().unwrap_or_default();
        let lines = package.lines().filter(|line| line.starts_with("ketboard-"));
        let named: Vec<&str> = lines
            .filter_map(|line| line.split(['.', ' ']).next())
            .collect();
        assert_eq!(named, *expected, "{folder}: dependencies in Cargo.toml");
        let text = read(Path::new(folder).join("lib.rs"));
        let opened = text
            .lines()
            .find(|line| line.starts_with("pub mod ") && line.ends_with(';'));
        assert_eq!(opened, None, "{folder}/lib.rs: give a list of names");
    }
}

#[test]
fn every_file_says_what_it_is_and_can_be_read_in_one_sitting() {
    for folder in ["src", "crates", "python", "tests", "benches", "examples"] {
        for file in rust_files(folder) {
            let text = read(Path::new(folder).join(&file));
            let file = file.display();
            assert!(
                text.starts_with("//!"),
                "{folder}/{file} does not open with //!"
            );
            let lines = text.lines().count();
            assert!(
                lines <= LONGEST_FILE,
                "{folder}/{file} has {lines} lines, more than {LONGEST_FILE}"
            );
        }
    }
}

/// Every line of code of every crate, with its place, but for the files whose path begins with one
/// of `but`.
fn lines_of_code(but: &[&str]) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for (folder, _) in CRATES {
        for file in rust_files(folder) {
            let path = format!("{folder}/{}", file.display());
            if !but.iter().any(|start| path.starts_with(start)) {
                let text = read(&path);
                let code = code(&text);
                lines.extend(
                    code.map(|(number, line)| (format!("{path}:{number}"), line.to_owned())),
                );
            }
        }
    }
    lines
}

#[test]
fn only_the_program_names_its_flags() {
    for (place, line) in lines_of_code(&["src/main.rs", "src/cli"]) {
        let mut after = line.split("--").skip(1);
        let flag = after.any(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
        assert!(!flag, "{place} names a flag: {}", line.trim());
    }
}

#[test]
fn each_optimizer_of_others_is_bound_in_one_file() {
    for (name, file) in [
        ("argmin::", "nelder_mead.rs"),
        ("argmin_math::", "nelder_mead.rs"),
        ("use cobyla::", "cobyla.rs"),
    ] {
        let only = format!("crates/qaoa/src/optimize/{file}");
        for (place, line) in lines_of_code(&[&only]) {
            assert!(!line.contains(name), "{place}: {}", line.trim());
        }
    }
}

#[test]
fn the_conventions_document_shows_the_card_of_exported_files() {
    let document = read("CONVENTIONS.md");
    let registers = ketboard_puzzles::RegisterLayout::CONVENTIONS;
    for (name, meaning) in ketboard_puzzles::ModelFile::CONVENTIONS
        .iter()
        .chain(registers)
    {
        let row = format!("| {name} | {} |", meaning.replace('|', "\\|"));
        assert!(
            document.contains(&row),
            "CONVENTIONS.md lacks the row: {row}"
        );
    }
}
