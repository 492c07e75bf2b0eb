//! `ketboard decode`: measured counts back to boards, judged by the rules.

use super::expected::Expected;
use super::number::within;
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
    BitOrder, Bitstring, CountUnit, Counts, FEWEST_TRAJECTORIES, Judged, ResultHints, Summary,
    judge, read_results, summarize,
};
use ketboard_puzzles::{Limits, best_value, draw_board, model_hash};
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
    #[arg(long, value_name = "N", requires = "backend", value_parser = within::<FEWEST_TRAJECTORIES, 10_000_000>, allow_negative_numbers = true, hide_short_help = true)]
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
    #[arg(long, value_name = "S", requires = "trajectories", value_parser = super::number::seed, default_value = "0", allow_negative_numbers = true, hide_short_help = true)]
    seed: u64,
    /// How many boards are drawn
    #[arg(long, value_name = "K", default_value = "3", value_parser = within::<0, 10_000>, allow_negative_numbers = true)]
    top: usize,
    #[command(flatten)]
    settings: SpaceOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard decode`: boards from measured counts; exit status 1 where none obeys the rules.
pub(crate) fn run(arguments: &DecodeArguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let order = arguments.bit_order.as_deref().and_then(BitOrder::from_name);
    let mut problem = prepared(&arguments.settings.read()?, puzzle(&arguments.file)?)?;
    problem.truth = problem.truth(&Limits::default())?;
    if let Some(path) = &arguments.circuit {
        check_circuit(path, &problem)?;
    }
    let name = arguments.counts.display().to_string();
    let hints = ResultHints {
        bit_order: order,
        result: arguments.result,
    };
    let measured = read_results(
        &read_text(&arguments.counts)?,
        &name,
        problem.qubits(),
        hints,
    )?;
    let expected = Expected::new(&problem, &measured, arguments.readout_error)
        .frequency(arguments.angles.as_deref())?
        .predicted(arguments.backend.as_deref(), arguments.prediction())?;
    let counts = expected.counts()?;
    let best = best_value(&problem.puzzle.model, &Limits::default());
    // counts speak of qubits, whatever the registers
    let board = |outcome: &Bitstring| problem.lift(outcome.bits());
    let judged = judge(&counts, &problem.puzzle.model, board, best);
    let summary = summarize(&judged, &problem.puzzle.model);
    let in_space = problem.weight_in_space(&counts);
    if arguments.talk.json {
        let mut json = as_json(&problem, &counts, &judged, &summary);
        expected.add_to(&mut json);
        if let Some(in_space) = in_space {
            json["shots_in_space"] = weight(&counts, in_space);
        }
        if let Some(best) = best {
            json["best_value"] = best.into();
            json["shots_that_are_best"] = weight(&counts, summary.solving);
        }
        print_json(&json)?;
    } else if arguments.talk.quiet {
        bare_board(&problem, &judged).print()?;
    } else {
        let mut page = PrintedPage::default();
        expected.describe(&mut page);
        if let Some(in_space) = in_space {
            page.line(format_args!(
                "{} of {} keep the rules of the registers",
                weight(&counts, in_space),
                weight(&counts, summary.total)
            ));
        }
        if let Some(best) = best {
            page.line(format_args!(
                "{} reach the best value, {best}",
                weight(&counts, summary.solving)
            ));
        }
        add_boards(
            &mut page,
            arguments,
            (&problem, &counts),
            (&judged, &summary, best),
        );
        if summary.obeying == 0.0 {
            page.line(expected.what_may_be_wrong());
        }
        page.print()?;
    }
    Ok(ExitCode::from(u8::from(summary.solving == 0.0)))
}

impl DecodeArguments {
    /// How the noise of a device is predicted: by its estimate, or by trajectories where their
    /// number is given.
    fn prediction(&self) -> Prediction {
        match self.trajectories {
            None => Prediction::Estimate,
            trajectories => Prediction::Trajectories {
                trajectories,
                seed: self.seed,
            },
        }
    }
}

/// # Errors
/// If the file names no model, or another one than the problem's: its results would be read as
/// boards of another puzzle.
fn check_circuit(path: &Path, problem: &Problem) -> Result<()> {
    let text = read_text(path)?;
    let hash = model_hash(&problem.cost.polynomial);
    if text.contains(&hash) {
        return Ok(());
    }
    let is_hash = |word: &&str| word.len() == hash.len() && !word.bytes().all(|b| b == b'0');
    let other = text
        .split(|c: char| !c.is_ascii_hexdigit())
        .find(is_hash)
        .map_or("no model".to_owned(), |other| format!("the model {other}"));
    let found = format!("it names {other}, and this puzzle with these options is {hash}");
    let remedy = "give the puzzle, and the options of the export that made the circuit";
    Err(Error::input(
        path.display().to_string(),
        None,
        found,
        remedy,
    ))
}

/// The bit orders that may be named.
fn orders() -> PossibleValuesParser {
    PossibleValuesParser::new(BitOrder::ALL.map(BitOrder::name))
}

/// A weight as a number of shots where it is one.
fn weight(counts: &Counts<Bitstring>, weight: f64) -> serde_json::Value {
    match counts.unit() {
        CountUnit::Shots => (weight as u64).into(),
        CountUnit::Probability => weight.into(),
    }
}

/// What `--json` prints: every outcome with its board, its count and the rules that it breaks, and
/// what they come to.
fn as_json(
    problem: &Problem,
    counts: &Counts<Bitstring>,
    judged: &[Judged<Bitstring>],
    summary: &Summary,
) -> serde_json::Value {
    let puzzle = &problem.puzzle;
    let boards: Vec<_> = judged
        .iter()
        .map(|j| {
            let broken: Vec<_> =
                j.violations.iter().map(|v| puzzle.model.describe(v, &j.assignment)).collect();
            let mut board = serde_json::json!({
                "board": puzzle.board(&j.assignment), "count": weight(counts, j.weight),
                "bitstring": j.outcome.to_string(), "obeys_rules": j.obeys(), "broken_rules": broken,
            });
            if let Some(value) = j.value {
                board["value"] = value.into();
                board["is_best"] = j.solves().into();
            }
            board
        })
        .collect();
    let mut json = serde_json::json!({
        "status": if summary.solving > 0.0 { "solved" } else { "unsolved" },
    });
    if let Some(best) = judged.iter().find(|j| j.solves()) {
        json["board"] = puzzle.board(&best.assignment).into();
    }
    json["qubits"] = problem.qubits().into();
    if counts.unit() == CountUnit::Shots {
        json["shots"] = weight(counts, summary.total);
    }
    json["shots_that_obey"] = weight(counts, summary.obeying);
    if !problem.judged_only().is_empty() {
        json["shots_dropped"] = weight(counts, problem.dropped(judged));
    }
    let broken = summary
        .broken
        .iter()
        .map(|(kind, part)| (kind.name().to_owned(), (*part).into()));
    json["fraction_that_breaks"] = serde_json::Value::Object(broken.collect());
    json["boards"] = boards.into();
    json
}

/// The most frequent board that solves the puzzle, one row a line.
fn bare_board(problem: &Problem, judged: &[Judged<Bitstring>]) -> PrintedPage {
    let mut page = PrintedPage::default();
    let best = judged.iter().find(|j| j.solves());
    for row in best
        .into_iter()
        .flat_map(|j| problem.puzzle.board(&j.assignment))
    {
        page.line(row);
    }
    page
}

/// Adds the most frequent boards, and how often each kind of rule is broken.
fn add_boards(
    page: &mut PrintedPage,
    arguments: &DecodeArguments,
    (problem, counts): (&Problem, &Counts<Bitstring>),
    (judged, summary, best): (&[Judged<Bitstring>], &Summary, Option<f64>),
) {
    let puzzle = &problem.puzzle;
    let amount = |weight: f64| match counts.unit() {
        CountUnit::Shots => plural(weight as u64, "shot"),
        CountUnit::Probability => format!("probability {}", probability(weight)),
    };
    let all = judged.iter().map(|j| j.assignment.clone()).collect();
    let obeying = boards_that_obey(puzzle, judged);
    page.line(format_args!(
        "{} of {} obey the rules, in {} of {}\n",
        weight(counts, summary.obeying),
        amount(summary.total),
        obeying.len(),
        plural(puzzle.different_boards(all).len() as u64, "distinct board")
    ));
    if !problem.judged_only().is_empty() {
        page.line(format_args!(
            "{} more break only rules that are not in the cost: {}\n",
            weight(counts, problem.dropped(judged)),
            unencoded(problem)
        ));
    }
    for (j, weight) in obeying.into_iter().take(arguments.top) {
        page.line(format_args!("{}: {}", amount(weight), verdict(j, best)));
        let marks = solved_marks(problem, &j.assignment);
        page.drawing(draw_board(puzzle, &marks, style()));
    }
    for (kind, part) in &summary.broken {
        let percent = 100.0 * part;
        page.line(format_args!("{percent:5.1} % break a rule of kind {kind}"));
    }
    if summary.obeying == 0.0 {
        for j in judged.iter().take(arguments.top) {
            let rules = plural(j.violations.len() as u64, "rule");
            page.line(format_args!("\n{}: breaks {rules}", amount(j.weight)));
            for violation in j.violations.iter().take(NAMED) {
                let words = puzzle.model.describe(violation, &j.assignment);
                page.line(format_args!("  {words}"));
            }
        }
    }
}

/// What to say of a board that obeys all rules.
fn verdict(judged: &Judged<Bitstring>, best: Option<f64>) -> String {
    match (judged.value, best) {
        (None, _) => "obeys all rules".to_owned(),
        (Some(value), Some(best)) => format!("obeys all rules, value {value} of best {best}"),
        (Some(value), None) => format!("obeys all rules, value {value}; the best is not known"),
    }
}

/// How many broken rules of a board are named.
const NAMED: usize = 5;
