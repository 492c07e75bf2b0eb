//! One rule of a puzzle: its form (what must hold), its kind (which weight it takes) and its name.
//!
//! The forms are those of the source paper: exactly q of a set (eq. 10, 11, 13), q or q + 1 of a
//! set (eq. 15), not both of a pair (eq. 3, 7, 12), equal or different pairs (eq. 32–35), the
//! non-repetition of lines (eq. 36, 37), which the paper leaves without a QUBO, and the one-to-one
//! matching that its model of Tents & Trees (eq. 22) leaves out.

use super::matching::{can_match, members};
use super::{Model, Var};
use crate::error::{Error, Result};
use std::collections::BTreeSet;
use std::fmt;

/// A rule of the puzzle.
///
/// ```
/// use ketboard_puzzles::{Constraint, Kind, Model};
///
/// let mut model = Model::default();
/// let cells = vec![model.add_variable("r1c1"), model.add_variable("r1c2")];
/// let one = Constraint::exactly(Kind::Row, "row 1", 1, cells);
/// assert!(one.holds(&[true, false]) && !one.holds(&[true, true]));
/// model.add(one);
/// assert!(model.is_solved_by(&[false, true]));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Constraint {
    /// Which family of penalty terms it belongs to; weights are given per kind.
    pub kind: Kind,
    /// Where it is, for people: `row 3`, `region B`, `r1c1 and r2c2`.
    pub name: String,
    /// What must hold.
    pub form: Form,
}

/// What must hold among variables.
///
/// ```
/// use ketboard_puzzles::{Constraint, Form, Kind, Var};
///
/// // a window of three cells has one 1 or two
/// let form = Form::Count { vars: vec![Var(0), Var(1), Var(2)], count: 1, or_one_more: true };
/// let window = Constraint { kind: Kind::Repetition, name: "r1c1 to r1c3".into(), form };
/// assert!(window.holds(&[true, false, true]) && !window.holds(&[true, true, true]));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// Σ x = `count`, or, where `or_one_more`, Σ x ∈ {count, count + 1}. The variables of a line
    /// stand in the order of the line.
    Count {
        /// The set that is summed; no variable twice.
        vars: Vec<Var>,
        /// How many are 1.
        count: u32,
        /// Whether one more is allowed (the paper's fractional term).
        or_one_more: bool,
    },
    /// Not both 1. `times` counts how often the pair enters the penalty (2 for an attack that is
    /// mutual in a sum over ordered pairs, else 1).
    NotBoth {
        /// The two variables.
        pair: [Var; 2],
        /// Multiplicity of the penalty term.
        times: u32,
    },
    /// Both the same.
    Equal([Var; 2]),
    /// One 0 and one 1.
    Differ([Var; 2]),
    /// The two lines, read in order, are not the same sequence. Both have the same length.
    Distinct([Vec<Var>; 2]),
    /// Sets and ones match one to one: each set has a 1 of its own among its members, and no 1 in
    /// any of them is left over.
    Matching {
        /// The sets; a variable may be in several.
        sets: Vec<Vec<Var>>,
    },
}

/// The family of penalty terms a rule belongs to: the unit in which weights are given. The kinds of
/// puzzles have names of their own here; a model of one's own may name others.
///
/// ```
/// use ketboard_puzzles::Kind;
///
/// assert_eq!(Kind::Row.name(), "row");
/// assert_eq!(Kind::named("shift").name(), "shift"); // of a model of one's own
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    /// A kind of one's own, by its name; [`Kind::named`] makes it.
    Own(&'static str),
}

