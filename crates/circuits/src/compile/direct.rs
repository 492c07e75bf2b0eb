//! Direct routing for sparse models: a placement near to the couplings, then swaps one by one.
//!
//! As in 2QAN (Lao & Browne, ISCA 2022, arXiv 2108.02099) the placement is a quadratic assignment,
//! Σ (distance − 1) over the pairs, here annealed; the phases of all pairs that are side by side
//! are applied; the next swap is the one that brings most together, and a phase not yet done is
//! merged with the swap of its pair. Randomized greedy runs; the best one counts.

use super::route::Graph;
use super::route::{Meeting, Places};
use super::strategy::RoutingPlan;
use super::strategy::{SearchWeights, accepts, cooled};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeSet;

/// Moves for each variable in one annealing of the placement, and steps of distance that a worse
/// one may cost, at first and in the end.
const MOVES: usize = 400;
const HOT: f64 = 4.0;
const COLD: f64 = 0.08;

/// Placements with runs of their own; each has as many runs as there are pairs.
const PLACEMENTS: usize = 8;

/// Swaps without a gain before the nearest pair takes a shortest way.
const MOST_FRUITLESS: usize = 24;

/// The most swap candidates weighed from one placement.
const WORK: usize = 200_000;

/// The best plan for the pairs from any placement that brings those in `near` near to each other.
pub(super) fn planned(
    graph: &Graph,
    n: usize,
    pairs: &[(usize, usize)],
    near: &[(usize, usize)],
    weights: SearchWeights,
    seed: u64,
) -> Option<RoutingPlan> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut best: Option<(f64, RoutingPlan)> = None;
    for k in 0..PLACEMENTS {
        // from near alone to as near as qubits are good
        let care = 0.4 * weights.error * k as f64 / PLACEMENTS as f64;
        let start = placement(graph, n, near, care, &mut rng)?;
        let found = from(graph, &start, pairs, weights, &mut rng);
        if best.as_ref().is_none_or(|(cost, _)| found.0 < *cost) {
            best = Some(found);
        }
    }
    best.map(|(_, plan)| plan)
}

/// The best plan for the pairs from where the variables are, and what it costs.
pub(super) fn from(
    graph: &Graph,
    start: &[usize],
    pairs: &[(usize, usize)],
    weights: SearchWeights,
    rng: &mut ChaCha8Rng,
) -> (f64, RoutingPlan) {
    let mut open = vec![BTreeSet::new(); start.len()];
    for &(a, b) in pairs {
        open[a].insert(b);
        open[b].insert(a);
    }
    let nearness = nearness(graph);
    let mut best: Option<(f64, RoutingPlan)> = None;
    let mut used = 0;
    for _ in 0..pairs.len().max(1) {
        if used > WORK {
            break;
        }
        let greedy = Greedy {
            graph,
            nearness: &nearness,
            places: Places::new(start, graph.len()),
            open: open.clone(),
            meetings: Vec::new(),
            eagerness: rng.random_range(0.5..4.0),
            last: None,
        };
        let plan = greedy.run(start, rng);
        used += (plan.meetings.len() + 1) * (pairs.len() + 1);
        let no_swaps = plan
            .meetings
            .iter()
            .all(|(_, _, meeting)| *meeting == Meeting::Phase);
        let price = price(&plan, graph, weights);
        if best.as_ref().is_none_or(|(least, _)| price < *least) {
            best = Some((price, plan));
        }
        if no_swaps {
            break;
        }
    }
    best.expect("one run is made in any case")
}

/// What each distance of a pair that waits counts in the choice of a swap. A table, because the
/// powers are else a quarter of a search's time.
fn nearness(graph: &Graph) -> Vec<f64> {
    let counted = |d: u16| libm::pow(f64::from(d.saturating_sub(1)), 0.7);
    (0..=graph.diameter()).map(counted).collect()
}

/// The cost of a plan: its gates, weighted by the errors of couplings if asked for, and its depth.
fn price(plan: &RoutingPlan, graph: &Graph, weights: SearchWeights) -> f64 {
    let (gates, depth) = plan.cost(graph.len(), false);
    if weights.error == 0.0 {
        return weights.of(gates, depth);
    }
    let meetings = plan.meetings.iter();
    let loss = meetings.map(|&(a, b, meeting)| meeting.gates() as f64 * graph.cost(a, b));
    let mut loss: f64 = loss.sum();
    loss += plan.end().iter().map(|&q| graph.qubit_cost(q)).sum::<f64>();
    weights.of(0, depth) + weights.error * loss
}

