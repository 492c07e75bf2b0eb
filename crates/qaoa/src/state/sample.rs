//! Shots drawn from a state by the inverse of its cumulative sum.
//!
//! A uniform number u in [0, 1), a quantile, falls on the first basis state x with Σ_{y≤x} p_y >
//! u·Σp. Batches of 2²⁰ numbers are drawn, sorted, and met in one walk over the state; the counts
//! are an exact multinomial sample, up to rounding of the sum. Where batches exceed the states, as
//! many steps as there are states do the same ([`binomial`]).

use super::{State, binomial};
use crate::error::{Error, Result};
use crate::sim::{Question, measured};
use crate::tasks::sort;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Shots of one walk: 8 MiB of numbers.
const BATCH: u64 = 1 << 20;

/// The most shots that are counted exactly.
const MOST_SHOTS: u64 = 1 << 53;

impl State {
    /// (basis state, how often) of `shots` measurements, by basis state; the same seed gives the
    /// same counts. Fails if `shots` exceed 2⁵³, or the probabilities do not add up to a positive
    /// finite number.
    pub fn sample(&self, shots: u64, seed: u64) -> Result<Vec<(u64, u64)>> {
        self.sample_with_progress(shots, seed, &|_| ControlFlow::Continue(()))
    }

    /// [`Self::sample`], calling `go_on` now and then with how many shots are drawn. As
    /// [`Self::sample`]; [`Error::Stopped`] where `go_on` says stop.
    pub fn sample_with_progress(
        &self,
        shots: u64,
        seed: u64,
        go_on: &dyn Fn(u64) -> ControlFlow<()>,
    ) -> Result<Vec<(u64, u64)>> {
        check(shots, self.norm().powi(2))?;
        if is_split(self.states(), shots) {
            self.check_list(8)?;
            return binomial::split(&self.probabilities(), shots, seed, go_on);
        }
        counts(shots, seed, go_on, |quantiles| {
            let question = Question::Measured(Cow::Borrowed(quantiles));
            self.amplitudes.ask_pairs(question, None)
        })
    }
}

/// (basis state, how often) of `shots` measurements of a state whose basis state x, below `states`,
/// has `probability(x)`. The same seed gives the same counts as [`State::sample`]; it fails as that
/// does.
///
/// ```
/// let coin = |x: usize| [0.5, 0.5][x];
/// let counts = ketboard_qaoa::sample_probabilities(2, coin, 1000, 7)?;
/// assert_eq!(counts.iter().map(|(_, times)| times).sum::<u64>(), 1000);
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
pub fn sample_probabilities(
    states: usize,
    probability: impl Fn(usize) -> f64 + Sync,
    shots: u64,
    seed: u64,
) -> Result<Vec<(u64, u64)>> {
    let mut total = 0.0;
    (0..states).for_each(|x| total += probability(x));
    check(shots, total)?;
    let go_on = |_| ControlFlow::Continue(());
    if is_split(states, shots) {
        let probabilities: Vec<f64> = (0..states).map(&probability).collect();
        return binomial::split(&probabilities, shots, seed, &go_on);
    }
    counts(shots, seed, &go_on, |quantiles| {
        measured(None, [states, 1], &probability, quantiles)
    })
}

fn is_split(states: usize, shots: u64) -> bool {
    shots > BATCH && shots > states as u64
}

/// Fails if the shots exceed 2⁵³, or the sum of the probabilities is not positive and finite.
fn check(shots: u64, total: f64) -> Result<()> {
    if shots > MOST_SHOTS {
        let remedy = "a count is exact up to 2^53";
        return Err(Error::setting("shots", shots.to_string(), remedy));
    }
    if total.is_finite() && total > 0.0 {
        return Ok(());
    }
    let what = "the sum of the probabilities of the state".to_owned();
    Err(Error::NotFinite { what, value: total })
}

