//! `ketboard grover`: Grover search for the solutions of a puzzle.

use super::activity;
use super::circuit_file::{CircuitFileOptions, QISKITS_ORDER};
use super::facts::page_with_board;
use super::number::{seed, within};
use super::options::{SpaceOptions, TalkOptions};
use super::page::print_json;
use super::subject::{opened, puzzle};
use super::words::plural;
use crate::files::{check_target, write_output};
use crate::pipeline::{GroverMethod, GroverPlan, Problem, grover_circuit, search_by_grover};
use crate::settings::Settings;
use crate::{Error, Result};
use ketboard_circuits::CircuitHeader;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
#[command(
    after_long_help = "N queens up to 6 and N-queens² up to 3 without clues, with no option of the model, are searched by a circuit that \
                  checks the rules by gates; in every other search the oracle marks the solutions that the exact solver lists. Exit \
                  status 1: the puzzle has no solution, or no measured board obeys the rules."
)]
pub(crate) struct GroverArguments {
    /// The puzzle file
    file: PathBuf,
    /// Number of Grover iterations [default: the best one for the counted number of solutions]
    #[arg(long, value_name = "N", value_parser = within::<0, 1_000_000>, allow_negative_numbers = true)]
    iterations: Option<usize>,
    /// Number of measurements of the final state
    #[arg(long, value_name = "N", default_value = "1024", value_parser = within::<1, 1_000_000_000>, allow_negative_numbers = true)]
    shots: usize,
    /// Seed of the measurements
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// File for the circuit
    #[arg(long, value_name = "OUT.qasm")]
    export: Option<PathBuf>,
    #[command(flatten)]
    circuit_file: CircuitFileOptions,
    #[command(flatten)]
    settings: SpaceOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard grover`: Grover search for the boards that obey the rules.
pub(crate) fn run(arguments: &GroverArguments) -> Result<ExitCode> {
    let talk = &arguments.talk;
    talk.use_threads()?;
    let settings = arguments.settings.read()?;
    if !settings.weights.is_empty() {
        let remedy = "leave it out: an oracle knows rules, not energies";
        return Err(Error::setting("weights", "they do nothing here", remedy));
    }
    let problem = opened(&settings, puzzle(&arguments.file)?)?;
    let plan = GroverPlan {
        method: match settings == Settings::default() {
            true => GroverMethod::fitting(&problem.puzzle),
            false => GroverMethod::States,
        },
        iterations: arguments.iterations,
        shots: arguments.shots as u64,
        seed: arguments.seed,
    };
    if let Some(path) = &arguments.export {
        check_target(path)?;
        let (circuit, iterations) = grover_circuit(&problem, plan.method, plan.iterations)?;
        let iterations = plural(iterations as u64, "iteration");
        let title = format!("Grover search ({}), {iterations},", plan.method.name());
        let header = header(&problem, plan.method, title);
        let text = arguments.circuit_file.text(&circuit, &header)?;
        write_output(path, &text)?;
    }
    activity::doing("simulating the Grover search");
    let outcome = search_by_grover(&problem, &plan)?;
    let status = outcome.board.as_ref().map_or("unsolved", |_| "solved");
    let mut json = json!({
        "status": status,
        "method": plan.method.name(),
        "search_space": outcome.space,
        "solutions": outcome.solutions,
        "qubits": outcome.qubits,
        "ancillas": outcome.ancillas,
        "iterations": outcome.iterations(),
        "oracle_calls": outcome.iterations(),
        "success_probability": outcome.success_probability(),
        "closed_form_probability": outcome.closed_form()[outcome.iterations()],
        "random_success_probability": outcome.successes[0],
        "shots": plan.shots,
        "shots_that_obey": outcome.hits,
    });
    if talk.json {
        json["success_per_iteration"] = outcome.successes.into();
        if let Some(board) = &outcome.board {
            json["board"] = problem.puzzle.board(board).into();
        }
        print_json(&json)?;
    } else {
        page_with_board(talk, &problem.puzzle, &json, outcome.board.as_ref()).print()?;
    }
    Ok(ExitCode::from(u8::from(outcome.board.is_none())))
}

/// What the exported file says of itself: the puzzle, the iterations, and what each qubit holds.
fn header(problem: &Problem, method: GroverMethod, title: String) -> CircuitHeader {
    let model = &problem.puzzle.model;
    let value = |var| match method {
        GroverMethod::States => problem.reduction.value(var).to_string(),
        GroverMethod::RowsCircuit => format!("x{}", var.index()),
    };
    // The registers of a circuit of colors are named after their cells.
    let colors = method == GroverMethod::RowsCircuit && problem.puzzle.family == "n-queens-squared";
    let cells = model.variables().filter(|_| !colors);
    let cells = cells.map(|var| (model.name(var).to_owned(), value(var)));
    CircuitHeader {
        title: Some(title),
        puzzle: problem.puzzle.name.clone(),
        file: problem.puzzle.file.clone(),
        cells: cells.collect(),
        counts_in_qiskits_order: Some(QISKITS_ORDER.to_owned()),
        ..CircuitHeader::default()
    }
}
