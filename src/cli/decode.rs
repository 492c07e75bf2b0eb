//! `ketboard decode`: measured counts back to boards, judged by the rules.

use super::expected::Expected;
use super::number::{seed, within};
use super::options::{SpaceOptions, TalkOptions};
use super::page::{PrintedPage, print_json};
use super::show::{solved_marks, style, unencoded};
use super::subject::{prepared, puzzle};
use super::words::{plural, probability};
use crate::files::read_text;
use crate::pipeline::{Prediction, Problem, boards_that_obey};
use crate::{Error, Result};
use clap::builder::PossibleValuesParser;
use ketboard_circuits::{
    BitOrder, Bitstring, CountUnit, Counts, Judged, ResultHints, Summary, TrajectoryPlan, judge,
    read_results,
};
use ketboard_puzzles::{Limits, best_value, draw_board, model_hash};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct DecodeArguments {
    /// The puzzle file the circuit was exported from
    file: PathBuf,
    /// The results: what IBM's Sampler, IonQ, Braket or Quantinuum gave, or {"0110": 12, ...} as
    /// Qiskit has it, bare or under "counts"
    counts: PathBuf,
    /// Where qubit 0 stands in a bitstring [default: what the file's shape says, else qubit0-left]
    ///
    /// qubit0-left is the order of Ketboard, Braket and IonQ; counts that Qiskit prints are
    /// qubit0-right; number reads outcomes as whole numbers whose lowest bit is qubit 0.
    #[arg(long, value_name = "ORDER", value_parser = orders())]
    bit_order: Option<String>,
    /// Which result, where a file holds those of several circuits or sets of angles, counted from 1
    #[arg(long, value_name = "K", value_parser = within::<1, 1_000_000>, allow_negative_numbers = true, hide_short_help = true)]
    result: Option<usize>,
    /// The angles of the circuit, to hold the measured frequency against the ideal one: any JSON
    /// with "gammas" and "betas"
    #[arg(long, value_name = "RESULT.json")]
    angles: Option<PathBuf>,
    /// The file of the circuit or the job that was run: refused where it is not that of this puzzle
    /// with these options
    ///
    /// Compared is the hash of the model, which every exported file holds.
    #[arg(long, value_name = "FILE")]
    circuit: Option<PathBuf>,
    /// The device that ran the circuit, to hold the measured frequency against a prediction under
    /// its noise: as in `device`
    ///
    /// The prediction is that of `device --estimate` for the circuit as `export` places it without
    /// further options. It holds the device's own readout errors, whatever --readout-error undoes
    /// in the shots.
    #[arg(long, value_name = "NAME", requires = "angles")]
    backend: Option<String>,
    /// Predict by so many quantum trajectories, too
    #[arg(long, value_name = "N", requires = "backend", value_parser = within::<{ TrajectoryPlan::FEWEST }, 10_000_000>, allow_negative_numbers = true, hide_short_help = true)]
    trajectories: Option<usize>,
    /// Undo independent readout errors: the probability that a bit is read wrongly
    ///
    /// The boards are then those of a distribution, no longer of a number of shots; the output says
    /// that this was done. Refused where the shots are too few to undo that many errors.
    #[arg(
        long,
        value_name = "RATE",
        allow_negative_numbers = true,
        hide_short_help = true
    )]
    readout_error: Option<f64>,
    /// Seed of the trajectories
    #[arg(long, value_name = "S", requires = "trajectories", value_parser = seed, default_value = "0", allow_negative_numbers = true, hide_short_help = true)]
    seed: u64,
    /// How many boards are drawn
    #[arg(long, value_name = "K", default_value = "3", value_parser = within::<0, 10_000>, allow_negative_numbers = true)]
    top: usize,
    #[command(flatten)]
    settings: SpaceOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// What was measured, as boards.
struct Decoded<'d> {
    problem: &'d Problem,
    counts: &'d Counts<Bitstring>,
    judged: &'d [Judged<Bitstring>],
    summary: Summary,
    /// The best value of a board, where boards differ in it.
    best: Option<f64>,
}

