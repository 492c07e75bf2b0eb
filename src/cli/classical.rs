//! `ketboard classical`: all solutions by exact search over the rules, or one by annealing.

use super::activity;
use super::options::{ModelOptions, TalkOptions, seed};
use super::page::{explain, note};
use super::stopping::{Stopping, stopped};
use super::subject::{prepared, puzzle as read_puzzle};
use super::words::plural;
use crate::error::NoSolution;
use crate::{Error, Result};
use clap::ValueEnum;
use ketboard_puzzles::{CellMark, Limits, Puzzle};
use ketboard_qaoa::memory;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct ClassicalArguments {
    /// The puzzle file
    file: PathBuf,
    /// How to search: exact lists all solutions, anneal finds one by chance
    #[arg(long, value_enum, default_value = "exact")]
    method: ClassicalMethod,
    /// Anneal until a board has this energy or less [default: that of a solution]
    #[arg(long, value_name = "E")]
    target_energy: Option<f64>,
    /// Seed of annealing [default: 0]
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    #[command(flatten)]
    settings: ModelOptions,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
enum ClassicalMethod {
    Exact,
    Anneal,
}

/// Runs `ketboard classical`; exit status 1 where there is no solution, or none was found.
pub(crate) fn run(arguments: &ClassicalArguments, talk: &TalkOptions) -> Result<ExitCode> {
    /// Boards that are drawn.
    const DRAWN: usize = 10;
    if arguments.method == ClassicalMethod::Anneal {
        return anneal(arguments, talk);
    }
    let target = arguments.target_energy.map(|_| "target_energy");
    let foreign = target.or(arguments.seed.map(|_| "seed"));
    if let Some(option) = foreign.or(arguments.settings.0.first_for_rules()) {
        let found = "it does nothing with `method` exact";
        return Err(Error::setting(option, found, "leave it out, or anneal"));
    }
    let puzzle = read_puzzle(&arguments.file)?;
    let most = boards_that_fit(&puzzle, memory::available());
    activity::doing("searching for boards");
    let stopping = Stopping::listen();
    let limits = Limits {
        solutions: Limits::default().solutions.map(|limit| limit.min(most)),
        ask: Some(&|| stopping.answer()),
        ..Limits::default()
    };
    let found = puzzle.model.best_solutions(&limits);
    let complete = found.complete;
    let boards = puzzle.different_boards(found.solutions);
    let value = boards.first().and_then(|board| puzzle.model.value(board));
    let rows: Vec<_> = boards.iter().map(|board| puzzle.board(board)).collect();
    let record = json!({
        "solutions": boards.len(), "complete": complete, "boards": rows, "value": value,
    });
    let mut count = plural(boards.len() as u64, "solution");
    if let Some(value) = value {
        count += &format!(", of the best value found, {value}");
    }
    if !complete {
        count += " (stopped by a limit: there may be more)";
    }
    talk.tell(&record, Some(count.clone()), |page| {
        for board in boards.iter().take(DRAWN) {
            page.board(&puzzle, |var| CellMark::Answer(board[var.index()]));
        }
        page.more(boards.len().saturating_sub(DRAWN));
        page.line(count);
    })?;
    if complete && boards.is_empty() {
        explain(&NoSolution::by_search(&puzzle), talk);
    }
    if !complete && stopping.answer().is_break() {
        note("stopped: there may be more boards, or better ones");
        return Ok(stopped());
    }
    Ok(ExitCode::from(u8::from(boards.is_empty())))
}

/// Anneals the reduced model until it finds a solution, or the energy that was asked for.
fn anneal(arguments: &ClassicalArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let settings = arguments.settings.0.by_the_paper_alone();
    let problem = prepared(&settings, read_puzzle(&arguments.file)?)?;
    activity::doing("annealing");
    let stopping = Stopping::listen();
    let seed = arguments.seed.unwrap_or_default();
    let ask = || stopping.answer();
    let (record, board, is_interrupted) = problem.anneal(seed, arguments.target_energy, &ask);
    talk.tell_with_board(&record, &problem.puzzle, board.as_ref())?;
    if is_interrupted {
        return Ok(stopped());
    }
    Ok(ExitCode::from(u8::from(board.is_none())))
}

/// How many boards fit into memory, as a list of assignments and as text.
fn boards_that_fit(puzzle: &Puzzle, bytes: u64) -> usize {
    let listed = puzzle.model.len() + 64;
    let as_text = puzzle.slots.rows() * (puzzle.slots.cols() + 96);
    let each = (2 * listed + as_text) as u64;
    usize::try_from(bytes / each).unwrap_or(usize::MAX).max(1)
}
