//! ⟨C⟩ and its gradient, again and again, in memory that is taken once.

use super::Angles;
use crate::error::Result;
use crate::sim::{Diagonal, Purpose, State, apply_cost, check_memory, undo_layer};

/// A cost with the buffers to evaluate it: one state, and a second one from the first gradient on.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    diagonal: &'a Diagonal,
    state: State,
    /// C|ψ⟩ on its way back through the layers.
    image: Option<State>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of `diagonal`.
    ///
    /// # Errors
    /// If two states do not fit into memory.
    pub fn new(diagonal: &'a Diagonal) -> Result<Self> {
        check_memory(diagonal.n(), Purpose::TwoStates)?;
        Ok(Self {
            diagonal,
            state: State::plus(diagonal.n())?,
            image: None,
        })
    }

    /// ⟨C⟩ in the state |γ, β⟩; NaN where an angle is not finite.
    ///
    /// # Panics
    /// If the angles are not two per layer, which [`Angles::new`] excludes; so do the other methods.
    pub fn value(&mut self, angles: &Angles) -> f64 {
        self.assert_paired(angles);
        self.state.reset();
        let mut layers = angles.layers();
        let Some((gamma, beta)) = layers.next_back() else {
            return self.state.expectation(self.diagonal);
        };
        for (gamma, beta) in layers {
            self.state.layer(self.diagonal, gamma, beta);
        }
        self.state.last_layer(self.diagonal, gamma, beta)
    }

    /// ⟨C⟩, and its derivatives by all 2p angles in `gradient`, which takes the length of `angles`.
    pub fn value_and_gradient(&mut self, angles: &Angles, gradient: &mut Angles) -> f64 {
        self.state(angles);
        let state = &mut self.state;
        let image = self.image.get_or_insert_with(|| state.clone());
        let value = apply_cost(state, image, self.diagonal);
        gradient.gammas.resize(angles.depth(), 0.0);
        gradient.betas.resize(angles.depth(), 0.0);
        for (k, (gamma, beta)) in angles.layers().enumerate().rev() {
            let derivatives = undo_layer(state, image, self.diagonal, gamma, beta);
            gradient.gammas[k] = derivatives.gamma;
            gradient.betas[k] = derivatives.beta;
        }
        value
    }

    /// The state |γ, β⟩, valid until the next call.
    pub fn state(&mut self, angles: &Angles) -> &State {
        self.assert_paired(angles);
        self.state.reset();
        for (gamma, beta) in angles.layers() {
            self.state.layer(self.diagonal, gamma, beta);
        }
        &self.state
    }

    fn assert_paired(&self, angles: &Angles) {
        assert_eq!(
            angles.gammas.len(),
            angles.betas.len(),
            "gammas and betas of an ansatz"
        );
    }
}
