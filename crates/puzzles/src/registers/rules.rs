//! The rules of a model over the variables that its reduction left, and the assignments of a set of
//! them that the rules allow.

use crate::classical::{Limits, for_each_solution};
use crate::model::{Constraint, Form, Kind, Model, Sum, Var};
use crate::reduce::{Reduced, Reduction};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Values that the exact solver may assume for each assignment that may be listed.
const NODES: usize = 64;

/// The most variables of a set: an assignment is a number of so many bits.
const WIDEST: usize = 128;

/// A model, what its reduction made of it, and the rules that speak of a variable that is left.
#[derive(Clone, Debug)]
pub(super) struct ReducedModel<'a> {
    pub(super) model: &'a Model,
    reduction: &'a Reduction,
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
        let mut reduced = Self {
            model,
            reduction,
            rules: Vec::new(),
        };
        for (index, rule) in model.constraints().iter().enumerate() {
            let variables = reduced.open(&rule.vars());
            if !variables.is_empty() {
                reduced.rules.push(ReducedRule {
                    index,
                    rule,
                    variables,
                    reduction,
                });
            }
        }
        reduced
    }

    /// The reduced variables that hold `vars`, ascending, each once.
    pub(super) fn open(&self, vars: &[Var]) -> Vec<usize> {
        let open = vars
            .iter()
            .filter_map(|&var| match self.reduction.value(var) {
                Reduced::Const(_) => None,
                Reduced::Bit { qubit, .. } => Some(qubit),
            });
        open.collect::<BTreeSet<usize>>().into_iter().collect()
    }

    /// The assignments of `set` (ascending) that keep every rule wholly inside it, and that no sum
    /// excludes whatever stands outside: no two queens in a column within two rows. They are
    /// numbers in which bit k is the k-th variable of the set, ascending. `None` where there are
    /// more than `most`, or finding them takes too long: a set is then no register.
    pub(super) fn legal(&self, set: &[usize], most: usize) -> Option<Vec<u128>> {
        if set.len() > WIDEST {
            return None;
        }
        let mut part = PartOfModel::of(set, self.reduction);
        self.rules.iter().for_each(|rule| part.add(rule));
        let mut found = Vec::new();
        let limits = Limits {
            solutions: Some(most),
            nodes: Some(most.saturating_mul(NODES).max(1 << 12) as u64),
            ask: None,
        };
        let visit = for_each_solution(&part.model, &limits, |values| {
            let bits = (0..set.len()).filter(|place| values[*place]);
            found.push(bits.fold(0_u128, |level, place| level | 1 << place));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        visit.complete.then_some(found)
    }
}

/// The rules that a set of reduced variables can keep by itself, as a model whose first variables
/// are those of the set.
struct PartOfModel<'a> {
    model: Model,
    set: &'a [usize],
    reduction: &'a Reduction,
    /// The variables of the whole model that stand in it beside, tied to those of the set.
    known: BTreeMap<Var, Var>,
}

impl<'a> PartOfModel<'a> {
    fn of(set: &'a [usize], reduction: &'a Reduction) -> Self {
        let mut model = Model::default();
        for variable in set {
            model.add_variable(variable.to_string());
        }
        let known = BTreeMap::new();
        Self {
            model,
            set,
            reduction,
            known,
        }
    }

    /// States a rule as far as it lies inside. Of a sum the literals outside stay open.
    fn add(&mut self, rule: &ReducedRule<'_>) {
        let inside = |variable: &usize| self.set.binary_search(variable).is_ok();
        let count = rule
            .variables
            .iter()
            .filter(|variable| inside(variable))
            .count();
        if count == 0 {
            return;
        }
        let form = match &rule.rule.form {
            Form::Sum(sum) => {
                let is_own = |(var, _): &&(Var, bool)| match self.reduction.value(*var) {
                    Reduced::Const(_) => true,
                    Reduced::Bit { qubit, .. } => inside(&qubit),
                };
                let own: Vec<(Var, bool)> = sum.literals.iter().filter(is_own).copied().collect();
                let outside = (sum.literals.len() - own.len()) as u32;
                let own = own.into_iter().map(|(var, no)| (self.place(var), no));
                Form::Sum(Sum {
                    literals: own.collect(),
                    least: sum.least.saturating_sub(outside),
                    most: sum.most,
                    product: sum.product.filter(|_| outside == 0),
                })
            }
            _ if count < rule.variables.len() => return,
            Form::Distinct(lines) => Form::Distinct(lines.each_ref().map(|line| self.places(line))),
            Form::Matching(sets) => {
                Form::Matching(sets.iter().map(|set| self.places(set)).collect())
            }
        };
        self.model.add(Constraint::new(rule.rule.kind, "", form));
    }

    fn places(&mut self, vars: &[Var]) -> Vec<Var> {
        vars.iter().map(|var| self.place(*var)).collect()
    }

    /// The variable that stands for one of the whole model: it has its value, or is tied to the
    /// variable of the set that it was merged with.
    fn place(&mut self, var: Var) -> Var {
        if let Some(known) = self.known.get(&var) {
            return *known;
        }
        let here = match self.reduction.value(var) {
            Reduced::Const(value) => {
                let here = self.model.add_variable("constant");
                self.model.give(here, value);
                here
            }
            Reduced::Bit { qubit, negated } => {
                let of_set = Var(self.set.partition_point(|other| *other < qubit));
                if self.reduction.variable(qubit) == var {
                    of_set
                } else {
                    let here = self.model.add_variable("tied");
                    let form = match negated {
                        true => Form::differ([of_set, here]),
                        false => Form::equal([of_set, here]),
                    };
                    self.model.add(Constraint::new(Kind::Sign, "", form));
                    here
                }
            }
        };
        self.known.insert(var, here);
        here
    }
}