/// Runs `ketboard decode`: the boards that were measured, and how often they solve the puzzle; exit
/// status 1 where none does.
pub(crate) fn run(arguments: &DecodeArguments) -> Result<ExitCode> {
    let talk = &arguments.talk;
    talk.use_threads()?;
    let mut problem = prepared(&arguments.settings.read()?, puzzle(&arguments.file)?)?;
    problem.truth = problem.truth(&Limits::default())?;
    if let Some(path) = &arguments.circuit {
        check_circuit(path, &problem)?;
    }
    let hints = ResultHints {
        bit_order: arguments.bit_order.as_deref().and_then(BitOrder::from_name),
        result: arguments.result,
    };
    let (text, name) = (
        read_text(&arguments.counts)?,
        arguments.counts.display().to_string(),
    );
    let measured = read_results(&text, &name, problem.qubits(), hints)?;
    let prediction = match arguments.trajectories {
        None => Prediction::Estimate,
        trajectories => Prediction::Trajectories {
            trajectories,
            seed: arguments.seed,
        },
    };
    let expected = Expected::new(
        &problem,
        &measured,
        arguments.readout_error,
        arguments.angles.as_deref(),
        arguments.backend.as_deref().map(|name| (name, prediction)),
    )?;
    let counts = expected.counts()?;
    let model = &problem.puzzle.model;
    let best = best_value(model, &Limits::default());
    let board = |outcome: &Bitstring| problem.lift(outcome.bits());
    let judged = judge(&counts, model, board, best);
    let decoded = Decoded {
        problem: &problem,
        counts: &counts,
        judged: &judged,
        summary: Summary::of(&judged, model),
        best,
    };
    let mut page = PrintedPage::default();
    if talk.json {
        print_json(&decoded.json(&expected))?;
    } else if talk.quiet {
        if let Some(found) = decoded.solution() {
            page.drawing(problem.puzzle.board(&found.assignment).join("\n"));
        }
        page.print()?;
    } else {
        expected.describe(&mut page);
        decoded.describe(&mut page, arguments.top);
        if decoded.summary.obeying == 0.0 {
            page.line(expected.what_may_be_wrong());
        }
        page.print()?;
    }
    Ok(ExitCode::from(u8::from(decoded.summary.solving == 0.0)))
}

/// # Errors
/// If a file of a circuit or a job does not name the model of this problem.
fn check_circuit(path: &Path, problem: &Problem) -> Result<()> {
    let text = read_text(path)?;
    let hash = model_hash(&problem.cost.polynomial);
    if text.contains(&hash) {
        return Ok(());
    }
    let is_hash = |word: &&str| word.len() == hash.len() && !word.bytes().all(|b| b == b'0');
    let mut words = text.split(|c: char| !c.is_ascii_hexdigit());
    let other = words.find(is_hash);
    let other = other.map_or("no model".to_owned(), |other| format!("the model {other}"));
    let found = format!("it names {other}, and this puzzle with these options is {hash}");
    let remedy = "give the puzzle, and the options of the export that made the circuit";
    Err(Error::input(
        path.display().to_string(),
        None,
        found,
        remedy,
    ))
}

fn orders() -> PossibleValuesParser {
    PossibleValuesParser::new(BitOrder::ALL.map(BitOrder::name))
}

