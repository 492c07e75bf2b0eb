//! Many shots of few states: how many fall on each is a binomial share of those that are left.
//!
//! > n₁ ~ B(N, p₁), n₂ ~ B(N − n₁, p₂/(1 − p₁)), …
//!
//! is a multinomial sample (Devroye, "Non-Uniform Random Variate Generation", XI.1.4), in the time
//! of the states and not of the shots. Blocks of states are given their shots first, and then draw
//! from streams of random numbers of their own: the counts are the same for any number of threads.

use super::sample::uniform;
use crate::error::{Error, Result};
use crate::tasks::each;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::f64::consts::TAU;
use std::ops::ControlFlow;

const BLOCK: usize = 1 << 12;

/// Blocks between two questions whether to go on.
const BLOCKS_AT_ONCE: usize = 64;

/// (basis state, how often) of so many shots, relative to the sum of the probabilities; `go_on` is
/// called with how many are drawn.
pub(super) fn split(
    probabilities: &[f64],
    shots: u64,
    seed: u64,
    go_on: &dyn Fn(u64) -> ControlFlow<()>,
) -> Result<Vec<(u64, u64)>> {
    let stream = |number: usize| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number as u64);
        rng
    };
    let blocks = probabilities.chunks(BLOCK);
    let sums: Vec<f64> = blocks.clone().map(|block| block.iter().sum()).collect();
    let of_blocks = shares(&sums, shots, &mut stream(0));
    let numbered: Vec<_> = (0..).zip(blocks.zip(of_blocks)).collect();
    let (mut found, mut drawn) = (Vec::new(), 0);
    for group in numbered.chunks(BLOCKS_AT_ONCE) {
        let counts = each(group, |&(number, (block, shots))| {
            shares(block, shots, &mut stream(number + 1))
        });
        for (&(number, (_, shots)), counts) in group.iter().zip(counts) {
            let first = (number * BLOCK) as u64;
            found.extend((first..).zip(counts).filter(|(_, times)| *times > 0));
            drawn += shots;
        }
        if go_on(drawn).is_break() {
            return Err(Error::Stopped);
        }
    }
    Ok(found)
}

/// How many of the shots fall on each weight.
fn shares(weights: &[f64], shots: u64, rng: &mut ChaCha8Rng) -> Vec<u64> {
    // each weight with those after it, summed from the end so that the last one is all of its rest
    let mut rests = weights.to_vec();
    for k in (1..rests.len()).rev() {
        rests[k - 1] += rests[k];
    }
    let mut left = shots;
    let share = |(&weight, rest): (&f64, f64)| {
        let times = match weight {
            0.0 => 0,
            _ if weight >= rest => left,
            _ => binomial(left, weight / rest, rng),
        };
        left -= times;
        times
    };
    weights.iter().zip(rests).map(share).collect()
}

/// How many of n events of probability p happen.
fn binomial(n: u64, p: f64, rng: &mut ChaCha8Rng) -> u64 {
    if p > 0.5 {
        return n - binomial(n, 1.0 - p, rng);
    }
    let count = n as f64;
    let found = match count * p < 10.0 {
        true => by_inversion(count, p, rng),
        false => by_rejection(count, p, rng),
    };
    (found as u64).min(n)
}

/// For a mean below 10: takes the probabilities of 0, 1, 2, … from a uniform number in turn.
fn by_inversion(n: f64, p: f64, rng: &mut ChaCha8Rng) -> f64 {
    const FAR: f64 = 200.0;
    let (mut left, mut times) = (uniform(rng), 0.0);
    let mut here = libm::exp(n * libm::log1p(-p));
    while left > here && times < n.min(FAR) {
        left -= here;
        here *= (n - times) / (times + 1.0) * (p / (1.0 - p));
        times += 1.0;
    }
    times
}

/// For a mean of 10 and more and p ≤ ½: Hörmann's algorithm BTRS, J. Stat. Comput. Simul. 46, 101
/// (1993), with the probabilities of [`ln_probability`].
fn by_rejection(n: f64, p: f64, rng: &mut ChaCha8Rng) -> f64 {
    let spread = (n * p * (1.0 - p)).sqrt();
    let b = 1.15 + 2.53 * spread;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let alpha = (2.83 + 5.1 / b) * spread;
    let quick = 0.92 - 4.2 / b;
    let at_mode = ln_probability(n, p, ((n + 1.0) * p).floor());
    loop {
        let u = uniform(rng) - 0.5;
        let v = 1.0 - uniform(rng);
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + n * p + 0.5).floor();
        if us >= 0.07 && v <= quick {
            return k;
        }
        if (0.0..=n).contains(&k) {
            let v = libm::log(v * alpha / (a / (us * us) + b));
            if v <= ln_probability(n, p, k) - at_mode {
                return k;
            }
        }
    }
}

/// The logarithm of the probability of k in n, 0 < p < 1, without the cancellation of factorials:
/// Loader, "Fast and Accurate Computation of Binomial Probabilities" (2000).
fn ln_probability(n: f64, p: f64, k: f64) -> f64 {
    if k == 0.0 {
        return n * libm::log1p(-p);
    }
    if k == n {
        return n * libm::log(p);
    }
    let deviance = |found: f64, mean: f64| {
        let part = (found - mean) / mean;
        mean * ((1.0 + part) * libm::log1p(part) - part)
    };
    let corrections = stirling(n) - stirling(k) - stirling(n - k);
    let deviances = deviance(k, n * p) + deviance(n - k, n * (1.0 - p));
    corrections - deviances + 0.5 * libm::log(n / (TAU * k * (n - k)))
}

