//! The parity network: every pair's parity appears on some qubit of a line, carried there by CX
//! alone, without swaps.
//!
//! Let variables v₀ … v_m be a chain and qubit i of a line hold y_i = v_i ⊕ v_{i+1}, the last one a
//! single variable. When every second qubit takes the parity of both its neighbors, and then the
//! others, and so on, m + 1 steps of m − 1 CX reverse the y (Kutin, Moulton & Smithline,
//! "Computation at a distance", Chicago J. Theor. Comput. Sci. 2007, arXiv quant-ph/0701194), and
//! each y_i ⊕ … ⊕ y_j = v_i ⊕ v_{j+1}, each pair of variables, is on some qubit between two CX,
//! where its phase is one RZ (parity transport: Klaver et al., arXiv 2408.10907; Dreier et al.,
//! arXiv 2501.14020).
//!
//! Every CX leaves |+⟩ⁿ as it is. So the first layer may begin anywhere on that way: two steps
//! after the plain y, from where m − 1 steps show every pair and end at plain y, which n − 1 CX
//! decode: (n − 2)² + n − 1 CX in all instead of 3n(n − 1)/2. A CX whose target nothing has touched
//! is left out later, so pairs without a phase are best met first: the order of the chain is
//! annealed for that. A later layer encodes, takes all m + 1 steps and decodes: (n − 1)(n + 1) − 1
//! CX, and those that take the single variable's qubit to the other end of the chain.

use super::network::{self, CoupledPairs, LineStart};
use super::strategy::RoutingPlan;
use super::strategy::{SearchWeights, annealed_order};
use crate::circuit::Chains;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct ParityWalk {
    /// (control, target), places on the line.
    pub(super) cnots: Vec<(usize, usize)>,
    /// For each CX the two variables whose parity its target has before it, if their phase is due.
    pub(super) phases: Vec<Option<(usize, usize)>>,
}

/// What a place holds: the parity of two of the chain's variables, ascending; a single variable is
/// its parity with n, which is 0.
type Held = [usize; 2];

/// The parity of both; neighbors of the walk always share a variable.
fn sum(a: Held, b: Held) -> Held {
    let alone = |x: &usize| a.contains(x) != b.contains(x);
    let mut rest = a.into_iter().chain(b).filter(alone);
    let mut next = || rest.next().expect("they share one variable and no more");
    let (x, y) = (next(), next());
    [x.min(y), x.max(y)]
}

struct ParityLine {
    held: Vec<Held>,
    cnots: Vec<(usize, usize)>,
    /// What each CX overwrites.
    before: Vec<Held>,
}

impl ParityLine {
    fn new(held: impl IntoIterator<Item = Held>) -> Self {
        Self {
            held: held.into_iter().collect(),
            cnots: Vec::new(),
            before: Vec::new(),
        }
    }

    fn cx(&mut self, control: usize, target: usize) {
        self.cnots.push((control, target));
        self.before.push(self.held[target]);
        self.held[target] = sum(self.held[target], self.held[control]);
    }

    fn step(&mut self, number: usize, m: usize) {
        let targets = (number % 2..m).step_by(2);
        targets
            .clone()
            .filter(|t| *t > 0)
            .for_each(|t| self.cx(t - 1, t));
        targets
            .filter(|t| t + 1 < m)
            .for_each(|t| self.cx(t + 1, t));
    }

    /// From reversed differences and the chain's first variable to the chain, reversed.
    fn decode(&mut self, m: usize) {
        (0..m).rev().for_each(|t| self.cx(t + 1, t));
    }

    /// Each pair's phase is applied where its parity occurs last.
    fn into_walk(self) -> ParityWalk {
        let n = self.held.len();
        let mut seen = vec![false; n * n];
        let mut phases = vec![None; self.cnots.len()];
        for (k, held) in self.before.iter().enumerate().rev() {
            let [a, b] = *held;
            if b < n && !std::mem::replace(&mut seen[n * a + b], true) {
                phases[k] = Some((a, b));
            }
        }
        ParityWalk {
            cnots: self.cnots,
            phases,
        }
    }
}

/// From |+⟩ⁿ: place i of the line holds variable n − 1 − i of the chain in the end.
pub(super) fn from_plus(n: usize) -> ParityWalk {
    let m = n - 1;
    let mut line = ParityLine::new((0..m).map(|i| [i, i + 1]).chain([[0, n]]));
    (0..m + 1).for_each(|number| {
        if number == 2 {
            line.cnots.clear();
            line.before.clear();
        }
        line.step(number, m);
    });
    if m < 2 {
        line.cnots.clear();
        line.before.clear();
    }
    line.decode(m);
    line.into_walk()
}

/// From variable i of the chain at place i, to variable n − 1 − i at place i.
pub(super) fn from_plain(n: usize) -> ParityWalk {
    let m = n - 1;
    let mut line = ParityLine::new((0..n).map(|i| [i, n]));
    (0..m).for_each(|t| line.cx(t + 1, t));
    let encoded = line.cnots.len();
    (0..m + 1).for_each(|number| line.step(number, m));
    let mut line = following(line, encoded, m);
    line.decode(m);
    line.into_walk()
}

