//! A simple path of n qubits through the couplings, along which errors are small.
//!
//! A beam search from every qubit: paths grow by one neighbor at a time, of those of equal length
//! the cheapest are kept (Σ −ln(1 − error) over couplings, and what each qubit costs). To find one
//! is not promised where one exists: the longest path is a hard problem.

use super::graph::Graph;

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
