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
    /// use ketboard_qaoa::{Angles, HistogramEvaluator};
    /// // one solution among 4: one iteration of Grover search finds it
    /// let mut levels = HistogramEvaluator::new([(0.0, 1.0), (1.0, 3.0)])?;
    /// let pi = std::f64::consts::PI;
    /// let found = levels.probability_of_level(&Angles::new(vec![pi], vec![pi])?, 0);
    /// assert!((found - 1.0).abs() < 1e-12);
    /// # Ok::<(), ketboard_qaoa::Error>(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qaoa::RegisterEvaluator;
    use crate::sim::registers::{Mixing, RegisterCost, Space, Table};

    /// Queens in rows of unequal length: 1 for each pair in one column.
    fn cost() -> RegisterCost {
        let dims = vec![4, 5, 3, 6];
        let mut tables = Vec::new();
        for b in 0..4 {
            for a in 0..b {
                let pairs = (0..dims[b]).flat_map(|y| (0..dims[a]).map(move |x| (x, y)));
                let values = pairs.map(|(x, y)| f64::from(u8::from(x == y))).collect();
                tables.push(Table {
                    registers: vec![a, b],
                    values,
                });
            }
        }
        RegisterCost::from_tables(Space::new(dims).unwrap(), 0.25, tables).unwrap()
    }

    #[test]
    fn a_histogram_gives_what_the_whole_state_gives() {
        let cost = cost();
        let histogram = cost.histogram().unwrap();
        let levels = histogram
            .iter()
            .map(|&(energy, count)| (energy, count as f64));
        let mut short = HistogramEvaluator::new(levels).unwrap();
        let mut whole = RegisterEvaluator::new(&cost, &Mixing::Grover).unwrap();
        let angles = Angles::new(vec![0.4, -1.1, 2.0], vec![-0.7, 1.9, 0.3]).unwrap();
        let (mut by, mut right) = (Angles::default(), Angles::default());
        let value = short.value_and_gradient(&angles, &mut by);
        let expected = whole.value_and_gradient(&angles, &mut right);
        assert!((value - expected).abs() < 1e-12 && value == short.value(&angles));
        for (a, b) in by.to_flat().into_iter().zip(right.to_flat()) {
            assert!((a - b).abs() < 1e-12, "{a} {b}");
        }
        let state = whole.state(&angles);
        for (level, &(energy, count)) in histogram.iter().enumerate() {
            let same = (0..cost.space().states()).filter(|&x| cost.energy(x) == energy);
            let sum = state.probability_of(same.map(|x| x as u64));
            let found = short.probability_of_level(&angles, level);
            assert!((found - sum).abs() < 1e-13, "level {level}: {found} {sum}");
            assert_eq!(short.energy(level), energy);
            let share = count as f64 / cost.space().states() as f64;
            assert!((short.share(level) - share).abs() < 1e-15);
        }
        assert!((short.probabilities(&angles).iter().sum::<f64>() - 1.0).abs() < 1e-13);
    }

    #[test]
    fn grover_search_finds_one_state_among_ten_to_the_forty() {
        // phases of π are Grover's: sin²((2k + 1)θ) after k iterations, sin θ = 10⁻²⁰
        let mut levels = HistogramEvaluator::new([(0.0, 1.0), (1.0, 1e40)]).unwrap();
        let k = 1000;
        let pi = std::f64::consts::PI;
        let angles = Angles::new(vec![pi; k], vec![pi; k]).unwrap();
        let found = levels.probability_of_level(&angles, 0);
        let expected = (f64::from(2 * k as u32 + 1) * 1e-20).powi(2);
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
    }

    #[test]
    fn a_histogram_without_a_state_or_with_wrong_numbers_is_refused() {
        for levels in [vec![], vec![(1.0, 0.0)], vec![(1.0, 2.0), (0.0, -1.0)]] {
            assert!(HistogramEvaluator::new(levels).is_err());
        }
        for wrong in [(f64::NAN, 1.0), (0.0, f64::INFINITY), (0.0, f64::NAN)] {
            let text = HistogramEvaluator::new([(0.0, 1.0), wrong]).unwrap_err();
            assert!(text.to_string().contains("finite"), "{text}");
        }
    }
}
