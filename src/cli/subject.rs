//! What a command runs on: a puzzle file, or a model file of any format, told apart by their
//! content.

use super::activity;
use super::idle::idle_settings;
use super::page::note;
use crate::files::{is_stream, read_text, shown_name};
use crate::pipeline::{Judge, Problem, Source};
use crate::settings::Settings;
use crate::{Error, Result};
use ketboard_puzzles::{ImportOptions, Puzzle, import, model_format_of, read_model};
use std::path::Path;

/// Whether a file can be read and is in a format of models; any other is for the reader of puzzles
/// to judge.
fn is_model(file: &Path) -> bool {
    read_text(file).is_ok_and(|text| model_format_of(&text).is_some())
}

/// The model in a file of any format.
///
/// # Errors
/// If the file cannot be read, or is not as its format must be.
pub(crate) fn model(file: &Path) -> Result<Source> {
    let name = shown_name(file);
    let model = read_model(&read_text(file)?, &name)?;
    Ok(Source::of_energies(model, &name))
}

/// The puzzle or the model in a file.
///
/// # Errors
/// As [`model`] and [`puzzle`].
pub(crate) fn source(file: &Path) -> Result<Source> {
    match is_model(file) {
        true => model(file),
        false => Ok(puzzle(file)?.into()),
    }
}

/// The problem of a source, with notes on settings that change nothing; nothing is known of its
/// solutions.
///
/// # Errors
/// As [`Problem::new`].
pub(crate) fn prepared(settings: &Settings, source: impl Into<Source>) -> Result<Problem> {
    activity::doing("reducing the board and encoding what is left");
    let problem = Problem::new(source, settings)?;
    for warning in idle_settings([(settings, &problem)]) {
        note(warning);
    }
    Ok(problem)
}

/// The same with all solutions.
///
/// # Errors
/// As [`Problem::solved`].
pub(crate) fn opened(settings: &Settings, source: impl Into<Source>) -> Result<Problem> {
    solved(prepared(settings, source)?)
}

/// A prepared problem with all solutions.
///
/// # Errors
/// As [`Problem::solved`].
pub(crate) fn solved(problem: Problem) -> Result<Problem> {
    activity::doing("searching for all boards that obey the rules");
    problem.solved()
}

/// What success means for a model without rules, in a line of a page; nothing for a puzzle, whose
/// rules say it.
pub(crate) fn success_of_a_model(problem: &Problem) -> Option<String> {
    if problem.judge == Judge::Rules {
        return None;
    }
    let truth = &problem.truth;
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
                "give a puzzle file here; solve, bench, sweep, landscape, compare, device and export take models";
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
    if file.extension().is_some_and(|end| end == "toml") || is_stream(file) {
        return None;
    }
    let text = read_text(file).ok()?;
    let imported = import(&text, &shown_name(file), &ImportOptions::default()).ok()?;
    Some(imported.format)
}
