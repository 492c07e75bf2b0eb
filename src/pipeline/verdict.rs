//! The numbers of a state: ⟨C⟩, the probability of the boards that obey the rules, and what to hold
//! beside it.

use super::Truth;
use crate::error::Result;
use ketboard_qaoa::{Angles, Ansatz, State};
use serde::Serialize;
use std::fmt;

/// What a state is worth; printed, it is ⟨C⟩ and P(success). A number that was not computed is
/// `None`. Of a model without rules a board that obeys the rules is an exact ground state.
///
/// ```
/// use ketboard::{Angles, Options, Puzzle};
/// let problem = Puzzle::parse("family = 'n-queens'\nsize = 4")?.problem(&Options::default())?;
/// let start = problem.at(&Angles::default())?; // no layer: all boards alike
/// assert_eq!(start.ground_states, 2);
/// let random = start.random_success_probability.expect("all solutions are listed");
/// assert!((start.success_probability.expect("likewise") - random).abs() < 1e-15);
/// # Ok::<(), ketboard::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Metrics {
    /// ⟨C⟩, offset included.
    pub expectation: f64,
    /// Σ |⟨x|ψ⟩|² over all boards that obey the rules; `None` where their enumeration was stopped
    /// by a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_probability: Option<f64>,
    /// Σ |⟨x|ψ⟩|² over the states of lowest energy.
    pub ground_probability: f64,
    /// The probability that one uniformly random assignment of the qubits obeys the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random_success_probability: Option<f64>,
    /// The lowest energy.
    pub ground_energy: f64,
    /// How many states have it.
    pub ground_states: u64,
    /// How many of the states of lowest energy obey the rules; as [`Self::success_probability`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground_states_that_obey: Option<u64>,
    /// How many of the boards that obey the rules have the lowest energy, at their best
    /// auxiliaries; as [`Self::success_probability`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground_boards: Option<u64>,
}

impl Metrics {
    /// Whether the states of lowest energy decode to exactly the boards that obey the rules.
    pub(crate) fn energy_agrees_with_rules(&self, truth: &Truth) -> Option<bool> {
        let obeying = self.ground_states_that_obey?;
        let boards = self.ground_boards?;
        Some(obeying == self.ground_states && boards == truth.indices.codes().len() as u64)
    }
}

impl fmt::Display for Metrics {
    /// ⟨C⟩ and, where it is known, P(success): `⟨C⟩ = 3.8968, P(success) = 0.1206`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "⟨C⟩ = {:.4}", self.expectation)?;
        match self.success_probability {
            Some(success) => write!(f, ", P(success) = {success:.4}"),
            None => Ok(()),
        }
    }
}

/// The state at `angles` and its numbers.
///
/// # Errors
/// If the state does not fit into memory.
pub(crate) fn measure(ansatz: &Ansatz, truth: &Truth, angles: &Angles) -> Result<(Metrics, State)> {
    let (state, cost) = (ansatz.state(angles)?, ansatz.cost());
    let is_ground = |x: &u64| cost.above_min(*x as usize) <= cost.rounding();
    let known = |value: f64| truth.complete.then_some(value);
    let set = &truth.indices;
    let codes = set.codes().iter();
    let metrics = Metrics {
        expectation: state.expectation(cost),
        success_probability: known(state.probability_of(set.iter())),
        ground_probability: state.ground_probability(cost, cost.rounding()),
        random_success_probability: known(set.fraction()),
        ground_energy: cost.min(),
        ground_states: cost.ground_degeneracy(cost.rounding()),
        ground_states_that_obey: truth
            .complete
            .then(|| set.iter().filter(is_ground).count() as u64),
        ground_boards: truth.complete.then(|| {
            let lowest = |code: &&u64| set.with_code(**code).any(|x| is_ground(&x));
            codes.filter(lowest).count() as u64
        }),
    };
    Ok((metrics, state))
}
