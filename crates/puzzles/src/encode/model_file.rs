//! A cost in a file: the model that `qubo --format json` writes and that every command for models
//! reads. Energy = offset + Σ linear_i x_i + Σ q x_i x_j + Σ c Π x.
//!
//! ```json
//! {"n": 3, "offset": 0.25, "linear": [-1, 0, 2], "quadratic": [[0, 1, 2.0]],
//!  "higher": [[[0, 1, 2], 1.0]], "zero_violation_energy": 0.25,
//!  "cells": {"r1c1": "x0", "r1c2": "!x0", "r1c3": "1"}, "conventions": {}}
//! ```
//!
//! Reading is here; the writer, and all other formats, are in [`crate::formats`]. Where qubits hold
//! nothing of the board, `"auxiliaries": {"x4": "…"}` says what they are for.

use super::{EncodedCost, Polynomial, Reading};
use crate::error::{Error, Result};
use crate::model::Model;
use crate::reduce::Reduction;
use serde::Deserialize;
use serde_json::{Map, Value};

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
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ModelFile {
    /// The energy of every basis state.
    pub polynomial: Polynomial,
    /// The energy of a board that breaks no encoded rule, where it is a constant and known.
    pub zero_violation_energy: Option<f64>,
    /// Each cell and the text of how it is read off the qubits ([`Reading`](super::Reading)), in
    /// the order of the model: `("r1c2", "!x0")`.
    pub cells: Vec<(String, String)>,
    /// The qubits that hold nothing of the board, with what they are for.
    pub auxiliaries: Vec<(usize, String)>,
}

impl From<Polynomial> for ModelFile {
    fn from(polynomial: Polynomial) -> Self {
        Self {
            polynomial,
            ..Self::default()
        }
    }
}

impl ModelFile {
    /// Name and meaning of each convention; the crate's formulas follow them, exporters copy them.
    pub const CONVENTIONS: &[(&str, &str)] = &[
        ("state", "|+>^n"),
        (
            "layer",
            "e^{-i beta sum X} e^{-i gamma C}, cost first, C including the offset",
        ),
        (
            "angles",
            "C is minimized; a ramp that minimizes has gamma > 0 and beta < 0; angles are given as they are used",
        ),
        (
            "bit order",
            "qubit k is bit k of the basis index (least significant first); character k of a bitstring is qubit k",
        ),
        ("spin", "x = (1 - z)/2"),
        ("rotations", "RZ(2 gamma h), RZZ(2 gamma J), RX(2 beta)"),
        (
            "cells",
            "x3 is qubit 3, !x3 is 1 minus qubit 3, 0 and 1 are constants",
        ),
    ];

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

    /// The name of every variable: that of the first cell which is this variable, or `x3`.
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
}

// Reading models: the JSON that serde fills, then what no type says.

/// What some editors begin a text with.
const BYTE_ORDER_MARK: char = '\u{feff}';

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ModelJson {
    n: Option<usize>,
    #[serde(default)]
    offset: f64,
    linear: Vec<f64>,
    quadratic: Vec<(usize, usize, f64)>,
    #[serde(default)]
    higher: Vec<(Vec<usize>, f64)>,
    zero_violation_energy: Option<f64>,
    #[serde(default)]
    cells: Map<String, Value>,
    #[serde(default)]
    auxiliaries: Map<String, Value>,
    #[serde(default, rename = "conventions")]
    _conventions: Map<String, Value>,
}

const REMEDY: &str = "a model is a JSON object like {\"n\": 2, \"offset\": 0, \"linear\": [1, -1], \"quadratic\": [[0, 1, 2]]}, all numbers finite";

impl ModelFile {
    /// Whether a text is a JSON object, as the file of a model is.
    pub fn looks_like(text: &str) -> bool {
        text.trim_start_matches(BYTE_ORDER_MARK)
            .trim_start()
            .starts_with('{')
    }

    /// The model in a JSON text; `file` is its name in messages. Fails where the text is not such a
    /// model.
    pub fn parse(text: &str, file: &str) -> Result<Self> {
        let text = text.trim_start_matches(BYTE_ORDER_MARK);
        let json: ModelJson = serde_json::from_str(text).map_err(|error| {
            let message = error.to_string();
            let found = message.split(" at line ").next().unwrap_or(&message);
            let found = format!("{found} (column {})", error.column());
            Error::input(file, Some(error.line()), found, REMEDY)
        })?;
        let wrong = |found: String, remedy: &str| Error::input(file, None, found, remedy);
        let n = json.linear.len();
        if let Some(stated) = json.n.filter(|stated| *stated != n) {
            let found = format!("linear has {n} numbers and n is {stated}");
            return Err(wrong(found, "give one for each qubit"));
        }
        let mut polynomial = Polynomial::constant(n, json.offset);
        for (i, c) in json.linear.into_iter().enumerate() {
            polynomial.add_term(&[i], c);
        }
        let pairs = json.quadratic.into_iter().map(|(i, j, c)| (vec![i, j], c));
        for (key, entries) in [("quadratic", pairs.collect()), ("higher", json.higher)] {
            for (k, (set, c)) in entries.into_iter().enumerate() {
                let mut known = set.clone();
                known.sort_unstable();
                known.dedup();
                if known.len() < set.len() || known.last().is_some_and(|last| *last >= n) {
                    let remedy = format!("indices differ, are counted from 0 and below {n}");
                    return Err(wrong(format!("{key}[{k}] is of {set:?}"), &remedy));
                }
                polynomial.add_term(&set, c);
            }
        }
        // A factor of 4 is left for those who go on computing.
        let reach = polynomial.terms().fold(0.0, |sum, (_, c)| sum + c.abs());
        if !(4.0 * reach).is_finite() {
            let found = "the coefficients add up to more than a number can hold".to_owned();
            return Err(wrong(found, "scale the model down"));
        }
        let cell = |(name, value): (&String, &Value)| {
            let text = value.as_str().filter(|_| is_one_line(name));
            let reading = text.and_then(Reading::parse);
            let inside = |reading: &Reading| reading.qubits().all(|qubit| qubit < n);
            let remedy = "a cell is \"0\", \"1\", \"x<qubit>\", \"!x<qubit>\" or several of these joined by \" & \", qubits counted from 0 and below n";
            let unclear = || wrong(format!("cells[{name:?}] is {value}"), remedy);
            let reading = reading.filter(inside).ok_or_else(unclear)?;
            Ok((name.clone(), reading.to_string()))
        };
        let auxiliary = |(name, value): (&String, &Value)| {
            let meaning = value.as_str().filter(|text| is_one_line(text));
            let qubit = name.strip_prefix('x').and_then(|qubit| qubit.parse().ok());
            let known = qubit.filter(|qubit| *qubit < n).zip(meaning);
            let remedy =
                "write \"x<qubit>\", counted from 0 and below n, and in a line what it is for";
            let unclear = || wrong(format!("auxiliaries[{name:?}] is {value}"), remedy);
            let (qubit, meaning) = known.ok_or_else(unclear)?;
            Ok((qubit, meaning.to_owned()))
        };
        let auxiliaries: Result<Vec<_>> = json.auxiliaries.iter().map(auxiliary).collect();
        let mut auxiliaries = auxiliaries?;
        auxiliaries.sort();
        Ok(Self {
            polynomial,
            zero_violation_energy: json.zero_violation_energy,
            cells: json.cells.iter().map(cell).collect::<Result<_>>()?,
            auxiliaries,
        })
    }
}

fn is_one_line(text: &str) -> bool {
    !text.chars().any(char::is_control)
}
