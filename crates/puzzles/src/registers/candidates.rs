//! The groups of rules that can become registers: rows, columns, regions and cells, and unions of
//! two that overlap.
//!
//! A group is a set of variables that a counting rule names (one queen in a row), or several rules
//! over the same cells together (each digit once in a row of Sudoku), or a whole row or column of
//! the board where every cell is a variable. It is a candidate if it has fewer legal assignments
//! than 2^variables, and not more than [`MOST_LEVELS`].

use super::enumerate::legal;
use super::rules::{ReducedRule, open};
use crate::model::{Constraint, Form, Kind, Model, Var};
use crate::reduce::Reduction;
use std::collections::BTreeSet;

/// The most levels of one group.
pub(super) const MOST_LEVELS: usize = 1 << 13;

/// The most levels of two groups together, so that tables over two registers stay small.
pub(super) const MOST_JOINED: usize = 1 << 10;

/// Up to this many groups, unions of two that overlap are candidates too.
const FEW: usize = 48;

/// What a group is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Row,
    Column,
    Region,
    Cell,
    /// Two groups together.
    Union,
}

/// A set of variables with its legal assignments.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RegisterCandidate {
    pub(super) class: Class,
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

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let is_in = |variable: &usize| other.variables.binary_search(variable).is_ok();
        self.variables.iter().any(is_in)
    }

    /// Whether exactly one variable is 1, or nothing is open: a single filling, as of a row whose
    /// queen is given.
    pub(super) fn is_one_hot(&self) -> bool {
        self.levels.len() == 1 || self.levels.iter().all(|level| level.count_ones() == 1)
    }

    /// Both together, where that is small enough.
    pub(super) fn with(&self, other: &Self, rules: &[ReducedRule]) -> Option<Self> {
        let both = self.variables.iter().chain(&other.variables).copied();
        let variables: Vec<usize> = both.collect::<BTreeSet<_>>().into_iter().collect();
        let levels = legal(&variables, rules, MOST_JOINED)?;
        Some(Self {
            class: Class::Union,
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
pub(super) fn groups(
    model: &Model,
    reduction: &Reduction,
    rules: &[ReducedRule],
) -> Vec<RegisterCandidate> {
    let mut named: Vec<NamedVariables> = Vec::new();
    for rule in model.constraints() {
        let Some(class) = class_of(rule, model) else {
            continue;
        };
        let place = rule
            .name
            .split_once(" in ")
            .map_or(&*rule.name, |(_, place)| place);
        let vars = rule.vars();
        let cells: BTreeSet<String> = vars.iter().map(|v| cell(model.name(*v)).into()).collect();
        let same = |known: &&mut NamedVariables| known.class == class && known.cells == cells;
        match named.iter_mut().find(same) {
            Some(known) => known.vars.extend(vars),
            None => named.push(NamedVariables {
                class,
                name: place.to_owned(),
                cells,
                vars: vars.into_iter().collect(),
            }),
        }
    }
    named.extend(lines(model));
    let mut groups: Vec<RegisterCandidate> = Vec::new();
    for named in named {
        let variables = open(&named.vars.iter().copied().collect::<Vec<_>>(), reduction);
        let same =
            |known: &RegisterCandidate| known.class == named.class && known.variables == variables;
        if variables.is_empty() || groups.iter().any(same) {
            continue;
        }
        let Some(levels) = legal(&variables, rules, MOST_LEVELS) else {
            continue;
        };
        let group = RegisterCandidate {
            class: named.class,
            name: named.name,
            variables,
            levels,
        };
        if group.gain() > 0.0 {
            groups.push(group);
        }
    }
    groups
}

/// The unions of two of `groups` that share a variable, where there are few groups.
pub(super) fn overlapping(
    groups: &[RegisterCandidate],
    rules: &[ReducedRule],
) -> Vec<RegisterCandidate> {
    if groups.len() > FEW {
        return Vec::new();
    }
    let pairs = groups.iter().enumerate().flat_map(|(later, second)| {
        let pair = move |first| (first, second);
        groups[..later].iter().map(pair)
    });
    let overlapping = pairs.filter(|(a, b)| a.overlaps(b) && a.variables != b.variables);
    let joined = overlapping.filter_map(|(a, b)| Some((a, b, a.with(b, rules)?)));
    let more = joined.filter(|(a, b, both)| both.gain() > a.gain().max(b.gain()));
    more.map(|(_, _, both)| both).collect()
}

/// Variables with a name, before the reduction.
struct NamedVariables {
    class: Class,
    name: String,
    cells: BTreeSet<String>,
    vars: BTreeSet<Var>,
}

/// The cell of a variable: `r1c2` of `r1c2=3`.
fn cell(name: &str) -> &str {
    name.split_once('=').map_or(name, |(cell, _)| cell)
}

/// Row and column of a cell named `r1c2`.
fn place(cell: &str) -> Option<(usize, usize)> {
    let (row, col) = cell.strip_prefix('r')?.split_once('c')?;
    Some((row.parse().ok()?, col.parse().ok()?))
}

/// What a counting rule is about; `None` for other rules and for counts that are no group: windows,
/// diagonals.
fn class_of(rule: &Constraint, model: &Model) -> Option<Class> {
    let Form::Count { vars, .. } = &rule.form else {
        return None;
    };
    match rule.kind {
        Kind::Row => Some(Class::Row),
        Kind::Column => Some(Class::Column),
        // a count of one's own is a group like a region
        Kind::Region | Kind::Tree | Kind::Own(_) => Some(Class::Region),
        Kind::Cell => Some(Class::Cell),
        Kind::Balance => {
            let places = vars.iter().map(|var| place(cell(model.name(*var))));
            let places: Vec<(usize, usize)> = places.collect::<Option<_>>()?;
            let (row, col) = *places.first()?;
            if places.iter().all(|place| place.0 == row) {
                Some(Class::Row)
            } else {
                places
                    .iter()
                    .all(|place| place.1 == col)
                    .then_some(Class::Column)
            }
        }
        Kind::Diagonal | Kind::Repetition | Kind::Sign | Kind::Distinct | Kind::Matching => None,
    }
}

/// The rows and columns of a board on which every variable is a cell.
fn lines(model: &Model) -> Vec<NamedVariables> {
    let places: Option<Vec<_>> = model.names().iter().map(|name| place(name)).collect();
    let Some(places) = places else {
        return Vec::new();
    };
    let rows: BTreeSet<usize> = places.iter().map(|place| place.0).collect();
    let cols: BTreeSet<usize> = places.iter().map(|place| place.1).collect();
    let those = |is: &dyn Fn(&(usize, usize)) -> bool| -> BTreeSet<Var> {
        let all = model.variables().zip(&places);
        all.filter(|(_, place)| is(place))
            .map(|(var, _)| var)
            .collect()
    };
    let line = |class, name: String, vars| NamedVariables {
        class,
        name,
        cells: BTreeSet::new(),
        vars,
    };
    let rows = rows
        .iter()
        .map(|row| line(Class::Row, format!("row {row}"), those(&|p| p.0 == *row)));
    let cols = cols.iter().map(|col| {
        line(
            Class::Column,
            format!("column {col}"),
            those(&|p| p.1 == *col),
        )
    });
    rows.chain(cols).collect()
}
