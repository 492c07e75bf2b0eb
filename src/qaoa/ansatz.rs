//! One-time questions about a circuit: its state, its expectation, its gradient. Every call allocates and checks anew.

use super::{Angles, Evaluator};
use crate::error::Result;
use crate::sim::{Diagonal, State};

/// The standard ansatz on a cost: |+⟩ⁿ, then e^{−iγC} and e^{−iβΣX} in turn.
#[derive(Clone, Copy, Debug)]
pub struct Ansatz<'a> {
    diagonal: &'a Diagonal,
}

impl<'a> Ansatz<'a> {
    /// The ansatz of a cost.
    pub fn new(diagonal: &'a Diagonal) -> Self {
        Self { diagonal }
    }

    /// The state |γ, β⟩.
    ///
    /// On one qubit of cost x (energies 0 and 1), γ = π/2 and β = −π/4 lead from |+⟩ to the minimum |0⟩:
    ///
    /// ```
    /// use ketboard::{qaoa::{Angles, Ansatz}, sim::Diagonal};
    /// use std::f64::consts::PI;
    /// let cost = Diagonal::from_terms(1, [(0b1, 1.0)])?;
    /// let angles = Angles::new(vec![PI / 2.0], vec![-PI / 4.0])?;
    /// assert!((Ansatz::new(&cost).state(&angles)?.probability(0) - 1.0).abs() < 1e-15);
    /// # Ok::<(), ketboard::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the angles are not finite or not two per layer, or the state does not fit into memory.
    pub fn state(&self, angles: &Angles) -> Result<State> {
        check(angles)?;
        let mut state = State::plus(self.diagonal.n())?;
        for (gamma, beta) in angles.layers() {
            state.layer(self.diagonal, gamma, beta);
        }
        Ok(state)
    }

    /// ⟨C⟩ in the state |γ, β⟩.
    ///
    /// # Errors
    /// As [`Ansatz::state`].
    pub fn expectation(&self, angles: &Angles) -> Result<f64> {
        Ok(self.state(angles)?.expectation(self.diagonal))
    }

    /// ⟨C⟩ and its derivatives by all 2p angles, in the form of angles.
    ///
    /// # Errors
    /// As [`Ansatz::state`], for two states.
    pub fn gradient(&self, angles: &Angles) -> Result<(f64, Angles)> {
        check(angles)?;
        let mut derivatives = Angles::default();
        let mut evaluator = Evaluator::new(self.diagonal)?;
        let value = evaluator.value_and_gradient(angles, &mut derivatives);
        Ok((value, derivatives))
    }
}

/// The fields of [`Angles`] are open, so what its constructor checks is checked again.
fn check(angles: &Angles) -> Result<()> {
    Angles::new(angles.gammas.clone(), angles.betas.clone()).map(drop)
}
