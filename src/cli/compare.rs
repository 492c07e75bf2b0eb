//! `ketboard compare`: one puzzle under every algorithm, and what each costs.

use super::activity;
use super::number::within;
use super::options::{
    DepthOption, SearchOptions, TalkOptions, needs_standard_ansatz, show_progress,
};
use super::page::{PrintedPage, note, print_json};
use super::pictures::PictureOptions;
use super::registers;
use super::stopping::{Stopping, stopped};
use super::subject::{opened, source, success_of_a_model};
use super::words::{plural, probability};
use crate::Result;
use crate::experiment::write_comparison;
use crate::files::{check_folder, fill_folder};
use crate::pipeline::{ComparisonPlan, Contest, compare as run_all};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "success: the probability that one run ends at a board that obeys all rules (and is best, where boards differ in \
                  value), or, of a model, at one of the exact ground states; exact, but for annealing, which is measured (95 % interval). calls: looks at the rules in a run: cost layers \
                  of QAOA, oracles of Grover, moves proposed by annealing, each with the check of the board at the end; values assumed \
                  by exact search, which finds all boards (of a model: energies of all states). runs to 99 %: ln 0.01 / ln(1 - success), and calls to 99 % are the calls of \
                  so many runs. QAOA's angles are searched for before: the last column. Circuits are counted over one-qubit gates \
                  and CX; Grover's oracle is written from the solutions that the exact solver lists.\n\n\
                  Exit status 1: the puzzle has no solution."
)]
pub(crate) struct CompareArguments {
    /// The puzzle file, or a model in any format that `ketboard export` writes
    file: PathBuf,
    #[command(flatten)]
    depth: DepthOption,
    /// Numbers of Grover iterations, such as 4,8, beside 1 and the best one
    #[arg(long, value_name = "K", value_delimiter = ',', value_parser = within::<0, 100_000>, allow_negative_numbers = true)]
    grover: Vec<usize>,
    /// Most sweeps of a restart of annealing: 1, 2, 4, ... up to N are tried, and the table shows
    /// the best of them
    #[arg(long, value_name = "N", default_value = "256", hide = true, value_parser = within::<1, 1_000_000>, allow_negative_numbers = true)]
    sweeps: usize,
    /// Restarts of annealing over which success is measured
    #[arg(long, value_name = "R", default_value = "1000", hide = true, value_parser = within::<1, 1_000_000>, allow_negative_numbers = true)]
    restarts: usize,
    #[command(flatten)]
    settings: SearchOptions,
    /// Folder for records.jsonl and the plots: success against calls, and against the depth of the
    /// circuit
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Leave the wall time out of the JSON, so that equal seeds give equal bytes
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    no_times: bool,
    #[command(flatten)]
    pictures: PictureOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard compare`: all algorithms on the same reduced problem.
pub(crate) fn run(arguments: &CompareArguments) -> Result<ExitCode> {
    let (out, talk) = (&arguments.out, &arguments.talk);
    arguments.pictures.check(out.is_some(), "give `out`, too")?;
    let start = Instant::now();
    talk.use_threads()?;
    let settings = arguments.settings.read()?;
    needs_standard_ansatz(&settings, "compare")?;
    let search = settings.search(arguments.depth.depth)?;
    let problem = opened(&settings, source(&arguments.file)?)?;
    out.as_ref().map_or(Ok(()), |folder| check_folder(folder))?;
    let plan = ComparisonPlan {
        iterations: arguments.grover.clone(),
        restarts: arguments.restarts as u64,
        sweeps: arguments.sweeps as u64,
    };
    let bar = talk.progress_bar(problem.qubits(), &search);
    let stopping = Stopping::listen();
    let mut comparison = run_all(&problem, &search, &plan, &|progress| {
        show_progress(&bar, progress);
        stopping.answer()
    })?;
    bar.finish_and_clear();
    activity::doing("writing");
    drop(stopping);
    let is_stopped = comparison.stopped;
    if is_stopped {
        note(
            "stopped: algorithms that were not run to their end are left out, and no file is written",
        );
    } else if let Some(folder) = out {
        let write = |folder: &Path| {
            write_comparison(&problem, &comparison, folder)?;
            arguments.pictures.apply(folder)
        };
        fill_folder(folder, write)?;
    }
    if talk.json {
        comparison.wall_s = (!arguments.no_times).then(|| start.elapsed().as_secs_f64());
        print_json(&comparison)?;
    } else {
        let mut page = PrintedPage::default();
        if !talk.quiet {
            let puzzle = &problem.puzzle;
            page.line(format_args!("{} ({})", puzzle.name, puzzle.family));
            let (qubits, space) = (plural(comparison.qubits as u64, "qubit"), comparison.space);
            let solutions = plural(comparison.marked as u64, "solution");
            page.line(match success_of_a_model(&problem) {
                Some(success) => format!("{qubits}, {space} candidates; {success}"),
                None => format!(
                    "Reduction ({}): {qubits} left, {solutions} among {space} candidates",
                    problem.settings.reduction_in_words(),
                ),
            });
            if let Some(known) = &problem.registers {
                let space = registers::summary(&problem, known);
                page.line(format_args!("Registers: {space}"));
            }
            page.line("");
        }
        page.table(true, &HEADS, comparison.in_short().into_iter().map(row));
        if !talk.quiet {
            if comparison.qubits == 0 {
                page.line("\nNo qubit is left: the deductions alone solve the board.");
            }
            let gates = comparison.gate_set;
            page.line(format_args!("\nDepth and CX are counted over {gates}."));
            page.line("What the columns mean: ketboard compare --help");
            if let Some(folder) = out {
                let folder = folder.display();
                page.line(format_args!("wrote records and plots to {folder}"));
            }
        }
        page.print()?;
    }
    match is_stopped {
        true => Ok(stopped()),
        false => Ok(ExitCode::SUCCESS),
    }
}

/// The columns of the table.
const HEADS: [&str; 9] = [
    "algorithm",
    "success",
    "calls",
    "runs to 99 %",
    "calls to 99 %",
    "qubits",
    "depth",
    "CX",
    "angle search",
];

fn row(contest: &Contest) -> Vec<String> {
    let shown = |number: Option<String>| number.unwrap_or_else(|| "-".to_owned());
    let success = contest.success.map(|p| match contest.confidence_interval {
        Some((low, high)) => {
            let [p, low, high] = [p, low, high].map(probability);
            format!("{p} [{low}, {high}]")
        }
        None => probability(p),
    });
    let circuit = contest.circuit;
    vec![
        match contest.contestant.in_words() {
            (algorithm, Some((unit, number))) => format!("{algorithm}, {unit} = {number}"),
            (algorithm, None) => algorithm.to_owned(),
        },
        shown(success),
        format!("{:.0}", contest.calls),
        shown(contest.runs_to_99.map(|runs| runs.to_string())),
        shown(contest.calls_to_99.map(|calls| format!("{calls:.0}"))),
        shown(circuit.map(|circuit| circuit.qubits.to_string())),
        shown(circuit.map(|circuit| circuit.depth.to_string())),
        shown(circuit.map(|circuit| circuit.two_qubit_gates.to_string())),
        shown(contest.angle_evaluations.map(|n| n.to_string())),
    ]
}
