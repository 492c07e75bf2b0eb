//! Look-ahead: a value from which what the constraints force, one by one, leads to a contradiction.
//!
//! Only values are propagated ([`examine`]), breadth first, so that refutations are short; new ties are not
//! drawn under an assumption. Every assumption costs the constraints it reaches, not the board.

use super::inference::{Broken, examine};
use super::knowledge::{Conclusion, Deduction, Knowledge, Known};
use crate::model::Var;
use std::collections::{BTreeSet, VecDeque};

/// The first open class, in the order of variables, with a value that is refuted; 1 is tried before 0.
pub(super) fn look_ahead(knowledge: &Knowledge<'_>) -> Option<Deduction> {
    let guesses = |var| [(var, true), (var, false)];
    knowledge
        .open_classes()
        .flat_map(guesses)
        .find_map(|(var, value)| {
            let (constraint, because) = Assumption::of(knowledge, var, value).refute()?;
            Some(Deduction {
                conclusion: Conclusion::Value(var, !value),
                constraint: Some(constraint),
                because,
            })
        })
}

/// Why a class has its value under an assumption.
#[derive(Clone, Debug)]
struct Source {
    /// The variable of the class that was forced.
    var: Var,
    /// The variables whose values or ties forced it.
    because: Vec<Var>,
}

/// What follows if one class has a value.
struct Assumption<'k> {
    knowledge: &'k Knowledge<'k>,
    values: Vec<Option<bool>>,
    sources: Vec<Option<Source>>,
    queue: VecDeque<usize>,
    queued: Vec<bool>,
}

impl<'k> Assumption<'k> {
    fn of(knowledge: &'k Knowledge<'k>, var: Var, value: bool) -> Self {
        let mut assumption = Self {
            knowledge,
            values: knowledge.known().values.to_vec(),
            sources: vec![None; knowledge.model.len()],
            queue: VecDeque::new(),
            queued: vec![false; knowledge.model.constraints().len()],
        };
        assumption.set(var, value, Vec::new());
        assumption
    }

    /// The constraint that breaks, and the known variables on which that depends.
    fn refute(mut self) -> Option<(usize, Vec<Var>)> {
        while let Some(index) = self.queue.pop_front() {
            self.queued[index] = false;
            match examine(self.known(), &self.knowledge.model.constraints()[index]) {
                Err(Broken { because }) => return Some((index, self.roots(because))),
                Ok(forced) => {
                    for found in forced {
                        self.set(found.var, found.value, found.because);
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
        self.sources[class] = Some(Source { var, because });
        for index in self.knowledge.constraints_of_class(literal.class) {
            if !std::mem::replace(&mut self.queued[index], true) {
                self.queue.push_back(index);
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
            if !std::mem::replace(&mut followed[class.index()], true) {
                if let Some(source) = &self.sources[class.index()] {
                    open.extend(&source.because);
                    open.push(source.var);
                }
            }
        }
        roots.into_iter().collect()
    }
}
