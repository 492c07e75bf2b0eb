//! Rounds of terms that share no qubit: two schedules, of which the shorter is taken.
//!
//! Busiest first: round by round, the terms on the qubits with most terms still to come are taken
//! greedily. Good for sparse problems. Tournament: the pair (i, j) plays in round i + j modulo n (n
//! odd; one qubit sits out), the circle method of round-robin tournaments. Best possible for
//! complete graphs: n − 1 rounds for n even, n for n odd. No bound below that is promised (Vizing's
//! is the largest degree + 1).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// More sets than these, of three elements or more, stay in their order: to sort them again for
/// every round takes the square of their number.
const MANY: usize = 2048;

/// Indices of `sets` in rounds: every set once, those of one round disjoint. Deterministic.
///
/// # Panics
/// If a set has an element that is not below `n`.
pub(crate) fn disjoint_rounds(sets: &[&[usize]], n: usize) -> Vec<Vec<usize>> {
    if sets.len() > MANY && sets.iter().any(|set| set.len() > 2) {
        return (0..sets.len()).map(|i| vec![i]).collect();
    }
    let greedy = busiest_first(sets, n);
    match tournament(sets, n) {
        Some(rounds) if rounds.len() < greedy.len() => rounds,
        Some(_) | None => greedy,
    }
}

fn busiest_first(sets: &[&[usize]], n: usize) -> Vec<Vec<usize>> {
    let mut waiting: Vec<usize> = (0..sets.len()).collect();
    let mut rounds = Vec::new();
    while !waiting.is_empty() {
        let mut load = vec![0_usize; n];
        for &q in waiting.iter().flat_map(|&i| sets[i]) {
            load[q] += 1;
        }
        let urgency = |i: usize| {
            let mut loads: Vec<usize> = sets[i].iter().map(|&q| load[q]).collect();
            loads.sort_unstable_by_key(|&l| Reverse(l));
            loads
        };
        waiting.sort_by_cached_key(|&i| (Reverse(urgency(i)), i));
        let mut taken = vec![false; n];
        let (round, later): (Vec<usize>, Vec<usize>) = waiting.into_iter().partition(|&i| {
            let free = sets[i].iter().all(|&q| !taken[q]);
            if free {
                sets[i].iter().for_each(|&q| taken[q] = true);
            }
            free
        });
        rounds.push(round);
        waiting = later;
    }
    rounds
}

/// The circle method; `None` unless all sets are pairs, none of them twice.
fn tournament(sets: &[&[usize]], n: usize) -> Option<Vec<Vec<usize>>> {
    let circle = if n.is_multiple_of(2) {
        n.checked_sub(1)?
    } else {
        n
    };
    let mut rounds: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut met = BTreeSet::new();
    for (index, set) in sets.iter().enumerate() {
        let &[i, j] = *set else { return None };
        let (low, high) = (i.min(j), i.max(j));
        if !met.insert((low, high)) {
            return None;
        }
        // for n even the last qubit is paired with the i that has no partner: i + i ≡ round
        let round = if high == circle { 2 * low } else { low + high };
        rounds.entry(round % circle).or_default().push(index);
    }
    Some(rounds.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    fn random_graph(n: usize, seed: u64) -> Vec<Vec<usize>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| vec![i, j]));
        pairs.filter(|_| rng.next_u32().is_multiple_of(2)).collect()
    }

    #[test]
    fn every_set_stands_in_one_round_and_a_round_is_disjoint() {
        let triples =
            (0..26).flat_map(|i| (0..i).flat_map(move |j| (0..j).map(move |k| vec![k, j, i])));
        let graphs = (0..50).map(|seed| random_graph(9, seed));
        for (seed, sets) in graphs.chain([triples.collect()]).enumerate() {
            let views: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
            let rounds = disjoint_rounds(&views, 26);
            let mut seen: Vec<usize> = rounds.iter().flatten().copied().collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..sets.len()).collect::<Vec<_>>());
            for round in rounds {
                let mut used: Vec<usize> = round.iter().flat_map(|&i| sets[i].clone()).collect();
                used.sort_unstable();
                let all = used.len();
                used.dedup();
                assert_eq!(used.len(), all, "seed {seed}: {round:?}");
            }
        }
    }

    #[test]
    fn rounds_of_pairs_stay_near_the_largest_degree() {
        for seed in 0..50 {
            let sets = random_graph(16, seed);
            let views: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
            let degree = |q: usize| sets.iter().filter(|set| set.contains(&q)).count();
            let largest = (0..16).map(degree).max().unwrap();
            let rounds = disjoint_rounds(&views, 16).len();
            assert!(rounds <= largest + 2, "seed {seed}: {rounds}, {largest}");
        }
    }

    #[test]
    fn a_complete_graph_takes_the_fewest_rounds_there_can_be() {
        for n in 2..=13_usize {
            let sets: Vec<Vec<usize>> = (0..n)
                .flat_map(|i| (i + 1..n).map(move |j| vec![i, j]))
                .collect();
            let views: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
            let rounds = disjoint_rounds(&views, n);
            assert_eq!(
                rounds.len(),
                n - usize::from(n.is_multiple_of(2)),
                "n = {n}"
            );
            for round in rounds {
                let used: Vec<usize> = round.iter().flat_map(|&i| sets[i].clone()).collect();
                let distinct: BTreeSet<_> = used.iter().collect();
                assert_eq!(distinct.len(), used.len(), "n = {n}");
            }
        }
    }
}
