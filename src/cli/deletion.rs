//! `ketboard deletion`: a Sudoku by deletion of marked states, for scripts that call it; the
//! example `10_deletion` is the same in the library.

use super::activity;
use super::export::write_qasm;
use super::options::TalkOptions;
use super::subject::puzzle as read_puzzle;
use crate::Result;
use crate::json::extend;
use crate::pipeline::{deletion_circuit, solve_by_deletion};
use ketboard_puzzles::Cell;
use serde_json::json;
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
    let solved = outcome.board.as_ref();
    let mut json = json!({
        "status": if solved.is_some() { "solved" } else { "unsolved" },
        "qubits": whole.qubits(),
        "ancillas": whole.ancillas(),
        "gates": whole.gates().len(),
        "iterations": outcome.steps.len(),
        "board": solved.map(|board| puzzle.board(board)),
    });
    extend(&mut json, &outcome);
    talk.tell_with_board(&json, &puzzle, solved)?;
    Ok(ExitCode::from(u8::from(solved.is_none())))
}
