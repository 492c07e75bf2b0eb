//! What is added up over all states, so that no sum depends on the number of threads or ranks.
//!
//! A pass adds up its pieces pairwise, in their order. What is asked of a state is added up in
//! *sections* of it, none of which lies on two ranks.

use super::ranks::Team;
use crate::tasks::each;
use serde::{Deserialize, Serialize};
use std::ops::Range;

#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub(in crate::sim) struct Sums {
    /// ⟨C⟩.
    pub(in crate::sim) value: f64,
    /// Im⟨λ|C|ψ⟩.
    pub(in crate::sim) cost: f64,
    /// Im⟨λ|H|ψ⟩ of the turn before the phase, and of the one after it.
    pub(in crate::sim) turns: [Overlaps; 2],
    /// Im⟨λ|·|ψ⟩ of each term of a polynomial.
    pub(in crate::sim) terms: Vec<f64>,
    /// Σψ and Σλ, real and imaginary.
    pub(in crate::sim) totals: [f64; 4],
}

/// Im⟨λ|H|ψ⟩ of the qudits of a group, or of a state: their sum, and one for each angle of a qubit.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub(in crate::sim) struct Overlaps {
    pub(in crate::sim) all: f64,
    pub(in crate::sim) each: Vec<f64>,
}

impl Overlaps {
    pub(in crate::sim) fn add(&mut self, qubits: &Range<usize>, of_group: &Self) {
        self.all += of_group.all;
        if of_group.each.is_empty() {
            return;
        }
        self.each.resize(self.each.len().max(qubits.end), 0.0);
        add_list(&mut self.each[qubits.clone()], &of_group.each);
    }
}

fn add_list(sums: &mut [f64], parts: &[f64]) {
    sums.iter_mut()
        .zip(parts)
        .for_each(|(sum, part)| *sum += part);
}

impl Sums {
    fn plus(mut self, other: &Self) -> Self {
        self.terms
            .resize(self.terms.len().max(other.terms.len()), 0.0);
        for (of_turn, other) in self.turns.iter_mut().zip(&other.turns) {
            let qubits = of_turn.each.len().max(other.each.len());
            of_turn.each.resize(qubits, 0.0);
        }
        for (sum, part) in self.each_number().zip(other.clone().each_number()) {
            *sum += *part;
        }
        self
    }

    fn each_number(&mut self) -> impl Iterator<Item = &mut f64> {
        let [before, after] = &mut self.turns;
        let few = [
            &mut self.value,
            &mut self.cost,
            &mut before.all,
            &mut after.all,
        ];
        let lists = [&mut before.each, &mut after.each, &mut self.terms];
        few.into_iter()
            .chain(&mut self.totals)
            .chain(lists.into_iter().flatten())
    }
}

/// The sum over all pieces of a pass, of which each rank has its own.
pub(in crate::sim) fn total(team: Option<&Team>, mut pieces: Vec<Sums>) -> Sums {
    if let Some(team) = team {
        let own = postcard::to_stdvec(&pieces).expect("sums can be written");
        let of_rank = |rank| {
            let found: Vec<Sums> = postcard::from_bytes(&team.list_of(rank, &own))
                .expect("all ranks run the same program");
            found
        };
        pieces = (0..team.size()).flat_map(of_rank).collect();
    }
    pairwise(&pieces)
}

/// The sum of many parts, halved until two are left: an error of log₂ of their number.
fn pairwise(parts: &[Sums]) -> Sums {
    match parts {
        [] => Sums::default(),
        [part] => part.clone(),
        _ => {
            let (left, right) = parts.split_at(parts.len() / 2);
            pairwise(left).plus(&pairwise(right))
        }
    }
}

/// How all states are cut for a sum: none of the sections lies on two ranks, however many may share
/// the states.
#[derive(Clone, Copy)]
pub(in crate::sim) struct Sections {
    /// States of the least share that a rank may have.
    share: usize,
    /// States of a section, but for the last one of each share.
    len: usize,
    count: usize,
}

impl Sections {
    /// About `most` sections of so many states, which up to `shares` ranks may share, in whole
    /// units.
    pub(in crate::sim) fn new(states: usize, shares: usize, most: usize, unit: usize) -> Self {
        let share = states / shares;
        let units = share.div_ceil(unit).div_ceil((most / shares).max(1));
        let len = units.max(1) * unit;
        let count = shares * share.div_ceil(len);
        Self { share, len, count }
    }

    pub(in crate::sim) fn range(self, number: usize) -> Range<usize> {
        let of_share = self.share.div_ceil(self.len);
        let (first, at) = (number / of_share * self.share, number % of_share * self.len);
        first + at..first + self.share.min(at + self.len)
    }

    /// What `of` makes of each section in order, of which each rank does its own.
    pub(in crate::sim) fn each(
        self,
        team: Option<&Team>,
        of: impl Fn(Range<usize>) -> Vec<f64> + Sync,
    ) -> Vec<Vec<f64>> {
        let here = team.map_or(0..self.count, |team| team.share(self.count));
        let found = each(here, |number| of(self.range(number)));
        let Some(team) = team else { return found };
        let (len, all) = (found[0].len(), team.join(&found.concat()));
        all.chunks_exact(len).map(<[f64]>::to_vec).collect()
    }
}
