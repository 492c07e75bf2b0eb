//! `ketboard sweep`: a plan of runs over puzzles and models, from a plan file or from flags, with
//! records and plots.

use super::activity;
use super::flags::in_reason;
use super::idle::idle_settings;
use super::made_by;
use super::options::{RunOptions, TalkOptions};
use super::page::{PrintedPage, note, print_json};
use super::pictures::PictureOptions;
use super::stopping::{Stopping, stopped};
use super::sweep_figures::draw;
use super::sweep_plan::{WrittenOptions, at_plan, plan_file, plan_of};
use super::weights::warning;
use super::words::{plural, probability, seconds};
use crate::experiment::FEW;
use crate::lab::{Laboratory, LeftOutPuzzle, Record, Results, Shard, SweepEvent, WorkForecast};
use crate::settings::{Settings, differences};
use crate::{Error, Result};
use indicatif::ProgressBar;
use ketboard_qaoa::readable_bytes;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Every depth from 1 to the largest is optimized, each starting from the one before; --depths says \
                  which are recorded.\n\nA run is recorded as soon as it is done. Stopped in any way, the same command goes on where it was (Ctrl-C: exit status 130). \
                  `ketboard verify DIR` runs the records again.\n\n\
                  A shard (--shard) has a folder of its own and no pictures: `ketboard merge` joins them, byte for byte \
                  the records of a single run.\n\nA plan file names puzzles, settings and depths, and crosses them:\n\n  \
                  puzzles = [\"puzzles/*.toml\"]\n  depths = \"1..8\"\n  reduce = [\"paper\", \"full\"]\n  seeds = \"0..4\""
)]
pub(crate) struct SweepArguments {
    #[command(flatten)]
    pub(crate) given: WrittenOptions,
    /// Puzzle files, or models in any format that `ketboard qubo` writes; or one plan file
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Depths p: 1..8 (both ends included), or a list such as 1,2,4
    #[arg(
        long,
        value_name = "DEPTHS",
        default_value = "1..6",
        allow_hyphen_values = true
    )]
    pub(crate) depths: String,
    /// Folder for records.jsonl, summary.csv and the plots
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) out: PathBuf,
    /// Tell what would run, what it takes and what does not fit; run nothing
    #[arg(long)]
    dry_run: bool,
    /// Draw nothing; `ketboard plot DIR` draws the figures from the records
    #[arg(long)]
    no_plots: bool,
    /// Run only the K-th of N parts of the plan: 3/16
    ///
    /// Chains (a puzzle under a setting, all depths) are dealt out by their work, and every machine
    /// cuts alike. Each shard needs a folder of its own.
    #[arg(
        long,
        value_name = "K/N",
        help_heading = "Several machines",
        hide_short_help = true
    )]
    shard: Option<String>,
    #[command(flatten)]
    pub(crate) settings: RunOptions,
    #[command(flatten)]
    pictures: PictureOptions,
    #[command(flatten)]
    pub(crate) talk: TalkOptions,
}

/// Up to this many basis states a look at all of them costs nothing beside a search.
const LOOKED_AT: u128 = 1 << 18;

/// Records that are told one by one.
const TOLD: usize = 100;

