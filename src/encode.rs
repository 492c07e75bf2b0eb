//! From a reduced model to a cost: one polynomial over the qubits, as a QUBO and as an Ising Hamiltonian.
//!
//! C(x) = Σ_kind λ_kind Σ_{rules of the kind} penalty + Σ w x, in which every variable is replaced by what the
//! reduction made of it: a constant, x_k or 1 − x_k. So C at a basis state is the energy of the
//! whole board that the state stands for, offsets included. Unit weights give eq. 4, 9 and 50 of the source paper (Mata Ali & Mencia).
//! Nothing here knows a puzzle, and nothing is dropped: a rule without a quadratic penalty is listed
//! in [`Cost::unencoded`].

mod conventions;
mod drop_region;
mod hash;
mod ising;
mod model_file;
mod penalty;
mod polynomial;
mod terms;
mod weights;

pub use conventions::CONVENTIONS;
pub use drop_region::drop_region;
pub use hash::model_hash;
pub use ising::Ising;
pub use model_file::ModelFile;
pub use penalty::{energy_where_it_holds, penalty};
pub use polynomial::Polynomial;
pub use weights::Weights;

use crate::model::{Kind, Model};
use crate::reduce::Reduction;

/// The cost of a reduced model, to be minimized.
#[derive(Clone, PartialEq, Debug)]
pub struct Cost {
    /// The energy of every basis state, as a polynomial over the qubits.
    pub polynomial: Polynomial,
    /// The energy of a board that breaks none of the encoded rules; `None` where the model has an objective, which
    /// then decides between such boards.
    pub zero_violation_energy: Option<f64>,
    /// The rules that have no quadratic penalty, as indices into [`Model::constraints`].
    pub unencoded: Vec<usize>,
}

/// The cost over the qubits of `reduction` whose value at every basis state is the energy of the lifted board.
pub fn encode(model: &Model, reduction: &Reduction, weights: &Weights) -> Cost {
    let weights = &weights.or_those_of(model);
    let mut polynomial = objective(model, reduction);
    for kind in Kind::ALL {
        // Unit penalties are multiples of 1/4 and add up exactly; only the weight can round.
        polynomial.add_scaled(&penalties(model, kind, reduction), weights.of(kind));
    }
    Cost {
        polynomial,
        zero_violation_energy: zero_violation_energy(model, weights),
        unencoded: unencoded(model),
    }
}

/// Σ w x of the model's objective.
fn objective(model: &Model, reduction: &Reduction) -> Polynomial {
    let mut sum = Polynomial::zero(reduction.qubits());
    for &(var, weight) in model.objective() {
        sum.add_scaled(&penalty::image(reduction, var), weight);
    }
    sum
}

/// The sum of the unit penalties of all rules of a kind.
fn penalties(model: &Model, kind: Kind, reduction: &Reduction) -> Polynomial {
    let mut sum = Polynomial::zero(reduction.qubits());
    for constraint in model.constraints().iter().filter(|c| c.kind == kind) {
        if let Some(term) = penalty(&constraint.form, reduction) {
            sum.add_scaled(&term, 1.0);
        }
    }
    sum
}

fn zero_violation_energy(model: &Model, weights: &Weights) -> Option<f64> {
    let unit_sum = |kind: Kind| {
        let of_kind = model.constraints().iter().filter(|c| c.kind == kind);
        of_kind.fold(0.0, |sum, c| {
            sum + energy_where_it_holds(&c.form).unwrap_or(0.0)
        })
    };
    let weighted = |sum: f64, kind: &Kind| sum + weights.of(*kind) * unit_sum(*kind);
    model
        .objective()
        .is_empty()
        .then(|| Kind::ALL.iter().fold(0.0, weighted))
}

fn unencoded(model: &Model) -> Vec<usize> {
    let constraints = model.constraints().iter().enumerate();
    constraints
        .filter(|(_, c)| energy_where_it_holds(&c.form).is_none())
        .map(|(index, _)| index)
        .collect()
}
