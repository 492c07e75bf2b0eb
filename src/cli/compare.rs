//! `ketboard compare`: one puzzle under every algorithm, and what each costs.

use super::options::{DepthOption, SearchOptions, TalkOptions};
use super::page::{PrintedPage, note};
use super::pictures::PictureOptions;
use super::stopping::stopped;
use super::subject::{opened, source};
use crate::Result;
use crate::experiment::write_comparison;
use crate::files::check_folder;
use crate::page::short;
use crate::pipeline::{ComparisonPlan, Contest, compare};
use ketboard_qaoa::search::Callback;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[derive(clap::Args, Debug)]
pub(crate) struct CompareArguments {
    /// The puzzle file, or a model as `ketboard export --to json` writes it
    file: PathBuf,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    settings: SearchOptions,
    /// Folder for records.jsonl and the plot of success against calls
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Leave the wall time out of the JSON, so that equal seeds give equal bytes
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    no_times: bool,
    #[command(flatten)]
    pictures: PictureOptions,
}

/// Runs `ketboard compare`: all algorithms on the same reduced problem.
pub(crate) fn run(arguments: &CompareArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let (start, out, talk) = (Instant::now(), &arguments.out, talk);
    let settings = &arguments.settings.0;
    let search = settings.search(arguments.depth.depth)?;
    let problem = opened(settings, source(&arguments.file)?)?;
    out.as_deref().map_or(Ok(()), check_folder)?;
    let plan = ComparisonPlan::default();
    let compare = |callback: Callback<'_>| compare(&problem, &search, &plan, callback);
    let mut comparison = talk.search(&problem, &search, compare)?;
    if let Some(folder) = out.as_ref().filter(|_| !comparison.stopped) {
        let write = |folder: &Path| write_comparison(&problem, &comparison, folder);
        arguments.pictures.fill(folder, write)?;
    }
    comparison.wall_s = (!arguments.no_times).then(|| start.elapsed().as_secs_f64());
    let mut table = PrintedPage::default();
    let rows: Value = comparison.in_short().into_iter().map(row).collect();
    table.records(&rows, COLUMNS);
    talk.tell(&comparison, Some(table.text()), |page| {
        page.problem(&problem);
        page.fact("solutions", comparison.marked);
        page.fact("random guess", short(comparison.random_guess));
        page.line("");
        page.drawing(table.text());
        page.line(format_args!(
            "\nCircuits are over {}. What the columns mean: ketboard compare --help",
            comparison.gate_set
        ));
        if let Some(folder) = out {
            page.line(format_args!(
                "wrote the records and the plot to {}",
                folder.display()
            ));
        }
    })?;
    if comparison.stopped {
        note("stopped: what was not run to its end is left out, and no file is written");
        return Ok(stopped());
    }
    Ok(ExitCode::SUCCESS)
}

/// The columns of the table.
const COLUMNS: &str = "algorithm success_probability calls runs_to_99 calls_to_99 qubits circuit_depth two_qubit_gates angle_evaluations";

/// A row of it, from the record of an algorithm.
fn row(contest: &Contest) -> Value {
    let mut row = json!(contest);
    let (algorithm, setting) = contest.contestant.in_words();
    let setting = setting.map(|(unit, number)| format!(", {unit} = {number}"));
    row["algorithm"] = format!("{algorithm}{}", setting.unwrap_or_default()).into();
    row["success_interval"] = row["confidence_interval"].take();
    row
}
