//! The rules of a model over the variables that its reduction left, in the form in which partial
//! assignments can be judged.
//!
//! Every rule but two is a sum of literals between two bounds: not both is Σ ≤ 1, equal is a + (1 −
//! b) = 1, different a + b = 1. Lines that must differ and matchings are judged where all their
//! variables are known.

use crate::model::{Form, Model, Var, can_match};
use crate::reduce::{Reduced, Reduction};
use std::collections::BTreeSet;

/// A rule over the reduced variables.
#[derive(Clone, Debug)]
pub(super) struct ReducedRule {
    /// Its index in [`Model::constraints`].
    pub(super) index: usize,
    /// The reduced variables it speaks of, ascending.
    pub(super) variables: Vec<usize>,
    pub(super) test: RuleTest,
}

/// How a rule is judged.
#[derive(Clone, Debug)]
pub(super) enum RuleTest {
    /// `least` ≤ Σ literals ≤ `most`; a literal is a variable, or 1 minus it where it is negated.
    Sum {
        literals: Vec<(usize, bool)>,
        least: i64,
        most: i64,
    },
    /// The two sequences are not the same.
    Distinct([Vec<Reduced>; 2]),
    /// Each set has a 1 of its own, and no 1 is left over.
    Matching {
        sets: Vec<Vec<Var>>,
        values: Vec<(Var, Reduced)>,
    },
}

impl ReducedRule {
    /// Whether the rule holds where the reduced variable k is `at(k)`.
    pub(super) fn holds(&self, at: impl Fn(usize) -> bool) -> bool {
        let read = |value: &Reduced| match *value {
            Reduced::Const(constant) => constant,
            Reduced::Bit { qubit, negated } => at(qubit) != negated,
        };
        match &self.test {
            RuleTest::Sum {
                literals,
                least,
                most,
            } => {
                let ones = literals.iter().filter(|(k, negated)| at(*k) != *negated);
                (*least..=*most).contains(&(ones.count() as i64))
            }
            RuleTest::Distinct([first, second]) => {
                first.iter().zip(second).any(|(a, b)| read(a) != read(b))
            }
            RuleTest::Matching { sets, values } => can_match(sets, |var| {
                let place = values.binary_search_by_key(&var, |(known, _)| *known);
                place.ok().map(|place| read(&values[place].1))
            }),
        }
    }
}

/// The rules of `model` that speak of at least one variable left by `reduction`.
pub(super) fn rules(model: &Model, reduction: &Reduction) -> Vec<ReducedRule> {
    let constraints = model.constraints().iter().enumerate();
    let rules = constraints.map(|(index, constraint)| ReducedRule {
        index,
        variables: open(&constraint.vars(), reduction),
        test: test(&constraint.form, reduction),
    });
    rules.filter(|rule| !rule.variables.is_empty()).collect()
}

/// The reduced variables that hold `vars`, ascending, each once.
pub(super) fn open(vars: &[Var], reduction: &Reduction) -> Vec<usize> {
    let open = vars.iter().filter_map(|&var| match reduction.value(var) {
        Reduced::Const(_) => None,
        Reduced::Bit { qubit, .. } => Some(qubit),
    });
    open.collect::<BTreeSet<usize>>().into_iter().collect()
}

fn test(form: &Form, reduction: &Reduction) -> RuleTest {
    let sum =
        |literals: &[(Var, bool)], least: i64, most: i64| sum(literals, least, most, reduction);
    let plain = |vars: &[Var]| -> Vec<(Var, bool)> { vars.iter().map(|&v| (v, false)).collect() };
    let values = |vars: &[Var]| vars.iter().map(|&v| reduction.value(v)).collect();
    match form {
        Form::Count {
            vars,
            count,
            or_one_more,
        } => {
            let least = i64::from(*count);
            sum(&plain(vars), least, least + i64::from(*or_one_more))
        }
        Form::NotBoth { pair, .. } => sum(&plain(pair), 0, 1),
        Form::Equal([a, b]) => sum(&[(*a, false), (*b, true)], 1, 1),
        Form::Differ(pair) => sum(&plain(pair), 1, 1),
        Form::Distinct([first, second]) => RuleTest::Distinct([values(first), values(second)]),
        Form::Matching { sets } => {
            let members: BTreeSet<Var> = sets.iter().flatten().copied().collect();
            let value = |var: Var| (var, reduction.value(var));
            RuleTest::Matching {
                sets: sets.clone(),
                values: members.into_iter().map(value).collect(),
            }
        }
    }
}

/// The sum over what the reduction made of the literals: known ones move into the bounds.
fn sum(literals: &[(Var, bool)], least: i64, most: i64, reduction: &Reduction) -> RuleTest {
    let mut open = Vec::new();
    let mut known = 0;
    for &(var, turned) in literals {
        match reduction.value(var) {
            Reduced::Const(value) => known += i64::from(value != turned),
            Reduced::Bit { qubit, negated } => open.push((qubit, negated != turned)),
        }
    }
    RuleTest::Sum {
        literals: open,
        least: least - known,
        most: most - known,
    }
}
