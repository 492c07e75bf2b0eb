//! `ketboard classical`: all solutions (where boards differ in value, the best), by exact search
//! over the rules; or one, by annealing.

use super::activity;
use super::anneal;
use super::no_solution::explain;
use super::options::{ModelOptions, TalkOptions};
use super::page::{PrintedPage, note, print_json};
use super::show::style;
use super::stopping::{Stopping, stopped};
use super::subject::puzzle as read_puzzle;
use super::words::plural;
use crate::error::NoSolution;
use crate::{Error, Result};
use clap::ValueEnum;
use ketboard_puzzles::{
    Assignment, CellMark, Limits, NODES_PER_QUESTION, Puzzle, best_solutions, draw_board,
};
use ketboard_qaoa::available_memory;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "Model and Annealing options go with --method anneal. Without --reduce and --target-qubits annealing applies the \
                  paper's rules, whatever the width."
)]
pub(crate) struct ClassicalArguments {
    /// The puzzle file
    file: PathBuf,
    /// How to search
    #[arg(long, value_enum, default_value = "exact")]
    method: ClassicalMethod,
    #[command(flatten)]
    anneal: anneal::AnnealOptions,
    #[command(flatten)]
    settings: ModelOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

#[derive(ValueEnum, Debug, Clone, Copy)]
enum ClassicalMethod {
    /// Constraint propagation and backtracking over the rules
    Exact,
    /// Simulated annealing of the reduced model's energy: one board, and no proof where it finds
    /// none
    Anneal,
}

/// Runs `ketboard classical`: exact search or annealing.
pub(crate) fn run(arguments: &ClassicalArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let settings = arguments.settings.read()?;
    let anneal = &arguments.anneal;
    if let ClassicalMethod::Anneal = arguments.method {
        return anneal::run(&arguments.file, anneal, &settings, &arguments.talk);
    }
    let foreign = match (anneal.target_energy, anneal.seed) {
        (Some(_), _) => Some("target_energy"),
        (None, Some(_)) => Some("seed"),
        (None, None) => settings.first_for_rules(),
    };
    match foreign {
        None => list_all(arguments),
        Some(option) => {
            let found = "it does nothing with `method` exact";
            Err(Error::setting(option, found, "leave it out, or anneal"))
        }
    }
}

/// Lists all solutions, or all of the best value where boards have one; exit status 1 where there
/// is none.
fn list_all(arguments: &ClassicalArguments) -> Result<ExitCode> {
    let puzzle = read_puzzle(&arguments.file)?;
    let most = boards_that_fit(&puzzle, available_memory());
    let stopping = Stopping::listen();
    let questions = AtomicU64::new(0);
    let ask = || {
        let tried = questions.fetch_add(1, Ordering::Relaxed) * NODES_PER_QUESTION;
        if tried.is_multiple_of(STEP) {
            activity::doing(format!(
                "searching for boards: {:.1} million values tried",
                tried as f64 / 1e6
            ));
        }
        stopping.answer()
    };
    let limits = Limits {
        solutions: Limits::default().solutions.map(|limit| limit.min(most)),
        ask: Some(&ask),
        ..Limits::default()
    };
    let found = best_solutions(&puzzle.model, &limits);
    activity::doing("writing the boards");
    let complete = found.complete;
    let boards = puzzle.different_boards(found.solutions);
    let value = boards.first().and_then(|board| puzzle.model.value(board));
    if arguments.talk.json {
        let rows: Vec<_> = boards.iter().map(|board| puzzle.board(board)).collect();
        let mut json = serde_json::json!({
            "solutions": boards.len(), "complete": complete, "boards": rows,
        });
        if let Some(value) = value {
            json["value"] = value.into();
        }
        print_json(&json)?;
    } else {
        print(&puzzle, (&boards, complete), value, arguments.talk.quiet)?;
    }
    if complete && boards.is_empty() {
        explain(&NoSolution::by_search(&puzzle));
    }
    if !complete && stopping.answer().is_break() {
        note("stopped: there may be more boards, or better ones");
        return Ok(stopped());
    }
    Ok(ExitCode::from(u8::from(boards.is_empty())))
}

/// So many values are tried before the line on the terminal says so.
const STEP: u64 = 64 * NODES_PER_QUESTION;

/// How many boards `bytes` hold: in the list, and as text, row by row.
fn boards_that_fit(puzzle: &Puzzle, bytes: u64) -> usize {
    let listed = puzzle.model.len() + 64;
    let as_text = puzzle.slots.rows() * (puzzle.slots.cols() + 96);
    let each = (2 * listed + as_text) as u64;
    usize::try_from(bytes / each).unwrap_or(usize::MAX).max(1)
}

/// How many boards are drawn in full; the others are counted.
const DRAWN: usize = 10;

/// Prints the boards, the first ten drawn in full, and how many there are; `quiet` leaves their
/// rows.
fn print(
    puzzle: &Puzzle,
    (boards, complete): (&[Assignment], bool),
    value: Option<f64>,
    quiet: bool,
) -> Result<()> {
    let mut page = PrintedPage::default();
    let drawn = if quiet { 0 } else { DRAWN };
    for board in boards.iter().take(drawn) {
        let marks = solved_marks(puzzle, board);
        page.drawing(draw_board(puzzle, &marks, style()));
    }
    if !quiet && boards.len() > drawn {
        let more = boards.len() - drawn;
        page.line(format_args!("… and {more} more; --json lists them all\n"));
    }
    let more = if complete {
        ""
    } else {
        " (stopped by a limit: there may be more)"
    };
    page.line(format_args!(
        "{}{}{more}",
        plural(boards.len() as u64, "solution"),
        value.map_or_else(String::new, |value| format!(
            ", of the best value found, {value}"
        ))
    ));
    page.print()
}

/// The marks of a full board: givens told apart from answers.
pub(super) fn solved_marks(puzzle: &Puzzle, board: &Assignment) -> Vec<CellMark> {
    let mut marks: Vec<CellMark> = board.iter().map(|&value| CellMark::Answer(value)).collect();
    for (var, value) in puzzle.model.givens() {
        marks[var.index()] = CellMark::Given(*value);
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_limited_by_memory() {
        let puzzle = Puzzle::parse("family = \"n-queens\"\nsize = 20", "queens").unwrap();
        let gigabyte = boards_that_fit(&puzzle, 1 << 30);
        assert!((200_000..1_000_000).contains(&gigabyte), "{gigabyte}");
        assert_eq!(boards_that_fit(&puzzle, 0), 1);
    }
}
