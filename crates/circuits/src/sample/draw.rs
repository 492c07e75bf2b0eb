//! Shots drawn from a list of probabilities, as the engine draws them from its own states: by the
//! inverse of the cumulative sum ([`ketboard_qaoa::sample_probabilities`]).

use super::{CountUnit, Counts};
use crate::error::Result;
use ketboard_qaoa::sample_probabilities;

/// Counts of `shots` measurements of a state whose basis state x, below 2^`qubits`, has
/// `probability(x)`.
///
/// The probabilities need not add up to exactly 1: they are taken relative to their sum. The same
/// seed gives the same counts.
///
/// # Errors
/// If `shots` exceed 2⁵³, or the probabilities do not add up to a positive finite number.
pub fn draw(
    qubits: usize,
    probability: impl Fn(usize) -> f64,
    shots: u64,
    seed: u64,
) -> Result<Counts> {
    let drawn = sample_probabilities(1 << qubits, probability, shots, seed)?;
    let mut counts = Counts::new(qubits, CountUnit::Shots);
    for (x, times) in drawn {
        counts.add(x, times as f64);
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    /// The next number in [0, 1), a multiple of 2⁻⁵³.
    fn uniform(rng: &mut ChaCha8Rng) -> f64 {
        (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A distribution on n qubits with exact zeros in it.
    fn sample_distribution(n: usize, seed: u64) -> Vec<f64> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let weights: Vec<f64> = (0..1 << n)
            .map(|_| (uniform(&mut rng) - 0.3).max(0.0))
            .collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|w| w / sum).collect()
    }

    /// The slow twin: every number is looked up on its own.
    fn one_by_one(p: &[f64], shots: u64, seed: u64) -> Counts {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let total: f64 = p.iter().sum();
        let mut counts = Counts::new(p.len().ilog2() as usize, CountUnit::Shots);
        for _ in 0..shots {
            let mark = uniform(&mut rng) * total;
            let below = |x: &usize| p[..=*x].iter().sum::<f64>() > mark;
            counts.add((0..p.len()).find(below).unwrap() as u64, 1.0);
        }
        counts
    }

    #[test]
    fn one_walk_over_sorted_numbers_counts_as_looking_each_up() {
        for seed in 0..20 {
            let p = sample_distribution(4, seed);
            let drawn = draw(4, |x| p[x], 300, seed).unwrap();
            assert_eq!(drawn, one_by_one(&p, 300, seed), "seed {seed}");
            assert_eq!(drawn.total(), 300.0);
        }
    }

    #[test]
    fn counts_follow_the_probabilities() {
        let p = sample_distribution(5, 7);
        let shots = 1_500_000_u64; // more than one batch
        let counts = draw(5, |x| p[x], shots, 3).unwrap();
        assert_eq!(counts.total(), shots as f64);
        for (x, p) in p.iter().enumerate() {
            let deviation = counts.weight(&(x as u64)) - shots as f64 * p;
            let spread = (shots as f64 * p * (1.0 - p)).sqrt();
            assert!(deviation.abs() <= 5.0 * spread, "{x}: {deviation} {spread}");
        }
    }

    #[test]
    fn a_seed_decides_the_counts() {
        let p = sample_distribution(4, 1);
        let drawn = |seed| draw(4, |x| p[x], 200, seed).unwrap();
        assert_eq!(drawn(5), drawn(5));
        assert_ne!(drawn(5), drawn(6));
    }

    #[test]
    fn the_sum_of_the_probabilities_does_not_matter_but_must_be_positive() {
        let p = sample_distribution(3, 1);
        let doubled = draw(3, |x| 2.0 * p[x], 500, 1).unwrap();
        assert_eq!(doubled, draw(3, |x| p[x], 500, 1).unwrap());
        for bad in [0.0, f64::NAN, f64::INFINITY] {
            assert!(draw(3, |_| bad, 10, 1).is_err(), "{bad}");
        }
    }

    #[test]
    fn zero_shots_are_no_counts_and_zero_qubits_have_one_outcome() {
        assert_eq!(draw(2, |_| 0.25, 0, 1).unwrap().distinct(), 0);
        assert_eq!(draw(0, |_| 1.0, 9, 1).unwrap().weight(&0), 9.0);
    }
}
