//! `ketboard generate`: a puzzle with exactly one solution.

use super::common::{ReduceLevel, TalkOptions};
use ketboard::Result;
use ketboard::draw;
use ketboard::files::write_whole;
use ketboard::generate::{Wish, generate};
use ketboard::puzzle::Puzzle;
use ketboard::reduce::Level;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The family: queens, star-battle, tents, tango, takuzu
    family: String,
    /// Rows and columns
    #[arg(long, value_name = "N")]
    size: usize,
    /// The same seed makes the same puzzle
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Exactly this many qubits are to be left after the reduction
    #[arg(long, value_name = "Q")]
    qubits: Option<usize>,
    /// The reduction after which qubits are counted
    #[arg(long, value_enum, default_value = "paper")]
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
    match &arguments.output {
        Some(path) => {
            write_whole(path, text.as_bytes())?;
            if arguments.talk.speaks() {
                let marks = super::show::given_marks(&puzzle);
                anstream::println!("{}", draw::board(&puzzle, &marks, super::show::style()));
            }
        }
        None if arguments.talk.json => {
            super::common::print_json(&serde_json::json!({"name": puzzle.name, "toml": text}));
        }
        None => print!("{text}"),
    }
    Ok(ExitCode::SUCCESS)
}
