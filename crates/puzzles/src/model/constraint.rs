//! One rule of a puzzle: its form (what must hold), its kind (which weight it takes) and its name.
//!
//! The forms are those of the source paper: exactly q of a set (eq. 10, 11, 13), q or q + 1 of a set
//! (eq. 15), not both of a pair (eq. 3, 7, 12), equal or different pairs (eq. 32–35), the
//! non-repetition of lines (eq. 36, 37), which the paper leaves without a QUBO, and the one-to-one
//! matching that its model of Tents & Trees (eq. 22) leaves out.

use super::matching::{can_match, members};
use super::{Model, Var};
use std::fmt;

/// A rule of the puzzle.
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
    /// Sets and ones match one to one: each set has a 1 of its own among its members, and no 1 in any of
    /// them is left over.
    Matching {
        /// The sets; a variable may be in several.
        sets: Vec<Vec<Var>>,
    },
}

/// The family of penalty terms a rule belongs to: the unit in which weights are given.
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
}

impl Kind {
    /// All kinds, in the order of the help text.
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
        Self {
            kind,
            name: name.into(),
            form: Form::NotBoth { pair, times: 1 },
        }
    }

    /// Each of `sets` has a 1 of its own, and no 1 is left over.
    pub(crate) fn matching(kind: Kind, name: impl Into<String>, sets: Vec<Vec<Var>>) -> Self {
        Self {
            kind,
            name: name.into(),
            form: Form::Matching { sets },
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

#[cfg(test)]
mod tests {
    use super::*;

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
