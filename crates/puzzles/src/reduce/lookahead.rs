//! Look-ahead: a value from which what the constraints force, one by one, leads to a contradiction.
//!
//! Only values are propagated ([`forced`]), breadth first; new ties are not drawn under an
//! assumption. Of all values that are refuted the one with the fewest cells on the way is taken:
//! the simplest to follow. Every assumption costs the constraints it reaches, not the board, and
//! stops at the length of the best so far.

use super::knowledge::{Conclusion, Deduction, Knowledge, Known};
use super::propagate::{Broken, forced};
use crate::model::Var;
use std::collections::{BTreeSet, VecDeque};

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
        let one = value != literal.negated;
        self.values[class] = Some(one);
        self.sources[class] = Some((var, because));
        self.followed.push(class);
        let before = self.knowledge.known();
        for &member in before.classes.members(literal.class) {
            let one = one != before.literal(member).negated;
            for &index in self.knowledge.moved_by(member, one) {
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
