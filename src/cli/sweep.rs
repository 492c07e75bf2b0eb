//! `ketboard sweep`: success probability against depth, over one or several puzzles.

use super::number::depths;
use super::options::{ModelOptions, SearchOptions, TalkOptions, show_progress};
use super::page::{Page, print_json};
use super::ready::{needs_qubits, ready};
use super::weights::warning;
use super::words::probability;
use indicatif::ProgressBar;
use ketboard::experiment::{Run, draw_run, draw_sweep, records, write_records};
use ketboard::files::{check_folder, fill_folder};
use ketboard::pipeline::{Problem, SearchPlan, Truth, run as run_pipeline};
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
    /// The puzzle files
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
    let mut problems = Vec::new();
    for file in &arguments.files {
        match ready(&arguments.model, file)? {
            Ok((problem, truth)) => {
                needs_qubits(&problem, "depth to sweep")?;
                problems.push((problem, truth));
            }
            Err(no_solution) => return no_solution.report(talk),
        }
    }
    check_folder(&arguments.out)?;
    let bar = talk.progress_bar("sweep", &plan, problems.len());
    let mut runs = Vec::new();
    for (problem, truth) in problems {
        let run = one_run(problem, truth, &plan, &depths, &bar)?;
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

fn one_run(
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
    Ok(Run {
        problem,
        truth,
        outcome,
        records,
    })
}

fn write(runs: &[Run], folder: &Path) -> Result<Vec<PathBuf>> {
    fill_folder(folder, |folder| {
        write_records(runs, folder)?;
        draw_sweep(runs, folder)?;
        for run in runs {
            draw_run(&run.problem, &run.truth, &run.outcome, folder)?;
        }
        Ok(())
    })
}

fn report(arguments: &Arguments, runs: &[Run], files: usize) -> Result<()> {
    let records: Vec<_> = runs.iter().flat_map(|run| &run.records).collect();
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
    if let Some(rule) = run.outcome.rule_broken_at_lowest_energy {
        page.line(warning(&run.problem, rule));
    }
    for record in &run.records {
        let success = record
            .success_probability
            .map_or_else(|| "not computed".into(), probability);
        page.line(format_args!(
            "{:24} {:>2} qubits  p = {:>2}  ⟨C⟩ = {:8.4}  P(solved) = {success}",
            record.name, record.qubits, record.depth, record.expectation
        ));
    }
    page
}
