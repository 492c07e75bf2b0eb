//! `ketboard decode`: measured counts back to boards, judged by the rules, and P(success) as it was
//! measured beside what to expect.

use super::angles::angles_of;
use super::flags::in_reason;
use super::hardware::backend;
use super::options::{SpaceOptions, TalkOptions, named, within};
use super::page::PrintedPage;
use super::registers::by_kind;
use super::subject::{prepared, puzzle};
use super::words::plural;
use crate::experiment::Decoded;
use crate::files::{read_text, shown_name};
use crate::page::short;
use crate::pipeline::{Problem, boards_that_obey};
use crate::settings::AnsatzKind;
use crate::{Error, Result};
use ketboard_circuits::{BitOrder, CountUnit, MeasuredResults, ResultHints, SaidBy};
use ketboard_puzzles::Limits;
use serde_json::Value;
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
    let said = match measured.said_by {
        SaidBy::Caller => "",
        SaidBy::File => " (as the file says)",
        SaidBy::Shape => " (that of this format)",
        SaidBy::Nobody => " (assumed)",
    };
    let order = measured.bit_order.name();
    let read_as = format!("{}, bit order {order}{said}", measured.shape);
    let decoded = Decoded::new(&problem, measured, arguments.readout_error)?;
    let angles = arguments.angles.as_ref();
    let angles = angles.map(|path| angles_of(path, &problem, AnsatzKind::Standard));
    let device = arguments.backend.as_deref().map(backend).transpose()?;
    let mut record = decoded.record(angles.transpose()?.as_ref(), device)?;
    if let Some(hint) = record["hint"].as_str() {
        record["hint"] = in_reason(hint).into();
    }
    let solution = decoded.solution();
    let bare = solution.map(|found| problem.puzzle.board(&found.assignment).join("\n"));
    talk.tell(&record, bare, |page| {
        page.problem(&problem);
        page.fact("read as", read_as);
        page.facts(&record, FACTS);
        if record["shots_dropped"].as_f64().is_some_and(|dropped| dropped > 0.0) {
            page.fact("  not in the cost", by_kind(&problem, problem.judged_only()));
        }
        page.facts(&record, "hint");
        page.decoded(&problem, &decoded, &record, arguments.top);
        if solution.is_none() {
            page.line("\nIf that surprises: was the board reduced by the same options for the circuit? Are the bitstrings the other way round (--bit-order)?");
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

impl PrintedPage {
    /// Adds the first boards that obey the rules, and what the others break.
    fn decoded(&mut self, problem: &Problem, decoded: &Decoded<'_>, record: &Value, top: usize) {
        let amount = |of: f64| match decoded.counts.unit() {
            CountUnit::Shots => plural(of as u64, "shot"),
            CountUnit::Probability => format!("probability {}", short(of)),
        };
        let obeying = boards_that_obey(&problem.puzzle, &decoded.judged);
        let shown = if obeying.is_empty() { top } else { 0 };
        for (judged, weight) in obeying.into_iter().take(top) {
            let value = judged.value.map(|value| format!(", value {value}"));
            let (amount, value) = (amount(weight), value.unwrap_or_default());
            self.line(format_args!("\n{amount}: obeys all rules{value}"));
            self.answer(problem, &judged.assignment);
        }
        let kinds = record["fraction_that_breaks"].as_object();
        for (kind, part) in kinds.into_iter().flatten() {
            let percent = short(100.0 * part.as_f64().unwrap_or(0.0));
            self.fact(&format!("break a {kind} rule"), format_args!("{percent} %"));
        }
        for judged in decoded.judged.iter().take(shown) {
            let rules = plural(judged.violations.len() as u64, "rule");
            self.line(format_args!("\n{}: breaks {rules}", amount(judged.weight)));
            self.violations(&problem.puzzle, judged);
        }
    }
}