/// Variable → qubit: a compact region, then annealed; none where no part of the device is large
/// enough.
fn placement(
    graph: &Graph,
    n: usize,
    pairs: &[(usize, usize)],
    care: f64,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<usize>> {
    let mut at = region(graph, n, rng)?;
    super::strategy::shuffle(&mut at, rng);
    let mut partners = vec![Vec::new(); n];
    for &(a, b) in pairs {
        partners[a].push(b);
        partners[b].push(a);
    }
    let mut places = Places::new(&at, graph.len());
    let busy: Vec<usize> = (0..n).filter(|&v| !partners[v].is_empty()).collect();
    if busy.is_empty() {
        return Some(at);
    }
    let moves = MOVES * n;
    for step in 0..moves {
        let temperature = cooled(HOT, COLD / HOT, step as f64 / moves as f64);
        let v = busy[rng.random_range(0..busy.len())];
        let partner = partners[v][rng.random_range(0..partners[v].len())];
        let near = &graph.neighbors[places.at[partner]];
        if near.is_empty() {
            continue;
        }
        let (from, to) = (places.at[v], near[rng.random_range(0..near.len())]);
        if from == to {
            continue;
        }
        let other = places.holds[to];
        let of = |v: usize, at: &[usize]| -> f64 {
            let distances = partners[v].iter().map(|&u| graph.distance(at[v], at[u]));
            distances.map(|d| f64::from(d.saturating_sub(1))).sum()
        };
        let both = |at: &[usize]| of(v, at) + other.map_or(0.0, |u| of(u, at));
        let before = both(&places.at);
        places.exchange(from, to);
        let poorer = care * (graph.qubit_cost(to) - graph.qubit_cost(from));
        let worse = both(&places.at) - before + if other.is_none() { poorer } else { 0.0 };
        if !accepts(worse, temperature, rng) {
            places.exchange(from, to);
        }
    }
    Some(places.at)
}

/// `n` qubits about one of those with small errors.
fn region(graph: &Graph, n: usize, rng: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let balls = (0..graph.len()).filter_map(|center| ball(graph, center, n));
    let mut balls: Vec<(f64, Vec<usize>)> = balls.collect();
    balls.sort_by(|a, b| a.0.total_cmp(&b.0));
    let few = balls.len().min(4);
    if few == 0 {
        return None;
    }
    Some(balls.swap_remove(rng.random_range(0..few)).1)
}

/// The `n` qubits nearest to a center, grown by the cheapest coupling, with their errors.
fn ball(graph: &Graph, center: usize, n: usize) -> Option<(f64, Vec<usize>)> {
    let mut inside = vec![center];
    let mut cost = graph.qubit_cost(center);
    while inside.len() < n {
        let edge = inside.iter().flat_map(|&q| {
            let near = graph.neighbors[q].iter();
            near.map(move |&next| (graph.distance(center, next), graph.cost(q, next), next))
        });
        let edge = edge.filter(|(_, _, next)| !inside.contains(next));
        let (_, price, next) = edge.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))?;
        cost += 10.0 * price + graph.qubit_cost(next);
        inside.push(next);
    }
    Some((cost, inside))
}

struct Greedy<'a> {
    graph: &'a Graph,
    nearness: &'a [f64],
    places: Places,
    /// Partners of each variable whose phase is not done.
    open: Vec<BTreeSet<usize>>,
    meetings: Vec<(usize, usize, Meeting)>,
    /// The value of a step nearer, in gates.
    eagerness: f64,
    last: Option<(usize, usize)>,
}

