//! What can be asked of a sparse state: amplitudes, probabilities, samples, and the state after an
//! outcome was kept.

use super::super::Register;
use super::{Entry, SparseState};
use crate::error::{Error, Result};
use num_complex::Complex64;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;

impl SparseState {
    /// How many qubits the state is of.
    pub fn qubits(&self) -> usize {
        self.qubits
    }

    /// How many basis states occur.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no basis state is left: never, but for a state that was dropped away.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The basis states that occur with their amplitudes, ascending.
    pub fn amplitudes(&self) -> Vec<(u128, Complex64)> {
        let mut sorted: Vec<_> = self.pairs().collect();
        sorted.sort_unstable_by_key(|(state, _)| *state);
        sorted
    }

    /// The basis states that occur with their amplitudes, in the order of the list.
    pub fn pairs(&self) -> impl Iterator<Item = (u128, Complex64)> {
        self.entries.iter().map(|e| (e.state, e.amplitude))
    }

    /// Σ |amplitude|² over all stored basis states, 1 but for what was dropped.
    pub fn norm_squared(&self) -> f64 {
        self.entries.iter().map(Entry::probability).sum()
    }

    /// The probability dropped so far with negligible amplitudes.
    pub fn dropped(&self) -> f64 {
        self.dropped
    }

    /// The probability of the basis states that `wanted` picks.
    pub fn probability(&self, wanted: impl Fn(u128) -> bool) -> f64 {
        let picked = self.entries.iter().filter(|entry| wanted(entry.state));
        picked.map(Entry::probability).sum()
    }

    /// The probabilities of the values of a register.
    pub(crate) fn distribution(&self, register: &Register) -> BTreeMap<u128, f64> {
        self.distribution_of(|state| register.value(state))
    }

    /// The probabilities of the values that measuring `qubits` gives; bit i of a value is the i-th
    /// of them.
    pub(crate) fn distribution_over(&self, qubits: &[usize]) -> BTreeMap<u128, f64> {
        let bits = |state: u128| qubits.iter().map(move |&q| state >> q & 1).enumerate();
        self.distribution_of(|state| bits(state).map(|(i, bit)| bit << i).sum())
    }

    fn distribution_of(&self, value: impl Fn(u128) -> u128) -> BTreeMap<u128, f64> {
        let mut probabilities = BTreeMap::new();
        for (state, amplitude) in self.amplitudes() {
            *probabilities.entry(value(state)).or_default() += amplitude.norm_sqr();
        }
        probabilities
    }

    /// How often each value of `qubits` was measured in `shots` runs.
    pub fn sample(&self, qubits: &[usize], shots: u64, seed: u64) -> BTreeMap<u128, u64> {
        let mut cumulative = Vec::new();
        let mut total = 0.0;
        for (value, probability) in self.distribution_over(qubits) {
            total += probability;
            cumulative.push((value, total));
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut counts = BTreeMap::new();
        let Some(last) = cumulative.len().checked_sub(1) else {
            return counts;
        };
        for _ in 0..shots {
            let mark = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * total;
            let met = cumulative.partition_point(|(_, sum)| *sum <= mark);
            *counts.entry(cumulative[met.min(last)].0).or_default() += 1;
        }
        counts
    }

    /// Keeps the outcome `value` of a measurement of `qubit`; returns its probability. The state is
    /// normalized again.
    ///
    /// # Errors
    /// Where that outcome has probability 0; the state is as it was.
    pub fn project(&mut self, qubit: usize, value: bool) -> Result<f64> {
        let keeps = |entry: &Entry| (entry.state >> qubit & 1 == 1) == value;
        let kept = self.entries.iter().filter(|entry| keeps(entry));
        let weight: f64 = kept.map(Entry::probability).sum();
        if weight <= 0.0 {
            return Err(Error::argument(
                "post-selection",
                format!("qubit {qubit} is never {}", u8::from(value)),
                "keep an outcome that can occur",
            ));
        }
        let probability = weight / self.norm_squared();
        self.entries.retain(keeps);
        for entry in &mut self.entries {
            entry.amplitude /= weight.sqrt();
        }
        Ok(probability)
    }
}
