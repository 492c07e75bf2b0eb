//! What is minimized over the angles: a function f of the energies of a state and their
//! probabilities.
//!
//! | objective | f | ∂f/∂p of a state of energy E |
//! |---|---|---|
//! | expectation | ⟨C⟩ | E |
//! | CVaR_α | mean of the lowest α of the distribution | (E − q)/α where E ≤ q, else 0 |
//! | Gibbs_η | −ln⟨e^{−ηC}⟩ | −e^{−ηE}/⟨e^{−ηC}⟩ |
//! | success | −Σ p over the marked states | −1 where marked |
//!
//! CVaR: Barkoutsos et al. 2020, Quantum 4, 256. The energy level at the boundary, the α-quantile
//! q, counts in part. Probabilities add up to 1, so that a constant may be added to all
//! derivatives: here q/α is taken off. Where the boundary is between two levels the slope has a
//! step, and one side of it is given.
//!
//! Gibbs: Li et al. 2020, Phys. Rev. Research 2, 023074. η is in units of one over the unit of C.
//!
//! One function serves the exact distribution and shots: it takes a list of (energy, weight), the
//! weight a probability or a count.

use crate::error::{Error, Result};
use crate::sim::Weight;
use std::fmt;

/// An energy and its weight: a probability, or a number of shots.
type Level = (f64, f64);

/// What a search minimizes over the angles.
///
/// ```
/// use ketboard_qaoa::Objective;
/// assert_eq!(Objective::parse("cvar:0.25")?, Objective::Cvar(0.25));
/// assert_eq!(Objective::Gibbs(2.0).to_string(), "gibbs:2");
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Objective {
    /// ⟨C⟩.
    #[default]
    Expectation,
    /// The mean of the lowest part α of the energies, 0 < α ≤ 1.
    Cvar(f64),
    /// −ln⟨e^{−ηC}⟩, η > 0 in units of one over the unit of C.
    Gibbs(f64),
    /// −1 times the probability of the solutions
    /// ([`Ansatz::with_solutions`](crate::Ansatz::with_solutions)), which have to be known
    /// beforehand: an upper bound of what a search can reach, and no way to find them.
    Success,
}

/// A value, with its derivatives by the probabilities of the basis states, over a scale.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) value: f64,
    pub(crate) weight: Weight,
    pub(crate) scale: f64,
}

const FORMS: &str = "expectation, cvar:0.1 (0 < α ≤ 1), gibbs:1 (η > 0), success";

impl Objective {
    /// The objective of a text: `cvar:0.2`. Fails if there is no such form or its parameter is out
    /// of range.
    pub fn parse(text: &str) -> Result<Self> {
        let wrong = || {
            Error::setting(
                "objective",
                format!("found '{text}'"),
                format!("use {FORMS}"),
            )
        };
        let (name, parameter) = match text.split_once(':') {
            None => (text, None),
            Some((name, parameter)) => (name, Some(parameter.parse::<f64>().map_err(|_| wrong())?)),
        };
        match (name, parameter) {
            ("expectation", None) => Ok(Self::Expectation),
            ("cvar", Some(alpha)) if alpha > 0.0 && alpha <= 1.0 => Ok(Self::Cvar(alpha)),
            ("gibbs", Some(eta)) if eta > 0.0 && eta.is_finite() => Ok(Self::Gibbs(eta)),
            ("success", None) => Ok(Self::Success),
            _ => Err(wrong()),
        }
    }

    /// The value of the objective for energies that were measured or are known: `levels` lists
    /// (energy, weight) in any order, the weight a number of shots or a probability. `None` for
    /// [`Objective::Success`], which energies do not give; NaN without any weight, or where a
    /// weight is.
    pub fn of_energies(self, levels: &[(f64, f64)]) -> Option<f64> {
        let value = match self {
            Self::Expectation => mean(levels),
            Self::Cvar(alpha) => tail(levels, alpha).0,
            Self::Gibbs(eta) => gibbs(levels, eta),
            Self::Success => return None,
        };
        Some(value)
    }

    pub(crate) fn is_energy(self) -> bool {
        matches!(self, Self::Expectation | Self::Cvar(_))
    }

    pub(crate) fn plus(self, value: f64, constant: f64) -> f64 {
        match self {
            Self::Gibbs(eta) => value + eta * constant,
            _ if self.is_energy() => value + constant,
            _ => value,
        }
    }

