//! The layers of a circuit, as the simulator is told of them: e^{−iβ_k ΣX} e^{−iγ_k C}, or e^{−iθ_k} for a polynomial θ_k of each layer's own.

use super::adjoint::Overlapped;
use super::diagonal::{Diagonal, Energies};
use super::phases::{Phases, Table};
use super::plan::Instructions;
use super::real::Real;
use super::rotation::Rotation;
use super::terms::Terms;

/// A cost, and the angles of each layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circuit<'a> {
    pub(super) cost: &'a Diagonal,
    pub(super) angles: LayerAngles<'a>,
    pub(super) betas: &'a [f64],
}

/// What the phase of each layer is.
#[derive(Clone, Copy, Debug)]
pub(super) enum LayerAngles<'a> {
    /// γ_k·C.
    Cost(&'a [f64]),
    /// A polynomial for each layer.
    Polynomials(&'a [Terms]),
}

impl<'a> Circuit<'a> {
    /// Layers of one cost.
    pub(super) fn new(cost: &'a Diagonal, gammas: &'a [f64], betas: &'a [f64]) -> Self {
        assert_eq!(gammas.len(), betas.len(), "gammas and betas of a circuit");
        Self {
            cost,
            angles: LayerAngles::Cost(gammas),
            betas,
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.betas.len()
    }

    /// The mixer of layer `k`.
    pub(super) fn rotation<T: Real>(&self, k: usize) -> Rotation {
        Rotation::new::<T>(self.betas[k])
    }

    /// Its inverse.
    pub(super) fn undo<T: Real>(&self, k: usize) -> Rotation {
        Rotation::new::<T>(-self.betas[k])
    }

    /// The phases of layer `k`, or of its inverse where `sign` is −1.
    pub(super) fn phases<'b, T: Real>(
        &self,
        k: usize,
        sign: f64,
        table: &'b mut Table<T>,
        with: Instructions,
    ) -> Phases<'b, T>
    where
        'a: 'b,
    {
        match self.angles {
            LayerAngles::Cost(gammas) => table.phases(self.cost, sign * gammas[k], with),
            LayerAngles::Polynomials(polynomials) => Phases::Angles {
                terms: &polynomials[k],
                scale: sign,
            },
        }
    }

    /// What the derivative by the angles of layer `k` is an overlap with.
    pub(super) fn polynomial(&self, k: usize) -> Overlapped<'a> {
        match self.angles {
            LayerAngles::Polynomials(polynomials) => Overlapped::Terms(&polynomials[k]),
            LayerAngles::Cost(_) => match self.cost.energies() {
                Energies::Rebuilt(terms) => Overlapped::Terms(terms),
                stored @ (Energies::ByteGrid(..)
                | Energies::WordGrid(..)
                | Energies::Bytes(..)
                | Energies::Words(..)) => Overlapped::Cost(stored),
            },
        }
    }
}
