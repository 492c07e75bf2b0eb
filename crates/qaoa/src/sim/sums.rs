//! What the pieces of a pass add up. Pieces are summed in lists, and the lists pairwise, so that no
//! sum depends on the number of threads or ranks.

use super::ranks::Team;
use std::ops::Range;

/// The sums of a pass, or of a part of it.
#[derive(Clone, Default, Debug)]
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

/// Im⟨λ|H|ψ⟩ of the qudits of a group, or of a state: their sum, and one number for each where each
/// has an angle of its own.
#[derive(Clone, PartialEq, Default, Debug)]
pub(in crate::sim) struct Overlaps {
    pub(in crate::sim) all: f64,
    pub(in crate::sim) each: Vec<f64>,
}

impl Overlaps {
    /// Adds those of a group of qubits.
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

    /// All numbers, lists last.
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

/// What a piece adds to the sums of a list, by the list's number in the pass.
pub(in crate::sim) type PieceSums = (usize, Sums);

/// The sums of all lists, of which each rank has the pieces at hand.
pub(in crate::sim) fn total(team: Option<&Team>, mut pieces: Vec<PieceSums>) -> Sums {
    if let Some(team) = team {
        let like = pieces[0].1.clone();
        let numbers = |(list, sums): &PieceSums| {
            let mut numbers = vec![*list as f64];
            numbers.extend(sums.clone().each_number().map(|number| *number));
            numbers
        };
        let len = numbers(&pieces[0]).len();
        let all = team.join(&pieces.iter().flat_map(numbers).collect::<Vec<_>>());
        let piece = |numbers: &[f64]| {
            let mut sums = like.clone();
            for (number, received) in sums.each_number().zip(&numbers[1..]) {
                *number = *received;
            }
            (numbers[0] as usize, sums)
        };
        pieces = all.chunks_exact(len).map(piece).collect();
    }
    let mut lists: Vec<Sums> = Vec::new();
    for (list, sums) in pieces {
        lists.resize(lists.len().max(list + 1), Sums::default());
        lists[list] = std::mem::take(&mut lists[list]).plus(&sums);
    }
    pairwise(&lists)
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
