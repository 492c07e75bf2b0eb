//! `ketboard classical`: all solutions (where boards differ in value, the best), by exact search over the rules; or one, by annealing.

use super::anneal;
use super::no_solution::NoSolution;
use super::number::within;
use super::options::{ModelOptions, TalkOptions};
use super::page::{Page, note, print_json};
use super::show::style;
use super::stopping::{Stopping, stopped};
use super::subject::puzzle as read_puzzle;
use super::words::plural;
use crate::{Error, Result};
use clap::ValueEnum;
use ketboard_puzzles::{Assignment, CellMark, Limits, Puzzle, best_solutions_asking, draw_board};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Model and Annealing options go with --method anneal, --limit with --method exact. Without --reduce \
                  and --target-qubits annealing applies the paper's rules, whatever the width."
)]
pub(crate) struct Arguments {
    /// The puzzle file
    file: PathBuf,
    /// How to search
    #[arg(long, value_enum, default_value = "exact")]
    method: Method,
    /// Stop after this many solutions, or when they fill a gigabyte [default: 10000000]
    #[arg(long, value_name = "N", value_parser = within::<1, 10_000_000>, allow_negative_numbers = true)]
    limit: Option<usize>,
    #[command(flatten)]
    anneal: anneal::Options,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

#[derive(ValueEnum, Debug, Clone, Copy)]
enum Method {
    /// Constraint propagation and backtracking over the rules
    Exact,
    /// Simulated annealing of the reduced model's energy: one board, and no proof where it finds none
    Anneal,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    arguments.check()?;
    match arguments.method {
        Method::Exact => list_all(arguments),
        Method::Anneal => anneal::run(
            &arguments.file,
            &arguments.anneal,
            &arguments.model,
            &arguments.talk,
        ),
    }
}

impl Arguments {
    /// Refuses options of the other method: they would do nothing.
    fn check(&self) -> Result<()> {
        let (method, foreign) = match self.method {
            Method::Exact => (
                "exact",
                self.anneal.first_given().or(self.model.first_given()),
            ),
            Method::Anneal => ("anneal", self.limit.map(|_| "--limit")),
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

fn list_all(arguments: &Arguments) -> Result<ExitCode> {
    let puzzle = read_puzzle(&arguments.file)?;
    let limits = Limits {
        solutions: arguments.limit.or(Limits::default().solutions),
        ..Limits::default()
    };
    let stopping = Stopping::listen();
    let found = best_solutions_asking(&puzzle.model, &limits, &|| stopping.answer());
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

/// How many boards are drawn in full; the others are counted.
const DRAWN: usize = 10;

fn print(
    puzzle: &Puzzle,
    (boards, complete): (&[Assignment], bool),
    value: Option<f64>,
    quiet: bool,
) -> Result<()> {
    let mut page = Page::default();
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
