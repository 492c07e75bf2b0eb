//! The groups of rules that can become registers: rows, columns, regions and cells.
//!
//! A group is a set of variables that a counting rule names (one queen in a row), or several rules
//! over the same cells together (each digit once in a row of Sudoku), or a whole row or column of
//! the board where every cell is a variable. It is a candidate if it has fewer legal assignments
//! than 2^variables, and not more than [`MOST_LEVELS`].

use super::rules::ReducedModel;
use crate::grid::Cell;
use crate::model::{Group, Model, Part, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The most levels of one group.
pub(super) const MOST_LEVELS: usize = 1 << 13;

/// The most levels of two groups together, so that tables over two registers stay small.
pub(super) const MOST_JOINED: usize = 1 << 10;

/// A set of variables with its legal assignments.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RegisterCandidate {
    /// What it is a part of; `None` of two groups together.
    pub(super) part: Option<Part>,
    pub(super) name: String,
    pub(super) variables: Vec<usize>,
    pub(super) levels: Vec<u128>,
}

impl RegisterCandidate {
    /// How many bits the space loses against plain qubits.
    pub(super) fn gain(&self) -> f64 {
        self.variables.len() as f64 - self.bits()
    }

    /// log₂ of the number of levels.
    pub(super) fn bits(&self) -> f64 {
        libm::log2(self.levels.len() as f64)
    }

    /// Whether it holds a variable.
    pub(super) fn holds(&self, variable: usize) -> bool {
        self.variables.binary_search(&variable).is_ok()
    }

    /// Whether both hold a variable.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.variables.iter().any(|variable| other.holds(*variable))
    }

    /// Whether exactly one variable is 1, or nothing is open: a single filling, as of a row whose
    /// queen is given.
    pub(super) fn is_one_hot(&self) -> bool {
        self.levels.len() == 1 || self.levels.iter().all(|level| level.count_ones() == 1)
    }

    /// Both together, where that is small enough.
    pub(super) fn with(&self, other: &Self, of: &ReducedModel<'_>) -> Option<Self> {
        let both = self.variables.iter().chain(&other.variables).copied();
        let variables: Vec<usize> = both.collect::<BTreeSet<_>>().into_iter().collect();
        let levels = of.legal(&variables, MOST_JOINED)?;
        Some(Self {
            part: None,
            name: joined(&self.name, &other.name),
            variables,
            levels,
        })
    }
}

/// `rows 1 and 2`, `row 1 and region B`.
fn joined(first: &str, second: &str) -> String {
    let words = (first.split_once(' '), second.split_once(' '));
    if let (Some((what, first)), Some((same, second))) = words
        && what == same
    {
        return format!("{what}s {first} and {second}");
    }
    format!("{first} and {second}")
}

/// The candidates of one group each, in the order of the rules; then whole lines of the board.
pub(super) fn groups(of: &ReducedModel<'_>) -> Vec<RegisterCandidate> {
    let mut groups: Vec<RegisterCandidate> = Vec::new();
    for (group, vars) in stated(of.model).into_iter().chain(lines(of.model)) {
        let variables = of.reduction.open(&vars);
        let same = |known: &RegisterCandidate| {
            known.part == Some(group.part) && known.variables == variables
        };
        if variables.is_empty() || groups.iter().any(same) {
            continue;
        }
        let Some(levels) = of.legal(&variables, MOST_LEVELS) else {
            continue;
        };
        let candidate = RegisterCandidate {
            part: Some(group.part),
            name: group.name,
            variables,
            levels,
        };
        if candidate.gain() > 0.0 {
            groups.push(candidate);
        }
    }
    groups
}

/// The groups that rules count, with their variables: those of the same cells are one, such as the
/// rules of each digit in a row.
fn stated(model: &Model) -> Vec<(Group, Vec<Var>)> {
    let mut groups: Vec<(Group, BTreeSet<Place>, Vec<Var>)> = Vec::new();
    for rule in model.constraints() {
        let Some(group) = &rule.group else { continue };
        let vars = rule.vars();
        let places: BTreeSet<Place> = vars.iter().map(|var| place(model, *var)).collect();
        let same = |(known, at, _): &&mut (Group, BTreeSet<Place>, Vec<Var>)| {
            known.part == group.part && *at == places
        };
        match groups.iter_mut().find(same) {
            Some((_, _, known)) => known.extend(vars),
            None => groups.push((group.clone(), places, vars)),
        }
    }
    let groups = groups.into_iter();
    groups.map(|(group, _, vars)| (group, vars)).collect()
}

/// The cell of a variable, else the variable itself.
type Place = (Option<Cell>, Option<Var>);

fn place(model: &Model, var: Var) -> Place {
    let cell = model.cell(var);
    (cell, cell.is_none().then_some(var))
}

/// The rows and columns of a board on which every variable has a cell of its own.
fn lines(model: &Model) -> Vec<(Group, Vec<Var>)> {
    let cells: Option<BTreeMap<Cell, Var>> = model
        .variables()
        .map(|var| Some((model.cell(var)?, var)))
        .collect();
    let Some(cells) = cells.filter(|cells| cells.len() == model.len()) else {
        return Vec::new();
    };
    let mut lines: BTreeMap<(bool, usize), Vec<Var>> = BTreeMap::new();
    for (cell, var) in cells {
        lines.entry((false, cell.row)).or_default().push(var);
        lines.entry((true, cell.col)).or_default().push(var);
    }
    let group = |((is_column, index), vars)| {
        let part = if is_column { Part::Column } else { Part::Row };
        let name = format!("{} {}", part.word(), index + 1);
        (Group { part, name }, vars)
    };
    lines.into_iter().map(group).collect()
}
