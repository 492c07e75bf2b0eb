//! A partial assignment and the conclusions that single rules draw from it.
//!
//! Sums have counters that follow each assignment and its undoing, so looking at one costs O(1)
//! until it decides something:
//!
//! - a sum with ones = most has no further 1; one with ones + free = least has no further 0;
//! - two lines that agree at all positions but one differ there.
//!
//! Two lines are compared up to their first difference, or their second open position. Matchings
//! are looked at last: when the conclusions run out, each is asked whether it can still be.
//!
//! Assigned variables are kept on a trail in the order of time; its tail is the queue of those
//! whose rules are still to be looked at. Going back pops the trail.

use crate::model::{Form, Model, Var, can_match};

/// A rule that cannot be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conflict;

/// A partial assignment.
#[derive(Debug)]
pub(super) struct PartialAssignment<'a> {
    rules: &'a Rules,
    pub(super) values: Vec<Option<bool>>,
    pub(super) trail: Vec<Literal>,
    /// How much of the trail has been looked at.
    seen: usize,
    /// How many terms of each sum are known to be 0, and 1.
    tallies: Vec<[usize; 2]>,
}

impl<'a> PartialAssignment<'a> {
    /// Nothing is known.
    pub(super) fn new(rules: &'a Rules, variables: usize) -> Self {
        Self {
            rules,
            values: vec![None; variables],
            trail: Vec::new(),
            seen: 0,
            tallies: vec![[0; 2]; rules.sums.len()],
        }
    }

    /// Takes in the givens and everything that follows from them and from the rules alone.
    pub(super) fn conclude_from(&mut self, givens: &[(Var, bool)]) -> Result<(), Conflict> {
        for &(var, value) in givens {
            self.assign((var.index(), value))?;
        }
        for sum in 0..self.rules.sums.len() {
            self.look_at_sum(sum)?;
        }
        for lines in 0..self.rules.lines.len() {
            self.look_at_lines(lines)?;
        }
        self.propagate()
    }

