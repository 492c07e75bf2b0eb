//! A cost in a file: the model that `qubo --format json` writes and that `simulate` and `bench` read.
//!
//! ```json
//! {"n": 3, "offset": 0.25, "linear": [-1, 0, 2], "quadratic": [[0, 1, 2.0]], "higher": [[[0, 1, 2], 1.0]],
//!  "zero_violation_energy": 0.25, "cells": {"r1c1": "x0", "r1c2": "!x0", "r1c3": "1"}, "conventions": {}}
//! ```
//!
//! Energy = offset + Σ linear_i x_i + Σ q x_i x_j + Σ c Π x. Reading stands here; the writers of this and all other
//! formats are in [`crate::export`].

mod read;

use super::{Cost, Polynomial};
use crate::error::{Error, Result};
use crate::model::Model;
use crate::reduce::{Reduction, Value};
use std::path::Path;

/// A cost with what is needed to understand its basis states.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelFile {
    polynomial: Polynomial,
    zero_violation_energy: Option<f64>,
    cells: Vec<(String, Value)>,
}

impl From<Polynomial> for ModelFile {
    /// The model without cells.
    fn from(polynomial: Polynomial) -> Self {
        Self {
            polynomial,
            zero_violation_energy: None,
            cells: Vec::new(),
        }
    }
}

impl ModelFile {
    /// The file of an encoded model: one cell for each variable, with what the reduction made of it.
    pub fn new(model: &Model, reduction: &Reduction, cost: &Cost) -> Self {
        let names = model.names().iter().cloned();
        Self {
            polynomial: cost.polynomial.clone(),
            zero_violation_energy: cost.zero_violation_energy,
            cells: names.zip(reduction.values().iter().copied()).collect(),
        }
    }

    /// The file of a polynomial whose variables have names: variable i is qubit i and is called by the i-th name.
    pub fn named(
        polynomial: Polynomial,
        names: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let bit = |qubit| Value::Bit {
            qubit,
            negated: false,
        };
        let names = names.into_iter().take(polynomial.n()).enumerate();
        Self {
            cells: names
                .map(|(qubit, name)| (name.into(), bit(qubit)))
                .collect(),
            ..Self::from(polynomial)
        }
    }

    /// The model in the JSON file at `path`.
    ///
    /// # Errors
    /// If the file cannot be read, or as [`Self::parse`].
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|source| Error::Read {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&text, &path.display().to_string())
    }

    /// The model in a JSON text; `file` is its name for messages. `higher` and what follows it may be absent;
    /// a product that is named twice is summed.
    ///
    /// # Errors
    /// If the text is not JSON, lacks a key, has an unknown one, or holds a value that is not as it must be.
    pub fn parse(text: &str, file: &str) -> Result<Self> {
        read::Source { text, file }.model()
    }

    /// The energy of every basis state.
    pub fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    /// The energy of a board that breaks no encoded rule, where it is a constant and known.
    pub fn zero_violation_energy(&self) -> Option<f64> {
        self.zero_violation_energy
    }

    /// Each cell and what it has become, in the order of the model.
    pub fn cells(&self) -> &[(String, Value)] {
        &self.cells
    }

    /// [`Self::cells`] as the file writes them: `("r1c2", "!x0")`.
    pub fn cell_texts(&self) -> impl Iterator<Item = (&str, String)> {
        self.cells
            .iter()
            .map(|(name, value)| (name.as_str(), value.to_string()))
    }
}

/// The meaning of a cell's text, or `None` if it has none.
fn cell_value(text: &str) -> Option<Value> {
    let constant = match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    };
    if let Some(value) = constant {
        return Some(Value::Const(value));
    }
    let (negated, rest) = match text.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let digits = rest.strip_prefix('x')?;
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    let qubit = digits.parse().ok().filter(|_| plain)?;
    Some(Value::Bit { qubit, negated })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_survives_being_written_and_read() {
        let bit = |qubit, negated| Value::Bit { qubit, negated };
        for value in [
            Value::Const(false),
            Value::Const(true),
            bit(0, false),
            bit(17, true),
        ] {
            assert_eq!(cell_value(&value.to_string()), Some(value));
        }
        for text in [
            "", "2", "x", "!x", "!", "!1", "x-1", "x+1", "y0", "x0 ", "!!x0",
        ] {
            assert_eq!(cell_value(text), None, "{text:?}");
        }
    }
}
