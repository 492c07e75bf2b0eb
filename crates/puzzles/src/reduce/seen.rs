//! Cells that a set of candidates leaves no room for.
//!
//! Of the k open cells of a set at least r must still be 1, so any k − r + 1 of them hold a 1. A
//! cell that is exclusive with that many of them is 0. For r = 1 it is the puzzler's rule: a cell
//! seen by every candidate of a group.

use super::knowledge::{Conclusion, Deduction, Knowledge};
use super::propagate::OpenSum;
use crate::model::{Form, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The first open cell that excludes too many candidates of a set.
pub(super) fn seen_by_all_candidates(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
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
