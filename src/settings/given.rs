//! Angles that a run is given, where it is not to search for them.
//!
//! - `ramp:Δγ,Δβ`: γ_k = Δγ t_k and β_k = −Δβ (1 − t_k) in radians, at the midpoints of the layers
//!   ([`Angles::ramp`]), the same for all groups of terms and all qubits, at any depth
//! - JSON: an object with the lists `gammas` and `betas`, or a list of such objects, one for each
//!   depth

use crate::error::{Error, Result};
use ketboard_qaoa::{Angles, angles::AngleShape};
use serde::Deserialize;

/// A ramp for all depths, or lists for some, and the text that states them.
#[derive(Clone, Debug)]
pub(crate) struct GivenAngles {
    pub(super) text: String,
    form: GivenForm,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum GivenForm {
    /// Δγ and Δβ.
    #[serde(skip)]
    Ramp(f64, f64),
    List(Angles),
    Lists(Vec<Angles>),
}

impl GivenAngles {
    /// The angles that a text states.
    ///
    /// # Errors
    /// If it states none.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let number = |text: &str| text.trim().parse().ok().filter(|one: &f64| one.is_finite());
        let ramp = |sizes: &str| {
            let (gamma, beta) = sizes.split_once(',')?;
            Some(GivenForm::Ramp(number(gamma)?, number(beta)?))
        };
        let form = match text.strip_prefix("ramp:") {
            Some(sizes) => ramp(sizes),
            None => serde_json::from_str(text).ok(),
        };
        Ok(Self {
            text: text.to_owned(),
            form: form.ok_or_else(|| wrong(format!("found '{text}'")))?,
        })
    }

    /// The angles of a depth.
    ///
    /// # Errors
    /// If no list has as many.
    pub(crate) fn at(&self, depth: usize, shape: AngleShape) -> Result<Angles> {
        let lists = match &self.form {
            GivenForm::Ramp(gamma, beta) => {
                let ramp = Angles::ramp(depth, *gamma, *beta);
                let (gammas, betas) = (ramp.gammas.repeat(shape.groups), ramp.betas);
                return Ok(Angles::new_in(gammas, betas.repeat(shape.mixers), shape)?);
            }
            GivenForm::List(list) => std::slice::from_ref(list),
            GivenForm::Lists(lists) => lists,
        };
        let (gammas, betas) = (depth * shape.groups, depth * shape.mixers);
        let is_of_depth = |one: &&Angles| (one.gammas.len(), one.betas.len()) == (gammas, betas);
        lists.iter().find(is_of_depth).cloned().ok_or_else(|| {
            let wanted = format!("{gammas} gammas and {betas} betas, those of depth {depth}");
            wrong(format!("no list has {wanted}"))
        })
    }
}

fn wrong(found: String) -> Error {
    let remedy = "give a ramp such as ramp:0.6,0.4, or JSON with the lists \"gammas\" and \"betas\" of each depth";
    Error::setting("angles", found, remedy)
}
