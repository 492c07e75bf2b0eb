//! Every variable of the model as a polynomial over the qubits: what the reduction and the layout
//! together made of it.

use super::penalty::complement;
use super::{Polynomial, QubitLayout, Reading};
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
        let walls = layout.has_walls();
        let image = |value: &Reduced| match *value {
            Reduced::Const(value) => Polynomial::constant(n, f64::from(u8::from(value))),
            Reduced::Bit { qubit, negated } => {
                let image = image(layout.reading(qubit), walls, n);
                if negated { complement(&image) } else { image }
            }
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

/// What a reading is in the cost, over `n` qubits: the product of its literals; of two `walls`
/// their difference x_k = w_{k−1} − w_k, which is that product wherever there is one wall.
fn image(reading: &Reading, walls: bool, n: usize) -> Polynomial {
    let literals = reading.literals();
    let bit = |qubit| Polynomial::from_terms(n, &[(vec![qubit], 1.0)]);
    if let (true, [(before, _), (after, _)]) = (walls, literals) {
        let mut wall = bit(*before);
        wall.add_scaled(&bit(*after), -1.0);
        return wall;
    }
    let one = Polynomial::constant(n, 1.0);
    literals
        .iter()
        .fold(one, |product, &(qubit, negated)| match negated {
            true => product.times(&complement(&bit(qubit))),
            false => product.times(&bit(qubit)),
        })
}
