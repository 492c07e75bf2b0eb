//! What a plan will take: runs, memory, and time, the last as an estimate from a short measurement.
//!
//! The measurement times a call of the simulator at the plan's sizes, on qubits and on registers of
//! eight levels, up to 2^16 states; larger ones are scaled. How many calls a search makes nobody
//! knows before: what is assumed is what searches on the shipped puzzles took on average, so that
//! the time is right within a small factor.

use super::chain::Chain;
use super::laboratory::Laboratory;
use crate::error::Result;
use crate::settings::Settings;
use ketboard_qaoa::{Angles, Ansatz, Cost, CostTable, Objective, Strategy, available_memory};
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// Up to this many basis states chains run side by side, one thread each.
pub(super) const SIDE_BY_SIDE: u128 = 1 << 18;

/// Bits of the largest state that is measured.
const MEASURED_BITS: u32 = 16;

/// What a plan will take.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WorkForecast {
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
    /// Bytes of memory that are free on this machine.
    pub available: u64,
    /// Estimated seconds of what is left.
    pub seconds: f64,
    /// The number of threads that will work.
    pub threads: usize,
}

/// How long the depths of each chain will take, as estimated.
#[derive(Debug)]
pub(super) struct Clock(BTreeMap<Size, f64>);

/// What decides how long a call of the simulator takes: the space and its number of states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Size {
    on_registers: bool,
    bits: u32,
}

impl Clock {
    /// Times a call of the simulator at every size of the chains.
    pub(super) fn measured(chains: &[Chain]) -> Self {
        let mut times = BTreeMap::new();
        for size in chains.iter().map(measured) {
            let time = times.entry(size);
            time.or_insert_with(|| seconds_of_a_layer(size).unwrap_or(LEAST));
        }
        Self(times)
    }

    /// Seconds that one thread takes for the search at a depth, all starts together.
    pub(super) fn seconds(&self, chain: &Chain, depth: usize) -> f64 {
        let size = measured(chain);
        let layer = self.0.get(&size).copied().unwrap_or(LEAST);
        let layer = layer * chain.subject.problem.states() as f64 / 2_f64.powi(size.bits as i32);
        calls(&chain.setting, depth) * layer * depth as f64
    }
}

/// The work of a search down to a depth, states · calls · depth: the same number on every machine.
pub(super) fn work(setting: &Settings, states: f64, deepest: usize) -> f64 {
    let depths = 1..=deepest;
    depths
        .map(|depth| states * calls(setting, depth) * depth as f64)
        .sum()
}

/// Calls of all starts at a depth, as many gradients would take.
fn calls(setting: &Settings, depth: usize) -> f64 {
    let (calls, share) = calls_of_a_start(setting, depth);
    calls * share * setting.starts_of_depth(depth) as f64
}

/// Calls that a start makes at a depth, on average over the shipped puzzles; and what a call costs
/// beside a gradient.
fn calls_of_a_start(setting: &Settings, depth: usize) -> (f64, f64) {
    let most = setting.iterations.max(1) as f64;
    let gradients = setting.optimizer.uses_gradient;
    match gradients {
        true if setting.strategy == Strategy::Ladder => {
            ((7.0 + 0.5 * depth as f64).min(1.1 * most), 1.0)
        }
        true => ((5.0 + 3.0 * depth as f64).min(1.1 * most), 1.0),
        false => ((100.0 * depth as f64).min(2.0 * most), 0.35),
    }
}

/// Seconds of a layer where nothing can be measured.
const LEAST: f64 = 1e-6;

/// Layers of the circuit that is measured.
const LAYERS: usize = 4;

/// The size that stands for a chain.
fn measured(chain: &Chain) -> Size {
    let states = chain.subject.problem.states();
    let bits = u128::BITS - states.saturating_sub(1).leading_zeros();
    Size {
        on_registers: chain.subject.problem.registers.is_some(),
        bits: bits.min(MEASURED_BITS),
    }
}