impl Greedy<'_> {
    fn run(mut self, start: &[usize], rng: &mut ChaCha8Rng) -> RoutingPlan {
        self.bring_together(rng);
        // the pairs that are left are side by side
        for a in 0..self.open.len() {
            let partners: Vec<usize> = self.open[a].iter().copied().collect();
            partners.into_iter().for_each(|b| self.phase(a, b));
        }
        RoutingPlan {
            start: start.to_vec(),
            meetings: self.meetings,
        }
    }

    /// Swap by swap until nothing waits. After `MOST_FRUITLESS` swaps without a gain the first pair
    /// that waits is brought together on a shortest way.
    fn bring_together(&mut self, rng: &mut ChaCha8Rng) {
        let (mut fruitless, mut least) = (0, usize::MAX);
        loop {
            let waiting = self.waiting();
            let Some(&(a, b)) = waiting.first() else {
                return;
            };
            if waiting.len() < least {
                (least, fruitless) = (waiting.len(), 0);
            }
            fruitless += 1;
            if fruitless <= MOST_FRUITLESS {
                let (p, q) = self.best_swap(&waiting, rng);
                self.swap(p, q);
                continue;
            }
            loop {
                let [from, to] = [a, b].map(|v| self.places.at[v]);
                let distance = self.graph.distance(from, to);
                if distance <= 1 {
                    break;
                }
                let mut near = self.graph.neighbors[from].iter();
                let next = near.find(|&&q| self.graph.distance(q, to) < distance);
                self.swap(from, *next.expect("a shortest way begins with a neighbor"));
            }
        }
    }

    /// How much nearer a swap brings what is not done; a pair that comes side by side counts most.
    fn gain(&self, p: usize, q: usize) -> f64 {
        let worth = |a: usize, b: usize| self.nearness[usize::from(self.graph.distance(a, b))];
        let of = |from: usize, to: usize| -> f64 {
            let Some(v) = self.places.holds[from] else {
                return 0.0;
            };
            let others = self.open[v].iter().map(|&u| self.places.at[u]);
            let others = others.filter(|&u| u != to);
            others
                .filter(|&u| self.graph.distance(from, u) > 1)
                .map(|u| worth(from, u) - worth(to, u))
                .sum()
        };
        of(p, q) + of(q, p)
    }

    /// The variables on two qubits whose phase is still to be done.
    fn open_on(&self, p: usize, q: usize) -> Option<(usize, usize)> {
        let both = self.places.both(p, q);
        both.filter(|&(a, b)| self.open[a].contains(&b))
    }

    fn phase(&mut self, a: usize, b: usize) {
        self.close(a, b);
        let at = &self.places.at;
        self.meetings.push((at[a], at[b], Meeting::Phase));
    }

    fn close(&mut self, a: usize, b: usize) {
        self.open[a].remove(&b);
        self.open[b].remove(&a);
    }

    /// Pairs that are not done and not side by side, nearest first.
    fn waiting(&self) -> Vec<(usize, usize)> {
        let distance =
            |a: usize, b: usize| self.graph.distance(self.places.at[a], self.places.at[b]);
        let open = self.open.iter().enumerate();
        let pairs = open.flat_map(|(a, list)| list.range(a..).map(move |&b| (a, b)));
        let mut waiting: Vec<(usize, usize)> = pairs.filter(|&(a, b)| distance(a, b) > 1).collect();
        waiting.sort_by_key(|&(a, b)| distance(a, b));
        waiting
    }

    fn best_swap(&self, waiting: &[(usize, usize)], rng: &mut ChaCha8Rng) -> (usize, usize) {
        let mut best = None;
        let at = &self.places.at;
        let moving = waiting.iter().flat_map(|&(a, b)| [at[a], at[b]]);
        let mut moving: Vec<usize> = moving.collect();
        moving.sort_unstable();
        moving.dedup();
        for &p in &moving {
            for &q in &self.graph.neighbors[p] {
                if self.last == Some((p.min(q), p.max(q)))
                    || (moving.binary_search(&q).is_ok() && q < p)
                {
                    continue;
                }
                let gates = self.open_on(p, q).map_or(3.0, |_| 1.0);
                let score = gates - self.eagerness * self.gain(p, q) + rng.random_range(0.0..0.5);
                if best.is_none_or(|(least, _)| score < least) {
                    best = Some((score, (p, q)));
                }
            }
        }
        best.map_or_else(
            || (moving[0], self.graph.neighbors[moving[0]][0]),
            |(_, swap)| swap,
        )
    }

    /// Does the phases that the swap would tear apart, then the swap, with the phase of its own
    /// pair.
    fn swap(&mut self, p: usize, q: usize) {
        for (from, to) in [(p, q), (q, p)] {
            let Some(v) = self.places.holds[from] else {
                continue;
            };
            let beside: Vec<usize> = self.open[v].iter().copied().collect();
            for u in beside {
                let there = self.places.at[u];
                let torn =
                    self.graph.distance(from, there) == 1 && self.graph.distance(to, there) > 1;
                if there != to && torn {
                    self.phase(v, u);
                }
            }
        }
        let meeting = match self.open_on(p, q) {
            Some((a, b)) => {
                self.close(a, b);
                Meeting::Both
            }
            None => Meeting::Swap,
        };
        self.meetings.push((p, q, meeting));
        self.places.exchange(p, q);
        self.last = Some((p.min(q), p.max(q)));
    }
}
