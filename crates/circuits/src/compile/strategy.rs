//! A whole program by one method: placement, preparation, and layer after layer; meetings of
//! coupled qubits in order; simulated annealing of an order, seeded.

use super::lowered::{Lowered, LoweredLayer};
use super::network::LineStart;
use super::route::Graph;
use super::route::{Meeting, Places, RoutingState};
use super::{CompileMethod, direct, lowered, network, parity, route};
use crate::circuit::{Chains, Gate, parity_rotation};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

pub(super) struct RoutingTask<'a> {
    pub(super) program: &'a Lowered,
    /// The pairs of all layers.
    pub(super) pairs: &'a [(usize, usize)],
    pub(super) method: CompileMethod,
    pub(super) graph: &'a Graph,
    pub(super) line: &'a [usize],
    pub(super) all_to_all: bool,
    /// Whether a variable that begins late waits less, as gates run one at a time.
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

    /// Where the variables begin, with the first layer's plan if that was found together with it.
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
                    true => lowered::late(&placement, self.pairs),
                    false => lowered::planned(&placement, self.pairs),
                }
            }
            (CompileMethod::Direct, _) => {
                direct::planned(self.graph, n, self.pairs, &self.near(), weights, seed)?
            }
        };
        Some((plan.start.clone(), Some(plan)))
    }

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
            CompileMethod::Direct if self.all_to_all => lowered::planned(at, self.pairs),
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

    /// Phases on more than two variables, nearest first, each between two ladders of CX.
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

    /// The variables of a set, each followed by the nearest that is left, beginning where that is
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

// Meetings of coupled qubits in the order they are done: phases and swaps of one layer.

/// Where the variables are at first, and who meets then.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RoutingPlan {
    /// Variable → qubit.
    pub(super) start: Vec<usize>,
    pub(super) meetings: Vec<(usize, usize, Meeting)>,
}

impl RoutingPlan {
    /// The same with qubit i of the plan on `line[i]`.
    pub(super) fn on(self, line: &[usize]) -> Self {
        let meetings = self.meetings.into_iter();
        Self {
            start: self.start.into_iter().map(|place| line[place]).collect(),
            meetings: meetings
                .map(|(a, b, meeting)| (line[a], line[b], meeting))
                .collect(),
        }
    }

    /// Two-qubit gates and depth on `qubits` qubits. Where these are `plus` at first, the first
    /// meeting of a qubit that still is |+⟩ is one gate less.
    pub(super) fn cost(&self, qubits: usize, plus: bool) -> (usize, usize) {
        let mut untouched = vec![plus; qubits];
        let mut chains = Chains::new(qubits);
        let mut gates = 0;
        for &(a, b, meeting) in &self.meetings {
            let duration = meeting.gates() - usize::from(untouched[a] || untouched[b]);
            gates += duration;
            chains.add(&[a, b], duration);
            (untouched[a], untouched[b]) = (false, false);
        }
        (gates, chains.longest())
    }

    pub(super) fn end(&self) -> Vec<usize> {
        let meetings = self.meetings.iter().flat_map(|&(a, b, _)| [a, b]);
        let last = self.start.iter().copied().chain(meetings).max();
        let mut places = Places::new(&self.start, last.map_or(0, |last| last + 1));
        for &(a, b, meeting) in &self.meetings {
            if meeting != Meeting::Phase {
                places.exchange(a, b);
            }
        }
        places.at
    }

    /// The same pairs in the opposite order, from where this one ends to where it began.
    pub(super) fn reversed(&self) -> Self {
        Self {
            start: self.end(),
            meetings: self.meetings.iter().rev().copied().collect(),
        }
    }

    fn emit(&self, state: &mut RoutingState, layer: &LoweredLayer) {
        for &(a, b, meeting) in &self.meetings {
            state.meet(a, b, layer, meeting);
        }
    }
}

// Simulated annealing of an order, seeded.

/// What a gate and what a step of depth count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SearchWeights {
    pub(super) gate: f64,
    pub(super) depth: f64,
    /// Gates for each unit of −ln(fidelity), where couplings and qubits have different errors; else
    /// 0.
    pub(super) error: f64,
}

impl SearchWeights {
    pub(super) fn of(self, gates: usize, depth: usize) -> f64 {
        self.gate * gates as f64 + self.depth * depth as f64
    }
}

/// Elementary steps that one search may take.
const WORK: usize = 24_000_000;

/// Steps of one search for each entry of the order, at most.
const STEPS: usize = 600;

/// Independent searches; the best one counts.
const RESTARTS: usize = 3;

/// Share of the first cost that a worse order may cost more, at first and in the end.
const HOT: f64 = 0.02;
const COLD: f64 = 0.0004;

/// The best order of 0 … n − 1 met. `work` is about how many steps one call of `cost` takes.
pub(super) fn annealed_order(
    n: usize,
    work: usize,
    cost: impl Fn(&[usize]) -> f64,
    seed: u64,
) -> Vec<usize> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let steps = (WORK / RESTARTS / work.max(1)).clamp(50, STEPS * n.max(1));
    let mut best: Vec<usize> = (0..n).collect();
    let mut best_cost = cost(&best);
    if n < 3 {
        return best;
    }
    for restart in 0..RESTARTS {
        let mut order: Vec<usize> = (0..n).collect();
        if restart > 0 {
            shuffle(&mut order, &mut rng);
        }
        let mut now = cost(&order);
        let first = now.max(1.0);
        for step in 0..steps {
            let progress = step as f64 / steps as f64;
            let temperature = cooled(first * HOT, COLD / HOT, progress);
            let changed = neighbor(&order, &mut rng);
            let then = cost(&changed);
            if accepts(then - now, temperature, &mut rng) {
                (order, now) = (changed, then);
                if now < best_cost {
                    best_cost = now;
                    best.clone_from(&order);
                }
            }
        }
    }
    best
}

/// The temperature at a progress from 0 to 1, at last a share of what it is at first.
pub(super) fn cooled(first: f64, share: f64, progress: f64) -> f64 {
    first * libm::pow(share, progress)
}

/// Whether a change that costs so much more is made (Metropolis).
pub(super) fn accepts(worse: f64, temperature: f64, rng: &mut ChaCha8Rng) -> bool {
    worse <= 0.0 || rng.random_bool(libm::exp(-worse / temperature))
}

pub(super) fn shuffle(order: &mut [usize], rng: &mut ChaCha8Rng) {
    for i in (1..order.len()).rev() {
        order.swap(i, rng.random_range(0..=i));
    }
}

/// Two exchanged, one moved, or a stretch reversed.
fn neighbor(order: &[usize], rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut changed = order.to_vec();
    let n = order.len();
    let i = rng.random_range(0..n);
    let j = (i + rng.random_range(1..n)) % n;
    match rng.random_range(0..4) {
        0 => changed[i.min(j)..=i.max(j)].reverse(),
        1 => {
            let moved = changed.remove(i);
            changed.insert(j, moved);
        }
        _ => changed.swap(i, j),
    }
    changed
}
