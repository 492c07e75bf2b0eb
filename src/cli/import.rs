//! `ketboard import`: a puzzle as people share it, to a puzzle file.

use super::flags::in_text;
use super::options::TalkOptions;
use super::page::{FinishedText, deliver_puzzle, note};
use crate::Result;
use crate::files::{is_standard_input, read_text, shown_name};
use clap::builder::PossibleValuesParser;
use ketboard_puzzles::{Family, ImportOptions, Importer};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(after_long_help = formats())]
pub(crate) struct ImportArguments {
    /// A file, `-` for standard input, or the text itself
    #[arg(value_name = "TEXT-OR-FILE")]
    input: String,
    /// The family whose rules hold, where the text does not tell
    #[arg(long = "as", value_name = "FAMILY", value_parser = families())]
    family: Option<String>,
    /// Stars in each row, column and region, where a drawn Star Battle does not tell
    #[arg(long, value_name = "S")]
    stars: Option<u32>,
    /// The puzzle's name [default: the file's]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// The families of which a text can be.
fn families() -> PossibleValuesParser {
    let known = |name: &&str| {
        let mut all = Importer::ALL.iter().flat_map(|importer| importer.families);
        all.any(|family| family == name)
    };
    let names = Family::ALL.iter().map(|family| family.name);
    PossibleValuesParser::new(names.filter(known))
}

/// The forms of texts, for the help.
fn formats() -> String {
    let lines = Importer::ALL.iter();
    let lines: String = lines
        .map(|importer| format!("  {:10} {}\n", importer.name, in_text(importer.about)))
        .collect();
    format!("Forms:\n{lines}")
}

/// Runs `ketboard import`: a puzzle file from a text as people share it.
pub(crate) fn run(arguments: &ImportArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let (source, text, stem) = read_input(&arguments.input)?;
    let options = ImportOptions {
        family: arguments.family.clone(),
        stars: arguments.stars,
        name: arguments.name.clone().or(stem),
    };
    let imported = options.import(&text, &source)?;
    let (puzzle, unread) = (&imported.puzzle, &imported.unread);
    if !unread.is_empty() && !talk.quiet {
        note(format_args!("Warning: not read: {}", unread.join(", ")));
    }
    let (name, family, format) = (&puzzle.name, puzzle.family, imported.format);
    let product = FinishedText {
        text: imported.toml.into_bytes(),
        summary: format!("{name} ({family}), read as {format}"),
        about: json!({
            "format": format,
            "family": family,
            "name": name,
            "not_read": (!unread.is_empty()).then_some(unread),
        }),
    };
    deliver_puzzle(product, puzzle, arguments.output.as_deref(), talk)
}

/// The input's name in messages, its text, and the stem of its file.
fn read_input(input: &str) -> Result<(String, String, Option<String>)> {
    let path = Path::new(input);
    if !is_standard_input(path) && !path.is_file() {
        return Ok(("text".to_owned(), input.to_owned(), None));
    }
    let stem = path.file_stem().filter(|_| path.is_file());
    let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
    Ok((shown_name(path), read_text(path)?, stem))
}
