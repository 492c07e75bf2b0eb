//! A model text on its way in: errors that name their place, and what all formats say beside their
//! terms.

use super::card::number;
use crate::encode::{ModelFile, Polynomial};
use crate::error::{Error, Result};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Signs of a text that a message shows.
const SHOWN: usize = 40;

/// A text and the name of its file.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModelText<'a> {
    pub(super) text: &'a str,
    pub(super) file: &'a str,
}

/// What a text says beside its terms; see [`super::card`].
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Notes {
    /// The constant, where the format keeps it in a comment.
    pub(super) offset: f64,
    pub(super) zero_violation_energy: Option<f64>,
    pub(super) cells: Vec<(String, String)>,
}

/// A model as it was read: terms over variables with names.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct ModelDraft {
    /// The variables in the order of the file.
    pub(super) names: Vec<String>,
    /// Products of variables, by their places in `names`.
    pub(super) terms: Vec<(Vec<usize>, f64)>,
    pub(super) notes: Notes,
}

impl ModelText<'_> {
    pub(super) fn wrong(
        &self,
        line: Option<usize>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Error {
        Error::input(self.file, line, found, remedy)
    }

    /// An error at a key of the top level, on whose line it is.
    pub(super) fn wrong_at(&self, key: &str, found: &Value, remedy: &str) -> Error {
        let found = format!("{key} is {}", shown(&found.to_string()));
        self.wrong(self.line_of(key), found, remedy)
    }

    fn line_of(&self, key: &str) -> Option<usize> {
        let start = self.text.find(&format!("\"{key}\""))?;
        Some(self.text[..start].matches('\n').count() + 1)
    }

    /// The JSON object that is the text.
    pub(super) fn object(&self) -> Result<Map<String, Value>> {
        serde_json::from_str(self.text).map_err(|error| {
            let message = error.to_string();
            let found = message.split(" at line ").next().unwrap_or(&message);
            let found = format!("not a JSON object: {found} (column {})", error.column());
            self.wrong(Some(error.line()), found, "give one JSON object")
        })
    }

    pub(super) fn need<'o>(&self, object: &'o Map<String, Value>, key: &str) -> Result<&'o Value> {
        let missing = || self.wrong(None, format!("{key:?} is missing"), "copy the whole file");
        object.get(key).ok_or_else(missing)
    }

    pub(super) fn list<'o>(
        &self,
        object: &'o Map<String, Value>,
        key: &str,
    ) -> Result<&'o [Value]> {
        let value = self.need(object, key)?;
        let list = value.as_array().map(Vec::as_slice);
        list.ok_or_else(|| self.wrong_at(key, value, "a list belongs here"))
    }

    pub(super) fn number(&self, key: &str, value: &Value) -> Result<f64> {
        let number = value.as_f64().filter(|number| number.is_finite());
        number.ok_or_else(|| self.wrong_at(key, value, "a finite number belongs here"))
    }

    pub(super) fn numbers(&self, object: &Map<String, Value>, key: &str) -> Result<Vec<f64>> {
        let list = self.list(object, key)?.iter();
        list.map(|value| self.number(key, value)).collect()
    }

    /// The finite number that a word is; `None` for any other word.
    pub(super) fn decimal(word: &str) -> Option<f64> {
        let plain = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        let number: Option<f64> = word.parse().ok().filter(|_| plain);
        number.filter(|number| number.is_finite())
    }
}

impl Notes {
    /// Those of a JSON object that has them as keys.
    pub(super) fn of_object(source: &ModelText<'_>, object: &Map<String, Value>) -> Result<Self> {
        let energy = object.get("zero_violation_energy");
        let energy = energy.filter(|value| !value.is_null());
        let energy = energy.map(|value| source.number("zero_violation_energy", value));
        let remedy = "cells is an object from names to \"0\", \"1\", \"x<qubit>\" or \"!x<qubit>\"";
        let mut cells = Vec::new();
        if let Some(value) = object.get("cells") {
            let wrong = || source.wrong_at("cells", value, remedy);
            for (name, text) in value.as_object().ok_or_else(wrong)? {
                cells.push((name.clone(), text.as_str().ok_or_else(wrong)?.to_owned()));
            }
        }
        Ok(Self {
            offset: 0.0,
            zero_violation_energy: energy.transpose()?,
            cells,
        })
    }

