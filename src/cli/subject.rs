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
use ketboard_puzzles::{ImportOptions, Imported, Puzzle, import};
use std::path::Path;

/// The puzzle or the model in a file.
///
/// # Errors
/// What is wrong with it; of a board as people share it what to do instead.
pub(crate) fn source(file: &Path) -> Result<Source> {
    let (text, name) = (read_text(file)?, shown_name(file));
    Source::parse(&text, &name).map_err(|error| {
        // what is called a puzzle file is meant as one
        let is_other = !file.extension().is_some_and(|end| end == "toml") && !is_stream(file);
        let imported = import(&text, &name, &ImportOptions::default());
        match imported.ok().filter(|_| is_other) {
            None => error,
            Some(Imported { format, .. }) => {
                let found = format!("no puzzle file, but a board as people share it ({format})");
                let remedy =
                    format!("turn it into one: `ketboard import {name} --output board.toml`");
                Error::input(name, None, found, remedy)
            }
        }
    })
}

/// The puzzle in a file.
///
/// # Errors
/// As [`source`]; if it is a model.
pub(crate) fn puzzle(file: &Path) -> Result<Puzzle> {
    let Source { puzzle, energies } = source(file)?;
    if energies.is_none() {
        return Ok(puzzle);
    }
    let found = "a model, which states no rules and has no board";
    let remedy = "give a puzzle file here; solve, bench, sweep, landscape, compare, device and export take models";
    Err(Error::input(puzzle.file, None, found, remedy))
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
