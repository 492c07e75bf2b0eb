//! Simulated annealing of an order, seeded.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

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
