//! `ketboard classical --method anneal`: a board by simulated annealing of the reduced model's
//! energy.

use super::activity;
use super::options::TalkOptions;
use super::page::{PrintedPage, print_json};
use super::ready::prepared;
use super::show::{solved_marks, style, summary};
use super::stopping::{Stopping, stopped};
use super::words::plural;
use crate::pipeline::Problem;
use crate::settings::Settings;
use crate::{Error, Result};
use indicatif::ProgressBar;
use ketboard_puzzles::{
    AnnealSettings, AnnealStop, AnnealedBits, Assignment, Limits, anneal_asking, best_solutions,
    best_value, draw_board,
};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The options that only annealing has.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Annealing (--method anneal)")]
pub(crate) struct AnnealOptions {
    /// Stop at a board of at most this energy that obeys the rules [default: the energy of a board
    /// that breaks none; where boards differ in value that of a best one, if a short exact search
    /// finds it]
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    target_energy: Option<f64>,
    /// Seed of everything random; the same seed gives the same bytes unless a time limit strikes
    /// [default: 0]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Sweeps over all qubits in one restart [default: 4000]
    #[arg(long, value_name = "N")]
    sweeps: Option<u64>,
    /// The most restarts, on all cores [default: 1000]
    #[arg(long, value_name = "N")]
    restarts: Option<u64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    time_limit: Option<f64>,
    /// Leave the wall time out of the JSON, so that equal seeds give equal bytes
    #[arg(long)]
    no_times: bool,
}

impl AnnealOptions {
    /// The first option given here, by name.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("--target-energy", self.target_energy.is_some()),
            ("--seed", self.seed.is_some()),
            ("--sweeps", self.sweeps.is_some()),
            ("--restarts", self.restarts.is_some()),
            ("--time-limit", self.time_limit.is_some()),
            ("--no-times", self.no_times),
        ];
        given.iter().find(|(_, is)| *is).map(|(name, _)| *name)
    }

    fn settings(&self, energy_of_a_solution: Option<f64>) -> Result<AnnealSettings> {
        if let Some(energy) = self.target_energy.filter(|energy| !energy.is_finite()) {
            let found = energy.to_string();
            return Err(Error::argument(
                "--target-energy",
                found,
                "give a finite number",
            ));
        }
        if self.restarts == Some(0) {
            let remedy = "at least 1 restart is needed";
            return Err(Error::argument("--restarts", "0", remedy));
        }
        let time_limit = self.time_limit.map(seconds).transpose()?;
        let default = AnnealSettings::default();
        Ok(AnnealSettings {
            sweeps: self.sweeps.unwrap_or(default.sweeps),
            restarts: self.restarts.unwrap_or(default.restarts),
            seed: self.seed.unwrap_or(default.seed),
            target_energy: self.target_energy.or(energy_of_a_solution),
            time_limit,
        })
    }
}

fn seconds(number: f64) -> Result<Duration> {
    let duration = Duration::try_from_secs_f64(number).ok();
    duration.filter(|limit| !limit.is_zero()).ok_or_else(|| {
        let remedy = "give a number of seconds above 0, e.g. 2.5";
        Error::argument("--time-limit", number.to_string(), remedy)
    })
}

/// A finished search and its judgment.
struct AnnealOutcome<'a> {
    problem: &'a Problem,
    settings: AnnealSettings,
    found: AnnealedBits,
    board: Assignment,
    obeys: bool,
    /// The best value, where boards differ in it and it is known.
    best: Option<f64>,
    /// Whether the board is what was asked for.
    solves: bool,
}

/// How long the best value is searched for.
const GLANCE: Limits = Limits {
    solutions: Some(1),
    nodes: Some(200_000),
};

/// A best board, where boards differ in value and a short exact search finds one.
fn best_board(problem: &Problem) -> Option<Assignment> {
    let model = &problem.puzzle.model;
    let value = best_value(model, &GLANCE)?;
    let found = best_solutions(model, &GLANCE).solutions;
    found
        .into_iter()
        .find(|board| model.is_best(board, Some(value)))
}

