//! `ketboard classical --method anneal`: a board by simulated annealing of the reduced model's
//! energy.

use super::activity;
use super::facts::page_with_board;
use super::options::TalkOptions;
use super::page::print_json;
use super::stopping::{Stopping, stopped};
use super::subject::{prepared, puzzle};
use crate::pipeline::Problem;
use crate::settings::Settings;
use crate::{Error, Result};
use ketboard_puzzles::{
    AnnealSettings, AnnealStop, Assignment, Limits, anneal, best_solutions, best_value,
};
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;

/// The options that only annealing has.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Annealing (--method anneal)")]
pub(crate) struct AnnealOptions {
    /// Stop at a board of at most this energy that obeys the rules [default: the energy of a board
    /// that breaks none; where boards differ in value that of a best one, if a short exact search
    /// finds it]
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    pub(crate) target_energy: Option<f64>,
    /// Seed of everything random; the same seed gives the same bytes [default: 0]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
}

/// How long the best value is searched for.
const GLANCE: Limits<'static> = Limits {
    solutions: Some(1),
    nodes: Some(200_000),
    ask: None,
};

/// A best board, where boards differ in value and a short exact search finds one.
fn best_board(problem: &Problem) -> Option<Assignment> {
    let model = &problem.puzzle.model;
    let value = best_value(model, &GLANCE)?;
    let found = best_solutions(model, &GLANCE).solutions;
    let mut found = found.into_iter();
    found.find(|board| model.is_best(board, Some(value)))
}

/// Anneals the puzzle of `file`; exit status 0 if the board found obeys all rules, and has the best
/// value that is known or the energy that was asked for.
pub(crate) fn run(
    file: &Path,
    options: &AnnealOptions,
    settings: &Settings,
    talk: &TalkOptions,
) -> Result<ExitCode> {
    if let Some(energy) = options.target_energy.filter(|energy| !energy.is_finite()) {
        let (found, remedy) = (energy.to_string(), "give a finite number");
        return Err(Error::argument("--target-energy", found, remedy));
    }
    let reduction = settings.by_the_paper_alone();
    let problem = prepared(&reduction, puzzle(file)?)?;
    let (model, cost) = (&problem.puzzle.model, &problem.cost);
    let best = best_board(&problem);
    let energy = |board: &Assignment| {
        let bits = problem.reduction.project(board)?;
        Some(cost.polynomial.value(|k| bits[k]))
    };
    let of_a_solution = cost.zero_violation_energy;
    let of_a_solution = of_a_solution.or(best.as_ref().and_then(energy));
    activity::doing("annealing");
    let stopping = Stopping::listen();
    let settings = AnnealSettings {
        seed: options.seed.unwrap_or_default(),
        target_energy: options.target_energy.or(of_a_solution),
        wanted: Some(&|bits: &[bool]| model.is_solved_by(&problem.lift(bits))),
        ask: Some(&|| stopping.answer()),
        ..AnnealSettings::default()
    };
    let found = anneal(cost.polynomial.n(), cost.polynomial.terms(), &settings);
    let board = problem.lift(&found.bits);
    let best = best.and_then(|board| model.value(&board));
    let solves = model.is_solved_by(&board)
        && (model.is_best(&board, best) || options.target_energy.is_some() && found.reached_target);
    let rows = problem.puzzle.board(&board);
    let mut json = match solves {
        true => json!({"status": "solved", "board": rows}),
        false => {
            let violations = model.violations(&board);
            let broken = violations.iter().map(|v| model.describe(v, &board));
            let broken: Vec<String> = broken.collect();
            json!({"status": "unsolved", "best_board": rows, "broken_rules": broken})
        }
    };
    for (key, value) in [
        ("value", model.value(&board)),
        ("best_value", best),
        ("target_energy", settings.target_energy),
    ] {
        if let Some(value) = value {
            json[key] = value.into();
        }
    }
    json["energy"] = found.energy.into();
    json["reached_target"] = found.reached_target.into();
    json["qubits"] = problem.qubits().into();
    json["restarts"] = found.restarts_run.into();
    json["sweeps"] = found.sweeps.into();
    json["flips"] = found.flips.into();
    json["seed"] = settings.seed.into();
    if talk.json {
        print_json(&json)?;
    } else {
        let board = solves.then_some(&board);
        page_with_board(talk, &problem.puzzle, &json, board).print()?;
    }
    Ok(match found.stopped_by {
        AnnealStop::Asked => stopped(),
        AnnealStop::Target | AnnealStop::TimeLimit | AnnealStop::Restarts => {
            ExitCode::from(u8::from(!solves))
        }
    })
}
