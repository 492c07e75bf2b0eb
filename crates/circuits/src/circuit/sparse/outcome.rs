//! What a sparse state gives: amplitudes, probabilities, samples, and the state after an
//! outcome was kept.

use super::{Entry, SparseState};
use crate::error::{Error, Result};
use ketboard_qaoa::sample_probabilities;
use num_complex::Complex64;
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

    /// The probability of the basis states that `wanted` picks.
    pub fn probability(&self, wanted: impl Fn(u128) -> bool) -> f64 {
        let picked = self.entries.iter().filter(|entry| wanted(entry.state));
        picked.map(Entry::probability).sum()
    }

    /// The probabilities of the values that measuring `qubits` gives; bit i of a value is the i-th
    /// of them.
    pub(crate) fn distribution(&self, qubits: &[usize]) -> BTreeMap<u128, f64> {
        let mut probabilities = BTreeMap::new();
        for (state, amplitude) in self.amplitudes() {
            let bits = qubits.iter().enumerate();
            let value: u128 = bits.map(|(i, &q)| (state >> q & 1) << i).sum();
            *probabilities.entry(value).or_default() += amplitude.norm_sqr();
        }
        probabilities
    }

    /// How often each value of `qubits` was measured in `shots` runs.
    ///
    /// # Errors
    /// If the shots exceed 2⁵³, or no state is left.
    pub fn sample(&self, qubits: &[usize], shots: u64, seed: u64) -> Result<BTreeMap<u128, u64>> {
        let distribution = self.distribution(qubits);
        let (values, probabilities): (Vec<u128>, Vec<f64>) = distribution.into_iter().unzip();
        let drawn = sample_probabilities(values.len(), |k| probabilities[k], shots, seed)?;
        let of_value = |(k, times): (u64, u64)| (values[k as usize], times);
        Ok(drawn.into_iter().map(of_value).collect())
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