    /// The lowest value there can be where no energy is below `energy`.
    pub(crate) fn lowest(self, energy: f64) -> f64 {
        match self {
            Self::Success => -1.0,
            of_energies => of_energies.plus(0.0, energy),
        }
    }

    /// Whether it is a function of the energies alone that needs more than their mean.
    pub(crate) fn lists_energies(self) -> bool {
        matches!(self, Self::Cvar(_) | Self::Gibbs(_))
    }

    /// The value, and its derivatives by the probabilities of the basis states, where `levels` has
    /// (energy, weight) and `solved` is the weight of the `solutions`.
    pub(crate) fn weighed(
        self,
        levels: impl FnOnce() -> Vec<Level>,
        solutions: &[u64],
        solved: impl FnOnce() -> f64,
    ) -> Value {
        if self == Self::Success {
            return Value {
                value: -solved(),
                scale: 1.0,
                weight: Weight::Marked(solutions.to_vec()),
            };
        }
        let levels = levels();
        let (value, weight) = match self {
            Self::Expectation | Self::Success => (mean(&levels), Weight::Energy),
            Self::Cvar(alpha) => {
                let (value, quantile) = tail(&levels, alpha);
                (value, Weight::Tail { quantile, alpha })
            }
            Self::Gibbs(eta) => {
                let value = gibbs(&levels, eta);
                (value, Weight::Exponential { value, eta })
            }
        };
        let scale = length(&levels, &weight);
        Value {
            value,
            weight,
            scale,
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expectation => f.write_str("expectation"),
            Self::Cvar(alpha) => write!(f, "cvar:{alpha}"),
            Self::Gibbs(eta) => write!(f, "gibbs:{eta}"),
            Self::Success => f.write_str("success"),
        }
    }
}

/// The length of Wψ, which keeps Wψ over it within the range of f32; 1 where that is none.
fn length(levels: &[Level], weight: &Weight) -> f64 {
    let possible = levels.iter().filter(|(_, p)| *p > 0.0);
    let squares = possible.map(|(energy, p)| p * weight.of_energy(*energy).powi(2));
    match squares.sum::<f64>().sqrt() {
        length if length.is_normal() => length,
        _ => 1.0,
    }
}

fn total(levels: &[(f64, f64)]) -> f64 {
    levels.iter().map(|(_, weight)| weight).sum()
}

fn mean(levels: &[(f64, f64)]) -> f64 {
    let sum: f64 = levels.iter().map(|(energy, weight)| energy * weight).sum();
    sum / total(levels)
}

/// The mean of the lowest part `alpha` of the distribution, and the energy at the boundary, whose
/// level counts in part. NaN without any weight, or where a weight or `alpha` is.
fn tail(levels: &[(f64, f64)], alpha: f64) -> (f64, f64) {
    let order = ascending(levels);
    let wanted = alpha * total(levels);
    let (mut left, mut sum, mut boundary) = (wanted, 0.0, f64::NAN);
    for (energy, weight) in order {
        let taken = weight.min(left);
        sum += energy * taken;
        left -= taken;
        boundary = energy;
        if left <= 0.0 {
            break;
        }
    }
    // what rounding has left over at α = 1 belongs to the highest level
    ((sum + boundary * left) / wanted, boundary)
}

