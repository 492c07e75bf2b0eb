//! What one constraint says about its open variables by itself, given what is known of the others.
//!
//! > Σ literals = base + Σ_k c_k y_k
//!
//! where y_k is a class of tied open variables: two that are alike count double (c = 2), a variable
//! and its negation count exactly one (base + 1, c = 0). A value of y_k that would lead the sum out
//! of its bounds is excluded; where two classes are left, the sum may leave them no choice but to
//! be alike, or to differ. Lines are compared place by place. Of a matching it is only asked
//! whether one can still be made; ties are not looked at.

use super::knowledge::{Conclusion, Known};
use crate::model::{Constraint, Form, Var, can_match};

/// What a constraint leaves no choice about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Finding {
    pub(super) conclusion: Conclusion,
    /// The variables of the constraint whose values or ties force it.
    pub(super) because: Vec<Var>,
    pub(super) cause: Cause,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// There are as many ones as may be.
    Most,
    /// There are as many zeros as may be.
    Least,
    /// The cells that are tied to each other count together.
    Ties,
    /// Two are left.
    Two,
    /// Lines that are alike elsewhere.
    Lines,
}

/// A constraint that can no longer hold: the variables on which that depends.
pub(super) struct Broken(pub(super) Vec<Var>);

/// The values that a constraint forces. Fails where it can no longer hold.
pub(super) fn forced(known: Known<'_>, constraint: &Constraint) -> Result<Vec<Finding>, Broken> {
    // a sign between cells that are tied the other way breaks at once
    if let Some(([a, b], differ)) = constraint.form.sign()
        && known.differ(a, b) == Some(!differ)
    {
        return Err(Broken(vec![a, b]));
    }
    match &constraint.form {
        Form::Sum(_) => match OpenSum::of(known, constraint) {
            Some(sum) if !sum.has_room() => sum.with_terms(known).forced(known),
            _ => Ok(Vec::new()),
        },
        Form::Distinct(lines) => match compare(known, lines) {
            Likeness::Settled => Ok(Vec::new()),
            Likeness::Alike(because) => Err(Broken(because)),
            Likeness::But([a, b], mut because) => {
                let is_open = known.value(a).is_none();
                let (var, other) = if is_open { (a, b) } else { (b, a) };
                let Some(value) = known.value(other) else {
                    return Ok(Vec::new());
                };
                because.push(other);
                Ok(vec![Finding {
                    conclusion: Conclusion::Value(var, !value),
                    because,
                    cause: Cause::Lines,
                }])
            }
        },
        Form::Matching(sets) if can_match(sets, |var| known.value(var)) => Ok(Vec::new()),
        Form::Matching(_) => {
            let mut members = constraint.vars();
            members.retain(|&var| known.value(var).is_some());
            Err(Broken(members))
        }
    }
}

/// That two open variables are alike, or differ, where a constraint leaves them no other choice.
pub(super) fn related(known: Known<'_>, constraint: &Constraint) -> Option<Finding> {
    let relation = |pair, differ, because, cause| Finding {
        conclusion: Conclusion::Relation { pair, differ },
        because,
        cause,
    };
    match &constraint.form {
        Form::Sum(_) => {
            let sum = OpenSum::of(known, constraint)?;
            if !sum.tied && sum.open != 2 {
                return None;
            }
            let sum = sum.with_terms(known);
            let mut counting = sum.terms.iter().filter(|term| term.coefficient != 0);
            let (Some(a), Some(b), None) = (counting.next(), counting.next(), counting.next())
            else {
                return None;
            };
            let can = |x, y| sum.allows(sum.base + a.at(x) + b.at(y));
            let differ = match [
                [can(false, false), can(true, true)],
                [can(false, true), can(true, false)],
            ] {
                [[false, false], [true, true]] => true,
                [[true, true], [false, false]] => false,
                _ => return None,
            };
            let [ones, zeros] = [true, false].map(|value| sum.with(known, value));
            let because = [ones, zeros, sum.ties(known)].concat();
            let differ = differ != (a.negated != b.negated);
            Some(relation([a.var, b.var], differ, because, Cause::Two))
        }
        Form::Distinct(lines) => match compare(known, lines) {
            Likeness::But(pair, because) if pair.iter().all(|&var| known.value(var).is_none()) => {
                Some(relation(pair, true, because, Cause::Lines))
            }
            _ => None,
        },
        Form::Matching(_) => None,
    }
}

#[derive(Clone, Debug)]
pub(super) struct OpenSum<'m> {
    pub(super) literals: &'m [(Var, bool)],
    pub(super) least: i64,
    pub(super) most: i64,
    /// The literals known to be 1, those that are open, and whether some of these are tied.
    pub(super) ones: i64,
    pub(super) open: i64,
    tied: bool,
    /// The part of the sum that is certain, and the classes without a value.
    base: i64,
    terms: Vec<Term>,
}

#[derive(Clone, Copy, Debug)]
struct Term {
    /// Its first variable in the sum; y_k is the value of its literal.
    var: Var,
    negated: bool,
    coefficient: i64,
    members: usize,
}

impl Term {
    fn at(self, value: bool) -> i64 {
        self.coefficient * i64::from(value)
    }
}

