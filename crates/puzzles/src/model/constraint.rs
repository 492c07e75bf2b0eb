//! One rule of a puzzle: its form (what must hold), its kind (which weight it takes), the part of
//! the board that it counts and its name.
//!
//! Nearly every rule of the source paper is a sum between bounds: exactly q of a set (eq. 10, 11,
//! 13), q or q + 1 of a set (eq. 15), not both of a pair (eq. 3, 7, 12: Σ ≤ 1), different pairs
//! (eq. 34, 35: Σ = 1) and equal ones (eq. 32, 33: a + (1 − b) = 1). Beside it are the
//! non-repetition of lines (eq. 36, 37), which the paper leaves without a QUBO, and the one-to-one
//! matching that its model of Tents & Trees (eq. 22) leaves out.

use super::matching::{can_match, members};
use super::{Kind, Model, Var};
use crate::error::{Error, Result};
use std::collections::BTreeSet;

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
    /// The part of the board whose ones it counts, if it counts those of one.
    pub(crate) group: Option<Group>,
    /// What must hold.
    pub form: Form,
}

/// A part of a board: variables that become one register, or share one symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    /// What it is a part of.
    pub(crate) part: Part,
    /// Where it is, for people: `row 3`, `box 2`.
    pub(crate) name: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Part {
    Row,
    Column,
    /// A region, a box, the neighborhood of a tree, or a set of your own.
    Region,
    /// The symbols of one cell.
    Cell,
}

impl Part {
    pub(crate) fn word(self) -> &'static str {
        self.into()
    }
}

type Pair = [(Var, bool); 2];

/// What must hold among variables.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A sum between bounds.
    Sum(Sum),
    /// The two lines, of one length, are not the same sequence.
    Distinct([Vec<Var>; 2]),
    /// Sets and ones match one to one: each set has a 1 of its own among its members, and no 1 in
    /// any of them is left over. A variable may be in several sets.
    Matching(Vec<Vec<Var>>),
}

/// `least` ≤ Σ literals ≤ `most`, and what breaking that costs.
#[derive(Clone, PartialEq, Debug)]
pub struct Sum {
    /// Each variable once, and whether 1 minus it is meant; in the order of a line.
    pub literals: Vec<(Var, bool)>,
    /// The least sum.
    pub least: u32,
    /// The greatest sum; of a square, `least` or one more.
    pub most: u32,
    /// `None`: the penalty is (q − Σ)², q in the middle between least and most. Of two literals a
    /// and b it may be a·b where their sum may not be 2, (1 − a)(1 − b) where it may not be 0; so
    /// many times (2 for an attack that is mutual in a sum over ordered pairs, else 1).
    pub product: Option<u32>,
}

impl Form {
    /// How many of a sum are to be 1: `2`, or `1–2`; of other forms none.
    pub fn count_text(&self) -> Option<String> {
        match self {
            Self::Sum(sum) if sum.least == sum.most => Some(sum.least.to_string()),
            Self::Sum(sum) => Some(format!("{}–{}", sum.least, sum.most)),
            _ => None,
        }
    }

    /// `least` ≤ Σ x ≤ `most`, with a square as its penalty.
    pub fn sum(vars: &[Var], least: u32, most: u32) -> Self {
        Self::Sum(Sum {
            literals: vars.iter().map(|&var| (var, false)).collect(),
            least,
            most,
            product: None,
        })
    }

    /// Not both of a pair are 1; the penalty counts `times` times.
    pub fn not_both(pair: [Var; 2], times: u32) -> Self {
        Self::pair([(pair[0], false), (pair[1], false)], 0, times)
    }

    /// Both of a pair have one value.
    pub fn equal([a, b]: [Var; 2]) -> Self {
        Self::pair([(a, false), (b, true)], 1, 1)
    }

    /// One of a pair is 0 and one is 1.
    pub fn differ([a, b]: [Var; 2]) -> Self {
        Self::pair([(a, false), (b, false)], 1, 1)
    }

    fn pair(literals: Pair, least: u32, times: u32) -> Self {
        Self::Sum(Sum {
            literals: literals.to_vec(),
            least,
            most: 1,
            product: Some(times),
        })
    }

