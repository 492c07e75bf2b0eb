//! Settings of the library as flags of the program: the library says "use `target_qubits` 14", the
//! terminal "use --target-qubits 14".
//!
//! The library knows no command line. It writes a setting in backticks, in words joined by
//! underscores; where backticks also mark the keys of a file, it says "the setting `stars`". Both
//! become the flag of that name. Which names are flags is asked of the program's own options, so
//! that a new option needs no line here.

use super::Cli;
use super::nearest::did_you_mean;
use crate::Error;
use clap::{Command, CommandFactory};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What the library can say only in words, and the program as a command.
const COMMANDS: &[(&str, &str)] = &[(
    "write a smaller model: with `reduce` full,",
    "write a smaller model: with `ketboard qubo --reduce full`,",
)];

/// Every long option of the program, as a setting of the library.
static SETTINGS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let mut names = BTreeSet::new();
    gather(&Cli::command(), &mut names);
    names
});

/// Adds every long option of a command and of those below it, as the library calls it:
/// `target_qubits`.
fn gather(command: &Command, names: &mut BTreeSet<String>) {
    let longs = command
        .get_arguments()
        .filter_map(|option| option.get_long());
    names.extend(longs.map(|long| long.replace('-', "_")));
    for inner in command.get_subcommands() {
        gather(inner, names);
    }
}

/// An error of the library as it is shown to the user of the program.
pub(crate) fn in_error(error: &Error) -> String {
    let text = error.to_string();
    let text = match error {
        Error::Setting { .. }
        | Error::Argument { .. }
        | Error::Memory { .. }
        | Error::States { .. } => in_reason(&text),
        Error::Input { .. }
        | Error::Read { .. }
        | Error::Write { .. }
        | Error::NoSolution { .. }
        | Error::NotFinite { .. }
        | Error::Stopped => in_text(&text),
    };
    text + &did_you_mean(error)
}

/// A reason that the library gives for something that it left out: every setting in backticks
/// becomes a flag.
pub(crate) fn in_reason(text: &str) -> String {
    let mut text = text.to_owned();
    for (words, command) in COMMANDS {
        text = text.replace(words, command);
    }
    with_flags(&text, |word| SETTINGS.contains(word))
}

/// A text with other words in backticks: only what is called a setting becomes a flag. The help may
/// use this while the options are still being made.
pub(crate) fn in_text(text: &str) -> String {
    with_flags(text, |_| false)
}

/// A text in which words in backticks become flags, where they are settings or are called so (`the
/// setting x`).
fn with_flags(text: &str, is_setting: impl Fn(&str) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`') {
        shown += before;
        rest = after;
        let quoted = after.split_once('`').filter(|(word, _)| is_name(word));
        let said = ["the setting ", "setting "];
        let said = said.iter().find_map(|said| before.strip_suffix(said));
        match (quoted, said) {
            (Some((word, after)), Some(kept)) => {
                shown.truncate(shown.len() - before.len() + kept.len());
                shown += &flag(word);
                rest = after;
            }
            (Some((word, after)), None) if is_setting(word) => {
                shown += &flag(word);
                rest = after;
            }
            _ => shown.push('`'),
        }
    }
    shown + rest
}

/// Whether a word in backticks can be the name of a setting: small letters and underscores.
fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}

