//! The constraint model between a puzzle and its QUBO: binary variables and what must hold.
//!
//! Here, too: the kinds of rules; what boards that obey the rules are worth, and the weight that
//! makes a rule worth keeping.
//!
//! Every formulation of the source paper (Mata Ali & Mencia, "A QUBO Formulation for the
//! Generalized LinkedIn Queens and Takuzu/Tango Game") is made of a few kinds of term over
//! variables x ∈ {0, 1}; [`Form`] lists them. A family states its rules once, as a [`Model`]; the
//! judge ([`Model::violations`]), the exact solver, the reduction and the encoding all read that
//! statement. Of the board a variable knows its cell, and a rule the row, column, region or cell
//! that it counts.

mod constraint;
mod matching;

use crate::error::{Error, Result};
use crate::grid::Cell;
pub use constraint::{Constraint, Form, Sum};
pub(crate) use constraint::{Group, Part};
pub(crate) use matching::can_match;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A variable of the puzzle's model, before any reduction: an index into [`Model::names`].
///
/// ```
/// use ketboard_puzzles::{Model, Var};
///
/// let mut model = Model::default();
/// let [first, second] = ["r1c1", "r1c2"].map(|cell| model.add_variable(cell));
/// assert_eq!((first.index(), model.name(second)), (0, "r1c2"));
/// assert_eq!(model.variables().collect::<Vec<Var>>(), [first, second]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub usize);

impl Var {
    /// The variable's place in an [`Assignment`].
    pub fn index(self) -> usize {
        self.0
    }
}

/// A value for every variable of a model, indexed by [`Var::index`].
///
/// ```
/// use ketboard_puzzles::{Assignment, Constraint, Kind, Model};
///
/// let mut model = Model::default();
/// let pair = ["r1c1", "r1c2"].map(|cell| model.add_variable(cell));
/// model.add(Constraint::differ(Kind::Sign, "r1c1 x r1c2", pair));
/// let values: Assignment = vec![false, true];
/// assert!(values[pair[1].index()] && model.is_solved_by(&values));
/// ```
pub type Assignment = Vec<bool>;

/// Binary variables, givens, constraints and an optional linear objective to minimize.
///
/// A model of your own is written variable by variable and rule by rule:
///
/// ```
/// use ketboard_puzzles::{Constraint, Kind, Limits, Model};
///
/// // three talks in two rooms: the first two must not share one, the last two must
/// let mut talks = Model::default();
/// let [a, b, c] = ["a", "b", "c"].map(|talk| talks.add_variable(talk));
/// let clash = Kind::named("clash");
/// talks.add(Constraint::differ(clash, "same speaker", [a, b]));
/// talks.add(Constraint::equal(Kind::named("request"), "same projector", [b, c]));
/// talks.check()?;
/// let found = talks.all_solutions(&Limits::default()).solutions;
/// assert!(found.len() == 2 && found.contains(&vec![true, false, false]));
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Model {
    names: Vec<String>,
    cells: Vec<Option<Cell>>,
    givens: Vec<(Var, bool)>,
    constraints: Vec<Constraint>,
    objective: Vec<(Var, f64)>,
    pub(crate) weights: BTreeMap<Kind, f64>,
}

impl Model {
    /// Adds a variable that is in no cell.
    pub fn add_variable(&mut self, name: impl Into<String>) -> Var {
        self.names.push(name.into());
        self.cells.push(None);
        Var(self.names.len() - 1)
    }

    /// Adds a variable of a cell; its name is that of the cell and what it says there: `r1c1`,
    /// `r1c1=3`.
    pub fn add_in_cell(&mut self, cell: Cell, says: &str) -> Var {
        let var = self.add_variable(format!("{cell}{says}"));
        self.cells[var.index()] = Some(cell);
        var
    }

    /// States that the puzzle gives the value of `var`.
    pub fn give(&mut self, var: Var, value: bool) {
        self.givens.push((var, value));
    }

