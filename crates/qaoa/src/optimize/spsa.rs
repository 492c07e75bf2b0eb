//! Simultaneous perturbation stochastic approximation: Spall 1998 (IEEE Transactions on Aerospace
//! and Electronic Systems 34, 817).
//!
//! Step k = 0, 1, … moves every coordinate by c_k one way or the other at random (Δ_i = ±1) and
//! goes against the slope that shows:
//!
//! > x ← x − a_k (f(x + c_k Δ) − f(x − c_k Δ)) / (2 c_k) Δ,
//! > a_k = a/(A + k + 1)^0.602,  c_k = c/(k + 1)^0.101
//!
//! with c = 0.1, A a tenth of the iterations, and a such that the first step moves each coordinate
//! by 0.1 for the mean slope of a few first perturbations (section III.B, point 2). No step moves a
//! coordinate by more than [`REACH`]. It is two calls an iteration, whatever the number of
//! coordinates; the lowest measured point is returned.

use super::probe::{Probe, WALL};
use super::random::rng_for;
use super::{Budget, SearchStop};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// Exponents of the two gains.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
const FIRST_PERTURBATION: f64 = 0.1;
const FIRST_STEP: f64 = 0.1;
const REACH: f64 = 0.25;
/// Pairs of values that the size of the steps is taken from.
const PAIRS: u64 = 5;
/// Iterations after which steps have become too short to lead anywhere.
const MOST: u64 = 20_000;
/// This many steps in a row without a slope are a standstill.
const LEVEL: u32 = 10;

pub(super) fn search(
    probe: &mut Probe<'_>,
    start: &[f64],
    budget: &Budget,
    seed: u64,
) -> SearchStop {
    probe.value(start);
    let mut rng = rng_for(seed, 0, 0);
    let iterations = budget.iterations.min(MOST);
    let stability = 0.1 * iterations as f64;
    let pairs = PAIRS.min(iterations);
    let slopes: Vec<f64> = (0..pairs)
        .filter_map(|_| perturb(probe, start, FIRST_PERTURBATION, &mut rng))
        .filter(|(_, pair)| pair.iter().all(|value| *value < WALL))
        .map(|(_, [ahead, behind])| (ahead - behind).abs() / (2.0 * FIRST_PERTURBATION))
        .collect();
    let mean = slopes.iter().sum::<f64>() / slopes.len().max(1) as f64;
    let gain = if mean > 0.0 { FIRST_STEP / mean } else { 1.0 };
    let mut x = start.to_vec();
    let mut level = 0;
    for k in 0..iterations {
        let size = FIRST_PERTURBATION / libm::pow(k as f64 + 1.0, GAMMA);
        let Some((signs, [ahead, behind])) = perturb(probe, &x, size, &mut rng) else {
            return probe.refused.unwrap_or(SearchStop::Stuck);
        };
        let gain = gain * libm::pow((stability + 1.0) / (stability + k as f64 + 1.0), ALPHA);
        let step = (gain * (ahead - behind) / (2.0 * size)).clamp(-REACH, REACH);
        x.iter_mut()
            .zip(&signs)
            .for_each(|(x, sign)| *x -= step * sign);
        let flat = (ahead - behind).abs() <= budget.tolerance.max(f64::MIN_POSITIVE);
        level = if flat { level + 1 } else { 0 };
        if level == LEVEL {
            break;
        }
    }
    probe.value(&x);
    let ended = if level == LEVEL {
        SearchStop::Converged
    } else {
        SearchStop::Iterations
    };
    probe.refused.unwrap_or(ended)
}

/// The values at x ± size·Δ for random signs Δ.
fn perturb(
    probe: &mut Probe<'_>,
    x: &[f64],
    size: f64,
    rng: &mut ChaCha8Rng,
) -> Option<(Vec<f64>, [f64; 2])> {
    let sign = |_: &f64| if rng.next_u64() >> 63 == 0 { 1.0 } else { -1.0 };
    let signs: Vec<f64> = x.iter().map(sign).collect();
    let moved = |size: f64| -> Vec<f64> {
        let pairs = x.iter().zip(&signs);
        pairs.map(|(x, sign)| x + size * sign).collect()
    };
    let ahead = probe.value(&moved(size))?;
    let behind = probe.value(&moved(-size))?;
    Some((signs, [ahead, behind]))
}

#[cfg(test)]
mod tests {
    use super::super::{Function, Optimizer, minimize};
    use super::*;

    /// Σ (x_i − 1)², with a scatter of ±½ that never repeats.
    struct Scattered(u64);

    impl Function for Scattered {
        fn value(&mut self, x: &[f64]) -> f64 {
            self.0 += 1;
            let scatter = rng_for(self.0, 0, 0).next_u64() as f64 / u64::MAX as f64 - 0.5;
            x.iter().map(|x| (x - 1.0).powi(2)).sum::<f64>() + scatter
        }

        fn value_and_gradient(&mut self, _: &[f64], _: &mut [f64]) -> f64 {
            f64::NAN
        }
    }

    #[test]
    fn it_goes_down_where_values_scatter_and_the_seed_decides_how() {
        let budget = Budget {
            iterations: 300,
            evaluations: 1_000,
            tolerance: 0.0,
            above: f64::INFINITY,
        };
        let last = |seed| {
            let spsa = Optimizer::parse("spsa").unwrap();
            let from = [3.0, -1.0, 3.0];
            let found = minimize(None, spsa, &mut Scattered(0), (&from, None, seed), &budget);
            found.unwrap().trace.last().unwrap().point.clone()
        };
        for seed in 0..5 {
            let x = last(seed);
            let away: f64 = x.iter().map(|x| (x - 1.0).powi(2)).sum();
            assert!(away < 1.0, "from 12 to {away} at {x:?}");
            assert_eq!(last(seed), x);
            assert_ne!(last(seed + 100), x);
        }
    }
}
