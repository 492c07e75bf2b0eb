//! Shots drawn from a state by the inverse of its cumulative sum.
//!
//! A uniform number u in [0, 1), a quantile, stands for the first basis state x with Σ_{y≤x} p_y >
//! u·Σp. The numbers are drawn in batches, sorted, and met in one walk over the state, so that no
//! cumulative array is stored; the counts are an exact multinomial sample, up to rounding of the
//! sum. Walks: one for each 2²⁰ shots.

use super::{Amplitudes, State};
use crate::error::{Error, Result};
use crate::tasks::each;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;

/// Shots of one walk: 8 MiB of numbers.
const BATCH: u64 = 1 << 20;

/// The most shots that are counted exactly.
const MOST_SHOTS: u64 = 1 << 53;

impl State {
    /// (basis state, how often) of `shots` measurements, by basis state. The probabilities are
    /// taken relative to their sum; the same seed gives the same counts.
    ///
    /// # Errors
    /// If `shots` exceed 2⁵³, or the probabilities do not add up to a positive finite number.
    pub fn sample(&self, shots: u64, seed: u64) -> Result<Vec<(u64, u64)>> {
        let total = self.norm().powi(2);
        if !(total.is_finite() && total > 0.0) {
            let what = "the sum of the probabilities of the state".to_owned();
            return Err(Error::NotFinite { what, value: total });
        }
        let mut batches = Vec::new();
        for_each_batch_of_quantiles(shots, seed, |quantiles| {
            batches.push(self.measured(&quantiles));
        })?;
        if batches.len() == 1 {
            return Ok(batches.concat());
        }
        let mut counts = BTreeMap::new();
        for (x, times) in batches.into_iter().flatten() {
            *counts.entry(x).or_insert(0) += times;
        }
        Ok(counts.into_iter().collect())
    }

    /// Where ascending quantiles in [0, 1) fall: (basis state, how many).
    fn measured(&self, quantiles: &[f64]) -> Vec<(u64, u64)> {
        match &self.amplitudes {
            Amplitudes::Qubits(state) => state.measured(quantiles),
            Amplitudes::QubitsF32(state) => state.measured(quantiles),
            Amplitudes::Qudits(state) => state.measured(quantiles),
            Amplitudes::QuditsF32(state) => state.measured(quantiles),
            Amplitudes::Levels(_) => one_by_one(&self.probabilities(), quantiles),
        }
    }
}

/// The walk over a short list of probabilities.
fn one_by_one(probabilities: &[f64], quantiles: &[f64]) -> Vec<(u64, u64)> {
    let total: f64 = probabilities.iter().sum();
    let last = probabilities.iter().rposition(|&p| p > 0.0).unwrap_or(0);
    let (mut cumulative, mut met, mut found) = (0.0, 0, Vec::new());
    for (x, p) in probabilities.iter().enumerate() {
        cumulative += p;
        let end = match x == last {
            true => quantiles.len(), // u·Σp may round up to Σp itself
            false => quantiles.partition_point(|u| u * total < cumulative),
        };
        if end > met {
            found.push((x as u64, (end - met) as u64));
            met = end;
        }
    }
    found
}

/// Hands over the uniform numbers of all shots in [0, 1), in batches of which each ascends.
///
/// # Errors
/// If `shots` exceed 2⁵³.
pub fn for_each_batch_of_quantiles(
    shots: u64,
    seed: u64,
    mut take: impl FnMut(Vec<f64>),
) -> Result<()> {
    if shots > MOST_SHOTS {
        let remedy = "a count is exact up to 2^53";
        return Err(Error::setting("shots", shots.to_string(), remedy));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut left = shots;
    while left > 0 {
        let batch = left.min(BATCH);
        take(ascending((0..batch).map(|_| uniform(&mut rng)).collect()));
        left -= batch;
    }
    Ok(())
}

/// Parts of [0, 1) that quantiles are dealt into before they are sorted.
const PARTS: usize = 1 << 10;

/// Quantiles in [0, 1) in ascending order: dealt into parts of the interval, which then are sorted
/// side by side.
fn ascending(mut quantiles: Vec<f64>) -> Vec<f64> {
    if quantiles.len() < 16 * PARTS {
        quantiles.sort_unstable_by(f64::total_cmp);
        return quantiles;
    }
    let part = |quantile: f64| (quantile * PARTS as f64) as usize;
    let mut counts = [0; PARTS];
    quantiles
        .iter()
        .for_each(|&quantile| counts[part(quantile)] += 1);
    let mut next = counts;
    next.iter_mut().fold(0, |start, next| {
        let end = start + *next;
        *next = start;
        end
    });
    let mut dealt = vec![0.0; quantiles.len()];
    for quantile in quantiles {
        let place = &mut next[part(quantile)];
        dealt[*place] = quantile;
        *place += 1;
    }
    let mut parts = Vec::with_capacity(PARTS);
    let mut rest = dealt.as_mut_slice();
    for count in counts {
        let (part, others) = rest.split_at_mut(count);
        parts.push(part);
        rest = others;
    }
    let sort = |part: &mut [f64]| part.sort_unstable_by(f64::total_cmp);
    each(parts, sort);
    dealt
}

/// The next number in [0, 1), a multiple of 2⁻⁵³.
fn uniform(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dealt_quantiles_are_sorted_as_all_together_would_be() {
        for len in [0, 1, 1000, 16 * PARTS, 100_000] {
            let mut rng = ChaCha8Rng::seed_from_u64(len as u64);
            let mut quantiles: Vec<f64> = (0..len).map(|_| uniform(&mut rng).powi(3)).collect();
            let found = ascending(quantiles.clone());
            quantiles.sort_by(f64::total_cmp);
            assert_eq!(found, quantiles, "{len} quantiles");
        }
    }

    #[test]
    fn more_shots_than_can_be_counted_are_refused() {
        let state = State::plus(2).unwrap();
        let refusal = state.sample((1 << 53) + 1, 0).unwrap_err().to_string();
        assert!(refusal.contains("2^53"), "{refusal}");
        assert_eq!(state.sample(0, 0).unwrap(), []);
    }
}
