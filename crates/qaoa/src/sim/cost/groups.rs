//! A cost in groups of terms, each with an angle of its own in every layer: e^{−iΣ_q β_kq X_q}
//! e^{−i Σ_g γ_kg C_g}.
//!
//! The phase of a layer is one polynomial, Σ_g γ_kg C_g, rebuilt in each piece (see `split`): a
//! layer costs the same however many groups there are, one for each rule or one for each term, and
//! nothing is stored for them. So does the gradient: for each term S the overlap with the product
//! of its bits is a sum over the basis states that contain S, and one transform of a piece gives
//! these sums for all terms at once. The mixer has one angle in each layer, or one for each qubit
//! (`each_qubit`).
//!
//! Memory: as for one angle (17 bytes for each basis state, 33 with a gradient, in f64), and a few
//! numbers for each term and task.

use crate::error::{Error, Result};
use crate::sim::backward::adjoint::{Derivative, differentiate, differentiate_weighed};
use crate::sim::cost::diagonal::Diagonal;
use crate::sim::cost::terms::TermList;
use crate::sim::real::Real;
use crate::sim::vector::observable::Weigh;
use crate::sim::vector::state::{QubitState, made};
use crate::sim::walk::circuit::{LayerAngles, QubitCircuit};
use crate::sim::walk::watch::Watch;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A cost C = Σ_g C_g, and which of its terms belong to which group.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    cost: Arc<Diagonal>,
    /// All terms, one group after the other.
    terms: TermList,
    /// Where in the list each group ends.
    ends: Vec<usize>,
}

/// The angles of p layers over G groups and n qubits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LayersInGroups<'a> {
    /// Number of layers p.
    pub(crate) depth: usize,
    /// The p angles of each group, group after group.
    pub(crate) gammas: &'a [f64],
    /// The p angles of the mixer; or those of each qubit, qubit after qubit.
    pub(crate) betas: &'a [f64],
}

/// The derivatives by all angles of [`LayersInGroups`], in the same order.
type Derivatives<'a> = [&'a mut [f64]; 2];

impl Groups {
    /// The groups of a cost that is there already, but for its constant, which may be in no group:
    /// it changes all phases alike, and no measurement sees that.
    ///
    /// # Errors
    /// If the groups do not add up to the cost.
    pub(crate) fn of(cost: Arc<Diagonal>, groups: &[Vec<(u64, f64)>]) -> Result<Self> {
        let mut rest: BTreeMap<u64, f64> = BTreeMap::new();
        for &(mask, c) in &cost.terms().list {
            *rest.entry(mask).or_default() += c;
        }
        for &(mask, c) in groups.iter().flatten() {
            *rest.entry(mask).or_default() -= c;
        }
        rest.remove(&0);
        let off = rest.iter().find(|(_, c)| c.abs() > cost.rounding());
        match off {
            None => Ok(Self::split(cost, groups)),
            Some((mask, c)) => Err(Error::argument(
                "groups",
                format!("they miss the cost by {c} at the qubits {mask:#b}"),
                "give groups of terms that add up to the cost",
            )),
        }
    }

    fn split(cost: Arc<Diagonal>, groups: &[Vec<(u64, f64)>]) -> Self {
        let ends = groups.iter().scan(0, |end, group| {
            *end += group.len();
            Some(*end)
        });
        Self {
            ends: ends.collect(),
            terms: TermList::new(cost.n(), groups.concat()),
            cost,
        }
    }

    /// The number of groups.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Makes the state of the layers; `Break` where the watch said stop, and what the memory holds
    /// then is no state.
    ///
    /// # Panics
    /// If there are not p γ for each group and p β, or p for each qubit; so do the other methods.
    pub(crate) fn prepare_watched<T: Real>(
        &self,
        state: &mut QubitState<T>,
        layers: LayersInGroups<'_>,
        watch: Watch<'_>,
    ) -> ControlFlow<()> {
        self.assert_fits(state, layers);
        let polynomials = self.polynomials(layers);
        let circuit = self.circuit(&polynomials, layers).watched_by(watch);
        made(T::run(state, &circuit, false))
    }

