//! One-time questions about a circuit: its state, its expectation, its gradient. Every call allocates and checks anew.

use super::{Angles, Evaluator};
use crate::error::Result;
use crate::sim::{Diagonal, Real, State};
use std::marker::PhantomData;

/// The standard ansatz on a cost: |+⟩ⁿ, then e^{−iγC} and e^{−iβΣX} in turn. Amplitudes are f64, unless another type is named.
#[derive(Clone, Copy, Debug)]
pub struct Ansatz<'a, T = f64> {
    diagonal: &'a Diagonal,
    precision: PhantomData<T>,
}

impl<'a> Ansatz<'a> {
    /// The ansatz of a cost, in f64.
    pub fn new(diagonal: &'a Diagonal) -> Self {
        Self::in_precision(diagonal)
    }
}

impl<'a, T: Real> Ansatz<'a, T> {
    /// The ansatz of a cost in the precision of `T`: `Ansatz::<f32>::in_precision(&cost)`.
    pub fn in_precision(diagonal: &'a Diagonal) -> Self {
        Self {
            diagonal,
            precision: PhantomData,
        }
    }

    /// The state |γ, β⟩.
    ///
    /// On one qubit of cost x (energies 0 and 1), γ = π/2 and β = −π/4 lead from |+⟩ to the minimum |0⟩:
    ///
    /// ```
    /// use ketboard_qaoa::{Angles, Ansatz, Diagonal};
    /// use std::f64::consts::PI;
    /// let cost = Diagonal::from_terms(1, [(0b1, 1.0)])?;
    /// let angles = Angles::new(vec![PI / 2.0], vec![-PI / 4.0])?;
    /// assert!((Ansatz::new(&cost).state(&angles)?.probability(0) - 1.0).abs() < 1e-15);
    /// # Ok::<(), ketboard_qaoa::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the angles are not finite or not two per layer, or the state does not fit into memory.
    pub fn state(&self, angles: &Angles) -> Result<State<T>> {
        check(angles)?;
        let mut state = State::room(self.diagonal.n())?;
        state.prepare(self.diagonal, &angles.gammas, &angles.betas);
        Ok(state)
    }

    /// ⟨C⟩ in the state |γ, β⟩.
    ///
    /// # Errors
    /// As [`Ansatz::state`].
    pub fn expectation(&self, angles: &Angles) -> Result<f64> {
        check(angles)?;
        Ok(Evaluator::<T>::of_values(self.diagonal)?.value(angles))
    }

    /// ⟨C⟩ and its derivatives by all 2p angles, in the form of angles.
    ///
    /// # Errors
    /// As [`Ansatz::state`], for two states.
    pub fn gradient(&self, angles: &Angles) -> Result<(f64, Angles)> {
        check(angles)?;
        let mut derivatives = Angles::default();
        let mut evaluator = Evaluator::<T>::in_precision(self.diagonal)?;
        let value = evaluator.value_and_gradient(angles, &mut derivatives);
        Ok((value, derivatives))
    }
}

/// The fields of [`Angles`] are open, so what its constructor checks is checked again.
fn check(angles: &Angles) -> Result<()> {
    Angles::new(angles.gammas.clone(), angles.betas.clone()).map(drop)
}
