//! A model's rules as the search reads them: flat lists, and for every variable where it occurs.
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

/// Lists of items, one list per index, in one piece of memory.
#[derive(Debug)]
pub(super) struct Lists<T> {
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// Sorts `entries` into `count` lists; within a list they keep their order.
    fn collect(count: usize, entries: Vec<(usize, T)>) -> Self {
        let mut starts = vec![0; count + 1];
        for (list, _) in &entries {
            starts[list + 1] += 1;
        }
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut items: Vec<T> = entries.iter().map(|(_, item)| *item).collect();
        for (list, item) in entries {
            items[next[list]] = item;
            next[list] += 1;
        }
        Self { starts, items }
    }

    /// The entries of a list.
    pub(super) fn of(&self, list: usize) -> &[T] {
        &self.items[self.starts[list]..self.starts[list + 1]]
    }
}

/// The rules of one model.
#[derive(Debug)]
pub(super) struct Rules {
    /// Number of variables.
    pub(super) variables: usize,
    /// What the puzzle gives.
    pub(super) givens: Vec<ValuedVariable>,
    /// By [`ValuedVariable::index`]: what else holds where the literal holds.
    pub(super) implied: Lists<ValuedVariable>,
    /// By sum.
    /// The least and the most of each sum.
    pub(super) bounds: Vec<[usize; 2]>,
    /// By sum: its literals.
    pub(super) terms: Lists<ValuedVariable>,
    /// By variable: the sums it is in, and the value with which it counts there.
    pub(super) sums_of: Lists<(usize, bool)>,
    /// By pair of lines that must differ: the pairs of variables at the same position.
    pub(super) positions: Lists<[usize; 2]>,
    /// By variable: the pairs of lines it is in, and the variable opposite to it.
    pub(super) opposite: Lists<(usize, usize)>,
    /// Number of pairs of lines.
    pub(super) line_pairs: usize,
    /// Sets that match their ones one to one.
    pub(super) matchings: Vec<Pairing>,
}

impl Rules {
    pub(super) fn of(model: &Model) -> Self {
        let (mut implied, mut bounds, mut terms) = (Vec::new(), Vec::new(), Vec::new());
        let mut positions: Vec<(usize, [usize; 2])> = Vec::new();
        let (mut line_pairs, mut matchings) = (0, Vec::new());
        for constraint in model.constraints() {
            match &constraint.form {
                Form::Sum(sum) if sum.product.is_some() && sum.literals.len() == 2 => {
                    let [a, b] = [sum.literals[0], sum.literals[1]];
                    // where one of the literals is `value`, the other is not
                    let excluded = [(sum.most < 2, true), (sum.least > 0, false)];
                    for (_, value) in excluded.into_iter().filter(|(is, _)| *is) {
                        for [from, to] in [[a, b], [b, a]] {
                            let reason = ValuedVariable::new(from.0, value != from.1).index();
                            implied.push((reason, ValuedVariable::new(to.0, value == to.1)));
                        }
                    }
                }
                Form::Sum(sum) => {
                    let ones = sum.literals.iter();
                    let ones = ones.map(|&(var, negated)| ValuedVariable::new(var, !negated));
                    terms.extend(ones.map(|one| (bounds.len(), one)));
                    bounds.push([sum.least as usize, sum.most as usize]);
                }
                Form::Distinct([first, second]) => {
                    // the same variable in both lines can never tell them apart
                    let pairs = first.iter().zip(second).filter(|(a, b)| a != b);
                    positions.extend(pairs.map(|(a, b)| (line_pairs, [a.index(), b.index()])));
                    line_pairs += 1;
                }
                Form::Matching(sets) => matchings.push(Pairing::of(sets)),
            }
        }
        let givens = model.givens().iter();
        let sums_of = terms.iter().map(|&(sum, one)| (one.var, (sum, one.value)));
        let facing = positions.iter();
        let facing = facing.flat_map(|&(lines, [a, b])| [(a, (lines, b)), (b, (lines, a))]);
        Self {
            variables: model.len(),
            givens: givens
                .map(|&(var, value)| ValuedVariable::new(var, value))
                .collect(),
            implied: Lists::collect(2 * model.len(), implied),
            sums_of: Lists::collect(model.len(), sums_of.collect()),
            terms: Lists::collect(bounds.len(), terms),
            bounds,
            opposite: Lists::collect(model.len(), facing.collect()),
            positions: Lists::collect(line_pairs, positions),
            line_pairs,
            matchings,
        }
    }
}
