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
mod evaluate;
mod expected;
mod export;
mod facts;
pub(crate) mod flags;
mod generate;
mod grover;
mod hardware;
mod idle;
mod import;
mod landscape;
mod made_by;
mod manual;
mod merge;
mod no_solution;
mod number;
mod options;
mod outcome;
pub(crate) mod page;
mod pictures;
mod plot;
mod product;
mod qubo;
mod registers;
mod report;
mod resources;
mod show;
mod solutions;
mod solve;
mod spectrum;
mod stopping;
mod subject;
mod sweep;
mod sweep_figures;
mod sweep_plan;
mod verify;
mod weights;
mod words;

use crate::{Error, Result};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

/// QAOA on logic puzzles: from a puzzle file to a board that is checked against the rules, a plot
/// of success against depth, and a circuit.
#[derive(Parser, Debug)]
#[command(name = "ketboard", version, long_version = made_by::version(), about, max_term_width = 100)]
#[command(after_help = "Start with: ketboard solve PUZZLE.toml")]
#[command(after_long_help = "Start with: ketboard solve PUZZLE.toml\n\n\
                  A puzzle or model FILE may be - for standard input.\n\n\
                  Exit status: 0 done; 1 the puzzle has no solution or the search did not find one; \
                  2 bad usage or bad input; 130 stopped by Ctrl-C, after telling what was found so far.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Draw a board, its reduction step by step with reasons, and the qubits that are left
    Show(show::ShowArguments),
    /// Reduce, encode, run QAOA, sample, decode, check against the rules, draw the board
    Solve(solve::SolveArguments),
    /// Run QAOA at angles of your own: success and ⟨C⟩ after every layer
    #[command(alias = "simulate")]
    Evaluate(evaluate::EvaluateArguments),
    /// Write the reduced model as a QUBO, of any width, in a format of your choice
    Qubo(qubo::QuboArguments),
    /// Measure how long a layer and a gradient of a model take on this machine
    Bench(bench::BenchArguments),
    /// Run success probability against depth, of puzzles and models: records and plots
    Sweep(sweep::SweepArguments),
    /// Join the shards of a sweep in one folder, byte for byte that of a single run
    Merge(merge::MergeArguments),
    /// Put the records of a sweep on one HTML page: boards, curves, layers, tables
    Report(report::ReportArguments),
    /// Draw figures from the records of a sweep, without running anything again
    Plot(plot::PlotArguments),
    /// Run the records of a sweep again, and compare them byte by byte
    Verify(verify::VerifyArguments),
    /// Map ⟨C⟩ and success probability over (γ, β) at depth 1
    Landscape(landscape::LandscapeArguments),
    /// Count the boards of each energy, and run QAOA with the Grover mixer on whole boards
    Spectrum(spectrum::SpectrumArguments),
    /// Write the circuit for hardware, at given angles or at optimized ones
    Export(export::ExportArguments),
    /// Turn measured counts back into boards, and check them against the rules
    Decode(decode::DecodeArguments),
    /// Search for the puzzle's solutions by Grover's algorithm, on a simulated circuit
    Grover(grover::GroverArguments),
    /// Solve a Sudoku by deletion of marked states, circuit by circuit
    Deletion(deletion::DeletionArguments),
    /// Compare QAOA, Grover search, annealing, exact search and a random guess on one puzzle
    Compare(compare::CompareArguments),
    /// Count what a puzzle's circuit costs: T gates, and a surface code that holds them
    Resources(resources::ResourcesArguments),
    /// Predict gates, duration and success under the noise of a quantum computer
    Device(device::DeviceArguments),
    /// Make a puzzle with exactly one solution
    Generate(generate::GenerateArguments),
    /// Turn a puzzle as people share it into a puzzle file
    Import(import::ImportArguments),
    /// List all solutions by exact search over the rules, or find one by annealing
    Classical(classical::ClassicalArguments),
    /// Write what a shell needs to complete commands, options and their values
    Completions(completions::CompletionsArguments),
    /// Write man pages
    Manual(manual::ManualArguments),
}

/// The program: it parses the command line, runs the command, says what went wrong, and ends with
/// the status that scripts read.
pub fn main() -> ExitCode {
    let given = command().try_get_matches();
    let cli = match given.and_then(|given| Cli::from_arg_matches(&given)) {
        Ok(cli) => cli,
        Err(error) => return page::bad_usage(&error),
    };
    let done = check_instructions().and_then(|()| run(cli));
    activity::rest();
    match done {
        Ok(status) => status,
        Err(error) => {
            let status = error.exit_status();
            match &error {
                Error::NoSolution(found) if no_solution::report(found).is_ok() => {}
                error => page::complain(flags::in_error(error)),
            }
            ExitCode::from(status)
        }
    }
}

/// # Errors
/// Where the environment asks for instructions other than those that will be used.
fn check_instructions() -> Result<()> {
    /// What the engine reads; CONVENTIONS.md says what it may be.
    const VARIABLE: &str = "KETBOARD_INSTRUCTIONS";
    let used = ketboard_qaoa::instructions();
    match std::env::var(VARIABLE) {
        Ok(wanted) if !wanted.is_empty() && wanted != used => {
            let found = format!("found {wanted:?} in the environment; {used} would be used");
            let remedy = "give portable or AVX2+FMA, or leave the variable out";
            Err(Error::argument(VARIABLE, found, remedy))
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The command line as clap knows it.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command that was asked for.
pub(crate) fn run(cli: Cli) -> Result<ExitCode> {
    match cli.command {
        Command::Show(arguments) => show::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        Command::Qubo(arguments) => qubo::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Plot(arguments) => plot::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
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
