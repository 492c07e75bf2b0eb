//! The annealed swap network on a line, and a simple path of n qubits through the couplings, along
//! which errors are small.
//!
//! Layers of neighbors change places, even and odd places alternately; after n layers every two
//! have met once (the brick pattern: Weidenfeller et al., Quantum 6, 870 (2022), arXiv 2202.03459).
//! A phase is merged with the swap of its pair. Swaps before the first and after the last meeting
//! of their qubits only rename qubits and are left out. How many, and how deep the rest is, depends
//! on the order of the variables on the line, which is annealed (Matsuo et al., arXiv 2212.05666,
//! find it by SAT).

use super::route::Graph;
use super::route::Meeting;
use super::strategy::RoutingPlan;
use super::strategy::{SearchWeights, annealed_order};

pub(super) type CoupledPairs = Vec<Vec<bool>>;

pub(super) fn coupled(n: usize, pairs: &[(usize, usize)]) -> CoupledPairs {
    let mut coupled = vec![vec![false; n]; n];
    for &(a, b) in pairs {
        coupled[a][b] = true;
        coupled[b][a] = true;
    }
    coupled
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineStart {
    /// Any order will do, and every qubit is |+⟩.
    Plus,
    /// Any order will do.
    Free,
    /// The variables keep their places.
    Fixed,
}

/// The network of the best order that annealing finds, on places 0 … n − 1.
pub(super) fn annealed(
    pairs: &CoupledPairs,
    start: LineStart,
    weights: SearchWeights,
    seed: u64,
) -> RoutingPlan {
    let n = pairs.len();
    let cost = |order: &[usize]| cheaper(order, pairs, start, weights).1;
    let order = annealed_order(n, n * n, cost, seed);
    cheaper(&order, pairs, start, weights).0
}

/// The network from a given order, and what it costs.
pub(super) fn cheaper(
    order: &[usize],
    pairs: &CoupledPairs,
    start: LineStart,
    weights: SearchWeights,
) -> (RoutingPlan, f64) {
    best(order, pairs, start, |network| {
        let (gates, depth) = network.cost(order.len(), start == LineStart::Plus);
        weights.of(gates, depth)
    })
}

/// The cheaper of the networks of an order that begin with the even and with the odd places.
pub(super) fn best(
    order: &[usize],
    pairs: &CoupledPairs,
    start: LineStart,
    price: impl Fn(&RoutingPlan) -> f64,
) -> (RoutingPlan, f64) {
    let [even, odd] = [0, 1].map(|parity| {
        let network = built(order, pairs, start, parity);
        let price = price(&network);
        (network, price)
    });
    if odd.1 < even.1 { odd } else { even }
}

fn built(order: &[usize], pairs: &CoupledPairs, start: LineStart, parity: usize) -> RoutingPlan {
    let n = order.len();
    let mut now = order.to_vec();
    let mut bricks = Vec::with_capacity(n * n / 2);
    for layer in 0..n {
        for place in ((layer + parity) % 2..n.saturating_sub(1)).step_by(2) {
            let phase = pairs[now[place]][now[place + 1]];
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
    let kept = bricks.into_iter();
    let kept = kept.filter_map(|(place, meeting)| Some((place, place + 1, meeting?)));
    RoutingPlan {
        start: inverted(&first),
        meetings: kept.collect(),
    }
}

/// Place → variable from variable → place, and the other way round.
pub(super) fn inverted(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    for (k, &value) in order.iter().enumerate() {
        inverse[value] = k;
    }
    inverse
}

/// Removes the swaps that, in this direction, no gate on their two qubits comes before; returns the
/// first place of each.
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

// A simple path of n qubits through the couplings, along which errors are small.
//
// A beam search from every qubit: paths grow by one neighbor at a time, of those of equal length
// the cheapest are kept (Σ −ln(1 − error) over couplings, and what each qubit costs). To find one
// is not promised where one exists: the longest path is a hard problem.

/// Partial paths that one beam may handle in all.
const BEAM_WORK: usize = 400_000;

/// A path of `n` qubits, or none if none was found.
pub(super) fn embedded(graph: &Graph, n: usize) -> Option<Vec<usize>> {
    if n == 0 || n > graph.len() {
        return None;
    }
    let width = (BEAM_WORK / (n * n * graph.len())).clamp(4, 32);
    let starts = graph.len().min((BEAM_WORK / (n * n)).max(1));
    let starts = (0..starts).map(|k| k * graph.len() / starts);
    let found = starts.filter_map(|start| beam_from(graph, start, n, width));
    let best = found.min_by(|a, b| a.cost.total_cmp(&b.cost));
    best.map(|path| path.qubits)
}

#[derive(Clone)]
struct Path {
    qubits: Vec<usize>,
    cost: f64,
}

fn beam_from(graph: &Graph, start: usize, n: usize, width: usize) -> Option<Path> {
    let mut beam = vec![Path {
        qubits: vec![start],
        cost: graph.qubit_cost(start),
    }];
    // a coupling in a line bears about n gates
    let weight = n as f64;
    for _ in 1..n {
        let mut longer = Vec::new();
        for path in &beam {
            let last = path.qubits[path.qubits.len() - 1];
            for &next in graph.neighbors[last]
                .iter()
                .filter(|q| !path.qubits.contains(q))
            {
                let mut qubits = path.qubits.clone();
                qubits.push(next);
                let cost = path.cost + weight * graph.cost(last, next) + graph.qubit_cost(next);
                longer.push(Path { qubits, cost });
            }
        }
        longer.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        longer.truncate(width);
        beam = longer;
    }
    beam.into_iter().next()
}
