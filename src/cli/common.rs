//! Options that several commands share, and what they mean.

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ketboard::encode::Weights;
use ketboard::optimize::{Budget, Order, Progress, Settings, optimizer};
use ketboard::pipeline::{Problem, ReductionPlan, SearchPlan};
use ketboard::puzzle::Puzzle;
use ketboard::reduce::{Contradiction, Level};
use ketboard::{Error, Result};
use serde_json::Value;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Which deductions are made before qubits are counted, and how penalties are weighted.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Model")]
pub(crate) struct ModelOptions {
    /// Rules of reduction [default: paper, and on to 16 qubits where more remain]
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) reduce: Option<ReduceLevel>,
    /// Deduce one step at a time and stop as soon as at most N qubits remain
    #[arg(long, value_name = "N")]
    pub(crate) target_qubits: Option<usize>,
    /// Weight of one kind of penalty term, e.g. `row=2`; may be repeated [default: 1 each]
    #[arg(long = "weight", value_name = "KIND=λ")]
    pub(crate) weights: Vec<String>,
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

impl From<ReduceLevel> for Level {
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
            level: self.reduce.map(Level::from),
            target_qubits: self.target_qubits,
        }
    }

    /// The weights that these options ask for.
    pub(crate) fn weights(&self) -> Result<Weights> {
        Weights::parse(&self.weights)
    }

    /// The puzzle of a file, reduced and encoded; the contradiction where it has no solution.
    pub(crate) fn prepare(&self, file: &Path) -> Result<std::result::Result<Problem, NoSolution>> {
        let puzzle = Puzzle::read(file)?;
        let weights = self.weights()?;
        let model = puzzle.model.clone();
        let lines = puzzle.given_lines.clone();
        Ok(
            Problem::new(puzzle, &self.plan(), weights).map_err(|contradiction| {
                NoSolution::from_contradiction(file, &model, &lines, &contradiction)
            }),
        )
    }
}

/// How angles are searched for and the state is sampled.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchOptions {
    /// Number of QAOA layers p
    #[arg(long, short = 'p', value_name = "P", default_value_t = 4)]
    pub(crate) depth: usize,
    /// Starting points tried at each depth: the ramp, the interpolation from the depth before, then seeded ones
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) starts: usize,
    /// Classical optimizer: lbfgs (exact gradients) or nelder-mead (values only)
    #[arg(long, value_name = "NAME", default_value = "lbfgs")]
    pub(crate) optimizer: String,
    /// Most iterations of the optimizer from one start
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) iterations: u64,
    /// Number of samples drawn from the final state
    #[arg(long, value_name = "N", default_value_t = 1024)]
    pub(crate) shots: u64,
    /// Seed of everything random; the same seed gives the same bytes
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
}

impl SearchOptions {
    /// The plan that these options ask for, at their depth or another.
    pub(crate) fn plan(&self, depth: usize) -> Result<SearchPlan> {
        if self.starts == 0 {
            return Err(Error::argument(
                "--starts",
                "0",
                "at least 1 start is needed",
            ));
        }
        let budget = Budget {
            iterations: self.iterations,
            ..Budget::default()
        };
        let settings = Settings {
            depth,
            starts: self.starts,
            seed: self.seed,
            optimizer: optimizer(&self.optimizer)?,
            budget,
            order: Order::InTurn,
        };
        Ok(SearchPlan {
            settings,
            shots: self.shots,
            seed: self.seed,
        })
    }
}

/// How the program talks and how many threads it uses.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Output")]
pub(crate) struct TalkOptions {
    /// One JSON object on standard output and nothing else there
    #[arg(long)]
    pub(crate) json: bool,
    /// Say only what was asked for: no notes, no progress
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
}

impl TalkOptions {
    /// Sets the number of threads for everything that follows.
    pub(crate) fn use_threads(&self) -> Result<()> {
        let Some(threads) = self.threads else {
            return Ok(());
        };
        if threads == 0 {
            return Err(Error::argument(
                "--threads",
                "0",
                "at least 1 thread is needed",
            ));
        }
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

    /// A bar on a terminal, nothing on a pipe.
    pub(crate) fn progress_bar(&self, length: u64, what: &str) -> ProgressBar {
        if self.quiet || !std::io::stderr().is_terminal() {
            return ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        }
        let style = ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len} {msg} {elapsed}")
            .expect("the template names only fields that exist");
        ProgressBar::new(length)
            .with_style(style)
            .with_prefix(what.to_owned())
    }
}

/// Shows how far the search is.
pub(crate) fn show_progress(bar: &ProgressBar, progress: &Progress) {
    bar.inc(1);
    bar.set_message(format!(
        "p = {}, ⟨C⟩ = {:.4}",
        progress.depth, progress.expectation
    ));
}

/// Why a puzzle has no solution, with the steps that show it.
#[derive(Debug, Clone)]
pub(crate) struct NoSolution {
    file: PathBuf,
    line: Option<usize>,
    reason: String,
    steps: Vec<String>,
}

impl NoSolution {
    fn from_contradiction(
        file: &Path,
        model: &ketboard::model::Model,
        lines: &std::collections::BTreeMap<ketboard::model::Var, usize>,
        contradiction: &Contradiction,
    ) -> Self {
        let relevant = contradiction.relevant_steps();
        let line = relevant
            .iter()
            .rev()
            .find_map(|step| lines.get(&step.effect.var()).copied());
        Self {
            file: file.to_owned(),
            line,
            reason: contradiction.to_string(),
            steps: relevant.iter().map(|step| step.describe(model)).collect(),
        }
    }

    /// The finding of the exact solver, which has no steps to show.
    pub(crate) fn from_search(file: &Path) -> Self {
        let reason = "an exact search over the rules finds none".to_owned();
        Self {
            file: file.to_owned(),
            line: None,
            reason,
            steps: Vec::new(),
        }
    }

    /// Reports it: the JSON status, or the reason and its steps on standard error.
    pub(crate) fn report(&self, talk: &TalkOptions) -> std::process::ExitCode {
        if talk.json {
            let json = serde_json::json!({
                "status": "no_solution", "reason": self.reason, "steps": self.steps, "solutions": 0,
            });
            print_json(&json);
        }
        let place = match self.line {
            Some(line) => format!("{}:{line}", self.file.display()),
            None => self.file.display().to_string(),
        };
        let label = super::error_label();
        anstream::eprintln!(
            "{label} {place}: the puzzle has no solution: {}; change or remove one of the givens or signs named",
            self.reason
        );
        if !talk.quiet {
            for step in &self.steps {
                anstream::eprintln!("  {step}");
            }
        }
        std::process::ExitCode::from(1)
    }
}

/// Prints one JSON object on one line.
pub(crate) fn print_json(value: &Value) {
    println!("{value}");
}

/// A list of numbers such as `0.1,0.2`.
pub(crate) fn numbers(option: &str, text: &str) -> Result<Vec<f64>> {
    let parse = |item: &str| {
        item.trim()
            .parse::<f64>()
            .ok()
            .filter(|v| v.is_finite())
            .ok_or_else(|| {
                Error::argument(
                    option,
                    format!("found {item:?}"),
                    "give finite numbers, e.g. 0.1,0.2",
                )
            })
    };
    if text.trim().is_empty() {
        Ok(Vec::new())
    } else {
        text.split(',').map(parse).collect()
    }
}

/// The short name of a puzzle for titles and file names: its file's stem.
pub(crate) fn stem(file: &Path) -> String {
    file.file_stem().map_or_else(
        || "puzzle".into(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}
