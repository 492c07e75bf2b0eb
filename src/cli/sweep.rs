//! `ketboard sweep`: success probability against depth, over one or several puzzles.

use super::common::{
    ModelOptions, NoSolution, SearchOptions, TalkOptions, print_json, show_progress,
};
use ketboard::classical::Limits;
use ketboard::experiment::{Run, draw_run, draw_sweep, records, write_records};
use ketboard::files::make_folder;
use ketboard::pipeline::{Problem, Truth, run as run_pipeline};
use ketboard::{Error, Result};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The puzzle files
    #[arg(required = true)]
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

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let depths = depths(&arguments.depths)?;
    let plan = arguments
        .search
        .plan(depths.iter().copied().max().unwrap_or(1))?;
    let mut problems = Vec::new();
    for file in &arguments.files {
        let problem = match arguments.model.prepare(file)? {
            Ok(problem) => problem,
            Err(no_solution) => return Ok(no_solution.report(&arguments.talk)),
        };
        let truth = problem.truth(&Limits::default())?;
        if truth.complete && truth.boards.is_empty() {
            return Ok(NoSolution::from_search(file).report(&arguments.talk));
        }
        problems.push(checked(problem, truth)?);
    }
    make_folder(&arguments.out)?;
    let steps = problems.len() * plan.settings.depth * plan.settings.starts;
    let bar = arguments.talk.progress_bar(steps as u64, "sweep");
    let mut runs = Vec::new();
    for (problem, truth) in problems {
        let outcome = run_pipeline(&problem, &truth, &plan, &|progress| {
            show_progress(&bar, &progress)
        })?;
        let lines = records(&problem, &truth, &outcome, &plan, &depths)?;
        if arguments.talk.speaks() {
            bar.suspend(|| print_records(&lines));
        }
        runs.push(Run {
            problem,
            truth,
            outcome,
            records: lines,
        });
    }
    bar.finish_and_clear();
    write_records(&runs, &arguments.out)?;
    let mut written = draw_sweep(&runs, &arguments.out)?;
    for run in &runs {
        written.extend(draw_run(
            &run.problem,
            &run.truth,
            &run.outcome,
            &arguments.out,
        )?);
    }
    if arguments.talk.json {
        let records: Vec<_> = runs.iter().flat_map(|run| &run.records).collect();
        print_json(&serde_json::json!({ "records": records }));
    } else if arguments.talk.speaks() {
        anstream::println!(
            "wrote {} and {} pictures to {}",
            "records.jsonl, summary.csv",
            written.len(),
            arguments.out.display()
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn checked(problem: Problem, truth: Truth) -> Result<(Problem, Truth)> {
    if problem.qubits() == 0 {
        return Err(Error::input(
            &problem.puzzle.file,
            None,
            "the reduction leaves no qubit, so there is no depth to sweep",
            "use --reduce paper, --reduce none or a larger --target-qubits",
        ));
    }
    ketboard::sim::check_memory(problem.qubits(), ketboard::sim::Purpose::Gradient)?;
    Ok((problem, truth))
}

fn print_records(lines: &[ketboard::experiment::Record]) {
    for record in lines {
        let success = record
            .success_probability
            .map_or_else(|| "not computed".into(), |p| format!("{p:.4}"));
        anstream::println!(
            "{:24} {:>2} qubits  p = {:>2}  ⟨C⟩ = {:8.4}  P(obeys all rules) = {success}",
            record.name,
            record.qubits,
            record.depth,
            record.expectation
        );
    }
}

/// `1..8` (both ends) or `1,2,4`, ascending and without repetition.
fn depths(text: &str) -> Result<Vec<usize>> {
    let wrong = || {
        let remedy =
            "give a range such as 1..8 (both ends included) or a list such as 1,2,4, from 1 up";
        Error::argument("--depths", format!("found {text:?}"), remedy)
    };
    let number = |item: &str| {
        item.trim()
            .parse::<usize>()
            .ok()
            .filter(|&d| d > 0)
            .ok_or_else(wrong)
    };
    let mut list = match text.split_once("..") {
        Some((from, to)) => (number(from)?..=number(to.trim_start_matches('='))?).collect(),
        None => text.split(',').map(number).collect::<Result<Vec<_>>>()?,
    };
    list.sort_unstable();
    list.dedup();
    if list.is_empty() {
        Err(wrong())
    } else {
        Ok(list)
    }
}