/// Seconds that a gradient takes for each layer, on one thread; `None` where nothing can be
/// measured.
fn seconds_of_a_layer(size: Size) -> Option<f64> {
    let angles = Angles {
        gammas: vec![0.2; LAYERS],
        betas: vec![-0.3; LAYERS],
    };
    let cost = match size.on_registers {
        true => neighbors_on_registers(size.bits).ok()?,
        false => {
            let n = size.bits as usize;
            let couplings = (1..n).map(|k| (3_u64 << (k - 1), 1.0));
            Cost::from_terms(n, couplings.chain([(1, 0.5)])).ok()?
        }
    };
    let ansatz = Ansatz::new(cost);
    let mut evaluator = ansatz.evaluator().ok()?;
    let mut gradient = Angles::default();
    Some(shortest(|| {
        evaluator.value_and_gradient(Objective::Expectation, &angles, &mut gradient);
    }))
}

/// 2^bits states of registers of eight levels, and one of the rest; neighbors of the same level
/// cost 1.
fn neighbors_on_registers(bits: u32) -> Result<Cost> {
    let mut dims = vec![8; bits as usize / 3];
    dims.push(1 << (bits % 3));
    let table = |k: usize| {
        let pairs = (0..dims[k]).flat_map(|b| (0..dims[k - 1]).map(move |a| a == b));
        CostTable {
            qudits: vec![k - 1, k],
            values: pairs.map(|same| f64::from(u8::from(same))).collect(),
        }
    };
    let tables = (1..dims.len()).map(table).collect();
    Ok(Cost::from_tables(dims, 0.0, tables)?)
}

/// Seconds of the shortest of three calls after a first one, for each layer.
fn shortest(mut once: impl FnMut()) -> f64 {
    once();
    let timed = |_| {
        let start = Instant::now();
        once();
        start.elapsed().as_secs_f64()
    };
    (0..3).map(timed).fold(f64::INFINITY, f64::min) / LAYERS as f64
}

impl Laboratory {
    /// What the runs that are not `done` will take on `threads` threads.
    pub(crate) fn forecast(&self, threads: usize, done: impl Fn(&str) -> bool) -> WorkForecast {
        let clock = Clock::measured(&self.chains);
        let (mut beside, mut alone, mut finished) = (0.0, 0.0, 0);
        for chain in &self.chains {
            let is_done = |depth: &usize| done(&chain.run_name(*depth));
            finished += chain.depths().filter(is_done).count();
            let known = chain.depths().take_while(is_done).last().unwrap_or(0);
            let deepest = chain.depths().next_back().unwrap_or(0);
            let left = (known + 1)..=deepest;
            let seconds: f64 = left.map(|depth| clock.seconds(chain, depth)).sum();
            match chain.subject.problem.states() <= SIDE_BY_SIDE {
                true => beside += seconds,
                false => alone += seconds,
            }
        }
        let largest = self
            .chains
            .iter()
            .max_by_key(|chain| chain.subject.problem.states());
        let names: HashMap<&str, ()> = self.chains.iter().map(|c| (&*c.subject.name, ())).collect();
        WorkForecast {
            puzzles: names.len(),
            chains: self.chains.len(),
            runs: self.runs().count(),
            done: finished,
            largest: largest.map_or_else(Default::default, |chain| {
                let subject = &chain.subject;
                (
                    subject.name.clone(),
                    subject.problem.qubits(),
                    subject.problem.states(),
                )
            }),
            bytes: bytes(&self.chains, threads),
            available: available_memory(),
            seconds: (beside + alone) / threads as f64,
            threads,
        }
    }
}

/// Bytes needed at once: those of the largest chains that run side by side, or of the largest that
/// runs alone.
fn bytes(chains: &[Chain], threads: usize) -> u128 {
    let is_small = |chain: &&Chain| chain.subject.problem.states() <= SIDE_BY_SIDE;
    let (small, large): (Vec<&Chain>, Vec<&Chain>) = chains.iter().partition(is_small);
    let workers = threads.min(small.len()).max(1);
    let mut beside: Vec<u128> = small.iter().map(|c| c.bytes(threads / workers)).collect();
    beside.sort_unstable_by(|a, b| b.cmp(a));
    let beside: u128 = beside.into_iter().take(workers).sum();
    let alone = large
        .iter()
        .map(|chain| chain.bytes(threads))
        .max()
        .unwrap_or(0);
    beside.max(alone)
}
