//! `ketboard grover`: Grover search of a puzzle's solutions, for scripts that call it; `compare`
//! and the library show it beside the other methods.

use super::activity;
use super::export::write_qasm;
use super::options::{SpaceOptions, TalkOptions, seed, within};
use super::subject::{opened, puzzle};
use super::words::plural;
use crate::files::check_target;
use crate::pipeline::{GroverMethod, GroverPlan, grover_circuit, search_by_grover};
use crate::settings::Settings;
use crate::{Error, Result};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub(crate) struct GroverArguments {
    /// The puzzle file
    file: PathBuf,
    /// Grover iterations [default: the best number, ⌊π/4θ⌋]
    #[arg(long, value_name = "N", value_parser = within::<0, 1_000_000>)]
    iterations: Option<usize>,
    /// Measurements
    #[arg(long, value_name = "N", default_value = "1024", value_parser = within::<1, 1_000_000_000>)]
    shots: usize,
    /// Seed of the measurements
    #[arg(long, value_name = "S", default_value = "0", value_parser = seed)]
    seed: u64,
    /// Also write the circuit, as OpenQASM 3
    #[arg(long, value_name = "OUT.qasm")]
    export: Option<PathBuf>,
    #[command(flatten)]
    settings: SpaceOptions,
}

/// Runs `ketboard grover`: the best number of iterations, or that asked for; exit status 1 where no
/// measured board obeys the rules.
pub(crate) fn run(arguments: &GroverArguments, talk: &TalkOptions) -> Result<ExitCode> {
    let settings = arguments.settings.0.clone();
    if !settings.weights.is_empty() {
        let remedy = "leave it out: an oracle knows rules, not energies";
        return Err(Error::setting("weights", "they do nothing here", remedy));
    }
    let problem = opened(&settings, puzzle(&arguments.file)?)?;
    let plan = GroverPlan {
        method: if settings == Settings::default() {
            GroverMethod::fitting(&problem.puzzle)
        } else {
            GroverMethod::States
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
        let title = format!("Grover search ({method}), {iterations},");
        write_qasm(path, (&title, &problem.puzzle), Vec::new(), &circuit)?;
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
        "success_per_iteration": outcome.successes,
        "board": found.map(|board| problem.puzzle.board(board)),
    });
    talk.tell_with_board(&json, &problem.puzzle, found)?;
    Ok(ExitCode::from(u8::from(found.is_none())))
}