    /// Adds a rule that every solution obeys.
    pub fn add(&mut self, constraint: Constraint) {
        self.constraints.push(constraint);
    }

    /// Adds rules.
    pub(crate) fn add_all(&mut self, constraints: impl IntoIterator<Item = Constraint>) {
        self.constraints.extend(constraints);
    }

    /// The same after a change of its rules.
    pub(crate) fn with_rules(&self, change: impl FnOnce(&mut Vec<Constraint>)) -> Self {
        let mut other = self.clone();
        change(&mut other.constraints);
        other
    }

    /// Adds `weight`·x to the objective, which is minimized among the boards that obey the rules.
    pub fn add_objective(&mut self, var: Var, weight: f64) {
        self.objective.push((var, weight));
    }

    /// How many variables the model has.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the model has no variables.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names of the variables, by [`Var::index`].
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of one variable.
    pub fn name(&self, var: Var) -> &str {
        &self.names[var.index()]
    }

    /// The cell that a variable is in.
    pub(crate) fn cell(&self, var: Var) -> Option<Cell> {
        self.cells[var.index()]
    }

    /// All variables in order.
    pub fn variables(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.names.len()).map(Var)
    }

    /// The values the puzzle gives, in the order they were stated.
    pub fn givens(&self) -> &[(Var, bool)] {
        &self.givens
    }

    /// The rules, in the order they were stated.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The linear objective Σ weight·x.
    pub fn objective(&self) -> &[(Var, f64)] {
        &self.objective
    }

    /// The kinds of the rules, each once, in their order: those of puzzles, then your own kinds
    /// by name.
    pub fn kinds(&self) -> BTreeSet<Kind> {
        self.constraints.iter().map(|rule| rule.kind).collect()
    }

    /// Succeeds if everything that was stated is of variables of this model, and of each as it
    /// may: what every later stage takes for granted.
    ///
    /// # Errors
    /// A variable of another model, a variable that a count names twice, lines of different
    /// lengths, a weight that is not finite.
    pub fn check(&self) -> Result<()> {
        let known = |var: Var| match var.index() < self.len() {
            true => Ok(()),
            false => {
                let found = format!("{var:?} in a model of {} variables", self.len());
                let remedy = "use what Model::add_variable of this model returns";
                Err(Error::argument("variable", found, remedy))
            }
        };
        let given = self.givens.iter().map(|(var, _)| *var);
        let ruled = self.constraints.iter().flat_map(Constraint::vars);
        let valued = self.objective.iter().map(|(var, _)| *var);
        given.chain(ruled).chain(valued).try_for_each(known)?;
        if let Some((var, weight)) = self.objective.iter().find(|(_, w)| !w.is_finite()) {
            let found = format!("the weight {weight} of {}", self.name(*var));
            return Err(Error::argument("objective", found, "give a finite number"));
        }
        self.constraints.iter().try_for_each(Constraint::check)
    }

    /// What `assignment` breaks: the givens it contradicts, then the rules, in the model's order.
    /// Empty exactly for solutions. `assignment` has one value per variable.
    pub fn violations(&self, assignment: &[bool]) -> Vec<Violation> {
        assert_eq!(assignment.len(), self.len(), "one value per variable");
        let changed = self.givens.iter();
        let changed = changed.filter(|(var, value)| assignment[var.index()] != *value);
        let rules = self.constraints.iter().enumerate();
        let broken = rules.filter(|(_, rule)| !rule.holds(assignment));
        changed
            .map(|(var, _)| Violation::Given(*var))
            .chain(broken.map(|(index, _)| Violation::Constraint(index)))
            .collect()
    }

    /// Whether `assignment` keeps all givens and all rules.
    pub fn is_solved_by(&self, assignment: &[bool]) -> bool {
        self.givens
            .iter()
            .all(|(var, value)| assignment[var.index()] == *value)
            && self.constraints.iter().all(|c| c.holds(assignment))
    }

    /// A sentence for a violation: `row 2: must be exactly 1 of r2c1 r2c2; found 2`.
    pub fn describe(&self, violation: &Violation, assignment: &[bool]) -> String {
        match violation {
            Violation::Given(var) => format!(
                "given: {} is {}; the puzzle gives {}",
                self.name(*var),
                u8::from(assignment[var.index()]),
                u8::from(!assignment[var.index()])
            ),
            Violation::Constraint(index) => self.constraints[*index].describe(self, assignment),
        }
    }
}

