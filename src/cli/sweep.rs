//! `ketboard sweep`: success probability against depth, over puzzles; ground-state probability, over models without rules.

use super::number::depths;
use super::options::{ModelOptions, SearchOptions, TalkOptions, show_progress};
use super::page::{Page, print_json};
use super::registers::RegisterOptions;
use super::subject::{Subject, subject};
use super::weights::warning;
use super::words::probability;
use indicatif::ProgressBar;
use ketboard::experiment::{
    ModelRun, PuzzleRun, Record, Run, draw_model_run, draw_run, draw_sweep, model_records, records,
    write_records,
};
use ketboard::files::{check_folder, fill_folder};
use ketboard::pipeline::{
    PlainModel, Problem, SearchPlan, Truth, find_angles, measure, run as run_pipeline,
};
use ketboard::qaoa::Angles;
use ketboard::sim::Purpose;
use ketboard::{Error, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Every depth from 1 to the largest is optimized, each starting from the one before; --depths says \
                  which are recorded."
)]
pub(crate) struct Arguments {
    /// Puzzle files, or models in any format that `ketboard qubo` writes
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Depths p: a range such as 1..8 (both ends included), or a list such as 1,2,4
    #[arg(
        long,
        value_name = "DEPTHS",
        default_value = "1..6",
        allow_hyphen_values = true
    )]
    depths: String,
    /// Folder for records.jsonl, summary.csv and the plots
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    registers: RegisterOptions,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// A sweep looks at probabilities, not at samples.
const SHOTS: usize = 1;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let talk = &arguments.talk;
    talk.use_threads()?;
    let depths = depths(&arguments.depths)?;
    let deepest = depths.iter().copied().max().unwrap_or(1);
    let plan = arguments.search.plan(deepest, SHOTS)?;
    refuse_equal_names(&arguments.files)?;
    let seed = arguments.search.seed;
    let model = arguments.registers.on(&arguments.model, seed)?;
    let mut subjects = Vec::new();
    for file in &arguments.files {
        match subject(&model, file, "depth to sweep", plan.precision())? {
            Ok(subject) => subjects.push(subject),
            Err(no_solution) => return no_solution.report(talk),
        }
    }
    check_folder(&arguments.out)?;
    let bar = talk.progress_bar("sweep", &plan, subjects.len());
    let mut runs = Vec::new();
    for subject in subjects {
        let run = match subject {
            Subject::Puzzle(puzzle) => puzzle_run(puzzle.0, puzzle.1, &plan, &depths, &bar)?,
            Subject::Model(model) => model_run(model, &plan, &depths, &bar)?,
        };
        if talk.speaks() {
            bar.suspend(|| page(&run).print())?;
        }
        runs.push(run);
    }
    bar.finish_and_clear();
    let files = write(&runs, &arguments.out)?;
    report(arguments, &runs, files.len())?;
    Ok(ExitCode::SUCCESS)
}

/// Records and pictures carry the name of the file.
fn refuse_equal_names(files: &[PathBuf]) -> Result<()> {
    let mut seen = BTreeMap::new();
    for file in files {
        if let Some(other) = seen.insert(file.file_stem(), file) {
            let found = format!("{} and {} have one name", other.display(), file.display());
            let remedy = "give files that differ in their names: records and pictures carry them";
            return Err(Error::argument("FILE", found, remedy));
        }
    }
    Ok(())
}

fn puzzle_run(
    problem: Problem,
    truth: Truth,
    plan: &SearchPlan,
    depths: &[usize],
    bar: &ProgressBar,
) -> Result<Run> {
    let outcome = run_pipeline(&problem, &truth, plan, &|progress| {
        show_progress(bar, &progress)
    })?;
    let records = records(&problem, &truth, &outcome, plan, depths)?;
    Ok(Run::Puzzle(Box::new(PuzzleRun {
        problem,
        truth,
        outcome,
        records,
    })))
}

fn model_run(
    model: PlainModel,
    plan: &SearchPlan,
    depths: &[usize],
    bar: &ProgressBar,
) -> Result<Run> {
    let diagonal = model.diagonal(Purpose::Gradient)?;
    let progress = |progress| show_progress(bar, &progress);
    let stages = match model.grouped_ansatz(plan.ansatz, plan.precision())? {
        Some(ansatz) => find_angles(&ansatz, plan, &progress)?,
        None => find_angles(&diagonal, plan, &progress)?,
    };
    let records = model_records(&model, &stages, plan, depths)?;
    // Depth 0 is the uniform state: every assignment is as likely as any other.
    let (uniform, _) = measure(&diagonal, &Truth::unknown(), &Angles::default())?;
    Ok(Run::Model(Box::new(ModelRun {
        model,
        stages,
        records,
        random_ground_probability: uniform.ground_probability,
    })))
}

fn write(runs: &[Run], folder: &Path) -> Result<Vec<PathBuf>> {
    fill_folder(folder, |folder| {
        write_records(runs, folder)?;
        draw_sweep(runs, folder)?;
        for run in runs {
            match run {
                Run::Puzzle(run) => draw_run(&run.problem, &run.truth, &run.outcome, folder)?,
                Run::Model(run) => draw_model_run(run, folder)?,
            };
        }
        Ok(())
    })
}

fn report(arguments: &Arguments, runs: &[Run], files: usize) -> Result<()> {
    let records: Vec<_> = runs.iter().flat_map(Run::records).collect();
    if arguments.talk.json {
        return print_json(&serde_json::json!({ "records": records }));
    }
    let mut page = Page::default();
    if arguments.talk.speaks() {
        page.line(format_args!(
            "wrote records.jsonl, summary.csv and pictures to {} ({files} files)",
            arguments.out.display()
        ));
    }
    page.print()
}

fn page(run: &Run) -> Page {
    let mut page = Page::default();
    if let Run::Puzzle(run) = run
        && let Some(rule) = run.outcome.rule_broken_at_lowest_energy
    {
        page.line(warning(&run.problem, rule));
    }
    for record in run.records() {
        page.line(format_args!(
            "{:24} {:>2} qubits  p = {:>2}  ⟨C⟩ = {:8.4}  {}",
            record.name,
            record.qubits,
            record.depth,
            record.expectation,
            found(record)
        ));
    }
    page
}

/// The probability that counts: of all boards that obey the rules, or of the lowest energy where there are no rules.
fn found(record: &Record) -> String {
    if record.family.is_none() {
        let ground = probability(record.ground_probability);
        return format!("P(lowest energy) = {ground}");
    }
    let success = record.success_probability;
    let success = success.map_or_else(|| "not computed".into(), probability);
    format!("P(solved) = {success}")
}
