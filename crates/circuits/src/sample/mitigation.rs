//! Readout errors corrected on average: the inverse of independent bit flips, then the nearest
//! probability distribution.
//!
//! If every measured bit is flipped with probability r < ½, independently, the distribution that is
//! seen is p' = A^{⊗n} p with A = ((1−r, r), (r, 1−r)), so p = (A⁻¹)^{⊗n} p' with A⁻¹ = ((1−r, −r),
//! (−r, 1−r))/(1 − 2r). From a finite number of shots, p has small negative entries; the
//! distribution nearest to it (in the Euclidean norm) sets all entries below a threshold to 0 and
//! lowers the others by the same amount (Smolin, Gambetta & Smith, arXiv 1106.5458). Errors that
//! differ from qubit to qubit or are correlated are not modeled.
//!
//! The frequency of a set of outcomes before the flips is the mean over the shots of f = (A⁻¹)^{⊗n}
//! 1_S, a number that is 1 on average where the state was in S and else 0. Its spread is larger
//! than that of a frequency, which [`Counts::mitigated_frequency`] puts into Wilson's interval.

use super::decode::{Z, of_mean};
use super::{Bitstring, CountUnit, Counts};
use crate::error::{Error, Result};
use crate::noise::channel::misread;

/// The most qubits whose distribution is held as a list.
const MOST_MITIGATED_QUBITS: usize = 20;

