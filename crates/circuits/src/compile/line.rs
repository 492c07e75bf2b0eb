//! A simple path of n qubits through the couplings, along which errors are small.
//!
//! A beam search from every qubit: paths grow by one neighbor at a time, of those of equal length
//! the cheapest are kept (Σ −ln(1 − error) over couplings, and what each qubit costs). Where the
//! beam ends in dead ends, seeded walks that turn at a dead end (Pósa's rotations: Pósa, Discrete
//! Math. 14, 359 (1976)) look for any path. To find one is not promised where one exists: the
//! longest path is a hard problem.

use super::graph::Graph;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Partial paths that one beam may handle in all.
const BEAM_WORK: usize = 400_000;

/// Walks that are tried where the beam finds nothing, and rotations in each.
const WALKS: usize = 200;

/// A path of `n` qubits, or none if none was found.
pub(super) fn embedded(graph: &Graph, n: usize, seed: u64) -> Option<Vec<usize>> {
    if n == 0 || n > graph.len() {
        return None;
    }
    by_beam(graph, n).or_else(|| by_rotations(graph, n, seed))
}

#[derive(Clone)]
struct Path {
    qubits: Vec<usize>,
    cost: f64,
}

fn by_beam(graph: &Graph, n: usize) -> Option<Vec<usize>> {
    let width = (BEAM_WORK / (n * n * graph.len()).max(1)).clamp(4, 32);
    let starts = graph.len().min((BEAM_WORK / (n * n)).max(1));
    let mut best: Option<Path> = None;
    for k in 0..starts {
        let start = k * graph.len() / starts;
        let found = beam_from(graph, start, n, width);
        let better = |path: &Path| best.as_ref().is_none_or(|b| path.cost < b.cost);
        best = found.filter(better).or(best);
    }
    best.map(|path| path.qubits)
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

fn by_rotations(graph: &Graph, n: usize, seed: u64) -> Option<Vec<usize>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..WALKS).find_map(|_| walk(graph, n, &mut rng))
}

fn walk(graph: &Graph, n: usize, rng: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let mut path = vec![rng.random_range(0..graph.len())];
    for _ in 0..40 * graph.len() {
        if path.len() == n {
            return Some(path);
        }
        let last = path[path.len() - 1];
        let neighbors = &graph.neighbors[last];
        let free: Vec<usize> = neighbors
            .iter()
            .copied()
            .filter(|q| !path.contains(q))
            .collect();
        if let Some(&next) = fewest_ways_on(graph, &path, &free, rng) {
            path.push(next);
        } else if rng.random_bool(0.3) {
            path.reverse();
        } else if !neighbors.is_empty() {
            // the path from a neighbor of its end on is turned round
            let pivot = neighbors[rng.random_range(0..neighbors.len())];
            let at = path.iter().position(|&q| q == pivot)?;
            path[at + 1..].reverse();
        }
    }
    None
}

/// One of those with the fewest free neighbors.
fn fewest_ways_on<'a>(
    graph: &Graph,
    path: &[usize],
    free: &'a [usize],
    rng: &mut ChaCha8Rng,
) -> Option<&'a usize> {
    let ways = |q: usize| {
        graph.neighbors[q]
            .iter()
            .filter(|next| !path.contains(next))
            .count()
    };
    let mut order: Vec<(usize, u32, &usize)> = free
        .iter()
        .map(|q| (ways(*q), rng.random_range(0..1000), q))
        .collect();
    order.sort_unstable();
    order.first().map(|(_, _, q)| *q)
}
