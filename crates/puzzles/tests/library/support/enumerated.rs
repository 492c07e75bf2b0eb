//! Costs of small boards, and the energy of every basis state by the plain sum of its terms.

use crate::encode::{EncodedCost, Polynomial, Weights, encode};
use crate::model::{Model, Var};
use crate::reduce::Reduction;

/// The energy of one basis state.
pub(crate) fn energy(p: &Polynomial, index: u64) -> f64 {
    p.value(|k| index >> k & 1 == 1)
}

/// The energy of every basis state, from the masks.
pub(crate) fn energies(p: &Polynomial) -> Vec<f64> {
    let masks: Vec<_> = p.masks().collect();
    let at = |z: u64| {
        masks
            .iter()
            .filter(|(m, _)| z & m == *m)
            .fold(0.0, |sum, (_, c)| sum + c)
    };
    (0..1 << p.n()).map(at).collect()
}

/// The cost with unit weights.
pub(crate) fn unit(model: &Model, reduction: &Reduction) -> EncodedCost {
    encode(model, reduction, &Weights::default())
}

/// The cells of a board as variables, row by row.
pub(crate) fn cells(model: &mut Model, rows: usize, cols: usize) -> Vec<Vec<Var>> {
    let row = |r| (0..cols).map(move |c| format!("r{}c{}", r + 1, c + 1));
    let rows = (0..rows).map(row);
    rows.map(|row| row.map(|name| model.add_variable(name)).collect())
        .collect()
}
