//! A whole program by one method: placement, preparation, and layer after layer.

use super::anneal::SearchWeights;
use super::graph::Graph;
use super::lowered::{Lowered, LoweredLayer};
use super::network::LineStart;
use super::plan::RoutingPlan;
use super::routing_state::{Places, RoutingState};
use super::{CompileMethod, direct, network, parity, rounds, route};
use crate::circuit::{Gate, parity_rotation};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// What is to be routed, how, and where.
pub(super) struct RoutingTask<'a> {
    pub(super) program: &'a Lowered,
    /// The pairs of all layers.
    pub(super) pairs: &'a [(usize, usize)],
    pub(super) method: CompileMethod,
    /// The couplings that the method may use.
    pub(super) graph: &'a Graph,
    /// The line, for methods on a line.
    pub(super) line: &'a [usize],
    pub(super) all_to_all: bool,
    /// Whether a variable that begins late waits less, as gates run one at a time, and waits count.
    pub(super) begins_late: bool,
    pub(super) weights: SearchWeights,
    pub(super) seed: u64,
}

impl RoutingTask<'_> {
    /// Variable → qubit at first, and the state in the end: gates on the qubits of the device.
    pub(super) fn routed(&self) -> Option<(Vec<usize>, RoutingState)> {
        let program = self.program;
        let free = program.prepare.iter().all(|gate| gate.both().is_none());
        let start = match (free, program.starts_in_plus) {
            (true, true) => LineStart::Plus,
            (true, false) => LineStart::Free,
            (false, _) => LineStart::Fixed,
        };
        let (placement, mut plan) = self.beginning(start)?;
        let mut state = RoutingState::new(&placement, self.graph.len());
        self.route(&mut state, &program.prepare);
        for (k, layer) in program.layers.iter().enumerate() {
            if k == 0 && self.method == CompileMethod::Mixed {
                self.walk(&mut state, layer, program.starts_in_plus);
            } else {
                let here = plan.take().filter(|plan| plan.start == state.places.at);
                let now = here.unwrap_or_else(|| self.plan_from(&state.places.at));
                now.emit(&mut state, layer);
                plan = Some(now.reversed());
            }
            // only now: a parity walk from |+⟩ begins with no variable in its place, and what is
            // untouched costs less
            for (set, &angle) in layer.phases.iter().filter(|(set, _)| set.len() == 1) {
                state.step(&Gate::rz(set[0], angle));
            }
            self.ladders(&mut state, layer);
            self.route(&mut state, &layer.mixer);
        }
        Some((placement, state))
    }

    /// Where the variables begin, with the first layer's plan where that was found together with
    /// it.
    fn beginning(&self, start: LineStart) -> Option<(Vec<usize>, Option<RoutingPlan>)> {
        let (n, layers) = (self.program.qubits, self.program.layers.len());
        let (weights, seed) = (self.weights, self.seed);
        let pairs = network::coupled(n, self.pairs);
        let plan = match (self.method, start) {
            (CompileMethod::SwapNetwork, LineStart::Plus) => {
                network::annealed(&pairs, start, weights, seed).on(self.line)
            }
            (CompileMethod::SwapNetwork, LineStart::Free | LineStart::Fixed) => {
                network::annealed(&pairs, LineStart::Free, weights, seed).on(self.line)
            }
            (CompileMethod::Mixed, LineStart::Plus) if layers > 1 => {
                parity::annealed_with_swaps(&pairs, layers - 1, weights, seed).on(self.line)
            }
            (CompileMethod::Mixed, _) => {
                let mut chain: Vec<usize> = (0..n).collect();
                if start == LineStart::Plus && n > 1 {
                    chain = parity::annealed_chain(&pairs, weights, seed);
                    chain.reverse();
                }
                return Some((self.on_line(&chain), None));
            }
            (CompileMethod::Direct, _) if self.all_to_all => {
                let placement: Vec<usize> = (0..n).collect();
                match self.begins_late {
                    true => rounds::late(&placement, self.pairs),
                    false => rounds::planned(&placement, self.pairs),
                }
            }
            (CompileMethod::Direct, _) => {
                direct::planned(self.graph, n, self.pairs, &self.near(), weights, seed)?
            }
        };
        Some((plan.start.clone(), Some(plan)))
    }

    /// Variable → qubit, of variables in their order along the line.
    fn on_line(&self, order: &[usize]) -> Vec<usize> {
        let mut placement = vec![0; order.len()];
        for (place, &variable) in order.iter().enumerate() {
            placement[variable] = self.line[place];
        }
        placement
    }

    /// The pairs that a placement should bring near to each other: all that ever meet.
    fn near(&self) -> Vec<(usize, usize)> {
        let program = self.program;
        let mixers = program.layers.iter().flat_map(|layer| &layer.mixer);
        let gates = program.prepare.iter().chain(mixers).filter_map(Gate::both);
        let gates = gates.map(|(a, b)| (a.min(b), a.max(b)));
        let sets = program.layers.iter().flat_map(|layer| layer.phases.keys());
        let ladders = sets.flat_map(|set| set.windows(2).map(|pair| (pair[0], pair[1])));
        let mut near: Vec<_> = self.pairs.iter().copied().chain(gates).collect();
        near.extend(ladders);
        near.sort_unstable();
        near.dedup();
        near
    }

    fn plan_from(&self, at: &[usize]) -> RoutingPlan {
        match self.method {
            CompileMethod::Direct if self.all_to_all => rounds::planned(at, self.pairs),
            CompileMethod::Direct => {
                let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
                direct::from(self.graph, at, self.pairs, self.weights, &mut rng).1
            }
            CompileMethod::SwapNetwork | CompileMethod::Mixed => {
                let pairs = network::coupled(self.program.qubits, self.pairs);
                let (order, start) = (self.order(at), LineStart::Fixed);
                network::cheaper(&order, &pairs, start, self.weights)
                    .0
                    .on(self.line)
            }
        }
    }

    /// Place on the line → variable.
    fn order(&self, at: &[usize]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..at.len()).collect();
        let place = |qubit: usize| self.line.iter().position(|&q| q == qubit);
        order.sort_by_key(|&variable| place(at[variable]));
        order
    }

    /// A layer by parities: the chain runs along the line in the order of the variables, reversed
    /// where it may begin anywhere.
    fn walk(&self, state: &mut RoutingState, layer: &LoweredLayer, from_plus: bool) {
        if layer.pairs().next().is_none() {
            return;
        }
        let mut chain = self.order(&state.places.at);
        let walk = if from_plus {
            // this walk ends in the chain reversed, so it keeps the placement
            chain.reverse();
            parity::from_plus(chain.len())
        } else {
            parity::from_plain(chain.len())
        };
        for (&(control, target), phase) in walk.cnots.iter().zip(&walk.phases) {
            let angle = phase.and_then(|(a, b)| layer.angle(chain[a], chain[b]));
            if let Some(angle) = angle {
                state.push(Gate::rz(self.line[target], angle));
            }
            state.push(Gate::cx(self.line[control], self.line[target]));
        }
        chain.reverse();
        state.places = Places::new(&self.on_line(&chain), self.graph.len());
    }

    /// Phases on more than two variables, nearest first, each between two ladders of CX from
    /// neighbor to neighbor.
    fn ladders(&self, state: &mut RoutingState, layer: &LoweredLayer) {
        let higher = layer.phases.iter().filter(|(set, _)| set.len() > 2);
        let mut left: Vec<(&Vec<usize>, &f64)> = higher.collect();
        while !left.is_empty() {
            let at = &state.places.at;
            let nearest = (0..left.len()).min_by_key(|&k| self.chained(left[k].0, at).0);
            let (set, angle) = left.remove(nearest.expect("some are left"));
            let (_, chain) = self.chained(set, at);
            self.route(state, &parity_rotation(&chain, *angle));
        }
    }

    fn steps(&self, a: usize, b: usize) -> usize {
        usize::from(self.graph.distance(a, b))
    }

    /// The variables of a set, from one to the nearest that is left, beginning where that is
    /// shortest, and how long the way is.
    fn chained(&self, set: &[usize], at: &[usize]) -> (usize, Vec<usize>) {
        let from = |first: usize| {
            let mut chain = vec![first];
            let mut length = 0;
            while chain.len() < set.len() {
                let last = at[chain[chain.len() - 1]];
                let left = set.iter().filter(|v| !chain.contains(v));
                let next = left.min_by_key(|v| self.steps(last, at[**v]));
                let next = *next.expect("the chain is shorter than the set");
                length += self.steps(last, at[next]);
                chain.push(next);
            }
            (length, chain)
        };
        let chains = set.iter().map(|&first| from(first));
        let best = chains.min_by_key(|(length, _)| *length);
        best.expect("a set of three or more")
    }

    fn route(&self, state: &mut RoutingState, steps: &[Gate]) {
        route::route(state, self.graph, steps, self.seed);
    }
}
