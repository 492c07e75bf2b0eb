//! What a measurement of a state gives: the states that quantiles of the cumulative probability
//! fall on, and the likeliest states.
//!
//! ```text
//! sum the probabilities of each of at most 1024 parts of the state; add the sums up
//! for each part: walk over it once, with the quantiles between its bounds
//! ```
//!
//! Parts do not depend on the number of threads or ranks, so neither does what is found. No array
//! of all probabilities is made, and nothing is sorted but the quantiles and a few states.

use super::ranks::Team;
use super::real::Real;
use super::sums::Sections;
use super::vector::Vector;
use crate::tasks::each;
use std::cmp::Ordering;
use std::ops::Range;

/// Parts of a state at most, and states of a part at least.
const PARTS: usize = 1024;
const LEAST: usize = 64;

struct MarkedPart<'a> {
    states: Range<usize>,
    before: f64,
    quantiles: &'a [f64],
}

/// The basis states on which measurements fall, ascending, each with how many do, where basis state
/// x has `weight(x)`, on the rank that holds it, and up to `shares` ranks may hold them. A quantile
/// u in [0, 1) falls on the first x with Σ_{y≤x} weight(y) > u·Σ weight, never on an impossible
/// state. Panics if the quantiles are not ascending.
pub(crate) fn measured(
    team: Option<&Team>,
    [states, shares]: [usize; 2],
    weight: impl Fn(usize) -> f64 + Sync,
    quantiles: &[f64],
) -> Vec<[f64; 2]> {
    assert!(quantiles.is_sorted(), "quantiles must ascend");
    let sections = Sections::new(states, shares, PARTS, LEAST);
    let sums = sections.each(team, |states| vec![states.map(&weight).sum()]);
    let sums = sums.concat();
    let total: f64 = sums.iter().sum();
    let here = team.map_or(0..states, |team| team.share(states));
    let marked = marked_parts(&sums, sections, quantiles).into_iter();
    let own = marked.filter(|marked| here.contains(&marked.states.start));
    let found = each(own, |marked| walk(marked, &weight, total));
    joined(team, found.concat())
}

fn joined(team: Option<&Team>, found: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    match team {
        Some(team) => team.join(&found),
        None => found,
    }
}

impl<T: Real> Vector<T> {
    /// The `k` likeliest basis states with their probabilities, likeliest first, equal ones by
    /// index.
    pub(in crate::sim) fn likeliest(&self, k: usize) -> Vec<[f64; 2]> {
        let (here, states) = (self.here(), self.space().states());
        let (k, len) = (k.min(states), states.div_ceil(PARTS).max(LEAST));
        if k == 0 {
            return Vec::new();
        }
        let best = each((0..here.len()).step_by(len), |at| {
            let part = at..(at + len).min(here.len());
            let weights = part.map(|at| [(here.start + at) as f64, self.weight_here(at)]);
            best_of(k, weights)
        });
        let best = best_of(k, best.concat().into_iter());
        best_of(k, joined(self.team(), best).into_iter())
    }
}

fn marked_parts<'a>(sums: &[f64], sections: Sections, quantiles: &'a [f64]) -> Vec<MarkedPart<'a>> {
    let total: f64 = sums.iter().sum();
    let last = sums.iter().rposition(|&sum| sum > 0.0).unwrap_or(0);
    let (mut parts, mut before, mut met) = (Vec::new(), 0.0, 0);
    for (number, sum) in sums.iter().enumerate() {
        let end = before + sum;
        let fall = if number == last {
            quantiles.len() - met // u·Σ may round up to Σ itself
        } else {
            quantiles[met..].partition_point(|u| u * total < end)
        };
        if fall > 0 {
            parts.push(MarkedPart {
                states: sections.range(number),
                before,
                quantiles: &quantiles[met..met + fall],
            });
        }
        (before, met) = (end, met + fall);
    }
    parts
}

/// The states of a part that the quantiles fall on; the last possible state where rounding puts
/// them beyond the end.
fn walk(marked: MarkedPart<'_>, weight: impl Fn(usize) -> f64, total: f64) -> Vec<[f64; 2]> {
    let MarkedPart {
        states,
        before,
        quantiles,
    } = marked;
    let (mut met, mut cumulative) = (0, before);
    let mut found = Vec::new();
    let last = states.clone().rfind(|&x| weight(x) > 0.0);
    for x in states {
        let weight = weight(x);
        cumulative += weight;
        let here = if Some(x) == last {
            quantiles.len() - met
        } else {
            let reached = |u: &&f64| weight > 0.0 && **u * total < cumulative;
            quantiles[met..].iter().take_while(reached).count()
        };
        if here > 0 {
            found.push([x as f64, here as f64]);
        }
        met += here;
        if met == quantiles.len() {
            break;
        }
    }
    found
}

fn best_of(k: usize, offered: impl Iterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    // what does not exceed the floor is not among the best
    let (mut kept, mut floor) = (Vec::new(), f64::NEG_INFINITY);
    for [x, probability] in offered {
        if probability > floor {
            kept.push([x, probability]);
            if kept.len() == 2 * k {
                floor = kept.select_nth_unstable_by(k - 1, better).1[1];
                kept.truncate(k);
            }
        }
    }
    kept.sort_unstable_by(better);
    kept.truncate(k);
    kept
}

fn better(a: &[f64; 2], b: &[f64; 2]) -> Ordering {
    b[1].total_cmp(&a[1]).then(a[0].total_cmp(&b[0]))
}
