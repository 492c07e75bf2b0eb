//! Gates between any two variables, in their order, with the swaps that bring them together; where
//! each variable is, and the couplings that a circuit may use.
//!
//! Gates on neighbors are applied; then the pairs that are next are brought together swap by swap,
//! as pairs of phases are ([`super::direct`]). Several seeds are tried.

use super::direct;
use super::lowered::LoweredLayer;
use super::strategy::SearchWeights;
use crate::circuit::{Gate, Op, parity_rotation};
use crate::device::Device;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::VecDeque;

const TRIALS: u64 = 32;

const WEIGHTS: SearchWeights = SearchWeights {
    gate: 1.0,
    depth: 0.01,
    error: 0.0,
};

pub(super) fn route(state: &mut RoutingState, graph: &Graph, steps: &[Gate], seed: u64) {
    let trial = |k| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(k));
        let mut trial = Ordered::new(state.clone(), graph, steps);
        trial.run(&mut rng);
        trial.state
    };
    let first = trial(0);
    let swapless = first.gates.len() == state.gates.len() + steps.len();
    let others = if swapless { 0 } else { TRIALS - 1 };
    let best = (1..=others)
        .map(trial)
        .chain([first])
        .min_by_key(|trial| trial.gates.len());
    *state = best.expect("there is one trial at least");
}

struct Ordered<'a> {
    state: RoutingState,
    graph: &'a Graph,
    steps: &'a [Gate],
    /// For each variable the steps still to come on it.
    queues: Vec<VecDeque<usize>>,
}

impl<'a> Ordered<'a> {
    fn new(state: RoutingState, graph: &'a Graph, steps: &'a [Gate]) -> Self {
        let mut queues = vec![VecDeque::new(); state.places.at.len()];
        for (k, step) in steps.iter().enumerate() {
            step.qubits.iter().for_each(|&q| queues[q].push_back(k));
        }
        Self {
            state,
            graph,
            steps,
            queues,
        }
    }

    fn run(&mut self, rng: &mut ChaCha8Rng) {
        loop {
            self.do_what_can_be_done();
            let waiting = self.waiting();
            if waiting.is_empty() {
                return;
            }
            let at = &self.state.places.at;
            let (_, plan) = direct::from(self.graph, at, &waiting, WEIGHTS, rng);
            for (p, q, meeting) in plan.meetings {
                if meeting != Meeting::Phase {
                    self.state.swap(p, q);
                    self.do_what_can_be_done();
                }
            }
        }
    }

    fn do_what_can_be_done(&mut self) {
        let mut open: Vec<usize> = (0..self.queues.len()).collect();
        while let Some(variable) = open.pop() {
            while let Some(&k) = self.queues[variable].front() {
                let step = &self.steps[k];
                if let Some((a, b)) = step.both() {
                    let ready = [a, b].iter().all(|&v| self.queues[v].front() == Some(&k));
                    let at = &self.state.places.at;
                    if !ready || self.graph.distance(at[a], at[b]) != 1 {
                        break;
                    }
                    open.push(a + b - variable);
                }
                for &v in &step.qubits {
                    self.queues[v].pop_front();
                }
                self.state.step(step);
            }
        }
    }

    /// The pairs that are next, each once, in the order of their steps.
    fn waiting(&self) -> Vec<(usize, usize)> {
        let fronts = self.queues.iter().filter_map(|q| q.front().copied());
        let mut fronts: Vec<usize> = fronts.collect();
        fronts.sort_unstable();
        let twice = fronts.windows(2).filter(|pair| pair[0] == pair[1]);
        twice
            .filter_map(|pair| self.steps[pair[0]].both())
            .collect()
    }
}

// Where each variable is, and the gates so far: whatever is emitted keeps the two together.
//
// ZZ(θ) = CX(a,b) RZ(b,θ) CX(a,b); merged with a swap it is CX(a,b) RZ(b,θ) CX(b,a) CX(a,b): one
// gate less than apart.

#[derive(Clone, Debug)]
pub(super) struct Places {
    /// Variable → qubit.
    pub(super) at: Vec<usize>,
    /// Qubit → variable.
    pub(super) holds: Vec<Option<usize>>,
}

impl Places {
    pub(super) fn new(placement: &[usize], qubits: usize) -> Self {
        let mut holds = vec![None; qubits];
        for (variable, &qubit) in placement.iter().enumerate() {
            holds[qubit] = Some(variable);
        }
        Self {
            at: placement.to_vec(),
            holds,
        }
    }

