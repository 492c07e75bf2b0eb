//! Gates between any two variables, in their order, with the swaps that bring them together.
//!
//! The heuristic of SABRE (Li, Ding & Xie, ASPLOS 2019, arXiv 1809.02573): of the swaps next to a
//! gate that waits, the one after which the waiting gates and, at half the weight, those that
//! follow are nearest; a qubit that has just moved is moved less gladly. Where that goes in
//! circles, the first gate's qubits are brought together on a shortest way. Several seeds are
//! tried.

use super::graph::Graph;
use super::program::LoweredStep;
use super::routing_state::RoutingState;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::VecDeque;

const TRIALS: u64 = 8;
const AHEAD: usize = 20;
const AHEAD_WEIGHT: f64 = 0.5;
const TIREDNESS: f64 = 0.1;

/// Appends the steps to the board, swaps included.
pub(super) fn route(board: &mut RoutingState, graph: &Graph, steps: &[LoweredStep], seed: u64) {
    let adjacent = |a: usize, b: usize| graph.distance(board.at[a], board.at[b]) == 1;
    let easy = steps.iter().all(|step| match *step {
        LoweredStep::One(..) => true,
        LoweredStep::Cx(a, b) => adjacent(a, b),
    });
    if easy {
        steps.iter().for_each(|&step| board.step(step));
        return;
    }
    let trial = |k| {
        let mut trial = board.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(k));
        SabreRouter::new(&mut trial, graph, steps).run(&mut rng);
        trial
    };
    let trials = (0..TRIALS).map(trial);
    let best = trials.min_by_key(|trial| trial.gates.len());
    *board = best.expect("there are several trials");
}

struct SabreRouter<'a> {
    board: &'a mut RoutingState,
    graph: &'a Graph,
    steps: &'a [LoweredStep],
    done: Vec<bool>,
    /// For each variable the steps still to come on it.
    queues: Vec<VecDeque<usize>>,
    tired: Vec<f64>,
}

impl<'a> SabreRouter<'a> {
    fn new(board: &'a mut RoutingState, graph: &'a Graph, steps: &'a [LoweredStep]) -> Self {
        let mut queues = vec![VecDeque::new(); board.at.len()];
        for (k, step) in steps.iter().enumerate() {
            match *step {
                LoweredStep::One(_, q) => queues[q].push_back(k),
                LoweredStep::Cx(a, b) => {
                    queues[a].push_back(k);
                    queues[b].push_back(k);
                }
            }
        }
        Self {
            done: vec![false; steps.len()],
            tired: vec![1.0; graph.len()],
            board,
            graph,
            steps,
            queues,
        }
    }

    fn run(mut self, rng: &mut ChaCha8Rng) {
        let mut fruitless = 0;
        loop {
            if self.do_what_can_be_done() {
                fruitless = 0;
                self.tired.fill(1.0);
            }
            let waiting = self.waiting();
            let Some(&(a, b)) = waiting.first() else {
                return;
            };
            fruitless += 1;
            if fruitless > 2 * self.graph.len().min(64) {
                self.bring_together(a, b);
            } else {
                let (p, q) = self.best_swap(&waiting, rng);
                self.board.swap(p, q);
                self.tired[p] += TIREDNESS;
                self.tired[q] += TIREDNESS;
            }
        }
    }

    /// Whether a gate on two qubits was among it.
    fn do_what_can_be_done(&mut self) -> bool {
        let mut any = false;
        let mut open: Vec<usize> = (0..self.queues.len()).collect();
        while let Some(variable) = open.pop() {
            while let Some(&k) = self.queues[variable].front() {
                match self.steps[k] {
                    LoweredStep::One(..) => {
                        self.queues[variable].pop_front();
                    }
                    LoweredStep::Cx(a, b) => {
                        let ready = [a, b].iter().all(|&v| self.queues[v].front() == Some(&k));
                        if !ready || self.distance(a, b) != 1 {
                            break;
                        }
                        self.queues[a].pop_front();
                        self.queues[b].pop_front();
                        open.push(a + b - variable);
                        any = true;
                    }
                }
                self.board.step(self.steps[k]);
                self.done[k] = true;
            }
        }
        any
    }

    fn distance(&self, a: usize, b: usize) -> u16 {
        self.graph.distance(self.board.at[a], self.board.at[b])
    }

    /// The pairs whose turn it is, each once, in the order of their steps.
    fn waiting(&self) -> Vec<(usize, usize)> {
        let mut fronts: Vec<usize> = self
            .queues
            .iter()
            .filter_map(|q| q.front().copied())
            .collect();
        fronts.sort_unstable();
        let mut waiting = Vec::new();
        for pair in fronts.windows(2).filter(|pair| pair[0] == pair[1]) {
            if let LoweredStep::Cx(a, b) = self.steps[pair[0]] {
                waiting.push((a, b));
            }
        }
        waiting
    }

    fn ahead(&self) -> Vec<(usize, usize)> {
        let open = (0..self.steps.len()).filter(|&k| !self.done[k]);
        let pairs = open.filter_map(|k| match self.steps[k] {
            LoweredStep::Cx(a, b) => Some((a, b)),
            LoweredStep::One(..) => None,
        });
        pairs.take(AHEAD).collect()
    }

    fn best_swap(&self, waiting: &[(usize, usize)], rng: &mut ChaCha8Rng) -> (usize, usize) {
        let ahead = self.ahead();
        let mut best = None;
        for &(a, b) in waiting {
            for p in [self.board.at[a], self.board.at[b]] {
                for &q in &self.graph.neighbors[p] {
                    let mean = |pairs: &[(usize, usize)]| {
                        let sum: f64 = pairs.iter().map(|&pair| self.after(pair, p, q)).sum();
                        sum / pairs.len().max(1) as f64
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

    /// The distance of two variables after a swap.
    fn after(&self, (a, b): (usize, usize), p: usize, q: usize) -> f64 {
        let moved = |qubit: usize| match qubit {
            _ if qubit == p => q,
            _ if qubit == q => p,
            _ => qubit,
        };
        let (a, b) = (moved(self.board.at[a]), moved(self.board.at[b]));
        f64::from(self.graph.distance(a, b))
    }

    fn bring_together(&mut self, a: usize, b: usize) {
        while self.distance(a, b) > 1 {
            let (from, to) = (self.board.at[a], self.board.at[b]);
            let mut neighbors = self.graph.neighbors[from].iter();
            let next =
                neighbors.find(|&&q| self.graph.distance(q, to) < self.graph.distance(from, to));
            let next = *next.expect("a shortest way begins with a neighbor");
            self.board.swap(from, next);
        }
    }
}
