//! The commands: one file each; this one is their table of contents.

mod activity;
mod angle_list;
mod angles;
mod anneal;
mod bench;
mod circuit_file;
mod classical;
mod compare;
mod completions;
mod decode;
mod deletion;
mod device;
mod encodings;
mod evaluate;
mod expected;
mod export;
pub(crate) mod flags;
mod generate;
mod ground_state;
mod grover;
mod hardware;
mod import;
mod landscape;
mod learn;
mod made_by;
mod manual;
mod nearest;
mod no_solution;
mod number;
mod options;
mod outcome;
pub(crate) mod page;
mod pictures;
mod plot;
mod product;
mod qubo;
mod ready;
mod registers;
mod report;
mod resources;
mod short_help;
mod show;
mod simulate;
mod solutions;
mod solve;
mod spectrum;
mod stopping;
mod subject;
mod sweep;
mod sweep_plan;
pub(crate) mod usage;
mod verify;
mod weight_warning;
mod weights;
mod words;

use crate::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

/// QAOA on logic puzzles: from a puzzle file to a solved, judged board, a depth plot and a circuit.
#[derive(Parser, Debug)]
#[command(name = "ketboard", version, long_version = made_by::version(), about, max_term_width = 100)]
#[command(after_help = "Start with: ketboard solve PUZZLE.toml\n\n\
                  A puzzle or model FILE may be - for standard input.\n\n\
                  Exit status: 0 done; 1 the puzzle has no solution or the search did not find one; \
                  2 bad usage or bad input; 130 stopped by Ctrl-C, after telling what was found so far.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// The board, the reduction step by step, and what is left for the qubits
    Show(show::Arguments),
    /// Reduce, encode, run QAOA, sample, decode, judge by the rules, draw the board
    Solve(solve::Arguments),
    /// QAOA on a puzzle at angles of your own: success, ⟨C⟩, layer by layer, likeliest boards
    Evaluate(evaluate::Arguments),
    /// The reduced model as a QUBO, of any width, in a format of your choice
    Qubo(qubo::Arguments),
    /// QAOA at given angles on a model file of any format
    Simulate(simulate::Arguments),
    /// Times of this machine for a model
    Bench(bench::Arguments),
    /// Success probability against depth, for puzzles and models: records and plots
    Sweep(sweep::Arguments),
    /// A sweep as one HTML page: boards, curves, layers, tables
    Report(report::Arguments),
    /// Pictures from the records of a sweep, nothing run again
    Plot(plot::Arguments),
    /// Records of a sweep, run again and compared byte by byte
    Verify(verify::Arguments),
    /// Angles for other puzzles, from the records of sweeps
    Learn(learn::Arguments),
    /// ⟨C⟩ and success probability over (γ, β) at depth 1
    Landscape(landscape::Arguments),
    /// How many boards have which energy, counted; and QAOA with the Grover mixer on whole boards
    Spectrum(spectrum::Arguments),
    /// The circuit at optimized or given angles, for hardware
    Export(export::Arguments),
    /// Measured counts back to boards, judged by the rules
    Decode(decode::Arguments),
    /// Grover search for the puzzle's solutions, on a simulated circuit or register
    Grover(grover::Arguments),
    /// Sudoku by deleting marked states, circuit by circuit
    Deletion(deletion::Arguments),
    /// QAOA, Grover, annealing, exact search and random guess on one puzzle, side by side
    Compare(compare::Arguments),
    /// What a puzzle's circuit costs: T gates, and a surface code that holds them
    Resources(resources::Arguments),
    /// What to expect on a quantum computer: gates, duration, and success under its noise against
    /// depth
    Device(device::Arguments),
    /// A puzzle with exactly one solution
    Generate(generate::Arguments),
    /// A puzzle as people share it, to a puzzle file
    Import(import::Arguments),
    /// All solutions, by exact search over the rules; or one, by annealing
    Classical(classical::Arguments),
    /// What a shell needs to complete commands, options and their values
    Completions(completions::Arguments),
    /// All that the program says of itself, as man pages or as the reference of the book
    Manual(manual::Arguments),
}

/// The program: it parses the command line, runs the command, says what went wrong, and ends with
/// the status that scripts read.
pub fn main() -> ExitCode {
    let given = command().try_get_matches();
    let cli = match given.and_then(|given| Cli::from_arg_matches(&given)) {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error),
    };
    let done = run(cli);
    activity::rest();
    match done {
        Ok(status) => status,
        Err(error) => {
            page::complain(flags::in_error(&error));
            ExitCode::from(error.exit_status())
        }
    }
}

/// The command line as clap knows it.
pub(crate) fn command() -> clap::Command {
    short_help::on_one_screen(Cli::command())
}

/// Runs the command that was asked for.
pub(crate) fn run(cli: Cli) -> Result<ExitCode> {
    match cli.command {
        Command::Show(arguments) => show::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        Command::Qubo(arguments) => qubo::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Plot(arguments) => plot::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Landscape(arguments) => landscape::run(&arguments),
        Command::Spectrum(arguments) => spectrum::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Decode(arguments) => decode::run(&arguments),
        Command::Grover(arguments) => grover::run(&arguments),
        Command::Deletion(arguments) => deletion::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Resources(arguments) => resources::run(&arguments),
        Command::Device(arguments) => device::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Classical(arguments) => classical::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Manual(arguments) => manual::run(&arguments),
    }
}
