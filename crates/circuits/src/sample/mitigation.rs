//! Readout errors undone on average: the inverse of independent bit flips, then the nearest
//! probability distribution.
//!
//! If every measured bit is flipped with probability r < ½, independently, the distribution that is
//! seen is p' = A^{⊗n} p with A = ((1−r, r), (r, 1−r)), so p = (A⁻¹)^{⊗n} p' with A⁻¹ = ((1−r, −r),
//! (−r, 1−r))/(1 − 2r). From a finite number of shots, p has small negative entries; the
//! distribution nearest to it (in the Euclidean norm) sets all entries below a threshold to 0 and
//! lowers the others by the same amount (Smolin, Gambetta & Smith, arXiv 1106.5458).
//!
//! Errors that differ from qubit to qubit, between 0 and 1, or are correlated, are not modeled.
//! What is mitigated is no count of shots any more, so its uncertainty is found by drawing the
//! shots again ([`resampled`]), not by a formula for frequencies.

use super::{Bitstring, CountUnit, Counts, Interval, draw};
use crate::error::{Error, Result};

/// The most qubits whose distribution is held as a list.
const MOST_MITIGATED_QUBITS: usize = 20;

/// The distribution before every bit was flipped with probability `rate`.
///
/// # Errors
/// If `rate` is not in [0, ½), or there are more than 20 qubits.
pub fn mitigated(counts: &Counts<Bitstring>, rate: f64) -> Result<Counts<Bitstring>> {
    if !(0.0..0.5).contains(&rate) {
        return Err(Error::argument(
            "readout error",
            format!("found {rate}"),
            "give the probability that a bit is read wrongly: at least 0 and less than 0.5",
        ));
    }
    let qubits = counts.qubits();
    if qubits > MOST_MITIGATED_QUBITS {
        return Err(Error::argument(
            "readout error",
            format!("{qubits} qubits"),
            format!(
                "at most {MOST_MITIGATED_QUBITS} can be mitigated: leave it out, or reduce the puzzle further"
            ),
        ));
    }
    let mut weights = vec![0.0; 1 << qubits];
    let total = counts.total();
    for (outcome, weight) in counts.iter() {
        let index = outcome.index().expect("that few qubits have an index");
        weights[index as usize] = weight / total;
    }
    (0..qubits).for_each(|qubit| unflip(&mut weights, qubit, rate));
    let threshold = threshold(&weights);
    let mut mitigated = Counts::new(qubits, CountUnit::Probability);
    for (index, weight) in weights.into_iter().enumerate() {
        mitigated.add(
            Bitstring::of_index(index as u64, qubits),
            weight - threshold,
        );
    }
    Ok(mitigated)
}

/// A⁻¹ on one qubit.
fn unflip(weights: &mut [f64], qubit: usize, rate: f64) {
    let (kept, moved) = ((1.0 - rate) / (1.0 - 2.0 * rate), rate / (1.0 - 2.0 * rate));
    for block in weights.chunks_exact_mut(2 << qubit) {
        let (zeros, ones) = block.split_at_mut(1 << qubit);
        for (zero, one) in zeros.iter_mut().zip(ones) {
            (*zero, *one) = (kept * *zero - moved * *one, kept * *one - moved * *zero);
        }
    }
}

/// What is subtracted so that the positive rest adds up to 1.
fn threshold(weights: &[f64]) -> f64 {
    let mut positive: Vec<f64> = weights.iter().copied().filter(|w| *w > 0.0).collect();
    positive.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut sum = 0.0;
    let mut threshold = 0.0;
    for (k, weight) in positive.iter().enumerate() {
        sum += weight;
        let lowered = (sum - 1.0) / (k + 1) as f64;
        if *weight <= lowered {
            break;
        }
        threshold = lowered;
    }
    threshold
}

/// How often the shots are drawn again.
const RESAMPLES: u64 = 200;