    /// ⟨C⟩ after the layers; what `state` holds afterwards is no state. NaN where the watch said
    /// stop.
    pub(crate) fn value_watched<T: Real>(
        &self,
        state: &mut QubitState<T>,
        layers: LayersInGroups<'_>,
        watch: Watch<'_>,
    ) -> f64 {
        self.assert_fits(state, layers);
        let polynomials = self.polynomials(layers);
        let circuit = self.circuit(&polynomials, layers).watched_by(watch);
        T::run(state, &circuit, true)
    }

    /// ⟨C⟩ or, where it is given, the value `weigh` after the layers, with its derivatives by all
    /// angles written to `by`. NaN where the watch said stop, and the derivatives are then none.
    pub(crate) fn gradient_watched<T: Real>(
        &self,
        [state, image]: [&mut QubitState<T>; 2],
        layers: LayersInGroups<'_>,
        weigh: Option<Weigh<'_, '_, Diagonal, QubitState<T>>>,
        by: Derivatives<'_>,
        watch: Watch<'_>,
    ) -> f64 {
        self.assert_fits(state, layers);
        self.assert_fits(image, layers);
        let polynomials = self.polynomials(layers);
        let circuit = self.circuit(&polynomials, layers).watched_by(watch);
        let report = self.report(layers.depth, by);
        match weigh {
            None if layers.depth == 0 => self.value_watched(state, layers, watch),
            Some(weigh) if layers.depth == 0 => match self.prepare_watched(state, layers, watch) {
                ControlFlow::Continue(()) => (weigh.of_state)(state).value,
                ControlFlow::Break(()) => f64::NAN,
            },
            None => differentiate(state, image, &circuit, report),
            Some(Weigh {
                observable,
                of_state,
            }) => differentiate_weighed(state, image, &circuit, (observable, of_state), report),
        }
    }

    /// What writes down the derivatives of a layer.
    fn report<'a>(
        &'a self,
        depth: usize,
        [by_gamma, by_beta]: Derivatives<'a>,
    ) -> impl FnMut(usize, Derivative) + 'a {
        move |k, derivative| {
            if by_beta.len() == depth {
                by_beta[k] = derivative.beta;
            } else {
                let betas = by_beta.iter_mut().skip(k).step_by(depth);
                betas.zip(derivative.qubits).for_each(|(by, of)| *by = of);
            }
            self.write_groups(&derivative.terms, (k, depth), by_gamma);
        }
    }

    fn circuit<'a>(
        &'a self,
        polynomials: &'a [TermList],
        layers: LayersInGroups<'a>,
    ) -> QubitCircuit<'a> {
        QubitCircuit {
            cost: &self.cost,
            angles: LayerAngles::Polynomials(polynomials),
            betas: layers.betas,
            watch: Watch::NONE,
        }
    }

    /// Σ_g γ_g C_g of each layer.
    fn polynomials(&self, layers: LayersInGroups<'_>) -> Vec<TermList> {
        let layer = |k: usize| {
            let mut terms = self.terms.clone();
            for group in 0..self.len() {
                let gamma = layers.gammas[group * layers.depth + k];
                for (_, c) in &mut terms.list[self.range(group)] {
                    *c *= gamma;
                }
            }
            terms
        };
        (0..layers.depth).map(layer).collect()
    }

    /// Writes derivatives by the coefficient of each term of layer k as derivatives by the angle of
    /// each group.
    fn write_groups(&self, by_term: &[f64], (k, depth): (usize, usize), by_gamma: &mut [f64]) {
        for group in 0..self.len() {
            let range = self.range(group);
            let terms = self.terms.list[range.clone()].iter();
            let sum = terms.zip(&by_term[range]).map(|((_, c), d)| c * d).sum();
            by_gamma[group * depth + k] = sum;
        }
    }

    fn range(&self, group: usize) -> std::ops::Range<usize> {
        let start = if group == 0 { 0 } else { self.ends[group - 1] };
        start..self.ends[group]
    }

    fn assert_fits<T: Real>(&self, state: &QubitState<T>, layers: LayersInGroups<'_>) {
        let (n, depth) = (self.cost.n(), layers.depth);
        assert_eq!(state.n(), n, "qubits of the state and of the cost");
        let gammas = layers.gammas.len() == self.len() * depth;
        assert!(gammas, "one gamma for each group in every layer");
        let betas = [depth, n * depth].contains(&layers.betas.len());
        assert!(
            betas,
            "one beta for each layer, or for each qubit in every layer"
        );
    }
}