impl Kind {
    /// The kind of this name: that of puzzles where there is one, else a kind of one's own.
    ///
    /// ```
    /// use ketboard_puzzles::Kind;
    ///
    /// assert_eq!(Kind::named("row"), Kind::Row);
    /// assert_eq!(Kind::named("budget").name(), "budget");
    /// ```
    pub fn named(name: &'static str) -> Self {
        let known = Self::ALL.into_iter().find(|kind| kind.name() == name);
        known.unwrap_or(Self::Own(name))
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
            Self::Cell => "cell",
            Self::Row => "row",
            Self::Column => "column",
            Self::Region => "region",
            Self::Diagonal => "diagonal",
            Self::Repetition => "repetition",
            Self::Balance => "balance",
            Self::Sign => "sign",
            Self::Distinct => "distinct",
            Self::Tree => "tree",
            Self::Matching => "matching",
            Self::Own(name) => name,
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

impl Constraint {
    /// Exactly `count` of `vars` are 1.
    pub fn exactly(kind: Kind, name: impl Into<String>, count: u32, vars: Vec<Var>) -> Self {
        Self {
            kind,
            name: name.into(),
            form: Form::Count {
                vars,
                count,
                or_one_more: false,
            },
        }
    }

    /// `count` or `count + 1` of `vars` are 1.
    pub fn one_of_two(kind: Kind, name: impl Into<String>, count: u32, vars: Vec<Var>) -> Self {
        Self {
            kind,
            name: name.into(),
            form: Form::Count {
                vars,
                count,
                or_one_more: true,
            },
        }
    }

    /// Not both of `pair` are 1.
    pub fn not_both(kind: Kind, name: impl Into<String>, pair: [Var; 2]) -> Self {
        Self::not_both_times(kind, name, 1, pair)
    }

    /// Not both of `pair` are 1, with a penalty that is counted `times` times.
    pub(crate) fn not_both_times(
        kind: Kind,
        name: impl Into<String>,
        times: u32,
        pair: [Var; 2],
    ) -> Self {
        Self {
            kind,
            name: name.into(),
            form: Form::NotBoth { pair, times },
        }
    }

    /// Both of `pair` have one value.
    pub fn equal(kind: Kind, name: impl Into<String>, pair: [Var; 2]) -> Self {
        Self {
            kind,
            name: name.into(),
            form: Form::Equal(pair),
        }
    }

    /// One of `pair` is 0 and one is 1.
    pub fn differ(kind: Kind, name: impl Into<String>, pair: [Var; 2]) -> Self {
        Self {
            kind,
            name: name.into(),
            form: Form::Differ(pair),
        }
    }

    /// The two lines, which have one length, differ in some place. The rule has a penalty only in
    /// the encodings of [`crate::DistinctLines`] that say so.
    pub fn distinct(kind: Kind, name: impl Into<String>, lines: [Vec<Var>; 2]) -> Self {
        Self {
            kind,
            name: name.into(),
            form: Form::Distinct(lines),
        }
    }

    /// Each of `sets` has a 1 of its own, and no 1 is left over. The rule has no penalty: it is
    /// judged as it is.
    pub fn matching(kind: Kind, name: impl Into<String>, sets: Vec<Vec<Var>>) -> Self {
        Self {
            kind,
            name: name.into(),
            form: Form::Matching { sets },
        }
    }

    /// Succeeds if the rule makes sense whatever its variables are.
    ///
    /// # Errors
    /// A variable that is named twice, or lines of different lengths.
    pub(super) fn check(&self) -> Result<()> {
        let wrong = |found: String, remedy: &str| {
            let found = format!("the rule {:?} {found}", self.name);
            Err(Error::argument("constraint", found, remedy))
        };
        match &self.form {
            Form::Count { vars, .. } => match first_twice(vars) {
                Some(_) => wrong("counts a variable twice".to_owned(), "name each once"),
                None => Ok(()),
            },
            Form::NotBoth { pair, .. } | Form::Equal(pair) | Form::Differ(pair) => {
                match first_twice(pair) {
                    Some(_) => wrong("is of one variable".to_owned(), "name two"),
                    None => Ok(()),
                }
            }
            Form::Distinct([first, second]) if first.len() != second.len() => wrong(
                format!("is of {} and {} places", first.len(), second.len()),
                "give lines of one length",
            ),
            Form::Distinct(_) | Form::Matching { .. } => Ok(()),
        }
    }

    /// Every variable the rule speaks of, in its order.
    pub fn vars(&self) -> Vec<Var> {
        match &self.form {
            Form::Count { vars, .. } => vars.clone(),
            Form::NotBoth { pair, .. } | Form::Equal(pair) | Form::Differ(pair) => pair.to_vec(),
            Form::Distinct([first, second]) => first.iter().chain(second).copied().collect(),
            Form::Matching { sets } => members(sets),
        }
    }

    /// Whether the rule holds at an assignment of the whole model.
    pub fn holds(&self, assignment: &[bool]) -> bool {
        let at = |var: &Var| assignment[var.index()];
        match &self.form {
            Form::Count {
                vars,
                count,
                or_one_more,
            } => {
                let ones = vars.iter().filter(|var| at(var)).count();
                let count = *count as usize;
                ones == count || (*or_one_more && ones == count + 1)
            }
            Form::NotBoth { pair: [a, b], .. } => !(at(a) && at(b)),
            Form::Equal([a, b]) => at(a) == at(b),
            Form::Differ([a, b]) => at(a) != at(b),
            Form::Distinct([first, second]) => {
                first.iter().zip(second).any(|(a, b)| at(a) != at(b))
            }
            Form::Matching { sets } => can_match(sets, |var| Some(at(&var))),
        }
    }

    /// What the rule asks, in words: `exactly 1 of r1c1 r1c2`.
    pub(crate) fn demand(&self, model: &Model) -> String {
        let list = |vars: &[Var]| {
            vars.iter()
                .map(|&var| model.name(var))
                .collect::<Vec<_>>()
                .join(" ")
        };
        match &self.form {
            Form::Count {
                vars,
                count,
                or_one_more: false,
            } => {
                format!("exactly {count} of {}", list(vars))
            }
            Form::Count {
                vars,
                count,
                or_one_more: true,
            } => {
                format!("{count} or {} of {}", count + 1, list(vars))
            }
            Form::NotBoth { pair, .. } => format!("not both of {}", list(pair)),
            Form::Equal(pair) => format!("{} alike", list(pair)),
            Form::Differ(pair) => format!("{} different", list(pair)),
            Form::Distinct([first, second]) => {
                format!("({}) differs from ({})", list(first), list(second))
            }
            Form::Matching { sets } => {
                let sets: Vec<_> = sets.iter().map(|set| format!("({})", list(set))).collect();
                format!("one to one: a 1 for each of {}", sets.join(" "))
            }
        }
    }

    /// The rule and what it found: `row 1: must be exactly 1 of r1c1 r1c2; found 2`.
    pub(crate) fn describe(&self, model: &Model, assignment: &[bool]) -> String {
        let digit = |var: &Var| char::from(b'0' + u8::from(assignment[var.index()]));
        match &self.form {
            Form::Distinct([line, _]) => {
                let read: String = line.iter().map(digit).collect();
                format!("{}: must differ; both read {read}", self.name)
            }
            Form::Count { .. }
            | Form::NotBoth { .. }
            | Form::Equal(_)
            | Form::Differ(_)
            | Form::Matching { .. } => {
                let vars = self.vars();
                let ones = vars.iter().filter(|var| assignment[var.index()]).count();
                let demand = self.demand(model);
                format!("{}: must be {demand}; found {ones}", self.name)
            }
        }
    }
}

/// A variable that stands twice in a list.
fn first_twice(vars: &[Var]) -> Option<Var> {
    let mut seen = BTreeSet::new();
    vars.iter().copied().find(|var| !seen.insert(*var))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_stage_could_take_is_refused_by_name() {
        let mut model = Model::default();
        let [a, b] = ["a", "b"].map(|name| model.add_variable(name));
        let kind = Kind::named("own");
        model.add(Constraint::exactly(kind, "fine", 1, vec![a, b]));
        model.check().unwrap();
        let refused = |rule: Constraint, part: &str| {
            let mut other = model.clone();
            other.add(rule);
            let error = other.check().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        };
        refused(
            Constraint::equal(kind, "far", [a, Var(7)]),
            "Var(7) in a model of 2",
        );
        refused(
            Constraint::exactly(kind, "twice", 1, vec![a, a]),
            "\"twice\" counts a variable twice",
        );
        refused(
            Constraint::differ(kind, "self", [b, b]),
            "\"self\" is of one variable",
        );
        refused(
            Constraint::distinct(kind, "lines", [vec![a], vec![]]),
            "1 and 0 places",
        );
        let mut valued = model.clone();
        valued.add_objective(a, f64::NAN);
        assert!(valued.check().is_err());
    }

    #[test]
    fn kinds_of_ones_own_come_after_those_of_puzzles_and_by_name() {
        let own = [
            Kind::named("zeal"),
            Kind::Row,
            Kind::named("budget"),
            Kind::Matching,
        ];
        let mut model = Model::default();
        let [a, b] = ["a", "b"].map(|name| model.add_variable(name));
        for kind in own {
            model.add(Constraint::not_both(kind, "here", [a, b]));
        }
        let names: Vec<&str> = model.kinds().into_iter().map(Kind::name).collect();
        assert_eq!(names, ["row", "matching", "budget", "zeal"]);
    }

    #[test]
    fn a_broken_rule_says_what_it_found() {
        let mut model = Model::default();
        let vars: Vec<Var> = (1..=4)
            .map(|k| model.add_variable(format!("r1c{k}")))
            .collect();
        let count = Constraint::exactly(Kind::Row, "row 1", 1, vars[..2].to_vec());
        let lines = Constraint {
            kind: Kind::Distinct,
            name: "rows 1 and 2".into(),
            form: Form::Distinct([vars[..2].to_vec(), vars[2..].to_vec()]),
        };
        let words = |rule: &Constraint, x: &[bool]| rule.describe(&model, x);
        assert_eq!(
            words(&count, &[true, true, false, false]),
            "row 1: must be exactly 1 of r1c1 r1c2; found 2"
        );
        assert_eq!(
            words(&lines, &[true, false, true, false]),
            "rows 1 and 2: must differ; both read 10"
        );
    }

    #[test]
    fn each_form_holds_exactly_where_it_says() {
        let (a, b, c) = (Var(0), Var(1), Var(2));
        let form = |form| Constraint {
            kind: Kind::Row,
            name: "here".into(),
            form,
        };
        let ones = |x: &[bool]| x.iter().filter(|v| **v).count();
        for bits in 0..8_u8 {
            let x = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
            let two = [x[0], x[1]];
            let exactly = Constraint::exactly(Kind::Row, "", 2, vec![a, b, c]);
            let window = Constraint::one_of_two(Kind::Row, "", 1, vec![a, b, c]);
            assert_eq!(exactly.holds(&x), ones(&x) == 2, "{x:?}");
            assert_eq!(window.holds(&x), ones(&x) == 1 || ones(&x) == 2, "{x:?}");
            assert_eq!(
                Constraint::not_both(Kind::Row, "", [a, b]).holds(&x),
                two != [true; 2]
            );
            assert_eq!(form(Form::Equal([a, b])).holds(&x), x[0] == x[1], "{x:?}");
            assert_eq!(form(Form::Differ([a, b])).holds(&x), x[0] != x[1], "{x:?}");
            let lines = form(Form::Distinct([vec![a, b], vec![b, c]]));
            assert_eq!(lines.holds(&x), [x[0], x[1]] != [x[1], x[2]], "{x:?}");
            let matching = Constraint::matching(Kind::Matching, "", vec![vec![a, b], vec![b, c]]);
            assert_eq!(matching.holds(&x), ones(&x) == 2, "{x:?}");
        }
    }
}