/// The option of a setting: `--target-qubits` of `target_qubits`.
fn flag(setting: &str) -> String {
    format!("--{}", setting.replace('_', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    /// Words in backticks that are no settings: keys of files, and names from other places.
    const OTHER_WORDS: &[&str] = &[
        "board",
        "box",
        "col_counts",
        "diagonal_form",
        "empty",
        "gamma_unit",
        "generate",
        "goal",
        "grid",
        "input",
        "moves",
        "pieces",
        "queens",
        "rays",
        "reach",
        "region_counts",
        "regions",
        "row_counts",
        "signs",
        "topology",
        "trees",
    ];

    #[test]
    fn a_setting_becomes_its_flag() {
        for (error, shown) in [
            (
                Error::setting("target_qubits", "found 99", "use `reduce` full"),
                "--target-qubits: found 99; use --reduce full",
            ),
            (
                Error::argument("`distinct_lines` hobo", "too many", "use `gamma_unit`"),
                "--distinct-lines hobo: too many; use `gamma_unit`",
            ),
            (
                Error::argument("size", "1", "the circuit of rows starts at two queens"),
                "size: 1; the circuit of rows starts at two queens",
            ),
            (
                Error::input(
                    "a.toml",
                    Some(3),
                    "`size` is 5",
                    "leave `size` out, or give the setting `stars` 1",
                ),
                "a.toml:3: `size` is 5; leave `size` out, or give --stars 1",
            ),
            (
                Error::input(
                    "a",
                    None,
                    "no record",
                    "run one; its setting `out` names it",
                ),
                "a: no record; run one; its --out names it",
            ),
            (
                Error::Memory {
                    qubits: 40,
                    needed: 18 << 40,
                    available: 24 << 30,
                    remedy: "write a smaller model: with `reduce` full, use `target_qubits` 28"
                        .into(),
                },
                "40 qubits need 18 TiB of memory, 24 GiB are free; write a smaller model: with \
                 `ketboard qubo --reduce full`, use --target-qubits 28",
            ),
        ] {
            assert_eq!(in_error(&error), shown);
        }
    }

    #[test]
    fn what_is_no_setting_stays_as_it_is() {
        for text in [
            "",
            "`",
            "a `lone mark",
            "begin with `rows cols stars`, as many rows as columns",
            "`ketboard sweep` filled it, and `gamma_unit`",
            "``size` `",
        ] {
            assert_eq!(in_text(text), text);
        }
        assert_eq!(in_reason("it`s `reduce` `x y`"), "it`s --reduce `x y`");
    }

    fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                rust_files(&path, files);
            } else if path.extension().is_some_and(|end| end == "rs") {
                files.push(path);
            }
        }
    }

    /// The sources of all crates but for the command line.
    fn library_files() -> Vec<PathBuf> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = Vec::new();
        for folder in [
            "src",
            "crates/qaoa/src",
            "crates/puzzles/src",
            "crates/circuits/src",
        ] {
            rust_files(&root.join(folder), &mut files);
        }
        files.retain(|file| !file.starts_with(root.join("src/cli")));
        files
    }

    /// The names in backticks in the code of a file, without its comments and its tests.
    fn names_in(text: &str) -> Vec<&str> {
        let code = text.split("\nmod tests {").next().unwrap_or_default();
        let code = code
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let words = code.flat_map(|line| {
            let parts: Vec<&str> = line.split('`').collect();
            let inner = parts.len().saturating_sub(1);
            parts.into_iter().take(inner).skip(1)
        });
        words.filter(|word| is_name(word)).collect()
    }

    /// A misspelled setting would reach the terminal in backticks, and be no flag.
    #[test]
    fn every_name_in_backticks_is_a_flag_or_known_to_be_none() {
        let files = library_files();
        let mut unused: BTreeSet<&str> = OTHER_WORDS.iter().copied().collect();
        let mut flags = 0;
        for file in &files {
            let text = std::fs::read_to_string(file).expect("a source file");
            for name in names_in(&text) {
                let known = unused.remove(name) || OTHER_WORDS.contains(&name);
                let is_flag = SETTINGS.contains(name);
                flags += usize::from(is_flag);
                assert!(is_flag || known, "`{name}` in {}", file.display());
            }
        }
        assert!(flags > 100, "only {flags} settings were found");
        assert!(unused.is_empty(), "in no text: {unused:?}");
    }

    /// The names of settings that stand alone are checked like those in backticks.
    #[test]
    fn every_error_about_a_setting_names_a_flag() {
        let mut found = 0;
        for file in library_files() {
            let text = std::fs::read_to_string(&file).expect("a source file");
            for call in text.split("Error::setting(").skip(1) {
                if let Some(name) = call.trim_start().strip_prefix('"') {
                    let name = name.split('"').next().unwrap_or_default();
                    assert!(SETTINGS.contains(name), "{name:?} in {}", file.display());
                    found += 1;
                }
            }
        }
        assert!(found > 30, "only {found} names were found");
    }
}
