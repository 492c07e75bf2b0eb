//! QAOA with an angle for each group of terms in every layer (Herrman et al. 2022, "Multi-angle QAOA", with one β for each layer).
//!
//! > |γ, β⟩ = Π_{k=p..1} e^{−iβ_k ΣX} e^{−i Σ_g γ_kg C_g} |+⟩ⁿ
//!
//! A group is what the caller says it is: all terms of one kind of rule, or a single term. With one group, or equal angles, it is
//! [`Ansatz`](super::Ansatz).

use crate::error::{Error, Result};
use crate::sim::{Groups, Purpose, Real, State, check_memory_in};

/// The angles of p layers over G groups.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MultiAngles {
    /// For each layer the angle of each group.
    pub gammas: Vec<Vec<f64>>,
    /// The angle of the mixer in each layer.
    pub betas: Vec<f64>,
}

/// The multi-angle ansatz with memory for its two states. Amplitudes are f64, unless another type is named.
#[derive(Clone, Debug)]
pub struct MultiAngle<'a, T: Real = f64> {
    groups: &'a Groups,
    state: State<T>,
    image: State<T>,
}

impl<'a> MultiAngle<'a> {
    /// The ansatz of a cost in groups, in f64.
    ///
    /// # Errors
    /// If two states do not fit into memory.
    pub fn new(groups: &'a Groups) -> Result<Self> {
        Self::in_precision(groups)
    }
}

impl<'a, T: Real> MultiAngle<'a, T> {
    /// The ansatz of a cost in groups, in the precision of `T`.
    ///
    /// # Errors
    /// If two states do not fit into memory.
    pub fn in_precision(groups: &'a Groups) -> Result<Self> {
        let n = groups.cost().n();
        check_memory_in(n, Purpose::TwoStates, T::PRECISION)?;
        Ok(Self {
            groups,
            state: State::room(n)?,
            image: State::room(n)?,
        })
    }

    /// The state |γ, β⟩, valid until the next call.
    ///
    /// # Errors
    /// If an angle is not finite or they are not one β and G γ for each layer; so do the other methods.
    pub fn state(&mut self, angles: &MultiAngles) -> Result<&State<T>> {
        self.check(angles)?;
        self.groups
            .prepare(&mut self.state, &angles.gammas, &angles.betas);
        Ok(&self.state)
    }

    /// ⟨C⟩ in the state |γ, β⟩.
    ///
    /// # Errors
    /// As [`MultiAngle::state`].
    pub fn value(&mut self, angles: &MultiAngles) -> Result<f64> {
        self.check(angles)?;
        let state = &mut self.state;
        Ok(self.groups.value(state, &angles.gammas, &angles.betas))
    }

    /// ⟨C⟩ and its derivatives by all angles, in the form of angles, by the adjoint method: about four evaluations, however many angles.
    ///
    /// # Errors
    /// As [`MultiAngle::state`].
    pub fn value_and_gradient(&mut self, angles: &MultiAngles) -> Result<(f64, MultiAngles)> {
        self.check(angles)?;
        let states = [&mut self.state, &mut self.image];
        let (value, gammas, betas) = self.groups.gradient(states, &angles.gammas, &angles.betas);
        Ok((value, MultiAngles { gammas, betas }))
    }

    fn check(&self, angles: &MultiAngles) -> Result<()> {
        let groups = self.groups.len();
        let fit = angles.gammas.iter().all(|layer| layer.len() == groups);
        if angles.gammas.len() != angles.betas.len() || !fit {
            let found = format!(
                "{} lists of gammas and {} betas",
                angles.gammas.len(),
                angles.betas.len()
            );
            let remedy = format!("give one beta and {groups} gammas for each layer");
            return Err(Error::argument("angles", found, remedy));
        }
        let all = angles.gammas.iter().flatten().chain(&angles.betas);
        match all.copied().find(|angle| !angle.is_finite()) {
            None => Ok(()),
            Some(value) => Err(Error::NotFinite {
                what: "an angle".into(),
                value,
            }),
        }
    }
}
