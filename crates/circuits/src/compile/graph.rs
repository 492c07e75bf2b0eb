//! The couplings that a circuit may use, with distances and what each costs.

use crate::device::Device;
use std::collections::VecDeque;

/// Qubits 0 … n − 1 and their couplings.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) neighbors: Vec<Vec<usize>>,
    /// −ln(1 − error) of each coupling, in the order of `neighbors`; alike where no errors are
    /// known.
    costs: Vec<Vec<f64>>,
    /// −ln of what a qubit leaves of the state by waiting and by its measurement.
    qubit_costs: Vec<f64>,
    distances: Vec<Vec<u16>>,
}

/// Couplings with this multiple of the device's median error are avoided.
const OUTLIER: f64 = 4.0;

/// Two qubits that no chain of couplings joins.
pub(super) const FAR: u16 = u16::MAX;

impl Graph {
    /// The couplings for a program of `n` qubits: not those out of use, nor those far worse than
    /// most where the others join enough qubits.
    pub(super) fn of(device: &Device, n: usize) -> Self {
        let most = device
            .errors
            .map_or(1.0, |errors| OUTLIER * errors.two_qubit);
        let good = Self::below(device, n, most.min(1.0));
        if good.largest_part() >= n {
            return good;
        }
        Self::below(device, n, 1.0)
    }

    fn below(device: &Device, n: usize, most: f64) -> Self {
        let error = |k| device.two_qubit_error(k).unwrap_or(0.005);
        let couplings = device.couplings.iter().enumerate();
        let good = couplings.filter(|(k, _)| error(*k) < most);
        let joined = good.map(|(k, &pair)| (pair, -libm::log(1.0 - error(k))));
        let joined: Vec<_> = joined.collect();
        // a layer takes some 3n gates one after the other; a qubit waits half of that time
        let layer_us = device
            .times
            .map_or(0.0, |t| 3.0 * n as f64 * t.two_qubit_ns / 1000.0);
        let qubit_cost = |q| {
            let readout = device.qubit_rates(q).map_or(0.0, |rates| rates.readout);
            let own = device.qubit_rates(q).map(|rates| rates.relaxation);
            let kept = own.or(device.relaxation).map_or(1.0, |times| {
                let left = |t_us: f64| libm::exp(-layer_us / 2.0 / t_us);
                (1.0 + left(times.t1_us) + 2.0 * left(times.t2_us)) / 4.0
            });
            -libm::log(1.0 - readout.min(0.999)) - libm::log(kept)
        };
        Self::new(&joined, (0..device.qubits).map(qubit_cost).collect())
    }

    /// The couplings with what each costs.
    fn new(couplings: &[((usize, usize), f64)], qubit_costs: Vec<f64>) -> Self {
        let mut joined = vec![Vec::new(); qubit_costs.len()];
        for &((a, b), cost) in couplings {
            joined[a].push((b, cost));
            joined[b].push((a, cost));
        }
        joined
            .iter_mut()
            .for_each(|list| list.sort_by_key(|(q, _)| *q));
        let unzipped = joined.into_iter().map(|list| list.into_iter().unzip());
        let (neighbors, costs): (Vec<Vec<usize>>, Vec<Vec<f64>>) = unzipped.unzip();
        let qubits = 0..neighbors.len();
        Self {
            distances: qubits.map(|q| steps_from(q, &neighbors)).collect(),
            neighbors,
            costs,
            qubit_costs,
        }
    }

    /// The couplings between consecutive qubits of `line` alone; all qubits keep their numbers.
    pub(super) fn along(&self, line: &[usize]) -> Self {
        let pairs = line.windows(2).map(|pair| (pair[0], pair[1]));
        let joined: Vec<_> = pairs.map(|(a, b)| ((a, b), self.cost(a, b))).collect();
        Self::new(&joined, self.qubit_costs.clone())
    }

    pub(super) fn len(&self) -> usize {
        self.neighbors.len()
    }

    /// Steps along couplings, [`FAR`] where there is no way.
    pub(super) fn distance(&self, a: usize, b: usize) -> u16 {
        self.distances[a][b]
    }

    /// The most steps between two qubits that couplings join.
    pub(super) fn diameter(&self) -> u16 {
        let joined = self.distances.iter().flatten().filter(|d| **d != FAR);
        joined.copied().max().unwrap_or(0)
    }

    /// What a gate on a coupling costs.
    ///
    /// # Panics
    /// If there is no such coupling.
    pub(super) fn cost(&self, a: usize, b: usize) -> f64 {
        let at = self.neighbors[a].binary_search(&b);
        self.costs[a][at.expect("the two are neighbors")]
    }

    /// What a qubit costs.
    pub(super) fn qubit_cost(&self, q: usize) -> f64 {
        self.qubit_costs[q]
    }

    /// The most qubits that couplings join.
    pub(super) fn largest_part(&self) -> usize {
        let part = |q: usize| self.distances[q].iter().filter(|d| **d != FAR).count();
        (0..self.len()).map(part).max().unwrap_or(0)
    }
}

fn steps_from(start: usize, neighbors: &[Vec<usize>]) -> Vec<u16> {
    let mut steps = vec![FAR; neighbors.len()];
    steps[start] = 0;
    let mut open = VecDeque::from([start]);
    while let Some(q) = open.pop_front() {
        for &next in &neighbors[q] {
            if steps[next] == FAR {
                steps[next] = steps[q] + 1;
                open.push_back(next);
            }
        }
    }
    steps
}
