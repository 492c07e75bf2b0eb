//! `did you mean lbfgs?`: the known name that is most like what was written.
//!
//! Commands, options and many values are known to clap. The others, such as `cvar:0.2` or the name
//! of a device, are known to the library, whose error quotes what it found and lists what it knows:
//! the nearest of that list is asked for. Of a file that is not there, it is the nearest name in
//! its folder; of an option, also the one that other programs call so.

use crate::Error;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The question that an error ends with; empty where nothing known is like what was found.
pub(crate) fn did_you_mean(error: &Error) -> String {
    let meant = match error {
        Error::Setting { found, remedy, .. }
        | Error::Argument { found, remedy, .. }
        | Error::Input { found, remedy, .. } => nearest_name(found, remedy),
        Error::Read { path, source } if source.kind() == ErrorKind::NotFound => {
            nearest_file(path).map(|path| path.display().to_string())
        }
        Error::Read { .. }
        | Error::Write { .. }
        | Error::Memory { .. }
        | Error::States { .. }
        | Error::NoSolution { .. }
        | Error::NotFinite { .. }
        | Error::Stopped => None,
    };
    meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"))
}

/// Options of other programs, and ours that do the same. A command is asked for the first that it
/// has.
const CALLED_ELSEWHERE: &[(&str, &[&str])] = &[
    ("device", &["backend"]),
    ("dir", &["out"]),
    ("format", &["to", "format"]),
    ("init", &["strategy"]),
    ("lambda", &["weight"]),
    ("layers", &["depth", "depths"]),
    ("machine", &["backend"]),
    ("maxiter", &["iterations"]),
    ("method", &["optimizer"]),
    ("out", &["output"]),
    ("output", &["out"]),
    ("p", &["depth", "depths"]),
    ("penalty", &["weight"]),
    ("qubits", &["target-qubits"]),
    ("reps", &["depth", "depths"]),
    ("restarts", &["starts"]),
    ("samples", &["shots"]),
    ("target", &["to"]),
];

/// The option among `known`, all without their hyphens, that is meant by one that a command does
/// not have.
pub(super) fn nearest_option<'k>(found: &str, known: &[&'k str]) -> Option<&'k str> {
    let called = CALLED_ELSEWHERE.iter().find(|(name, _)| *name == found);
    let ours = called.into_iter().flat_map(|(_, ours)| *ours);
    let has = |name: &&str| known.iter().copied().find(|known| known == name);
    ours.filter_map(has)
        .next()
        .or_else(|| most_like(found, known.iter().copied()))
}

/// The name in the list of a remedy that is most like the last word that `found` quotes.
pub(super) fn nearest_name(found: &str, remedy: &str) -> Option<String> {
    if remedy.contains("did you mean") {
        return None;
    }
    let quoted = last_quoted(found)?;
    // Of `cvar:0.2` the number is not the name.
    let name = quoted.split(':').next().unwrap_or(quoted);
    let known = remedy
        .split([',', ';', ' ', '"', '(', ')'])
        .map(|word| word.split(':').next().unwrap_or(word))
        .filter(|word| word.chars().next().is_some_and(|c| c.is_ascii_lowercase()));
    most_like(name, known).map(str::to_owned)
}

/// What stands between the last two quotation marks of one kind.
fn last_quoted(text: &str) -> Option<&str> {
    let end = text.rfind(['"', '\''])?;
    let mark = text[end..].chars().next()?;
    let start = text[..end].rfind(mark)?;
    Some(&text[start + 1..end])
}

/// The file beside a missing one whose name is most like it.
fn nearest_file(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent()?;
    let listed = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let names = std::fs::read_dir(listed).ok()?.flatten();
    let mut names: Vec<String> = names
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    let nearest = most_like(name, names.iter().map(String::as_str))?;
    Some(folder.join(nearest))
}

