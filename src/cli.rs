//! The commands: one file each; this one is their table of contents.

mod activity;
mod angles;
mod bench;
mod classical;
mod compare;
mod completions;
mod decode;
mod deletion;
mod device;
mod export;
mod facts;
pub(crate) mod flags;
mod generate;
mod grover;
mod hardware;
mod import;
mod landscape;
mod options;
mod outcome;
pub(crate) mod page;
mod pictures;
mod plot;
mod registers;
mod report;
mod resources;
mod show;
mod solve;
mod stopping;
mod subject;
mod sweep;
mod verify;
mod words;

use crate::lab::made_by;
use crate::{Error, Result};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// QAOA on logic puzzles: from a puzzle file to a board that is checked against the rules, a plot
/// of success against depth, and a circuit.
#[derive(Parser, Debug)]
#[command(name = "ketboard", version, about, max_term_width = 100)]
#[command(after_help = "Start with: ketboard solve PUZZLE.toml")]
#[command(after_long_help = "Start with: ketboard solve PUZZLE.toml\n\n\
                  A puzzle or model FILE may be - for standard input. Every command that reduces a puzzle or searches for angles \
                  takes the options that `ketboard solve --help` lists under Model, Registers and Search.\n\n\
                  Exit status: 0 done; 1 the puzzle has no solution or the search did not find one; \
                  2 bad usage or bad input; 130 stopped by Ctrl-C, after telling what was found so far.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    talk: options::TalkOptions,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Draw a board, its reduction step by step with reasons, and the qubits that are left
    Show(show::ShowArguments),
    /// Make a puzzle with exactly one solution
    Generate(generate::GenerateArguments),
    /// Turn a puzzle as people share it into a puzzle file
    Import(import::ImportArguments),
    /// List all solutions by exact search over the rules, or find one by annealing
    ///
    /// The options of the model go with --method anneal, which applies the paper's rules, whatever
    /// the width, unless --reduce or --target-qubits is given.
    Classical(classical::ClassicalArguments),
    /// Run QAOA: search for angles, or take yours; sample, check the boards against the rules
    ///
    /// Angles are numbers in radians, pi/2, -3pi/8, 0.25*pi; or a ramp 0..0.8:4, a straight line
    /// from 0 to 0.8 at the midpoints of 4 layers (0.1,0.3,0.5,0.7). With --ansatz per-rule or
    /// multi-angle the order is by group (or qubit), then by layer.
    ///
    /// Exit status 1: the puzzle has no solution, or no sample solves it (try a larger --depth).
    /// 130: Ctrl-C stopped the search, and the result is that of the angles found so far.
    #[command(aliases = ["evaluate", "simulate"])]
    Solve(solve::SolveArguments),
    /// Map ⟨C⟩ and success probability over (γ, β) at depth 1
    Landscape(landscape::LandscapeArguments),
    /// Compare QAOA, Grover search, annealing, exact search and a random guess on one puzzle
    ///
    /// success: the probability that one run ends at a solution (of a model: at an exact ground
    /// state). It is exact, but for annealing, which is measured (95 % interval).
    ///
    /// calls: how often a run looks at the rules: cost layers of QAOA, oracles of Grover, moves
    /// that annealing proposes, each with the check of the board at the end; values that exact
    /// search assumes (of a model: energies of all states).
    ///
    /// runs to 99 %: ln 0.01 / ln(1 - success); calls to 99 %: the calls of so many runs. The
    /// search for QAOA's angles comes before: the last column.
    ///
    /// Circuits are counted over one-qubit gates and CX; Grover's oracle is written from the
    /// solutions that the exact solver lists.
    Compare(compare::CompareArguments),
    /// Run success probability against depth, of puzzles and models: records and plots
    ///
    /// Every depth from 1 to the largest is optimized, each starting from the one before; --depths
    /// says which are recorded.
    ///
    /// A run is recorded as soon as it is done. Stopped in any way, the same command goes on where
    /// it was (Ctrl-C: exit status 130). `ketboard verify DIR` runs the records again.
    ///
    /// A shard (--shard) has a folder of its own and no pictures. To join all shards, append their
    /// records.jsonl into one file in a new folder, and run the same command on that folder without
    /// --shard: it finds every run done and draws the pictures.
    ///
    /// A plan file names puzzles, settings and depths, and crosses them:
    /// puzzles = ["puzzles/*.toml"], depths = "1..8", reduce = ["paper", "full"], seeds = "0..4",
    /// a line each.
    Sweep(sweep::SweepArguments),
    /// Draw figures from the records of a sweep, without running anything again
    Plot(plot::PlotArguments),
    /// Put the records of a sweep on one HTML page: boards, curves, layers, tables
    Report(report::ReportArguments),
    /// Run the records of a sweep again, and compare them byte by byte
    ///
    /// Each record is run again from its own input and setting alone. On another processor its
    /// numbers may differ within 1e-9 (times their size, where that is above 1), and a search may
    /// end elsewhere: its numbers are then checked at its own angles.
    ///
    /// Exit status 0: all come out; 1: not so.
    Verify(verify::VerifyArguments),
    /// Write the reduced model as a QUBO, or the circuit for hardware at given or found angles
    ///
    /// A model is reduced by the paper's rules alone, whatever its width, unless --reduce or
    /// --target-qubits is given; a circuit is reduced as by solve. For a circuit give the same
    /// options of Model and Registers as for the angles.
    Export(export::ExportArguments),
    /// Turn measured counts back into boards, and check them against the rules
    Decode(decode::DecodeArguments),
    /// Predict gates, duration and success under the noise of a quantum computer
    ///
    /// The noise: depolarizing after every gate (from its error rate), relaxation (T1, T2) during
    /// gates and while qubits wait, readout errors; from the device's calibration, qubit by qubit
    /// where it has that. Crosstalk, leakage and drift are not in it: the prediction is an upper
    /// bound.
    ///
    /// 99 % after: the time to see a solution with that probability, shots times the time of a
    /// shot, from the first gate to the end of the readout. Resets, waits and queues are not
    /// counted.
    ///
    /// Trajectories of 12 to 16 qubits take about half a minute for the depths 1..6 on two cores;
    /// each qubit more doubles that. --estimate needs none.
    Device(device::DeviceArguments),
    /// Measure how long a layer and a gradient of a model take on this machine
    Bench(bench::BenchArguments),
    /// Write what a shell needs to complete commands, options and their values
    ///
    /// For the shell that is open, and in its start file for every shell:
    /// bash: source <(ketboard completions bash);
    /// zsh: source <(ketboard completions zsh);
    /// fish: ketboard completions fish | source
    Completions(completions::CompletionsArguments),
    /// Search for the puzzle's solutions by Grover's algorithm, on a simulated circuit
    #[command(hide = true)]
    Grover(grover::GroverArguments),
    /// Solve a Sudoku by deletion of marked states, circuit by circuit
    #[command(hide = true)]
    Deletion(deletion::DeletionArguments),
    /// Count what a puzzle's circuit costs: T gates, and a surface code that holds them
    ///
    /// Decompositions: Toffoli 7 T; k controls by relative-phase Toffolis in clean ancillas (Maslov
    /// 2016); rotations by Ross & Selinger, 3 log2(1/eps) T each. The second account undoes ANDs of
    /// 4 T by measurements (Jones 2013, Gidney 2018); depths and the surface code are those of the
    /// first. Surface code: Litinski 2019, compact block, one factory.
    #[command(hide = true)]
    Resources(resources::ResourcesArguments),
}

