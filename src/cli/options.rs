//! Options that several commands share, and what they mean.

use super::activity;
use super::encodings::EncodingOptions;
use super::flags::{in_error, in_remedy, in_text};
use super::no_solution::NoSolution;
use super::number::{DEEPEST, seed, within};
use super::subject::puzzle as read_puzzle;
use crate::files::read_text;
use crate::pipeline::{AnsatzKind, Problem, ReductionPlan, RegisterPlan, SearchPlan, Unprepared};
use crate::{Error, Result};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ketboard_puzzles::{RuleSet, Weights};
use ketboard_qaoa::{
    AngleTable, Budget, Moment, OPTIMIZERS, Objective, Precision, Progress, SearchPrecision,
    SearchSettings, Strategy, optimizer,
};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Which deductions are made before qubits are counted, and how penalties are weighted.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Model")]
pub(crate) struct ModelOptions {
    /// Rules of deduction that are used first [default: paper, then to 16 qubits]
    ///
    /// `none` keeps the problem as large as it is stated, `full` solves most real boards outright;
    /// for the place between, use --target-qubits. By default the rules of the source paper are
    /// used, and the others only where more than 16 qubits remain, until 16 do.
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) reduce: Option<ReduceLevel>,
    /// Deduce step by step until at most N qubits remain [default: no target]
    ///
    /// It sets the size of the quantum problem: the simplest deductions come first, and each
    /// removes one qubit. Without --reduce all rules may be used on the way. Auxiliary qubits (of
    /// --distinct-lines qubo and --counts slack) come on top; show tells how many.
    #[arg(long, value_name = "N", value_parser = within::<0, 10_000>, allow_negative_numbers = true)]
    pub(crate) target_qubits: Option<usize>,
    /// Weight of one kind of penalty term, such as row=2; may be repeated [default: 1 for each]
    ///
    /// Kinds: row, column, region, diagonal, repetition, balance, sign, and distinct where it is
    /// encoded. Raise a kind whose rule is often broken.
    #[arg(long = "weight", value_name = "KIND=λ")]
    pub(crate) weights: Vec<String>,
    /// Leave out the penalty of one region, which the others imply: its letter, or auto for the one
    /// with most open cells
    ///
    /// As the source paper does; refused where the region's rule does not follow from rows, columns
    /// and the other regions.
    #[arg(long, value_name = "REGION")]
    pub(crate) drop_region: Option<String>,
    #[command(flatten)]
    pub(crate) encodings: EncodingOptions,
    /// The registers, where the command has options for them
    /// ([`super::registers::RegisterOptions`]).
    #[arg(skip)]
    pub(crate) registers: RegisterPlan,
}

/// The levels of reduction by name.
#[derive(ValueEnum, Debug, Clone, Copy)]
pub(crate) enum ReduceLevel {
    /// Only the givens are filled in
    None,
    /// The initial-condition rules of the source paper
    Paper,
    /// Every rule known, to a fixed point
    Full,
}

impl From<ReduceLevel> for RuleSet {
    fn from(level: ReduceLevel) -> Self {
        match level {
            ReduceLevel::None => Self::None,
            ReduceLevel::Paper => Self::Paper,
            ReduceLevel::Full => Self::Full,
        }
    }
}

impl ModelOptions {
    /// The reduction that these options ask for.
    pub(crate) fn plan(&self) -> ReductionPlan {
        ReductionPlan {
            level: self.reduce.map(RuleSet::from),
            target_qubits: self.target_qubits,
        }
    }

