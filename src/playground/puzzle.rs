//! The puzzle that the page shows: its board, and its reduction as a story.

use super::{Question, edit, missing};
use crate::error::{Error, Result};
use crate::experiment::cells_of;
use crate::lab::quantities;
use crate::page::PageBoard;
use crate::plots::style_rules;
use crate::settings::{Setting, setting};
use ketboard_puzzles::{
    Effect, Family, GenerateOptions, ImportOptions, Maker, Puzzle, RuleSet, Step, reduce,
};
use serde_json::{Value, json};

/// What messages call the puzzle.
pub(super) const NAME: &str = "the puzzle";

/// The most variables of a board: a Sudoku of 9×9 has 729, and the deductions of a board with twice
/// as many take seconds.
const MOST_VARIABLES: usize = 1000;

/// The largest chess board that is made: one of 9×9 takes ten seconds and more, the largest of all
/// other families takes one.
const LARGEST_CHESS: usize = 8;

/// The settings that the page offers by name.
const CHOICES: [&str; 3] = ["registers", "mixer", "symbols"];

/// A puzzle and the text of its file.
#[derive(Clone, Debug)]
pub(super) struct Current {
    pub(super) text: String,
    pub(super) puzzle: Puzzle,
}

impl Current {
    /// The puzzle in a puzzle file, or in any text that people share.
    ///
    /// # Errors
    /// As [`ImportOptions::import`]; of what names a family, as [`Puzzle::parse`]; if the board is
    /// too large.
    pub(super) fn read(text: &str) -> Result<Self> {
        let names_family = |line: &str| line.trim_start().starts_with("family");
        let text = if text.lines().any(names_family) {
            text.to_owned()
        } else {
            ImportOptions::default()
                .import(text, "the pasted text")?
                .toml
        };
        let puzzle = Puzzle::parse(&text, NAME)?;
        let variables = puzzle.model.len();
        if variables > MOST_VARIABLES {
            let found = format!("a board of {variables} variables");
            let remedy = format!(
                "this page takes at most {MOST_VARIABLES}; the command line takes larger boards"
            );
            return Err(Error::input(NAME, None, found, remedy));
        }
        Ok(Self { text, puzzle })
    }

    /// A puzzle of a family with one solution.
    ///
    /// # Errors
    /// As [`GenerateOptions::generate`].
    pub(super) fn generate(asked: &Question) -> Result<Self> {
        let options = GenerateOptions {
            size: asked.size,
            seed: asked.seed,
            ..GenerateOptions::default()
        };
        Self::read(&options.generate(&asked.family, None)?)
    }

    /// A board of a family without givens and signs; its regions or trees are those of a puzzle.
    ///
    /// # Errors
    /// As [`Self::generate`].
    pub(super) fn blank(asked: &Question) -> Result<Self> {
        Self::read(&Self::generate(asked)?.emptied()?)
    }

    /// The same puzzle with another symbol given in a cell, or another sign between two.
    ///
    /// # Errors
    /// If the cells take no such thing, or the puzzle would make no sense.
    pub(super) fn edited(&self, asked: &Question) -> Result<Self> {
        let text = match *asked.cells {
            [cell] => self.with_given(cell, asked.symbol)?,
            [a, b] => self.with_sign([a, b], asked.symbol)?,
            _ => return Err(missing("cell")),
        };
        Self::read(&text)
    }

    /// What the page shows.
    ///
    /// # Errors
    /// If there is no board that could be drawn.
    pub(super) fn tell(&self) -> Result<Value> {
        let puzzle = &self.puzzle;
        let open = |level| reduce(&puzzle.model, level, None);
        let full = open(RuleSet::Full);
        let steps = match &full {
            Ok(reduction) => &reduction.steps,
            Err(contradiction) => &contradiction.steps,
        };
        let left = |level| open(level).map_or(0, |reduction| reduction.qubits());
        let steps = steps.iter().map(|step| self.deduction(step));
        Ok(json!({
            "text": self.text,
            "family": puzzle.family,
            "board": PageBoard::of(puzzle)?,
            // what a cell may be given, `.` for none of them; empty where cells are not given
            "symbols": self.symbols(),
            // what each cell is given
            "given": self.rows(),
            // whether signs between cells may be given
            "signed": edit::has_key(puzzle, "signs"),
            // the deductions, one qubit each
            "steps": steps.collect::<Vec<_>>(),
            // variables that are left once the givens are filled in, by all rules, and by the
            // paper's
            "open": left(RuleSet::None),
            "least": left(RuleSet::Full),
            "paper": left(RuleSet::Paper),
            "contradiction": full.as_ref().err().map(ToString::to_string),
        }))
    }

    /// A deduction: what it found and why, the cells that it decides or merges, row and column from
    /// 0, and those that forced it.
    fn deduction(&self, step: &Step) -> Value {
        let found = match step.effect {
            Effect::Fix { var, .. } => vec![var],
            Effect::Merge { var, into, .. } => vec![var, into],
        };
        let cells = |vars: &[_]| -> Value {
            let cells = cells_of(&self.puzzle, &vars.iter().copied().collect());
            cells
                .iter()
                .map(|cell| json!([cell.row, cell.col]))
                .collect()
        };
        json!({
            "rule": step.rule,
            "words": step.describe(&self.puzzle.model),
            "cells": cells(&found),
            "because": cells(&step.because),
        })
    }
}

/// A setting to choose: its default, what it is, and its values with a line of help each.
fn choice(of: &Setting) -> Value {
    let values = of.allowed.names().into_iter();
    let values: Vec<_> = values.map(|value| (value.name, value.about)).collect();
    json!({"name": of.name, "default": of.default(), "help": of.paragraph(0), "values": values})
}

/// The colors of pictures, what can be generated and chosen, and what the words mean.
pub(super) fn about() -> Value {
    let families = Family::ALL.iter().map(|family| {
        let makers = Maker::ALL
            .iter()
            .filter(|maker| maker.family == family.name);
        let sizes = makers.flat_map(|maker| maker.sizes());
        let sizes = sizes.filter(|&size| family.name != "chess" || size <= LARGEST_CHESS);
        json!({"name": family.name, "about": family.about, "sizes": sizes.collect::<Vec<_>>()})
    });
    json!({
        "style": style_rules(),
        "families": families.collect::<Vec<_>>(),
        "settings": CHOICES.iter().filter_map(|name| setting(name).map(choice)).collect::<Value>(),
        "words": quantities().map(|n| (n.key, n.head, n.meaning)).collect::<Vec<_>>(),
    })
}
