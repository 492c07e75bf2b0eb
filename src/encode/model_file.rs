//! A cost in a file: the model that `qubo --format json` writes and that every command for models reads.
//!
//! ```json
//! {"n": 3, "offset": 0.25, "linear": [-1, 0, 2], "quadratic": [[0, 1, 2.0]], "higher": [[[0, 1, 2], 1.0]],
//!  "zero_violation_energy": 0.25, "cells": {"r1c1": "x0", "r1c2": "!x0", "r1c3": "1"}, "conventions": {}}
//! ```
//!
//! Energy = offset + Σ linear_i x_i + Σ q x_i x_j + Σ c Π x. Reading stands here; the writer, and the readers and
//! writers of all other formats, are in [`crate::export`].

mod read;

use super::{Cost, Polynomial};
use crate::error::Result;
use crate::model::Model;
use crate::reduce::{Reduction, Value};

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

    /// The model with cells as files write them: `("r1c2", "!x0")`.
    ///
    /// # Errors
    /// The name of the first cell that is no constant and no qubit of the polynomial, or that no file can hold.
    pub fn with_cells(
        polynomial: Polynomial,
        zero_violation_energy: Option<f64>,
        cells: &[(String, String)],
    ) -> std::result::Result<Self, String> {
        let value = |(name, text): &(String, String)| {
            let known = cell_value(name, text, polynomial.n());
            known
                .map(|value| (name.clone(), value))
                .ok_or_else(|| name.clone())
        };
        let cells = cells
            .iter()
            .map(value)
            .collect::<std::result::Result<_, _>>()?;
        Ok(Self {
            polynomial,
            zero_violation_energy,
            cells,
        })
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

/// What a cell has become in a model of `n` qubits; `None` where the file cannot mean that.
fn cell_value(name: &str, text: &str, n: usize) -> Option<Value> {
    let known = meaning(text).filter(|value| match value {
        Value::Const(_) => true,
        Value::Bit { qubit, .. } => *qubit < n,
    });
    known.filter(|_| !name.chars().any(char::is_control))
}

/// The meaning of a cell's text, or `None` if it has none.
fn meaning(text: &str) -> Option<Value> {
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
            assert_eq!(meaning(&value.to_string()), Some(value));
        }
        for text in [
            "", "2", "x", "!x", "!", "!1", "x-1", "x+1", "y0", "x0 ", "!!x0",
        ] {
            assert_eq!(meaning(text), None, "{text:?}");
        }
    }
}
