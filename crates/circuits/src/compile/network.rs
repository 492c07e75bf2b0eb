//! The annealed swap network on a line.
//!
//! Layers of neighbors change places, even and odd places in turn; after n layers every two have
//! met once (the brick pattern: Weidenfeller et al., Quantum 6, 870 (2022), arXiv 2202.03459). A
//! phase is merged with the swap of its pair. Swaps before the first and after the last meeting of
//! their qubits only rename qubits and are left out. How many, and how deep the rest is, depends on
//! the order of the variables on the line, which is annealed (Matsuo et al., arXiv 2212.05666, find
//! it by SAT).

use super::anneal::{SearchWeights, annealed_order};
use super::routing_state::Meeting;
use crate::circuit::Chains;

/// Meetings of neighboring places in the order they are done, and who stands where at first.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Network {
    /// Place → variable.
    pub(super) order: Vec<usize>,
    /// (place, meeting of this place and the next).
    pub(super) meetings: Vec<(usize, Meeting)>,
}

/// Which pairs have a phase, by n·a + b.
#[derive(Clone, Debug)]
pub(super) struct CoupledPairs {
    n: usize,
    coupled: Vec<bool>,
}

impl CoupledPairs {
    pub(super) fn new(n: usize, pairs: &[(usize, usize)]) -> Self {
        let mut coupled = vec![false; n * n];
        for &(a, b) in pairs {
            coupled[n * a + b] = true;
            coupled[n * b + a] = true;
        }
        Self { n, coupled }
    }

    /// Number of variables.
    pub(super) fn variables(&self) -> usize {
        self.n
    }

    pub(super) fn has(&self, a: usize, b: usize) -> bool {
        self.coupled[self.n * a + b]
    }
}

/// What is known of the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineStart {
    /// Any order will do, and every qubit is |+⟩.
    Plus,
    /// Any order will do.
    Free,
    /// The variables stand as they stand.
    Fixed,
}

/// The network of the best order that annealing finds.
pub(super) fn annealed(
    pairs: &CoupledPairs,
    start: LineStart,
    weights: SearchWeights,
    seed: u64,
) -> Network {
    let cost = |order: &[usize]| {
        let [even, odd] = both(order, pairs, start).map(|network| {
            let (gates, depth) = network.cost(start);
            weights.of(gates, depth)
        });
        even.min(odd)
    };
    let n = pairs.n;
    let order = annealed_order(n, n * n, cost, seed);
    cheaper(&order, pairs, start, weights)
}

/// The networks of an order that begin with the even and with the odd places.
pub(super) fn both(order: &[usize], pairs: &CoupledPairs, start: LineStart) -> [Network; 2] {
    [0, 1].map(|parity| built(order, pairs, start, parity))
}

/// The network from a given order.
pub(super) fn cheaper(
    order: &[usize],
    pairs: &CoupledPairs,
    start: LineStart,
    weights: SearchWeights,
) -> Network {
    let price = |network: &Network| {
        let (gates, depth) = network.cost(start);
        weights.of(gates, depth)
    };
    let [even, odd] = both(order, pairs, start);
    if price(&odd) < price(&even) {
        odd
    } else {
        even
    }
}

fn built(order: &[usize], pairs: &CoupledPairs, start: LineStart, parity: usize) -> Network {
    let n = order.len();
    let mut now = order.to_vec();
    let mut bricks = Vec::with_capacity(n * n / 2);
    for layer in 0..n {
        for place in ((layer + parity) % 2..n.saturating_sub(1)).step_by(2) {
            let phase = pairs.has(now[place], now[place + 1]);
            let meeting = if phase { Meeting::Both } else { Meeting::Swap };
            bricks.push((place, Some(meeting)));
            now.swap(place, place + 1);
        }
    }
    let mut first = order.to_vec();
    if start != LineStart::Fixed {
        let all = 0..bricks.len();
        let renamed = without_idle_swaps(&mut bricks, all, n);
        renamed
            .into_iter()
            .for_each(|place| first.swap(place, place + 1));
    }
    let all = (0..bricks.len()).rev();
    without_idle_swaps(&mut bricks, all, n);
    let kept = bricks
        .into_iter()
        .filter_map(|(place, meeting)| Some((place, meeting?)));
    Network {
        order: first,
        meetings: kept.collect(),
    }
}

/// Takes out the swaps that, in this direction, nothing on their two places stands before; the
/// places of those.
fn without_idle_swaps(
    bricks: &mut [(usize, Option<Meeting>)],
    direction: impl Iterator<Item = usize>,
    n: usize,
) -> Vec<usize> {
    let mut used = vec![false; n];
    let mut idle = Vec::new();
    for i in direction {
        let (place, Some(meeting)) = bricks[i] else {
            continue;
        };
        let swaps = meeting != Meeting::Phase;
        if swaps && !used[place] && !used[place + 1] {
            idle.push(place);
            bricks[i].1 = (meeting == Meeting::Both).then_some(Meeting::Phase);
        }
        if bricks[i].1.is_some() {
            used[place] = true;
            used[place + 1] = true;
        }
    }
    idle
}

impl Network {
    /// Two-qubit gates and depth, one gate less for the first meeting of a qubit that still is |+⟩.
    pub(super) fn cost(&self, start: LineStart) -> (usize, usize) {
        let n = self.order.len();
        let mut untouched = vec![start == LineStart::Plus; n];
        let mut chains = Chains::new(n);
        let mut gates = 0;
        for &(place, meeting) in &self.meetings {
            let whole = if meeting == Meeting::Phase { 2 } else { 3 };
            let duration = whole - usize::from(untouched[place] || untouched[place + 1]);
            gates += duration;
            chains.add(&[place, place + 1], duration);
            untouched[place..=place + 1].fill(false);
        }
        (gates, chains.longest())
    }
}
