//! What a plan will take: runs, memory, and time, the last as an estimate from a short measurement.
//!
//! The measurement times calls of the simulator on the largest circuit of each kind, as busy as the
//! machine is, and scales them by the number of basis states. How many calls a search makes
//! nobody knows before: what is assumed is what searches on generated boards took on average.

use super::chain::Chain;
use super::sweep::PreparedSweep;
use crate::error::Result;
use crate::settings::{AnsatzKind, Settings};
use ketboard_qaoa::{Angles, Objective, Precision, memory, search::Strategy};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// Up to this many basis states chains run side by side, one thread each.
pub(super) const SIDE_BY_SIDE: u128 = 1 << 18;

/// How long calls are timed: long enough to see what else the machine does.
const TIMED: Duration = Duration::from_millis(100);

/// The layers of the circuits that are timed: a call takes some time beside them.
const LAYERS: usize = 4;

/// A call of a smaller state takes as long as one of so many basis states.
const LEAST: f64 = 1000.0;

/// Seconds of a move of annealing, mean over generated boards, and of a record until the disk has
/// it.
const MOVE: f64 = 2.5e-9;
const WRITTEN: f64 = 2e-3;

/// Seconds of a layer with its gradient for each basis state of a chain, on one thread where it
/// runs beside others.
fn seconds_per_state(chain: &Chain) -> Result<f64> {
    let precision = chain.setting.precision;
    let named = chain.problem.ansatz_of(AnsatzKind::Standard, precision)?;
    let (mut evaluator, angles) = (named.ansatz.evaluator()?, Angles::ramp(LAYERS, 0.2, -0.3));
    let mut gradient = Angles::default();
    let mut time = || {
        let mut call =
            || evaluator.value_and_gradient(Objective::Expectation, &angles, &mut gradient);
        call(); // the first makes room for the states
        let (start, mut visited) = (Instant::now(), 0.0);
        while visited == 0.0 || start.elapsed() < TIMED {
            call();
            visited += LAYERS as f64 * states_of(chain);
        }
        start.elapsed().as_secs_f64() / visited
    };
    if chain.problem.states() > SIDE_BY_SIDE {
        return Ok(time());
    }
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    Ok(alone.map_or(0.0, |alone| alone.install(time)))
}

fn states_of(chain: &Chain) -> f64 {
    (chain.problem.states() as f64).max(LEAST)
}

/// About how many basis states a search of a depth visits, in all layers of all calls.
pub(super) fn work(chain: &Chain, depth: usize) -> f64 {
    calls(&chain.setting, depth) * depth as f64 * states_of(chain)
}

/// About how many calls with a gradient a search of a depth makes, as on generated boards. One
/// without gradients makes more, of one state each, which take about a third of the time.
fn calls(setting: &Settings, depth: usize) -> f64 {
    let starts = setting.starts_of_depth(depth) as f64;
    let (depth, most) = (
        depth as f64,
        1.1 * starts * setting.iterations.max(1) as f64,
    );
    if setting.angles.is_some() {
        return 1.0;
    }
    let calls = if !setting.optimizer.uses_gradient {
        0.3 * most
    } else if setting.strategy == Strategy::Ladder {
        if depth > 1.0 { 36.0 } else { 5.0 }
    } else {
        7.0 * depth * starts
    };
    calls.min(most)
}

impl PreparedSweep {
    /// What the runs that are not `done` will take on `threads` threads: the object of
    /// `sweep --dry-run --json`.
    pub(crate) fn forecast(&self, threads: usize, done: impl Fn(&str) -> bool) -> Value {
        let (mut finished, mut seconds) = (0, 0.0);
        let states = |chain: &&Chain| chain.problem.states();
        let mut chains: Vec<&Chain> = self.chains.iter().collect();
        chains.sort_by_key(|chain| Reverse(states(chain)));
        let mut paces = HashMap::new();
        for chain in &chains {
            let is_done = |depth: &usize| done(&chain.run_name(*depth));
            finished += chain.depths().filter(is_done).count();
            let is_small = states(chain) <= SIDE_BY_SIDE;
            let beside = if is_small { threads as f64 } else { 1.0 };
            let registers = chain.problem.registers.as_ref();
            let mixer = registers.map(|registers| registers.mixer.name);
            let kind = (chain.setting.precision == Precision::F32, mixer, is_small);
            let pace = || seconds_per_state(chain).unwrap_or(0.0);
            let pace = *paces.entry(kind).or_insert_with(pace);
            let (mut layers, parts) = (0.0, chain.problem.parts_that_move() as f64);
            for depth in chain.depths_left(&done) {
                let work = work(chain, depth);
                layers += 3.0 * work / states_of(chain);
                let moves = self.plan.contents.sweeps(layers) * parts;
                seconds += work * pace / beside + moves * MOVE / threads as f64 + WRITTEN;
            }
        }
        let largest = chains.first();
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
                "states": largest.map_or(0, states) as f64,
            },
            "bytes": bytes(&self.chains, threads) as f64,
            "available_bytes": memory::available(),
            "estimated_s": seconds,
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