    /// The sum whose penalty is a square; `None` of other rules.
    pub(crate) fn count(&self) -> Option<&Sum> {
        match self {
            Self::Sum(sum) if sum.product.is_none() => Some(sum),
            _ => None,
        }
    }

    /// The sum of a pair whose penalty is a product, its literals, and how often that counts.
    pub(crate) fn product(&self) -> Option<(&Sum, Pair, u32)> {
        match self {
            Self::Sum(sum) => Some((sum, *sum.literals.first_chunk()?, sum.product?)),
            _ => None,
        }
    }

    /// The pair that a sign is between, and whether it must differ; `None` of other rules.
    pub(crate) fn sign(&self) -> Option<([Var; 2], bool)> {
        let (sum, [(a, first), (b, second)], _) = self.product()?;
        (sum.least == 1).then_some(([a, b], first == second))
    }
}

impl Constraint {
    /// A rule; a count of a row, column, region or cell is of that group.
    pub fn new(kind: Kind, name: impl Into<String>, form: Form) -> Self {
        let part = match kind {
            Kind::Row => Some(Part::Row),
            Kind::Column => Some(Part::Column),
            Kind::Region | Kind::Tree | Kind::Own(_) => Some(Part::Region),
            Kind::Cell => Some(Part::Cell),
            _ => None,
        };
        let name = name.into();
        let group = part.filter(|_| form.count().is_some()).map(|part| Group {
            part,
            name: name.clone(),
        });
        Self {
            kind,
            name,
            group,
            form,
        }
    }