/// Anneals the puzzle of `file`; exit status 0 if the board found obeys all rules.
pub(crate) fn run(
    file: &Path,
    options: &AnnealOptions,
    settings: &Settings,
    talk: &TalkOptions,
) -> Result<ExitCode> {
    let start = Instant::now();
    options.settings(None)?;
    let reduction = settings.by_the_paper_alone();
    let problem = match prepared(&reduction, file)? {
        Ok(problem) => problem,
        Err(no_solution) => return no_solution.report(talk),
    };
    let best = best_board(&problem);
    let energy = |board: &Assignment| {
        let bits = problem.reduction.project(board)?;
        Some(problem.cost.polynomial.value(|k| bits[k]))
    };
    let target = problem.cost.zero_violation_energy;
    let settings = options.settings(target.or(best.as_ref().and_then(energy)))?;
    let mut outcome = search(&problem, settings, talk);
    outcome.best = best.and_then(|board| problem.puzzle.model.value(&board));
    outcome.solves = outcome.obeys
        && (problem.puzzle.model.is_best(&outcome.board, outcome.best)
            || options.target_energy.is_some() && outcome.found.reached_target);
    let status = match outcome.found.stopped_by {
        AnnealStop::Asked => stopped(),
        AnnealStop::Target | AnnealStop::TimeLimit | AnnealStop::Restarts => {
            ExitCode::from(u8::from(!outcome.solves))
        }
    };
    if talk.json {
        let mut json = outcome.as_json();
        if !options.no_times {
            json["wall_s"] = start.elapsed().as_secs_f64().into();
        }
        print_json(&json)?;
    } else if talk.quiet {
        outcome.print_rows()?;
    } else {
        let mut page = PrintedPage::default();
        let plan = reduction.reduction()?.describe();
        page.line(format_args!("Reduction ({plan}): {}", summary(&problem)));
        outcome.print(page)?;
    }
    Ok(status)
}

fn search<'p>(
    problem: &'p Problem,
    settings: AnnealSettings,
    talk: &TalkOptions,
) -> AnnealOutcome<'p> {
    let cost = &problem.cost.polynomial;
    let model = &problem.puzzle.model;
    let obeys = |bits: &[bool]| model.is_solved_by(&problem.lift(bits));
    let bar = AnnealBar::new(talk.bar(AnnealBar::TEMPLATE), &settings);
    let stopping = Stopping::listen();
    let ask = || {
        bar.step();
        stopping.answer()
    };
    let found = anneal_asking(cost.n(), cost.terms(), &settings, obeys, &ask);
    bar.bar.finish_and_clear();
    activity::doing("judging the board");
    drop(stopping);
    let board = problem.lift(&found.bits);
    AnnealOutcome {
        obeys: model.is_solved_by(&board),
        board,
        problem,
        settings,
        found,
        best: None,
        solves: false,
    }
}

/// How far annealing is, on a terminal: of all its sweeps, or of its time where that is limited. It
/// ends before where a restart reaches the target.
struct AnnealBar {
    bar: ProgressBar,
    sweeps: AtomicU64,
    start: Instant,
    time_limit: Option<Duration>,
}

/// So many sweeps are made before the bar moves.
const SWEEPS_SHOWN: u64 = 1 << 10;

impl AnnealBar {
    const TEMPLATE: &str =
        "annealing {bar:30} {percent:>3}%  {elapsed}, at most about {eta} left  {wide_msg}";

    fn new(bar: ProgressBar, settings: &AnnealSettings) -> Self {
        bar.set_length(match settings.time_limit {
            Some(limit) => limit.as_millis() as u64,
            None => settings
                .restarts
                .max(1)
                .saturating_mul(settings.sweeps.max(1)),
        });
        Self {
            bar,
            sweeps: AtomicU64::new(0),
            start: Instant::now(),
            time_limit: settings.time_limit,
        }
    }

    /// Counts a sweep.
    fn step(&self) {
        let sweeps = self.sweeps.fetch_add(1, Ordering::Relaxed) + 1;
        if sweeps.is_multiple_of(SWEEPS_SHOWN) {
            self.bar.set_position(match self.time_limit {
                Some(_) => self.start.elapsed().as_millis() as u64,
                None => sweeps,
            });
        }
    }
}

