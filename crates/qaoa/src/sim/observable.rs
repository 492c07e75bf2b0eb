//! Values of a state that are not ⟨C⟩: any function f of the probabilities p_x of the basis states.
//!
//! > ∂f/∂θ = Σ_x ∂f/∂p_x · ∂p_x/∂θ = 2 Re⟨ψ|W|∂ψ/∂θ⟩,  W = diag(∂f/∂p_x)
//!
//! So the adjoint method serves f as it does ⟨C⟩, with λ = Wψ in the place of Cψ (`circuit`), W
//! taken at the final state: a function of the energy, or −1 at the marked states and 0 elsewhere,
//! over a scale that keeps Wψ to the range of f32.

use super::diagonal::Diagonal;
use super::kernel::observe::weigh;
use super::kernel::phases::PhaseSource;
use super::piece::Piece;
use super::real::Real;
use super::sweep::Use;
use super::vector::{Vector, energies_of};
use serde::{Deserialize, Serialize};

/// The derivatives of a value by the probabilities of the basis states.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Weight {
    /// E.
    Energy,
    /// (E − q)/α where E ≤ q, else 0.
    Tail { quantile: f64, alpha: f64 },
    /// −e^{f − ηE}.
    Exponential { value: f64, eta: f64 },
    /// −1 at these states.
    Marked(Vec<u64>),
}

const LARGEST: f64 = 700.0;

impl Weight {
    /// The weight of a state of this energy that is not marked.
    pub(crate) fn of_energy(&self, energy: f64) -> f64 {
        match self {
            Self::Energy => energy,
            Self::Tail { quantile, alpha } => (energy - quantile).min(0.0) / alpha,
            Self::Exponential { value, eta } => -libm::exp((value - eta * energy).min(LARGEST)),
            Self::Marked(_) => 0.0,
        }
    }
}

pub(in crate::sim) fn apply<T: Real>(
    vector: &mut Vector<T>,
    image: &mut Vector<T>,
    cost: &Diagonal,
    (weight, scale): (&Weight, f64),
) {
    assert_eq!(vector.space(), cost.space(), "the space of the state");
    let (first, with) = (vector.here().start, vector.cut.instructions);
    let keep = Use {
        read: [true, false],
        write: true,
        numbers: false,
        sums: false,
    };
    let (ground, parts) = vector.ground(cost);
    let parts = [parts, image.parts()];
    ground.sweep(0, parts, keep, |mut piece: Piece<'_, T, 2>, room, _| {
        let (at, len) = (piece.place.first, piece.place.len());
        let weights = &mut room.energies;
        match weight {
            Weight::Marked(marked) => {
                weights.clear();
                weights.resize(len, 0.0);
                let from = marked.partition_point(|x| (*x as usize) < at);
                let here = marked[from..].iter().map(|x| *x as usize - at);
                here.take_while(|x| *x < len)
                    .for_each(|x| weights[x] = -1.0);
            }
            _ => {
                energies_of(cost, (at, len), at - first..at - first + len, weights);
                let weights = weights.iter_mut();
                weights.for_each(|w| *w = weight.of_energy(*w) / scale);
            }
        }
        let phases = PhaseSource::Product(room.product.factors(&room.energies));
        weigh(with, &mut piece.states, phases, 1.0);
    });
}
