//! `ketboard generate`: a puzzle with exactly one solution.

use super::number::{seed, within};
use super::options::{ReduceLevel, TalkOptions};
use super::page::Page;
use super::product::Product;
use super::show::{given_marks, style};
use super::words::plural;
use clap::builder::PossibleValuesParser;
use ketboard::draw;
use ketboard::generate::{MAKERS, Wish, generate};
use ketboard::puzzle::Puzzle;
use ketboard::reduce::{Level, reduce};
use ketboard::{Error, Result};
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The family
    #[arg(value_parser = families())]
    family: String,
    /// Rows and columns: 4 to 12 for queens and star-battle, 4 to 8 for tents, even and 4 to 10 for tango and takuzu
    #[arg(long, value_name = "N", value_parser = within::<1, 100>, allow_negative_numbers = true)]
    size: usize,
    /// The same seed makes the same puzzle
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// Exactly this many qubits are to be left after the reduction [default: any number]
    #[arg(long, value_name = "Q", value_parser = within::<0, 10_000>, allow_negative_numbers = true)]
    qubits: Option<usize>,
    /// The reduction after which qubits are counted
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "paper")]
    reduce: ReduceLevel,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    talk: TalkOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let wish = Wish {
        size: arguments.size,
        seed: arguments.seed,
        qubits: arguments.qubits,
        level: Level::from(arguments.reduce),
    };
    let text = generate(&arguments.family, &wish)?;
    let puzzle = Puzzle::parse(&text, "generated puzzle")?;
    let about = about(&puzzle, &wish)?;
    let qubits = about["qubits"].as_u64().unwrap_or(0);
    let product = Product {
        text: text.into_bytes(),
        summary: format!("{}, {}", puzzle.name, plural(qubits, "qubit")),
        about,
    };
    product.deliver(arguments.output.as_deref(), &arguments.talk)?;
    if arguments.output.is_some() && arguments.talk.speaks() {
        let mut page = Page::default();
        page.line(draw::board(&puzzle, &given_marks(&puzzle), style()));
        page.print()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn families() -> PossibleValuesParser {
    PossibleValuesParser::new(MAKERS.iter().map(|maker| maker.family))
}

fn about(puzzle: &Puzzle, wish: &Wish) -> Result<Map<String, Value>> {
    let reduction =
        reduce(&puzzle.model, wish.level, None).map_err(|contradiction| Error::NoSolution {
            file: puzzle.file.clone(),
            reason: contradiction.to_string(),
        })?;
    Ok(Map::from_iter([
        ("family".to_owned(), Value::from(puzzle.family)),
        ("name".to_owned(), puzzle.name.clone().into()),
        ("size".to_owned(), wish.size.into()),
        ("seed".to_owned(), wish.seed.into()),
        ("reduction".to_owned(), wish.level.name().into()),
        ("qubits".to_owned(), reduction.qubits().into()),
    ]))
}
