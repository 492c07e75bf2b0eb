//! `ketboard decode`: measured counts back to boards, judged by the rules, and P(success) as it was
//! measured beside what to expect.

use super::angles::AnglesFile;
use super::hardware::backend;
use super::options::{SpaceOptions, TalkOptions, named, within};
use super::page::PrintedPage;
use super::show::unencoded;
use super::subject::{prepared, puzzle};
use super::words::plural;
use crate::files::{read_text, shown_name};
use crate::json::extend;
use crate::page::short;
use crate::pipeline::{Problem, boards_that_obey, solution_frequency};
use crate::settings::AnsatzKind;
use crate::{Error, Result};
use ketboard_circuits::{
    BitOrder, Bitstring, CountUnit, Counts, Judged, MeasuredResults, ResultHints, SaidBy, Summary,
};
use ketboard_puzzles::Limits;
use serde_json::{Map, Value, json};
use std::ops::ControlFlow::Continue;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct DecodeArguments {
    /// The puzzle file the circuit was exported from
    file: PathBuf,
    /// The results: what IBM's Sampler, IonQ, Braket or Quantinuum gave, or {"0110": 12, ...} as
    /// Qiskit has it, bare or under "counts"
    counts: PathBuf,
    /// Where qubit 0 is in a bitstring [default: what the file's shape says, else qubit0-left]
    ///
    /// qubit0-left is the order of Ketboard, Braket and IonQ; counts that Qiskit prints are
    /// qubit0-right; number reads outcomes as whole numbers whose lowest bit is qubit 0.
    #[arg(long, value_name = "ORDER", value_parser = named(BitOrder::ALL.map(|order| (order.name(), order))))]
    bit_order: Option<BitOrder>,
    /// Which result, where a file holds those of several circuits or sets of angles, counted from 1
    #[arg(long, value_name = "K", value_parser = within::<1, 1_000_000>, hide_short_help = true)]
    result: Option<usize>,
    /// The angles of the circuit, to compare the measured P(success) with the ideal one: any JSON
    /// with "gammas" and "betas"
    #[arg(long, value_name = "RESULT.json")]
    angles: Option<PathBuf>,
    /// The file of the circuit or the job that was run: an error if it was not made of this puzzle
    /// with these options
    ///
    /// What is compared is the hash of the model, which every exported file holds.
    #[arg(long, value_name = "FILE")]
    circuit: Option<PathBuf>,
    /// The device that ran the circuit, to compare the measured P(success) with a prediction under
    /// its noise: as in `device`
    ///
    /// The prediction is that of `device` for the circuit as `export` places it without further
    /// options. It holds the device's own readout errors, whatever --readout-error undoes in the
    /// shots.
    #[arg(long, value_name = "NAME", requires = "angles")]
    backend: Option<String>,
    /// Undo independent readout errors: the probability that a bit is read wrongly
    ///
    /// The boards are then those of a distribution, no longer of a number of shots; the output says
    /// that this was done. Refused where the shots are too few to undo that many errors.
    #[arg(long, value_name = "RATE", hide_short_help = true)]
    readout_error: Option<f64>,
    /// How many boards are drawn
    #[arg(long, value_name = "K", default_value = "3", value_parser = within::<0, 10_000>)]
    top: usize,
    #[command(flatten)]
    settings: SpaceOptions,
}

