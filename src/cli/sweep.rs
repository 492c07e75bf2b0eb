//! `ketboard sweep`: success probability against depth, of many puzzles under many settings.

use super::activity;
use super::flags::in_reason;
use super::idle::idle_settings;
use super::options::{RunOptions, TalkOptions};
use super::page::{PrintedPage, note, print_json};
use super::pictures::PictureOptions;
use super::stopping::{Stopping, stopped};
use super::sweep_plan::{at_plan, plan_file, plan_of};
use super::weights::warning;
use super::words::{plural, probability, seconds};
use crate::Result;
use crate::experiment::{FEW, FigurePlan, draw_chain, draw_figures, first_few};
use crate::files::fill_folder;
use crate::lab::{Chain, Laboratory, Record, Results, Shard, SweepEvent, WorkForecast};
use crate::settings::{Settings, differences};
use ketboard_qaoa::readable_bytes;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Every depth from 1 to the largest is optimized, each starting from the one before; --depths says \
                  which are recorded.\n\nA run is recorded as soon as it is done. Stopped in any way, the same command goes on where it was (Ctrl-C: exit status 130). \
                  `ketboard verify DIR` runs the records again.\n\n\
                  A shard (--shard) has a folder of its own and no pictures. To join all of them, put their records.jsonl one after \
                  another into a new folder, and give it to the same command without --shard: nothing is left to run, and the folder \
                  becomes byte for byte that of a single run.\n\nA plan file names puzzles, settings and depths, and crosses them:\n\n  \
                  puzzles = [\"puzzles/*.toml\"]\n  depths = \"1..8\"\n  reduce = [\"paper\", \"full\"]\n  seeds = \"0..4\""
)]
pub(crate) struct SweepArguments {
    /// Puzzle files, model files, or a plan alone
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Depths to record: 1..8 (both ends) or 1,2,4 [default: 1..6]
    #[arg(long, value_name = "DEPTHS", allow_hyphen_values = true)]
    pub(crate) depths: Option<String>,
    /// Folder for records and pictures; if it holds some of the runs, the others are made
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,
    /// Show runs, memory and time; do not run
    #[arg(long)]
    dry_run: bool,
    /// Draw no pictures
    #[arg(long)]
    no_plots: bool,
    /// Run part K of N of the plan, in a folder of its own
    #[arg(long, value_name = "K/N", value_parser = shard, help_heading = "Several machines", hide_short_help = true)]
    shard: Option<Shard>,
    #[command(flatten)]
    pub(crate) settings: RunOptions,
    #[command(flatten)]
    pictures: PictureOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

fn shard(text: &str) -> std::result::Result<Shard, String> {
    Shard::try_from(text.to_owned())
}

/// Runs `ketboard sweep`: the runs that the folder lacks, then its figures.
pub(crate) fn run(arguments: &SweepArguments) -> Result<ExitCode> {
    let (pictures, talk) = (&arguments.pictures, &arguments.talk);
    let is_drawn = !arguments.no_plots && arguments.shard.is_none();
    pictures.check(is_drawn, "leave out `no_plots` and `shard`, or `format`")?;
    talk.use_threads()?;
    let mut plan = plan_of(arguments)?;
    plan.shard = arguments.shard;
    activity::doing(format!(
        "reading, reducing and solving {} before the first run",
        plural(plan.sources.len() as u64, "puzzle")
    ));
    let of_file = plan_file(arguments);
    let mut laboratory = Laboratory::new(plan).map_err(|error| at_plan(error, of_file))?;
    let chains = laboratory.chains.iter();
    for warning in idle_settings(chains.map(|chain| (&chain.setting, &chain.subject.problem))) {
        note(warning);
    }
    if of_file.is_none() {
        for left in &mut laboratory.left_out {
            left.reason = in_reason(&left.reason);
        }
    }
    laboratory.commit = super::COMMIT.map(str::to_owned);
    if !arguments.dry_run {
        laboratory.check(&arguments.out)?;
    }
    if talk.speaks() || arguments.dry_run {
        arguments.tell_forecast(&laboratory)?;
    }
    if arguments.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    let results = arguments.results(&laboratory)?;
    if results.is_stopped() {
        return arguments.tell_stopped(&laboratory);
    }
    let drawn = match is_drawn {
        true => draw(&results, &laboratory.chains, pictures)?,
        false => 0,
    };
    arguments.report(&laboratory, &results.records()?, drawn)?;
    Ok(ExitCode::SUCCESS)
}

impl SweepArguments {
    /// Makes the runs, under a progress bar.
    fn results(&self, laboratory: &Laboratory) -> Result<Results> {
        let template = "sweep {bar:30} {percent:>3}%  {elapsed}, about {eta} left  {wide_msg}";
        let bar = self.talk.bar(template);
        let mended = Mutex::new(PrintedPage::default());
        let stopping = Stopping::listen();
        let threads = rayon::current_num_threads();
        let results = laboratory.run(&self.out, threads, &|event| {
            match event {
                SweepEvent::Begins { units } => bar.set_length(units),
                SweepEvent::Mended { what } => {
                    let page = mended.lock();
                    page.unwrap_or_else(PoisonError::into_inner).line(what);
                }
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
        if self.talk.speaks() {
            let page = mended.into_inner();
            page.unwrap_or_else(PoisonError::into_inner).print()?;
        }
        Ok(results)
    }

    /// Says how far a sweep came that was stopped.
    fn tell_stopped(&self, laboratory: &Laboratory) -> Result<ExitCode> {
        let done = laboratory.done_in(&self.out);
        let recorded = laboratory.runs().filter(|run| done.contains(run)).count();
        let runs = laboratory.runs().count();
        if self.talk.json {
            print_json(&json!({"stopped": true, "done": recorded, "runs": runs}))?;
        }
        note(format_args!(
            "stopped: {recorded} of {} recorded in {}; the same command goes on from there",
            plural(runs as u64, "run"),
            self.out.display(),
        ));
        Ok(stopped())
    }

    /// Says what will run, and what that takes.
    fn tell_forecast(&self, laboratory: &Laboratory) -> Result<()> {
        let done = laboratory.done_in(&self.out);
        let threads = rayon::current_num_threads();
        let forecast = laboratory.forecast(threads, |run| done.contains(run));
        if !self.talk.json {
            return forecast_page(laboratory, &forecast).print();
        }
        let (name, qubits, states) = &forecast.largest;
        print_json(&json!({
            "plan": laboratory.plan.name, "runs": forecast.runs, "done": forecast.done, "puzzles": forecast.puzzles,
            "chains": forecast.chains,
            "largest": {"name": name, "qubits": qubits, "states": *states as f64},
            "bytes": forecast.bytes as f64, "available_bytes": forecast.available, "estimated_s": forecast.seconds,
            "threads": forecast.threads, "left_out": left_out_json(laboratory),
        }))
    }

    /// Says what was found, and what was written.
    fn report(&self, laboratory: &Laboratory, records: &[Record], pictures: usize) -> Result<()> {
        /// Records that are told one by one.
        const TOLD: usize = 100;
        if self.talk.json {
            let mut json = json!({ "records": records });
            if !laboratory.left_out.is_empty() {
                json["left_out"] = left_out_json(laboratory);
            }
            return print_json(&json);
        }
        if self.talk.quiet {
            return Ok(());
        }
        let mut page = PrintedPage::default();
        add_warnings(&mut page, laboratory)?;
        let settings: Vec<Settings> = records.iter().map(|one| one.setting.clone()).collect();
        let labels = differences(&settings);
        for (record, label) in records.iter().zip(&labels).take(TOLD) {
            page.line(line(record, label));
        }
        if records.len() > TOLD {
            let hidden = records.len() - TOLD;
            page.line(format_args!("and {hidden} more, in summary.csv"));
        }
        let written = match pictures {
            0 => "records.jsonl and summary.csv".to_owned(),
            _ => {
                let pictures = plural(pictures as u64, "picture");
                format!("records.jsonl, summary.csv and {pictures}")
            }
        };
        page.line(format_args!("wrote {written} to {}", self.out.display()));
        let names: BTreeSet<&str> = records.iter().map(|record| &*record.name).collect();
        if pictures > 0 && names.len() > FEW {
            page.line(format_args!(
                "boards and traces are those of {FEW} of {} puzzles; ketboard solve FILE --out DIR draws another's",
                names.len()
            ));
        }
        page.print()
    }
}

/// Draws the figures of a folder, and the boards and traces of the first few puzzles; returns how
/// many pictures these are.
fn draw(results: &Results, chains: &[Chain], pictures: &PictureOptions) -> Result<usize> {
    let traces = results.traces();
    let records = results.records()?;
    let by_run: HashMap<&str, &Record> = records.iter().map(|r| (&*r.run, r)).collect();
    let (mut seen, mut puzzles) = (HashSet::new(), Vec::new());
    for chain in chains {
        let runs = chain.depths().map(|depth| chain.run_name(depth));
        let own: Vec<&Record> = runs.filter_map(|run| by_run.get(&*run).copied()).collect();
        if !own.is_empty() && seen.insert(&chain.subject.name) {
            puzzles.push((chain, own));
        }
    }
    let puzzles = first_few(puzzles, |(_, own)| own[0].family.as_deref());
    let files = fill_folder(results.folder(), |folder| {
        draw_figures(&records, folder, &FigurePlan::default())?;
        for (chain, own) in &puzzles {
            let known = own.iter().filter_map(|record| traces.get(&record.run));
            let values: Vec<_> = known.flatten().cloned().collect();
            draw_chain(chain, own[own.len() - 1], &values, folder)?;
        }
        pictures.apply(folder)
    })?;
    let is_caption = |ending: &std::ffi::OsStr| ending == "txt";
    let drawn = files
        .iter()
        .filter(|file| !file.extension().is_some_and(is_caption));
    Ok(drawn.count())
}

fn left_out_json(laboratory: &Laboratory) -> Value {
    let each = laboratory.left_out.iter();
    each.map(|left| json!({"name": left.name, "runs": left.runs, "reason": left.reason}))
        .collect()
}

/// What will run, for people.
fn forecast_page(laboratory: &Laboratory, forecast: &WorkForecast) -> PrintedPage {
    let mut page = PrintedPage::default();
    let plan = &laboratory.plan;
    let settings = forecast.chains.div_ceil(forecast.puzzles.max(1));
    let part = plan
        .shard
        .map_or(String::new(), |shard| format!(", shard {shard}"));
    let done = match forecast.done {
        0 => String::new(),
        done => format!(", {done} of them done already"),
    };
    page.line(format_args!(
        "{}{part}: {} ({}, {}, {}){done}",
        plan.name,
        plural(forecast.runs as u64, "run"),
        plural(forecast.puzzles as u64, "puzzle"),
        plural(settings as u64, "setting"),
        plural(plan.depths.len() as u64, "depth"),
    ));
    if forecast.chains == 0 {
        page.line("nothing falls to this shard");
        return page;
    }
    let (name, qubits, states) = &forecast.largest;
    page.line(format_args!(
        "largest: {name}, {}, {states} states; at most {} of memory, {} are free",
        plural(*qubits as u64, "qubit"),
        readable_bytes(forecast.bytes),
        readable_bytes(forecast.available),
    ));
    if forecast.done < forecast.runs {
        page.line(format_args!(
            "about {} on {}, as estimated from the time of a call and the usual number of calls; pictures come on top",
            seconds(forecast.seconds),
            plural(forecast.threads as u64, "thread"),
        ));
    }
    for left in &laboratory.left_out {
        let (name, runs) = (&left.name, plural(left.runs as u64, "run"));
        page.line(format_args!("left out: {name} ({runs}): {}", left.reason));
    }
    page
}

/// Warns of puzzles whose lowest energy breaks a rule, where that is quickly seen.
fn add_warnings(page: &mut PrintedPage, laboratory: &Laboratory) -> Result<()> {
    /// States that are quickly looked at.
    const LOOKED_AT: u128 = 1 << 18;
    let mut seen = BTreeSet::new();
    for chain in &laboratory.chains {
        let subject = &chain.subject;
        if subject.problem.states() <= LOOKED_AT
            && seen.insert(&subject.name)
            && let problem = &subject.problem
            && let Some(rule) = problem.rule_broken_at_lowest_energy(problem.ansatz()?.cost())
        {
            page.line(warning(problem, rule));
        }
    }
    Ok(())
}

/// A record in a line.
fn line(record: &Record, label: &str) -> String {
    let found = match (&record.family, record.success_probability) {
        (None, _) => format!(
            "P(lowest energy) = {}",
            probability(record.ground_probability)
        ),
        (Some(_), Some(success)) => format!("P(solved) = {}", probability(success)),
        (Some(_), None) => "P(solved) = not computed".to_owned(),
    };
    let line = format!(
        "{:24} {:>2} qubits  p = {:>2}  ⟨C⟩ = {:8.4}  {found}  {label}",
        record.name, record.qubits, record.depth, record.expectation
    );
    line.trim_end().to_owned()
}