/// Runs `ketboard sweep`: all runs of a plan, recorded one by one.
pub(crate) fn run(arguments: &SweepArguments) -> Result<ExitCode> {
    let shard = shard_of(arguments)?;
    arguments
        .pictures
        .check(!arguments.no_plots, "leave out `no_plots`")?;
    arguments.pictures.check(
        shard.is_none(),
        "leave out `format`; `ketboard plot` draws the merged folder",
    )?;
    let talk = &arguments.talk;
    talk.use_threads()?;
    let plan = plan_of(arguments)?;
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
        let left_out = laboratory.left_out.iter_mut();
        left_out.for_each(|left| left.reason = in_reason(&left.reason));
    }
    laboratory.commit = made_by::COMMIT.map(str::to_owned);
    let threads = rayon::current_num_threads();
    if let Some(shard) = shard {
        laboratory.cut(shard);
    }
    if !arguments.dry_run {
        laboratory.check(&arguments.out)?;
    }
    if talk.speaks() || arguments.dry_run {
        tell_forecast(arguments, &laboratory, threads)?;
    }
    if arguments.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    let bar = talk.bar("sweep {bar:30} {percent:>3}%  {elapsed}, about {eta} left  {wide_msg}");
    let mended = Mutex::new(Vec::new());
    let stopping = Stopping::listen();
    let listener = |heard: SweepEvent<'_>| {
        if let SweepEvent::Mended { what } = heard {
            let mut mended = mended.lock().unwrap_or_else(PoisonError::into_inner);
            mended.push(what.to_owned());
        }
        show(&bar, heard);
        stopping.answer()
    };
    let results = laboratory.run(&arguments.out, threads, &listener)?;
    bar.finish_and_clear();
    activity::doing("drawing");
    drop(stopping);
    if talk.speaks() {
        let mut page = PrintedPage::default();
        for what in mended.into_inner().unwrap_or_else(PoisonError::into_inner) {
            page.line(what);
        }
        page.print()?;
    }
    if results.is_stopped() {
        return tell_stopped(arguments, &laboratory);
    }
    let files = match arguments.no_plots || shard.is_some() {
        true => Vec::new(),
        false => draw(&results, &laboratory.chains, &arguments.pictures)?,
    };
    report(arguments, &laboratory, &results, files.len())?;
    Ok(ExitCode::SUCCESS)
}

/// The part of the plan that is meant, if not all of it.
///
/// # Errors
/// A text that is no shard.
fn shard_of(arguments: &SweepArguments) -> Result<Option<Shard>> {
    let read = |text: &String| {
        let remedy = "give its number and how many there are, such as 3/16";
        let wrong = || Error::argument("--shard", format!("found {text:?}"), remedy);
        Shard::parse(text).ok_or_else(wrong)
    };
    arguments.shard.as_ref().map(read).transpose()
}

/// How many runs are recorded, of how many.
fn counted(arguments: &SweepArguments, laboratory: &Laboratory) -> (usize, usize) {
    let done = laboratory.done_in(&arguments.out);
    let recorded = laboratory.runs().filter(|run| done.contains(run)).count();
    (recorded, laboratory.runs().count())
}

/// Says how far a sweep is that was stopped.
fn tell_stopped(arguments: &SweepArguments, laboratory: &Laboratory) -> Result<ExitCode> {
    let (recorded, runs) = counted(arguments, laboratory);
    if arguments.talk.json {
        print_json(&json!({"stopped": true, "done": recorded, "runs": runs}))?;
    }
    note(format_args!(
        "stopped: {recorded} of {} recorded in {}; the same command goes on from there",
        plural(runs as u64, "run"),
        arguments.out.display(),
    ));
    Ok(stopped())
}

/// Says what the sweep would take: runs, memory and time.
fn tell_forecast(
    arguments: &SweepArguments,
    laboratory: &Laboratory,
    threads: usize,
) -> Result<()> {
    let done = laboratory.done_in(&arguments.out);
    let forecast = laboratory.forecast(threads, |run| done.contains(run));
    if arguments.talk.json {
        let (name, qubits, states) = &forecast.largest;
        return print_json(&json!({
            "plan": laboratory.plan.name, "runs": forecast.runs, "done": forecast.done, "puzzles": forecast.puzzles,
            "chains": forecast.chains,
            "largest": {"name": name, "qubits": qubits, "states": *states as f64},
            "bytes": forecast.bytes as f64, "available_bytes": forecast.available, "estimated_s": forecast.seconds,
            "threads": forecast.threads, "left_out": left_out_json(&laboratory.left_out),
        }));
    }
    forecast_page(laboratory, &forecast).print()
}

/// The puzzles that are left out, each with its runs and the reason.
fn left_out_json(left_out: &[LeftOutPuzzle]) -> Value {
    let each = left_out.iter();
    each.map(|left| json!({"name": left.name, "runs": left.runs, "reason": left.reason}))
        .collect()
}

