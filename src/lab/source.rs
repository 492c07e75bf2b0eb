//! Where a plan's puzzles come from: files, and puzzles that are made from seeds.

use super::{Input, Record};
use crate::error::{Error, Result};
use crate::files::{is_standard_input, read_text, shown_name};
use crate::pipeline::Source;
use ketboard_puzzles::{GenerateOptions, ModelFile};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One puzzle or model of a plan, whole.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RunSource {
    /// The name that records and pictures carry.
    pub name: String,
    /// Where it came from, for messages.
    pub file: String,
    /// The text of the puzzle or model.
    pub input: Input,
}

impl RunSource {
    /// The puzzle or model in a file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let file = shown_name(path);
        let stem = path.file_stem().filter(|_| !is_standard_input(path));
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.unwrap_or_else(|| file.replace(' ', "-"));
        let text = read_text(path)?;
        let input = if ModelFile::looks_like(&text) {
            Input::Model(text)
        } else {
            Input::Puzzle(text)
        };
        Ok(Self { name, file, input })
    }

    /// What the text states.
    ///
    /// # Errors
    /// A text that is no puzzle, or no model.
    pub(super) fn parse(&self) -> Result<Source> {
        Source::parse(self.input.text(), &self.file)
    }

    /// What a record was run from.
    pub(super) fn of(record: &Record) -> Self {
        Self {
            name: record.name.clone(),
            file: record.name.clone(),
            input: record.input.clone(),
        }
    }

    /// The puzzle of `family` that these options make; it is named after them.
    ///
    /// # Errors
    /// As [`GenerateOptions::generate`].
    pub(crate) fn generated(family: &str, options: &GenerateOptions) -> Result<Self> {
        let name = name_of(family, options);
        Ok(Self {
            input: Input::Puzzle(options.generate(family, None)?),
            file: name.clone(),
            name,
        })
    }
}

/// `star-battle-8x8-2-stars-12-qubits-hard-seed-3`.
fn name_of(family: &str, options: &GenerateOptions) -> String {
    let stars = options.stars.map(|stars| format!("-{stars}-stars"));
    let qubits = options.qubits.map(|qubits| format!("-{qubits}-qubits"));
    let difficulty = options.difficulty.map(|one| format!("-{}", one.name()));
    let suffix: String = [stars, qubits, difficulty].into_iter().flatten().collect();
    format!(
        "{family}-{0}x{0}{suffix}-seed-{1}",
        options.size, options.seed
    )
}

/// Succeeds if no two sources have one name, which records and pictures carry.
///
/// # Errors
/// The first two that do; `name` is what to call their list.
pub(crate) fn refuse_equal_names(sources: &[RunSource], name: &str) -> Result<()> {
    let mut seen = BTreeMap::new();
    for source in sources {
        if let Some(other) = seen.insert(&source.name, &source.file) {
            let found = format!("{other} and {} have one name", source.file);
            let remedy = "give files that differ in their names: records and pictures carry them";
            return Err(Error::argument(name, found, remedy));
        }
    }
    Ok(())
}

/// The files that a pattern matches, in alphabetical order; a name without `*`, `?` and `[` is the
/// file itself, whether it is there or not.
///
/// # Errors
/// What is wrong with the pattern: that it is none, or that nothing matches.
pub(super) fn files_of(pattern: &str, folder: &Path) -> std::result::Result<Vec<PathBuf>, String> {
    if !pattern.contains(['*', '?', '[']) {
        return Ok(vec![folder.join(pattern)]);
    }
    let before = glob::Pattern::escape(&folder.to_string_lossy());
    let whole = Path::new(&before).join(pattern);
    let paths = glob::glob(&whole.to_string_lossy()).map_err(|error| error.msg.to_owned())?;
    let files: Vec<PathBuf> = paths
        .filter_map(std::result::Result::ok)
        .filter(|path| path.is_file())
        .collect();
    if files.is_empty() {
        return Err("no file matches".to_owned());
    }
    Ok(files)
}
