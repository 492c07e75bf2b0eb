//! `ketboard grover`: Grover search for the solutions of a puzzle.

use super::activity;
use super::circuit_file::{CircuitFileOptions, QISKITS_ORDER};
use super::no_solution::NoSolution;
use super::number::{seed, within};
use super::options::{ModelOptions, TalkOptions};
use super::page::{PrintedPage, print_json};
use super::pictures::PictureOptions;
use super::ready::{has_none, prepared};
use super::show::style;
use super::stopping::Stopping;
use super::words::{listed, plural, probability};
use crate::experiment::{GroverRecord, grover_record, write_grover};
use crate::files::{check_folder, check_target, fill_folder, write_output};
use crate::pipeline::{
    GroverMethod, GroverOutcome, GroverPlan, Iterations, Problem, Truth, check_space,
    grover_circuit, impossible_square, search_by_grover_asking,
};
use crate::settings::Settings;
use crate::{Error, Result};
use clap::ValueEnum;
use ketboard_circuits::{Circuit, CircuitHeader};
use ketboard_puzzles::{CellMark, Limits, draw_board};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The rows circuit checks the rules by gates. The two registers mark the solutions that the exact solver \
                  lists. Exit status 1: the puzzle has no solution, or no measured board obeys the rules."
)]
pub(crate) struct GroverArguments {
    /// The puzzle file
    file: PathBuf,
    /// What is searched [default: rows-circuit for n-queens up to 6 and n-queens-squared up to 3,
    /// row-digits beyond, qubits for every other puzzle]
    #[arg(long, value_enum, value_name = "METHOD")]
    method: Option<GroverMethodName>,
    /// Number of Grover iterations [default: the best one for the counted number of solutions]
    #[arg(long, value_name = "N", value_parser = within::<0, 1_000_000>, allow_negative_numbers = true)]
    iterations: Option<usize>,
    /// Search as if the number of solutions were not known: exponential guessing, one measurement
    /// each time
    #[arg(long, conflicts_with_all = ["iterations", "shots", "export"])]
    unknown: bool,
    /// Number of measurements of the final state [default: 1024]
    #[arg(long, value_name = "N", value_parser = within::<1, 1_000_000_000>, allow_negative_numbers = true)]
    shots: Option<usize>,
    /// Seed of measurements and guesses
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// Folder for records.jsonl and the plot of success per iteration against the closed form
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// File for the circuit
    #[arg(long, value_name = "OUT.qasm")]
    export: Option<PathBuf>,
    #[command(flatten)]
    circuit_file: CircuitFileOptions,
    #[command(flatten)]
    settings: ModelOptions,
    #[command(flatten)]
    pictures: PictureOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

#[derive(ValueEnum, Debug, Clone, Copy)]
enum GroverMethodName {
    /// N-queens, N-queens² as a circuit: a row in superposition each, checks into ancillas,
    /// simulated gate by gate
    RowsCircuit,
    /// One amplitude for each choice of a column, or of a permutation of symbols, in every row
    RowDigits,
    /// One amplitude for each basis state of the reduced qubits
    Qubits,
}

impl From<GroverMethodName> for GroverMethod {
    fn from(method: GroverMethodName) -> Self {
        match method {
            GroverMethodName::RowsCircuit => Self::RowsCircuit,
            GroverMethodName::RowDigits => Self::RowDigits,
            GroverMethodName::Qubits => Self::Qubits,
        }
    }
}

/// Measurements of the final state unless told otherwise.
const SHOTS: usize = 1024;

pub(crate) fn run(arguments: &GroverArguments) -> Result<ExitCode> {
    arguments
        .pictures
        .check(arguments.out.is_some(), "give `out`, too")?;
    let talk = &arguments.talk;
    talk.use_threads()?;
    let settings = arguments.settings.read()?;
    let problem = match prepared(&settings, &arguments.file)? {
        Ok(problem) => problem,
        Err(no_solution) => return no_solution.report(talk),
    };
    if let Some(reason) = impossible_square(&problem.puzzle) {
        return NoSolution::known(&problem.puzzle, reason).report(talk);
    }
    let method = arguments.plan(&problem).method;
    arguments.check(&settings, method)?;
    if let Err(too_large) = check_space(&problem, method) {
        return match has_none(&problem.puzzle) {
            true => NoSolution::by_search(&problem.puzzle).report(talk),
            false => Err(too_large),
        };
    }
    activity::doing("searching for all boards that obey the rules");
    let truth = problem.truth(&Limits::default())?;
    if truth.complete && truth.boards.is_empty() {
        return NoSolution::by_search(&problem.puzzle).report(talk);
    }
    if let Some(path) = &arguments.export {
        check_target(path)?;
    }
    if let Some(folder) = &arguments.out {
        check_folder(folder)?;
    }
    let plan = arguments.plan(&problem);
    let circuit = arguments.circuit(&problem, &truth, &plan)?;
    activity::doing("simulating the Grover search");
    let bar = talk.bar_over("iterations", 0);
    let stopping = Stopping::listen();
    let outcome = search_by_grover_asking(&problem, &truth, &plan, &|progress| {
        match progress.last {
            Some(last) => {
                bar.set_length(last as u64);
                bar.set_position(progress.iteration as u64 - 1);
            }
            None => bar.set_message(format!("iteration {} of a guess", progress.iteration)),
        }
        stopping.answer()
    })?;
    bar.finish_and_clear();
    activity::doing("writing");
    drop(stopping);
    let record = grover_record(&problem, &plan, &outcome);
    if let (Some(path), Some(text)) = (&arguments.export, circuit) {
        write_output(path, &text)?;
    }
    if let Some(folder) = &arguments.out {
        fill_folder(folder, |folder| {
            write_grover(&record, folder)?;
            arguments.pictures.apply(folder)
        })?;
    }
    if talk.json {
        print_json(&json(&problem, &record, &outcome))?;
    } else {
        page(arguments, &problem, &record, &outcome).print()?;
    }
    Ok(ExitCode::from(u8::from(outcome.board.is_none())))
}

impl GroverArguments {
    fn plan(&self, problem: &Problem) -> GroverPlan {
        let method = self.method.map(GroverMethod::from);
        let iterations = match self.iterations {
            Some(iterations) => Iterations::Given(iterations),
            None if self.unknown => Iterations::Unknown,
            None => Iterations::Best,
        };
        GroverPlan {
            method: method.unwrap_or_else(|| GroverMethod::fitting(problem)),
            iterations,
            shots: self.shots.unwrap_or(SHOTS) as u64,
            seed: self.seed,
        }
    }