impl Decoded<'_> {
    /// The likeliest board that solves the puzzle.
    fn solution(&self) -> Option<&Judged<Bitstring>> {
        self.judged.iter().find(|judged| judged.solves())
    }

    /// A weight as a number of shots, or as a probability.
    fn weight(&self, weight: f64) -> Value {
        match self.counts.unit() {
            CountUnit::Shots => (weight as u64).into(),
            CountUnit::Probability => weight.into(),
        }
    }

    /// The same in words.
    fn amount(&self, weight: f64) -> String {
        match self.counts.unit() {
            CountUnit::Shots => plural(weight as u64, "shot"),
            CountUnit::Probability => format!("probability {}", probability(weight)),
        }
    }

    /// What breaks only rules that are not in the cost, where there are such rules.
    fn dropped(&self) -> Option<f64> {
        let has_some = !self.problem.judged_only().is_empty();
        has_some.then(|| self.problem.dropped(self.judged))
    }

    /// For programs.
    fn json(&self, expected: &Expected<'_>) -> Value {
        let (puzzle, summary) = (&self.problem.puzzle, &self.summary);
        let broken = |judged: &Judged<Bitstring>| -> Vec<String> {
            let words = |violation| puzzle.model.describe(violation, &judged.assignment);
            judged.violations.iter().map(words).collect()
        };
        let boards = self.judged.iter().map(|judged| {
            json!({
                "board": puzzle.board(&judged.assignment),
                "count": self.weight(judged.weight),
                "bitstring": judged.outcome.to_string(),
                "obeys_rules": judged.obeys(),
                "broken_rules": broken(judged),
                "value": judged.value,
                "is_best": judged.value.map(|_| judged.solves()),
            })
        });
        let by_kind = summary.broken.iter();
        let by_kind = by_kind.map(|(kind, part)| (kind.name().to_owned(), (*part).into()));
        let solution = self.solution();
        let is_shots = self.counts.unit() == CountUnit::Shots;
        let in_space = self.problem.weight_in_space(self.counts);
        let mut json = json!({
            "status": if solution.is_some() { "solved" } else { "unsolved" },
            "board": solution.map(|judged| puzzle.board(&judged.assignment)),
            "qubits": self.problem.qubits(),
            "shots": is_shots.then(|| self.weight(summary.total)),
            "shots_that_obey": self.weight(summary.obeying),
            "shots_dropped": self.dropped().map(|dropped| self.weight(dropped)),
            "fraction_that_breaks": by_kind.collect::<Map<String, Value>>(),
            "boards": boards.collect::<Value>(),
            "shots_in_space": in_space.map(|weight| self.weight(weight)),
            "best_value": self.best,
            "shots_that_are_best": self.best.map(|_| self.weight(summary.solving)),
        });
        expected.add_to(&mut json);
        json
    }

    /// For people: how many obey the rules, the `top` boards that do, and what the others break.
    fn describe(&self, page: &mut PrintedPage, top: usize) {
        /// Broken rules of a board that are named.
        const NAMED: usize = 5;
        let (puzzle, summary) = (&self.problem.puzzle, &self.summary);
        if let Some(in_space) = self.problem.weight_in_space(self.counts) {
            let (inside, all) = (self.weight(in_space), self.weight(summary.total));
            page.line(format_args!(
                "{inside} of {all} keep the rules of the registers"
            ));
        }
        if let Some(best) = self.best {
            let solving = self.weight(summary.solving);
            page.line(format_args!("{solving} reach the best value, {best}"));
        }
        let all = self.judged.iter().map(|judged| judged.assignment.clone());
        let all = puzzle.different_boards(all.collect()).len();
        let obeying = boards_that_obey(puzzle, self.judged);
        page.line(format_args!(
            "{} of {} obey the rules, in {} of {}\n",
            self.weight(summary.obeying),
            self.amount(summary.total),
            obeying.len(),
            plural(all as u64, "distinct board")
        ));
        if let Some(dropped) = self.dropped().filter(|dropped| *dropped > 0.0) {
            let rules = unencoded(self.problem);
            let dropped = self.weight(dropped);
            page.line(format_args!(
                "{dropped} more break only rules that are not in the cost: {rules}\n"
            ));
        }
        for (judged, weight) in obeying.into_iter().take(top) {
            let value = match (judged.value, self.best) {
                (None, _) => String::new(),
                (Some(value), Some(best)) => format!(", value {value} of best {best}"),
                (Some(value), None) => format!(", value {value}; the best is not known"),
            };
            page.line(format_args!(
                "{}: obeys all rules{value}",
                self.amount(weight)
            ));
            let marks = solved_marks(self.problem, &judged.assignment);
            page.drawing(draw_board(puzzle, &marks, style()));
        }
        for (kind, part) in &summary.broken {
            let percent = 100.0 * part;
            page.line(format_args!("{percent:5.1} % break a rule of kind {kind}"));
        }
        let failed = self.judged.iter().filter(|_| summary.obeying == 0.0);
        for judged in failed.take(top) {
            let rules = plural(judged.violations.len() as u64, "rule");
            page.line(format_args!(
                "\n{}: breaks {rules}",
                self.amount(judged.weight)
            ));
            for violation in judged.violations.iter().take(NAMED) {
                let words = puzzle.model.describe(violation, &judged.assignment);
                page.line(format_args!("  {words}"));
            }
        }
    }
}
