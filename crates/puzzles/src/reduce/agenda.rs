//! What is still to be done: for each rule the deductions that constraints hold ready, found anew
//! wherever more is known.
//!
//! The next step is the first deduction of the first rule that has one, so that a rule is used only
//! where no simpler one finds anything.

use super::RuleSet;
use super::knowledge::{Conclusion, Deduction, Knowledge, Known};
use super::propagate::{Broken, OpenSum, forced, related};
use super::rule::Contradiction;
use super::rule::{LOOK_AHEAD, RULES, SEEN, place, reason};
use crate::model::{Form, Var};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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

// Cells that a set of candidates leaves no room for.
//
// Of the k open cells of a set at least r must still be 1, so any k − r + 1 of them hold a 1. A
// cell that is exclusive with that many of them is 0. For r = 1 it is the puzzler's rule: a cell
// seen by every candidate of a group.

/// The first open cell that excludes too many candidates of a set.
fn seen_by_all_candidates(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let known = knowledge.known();
    let constraint = &knowledge.model.constraints()[index];
    constraint.form.count()?;
    let sum = OpenSum::of(known, constraint)?;
    let needed = sum.least - sum.ones;
    let too_many = sum.open - needed + 1;
    if needed < 1 || too_many < 1 {
        return None;
    }
    let is_open = |var: &Var| known.value(*var).is_none();
    let mut seen_by: BTreeMap<Var, i64> = BTreeMap::new();
    for (var, _) in sum.literals.iter().filter(|(var, no)| !no && is_open(var)) {
        for cell in exclusive_with(knowledge, *var) {
            *seen_by.entry(cell).or_default() += 1;
        }
    }
    let excluded = |(cell, times): &(Var, i64)| *times >= too_many && is_open(cell);
    let (var, _) = seen_by.into_iter().find(excluded)?;
    Some(Deduction {
        conclusion: Conclusion::Value(var, false),
        constraint: Some(index),
        because: sum.with(known, false),
    })
}

/// The cells that are 0 where `var` is 1, as members of a sum of at most one.
fn exclusive_with(knowledge: &Knowledge<'_>, var: Var) -> BTreeSet<Var> {
    let mut cells = BTreeSet::new();
    for &index in knowledge.constraints_of(var) {
        let form = &knowledge.model.constraints()[index].form;
        if let Form::Sum(sum) = form
            && sum.most == 1
            && sum.literals.contains(&(var, false))
            && form.sign().is_none()
        {
            let others = sum.literals.iter().filter(|(_, negated)| !negated);
            cells.extend(others.map(|(other, _)| *other));
        }
    }
    cells.remove(&var);
    cells
}

// Look-ahead: a value from which what the constraints force, one by one, leads to a contradiction.
//
// Only values are propagated ([`forced`]), breadth first; new ties are not drawn under an
// assumption. Of all values that are refuted the one with the fewest cells on the way is taken:
// the simplest to follow. Every assumption costs the constraints it reaches, not the board, and
// stops at the length of the best so far.

/// The open class with the shortest refutation of a value; the first such, 1 before 0.
pub(super) fn look_ahead(knowledge: &Knowledge<'_>) -> Option<Deduction> {
    let mut best: Option<(usize, Deduction)> = None;
    let mut assumption = Assumption::none(knowledge);
    for var in knowledge.open_classes() {
        for value in [true, false] {
            let limit = best.as_ref().map_or(usize::MAX, |(cells, _)| *cells);
            assumption.set(var, value, Vec::new());
            if let Some((constraint, because)) = assumption.broken_within(limit) {
                let deduction = Deduction {
                    conclusion: Conclusion::Value(var, !value),
                    constraint: Some(constraint),
                    because: assumption.roots(because),
                };
                best = Some((assumption.followed.len(), deduction));
            }
            assumption.take_back();
        }
    }
    best.map(|(_, deduction)| deduction)
}

/// What follows if one class has a value. One after the other is made in the same memory: an
/// assumption on a large board reaches few of its cells.
struct Assumption<'k> {
    knowledge: &'k Knowledge<'k>,
    values: Vec<Option<bool>>,
    /// Why a class has its value: its variable that was forced, and those whose values or ties
    /// forced it.
    sources: Vec<Option<(Var, Vec<Var>)>>,
    queue: VecDeque<usize>,
    queued: Vec<bool>,
    /// The classes that have a value by the assumption.
    followed: Vec<usize>,
}

impl<'k> Assumption<'k> {
    /// Nothing is assumed.
    fn none(knowledge: &'k Knowledge<'k>) -> Self {
        Self {
            knowledge,
            values: knowledge.known().values.to_vec(),
            sources: vec![None; knowledge.model.len()],
            queue: VecDeque::new(),
            queued: vec![false; knowledge.model.constraints().len()],
            followed: Vec::new(),
        }
    }

    /// Forgets all that followed.
    fn take_back(&mut self) {
        for class in self.followed.drain(..) {
            self.values[class] = None;
            self.sources[class] = None;
        }
        for index in self.queue.drain(..) {
            self.queued[index] = false;
        }
    }

    /// The first constraint that breaks before so many classes have a value, and the variables that
    /// break it.
    fn broken_within(&mut self, limit: usize) -> Option<(usize, Vec<Var>)> {
        while self.followed.len() < limit {
            let index = self.queue.pop_front()?;
            self.queued[index] = false;
            match forced(self.known(), &self.knowledge.model.constraints()[index]) {
                Err(Broken(because)) => return Some((index, because)),
                Ok(findings) => {
                    for found in findings {
                        if let Conclusion::Value(var, value) = found.conclusion {
                            self.set(var, value, found.because);
                        }
                    }
                }
            }
        }
        None
    }

    fn known(&self) -> Known<'_> {
        Known {
            classes: self.knowledge.known().classes,
            values: &self.values,
        }
    }

    fn set(&mut self, var: Var, value: bool, because: Vec<Var>) {
        let literal = self.known().literal(var);
        let class = literal.class.index();
        if self.values[class].is_some() {
            return;
        }
        self.values[class] = Some(value != literal.negated);
        self.sources[class] = Some((var, because));
        self.followed.push(class);
        let known = Known {
            classes: self.knowledge.known().classes,
            values: &self.values,
        };
        for &member in known.classes.members(literal.class) {
            let one = known.value(member) == Some(true);
            for &index in self.knowledge.constraints_moved_by(member, one) {
                if !std::mem::replace(&mut self.queued[index], true) {
                    self.queue.push_back(index);
                }
            }
        }
    }

    /// Follows the causes of a contradiction back to what was known before the assumption: known
    /// variables, and variables whose ties were used.
    fn roots(&self, because: Vec<Var>) -> Vec<Var> {
        let before = self.knowledge.known();
        let mut roots = BTreeSet::new();
        let mut followed = vec![false; self.values.len()];
        let mut open = because;
        while let Some(var) = open.pop() {
            let class = before.literal(var).class;
            if before.value(var).is_some() || before.is_tied(var) {
                roots.insert(var);
            }
            let first_time = !std::mem::replace(&mut followed[class.index()], true);
            let source = self.sources[class.index()].as_ref();
            if let Some((var, because)) = source.filter(|_| first_time) {
                open.extend(because);
                open.push(*var);
            }
        }
        roots.into_iter().collect()
    }
}