impl<'m> OpenSum<'m> {
    /// The sum that a constraint bounds, its known literals counted; `None` of other constraints.
    pub(super) fn of(known: Known<'_>, constraint: &'m Constraint) -> Option<Self> {
        let Form::Sum(stated) = &constraint.form else {
            return None;
        };
        let mut sum = Self {
            literals: &stated.literals,
            least: i64::from(stated.least),
            most: i64::from(stated.most),
            ones: 0,
            open: 0,
            tied: false,
            base: 0,
            terms: Vec::new(),
        };
        for &(var, negated) in sum.literals {
            match known.value(var) {
                Some(value) => sum.ones += i64::from(value != negated),
                None => {
                    sum.open += 1;
                    sum.tied |= known.is_tied(var);
                }
            }
        }
        Some(sum)
    }

    /// Whether nothing follows from the numbers alone: no open literal is tied to another, and
    /// there is room for a 1 and for a 0 more.
    fn has_room(&self) -> bool {
        !self.tied && self.ones < self.most && self.ones + self.open > self.least
    }

    /// The same with a term for each open class.
    pub(super) fn with_terms(mut self, known: Known<'_>) -> Self {
        self.base = self.ones;
        for &(var, negated) in self.literals {
            if known.value(var).is_some() {
                continue;
            }
            let class = known.literal(var);
            let same = |term: &&mut Term| known.literal(term.var).class == class.class;
            match self.terms.iter_mut().find(same) {
                Some(term) => {
                    let first = known.literal(term.var).negated != term.negated;
                    let opposite = first != (class.negated != negated);
                    term.members += 1;
                    term.coefficient += if opposite { -1 } else { 1 };
                    self.base += i64::from(opposite);
                }
                None => self.terms.push(Term {
                    var,
                    negated,
                    coefficient: 1,
                    members: 1,
                }),
            }
        }
        self
    }

    /// The least and the greatest sum still possible, by bounds.
    pub(super) fn reach(&self) -> [i64; 2] {
        let reach = |of: fn(i64, i64) -> i64| -> i64 {
            self.terms.iter().map(|term| of(term.coefficient, 0)).sum()
        };
        [self.base + reach(i64::min), self.base + reach(i64::max)]
    }

    fn forced(&self, known: Known<'_>) -> Result<Vec<Finding>, Broken> {
        let [lowest, highest] = self.reach();
        if let Some(bound) = self.left(lowest, highest) {
            return Err(Broken(self.because(known, bound)));
        }
        let mut forced = Vec::new();
        for term in &self.terms {
            let excluded = [true, false].into_iter().find_map(|value| {
                let low = lowest - term.coefficient.min(0) + term.at(value);
                let high = highest - term.coefficient.max(0) + term.at(value);
                Some((value, self.left(low, high)?))
            });
            let Some((excluded, bound)) = excluded else {
                continue;
            };
            let zeros = self.literals.len() as i64 - self.open - self.ones;
            let by_numbers = match bound {
                Cause::Most => self.ones == self.most,
                _ => zeros == self.literals.len() as i64 - self.least,
            };
            forced.push(Finding {
                conclusion: Conclusion::Value(term.var, excluded == term.negated),
                because: self.because(known, bound),
                cause: if by_numbers { bound } else { Cause::Ties },
            });
        }
        Ok(forced)
    }

    fn allows(&self, sum: i64) -> bool {
        (self.least..=self.most).contains(&sum)
    }

    /// The bound that the sum leaves with these extremes, if it leaves one.
    fn left(&self, lowest: i64, highest: i64) -> Option<Cause> {
        let too_many = (lowest > self.most).then_some(Cause::Most);
        too_many.or((highest < self.least).then_some(Cause::Least))
    }

    /// The variables on which leaving a bound depends.
    fn because(&self, known: Known<'_>, bound: Cause) -> Vec<Var> {
        [self.with(known, bound == Cause::Most), self.ties(known)].concat()
    }

    /// The variables whose literals are known to have `value`.
    pub(super) fn with(&self, known: Known<'_>, value: bool) -> Vec<Var> {
        let has = |(var, negated): &&(Var, bool)| known.value(*var) == Some(value != *negated);
        self.literals
            .iter()
            .filter(has)
            .map(|(var, _)| *var)
            .collect()
    }

    /// The open variables that are in the sum with others of their class.
    fn ties(&self, known: Known<'_>) -> Vec<Var> {
        let several = self.terms.iter().filter(|term| term.members > 1);
        let classes: Vec<Var> = several.map(|term| known.literal(term.var).class).collect();
        let open = self.literals.iter().map(|(var, _)| *var);
        let open = open.filter(|var| known.value(*var).is_none());
        open.filter(|var| classes.contains(&known.literal(*var).class))
            .collect()
    }
}

/// How far two lines are known to be alike, with the cells that say so.
enum Likeness {
    /// They differ somewhere, or two places or more are open: nothing follows.
    Settled,
    /// They are the same in every place.
    Alike(Vec<Var>),
    /// They are the same in every place but this one, which is open.
    But([Var; 2], Vec<Var>),
}

/// Compares two lines place by place.
fn compare(known: Known<'_>, [first, second]: &[Vec<Var>; 2]) -> Likeness {
    let mut because = Vec::new();
    let mut open = None;
    for (&a, &b) in first.iter().zip(second) {
        match known.differ(a, b) {
            Some(true) => return Likeness::Settled,
            Some(false) => because.extend([a, b]),
            None if open.is_some() => return Likeness::Settled,
            None => open = Some([a, b]),
        }
    }
    match open {
        None => Likeness::Alike(because),
        Some(pair) => Likeness::But(pair, because),
    }
}
