//! What a command works on: a puzzle, or a model, told apart by the content of its file.

use super::activity;
use super::idle::idle_settings;
use super::page::{PrintedPage, note};
use super::registers::summary;
use super::show::left;
use crate::files::{is_stream, read_text, shown_name};
use crate::pipeline::{Problem, Source};
use crate::settings::Settings;
use crate::{Error, Result};
use ketboard_puzzles::{ImportOptions, Puzzle, import, model_format_of, read_model};
use std::path::Path;

fn is_model(file: &Path) -> bool {
    read_text(file).is_ok_and(|text| model_format_of(&text).is_some())
}

/// The model in a file.
///
/// # Errors
/// If it cannot be read, or is none.
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
    if is_model(file) {
        model(file)
    } else {
        Ok(puzzle(file)?.into())
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
    let problem = prepared(settings, source)?;
    activity::doing("searching for all boards that obey the rules");
    problem.solved()
}

impl PrintedPage {
    /// Adds the puzzle or model, and what the reduction leaves of it.
    pub(crate) fn problem(&mut self, problem: &Problem) {
        let puzzle = &problem.puzzle;
        self.line(format_args!("{} ({})", puzzle.name, puzzle.family));
        if problem.is_model() {
            self.fact("qubits", problem.qubits());
            self.fact("success", "an exact ground state (a model states no rules)");
        } else {
            self.fact("reduction", problem.settings.reduction_in_words());
            self.line(left(problem));
            if problem.qubits() == 0 {
                self.line("No qubit is left: the deductions alone solve the board.");
            }
        }
        if let Some(known) = &problem.registers {
            self.fact("registers", summary(problem, known));
        }
    }
}

/// The puzzle in a file.
///
/// # Errors
/// What is wrong with it; of a model or a board as people share it what to do instead.
pub(crate) fn puzzle(file: &Path) -> Result<Puzzle> {
    let name = shown_name(file);
    let read = if is_stream(file) {
        Puzzle::parse(&read_text(file)?, &name)
    } else {
        Puzzle::read(file)
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
