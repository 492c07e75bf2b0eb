//! `ketboard deletion`: Sudoku by deleting marked states, circuit by circuit.

use super::activity;
use super::circuit_file::{CircuitFileOptions, QISKITS_ORDER};
use super::no_solution::NoSolution;
use super::number::seed;
use super::options::TalkOptions;
use super::page::{PrintedPage, print_json};
use super::show::style;
use super::stopping::Stopping;
use super::subject::puzzle as read_puzzle;
use super::words::{listed, plural, probability};
use crate::files::{check_target, write_output};
use crate::pipeline::{
    DeletionOutcome, DeletionPlan, DeletionStep, Ending, Guesses, deletion_circuit,
    solve_by_deletion_asking,
};
use crate::{Error, Result};
use ketboard_circuits::{Circuit, CircuitHeader};
use ketboard_puzzles::{Cell, CellMark, Puzzle, SudokuLayout, draw_board};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Each iteration is simulated gate by gate, cell by cell, and small ones as a whole, too. Exit status 1: the puzzle \
                  has no solution, or cells are left with several symbols each (see --guess)."
)]
pub(crate) struct DeletionArguments {
    /// The puzzle file, of the family sudoku
    file: PathBuf,
    /// Where no cell has one symbol left, collapse one to a guess and go back where that fails, as
    /// the source proposes
    #[arg(long)]
    guess: bool,
    /// Seed of the guesses and of the simulated repetitions until every ancilla is 0
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// File for the circuit of the first iteration as OpenQASM 3
    #[arg(long, value_name = "OUT.qasm")]
    export: Option<PathBuf>,
    #[command(flatten)]
    circuit_file: CircuitFileOptions,
    /// Export the circuit of this cell and the clues it sees alone, such as r1c1
    #[arg(long, value_name = "CELL", requires = "export")]
    cell: Option<Cell>,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Iterations that are told to people one by one.
const SHOWN: usize = 24;

/// A whole iteration of more qubits would be a file of millions of lines.
const MOST_EXPORTED: usize = 128;

pub(crate) fn run(arguments: &DeletionArguments) -> Result<ExitCode> {
    let talk = &arguments.talk;
    talk.use_threads()?;
    let puzzle = read_puzzle(&arguments.file)?;
    if let Some(path) = &arguments.export {
        check_target(path)?;
    }
    let exported = arguments.exported(&puzzle)?;
    let plan = DeletionPlan {
        guesses: if arguments.guess {
            Guesses::Allowed
        } else {
            Guesses::None
        },
        seed: arguments.seed,
    };
    let stopping = Stopping::listen();
    let iterations = AtomicUsize::new(0);
    let outcome = solve_by_deletion_asking(&puzzle, &plan, &|| {
        let iteration = iterations.fetch_add(1, Ordering::Relaxed) + 1;
        activity::doing(format!("simulating iteration {iteration}"));
        stopping.answer()
    })?;
    drop(stopping);
    if outcome.ending == Ending::NoSolution {
        return NoSolution::by_search(&puzzle).report(talk);
    }
    if let (Some(path), Some(text)) = (&arguments.export, exported) {
        write_output(path, &text)?;
    }
    if talk.json {
        print_json(&to_json(&puzzle, &outcome))?;
    } else {
        page(arguments, &puzzle, &outcome).print()?;
    }
    let solved = matches!(outcome.ending, Ending::Solved(_));
    Ok(ExitCode::from(u8::from(!solved)))
}

impl DeletionArguments {
    fn exported(&self, puzzle: &Puzzle) -> Result<Option<Vec<u8>>> {
        if self.export.is_none() {
            return Ok(None);
        }
        let circuit = deletion_circuit(puzzle, self.cell)?;
        if circuit.qubits() > MOST_EXPORTED {
            return Err(Error::argument(
                "--export",
                format!("the whole circuit has {} qubits", circuit.qubits()),
                "add --cell r1c1 for the circuit of one cell",
            ));
        }
        let mut text = Vec::new();
        self.circuit_file
            .format()?
            .write(&circuit, &header(puzzle, &circuit), &mut text)?;
        Ok(Some(text))
    }
}

fn header(puzzle: &Puzzle, circuit: &Circuit) -> CircuitHeader {
    CircuitHeader {
        title: Some("deletion, first iteration".to_owned()),
        puzzle: puzzle.name.clone(),
        file: puzzle.file.clone(),
        notes: vec![
            "a cell's qubits: its symbol from 0 (least significant bit first), 1 for a clue, ancillas P Q R".to_owned(),
            format!(
                "keep the runs whose {} ancillas are all 0; they are the last bits",
                circuit.ancillas()
            ),
        ],
        counts_in_qiskits_order: Some(QISKITS_ORDER.to_owned()),
        ..CircuitHeader::default()
    }
}

fn to_json(puzzle: &Puzzle, outcome: &DeletionOutcome) -> Value {
    let steps: Vec<Value> = outcome
        .steps
        .iter()
        .map(|step| step_json(puzzle, outcome, step))
        .collect();
    let mut json = json!({
        "status": "unsolved",
        "iterations": outcome.steps.len(),
        "success_probability": outcome.success_probability(),
        "guesses": outcome.guesses(),
        "qubits": outcome.qubits,
        "ancillas": outcome.ancillas,
        "gates": outcome.gates,
        "steps": steps,
    });
    if outcome.expected_runs().is_finite() {
        json["expected_runs"] = outcome.expected_runs().into();
    }
    match &outcome.ending {
        Ending::Solved(board) => {
            json["status"] = "solved".into();
            json["board"] = puzzle.board(board).into();
        }
        Ending::Stuck(open) => {
            let open = open.iter();
            json["open"] = open
                .map(|&(cell, left)| json!({"cell": outcome.position.names[cell], "symbols": left}))
                .collect();
        }
        Ending::NoSolution => json["status"] = "no_solution".into(),
    }
    json
}

fn step_json(puzzle: &Puzzle, outcome: &DeletionOutcome, step: &DeletionStep) -> Value {
    let clues: Vec<String> = step
        .clues
        .iter()
        .map(|c| named(puzzle, outcome, *c))
        .collect();
    let mut json = json!({
        "open": step.open, "clues": clues, "success_probability": step.success_probability,
    });
    if let Some(guess) = step.guess {
        json["guess"] = named(puzzle, outcome, guess).into();
    }
    if let Some(runs) = step.runs {
        json["runs"] = runs.into();
        json["expected_cell_runs"] = step.cell_runs.into();
    }
    if let Some(whole) = step.whole_circuit {
        json["whole_circuit_probability"] = whole.into();
    }
    json
}

/// `r1c3 = 2`.
fn named(puzzle: &Puzzle, outcome: &DeletionOutcome, (cell, symbol): (usize, usize)) -> String {
    let symbol = SudokuLayout::symbols(puzzle.slots.rows()).nth(symbol);
    let symbol = symbol.expect("a clue is a symbol of the board");
    format!("{} = {symbol}", outcome.position.names[cell])
}

fn page(arguments: &DeletionArguments, puzzle: &Puzzle, outcome: &DeletionOutcome) -> PrintedPage {
    let mut page = PrintedPage::default();
    if arguments.talk.speaks() {
        page.line(format_args!("{} ({})", puzzle.name, puzzle.family));
        page.line(format_args!(
            "Deletion: {} in the whole circuit, {} of them ancillas; {}",
            plural(outcome.qubits as u64, "qubit"),
            outcome.ancillas,
            plural(outcome.gates as u64, "gate")
        ));
        for (number, step) in (1..).zip(&outcome.steps).take(SHOWN) {
            add_step(&mut page, puzzle, outcome, (number, step));
        }
        if outcome.steps.len() > SHOWN {
            page.line(format_args!(
                "{} iterations in all, {} after a guess (each of them with --json)",
                outcome.steps.len(),
                outcome.guesses()
            ));
        }
        add_total(&mut page, outcome);
    }
    match &outcome.ending {
        Ending::Solved(board) if arguments.talk.quiet => page.line(puzzle.board(board).join("\n")),
        Ending::Solved(board) => {
            let marks: Vec<CellMark> = board.iter().map(|&value| CellMark::Answer(value)).collect();
            page.line(draw_board(puzzle, &marks, style()));
        }
        Ending::Stuck(open) => page.line(format_args!(
            "No open cell has one symbol left: {} with at least {} each. Deletion by itself ends here; --guess collapses a cell and goes back where that fails.",
            plural(open.len() as u64, "open cell"),
            open.first().map_or(0, |(_, left)| *left)
        )),
        Ending::NoSolution => {}
    }
    if let (true, Some(path)) = (arguments.talk.speaks(), &arguments.export) {
        page.line(format_args!("wrote {}", Path::display(path)));
    }
    page
}

fn add_step(
    page: &mut PrintedPage,
    puzzle: &Puzzle,
    outcome: &DeletionOutcome,
    (number, step): (usize, &DeletionStep),
) {
    let guess = step
        .guess
        .map(|guess| format!(" after the guess {}", named(puzzle, outcome, guess)))
        .unwrap_or_default();
    page.line(format_args!(
        "Iteration {number}{guess}: P(all ancillas are 0) = {}{}",
        probability(step.success_probability),
        step.runs.map_or(", a contradiction".to_owned(), |runs| {
            format!("; kept in run {runs} of them")
        })
    ));
    if !step.clues.is_empty() {
        let clues: Vec<String> = step
            .clues
            .iter()
            .map(|c| named(puzzle, outcome, *c))
            .collect();
        page.line(listed("  new clues:", &clues));
    }
}

fn add_total(page: &mut PrintedPage, outcome: &DeletionOutcome) {
    let runs = outcome.expected_runs();
    if runs.is_finite() {
        page.line(format_args!(
            "P(no deletion ever fails) = {}; {runs:.0} expected runs of the circuit\n",
            probability(outcome.success_probability())
        ));
    } else {
        page.line("After a wrong guess no run ever keeps all ancillas at 0; that it was wrong, the classical half saw.\n");
    }
}
