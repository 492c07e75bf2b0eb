//! The puzzle that the page shows: its board, and its reduction as a story.

use super::edit;
use crate::error::{Error, Result};
use crate::lab::quantities;
use crate::page::PageBoard;
use crate::plots::style_rules;
use ketboard_puzzles::{
    Cell, Effect, Family, GenerateOptions, ImportOptions, Maker, Puzzle, RuleSet, Slot, Step, Var,
    generate, import, reduce,
};
use serde_json::{Value, json};

/// What messages call the puzzle.
const NAME: &str = "the puzzle";

/// The most variables of a board: a Sudoku of 9×9 has 729, and the deductions of a board with twice
/// as many take seconds.
const MOST_VARIABLES: usize = 1000;

/// The largest chess board that is made: to make one of 9×9 takes ten seconds and more, of all other
/// families the largest takes one.
const LARGEST_CHESS: usize = 8;

/// A puzzle and the text of its file.
#[derive(Clone, Debug)]
pub(super) struct Current {
    pub(super) text: String,
    pub(super) puzzle: Puzzle,
}

impl Current {
    /// The puzzle in the text of a puzzle file.
    ///
    /// # Errors
    /// As [`Puzzle::parse`].
    pub(super) fn read(text: String) -> Result<Self> {
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

    /// The puzzle in a puzzle file, or in any text that people share.
    ///
    /// # Errors
    /// As [`import`]; of what names a family, as [`Puzzle::parse`].
    pub(super) fn paste(text: &str) -> Result<Self> {
        if text
            .lines()
            .any(|line| line.trim_start().starts_with("family"))
        {
            return Self::read(text.to_owned());
        }
        let found = import(text, "the pasted text", &ImportOptions::default())?;
        Self::read(found.toml)
    }

    /// A puzzle of a family with one solution.
    ///
    /// # Errors
    /// As [`generate`], or if it would take too long.
    pub(super) fn generate(family: &str, size: usize, seed: u64) -> Result<Self> {
        if !is_quick(family, size) {
            let found = format!("a chess puzzle of {size}×{size}");
            let remedy = format!("this page makes them up to {LARGEST_CHESS}×{LARGEST_CHESS}");
            return Err(Error::argument("size", found, remedy));
        }
        let options = GenerateOptions {
            size,
            seed,
            ..GenerateOptions::default()
        };
        Self::read(generate(family, &options, None)?)
    }

    /// A board of a family without givens and signs; its regions or trees are those of a puzzle.
    ///
    /// # Errors
    /// As [`generate`].
    pub(super) fn blank(family: &str, size: usize) -> Result<Self> {
        let made = Self::generate(family, size, 1)?;
        Self::read(edit::emptied(&made.text, &made.puzzle)?)
    }

    /// The same puzzle with another symbol given in a cell: this one, or else the next one that the
    /// family takes there.
    ///
    /// # Errors
    /// If the cell cannot be given, or the puzzle would make no sense.
    pub(super) fn edited(&self, [row, col]: [usize; 2], symbol: Option<char>) -> Result<Self> {
        let cell = Cell::new(row, col);
        let with = |symbol| Self::read(edit::with_given(&self.text, &self.puzzle, cell, symbol)?);
        match symbol {
            Some(symbol) => with(symbol),
            // a family refuses what cannot be, two queens side by side; that nothing is given it takes
            None => {
                let mut next = edit::next_symbols(&self.puzzle, cell).into_iter().map(with);
                next.find(Result::is_ok).unwrap_or_else(|| with('.'))
            }
        }
    }

    /// The same puzzle with another sign between two cells.
    ///
    /// # Errors
    /// If the family has no signs, or the puzzle would make no sense.
    pub(super) fn signed(&self, cells: [[usize; 2]; 2], sign: char) -> Result<Self> {
        let cells = cells.map(|[row, col]| Cell::new(row, col));
        Self::read(edit::with_sign(&self.text, &self.puzzle, cells, sign)?)
    }

    /// What the page is told.
    ///
    /// # Errors
    /// If there is no board.
    pub(super) fn tell(&self) -> Result<Value> {
        let puzzle = &self.puzzle;
        if !puzzle.has_board() {
            let remedy = "give a puzzle of a family";
            return Err(Error::input(NAME, None, "found no board", remedy));
        }
        let open = |level| reduce(&puzzle.model, level, None);
        let full = open(RuleSet::Full);
        let steps = match &full {
            Ok(reduction) => reduction.steps(),
            Err(contradiction) => &contradiction.steps,
        };
        let left = |level| open(level).map_or(0, |reduction| reduction.qubits());
        let steps = steps.iter().map(|step| self.deduction(step));
        Ok(json!({
            "text": self.text,
            "family": puzzle.family,
            "board": PageBoard::of(puzzle)?,
            // what a cell may be given, `.` for none of them; empty where cells are not given
            "symbols": edit::symbols(puzzle),
            // whether signs between cells may be given
            "signed": edit::has_signs(puzzle),
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
        json!({
            "rule": step.rule,
            "words": step.describe(&self.puzzle.model),
            "cells": self.cells(&found),
            "because": self.cells(&step.because),
        })
    }

    /// The cells in which variables stand, each once, in reading order.
    fn cells(&self, variables: &[Var]) -> Vec<[usize; 2]> {
        let slots = self.puzzle.slots.iter();
        let shows = |slot: &Slot| slot.vars().iter().any(|var| variables.contains(var));
        slots
            .filter(|(_, slot)| shows(slot))
            .map(|(cell, _)| [cell.row, cell.col])
            .collect()
    }
}

/// Whether a puzzle is made in a few seconds.
fn is_quick(family: &str, size: usize) -> bool {
    family != "chess" || size <= LARGEST_CHESS
}

/// The version, the colors of pictures, what can be generated, and what the words mean.
pub(super) fn about() -> Value {
    let maker = |family: &str| Maker::ALL.iter().find(|maker| maker.family == family);
    let families = Family::ALL.iter().map(|family| {
        let sizes = maker(family.name).into_iter().flat_map(Maker::sizes);
        let sizes: Vec<usize> = sizes.filter(|&size| is_quick(family.name, size)).collect();
        json!({"name": family.name, "about": family.about, "sizes": sizes})
    });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "style": style_rules(),
        "families": families.collect::<Vec<_>>(),
        "instructions": ketboard_qaoa::instructions(),
        "words": quantities().map(|n| (n.key, n.head, n.meaning)).collect::<Vec<_>>(),
    })
}
