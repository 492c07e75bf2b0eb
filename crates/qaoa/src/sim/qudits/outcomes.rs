//! What a measurement of a state gives: the states that marks on the scale of cumulative
//! probability fall on, and the likeliest states.
//!
//! As for qubits: the probabilities of at most 1024 parts are summed, and each part is walked over
//! once with the marks between its bounds. Parts do not depend on the number of threads, so neither
//! does what is found.

use super::state::QuditState;
use crate::sim::real::Real;
use crate::sim::vector::outcomes::Best;
use crate::tasks::each;

impl<T: Real> QuditState<T> {
    /// The basis states on which measurements fall, ascending, each with how many do: a mark u in
    /// [0, 1) stands for the first x with Σ_{y≤x} |ψ_y|² > u·Σ|ψ|². No state that is impossible is
    /// among them.
    ///
    /// # Panics
    /// If the marks are not ascending.
    pub(crate) fn measured(&self, marks: &[f64]) -> Vec<(u64, u64)> {
        assert!(marks.is_sorted(), "marks must ascend");
        let sums = self.parts(|_, weights| weights.sum::<f64>());
        let total: f64 = sums.iter().sum();
        let last = sums.iter().rposition(|&sum| sum > 0.0).unwrap_or(0);
        let (mut tasks, mut before, mut met) = (Vec::new(), 0.0, 0);
        for (part, sum) in sums.iter().enumerate() {
            let end = before + sum;
            let here = if part == last {
                marks.len() - met // u·Σ may round up to Σ itself
            } else {
                marks[met..].partition_point(|mark| mark * total < end)
            };
            if here > 0 {
                tasks.push((part * self.part(), before, &marks[met..met + here]));
            }
            (before, met) = (end, met + here);
        }
        let walk =
            |(first, before, marks): (usize, f64, &[f64])| self.walk(first, before, total, marks);
        let found: Vec<_> = each(tasks, walk);
        found.concat()
    }

    /// The states of a part that the marks fall on: all of them do, on the last possible state
    /// where rounding puts them beyond the end.
    fn walk(&self, first: usize, before: f64, total: f64, marks: &[f64]) -> Vec<(u64, u64)> {
        let (mut met, mut cumulative) = (0, before);
        let mut found: Vec<(u64, u64)> = Vec::new();
        let states = first..(first + self.part()).min(self.space().states());
        let last = states.clone().rfind(|&x| self.probability(x) > 0.0);
        for x in states {
            let weight = self.probability(x);
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

    /// The `k` likeliest basis states with their probabilities, likeliest first, equal ones by
    /// index.
    pub(crate) fn likeliest(&self, k: usize) -> Vec<(u64, f64)> {
        let k = k.min(self.space().states());
        if k == 0 {
            return Vec::new();
        }
        let best =
            self.parts(|first, weights| Best::of(k, (first as u64..).zip(weights)).into_sorted());
        Best::of(k, best.concat().into_iter()).into_sorted()
    }
}
