//! What is still to be done: for each rule the deductions that constraints hold ready, found anew
//! wherever more is known.
//!
//! The next step is the first deduction of the first rule that has one, so that a rule is used only
//! where no simpler one finds anything.

use super::RuleSet;
use super::knowledge::{Conclusion, Deduction, Knowledge};
use super::lookahead::look_ahead;
use super::propagate::{forced, related};
use super::rule::{Contradiction, LOOK_AHEAD, RULES, SEEN, place, reason};
use super::seen::seen_by_all_candidates;
use std::collections::{BTreeMap, BTreeSet};

/// The deductions found, and the constraints that are still to be looked at.
#[derive(Clone, Debug)]
pub(super) struct Agenda {
    /// By rule and constraint.
    found: BTreeMap<(usize, usize), Deduction>,
    /// Of which more is known since.
    changed: BTreeSet<usize>,
    /// The same, since candidates were last looked at.
    unseen: BTreeSet<usize>,
}

impl Agenda {
    /// Everything is still to be looked at.
    pub(super) fn of(knowledge: &Knowledge<'_>) -> Self {
        let all: BTreeSet<usize> = (0..knowledge.model.constraints().len()).collect();
        Self {
            found: BTreeMap::new(),
            changed: all.clone(),
            unseen: all,
        }
    }

    /// More is known of these constraints' variables.
    pub(super) fn note(&mut self, changed: &[usize]) {
        self.changed.extend(changed);
        self.unseen.extend(changed);
    }

    /// Looks at every constraint that changed.
    ///
    /// # Errors
    /// Where one can no longer hold; its steps are left for the caller to fill in.
    pub(super) fn look(&mut self, knowledge: &Knowledge<'_>) -> Result<(), Contradiction> {
        let known = knowledge.known();
        let changed = std::mem::take(&mut self.changed);
        self.found.retain(|(_, index), _| !changed.contains(index));
        for index in changed {
            let constraint = &knowledge.model.constraints()[index];
            let values = forced(known, constraint)
                .map_err(|broken| Contradiction::at(knowledge.model, known, index, broken))?;
            for finding in values.into_iter().chain(related(known, constraint)) {
                let key = (reason(constraint, &finding), index);
                self.found.entry(key).or_insert(Deduction {
                    conclusion: finding.conclusion,
                    constraint: Some(index),
                    because: finding.because,
                });
            }
        }
        Ok(())
    }

    /// The first deduction of the first rule, of `level` at most, that has one.
    pub(super) fn next(
        &mut self,
        knowledge: &Knowledge<'_>,
        level: RuleSet,
    ) -> Option<(&'static str, Deduction)> {
        if let Some(given) = given(knowledge) {
            return Some((RULES[0].name, given));
        }
        let first = self.found.first_key_value();
        let first = first.filter(|((rule, _), _)| RULES[*rule].level <= level);
        let first = first.map(|(&(rule, _), deduction)| (rule, deduction.clone()));
        let candidates = place(SEEN);
        if let Some((rule, deduction)) = first.clone().filter(|(rule, _)| *rule < candidates) {
            return Some((RULES[rule].name, deduction));
        }
        if level < RuleSet::Full {
            return None;
        }
        while let Some(&index) = self.unseen.first() {
            if let Some(deduction) = seen_by_all_candidates(knowledge, index) {
                return Some((SEEN, deduction));
            }
            self.unseen.pop_first();
        }
        match first {
            Some((rule, deduction)) => Some((RULES[rule].name, deduction)),
            None => Some((LOOK_AHEAD, look_ahead(knowledge)?)),
        }
    }
}

/// The next given that is not filled in yet.
pub(super) fn given(knowledge: &Knowledge<'_>) -> Option<Deduction> {
    let is_open = |(var, _): &&(_, bool)| knowledge.known().value(*var).is_none();
    let &(var, value) = knowledge.model.givens().iter().find(is_open)?;
    Some(Deduction {
        conclusion: Conclusion::Value(var, value),
        constraint: None,
        because: Vec::new(),
    })
}
