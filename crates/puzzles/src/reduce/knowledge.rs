//! What is known of a board part of the way: classes of tied variables and the values of classes.
//!
//! Tied variables form a class; x = its representative ⊕ negated. The representative is the
//! variable with the smallest index. (The paper, §3.2, keeps the leftmost cell and then the
//! topmost; a model has no geometry, so it is the first in the order in which the model lists its
//! cells.)

use super::{Effect, Reduced, Reduction, Step};
use crate::model::{Model, Var};
use std::collections::BTreeSet;

/// A variable as its class's representative, or the negation of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClassLiteral {
    /// The representative.
    pub(super) class: Var,
    /// Whether the variable is 1 − representative.
    pub(super) negated: bool,
}

/// Which variables are tied together.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    literals: Vec<ClassLiteral>,
    members: Vec<Vec<Var>>,
}

impl Classes {
    fn apart(model: &Model) -> Self {
        let alone = |class| ClassLiteral {
            class,
            negated: false,
        };
        Self {
            literals: model.variables().map(alone).collect(),
            members: model.variables().map(|var| vec![var]).collect(),
        }
    }

    /// The variables of the class that `class` represents.
    pub(super) fn members(&self, class: Var) -> &[Var] {
        &self.members[class.index()]
    }

    fn join(&mut self, var: Var, into: Var, negated: bool) {
        let moved = std::mem::take(&mut self.members[var.index()]);
        for member in &moved {
            let literal = &mut self.literals[member.index()];
            literal.class = into;
            literal.negated ^= negated;
        }
        self.members[into.index()].extend(moved);
    }
}

/// The classes, with a value for some of them: of a board, or of a board under an assumption.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'k> {
    /// Which variables are tied.
    pub(super) classes: &'k Classes,
    /// The value of each representative.
    pub(super) values: &'k [Option<bool>],
}

impl Known<'_> {
    /// The variable's value, where it is known.
    pub(super) fn value(self, var: Var) -> Option<bool> {
        let literal = self.literal(var);
        self.values[literal.class.index()].map(|value| value != literal.negated)
    }

    /// The variable as a literal of its class.
    pub(super) fn literal(self, var: Var) -> ClassLiteral {
        self.classes.literals[var.index()]
    }

    /// Whether the variable is tied to another.
    pub(super) fn is_tied(self, var: Var) -> bool {
        self.classes.members(self.literal(var).class).len() > 1
    }

    /// Whether the two differ, where that is certain.
    pub(super) fn differ(self, a: Var, b: Var) -> Option<bool> {
        let (first, second) = (self.literal(a), self.literal(b));
        if first.class == second.class {
            return Some(first.negated != second.negated);
        }
        Some(self.value(a)? != self.value(b)?)
    }
}

/// What a rule found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conclusion {
    /// An open variable has this value.
    Value(Var, bool),
    /// Two open variables of different classes are alike, or differ.
    Relation {
        /// The two.
        pair: [Var; 2],
        /// Whether they differ.
        differ: bool,
    },
}

/// What a rule found, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Deduction {
    /// What is new.
    pub(super) conclusion: Conclusion,
    /// The constraint that forces it.
    pub(super) constraint: Option<usize>,
    /// The variables whose values or ties force it.
    pub(super) because: Vec<Var>,
}

/// A model, all that was deduced about it so far, and the steps.
#[derive(Clone, Debug)]
pub(super) struct Knowledge<'m> {
    /// The model.
    pub(super) model: &'m Model,
    classes: Classes,
    values: Vec<Option<bool>>,
    /// By value and variable: the constraints that can break, or force something, because the
    /// variable has that value. A pair that is not both 1 is settled by a 0.
    moved_by: [Vec<Vec<usize>>; 2],
    pub(super) steps: Vec<Step>,
    pub(super) open: usize,
}