fn ascending(levels: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let weighty = levels.iter().copied().filter(|(_, weight)| *weight > 0.0);
    let mut levels: Vec<_> = weighty.collect();
    if !levels.is_sorted_by(|a, b| a.0 <= b.0) {
        levels.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    levels
}

/// −ln of the mean of e^{−η·energy} over the distribution; NaN without any weight, or where a
/// weight or `eta` is.
fn gibbs(levels: &[(f64, f64)], eta: f64) -> f64 {
    let exponent = |&(energy, weight): &(f64, f64)| libm::log(weight) - eta * energy;
    let weighty = || levels.iter().filter(|(_, weight)| *weight > 0.0);
    let largest = weighty().map(exponent).fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = weighty()
        .map(|level| libm::exp(exponent(level) - largest))
        .sum();
    libm::log(total(levels)) - largest - libm::log(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;
    use rand::Rng;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn cvar_counts_the_boundary_in_part() {
        let table: [(&[Level], f64, f64); 6] = [
            (&[(0.0, 100.0), (2.0, 800.0), (5.0, 100.0)], 0.5, 1.6),
            (&[(3.0, 1.0), (1.0, 99.0)], 0.5, 1.0),
            (&[(-1.0, 100.0), (1.0, 900.0)], 0.1, -1.0),
            (&[(-1.0, 100.0), (1.0, 900.0)], 0.2, 0.0),
            (&[(7.0, 3.0)], 0.01, 7.0),
            (&[(5.0, 0.0), (2.0, 1.0), (4.0, 3.0)], 1.0, 3.5),
        ];
        for (levels, alpha, expected) in table {
            assert_abs_diff_eq!(tail(levels, alpha).0, expected, epsilon = 1e-15);
        }
    }

    /// Seeded levels, some of them equal or without weight.
    fn levels(seed: u64) -> Vec<(f64, f64)> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let count = 1 + rng.next_u64() % 12;
        let mut small = || (rng.next_u64() % 7) as f64;
        let mut list: Vec<_> = (0..count).map(|_| (small() - 3.0, small())).collect();
        list[0].1 += 1.0;
        list
    }

    #[test]
    fn cvar_is_the_mean_of_the_first_shots_of_a_sorted_list() {
        for seed in 0..200 {
            let levels = levels(seed);
            let mut shots: Vec<f64> = Vec::new();
            for &(energy, count) in &levels {
                shots.extend(std::iter::repeat_n(energy, count as usize));
            }
            shots.sort_by(f64::total_cmp);
            for taken in 1..=shots.len() {
                let alpha = taken as f64 / shots.len() as f64;
                let mean = shots[..taken].iter().sum::<f64>() / taken as f64;
                assert_abs_diff_eq!(tail(&levels, alpha).0, mean, epsilon = 1e-12);
            }
        }
    }

    #[test]
    fn gibbs_is_the_logarithm_taken_literally_where_that_does_not_overflow() {
        for seed in 0..200 {
            let levels = levels(seed);
            for eta in [1e-3, 0.5, 2.0, 30.0] {
                let sum: f64 = levels.iter().map(|(e, w)| w * (-eta * e).exp()).sum();
                let expected = -(sum / total(&levels)).ln();
                assert_abs_diff_eq!(gibbs(&levels, eta), expected, epsilon = 1e-12);
            }
            // the mean for small η, the lowest energy for large
            let lowest = ascending(&levels)[0].0;
            assert_abs_diff_eq!(gibbs(&levels, 1e-7) / 1e-7, mean(&levels), epsilon = 1e-5);
            assert_abs_diff_eq!(gibbs(&levels, 1e4) / 1e4, lowest, epsilon = 1e-3);
        }
    }

    #[test]
    fn weights_are_the_derivatives_by_probability_of_energies_that_stay_apart() {
        let energies = [-2.0, -1.0, 0.5, 3.0];
        let p = [0.15, 0.3, 0.25, 0.3];
        let at = |p: [f64; 4]| energies.into_iter().zip(p).collect::<Vec<_>>();
        for objective in [
            Objective::Expectation,
            Objective::Cvar(0.4),
            Objective::Gibbs(0.7),
        ] {
            let weighing = objective.weighed(|| at(p), &[], || 0.0);
            let weights = energies.map(|energy| weighing.weight.of_energy(energy));
            let value = |p| objective.of_energies(&at(p)).unwrap();
            assert_abs_diff_eq!(weighing.value, value(p), epsilon = 1e-15);
            for (from, to) in (0..4).flat_map(|from| (0..4).map(move |to| (from, to))) {
                // probability goes from one level to another: the sum stays 1
                let moved = |step: f64| {
                    let mut p = p;
                    p[from] -= step;
                    p[to] += step;
                    value(p)
                };
                let slope = (moved(1e-6) - moved(-1e-6)) / 2e-6;
                let expected = weights[to] - weights[from];
                assert_abs_diff_eq!(slope, expected, epsilon = 1e-7);
            }
        }
    }

    #[test]
    fn a_text_is_read_back_as_it_is_written() {
        for text in [
            "expectation",
            "cvar:0.25",
            "cvar:1",
            "gibbs:0.5",
            "gibbs:12",
            "success",
        ] {
            assert_eq!(Objective::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused_with_the_forms() {
        let texts = [
            "",
            "mean",
            "cvar",
            "cvar:0",
            "cvar:1.5",
            "cvar:x",
            "cvar:nan",
            "gibbs:-1",
            "gibbs:inf",
            "success:1",
            "expectation:0.5",
            "gibbs:",
        ];
        for text in texts {
            let refusal = Objective::parse(text).unwrap_err().to_string();
            assert!(refusal.contains("cvar:0.1"), "{text}: {refusal}");
        }
    }
}