/// What `--dry-run` prints: how many runs there are, the largest of them, the time of all, and what
/// is left out.
fn forecast_page(laboratory: &Laboratory, forecast: &WorkForecast) -> PrintedPage {
    let mut page = PrintedPage::default();
    let settings = forecast.chains.div_ceil(forecast.puzzles.max(1));
    let depths = laboratory.plan.depths.len();
    let done = match forecast.done {
        0 => String::new(),
        done => format!(", {done} of them done already"),
    };
    let part = laboratory.shard().map(|shard| format!(", shard {shard}"));
    page.line(format_args!(
        "{}{}: {} ({}, {}, {}){done}",
        laboratory.plan.name,
        part.unwrap_or_default(),
        plural(forecast.runs as u64, "run"),
        plural(forecast.puzzles as u64, "puzzle"),
        plural(settings as u64, "setting"),
        plural(depths as u64, "depth"),
    ));
    let (name, qubits, states) = &forecast.largest;
    if forecast.chains == 0 {
        page.line("there are more shards than chains: nothing falls to this one");
        return page;
    }
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
        let runs = plural(left.runs as u64, "run");
        page.line(format_args!(
            "left out: {} ({runs}): {}",
            left.name, left.reason
        ));
    }
    page
}

/// Moves the bar by what the sweep tells.
fn show(bar: &ProgressBar, heard: SweepEvent<'_>) {
    match heard {
        SweepEvent::Begins { units, .. } => bar.set_length(units),
        SweepEvent::Searched {
            units,
            name,
            progress,
        } => {
            bar.inc(units);
            bar.set_message(format!("{name}, p = {}", progress.depth));
        }
        SweepEvent::Searching { .. } | SweepEvent::Done { .. } | SweepEvent::Mended { .. } => {}
    }
}

/// Says what was written, and what was left out or went on from before.
fn report(
    arguments: &SweepArguments,
    laboratory: &Laboratory,
    results: &Results,
    pictures: usize,
) -> Result<()> {
    let records = results.records()?;
    if arguments.talk.json {
        let mut json = json!({ "records": records });
        if !laboratory.left_out.is_empty() {
            json["left_out"] = left_out_json(&laboratory.left_out);
        }
        return print_json(&json);
    }
    let mut page = PrintedPage::default();
    if arguments.talk.speaks() {
        add_warnings(&mut page, laboratory)?;
        let hidden = records.len().saturating_sub(TOLD);
        let settings: Vec<Settings> = records.iter().map(|one| one.setting.clone()).collect();
        let labels = differences(&settings);
        for (record, label) in records.iter().zip(&labels).take(TOLD) {
            page.line(line(record, label));
        }
        if hidden > 0 {
            page.line(format_args!("and {hidden} more, in summary.csv"));
        }
        let written = match pictures {
            0 => "records.jsonl and summary.csv".to_owned(),
            _ => format!(
                "records.jsonl, summary.csv and {}",
                plural(pictures as u64, "picture")
            ),
        };
        page.line(format_args!(
            "wrote {written} to {}",
            arguments.out.display()
        ));
        let names = records.iter().map(|record| &*record.name);
        let puzzles = names.collect::<BTreeSet<&str>>().len();
        if pictures > 0 && puzzles > FEW {
            page.line(format_args!(
                "boards and traces are those of {FEW} of {puzzles} puzzles; ketboard solve FILE --out DIR draws another's"
            ));
        }
    }
    page.print()
}

/// Says of each puzzle whose weights are too small that they are.
fn add_warnings(page: &mut PrintedPage, laboratory: &Laboratory) -> Result<()> {
    let mut seen = BTreeSet::new();
    for chain in &laboratory.chains {
        let small = chain.subject.problem.states() <= LOOKED_AT;
        if small
            && seen.insert(&chain.subject.name)
            && let problem = &chain.subject.problem
            && let Some(rule) = problem.rule_broken_at_lowest_energy(problem.ansatz()?.cost())
        {
            page.line(warning(problem, rule));
        }
    }
    Ok(())
}

/// The line of one run: puzzle, qubits, depth, ⟨C⟩ and success, and in what its setting differs
/// from others.
fn line(record: &Record, label: &str) -> String {
    let line = format!(
        "{:24} {:>2} qubits  p = {:>2}  ⟨C⟩ = {:8.4}  {}  {label}",
        record.name,
        record.qubits,
        record.depth,
        record.expectation,
        found(record)
    );
    line.trim_end().to_owned()
}

/// The probability that counts: of all boards that obey the rules, or of the exact ground states
/// where there are no rules.
fn found(record: &Record) -> String {
    if record.family.is_none() {
        let ground = probability(record.ground_probability);
        return format!("P(lowest energy) = {ground}");
    }
    let success = record.success_probability;
    let success = success.map_or_else(|| "not computed".into(), probability);
    format!("P(solved) = {success}")
}
