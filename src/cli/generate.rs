//! `ketboard generate`: a puzzle with exactly one solution.

use super::activity;
use super::options::{TalkOptions, named, seed, within};
use super::page::{FinishedText, deliver_puzzle};
use super::stopping::clean_up_on_signal;
use super::words::plural;
use crate::Result;
use crate::error::NoSolution;
use crate::settings::RULES;
use clap::{ArgAction, builder::PossibleValuesParser};
use ketboard_puzzles::{
    Contradiction, Difficulty, GenerateOptions, Maker, Puzzle, Rating, RuleSet, reduce,
};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// The largest number of states or nodes that can be asked for.
const MOST: usize = 1 << 31;

#[derive(clap::Args, Debug)]
pub(crate) struct GenerateArguments {
    /// The family
    #[arg(value_parser = PossibleValuesParser::new(Maker::ALL.iter().map(|maker| maker.family)))]
    family: String,
    /// Rows and columns: 4 to 12 for queens, n-queens and star-battle, 4 to 10 for chess, 4 to 9
    /// for sudoku, 4 to 8 for tents, 4 to 7 for n-queens-squared, even and 4 to 10 for tango and
    /// takuzu
    #[arg(long, value_name = "N", value_parser = within::<1, 100>)]
    size: usize,
    /// The same seed makes the same puzzle
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed)]
    seed: u64,
    /// Exactly this many qubits are to be left after the reduction [default: any number]
    #[arg(long, value_name = "Q", value_parser = within::<0, 10_000>)]
    qubits: Option<usize>,
    /// The smallest registers left are to have at least this many basis states, and fewer than
    /// twice as many [default: any number]
    #[arg(long, value_name = "N", value_parser = within::<1, MOST>)]
    states: Option<usize>,
    /// The exact solver is to assume at least this many values on what is left, to list all
    /// solutions [default: any number]
    #[arg(long, value_name = "N", value_parser = within::<0, MOST>)]
    nodes: Option<usize>,
    /// Whether boards of one seed that differ in what is asked for may have one layout (regions,
    /// trees, signs or solution) with more or fewer givens
    #[arg(long, value_name = "WHICH", default_value = "shared", action = ArgAction::Set,
        value_parser = named([("shared", false), ("distinct", true)]))]
    layouts: bool,
    /// The reduction after which qubits, states and nodes are counted
    #[arg(long, value_name = "LEVEL", default_value = "paper", value_parser = named(RULES.map(|rules| (rules.name(), rules))))]
    reduce: RuleSet,
    /// The hardest deduction that solving the board is to take [default: any]
    #[arg(long, value_parser = named(Difficulty::ALL.map(|one| (one.name(), one))), value_name = "NAME")]
    difficulty: Option<Difficulty>,
    /// Stars in each row, column and region of a star-battle: 1, or 2 from size 8 on [default: 1]
    #[arg(long, value_name = "S", value_parser = within::<1, 100>)]
    stars: Option<usize>,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Runs `ketboard generate`: a puzzle with exactly one solution, from a seed.
pub(crate) fn run(arguments: &GenerateArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let options = GenerateOptions {
        size: arguments.size,
        seed: arguments.seed,
        qubits: arguments.qubits,
        level: arguments.reduce,
        difficulty: arguments.difficulty,
        stars: arguments.stars.map(|stars| stars as u32),
        states: arguments.states.map(|states| states as u64),
        nodes: arguments.nodes.map(|nodes| nodes as u64),
        distinct_layouts: arguments.layouts,
    };
    // Half a puzzle is none: a signal may end the program in the middle of a draw, too.
    clean_up_on_signal();
    activity::doing("making a puzzle");
    let text = options.generate(&arguments.family, None)?;
    activity::doing("rating how hard the puzzle is");
    let puzzle = Puzzle::parse(&text, "generated puzzle")?;
    let unsolvable = |found: Contradiction| NoSolution::by_deduction(&puzzle, &found);
    let reduction = reduce(&puzzle.model, options.level, None).map_err(unsolvable)?;
    let rating = Rating::of(&puzzle.model).map_err(unsolvable)?;
    let (name, qubits) = (&puzzle.name, plural(reduction.qubits() as u64, "qubit"));
    let product = FinishedText {
        text: text.into_bytes(),
        summary: format!("{name}, {qubits}, {rating}"),
        about: json!({
            "family": puzzle.family,
            "name": name,
            "size": options.size,
            "seed": options.seed,
            "reduction": options.level.name(),
            "qubits": reduction.qubits(),
            "difficulty": rating.difficulty.name(),
            "hardest_rule": rating.hardest_rule,
        }),
    };
    deliver_puzzle(product, &puzzle, arguments.output.as_deref(), talk)
}
