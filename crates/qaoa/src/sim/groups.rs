//! A cost in groups of terms, each with an angle of its own in every layer: e^{−iΣ_q β_kq X_q}
//! e^{−i Σ_g γ_kg C_g}.
//!
//! The phase of a layer is one polynomial, Σ_g γ_kg C_g, rebuilt in each piece (`product`): a layer
//! costs the same however many groups there are. So does the gradient: for each term S the overlap
//! with the product of its bits is a sum over the basis states that contain S, and one transform of
//! a piece gives these sums for all terms at once.

use super::circuit::Derivative;
use super::diagonal::Diagonal;
use super::terms::TermList;
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::ops::Range;

/// Which of the terms of a cost belong to which group.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    terms: TermList,
    /// Where in the list each group ends.
    ends: Vec<usize>,
}

impl Groups {
    /// The groups of a cost, but for its constant, which may be in no group: no measurement sees
    /// it. Fails if the groups do not add up to the cost.
    pub(crate) fn of(cost: &Diagonal, groups: &[Vec<(u64, f64)>]) -> Result<Self> {
        let mut rest: BTreeMap<u64, f64> = BTreeMap::new();
        for &(mask, c) in cost.terms().into_iter().flatten() {
            *rest.entry(mask).or_default() += c;
        }
        for &(mask, c) in groups.iter().flatten() {
            *rest.entry(mask).or_default() -= c;
        }
        rest.remove(&0);
        let off = rest.iter().find(|(_, c)| c.abs() > cost.rounding);
        if let Some((mask, c)) = off {
            return Err(Error::argument(
                "groups",
                format!("they miss the cost by {c} at the qubits {mask:#b}"),
                "give groups of terms that add up to the cost",
            ));
        }
        let ends = groups.iter().scan(0, |end, group| {
            *end += group.len();
            Some(*end)
        });
        Ok(Self {
            ends: ends.collect(),
            terms: TermList::new(cost.space().qudits(), groups.concat()),
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Σ_g γ_g C_g of each of `depth` layers; the angles come group after group.
    pub(crate) fn polynomials(&self, gammas: &[f64], depth: usize) -> Vec<TermList> {
        let layer = |k: usize| {
            let of_group = |group: usize| {
                let terms = self.terms.list[self.range(group)].iter();
                terms.map(move |(_, c)| c * gammas[group * depth + k])
            };
            self.terms.with((0..self.len()).flat_map(of_group))
        };
        (0..depth).map(layer).collect()
    }

    /// Writes the derivatives of a layer by the angle of each group.
    pub(crate) fn write(&self, of: &Derivative, depth: usize, by_gamma: &mut [f64]) {
        for group in 0..self.len() {
            let range = self.range(group);
            let terms = self.terms.list[range.clone()].iter();
            let sum = terms.zip(&of.terms[range]).map(|((_, c), d)| c * d).sum();
            by_gamma[group * depth + of.layer] = sum;
        }
    }

    fn range(&self, group: usize) -> Range<usize> {
        let start = if group == 0 { 0 } else { self.ends[group - 1] };
        start..self.ends[group]
    }
}
