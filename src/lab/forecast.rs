//! What a plan will take: runs, memory, and time, the last as an estimate from a short measurement.
//!
//! The measurement times a call of the simulator on qubits, and scales it by the number of basis
//! states. How many calls a search makes nobody knows before: what is assumed is what searches on
//! the shipped puzzles took on average, so that the time is right within a small factor.

use super::chain::Chain;
use super::sweep::PreparedSweep;
use crate::settings::Settings;
use ketboard_qaoa::{Angles, Ansatz, Cost, Objective, memory, search::Strategy};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::time::Instant;

/// Up to this many basis states chains run side by side, one thread each.
pub(super) const SIDE_BY_SIDE: u128 = 1 << 18;

/// Seconds of a layer with its gradient for each basis state, on neighbors in a line of qubits.
fn seconds_per_state() -> ketboard_qaoa::Result<f64> {
    const BITS: usize = 14;
    const LAYERS: usize = 4;
    let couplings = (1..BITS).map(|k| (3_u64 << (k - 1), 1.0));
    let ansatz = Ansatz::new(Cost::from_terms(BITS, couplings.chain([(1, 0.5)]))?);
    let (mut evaluator, angles) = (ansatz.evaluator()?, Angles::ramp(LAYERS, 0.2, -0.3));
    let timed = |_| {
        let (start, mut gradient) = (Instant::now(), Angles::default());
        evaluator.value_and_gradient(Objective::Expectation, &angles, &mut gradient);
        start.elapsed().as_secs_f64()
    };
    let shortest = (0..4).map(timed).fold(f64::INFINITY, f64::min);
    Ok(shortest / (1_u64 << BITS) as f64 / LAYERS as f64)
}

/// About how many basis states a search of a depth visits, in all layers of all calls; a call of a
/// small state takes some time itself.
pub(super) fn work(chain: &Chain, depth: usize) -> f64 {
    const LEAST: f64 = 1000.0;
    let states = (chain.problem.states() as f64).max(LEAST);
    calls(&chain.setting, depth) * depth as f64 * states
}

/// About how many calls a search of a depth makes, as on the shipped puzzles. One with gradients
/// makes all of them; another some of one state, which take about a third of the time.
fn calls(setting: &Settings, depth: usize) -> f64 {
    let (depth, most) = (depth as f64, setting.iterations.max(1) as f64);
    if setting.angles.is_some() {
        return 1.0;
    }
    let calls = if !setting.optimizer.uses_gradient {
        0.35 * (100.0 * depth).min(2.0 * most)
    } else if setting.strategy == Strategy::Ladder {
        (7.0 + 0.5 * depth).min(1.1 * most)
    } else {
        (5.0 + 3.0 * depth).min(1.1 * most)
    };
    calls * setting.starts_of_depth(depth as usize) as f64
}

impl PreparedSweep {
    /// What the runs that are not `done` will take on `threads` threads: the object of
    /// `sweep --dry-run --json`.
    pub(crate) fn forecast(&self, threads: usize, done: impl Fn(&str) -> bool) -> Value {
        let (mut finished, mut left) = (0, 0.0);
        for chain in &self.chains {
            let is_done = |depth: &usize| done(&chain.run_name(*depth));
            finished += chain.depths().filter(is_done).count();
            let depths = chain.depths_left(&done);
            left += depths.map(|depth| work(chain, depth)).sum::<f64>();
        }
        let states = |chain: &&Chain| chain.problem.states();
        let largest = self.chains.iter().max_by_key(states);
        let names: HashSet<&str> = self.chains.iter().map(|c| &*c.source.name).collect();
        json!({
            "plan": self.plan.name,
            "runs": self.runs().count(),
            "done": finished,
            "puzzles": names.len(),
            "chains": self.chains.len(),
            "largest": {
                "name": largest.map_or("", |chain| &chain.source.name),
                "qubits": largest.map_or(0, |chain| chain.problem.qubits()),
                "states": largest.map_or(0, |chain| states(&chain)) as f64,
            },
            "bytes": bytes(&self.chains, threads) as f64,
            "available_bytes": memory::available(),
            "estimated_s": left * seconds_per_state().unwrap_or(0.0) / threads as f64,
            "threads": threads,
            "left_out": self.left_out,
        })
    }
}

/// Bytes needed at once: those of the largest chains that run side by side, or of the largest that
/// runs alone.
fn bytes(chains: &[Chain], threads: usize) -> u128 {
    let is_small = |chain: &&Chain| chain.problem.states() <= SIDE_BY_SIDE;
    let (small, large): (Vec<&Chain>, Vec<&Chain>) = chains.iter().partition(is_small);
    let workers = threads.min(small.len()).max(1);
    let mut beside: Vec<u128> = small.iter().map(|c| c.bytes(threads / workers)).collect();
    beside.sort_unstable_by(|a, b| b.cmp(a));
    let beside: u128 = beside.into_iter().take(workers).sum();
    let alone = large.iter().map(|chain| chain.bytes(threads)).max();
    beside.max(alone.unwrap_or(0))
}
