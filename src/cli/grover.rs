//! `ketboard grover`: Grover search of a puzzle's solutions, for scripts that call it; `compare`
//! and the library show it beside the other methods.

use super::activity;
use super::export::QISKITS_ORDER;
use super::facts::page_with_board;
use super::number::{seed, within};
use super::options::{SpaceOptions, TalkOptions};
use super::page::print_json;
use super::subject::{opened, puzzle};
use super::words::plural;
use crate::files::{check_target, write_output};
use crate::pipeline::{GroverMethod, GroverPlan, grover_circuit, search_by_grover};
use crate::settings::Settings;
use crate::{Error, Result};
use ketboard_circuits::{CIRCUIT_FORMATS, CircuitExport, CircuitHeader};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct GroverArguments {
    /// The puzzle file
    file: PathBuf,
    /// Grover iterations [default: the best number, ⌊π/4θ⌋]
    #[arg(long, value_name = "N", value_parser = within::<0, 1_000_000>, allow_negative_numbers = true)]
    iterations: Option<usize>,
    /// Measurements
    #[arg(long, value_name = "N", default_value = "1024", value_parser = within::<1, 1_000_000_000>, allow_negative_numbers = true)]
    shots: usize,
    /// Seed of the measurements
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// Also write the circuit, as OpenQASM 3
    #[arg(long, value_name = "OUT.qasm")]
    export: Option<PathBuf>,
    #[command(flatten)]
    settings: SpaceOptions,
    #[command(flatten)]
    talk: TalkOptions,
}

/// Runs `ketboard grover`: the best number of iterations, or that asked for; exit status 1 where no
/// measured board obeys the rules.
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
    let method = plan.method.name();
    if let Some(path) = &arguments.export {
        check_target(path)?;
        let (circuit, count) = grover_circuit(&problem, plan.method, plan.iterations)?;
        let iterations = plural(count as u64, "iteration");
        let header = CircuitHeader {
            title: Some(format!("Grover search ({method}), {iterations},")),
            puzzle: problem.puzzle.name.clone(),
            file: problem.puzzle.file.clone(),
            counts_in_qiskits_order: Some(QISKITS_ORDER.to_owned()),
            ..CircuitHeader::default()
        };
        let text = CIRCUIT_FORMATS[0].text(&CircuitExport::new(&circuit, &header))?;
        write_output(path, text.as_bytes())?;
    }
    activity::doing("simulating the Grover search");
    let outcome = search_by_grover(&problem, &plan)?;
    let found = outcome.board.as_ref();
    let iterations = outcome.iterations();
    let json = json!({
        "status": if found.is_some() { "solved" } else { "unsolved" },
        "method": method,
        "search_space": outcome.space,
        "solutions": outcome.solutions,
        "qubits": outcome.qubits,
        "ancillas": outcome.ancillas,
        "iterations": iterations,
        "oracle_calls": iterations,
        "success_probability": outcome.success_probability(),
        "closed_form_probability": outcome.closed_form()[iterations],
        "random_success_probability": outcome.successes[0],
        "shots": plan.shots,
        "shots_that_obey": outcome.hits,
        "success_per_iteration": talk.json.then_some(&outcome.successes),
        "board": found.filter(|_| talk.json).map(|board| problem.puzzle.board(board)),
    });
    if talk.json {
        print_json(&json)?;
    } else {
        page_with_board(talk, &problem.puzzle, &json, found).print()?;
    }
    Ok(ExitCode::from(u8::from(found.is_none())))
}
