//! How often each outcome was seen, and its JSON.

use super::{BitOrder, Bitstring};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Outcomes, each with its weight; outcomes that were not seen are not listed. What was drawn from
/// a state are its basis states, of qubits or of registers; what was measured are values of qubits
/// ([`Bitstring`]).
///
/// ```
/// use ketboard_circuits::Counts;
///
/// let counts: Counts = Counts::from_shots(2, vec![(0, 60), (3, 40)]);
/// assert_eq!((counts.total(), counts.weight(&3), counts.distinct()), (100.0, 40.0, 2));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Counts<X = u64> {
    qubits: usize,
    unit: CountUnit,
    outcomes: BTreeMap<X, f64>,
}

/// What the weight of an outcome is.
///
/// ```
/// use ketboard_circuits::{CountUnit, ResultHints, read_results};
///
/// let read = |text| read_results(text, "results.json", 2, ResultHints::default());
/// assert_eq!(read(r#"{"01": 3, "11": 5}"#)?.counts.unit(), CountUnit::Shots);
/// let probabilities = r#"{"probabilities": {"01": 0.25, "11": 0.75}}"#;
/// assert_eq!(read(probabilities)?.counts.unit(), CountUnit::Probability);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountUnit {
    /// A number of shots: a whole number, at most 2⁵³.
    Shots,
    /// A probability (some machines and simulators send no shots).
    Probability,
}

impl Counts {
    /// The counts of shots of a state ([`ketboard_qaoa::State::sample`]): (basis state, how often),
    /// each basis state once.
    pub fn from_shots(qubits: usize, shots: Vec<(u64, u64)>) -> Self {
        let mut counts = Self::new(qubits, CountUnit::Shots);
        let shots = shots.into_iter();
        shots.for_each(|(x, times)| counts.add(x, times as f64));
        counts
    }
}

impl<X: Ord> Counts<X> {
    /// No outcome yet, of `qubits` qubits; of registers, of as many bits as number their states.
    pub fn new(qubits: usize, unit: CountUnit) -> Self {
        Self {
            qubits,
            unit,
            outcomes: BTreeMap::new(),
        }
    }

    /// Adds to the weight of an outcome; a weight of 0 leaves it unlisted.
    pub fn add(&mut self, outcome: X, weight: f64) {
        if weight > 0.0 {
            *self.outcomes.entry(outcome).or_default() += weight;
        }
    }

    /// Number of qubits.
    pub(crate) fn qubits(&self) -> usize {
        self.qubits
    }

    /// What the weights are.
    pub fn unit(&self) -> CountUnit {
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

    /// The weight of one outcome; 0 if it was not seen.
    pub fn weight(&self, outcome: &X) -> f64 {
        self.outcomes.get(outcome).copied().unwrap_or(0.0)
    }

    /// Every outcome seen with its weight, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&X, f64)> {
        let outcomes = self.outcomes.iter();
        outcomes.map(|(outcome, &weight)| (outcome, weight))
    }

    /// The weights of what `of` makes of the outcomes.
    pub fn mapped<Y: Ord>(&self, of: impl Fn(&X) -> Y) -> Counts<Y> {
        let mut mapped = Counts::new(self.qubits, self.unit);
        self.iter()
            .for_each(|(x, weight)| mapped.add(of(x), weight));
        mapped
    }
}

impl Counts<Bitstring> {
    /// The same outcomes read from the other end: bit k is that of qubit n − 1 − k.
    pub fn turned(&self) -> Self {
        self.mapped(Bitstring::turned)
    }

    /// `{"shots": 100, "bit_order": "qubit0-left", "counts": {"0110": 100}}`, which
    /// [`read_results`](super::read_results) reads; `probabilities` in place of `shots` and
    /// `counts` where these are the unit.
    pub fn to_json(&self) -> Value {
        let order = BitOrder::Left.name();
        let outcomes = |number: fn(f64) -> Value| -> Map<String, Value> {
            let named = self.iter().map(|(x, w)| (x.to_string(), number(w)));
            named.collect()
        };
        if self.unit == CountUnit::Probability {
            return json!({"bit_order": order, "probabilities": outcomes(Value::from)});
        }
        let counts = outcomes(|shots| (shots as u64).into());
        json!({"shots": self.total() as u64, "bit_order": order, "counts": counts})
    }
}
