//! The 2p angles of a QAOA circuit of depth p, in radians, as they are used and never folded.
//!
//! Layer k applies e^{-iγ_k C} first, then e^{-iβ_k ΣX} (CONVENTIONS.md). An ansatz with an angle
//! for each group of terms, or for each qubit of the mixer, has several *series* of p angles
//! ([`AngleShape`]). They follow one another in `gammas` and `betas`, first layer first.

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// How many angles a layer has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AngleShape {
    /// The number of groups of terms of the cost with a γ of their own.
    pub groups: usize,
    /// The number of parts of the mixer with a β of their own.
    pub mixers: usize,
}

impl Default for AngleShape {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl AngleShape {
    /// One γ and one β in each layer.
    pub const STANDARD: Self = Self {
        groups: 1,
        mixers: 1,
    };

    pub(crate) fn per_layer(self) -> usize {
        self.groups + self.mixers
    }

    /// How many of `flat` angles are γ: they come first.
    pub fn gammas(self, flat: usize) -> usize {
        flat / self.per_layer() * self.groups
    }
}

/// γ and β of every layer, first layer first. The standard ansatz has p of each.
///
/// ```
/// use ketboard_qaoa::Angles;
/// let two_layers = Angles::new(vec![0.2, 0.4], vec![-0.5, -0.3])?;
/// assert_eq!(two_layers.depth(), 2);
/// assert!(Angles::new(vec![0.2], vec![]).is_err());
/// # Ok::<(), ketboard_qaoa::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Angles {
    /// The angles γ of the cost, in radians per unit of C.
    pub gammas: Vec<f64>,
    /// The angles β of the mixer, in radians.
    pub betas: Vec<f64>,
}

impl Angles {
    /// The angles of p layers. Fails if the two lists differ in length or hold a number that is not
    /// finite.
    pub fn new(gammas: Vec<f64>, betas: Vec<f64>) -> Result<Self> {
        Self::new_in(gammas, betas, AngleShape::STANDARD)
    }

    /// The angles of p layers in a shape: p for each group of terms in turn, and p for each part of
    /// the mixer. Fails if the lengths do not fit the shape, or a number is not finite.
    pub fn new_in(gammas: Vec<f64>, betas: Vec<f64>, shape: AngleShape) -> Result<Self> {
        let depth = betas.len() / shape.mixers.max(1);
        if gammas.len() != depth * shape.groups || betas.len() != depth * shape.mixers {
            let found = format!("{} gammas and {} betas", gammas.len(), betas.len());
            let remedy = match shape {
                AngleShape::STANDARD => "give one gamma and one beta for each layer".to_owned(),
                AngleShape { groups, mixers } => {
                    format!("give {groups} gammas and {mixers} betas for each layer")
                }
            };
            return Err(Error::argument("angles", found, remedy));
        }
        check_size(&gammas, &betas)?;
        Ok(Self { gammas, betas })
    }

    pub(super) fn take_lengths_of(&mut self, other: &Self) {
        self.gammas.resize(other.gammas.len(), 0.0);
        self.betas.resize(other.betas.len(), 0.0);
    }

    /// The number of layers p, in the shape of the standard ansatz.
    pub fn depth(&self) -> usize {
        self.gammas.len()
    }

    /// The pair (γ, β) of each layer of the standard ansatz, first layer first.
    pub fn layers(&self) -> impl DoubleEndedIterator<Item = (f64, f64)> + ExactSizeIterator {
        self.gammas.iter().copied().zip(self.betas.iter().copied())
    }

    /// All 2p numbers in flat form, gammas first, as optimizers take them.
    pub fn to_flat(&self) -> Vec<f64> {
        self.gammas.iter().chain(&self.betas).copied().collect()
    }

    /// The angles from their flat form, gammas first.
    pub fn from_flat(flat: &[f64]) -> Self {
        Self::from_flat_in(flat, AngleShape::STANDARD)
    }

    pub(crate) fn from_flat_in(flat: &[f64], shape: AngleShape) -> Self {
        let (gammas, betas) = flat.split_at(shape.gammas(flat.len()));
        Self {
            gammas: gammas.to_vec(),
            betas: betas.to_vec(),
        }
    }

    /// The number of layers p of angles in a shape.
    pub fn depth_in(&self, shape: AngleShape) -> usize {
        self.betas.len() / shape.mixers
    }
}

/// The largest angle in size: 2^53. Beyond it neighboring numbers are more than a radian apart.
pub(crate) const LARGEST_ANGLE: f64 = 9_007_199_254_740_992.0;

fn check_size(gammas: &[f64], betas: &[f64]) -> Result<()> {
    for (what, list) in [("gamma", gammas), ("beta", betas)] {
        let name = |k: usize| format!("{what} {}", k + 1);
        if let Some((k, &value)) = list.iter().enumerate().find(|(_, v)| !v.is_finite()) {
            return Err(Error::NotFinite {
                what: name(k),
                value,
            });
        }
        let is_large = |value: &f64| value.abs() > LARGEST_ANGLE;
        if let Some((k, value)) = list.iter().enumerate().find(|(_, v)| is_large(v)) {
            let found = format!("{} is {value:?}", name(k));
            let remedy = "angles are radians up to 2^53 = 9007199254740992 in size: beyond, neighboring numbers are more than \
                          a radian apart, so that no digit of a cosine is left";
            return Err(Error::argument("angles", found, remedy));
        }
    }
    Ok(())
}
