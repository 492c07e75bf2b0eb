//! `ketboard deletion`: Sudoku by deleting marked states, circuit by circuit.

use super::activity;
use super::circuit_file::{CircuitFileOptions, QISKITS_ORDER};
use super::facts::page_with_board;
use super::options::TalkOptions;
use super::page::print_json;
use super::subject::puzzle as read_puzzle;
use crate::error::NoSolution;
use crate::files::write_output;
use crate::pipeline::{DeletionOutcome, DeletionStep, Ending, deletion_circuit, solve_by_deletion};
use crate::{Error, Result};
use ketboard_circuits::{Circuit, CircuitHeader};
use ketboard_puzzles::{Cell, Puzzle, Slot};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Each iteration is simulated gate by gate, cell by cell. Exit status 1: the puzzle has no solution, or cells are \
                  left with several symbols each."
)]
pub(crate) struct DeletionArguments {
    /// The puzzle file, of the family sudoku
    file: PathBuf,
    /// File for the circuit of the first iteration
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

/// A whole iteration of more qubits would be a file of millions of lines.
const MOST_EXPORTED: usize = 128;

/// Runs `ketboard deletion`: a Sudoku by deletion of marked states; exit status 1 where it is not
/// solved.
pub(crate) fn run(arguments: &DeletionArguments) -> Result<ExitCode> {
    let talk = &arguments.talk;
    talk.use_threads()?;
    let puzzle = read_puzzle(&arguments.file)?;
    let whole = deletion_circuit(&puzzle, None)?;
    if let Some(path) = &arguments.export {
        arguments.export(&puzzle, path)?;
    }
    activity::doing("simulating the iterations");
    let outcome = solve_by_deletion(&puzzle)?;
    let mut json = to_json(&puzzle, &whole, &outcome);
    let board = match &outcome.ending {
        Ending::NoSolution => return Err(NoSolution::by_search(&puzzle).into()),
        Ending::Solved(board) => Some(board),
        Ending::Stuck(open) => {
            let names = &outcome.position.names;
            let cell =
                |&(cell, left): &(usize, usize)| json!({"cell": names[cell], "symbols": left});
            json["open"] = open.iter().map(cell).collect();
            None
        }
    };
    if talk.json {
        if let Some(board) = board {
            json["board"] = puzzle.board(board).into();
        }
        print_json(&json)?;
    } else {
        page_with_board(talk, &puzzle, &json, board).print()?;
    }
    Ok(ExitCode::from(u8::from(board.is_none())))
}

impl DeletionArguments {
    /// Writes the circuit of the first iteration.
    fn export(&self, puzzle: &Puzzle, path: &Path) -> Result<()> {
        let circuit = deletion_circuit(puzzle, self.cell)?;
        if circuit.qubits() > MOST_EXPORTED {
            let found = format!("the whole circuit has {} qubits", circuit.qubits());
            let remedy = "add --cell r1c1 for the circuit of one cell";
            return Err(Error::argument("--export", found, remedy));
        }
        let held = "a cell's qubits: its symbol from 0 (least significant bit first), 1 for a clue, ancillas P Q R";
        let kept = format!(
            "keep the runs whose {} ancillas are all 0; they are the last bits",
            circuit.ancillas()
        );
        let header = CircuitHeader {
            title: Some("deletion, first iteration".to_owned()),
            puzzle: puzzle.name.clone(),
            file: puzzle.file.clone(),
            notes: vec![held.to_owned(), kept],
            counts_in_qiskits_order: Some(QISKITS_ORDER.to_owned()),
            ..CircuitHeader::default()
        };
        write_output(path, &self.circuit_file.text(&circuit, &header)?)
    }
}

/// Every iteration, and what all of them cost.
fn to_json(puzzle: &Puzzle, whole: &Circuit, outcome: &DeletionOutcome) -> Value {
    let step = |step: &DeletionStep| {
        json!({
            "open": step.open,
            "success_probability": step.success_probability,
            "expected_cell_runs": step.cell_runs,
            "clues": clues(puzzle, outcome, step),
        })
    };
    let solved = matches!(outcome.ending, Ending::Solved(_));
    json!({
        "status": if solved { "solved" } else { "unsolved" },
        "qubits": whole.qubits(),
        "ancillas": whole.ancillas(),
        "gates": whole.gates().len(),
        "iterations": outcome.steps.len(),
        "steps": outcome.steps.iter().map(step).collect::<Value>(),
        "success_probability": outcome.success_probability(),
        "expected_runs": outcome.expected_runs(),
    })
}

/// The new clues of an iteration: `r1c3 = 2`.
fn clues(puzzle: &Puzzle, outcome: &DeletionOutcome, step: &DeletionStep) -> Vec<String> {
    let named = |&(cell, symbol): &(usize, usize)| {
        let shown = puzzle.slots.iter().find_map(|(_, slot)| match slot {
            Slot::Choice(choice) => choice.of.get(symbol),
            Slot::Missing | Slot::Bit(_) | Slot::Fixture(_) => None,
        });
        Some(format!("{} = {}", outcome.position.names[cell], shown?.0))
    };
    step.clues.iter().filter_map(named).collect()
}