impl Counts<Bitstring> {
    /// The distribution before every bit was flipped with probability `rate`. Fails if `rate` is
    /// not in [0, ½), there are more than 20 qubits, or there are too few shots for that rate.
    pub fn mitigated(&self, rate: f64) -> Result<Self> {
        check(self, rate)?;
        let qubits = self.qubits();
        let mut weights = vec![0.0; 1 << qubits];
        let total = self.total();
        for (outcome, weight) in self.iter() {
            weights[index(outcome)] = weight / total;
        }
        unflip(&mut weights, qubits, rate);
        let negative = -weights.iter().copied().filter(|w| *w < 0.0).sum::<f64>();
        if self.unit() == CountUnit::Probability && negative > 1.0 {
            return Err(Error::argument(
                "readout error",
                format!(
                    "found {rate}, whose inverse has negative probabilities of {negative:.3} in all"
                ),
                "errors of that rate leave no such distribution: give a smaller one",
            ));
        }
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

    /// How frequent the outcomes that succeed were before every bit was flipped with probability
    /// `rate`, with the 95 % confidence interval: at a rate of 0 Wilson's; none for probabilities,
    /// whose number of shots is not known. Fails as [`Self::mitigated`] does.
    pub fn mitigated_frequency(
        &self,
        rate: f64,
        succeeds: impl Fn(&Bitstring) -> bool,
    ) -> Result<(f64, Option<(f64, f64)>)> {
        let before = self.mitigated(rate)?;
        let (qubits, shots) = (self.qubits(), self.total());
        let all = (0..1_u64 << qubits).map(|x| Bitstring::of_index(x, qubits));
        let is_success: Vec<bool> = all.map(|outcome| succeeds(&outcome)).collect();
        let mut value: Vec<f64> = is_success
            .iter()
            .map(|is| f64::from(u8::from(*is)))
            .collect();
        unflip(&mut value, qubits, rate);
        let sum: f64 = self
            .iter()
            .map(|(x, weight)| weight * value[index(x)])
            .sum();
        let share = (sum / shots).clamp(0.0, 1.0);
        if self.unit() == CountUnit::Probability {
            return Ok((share, None));
        }
        // the mean of f² over what a state is read as
        let mut square: Vec<f64> = value.iter().map(|f| f * f).collect();
        misread(&mut square, &vec![rate; qubits]);
        let mean_square = |of: bool| {
            // states that were not seen may have the largest; they count as z² shots, as in
            // Wilson's interval
            let like = is_success.iter().zip(&square).filter(|(is, _)| **is == of);
            let most = like
                .map(|(_, square)| *square)
                .fold(f64::from(u8::from(of)), f64::max);
            let seen = before.iter().filter(|(x, _)| is_success[index(x)] == of);
            let (mut sum, mut weights) = (Z * Z * most, Z * Z);
            for (outcome, weight) in seen {
                sum += shots * weight * square[index(outcome)];
                weights += shots * weight;
            }
            sum / weights
        };
        let interval = of_mean(share, shots, [false, true].map(mean_square));
        Ok((share, Some(interval)))
    }
}

/// Fails if the rate is not in [0, ½), there are too many qubits, or the shots are so few that the
/// standard deviation of a probability is ½ or more after the inverse.
fn check(counts: &Counts<Bitstring>, rate: f64) -> Result<()> {
    let wrong =
        |found: String, remedy: String| Err(Error::argument("readout error", found, remedy));
    if !(0.0..0.5).contains(&rate) {
        let remedy =
            "give the probability that a bit is read wrongly: at least 0 and less than 0.5";
        return wrong(format!("found {rate}"), remedy.to_owned());
    }
    let qubits = counts.qubits();
    if qubits > MOST_MITIGATED_QUBITS {
        let most = MOST_MITIGATED_QUBITS;
        let remedy = format!("at most {most} can be mitigated: leave it out, or reduce further");
        return wrong(format!("{qubits} qubits"), remedy);
    }
    // the mean square of f on one qubit, for a set of one state
    let one = ((1.0 - rate).powi(3) + rate.powi(3)) / (1.0 - 2.0 * rate).powi(2);
    let fewest = 4.0 * (one.powi(qubits as i32) - 1.0);
    let shots = counts.total();
    if counts.unit() == CountUnit::Shots && shots < fewest {
        let found = format!(
            "found {rate} a bit, which the inverse of {shots} shots of {qubits} qubits cannot undo"
        );
        let remedy = format!("give a smaller rate, or at least {fewest:.0} shots");
        return wrong(found, remedy);
    }
    Ok(())
}

fn index(outcome: &Bitstring) -> usize {
    outcome.index().expect("that few qubits have an index") as usize
}

/// (A⁻¹)^{⊗n}: flips with probability −r/(1 − 2r).
fn unflip(weights: &mut [f64], qubits: usize, rate: f64) {
    misread(weights, &vec![-rate / (1.0 - 2.0 * rate); qubits]);
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
            let found = seen.mitigated(rate).unwrap();
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
            unflip(&mut quasi, 3, 0.2);
            let found = probabilities(3, &seen).mitigated(0.2).unwrap();
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
            let error = counts.mitigated(rate).unwrap_err().to_string();
            assert!(error.contains("less than 0.5"), "{error}");
        }
        let mut wide = Counts::new(30, CountUnit::Shots);
        wide.add(Bitstring::of_index(1, 30), 1.0);
        assert!(
            wide.mitigated(0.1)
                .unwrap_err()
                .to_string()
                .contains("at most 20")
        );
    }

    /// Shots of a distribution whose bits then were flipped.
    fn shots_of(
        weights: &[f64],
        qubits: usize,
        rate: f64,
        shots: u64,
        seed: u64,
    ) -> Counts<Bitstring> {
        let seen = flipped(weights, qubits, rate);
        let drawn = ketboard_qaoa::sample_probabilities(seen.len(), |x| seen[x], shots, seed);
        Counts::from_shots(qubits, drawn.unwrap()).mapped(|x| Bitstring::of_index(*x, qubits))
    }

    /// The success probability, the rest on states beside a solution or far from all of them.
    fn distribution(success: f64, is_near: bool) -> Vec<f64> {
        let mut weights = vec![0.0; 16];
        (weights[0b0000], weights[0b0011]) = (0.75 * success, 0.25 * success);
        let rest = if is_near {
            [0b0001, 0b0100]
        } else {
            [0b1101, 0b1110]
        };
        rest.iter()
            .for_each(|&x| weights[x] = 0.5 * (1.0 - success));
        weights
    }

    #[test]
    fn the_interval_of_a_mitigated_frequency_covers_it_in_95_of_100_cases() {
        let succeeds = |x: &Bitstring| [0b0000, 0b0011].contains(&index(x));
        for rate in [0.0, 0.02, 0.1] {
            for shots in [30, 300] {
                for success in [0.0, 0.02, 0.3, 0.9, 1.0] {
                    for is_near in [false, true] {
                        let weights = distribution(success, is_near);
                        let runs = 400;
                        let covered = (0..runs).filter(|&seed| {
                            let counts = shots_of(&weights, 4, rate, shots, seed);
                            let found = counts.mitigated_frequency(rate, succeeds).unwrap();
                            let (low, high) = found.1.unwrap();
                            assert!((low..=high).contains(&found.0));
                            low <= success && success <= high
                        });
                        let part = covered.count() as f64 / runs as f64;
                        let what = format!("{rate} {shots} {success} {is_near}: {part}");
                        assert!(part > 0.905, "{what}");
                    }
                }
            }
        }
    }

    #[test]
    fn without_errors_the_interval_is_that_of_a_frequency_and_with_them_it_is_wider() {
        let succeeds = |x: &Bitstring| index(x) == 0;
        for shots in [10, 100, 10_000] {
            for hits in [0, 1, shots / 2, shots - 1, shots] {
                let mut counts = Counts::new(4, CountUnit::Shots);
                counts.add(Bitstring::of_index(0, 4), hits as f64);
                counts.add(Bitstring::of_index(15, 4), (shots - hits) as f64);
                let (right, expected) = (
                    hits as f64 / shots as f64,
                    super::super::wilson(hits, shots),
                );
                let (share, interval) = counts.mitigated_frequency(0.0, succeeds).unwrap();
                assert!((share - right).abs() < 1e-12);
                let (low, high) = interval.unwrap();
                assert!((low - expected.0).abs() < 1e-12 && (high - expected.1).abs() < 1e-12);
                let (_, wider) = counts.mitigated_frequency(0.05, succeeds).unwrap();
                let (low, high) = wider.unwrap();
                let width = expected.1 - expected.0;
                let is_inside = 0 < hits && hits < shots;
                assert!(high - low > width || !is_inside, "{hits} of {shots}");
                // what is seldom stays narrow; what is certain was never read wrongly here, of
                // which errors of that rate are no explanation
                assert!(
                    high - low < 2.0 * width || 2 * hits > shots,
                    "{hits} of {shots}"
                );
            }
        }
        let exact = probabilities(4, &[0.25, 0.75]);
        let (share, interval) = exact.mitigated_frequency(0.0, succeeds).unwrap();
        assert_eq!((share, interval), (0.25, None));
    }

    #[test]
    fn an_inverse_that_says_nothing_is_refused() {
        let outcome = Bitstring::of_index(0b1011_1000, 8);
        for (shots, rate, is_refused) in [
            (100.0, 0.3, true),
            (5000.0, 0.3, false),
            (100.0, 0.1, false),
            (5.0, 0.1, true),
            (1.0, 0.0, false),
            (20.0, 0.49, true),
        ] {
            let mut counts = Counts::new(8, CountUnit::Shots);
            counts.add(outcome.clone(), shots);
            let found = counts.mitigated(rate);
            assert_eq!(
                found.is_err(),
                is_refused,
                "{shots} shots at {rate}: {found:?}"
            );
            if let Err(error) = found {
                assert!(error.to_string().contains("shots"), "{error}");
            }
        }
        // no flips of this rate leave one outcome alone
        let mut certain = Counts::new(8, CountUnit::Probability);
        certain.add(outcome, 1.0);
        let error = certain.mitigated(0.3).unwrap_err().to_string();
        assert!(error.contains("negative probabilities"), "{error}");
        assert!(certain.mitigated(0.01).is_ok());
    }
}