impl AnnealOutcome<'_> {
    fn broken_rules(&self) -> Vec<String> {
        let model = &self.problem.puzzle.model;
        let violations = model.violations(&self.board);
        violations
            .iter()
            .map(|v| model.describe(v, &self.board))
            .collect()
    }

    fn as_json(&self) -> serde_json::Value {
        let puzzle = &self.problem.puzzle;
        let rows = puzzle.board(&self.board);
        let mut json = if self.solves {
            serde_json::json!({"status": "solved", "board": rows})
        } else {
            let broken = self.broken_rules();
            serde_json::json!({"status": "unsolved", "best_board": rows, "broken_rules": broken})
        };
        if let Some(value) = puzzle.model.value(&self.board) {
            json["value"] = value.into();
        }
        if let Some(best) = self.best {
            json["best_value"] = best.into();
        }
        json["energy"] = self.found.energy.into();
        if let Some(energy) = self.settings.target_energy {
            json["target_energy"] = energy.into();
            json["reached_target"] = self.found.reached_target.into();
        }
        json["stopped_by"] = self.found.stopped_by.name().into();
        json["qubits"] = self.problem.qubits().into();
        json["restarts"] = self.found.restarts_run.into();
        json["sweeps"] = self.found.sweeps.into();
        json["flips"] = self.found.flips.into();
        json["seed"] = self.settings.seed.into();
        json["family"] = puzzle.family.into();
        json["name"] = puzzle.name.clone().into();
        json
    }

    /// What to say of a board that obeys all rules.
    fn verdict(&self) -> String {
        let value = self.problem.puzzle.model.value(&self.board);
        match (value, self.best) {
            (None, _) => "This board obeys all rules.".to_owned(),
            (Some(value), Some(best)) => {
                format!("This board obeys all rules, value {value} of best {best}.")
            }
            (Some(value), None) => format!(
                "This board obeys all rules, value {value}; whether a better one exists, --method exact says."
            ),
        }
    }

    fn print_rows(&self) -> Result<()> {
        let mut page = PrintedPage::default();
        if self.solves {
            for row in self.problem.puzzle.board(&self.board) {
                page.line(row);
            }
        }
        page.print()
    }

    fn print(&self, mut page: PrintedPage) -> Result<()> {
        let target = match self.settings.target_energy {
            Some(energy) => format!(", target {energy}"),
            None => String::new(),
        };
        page.line(format_args!(
            "Energy {}{target}, after {}, {} sweeps (seed {})",
            self.found.energy,
            plural(self.found.restarts_run, "restart"),
            self.found.sweeps,
            self.settings.seed
        ));
        let marks = solved_marks(self.problem, &self.board);
        page.line(draw_board(&self.problem.puzzle, &marks, style()));
        if self.obeys {
            page.line(self.verdict());
            return page.print();
        }
        let broken = self.broken_rules();
        page.line(format_args!(
            "No board that obeys the rules was found; this one breaks {}:",
            broken.len()
        ));
        for rule in broken.iter().take(5) {
            page.line(format_args!("  {rule}"));
        }
        page.line(
            "More --restarts or --sweeps may find one; whether there is one, --method exact says.",
        );
        page.print()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_of_annealing_counts_sweeps_or_the_time_that_is_limited() {
        let settings = AnnealSettings {
            restarts: 4,
            sweeps: 1000,
            ..AnnealSettings::default()
        };
        let by_sweeps = AnnealBar::new(ProgressBar::hidden(), &settings);
        assert_eq!(by_sweeps.bar.length(), Some(4000));
        (0..3000).for_each(|_| by_sweeps.step());
        assert_eq!(by_sweeps.bar.position(), 2 * SWEEPS_SHOWN);

        let limited = AnnealSettings {
            time_limit: Some(Duration::from_secs(60)),
            ..settings
        };
        let by_time = AnnealBar::new(ProgressBar::hidden(), &limited);
        assert_eq!(by_time.bar.length(), Some(60_000));
        (0..3000).for_each(|_| by_time.step());
        assert!(by_time.bar.position() < 60_000);
    }
}