    /// The first of these options that was given, by name.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let given = [
            // before the reduction, which registers ask for by themselves
            ("--registers", self.registers.choice.is_some()),
            ("--mixer", self.registers.mixer.is_some()),
            ("--reduce", self.reduce.is_some()),
            ("--target-qubits", self.target_qubits.is_some()),
            ("--weight", !self.weights.is_empty()),
            ("--drop-region", self.drop_region.is_some()),
        ];
        let given = given.iter().find(|(_, is)| *is).map(|(name, _)| *name);
        given.or_else(|| self.encodings.first_changed())
    }

    /// The puzzle of a file, reduced and encoded; the contradiction where it has no solution.
    pub(crate) fn prepare(&self, file: &Path) -> Result<std::result::Result<Problem, NoSolution>> {
        let encodings = self.encodings.chosen();
        let weights = Weights::parse_for(&self.weights, encodings)?;
        let puzzle = read_puzzle(file)?;
        let stated = puzzle.clone();
        activity::doing("reducing the board and encoding what is left");
        let problem = match Problem::new(puzzle, &self.plan(), weights) {
            Ok(problem) => problem.encoded_as(encodings)?,
            Err(Unprepared::TooLarge(error)) => return Err(error),
            Err(Unprepared::NoSolution(contradiction)) => {
                return Ok(Err(NoSolution::by_deduction(&stated, &contradiction)));
            }
        };
        let problem = match &self.drop_region {
            Some(which) => problem.without_region(which)?,
            None => problem,
        };
        match problem.on_registers(&self.registers) {
            Ok(problem) => Ok(Ok(problem)),
            Err(Error::NoSolution { .. }) => Ok(Err(NoSolution::by_search(&stated))),
            Err(other) => Err(other),
        }
    }
}

/// How angles are searched for.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchOptions {
    /// First angles of the search at each depth
    #[arg(long, value_name = "NAME", default_value = "ladder", value_parser = strategies())]
    pub(crate) strategy: Strategy,
    /// The angles of --strategy transfer, a table that `ketboard learn` wrote
    /// [default: the one that comes with the program]
    #[arg(long, value_name = "FILE")]
    pub(crate) transfer_table: Option<PathBuf>,
    /// Starting points of the search at each depth
    ///
    /// The first are those of --strategy, the others are random and depend on --seed. More starts
    /// find lower ⟨C⟩ and take proportionally longer.
    #[arg(long, value_name = "N", default_value = "4", value_parser = within::<1, 10_000>, allow_negative_numbers = true)]
    pub(crate) starts: usize,
    /// Classical optimizer of the angles
    #[arg(long, value_name = "NAME", default_value = OPTIMIZERS[0].name, value_parser = optimizers())]
    pub(crate) optimizer: String,
    /// What the search minimizes: expectation, cvar:α, gibbs:η or success
    ///
    /// expectation is ⟨C⟩. cvar:α is the mean of the lowest fraction α of the energies. gibbs:η is
    /// −ln⟨e^{−ηC}⟩, with η in units of one over the unit of C. success is minus the success
    /// probability: it asks the exact solver for all boards, so that it is an upper bound of what a
    /// search can reach and no way to a solution.
    #[arg(long, value_name = "GOAL", default_value = "expectation", value_parser = |goal: &str| Objective::parse(goal).map_err(|error| in_remedy(&error.into())))]
    pub(crate) objective: Objective,
    /// Estimate the objective from N shots at each point, for optimizers without gradients
    /// [default: exactly]
    #[arg(long, value_name = "N", value_parser = within::<1, 1_000_000_000>, allow_negative_numbers = true)]
    pub(crate) objective_shots: Option<usize>,
    /// Which terms have angles of their own: standard (one γ), per-rule (a γ for each kind of
    /// rule), multi-angle (a γ for each term, a β for each qubit)
    ///
    /// Lists of angles hold group after group, and qubit after qubit, all layers each. The terms of
    /// multi-angle are products of 0/1 variables.
    #[arg(long, value_name = "ANSATZ", default_value = "standard", value_parser = |kind: &str| AnsatzKind::parse(kind).map_err(|error| in_remedy(&error)))]
    pub(crate) ansatz: AnsatzKind,
    /// Most iterations of the optimizer from one start
    #[arg(long, value_name = "N", default_value = "200", value_parser = within::<0, 1_000_000>, allow_negative_numbers = true)]
    pub(crate) iterations: usize,
    /// Precision of the amplitudes: f64, f32 (half the memory), or auto (angles are searched in f32
    /// first, then in f64)
    #[arg(long, value_enum, value_name = "PRECISION", default_value = "f64")]
    pub(crate) precision: PrecisionName,
    /// Seed of everything random: same seed, same bytes
    ///
    /// The bytes are the same for any number of threads.
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

