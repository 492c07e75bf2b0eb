//! A model's rules as the search reads them: what follows from a literal, and for every variable
//! where it occurs.
//!
//! | form | becomes |
//! |---|---|
//! | a sum | a sum with bounds, least ≤ Σ literals ≤ most |
//! | a sum of a pair whose penalty is a product | where one literal is b, the other is not, for each b that not both may be |
//! | `Distinct` | pairs of variables, of which at least one has different values |
//! | `Matching` | the sets with their members, asked what every matching shares |

use crate::model::{Form, Model, Pairing, Var};

/// A variable with a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValuedVariable {
    pub(super) var: usize,
    pub(super) value: bool,
}

impl ValuedVariable {
    pub(super) fn new(var: Var, value: bool) -> Self {
        let var = var.index();
        Self { var, value }
    }

    /// Its place in a list over all literals.
    pub(super) fn index(self) -> usize {
        2 * self.var + usize::from(self.value)
    }
}

/// A sum, and what it may be.
#[derive(Debug)]
pub(super) struct BoundedSum {
    pub(super) terms: Vec<ValuedVariable>,
    pub(super) least: usize,
    pub(super) most: usize,
}

/// The rules of one model.
#[derive(Debug)]
pub(super) struct Rules {
    /// What the puzzle gives.
    pub(super) givens: Vec<ValuedVariable>,
    /// By [`ValuedVariable::index`]: what else holds where the literal holds.
    pub(super) implied: Vec<Vec<ValuedVariable>>,
    pub(super) sums: Vec<BoundedSum>,
    /// By variable: the sums it is in, and the value with which it counts there.
    pub(super) sums_of: Vec<Vec<(usize, bool)>>,
    /// By pair of lines that must differ: the pairs of variables at the same position.
    pub(super) lines: Vec<Vec<[usize; 2]>>,
    /// By variable: the pairs of lines it is in, and the variable opposite to it.
    pub(super) opposite: Vec<Vec<(usize, usize)>>,
    /// Sets that match their ones one to one.
    pub(super) matchings: Vec<Pairing>,
}

impl Rules {
    pub(super) fn of(model: &Model) -> Self {
        let givens = model.givens().iter();
        let mut rules = Self {
            givens: givens
                .map(|&(v, value)| ValuedVariable::new(v, value))
                .collect(),
            implied: vec![Vec::new(); 2 * model.len()],
            sums: Vec::new(),
            sums_of: vec![Vec::new(); model.len()],
            lines: Vec::new(),
            opposite: vec![Vec::new(); model.len()],
            matchings: Vec::new(),
        };
        for constraint in model.constraints() {
            rules.add(&constraint.form);
        }
        rules
    }

    /// Adds a rule to the lists of its form.
    fn add(&mut self, form: &Form) {
        match form {
            Form::Sum(sum) if sum.product.is_some() && sum.literals.len() == 2 => {
                let [a, b] = [sum.literals[0], sum.literals[1]];
                let excluded = [(sum.most < 2, true), (sum.least > 0, false)];
                for (_, value) in excluded.into_iter().filter(|(is, _)| *is) {
                    // where one of the literals is `value`, the other is not
                    for [from, to] in [[a, b], [b, a]] {
                        let reason = ValuedVariable::new(from.0, value != from.1).index();
                        self.implied[reason].push(ValuedVariable::new(to.0, value == to.1));
                    }
                }
            }
            Form::Sum(sum) => {
                let ones = sum.literals.iter();
                let ones = ones.map(|&(var, negated)| ValuedVariable::new(var, !negated));
                let terms: Vec<ValuedVariable> = ones.collect();
                for one in &terms {
                    self.sums_of[one.var].push((self.sums.len(), one.value));
                }
                let (least, most) = (sum.least as usize, sum.most as usize);
                self.sums.push(BoundedSum { terms, least, most });
            }
            Form::Distinct([first, second]) => {
                // the same variable in both lines can never tell them apart
                let pairs = first.iter().zip(second).filter(|(a, b)| a != b);
                let pairs: Vec<[usize; 2]> = pairs.map(|(a, b)| [a.index(), b.index()]).collect();
                for &[a, b] in &pairs {
                    self.opposite[a].push((self.lines.len(), b));
                    self.opposite[b].push((self.lines.len(), a));
                }
                self.lines.push(pairs);
            }
            Form::Matching(sets) => self.matchings.push(Pairing::of(sets)),
        }
    }
}
