//! A cost by its histogram alone, and the state over its levels: the Grover mixer at any size whose
//! histogram is known.
//!
//! The mixer e^{−iβ|s⟩⟨s|}, s uniform over N states, treats all states of equal cost alike, so they
//! share one amplitude. With n_k states of energy E_k the state is a vector b over the levels,
//! |ψ⟩ = Σ_k b_k |k⟩, |k⟩ the uniform state of level k:
//!
//! > b starts as s_k = √(n_k/N) ; a layer is b_k ← e^{−iγE_k} b_k, then b ← b + (e^{−iβ} − 1) s
//! >   ⟨s|b⟩ ; ⟨C⟩ = Σ E_k |b_k|²
//!
//! Exact: N may be 10⁴⁰. (Bärtschi & Eidenbenz, arXiv 2006.00354; Headley & Wilhelm, arXiv
//! 2202.00648.) Counting the histogram is not done here.

use crate::error::{Error, Result};
use num_complex::Complex64;

/// The energies of a cost, each with its share of all states.
#[derive(Clone, Debug)]
pub(crate) struct EnergyHistogram {
    energies: Vec<f64>,
    /// n_k/N.
    shares: Vec<f64>,
    /// √(n_k/N).
    start: Vec<f64>,
}

impl EnergyHistogram {
    /// The levels of these energies, each with its number of states.
    ///
    /// # Errors
    /// If there is no state, an energy is not finite, or a count is not finite or below 0.
    pub(crate) fn new(energies: Vec<f64>, counts: &[f64]) -> Result<Self> {
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
        Ok(Self {
            energies,
            start: counts.iter().map(|n| (n / total).sqrt()).collect(),
            shares: counts.iter().map(|n| n / total).collect(),
        })
    }

    /// The number of levels.
    pub(crate) fn len(&self) -> usize {
        self.energies.len()
    }

    /// The energy of each level.
    pub(crate) fn energies(&self) -> &[f64] {
        &self.energies
    }

    /// The lowest energy.
    pub(crate) fn min(&self) -> f64 {
        self.energies.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The highest energy.
    pub(crate) fn max(&self) -> f64 {
        let energies = self.energies.iter().copied();
        energies.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The mean energy over all states.
    pub(crate) fn mean(&self) -> f64 {
        self.weighted(|energy| energy)
    }

    /// The standard deviation of the energy over all states.
    pub(crate) fn standard_deviation(&self) -> f64 {
        let mean = self.mean();
        self.weighted(|energy| (energy - mean).powi(2)).sqrt()
    }

    /// The mean of a function of the energy over all states.
    fn weighted(&self, of: impl Fn(f64) -> f64) -> f64 {
        let levels = self.shares.iter().zip(&self.energies);
        levels.map(|(share, energy)| share * of(*energy)).sum()
    }

    /// The levels with E ≤ min + `tolerance`.
    pub(crate) fn ground_states(&self, tolerance: f64) -> Vec<u64> {
        let highest = self.min() + tolerance;
        let levels = (0..).zip(&self.energies);
        levels
            .filter(|(_, energy)| **energy <= highest)
            .map(|(level, _)| level)
            .collect()
    }
}

/// The amplitude of each level.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelState {
    amplitudes: Vec<Complex64>,
}

impl LevelState {
    /// The amplitudes b_k.
    pub(crate) fn amplitudes(&self) -> &[Complex64] {
        &self.amplitudes
    }

    /// Makes the state of the layers.
    pub(crate) fn prepare(&mut self, cost: &EnergyHistogram, gammas: &[f64], betas: &[f64]) {
        self.amplitudes.clear();
        let start = cost.start.iter().map(Complex64::from);
        self.amplitudes.extend(start);
        for (&gamma, &beta) in gammas.iter().zip(betas) {
            phase(&cost.energies, &mut self.amplitudes, gamma);
            mix(&cost.start, &mut self.amplitudes, beta);
        }
    }

    /// Σ E_k |b_k|² for any energies.
    pub(crate) fn expectation(&self, energies: &[f64]) -> f64 {
        let weights = self.amplitudes.iter().map(|b| b.norm_sqr());
        weights.zip(energies).map(|(w, e)| w * e).sum()
    }

    /// Makes λ = Wψ beside the state ψ, and takes both back through the layers, with the
    /// derivatives by all angles written to `by`.
    pub(crate) fn go_back(
        &mut self,
        weights: &[f64],
        cost: &EnergyHistogram,
        [gammas, betas]: [&[f64]; 2],
        [by_gamma, by_beta]: [&mut [f64]; 2],
    ) {
        let (energies, start, state) = (&cost.energies, &cost.start, &mut self.amplitudes);
        let weighted = state.iter().zip(weights).map(|(b, weight)| b * weight);
        let mut adjoint: Vec<Complex64> = weighted.collect();
        for (k, (&gamma, &beta)) in gammas.iter().zip(betas).enumerate().rev() {
            let (s, adjoint_s) = (overlap(start, state), overlap(start, &adjoint));
            by_beta[k] = 2.0 * (adjoint_s.conj() * s).im;
            mix(start, state, -beta);
            mix(start, &mut adjoint, -beta);
            let pairs = adjoint.iter().zip(&*state).zip(energies);
            let products = pairs.map(|((adjoint, b), energy)| energy * (adjoint.conj() * b).im);
            by_gamma[k] = 2.0 * products.sum::<f64>();
            phase(energies, state, -gamma);
            phase(energies, &mut adjoint, -gamma);
        }
    }
}

/// The overlap ⟨s|b⟩.
fn overlap(start: &[f64], state: &[Complex64]) -> Complex64 {
    start.iter().zip(state).map(|(s, b)| b * s).sum()
}

/// b_k ← e^{−iγE_k} b_k.
fn phase(energies: &[f64], state: &mut [Complex64], gamma: f64) {
    for (b, energy) in state.iter_mut().zip(energies) {
        let (sine, cosine) = libm::sincos(gamma * energy);
        *b *= Complex64::new(cosine, -sine);
    }
}

/// b += (e^{−iβ} − 1) s ⟨s|b⟩.
fn mix(start: &[f64], state: &mut [Complex64], beta: f64) {
    let half = libm::sin(beta / 2.0);
    let factor = Complex64::new(-2.0 * half * half, -libm::sin(beta));
    let added = factor * overlap(start, state);
    for (b, s) in state.iter_mut().zip(start) {
        *b += added * s;
    }
}
