//! The exact state vector of a circuit, and what can be asked of it.

mod binomial;
mod sample;

pub use sample::sample_probabilities;

use crate::cost::Cost;
use crate::error::Result;
use crate::sim::memory::Size;
use crate::sim::{Amplitudes, Precision, Question};
use bytemuck::allocation::cast_vec;
use num_complex::Complex64;
use std::borrow::Cow;

/// The amplitudes of all basis states, over qubits or qudits, in f64 or f32.
///
/// ```
/// use ketboard_qaoa::{Angles, Ansatz, Cost};
/// // one qubit of cost x: γ = π/2 and β = −π/4 lead from |+⟩ to the minimum |0⟩
/// let ansatz = Ansatz::new(Cost::from_terms(1, [(0b1, 1.0)])?);
/// let pi = std::f64::consts::PI;
/// let state = ansatz.state(&Angles::new(vec![pi / 2.0], vec![-pi / 4.0])?)?;
/// assert!((state.probability(0) - 1.0).abs() < 1e-15);
/// assert_eq!(state.sample(100, 7)?, [(0, 100)]);
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Debug)]
pub struct State {
    pub(crate) amplitudes: Amplitudes,
    pub(crate) phase: Complex64,
}

impl State {
    /// Memory for a state over the basis states of a cost; `beside` another one that is worked on
    /// together with it.
    pub(crate) fn room(cost: &Cost, precision: Precision, beside: bool) -> Result<Self> {
        let amplitudes = Amplitudes::room(&cost.diagonal, precision, beside)?;
        let phase = Complex64::ONE;
        Ok(Self { amplitudes, phase })
    }

    /// The number of levels of each qudit, 2 of a qubit, the fastest digit of the index first.
    pub fn dims(&self) -> Vec<usize> {
        self.amplitudes.space().dims().to_vec()
    }

    /// The number of basis states.
    pub fn states(&self) -> usize {
        self.amplitudes.space().states()
    }

    /// The number of processes that share the state ([`Cost::ranks`]).
    pub fn ranks(&self) -> usize {
        self.amplitudes.ranks()
    }

    /// Succeeds if a list of `bytes` for each basis state fits into the memory of this process: 8
    /// for [`State::probabilities`], 16 for [`State::amplitudes`].
    /// [`Error::Memory`](crate::Error::Memory) if not.
    pub fn check_list(&self, bytes: usize) -> Result<()> {
        Size::States(self.states()).check(bytes as u128)
    }

    /// The precision of the amplitudes.
    pub fn precision(&self) -> Precision {
        self.amplitudes.precision()
    }

    /// The amplitude ψ_x of basis state `index`; qubit k is bit k. Panics if there is no such
    /// state.
    pub fn amplitude(&self, index: usize) -> Complex64 {
        let [re, im] = self.parts_of(&[index as u64])[0];
        Complex64::new(re, im) * self.phase
    }

    /// The probability |ψ_x|² of basis state `index`. Panics if there is no such state.
    pub fn probability(&self, index: usize) -> f64 {
        square(self.parts_of(&[index as u64])[0])
    }

    /// The probabilities |ψ_x|² of all basis states, by index: another 8 bytes for each.
    pub fn probabilities(&self) -> Vec<f64> {
        self.amplitudes.ask(Question::Probabilities, None)
    }

    /// The amplitudes ψ_x of all basis states, by index: another 16 bytes for each.
    pub fn amplitudes(&self) -> Vec<Complex64> {
        let mut all: Vec<Complex64> = cast_vec(self.amplitudes.ask(Question::Amplitudes, None));
        all.iter_mut()
            .for_each(|amplitude| *amplitude *= self.phase);
        all
    }

    /// The norm √Σ|ψ_x|², which is 1 but for rounding.
    pub fn norm(&self) -> f64 {
        self.amplitudes.ask(Question::Norm, None)[0]
    }

    /// The expectation ⟨C⟩ = Σ E(x) |ψ_x|². Like all methods that take a cost it panics if the cost
    /// is over other basis states.
    pub fn expectation(&self, cost: &Cost) -> f64 {
        let question = Question::Expectation(None);
        self.amplitudes.ask(question, Some(&cost.diagonal))[0] + cost.constant
    }

    fn parts_of(&self, indices: &[u64]) -> Vec<[f64; 2]> {
        let question = Question::Parts(Cow::Borrowed(indices));
        self.amplitudes.ask_pairs(question, None)
    }

    /// The probability Σ |ψ_x|² of the listed basis states together.
    pub fn probability_of(&self, indices: impl IntoIterator<Item = u64>) -> f64 {
        let states = self.states() as u64;
        let indices: Vec<u64> = indices.into_iter().filter(|x| *x < states).collect();
        let parts = self.parts_of(&indices);
        parts.into_iter().map(square).sum()
    }

    /// The probability Σ |ψ_x|² of the basis states with E(x) ≤ min + `tolerance`, as
    /// [`Cost::ground_states`] lists them.
    pub fn ground_probability(&self, cost: &Cost, tolerance: f64) -> f64 {
        let question = Question::Expectation(Some(cost.diagonal.min + tolerance));
        self.amplitudes.ask(question, Some(&cost.diagonal))[0]
    }

    /// The `k` likeliest basis states with their probabilities, likeliest first, equal ones by
    /// index.
    pub fn likeliest(&self, k: usize) -> Vec<(u64, f64)> {
        let found = self
            .amplitudes
            .ask_pairs(Question::Likeliest(k), None)
            .into_iter();
        found.map(|[x, p]| (x as u64, p)).collect()
    }
}

fn square([re, im]: [f64; 2]) -> f64 {
    re * re + im * im
}
