//! What a measurement of a state gives: the states that marks on the scale of cumulative
//! probability fall on, and the likeliest states.
//!
//! As for qubits: the probabilities of at most 1024 parts are summed, and each part is walked over
//! once with the marks between its bounds. Parts do not depend on the number of threads, so neither
//! does what is found.

use super::state::QuditState;
use crate::sim::ranks::{Request, to_numbers, to_words};
use crate::sim::real::Real;
use crate::sim::vector::outcomes::{Best, joined, joined_best, marked_parts};
use crate::tasks::each;
use std::ops::Range;
use std::sync::Arc;

impl<T: Real> QuditState<T> {
    /// The basis states on which measurements fall, ascending, each with how many do: a mark u in
    /// [0, 1) stands for the first x with Σ_{y≤x} |ψ_y|² > u·Σ|ψ|². No state that is impossible is
    /// among them.
    ///
    /// # Panics
    /// If the marks are not ascending.
    pub(crate) fn measured(&self, marks: &[f64]) -> Vec<(u64, u64)> {
        assert!(marks.is_sorted(), "marks must ascend");
        self.lead(
            |state| Request::Measured { state },
            || to_words(marks),
            || joined(self.team().map(Arc::as_ref), self.measured_here(marks)),
        )
    }

    /// Those that are met in parts of the state which begin here.
    fn measured_here(&self, marks: &[f64]) -> Vec<(u64, u64)> {
        let (here, states, len) = (self.here(), self.space().states(), self.part());
        let sums = self.sums_of_parts();
        let total: f64 = sums.iter().sum();
        let mut tasks = Vec::new();
        for marked in marked_parts(&sums, marks) {
            let part = marked.number * len..((marked.number + 1) * len).min(states);
            let lent = self.weights_across_ranks(part.clone());
            if here.contains(&part.start) {
                tasks.push((part, lent, marked));
            }
        }
        let found: Vec<_> = each(tasks, |(part, lent, marked)| {
            let first = part.start;
            let weight = |x: usize| match &lent {
                Some(lent) => lent[x - first],
                None => self.weight_here(x - here.start),
            };
            walk(part, weight, marked.before, total, marked.marks)
        });
        found.concat()
    }

    /// The probabilities of a part that begins on one rank and ends on another, on all ranks.
    fn weights_across_ranks(&self, part: Range<usize>) -> Option<Vec<f64>> {
        let (team, here) = (self.team()?, self.here());
        let rank = |x: usize| x / here.len();
        if rank(part.start) == rank(part.end - 1) {
            return None;
        }
        let own = part.start.max(here.start)..part.end.min(here.end);
        let own: Vec<f64> = own.map(|x| self.weight_here(x - here.start)).collect();
        Some(to_numbers(&team.join(&to_words(&own))))
    }

    /// The `k` likeliest basis states with their probabilities, likeliest first, equal ones by
    /// index.
    pub(crate) fn likeliest(&self, k: usize) -> Vec<(u64, f64)> {
        let k = k.min(self.space().states());
        if k == 0 {
            return Vec::new();
        }
        let best = self.lead(
            |state| Request::Likeliest { state, k },
            Vec::new,
            || joined_best(self.team().map(Arc::as_ref), self.best_here(k)),
        );
        Best::of(k, best.into_iter()).into_sorted()
    }

    /// The `k` likeliest of the states at hand.
    fn best_here(&self, k: usize) -> Vec<(u64, f64)> {
        let (here, len) = (self.here(), self.part());
        let best = each((0..here.len()).step_by(len), |at| {
            let part = at..(at + len).min(here.len());
            let weights = part.map(|at| ((here.start + at) as u64, self.weight_here(at)));
            Best::of(k, weights).into_sorted()
        });
        Best::of(k, best.concat().into_iter()).into_sorted()
    }
}

/// The states of a part that the marks fall on: all of them do, on the last possible state where
/// rounding puts them beyond the end.
fn walk(
    states: Range<usize>,
    weight: impl Fn(usize) -> f64,
    before: f64,
    total: f64,
    marks: &[f64],
) -> Vec<(u64, u64)> {
    let (mut met, mut cumulative) = (0, before);
    let mut found = Vec::new();
    let last = states.clone().rfind(|&x| weight(x) > 0.0);
    for x in states {
        let weight = weight(x);
        cumulative += weight;
        let here = if Some(x) == last {
            marks.len() - met
        } else {
            let reached = |mark: &&f64| weight > 0.0 && **mark * total < cumulative;
            marks[met..].iter().take_while(reached).count()
        };
        if here > 0 {
            found.push((x as u64, here as u64));
        }
        met += here;
        if met == marks.len() {
            break;
        }
    }
    found
}
