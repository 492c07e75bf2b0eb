//! `ketboard compare`: the algorithms side by side on one puzzle or model, in a table and two
//! plots.

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
use crate::pipeline::{Comparison, ComparisonPlan, Contest, Problem, compare as run_all};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[derive(clap::Args, Debug)]
#[command(
    mut_arg("--iterations", |option| option.long("optimizer-iterations")),
    after_long_help = "success: the probability that one run ends at a board that obeys all rules (and is best, where boards differ in \
                  value), or, of a model, at one of the exact ground states; exact, but for annealing, which is measured (95 % interval). calls: looks at the rules in a run: cost layers \
                  of QAOA, oracles of Grover, moves proposed by annealing, each with the check of the board at the end; values assumed \
                  by exact search, which finds all boards (of a model: energies of all states). runs to 99 %: ln 0.01 / ln(1 - success), and calls to 99 % are the calls of \
                  so many runs. QAOA's angles are searched for before: the last column. Circuits are counted over one-qubit gates \
                  and CX; Grover's oracle is written from the solutions that the exact solver lists.\n\n\
                  Exit status 1: the puzzle has no solution."
)]
pub(crate) struct CompareArguments {
    /// The puzzle file, or a model in any format that `ketboard qubo` writes
    file: PathBuf,
    #[command(flatten)]
    depth: DepthOption,
    /// Numbers of Grover iterations, such as 4,8, beside 1 and the best one
    #[arg(id = "grover", long = "iterations", value_name = "K", value_delimiter = ',', value_parser = within::<0, 100_000>, allow_negative_numbers = true)]
    grover: Vec<usize>,
    /// Most sweeps of a restart of annealing: 1, 2, 4, ... up to N are tried, and the table shows
    /// the best of them
    #[arg(long, value_name = "N", default_value = "256", value_parser = within::<1, 1_000_000>, allow_negative_numbers = true)]
    sweeps: usize,
    /// Restarts of annealing over which success is measured
    #[arg(long, value_name = "R", default_value = "1000", value_parser = within::<1, 1_000_000>, allow_negative_numbers = true)]
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

/// Runs `ketboard compare`: QAOA beside Grover search, annealing, exact search and a random guess.
pub(crate) fn run(arguments: &CompareArguments) -> Result<ExitCode> {
    arguments
        .pictures
        .check(arguments.out.is_some(), "give `out`, too")?;
    let start = Instant::now();
    let talk = &arguments.talk;
    talk.use_threads()?;
    let settings = arguments.settings.read()?;
    needs_standard_ansatz(&settings, "compare")?;
    let search = settings.search(arguments.depth.depth)?;
    let problem = opened(&settings, source(&arguments.file)?)?;
    if let Some(folder) = &arguments.out {
        check_folder(folder)?;
    }
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
    if comparison.stopped {
        note(
            "stopped: algorithms that were not run to their end are left out, and no file is written",
        );
    } else if let Some(folder) = &arguments.out {
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
        page(arguments, &problem, &comparison).print()?;
    }
    if comparison.stopped {
        return Ok(stopped());
    }
    Ok(ExitCode::SUCCESS)
}

/// The heads of the columns.
const HEAD: [&str; 9] = [
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

/// The table: a row for each method, and below it what the columns rest on.
fn page(arguments: &CompareArguments, problem: &Problem, comparison: &Comparison) -> PrintedPage {
    let mut page = PrintedPage::default();
    let puzzle = &problem.puzzle;
    if arguments.talk.speaks() {
        page.line(format_args!("{} ({})", puzzle.name, puzzle.family));
        let qubits = plural(comparison.qubits as u64, "qubit");
        match success_of_a_model(problem) {
            Some(success) => page.line(format_args!(
                "{qubits}, {} candidates; {success}",
                comparison.space
            )),
            None => page.line(format_args!(
                "Reduction ({}): {qubits} left, {} among {} candidates",
                problem.settings.reduction_in_words(),
                plural(comparison.marked as u64, "solution"),
                comparison.space,
            )),
        }
        if let Some(known) = &problem.registers {
            let space = registers::summary(problem, known);
            page.line(format_args!("Registers: {space}"));
        }
        page.line("");
    }
    let mut rows = vec![HEAD.map(str::to_owned)];
    rows.extend(comparison.in_short().into_iter().map(cells));
    table(&mut page, &rows);
    if arguments.talk.speaks() {
        if comparison.qubits == 0 {
            page.line("\nNo qubit is left: the deductions alone solve the board.");
        }
        page.line(format_args!(
            "\nDepth and CX are counted over {}; ketboard resources counts over Clifford + T + RZ.",
            comparison.gate_set
        ));
        page.line("What the columns mean: ketboard compare --help");
        if let Some(folder) = &arguments.out {
            page.line(format_args!(
                "wrote records and plots to {}",
                folder.display()
            ));
        }
    }
    page
}

/// Columns wide enough for all rows, the first flush left, the others flush right.
fn table(page: &mut PrintedPage, rows: &[[String; 9]]) {
    let widest = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0)
    };
    for row in rows {
        let first = format!("{:width$}", row[0], width = widest(0));
        let others = (1..row.len()).map(|k| format!("  {:>width$}", row[k], width = widest(k)));
        page.line(first + &others.collect::<String>());
    }
}

/// A row of the table; `-` where there is no number.
fn cells(contest: &Contest) -> [String; 9] {
    let shown = |number: Option<String>| number.unwrap_or_else(|| "-".to_owned());
    let success = contest.success.map(|p| match contest.confidence_interval {
        Some((low, high)) => format!(
            "{} [{}, {}]",
            probability(p),
            probability(low),
            probability(high)
        ),
        None => probability(p),
    });
    let circuit = contest.circuit;
    [
        name(contest),
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

/// What a row is called: the method, with what sets it apart from others of its kind (`QAOA, p =
/// 4`).
fn name(contest: &Contest) -> String {
    match contest.contestant.in_words() {
        (algorithm, Some((unit, number))) => format!("{algorithm}, {unit} = {number}"),
        (algorithm, None) => algorithm.to_owned(),
    }
}
