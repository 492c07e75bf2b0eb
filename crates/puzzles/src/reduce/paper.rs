//! The initial-condition rules of the source paper: placed queens (§2.1, §2.3.1, §2.3.3), and fixed
//! cells, full lines and signs of Takuzu and Tango (§3.2, eq. 46–49).
//!
//! Two slips are mended. The paper clears row, column and region of a placed queen but not the
//! cells it attacks, which its diagonal term (eq. 7) then leaves out: they are cleared here. And it
//! drops lines without a free cell even where they still need a queen: that is a contradiction
//! here.

use super::knowledge::{Conclusion, Deduction, Knowledge, Known};
use super::tally::CountedSet;
use crate::model::{Constraint, Form, Kind, Var};

/// The next given that is not filled in yet.
pub(super) fn given(knowledge: &Knowledge<'_>) -> Option<Deduction> {
    let is_open = |(var, _): &&(Var, bool)| knowledge.known().value(*var).is_none();
    let &(var, value) = knowledge.model.givens().iter().find(is_open)?;
    Some(Deduction {
        conclusion: Conclusion::Value(var, value),
        constraint: None,
        because: Vec::new(),
    })
}

/// A cell, row, column, region or tree that has its ones: its first open cell is 0.
pub(super) fn full_count(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let constraint = &knowledge.model.constraints()[index];
    let counts = matches!(
        constraint.kind,
        Kind::Cell | Kind::Row | Kind::Column | Kind::Region | Kind::Tree
    );
    let set = CountedSet::of(constraint).filter(|_| counts)?;
    full_of(knowledge.known(), set, true, index)
}

/// A pair, or a diagonal that holds at most so many, with its pieces placed: the others are 0.
pub(super) fn attacked_cell(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let known = knowledge.known();
    let constraint = &knowledge.model.constraints()[index];
    let Form::NotBoth { pair: [a, b], .. } = constraint.form else {
        let diagonal = constraint.kind == Kind::Diagonal;
        return full_of(
            known,
            CountedSet::of(constraint).filter(|_| diagonal)?,
            true,
            index,
        );
    };
    match (known.value(a), known.value(b)) {
        (Some(true), None) => Some(fixed(b, false, index, vec![a])),
        (None, Some(true)) => Some(fixed(a, false, index, vec![b])),
        (None | Some(false), None) | (_, Some(_)) => None,
    }
}

/// A sign with one cell known: the other follows.
pub(super) fn sign_at_a_known_cell(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let known = knowledge.known();
    let ([a, b], differ) = sign(&knowledge.model.constraints()[index])?;
    match (known.value(a), known.value(b)) {
        (Some(value), None) => Some(fixed(b, value != differ, index, vec![a])),
        (None, Some(value)) => Some(fixed(a, value != differ, index, vec![b])),
        (None, None) | (Some(_), Some(_)) => None,
    }
}

/// A balanced line that has its ones (zeros): its first open cell is 0 (1).
pub(super) fn full_line(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let constraint = &knowledge.model.constraints()[index];
    let set = CountedSet::of(constraint).filter(|_| constraint.kind == Kind::Balance)?;
    let full = |value| full_of(knowledge.known(), set, value, index);
    full(true).or_else(|| full(false))
}

/// A window whose first two, or last two, cells are known alike: the third is the opposite.
pub(super) fn two_in_a_row(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let [a, b, c] = window(&knowledge.model.constraints()[index])?;
    let third = |pair, var| opposite_of_two(knowledge.known(), pair, var, index);
    third([a, b], c).or_else(|| third([b, c], a))
}

/// A sign between two open cells that are not tied yet.
pub(super) fn merge_signs(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let known = knowledge.known();
    let (pair, differ) = sign(&knowledge.model.constraints()[index])?;
    let open = pair.iter().all(|&var| known.value(var).is_none());
    let apart = known.differ(pair[0], pair[1]).is_none();
    (open && apart).then_some(Deduction {
        conclusion: Conclusion::Relation { pair, differ },
        constraint: Some(index),
        because: Vec::new(),
    })
}

/// The first open cell of a set that has all members of `value` it may have.
pub(super) fn full_of(
    known: Known<'_>,
    set: CountedSet<'_>,
    value: bool,
    index: usize,
) -> Option<Deduction> {
    let var = set.first_open(known)?;
    let full = set.is_full_of(known, value);
    full.then(|| fixed(var, !value, index, set.with(known, value)))
}

/// The cells of a window of three that holds one or two ones.
pub(super) fn window(constraint: &Constraint) -> Option<[Var; 3]> {
    let set = CountedSet::of(constraint).filter(|_| constraint.kind == Kind::Repetition)?;
    let cells = <[Var; 3]>::try_from(set.vars).ok()?;
    (set.least == 1 && set.most == 2).then_some(cells)
}

/// `var` as the opposite of two cells that are known alike.
pub(super) fn opposite_of_two(
    known: Known<'_>,
    pair: [Var; 2],
    var: Var,
    index: usize,
) -> Option<Deduction> {
    let [first, second] = pair.map(|cell| known.value(cell));
    let alike = first.filter(|_| first == second)?;
    let open = known.value(var).is_none();
    open.then(|| fixed(var, !alike, index, pair.to_vec()))
}

/// That a cell has a value, by a constraint.
pub(super) fn fixed(var: Var, value: bool, index: usize, because: Vec<Var>) -> Deduction {
    Deduction {
        conclusion: Conclusion::Value(var, value),
        constraint: Some(index),
        because,
    }
}

fn sign(constraint: &Constraint) -> Option<([Var; 2], bool)> {
    match constraint.form {
        Form::Equal(pair) => Some((pair, false)),
        Form::Differ(pair) => Some((pair, true)),
        Form::Count { .. } | Form::NotBoth { .. } | Form::Distinct(_) | Form::Matching { .. } => {
            None
        }
    }
}
