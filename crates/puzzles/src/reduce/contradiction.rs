//! A model without solutions: which constraint cannot hold, and the steps that led there.

use super::knowledge::Known;
use super::propagate::{Broken, OpenSum};
use super::{Effect, Step};
use crate::model::{Constraint, Form, Model, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The model has no solution.
///
/// ```
/// use ketboard_puzzles::{Puzzle, RuleSet, reduce};
///
/// let text = "family = 'n-queens'\nsize = 4\nqueens = ['r1c1', 'r2c2']";
/// let puzzle = Puzzle::parse(text, "two on a diagonal")?;
/// let contradiction = reduce(&puzzle.model, RuleSet::Full, None).unwrap_err();
/// assert!(!contradiction.to_string().is_empty());
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{reason}")]
#[non_exhaustive]
pub struct Contradiction {
    /// The deductions up to the one after which a constraint could no longer hold.
    pub steps: Vec<Step>,
    /// That constraint; `None` where two givens differ.
    pub constraint: Option<usize>,
    /// The variables whose known values, or ties with others, break it.
    pub because: Vec<Var>,
    /// What cannot hold, in words, with the names of the cells.
    pub reason: String,
}

impl Contradiction {
    /// A constraint that can no longer hold.
    pub(super) fn at(model: &Model, known: Known<'_>, index: usize, broken: Broken) -> Self {
        let constraint = &model.constraints()[index];
        Self {
            steps: Vec::new(),
            constraint: Some(index),
            because: broken.0,
            reason: format!(
                "{} {}",
                constraint.name,
                complaint(model, known, constraint)
            ),
        }
    }

    /// A variable that is given twice, with two values.
    pub(super) fn of_givens(model: &Model, var: Var) -> Self {
        Self {
            steps: Vec::new(),
            constraint: None,
            because: vec![var],
            reason: format!("{} is given as 0 and as 1", model.name(var)),
        }
    }

    /// Those of the steps on which the contradiction depends, in their order: what is left when
    /// `because` is followed backwards.
    pub fn relevant_steps(&self) -> Vec<&Step> {
        let merges = self.steps.iter().filter_map(|step| match step.effect {
            Effect::Merge { var, into, .. } => Some((var, into)),
            Effect::Fix { .. } => None,
        });
        let merges: BTreeMap<Var, Var> = merges.collect();
        // a variable, and what it was merged into, one after the other
        let chain = |var: Var| std::iter::successors(Some(var), |var| merges.get(var).copied());
        let mut wanted: BTreeSet<Var> = self.because.iter().copied().collect();
        let mut relevant = Vec::new();
        for step in self.steps.iter().rev() {
            let is_wanted = match step.effect {
                Effect::Merge { var, .. } => wanted.iter().any(|w| chain(*w).any(|v| v == var)),
                Effect::Fix { var, .. } => {
                    let class = chain(var).last();
                    wanted.iter().any(|w| chain(*w).last() == class)
                }
            };
            if is_wanted {
                relevant.push(step);
                wanted.extend(&step.because);
                if let Effect::Fix { var, .. } = step.effect {
                    wanted.insert(var);
                }
            }
        }
        relevant.reverse();
        relevant
    }
}

/// Why a rule can no longer hold, in words.
fn complaint(model: &Model, known: Known<'_>, constraint: &Constraint) -> String {
    let demand = constraint.demand(model);
    match (&constraint.form, constraint.form.sign()) {
        (_, Some((_, true))) => format!("must hold: {demand}; they are alike"),
        (_, Some((_, false))) => format!("must hold: {demand}; they differ"),
        (Form::Sum(sum), None) if sum.product.is_some() => {
            format!("must not have both: {demand}; both are 1")
        }
        (Form::Sum(_), None) => {
            let sum = OpenSum::of(known, constraint).map(|sum| sum.with_terms(known));
            let found = sum.map_or_else(String::new, |sum| match sum.reach() {
                [lowest, _] if lowest > sum.most => format!("at least {lowest} are 1"),
                [_, highest] => format!("at most {highest} can be 1"),
            });
            format!("must have {demand}; {found}")
        }
        (Form::Distinct(_), _) => "must differ; both read the same".to_owned(),
        (Form::Matching(_), _) => format!("must be matched {demand}; no filling does that"),
    }
}
