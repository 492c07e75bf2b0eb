//! A puzzle without a solution: which rule cannot hold, where the file says so, and the steps that
//! show it.

use super::options::TalkOptions;
use super::page::{complain, note, print_json};
use crate::Result;
use crate::experiment::{NoSolutionRecord, Status};
use ketboard_puzzles::{Contradiction, Puzzle, RuleSet, Step, reduce};
use std::process::ExitCode;

/// Why a puzzle has no solution.
#[derive(Debug, Clone)]
pub(crate) struct NoSolution {
    file: String,
    line: Option<usize>,
    reason: String,
    steps: Vec<String>,
    remedy: &'static str,
}

impl NoSolution {
    /// What a deduction found.
    pub(crate) fn by_deduction(puzzle: &Puzzle, contradiction: &Contradiction) -> Self {
        let steps = contradiction.relevant_steps();
        let stated = steps.iter().rev().map(|step| step.effect.var());
        let named = stated.chain(contradiction.because.iter().copied());
        let line = named
            .filter_map(|var| puzzle.given_lines.get(&var))
            .next()
            .copied();
        Self {
            file: puzzle.file.clone(),
            line,
            reason: contradiction.to_string(),
            steps: steps.iter().map(|step| words(puzzle, step)).collect(),
            remedy: if line.is_some() {
                "change one of the givens or signs named"
            } else {
                "no given is to blame: change the board or its counts"
            },
        }
    }

    /// What the exact solver found, explained by deductions where they reach.
    pub(crate) fn by_search(puzzle: &Puzzle) -> Self {
        match reduce(&puzzle.model, RuleSet::Full, None) {
            Err(contradiction) => Self::by_deduction(puzzle, &contradiction),
            Ok(_) => Self {
                file: puzzle.file.clone(),
                line: None,
                reason: "an exact search over the rules finds none".to_owned(),
                steps: Vec::new(),
                remedy: "change the board, or take back a given",
            },
        }
    }

    /// Reports it: the JSON status if asked for, the reason and its steps on standard error.
    pub(crate) fn report(&self, talk: &TalkOptions) -> Result<ExitCode> {
        if talk.json {
            print_json(&NoSolutionRecord {
                status: Status::NoSolution,
                solutions: 0,
                reason: self.reason.clone(),
                steps: self.steps.clone(),
                line: self.line,
                version: env!("CARGO_PKG_VERSION"),
            })?;
        }
        self.explain(talk);
        Ok(ExitCode::from(1))
    }

    /// The reason and, unless quiet, the steps on standard error.
    pub(crate) fn explain(&self, talk: &TalkOptions) {
        let place = match self.line {
            Some(line) => format!("{}:{line}", self.file),
            None => self.file.clone(),
        };
        complain(format_args!(
            "{place}: the puzzle has no solution: {}; {}",
            self.reason, self.remedy
        ));
        if !talk.quiet {
            for step in &self.steps {
                note(format_args!("  {step}"));
            }
        }
    }
}

/// A step in words; of a given, with the line that states it: `r1c4 = 1: given (line 3)`.
pub(crate) fn words(puzzle: &Puzzle, step: &Step) -> String {
    let words = step.describe(&puzzle.model);
    match puzzle.given_lines.get(&step.effect.var()) {
        Some(line) if step.constraint.is_none() => format!("{words} (line {line})"),
        Some(_) | None => words,
    }
}