/// ln n! − ln(√(2πn) (n/e)ⁿ).
fn stirling(n: f64) -> f64 {
    if n < 16.0 {
        let approximate = (n + 0.5) * libm::log(n) - n + 0.5 * libm::log(TAU);
        return libm::lgamma(n + 1.0) - approximate;
    }
    let square = n * n;
    (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * square)) / square) / n
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ (found − expected)²/expected over k, in bins of 5 expected and more, and the number of
    /// bins.
    fn chi_square(found: &[u64], expected: impl Fn(usize) -> f64) -> (f64, usize) {
        let (mut sum, mut bins, mut bin) = (0.0, 0, (0.0, 0.0));
        for (k, times) in found.iter().enumerate() {
            bin = (bin.0 + *times as f64, bin.1 + expected(k));
            if bin.1 >= 5.0 {
                sum += (bin.0 - bin.1).powi(2) / bin.1;
                bins += 1;
                bin = (0.0, 0.0);
            }
        }
        (sum, bins)
    }

    /// Whether χ² is what chance makes of it: within five of its standard deviations √(2·bins).
    fn assert_chance((chi, bins): (f64, usize), what: &str) {
        let deviation = (chi - bins as f64).abs() / (2.0 * bins as f64).sqrt();
        assert!(bins > 1 && deviation < 5.0, "{what}: {chi} in {bins} bins");
    }

    #[test]
    fn the_probabilities_of_a_binomial_are_those_of_the_formula() {
        for (n, p) in [(1, 0.3), (7, 0.5), (40, 0.01), (60, 0.4)] {
            let mut exact = libm::pow(1.0 - p, f64::from(n));
            for k in 0..=n {
                let found = libm::exp(ln_probability(f64::from(n), p, f64::from(k)));
                assert!((found - exact).abs() < 1e-13 + 1e-12 * exact, "{n} {p} {k}");
                exact *= f64::from(n - k) / f64::from(k + 1) * p / (1.0 - p);
            }
        }
        // a count beyond every factorial: the standard normal density at the mean
        let n = (1_u64 << 53) as f64;
        let found = libm::exp(ln_probability(n, 0.25, n / 4.0));
        assert!((found * (TAU * n * 0.1875).sqrt() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn draws_of_a_binomial_follow_its_probabilities() {
        for (n, p) in [
            (1, 0.3),
            (30, 0.02),
            (30, 0.9),
            (50, 0.25),
            (1000, 0.5),
            (1_000_000, 3e-6),
            (1_000_000, 4e-5),
            (1_u64 << 40, 1e-11),
        ] {
            for seed in 0..3 {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let draws = 20_000;
                let found: Vec<u64> = (0..draws).map(|_| binomial(n, p, &mut rng)).collect();
                let mean = n as f64 * p;
                let reach = 8.0 * (mean * (1.0 - p)).sqrt() + 12.0;
                let first = (mean - reach).max(0.0) as u64;
                let last = ((mean + reach) as u64).min(n);
                let mut counts = vec![0; (last - first + 1) as usize];
                for k in found {
                    counts[(k - first) as usize] += 1;
                }
                let expected = |bin: usize| {
                    let k = (first + bin as u64) as f64;
                    draws as f64 * libm::exp(ln_probability(n as f64, p, k))
                };
                assert_chance(chi_square(&counts, expected), &format!("{n} {p} {seed}"));
            }
        }
    }

    #[test]
    fn split_shots_add_up_and_follow_the_probabilities() {
        for (states, shots) in [
            (1, 9_000_000),
            (3, 5_000_000),
            (5000, 20_000_000),
            (9000, 1 << 45),
        ] {
            let weight =
                |x: usize| ((x * 7) % 11) as f64 + if x.is_multiple_of(5) { 0.0 } else { 0.25 };
            let weights: Vec<f64> = (0..states)
                .map(|x| if x == 4 { 0.0 } else { weight(x + 1) })
                .collect();
            let total: f64 = weights.iter().sum();
            for seed in 0..4 {
                let found = split(&weights, shots, seed, &|_| ControlFlow::Continue(())).unwrap();
                assert!(found.is_sorted_by(|a, b| a.0 < b.0));
                assert_eq!(found.iter().map(|(_, times)| times).sum::<u64>(), shots);
                let mut counts = vec![0; states];
                for (x, times) in found {
                    assert!(weights[x as usize] > 0.0, "{x} is impossible");
                    counts[x as usize] = times;
                }
                if states > 4 {
                    let expected = |x: usize| shots as f64 * weights[x] / total;
                    assert_chance(chi_square(&counts, expected), &format!("{states} states"));
                }
            }
        }
    }

    #[test]
    fn split_shots_are_the_same_for_any_number_of_threads_and_stop_where_they_are_told() {
        let weights: Vec<f64> = (0..300_000).map(|x| f64::from(x % 17)).collect();
        let go_on = |_| ControlFlow::Continue(());
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap()
                .install(|| split(&weights, 1 << 32, 5, &go_on).unwrap())
        };
        let alone = on(1);
        assert_eq!(alone, on(4));
        assert_ne!(alone, split(&weights, 1 << 32, 6, &go_on).unwrap());
        let stopped = split(&weights, 1 << 32, 5, &|drawn| match drawn < 1 << 31 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        });
        assert!(matches!(stopped, Err(Error::Stopped)));
    }
}
