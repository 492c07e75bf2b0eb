//! `ketboard classical`: all solutions (where boards differ in value, the best), by exact search
//! over the rules; or one, by annealing.

use super::activity;
use super::anneal;
use super::no_solution::NoSolution;
use super::number::within;
use super::options::{ModelOptions, TalkOptions};
use super::page::{PrintedPage, note, print_json};
use super::show::style;
use super::stopping::{Stopping, stopped};
use super::subject::puzzle as read_puzzle;
use super::words::plural;
use crate::{Error, Result};
use clap::ValueEnum;
use ketboard_puzzles::{
    Assignment, CellMark, Limits, NODES_PER_QUESTION, Puzzle, best_solutions_asking, draw_board,
};
use ketboard_qaoa::available_memory;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Model and Annealing options go with --method anneal, --limit with --method exact. Without --reduce \
                  and --target-qubits annealing applies the paper's rules, whatever the width."
)]
pub(crate) struct ClassicalArguments {
    /// The puzzle file
    file: PathBuf,
    /// How to search
    #[arg(long, value_enum, default_value = "exact")]
    method: ClassicalMethod,
    /// Stop after this many solutions, or when they fill a gigabyte [default: 10000000]
    #[arg(long, value_name = "N", value_parser = within::<1, 10_000_000>, allow_negative_numbers = true)]
    limit: Option<usize>,
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

pub(crate) fn run(arguments: &ClassicalArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    arguments.check()?;
    match arguments.method {
        ClassicalMethod::Exact => list_all(arguments),
        ClassicalMethod::Anneal => anneal::run(
            &arguments.file,
            &arguments.anneal,
            &arguments.settings.read()?,
            &arguments.talk,
        ),
    }
}

impl ClassicalArguments {
    /// Refuses options of the other method: they would do nothing.
    fn check(&self) -> Result<()> {
        let (method, foreign) = match self.method {
            ClassicalMethod::Exact => (
                "exact",
                match self.anneal.first_given() {
                    Some(option) => Some(option.to_owned()),
                    None => self.settings.read()?.first_for_rules().map(quoted),
                },
            ),
            ClassicalMethod::Anneal => ("anneal", self.limit.map(|_| "--limit".to_owned())),
        };
        foreign.map_or(Ok(()), |option| {
            let found = format!("it does nothing with --method {method}");
            Err(Error::argument(
                option,
                found,
                "leave it out, or ask for the other method",
            ))
        })
    }
}

/// A setting as messages name it.
fn quoted(setting: &str) -> String {
    format!("`{setting}`")
}

fn list_all(arguments: &ClassicalArguments) -> Result<ExitCode> {
    let puzzle = read_puzzle(&arguments.file)?;
    let most = boards_that_fit(&puzzle, available_memory());
    let limit = arguments.limit.or(Limits::default().solutions);
    let limits = Limits {
        solutions: limit.map(|limit| limit.min(most)),
        ..Limits::default()
    };
    let stopping = Stopping::listen();
    let questions = AtomicU64::new(0);
    let found = best_solutions_asking(&puzzle.model, &limits, &|| {
        let tried = questions.fetch_add(1, Ordering::Relaxed) * NODES_PER_QUESTION;
        if tried.is_multiple_of(STEP) {
            activity::doing(format!(
                "searching for boards: {:.1} million values tried",
                tried as f64 / 1e6
            ));
        }
        stopping.answer()
    });
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
        NoSolution::by_search(&puzzle).explain(&arguments.talk);
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
        page.line(draw_board(puzzle, &marks, style()));
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
fn solved_marks(puzzle: &Puzzle, board: &Assignment) -> Vec<CellMark> {
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
