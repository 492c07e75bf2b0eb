//! QAOA with the Grover mixer from the histogram of the cost alone, at any size whose histogram is known.
//!
//! The mixer e^{−iβ|s⟩⟨s|}, s uniform over N states, treats all states of equal cost alike, so they share one amplitude. With n_k states of energy E_k the
//! state is a vector b over the levels, |ψ⟩ = Σ_k b_k |k⟩, |k⟩ the uniform state of level k:
//!
//! > b starts as s_k = √(n_k/N) ; a layer is b_k ← e^{−iγE_k} b_k, then b ← b + (e^{−iβ} − 1) s ⟨s|b⟩ ; ⟨C⟩ = Σ E_k |b_k|²
//!
//! Exact: N may be 10^40. (Bärtschi & Eidenbenz, arXiv 2006.00354; Headley & Wilhelm, arXiv 2202.00648.) Counting the histogram is not done here.

use super::Angles;
use crate::error::{Error, Result};
use num_complex::Complex64;

/// The levels of a cost with room for the amplitudes.
#[derive(Clone, Debug)]
pub struct HistogramEvaluator {
    energies: Vec<f64>,
    /// √(n_k/N).
    start: Vec<f64>,
    state: Vec<Complex64>,
    /// C|ψ⟩ on its way back through the layers.
    image: Vec<Complex64>,
}

impl HistogramEvaluator {
    /// An evaluator of a cost with these energies, each with its number of states. Counts may be rounded: a state then counts by its share.
    ///
    /// ```
    /// use ketboard::qaoa::{Angles, HistogramEvaluator};
    /// // one solution among 4: one iteration of Grover search finds it
    /// let mut levels = HistogramEvaluator::new([(0.0, 1.0), (1.0, 3.0)])?;
    /// let pi = std::f64::consts::PI;
    /// let found = levels.probability_of_level(&Angles::new(vec![pi], vec![pi])?, 0);
    /// assert!((found - 1.0).abs() < 1e-12);
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no state, an energy is not finite, or a count is not finite or below 0.
    pub fn new(levels: impl IntoIterator<Item = (f64, f64)>) -> Result<Self> {
        let (energies, counts): (Vec<f64>, Vec<f64>) = levels.into_iter().unzip();
        let wrong = |what: &str, value: &&f64| Error::NotFinite {
            what: format!("{what} of a level"),
            value: **value,
        };
        if let Some(value) = energies.iter().find(|e| !e.is_finite()) {
            return Err(wrong("the energy", &value));
        }
        let total: f64 = counts.iter().sum();
        if let Some(value) = counts.iter().chain([&total]).find(|n| !n.is_finite()) {
            return Err(wrong("the number of states", &value));
        }
        if counts.iter().any(|&n| n < 0.0) || total <= 0.0 {
            return Err(Error::argument(
                "histogram",
                format!("{} levels with {total} states together", counts.len()),
                "count at least one state, and none less than 0 times",
            ));
        }
        let start: Vec<f64> = counts.iter().map(|n| (n / total).sqrt()).collect();
        let zeros = vec![Complex64::ZERO; start.len()];
        Ok(Self {
            energies,
            start,
            state: zeros.clone(),
            image: zeros,
        })
    }

    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.energies.len()
    }

    /// The energy of a level.
    pub fn energy(&self, level: usize) -> f64 {
        self.energies[level]
    }

    /// The share of the states that are of a level: its probability in a random guess.
    pub fn share(&self, level: usize) -> f64 {
        self.start[level] * self.start[level]
    }

    /// ⟨C⟩ in the state |γ, β⟩; NaN where an angle is not finite.
    pub fn value(&mut self, angles: &Angles) -> f64 {
        self.prepare(angles);
        self.expectation()
    }

    /// The probability of each level in the state |γ, β⟩: of all its states together.
    pub fn probabilities(&mut self, angles: &Angles) -> Vec<f64> {
        self.prepare(angles);
        self.state.iter().map(|b| b.norm_sqr()).collect()
    }

    /// The probability of one level in the state |γ, β⟩.
    pub fn probability_of_level(&mut self, angles: &Angles, level: usize) -> f64 {
        self.prepare(angles);
        self.state[level].norm_sqr()
    }

    /// ⟨C⟩, and its derivatives by all 2p angles in `by_angle`, which takes the length of `angles`.
    pub fn value_and_gradient(&mut self, angles: &Angles, by_angle: &mut Angles) -> f64 {
        by_angle.gammas.resize(angles.depth(), 0.0);
        by_angle.betas.resize(angles.depth(), 0.0);
        let value = self.value(angles);
        let (energies, start) = (&self.energies, &self.start);
        for ((image, b), energy) in self.image.iter_mut().zip(&self.state).zip(energies) {
            *image = b * energy;
        }
        for (k, (gamma, beta)) in angles.layers().enumerate().rev() {
            let (s, image_s) = (overlap(start, &self.state), overlap(start, &self.image));
            by_angle.betas[k] = 2.0 * (image_s.conj() * s).im;
            mix(start, &mut self.state, -beta);
            mix(start, &mut self.image, -beta);
            let pairs = self.image.iter().zip(&self.state).zip(energies);
            let products = pairs.map(|((image, b), energy)| energy * (image.conj() * b).im);
            by_angle.gammas[k] = 2.0 * products.sum::<f64>();
            phase(energies, &mut self.state, -gamma);
            phase(energies, &mut self.image, -gamma);
        }
        value
    }

    fn prepare(&mut self, angles: &Angles) {
        for (b, s) in self.state.iter_mut().zip(&self.start) {
            *b = Complex64::from(s);
        }
        for (gamma, beta) in angles.layers() {
            phase(&self.energies, &mut self.state, gamma);
            mix(&self.start, &mut self.state, beta);
        }
    }

    fn expectation(&self) -> f64 {
        let weights = self.state.iter().map(|b| b.norm_sqr());
        weights.zip(&self.energies).map(|(w, e)| w * e).sum()
    }
}

fn overlap(start: &[f64], state: &[Complex64]) -> Complex64 {
    start.iter().zip(state).map(|(s, b)| b * s).sum()
}

fn phase(energies: &[f64], state: &mut [Complex64], gamma: f64) {
    for (b, energy) in state.iter_mut().zip(energies) {
        *b *= Complex64::cis(-gamma * energy);
    }
}

/// b += (e^{−iβ} − 1) s ⟨s|b⟩.
fn mix(start: &[f64], state: &mut [Complex64], beta: f64) {
    let half = (beta / 2.0).sin();
    let factor = Complex64::new(-2.0 * half * half, -beta.sin());
    let added = factor * overlap(start, state);
    for (b, s) in state.iter_mut().zip(start) {
        *b += added * s;
    }
}