impl<'m> Knowledge<'m> {
    /// Nothing is known yet, not even the givens.
    pub(super) fn of(model: &'m Model) -> Self {
        let mut moved_by = [(); 2].map(|()| vec![Vec::new(); model.len()]);
        for (index, constraint) in model.constraints().iter().enumerate() {
            let product = constraint.form.product();
            let is_pair = product.is_some_and(|(sum, ..)| sum.least == 0);
            let vars: BTreeSet<Var> = constraint.vars().into_iter().collect();
            for lists in &mut moved_by[usize::from(is_pair)..] {
                vars.iter().for_each(|var| lists[var.index()].push(index));
            }
        }
        Self {
            model,
            classes: Classes::apart(model),
            values: vec![None; model.len()],
            moved_by,
            steps: Vec::new(),
            open: model.len(),
        }
    }

    /// The classes and their values.
    pub(super) fn known(&self) -> Known<'_> {
        Known {
            classes: &self.classes,
            values: &self.values,
        }
    }

    /// The constraints that speak of a variable, in the model's order.
    pub(super) fn constraints_of(&self, var: Var) -> &[usize] {
        self.moved_by(var, true)
    }

    /// Those of them that a value can move.
    pub(super) fn moved_by(&self, var: Var, value: bool) -> &[usize] {
        &self.moved_by[usize::from(value)][var.index()]
    }

    /// The constraints that speak of any variable of a class.
    fn constraints_of_class(&self, class: Var) -> impl Iterator<Item = usize> {
        let members = self.classes.members(class).iter();
        members.flat_map(|&var| self.constraints_of(var).iter().copied())
    }

    /// The classes without a value, by representative: one qubit each.
    pub(super) fn open_classes(&self) -> impl Iterator<Item = Var> {
        let is_open = |var: &Var| {
            self.values[var.index()].is_none() && !self.classes.members(*var).is_empty()
        };
        self.model.variables().filter(is_open)
    }

    /// Carries out a deduction as a step of `rule`, and returns the constraints that now say more.
    pub(super) fn apply(&mut self, rule: &'static str, deduction: Deduction) -> Vec<usize> {
        let mut because = deduction.because;
        let (effect, changed) = match deduction.conclusion {
            Conclusion::Value(var, value) => self.fix(var, value),
            Conclusion::Relation { pair, differ } => {
                let (effect, changed, kept) = self.merge(pair, differ);
                because.extend(pair.iter().filter(|var| !kept.contains(var)));
                (effect, changed)
            }
        };
        because.sort_unstable();
        because.dedup();
        self.open -= 1;
        self.steps.push(Step {
            rule,
            effect,
            constraint: deduction.constraint,
            because,
        });
        changed
    }

    /// Gives a variable, and all that are merged with it, a value; what changed.
    fn fix(&mut self, var: Var, value: bool) -> (Effect, Vec<usize>) {
        let literal = self.known().literal(var);
        let known = self.values[literal.class.index()].replace(value != literal.negated);
        debug_assert_eq!(known, None, "only open cells are fixed");
        let changed = self.constraints_of_class(literal.class).collect();
        (Effect::Fix { var, value }, changed)
    }

    /// Merges two variables that are equal or different; what changed.
    fn merge(&mut self, [a, b]: [Var; 2], differ: bool) -> (Effect, Vec<usize>, [Var; 2]) {
        let (first, second) = (self.known().literal(a), self.known().literal(b));
        debug_assert_ne!(first.class, second.class, "only apart classes are merged");
        let negated = differ ^ first.negated ^ second.negated;
        let into = first.class.min(second.class);
        let var = first.class.max(second.class);
        let changed = self.constraints_of_class(var).collect();
        self.classes.join(var, into, negated);
        (Effect::Merge { var, into, negated }, changed, [var, into])
    }

    /// What the variables have become: one qubit for each open class, in the order of variables.
    pub(super) fn into_reduction(self) -> Reduction {
        let variables: Vec<Var> = self.open_classes().collect();
        let mut qubit_of = vec![0; self.model.len()];
        for (qubit, var) in variables.iter().enumerate() {
            qubit_of[var.index()] = qubit;
        }
        let become_of = |var| {
            let literal = self.known().literal(var);
            let bit = Reduced::Bit {
                qubit: qubit_of[literal.class.index()],
                negated: literal.negated,
            };
            self.known().value(var).map_or(bit, Reduced::Const)
        };
        let values = self.model.variables().map(become_of).collect();
        Reduction {
            values,
            variables,
            steps: self.steps,
        }
    }
}
