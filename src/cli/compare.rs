//! `ketboard compare`: one puzzle under every algorithm, and what each costs.

use super::options::{DepthOption, SearchOptions, TalkOptions};
use super::page::{PrintedPage, note};
use super::stopping::{Stopping, stopped};
use super::subject::{opened, source};
use crate::Result;
use crate::page::short;
use crate::pipeline::{ComparisonPlan, Contest, compare};
use ketboard_qaoa::search::Callback;
use serde_json::{Value, json};
use std::path::PathBuf;
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
    /// Leave the wall time out of the JSON, so that equal seeds give equal bytes
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    no_times: bool,
}

/// Runs `ketboard compare`: all algorithms on the same reduced problem.
pub(crate) fn run(arguments: &CompareArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let start = Instant::now();
    let settings = &arguments.settings.0;
    let search = settings.search(arguments.depth.depth)?;
    let problem = opened(settings, source(&arguments.file)?)?;
    let plan = ComparisonPlan::default();
    let stopping = Stopping::listen();
    let ask = || stopping.answer();
    let compare = |callback: Callback<'_>| compare(&problem, &search, &plan, callback, &ask);
    let mut comparison = talk.search(&problem, &search, compare)?;
    comparison.record.found.wall_s = (!arguments.no_times).then(|| start.elapsed().as_secs_f64());
    let mut table = PrintedPage::default();
    let rows: Value = comparison.in_short().into_iter().map(row).collect();
    table.records(&rows, COLUMNS);
    talk.tell(&comparison, Some(table.text()), |page| {
        page.problem(&problem);
        page.fact("solutions", comparison.marked);
        page.fact(
            "random guess",
            short(comparison.contests[0].success.unwrap_or(0.0)),
        );
        page.line("");
        page.drawing(table.text());
        page.line(format_args!(
            "\nCircuits are over {}. What the columns mean: ketboard compare --help",
            comparison.gate_set
        ));
    })?;
    if comparison.record.found.stopped.is_some() {
        note("stopped: what was not run to its end is left out");
        return Ok(stopped());
    }
    Ok(ExitCode::SUCCESS)
}

/// The columns of the table.
const COLUMNS: &str = "algorithm success_probability calls runs_to_99 calls_to_99 qubits circuit_depth two_qubit_gates angle_evaluations";

/// The settings of algorithms, with what they are called.
const SETTINGS: [(&str, &str); 3] = [("depth", "p"), ("iterations", "k"), ("sweeps", "sweeps")];

/// A row of it, from the record of an algorithm.
fn row(contest: &Contest) -> Value {
    let mut row = json!(contest);
    let setting = SETTINGS
        .iter()
        .find_map(|(key, unit)| Some((unit, row[key].as_u64()?)));
    if let (Some((unit, number)), Some(algorithm)) = (setting, row["algorithm"].as_str()) {
        row["algorithm"] = format!("{algorithm}, {unit} = {number}").into();
    }
    row["success_interval"] = row["confidence_interval"].take();
    row
}
