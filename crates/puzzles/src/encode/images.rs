//! Every variable of the model as a polynomial over the qubits: what the reduction and the layout
//! together made of it.

use super::penalty::complement;
use super::{Polynomial, QubitLayout};
use crate::model::Var;
use crate::reduce::{Reduced, Reduction};

/// One polynomial for each variable of the model, over the qubits that hold the board.
pub(super) struct Images {
    n: usize,
    of: Vec<Polynomial>,
}

impl Images {
    pub(super) fn new(reduction: &Reduction, layout: &QubitLayout) -> Self {
        let n = layout.coded().len();
        let image = |value: &Reduced| match *value {
            Reduced::Const(value) => Polynomial::constant(n, f64::from(u8::from(value))),
            Reduced::Bit {
                qubit,
                negated: false,
            } => layout.image(qubit).clone(),
            Reduced::Bit {
                qubit,
                negated: true,
            } => complement(layout.image(qubit)),
        };
        Self {
            n,
            of: reduction.values().iter().map(image).collect(),
        }
    }

    pub(super) fn of(&self, var: Var) -> &Polynomial {
        &self.of[var.index()]
    }

    pub(super) fn constant(&self, value: f64) -> Polynomial {
        Polynomial::constant(self.n, value)
    }

    /// Σ x over `vars`.
    pub(super) fn sum(&self, vars: &[Var]) -> Polynomial {
        let mut sum = self.constant(0.0);
        vars.iter().for_each(|&v| sum.add_scaled(self.of(v), 1.0));
        sum
    }
}
