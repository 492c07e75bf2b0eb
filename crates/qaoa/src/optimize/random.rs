//! Seeded random numbers: each start of each depth has a stream of its own.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::f64::consts::TAU;

/// The numbers that place a start.
pub(super) fn rng_for(seed: u64, depth: usize, start: usize) -> ChaCha8Rng {
    keyed([seed, depth as u64, start as u64, 0])
}

/// The seed of the optimizer that runs from a start.
pub(super) fn optimizer_seed(seed: u64, depth: usize, start: usize) -> u64 {
    keyed([seed, depth as u64, start as u64, 1]).next_u64()
}

fn keyed(numbers: [u64; 4]) -> ChaCha8Rng {
    let mut key = [0; 32];
    for (bytes, number) in key.chunks_exact_mut(8).zip(numbers) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    ChaCha8Rng::from_seed(key)
}

/// A number uniform in [0, 1), a multiple of 2⁻⁵³.
pub(super) fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

pub(super) fn symmetric(rng: &mut impl Rng) -> f64 {
    2.0 * unit(rng) - 1.0
}

/// A number of the normal distribution with mean 0 and variance 1 (Box and Muller 1958).
pub(super) fn normal(rng: &mut impl Rng) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - unit(rng))).sqrt(); // 1 − unit is never 0
    radius * libm::cos(TAU * unit(rng))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_have_the_moments_of_the_normal_distribution() {
        let mut rng = rng_for(1, 2, 3);
        let numbers: Vec<f64> = (0..40_000).map(|_| normal(&mut rng)).collect();
        let moment = |k| numbers.iter().map(|x| x.powi(k)).sum::<f64>() / 40_000.0;
        assert!(moment(1).abs() < 0.02, "{}", moment(1));
        assert!((moment(2) - 1.0).abs() < 0.03, "{}", moment(2));
        assert!((moment(4) - 3.0).abs() < 0.2, "{}", moment(4));
    }

    #[test]
    fn every_start_has_numbers_of_its_own() {
        let first = |seed, depth, start| rng_for(seed, depth, start).next_u64();
        let all = [
            first(0, 1, 0),
            first(1, 1, 0),
            first(0, 2, 0),
            first(0, 1, 1),
        ];
        let seeds = [optimizer_seed(0, 1, 0), optimizer_seed(0, 1, 1)];
        let distinct: std::collections::BTreeSet<u64> = all.into_iter().chain(seeds).collect();
        assert_eq!(distinct.len(), 6);
    }
}
