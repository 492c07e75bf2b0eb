//! All solutions of a model, by propagation and backtracking (Davis, Logemann & Loveland 1962).
//!
//! The search assumes a value, draws every conclusion that follows from one rule at a time
//! (`PartialAssignment`), and goes back where a rule cannot be kept. It branches inside the sum
//! with the fewest free variables (Haralick & Elliott 1980, "fail first"), trying 1 before 0. There
//! is no clock and no chance: the same model and limits give the same answer everywhere.
//!
//! It does not learn from conflicts; where trees and tents must pair up and conflicts go on without
//! a solution, it tries both values of all that is free before it branches. Where a model has an
//! objective, [`best_solutions`] prunes the same search by a bound.

mod optimum;
mod rules;
mod search;

pub use optimum::{best_solutions, best_value};

use crate::ask::Ask;
use crate::model::{Assignment, Model};
use rules::Rules;
use search::{Conflict, PartialAssignment};
use std::fmt;
use std::ops::ControlFlow;

/// The number of values that a search for solutions assumes between two questions to
/// [`Limits::ask`]: some tenths of a millisecond.
const NODES_PER_QUESTION: u64 = 1024;

/// Where a search for solutions gives up. `None` means no limit.
///
/// ```
/// use ketboard_puzzles::{Limits, Puzzle, all_solutions};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6", "six queens")?;
/// let first_two = Limits { solutions: Some(2), ..Limits::default() };
/// assert_eq!(all_solutions(&puzzle.model, &first_two).solutions.len(), 2);
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

    /// These, with a limit on solutions lowered to what [`MEMORY`] holds, a byte a variable.
    fn within_memory(self, variables: usize) -> Self {
        let most = MEMORY / variables.max(1);
        Self {
            solutions: self.solutions.map(|limit| limit.min(most)),
            ..self
        }
    }
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
const PATIENCE: u32 = 50;

/// What a list of solutions may fill, in bytes: a Sudoku has hundreds of variables.
const MEMORY: usize = 1 << 30;

/// The solutions of a model.
///
/// ```
/// use ketboard_puzzles::{Limits, Puzzle, all_solutions};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6", "six queens")?;
/// let found = all_solutions(&puzzle.model, &Limits::default());
/// assert!(found.complete && found.solutions.len() == 4);
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
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
    /// How many solutions were handed to the visitor.
    pub(crate) solutions: usize,
    /// Whether they are all; false if a limit or the visitor stopped the search.
    pub(crate) complete: bool,
    /// How often a value was assumed.
    pub(crate) nodes: u64,
}

/// Every assignment that keeps all givens and rules of `model`, in lexicographic order; the
/// objective is ignored.
///
/// Where a limit stops the search, the solutions are those found so far, in the same order, and
/// `complete` is false. A limit on solutions is lowered to what a gigabyte holds, a byte a
/// variable.
///
/// ```
/// use ketboard_puzzles::{Constraint, Kind, Limits, Model, all_solutions};
///
/// let mut model = Model::default();
/// let cells: Vec<_> = ["r1c1", "r1c2", "r1c3"].map(|name| model.add_variable(name)).into();
/// model.add(Constraint::not_both(Kind::Diagonal, "r1c1 and r1c2", [cells[0], cells[1]]));
/// model.add(Constraint::exactly(Kind::Row, "row 1", 2, cells));
/// let found = all_solutions(&model, &Limits::default());
/// assert_eq!(found.solutions, [[false, true, true], [true, false, true]]);
/// assert!(found.complete);
/// ```
pub fn all_solutions(model: &Model, limits: &Limits<'_>) -> Enumeration {
    let mut solutions = Vec::new();
    let limits = limits.within_memory(model.len());
    let keep = |solution: &[bool]| {
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let visit = walk(model, &limits, |_| true, keep);
    solutions.sort_unstable();
    Enumeration {
        solutions,
        complete: visit.complete,
        nodes: visit.nodes,
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

/// Hands every solution of `model` to `visit`, one value per variable, until a limit or `visit`
/// stops it.
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
    let mut state = PartialAssignment::new(&rules);
    let mut decisions = Vec::new();
    let mut assignment = vec![false; model.len()];
    let mut done = Visit {
        solutions: 0,
        complete: false,
        nodes: 0,
    };
    let mut outcome = state.conclude_from_the_start();
    let mut conflicts = 0;
    loop {
        if outcome.is_err() {
            conflicts += 1;
        } else if conflicts > PATIENCE && !rules.matchings.is_empty() {
            outcome = state.look_ahead();
        }
        if outcome.is_ok() && !is_worth_it(state.values()) {
            outcome = Err(Conflict);
        }
        let free = outcome.ok().and_then(|()| state.branching_variable());
        if outcome.is_ok() && free.is_none() {
            if limits
                .solutions
                .is_some_and(|limit| done.solutions >= limit)
            {
                return done;
            }
            done.solutions += 1;
            conflicts = 0;
            state.write_to(&mut assignment);
            if visit(&assignment).is_break() {
                return done;
            }
        }
        let (var, value) = if let Some(var) = free {
            decisions.push((state.mark(), var));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_solutions_fills_at_most_a_gigabyte() {
        let most = |limits: Limits<'_>, variables| limits.within_memory(variables).solutions;
        for variables in [0, 1, 64, 729, 4096] {
            let many = most(Limits::default(), variables).unwrap();
            assert!(many * variables <= 1 << 30 && many > 100_000, "{variables}");
        }
        assert_eq!(most(Limits::default(), 64), Limits::default().solutions);
        assert_eq!(most(Limits::NONE, 4096), None);
    }
}
