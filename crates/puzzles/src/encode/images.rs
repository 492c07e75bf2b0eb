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

    /// A variable of the model as a polynomial over the qubits.
    pub(super) fn of(&self, var: Var) -> &Polynomial {
        &self.of[var.index()]
    }

    /// A constant, over as many qubits.
    pub(super) fn constant(&self, value: f64) -> Polynomial {
        Polynomial::constant(self.n, value)
    }

    /// The sum of literals.
    pub(super) fn sum(&self, literals: &[(Var, bool)]) -> Polynomial {
        let mut sum = self.constant(0.0);
        for &(var, negated) in literals {
            sum.add_scaled(&self.constant(f64::from(u8::from(negated))), 1.0);
            sum.add_scaled(self.of(var), if negated { -1.0 } else { 1.0 });
        }
        sum
    }
}
