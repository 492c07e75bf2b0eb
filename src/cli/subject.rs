//! What a command works on: a puzzle, or a model, which it knows by the content of its file; and
//! warnings of settings that do nothing on it.

use super::activity;
use super::page::{PrintedPage, note};
use super::registers::summary;
use crate::files::{is_stream, read_text, shown_name};
use crate::page::left;
use crate::pipeline::{Problem, Source};
use crate::settings::{RunStage, SETTINGS, Setting, Settings};
use crate::{Error, Result};
use ketboard_puzzles::{Form, ImportOptions, Imported, Puzzle, RuleSet, Symbols};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The puzzle or the model in a file.
///
/// # Errors
/// What is wrong with it; of a board as people share it what to do instead.
pub(crate) fn source(file: &Path) -> Result<Source> {
    let (text, name) = (read_text(file)?, shown_name(file));
    Source::parse(&text, &name).map_err(|error| {
        // what is called a puzzle file is meant as one
        let is_other = file.extension().is_none_or(|end| end != "toml") && !is_stream(file);
        let imported = ImportOptions::default().import(&text, &name);
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
    let Source {
        puzzle, energies, ..
    } = source(file)?;
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
    note_idle_settings([(settings, &problem)]);
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
        if problem.is_model {
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

/// Warns of each setting that has no effect in any of the runs.
pub(crate) fn note_idle_settings<'a>(runs: impl IntoIterator<Item = (&'a Settings, &'a Problem)>) {
    let mut reasons: BTreeMap<String, BTreeSet<Option<String>>> = BTreeMap::new();
    for (settings, problem) in runs {
        for (given, reason) in judge(settings, problem) {
            reasons.entry(given).or_default().insert(reason);
        }
    }
    for (given, reasons) in reasons {
        // nothing comes first: a run in which it does something
        if let Some(Some(first)) = reasons.first() {
            let others = match reasons.len() {
                1 => "",
                _ => ", and the other puzzles give it no meaning either",
            };
            note(format_args!(
                "Warning: {given} has no effect: {first}{others}"
            ));
        }
    }
}

/// Each setting that was given, and why it does nothing here, if so.
fn judge(settings: &Settings, problem: &Problem) -> Vec<(String, Option<String>)> {
    let model = &problem.puzzle.model;
    let (rules, file) = (model.constraints(), &problem.puzzle.file);
    let kinds = model.kinds().into_iter().filter(|kind| kind.has_penalty());
    let kinds: BTreeSet<&str> = kinds.map(|kind| kind.name()).collect();
    let kinds = kinds.into_iter().collect::<Vec<_>>().join(", ");
    let weights = problem.weights.kinds().map(|kind| {
        let has_some = rules.iter().any(|rule| rule.kind == kind);
        let reason = format!("{file} has no such rule; its kinds are {kinds}");
        (format!("--weight {kind}"), (!has_some).then_some(reason))
    });
    let acts = |name: &str| {
        match name {
        "distinct_lines" => rules.iter().any(|rule| matches!(rule.form, Form::Distinct(_))),
        "counts" => rules.iter().any(|rule| {
            matches!(&rule.form, Form::Sum(sum) if sum.product.is_none() && sum.least < sum.most)
        }),
        "symbols" => Symbols::groups(model, &problem.reduction) > 0,
        "target_qubits" => settings.reduce != Some(RuleSet::None),
        _ => true,
    }
    };
    let of_model = |one: &&Setting| one.stage == RunStage::Model && one.is_changed(settings);
    let others = SETTINGS.iter().filter(of_model).map(|setting| {
        let (option, value) = (setting.option().replace('_', "-"), setting.get(settings));
        let reason = format!("{file} has nothing that it changes");
        let reason = (!acts(setting.name)).then_some(reason);
        (format!("--{option} {value}"), reason)
    });
    weights.chain(others).collect()
}