/// Runs `ketboard decode`: the boards that were measured, and how often they solve the puzzle; exit
/// status 1 where none does.
pub(crate) fn run(arguments: &DecodeArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let mut problem = prepared(&arguments.settings.0, puzzle(&arguments.file)?)?;
    problem.truth = problem.truth(&Limits::default())?;
    if let Some(path) = &arguments.circuit {
        check_circuit(path, &problem)?;
    }
    let hints = ResultHints {
        bit_order: arguments.bit_order,
        result: arguments.result,
    };
    let (text, name) = (read_text(&arguments.counts)?, shown_name(&arguments.counts));
    let measured = MeasuredResults::read(&text, &name, problem.qubits(), hints)?;
    let counts = match arguments.readout_error {
        Some(rate) => measured.counts.mitigated(rate)?,
        None => measured.counts.clone(),
    };
    let best = problem.puzzle.model.best_value(&Limits::default());
    let board = |outcome: &Bitstring| problem.lift(outcome.bits());
    let judged = counts.judge(&problem.puzzle.model, board, best);
    let mut record = boards(&problem, &counts, &judged, best);
    extend(&mut record, arguments.expected(&problem, &measured)?);
    let solution = judged.iter().find(|judged| judged.solves());
    let bare = solution.map(|found| problem.puzzle.board(&found.assignment).join("\n"));
    talk.tell(&record, bare, |page| {
        page.problem(&problem);
        let said = match measured.said_by {
            SaidBy::Caller => "",
            SaidBy::File => " (as the file says)",
            SaidBy::Shape => " (that of this format)",
            SaidBy::Nobody => " (assumed)",
        };
        let order = measured.bit_order.name();
        page.fact("read as", format_args!("{}, bit order {order}{said}", measured.shape));
        page.facts(&record, FACTS);
        if record["shots_dropped"].as_f64().is_some_and(|dropped| dropped > 0.0) {
            page.fact("  not in the cost", unencoded(&problem));
        }
        record["hint"].as_str().into_iter().for_each(|hint| page.line(hint));
        add_boards(page, &problem, (&counts, &judged), &record, arguments.top);
        if solution.is_none() {
            page.line(match measured.said_by {
                SaidBy::Shape => "\nIf that surprises: was the board reduced by the same options for the circuit?",
                _ => "\nIf that surprises: are the bitstrings the other way round (--bit-order)? Was the board reduced by the same options?",
            });
        }
    })?;
    Ok(ExitCode::from(u8::from(solution.is_none())))
}

/// What is printed of all shots.
const FACTS: &str = "mitigation shots shots_in_space shots_that_obey shots_that_are_best best_value solution_frequency success_probability noisy_success_probability estimated_success_probability random_success_probability device calibration shots_dropped";

/// # Errors
/// If a file of a circuit or a job does not name the model of this problem.
fn check_circuit(path: &Path, problem: &Problem) -> Result<()> {
    let text = read_text(path)?;
    let hash = problem.cost.polynomial.hash();
    if text.contains(&hash) {
        return Ok(());
    }
    let found = format!("it does not name the model of this puzzle with these options, {hash}");
    let remedy = "give the puzzle, and the options of the export that made the circuit";
    Err(Error::input(shown_name(path), None, found, remedy))
}

/// What was measured, as boards.
fn boards(
    problem: &Problem,
    counts: &Counts<Bitstring>,
    judged: &[Judged<Bitstring>],
    best: Option<f64>,
) -> Value {
    let (puzzle, summary) = (&problem.puzzle, Summary::of(judged, &problem.puzzle.model));
    let weight = |of: f64| match counts.unit() {
        CountUnit::Shots => json!(of as u64),
        CountUnit::Probability => json!(of),
    };
    let boards = judged.iter().map(|judged| {
        let words = |violation| puzzle.model.describe(violation, &judged.assignment);
        json!({
            "board": puzzle.board(&judged.assignment),
            "count": weight(judged.weight),
            "bitstring": judged.outcome.to_string(),
            "obeys_rules": judged.obeys(),
            "broken_rules": judged.violations.iter().map(words).collect::<Vec<_>>(),
            "value": judged.value,
            "is_best": judged.value.map(|_| judged.solves()),
        })
    });
    let by_kind = summary.broken.iter();
    let by_kind = by_kind.map(|(kind, part)| (kind.name().to_owned(), json!(part)));
    let solution = judged.iter().find(|judged| judged.solves());
    let has_unencoded = !problem.judged_only().is_empty();
    json!({
        "status": if solution.is_some() { "solved" } else { "unsolved" },
        "board": solution.map(|judged| puzzle.board(&judged.assignment)),
        "qubits": problem.qubits(),
        "shots": (counts.unit() == CountUnit::Shots).then(|| weight(summary.total)),
        "shots_that_obey": weight(summary.obeying),
        "shots_dropped": has_unencoded.then(|| weight(problem.dropped(judged))),
        "fraction_that_breaks": by_kind.collect::<Map<String, Value>>(),
        "boards": boards.collect::<Value>(),
        "shots_in_space": problem.weight_in_space(counts).map(weight),
        "best_value": best,
        "shots_that_are_best": best.map(|_| weight(summary.solving)),
    })
}

