//! A puzzle without a solution: which rule cannot hold, where the file says so, and the deductions
//! that show it.

use super::Error;
use ketboard_puzzles::{Contradiction, Puzzle, RuleSet, Step, reduce};
use serde::Serialize;
use std::fmt;

/// Why a puzzle has no solution.
///
/// ```
/// use ketboard::{Error, Options, Puzzle};
/// let three = Puzzle::parse("family = 'n-queens'\nsize = 3")?;
/// let Err(Error::NoSolution(found)) = three.problem(&Options::default()) else {
///     panic!("three queens attack each other");
/// };
/// assert!(!found.reason.is_empty());
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct NoSolution {
    /// The puzzle's file.
    #[serde(skip)]
    pub file: String,
    /// Which rule cannot hold, and why.
    pub reason: String,
    /// The deductions that show it, one each.
    pub steps: Vec<String>,
    /// The line of the puzzle file that contradicts the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What would be right.
    #[serde(skip)]
    remedy: &'static str,
}

impl NoSolution {
    /// What a deduction found.
    pub(crate) fn by_deduction(puzzle: &Puzzle, contradiction: &Contradiction) -> Self {
        let steps = contradiction.relevant_steps();
        let stated = steps.iter().rev().map(|step| step.effect.var());
        let mut named = stated.chain(contradiction.because.iter().copied());
        let line = named.find_map(|var| puzzle.given_lines.get(&var).copied());
        let remedy = match line {
            Some(_) => "change one of the givens or signs named",
            None => "no given is to blame: change the board or its counts",
        };
        Self {
            file: puzzle.file.clone(),
            line,
            reason: contradiction.to_string(),
            steps: steps.iter().map(|s| step_in_words(puzzle, s)).collect(),
            remedy,
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
}

impl fmt::Display for NoSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        let Self { reason, remedy, .. } = self;
        write!(f, ": the puzzle has no solution: {reason}; {remedy}")
    }
}

impl From<NoSolution> for Error {
    fn from(found: NoSolution) -> Self {
        Self::NoSolution(Box::new(found))
    }
}

/// A step in words; of a given, with the line that states it: `r1c4 = 1: given (line 3)`.
pub(crate) fn step_in_words(puzzle: &Puzzle, step: &Step) -> String {
    let words = step.describe(&puzzle.model);
    match puzzle.given_lines.get(&step.effect.var()) {
        Some(line) if step.constraint.is_none() => format!("{words} (line {line})"),
        Some(_) | None => words,
    }
}
