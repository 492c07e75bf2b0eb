//! `ketboard deletion`: a Sudoku by deletion of marked states, for scripts that call it; the
//! example `10_deletion` is the same in the library.

use super::activity;
use super::export::write_qasm;
use super::options::TalkOptions;
use super::subject::puzzle as read_puzzle;
use crate::Result;
use crate::error::NoSolution;
use crate::pipeline::{DeletionStep, Ending, deletion_circuit, solve_by_deletion};
use ketboard_puzzles::{Cell, Slot};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct DeletionArguments {
    /// The puzzle file, a Sudoku
    file: PathBuf,
    /// Also write the circuit of the first iteration of a cell, as OpenQASM 3
    #[arg(long, value_name = "OUT.qasm", requires = "cell")]
    export: Option<PathBuf>,
    /// The cell whose circuit is written
    #[arg(long, value_name = "CELL", requires = "export")]
    cell: Option<Cell>,
}

/// Runs `ketboard deletion`; exit status 1 where cells are left with several symbols.
pub(crate) fn run(arguments: &DeletionArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let puzzle = read_puzzle(&arguments.file)?;
    let whole = deletion_circuit(&puzzle, None)?;
    if let Some(path) = &arguments.export {
        let circuit = deletion_circuit(&puzzle, arguments.cell)?;
        let held = "a cell's qubits: its symbol from 0 (least significant bit first), 1 for a clue, ancillas P Q R";
        let ancillas = circuit.ancillas();
        let kept =
            format!("keep the runs whose {ancillas} ancillas are all 0; they are the last bits");
        let notes = vec![held.to_owned(), kept];
        write_qasm(
            path,
            ("deletion, first iteration", &puzzle),
            notes,
            &circuit,
        )?;
    }
    activity::doing("simulating the iterations");
    let outcome = solve_by_deletion(&puzzle)?;
    let names = &outcome.position.names;
    let (solved, open) = match &outcome.ending {
        Ending::NoSolution => return Err(NoSolution::by_search(&puzzle).into()),
        Ending::Solved(board) => (Some(board), None),
        Ending::Stuck(open) => (None, Some(open)),
    };
    let symbol = |symbol: usize| {
        puzzle.slots.iter().find_map(|(_, slot)| match slot {
            Slot::Choice(choice) => choice.of.get(symbol).map(|(symbol, _)| *symbol),
            Slot::Missing | Slot::Bit(_) | Slot::Tree => None,
        })
    };
    let steps = outcome.steps.iter().map(|step: &DeletionStep| {
        let clues = step.clues.iter();
        let clues =
            clues.filter_map(|&(cell, of)| Some(format!("{} = {}", names[cell], symbol(of)?)));
        json!({
            "open": step.open,
            "success_probability": step.success_probability,
            "expected_cell_runs": step.cell_runs,
            "clues": clues.collect::<Vec<_>>(),
        })
    });
    let open = open.map(|open| -> Value {
        let cells = open.iter();
        cells
            .map(|(cell, left)| json!({"cell": names[*cell], "symbols": left}))
            .collect()
    });
    let json = json!({
        "status": if solved.is_some() { "solved" } else { "unsolved" },
        "qubits": whole.qubits(),
        "ancillas": whole.ancillas(),
        "gates": whole.gates().len(),
        "iterations": outcome.steps.len(),
        "steps": steps.collect::<Value>(),
        "success_probability": outcome.success_probability(),
        "expected_runs": outcome.expected_runs(),
        "open": open,
        "board": solved.map(|board| puzzle.board(board)),
    });
    talk.tell_with_board(&json, &puzzle, solved)?;
    Ok(ExitCode::from(u8::from(solved.is_none())))
}