/// Adds the first boards that obey the rules, and what the others break.
fn add_boards(
    page: &mut PrintedPage,
    problem: &Problem,
    (counts, judged): (&Counts<Bitstring>, &[Judged<Bitstring>]),
    record: &Value,
    top: usize,
) {
    let amount = |of: f64| match counts.unit() {
        CountUnit::Shots => plural(of as u64, "shot"),
        CountUnit::Probability => format!("probability {}", short(of)),
    };
    let obeying = boards_that_obey(&problem.puzzle, judged);
    let none_obeys = obeying.is_empty();
    for (judged, weight) in obeying.into_iter().take(top) {
        let value = judged
            .value
            .map_or(String::new(), |value| format!(", value {value}"));
        page.line(format_args!("\n{}: obeys all rules{value}", amount(weight)));
        page.answer(problem, &judged.assignment);
    }
    let kinds = record["fraction_that_breaks"].as_object();
    for (kind, part) in kinds.into_iter().flatten() {
        let percent = 100.0 * part.as_f64().unwrap_or(0.0);
        page.fact(
            &format!("break a {kind} rule"),
            format_args!("{} %", short(percent)),
        );
    }
    for judged in judged.iter().filter(|_| none_obeys).take(top) {
        let rules = plural(judged.violations.len() as u64, "rule");
        page.line(format_args!("\n{}: breaks {rules}", amount(judged.weight)));
        page.violations(&problem.puzzle, judged);
    }
}

impl DecodeArguments {
    /// How the file was read, and how often its shots solve the puzzle, beside a random guess,
    /// where the angles are known the ideal circuit, and where a device is named its noise.
    fn expected(&self, problem: &Problem, measured: &MeasuredResults) -> Result<Value> {
        let mut keys = json!({"shape": measured.shape, "bit_order": measured.bit_order.name()});
        if let Some(rate) = self.readout_error {
            let method = "inverse of independent readout errors, then the nearest distribution";
            keys["shots"] = json!(measured.counts.total());
            keys["mitigation"] = json!({"readout_error": rate, "method": method});
        }
        let read = |path: &PathBuf| AnglesFile::read(path)?.on(problem, AnsatzKind::Standard);
        let angles = self.angles.as_ref().map(read).transpose()?;
        if !problem.truth.complete {
            return Ok(keys);
        }
        let counts = &measured.counts;
        let (frequency, interval) = solution_frequency(problem, counts, self.readout_error)?;
        if let (Some(name), Some(angles)) = (&self.backend, &angles) {
            let device = backend(name)?;
            keys["calibration"] = json!(device.source);
            let found = json!(problem.forecast(angles, device, 0, &|| Continue(()))?);
            for key in PREDICTED {
                keys[key] = found[key].clone();
            }
        }
        // where nobody said the order and the other one solves more, that is worth knowing
        let (turned, _) = solution_frequency(problem, &counts.turned(), None)?;
        let is_open = measured.said_by == SaidBy::Nobody && self.readout_error.is_none();
        if is_open && turned > frequency {
            keys["hint"] = format!("read the other way round P(success) is {}: if Qiskit printed these counts, say --bit-order qubit0-right", short(turned)).into();
        }
        let ideal = angles.map(|angles| problem.at(&angles)).transpose()?;
        let of_shots = json!({
            "solution_frequency": frequency,
            "solution_frequency_interval": interval,
            "success_probability": ideal.and_then(|ideal| ideal.success_probability),
            "random_success_probability": problem.truth.random_guess(),
        });
        extend(&mut keys, of_shots);
        Ok(keys)
    }
}

/// The keys of a record of `device` that a prediction gives.
const PREDICTED: [&str; 6] = [
    "device",
    "estimated_fidelity",
    "estimated_success_probability",
    "noisy_success_probability",
    "noisy_success_interval",
    "trajectories",
];
