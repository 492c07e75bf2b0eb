//! A partial assignment and the conclusions that single rules draw from it.
//!
//! Every rule has counters that follow each assignment and its undoing, so looking at a rule costs
//! O(1) until it decides something:
//!
//! - a sum with ones = most has no further 1; one with ones + free = least has no further 0;
//! - two lines that agree at all positions but one differ there.
//!
//! Matchings have no counters: when the conclusions run out, each is asked for what all the ways to
//! make it share.
//!
//! Assigned variables stand on a trail in the order of time; its tail is the queue of those whose
//! rules are still to be looked at. Going back pops the trail.

use crate::model::{Form, Model, Pairing, Var};

/// A rule that cannot be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conflict;

/// A partial assignment.
#[derive(Debug)]
pub(super) struct PartialAssignment<'a> {
    rules: &'a Rules,
    values: Vec<Option<bool>>,
    trail: Vec<ValuedVariable>,
    /// How much of the trail has been looked at.
    seen: usize,
    /// How many terms of each sum are known to be 0, and 1.
    tallies: Vec<[usize; 2]>,
    /// At how many positions two lines are known to differ, and to agree.
    likeness: Vec<[usize; 2]>,
}

impl<'a> PartialAssignment<'a> {
    /// Nothing is known.
    pub(super) fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            values: vec![None; rules.variables],
            trail: Vec::with_capacity(rules.variables),
            seen: 0,
            tallies: vec![[0; 2]; rules.bounds.len()],
            likeness: vec![[0; 2]; rules.line_pairs],
        }
    }

    /// Takes in the givens and everything that follows from them and from the rules alone.
    pub(super) fn conclude_from_the_start(&mut self) -> Result<(), Conflict> {
        let rules = self.rules;
        for &given in &rules.givens {
            self.assign(given)?;
        }
        for sum in 0..rules.bounds.len() {
            self.look_at_sum(sum)?;
        }
        for lines in 0..rules.line_pairs {
            self.look_at_lines(lines)?;
        }
        self.propagate()
    }

    /// Takes in that a free variable has this value, and everything that follows.
    pub(super) fn assume(&mut self, var: usize, value: bool) -> Result<(), Conflict> {
        self.assign(ValuedVariable { var, value })?;
        self.propagate()
    }

    /// Tries each value of each free variable, and takes in the other one where it cannot be, until
    /// nothing follows any more.
    pub(super) fn look_ahead(&mut self) -> Result<(), Conflict> {
        loop {
            let known = self.trail.len();
            for var in 0..self.values.len() {
                for value in [true, false] {
                    if self.values[var].is_some() {
                        break;
                    }
                    let mark = self.mark();
                    let cannot_be = self.assume(var, value).is_err();
                    self.go_back_to(mark);
                    if cannot_be {
                        self.assume(var, !value)?;
                    }
                }
            }
            if self.trail.len() == known {
                return Ok(());
            }
        }
    }

    /// The present point of the search, for [`Self::go_back_to`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Forgets everything that was assigned after the mark.
    pub(super) fn go_back_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some(literal) = self.trail.pop() {
                self.unassign(literal);
            }
        }
        self.seen = mark;
    }

    /// The first free variable of the open sum with the fewest free variables; where no sum is
    /// open, the first free variable; `None` when all have a value.
    pub(super) fn branching_variable(&self) -> Option<usize> {
        let is_free = |var: &usize| self.values[*var].is_none();
        if self.trail.len() == self.rules.variables {
            return None;
        }
        let tightest = (0..self.rules.bounds.len())
            .filter_map(|sum| Some((self.free_in_open_sum(sum)?, sum)))
            .min();
        match tightest {
            Some((_, sum)) => {
                let mut terms = self.rules.terms.of(sum).iter().map(|one| one.var);
                terms.find(is_free)
            }
            None => (0..self.rules.variables).find(is_free),
        }
    }

    /// What is known of each variable.
    pub(super) fn values(&self) -> &[Option<bool>] {
        &self.values
    }

    /// Writes the values out; a variable without one is false.
    pub(super) fn write_to(&self, assignment: &mut [bool]) {
        for (to, value) in assignment.iter_mut().zip(&self.values) {
            *to = *value == Some(true);
        }
    }

    /// How many variables of the sum are free, unless its bounds hold whatever they become.
    fn free_in_open_sum(&self, sum: usize) -> Option<usize> {
        let [zeros, ones] = self.tallies[sum];
        let [least, most] = self.rules.bounds[sum];
        let terms = self.rules.terms.of(sum).len();
        let kept = ones >= least && terms - zeros <= most;
        (!kept).then_some(terms - ones - zeros)
    }

    /// Looks at every rule whose variables changed, until nothing follows any more.
    ///
    /// # Errors
    /// If a rule cannot be kept.
    fn propagate(&mut self) -> Result<(), Conflict> {
        let rules = self.rules;
        loop {
            self.follow_the_trail()?;
            let known = self.trail.len();
            for matching in &rules.matchings {
                let value = |var: Var| self.values[var.index()];
                for (var, value) in matching.conclusions(value).ok_or(Conflict)? {
                    self.assign(ValuedVariable::new(var, value))?;
                }
            }
            if self.trail.len() == known {
                return Ok(());
            }
        }
    }

    /// Looks at every rule with counters whose variables changed.
    fn follow_the_trail(&mut self) -> Result<(), Conflict> {
        let rules = self.rules;
        while let Some(&literal) = self.trail.get(self.seen) {
            self.seen += 1;
            for &follows in rules.implied.of(literal.index()) {
                self.assign(follows)?;
            }
            for &(sum, _) in rules.sums_of.of(literal.var) {
                self.look_at_sum(sum)?;
            }
            for &(lines, _) in rules.opposite.of(literal.var) {
                self.look_at_lines(lines)?;
            }
        }
        Ok(())
    }

    /// Draws what follows from one sum: where it is at a bound, all that is open is decided.
    ///
    /// # Errors
    /// If its bounds do not meet the counts that it may have.
    fn look_at_sum(&mut self, sum: usize) -> Result<(), Conflict> {
        let rules = self.rules;
        let [zeros, ones] = self.tallies[sum];
        let [least, most] = rules.bounds[sum];
        let terms = rules.terms.of(sum);
        let possible = terms.len() - zeros;
        if ones > most || possible < least {
            return Err(Conflict);
        }
        let full = ones == most;
        if ones == possible || !(full || possible == least) {
            return Ok(());
        }
        for &ValuedVariable { var, value: one } in terms {
            if self.values[var].is_none() {
                let value = one != full;
                self.assign(ValuedVariable { var, value })?;
            }
        }
        Ok(())
    }

    /// Draws what follows from two lines that must differ: the last open position differs where all
    /// others agree.
    ///
    /// # Errors
    /// If they agree everywhere.
    fn look_at_lines(&mut self, lines: usize) -> Result<(), Conflict> {
        let positions = self.rules.positions.of(lines);
        let [other, same] = self.likeness[lines];
        if other > 0 || same + 1 < positions.len() {
            return Ok(());
        }
        let values = |[a, b]: [usize; 2]| [self.values[a], self.values[b]];
        // With no position left, the lines are the same.
        let &[a, b] = positions
            .iter()
            .find(|&&pair| values(pair).contains(&None))
            .ok_or(Conflict)?;
        let [first, second] = values([a, b]);
        let Some(value) = first.or(second) else {
            return Ok(());
        };
        let var = if first.is_some() { b } else { a };
        self.assign(ValuedVariable { var, value: !value })
    }

    /// Sets a value and follows it in the counters; a conflict if the variable has the other value.
    fn assign(&mut self, literal: ValuedVariable) -> Result<(), Conflict> {
        match self.values[literal.var] {
            Some(value) if value == literal.value => return Ok(()),
            Some(_) => return Err(Conflict),
            None => {}
        }
        self.values[literal.var] = Some(literal.value);
        self.trail.push(literal);
        for &(sum, one) in self.rules.sums_of.of(literal.var) {
            self.tallies[sum][usize::from(literal.value == one)] += 1;
        }
        for &(lines, opposite) in self.rules.opposite.of(literal.var) {
            if let Some(value) = self.values[opposite] {
                self.likeness[lines][usize::from(value == literal.value)] += 1;
            }
        }
        Ok(())
    }

    /// Undoes the latest [`Self::assign`].
    fn unassign(&mut self, literal: ValuedVariable) {
        self.values[literal.var] = None;
        for &(sum, one) in self.rules.sums_of.of(literal.var) {
            self.tallies[sum][usize::from(literal.value == one)] -= 1;
        }
        for &(lines, opposite) in self.rules.opposite.of(literal.var) {
            if let Some(value) = self.values[opposite] {
                self.likeness[lines][usize::from(value == literal.value)] -= 1;
            }
        }
    }
}

// A model's rules as the search reads them: flat lists, and for every variable where it occurs.
//
// | form | becomes |
// |---|---|
// | a sum | a sum with bounds, least ≤ Σ literals ≤ most |
// | a sum of a pair whose penalty is a product | where one literal is b, the other is not, for each b that not both may be |
// | `Distinct` | pairs of variables, of which at least one has different values |
// | `Matching` | the sets with their members, asked what every matching shares |

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
