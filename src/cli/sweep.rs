//! `ketboard sweep`: success probability against depth, of many puzzles under many settings.

use super::activity;
use super::flags::in_reason;
use super::options::{Depths, RunOptions, TalkOptions, depths};
use super::page::{PrintedPage, note};
use super::pictures::PictureOptions;
use super::show::warning_in_passing;
use super::stopping::{Stopping, stopped};
use super::subject::idle_settings;
use super::words::plural;
use crate::experiment::{FigurePlan, draw_figures};
use crate::lab::{
    Axes, LayersOf, PreparedSweep, Record, RecordOptions, RunSource, Shard, SweepEvent, SweepPlan,
    refuse_equal_names,
};
use crate::settings::{Settings, differences};
use crate::{Error, Result};
use serde_json::json;
use std::collections::{BTreeSet, HashSet};
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
    #[arg(long, conflicts_with_all = ["format", "width", "no_title"])]
    no_plots: bool,
    /// Run part K of N of the plan, in a folder of its own
    #[arg(
        long,
        value_name = "K/N",
        conflicts_with_all = ["format", "width", "no_title"],
        help_heading = "Several machines",
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
    let figures = FigurePlan {
        layout: arguments.pictures.layout()?,
        ..FigurePlan::default()
    };
    let sources = arguments.files.iter().map(|file| RunSource::read(file));
    let sources: Vec<RunSource> = sources.collect::<Result<_>>()?;
    let is_plan = |source: &&RunSource| SweepPlan::is_plan(source.input.text());
    let of_file = sources.iter().find(is_plan).cloned();
    let mut plan = match &of_file {
        Some(file) => arguments.written_plan(file)?,
        None => arguments.plan_of_options(sources)?,
    };
    plan.shard = arguments.shard;
    let puzzles = plural(plan.sources.len() as u64, "puzzle");
    activity::doing(format!(
        "reading, reducing and solving {puzzles} before the first run"
    ));
    let at_plan = |error: Error| match (error.of_a_setting(), &of_file) {
        (Some([name, found, remedy]), Some(plan)) => {
            Error::input(&plan.file, None, format!("`{name}`: {found}"), remedy)
        }
        _ => error,
    };
    let mut sweep = PreparedSweep::new(plan).map_err(at_plan)?;
    let chains = sweep.chains.iter();
    for warning in idle_settings(chains.map(|chain| (&chain.setting, &*chain.problem))) {
        note(warning);
    }
    sweep.caution().iter().for_each(note);
    if of_file.is_none() {
        for left in &mut sweep.left_out {
            left.reason = in_reason(&left.reason);
        }
    }
    if arguments.dry_run {
        let done = sweep.done_in(&arguments.out).unwrap_or_default();
        return arguments.tell_forecast(&sweep, &done, talk);
    }
    let done = sweep.done_in(&arguments.out)?;
    if talk.prints() {
        arguments.tell_forecast(&sweep, &done, talk)?;
    }
    let Some(records) = arguments.records(&sweep, talk)? else {
        return arguments.tell_stopped(&sweep, talk);
    };
    let mut drawn = 0;
    if !arguments.no_plots && arguments.shard.is_none() {
        let draw = |folder: &Path| draw_figures(&records, folder, &figures);
        let files = arguments.pictures.fill(&arguments.out, draw)?;
        let is_picture = |file: &&PathBuf| file.extension().is_some_and(|end| end != "txt");
        drawn = files.iter().filter(is_picture).count();
    }
    arguments.report(&sweep, &records, drawn, talk)
}

impl SweepArguments {
    /// The plan in a file.
    ///
    /// # Errors
    /// What is wrong with it; files or options beside a plan, which says them itself.
    fn written_plan(&self, RunSource { file, input, .. }: &RunSource) -> Result<SweepPlan> {
        if self.files.len() > 1 {
            let found = format!(
                "{file} is a plan, beside {} other files",
                self.files.len() - 1
            );
            let remedy = "give a plan alone, and name the files in it";
            return Err(Error::argument("FILE", found, remedy));
        }
        let depths = self.depths.as_ref().map(|_| "depths");
        if let Some(option) = depths.or(self.settings.1) {
            let found = format!("{file} is a plan, which says this itself");
            let remedy = "leave the option out, or write it into the plan";
            return Err(Error::setting(option, found, remedy));
        }
        SweepPlan::parse(input.text(), Path::new(file))
    }