    /// What two qubits hold changes places.
    pub(super) fn exchange(&mut self, a: usize, b: usize) {
        self.holds.swap(a, b);
        for qubit in [a, b] {
            if let Some(variable) = self.holds[qubit] {
                self.at[variable] = qubit;
            }
        }
    }

    pub(super) fn both(&self, a: usize, b: usize) -> Option<(usize, usize)> {
        self.holds[a].zip(self.holds[b])
    }
}

#[derive(Clone, Debug)]
pub(super) struct RoutingState {
    pub(super) places: Places,
    pub(super) gates: Vec<Gate>,
    /// The last gate on each qubit.
    last: Vec<Option<usize>>,
}

impl RoutingState {
    pub(super) fn new(placement: &[usize], qubits: usize) -> Self {
        Self {
            places: Places::new(placement, qubits),
            gates: Vec::new(),
            last: vec![None; qubits],
        }
    }

    pub(super) fn push(&mut self, gate: Gate) {
        let last = Some(self.gates.len());
        gate.qubits.iter().for_each(|&q| self.last[q] = last);
        self.gates.push(gate);
    }

    pub(super) fn step(&mut self, gate: &Gate) {
        self.push(gate.moved(|variable| self.places.at[variable]));
    }

    /// The two qubits, so ordered that the second has met fewer gates: a CX on an untouched |+⟩ can
    /// later be left out.
    fn oriented(&self, a: usize, b: usize) -> (usize, usize) {
        let prepared = |at: usize| self.gates[at].op == Op::H;
        let touched = |q: usize| self.last[q].is_some_and(|at| !prepared(at));
        if touched(b) && !touched(a) {
            (b, a)
        } else {
            (a, b)
        }
    }

    pub(super) fn zz(&mut self, a: usize, b: usize, angle: f64) {
        let (a, b) = self.oriented(a, b);
        for gate in parity_rotation(&[a, b], angle) {
            self.push(gate);
        }
    }

    fn zz_swap(&mut self, a: usize, b: usize, angle: f64) {
        let (a, b) = self.oriented(a, b);
        for gate in [
            Gate::cx(a, b),
            Gate::rz(b, angle),
            Gate::cx(b, a),
            Gate::cx(a, b),
        ] {
            self.push(gate);
        }
        self.places.exchange(a, b);
    }

    pub(super) fn swap(&mut self, a: usize, b: usize) {
        let (mut a, mut b) = self.oriented(a, b);
        // begin with the CX that is there already: the two cancel
        if let (Some(i), Some(j)) = (self.last[a], self.last[b])
            && i == j
            && self.gates[i] == Gate::cx(b, a)
        {
            std::mem::swap(&mut a, &mut b);
        }
        for gate in [Gate::cx(a, b), Gate::cx(b, a), Gate::cx(a, b)] {
            self.push(gate);
        }
        self.places.exchange(a, b);
    }

    /// Does the phase of the variables on two qubits, if the layer has one, and exchanges them
    /// where `meeting` says so.
    pub(super) fn meet(&mut self, a: usize, b: usize, layer: &LoweredLayer, meeting: Meeting) {
        let both = self.places.both(a, b);
        let angle = both.and_then(|(x, y)| layer.angle(x, y));
        match (meeting, angle) {
            (Meeting::Phase, None) => {}
            (Meeting::Phase, Some(angle)) => self.zz(a, b, angle),
            (Meeting::Swap, _) | (Meeting::Both, None) => self.swap(a, b),
            (Meeting::Both, Some(angle)) => self.zz_swap(a, b, angle),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meeting {
    Phase,
    Swap,
    Both,
}

impl Meeting {
    pub(super) fn gates(self) -> usize {
        match self {
            Self::Phase => 2,
            Self::Swap | Self::Both => 3,
        }
    }
}

// The couplings that a circuit may use, with distances and what each costs.

/// Qubits 0 … n − 1 and their couplings.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) neighbors: Vec<Vec<usize>>,
    /// −ln(1 − error) of each coupling, in the order of `neighbors`; alike if no errors are known.
    costs: Vec<Vec<f64>>,
    /// −ln of what a qubit leaves of the state by waiting and by its measurement.
    qubit_costs: Vec<f64>,
    distances: Vec<Vec<u16>>,
}

/// Couplings with this multiple of the device's median error are avoided.
const OUTLIER: f64 = 4.0;

/// Two qubits that no chain of couplings joins.
const FAR: u16 = u16::MAX;

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

    pub(super) fn cost(&self, a: usize, b: usize) -> f64 {
        let at = self.neighbors[a].binary_search(&b);
        self.costs[a][at.expect("the two are neighbors")]
    }

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
