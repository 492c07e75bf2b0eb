//! The sum of a counted set, as far as it is known.
//!
//! Σ x = base + Σ_k c_k y_k, where y_k stands for a class of tied open variables: two that are
//! alike count double (c = 2), a variable and its negation count exactly one (base + 1, c = 0).

use super::knowledge::Known;
use crate::model::{Constraint, Form, Var};

/// A counted set and the numbers of ones it allows.
#[derive(Clone, Copy, Debug)]
pub(super) struct CountedSet<'m> {
    /// The variables.
    pub(super) vars: &'m [Var],
    /// The least number of ones.
    pub(super) least: i64,
    /// The greatest number of ones.
    pub(super) most: i64,
}

impl<'m> CountedSet<'m> {
    /// The set that a constraint counts, or `None` where it does not count.
    pub(super) fn of(constraint: &'m Constraint) -> Option<Self> {
        match &constraint.form {
            Form::Count {
                vars,
                count,
                or_one_more,
            } => Some(Self {
                vars,
                least: i64::from(*count),
                most: i64::from(*count) + i64::from(*or_one_more),
            }),
            Form::NotBoth { .. }
            | Form::Equal(_)
            | Form::Differ(_)
            | Form::Distinct(_)
            | Form::Matching { .. } => None,
        }
    }

    /// The members known to have `value`.
    pub(super) fn with(self, known: Known<'_>, value: bool) -> Vec<Var> {
        let has = |var: &Var| known.value(*var) == Some(value);
        self.vars.iter().copied().filter(has).collect()
    }

    /// The first member without a value.
    pub(super) fn first_open(self, known: Known<'_>) -> Option<Var> {
        let is_open = |var: &Var| known.value(*var).is_none();
        self.vars.iter().copied().find(is_open)
    }

    /// Whether no variable stands in it twice, as far as the order tells: lists of a board ascend.
    fn lists_each_once(self) -> bool {
        self.vars.is_sorted_by(|a, b| a < b)
    }

    /// Whether its bounds force nothing and can be kept, seen from the numbers of known and open
    /// members alone: so it is where no open member is tied to another, and there is room for a 1
    /// and for a 0 more.
    pub(super) fn has_room(self, known: Known<'_>) -> bool {
        if !self.lists_each_once() {
            return false;
        }
        let (mut ones, mut open) = (0, 0);
        for &var in self.vars {
            match known.value(var) {
                Some(value) => ones += i64::from(value),
                None if known.is_tied(var) => return false,
                None => open += 1,
            }
        }
        ones < self.most && ones + open > self.least
    }

    /// Whether as many members have `value` as may have it.
    pub(super) fn is_full_of(self, known: Known<'_>, value: bool) -> bool {
        let found = self.vars.iter().filter(|v| known.value(**v) == Some(value));
        found.count() as i64 == self.room_for(value)
    }

    /// How many members may have `value`.
    pub(super) fn room_for(self, value: bool) -> i64 {
        if value {
            self.most
        } else {
            self.vars.len() as i64 - self.least
        }
    }
}

/// The two ways in which a sum can leave its bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CountBound {
    /// Too few ones: the known zeros are the cause.
    Least,
    /// Too many ones: the known ones are the cause.
    Most,
}

/// One class of tied open variables in the sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct TiedVariables {
    /// The first variable of the class in the set; y_k is its value.
    pub(super) var: Var,
    /// c_k.
    pub(super) coefficient: i64,
    members: usize,
}

impl TiedVariables {
    /// c_k y_k.
    pub(super) fn at(self, value: bool) -> i64 {
        self.coefficient * i64::from(value)
    }
}

/// The sum of a set over what is known.
#[derive(Clone, Debug)]
pub(super) struct CountTally<'m> {
    set: CountedSet<'m>,
    /// The part of the sum that is certain.
    pub(super) base: i64,
    /// The classes without a value.
    pub(super) terms: Vec<TiedVariables>,
}

impl<'m> CountTally<'m> {
    /// The sum of `set`.
    pub(super) fn of(set: CountedSet<'m>, known: Known<'_>) -> Self {
        let mut tally = Self {
            set,
            base: 0,
            terms: Vec::new(),
        };
        let each_once = set.lists_each_once();
        for &var in set.vars {
            match known.value(var) {
                Some(value) => tally.base += i64::from(value),
                None if each_once && !known.is_tied(var) => tally.add_alone(var),
                None => tally.add_open(var, known),
            }
        }
        tally
    }

    /// Adds the first open variable of its class.
    fn add_alone(&mut self, var: Var) {
        self.terms.push(TiedVariables {
            var,
            coefficient: 1,
            members: 1,
        });
    }

    fn add_open(&mut self, var: Var, known: Known<'_>) {
        let literal = known.literal(var);
        let same = |term: &&mut TiedVariables| known.literal(term.var).class == literal.class;
        match self.terms.iter_mut().find(same) {
            None => self.add_alone(var),
            Some(term) => {
                term.members += 1;
                let negated = known.literal(term.var).negated != literal.negated;
                term.coefficient += if negated { -1 } else { 1 };
                self.base += i64::from(negated);
            }
        }
    }

    /// The least sum still possible, by bounds.
    pub(super) fn lowest(&self) -> i64 {
        self.base + self.terms.iter().map(|t| t.coefficient.min(0)).sum::<i64>()
    }

    /// The greatest sum still possible, by bounds.
    pub(super) fn highest(&self) -> i64 {
        self.base + self.terms.iter().map(|t| t.coefficient.max(0)).sum::<i64>()
    }

    /// The bound that no completion can keep.
    pub(super) fn broken(&self) -> Option<CountBound> {
        self.leaves(self.lowest(), self.highest())
    }

    /// The classes that can have only one value, with that value and the bound that forces it.
    pub(super) fn forced(&self) -> Vec<(Var, bool, CountBound)> {
        let (lowest, highest) = (self.lowest(), self.highest());
        let mut forced = Vec::new();
        for term in &self.terms {
            for value in [true, false] {
                let low = lowest - term.coefficient.min(0) + term.at(value);
                let high = highest - term.coefficient.max(0) + term.at(value);
                if let Some(bound) = self.leaves(low, high) {
                    forced.push((term.var, !value, bound));
                    break;
                }
            }
        }
        forced
    }

    /// Whether a sum is allowed.
    pub(super) fn allows(&self, sum: i64) -> bool {
        (self.set.least..=self.set.most).contains(&sum)
    }

    /// The variables of the set on which leaving `bound` depends.
    pub(super) fn because(&self, known: Known<'_>, bound: CountBound) -> Vec<Var> {
        let mut because = self.set.with(known, bound == CountBound::Most);
        because.extend(self.tied(known));
        because
    }

    /// The open variables that stand in the set with others of their class.
    pub(super) fn tied(&self, known: Known<'_>) -> Vec<Var> {
        let classes: Vec<Var> = self
            .terms
            .iter()
            .filter(|term| term.members > 1)
            .map(|term| known.literal(term.var).class)
            .collect();
        let in_these =
            |var: &Var| known.value(*var).is_none() && classes.contains(&known.literal(*var).class);
        self.set.vars.iter().copied().filter(in_these).collect()
    }

    fn leaves(&self, lowest: i64, highest: i64) -> Option<CountBound> {
        if lowest > self.set.most {
            Some(CountBound::Most)
        } else if highest < self.set.least {
            Some(CountBound::Least)
        } else {
            None
        }
    }
}
