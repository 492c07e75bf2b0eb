//! Gate by gate on the basis states that occur: up to 128 qubits, as many basis states as memory
//! holds.
//!
//! The state is a list of (basis state, amplitude), each basis state once. Gates that permute basis
//! states or multiply by phases are done in place. H, RX and RY, controlled or not, bring the two
//! states of a pair together by sorting and double the list at most; the memory is reserved before
//! each of them. Amplitudes of modulus below [`NEGLIGIBLE`] are dropped, or what interfered away
//! would come back as rounding noise. Every sum runs in the order of the list, which does not
//! depend on the number of threads.

use super::{Circuit, Gate, OpAction, elementary};
use crate::error::{Error, Result};
use ketboard_qaoa::{memory, sample_probabilities};
use num_complex::Complex64;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Amplitudes of a smaller modulus are dropped.
pub(crate) const NEGLIGIBLE: f64 = 1e-15;

/// Basis states of a pass over which one thread goes at a time.
const CHUNK: usize = 4096;

/// The basis states that occur, with their amplitudes.
///
/// ```
/// use ketboard_circuits::{Circuit, Gate, SparseState};
///
/// let mut circuit = Circuit::new(60); // 2⁶⁰ basis states, of which two occur
/// circuit.extend([Gate::h(0), Gate::cx(0, 59)]);
/// let state = SparseState::of(&circuit)?;
/// assert_eq!(state.len(), 2);
/// # Ok::<(), ketboard_circuits::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SparseState {
    qubits: usize,
    entries: Vec<Entry>,
    pub(crate) limit: Option<u64>,
}

/// A basis state that occurs.
#[derive(Clone, Copy, Debug)]
struct Entry {
    state: u128,
    amplitude: Complex64,
}

impl Entry {
    fn probability(&self) -> f64 {
        self.amplitude.norm_sqr()
    }

    fn is_negligible(&self) -> bool {
        self.probability() < NEGLIGIBLE * NEGLIGIBLE
    }
}

#[derive(Clone, Copy, Debug)]
struct Condition {
    mask: u128,
    value: u128,
}

impl Condition {
    fn of(gate: &Gate) -> Self {
        let bit = |qubit: usize| 1_u128 << qubit;
        let ones = gate.controls().filter(|(_, value)| *value);
        Self {
            mask: gate.controls().map(|(qubit, _)| bit(qubit)).sum(),
            value: ones.map(|(qubit, _)| bit(qubit)).sum(),
        }
    }

    fn holds(self, state: u128) -> bool {
        state & self.mask == self.value
    }
}

impl SparseState {
    /// |0…0⟩, which may grow as far as the free memory reaches. Fails above 128 qubits.
    pub fn new(qubits: usize) -> Result<Self> {
        if qubits > 128 {
            return Err(Error::argument(
                "circuit",
                format!("{qubits} qubits"),
                "the sparse simulator takes at most 128",
            ));
        }
        let zero = Entry {
            state: 0,
            amplitude: Complex64::ONE,
        };
        Ok(Self {
            qubits,
            entries: vec![zero],
            limit: None,
        })
    }

    /// The state a circuit leaves |0…0⟩ in. Fails as [`Self::new`] and [`Self::apply`] do.
    pub fn of(circuit: &Circuit) -> Result<Self> {
        let mut state = Self::new(circuit.qubits())?;
        state.apply(circuit.gates())?;
        Ok(state)
    }

    /// Applies gates, first one first; a gate that only devices have up to a global phase. Fails
    /// before a gate whose result would not fit into memory; those before it have been applied.
    /// Panics if a gate acts on a qubit that there is not.
    pub fn apply(&mut self, gates: &[Gate]) -> Result<()> {
        for gate in gates {
            assert!(
                gate.qubits.iter().all(|&q| q < self.qubits),
                "{gate:?} on {} qubits",
                self.qubits
            );
            let (condition, target) = (Condition::of(gate), 1 << gate.target());
            let value = |entry: &Entry| usize::from(entry.state & target != 0);
            match gate.op.action() {
                Some(OpAction::Diagonal(factors)) => {
                    self.each(condition, |entry| entry.amplitude *= factors[value(entry)]);
                }
                Some(OpAction::Flip(factors)) => self.each(condition, |entry| {
                    entry.amplitude *= factors[value(entry)];
                    entry.state ^= target;
                }),
                Some(OpAction::Mix(matrix)) => self.mix(condition, target, matrix)?,
                None => self.apply(&elementary(gate, self.qubits))?,
            }
        }
        Ok(())
    }

    fn each(&mut self, condition: Condition, change: impl Fn(&mut Entry) + Sync) {
        self.entries.par_chunks_mut(CHUNK).for_each(|chunk| {
            let met = chunk
                .iter_mut()
                .filter(|entry| condition.holds(entry.state));
            met.for_each(&change);
        });
    }