    /// Refuses options that would do nothing.
    fn check(&self, settings: &Settings, method: GroverMethod) -> Result<()> {
        let reads_qubits = method == GroverMethod::Qubits;
        let idle = [
            ("--weight", !settings.weights.is_empty()),
            ("--reduce", !reads_qubits && settings.reduce.is_some()),
            (
                "--target-qubits",
                !reads_qubits && settings.target_qubits.is_some(),
            ),
        ];
        let Some((option, _)) = idle.iter().find(|(_, given)| *given) else {
            return Ok(());
        };
        let found = format!("it does nothing in a Grover search by {}", method.name());
        let remedy = match *option {
            "--weight" => "leave it out: an oracle knows rules, not energies",
            _ => "leave it out, or use --method qubits",
        };
        Err(Error::argument(*option, found, remedy))
    }

    /// The circuit's file, where one is asked for.
    fn circuit(
        &self,
        problem: &Problem,
        truth: &Truth,
        plan: &GroverPlan,
    ) -> Result<Option<Vec<u8>>> {
        if self.export.is_none() {
            return Ok(None);
        }
        let (circuit, iterations) = grover_circuit(problem, truth, plan.method, self.iterations)?;
        let iterations = plural(iterations as u64, "iteration");
        let title = format!("Grover search ({}), {iterations},", plan.method.name());
        let header = header(problem, plan.method, title, &circuit);
        let mut text = Vec::new();
        self.circuit_file
            .format()?
            .write(&circuit, &header, &mut text)?;
        Ok(Some(text))
    }
}

fn header(
    problem: &Problem,
    method: GroverMethod,
    title: String,
    circuit: &Circuit,
) -> CircuitHeader {
    let model = &problem.puzzle.model;
    let value = |var| match method {
        GroverMethod::Qubits => problem.reduction.value(var).to_string(),
        GroverMethod::RowsCircuit | GroverMethod::RowDigits => format!("x{}", var.index()),
    };
    // The registers of a circuit of colors are named after their cells.
    let colors = method == GroverMethod::RowsCircuit && problem.puzzle.family == "n-queens-squared";
    let cells = model.variables().filter(|_| !colors);
    let mut notes = vec![format!("{} ancillas, which end at 0", circuit.ancillas())];
    if colors {
        notes.push("r1c1[k] is bit k of the color of r1c1, less one".to_owned());
    }
    CircuitHeader {
        title: Some(title),
        puzzle: problem.puzzle.name.clone(),
        file: problem.puzzle.file.clone(),
        cells: cells
            .map(|var| (model.name(var).to_owned(), value(var)))
            .collect(),
        notes,
        counts_in_qiskits_order: Some(QISKITS_ORDER.to_owned()),
        ..CircuitHeader::default()
    }
}

fn json(problem: &Problem, record: &GroverRecord, outcome: &GroverOutcome) -> serde_json::Value {
    let status = if outcome.board.is_some() {
        "solved"
    } else {
        "unsolved"
    };
    let mut json = serde_json::json!({ "status": status });
    if outcome.boards_each > 1 {
        json["boards_per_candidate"] = outcome.boards_each.into();
    }
    if let Some(board) = &outcome.board {
        json["board"] = problem.puzzle.board(board).into();
    }
    let numbers = serde_json::to_value(record).expect("a record holds only finite numbers");
    for (key, value) in numbers.as_object().into_iter().flatten() {
        json[key] = value.clone();
    }
    json
}

fn page(
    arguments: &GroverArguments,
    problem: &Problem,
    record: &GroverRecord,
    outcome: &GroverOutcome,
) -> PrintedPage {
    let mut page = PrintedPage::default();
    if arguments.talk.speaks() {
        add_search(&mut page, problem, record, outcome);
    }
    match &outcome.board {
        Some(board) if arguments.talk.quiet => page.line(problem.puzzle.board(board).join("\n")),
        Some(board) => {
            let marks: Vec<CellMark> = board.iter().map(|&value| CellMark::Answer(value)).collect();
            page.line(draw_board(&problem.puzzle, &marks, style()));
        }
        None => page
            .line("No measured board obeys the rules. Try other --iterations, or another --seed."),
    }
    if arguments.talk.speaks() {
        let files = [&arguments.export, &arguments.out];
        for path in files.into_iter().flatten() {
            page.line(format_args!("wrote {}", Path::display(path)));
        }
    }
    page
}

fn add_search(
    page: &mut PrintedPage,
    problem: &Problem,
    record: &GroverRecord,
    outcome: &GroverOutcome,
) {
    let puzzle = &problem.puzzle;
    page.line(format_args!("{} ({})", puzzle.name, puzzle.family));
    page.line(format_args!(
        "Grover search ({}): {} among {} candidates; {}, {} of them for ancillas",
        record.method,
        plural(record.solutions as u64, "solution"),
        record.search_space,
        plural(record.qubits as u64, "qubit"),
        record.ancillas,
    ));
    if outcome.boards_each > 1 {
        page.line(format_args!(
            "The first row is fixed, since colors can be renamed: each candidate stands for {} boards",
            outcome.boards_each
        ));
    }
    if let Some(attempts) = &record.attempts {
        let each: Vec<String> = attempts.iter().map(ToString::to_string).collect();
        page.line(listed("Iterations of each attempt:", &each));
        page.line(format_args!(
            "{} in all",
            plural(record.oracle_calls as u64, "oracle call")
        ));
        return;
    }
    page.line(format_args!(
        "P(solved) = {} after {} (closed form {}; a random guess {})",
        probability(record.success_probability),
        plural(record.iterations as u64, "iteration"),
        probability(record.closed_form[record.iterations]),
        probability(record.random_success_probability),
    ));
    let obeys = |board: &Vec<bool>| puzzle.model.is_solved_by(board);
    let good = outcome.measured.iter().filter(|(board, _)| obeys(board));
    let good: u64 = good.map(|(_, count)| count).sum();
    let shots: u64 = outcome.measured.iter().map(|(_, count)| count).sum();
    page.line(format_args!(
        "{good} of {} obey the rules\n",
        plural(shots, "sample")
    ));
}
