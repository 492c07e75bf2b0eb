//! All solutions of a model, by propagation and backtracking (Davis, Logemann & Loveland 1962).
//!
//! Here, too: the solutions that are best by a model's objective.
//!
//! The search assumes a value, draws every conclusion that follows from one rule at a time
//! (`PartialAssignment`), and goes back where a rule cannot be kept. It branches inside the sum
//! with the fewest free variables (Haralick & Elliott 1980, "fail first"), trying 1 before 0. There
//! is no clock and no chance: the same model and limits give the same answer everywhere.
//!
//! It does not learn from conflicts; where trees and tents must pair up and conflicts go on without
//! a solution, it tries both values of all that is free before it branches. Where a model has an
//! objective, [`Model::best_solutions`] prunes the same search by a bound.

mod search;

use crate::ask::Ask;
use crate::model::{Assignment, Model};
use search::{Conflict, PartialAssignment, Rules};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

/// The number of values that a search for solutions assumes between two questions to
/// [`Limits::ask`]: some tenths of a millisecond.
const NODES_PER_QUESTION: u64 = 1024;

/// Where a search for solutions gives up. `None` means no limit.
///
/// ```
/// use ketboard_puzzles::{Limits, Puzzle};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6", "six queens")?;
/// let first_two = Limits { solutions: Some(2), ..Limits::default() };
/// assert_eq!(puzzle.model.all_solutions(&first_two).solutions.len(), 2);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most solutions that are handed out. The search goes on until it knows whether there is
    /// one more.
    pub solutions: Option<usize>,
    /// The most values that may be assumed ([`Enumeration::nodes`]).
    pub nodes: Option<u64>,
    /// What is asked every 1024 values whether to go on.
    pub ask: Option<Ask<'a>>,
}

impl Limits<'_> {
    /// No limit at all.
    pub const NONE: Self = Self {
        solutions: None,
        nodes: None,
        ask: None,
    };
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("solutions", &self.solutions)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl Default for Limits<'_> {
    /// Ten million solutions (about one gigabyte of 8×8 boards) and 200 million assumed values
    /// (minutes).
    fn default() -> Self {
        Self {
            solutions: Some(10_000_000),
            nodes: Some(200_000_000),
            ask: None,
        }
    }
}

/// Conflicts without a solution between them after which a search over trees and tents looks ahead:
/// far parts of such a board then no longer find the same conflict again for every choice here.
const CONFLICTS_IN_A_ROW: u32 = 50;

/// What a list of solutions may fill, in bytes: a Sudoku has hundreds of variables.
const MEMORY: usize = 1 << 30;

/// The solutions of a model.
///
/// ```
/// use ketboard_puzzles::{Limits, Puzzle};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6", "six queens")?;
/// let found = puzzle.model.all_solutions(&Limits::default());
/// assert!(found.complete && found.solutions.len() == 4);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumeration {
    /// The solutions, in lexicographic order by variable index, 0 before 1.
    pub solutions: Vec<Assignment>,
    /// Whether these are all; false exactly if a limit stopped the search.
    pub complete: bool,
    /// How often a value was assumed for a variable that no rule decided: 0 if propagation alone
    /// solved it.
    pub nodes: u64,
}

/// What a walk over the solutions did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Visit {
    /// Whether all solutions were handed to the visitor; false if a limit or it stopped the search.
    pub(crate) complete: bool,
    /// How often a value was assumed.
    pub(crate) nodes: u64,
}

impl Model {
    /// Every assignment that keeps all givens and rules of `model`, in lexicographic order; the
    /// objective is ignored.
    ///
    /// Where a limit stops the search, the solutions are those found so far, in the same order, and
    /// `complete` is false. A limit on solutions is lowered to what a gigabyte holds, a byte a
    /// variable.
    ///
    /// ```
    /// use ketboard_puzzles::{Constraint, Kind, Limits, Model};
    ///
    /// let mut model = Model::default();
    /// let cells: Vec<_> = ["r1c1", "r1c2", "r1c3"].map(|name| model.add_variable(name)).into();
    /// model.add(Constraint::not_both(Kind::Diagonal, "r1c1 and r1c2", [cells[0], cells[1]]));
    /// model.add(Constraint::exactly(Kind::Row, "row 1", 2, cells));
    /// let found = model.all_solutions(&Limits::default());
    /// assert_eq!(found.solutions, [[false, true, true], [true, false, true]]);
    /// assert!(found.complete);
    /// ```
    pub fn all_solutions(&self, limits: &Limits<'_>) -> Enumeration {
        listed(self, limits, None)
    }
}