/// The precisions by name.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PrecisionName {
    /// 16 bytes for each basis state
    F64,
    /// 8 bytes for each basis state; errors of 1e-6 and less
    F32,
    /// Each search in f32 first, then in f64; the rest in f64
    Auto,
}

impl From<PrecisionName> for SearchPrecision {
    fn from(name: PrecisionName) -> Self {
        match name {
            PrecisionName::F64 => Self::F64,
            PrecisionName::F32 => Self::F32,
            PrecisionName::Auto => Self::Auto,
        }
    }
}

impl PrecisionName {
    /// The name that users write.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::Auto => "auto",
        }
    }

    /// The precision where there is nothing to search.
    pub(crate) fn of_state(self) -> Precision {
        match self {
            Self::F64 | Self::Auto => Precision::F64,
            Self::F32 => Precision::F32,
        }
    }
}

fn optimizers() -> PossibleValuesParser {
    let value = |o: &'static ketboard_qaoa::Optimizer| PossibleValue::new(o.name).help(o.about);
    PossibleValuesParser::new(OPTIMIZERS.iter().map(value))
}

/// A strategy by name; `fourier:q` is one too, so the help lists the names and does not end with
/// them.
fn strategies() -> impl TypedValueParser<Value = Strategy> {
    let value =
        |strategy: Strategy| PossibleValue::new(strategy.kind()).help(in_text(strategy.about()));
    Named(Strategy::ALL.map(value))
}

/// Names that the help lists, beside others that are parsed.
#[derive(Clone)]
struct Named([PossibleValue; Strategy::ALL.len()]);

