//! The rules of deduction: a table, simplest first, of the names that puzzlers have for what a
//! constraint forces.
//!
//! What follows is found by one propagator ([`super::propagate`]); which rule that is depends on
//! the kind of the constraint and on the bound that forces it ([`reason`]). Those of the level
//! [`RuleSet::Paper`] are the initial-condition rules of the source paper: placed queens (§2.1,
//! §2.3.1, §2.3.3), and fixed cells, full lines and signs of Takuzu and Tango (§3.2, eq. 46–49).
//! Two slips are mended. The paper clears row, column and region of a placed queen but not the
//! cells it attacks, which its diagonal term (eq. 7) then leaves out: they are cleared here. And it
//! drops lines without a free cell even where they still need a queen: that is a contradiction
//! here. `tests/library/reduction.rs` proves, on every board it has, that no solution is lost and
//! none is added.

use super::RuleSet;
use super::RuleSet::{Full, Paper};
use super::knowledge::Conclusion;
use super::propagate::{Cause, Finding};
use crate::model::{Constraint, Form, Kind, Sum};

/// One kind of deduction.
#[derive(Debug)]
pub(crate) struct Rule {
    /// Its name in steps: `full line`.
    pub(crate) name: &'static str,
    /// The lowest level at which it is used.
    pub(crate) level: RuleSet,
    /// Why a step was made: `{place}` is the constraint, `{cells}` are the causes, `{why}` is the
    /// same in parentheses, `{ones}` the ones or zeros that a set may have.
    pub(super) words: &'static str,
}

const fn rule(level: RuleSet, name: &'static str, words: &'static str) -> Rule {
    Rule { name, level, words }
}

/// The rule that looks at the candidates of a set.
pub(super) const SEEN: &str = "seen by all candidates";

/// The rule that assumes a value and refutes it.
pub(super) const LOOK_AHEAD: &str = "look-ahead";

/// All rules in the order of application: after each step the search starts again with the first.
pub(crate) static RULES: &[Rule] = &[
    // a value that the puzzle states
    rule(RuleSet::None, "given", "given"),
    // a row, column, region, tree or cell of several symbols that has its ones: the others are 0
    rule(Paper, "full count", "{place} already has its {ones}{why}"),
    // a cell that a placed piece attacks is 0
    rule(Paper, "attacked cell", "attacked by {cells} ({place})"),
    // a cell with an = or x sign to a known cell
    rule(
        Paper,
        "sign at a known cell",
        "{place}, and {cells} is known",
    ),
    // a balanced line that has its ones, or its zeros: its other cells are the opposite
    rule(Paper, "full line", "{place} already has its {ones}{why}"),
    // two neighbors alike: the next cell is the opposite
    rule(Paper, "two in a row", "two in a row beside it{why}"),
    // two open cells with an = or x sign between them become one variable
    rule(Paper, "merge signs", "tied by {place}"),
    // two cells alike with one cell between them: that cell is the opposite
    rule(
        Full,
        "two around a gap",
        "two alike on both sides of it{why}",
    ),
    // any set that has its ones: its other cells are 0
    rule(Full, "full set", "{place} already has its {ones}{why}"),
    // a set with no more open cells than it needs ones: they are all 1
    rule(
        Full,
        "last candidates",
        "{place} needs all its open cells{why}",
    ),
    // a cell that excludes too many candidates of a set is 0
    rule(
        Full,
        SEEN,
        "a 1 here would leave {place} too few cells{why}",
    ),
    // two cells that are alike and not both 1 are 0
    rule(
        Full,
        "tied cells exclude each other",
        "{cells} are alike, and not both 1",
    ),
    // two lines alike in all places but one differ there
    rule(
        Full,
        "lines differ",
        "{place} would be alike otherwise{why}",
    ),
    // a value that would, with the cells tied to it, give a set too many or too few ones
    rule(
        Full,
        "count of tied cells",
        "{place} could not keep its count otherwise{why}",
    ),
    // a set whose count leaves two open cells no choice but to be alike, or to differ
    rule(
        Full,
        "two cells left",
        "{place} leaves the two no other choice{why}",
    ),
    // a value from which the simple rules lead to a contradiction: it is the other one
    rule(Full, LOOK_AHEAD, "the opposite breaks {place}{why}"),
];

/// The place in [`RULES`] of the rule by which a constraint forces something.
pub(super) fn reason(constraint: &Constraint, finding: &Finding) -> usize {
    let Form::Sum(Sum { literals, .. }) = &constraint.form else {
        return place("lines differ");
    };
    let is_pair = constraint.form.product().is_some();
    let is_sign = constraint.form.sign().is_some();
    let is_middle = match finding.conclusion {
        Conclusion::Value(var, _) => literals.len() == 3 && literals[1].0 == var,
        Conclusion::Relation { .. } => false,
    };
    let is_window = constraint.kind == Kind::Repetition && literals.len() == 3;
    place(match (constraint.kind, finding.cause) {
        (_, Cause::Two) if is_sign => "merge signs",
        (_, Cause::Two) => "two cells left",
        (_, Cause::Ties) if is_pair => "tied cells exclude each other",
        (_, Cause::Ties) => "count of tied cells",
        _ if is_sign => "sign at a known cell",
        _ if is_pair => "attacked cell",
        (Kind::Balance, _) => "full line",
        _ if is_window && is_middle => "two around a gap",
        _ if is_window => "two in a row",
        (_, Cause::Least) => "last candidates",
        (Kind::Diagonal, _) => "attacked cell",
        (Kind::Cell | Kind::Row | Kind::Column | Kind::Region | Kind::Tree, _) => "full count",
        _ => "full set",
    })
}

/// The place of a rule in [`RULES`].
pub(super) fn place(name: &str) -> usize {
    RULES
        .iter()
        .position(|rule| rule.name == name)
        .unwrap_or(RULES.len())
}
