//! The rules of deduction: a table, simplest first, of the names that puzzlers have for what a
//! constraint forces.
//!
//! Here, too: steps in words; a model without solutions.
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

use super::RuleSet::{Full, Paper};
use super::knowledge::{Conclusion, Known};
use super::propagate::{Broken, Cause, Finding, OpenSum};
use super::{Effect, RuleSet, Step};
use crate::model::{Constraint, Form, Kind, Model, Sum, Var};
use std::collections::{BTreeMap, BTreeSet};

/// One kind of deduction.
#[derive(Debug)]
pub(crate) struct Rule {
    /// Its name in steps: `full line`.
    pub(crate) name: &'static str,
    /// The lowest level at which it is used.
    pub(crate) level: RuleSet,
}

const fn rule(level: RuleSet, name: &'static str) -> Rule {
    Rule { name, level }
}

/// The rule that looks at the candidates of a set.
pub(super) const SEEN: &str = "seen by all candidates";

/// The rule that assumes a value and refutes it.
pub(super) const LOOK_AHEAD: &str = "look-ahead";

/// All rules in the order of application: after each step the search starts again with the first.
pub(crate) static RULES: &[Rule] = &[
    // a value that the puzzle states
    rule(RuleSet::None, "given"),
    // a row, column, region, tree or cell of several symbols that has its ones: the others are 0
    rule(Paper, "full count"),
    // a cell that a placed piece attacks is 0
    rule(Paper, "attacked cell"),
    // a cell with an = or x sign to a known cell
    rule(Paper, "sign at a known cell"),
    // a balanced line that has its ones, or its zeros: its other cells are the opposite
    rule(Paper, "full line"),
    // two neighbors alike: the next cell is the opposite
    rule(Paper, "two in a row"),
    // two open cells with an = or x sign between them become one variable
    rule(Paper, "merge signs"),
    // two cells alike with one cell between them: that cell is the opposite
    rule(Full, "two around a gap"),
    // any set that has its ones: its other cells are 0
    rule(Full, "full set"),
    // a set with no more open cells than it needs ones: they are all 1
    rule(Full, "last candidates"),
    // a cell that excludes too many candidates of a set is 0
    rule(Full, SEEN),
    // two cells that are alike and not both 1 are 0
    rule(Full, "tied cells exclude each other"),
    // two lines alike in all places but one differ there
    rule(Full, "lines differ"),
    // a value that would, with the cells tied to it, give a set too many or too few ones
    rule(Full, "count of tied cells"),
    // a set whose count leaves two open cells no choice but to be alike, or to differ
    rule(Full, "two cells left"),
    // a value from which the simple rules lead to a contradiction: it is the other one
    rule(Full, LOOK_AHEAD),
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

// Steps in words: `r2c3 = 0: row 2 already has its 1 (r2c1)`.

/// More causes than this are counted, not named.
const NAMED: usize = 8;

impl Step {
    /// The step in one line: what changed, and why.
    pub fn describe(&self, model: &Model) -> String {
        let effect = self.effect.describe(model);
        let constraint = self.constraint.map(|index| &model.constraints()[index]);
        let place = constraint.map_or("the board", |constraint| &constraint.name);
        let cells = list(model, &self.because);
        let why = match cells.as_str() {
            "" => String::new(),
            cells => format!(" ({cells})"),
        };
        let fixed_to_one = matches!(self.effect, Effect::Fix { value: true, .. });
        let room = constraint.map_or(0, |constraint| match &constraint.form {
            Form::Sum(sum) if fixed_to_one => sum.literals.len() as u32 - sum.least,
            Form::Sum(sum) => sum.most,
            Form::Distinct(_) | Form::Matching(_) => 0,
        });
        let ones = match (room, fixed_to_one) {
            (1, _) => u8::from(!fixed_to_one).to_string(),
            (room, true) => format!("{room} zeros"),
            (room, false) => format!("{room} ones"),
        };
        let words = match self.rule {
            "full count" if room == 0 => format!("{place} must have none"),
            "full count" | "full line" | "full set" => {
                format!("{place} already has its {ones}{why}")
            }
            "attacked cell" => format!("attacked by {cells} ({place})"),
            "sign at a known cell" => format!("{place}, and {cells} is known"),
            "two in a row" => format!("two in a row beside it{why}"),
            "merge signs" => format!("tied by {place}"),
            "two around a gap" => format!("two alike on both sides of it{why}"),
            "last candidates" => format!("{place} needs all its open cells{why}"),
            SEEN => format!("a 1 here would leave {place} too few cells{why}"),
            "tied cells exclude each other" => format!("{cells} are alike, and not both 1"),
            "lines differ" => format!("{place} would be alike otherwise{why}"),
            "count of tied cells" => format!("{place} could not keep its count otherwise{why}"),
            "two cells left" => format!("{place} leaves the two no other choice{why}"),
            LOOK_AHEAD => format!("the opposite breaks {place}{why}"),
            rule => rule.to_owned(),
        };
        format!("{effect}: {words}")
    }
}

impl Effect {
    /// What changed: `r1c1 = 0`, `r1c2 = r1c1`, `r1c2 = !r1c1`.
    pub(crate) fn describe(&self, model: &Model) -> String {
        match *self {
            Self::Fix { var, value } => format!("{} = {}", model.name(var), u8::from(value)),
            Self::Merge { var, into, negated } => {
                let not = if negated { "!" } else { "" };
                format!("{} = {not}{}", model.name(var), model.name(into))
            }
        }
    }
}

/// The names of variables: `r1c1, r1c2 and 3 more`.
fn list(model: &Model, vars: &[Var]) -> String {
    let named = vars
        .iter()
        .take(NAMED)
        .map(|&var| model.name(var).to_owned());
    let more = (vars.len() > NAMED).then(|| format!("{} more", vars.len() - NAMED));
    let names: Vec<String> = named.chain(more).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

// A model without solutions: which constraint cannot hold, and the steps that led there.

/// The model has no solution.
///
/// ```
/// use ketboard_puzzles::{Puzzle, RuleSet, reduce};
///
/// let text = "family = 'n-queens'\nsize = 4\nqueens = ['r1c1', 'r2c2']";
/// let puzzle = Puzzle::parse(text, "two on a diagonal")?;
/// let contradiction = reduce(&puzzle.model, RuleSet::Full, None).unwrap_err();
/// assert!(!contradiction.to_string().is_empty());
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Contradiction {
    /// The deductions up to the one after which a constraint could no longer hold.
    pub steps: Vec<Step>,
    /// That constraint; `None` where two givens differ.
    pub constraint: Option<usize>,
    /// The variables whose known values, or ties with others, break it.
    pub because: Vec<Var>,
    /// What cannot hold, in words, with the names of the cells.
    pub reason: String,
}

impl Contradiction {
    /// A constraint that can no longer hold.
    pub(super) fn at(model: &Model, known: Known<'_>, index: usize, broken: Broken) -> Self {
        let constraint = &model.constraints()[index];
        Self {
            steps: Vec::new(),
            constraint: Some(index),
            because: broken.0,
            reason: format!(
                "{} {}",
                constraint.name,
                complaint(model, known, constraint)
            ),
        }
    }

    /// Those of the steps on which the contradiction depends, in their order: what is left when
    /// `because` is followed backwards.
    pub fn relevant_steps(&self) -> Vec<&Step> {
        let merges = self.steps.iter().filter_map(|step| match step.effect {
            Effect::Merge { var, into, .. } => Some((var, into)),
            Effect::Fix { .. } => None,
        });
        let merges: BTreeMap<Var, Var> = merges.collect();
        // a variable, and what it was merged into, one after the other
        let chain = |var: Var| std::iter::successors(Some(var), |var| merges.get(var).copied());
        let mut wanted: BTreeSet<Var> = self.because.iter().copied().collect();
        let mut relevant = Vec::new();
        for step in self.steps.iter().rev() {
            let is_wanted = match step.effect {
                Effect::Merge { var, .. } => wanted.iter().any(|w| chain(*w).any(|v| v == var)),
                Effect::Fix { var, .. } => {
                    let class = chain(var).last();
                    wanted.iter().any(|w| chain(*w).last() == class)
                }
            };
            if is_wanted {
                relevant.push(step);
                wanted.extend(&step.because);
                if let Effect::Fix { var, .. } = step.effect {
                    wanted.insert(var);
                }
            }
        }
        relevant.reverse();
        relevant
    }
}

/// Why a rule can no longer hold, in words.
fn complaint(model: &Model, known: Known<'_>, constraint: &Constraint) -> String {
    let demand = constraint.demand(model);
    match (&constraint.form, constraint.form.sign()) {
        (_, Some((_, true))) => format!("must hold: {demand}; they are alike"),
        (_, Some((_, false))) => format!("must hold: {demand}; they differ"),
        (Form::Sum(sum), None) if sum.product.is_some() => {
            format!("must not have both: {demand}; both are 1")
        }
        (Form::Sum(_), None) => {
            let sum = OpenSum::of(known, constraint).map(|sum| sum.with_terms(known));
            let found = sum.map_or_else(String::new, |sum| match sum.reach() {
                [lowest, _] if lowest > sum.most => format!("at least {lowest} are 1"),
                [_, highest] => format!("at most {highest} can be 1"),
            });
            format!("must have {demand}; {found}")
        }
        (Form::Distinct(_), _) => "must differ; both read the same".to_owned(),
        (Form::Matching(_), _) => format!("must be matched {demand}; no filling does that"),
    }
}