/// The middle 95 % of what `statistic` says of as many shots, drawn again from the observed
/// frequencies (Efron's bootstrap); `None` where the file held no shots. The same seed gives the
/// same interval.
///
/// # Errors
/// What `statistic` fails with.
pub fn resampled(
    counts: &Counts<Bitstring>,
    seed: u64,
    statistic: impl Fn(&Counts<Bitstring>) -> Result<f64>,
) -> Result<Option<Interval>> {
    if counts.unit() != CountUnit::Shots {
        return Ok(None);
    }
    let seen: Vec<(&Bitstring, f64)> = counts.iter().collect();
    let places = seen.len().next_power_of_two().trailing_zeros() as usize;
    let frequency = |place: usize| seen.get(place).map_or(0.0, |(_, weight)| *weight);
    let mut values = Vec::new();
    for round in 0..RESAMPLES {
        let drawn = draw(
            places,
            frequency,
            counts.total() as u64,
            seed.wrapping_add(round),
        )?;
        let mut again = Counts::new(counts.qubits(), CountUnit::Shots);
        for (place, weight) in drawn.iter() {
            again.add(seen[*place as usize].0.clone(), weight);
        }
        values.push(statistic(&again)?);
    }
    values.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| values[(share * (RESAMPLES - 1) as f64).round() as usize];
    Ok(Some((at(0.025), at(0.975))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    fn probabilities(qubits: usize, weights: &[f64]) -> Counts<Bitstring> {
        let mut counts = Counts::new(qubits, CountUnit::Probability);
        for (index, weight) in weights.iter().enumerate() {
            counts.add(Bitstring::of_index(index as u64, qubits), *weight);
        }
        counts
    }

    fn weight_of(counts: &Counts<Bitstring>, index: usize) -> f64 {
        counts.weight(&Bitstring::of_index(index as u64, counts.qubits()))
    }

    /// The distribution after the flips, summed over all pairs of states.
    fn flipped(weights: &[f64], qubits: usize, rate: f64) -> Vec<f64> {
        let chance = |x: usize, y: usize| {
            let flips = (x ^ y).count_ones() as i32;
            rate.powi(flips) * (1.0 - rate).powi(qubits as i32 - flips)
        };
        let seen = |y| {
            weights
                .iter()
                .enumerate()
                .map(|(x, w)| w * chance(x, y))
                .sum()
        };
        (0..weights.len()).map(seen).collect()
    }

    #[test]
    fn flips_of_an_exact_distribution_are_undone() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for (qubits, rate) in [(0, 0.2), (1, 0.3), (3, 0.02), (5, 0.1), (5, 0.0)] {
            let mut weights: Vec<f64> = (0..1 << qubits).map(|_| rng.random::<f64>()).collect();
            let total: f64 = weights.iter().sum();
            weights.iter_mut().for_each(|w| *w /= total);
            let seen = probabilities(qubits, &flipped(&weights, qubits, rate));
            let found = mitigated(&seen, rate).unwrap();
            for (x, weight) in weights.iter().enumerate() {
                assert!(
                    (weight_of(&found, x) - weight).abs() < 1e-12,
                    "{qubits} {rate}"
                );
            }
        }
    }

    #[test]
    fn the_nearest_distribution_is_nearer_than_any_other() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        for _ in 0..20 {
            let seen: Vec<f64> = (0..8)
                .map(|_| f64::from(rng.random_range(0..20_u32)))
                .collect();
            let total: f64 = seen.iter().sum();
            let mut quasi: Vec<f64> = seen.iter().map(|w| w / total).collect();
            (0..3).for_each(|qubit| unflip(&mut quasi, qubit, 0.2));
            let found = mitigated(&probabilities(3, &seen), 0.2).unwrap();
            assert!((found.total() - 1.0).abs() < 1e-12);
            let distance = |p: &dyn Fn(usize) -> f64| -> f64 {
                (0..8).map(|x| (p(x) - quasi[x]).powi(2)).sum()
            };
            let ours = distance(&|x| weight_of(&found, x));
            for _ in 0..200 {
                let other: Vec<f64> = (0..8).map(|_| rng.random::<f64>().powi(3)).collect();
                let sum: f64 = other.iter().sum();
                assert!(ours <= distance(&|x| other[x] / sum));
                // and than what lies a little beside it
                let beside = |x| 0.99 * weight_of(&found, x) + 0.01 * other[x] / sum;
                assert!(ours <= distance(&beside) + 1e-15);
            }
        }
    }

    #[test]
    fn rates_of_one_half_and_wide_circuits_are_refused() {
        let counts = probabilities(1, &[0.5, 0.5]);
        for rate in [0.5, 1.0, -0.1, f64::NAN] {
            let error = mitigated(&counts, rate).unwrap_err().to_string();
            assert!(error.contains("less than 0.5"), "{error}");
        }
        let mut wide = Counts::new(30, CountUnit::Shots);
        wide.add(Bitstring::of_index(1, 30), 1.0);
        assert!(
            mitigated(&wide, 0.1)
                .unwrap_err()
                .to_string()
                .contains("at most 20")
        );
    }

    #[test]
    fn resampling_finds_the_interval_of_a_frequency() {
        let mut counts = Counts::new(81, CountUnit::Shots);
        let hit: Bitstring = (0..81).map(|k| k == 80).collect();
        counts.add(hit.clone(), 250.0);
        counts.add(Bitstring::of_index(7, 81), 450.0);
        counts.add(Bitstring::of_index(0, 81), 300.0);
        let share = |c: &Counts<Bitstring>| Ok(c.weight(&hit) / c.total());
        let (low, high) = resampled(&counts, 1, share).unwrap().unwrap();
        let (wilson_low, wilson_high) = super::super::wilson(250, 1000);
        assert!((low - wilson_low).abs() < 0.01 && (high - wilson_high).abs() < 0.01);
        assert_eq!(resampled(&counts, 1, share).unwrap(), Some((low, high)));
        assert_eq!(
            resampled(&probabilities(1, &[1.0]), 1, share).unwrap(),
            None
        );
    }
}