    /// Takes in that a free variable has this value, and everything that follows.
    pub(super) fn assume(&mut self, var: usize, value: bool) -> Result<(), Conflict> {
        self.assign((var, value))?;
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
                    let mark = self.trail.len();
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

    /// Forgets everything that was assigned after the mark.
    pub(super) fn go_back_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some(literal) = self.trail.pop() {
                self.values[literal.0] = None;
                self.count(literal, |tally| *tally -= 1);
            }
        }
        self.seen = mark;
    }

    /// The first free variable of the open sum with the fewest free variables; where no sum is
    /// open, the first free variable; `None` when all have a value.
    pub(super) fn branching_variable(&self) -> Option<usize> {
        let is_free = |var: &usize| self.values[*var].is_none();
        if self.trail.len() == self.values.len() {
            return None;
        }
        let sums = self.rules.sums.iter().zip(&self.tallies);
        // how many are free, unless the bounds hold whatever they become
        let open = sums.filter_map(|((literals, [least, most]), [zeros, ones])| {
            let kept = ones >= least && literals.len() - zeros <= *most;
            (!kept).then_some((literals.len() - ones - zeros, literals))
        });
        match open.min_by_key(|(free, _)| *free) {
            Some((_, literals)) => literals.iter().map(|(var, _)| *var).find(is_free),
            None => (0..self.values.len()).find(is_free),
        }
    }

    /// Looks at every rule whose variables changed, until nothing follows any more; then at the
    /// matchings.
    ///
    /// # Errors
    /// If a rule cannot be kept.
    fn propagate(&mut self) -> Result<(), Conflict> {
        let rules = self.rules;
        while let Some(&literal) = self.trail.get(self.seen) {
            self.seen += 1;
            for &follows in &rules.implied[place(literal)] {
                self.assign(follows)?;
            }
            for &(sum, _) in &rules.sums_of[literal.0] {
                self.look_at_sum(sum)?;
            }
            for &lines in &rules.lines_of[literal.0] {
                self.look_at_lines(lines)?;
            }
        }
        let value = |var: Var| self.values[var.index()];
        let mut matchings = rules.matchings.iter();
        match matchings.all(|sets| can_match(sets, value)) {
            true => Ok(()),
            false => Err(Conflict),
        }
    }

    /// Draws what follows from one sum: where it is at a bound, all that is open is decided.
    ///
    /// # Errors
    /// If its bounds do not meet the counts that it may have.
    fn look_at_sum(&mut self, sum: usize) -> Result<(), Conflict> {
        let (literals, [least, most]) = &self.rules.sums[sum];
        let ([zeros, ones], least, most) = (self.tallies[sum], *least, *most);
        let possible = literals.len() - zeros;
        if ones > most || possible < least {
            return Err(Conflict);
        }
        let full = ones == most;
        if ones == possible || !(full || possible == least) {
            return Ok(());
        }
        for &(var, one) in literals {
            if self.values[var].is_none() {
                self.assign((var, one != full))?;
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
        let mut open = None;
        for &[a, b] in &self.rules.lines[lines] {
            match [self.values[a], self.values[b]] {
                [Some(first), Some(second)] if first == second => {}
                [Some(_), Some(_)] => return Ok(()),
                _ if open.is_some() => return Ok(()),
                _ => open = Some([a, b]),
            }
        }
        // with no position left, the lines are the same
        let [a, b] = open.ok_or(Conflict)?;
        match [self.values[a], self.values[b]] {
            [Some(first), _] => self.assign((b, !first)),
            [_, Some(second)] => self.assign((a, !second)),
            [None, None] => Ok(()),
        }
    }

    /// Sets a value and follows it in the counters; a conflict if the variable has the other value.
    fn assign(&mut self, literal: Literal) -> Result<(), Conflict> {
        let (var, value) = literal;
        match self.values[var] {
            Some(known) if known == value => return Ok(()),
            Some(_) => return Err(Conflict),
            None => {}
        }
        self.values[var] = Some(value);
        self.trail.push(literal);
        self.count(literal, |tally| *tally += 1);
        Ok(())
    }

    /// Changes the counters of what the literal is in.
    fn count(&mut self, (var, value): Literal, change: impl Fn(&mut usize)) {
        for &(sum, one) in &self.rules.sums_of[var] {
            change(&mut self.tallies[sum][usize::from(value == one)]);
        }
    }
}

/// A variable with a value.
type Literal = (usize, bool);

/// The place of a literal in a list over all of them.
fn place((var, value): Literal) -> usize {
    2 * var + usize::from(value)
}

/// The rules of one model as the search reads them: for every variable where it occurs.
#[derive(Debug)]
pub(super) struct Rules {
    /// By [`place`]: what else holds where the literal holds. This is what becomes of a sum of a
    /// pair whose penalty is a product.
    implied: Vec<Vec<Literal>>,
    /// The literals of each other sum, its least and its most.
    sums: Vec<(Vec<Literal>, [usize; 2])>,
    /// By variable: the sums it is in, and the value with which it counts there.
    sums_of: Vec<Vec<(usize, bool)>>,
    /// Of two lines that must differ the pairs of different variables at the same position.
    lines: Vec<Vec<[usize; 2]>>,
    /// By variable: the pairs of lines it is in.
    lines_of: Vec<Vec<usize>>,
    /// Sets that match their ones one to one.
    pub(super) matchings: Vec<Vec<Vec<Var>>>,
}

impl Rules {
    pub(super) fn of(model: &Model) -> Self {
        let mut rules = Self {
            implied: vec![Vec::new(); 2 * model.len()],
            sums: Vec::new(),
            sums_of: vec![Vec::new(); model.len()],
            lines: Vec::new(),
            lines_of: vec![Vec::new(); model.len()],
            matchings: Vec::new(),
        };
        for constraint in model.constraints() {
            match &constraint.form {
                Form::Sum(sum) => {
                    let literals = sum.literals.iter().map(|(var, no)| (var.index(), !no));
                    let literals: Vec<Literal> = literals.collect();
                    let bounds = [sum.least as usize, sum.most as usize];
                    match literals[..] {
                        [a, b] if sum.product.is_some() => rules.add_pair([a, b], bounds),
                        _ => rules.add_sum(literals, bounds),
                    }
                }
                Form::Distinct([first, second]) => rules.add_lines(first, second),
                Form::Matching(sets) => rules.matchings.push(sets.clone()),
            }
        }
        rules
    }

    fn add_pair(&mut self, [a, b]: [Literal; 2], [least, most]: [usize; 2]) {
        // where one of the literals is `value`, the other is not
        for (_, value) in [(most < 2, true), (least > 0, false)]
            .into_iter()
            .filter(|(is, _)| *is)
        {
            for [from, to] in [[a, b], [b, a]] {
                let reason = place((from.0, value == from.1));
                self.implied[reason].push((to.0, value != to.1));
            }
        }
    }

    fn add_sum(&mut self, literals: Vec<Literal>, bounds: [usize; 2]) {
        for &(var, one) in &literals {
            self.sums_of[var].push((self.sums.len(), one));
        }
        self.sums.push((literals, bounds));
    }

    fn add_lines(&mut self, first: &[Var], second: &[Var]) {
        let pairs = first
            .iter()
            .zip(second)
            .map(|(a, b)| [a.index(), b.index()]);
        // the same variable in both lines can never tell them apart
        let pairs: Vec<[usize; 2]> = pairs.filter(|[a, b]| a != b).collect();
        for &var in pairs.as_flattened() {
            self.lines_of[var].push(self.lines.len());
        }
        self.lines.push(pairs);
    }
}
