//! A cost in a file: the model that `qubo --format json` writes and that every command for models
//! reads.
//!
//! ```json
//! {"n": 3, "offset": 0.25, "linear": [-1, 0, 2], "quadratic": [[0, 1, 2.0]],
//!  "higher": [[[0, 1, 2], 1.0]], "zero_violation_energy": 0.25,
//!  "cells": {"r1c1": "x0", "r1c2": "!x0", "r1c3": "1"}, "conventions": {}}
//! ```
//!
//! Energy = offset + Σ linear_i x_i + Σ q x_i x_j + Σ c Π x. Reading stands here; the writer, and
//! the readers and writers of all other formats, are in [`crate::formats`]. Where qubits hold
//! nothing of the board, `"auxiliaries": {"x4": "…"}` says what they are for.

mod read;

use super::{EncodedCost, Polynomial};
use crate::model::Model;
use crate::reduce::Reduction;

/// A cost with what is needed to understand its basis states.
///
/// ```
/// use ketboard_puzzles::{ModelFile, Puzzle, RuleSet, Weights, encode, reduce};
///
/// let puzzle = Puzzle::parse("family = 'n-queens'\nsize = 6\nqueens = ['r1c2']", "six queens")?;
/// let reduction = reduce(&puzzle.model, RuleSet::Paper, None).expect("it has a solution");
/// let cost = encode(&puzzle.model, &reduction, &Weights::default());
/// let file = ModelFile::new(&puzzle.model, &reduction, &cost);
/// assert_eq!(file.variable_names().len(), cost.layout.qubits());
/// # Ok::<(), ketboard_puzzles::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ModelFile {
    polynomial: Polynomial,
    zero_violation_energy: Option<f64>,
    cells: Vec<(String, String)>,
    auxiliaries: Vec<(usize, String)>,
}

impl From<Polynomial> for ModelFile {
    /// The model without cells.
    fn from(polynomial: Polynomial) -> Self {
        Self {
            polynomial,
            zero_violation_energy: None,
            cells: Vec::new(),
            auxiliaries: Vec::new(),
        }
    }
}

impl ModelFile {
    /// The file of an encoded model: one cell for each variable, with how it is read off the
    /// qubits.
    pub fn new(model: &Model, reduction: &Reduction, cost: &EncodedCost) -> Self {
        let layout = &cost.layout;
        let readings = super::readings(reduction, layout);
        let texts = readings.iter().map(ToString::to_string);
        let auxiliary = |qubit: usize| (qubit, layout.names()[qubit].clone());
        Self {
            polynomial: cost.polynomial.clone(),
            zero_violation_energy: cost.zero_violation_energy,
            cells: model.names().iter().cloned().zip(texts).collect(),
            auxiliaries: layout.auxiliaries().map(auxiliary).collect(),
        }
    }

    /// The file of a polynomial whose variables have names: variable i is qubit i and is called by
    /// the i-th name.
    pub(crate) fn named(
        polynomial: Polynomial,
        names: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let qubits = (0..polynomial.n()).map(|qubit| format!("x{qubit}"));
        Self {
            cells: names.into_iter().map(Into::into).zip(qubits).collect(),
            ..Self::from(polynomial)
        }
    }

    /// The energy of every basis state.
    pub fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    /// The energy of a board that breaks no encoded rule, where it is a constant and known.
    pub fn zero_violation_energy(&self) -> Option<f64> {
        self.zero_violation_energy
    }

    /// Each cell and the text of how it is read off the qubits ([`Reading`](super::Reading)), in the
    /// order of the model: `("r1c2", "!x0")`.
    pub fn cells(&self) -> &[(String, String)] {
        &self.cells
    }

    /// The name of every variable of the polynomial: that of the first cell which is this variable,
    /// or `x3`.
    pub fn variable_names(&self) -> Vec<String> {
        let mut names: Vec<String> = (0..self.polynomial.n()).map(|k| format!("x{k}")).collect();
        for (name, reading) in &self.cells {
            let qubit = names.iter().position(|known| known == reading);
            if let Some(qubit) = qubit.filter(|_| name != reading) {
                names[qubit].clone_from(name);
            }
        }
        names
    }

    /// The qubits that hold nothing of the board, with what they are for.
    pub fn auxiliaries(&self) -> &[(usize, String)] {
        &self.auxiliaries
    }
}
