//! What a measurement of a state gives: the states that marks on the scale of cumulative
//! probability fall on, and the likeliest states.
//!
//! ```text
//! sum the probabilities of each of at most 1024 parts of the state; add the sums up
//! for each part: walk over it once, with the marks between its bounds
//! ```
//!
//! Parts do not depend on the number of threads or ranks, so neither does what is found. No array
//! of 2ⁿ numbers is made and nothing is sorted but the marks, which come sorted, and the few states
//! that may be among the likeliest.

use crate::sim::ranks::{Request, Team, to_numbers, to_words};
use crate::sim::real::Real;
use crate::sim::vector::block::{AmplitudeBlock, LANES, REALS};
use crate::sim::vector::state::QubitState;
use crate::tasks::each;
use std::sync::Arc;

/// Parts of a state at most.
const PARTS: usize = 1024;

impl<T: Real> QubitState<T> {
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

    /// Those of the states at hand.
    fn measured_here(&self, marks: &[f64]) -> Vec<(u64, u64)> {
        let len = self.part();
        let parts = self.numbers().chunks_exact(len);
        let mut sums: Vec<f64> = each(parts, |part| blocks(part).map(sum).sum());
        let first = self.first_state() / (len / REALS * LANES);
        let here = first..first + sums.len();
        if let Some(team) = self.team() {
            sums = to_numbers(&team.gather(&to_words(&sums)));
        }
        let total: f64 = sums.iter().sum();
        let mut parts = marked_parts(&sums, marks);
        parts.retain(|part| here.contains(&part.number));
        let walk = |marked: MarkedPart<'_>| {
            let part = &self.numbers()[(marked.number - here.start) * len..][..len];
            let first = marked.number * (len / REALS) * LANES;
            walk(part, first, marked.before, total, marked.marks)
        };
        let found: Vec<_> = each(parts, walk);
        found.concat()
    }

    /// The `k` likeliest basis states with their probabilities, likeliest first, equal ones by
    /// index.
    pub(crate) fn likeliest(&self, k: usize) -> Vec<(u64, f64)> {
        let k = k.min(1 << self.n());
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

    /// The `k` likeliest of the states at hand, with less likely ones among them where nobody else
    /// sorts.
    fn best_here(&self, k: usize) -> Vec<(u64, f64)> {
        let len = self.part();
        let parts = self.numbers().chunks_exact(len).enumerate();
        let states = (len / REALS * LANES).min(1 << self.n());
        let best = each(parts, |(number, part)| {
            let weights = blocks(part).flatten().take(states);
            let first = (self.first_state() + number * states) as u64;
            Best::of(k, (first..).zip(weights)).into_sorted()
        });
        match self.team() {
            Some(_) => Best::of(k, best.concat().into_iter()).into_sorted(),
            None => best.concat(),
        }
    }

    /// Numbers in a part, of which the state has at most [`PARTS`].
    fn part(&self) -> usize {
        let ranks = self.team().map_or(1, |team| team.size());
        (self.numbers().len() * ranks / PARTS).max(REALS)
    }
}

/// A part of the state and the marks that fall on it.
pub(in crate::sim) struct MarkedPart<'a> {
    pub(in crate::sim) number: usize,
    /// The sum of the parts before.
    pub(in crate::sim) before: f64,
    pub(in crate::sim) marks: &'a [f64],
}

/// The parts that marks fall on, from the sums of all.
pub(in crate::sim) fn marked_parts<'a>(sums: &[f64], marks: &'a [f64]) -> Vec<MarkedPart<'a>> {
    let total: f64 = sums.iter().sum();
    let last = sums.iter().rposition(|&sum| sum > 0.0).unwrap_or(0);
    let (mut parts, mut before, mut met) = (Vec::new(), 0.0, 0);
    for (number, sum) in sums.iter().enumerate() {
        let end = before + sum;
        let fall = if number == last {
            marks.len() - met // u·Σ may round up to Σ itself
        } else {
            marks[met..].partition_point(|mark| mark * total < end)
        };
        if fall > 0 {
            let marks = &marks[met..met + fall];
            parts.push(MarkedPart {
                number,
                before,
                marks,
            });
        }
        (before, met) = (end, met + fall);
    }
    parts
}