/// The same walk where the last place goes from the chain's last variable to its first, by as few
/// parities of its neighbor as possible.
fn following(line: ParityLine, encoded: usize, m: usize) -> ParityLine {
    // the parity beside the last place before each CX from `encoded` on, and in the end
    let beside = m - 1;
    let moments = (encoded..line.cnots.len()).filter(|&k| line.cnots[k].1 == beside);
    let moments = moments.map(|k| (k, line.before[k]));
    let moments = moments.chain([(line.cnots.len(), line.held[beside])]);
    let mut reach: Vec<Option<Vec<usize>>> = vec![None; m + 1];
    reach[m] = Some(Vec::new());
    for (k, [a, b]) in moments.filter(|(_, [_, b])| *b <= m) {
        let shorter = |from: &Option<Vec<usize>>, to: &Option<Vec<usize>>| {
            let from = from.as_ref()?;
            let better = to.as_ref().is_none_or(|to| from.len() + 1 < to.len());
            better.then(|| from.iter().copied().chain([k]).collect::<Vec<usize>>())
        };
        let (to_b, to_a) = (shorter(&reach[a], &reach[b]), shorter(&reach[b], &reach[a]));
        reach[b] = to_b.or(reach[b].take());
        reach[a] = to_a.or(reach[a].take());
    }
    let hops = reach[0]
        .take()
        .expect("the chain's ends are joined by what passes there");
    let mut followed = ParityLine::new((0..=m).map(|i| [i, m + 1]));
    for k in 0..=line.cnots.len() {
        if hops.contains(&k) {
            followed.cx(beside, m);
        }
        if let Some(&(control, target)) = line.cnots.get(k) {
            followed.cx(control, target);
        }
    }
    followed
}

pub(super) fn annealed_chain(
    pairs: &CoupledPairs,
    weights: SearchWeights,
    seed: u64,
) -> Vec<usize> {
    let walk = from_plus(pairs.len());
    let cost = |chain: &[usize]| {
        let (gates, depth) = walk.cost_from_plus(chain, pairs);
        weights.of(gates, depth)
    };
    annealed_order(pairs.len(), walk.cnots.len() + 1, cost, seed)
}

/// The swap network for `layers` layers after a first one by [`from_plus`], annealed together: the
/// walk ends where the network begins, and every other layer goes back.
pub(super) fn annealed_with_swaps(
    pairs: &CoupledPairs,
    layers: usize,
    weights: SearchWeights,
    seed: u64,
) -> RoutingPlan {
    let n = pairs.len();
    let walk = from_plus(n);
    let price = |network: &RoutingPlan| {
        let mut chain = network::inverted(&network.start);
        chain.reverse();
        let (gates, depth) = walk.cost_from_plus(&chain, pairs);
        let (of_swaps, depth_of_swaps) = network.cost(n, false);
        weights.of(gates + layers * of_swaps, depth + layers * depth_of_swaps)
    };
    let best = |order: &[usize]| network::best(order, pairs, LineStart::Free, price);
    let work = walk.cnots.len() + 2 * n * n;
    best(&annealed_order(n, work, |order| best(order).1, seed)).0
}

impl ParityWalk {
    /// Gates and depth where a CX on an untouched |+⟩ is left out.
    fn cost_from_plus(&self, chain: &[usize], pairs: &CoupledPairs) -> (usize, usize) {
        let mut untouched = vec![true; chain.len()];
        let mut chains = Chains::new(chain.len());
        let mut gates = 0;
        for (&(control, target), phase) in self.cnots.iter().zip(&self.phases) {
            if phase.is_some_and(|(a, b)| pairs[chain[a]][chain[b]]) {
                untouched[target] = false;
            }
            if untouched[target] {
                continue;
            }
            untouched[control] = false;
            gates += 1;
            chains.add(&[control, target], 1);
        }
        (gates, chains.longest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn all_pairs(n: usize) -> Vec<(usize, usize)> {
        (0..n)
            .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
            .collect()
    }

    #[test]
    fn every_pair_has_its_place_once_in_either_walk() {
        for n in 2..=30 {
            for walk in [from_plus(n), from_plain(n)] {
                let places: Vec<_> = walk.phases.iter().flatten().copied().collect();
                assert_eq!(places.len(), n * (n - 1) / 2, "n = {n}");
                let distinct: BTreeSet<_> = places.into_iter().collect();
                assert_eq!(distinct, all_pairs(n).into_iter().collect(), "n = {n}");
            }
        }
    }

    #[test]
    fn the_walks_cost_what_their_formulas_say() {
        for n in 3..=30 {
            assert_eq!(
                from_plus(n).cnots.len(),
                (n - 2) * (n - 2) + n - 1,
                "n = {n}"
            );
            let hops = from_plain(n).cnots.len() - ((n - 1) * (n + 1) - 1);
            assert!(hops <= n / 2 + 1, "n = {n}: {hops} hops");
        }
    }
}
