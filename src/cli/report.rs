//! `ketboard report`: the records of a folder as one HTML page.

use super::options::TalkOptions;
use super::page::{note, said};
use super::words::plural;
use crate::Result;
use crate::files::{check_target, read_file, write_output};
use crate::lab::{PLAN, read_records};
use crate::page::{PageSource, page, shell};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct ReportArguments {
    /// The folder of a sweep, with its records.jsonl
    folder: PathBuf,
    /// The page [default: report.html in the folder]
    ///
    /// One file that needs no network and no other file: boards, reduction, energies, curves, a
    /// slider through the layers, tables that sort, the conventions, and the commands behind them.
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Link each run to the playground: give its HTML file, which is copied beside the page, or a
    /// web address
    ///
    /// `web/build` makes the playground, one file. A link opens the puzzle with the settings and
    /// the angles of the run; runs that the playground cannot repeat (models, weights, several γ in
    /// a layer, more than 20 qubits) have none.
    #[arg(long, value_name = "ADDRESS", help_heading = "Output")]
    playground: Option<String>,
}

/// Runs `ketboard report`: one HTML page of the records in a folder.
pub(crate) fn run(arguments: &ReportArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let folder = &arguments.folder;
    let target = arguments
        .output
        .clone()
        .unwrap_or_else(|| folder.join("report.html"));
    let records = said(read_records(folder)?);
    check_target(&target)?;
    let playground = arguments.playground.as_deref();
    let playground = playground.map(|of| beside(of, &target)).transpose()?;
    let given = std::env::args().skip(1).map(|argument| shell(&argument));
    let command = format!("ketboard {}", given.collect::<Vec<_>>().join(" "));
    let plan = folder.join(PLAN);
    let source = PageSource {
        folder: folder.display().to_string(),
        command,
        plan: plan.exists().then(|| read_file(&plan)).transpose()?,
        playground,
    };
    let html = page(&records, &source)?;
    write_output(&target, html.as_bytes())?;
    let file = target.display().to_string();
    let runs = plural(records.len() as u64, "record");
    let json = json!({"file": file, "records": records.len(), "bytes": html.len()});
    talk.tell(&json, Some(file.clone()), |page| {
        page.line(format_args!("wrote {file}, from {runs}"));
    })
}

/// The address of the playground as the page at `target` has it: a file is copied beside the page,
/// and where there is none, that is said.
fn beside(playground: &str, target: &Path) -> Result<String> {
    let file = Path::new(playground);
    let Some(name) = file.file_name().filter(|_| !playground.contains("://")) else {
        return Ok(playground.to_owned());
    };
    let copy = target.with_file_name(name);
    if file.is_file() {
        write_output(&copy, read_file(file)?.as_bytes())?;
    } else if !copy.is_file() {
        note(format_args!(
            "there is no file {playground}: links to the playground lead nowhere until {} is there; \
             `web/build` makes it",
            copy.display()
        ));
    }
    Ok(name.to_string_lossy().into_owned())
}
