//! `ketboard sweep`: success probability against depth, of many puzzles under many settings.

use super::activity;
use super::flags::in_reason;
use super::options::{Depths, RunOptions, TalkOptions, depths};
use super::page::{PrintedPage, note};
use super::pictures::PictureOptions;
use super::show::warning_in_passing;
use super::stopping::stopped;
use super::subject::note_idle_settings;
use super::words::plural;
use crate::experiment::FigurePlan;
use crate::lab::{PreparedSweep, RunListener, RunSource, Shard, SweepPlan};
use crate::pipeline::Record;
use crate::settings::{Settings, differences};
use crate::{Error, Result};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct SweepArguments {
    /// Puzzle files, model files, or a plan alone
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Depths to record: 1..8 (both ends) or 1,2,4 [default: 1..6]
    #[arg(long, value_name = "DEPTHS", allow_hyphen_values = true, value_parser = depths)]
    depths: Option<Depths>,
    /// Folder for records and pictures; if it holds some of the runs, the others are made
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,
    /// Show runs, memory and time; do not run
    #[arg(long)]
    dry_run: bool,
    /// Draw no pictures
    #[arg(long, conflicts_with = "PictureOptions")]
    no_plots: bool,
    /// Run part K of N of the plan, in a folder of its own
    #[arg(
        long,
        value_name = "K/N",
        conflicts_with = "PictureOptions",
        hide_short_help = true
    )]
    shard: Option<Shard>,
    #[command(flatten)]
    settings: RunOptions,
    #[command(flatten)]
    pictures: PictureOptions,
}

/// Runs `ketboard sweep`: the runs that the folder lacks, then its figures.
pub(crate) fn run(arguments: &SweepArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let sources = arguments.files.iter().map(|file| RunSource::read(file));
    let sources: Vec<RunSource> = sources.collect::<Result<_>>()?;
    let of_file = sources
        .iter()
        .find(|one| SweepPlan::is_plan(one.input.text()))
        .cloned();
    let plan = match &of_file {
        Some(file) => written_plan(arguments, file)?,
        None => {
            let depths = arguments.depths.as_ref().map(|depths| depths.to_vec());
            SweepPlan::of_options(sources, &arguments.settings.0, depths)?
        }
    };
    activity::doing("reading, reducing and solving all puzzles before the first run");
    let at_plan = |error: Error| match (error.of_a_setting(), &of_file) {
        (Some([name, found, remedy]), Some(plan)) => {
            Error::input(&plan.file, None, format!("`{name}`: {found}"), remedy)
        }
        _ => error,
    };
    let shard = arguments.shard;
    let mut sweep = PreparedSweep::new(SweepPlan { shard, ..plan }).map_err(at_plan)?;
    let chains = sweep.chains.iter();
    note_idle_settings(chains.map(|chain| (&chain.setting, &*chain.problem)));
    sweep.caution().iter().for_each(note);
    // a plan's own words are keys, not options
    for left in sweep.left_out.iter_mut().filter(|_| of_file.is_none()) {
        left.reason = in_reason(&left.reason);
    }
    let out = &arguments.out;
    let (done, notes) = sweep.done_in(out)?;
    let mut page = PrintedPage::default();
    notes.iter().for_each(|note| page.line(note));
    if arguments.dry_run || talk.prints() {
        let forecast = sweep.forecast(rayon::current_num_threads(), |run| done.contains(run));
        page.forecast(&sweep, &forecast);
        if arguments.dry_run {
            let text = page.text();
            return talk.tell(&forecast, Some(text.clone()), |told| told.drawing(text));
        }
        page.print()?;
    }
    let run = |listener: RunListener<'_>| sweep.run(out, listener);
    let Some(records) = talk.watch("sweep", 0, run)? else {
        return tell_stopped(&sweep, out, talk);
    };
    let mut pictures = 0;
    if !arguments.no_plots && shard.is_none() {
        let (figures, plan) = (&arguments.pictures, FigurePlan::default());
        pictures = figures.draw(&records, out, plan)?.0.pictures.len();
    }
    let json = json!({"records": records, "left_out": sweep.left_out});
    talk.tell(&json, None, |page| {
        page.swept(&sweep, &records);
        let (out, pictures) = (out.display(), plural(pictures as u64, "picture"));
        page.line(format_args!("wrote records.jsonl and summary.csv to {out}"));
        if !arguments.no_plots && shard.is_none() {
            page.line(format_args!("wrote {pictures} to {out}"));
        }
    })
}

/// The plan in a file, which says everything itself.
///
/// # Errors
/// What is wrong with it; files or options beside it.
fn written_plan(given: &SweepArguments, plan: &RunSource) -> Result<SweepPlan> {
    let others = (given.files.len() > 1).then_some("FILE");
    let depths = given.depths.as_ref().map(|_| "depths");
    if let Some(given) = others.or(depths).or(given.settings.1) {
        let found = format!("{} is a plan, which says this itself", plan.file);
        let remedy = "leave it out, or write it into the plan";
        return Err(Error::setting(given, found, remedy));
    }
    SweepPlan::parse(plan.input.text(), Path::new(&plan.file))
}

/// Says how far a sweep came that was stopped.
fn tell_stopped(sweep: &PreparedSweep, out: &Path, talk: &TalkOptions) -> Result<ExitCode> {
    let (done, runs) = (sweep.done_in(out)?.0.len(), sweep.runs().count());
    let json = json!({"stopped": true, "done": done, "runs": runs});
    talk.tell(&json, None, |_| ())?;
    let (runs, out) = (plural(runs as u64, "run"), out.display());
    note(format_args!(
        "stopped: {done} of {runs} recorded in {out}; the same command goes on from there"
    ));
    Ok(stopped())
}

impl PrintedPage {
    /// Adds what will run, and what that takes.
    fn forecast(&mut self, sweep: &PreparedSweep, forecast: &Value) {
        self.facts(forecast, FORECAST);
        self.line("The largest:");
        self.facts(&forecast["largest"], "name qubits states");
        for left in &sweep.left_out {
            let (name, runs) = (&left.name, plural(left.runs as u64, "run"));
            self.line(format_args!("left out: {name} ({runs}): {}", left.reason));
        }
    }

    /// Adds the records, each with that in which its setting differs from the others, and what is
    /// to be noticed about their puzzles.
    fn swept(&mut self, sweep: &PreparedSweep, records: &[Record]) {
        let mut seen = BTreeSet::new();
        let chains = sweep.chains.iter();
        let chains = chains.filter(|chain| seen.insert(&chain.source.name));
        let warnings = chains.filter_map(|chain| warning_in_passing(&chain.problem));
        warnings.for_each(|warning| self.line(warning));
        let settings: Vec<Settings> = records.iter().map(|one| one.setting.clone()).collect();
        let mut rows = json!(records);
        for (row, label) in (0..).zip(differences(&settings)) {
            rows[row]["label"] = Some(label).filter(|label| !label.is_empty()).into();
        }
        self.records(&rows, COLUMNS);
    }
}

/// What is printed of a plan before it runs.
const FORECAST: &str = "plan puzzles chains runs done bytes available_bytes estimated_s";

/// The columns of the records that are printed.
const COLUMNS: &str = "name qubits depth expectation success_probability ground_probability label";