    /// Takes what a line of comment says, without its mark.
    pub(super) fn take_comment(
        &mut self,
        source: &ModelText<'_>,
        line: usize,
        text: &str,
    ) -> Result<()> {
        let Some((key, value)) = text.rsplit_once(':') else {
            return Ok(());
        };
        let (key, value) = (key.trim(), value.trim());
        let number = || {
            let found = format!("the comment's {key} is {}", shown(value));
            let wrong = || source.wrong(Some(line), found, "write a finite number there");
            ModelText::decimal(value).ok_or_else(wrong)
        };
        match key.strip_prefix("cell ") {
            Some(name) => self.cells.push((name.trim().to_owned(), value.to_owned())),
            None if key == "offset" => self.offset = number()?,
            None if key == "zero_violation_energy" => self.zero_violation_energy = Some(number()?),
            None => {}
        }
        Ok(())
    }
}

impl ModelDraft {
    /// The model: variables named `prefix0`, `prefix1`, … without a gap are the qubits of these
    /// numbers, any others are numbered as the file has them, and their names are kept as cells.
    ///
    /// # Errors
    /// If two variables have one name, a cell is not what it must be, or the coefficients add up
    /// beyond all numbers.
    pub(super) fn model(self, source: &ModelText<'_>, prefix: &str) -> Result<ModelFile> {
        let n = self.names.len();
        let distinct: BTreeSet<&String> = self.names.iter().collect();
        if distinct.len() < n {
            let found = "two variables of one name";
            return Err(source.wrong(None, found, "give each variable a name of its own"));
        }
        let numbered = numbers(&self.names, prefix);
        let mut cells = self.notes.cells;
        if numbered.is_none() && cells.is_empty() {
            let names = self.names.into_iter().enumerate();
            cells = names.map(|(k, name)| (name, format!("x{k}"))).collect();
        }
        let qubits = numbered.unwrap_or_else(|| (0..n).collect());
        let mut polynomial = Polynomial::constant(n, self.notes.offset);
        for (places, coefficient) in &self.terms {
            let set: Vec<usize> = places.iter().map(|place| qubits[*place]).collect();
            polynomial.add_term(&set, *coefficient);
        }
        finished(source, polynomial, self.notes.zero_violation_energy, &cells)
    }
}

/// The model of terms whose variables are the qubits.
pub(super) fn finished(
    source: &ModelText<'_>,
    polynomial: Polynomial,
    energy: Option<f64>,
    cells: &[(String, String)],
) -> Result<ModelFile> {
    // A factor of 4 is left for those who go on computing.
    let reach = polynomial.terms().fold(0.0, |sum, (_, c)| sum + c.abs());
    if !(4.0 * reach).is_finite() {
        let found = "the coefficients add up to more than a number can hold";
        return Err(source.wrong(None, found, "scale the model down"));
    }
    let n = polynomial.n();
    ModelFile::with_cells(polynomial, energy, cells).map_err(|cell| {
        let remedy = format!(
            "a cell is 0, 1, x0 to x{} or one of these after !",
            n.max(1) - 1
        );
        source.wrong(None, format!("the cell {cell:?} has no such value"), remedy)
    })
}

/// The numbers behind `prefix`, where they are 0 to n − 1, each once.
fn numbers(names: &[String], prefix: &str) -> Option<Vec<usize>> {
    let number = |name: &String| {
        let number: usize = name.strip_prefix(prefix)?.parse().ok()?;
        (number < names.len() && *name == format!("{prefix}{number}")).then_some(number)
    };
    let numbers: Vec<usize> = names.iter().map(number).collect::<Option<_>>()?;
    let distinct: BTreeSet<&usize> = numbers.iter().collect();
    (distinct.len() == names.len()).then_some(numbers)
}

/// The start of a text, for messages of one line.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// A name for a variable whose label is any JSON: a text as it is, an integer in digits.
pub(super) fn label(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(integer) => match integer.as_f64() {
            Some(float) => number(float).to_string(),
            None => integer.to_string(),
        },
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}