/// What `ketboard -h` lists, by what one does with it; the other commands are for scripts that know
/// their names.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Puzzle", &["show", "generate", "import", "classical"]),
    ("Run", &["solve", "landscape", "compare"]),
    ("Study", &["sweep", "plot", "report", "verify"]),
    ("Hardware", &["export", "decode", "device"]),
    ("Other", &["bench", "completions"]),
];

/// The program: it parses the command line, runs the command, says what went wrong, and ends with
/// the status that scripts read.
pub fn main() -> ExitCode {
    let given = command().try_get_matches_from(with_new_names(std::env::args_os().collect()));
    let cli = match given.and_then(|given| Cli::from_arg_matches(&given)) {
        Ok(cli) => cli,
        Err(error) => return page::bad_usage(&error),
    };
    let done = check_instructions().and_then(|()| run(&cli));
    activity::rest();
    match done {
        Ok(status) => status,
        Err(error) => {
            match &error {
                Error::NoSolution(found) => page::report_no_solution(found, &cli.talk),
                error => page::complain(flags::in_error(error)),
            }
            ExitCode::from(error.exit_status())
        }
    }
}

/// The command line, in which `qubo` is what it has become: an export of the model.
fn with_new_names(mut given: Vec<OsString>) -> Vec<OsString> {
    if given.get(1).is_some_and(|name| name == "qubo") {
        given.splice(1..2, ["export", "--to", "json"].map(OsString::from));
    }
    given
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

/// The command line as clap knows it, with its commands listed in groups.
pub(crate) fn command() -> clap::Command {
    // the rare settings are in one help alone; other commands take them, too
    let shown = |solve: clap::Command| solve.mut_args(|argument| argument.hide(false));
    let negative = |argument: clap::Arg| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    };
    let mut program = Cli::command()
        .mut_subcommands(|command| command.mut_args(negative))
        .mut_subcommand("solve", shown);
    for name in ["solve", "device"] {
        let needs_out = |pictures: clap::ArgGroup| pictures.requires("out");
        program = program.mut_subcommand(name, |one| one.mut_group("PictureOptions", needs_out));
    }
    let mut list = String::new();
    for (group, names) in GROUPS {
        list += &format!("\n{group}:\n");
        for name in names {
            let command = program.find_subcommand(name);
            let about = command.and_then(|command| command.get_about());
            list += &format!("  {name:12} {}\n", about.cloned().unwrap_or_default());
        }
    }
    let this = made_by();
    let lines = this.as_object().into_iter().flatten().skip(1);
    let lines = lines.filter_map(|(key, value)| Some(format!("\n{key} {}", value.as_str()?)));
    let version = env!("CARGO_PKG_VERSION").to_owned() + &lines.collect::<String>();
    program.long_version(version).help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{list}\nOptions:\n{{options}}{{after-help}}"
    ))
}

