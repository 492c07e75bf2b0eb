//! Gates between any two variables, in their order, with the swaps that bring them together.
//!
//! Gates on neighbors are applied; then the pairs that are next are brought together swap by swap,
//! as pairs of phases are ([`super::direct`]). Several seeds are tried.

use super::anneal::SearchWeights;
use super::direct;
use super::graph::Graph;
use super::routing_state::{Meeting, RoutingState};
use crate::circuit::Gate;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::VecDeque;

const TRIALS: u64 = 32;

/// Swaps alone count: what is routed here has its gates.
const WEIGHTS: SearchWeights = SearchWeights {
    gate: 1.0,
    depth: 0.01,
    error: 0.0,
};

/// Appends the steps, swaps included.
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

/// Gates in their order.
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
