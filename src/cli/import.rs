//! `ketboard import`: a puzzle as people share it, to a puzzle file.

use super::common::TalkOptions;
use ketboard::draw;
use ketboard::files::write_whole;
use ketboard::import::{IMPORTERS, Imported, Wish, import};
use ketboard::{Error, Result};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Bytes of standard input that are read; a puzzle is far shorter, and a stream may have no end.
const LONGEST_INPUT: u64 = 1 << 24;

#[derive(clap::Args, Debug)]
#[command(after_help = formats())]
pub(crate) struct Arguments {
    /// A file, `-` for standard input, or the text itself
    #[arg(value_name = "TEXT-OR-FILE")]
    input: String,
    /// The family whose rules hold, where the text does not tell
    #[arg(long = "as", value_name = "FAMILY")]
    family: Option<String>,
    /// The format, where the text fits several
    #[arg(long, value_name = "NAME")]
    format: Option<String>,
    /// The puzzle's name [default: the file's]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    talk: TalkOptions,
}

/// The formats, for the help.
fn formats() -> String {
    let lines = IMPORTERS.iter();
    let lines: String = lines
        .map(|importer| format!("  {:17} {}\n", importer.name, importer.about))
        .collect();
    format!("Formats:\n{lines}")
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let (source, text, stem) = read_input(&arguments.input)?;
    let wish = Wish {
        family: arguments.family.clone(),
        format: arguments.format.clone(),
        name: arguments.name.clone().or(stem),
    };
    let imported = import(&text, &source, &wish)?;
    write(arguments, &imported)?;
    Ok(ExitCode::SUCCESS)
}

/// The input's name in messages, its text, and the stem of its file.
fn read_input(input: &str) -> Result<(String, String, Option<String>)> {
    let path = Path::new(input);
    if input == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .take(LONGEST_INPUT)
            .read_to_end(&mut bytes)
            .map_err(|source| Error::Read {
                path: "standard input".into(),
                source,
            })?;
        let name = "standard input".to_owned();
        return Ok((name.clone(), utf8(&name, bytes)?, None));
    }
    if path.is_file() {
        let bytes = std::fs::read(path).map_err(|source| Error::Read {
            path: path.to_owned(),
            source,
        })?;
        let text = utf8(input, bytes)?;
        return Ok((input.to_owned(), text, Some(super::common::stem(path))));
    }
    Ok(("text".to_owned(), input.to_owned(), None))
}

fn utf8(name: &str, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| {
        let found = "bytes that are no UTF-8 text";
        Error::input(name, None, found, "save the file as UTF-8")
    })
}

fn write(arguments: &Arguments, imported: &Imported) -> Result<()> {
    let Imported {
        format,
        toml,
        puzzle,
    } = imported;
    if let Some(path) = &arguments.output {
        write_whole(path, toml.as_bytes())?;
        if arguments.talk.speaks() {
            let marks = super::show::given_marks(puzzle);
            let board = draw::board(puzzle, &marks, super::show::style());
            anstream::println!("{} (read as {format})\n{board}", puzzle.family);
        }
    } else if !arguments.talk.json {
        print!("{toml}");
    }
    if arguments.talk.json {
        super::common::print_json(&serde_json::json!({
            "format": format, "family": puzzle.family, "name": puzzle.name, "toml": toml,
        }));
    }
    Ok(())
}
