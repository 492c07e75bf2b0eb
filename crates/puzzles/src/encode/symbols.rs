//! Which variables form a symbol of several: groups in which exactly one is 1.
//!
//! A group is a rule "exactly 1 of" whose variables, those known to be 0 left out, are different
//! qubits of the reduction. Groups must not share a variable; they are taken in a fixed order:
//! first the symbols of one cell, then by kind (row, column, region, …), each in the order of the
//! model.

use super::Symbols;
use super::block::QubitBlock;
use crate::model::{Constraint, Model};
use crate::reduce::{Reduced, Reduction};
use std::collections::BTreeSet;

/// Disjoint groups of the model, in the order of their first variables, held as `code` says.
pub(super) fn groups(model: &Model, reduction: &Reduction, code: Symbols) -> Vec<QubitBlock> {
    let mut rules: Vec<&Constraint> = model.constraints().iter().collect();
    // stable: rules of a kind stay in the order of the model
    rules.sort_by_key(|rule| (!is_of_one_cell(rule, model), rule.kind));
    let mut taken = BTreeSet::new();
    let mut groups = Vec::new();
    for group in rules.iter().filter_map(|rule| group(rule, reduction, code)) {
        if group.vars.iter().all(|var| !taken.contains(var)) {
            taken.extend(group.vars.iter().copied());
            groups.push(group);
        }
    }
    groups.sort_by_key(|group| group.vars.iter().min().copied());
    groups
}

/// Whether all its variables lie in one cell.
fn is_of_one_cell(rule: &Constraint, model: &Model) -> bool {
    let cells: BTreeSet<_> = rule.vars().into_iter().map(|var| model.cell(var)).collect();
    cells.len() == 1 && !cells.contains(&None)
}

/// The group that a rule makes of its open variables, if it makes one.
fn group(rule: &Constraint, reduction: &Reduction, code: Symbols) -> Option<QubitBlock> {
    let sum = rule.form.count()?;
    let mut vars = Vec::new();
    for &(var, turned) in &sum.literals {
        match reduction.value(var) {
            Reduced::Const(value) if value == turned => {}
            Reduced::Bit { qubit, negated } if negated == turned && !vars.contains(&qubit) => {
                vars.push(qubit);
            }
            Reduced::Const(_) | Reduced::Bit { .. } => return None,
        }
    }
    let one = (sum.least, sum.most) == (1, 1);
    (one && vars.len() > 1).then(|| QubitBlock {
        kind: rule.kind,
        place: rule.name.clone(),
        vars,
        code,
    })
}
