//! `ketboard merge`: the folders of shards into one, byte for byte that of a single run.

use super::options::TalkOptions;
use super::page::{PrintedPage, print_json};
use super::words::plural;
use crate::Result;
use crate::lab::merge;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Nothing is run and nothing is drawn: `ketboard plot DIR` draws the figures. Folders of different plans, versions or \
                  commits are refused, and so are lines of one run that differ. Where runs are missing, the message says which."
)]
pub(crate) struct MergeArguments {
    /// Folders that `ketboard sweep --shard` filled, of all shards
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Folder for all records and summary.csv
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard merge`: one folder of results from the folders of all shards.
pub(crate) fn run(arguments: &MergeArguments) -> Result<ExitCode> {
    let talk = &arguments.talk;
    talk.use_threads()?;
    let merged = merge(&arguments.folders, &arguments.out)?;
    let folders = arguments.folders.len();
    if talk.json {
        print_json(&json!({
            "records": merged.runs, "folders": folders, "left_out": merged.left_out,
        }))?;
    } else if talk.speaks() {
        let mut page = PrintedPage::default();
        page.line(format_args!(
            "{} from {}: wrote records.jsonl and summary.csv to {}",
            plural(merged.runs as u64, "record"),
            plural(folders as u64, "folder"),
            arguments.out.display(),
        ));
        for chain in &merged.left_out {
            page.line(format_args!("left out, as no folder could run it: {chain}"));
        }
        page.print()?;
    }
    Ok(ExitCode::SUCCESS)
}
