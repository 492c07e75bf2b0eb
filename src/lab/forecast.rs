//! What a plan will take: runs, memory, and time, the last as an estimate from a short measurement.
//!
//! The measurement times a call of the simulator at the plan's sizes, up to 2^16 states; larger ones are scaled. How many calls a search makes
//! nobody knows before: what is assumed is what searches on the shipped puzzles took on average, so that the time is right within a small factor.

use super::chain::Chain;
use super::laboratory::Laboratory;
use crate::optimize::optimizer;
use crate::qaoa::Angles;
use crate::sim::{Diagonal, Purpose, memory};
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// Up to this many basis states chains run side by side, one thread each.
pub(super) const SIDE_BY_SIDE: u128 = 1 << 18;

/// Bits of the largest state that is measured.
const MEASURED_BITS: u32 = 16;

/// What a plan will take.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// Puzzles and models that run.
    pub puzzles: usize,
    /// Chains: puzzles times settings, less what is left out.
    pub chains: usize,
    /// Runs in all: a record each.
    pub runs: usize,
    /// Runs that are already done.
    pub done: usize,
    /// The name of what has most basis states, with its qubits and states.
    pub largest: (String, usize, u128),
    /// Bytes needed at once, at most.
    pub bytes: u128,
    /// Bytes free.
    pub available: u64,
    /// Estimated seconds of what is left.
    pub seconds: f64,
    /// Threads that will work.
    pub threads: usize,
}

/// How long the depths of each chain will take, as estimated.
#[derive(Debug)]
pub(super) struct Clock(BTreeMap<u32, f64>);

impl Clock {
    /// Times a call of the simulator at every size of the chains.
    pub(super) fn measured(chains: &[Chain]) -> Self {
        let bits = chains.iter().map(|chain| bits_of(chain).min(MEASURED_BITS));
        let mut times = BTreeMap::new();
        for bits in bits {
            times
                .entry(bits)
                .or_insert_with(|| seconds_of_a_layer(bits));
        }
        Self(times)
    }

    /// Seconds that one thread takes for the search at a depth, all starts together.
    pub(super) fn seconds(&self, chain: &Chain, depth: usize) -> f64 {
        let bits = bits_of(chain);
        let measured = bits.min(MEASURED_BITS);
        let layer = self.0.get(&measured).copied().unwrap_or(1e-6);
        let layer = layer * chain.subject.states() as f64 / 2_f64.powi(measured as i32);
        let (calls, share) = calls_of_a_start(chain, depth);
        calls * share * chain.setting.starts as f64 * layer * depth as f64
    }
}

/// Calls that a start makes at a depth, on average over the shipped puzzles; and what a call costs beside a gradient.
fn calls_of_a_start(chain: &Chain, depth: usize) -> (f64, f64) {
    let most = chain.setting.iterations.max(1) as f64;
    let gradients = optimizer(&chain.setting.optimizer).is_ok_and(|known| known.uses_gradient);
    match gradients {
        true => ((10.0 + 9.0 * depth as f64).min(1.1 * most), 1.0),
        false => ((100.0 * depth as f64).min(2.0 * most), 0.35),
    }
}

fn bits_of(chain: &Chain) -> u32 {
    let states = chain.subject.states();
    u128::BITS - states.saturating_sub(1).leading_zeros()
}

/// Seconds that a gradient takes for each layer, on one thread, at 2^bits states.
fn seconds_of_a_layer(bits: u32) -> f64 {
    const LAYERS: usize = 4;
    let n = bits as usize;
    let couplings = (1..n).map(|k| (3_u64 << (k - 1), 1.0));
    let Ok(diagonal) = Diagonal::from_terms(n, couplings.chain([(1, 0.5)])) else {
        return 1e-6;
    };
    let Ok(mut evaluator) = crate::qaoa::Evaluator::<f64>::of_values(&diagonal) else {
        return 1e-6;
    };
    let angles = Angles {
        gammas: vec![0.2; LAYERS],
        betas: vec![-0.3; LAYERS],
    };
    let mut gradient = Angles::default();
    let mut once = || {
        let start = Instant::now();
        evaluator.value_and_gradient(&angles, &mut gradient);
        start.elapsed().as_secs_f64()
    };
    once();
    (0..3).map(|_| once()).fold(f64::INFINITY, f64::min) / LAYERS as f64
}

impl Laboratory {
    /// What the runs that are not `done` will take on `threads` threads.
    pub fn forecast(&self, threads: usize, done: impl Fn(&str) -> bool) -> Forecast {
        let clock = Clock::measured(&self.chains);
        let (mut beside, mut alone, mut finished) = (0.0, 0.0, 0);
        for chain in &self.chains {
            let is_done = |depth: &usize| done(&chain.run_name(*depth));
            finished += chain.depths().filter(is_done).count();
            let known = chain.depths().take_while(is_done).last().unwrap_or(0);
            let deepest = chain.depths().next_back().unwrap_or(0);
            let left = (known + 1)..=deepest;
            let seconds: f64 = left.map(|depth| clock.seconds(chain, depth)).sum();
            match chain.subject.states() <= SIDE_BY_SIDE {
                true => beside += seconds,
                false => alone += seconds,
            }
        }
        let largest = self
            .chains
            .iter()
            .max_by_key(|chain| chain.subject.states());
        let names: HashMap<&str, ()> = self.chains.iter().map(|c| (&*c.subject.name, ())).collect();
        Forecast {
            puzzles: names.len(),
            chains: self.chains.len(),
            runs: self.runs().count(),
            done: finished,
            largest: largest.map_or_else(Default::default, |chain| {
                let subject = &chain.subject;
                (subject.name.clone(), subject.qubits(), subject.states())
            }),
            bytes: self.bytes(threads),
            available: memory::available(),
            seconds: (beside + alone) / threads as f64,
            threads,
        }
    }

    /// Bytes needed at once: those of the largest chains that run side by side, or of the largest that runs alone.
    fn bytes(&self, threads: usize) -> u128 {
        let of = |chain: &Chain| chain.subject.bytes();
        let (small, large): (Vec<&Chain>, Vec<&Chain>) = self
            .chains
            .iter()
            .partition(|chain| chain.subject.states() <= SIDE_BY_SIDE);
        let mut beside: Vec<u128> = small.into_iter().map(of).collect();
        beside.sort_unstable_by(|a, b| b.cmp(a));
        let beside: u128 = beside.into_iter().take(threads).sum();
        let alone = large.into_iter().map(of).max().unwrap_or(0);
        beside.max(alone).max(memory::needed(0, Purpose::Gradient))
    }
}
