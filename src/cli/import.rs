//! `ketboard import`: a puzzle as people share it, to a puzzle file.

use super::flags::in_text;
use super::options::TalkOptions;
use super::page::PrintedPage;
use super::product::FinishedText;
use super::show::{given_marks, style};
use crate::files::{shown_name, stream};
use crate::{Error, Result};
use clap::builder::PossibleValuesParser;
use ketboard_puzzles::{FAMILIES, IMPORTERS, ImportOptions, Imported, draw_board, import};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(after_help = formats())]
pub(crate) struct ImportArguments {
    /// A file, `-` for standard input, or the text itself
    #[arg(value_name = "TEXT-OR-FILE")]
    input: String,
    /// The family whose rules hold, where the text does not tell
    #[arg(long = "as", value_name = "FAMILY", value_parser = families())]
    family: Option<String>,
    /// The format, where the text fits several
    #[arg(long, value_name = "NAME")]
    format: Option<String>,
    /// Stars in each row, column and region, where a drawn Star Battle does not tell
    #[arg(long, value_name = "S")]
    stars: Option<u32>,
    /// The puzzle's name [default: the file's]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    talk: TalkOptions,
}

/// The families of which a text can be.
fn families() -> PossibleValuesParser {
    let known = |name: &&str| {
        let mut all = IMPORTERS.iter().flat_map(|importer| importer.families);
        all.any(|family| family == name)
    };
    let names = FAMILIES.iter().map(|family| family.name);
    PossibleValuesParser::new(names.filter(known))
}

/// The formats, for the help.
fn formats() -> String {
    let lines = IMPORTERS.iter();
    let lines: String = lines
        .map(|importer| format!("  {:17} {}\n", importer.name, in_text(importer.about)))
        .collect();
    format!("Formats:\n{lines}")
}

pub(crate) fn run(arguments: &ImportArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let (source, text, stem) = read_input(&arguments.input)?;
    let wish = ImportOptions {
        family: arguments.family.clone(),
        format: arguments.format.clone(),
        stars: arguments.stars,
        name: arguments.name.clone().or(stem),
    };
    let imported = import(&text, &source, &wish)?;
    deliver(arguments, imported)?;
    Ok(ExitCode::SUCCESS)
}

/// The input's name in messages, its text, and the stem of its file.
fn read_input(input: &str) -> Result<(String, String, Option<String>)> {
    let path = Path::new(input);
    if input == "-" {
        let name = shown_name(path);
        return Ok((name.clone(), utf8(&name, stream(Path::new("-"))?)?, None));
    }
    if path.is_file() {
        let bytes = std::fs::read(path).map_err(|source| Error::Read {
            path: path.to_owned(),
            source,
        })?;
        let text = utf8(input, bytes)?;
        let stem = path
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        return Ok((input.to_owned(), text, stem));
    }
    Ok(("text".to_owned(), input.to_owned(), None))
}

fn utf8(name: &str, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| {
        let found = "bytes that are no UTF-8 text";
        Error::input(name, None, found, "save the file as UTF-8")
    })
}

fn deliver(arguments: &ImportArguments, imported: Imported) -> Result<()> {
    let Imported {
        format,
        toml,
        puzzle,
    } = imported;
    let product = FinishedText {
        text: toml.into_bytes(),
        summary: format!("{} ({}), read as {format}", puzzle.name, puzzle.family),
        about: Map::from_iter([
            ("format".to_owned(), Value::from(format)),
            ("family".to_owned(), puzzle.family.into()),
            ("name".to_owned(), puzzle.name.clone().into()),
        ]),
    };
    product.deliver(arguments.output.as_deref(), &arguments.talk)?;
    if arguments.output.is_some() && arguments.talk.speaks() {
        let mut page = PrintedPage::default();
        page.line(draw_board(&puzzle, &given_marks(&puzzle), style()));
        page.print()?;
    }
    Ok(())
}