    #[must_use]
    pub(crate) fn of(self, part: Part, name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            group: Some(Group { part, name }),
            ..self
        }
    }

    /// Exactly `count` of `vars` are 1.
    pub fn exactly(kind: Kind, name: impl Into<String>, count: u32, vars: Vec<Var>) -> Self {
        Self::new(kind, name, Form::sum(&vars, count, count))
    }

    /// `count` or `count + 1` of `vars` are 1.
    pub fn one_of_two(kind: Kind, name: impl Into<String>, count: u32, vars: Vec<Var>) -> Self {
        Self::new(kind, name, Form::sum(&vars, count, count + 1))
    }

    /// Not both of `pair` are 1.
    pub fn not_both(kind: Kind, name: impl Into<String>, pair: [Var; 2]) -> Self {
        Self::new(kind, name, Form::not_both(pair, 1))
    }

    /// Both of `pair` have one value.
    pub fn equal(kind: Kind, name: impl Into<String>, pair: [Var; 2]) -> Self {
        Self::new(kind, name, Form::equal(pair))
    }

    /// One of `pair` is 0 and one is 1.
    pub fn differ(kind: Kind, name: impl Into<String>, pair: [Var; 2]) -> Self {
        Self::new(kind, name, Form::differ(pair))
    }

    /// The two lines, which have one length, differ in some place. The rule has a penalty only in
    /// the encodings of [`crate::DistinctLines`] that say so.
    pub fn distinct(kind: Kind, name: impl Into<String>, lines: [Vec<Var>; 2]) -> Self {
        Self::new(kind, name, Form::Distinct(lines))
    }

    /// Each of `sets` has a 1 of its own, and no 1 is left over. The rule has no penalty.
    pub fn matching(kind: Kind, name: impl Into<String>, sets: Vec<Vec<Var>>) -> Self {
        Self::new(kind, name, Form::Matching(sets))
    }

    /// Fails if a variable is named twice, lines differ in length, or a sum cannot have its
    /// penalty.
    pub(super) fn check(&self) -> Result<()> {
        let wrong = |found: &str, remedy: &str| {
            let found = format!("the rule {:?} {found}", self.name);
            Err(Error::argument("constraint", found, remedy))
        };
        let vars = self.vars();
        let distinct: BTreeSet<&Var> = vars.iter().collect();
        match &self.form {
            Form::Sum(sum) if sum.product.is_some() && (distinct.len(), vars.len()) != (2, 2) => {
                wrong("is not of two variables", "name two")
            }
            Form::Sum(_) if distinct.len() < vars.len() => {
                wrong("counts a variable twice", "name each once")
            }
            Form::Sum(sum) if sum.product.is_none() && sum.most - sum.least > 1 => wrong(
                "allows more than two sums",
                "allow one, or two that follow each other",
            ),
            Form::Distinct([first, second]) if first.len() != second.len() => wrong(
                &format!("is of {} and {} places", first.len(), second.len()),
                "give lines of one length",
            ),
            _ => Ok(()),
        }
    }

    /// Every variable of the rule, in its order.
    pub fn vars(&self) -> Vec<Var> {
        match &self.form {
            Form::Sum(sum) => sum.literals.iter().map(|(var, _)| *var).collect(),
            Form::Distinct(lines) => lines.concat(),
            Form::Matching(sets) => members(sets),
        }
    }

    /// Whether the rule holds at an assignment of the whole model.
    pub fn holds(&self, assignment: &[bool]) -> bool {
        self.holds_where(|var| assignment[var.index()])
    }

    pub(crate) fn holds_where(&self, at: impl Fn(Var) -> bool) -> bool {
        match &self.form {
            Form::Sum(sum) => {
                let ones = sum.literals.iter().filter(|(var, no)| at(*var) != *no);
                (sum.least as usize..=sum.most as usize).contains(&ones.count())
            }
            Form::Distinct([first, second]) => {
                first.iter().zip(second).any(|(a, b)| at(*a) != at(*b))
            }
            Form::Matching(sets) => can_match(sets, |var| Some(at(var))),
        }
    }

    /// What the rule asks, in words: `exactly 1 of r1c1 r1c2`.
    pub(crate) fn demand(&self, model: &Model) -> String {
        let list = |vars: &[Var]| {
            let names: Vec<&str> = vars.iter().map(|&var| model.name(var)).collect();
            names.join(" ")
        };
        match &self.form {
            Form::Sum(sum) => {
                let (vars, least, most) = (list(&self.vars()), sum.least, sum.most);
                match self.form.sign() {
                    Some((_, true)) => format!("{vars} different"),
                    Some((_, false)) => format!("{vars} alike"),
                    None if sum.product.is_some() => format!("not both of {vars}"),
                    None if least == most => format!("exactly {least} of {vars}"),
                    None => format!("{least} or {most} of {vars}"),
                }
            }
            Form::Distinct([first, second]) => {
                format!("({}) differs from ({})", list(first), list(second))
            }
            Form::Matching(sets) => {
                let sets: Vec<_> = sets.iter().map(|set| format!("({})", list(set))).collect();
                format!("one to one: a 1 for each of {}", sets.join(" "))
            }
        }
    }

    /// The rule and what it found: `row 1: must be exactly 1 of r1c1 r1c2; found 2`.
    pub(crate) fn describe(&self, model: &Model, assignment: &[bool]) -> String {
        if let Form::Distinct([line, _]) = &self.form {
            let digit = |var: &Var| char::from(b'0' + u8::from(assignment[var.index()]));
            let read: String = line.iter().map(digit).collect();
            return format!("{}: must differ; both read {read}", self.name);
        }
        let vars = self.vars();
        let ones = vars.iter().filter(|var| assignment[var.index()]).count();
        format!(
            "{}: must be {}; found {ones}",
            self.name,
            self.demand(model)
        )
    }
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
            "\"self\" is not of two variables",
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
        let lines = Constraint::new(
            Kind::Distinct,
            "rows 1 and 2",
            Form::Distinct([vars[..2].to_vec(), vars[2..].to_vec()]),
        );
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
        let form = |form| Constraint::new(Kind::Row, "here", form);
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
            assert_eq!(form(Form::equal([a, b])).holds(&x), x[0] == x[1], "{x:?}");
            assert_eq!(form(Form::differ([a, b])).holds(&x), x[0] != x[1], "{x:?}");
            let lines = form(Form::Distinct([vec![a, b], vec![b, c]]));
            assert_eq!(lines.holds(&x), [x[0], x[1]] != [x[1], x[2]], "{x:?}");
            let matching = Constraint::matching(Kind::Matching, "", vec![vec![a, b], vec![b, c]]);
            assert_eq!(matching.holds(&x), ones(&x) == 2, "{x:?}");
        }
    }
}
