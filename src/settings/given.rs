//! Angles that a run is given, where it is not to search for them.
//!
//! - `ramp:Δγ,Δβ`: γ_k = Δγ t_k and β_k = −Δβ (1 − t_k) in radians, at the midpoints of the layers
//!   ([`Angles::ramp`]), the same for all groups of terms and all qubits, at any depth
//! - JSON: an object with the lists `gammas` and `betas`, or a list of such objects, one for each
//!   depth

use crate::error::{Error, Result};
use ketboard_qaoa::{Angles, angles::AngleShape};
use serde::Deserialize;

/// So many characters of a text that states no angles are shown.
const SHOWN: usize = 40;

/// A ramp for all depths, or lists for some, and the text that states them.
#[derive(Clone, Debug)]
pub(crate) struct GivenAngles {
    pub(super) text: String,
    form: GivenForm,
}

#[derive(Clone, Debug)]
enum GivenForm {
    /// Δγ and Δβ.
    Ramp(f64, f64),
    Lists(Vec<Angles>),
}

impl GivenAngles {
    /// The angles that a text states.
    ///
    /// # Errors
    /// If it states none.
    pub(super) fn parse(text: &str) -> Result<Self> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            One(Angles),
            Each(Vec<Angles>),
        }
        let number = |text: &str| text.trim().parse().ok().filter(|one: &f64| one.is_finite());
        let ramp = |sizes: &str| {
            let (gamma, beta) = sizes.split_once(',')?;
            Some(GivenForm::Ramp(number(gamma)?, number(beta)?))
        };
        let form = match text.strip_prefix("ramp:") {
            Some(sizes) => ramp(sizes),
            None => match serde_json::from_str(text) {
                Ok(Written::One(angles)) => Some(GivenForm::Lists(vec![angles])),
                Ok(Written::Each(lists)) => Some(GivenForm::Lists(lists)),
                Err(_) => None,
            },
        };
        let start: String = text.chars().take(SHOWN).collect();
        Ok(Self {
            text: text.to_owned(),
            form: form.ok_or_else(|| wrong(format!("found '{start}'")))?,
        })
    }

    /// The angles of a depth.
    ///
    /// # Errors
    /// If no list has as many.
    pub(crate) fn at(&self, depth: usize, shape: AngleShape) -> Result<Angles> {
        let (gammas, betas) = (depth * shape.groups, depth * shape.mixers);
        match &self.form {
            GivenForm::Ramp(gamma, beta) => {
                let ramp = Angles::ramp(depth, *gamma, *beta);
                let (gammas, betas) = (&ramp.gammas, &ramp.betas);
                let (gammas, betas) = (gammas.repeat(shape.groups), betas.repeat(shape.mixers));
                Ok(Angles::new_in(gammas, betas, shape)?)
            }
            GivenForm::Lists(lists) => {
                let mut lists = lists.iter();
                let is_of_depth =
                    |one: &&Angles| [one.gammas.len(), one.betas.len()] == [gammas, betas];
                let none = || {
                    wrong(format!(
                        "no list has {gammas} gammas and {betas} betas, those of depth {depth}"
                    ))
                };
                lists.find(is_of_depth).cloned().ok_or_else(none)
            }
        }
    }
}

fn wrong(found: String) -> Error {
    let remedy = "give a ramp such as ramp:0.6,0.4, or JSON with the lists \"gammas\" and \"betas\" of each depth";
    Error::setting("angles", found, remedy)
}
