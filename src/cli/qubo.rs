//! `ketboard qubo`: the reduced model in a format that other tools read.

use super::options::{ModelOptions, TalkOptions};
use super::product::FinishedText;
use super::subject::{prepared, puzzle};
use super::words::plural;
use crate::{Error, Result};
use clap::builder::{PossibleValue, PossibleValuesParser};
use ketboard_puzzles::{MODEL_FORMATS, ModelFile, ModelFormat};
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Without --reduce and --target-qubits the paper's rules are applied, whatever the width; the other \
                  commands go on to 16 qubits where more remain."
)]
pub(crate) struct QuboArguments {
    /// The puzzle file
    file: PathBuf,
    /// The format
    #[arg(long, value_name = "FORMAT", default_value = MODEL_FORMATS[0].name, value_parser = formats())]
    format: String,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    settings: ModelOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// The formats that a model can be written in.
fn formats() -> PossibleValuesParser {
    let value = |f: &'static ModelFormat| PossibleValue::new(f.name).help(f.about);
    PossibleValuesParser::new(MODEL_FORMATS.iter().map(value))
}

/// Runs `ketboard qubo`: the reduced model in a format that other programs read.
pub(crate) fn run(arguments: &QuboArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let format = find(&arguments.format)?;
    let settings = arguments.settings.read()?.by_the_paper_alone();
    let problem = prepared(&settings, puzzle(&arguments.file)?)?;
    let model = ModelFile::new(&problem.puzzle.model, &problem.reduction, &problem.cost);
    let mut text = Vec::new();
    (format.write)(&model, &mut text)?;
    let product = FinishedText {
        text,
        summary: format!(
            "{}, format {}",
            plural(problem.qubits() as u64, "qubit"),
            format.name
        ),
        about: Map::from_iter([
            ("n".to_owned(), Value::from(problem.qubits())),
            ("format".to_owned(), format.name.into()),
        ]),
    };
    product.deliver(arguments.output.as_deref(), &arguments.talk)?;
    Ok(ExitCode::SUCCESS)
}

/// The format of a name.
///
/// # Errors
/// If there is none of that name.
fn find(name: &str) -> Result<&'static ModelFormat> {
    let format = MODEL_FORMATS.iter().find(|format| format.name == name);
    format.ok_or_else(|| Error::argument("--format", format!("found {name:?}"), "see --help"))
}