/// The solutions of `model` if there are fewer than `k`, else `k` of them, in lexicographic order;
/// fewer also where so many values were assumed.
///
/// The search stops at the `k`-th: a model has exactly one solution where there is one up to 2.
pub(crate) fn solutions_up_to(model: &Model, k: usize, nodes: Option<u64>) -> Vec<Assignment> {
    let mut solutions = Vec::new();
    let limits = Limits {
        nodes,
        ..Limits::NONE
    };
    for_each_solution(model, &limits, |solution| {
        solutions.push(solution.to_vec());
        match solutions.len() < k {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    solutions.sort_unstable();
    solutions
}

/// Hands every solution of `model` to `visit`, one value per variable, until it or the limit of
/// nodes stops the search.
///
/// Nothing is stored. The order is that of the search: always the same for a model, but not sorted.
pub(crate) fn for_each_solution(
    model: &Model,
    limits: &Limits<'_>,
    visit: impl FnMut(&[bool]) -> ControlFlow<()>,
) -> Visit {
    walk(model, limits, |_| true, visit)
}

/// As [`for_each_solution`], without the solutions among the completions of what is known where
/// `is_worth_it` says no.
fn walk(
    model: &Model,
    limits: &Limits<'_>,
    is_worth_it: impl Fn(&[Option<bool>]) -> bool,
    mut visit: impl FnMut(&[bool]) -> ControlFlow<()>,
) -> Visit {
    let rules = Rules::of(model);
    let mut state = PartialAssignment::new(&rules, model.len());
    let mut decisions = Vec::new();
    let mut done = Visit {
        complete: false,
        nodes: 0,
    };
    let mut outcome = state.conclude_from(model.givens());
    let mut conflicts = 0;
    loop {
        if outcome.is_err() {
            conflicts += 1;
        } else if conflicts > CONFLICTS_IN_A_ROW && !rules.matchings.is_empty() {
            outcome = state.look_ahead();
        }
        if outcome.is_ok() && !is_worth_it(&state.values) {
            outcome = Err(Conflict);
        }
        let free = outcome.ok().and_then(|()| state.branching_variable());
        if outcome.is_ok() && free.is_none() {
            conflicts = 0;
            let values = state.values.iter().map(|value| *value == Some(true));
            if visit(&values.collect::<Assignment>()).is_break() {
                return done;
            }
        }
        let (var, value) = if let Some(var) = free {
            decisions.push((state.trail.len(), var));
            (var, true)
        } else if let Some((mark, var)) = decisions.pop() {
            // All boards with a 1 here have been seen; the 0 follows from the decisions before this
            // one.
            state.go_back_to(mark);
            (var, false)
        } else {
            done.complete = true;
            return done;
        };
        if limits.nodes.is_some_and(|limit| done.nodes >= limit) {
            return done;
        }
        let asks = limits
            .ask
            .filter(|_| done.nodes.is_multiple_of(NODES_PER_QUESTION));
        if asks.is_some_and(|ask| ask().is_break()) {
            return done;
        }
        done.nodes += 1;
        outcome = state.assume(var, value);
    }
}

// The solutions that are best by a model's objective: branch and bound (Land & Doig 1960) over the
// rules.
//
// A branch is left where its bound falls short of the best board so far: what is known to be 1, and
// of each *clique* of free variables, any two of which exclude each other, the one that is worth
// most. The cliques are found once, greedily, in reading order: the rows of a board of queens, the
// 2×2 blocks of a board of kings.

impl Model {
    /// The solutions of the highest value ([`Model::value`]), in lexicographic order; all solutions
    /// where there is no objective.
    ///
    /// `complete` is false where a limit stopped the search; then the boards are the best found so
    /// far, and better ones may exist.
    ///
    /// ```
    /// use ketboard_puzzles::{Constraint, Kind, Limits, Model};
    ///
    /// let mut model = Model::default();
    /// let [a, b] = ["a", "b"].map(|name| model.add_variable(name));
    /// model.add(Constraint::not_both(Kind::Diagonal, "a and b", [a, b]));
    /// model.add_objective(a, -1.0); // minimized: b is worth twice as much as a
    /// model.add_objective(b, -2.0);
    /// assert_eq!(model.best_solutions(&Limits::default()).solutions, [[false, true]]);
    /// ```
    pub fn best_solutions(&self, limits: &Limits<'_>) -> Enumeration {
        let bound = self.has_objective().then(|| ValueBound::of(self));
        listed(self, limits, bound)
    }
}

/// The limit on solutions, lowered to what [`MEMORY`] holds, a byte a variable.
fn listed_at_most(limits: &Limits<'_>, variables: usize) -> usize {
    let room = MEMORY / variables.max(1);
    limits.solutions.map_or(usize::MAX, |most| most.min(room))
}

/// All solutions, or with a bound on their values those of the highest.
fn listed(model: &Model, limits: &Limits<'_>, bound: Option<ValueBound>) -> Enumeration {
    let most = listed_at_most(limits, model.len());
    let rounding = model.value_rounding();
    let best = Cell::new(f64::NEG_INFINITY);
    let (mut solutions, mut more) = (Vec::<Assignment>::new(), false);
    let is_worth_it = |known: &[Option<bool>]| {
        let bound = bound.as_ref().map(|bound| bound.most(known));
        bound.is_none_or(|bound| bound >= best.get() - rounding)
    };
    let visit = walk(model, limits, is_worth_it, |board| {
        let value = model.value(board).filter(|_| bound.is_some());
        if let Some(value) = value.filter(|value| *value > best.get()) {
            best.set(value);
            solutions.retain(|board| model.is_best(board, Some(value)));
            more &= !solutions.is_empty();
        }
        if solutions.len() < most {
            solutions.push(board.to_vec());
            return ControlFlow::Continue(());
        }
        more = true;
        match bound {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        }
    });
    solutions.sort_unstable();
    Enumeration {
        solutions,
        complete: visit.complete && !more,
        nodes: visit.nodes,
    }
}

impl Model {
    /// The highest value of a solution; `None` where the model has no objective or no solution, or
    /// a limit stopped the search.
    ///
    /// ```
    /// use ketboard_puzzles::{Limits, Puzzle};
    ///
    /// let text = "family = 'chess'\npieces = '''\nKKK\nKKK\nKKK\n'''\ngoal = 'max'";
    /// let kings = Puzzle::parse(text, "kings")?;
    /// assert_eq!(kings.model.best_value(&Limits::default()), Some(4.0)); // one in each corner
    /// # Ok::<(), ketboard_puzzles::Error>(())
    /// ```
    pub fn best_value(&self, limits: &Limits<'_>) -> Option<f64> {
        let found = self.has_objective().then(|| self.best_solutions(limits))?;
        self.value(found.solutions.first().filter(|_| found.complete)?)
    }
}

/// What the completions of a partial assignment can be worth at most.
struct ValueBound {
    /// What a 1 is worth, by variable.
    gains: Vec<f64>,
    /// Variables that exclude each other, each in one clique; those that are worth nothing are in
    /// none.
    cliques: Vec<Vec<usize>>,
}

impl ValueBound {
    /// The cliques of the model, found greedily in reading order.
    fn of(model: &Model) -> Self {
        let mut gains = vec![0.0; model.len()];
        for (var, weight) in model.objective() {
            gains[var.index()] -= weight;
        }
        let mut excluded = vec![BTreeSet::new(); model.len()];
        for constraint in model.constraints() {
            if let Some((_, [(a, false), (b, false)], _)) = constraint.form.product() {
                excluded[a.index()].insert(b.index());
                excluded[b.index()].insert(a.index());
            }
        }
        let mut cliques: Vec<Vec<usize>> = Vec::new();
        for var in (0..gains.len()).filter(|var| gains[*var] > 0.0) {
            let joins = |clique: &&mut Vec<usize>| clique.iter().all(|m| excluded[var].contains(m));
            match cliques.iter_mut().find(joins) {
                Some(clique) => clique.push(var),
                None => cliques.push(vec![var]),
            }
        }
        Self { gains, cliques }
    }

    /// The most that a completion of what is known can be worth.
    fn most(&self, known: &[Option<bool>]) -> f64 {
        let ones = known.iter().zip(&self.gains);
        let certain = ones.fold(0.0, |sum, (value, gain)| {
            sum + if *value == Some(true) { *gain } else { 0.0 }
        });
        self.cliques.iter().fold(certain, |sum, clique| {
            let free = clique.iter().filter(|var| known[**var].is_none());
            sum + free.map(|var| self.gains[*var]).fold(0.0, f64::max)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_solutions_fills_at_most_a_gigabyte() {
        for variables in [0, 1, 64, 729, 4096] {
            let many = listed_at_most(&Limits::default(), variables);
            assert!(many * variables <= 1 << 30 && many > 100_000, "{variables}");
        }
        let most = Limits::default().solutions;
        assert_eq!(Some(listed_at_most(&Limits::default(), 64)), most);
        assert_eq!(listed_at_most(&Limits::NONE, 4096), usize::MAX);
    }
}
