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
pub struct Rule {
    /// Its name in steps: `full line`.
    pub name: &'static str,
    /// What it says, in a sentence.
    pub about: &'static str,
    /// The lowest level at which it is used.
    pub level: RuleSet,
    /// Why a step was made: `{place}` is the constraint, `{cells}` are the causes, `{why}` is the
    /// same in parentheses, `{ones}` the ones or zeros that a set may have.
    pub(super) words: &'static str,
}

const fn rule(
    level: RuleSet,
    name: &'static str,
    about: &'static str,
    words: &'static str,
) -> Rule {
    Rule {
        name,
        about,
        level,
        words,
    }
}

/// The rule that looks at the candidates of a set.
pub(super) const SEEN: &str = "seen by all candidates";

/// The rule that assumes a value and refutes it.
pub(super) const LOOK_AHEAD: &str = "look-ahead";

/// All rules in the order of application: after each step the search starts again with the first.
#[rustfmt::skip]
pub(crate) static RULES: &[Rule] = &[
    rule(RuleSet::None, "given", "a value that the puzzle states", "given"),
    rule(Paper, "full count",
        "a row, column, region, tree or cell of several symbols that has its ones: the others are 0",
        "{place} already has its {ones}{why}"),
    rule(Paper, "attacked cell", "a cell that a placed piece attacks is 0",
        "attacked by {cells} ({place})"),
    rule(Paper, "sign at a known cell", "a cell with an = or x sign to a known cell",
        "{place}, and {cells} is known"),
    rule(Paper, "full line",
        "a balanced line that has its ones, or its zeros: its other cells are the opposite",
        "{place} already has its {ones}{why}"),
    rule(Paper, "two in a row", "two neighbors alike: the next cell is the opposite",
        "two in a row beside it{why}"),
    rule(Paper, "merge signs", "two open cells with an = or x sign between them become one variable",
        "tied by {place}"),
    rule(Full, "two around a gap",
        "two cells alike with one cell between them: that cell is the opposite",
        "two alike on both sides of it{why}"),
    rule(Full, "full set", "any set that has its ones: its other cells are 0",
        "{place} already has its {ones}{why}"),
    rule(Full, "last candidates", "a set with no more open cells than it needs ones: they are all 1",
        "{place} needs all its open cells{why}"),
    rule(Full, SEEN, "a cell that excludes too many candidates of a set is 0",
        "a 1 here would leave {place} too few cells{why}"),
    rule(Full, "tied cells exclude each other", "two cells that are alike and not both 1 are 0",
        "{cells} are alike, and not both 1"),
    rule(Full, "lines differ", "two lines alike in all places but one differ there",
        "{place} would be alike otherwise{why}"),
    rule(Full, "count of tied cells",
        "a value that would, with the cells tied to it, give a set too many or too few ones",
        "{place} could not keep its count otherwise{why}"),
    rule(Full, "two cells left",
        "a set whose count leaves two open cells no choice but to be alike, or to differ",
        "{place} leaves the two no other choice{why}"),
    rule(Full, LOOK_AHEAD,
        "a value from which the simple rules lead to a contradiction: it is the other one",
        "the opposite breaks {place}{why}"),
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
