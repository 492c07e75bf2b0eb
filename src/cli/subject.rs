//! What a command works on: a puzzle, reduced and with the boards that obey its rules, or a model.

use super::activity;
use super::idle::idle_settings;
use super::no_solution::NoSolution;
use super::page::note;
use crate::files::{is_stream, read_text, shown_name};
use crate::pipeline::{Judge, PlainModel, Problem, Truth};
use crate::settings::Settings;
use crate::{Error, Result};
use ketboard_puzzles::{
    ImportOptions, Limits, Puzzle, all_solutions, import, model_format_of, read_model,
};
use ketboard_qaoa::{Precision, Purpose};
use std::path::Path;

/// What was asked for, or why there is no solution.
pub(crate) type OrNoSolution<T> = Result<std::result::Result<T, NoSolution>>;

/// How long the exact solver looks for a solution of a puzzle that is too large to be run.
const GLANCE: Limits<'static> = Limits {
    solutions: Some(1),
    nodes: Some(100_000),
    ask: None,
};

/// The model in a file.
///
/// # Errors
/// If it cannot be read, or is none.
pub(crate) fn model(file: &Path) -> Result<PlainModel> {
    let name = shown_name(file);
    let model = read_model(&read_text(file)?, &name)?;
    Ok(PlainModel { file: name, model })
}

/// The reduced puzzle in a file, or the model in it as a problem, with the model itself; `what`
/// says for what variables are needed.
///
/// # Errors
/// What is wrong with the file, or with the settings for it.
pub(crate) fn prepared_or_model(
    settings: &Settings,
    file: &Path,
    what: &str,
) -> OrNoSolution<(Problem, Option<PlainModel>)> {
    if !is_model(file) {
        return Ok(prepared(settings, file)?.map(|problem| (problem, None)));
    }
    let model = model(file)?;
    if let Some(option) = settings.first_for_rules() {
        let found = format!("{} is a model, which states no rules", model.file);
        return Err(Error::setting(option, found, "leave the option out"));
    }
    if model.qubits() == 0 {
        let found = format!("a model without variables, so there is no {what}");
        let remedy = "give one with variables";
        return Err(Error::input(&model.file, None, found, remedy));
    }
    Ok(Ok((model.problem(), Some(model))))
}

fn is_model(file: &Path) -> bool {
    read_text(file).is_ok_and(|text| model_format_of(&text).is_some())
}

/// The puzzle in a file, reduced and encoded.
///
/// # Errors
/// As [`prepared_or_model`].
pub(crate) fn prepared(settings: &Settings, file: &Path) -> OrNoSolution<Problem> {
    let puzzle = puzzle(file)?;
    activity::doing("reducing the board and encoding what is left");
    match settings.problem(puzzle.clone()) {
        Ok(Ok(problem)) => {
            for warning in idle_settings([(settings, &problem)]) {
                note(warning);
            }
            Ok(Ok(problem))
        }
        Ok(Err(contradiction)) => Ok(Err(NoSolution::by_deduction(&puzzle, &contradiction))),
        Err(Error::NoSolution { .. }) => Ok(Err(NoSolution::by_search(&puzzle))),
        Err(other) => Err(other),
    }
}

/// The puzzle in a file, prepared for its states, with all boards that obey its rules.
///
/// # Errors
/// As [`prepared_or_model`], and where the states do not fit into memory.
pub(crate) fn ready(
    settings: &Settings,
    file: &Path,
    precision: Precision,
) -> OrNoSolution<(Problem, Truth)> {
    match prepared(settings, file)? {
        Ok(problem) => with_boards(problem, precision),
        Err(no_solution) => Ok(Err(no_solution)),
    }
}

/// As [`ready`], of a model with its exact ground states as the solutions.
///
/// # Errors
/// As [`ready`].
pub(crate) fn judged_by_solutions(
    settings: &Settings,
    file: &Path,
    what: &str,
    (purpose, precision): (Purpose, Precision),
) -> OrNoSolution<(Problem, Truth)> {
    match prepared_or_model(settings, file, what)? {
        Ok((problem, Some(model))) => {
            model.check_memory(purpose, precision)?;
            let truth = problem.truth(&Limits::default())?;
            Ok(Ok((problem, truth)))
        }
        Ok((problem, None)) => with_boards(problem, precision),
        Err(no_solution) => Ok(Err(no_solution)),
    }
}

fn with_boards(problem: Problem, precision: Precision) -> OrNoSolution<(Problem, Truth)> {
    if let Err(too_large) = problem.check_memory(precision) {
        let glance = all_solutions(&problem.puzzle.model, &GLANCE);
        if glance.complete && glance.solutions.is_empty() {
            return Ok(Err(NoSolution::by_search(&problem.puzzle)));
        }
        return Err(too_large);
    }
    activity::doing("searching for all boards that obey the rules");
    let truth = problem.truth(&Limits::default())?;
    if truth.complete && truth.boards.is_empty() {
        return Ok(Err(NoSolution::by_search(&problem.puzzle)));
    }
    Ok(Ok((problem, truth)))
}

/// Succeeds if there is something left to run; `what` says for what qubits are needed.
///
/// # Errors
/// Where the deductions alone solve the board.
pub(crate) fn needs_qubits(problem: &Problem, what: &str) -> Result<()> {
    if problem.qubits() > 0 {
        return Ok(());
    }
    Err(Error::input(
        &problem.puzzle.file,
        None,
        format!("the reduction leaves no qubit, so there is no {what}"),
        "use --reduce paper, --reduce none or a larger --target-qubits",
    ))
}

/// What success is the probability of, where it is not a board that obeys the rules.
pub(crate) fn success_of_a_model(problem: &Problem, truth: &Truth) -> Option<String> {
    if problem.judge == Judge::Rules {
        return None;
    }
    let states = match truth.indices.len() {
        _ if !truth.complete => "an exact ground state, of more than are listed".to_owned(),
        1 => "the exact ground state".to_owned(),
        many => format!("one of the {many} exact ground states"),
    };
    Some(format!("success: {states} (a model states no rules)"))
}

/// The puzzle in a file.
///
/// # Errors
/// What is wrong with it; of a model or a board as people share it what to do instead.
pub(crate) fn puzzle(file: &Path) -> Result<Puzzle> {
    let name = shown_name(file);
    let read = match is_stream(file) {
        true => Puzzle::parse(&read_text(file)?, &name),
        false => Puzzle::read(file),
    };
    read.map_err(|error| {
        if is_model(file) {
            let found = "a model, which states no rules and has no board";
            let remedy = "give a puzzle file here; solve, bench, sweep, landscape, compare, device and export take models";
            return Error::input(name, None, found, remedy);
        }
        let Some(format) = shared_as(file) else {
            return error.into();
        };
        let found = format!("no puzzle file, but a board as people share it ({format})");
        let remedy = format!("turn it into one: `ketboard import {name} --output board.toml`");
        Error::input(name, None, found, remedy)
    })
}

/// The form in which people share the board of a file, if it is one.
fn shared_as(file: &Path) -> Option<&'static str> {
    if file.extension().is_some_and(|end| end == "toml") || is_stream(file) {
        return None;
    }
    let text = read_text(file).ok()?;
    let imported = import(&text, &shown_name(file), &ImportOptions::default()).ok()?;
    Some(imported.format)
}