/// One thing that an assignment breaks.
///
/// ```
/// use ketboard_puzzles::{Constraint, Kind, Model, Violation};
///
/// let mut model = Model::default();
/// let pair = [model.add_variable("a"), model.add_variable("b")];
/// model.add(Constraint::equal(Kind::Row, "a and b", pair));
/// let broken = model.violations(&[true, false]);
/// assert_eq!(broken, [Violation::Constraint(0)]);
/// assert!(model.describe(&broken[0], &[true, false]).contains("a and b"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Violation {
    /// The value of a given variable was changed.
    Given(Var),
    /// The constraint with this index in [`Model::constraints`] does not hold.
    Constraint(usize),
}

// The kinds of rules: the unit in which penalties are weighed.

/// The family of penalty terms a rule belongs to: the unit in which weights are given. The kinds of
/// puzzles have names of their own here; a model of your own may name others.
///
/// ```
/// use ketboard_puzzles::Kind;
///
/// assert_eq!(Kind::Row.name(), "row");
/// assert_eq!(Kind::named("shift").name(), "shift"); // of a model of your own
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    /// One symbol in a cell.
    Cell,
    /// Count of a row.
    Row,
    /// Count of a column.
    Column,
    /// Count of a colored region.
    Region,
    /// Pieces that attack or touch each other.
    Diagonal,
    /// Windows of three.
    Repetition,
    /// As many zeros as ones in a line.
    Balance,
    /// = and x signs.
    Sign,
    /// No two equal lines.
    Distinct,
    /// Cells beside a tree, and beside none.
    Tree,
    /// One-to-one matchings.
    Matching,
    /// A kind of your own, by its name; [`Kind::named`] makes it.
    Own(&'static str),
}

impl Kind {
    /// The kind of this name: that of puzzles where there is one, else a kind of your own.
    ///
    /// ```
    /// use ketboard_puzzles::Kind;
    ///
    /// assert_eq!(Kind::named("row"), Kind::Row);
    /// assert_eq!(Kind::named("budget").name(), "budget");
    /// ```
    pub fn named(name: &'static str) -> Self {
        Self::known(name).unwrap_or(Self::Own(name))
    }