/// The counts of all shots, where `measured` says where ascending quantiles fall.
fn counts(
    shots: u64,
    seed: u64,
    go_on: &dyn Fn(u64) -> ControlFlow<()>,
    measured: impl Fn(&[f64]) -> Vec<[f64; 2]>,
) -> Result<Vec<(u64, u64)>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut counts, mut left) = (BTreeMap::new(), shots);
    while left > 0 {
        let batch = left.min(BATCH);
        let mut quantiles: Vec<f64> = (0..batch).map(|_| uniform(&mut rng)).collect();
        sort(&mut quantiles);
        for [x, times] in measured(&quantiles) {
            *counts.entry(x as u64).or_insert(0) += times as u64;
        }
        left -= batch;
        if left > 0 && go_on(shots - left).is_break() {
            return Err(Error::Stopped);
        }
    }
    Ok(counts.into_iter().collect())
}

pub(super) fn uniform(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Cost;
    use crate::sim::{Circuit, Gates, LayerPhases, Mixing, Precision, Watch};

    /// The equal superposition: no layer.
    fn plus(qubits: usize) -> State {
        let cost = Cost::from_terms(qubits, []).unwrap();
        let mut state = State::room(&cost, Precision::F64, false).unwrap();
        let gates = Gates {
            mixing: Cow::Owned(Mixing::X),
            phases: LayerPhases::Cost(Cow::Borrowed(&[])),
            betas: Cow::Borrowed(&[]),
        };
        let circuit = Circuit {
            cost: &cost.diagonal,
            gates,
            watch: Watch::NONE,
        };
        assert_eq!(state.amplitudes.run(&circuit, false), 0.0);
        state
    }

    /// The slow twin: every number is looked up on its own.
    fn looked_up(p: &[f64], shots: u64, seed: u64) -> Vec<(u64, u64)> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let total: f64 = p.iter().sum();
        let mut counts = BTreeMap::new();
        for _ in 0..shots {
            let quantile = uniform(&mut rng) * total;
            let below = |x: &usize| p[..=*x].iter().sum::<f64>() > quantile;
            *counts
                .entry((0..p.len()).find(below).unwrap() as u64)
                .or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }

    #[test]
    fn one_walk_over_sorted_numbers_counts_as_looking_each_up() {
        for seed in 0..20 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            // a distribution with exact zeros in it, whose sum does not matter
            let p: Vec<f64> = (0..16)
                .map(|_| (uniform(&mut rng) - 0.3).max(0.0))
                .collect();
            let drawn = sample_probabilities(16, |x| p[x], 300, seed).unwrap();
            assert_eq!(drawn, looked_up(&p, 300, seed), "seed {seed}");
            let doubled = sample_probabilities(16, |x| 2.0 * p[x], 300, seed).unwrap();
            assert_eq!(drawn, doubled, "seed {seed}");
        }
        for bad in [0.0, f64::NAN, f64::INFINITY] {
            assert!(sample_probabilities(8, |_| bad, 10, 1).is_err(), "{bad}");
        }
    }

    #[test]
    fn sampling_stops_where_it_is_told_to_and_else_ends_with_all_shots() {
        for (qubits, shots) in [(22, 3 << 20), (3, 1 << 40)] {
            let state = plus(qubits);
            let told = std::sync::Mutex::new(Vec::new());
            let all = state.sample_with_progress(shots, 7, &|drawn| {
                told.lock().unwrap().push(drawn);
                ControlFlow::Continue(())
            });
            assert_eq!(
                all.unwrap().iter().map(|(_, times)| times).sum::<u64>(),
                shots
            );
            let told = told.into_inner().unwrap();
            assert!(!told.is_empty() && told.is_sorted() && told.iter().all(|d| *d <= shots));
            let stopped = state.sample_with_progress(shots, 7, &|_| ControlFlow::Break(()));
            assert!(matches!(stopped, Err(Error::Stopped)), "{qubits} qubits");
        }
    }

    #[test]
    fn more_shots_than_can_be_counted_are_refused() {
        let state = plus(2);
        let refusal = state.sample((1 << 53) + 1, 0).unwrap_err().to_string();
        assert!(refusal.contains("2^53"), "{refusal}");
        assert_eq!(state.sample(0, 0).unwrap(), []);
    }
}
