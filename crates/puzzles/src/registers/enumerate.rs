//! The legal assignments of a set of variables, by depth-first search with the bounds of the sums.
//!
//! A rule wholly inside the set is kept. Of a sum that reaches beyond the set the variables outside
//! stay open: no two queens in a column within two rows, whatever stands in the others. A search
//! ends without an answer where there are more assignments than wanted, or more steps than
//! [`STEPS`] for each wanted one: a set is then no register.

use super::rules::{ReducedRule, RuleTest};

/// Steps of the search for each assignment that may be listed.
const STEPS: usize = 64;

/// The most variables of a set: an assignment is a number of so many bits.
pub(super) const WIDEST: usize = 128;

/// The assignments of `set` (ascending) that keep every rule wholly inside it, and that no sum
/// excludes whatever stands outside; as numbers in which bit k is the k-th variable of the set,
/// ascending. `None` where there are more than `most`, or finding them takes too long.
pub(super) fn legal(set: &[usize], rules: &[ReducedRule], most: usize) -> Option<Vec<u128>> {
    if set.len() > WIDEST {
        return None;
    }
    let mut search = FillingSearch::new(set, rules, most);
    search.descend(0, 0)?;
    search.found.sort_unstable();
    Some(search.found)
}

struct FillingSearch<'r> {
    set: Vec<usize>,
    sums: Vec<OpenSum>,
    /// For each place the sums with a literal there, and whether it is negated.
    at: Vec<Vec<(usize, bool)>>,
    /// The rules that are judged at the place of their last variable.
    ending: Vec<Vec<&'r ReducedRule>>,
    found: Vec<u128>,
    most: usize,
    steps: usize,
}

/// A sum on the way: how many literals are 1, how many are still open.
struct OpenSum {
    ones: i64,
    open: i64,
    least: i64,
    most: i64,
}

impl OpenSum {
    fn can_hold(&self) -> bool {
        self.ones <= self.most && self.ones + self.open >= self.least
    }
}

impl<'r> FillingSearch<'r> {
    fn new(set: &[usize], rules: &'r [ReducedRule], most: usize) -> Self {
        let place = |variable: usize| set.binary_search(&variable).ok();
        let mut search = Self {
            set: set.to_vec(),
            sums: Vec::new(),
            at: vec![Vec::new(); set.len()],
            ending: vec![Vec::new(); set.len()],
            found: Vec::new(),
            most,
            steps: most.saturating_mul(STEPS).max(1 << 12),
        };
        for rule in rules {
            let inside = rule
                .variables
                .iter()
                .filter(|&&k| place(k).is_some())
                .count();
            if inside == 0 {
                continue;
            }
            match &rule.test {
                RuleTest::Sum {
                    literals,
                    least,
                    most,
                } => {
                    for &(variable, negated) in literals {
                        if let Some(place) = place(variable) {
                            search.at[place].push((search.sums.len(), negated));
                        }
                    }
                    search.sums.push(OpenSum {
                        ones: 0,
                        open: literals.len() as i64,
                        least: *least,
                        most: *most,
                    });
                }
                RuleTest::Distinct(_) | RuleTest::Matching { .. }
                    if inside < rule.variables.len() => {}
                RuleTest::Distinct(_) | RuleTest::Matching { .. } => {
                    let last = rule.variables.last().copied().and_then(place);
                    let last = last.expect("a rule has a variable, and all of them are inside");
                    search.ending[last].push(rule);
                }
            }
        }
        search
    }

    /// Lists all legal ways on from an assignment of the first `place` variables; `None` where the
    /// search ends without an answer.
    fn descend(&mut self, place: usize, assigned: u128) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        if place == self.set.len() {
            self.found.push(assigned);
            return (self.found.len() <= self.most).then_some(());
        }
        for value in [false, true] {
            let assigned = assigned | u128::from(value) << place;
            self.enter(place, value, 1);
            let possible = self.possible(place, assigned);
            let went = if possible {
                self.descend(place + 1, assigned)
            } else {
                Some(())
            };
            self.enter(place, value, -1);
            went?;
        }
        Some(())
    }

    /// Adds the value at `place` to the sums, or takes it back (`sign` −1).
    fn enter(&mut self, place: usize, value: bool, sign: i64) {
        for &(sum, negated) in &self.at[place] {
            let sum = &mut self.sums[sum];
            sum.open -= sign;
            sum.ones += sign * i64::from(value != negated);
        }
    }

    fn possible(&self, place: usize, assigned: u128) -> bool {
        let sums_hold = self.at[place]
            .iter()
            .all(|&(sum, _)| self.sums[sum].can_hold());
        let value = |variable: usize| {
            let place = self
                .set
                .binary_search(&variable)
                .expect("the rule is inside");
            assigned >> place & 1 == 1
        };
        sums_hold && self.ending[place].iter().all(|rule| rule.holds(value))
    }
}
