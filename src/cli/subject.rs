//! What a command runs on: a puzzle file, or a model file of any format, told apart by their
//! content.

use super::no_solution::NoSolution;
use super::ready::{needs_qubits, ready};
use crate::files::{is_stream, read_text, shown_name};
use crate::pipeline::{Judge, PlainModel, Problem, Truth};
use crate::settings::Settings;
use crate::{Error, Result};
use ketboard_puzzles::{ImportOptions, Limits, Puzzle, import, model_format_of, read_model};
use ketboard_qaoa::{Precision, Purpose};
use std::path::Path;

/// A puzzle with its solutions, or a model that states no rules.
pub(crate) enum PuzzleOrModel {
    /// A puzzle, reduced and encoded, and all boards that obey its rules.
    Puzzle(Box<(Problem, Truth)>),
    /// A model as it stands in its file.
    Model(PlainModel),
}

/// The model in a file of any format.
///
/// # Errors
/// If the file cannot be read, or is not as its format must be.
pub(crate) fn model(file: &Path) -> Result<PlainModel> {
    let name = shown_name(file);
    let model = read_model(&read_text(file)?, &name)?;
    Ok(PlainModel { file: name, model })
}

/// The model in a file, which has variables; `None` where the file is in no format of models.
/// `what` says for what qubits are needed.
///
/// # Errors
/// As [`model`]; and options for the rules of a puzzle, which a model does not have.
pub(crate) fn model_if_any(
    settings: &Settings,
    file: &Path,
    what: &str,
) -> Result<Option<PlainModel>> {
    if !is_model(file) {
        return Ok(None);
    }
    let model = model(file)?;
    if let Some(option) = settings.first_for_rules() {
        let found = format!("{} is a model, which states no rules", model.file);
        return Err(Error::setting(option, found, "leave the option out"));
    }
    if model.qubits() == 0 {
        let found = format!("a model without variables, so there is no {what}");
        return Err(Error::input(
            &model.file,
            None,
            found,
            "give one with variables",
        ));
    }
    Ok(Some(model))
}

/// Whether a file can be read and is in a format of models; any other is for the reader of puzzles
/// to judge.
fn is_model(file: &Path) -> bool {
    read_text(file).is_ok_and(|text| model_format_of(&text).is_some())
}

/// What a file holds, ready to run in amplitudes of `precision`; the reason where it is a puzzle
/// without a solution.
///
/// # Errors
/// Bad input, nothing to run, and a puzzle or model too large for the memory there is.
pub(crate) fn subject(
    settings: &Settings,
    file: &Path,
    what: &str,
    precision: Precision,
) -> Result<std::result::Result<PuzzleOrModel, NoSolution>> {
    if let Some(model) = model_if_any(settings, file, what)? {
        model.check_memory(Purpose::Gradient, precision)?;
        return Ok(Ok(PuzzleOrModel::Model(model)));
    }
    let (problem, truth) = match ready(settings, file, precision)? {
        Ok(ready) => ready,
        Err(no_solution) => return Ok(Err(no_solution)),
    };
    needs_qubits(&problem, what)?;
    if problem.states() == 1 {
        return Err(Error::input(
            &problem.puzzle.file,
            None,
            format!("the registers leave a single state, so there is no {what}"),
            "use --registers qubits with --mixer x, or --reduce none",
        ));
    }
    Ok(Ok(PuzzleOrModel::Puzzle(Box::new((problem, truth)))))
}

/// What a file holds, ready for what is judged by its solutions: a puzzle with the boards that
/// solve it, or a model with its exact ground states. The reason where it is a puzzle without a
/// solution.
///
/// # Errors
/// As [`subject`]; a puzzle of which nothing is left to run is none.
pub(crate) fn with_solutions(
    settings: &Settings,
    file: &Path,
    what: &str,
    precision: Precision,
) -> Result<std::result::Result<(Problem, Truth), NoSolution>> {
    judged_by_solutions(settings, file, what, (Purpose::Gradient, precision))
}

/// [`with_solutions`], where a model needs no more memory than `purpose` says.
///
/// # Errors
/// As [`with_solutions`].
pub(crate) fn judged_by_solutions(
    settings: &Settings,
    file: &Path,
    what: &str,
    (purpose, precision): (Purpose, Precision),
) -> Result<std::result::Result<(Problem, Truth), NoSolution>> {
    let Some(model) = model_if_any(settings, file, what)? else {
        return ready(settings, file, precision);
    };
    model.check_memory(purpose, precision)?;
    let problem = model.problem();
    let truth = problem.truth(&Limits::default())?;
    Ok(Ok((problem, truth)))
}

/// What success means for a model without rules, in a line of a page; nothing for a puzzle, whose
/// rules say it.
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
/// As [`Puzzle::read`], `-` being standard input and a pipe being read once; and that the file is a
/// model, with the commands that take one.
pub(crate) fn puzzle(file: &Path) -> Result<Puzzle> {
    let read = match is_stream(file) {
        true => Puzzle::parse(&read_text(file)?, &shown_name(file)),
        false => Puzzle::read(file),
    };
    read.map_err(|error| {
        let name = shown_name(file);
        if is_model(file) {
            let found = "a model, which states no rules and has no board";
            let remedy =
                "give a puzzle file here; solve, evaluate, bench, sweep, landscape, compare, device and export take models";
            return Error::input(name, None, found, remedy);
        }
        match shared_as(file) {
            Some(format) => {
                let found = format!("no puzzle file, but a board as people share it ({format})");
                let remedy = format!("turn it into one: `ketboard import {name} --output board.toml`");
                Error::input(name, None, found, remedy)
            }
            None => error.into(),
        }
    })
}

/// As what `ketboard import` would read a file without more being said; nothing for a puzzle file
/// with a mistake.
fn shared_as(file: &Path) -> Option<&'static str> {
    let is_puzzle_file = file
        .extension()
        .is_some_and(|extension| extension == "toml");
    if is_puzzle_file || is_stream(file) {
        return None;
    }
    let text = read_text(file).ok()?;
    let imported = import(&text, &shown_name(file), &ImportOptions::default()).ok()?;
    Some(imported.format)
}
