//! The constraint model between a puzzle and its QUBO: binary variables and what must hold.
//!
//! Every formulation of the source paper (Mata Ali & Mencia, "A QUBO Formulation for the
//! Generalized LinkedIn Queens and Takuzu/Tango Game") is made of a few kinds of term over
//! variables x ∈ {0, 1}; [`Form`] lists them. A family states its rules once, as a [`Model`]; the
//! judge ([`Model::violations`]), the exact solver, the reduction and the encoding all read that
//! statement. Of the board a variable knows its cell, and a rule the row, column, region or cell
//! that it counts.

mod constraint;
mod kind;
mod matching;
mod objective;

pub use constraint::{Constraint, Form, Sum};
pub(crate) use constraint::{Group, Part};
pub use kind::Kind;
pub(crate) use matching::{Pairing, can_match};

use crate::error::{Error, Result};
use crate::grid::Cell;
use std::collections::{BTreeMap, BTreeSet};

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
/// A model of one's own is written variable by variable and rule by rule:
///
/// ```
/// use ketboard_puzzles::{Constraint, Kind, Limits, Model, all_solutions};
///
/// // three talks in two rooms: the first two must not share one, the last two must
/// let mut talks = Model::default();
/// let [a, b, c] = ["a", "b", "c"].map(|talk| talks.add_variable(talk));
/// let clash = Kind::named("clash");
/// talks.add(Constraint::differ(clash, "same speaker", [a, b]));
/// talks.add(Constraint::equal(Kind::named("wish"), "same projector", [b, c]));
/// talks.check()?;
/// let found = all_solutions(&talks, &Limits::default()).solutions;
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
    weights: BTreeMap<Kind, f64>,
}

impl Model {
    /// Adds a variable that stands in no cell.
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

    /// The cell that a variable stands in.
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

    /// The kinds of the rules, each once, in their order: those of puzzles, then kinds of one's own
    /// by name.
    pub fn kinds(&self) -> BTreeSet<Kind> {
        self.constraints.iter().map(|rule| rule.kind).collect()
    }

    /// Succeeds if everything that was stated speaks of variables of this model, and of each as it
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
        let changed = self
            .givens
            .iter()
            .filter(|(var, value)| assignment[var.index()] != *value);
        let broken = self
            .constraints
            .iter()
            .enumerate()
            .filter(|(_, c)| !c.holds(assignment));
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
