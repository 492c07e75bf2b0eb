//! How far to reduce: by a level of rules, to a number of qubits, or by what serves most boards.

use ketboard_puzzles::{Contradiction, Model, Reduction, RuleSet, reduce};

/// The number of qubits to which the automatic plan reduces a board that the paper's rules leave
/// larger: a state that thousands of evaluations visit in seconds.
pub(crate) const AUTOMATIC_QUBITS: usize = 16;

/// Which deductions to make. With neither field set the plan is automatic: the paper's rules, and,
/// only where they leave more than [`AUTOMATIC_QUBITS`], further deductions until that many are
/// left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ReductionPlan {
    /// The rules that may be used.
    pub level: Option<RuleSet>,
    /// Stop as soon as at most this many qubits remain.
    pub target_qubits: Option<usize>,
}

impl ReductionPlan {
    /// The reduction of `model` by this plan.
    ///
    /// # Errors
    /// The contradiction, with its steps, where the deductions show that no solution exists.
    pub(crate) fn apply(&self, model: &Model) -> Result<Reduction, Box<Contradiction>> {
        let by = |level, target| reduce(model, level, target).map_err(Box::new);
        match (self.level, self.target_qubits) {
            (Some(level), target) => by(level, target),
            (None, Some(target)) => by(RuleSet::Full, Some(target)),
            (None, None) => {
                let paper = by(RuleSet::Paper, None)?;
                if paper.qubits() <= AUTOMATIC_QUBITS {
                    Ok(paper)
                } else {
                    by(RuleSet::Full, Some(AUTOMATIC_QUBITS))
                }
            }
        }
    }

    /// The number of qubits that the plan aims at, where it aims at one.
    pub(crate) fn target(&self) -> Option<usize> {
        let automatic = self.level.is_none().then_some(AUTOMATIC_QUBITS);
        self.target_qubits.or(automatic)
    }

    /// The plan in words: `paper`, `full, down to 12 qubits`,
    /// `paper, on to 16 qubits where more remain`.
    pub(crate) fn describe(&self) -> String {
        match (self.level, self.target_qubits) {
            (Some(level), None) => level.name().to_owned(),
            (Some(level), Some(n)) => format!("{}, down to {n} qubits", level.name()),
            (None, Some(n)) => format!("full, down to {n} qubits"),
            (None, None) => format!("paper, on to {AUTOMATIC_QUBITS} qubits where more remain"),
        }
    }
}
