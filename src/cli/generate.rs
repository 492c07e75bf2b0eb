//! `ketboard generate`: a puzzle with exactly one solution.

use super::activity;
use super::number::{seed, within};
use super::options::{TalkOptions, rules};
use super::page::PrintedPage;
use super::product::FinishedText;
use super::show::{given_marks, style};
use super::stopping::clean_up_on_signal;
use super::words::plural;
use crate::error::NoSolution;
use crate::{Error, Result};
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use ketboard_puzzles::{
    Contradiction, Difficulty, GenerateOptions, MAKERS, Puzzle, Rating, RuleSet, difficulty,
    draw_board, generate_asking, reduce,
};
use serde_json::{Map, Value};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(clap::Args, Debug)]
pub(crate) struct GenerateArguments {
    /// The family
    #[arg(value_parser = families())]
    family: String,
    /// Rows and columns: 4 to 12 for queens, n-queens and star-battle, 4 to 10 for chess, 4 to 9
    /// for sudoku, 4 to 8 for tents, 4 to 7 for n-queens-squared, even and 4 to 10 for tango and
    /// takuzu
    #[arg(long, value_name = "N", value_parser = within::<1, 100>, allow_negative_numbers = true)]
    size: usize,
    /// The same seed makes the same puzzle
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// Exactly this many qubits are to be left after the reduction [default: any number]
    #[arg(long, value_name = "Q", value_parser = within::<0, 10_000>, allow_negative_numbers = true)]
    qubits: Option<usize>,
    /// The reduction after which qubits are counted
    #[arg(long, value_name = "LEVEL", default_value = "paper", value_parser = rules())]
    reduce: RuleSet,
    /// The hardest deduction that solving the board is to take [default: any]
    #[arg(long, value_enum, value_name = "NAME")]
    difficulty: Option<Hardness>,
    /// Stars in each row, column and region of a star-battle: 1, or 2 from size 8 on [default: 1]
    #[arg(long, value_name = "S", value_parser = within::<1, 100>, allow_negative_numbers = true)]
    stars: Option<usize>,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    talk: TalkOptions,
}

/// The difficulties by name.
#[derive(ValueEnum, Debug, Clone, Copy)]
enum Hardness {
    /// The rules of the source paper solve it
    Easy,
    /// Further rules are needed, none of which assumes anything
    Medium,
    /// Look-ahead is needed: a value is assumed and refuted
    Hard,
    /// The rules known do not solve it
    Beyond,
}

impl From<Hardness> for Difficulty {
    fn from(hardness: Hardness) -> Self {
        match hardness {
            Hardness::Easy => Self::Easy,
            Hardness::Medium => Self::Medium,
            Hardness::Hard => Self::Hard,
            Hardness::Beyond => Self::Beyond,
        }
    }
}

/// Runs `ketboard generate`: a puzzle with exactly one solution, from a seed.
pub(crate) fn run(arguments: &GenerateArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let wish = GenerateOptions {
        size: arguments.size,
        seed: arguments.seed,
        qubits: arguments.qubits,
        level: arguments.reduce,
        difficulty: arguments.difficulty.map(Difficulty::from),
        stars: arguments.stars.map(|stars| stars as u32),
    };
    let draws = AtomicUsize::new(0);
    clean_up_on_signal();
    // Half a puzzle is none: a signal may end the program in the middle of a draw, too.
    let text = generate_asking(&arguments.family, &wish, &|| {
        let draw = draws.fetch_add(1, Ordering::Relaxed) + 1;
        activity::doing(format!("making a puzzle, draw {draw}"));
        ControlFlow::Continue(())
    })?;
    activity::doing("rating how hard the puzzle is");
    let puzzle = Puzzle::parse(&text, "generated puzzle")?;
    let about = about(&puzzle, &wish)?;
    let qubits = about["qubits"].as_u64().unwrap_or(0);
    let product = FinishedText {
        text: text.into_bytes(),
        summary: format!(
            "{}, {}, {}",
            puzzle.name,
            plural(qubits, "qubit"),
            rating(&puzzle)?
        ),
        about,
    };
    product.deliver(arguments.output.as_deref(), &arguments.talk)?;
    if arguments.output.is_some() && arguments.talk.speaks() {
        let mut page = PrintedPage::default();
        page.drawing(draw_board(&puzzle, &given_marks(&puzzle), style()));
        page.print()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The families that puzzles can be made for.
fn families() -> PossibleValuesParser {
    PossibleValuesParser::new(MAKERS.iter().map(|maker| maker.family))
}

/// What `--json` says of the puzzle: its family, size and seed, its qubits after the reduction, and
/// its difficulty.
fn about(puzzle: &Puzzle, wish: &GenerateOptions) -> Result<Map<String, Value>> {
    let reduction = reduce(&puzzle.model, wish.level, None)
        .map_err(|contradiction| no_solution(puzzle, &contradiction))?;
    let rating = rating(puzzle)?;
    let mut about = Map::from_iter([
        ("family".to_owned(), Value::from(puzzle.family)),
        ("name".to_owned(), puzzle.name.clone().into()),
        ("size".to_owned(), wish.size.into()),
        ("seed".to_owned(), wish.seed.into()),
        ("reduction".to_owned(), wish.level.name().into()),
        ("qubits".to_owned(), reduction.qubits().into()),
        ("difficulty".to_owned(), rating.difficulty.name().into()),
    ]);
    if let Some(rule) = rating.hardest_rule {
        about.insert("hardest_rule".to_owned(), rule.name.into());
    }
    Ok(about)
}

/// How hard the puzzle is.
///
/// # Errors
/// If it has no solution.
fn rating(puzzle: &Puzzle) -> Result<Rating> {
    difficulty(&puzzle.model).map_err(|contradiction| no_solution(puzzle, &contradiction))
}

/// The error of a puzzle whose deductions end in a contradiction.
fn no_solution(puzzle: &Puzzle, contradiction: &Contradiction) -> Error {
    NoSolution::by_deduction(puzzle, contradiction).into()
}
