//! The layers of a circuit, as the simulator is told of them: e^{−iβ_k ΣX} e^{−iγ_k C}, or e^{−iΣ_q
//! β_kq X_q} e^{−iθ_k} for a polynomial θ_k of each layer's own.

use crate::sim::backward::adjoint::Overlapped;
use crate::sim::cost::diagonal::{Diagonal, EnergySource};
use crate::sim::cost::terms::TermList;
use crate::sim::forward::rotation::Rotation;
use crate::sim::forward::turns::GroupRotations;
use crate::sim::instructions::Instructions;
use crate::sim::phase::phases::{FactorTables, PhaseFactors};
use crate::sim::ranks::{Layers, to_words};
use crate::sim::real::Real;
use crate::sim::walk::watch::Watch;
use std::ops::Range;

/// A cost, and the angles of each layer.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct QubitCircuit<'a> {
    pub(in crate::sim) cost: &'a Diagonal,
    pub(in crate::sim) angles: LayerAngles<'a>,
    /// One for each layer; or those of each qubit, qubit after qubit.
    pub(in crate::sim) betas: &'a [f64],
    /// Who is asked between its passes.
    pub(in crate::sim) watch: Watch<'a>,
}

/// What the phase of each layer is.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) enum LayerAngles<'a> {
    /// γ_k·C.
    Cost(&'a [f64]),
    /// A polynomial for each layer.
    Polynomials(&'a [TermList]),
}

impl<'a> QubitCircuit<'a> {
    /// Layers of one cost.
    pub(in crate::sim) fn new(cost: &'a Diagonal, gammas: &'a [f64], betas: &'a [f64]) -> Self {
        assert_eq!(gammas.len(), betas.len(), "gammas and betas of a circuit");
        Self {
            cost,
            angles: LayerAngles::Cost(gammas),
            betas,
            watch: Watch::NONE,
        }
    }

    /// The same, watched.
    pub(in crate::sim) fn watched_by(self, watch: Watch<'a>) -> Self {
        Self { watch, ..self }
    }

    /// The same circuit for a pass: over the highest group of qubits, whose columns ranks share,
    /// the cost is in their order.
    pub(in crate::sim) fn read_by(self, highest: bool) -> Self {
        match highest {
            true => Self {
                cost: self.cost.in_columns(),
                ..self
            },
            false => self,
        }
    }

    /// What ranks are told of the layers, beside their numbers.
    pub(in crate::sim) fn layers(&self) -> Layers {
        Layers {
            cost: self.cost.name(),
            depth: self.depth(),
            terms: match self.angles {
                LayerAngles::Cost(_) => None,
                LayerAngles::Polynomials(of) => Some(of.first().map_or(0, |t| t.list.len())),
            },
        }
    }

    /// The numbers of the layers, as [`Layers`] says; polynomials have the same masks.
    pub(in crate::sim) fn to_words(self) -> Vec<u64> {
        let mut words = match self.angles {
            LayerAngles::Cost(gammas) => to_words(gammas),
            LayerAngles::Polynomials(of) => {
                let masks = of.iter().take(1).flat_map(|terms| &terms.list);
                let coefficients = of.iter().flat_map(|terms| &terms.list);
                let masks = masks.map(|(mask, _)| *mask);
                masks
                    .chain(coefficients.map(|(_, c)| c.to_bits()))
                    .collect()
            }
        };
        words.extend(to_words(self.betas));
        words
    }

    pub(in crate::sim) fn depth(&self) -> usize {
        match self.angles {
            LayerAngles::Cost(gammas) => gammas.len(),
            LayerAngles::Polynomials(polynomials) => polynomials.len(),
        }
    }

    /// The mixer of layer `k` on a group of qubits, or its inverse where `sign` is −1.
    pub(in crate::sim) fn turns<T: Real>(
        &self,
        k: usize,
        sign: f64,
        qubits: Range<usize>,
    ) -> GroupRotations {
        let depth = self.depth();
        if self.betas.len() == depth {
            return GroupRotations::of(Rotation::new::<T>(sign * self.betas[k]), qubits);
        }
        let angle = |qubit: usize| sign * self.betas[qubit * depth + k];
        GroupRotations::Each(
            qubits
                .map(|qubit| Rotation::new::<T>(angle(qubit)))
                .collect(),
        )
    }

    /// The phases of layer `k`, or of its inverse where `sign` is −1.
    pub(in crate::sim) fn phases<'b, T: Real>(
        &self,
        k: usize,
        sign: f64,
        table: &'b mut FactorTables<T>,
        with: Instructions,
    ) -> PhaseFactors<'b, T>
    where
        'a: 'b,
    {
        match self.angles {
            LayerAngles::Cost(gammas) => table.phases(self.cost, sign * gammas[k], with),
            LayerAngles::Polynomials(polynomials) => PhaseFactors::Angles {
                terms: &polynomials[k],
                scale: sign,
            },
        }
    }

    /// What the derivative by the angles of layer `k` is an overlap with.
    pub(in crate::sim) fn polynomial(&self, k: usize) -> Overlapped<'a> {
        match self.angles {
            LayerAngles::Polynomials(polynomials) => Overlapped::Terms(&polynomials[k]),
            LayerAngles::Cost(_) => match self.cost.energies() {
                EnergySource::Rebuilt(terms) if terms.is_dense() => Overlapped::Energies(terms),
                EnergySource::Rebuilt(terms) => Overlapped::Terms(terms),
                stored @ (EnergySource::ByteGrid(..)
                | EnergySource::WordGrid(..)
                | EnergySource::Bytes(..)
                | EnergySource::Words(..)) => Overlapped::Cost(stored),
            },
        }
    }
}
