//! A model's rules as the search reads them: flat lists, and for every variable where it occurs.
//!
//! | form | becomes |
//! |---|---|
//! | `Count` | a sum with bounds, least ≤ Σ x ≤ most |
//! | `NotBoth` a, b | a = 1 ⟹ b = 0, and b = 1 ⟹ a = 0 |
//! | `Equal`, `Differ` a, b | four implications between the values of a and b |
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

/// What a sum may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) least: usize,
    pub(super) most: usize,
}

/// Lists of items, one list per index, in one piece of memory.
#[derive(Debug)]
pub(super) struct Lists<T> {
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    /// Sorts `entries` into `count` lists; within a list they keep their order.
    fn collect(count: usize, mut entries: Vec<(usize, T)>) -> Self {
        entries.sort_by_key(|(list, _)| *list);
        let mut starts = vec![0; count + 1];
        for (list, _) in &entries {
            starts[list + 1] += 1;
        }
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        let items = entries.into_iter().map(|(_, item)| item).collect();
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
    pub(super) bounds: Vec<Bounds>,
    /// By sum: its variables.
    pub(super) terms: Lists<usize>,
    /// By variable: the sums it is in.
    pub(super) sums_of: Lists<usize>,
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
        let mut parts = RuleDraft::default();
        for constraint in model.constraints() {
            parts.add(&constraint.form);
        }
        let givens = model.givens().iter();
        let turned = |entries: &[(usize, usize)]| entries.iter().map(|&(a, b)| (b, a)).collect();
        let facing = parts
            .positions
            .iter()
            .flat_map(|&(lines, [a, b])| [(a, (lines, b)), (b, (lines, a))])
            .collect();
        Self {
            variables: model.len(),
            givens: givens
                .map(|&(v, value)| ValuedVariable::new(v, value))
                .collect(),
            implied: Lists::collect(2 * model.len(), parts.implied),
            sums_of: Lists::collect(model.len(), turned(&parts.terms)),
            terms: Lists::collect(parts.bounds.len(), parts.terms),
            bounds: parts.bounds,
            opposite: Lists::collect(model.len(), facing),
            positions: Lists::collect(parts.line_pairs, parts.positions),
            line_pairs: parts.line_pairs,
            matchings: parts.matchings,
        }
    }
}

/// The rules while they are read, each entry with the index of its list.
#[derive(Default)]
struct RuleDraft {
    implied: Vec<(usize, ValuedVariable)>,
    bounds: Vec<Bounds>,
    terms: Vec<(usize, usize)>,
    positions: Vec<(usize, [usize; 2])>,
    line_pairs: usize,
    matchings: Vec<Pairing>,
}

impl RuleDraft {
    /// Adds a rule to the lists of its form.
    fn add(&mut self, form: &Form) {
        match form {
            Form::Count {
                vars,
                count,
                or_one_more,
            } => {
                let least = *count as usize;
                let most = least + usize::from(*or_one_more);
                let sum = self.bounds.len();
                self.bounds.push(Bounds { least, most });
                self.terms.extend(vars.iter().map(|v| (sum, v.index())));
            }
            Form::NotBoth { pair, .. } => self.relate(*pair, &[(true, false)]),
            Form::Equal(pair) => self.relate(*pair, &[(true, true), (false, false)]),
            Form::Differ(pair) => self.relate(*pair, &[(true, false), (false, true)]),
            Form::Distinct([first, second]) => self.tell_apart(first, second),
            Form::Matching { sets } => self.matchings.push(Pairing::of(sets)),
        }
    }

    /// For each `(p, q)`: where one of the pair is p, the other is q.
    fn relate(&mut self, [a, b]: [Var; 2], values: &[(bool, bool)]) {
        for &(p, q) in values {
            for [from, to] in [[a, b], [b, a]] {
                let reason = ValuedVariable::new(from, p).index();
                self.implied.push((reason, ValuedVariable::new(to, q)));
            }
        }
    }

    /// A position that is the same variable in both lines can never tell them apart and is left
    /// out.
    fn tell_apart(&mut self, first: &[Var], second: &[Var]) {
        let lines = self.line_pairs;
        self.line_pairs += 1;
        let pairs = first.iter().zip(second).filter(|(a, b)| a != b);
        self.positions
            .extend(pairs.map(|(a, b)| (lines, [a.index(), b.index()])));
    }
}
