//! Cells that a set of candidates leaves no room for.
//!
//! Of the k open cells of a set at least r must still be 1, so any k − r + 1 of them hold a 1. A
//! cell that is exclusive with that many of them is 0. For r = 1 it is the puzzler's rule: a cell
//! seen by every candidate of a group.

use super::knowledge::{Deduction, Knowledge};
use super::paper::fixed;
use super::tally::CountedSet;
use crate::model::{Form, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The first open cell that excludes too many candidates of a set.
pub(super) fn seen_by_all_candidates(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let known = knowledge.known();
    let set = CountedSet::of(&knowledge.model.constraints()[index])?;
    let needed = set.least - set.with(known, true).len() as i64;
    let is_open = |var: &Var| known.value(*var).is_none();
    let candidates: Vec<Var> = set.vars.iter().copied().filter(is_open).collect();
    let too_many = candidates.len() as i64 - needed + 1;
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
    Some(fixed(var, false, index, set.with(known, false)))
}

/// The cells that are 0 where `var` is 1: by a pair, or as members of a set with at most one 1.
fn exclusive_with(knowledge: &Knowledge<'_>, var: Var) -> BTreeSet<Var> {
    let mut cells = BTreeSet::new();
    for &index in knowledge.constraints_of(var) {
        let constraint = &knowledge.model.constraints()[index];
        match &constraint.form {
            Form::NotBoth { pair, .. } => cells.extend(pair),
            Form::Count { .. } => {
                cells.extend(
                    CountedSet::of(constraint)
                        .filter(|set| set.most == 1)
                        .iter()
                        .flat_map(|set| set.vars),
                );
            }
            Form::Equal(_) | Form::Differ(_) | Form::Distinct(_) | Form::Matching { .. } => {}
        }
    }
    cells.remove(&var);
    cells
}
