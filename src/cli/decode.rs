//! `ketboard decode`: measured counts back to boards, judged by the rules.

use super::common::{ModelOptions, TalkOptions, print_json};
use super::show::{solved_marks, style};
use ketboard::draw;
use ketboard::files::read_text;
use ketboard::pipeline::Problem;
use ketboard::sample::{BitOrder, Counts, Judged, Summary, Unit, judge, read_counts, summarize};
use ketboard::{Error, Result};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The puzzle file the circuit was exported from
    file: PathBuf,
    /// The counts: {"0110": 12, ...}, bare or under "counts"
    counts: PathBuf,
    /// Where qubit 0 stands in a bitstring: qubit0-left (Ketboard, Braket) or qubit0-right (Qiskit, IBM)
    /// [default: what the file says, else qubit0-left]
    #[arg(long, value_name = "ORDER")]
    bit_order: Option<String>,
    /// How many boards are shown
    #[arg(long, value_name = "K", default_value_t = 3)]
    top: usize,
    #[command(flatten)]
    model: ModelOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    arguments.talk.use_threads()?;
    let order = arguments.bit_order.as_deref().map(bit_order).transpose()?;
    let problem = match arguments.model.prepare(&arguments.file)? {
        Ok(problem) => problem,
        Err(no_solution) => return Ok(no_solution.report(&arguments.talk)),
    };
    let name = arguments.counts.display().to_string();
    let counts = read_counts(
        &read_text(&arguments.counts)?,
        &name,
        problem.qubits(),
        order,
    )?;
    let judged = judge(&counts, &problem.puzzle.model, &problem.reduction);
    let summary = summarize(&judged, &problem.puzzle.model);
    if arguments.talk.json {
        print_json(&as_json(&problem, &counts, &judged, &summary));
    } else {
        print(arguments, &problem, &counts, &judged, &summary);
    }
    Ok(ExitCode::from(u8::from(summary.obeying == 0.0)))
}

fn bit_order(name: &str) -> Result<BitOrder> {
    BitOrder::from_name(name).ok_or_else(|| {
        let names = BitOrder::ALL.map(BitOrder::name).join(", ");
        Error::argument(
            "--bit-order",
            format!("found {name:?}"),
            format!("use one of {names}"),
        )
    })
}

/// A weight as a number of shots where it is one.
fn weight(counts: &Counts, weight: f64) -> serde_json::Value {
    match counts.unit() {
        Unit::Shots => (weight as u64).into(),
        Unit::Probability => weight.into(),
    }
}

fn as_json(
    problem: &Problem,
    counts: &Counts,
    judged: &[Judged],
    summary: &Summary,
) -> serde_json::Value {
    let puzzle = &problem.puzzle;
    let boards: Vec<_> = judged
        .iter()
        .map(|j| {
            let broken: Vec<_> =
                j.violations.iter().map(|v| puzzle.model.describe(v, &j.assignment)).collect();
            serde_json::json!({
                "board": puzzle.board(&j.assignment), "count": weight(counts, j.weight),
                "bitstring": counts.bitstring(j.index), "obeys_rules": j.obeys(), "broken_rules": broken,
            })
        })
        .collect();
    let mut json = serde_json::json!({
        "status": if summary.obeying > 0.0 { "solved" } else { "unsolved" },
    });
    if let Some(best) = judged.iter().find(|j| j.obeys()) {
        json["board"] = puzzle.board(&best.assignment).into();
    }
    json["qubits"] = problem.qubits().into();
    json["shots"] = weight(counts, summary.total);
    json["shots_that_obey"] = weight(counts, summary.obeying);
    let broken = summary
        .broken
        .iter()
        .map(|(kind, part)| (kind.name().to_owned(), (*part).into()));
    json["fraction_that_breaks"] = serde_json::Value::Object(broken.collect());
    json["boards"] = boards.into();
    json
}

fn print(
    arguments: &Arguments,
    problem: &Problem,
    counts: &Counts,
    judged: &[Judged],
    summary: &Summary,
) {
    let puzzle = &problem.puzzle;
    let unit = match counts.unit() {
        Unit::Shots => "shots",
        Unit::Probability => "of the probability",
    };
    let obeying = judged.iter().filter(|j| j.obeys());
    anstream::println!(
        "{} of {} {unit} obey the rules, in {} of {} distinct boards\n",
        summary.obeying,
        summary.total,
        obeying.clone().count(),
        judged.len()
    );
    for j in obeying.take(arguments.top) {
        anstream::println!("{} {unit}: obeys all rules", j.weight);
        anstream::println!(
            "{}",
            draw::board(puzzle, &solved_marks(problem, &j.assignment), style())
        );
    }
    for (kind, part) in &summary.broken {
        anstream::println!("{:5.1} % break a rule of kind {kind}", 100.0 * part);
    }
    if summary.obeying == 0.0 {
        for j in judged.iter().take(arguments.top) {
            anstream::println!("{} {unit}: breaks {} rules", j.weight, j.violations.len());
            for violation in j.violations.iter().take(5) {
                anstream::println!("  {}", puzzle.model.describe(violation, &j.assignment));
            }
        }
        anstream::println!(
            "If that surprises: the bitstrings may be the other way round (--bit-order)."
        );
    }
}