/// Runs the command that was asked for.
pub(crate) fn run(cli: &Cli) -> Result<ExitCode> {
    let talk = &cli.talk;
    talk.begin()?;
    match &cli.command {
        Command::Show(arguments) => show::run(arguments, talk),
        Command::Generate(arguments) => generate::run(arguments, talk),
        Command::Import(arguments) => import::run(arguments, talk),
        Command::Classical(arguments) => classical::run(arguments, talk),
        Command::Solve(arguments) => solve::run(arguments, talk),
        Command::Landscape(arguments) => landscape::run(arguments, talk),
        Command::Compare(arguments) => compare::run(arguments, talk),
        Command::Sweep(arguments) => sweep::run(arguments, talk),
        Command::Plot(arguments) => plot::run(arguments, talk),
        Command::Report(arguments) => report::run(arguments, talk),
        Command::Verify(arguments) => verify::run(arguments, talk),
        Command::Export(arguments) => export::run(arguments, talk),
        Command::Decode(arguments) => decode::run(arguments, talk),
        Command::Device(arguments) => device::run(arguments, talk),
        Command::Bench(arguments) => bench::run(arguments, talk),
        Command::Completions(arguments) => completions::run(arguments, talk),
        Command::Grover(arguments) => grover::run(arguments, talk),
        Command::Deletion(arguments) => deletion::run(arguments, talk),
        Command::Resources(arguments) => resources::run(arguments, talk),
    }
}
