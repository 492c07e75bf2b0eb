//! `ketboard merge`: the folders of shards into one, byte for byte that of a single run.

use super::options::TalkOptions;
use super::page::{PrintedPage, print_json};
use super::pictures::PictureOptions;
use super::sweep_figures::draw;
use super::words::plural;
use crate::Result;
use crate::lab::merge;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Nothing is run. Folders of different plans, versions or commits are refused, and so are lines of one run that \
                  differ. Where runs are missing, the message says of which shard, and the command that makes them."
)]
pub(crate) struct MergeArguments {
    /// Folders that `ketboard sweep --shard` filled, of all shards
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Folder for all records, summary.csv and the plots
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,
    /// Draw nothing; `ketboard plot DIR` draws the figures from the records
    #[arg(long, help_heading = "Output")]
    no_plots: bool,
    #[command(flatten)]
    pictures: PictureOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

pub(crate) fn run(arguments: &MergeArguments) -> Result<ExitCode> {
    arguments
        .pictures
        .check(!arguments.no_plots, "leave out `no_plots`")?;
    let talk = &arguments.talk;
    talk.use_threads()?;
    let merged = merge(&arguments.folders, &arguments.out)?;
    let files = match arguments.no_plots {
        true => Vec::new(),
        false => draw(
            &merged.results,
            &merged.chains_to_draw()?,
            &arguments.pictures,
        )?,
    };
    if talk.json {
        print_json(&json!({
            "records": merged.runs, "folders": arguments.folders.len(), "left_out": merged.left_out, "pictures": files.len(),
        }))?;
    } else if talk.speaks() {
        let mut page = PrintedPage::default();
        page.line(format_args!(
            "{} from {}: wrote records.jsonl, summary.csv and {} to {}",
            plural(merged.runs as u64, "record"),
            plural(arguments.folders.len() as u64, "folder"),
            plural(files.len() as u64, "picture"),
            arguments.out.display(),
        ));
        for chain in &merged.left_out {
            page.line(format_args!("left out, as no folder could run it: {chain}"));
        }
        page.print()?;
    }
    Ok(ExitCode::SUCCESS)
}
