//! What the pieces of a pass add up, in lists whose sums are added pairwise; over ranks, too.

use crate::sim::ranks::{Team, to_numbers, to_words};
use crate::sim::walk::pool::pairwise;

/// What the pieces of a pass add up.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct QuditPassSums {
    /// ⟨C⟩.
    pub(super) value: f64,
    /// Im⟨λ|C|ψ⟩.
    pub(super) cost: f64,
    /// Im⟨λ|H|ψ⟩ for the turn before the phase, and for the one after it.
    pub(super) turns: [f64; 2],
    /// Σψ and Σλ, real and imaginary.
    pub(super) totals: [f64; 4],
}

impl QuditPassSums {
    fn plus(self, other: &Self) -> Self {
        let mut sum = self;
        sum.value += other.value;
        sum.cost += other.cost;
        for k in 0..2 {
            sum.turns[k] += other.turns[k];
        }
        for k in 0..4 {
            sum.totals[k] += other.totals[k];
        }
        sum
    }

    fn numbers(self) -> [f64; 8] {
        let ([a, b], [c, d, e, f]) = (self.turns, self.totals);
        [self.value, self.cost, a, b, c, d, e, f]
    }

    fn from([value, cost, a, b, c, d, e, f]: [f64; 8]) -> Self {
        Self {
            value,
            cost,
            turns: [a, b],
            totals: [c, d, e, f],
        }
    }
}

/// What a piece adds to the sums of a list, by the list's number in the pass.
pub(super) type PieceSums = (usize, QuditPassSums);

/// The sums of all lists, of which each rank has the pieces at hand.
pub(super) fn total(team: Option<&Team>, mut pieces: Vec<PieceSums>) -> QuditPassSums {
    if let Some(team) = team {
        let words = |(list, sums): &PieceSums| {
            let sums = to_words(&sums.numbers());
            [*list as u64].into_iter().chain(sums)
        };
        let all = team.join(&pieces.iter().flat_map(words).collect::<Vec<_>>());
        let piece = |words: &[u64; 9]| {
            let numbers = *to_numbers(&words[1..]).first_chunk().expect("eight sums");
            (words[0] as usize, QuditPassSums::from(numbers))
        };
        pieces = all.as_chunks().0.iter().map(piece).collect();
    }
    let mut lists: Vec<QuditPassSums> = Vec::new();
    for (list, sums) in pieces {
        lists.resize(lists.len().max(list + 1), QuditPassSums::default());
        lists[list] = lists[list].plus(&sums);
    }
    pairwise(&lists, QuditPassSums::plus)
}