    /// The kind of [`Self::ALL`] that has this name.
    pub(crate) fn known(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// All kinds of puzzles, in the order of the help text.
    pub const ALL: [Self; 11] = [
        Self::Cell,
        Self::Row,
        Self::Column,
        Self::Region,
        Self::Diagonal,
        Self::Repetition,
        Self::Balance,
        Self::Sign,
        Self::Distinct,
        Self::Tree,
        Self::Matching,
    ];

    /// The name used on the command line and in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Own(name) => name,
            known => known.into(),
        }
    }

    /// Whether its rules have a penalty to weigh; the others are judged by the rules alone.
    pub fn has_penalty(self) -> bool {
        !matches!(self, Self::Distinct | Self::Matching)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

// What boards that obey the rules are worth, and the weight that makes a rule worth keeping.
//
// A model may minimize Σ w x among its solutions (eq. 26 of the source paper: w = −1 for each
// piece). For people the sign is turned: a board's value is −Σ w x, and the best board has the
// largest.

impl Model {
    /// States the weight that penalties of `kind` take where the user asks for no other.
    pub(crate) fn weigh(&mut self, kind: Kind, weight: f64) {
        self.weights.insert(kind, weight);
    }

    /// The weight of a kind's penalties where the user asks for no other: 1 unless the puzzle
    /// states one.
    pub fn weight(&self, kind: Kind) -> f64 {
        self.weights.get(&kind).copied().unwrap_or(1.0)
    }

    /// Whether the boards that obey the rules differ in value.
    pub fn has_objective(&self) -> bool {
        !self.objective.is_empty()
    }

    /// The value of a board, which is maximized: −Σ w x. `None` where the model has no objective.
    pub fn value(&self, assignment: &[bool]) -> Option<f64> {
        let ones = self
            .objective
            .iter()
            .filter(|(var, _)| assignment[var.index()]);
        self.has_objective()
            .then(|| ones.fold(0.0, |sum, (_, weight)| sum - weight))
    }

    /// Values that differ by no more than this are equal: sums of the same weights in another
    /// order.
    pub(crate) fn value_rounding(&self) -> f64 {
        let size: f64 = self.objective.iter().map(|(_, weight)| weight.abs()).sum();
        1e-12 * size
    }

    /// Whether a board of the value `best` or more is one of the best; always so where there is no
    /// objective.
    pub fn is_best(&self, assignment: &[bool], best: Option<f64>) -> bool {
        match (self.value(assignment), best) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(value), Some(best)) => value >= best - self.value_rounding(),
        }
    }

    /// The weight above which breaking a pair rule of `kind` never pays, where pairs are the only
    /// rules: whichever of the two pieces is worth less, and is not given, can be taken away.
    /// `None` without an objective or such a rule.
    ///
    /// With each pair counted once and all pieces alike this is the largest weight of a piece; a
    /// pair counted twice needs half of it.
    pub fn least_safe_weight(&self, kind: Kind) -> Option<f64> {
        let mut gains = vec![0.0; self.len()];
        for (var, weight) in &self.objective {
            gains[var.index()] -= weight;
        }
        let given = |var: &Var| self.givens.iter().find(|(known, _)| known == var);
        let gain = |var: &Var| match given(var) {
            Some((_, true)) => f64::INFINITY,
            Some((_, false)) => 0.0,
            None => f64::max(gains[var.index()], 0.0),
        };
        let rules = self.constraints.iter().filter(|rule| rule.kind == kind);
        let bounds = rules.filter_map(|rule| {
            let (sum, pair, times) = rule.form.product()?;
            let [first, second] = pair.map(|(var, _)| gain(&var));
            (sum.least == 0).then(|| f64::min(first, second) / f64::from(times))
        });
        // two given pieces that attack each other are a contradiction, which no weight mends
        let finite = bounds.filter(|bound| bound.is_finite());
        self.has_objective()
            .then(|| finite.reduce(f64::max))
            .flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Constraint;
    use crate::model::Form;

    fn attack(pair: [Var; 2], times: u32) -> Constraint {
        Constraint {
            form: Form::not_both(pair, times),
            ..Constraint::not_both(Kind::Diagonal, "attack", pair)
        }
    }

    #[test]
    fn the_safe_weight_is_that_of_the_lesser_piece_that_can_be_taken_away() {
        let mut model = Model::default();
        let [a, b, c] = ["a", "b", "c"].map(|name| model.add_variable(name));
        assert_eq!(model.least_safe_weight(Kind::Diagonal), None);
        for (var, worth) in [(a, 5.0), (b, 9.0), (c, 1.0)] {
            model.add_objective(var, -worth);
        }
        assert_eq!(model.least_safe_weight(Kind::Diagonal), None);
        model.add(attack([a, b], 2));
        assert_eq!(model.least_safe_weight(Kind::Diagonal), Some(2.5));
        model.add(attack([b, c], 1));
        assert_eq!(model.least_safe_weight(Kind::Diagonal), Some(2.5));
        model.give(c, true);
        assert_eq!(model.least_safe_weight(Kind::Diagonal), Some(9.0));
        assert_eq!(model.value(&[true, false, true]), Some(6.0));
        assert!(model.is_best(&[false, true, true], Some(10.0)));
        assert!(!model.is_best(&[true, false, true], Some(10.0)));
    }
}
