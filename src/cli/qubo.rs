//! `ketboard qubo`: the reduced model in a format that other tools read.

use super::common::{ModelOptions, TalkOptions};
use ketboard::encode::ModelFile;
use ketboard::export::{MODEL_FORMATS, ModelFormat};
use ketboard::files::write_whole;
use ketboard::{Error, Result};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Without --reduce and --target-qubits the paper's rules are applied, whatever the width."
)]
pub(crate) struct Arguments {
    /// The puzzle file
    file: PathBuf,
    /// json, dimod, qubo, lp or ising
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    format: String,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let format = find(&arguments.format)?;
    let mut options = arguments.model.clone();
    if options.reduce.is_none() && options.target_qubits.is_none() {
        options.reduce = Some(super::common::ReduceLevel::Paper);
    }
    let problem = match options.prepare(&arguments.file)? {
        Ok(problem) => problem,
        Err(no_solution) => return Ok(no_solution.report(&arguments.talk)),
    };
    let model = ModelFile::new(&problem.puzzle.model, &problem.reduction, &problem.cost);
    let mut text = Vec::new();
    (format.write)(&model, &mut text)?;
    match &arguments.output {
        Some(path) => write_whole(path, &text)?,
        None => std::io::stdout()
            .write_all(&text)
            .map_err(|source| Error::Write {
                path: "standard output".into(),
                source,
            })?,
    }
    Ok(ExitCode::SUCCESS)
}

fn find(name: &str) -> Result<&'static ModelFormat> {
    MODEL_FORMATS
        .iter()
        .find(|format| format.name == name)
        .ok_or_else(|| {
            let names: Vec<_> = MODEL_FORMATS.iter().map(|format| format.name).collect();
            Error::argument(
                "--format",
                format!("found {name:?}"),
                format!("use one of {}", names.join(", ")),
            )
        })
}
