//! Cells that a set of candidates leaves no room for.
//!
//! Of the k open cells of a set at least r must still be 1, so any k − r + 1 of them hold a 1. A
//! cell that is exclusive with that many of them is 0. For r = 1 it is the puzzler's rule: a cell
//! seen by every candidate of a group.

use super::knowledge::{Conclusion, Deduction, Knowledge};
use crate::model::{Form, Penalty, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The first open cell that excludes too many candidates of a set.
pub(super) fn seen_by_all_candidates(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let known = knowledge.known();
    let Form::Sum {
        literals,
        least,
        penalty: Penalty::Square,
        ..
    } = &knowledge.model.constraints()[index].form
    else {
        return None;
    };
    let ones = literals
        .iter()
        .filter(|(var, negated)| known.value(*var) == Some(!negated));
    let needed = i64::from(*least) - ones.count() as i64;
    let is_open = |var: &Var| known.value(*var).is_none();
    let positive = literals
        .iter()
        .filter(|(_, negated)| !negated)
        .map(|(var, _)| *var);
    let candidates: Vec<Var> = positive.filter(is_open).collect();
    let open = literals.iter().filter(|(var, _)| is_open(var)).count();
    let too_many = open as i64 - needed + 1;
    if needed < 1 || too_many < 1 {
        return None;
    }
    let mut seen_by: BTreeMap<Var, i64> = BTreeMap::new();
    for cell in candidates
        .iter()
        .flat_map(|&var| exclusive_with(knowledge, var))
    {
        *seen_by.entry(cell).or_default() += 1;
    }
    let excluded = |(cell, times): &(Var, i64)| *times >= too_many && is_open(cell);
    let (var, _) = seen_by.into_iter().find(excluded)?;
    let zeros = literals
        .iter()
        .filter(|(var, negated)| known.value(*var) == Some(*negated));
    Some(Deduction {
        conclusion: Conclusion::Value(var, false),
        constraint: Some(index),
        because: zeros.map(|(var, _)| *var).collect(),
    })
}

/// The cells that are 0 where `var` is 1, as members of a sum of at most one.
fn exclusive_with(knowledge: &Knowledge<'_>, var: Var) -> BTreeSet<Var> {
    let mut cells = BTreeSet::new();
    for &index in knowledge.constraints_of(var) {
        let form = &knowledge.model.constraints()[index].form;
        if let Form::Sum {
            literals, most: 1, ..
        } = form
            && literals.contains(&(var, false))
            && form.sign().is_none()
        {
            let others = literals.iter().filter(|(_, negated)| !negated);
            cells.extend(others.map(|(other, _)| *other));
        }
    }
    cells.remove(&var);
    cells
}
