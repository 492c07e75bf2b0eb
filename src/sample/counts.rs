//! How often each basis state was seen, and its JSON.

use super::BitOrder;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Outcomes of measuring all qubits, each with its weight; outcomes that were not seen are not listed.
#[derive(Clone, PartialEq, Debug)]
pub struct Counts {
    qubits: usize,
    unit: Unit,
    outcomes: BTreeMap<u64, f64>,
}

/// What the weight of an outcome is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A number of shots: a whole number, at most 2⁵³.
    Shots,
    /// A probability (some machines and simulators send no shots).
    Probability,
}

impl Counts {
    /// No outcome yet, on at most 64 qubits.
    pub fn new(qubits: usize, unit: Unit) -> Self {
        assert!(
            qubits <= 64,
            "{qubits} qubits; an outcome is a number of 64 bits"
        );
        Self {
            qubits,
            unit,
            outcomes: BTreeMap::new(),
        }
    }

    /// Adds to the weight of an outcome; a weight of 0 leaves it unlisted.
    pub fn add(&mut self, index: u64, weight: f64) {
        if weight > 0.0 {
            *self.outcomes.entry(index).or_default() += weight;
        }
    }

    /// Number of qubits.
    pub fn qubits(&self) -> usize {
        self.qubits
    }

    /// What the weights are.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The sum of all weights: the number of shots, or about 1.
    pub fn total(&self) -> f64 {
        self.outcomes.values().sum()
    }

    /// Number of different outcomes.
    pub fn distinct(&self) -> usize {
        self.outcomes.len()
    }

    /// The weight of one basis state; 0 if it was not seen.
    pub fn weight(&self, index: u64) -> f64 {
        self.outcomes.get(&index).copied().unwrap_or(0.0)
    }

    /// Basis index and weight of every outcome seen, ascending by index.
    pub fn iter(&self) -> impl Iterator<Item = (u64, f64)> {
        self.outcomes
            .iter()
            .map(|(&index, &weight)| (index, weight))
    }

    /// The same outcomes read from the other end: bit k is that of qubit n − 1 − k.
    pub fn turned(&self) -> Self {
        let mut turned = Self::new(self.qubits, self.unit);
        for (index, weight) in self.iter() {
            let bits = (0..self.qubits).map(|k| (index >> k & 1) << (self.qubits - 1 - k));
            turned.add(bits.sum(), weight);
        }
        turned
    }

    /// The bitstring of a basis index: character k is qubit k.
    pub fn bitstring(&self, index: u64) -> String {
        let bit = |k| if index >> k & 1 == 1 { '1' } else { '0' };
        (0..self.qubits).map(bit).collect()
    }

    /// `{"shots": 100, "bit_order": "qubit0-left", "counts": {"0110": 100}}`, which
    /// [`read_results`](super::read_results) reads; `probabilities` in place of `shots` and `counts` where these are the unit.
    pub fn to_json(&self) -> Value {
        let order = BitOrder::Left.name();
        let outcomes = |number: fn(f64) -> Value| -> Map<String, Value> {
            let named = self.iter().map(|(x, w)| (self.bitstring(x), number(w)));
            named.collect()
        };
        match self.unit {
            Unit::Shots => json!({
                "shots": self.total() as u64,
                "bit_order": order,
                "counts": outcomes(|shots| (shots as u64).into()),
            }),
            Unit::Probability => json!({
                "bit_order": order,
                "probabilities": outcomes(Value::from),
            }),
        }
    }
}