    /// The plan of the options: one setting for all puzzles and models.
    ///
    /// # Errors
    /// If two of these have one name.
    fn plan_of_options(&self, sources: Vec<RunSource>) -> Result<SweepPlan> {
        refuse_equal_names(&sources, "FILE")?;
        let depths = self.depths.clone();
        Ok(SweepPlan {
            name: "sweep".to_owned(),
            sources,
            axes: Axes::from(&self.settings.0),
            depths: depths.map_or((1..=6).collect(), |depths| depths.0),
            contents: RecordOptions {
                layers: LayersOf::Deepest,
                ..RecordOptions::default()
            },
            shard: None,
        })
    }

    /// Makes the runs, under a progress bar.
    fn records(&self, sweep: &PreparedSweep, talk: &TalkOptions) -> Result<Option<Vec<Record>>> {
        let bar = talk.bar("sweep", 0);
        let stopping = Stopping::listen();
        let records = sweep.run(&self.out, &|event| {
            match event {
                SweepEvent::Begins { units } => bar.set_length(units),
                SweepEvent::Searched { units: 0, .. } | SweepEvent::Done { .. } => {}
                SweepEvent::Searched { units, name, depth } => {
                    bar.inc(units);
                    bar.set_message(format!("{name}, p = {depth}"));
                }
            }
            stopping.answer()
        })?;
        bar.finish_and_clear();
        activity::doing("drawing");
        Ok(records)
    }

    /// Says how far a sweep came that was stopped.
    fn tell_stopped(&self, sweep: &PreparedSweep, talk: &TalkOptions) -> Result<ExitCode> {
        let (done, _) = sweep.done_in(&self.out)?;
        let recorded = sweep.runs().filter(|run| done.contains(run)).count();
        let runs = sweep.runs().count();
        let json = json!({"stopped": true, "done": recorded, "runs": runs});
        talk.tell(&json, None, |_| ())?;
        note(format_args!(
            "stopped: {recorded} of {} recorded in {}; the same command goes on from there",
            plural(runs as u64, "run"),
            self.out.display(),
        ));
        Ok(stopped())
    }

    /// Says what will run, and what that takes.
    fn tell_forecast(
        &self,
        sweep: &PreparedSweep,
        (done, notes): &(HashSet<String>, Vec<String>),
        talk: &TalkOptions,
    ) -> Result<ExitCode> {
        let threads = rayon::current_num_threads();
        let json = sweep.forecast(threads, |run| done.contains(run));
        let mut page = PrintedPage::default();
        notes.iter().for_each(|note| page.line(note));
        page.facts(&json, FORECAST);
        if json["chains"] == 0 {
            page.line("Nothing falls to this shard.");
        }
        page.line("The largest:");
        page.facts(&json["largest"], "name qubits states");
        for left in &sweep.left_out {
            let (name, runs) = (&left.name, plural(left.runs as u64, "run"));
            page.line(format_args!("left out: {name} ({runs}): {}", left.reason));
        }
        let text = page.text();
        talk.tell(&json, Some(text.clone()), |page| page.drawing(text))
    }

    /// Says what was found, and what was written.
    fn report(
        &self,
        sweep: &PreparedSweep,
        records: &[Record],
        pictures: usize,
        talk: &TalkOptions,
    ) -> Result<ExitCode> {
        let mut json = json!({ "records": records });
        if !sweep.left_out.is_empty() {
            json["left_out"] = json!(sweep.left_out);
        }
        let mut seen = BTreeSet::new();
        let chains = sweep.chains.iter();
        let chains = chains.filter(|chain| seen.insert(&chain.source.name));
        let warnings = chains.filter_map(|chain| warning_in_passing(&chain.problem));
        talk.tell(&json, None, |page| {
            warnings.for_each(|warning| page.line(warning));
            let settings: Vec<Settings> = records.iter().map(|one| one.setting.clone()).collect();
            let rows = records.iter().zip(differences(&settings));
            let rows = rows.map(|(record, setting)| {
                let mut row = json!(record);
                row["label"] = Some(setting).filter(|setting| !setting.is_empty()).into();
                row
            });
            page.records(&rows.collect(), COLUMNS);
            let out = self.out.display();
            page.line(format_args!("wrote records.jsonl and summary.csv to {out}"));
            if pictures > 0 {
                let pictures = plural(pictures as u64, "picture");
                page.line(format_args!("wrote {pictures} to {out}"));
            }
        })
    }
}

/// What is printed of a plan before it runs.
const FORECAST: &str = "plan puzzles chains runs done bytes available_bytes estimated_s";

/// The columns of the records that are printed.
const COLUMNS: &str = "name qubits depth expectation success_probability ground_probability label";
