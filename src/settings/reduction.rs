//! How far to reduce: by a set of rules, to a number of qubits, or by what serves most boards.
//!
//! With neither setting the reduction is automatic: the paper's rules, and, only where they leave
//! more than [`AUTOMATIC_QUBITS`], further deductions until that many are left.

use super::Settings;
use ketboard_puzzles::{Contradiction, Model, Reduction, RuleSet, reduce};

/// The number of qubits to which the automatic plan reduces a board that the paper's rules leave
/// larger: a state that thousands of evaluations visit in seconds.
pub(crate) const AUTOMATIC_QUBITS: usize = 16;

impl Settings {
    /// The reduction of `model`.
    ///
    /// # Errors
    /// The contradiction, with its steps, where the deductions show that no solution exists.
    pub(crate) fn reduction_of(&self, model: &Model) -> Result<Reduction, Contradiction> {
        match (self.reduce, self.target_qubits) {
            (Some(level), target) => reduce(model, level, target),
            (None, Some(target)) => reduce(model, RuleSet::Full, Some(target)),
            (None, None) => match reduce(model, RuleSet::Paper, None)? {
                paper if paper.qubits() <= AUTOMATIC_QUBITS => Ok(paper),
                _ => reduce(model, RuleSet::Full, Some(AUTOMATIC_QUBITS)),
            },
        }
    }

    /// The number of qubits that the reduction aims at, where it aims at one.
    pub(crate) fn reduction_target(&self) -> Option<usize> {
        let automatic = self.reduce.is_none().then_some(AUTOMATIC_QUBITS);
        self.target_qubits.or(automatic)
    }

    /// The reduction in words: `paper`, `full, down to 12 qubits`, `the paper's rules, then further
    /// deductions down to 16 qubits`.
    pub(crate) fn reduction_in_words(&self) -> String {
        match (self.reduce, self.target_qubits) {
            (Some(level), None) => level.name().to_owned(),
            (Some(level), Some(n)) => format!("{}, down to {n} qubits", level.name()),
            (None, Some(n)) => format!("full, down to {n} qubits"),
            (None, None) => format!(
                "the paper's rules, then further deductions down to {AUTOMATIC_QUBITS} qubits"
            ),
        }
    }

    /// The same settings with the paper's rules where no reduction is named: for models of any
    /// width, which nothing has to hold in memory.
    pub(crate) fn by_the_paper_alone(&self) -> Self {
        let mut settings = self.clone();
        if settings.reduce.is_none() && settings.target_qubits.is_none() {
            settings.reduce = Some(RuleSet::Paper);
        }
        settings
    }
}
