//! The rules of a model over the variables that its reduction left, and the assignments of a set of
//! them that the rules allow.

use crate::classical::{Limits, for_each_solution};
use crate::model::{Constraint, Form, Model, Var};
use crate::reduce::{Reduced, Reduction};

use std::ops::ControlFlow;

/// Values that the exact solver may assume for each assignment that may be listed.
const NODES: usize = 64;

/// The most variables of a set: an assignment is a number of so many bits.
const WIDEST: usize = 128;

/// A model, what its reduction made of it, and the rules that speak of a variable that is left.
#[derive(Clone, Debug)]
pub(super) struct ReducedModel<'a> {
    pub(super) model: &'a Model,
    pub(super) reduction: &'a Reduction,
    pub(super) rules: Vec<ReducedRule<'a>>,
}

/// A rule over the reduced variables.
#[derive(Clone, Debug)]
pub(super) struct ReducedRule<'a> {
    /// Its index in [`Model::constraints`].
    pub(super) index: usize,
    pub(super) rule: &'a Constraint,
    /// The reduced variables it speaks of, ascending.
    pub(super) variables: Vec<usize>,
    reduction: &'a Reduction,
}

impl ReducedRule<'_> {
    /// Whether the rule holds where the reduced variable k is `at(k)`.
    pub(super) fn holds(&self, at: impl Fn(usize) -> bool) -> bool {
        self.rule
            .holds_where(|var| match self.reduction.value(var) {
                Reduced::Const(constant) => constant,
                Reduced::Bit { qubit, negated } => at(qubit) != negated,
            })
    }
}

impl<'a> ReducedModel<'a> {
    pub(super) fn new(model: &'a Model, reduction: &'a Reduction) -> Self {
        let rules = model.constraints().iter().enumerate();
        let rules = rules.map(|(index, rule)| ReducedRule {
            index,
            rule,
            variables: reduction.open(&rule.vars()),
            reduction,
        });
        Self {
            model,
            reduction,
            rules: rules.filter(|rule| !rule.variables.is_empty()).collect(),
        }
    }

    /// The rules with these indices, which ascend.
    pub(super) fn rules_at(self, indices: &[usize]) -> impl Iterator<Item = ReducedRule<'a>> {
        let rules = self.rules.into_iter();
        rules.filter(|rule| indices.binary_search(&rule.index).is_ok())
    }

    /// The assignments of `set` (ascending) that keep every rule wholly inside it, and that no sum
    /// excludes whatever stands outside: no two queens in a column within two rows. They are
    /// numbers in which bit k is the k-th variable of the set, ascending. `None` where there are
    /// more than `most`, or finding them takes too long: a set is then no register.
    pub(super) fn legal(&self, set: &[usize], most: usize) -> Option<Vec<u128>> {
        if set.len() > WIDEST {
            return None;
        }
        let mut found = Vec::new();
        let limits = Limits {
            solutions: Some(most),
            nodes: Some(most.saturating_mul(NODES).max(1 << 12) as u64),
            ask: None,
        };
        let variables: Vec<Var> = set.iter().map(|k| self.reduction.variable(*k)).collect();
        let visit = for_each_solution(&self.part(set), &limits, |values| {
            let ones = (0..set.len()).filter(|place| values[variables[*place].index()]);
            found.push(ones.fold(0_u128, |level, place| level | 1 << place));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        visit.complete.then_some(found)
    }

    /// The rules that a set of reduced variables can keep by itself, over all variables of the
    /// model; those outside are 0. Of a sum the literals outside stay open.
    fn part(&self, set: &[usize]) -> Model {
        let inside = |k: &usize| set.binary_search(k).is_ok();
        let is_open = |var: Var| match self.reduction.value(var) {
            Reduced::Const(_) => false,
            Reduced::Bit { qubit, .. } => !inside(&qubit),
        };
        let mut part = Model::default();
        for var in self.model.variables() {
            part.add_variable("");
            match is_open(var) {
                true => part.give(var, false),
                false => self.reduction.state(var, &mut part),
            }
        }
        for rule in &self.rules {
            let count = rule.variables.iter().filter(|k| inside(k)).count();
            let mut form = rule.rule.form.clone();
            match &mut form {
                _ if count == 0 => continue,
                Form::Sum(sum) => {
                    let all = sum.literals.len();
                    sum.literals.retain(|(var, _)| !is_open(*var));
                    let outside = (all - sum.literals.len()) as u32;
                    sum.least = sum.least.saturating_sub(outside);
                    sum.product = sum.product.filter(|_| outside == 0);
                }
                _ if count < rule.variables.len() => continue,
                Form::Distinct(_) | Form::Matching(_) => {}
            }
            part.add(Constraint::new(rule.rule.kind, "", form));
        }
        part
    }
}
