//! The rules beyond the paper that look at one constraint, and at the ties among its cells.

use super::inference::{LineComparison, examine};
use super::knowledge::{Conclusion, Deduction, Knowledge};
use super::paper::{fixed, full_of, opposite_of_two, window};
use super::tally::{CountTally, CountedSet, TiedVariables};
use crate::model::Form;

/// A window whose outer cells are known alike: the middle one is the opposite.
pub(super) fn two_around_a_gap(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let [a, b, c] = window(&knowledge.model.constraints()[index])?;
    opposite_of_two(knowledge.known(), [a, c], b, index)
}

/// Any set that has its ones: its first open cell is 0.
pub(super) fn full_set(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let set = CountedSet::of(&knowledge.model.constraints()[index])?;
    full_of(knowledge.known(), set, true, index)
}

/// Any set that has its zeros: its first open cell is 1.
pub(super) fn last_candidates(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let set = CountedSet::of(&knowledge.model.constraints()[index])?;
    full_of(knowledge.known(), set, false, index)
}

/// Two open cells that are alike and not both 1.
pub(super) fn tied_cells_exclude_each_other(
    knowledge: &Knowledge<'_>,
    index: usize,
) -> Option<Deduction> {
    let constraint = &knowledge.model.constraints()[index];
    let is_pair = matches!(constraint.form, Form::NotBoth { .. });
    is_pair.then(|| forced(knowledge, index)).flatten()
}

/// Two lines that are alike in all places but one: they differ there.
pub(super) fn lines_differ(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let Form::Distinct(lines) = &knowledge.model.constraints()[index].form else {
        return None;
    };
    let known = knowledge.known();
    let LineComparison::AlikeBut { pair, because } = LineComparison::of(known, lines) else {
        return None;
    };
    let both_open = pair.iter().all(|&var| known.value(var).is_none());
    if !both_open {
        return forced(knowledge, index);
    }
    let differ = true;
    Some(Deduction {
        conclusion: Conclusion::Relation { pair, differ },
        constraint: Some(index),
        because,
    })
}

/// A value that would give a set too many or too few ones, tied cells counted together.
pub(super) fn count_of_tied_cells(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    CountedSet::of(&knowledge.model.constraints()[index])?;
    forced(knowledge, index)
}

/// Two open classes in a set of which every allowed sum makes them alike, or makes them differ.
pub(super) fn two_cells_left(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let known = knowledge.known();
    let set = CountedSet::of(&knowledge.model.constraints()[index])?;
    let tally = CountTally::of(set, known);
    let mut counting = tally.terms.iter().filter(|term| term.coefficient != 0);
    let (Some(a), Some(b), None) = (counting.next(), counting.next(), counting.next()) else {
        return None;
    };
    let differ = only_relation(&tally, *a, *b)?;
    let mut because = set.with(known, true);
    because.extend(set.with(known, false));
    because.extend(tally.tied(known));
    let pair = [a.var, b.var];
    Some(Deduction {
        conclusion: Conclusion::Relation { pair, differ },
        constraint: Some(index),
        because,
    })
}

/// Whether two terms must differ (true) or be alike (false), where the sum leaves only that.
fn only_relation(tally: &CountTally<'_>, a: TiedVariables, b: TiedVariables) -> Option<bool> {
    let can = |x, y| tally.allows(tally.base + a.at(x) + b.at(y));
    let alike = [can(false, false), can(true, true)];
    let differ = [can(false, true), can(true, false)];
    match (alike, differ) {
        ([false, false], [true, true]) => Some(true),
        ([true, true], [false, false]) => Some(false),
        _ => None,
    }
}

fn forced(knowledge: &Knowledge<'_>, index: usize) -> Option<Deduction> {
    let found = examine(knowledge.known(), &knowledge.model.constraints()[index]).ok()?;
    let first = found.into_iter().next()?;
    Some(fixed(first.var, first.value, index, first.because))
}
