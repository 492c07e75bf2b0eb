//! The 2p angles of a QAOA circuit of depth p.
//!
//! Layer k applies e^{-iγ_k C} first, then e^{-iβ_k ΣX} (CONVENTIONS.md). Angles are radians and are reported
//! as they are used, never folded.

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// γ and β of every layer, first layer first; both have length p.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Angles {
    /// Angles of the cost layers.
    pub gammas: Vec<f64>,
    /// Angles of the mixer layers.
    pub betas: Vec<f64>,
}

impl Angles {
    /// The angles of p layers.
    ///
    /// # Errors
    /// If the two lists differ in length or hold a number that is not finite.
    pub fn new(gammas: Vec<f64>, betas: Vec<f64>) -> Result<Self> {
        if gammas.len() != betas.len() {
            return Err(Error::argument(
                "angles",
                format!("{} gammas and {} betas", gammas.len(), betas.len()),
                "give one gamma and one beta for each layer",
            ));
        }
        for (what, list) in [("gamma", &gammas), ("beta", &betas)] {
            if let Some((k, &value)) = list.iter().enumerate().find(|(_, v)| !v.is_finite()) {
                return Err(Error::NotFinite {
                    what: format!("{what} {}", k + 1),
                    value,
                });
            }
        }
        Ok(Self { gammas, betas })
    }

    /// Number of layers p.
    pub fn depth(&self) -> usize {
        self.gammas.len()
    }

    /// (γ, β) of each layer.
    pub fn layers(&self) -> impl DoubleEndedIterator<Item = (f64, f64)> + ExactSizeIterator {
        self.gammas.iter().copied().zip(self.betas.iter().copied())
    }

    /// All 2p numbers, gammas first: the form optimizers want.
    pub fn to_flat(&self) -> Vec<f64> {
        self.gammas.iter().chain(&self.betas).copied().collect()
    }

    /// The angles from their flat form, gammas first.
    pub fn from_flat(flat: &[f64]) -> Self {
        let (gammas, betas) = flat.split_at(flat.len() / 2);
        Self {
            gammas: gammas.to_vec(),
            betas: betas.to_vec(),
        }
    }
}
