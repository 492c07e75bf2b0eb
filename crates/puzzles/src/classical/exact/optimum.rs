//! The solutions that are best by a model's objective: branch and bound (Land & Doig 1960) over the
//! rules.
//!
//! Two walks. The first looks for a higher value than the best so far until there is none; the
//! second lists all boards of that value. A branch is left where its bound falls short: what is
//! known to be 1, and of each *clique* of free variables, any two of which exclude each other, the
//! one that is worth most. The cliques are found once, greedily, in reading order: the rows of a
//! board of queens, the 2×2 blocks of a board of kings.

use super::{Enumeration, Limits, all_solutions, walk};
use crate::model::{Assignment, Model};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The solutions of the highest value ([`Model::value`]), in lexicographic order; all solutions
/// where there is no objective.
///
/// `complete` is false where a limit stopped the search; then the boards are the best found so far,
/// and better ones may exist.
///
/// ```
/// use ketboard_puzzles::{Constraint, Kind, Limits, Model, best_solutions};
///
/// let mut model = Model::default();
/// let [a, b] = ["a", "b"].map(|name| model.add_variable(name));
/// model.add(Constraint::not_both(Kind::Diagonal, "a and b", [a, b]));
/// model.add_objective(a, -1.0); // minimized: b is worth twice as much as a
/// model.add_objective(b, -2.0);
/// assert_eq!(best_solutions(&model, &Limits::default()).solutions, [[false, true]]);
/// ```
pub fn best_solutions(model: &Model, limits: &Limits<'_>) -> Enumeration {
    if !model.has_objective() {
        return all_solutions(model, limits);
    }
    let bound = ValueBound::of(model);
    let (best, climb) = climb(model, &bound, limits);
    let Some(best) = best.filter(|_| climb.complete) else {
        return climb;
    };
    let enough = best - model.value_rounding();
    let mut solutions = Vec::new();
    let visit = walk(
        model,
        limits,
        |known| bound.most(known) >= enough,
        |board| {
            if model.is_best(board, Some(best)) {
                solutions.push(board.to_vec());
            }
            ControlFlow::Continue(())
        },
    );
    solutions.sort_unstable();
    Enumeration {
        solutions,
        complete: visit.complete,
        nodes: climb.nodes + visit.nodes,
    }
}

/// The highest value of a solution; `None` where the model has no objective or no solution, or a
/// limit stopped the search.
///
/// ```
/// use ketboard_puzzles::{Limits, Puzzle, best_value};
///
/// let text = "family = 'chess'\npieces = '''\nKKK\nKKK\nKKK\n'''\ngoal = 'max'";
/// let kings = Puzzle::parse(text, "kings")?;
/// assert_eq!(best_value(&kings.model, &Limits::default()), Some(4.0)); // one in each corner
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
pub fn best_value(model: &Model, limits: &Limits<'_>) -> Option<f64> {
    if !model.has_objective() {
        return None;
    }
    let (best, climb) = climb(model, &ValueBound::of(model), limits);
    best.filter(|_| climb.complete)
}

/// Looks for ever better boards: the value of the best and the last one found, which is best where
/// the search is complete. The limit of solutions does not count.
fn climb(model: &Model, bound: &ValueBound, limits: &Limits<'_>) -> (Option<f64>, Enumeration) {
    let best: Cell<Option<f64>> = Cell::new(None);
    let mut board: Option<Assignment> = None;
    let limits = Limits {
        solutions: None,
        ..*limits
    };
    let is_higher = |value: f64| {
        let least = best.get().map(|best| best + model.value_rounding());
        least.is_none_or(|least| value > least)
    };
    let visit = walk(
        model,
        &limits,
        |known| is_higher(bound.most(known)),
        |found| {
            best.set(model.value(found));
            board = Some(found.to_vec());
            ControlFlow::Continue(())
        },
    );
    let found = Enumeration {
        solutions: board.into_iter().collect(),
        complete: visit.complete,
        nodes: visit.nodes,
    };
    (best.get(), found)
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
        let excluded = exclusions(model);
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

/// By variable: those that cannot be 1 together with it.
fn exclusions(model: &Model) -> Vec<BTreeSet<usize>> {
    let mut excluded = vec![BTreeSet::new(); model.len()];
    for constraint in model.constraints() {
        if let Some((_, [(a, false), (b, false)], _)) = constraint.form.product() {
            excluded[a.index()].insert(b.index());
            excluded[b.index()].insert(a.index());
        }
    }
    excluded
}
