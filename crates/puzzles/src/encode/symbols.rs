//! Which variables form a symbol of several: groups in which exactly one is 1, and the layout that
//! holds them.
//!
//! A group is a rule "exactly 1 of" whose variables, those known to be 0 left out, are different
//! qubits of the reduction. Groups must not share a variable; they are taken in a fixed order:
//! first the symbols of one cell, then by kind (row, column, region, …), each in the order of the
//! model.

use super::block::QubitBlock;
use super::{QubitLayout, Symbols};
use crate::model::{Constraint, Kind, Model};
use crate::reduce::{Reduced, Reduction};
use std::collections::BTreeSet;

/// A group in which exactly one variable is 1.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct OneHotGroup {
    /// The kind of the rule that says so.
    pub(super) kind: Kind,
    /// Where it is, for people.
    pub(super) place: String,
    /// Its variables, by their number in the reduction.
    pub(super) vars: Vec<usize>,
}

/// Disjoint groups of the model, in the order of their first variables.
pub(super) fn groups(model: &Model, reduction: &Reduction) -> Vec<OneHotGroup> {
    let mut rules: Vec<&Constraint> = model.constraints().iter().collect();
    // stable: rules of a kind stay in the order of the model
    rules.sort_by_key(|rule| (!is_of_one_cell(rule, model), rule.kind));
    let mut taken = BTreeSet::new();
    let mut groups = Vec::new();
    for group in rules.iter().filter_map(|rule| group(rule, reduction)) {
        if group.vars.iter().all(|var| !taken.contains(var)) {
            taken.extend(group.vars.iter().copied());
            groups.push(group);
        }
    }
    groups.sort_by_key(|group| group.vars.iter().min().copied());
    groups
}

/// Whether the rule speaks of the symbols of a single cell.
fn is_of_one_cell(rule: &Constraint, model: &Model) -> bool {
    let cells = rule.vars().into_iter().map(|var| model.cell(var));
    let cells: BTreeSet<_> = cells.collect();
    cells.len() == 1 && !cells.contains(&None)
}

/// The group of a rule, if it has at least two open variables.
fn group(rule: &Constraint, reduction: &Reduction) -> Option<OneHotGroup> {
    let sum = rule.form.count()?;
    let mut open = Vec::new();
    for &(var, turned) in &sum.literals {
        match reduction.value(var) {
            Reduced::Const(value) if value == turned => {}
            Reduced::Bit { qubit, negated } if negated == turned && !open.contains(&qubit) => {
                open.push(qubit);
            }
            Reduced::Const(_) | Reduced::Bit { .. } => return None,
        }
    }
    let one = (sum.least, sum.most) == (1, 1);
    (one && open.len() > 1).then(|| OneHotGroup {
        kind: rule.kind,
        place: rule.name.clone(),
        vars: open,
    })
}

/// The layout in which each group is held as `symbols` says, and every other variable by a qubit;
/// `names` are those of the reduced variables.
pub(super) fn layout(groups: &[OneHotGroup], symbols: Symbols, names: &[String]) -> QubitLayout {
    let groups = groups.iter().filter(|_| symbols != Symbols::OneHot);
    let block = |group: &OneHotGroup| QubitBlock {
        vars: group.vars.clone(),
        place: group.place.clone(),
        code: symbols,
    };
    let mut blocks: Vec<QubitBlock> = groups.map(block).collect();
    let held = blocks.iter().flat_map(|block| block.vars.iter().copied());
    let held: BTreeSet<usize> = held.collect();
    let single = (0..names.len()).filter(|var| !held.contains(var));
    blocks.extend(single.map(QubitBlock::single));
    blocks.sort_by_key(|block| block.vars.iter().min().copied());
    QubitLayout::of_blocks(blocks, names)
}