    /// A gate that mixes the two values of the qubit `bit`.
    fn mix(&mut self, condition: Condition, bit: u128, u: [[Complex64; 2]; 2]) -> Result<()> {
        let first = self.move_to_the_end(condition);
        let acted_on = &mut self.entries[first..];
        acted_on.par_sort_unstable_by_key(|entry| (entry.state & !bit, entry.state));
        let pair = |a: &Entry, b: &Entry| a.state ^ b.state == bit;
        let pairs = acted_on.windows(2).filter(|w| pair(&w[0], &w[1])).count();
        let alone = acted_on.len() - 2 * pairs;
        let remedy = format!(
            "the sparse state would hold {} basis states: use fewer qubits in superposition",
            self.entries.len() + alone
        );
        let about = (self.qubits, remedy.as_str());
        reserve(&mut self.entries, alone, self.limit, about)?;
        let (mut at, end) = (first, self.entries.len());
        while at < end {
            let low = self.entries[at];
            if at + 1 < end && pair(&low, &self.entries[at + 1]) {
                let high = self.entries[at + 1].amplitude;
                self.entries[at].amplitude = u[0][0] * low.amplitude + u[0][1] * high;
                self.entries[at + 1].amplitude = u[1][0] * low.amplitude + u[1][1] * high;
                at += 2;
            } else {
                let value = usize::from(low.state & bit != 0);
                self.entries[at].amplitude = u[value][value] * low.amplitude;
                self.entries.push(Entry {
                    state: low.state ^ bit,
                    amplitude: u[1 - value][value] * low.amplitude,
                });
                at += 1;
            }
        }
        self.drop_negligible(first);
        Ok(())
    }

    /// Moves the entries that meet `condition` to the end; the place of the first of them.
    fn move_to_the_end(&mut self, condition: Condition) -> usize {
        let mut first = 0;
        for at in 0..self.entries.len() {
            if !condition.holds(self.entries[at].state) {
                self.entries.swap(first, at);
                first += 1;
            }
        }
        first
    }

    fn drop_negligible(&mut self, from: usize) {
        let mut kept = from;
        for at in from..self.entries.len() {
            if !self.entries[at].is_negligible() {
                self.entries.swap(kept, at);
                kept += 1;
            }
        }
        self.entries.truncate(kept);
    }
}

// What a sparse state gives: amplitudes, probabilities, samples, and the state after an
// outcome was kept.

impl SparseState {
    /// How many qubits the state is of.
    pub fn qubits(&self) -> usize {
        self.qubits
    }

    /// How many basis states occur.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no basis state is left, as all were dropped.
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

    /// The probabilities of the values of `qubits`; bit i of a value is the i-th of them.
    pub(crate) fn distribution(&self, qubits: &[usize]) -> BTreeMap<u128, f64> {
        let mut probabilities = BTreeMap::new();
        for (state, amplitude) in self.amplitudes() {
            let bits = qubits.iter().enumerate();
            let value: u128 = bits.map(|(i, &q)| (state >> q & 1) << i).sum();
            *probabilities.entry(value).or_default() += amplitude.norm_sqr();
        }
        probabilities
    }

    /// How often each value of `qubits` was measured in `shots` runs. Fails if the shots exceed
    /// 2⁵³, or no state is left.
    pub fn sample(&self, qubits: &[usize], shots: u64, seed: u64) -> Result<BTreeMap<u128, u64>> {
        let distribution = self.distribution(qubits);
        let (values, probabilities): (Vec<u128>, Vec<f64>) = distribution.into_iter().unzip();
        let drawn = sample_probabilities(values.len(), |k| probabilities[k], shots, seed)?;
        let of_value = |(k, times): (u64, u64)| (values[k as usize], times);
        Ok(drawn.into_iter().map(of_value).collect())
    }

    /// Keeps the outcome `value` of a measurement of `qubit`, normalizes the state and returns the
    /// outcome's probability. Fails where that is 0; the state is as it was.
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

// Memory for a list that grows, checked before it is allocated.

const SMALL: u128 = 1 << 20;

/// Succeeds if `bytes` bytes fit into `limit`, or else into the memory that is free.
pub(crate) fn fits(bytes: u128, limit: Option<u64>, qubits: usize, remedy: &str) -> Result<()> {
    let available = match limit {
        Some(limit) => limit,
        None if bytes <= SMALL => return Ok(()),
        None => memory::available(),
    };
    if bytes <= u128::from(available) {
        return Ok(());
    }
    Err(Error::memory(qubits, bytes, available, remedy))
}

/// Makes room for `more` entries. Fails as [`fits`] does; then nothing was allocated.
pub(crate) fn reserve<T>(
    list: &mut Vec<T>,
    more: usize,
    limit: Option<u64>,
    (qubits, remedy): (usize, &str),
) -> Result<()> {
    let wanted = list.len().saturating_add(more);
    let bytes = wanted as u128 * size_of::<T>() as u128;
    if wanted > list.capacity() || limit.is_some() {
        // Growing may move the list: for a moment both the old and the new one are there, the old
        // one taken already.
        fits(bytes, limit, qubits, remedy)?;
    }
    let reserved = list.try_reserve_exact(more);
    reserved.map_err(|_| Error::memory(qubits, bytes, memory::available(), remedy))
}
