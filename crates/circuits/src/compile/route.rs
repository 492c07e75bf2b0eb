//! Gates between any two variables, in their order, with the swaps that bring them together.
//!
//! The heuristic of SABRE (Li, Ding & Xie, ASPLOS 2019, arXiv 1809.02573): of the swaps next to a
//! gate that waits, the one after which the waiting gates and, at half the weight, those that
//! follow are nearest; a qubit that has just moved is moved less gladly. Where that goes in
//! circles, the first gate's qubits are brought together on a shortest way. Several seeds are
//! tried. The loop is that of every router here ([`route_all`]).

use super::graph::Graph;
use super::routing_state::{Places, RoutingState};
use crate::circuit::Gate;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::VecDeque;

const TRIALS: u64 = 8;
const AHEAD: usize = 20;
const AHEAD_WEIGHT: f64 = 0.5;
const TIREDNESS: f64 = 0.1;

/// Appends the steps, swaps included.
pub(super) fn route(state: &mut RoutingState, graph: &Graph, steps: &[Gate], seed: u64) {
    let adjacent =
        |(a, b): (usize, usize)| graph.distance(state.places.at[a], state.places.at[b]) == 1;
    if steps.iter().all(|step| step.both().is_none_or(adjacent)) {
        steps.iter().for_each(|step| state.step(step));
        return;
    }
    let trial = |k| {
        let mut trial = state.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(k));
        let mut sabre = Sabre::new(&mut trial, graph, steps);
        route_all(&mut sabre, graph, 2 * graph.len().min(64), &mut rng);
        trial
    };
    let trials = (0..TRIALS).map(trial);
    let best = trials.min_by_key(|trial| trial.gates.len());
    *state = best.expect("there are several trials");
}

/// What is to be brought together, and what a swap is worth.
pub(super) trait Router {
    /// Where the variables are.
    fn places(&self) -> &Places;

    /// Does what can be done without a swap; how much is left, and the pairs of variables that are
    /// to come side by side next.
    fn waiting(&mut self) -> (usize, Vec<(usize, usize)>);

    /// The swap that serves those that wait best.
    fn best_swap(&self, waiting: &[(usize, usize)], rng: &mut ChaCha8Rng) -> (usize, usize);

    fn swap(&mut self, a: usize, b: usize);
}

/// Swap by swap until nothing waits. After `patience` swaps without a gain the first pair that
/// waits is brought together on a shortest way.
pub(super) fn route_all(
    router: &mut impl Router,
    graph: &Graph,
    patience: usize,
    rng: &mut ChaCha8Rng,
) {
    let (mut fruitless, mut least) = (0, usize::MAX);
    loop {
        let (left, waiting) = router.waiting();
        let Some(&(a, b)) = waiting.first() else {
            return;
        };
        if left < least {
            (least, fruitless) = (left, 0);
        }
        fruitless += 1;
        if fruitless <= patience {
            let (p, q) = router.best_swap(&waiting, rng);
            router.swap(p, q);
            continue;
        }
        loop {
            let [from, to] = [a, b].map(|v| router.places().at[v]);
            let distance = graph.distance(from, to);
            if distance <= 1 {
                break;
            }
            let mut near = graph.neighbors[from].iter();
            let next = near.find(|&&q| graph.distance(q, to) < distance);
            router.swap(from, *next.expect("a shortest way begins with a neighbor"));
        }
    }
}

/// Gates in their order.
struct Sabre<'a> {
    state: &'a mut RoutingState,
    graph: &'a Graph,
    steps: &'a [Gate],
    done: Vec<bool>,
    /// For each variable the steps still to come on it.
    queues: Vec<VecDeque<usize>>,
    tired: Vec<f64>,
}

impl<'a> Sabre<'a> {
    fn new(state: &'a mut RoutingState, graph: &'a Graph, steps: &'a [Gate]) -> Self {
        let mut queues = vec![VecDeque::new(); state.places.at.len()];
        for (k, step) in steps.iter().enumerate() {
            step.qubits.iter().for_each(|&q| queues[q].push_back(k));
        }
        Self {
            done: vec![false; steps.len()],
            tired: vec![1.0; graph.len()],
            state,
            graph,
            steps,
            queues,
        }
    }

    /// Whether a gate on two qubits was among it.
    fn do_what_can_be_done(&mut self) -> bool {
        let mut any = false;
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
                    any = true;
                }
                for &v in &step.qubits {
                    self.queues[v].pop_front();
                }
                self.state.step(step);
                self.done[k] = true;
            }
        }
        any
    }
}

impl Router for Sabre<'_> {
    fn places(&self) -> &Places {
        &self.state.places
    }

    /// The pairs whose turn it is, each once, in the order of their steps.
    fn waiting(&mut self) -> (usize, Vec<(usize, usize)>) {
        if self.do_what_can_be_done() {
            self.tired.fill(1.0);
        }
        let fronts = self.queues.iter().filter_map(|q| q.front().copied());
        let mut fronts: Vec<usize> = fronts.collect();
        fronts.sort_unstable();
        let twice = fronts.windows(2).filter(|pair| pair[0] == pair[1]);
        let waiting = twice.filter_map(|pair| self.steps[pair[0]].both());
        let left = self.done.iter().filter(|done| !**done).count();
        (left, waiting.collect())
    }

    fn best_swap(&self, waiting: &[(usize, usize)], rng: &mut ChaCha8Rng) -> (usize, usize) {
        let at = &self.state.places.at;
        let open = (0..self.steps.len()).filter(|&k| !self.done[k]);
        let ahead = open.filter_map(|k| self.steps[k].both());
        let ahead: Vec<(usize, usize)> = ahead.take(AHEAD).collect();
        let mut best = None;
        for &(a, b) in waiting {
            for p in [at[a], at[b]] {
                for &q in &self.graph.neighbors[p] {
                    // the distance of two variables after a swap
                    let moved = |variable: usize| match at[variable] {
                        qubit if qubit == p => q,
                        qubit if qubit == q => p,
                        qubit => qubit,
                    };
                    let after = |&(a, b): &(usize, usize)| {
                        f64::from(self.graph.distance(moved(a), moved(b)))
                    };
                    let mean = |pairs: &[(usize, usize)]| {
                        pairs.iter().map(after).sum::<f64>() / pairs.len().max(1) as f64
                    };
                    let tired = self.tired[p].max(self.tired[q]);
                    let score = tired * (mean(waiting) + AHEAD_WEIGHT * mean(&ahead));
                    let score = score + 1e-3 * rng.random_range(0.0..1.0);
                    if best.is_none_or(|(least, _)| score < least) {
                        best = Some((score, (p, q)));
                    }
                }
            }
        }
        best.expect("a qubit that waits has a neighbor, as the part it stands in has two qubits")
            .1
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.state.swap(a, b);
        self.tired[a] += TIREDNESS;
        self.tired[b] += TIREDNESS;
    }
}
