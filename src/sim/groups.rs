//! A cost in groups of terms, each with an angle of its own in every layer: e^{−iβ_k ΣX} e^{−i Σ_g γ_kg C_g}.
//!
//! The phase of a layer is one polynomial, Σ_g γ_kg C_g, rebuilt in each piece (see `terms`): a layer costs the same however many
//! groups there are, one for each rule or one for each term, and nothing is stored for them. So does the gradient: for each term S the overlap with
//! the product of its bits is a sum over the basis states that contain S, and one transform of a piece gives these sums for all terms at once.
//!
//! Memory: as for one angle (17 bytes for each basis state, 33 with a gradient, in f64), and a few numbers for each term and task.

use super::adjoint::differentiate;
use super::circuit::{Circuit, LayerAngles};
use super::diagonal::Diagonal;
use super::real::Real;
use super::state::{End, State};
use super::terms::Terms;
use crate::error::Result;

/// A cost C = Σ_g C_g, and which of its terms belong to which group.
#[derive(Clone, Debug)]
pub struct Groups {
    cost: Diagonal,
    /// All terms, one group after the other.
    terms: Terms,
    /// Where in the list each group ends.
    ends: Vec<usize>,
}

impl Groups {
    /// The cost Σ_g C_g over `n` qubits, each group a list of (mask, coefficient).
    ///
    /// # Errors
    /// As [`Diagonal::from_terms`].
    pub fn new(n: usize, groups: &[Vec<(u64, f64)>]) -> Result<Self> {
        let list = groups.concat();
        let ends = groups.iter().scan(0, |end, group| {
            *end += group.len();
            Some(*end)
        });
        Ok(Self {
            cost: Diagonal::from_terms(n, list.iter().copied())?,
            ends: ends.collect(),
            terms: Terms { n, list },
        })
    }

    /// C.
    pub fn cost(&self) -> &Diagonal {
        &self.cost
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no group: the cost is 0.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Makes the state of the layers: `gammas[k]` holds the angle of each group in layer k.
    ///
    /// # Panics
    /// If there are not as many lists of γ as β, or one of them has not one angle for each group; so do the other methods.
    pub fn prepare<T: Real>(&self, state: &mut State<T>, gammas: &[Vec<f64>], betas: &[f64]) {
        self.assert_fits(state, gammas, betas);
        let polynomials = self.polynomials(gammas);
        state.run(&self.circuit(&polynomials, betas), true, End::Whole);
    }

    /// ⟨C⟩ after the layers; what `state` holds afterwards is no state.
    pub fn value<T: Real>(&self, state: &mut State<T>, gammas: &[Vec<f64>], betas: &[f64]) -> f64 {
        self.assert_fits(state, gammas, betas);
        let polynomials = self.polynomials(gammas);
        state.run(&self.circuit(&polynomials, betas), true, End::Value)
    }

    /// ⟨C⟩ after the layers, and its derivatives by all angles in lists like those of the angles.
    pub fn gradient<T: Real>(
        &self,
        states: [&mut State<T>; 2],
        gammas: &[Vec<f64>],
        betas: &[f64],
    ) -> (f64, Vec<Vec<f64>>, Vec<f64>) {
        let [state, image] = states;
        self.assert_fits(state, gammas, betas);
        self.assert_fits(image, gammas, betas);
        let (mut by_gamma, mut by_beta) = (vec![Vec::new(); betas.len()], vec![0.0; betas.len()]);
        if betas.is_empty() {
            return (self.value(state, gammas, betas), by_gamma, by_beta);
        }
        let polynomials = self.polynomials(gammas);
        let circuit = self.circuit(&polynomials, betas);
        let value = differentiate(state, image, &circuit, |k, derivative| {
            by_beta[k] = derivative.beta;
            by_gamma[k] = self.by_group(&derivative.terms);
        });
        (value, by_gamma, by_beta)
    }

    fn circuit<'a>(&'a self, polynomials: &'a [Terms], betas: &'a [f64]) -> Circuit<'a> {
        Circuit {
            cost: &self.cost,
            angles: LayerAngles::Polynomials(polynomials),
            betas,
        }
    }

    /// Σ_g γ_g C_g of each layer.
    fn polynomials(&self, gammas: &[Vec<f64>]) -> Vec<Terms> {
        let layer = |gammas: &Vec<f64>| {
            let mut terms = self.terms.clone();
            for (group, &gamma) in gammas.iter().enumerate() {
                for (_, c) in &mut terms.list[self.range(group)] {
                    *c *= gamma;
                }
            }
            terms
        };
        gammas.iter().map(layer).collect()
    }

    /// Derivatives by the coefficient of each term, as derivatives by the angle of each group.
    fn by_group(&self, by_term: &[f64]) -> Vec<f64> {
        let group = |group| {
            let range = self.range(group);
            let terms = self.terms.list[range.clone()].iter();
            terms.zip(&by_term[range]).map(|((_, c), d)| c * d).sum()
        };
        (0..self.len()).map(group).collect()
    }

    fn range(&self, group: usize) -> std::ops::Range<usize> {
        let start = if group == 0 { 0 } else { self.ends[group - 1] };
        start..self.ends[group]
    }

    fn assert_fits<T: Real>(&self, state: &State<T>, gammas: &[Vec<f64>], betas: &[f64]) {
        assert_eq!(
            state.n(),
            self.cost.n(),
            "qubits of the state and of the cost"
        );
        assert_eq!(gammas.len(), betas.len(), "gammas and betas of a circuit");
        let fit = gammas.iter().all(|layer| layer.len() == self.len());
        assert!(fit, "one gamma for each group in every layer");
    }
}
