//! `ketboard learn`: angles for other puzzles, from the records of sweeps.

use super::options::TalkOptions;
use super::page::{PrintedPage, print_json};
use super::words::plural;
use crate::Result;
use crate::files::{read_text, write_output};
use crate::lab::{learn, lessons};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Learn from runs that stay in one valley: ketboard sweep ... --strategy interp --starts 1. \
                  Use the table with --strategy transfer --transfer-table table.json."
)]
pub(crate) struct LearnArguments {
    /// Folders of sweeps, with records.jsonl
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Where to write the table
    #[arg(long, short, value_name = "TABLE", help_heading = "Output")]
    output: PathBuf,
    #[command(flatten)]
    talk: TalkOptions,
}

pub(crate) fn run(arguments: &LearnArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let mut files = Vec::new();
    for folder in &arguments.folders {
        let path = folder.join("records.jsonl");
        files.push((path.display().to_string(), read_text(&path)?));
    }
    let (learned_from, setting) = lessons(&files)?;
    let table = learn(&learned_from, setting)?;
    write_output(&arguments.output, table.to_json().as_bytes())?;
    let families: Vec<_> = table.families.keys().cloned().collect();
    let (file, puzzles) = (arguments.output.display(), table.training.count as u64);
    if arguments.talk.json {
        let depths = table.of_family(None).len();
        print_json(
            &json!({"file": file.to_string(), "depths": depths, "puzzles": puzzles, "families": families}),
        )?;
    } else if arguments.talk.speaks() {
        let mut page = PrintedPage::default();
        page.line(format_args!(
            "wrote {file}: angles of depth 1 to {} from {} (families: {})",
            table.of_family(None).len(),
            plural(puzzles, "puzzle"),
            families.join(", "),
        ));
        page.print()?;
    }
    Ok(ExitCode::SUCCESS)
}