/// What each rank has found, one list after the other.
pub(in crate::sim) fn joined(team: Option<&Team>, found: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    let Some(team) = team else { return found };
    let words: Vec<u64> = found.into_iter().flat_map(|(x, k)| [x, k]).collect();
    let all = team.join(&words);
    all.as_chunks().0.iter().map(|&[x, k]| (x, k)).collect()
}

/// The same of states with their probabilities.
pub(in crate::sim) fn joined_best(team: Option<&Team>, best: Vec<(u64, f64)>) -> Vec<(u64, f64)> {
    let words = best.into_iter().map(|(x, p)| (x, p.to_bits())).collect();
    let all = joined(team, words).into_iter();
    all.map(|(x, p)| (x, f64::from_bits(p))).collect()
}

/// The probabilities of each block of a part.
fn blocks<T: Real>(part: &[T]) -> impl Iterator<Item = [f64; LANES]> {
    let (blocks, _) = part.as_chunks::<REALS>();
    blocks
        .iter()
        .map(|stored| AmplitudeBlock::load(stored).weights())
}

fn sum(weights: [f64; LANES]) -> f64 {
    crate::sim::vector::block::total(&weights)
}

/// The states of a part that the marks fall on: all of them do.
fn walk<T: Real>(
    part: &[T],
    first: usize,
    before: f64,
    total: f64,
    marks: &[f64],
) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    let (mut met, mut cumulative) = (0, before);
    for (b, weights) in blocks(part).enumerate() {
        if met == marks.len() {
            return found;
        }
        let end = cumulative + sum(weights);
        let reached = |mark: &&f64| **mark * total < end;
        let here = marks[met..].iter().take_while(reached).count();
        if here > 0 {
            let marks = &marks[met..met + here];
            let first = first + b * LANES;
            lanes(weights, first, cumulative, total, marks, &mut found);
        }
        met += here;
        cumulative = end;
    }
    // what is left was rounded beyond the end
    let possible = |weights: [f64; LANES]| weights.iter().any(|&w| w > 0.0);
    let numbered = blocks(part).enumerate();
    let last = numbered.filter(|(_, weights)| possible(*weights)).last();
    let (b, weights) = last.unwrap_or((0, [0.0; LANES]));
    let first = first + b * LANES;
    lanes(weights, first, cumulative, total, &marks[met..], &mut found);
    found
}

/// The states of a block that the marks fall on; the last possible one takes what rounding puts
/// beyond the end.
fn lanes(
    weights: [f64; LANES],
    first: usize,
    mut cumulative: f64,
    total: f64,
    marks: &[f64],
    found: &mut Vec<(u64, u64)>,
) {
    let last = weights.iter().rposition(|&w| w > 0.0).unwrap_or(0);
    let mut met = 0;
    for (l, weight) in weights.into_iter().enumerate() {
        if met == marks.len() {
            return;
        }
        cumulative += weight;
        let here = if l == last {
            marks.len() - met
        } else {
            marks[met..]
                .iter()
                .take_while(|&&mark| mark * total < cumulative)
                .count()
        };
        let index = (first + l) as u64;
        match found.last_mut() {
            Some((x, count)) if *x == index => *count += here as u64,
            _ if here > 0 => found.push((index, here as u64)),
            _ => {}
        }
        met += here;
    }
}

/// The best k of what has been offered, and at most k more.
pub(in crate::sim) struct Best {
    k: usize,
    kept: Vec<(u64, f64)>,
    /// What does not exceed this is not among the best.
    floor: f64,
}

impl Best {
    pub(in crate::sim) fn of(k: usize, offered: impl Iterator<Item = (u64, f64)>) -> Self {
        let mut best = Self {
            k,
            kept: Vec::new(),
            floor: f64::NEG_INFINITY,
        };
        for (x, probability) in offered {
            if probability > best.floor {
                best.kept.push((x, probability));
                if best.kept.len() == 2 * k {
                    best.floor = best.kept.select_nth_unstable_by(k - 1, better).1.1;
                    best.kept.truncate(k);
                }
            }
        }
        best
    }

    pub(in crate::sim) fn into_sorted(mut self) -> Vec<(u64, f64)> {
        self.kept.sort_unstable_by(better);
        self.kept.truncate(self.k);
        self.kept
    }
}

fn better(a: &(u64, f64), b: &(u64, f64)) -> std::cmp::Ordering {
    b.1.total_cmp(&a.1).then(a.0.cmp(&b.0))
}