/// The first candidate that fewest edits make of `word`, with at most a third of its letters
/// changed; else the first of which it is a part, as `ring` of `xy-ring`. `None` where there is
/// neither, or the word itself is among them. What stands for a size (`line-16`, `line-N`) is not
/// compared.
pub(super) fn most_like<'c>(
    word: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    let candidates: Vec<&str> = candidates.collect();
    let word = without_size(word);
    let allowed = word.chars().count() / 3;
    let edits = |known: &str| strsim::damerau_levenshtein(word, without_size(known));
    let nearest = candidates
        .iter()
        .copied()
        .min_by_key(|known| edits(known))?;
    match edits(nearest) {
        0 => None,
        some if some <= allowed => Some(nearest),
        _ => {
            let is_part = |known: &&str| known.split(['-', '.']).any(|part| part == word);
            candidates.into_iter().find(is_part)
        }
    }
}

/// A name without the size at its end: `grid` of `grid-4x4` and of `grid-RxC`.
fn without_size(name: &str) -> &str {
    let is_size = |end: &str| {
        let has_letters = end.contains(|c: char| c.is_ascii_lowercase() && c != 'x');
        !has_letters && !end.is_empty()
    };
    match name.rsplit_once('-') {
        Some((name, end)) if is_size(end) && !name.is_empty() => name,
        Some(_) | None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_answered_with_the_known_name() {
        for (found, remedy, meant) in [
            (
                "found 'expectatio'",
                "use expectation, cvar:0.1 (0 < α ≤ 1)",
                "; did you mean expectation?",
            ),
            (
                "found 'cvarr:0.2'",
                "use expectation, cvar:0.1 (0 < α ≤ 1)",
                "; did you mean cvar?",
            ),
            (
                "found \"torno\"",
                "known are torino, fez; or a file",
                "; did you mean torino?",
            ),
            (
                "unknown kind \"rwo\"",
                "the kinds are cell, row, column",
                "; did you mean row?",
            ),
            (
                "`a` is \"lbfg\"",
                "give lbfgs or cobyla",
                "; did you mean lbfgs?",
            ),
            (
                "found \"lin-16\"",
                "known are torino, line-N, grid-RxC; or a file",
                "; did you mean line-N?",
            ),
            (
                "found \"ring\"",
                "use x, xy-ring, xy-path",
                "; did you mean xy-ring?",
            ),
            ("found \"tokyo\"", "known are torino, fez; or a file", ""),
            ("found \"row=x\"", "the kinds are cell, row, column", ""),
            (
                "found \"tanga\"",
                "did you mean \"tango\"? known are tango",
                "",
            ),
            ("found 3", "use 4", ""),
        ] {
            let error = Error::setting("setting", found, remedy);
            assert_eq!(did_you_mean(&error), meant, "{found}");
        }
    }

    #[test]
    fn an_option_of_another_program_is_answered_with_ours() {
        let solve = ["depth", "shots", "out", "optimizer"];
        for (found, meant) in [
            ("layers", Some("depth")),
            ("output", Some("out")),
            ("depht", Some("depth")),
            ("optimiser", Some("optimizer")),
            ("target", None),
            ("verbose", None),
        ] {
            assert_eq!(nearest_option(found, &solve), meant, "{found}");
        }
    }

    #[test]
    fn a_missing_file_is_answered_with_its_neighbor() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["tango-4x4.toml", "queens-5x5.toml"] {
            std::fs::write(folder.path().join(name), "").expect("a file");
        }
        let missing = |name: &str| Error::Read {
            path: folder.path().join(name),
            source: ErrorKind::NotFound.into(),
        };
        let meant = folder.path().join("tango-4x4.toml");
        let question = format!("; did you mean {}?", meant.display());
        assert_eq!(did_you_mean(&missing("tango-4x5.toml")), question);
        assert_eq!(did_you_mean(&missing("tango")), question);
        assert_eq!(did_you_mean(&missing("sudoku.toml")), "");
    }
}