impl TypedValueParser for Named {
    type Value = Strategy;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> std::result::Result<Strategy, clap::Error> {
        Strategy::parse(&value.to_string_lossy()).map_err(|error| {
            clap::Error::raw(
                clap::error::ErrorKind::InvalidValue,
                in_error(&error.into()),
            )
            .with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

impl SearchOptions {
    /// # Errors
    /// Where terms or qubits have angles of their own, and the command takes one γ and one β for
    /// each layer.
    pub(crate) fn needs_standard_ansatz(&self, command: &str) -> Result<()> {
        if self.ansatz == AnsatzKind::Standard {
            return Ok(());
        }
        let found = format!("{} for {command}", self.ansatz);
        let remedy = format!(
            "{command} takes one γ and one β for each layer: leave --ansatz out, or use solve, sweep or export"
        );
        Err(Error::argument("--ansatz", found, remedy))
    }

    /// # Errors
    /// Where something else than ⟨C⟩ is to be minimized, and the command shows ⟨C⟩.
    pub(crate) fn needs_expectation(&self, command: &str) -> Result<()> {
        let found = match (self.objective, self.objective_shots) {
            (Objective::Expectation, None) => return Ok(()),
            (Objective::Expectation, Some(_)) => {
                return Err(Error::argument(
                    "--objective-shots",
                    format!("for {command}"),
                    format!("{command} shows the exact ⟨C⟩: leave it out"),
                ));
            }
            (other, _) => other,
        };
        let found = format!("{found} for {command}");
        Err(Error::argument(
            "--objective",
            found,
            format!("{command} shows ⟨C⟩: leave it out"),
        ))
    }

    /// The table of a file, which stays until the program ends.
    fn table(&self) -> Result<Option<&'static AngleTable>> {
        let Some(path) = &self.transfer_table else {
            return Ok(None);
        };
        if self.strategy != Strategy::Transfer {
            let found = format!("given with --strategy {}", self.strategy.name());
            let remedy = "give it with --strategy transfer, which alone uses it";
            return Err(Error::argument("--transfer-table", found, remedy));
        }
        let table = AngleTable::parse(&read_text(path)?, &path.display().to_string())?;
        Ok(Some(Box::leak(Box::new(table))))
    }

    /// The search that these options ask for, with `shots` samples of its final state.
    pub(crate) fn plan(&self, depth: usize, shots: usize) -> Result<SearchPlan> {
        let budget = Budget {
            iterations: self.iterations as u64,
            ..Budget::default()
        };
        let settings = SearchSettings {
            depth,
            starts: self.starts,
            seed: self.seed,
            optimizer: optimizer(&self.optimizer)?,
            budget,
            precision: self.precision.into(),
            strategy: self.strategy,
            table: self.table()?,
            objective: self.objective,
            objective_shots: self.objective_shots.map(|shots| shots as u64),
            ..SearchSettings::default()
        };
        Ok(SearchPlan {
            settings,
            ansatz: self.ansatz,
            shots: shots as u64,
            seed: self.seed,
        })
    }
}

/// How deep the circuit is.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Search")]
pub(crate) struct DepthOption {
    /// Number of QAOA layers p
    ///
    /// Deeper circuits are likelier to find the board and take longer to optimize: every depth from
    /// 1 to p is.
    #[arg(long, short = 'p', value_name = "P", default_value = "4", value_parser = within::<0, DEEPEST>, allow_negative_numbers = true)]
    pub(crate) depth: usize,
}

/// How often the final state is measured.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Search")]
pub(crate) struct ShotsOption {
    /// Number of samples drawn from the final state
    #[arg(long, value_name = "N", default_value = "1024", value_parser = within::<1, 1_000_000_000>, allow_negative_numbers = true)]
    pub(crate) shots: usize,
}

/// How the program talks and how many threads it uses.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Output")]
pub(crate) struct TalkOptions {
    /// One JSON object on standard output and nothing else there
    #[arg(long)]
    pub(crate) json: bool,
    /// Only the result, bare: no notes, no drawings, no progress bar
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Number of threads; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = within::<1, 1024>, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
}

impl TalkOptions {
    /// Sets the number of threads for everything that follows, and shows on a terminal that it goes
    /// on.
    pub(crate) fn use_threads(&self) -> Result<()> {
        activity::begin(self.quiet);
        let Some(threads) = self.threads else {
            return Ok(());
        };
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global()
            .map_err(|error| {
                Error::argument("--threads", error.to_string(), "ask for fewer threads")
            })
    }

    /// Whether notes and drawings go to standard output.
    pub(crate) fn speaks(&self) -> bool {
        !self.json && !self.quiet
    }

    /// A bar over the starts of a search.
    pub(crate) fn progress_bar(
        &self,
        what: &str,
        plan: &SearchPlan,
        puzzles: usize,
    ) -> ProgressBar {
        self.bar_over(what, puzzles * plan.settings.depth * plan.settings.starts)
    }

    /// A bar over so many steps, with the time that is left if the others take as long.
    pub(crate) fn bar_over(&self, what: &str, steps: usize) -> ProgressBar {
        let bar =
            self.bar("{prefix} {bar:30} {pos}/{len}  {elapsed}, about {eta} left  {wide_msg}");
        bar.set_length(steps as u64);
        bar.with_prefix(what.to_owned())
    }

    /// A bar on a terminal, nothing on a pipe. What may be long stands last, as `{wide_msg}`: it is
    /// cut where the terminal ends.
    pub(crate) fn bar(&self, template: &str) -> ProgressBar {
        if self.quiet || !std::io::stderr().is_terminal() {
            return ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        }
        activity::rest();
        let style = ProgressStyle::with_template(template);
        let bar = ProgressBar::new(0)
            .with_style(style.expect("the template names only fields that exist"));
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }
}

/// Shows how far the search is, as each of its starts ends.
pub(crate) fn show_progress(bar: &ProgressBar, progress: &Progress) {
    if progress.moment != Moment::End {
        return;
    }
    bar.inc(1);
    bar.set_message(format!(
        "p = {}, reached {:.4}",
        progress.depth, progress.best
    ));
}
