//! What a plan will take: runs, memory, and time, the last as an estimate from a short measurement.
//!
//! The measurement times calls of the simulator on qubits, in the precision of the plan and as busy
//! as the machine is, and scales them by the number of basis states. How many calls a search makes
//! nobody knows before: what is assumed is what searches on generated boards took on average.

use super::chain::Chain;
use super::sweep::PreparedSweep;
use crate::settings::{AnsatzKind, Settings};
use ketboard_qaoa::{Angles, Ansatz, Cost, Objective, Precision, memory, search::Strategy};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// Up to this many basis states chains run side by side, one thread each.
pub(super) const SIDE_BY_SIDE: u128 = 1 << 18;

/// How long calls are timed: long enough to see what else the machine does.
const TIMED: Duration = Duration::from_millis(100);

/// Seconds of a layer with its gradient for each basis state on one thread, on neighbors in a line
/// of qubits, so few that the simulator does not share them out.
fn seconds_per_state(precision: Precision) -> ketboard_qaoa::Result<f64> {
    const BITS: usize = 14;
    let couplings = (1..BITS).map(|k| (3_u64 << (k - 1), 1.0));
    let ansatz = Ansatz::new(Cost::from_terms(BITS, couplings.chain([(1, 0.5)]))?);
    let ansatz = ansatz.with_precision(precision);
    let (mut evaluator, angles) = (ansatz.evaluator()?, Angles::ramp(1, 0.2, -0.3));
    let mut gradient = Angles::default();
    let mut call = || evaluator.value_and_gradient(Objective::Expectation, &angles, &mut gradient);
    call(); // the first makes room for the states
    let (start, mut visited) = (Instant::now(), 0.0);
    while start.elapsed() < TIMED {
        call();
        visited += ansatz.states() as f64;
    }
    Ok(start.elapsed().as_secs_f64() / visited)
}

/// About how many basis states a search of a depth visits, in all layers of all calls; a call of a
/// small state takes some time itself.
pub(super) fn work(chain: &Chain, depth: usize) -> f64 {
    const LEAST: f64 = 1000.0;
    let states = (chain.problem.states() as f64).max(LEAST);
    calls(&chain.setting, depth) * depth as f64 * states
}

/// About how many calls with a gradient a search of a depth makes, as on generated boards. One
/// without gradients makes more, of one state each, which take about a third of the time.
fn calls(setting: &Settings, depth: usize) -> f64 {
    let (depth, most) = (depth as f64, setting.iterations.max(1) as f64);
    if setting.angles.is_some() {
        return 1.0;
    }
    let calls = if !setting.optimizer.uses_gradient || setting.ansatz != AnsatzKind::Standard {
        0.35 * most
    } else if setting.strategy == Strategy::Ladder {
        if depth > 1.0 { 37.0 } else { 5.0 }
    } else {
        10.0 * depth
    };
    calls.min(1.1 * most) * setting.starts_of_depth(depth as usize) as f64
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
        let precision = largest.map_or(Precision::F64, |chain| chain.setting.precision);
        let pace = seconds_per_state(precision).unwrap_or(0.0);
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
            "estimated_s": left * pace / threads as f64,
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
