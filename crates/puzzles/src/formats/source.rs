//! A model text on its way in: its variables by name, its terms, and what it says beside them.

use crate::encode::{ModelFile, Notes, Polynomial};
use crate::error::{Error, Result};
use std::collections::BTreeSet;

/// Signs of a value that a message shows.
const SHOWN: usize = 40;

/// A model as its text says it.
#[derive(Default, Debug)]
pub(super) struct ModelDraft {
    /// The variables, in the order of the text.
    pub(super) names: Vec<String>,
    /// Products of variables, by their places in `names`, with coefficients.
    pub(super) terms: Vec<(Vec<usize>, f64)>,
    pub(super) offset: f64,
    pub(super) notes: Notes,
}

impl ModelDraft {
    /// The model. Names that number the variables are their qubits; others become cells.
    ///
    /// # Errors
    /// Two variables of one name, coefficients that are too large, a cell that means nothing.
    pub(super) fn model(mut self, file: &str) -> Result<ModelFile> {
        let n = self.names.len();
        let distinct: BTreeSet<&String> = self.names.iter().collect();
        if distinct.len() < n {
            let remedy = "give each variable a name of its own";
            return Err(Error::input(
                file,
                None,
                "two variables of one name",
                remedy,
            ));
        }
        let numbered = numbers(&self.names);
        if numbered.is_none() && self.notes.cells.is_empty() {
            let names = self.names.into_iter().enumerate();
            self.notes.cells = names
                .map(|(k, name)| (name, format!("x{k}").into()))
                .collect();
        }
        let qubits = numbered.unwrap_or_else(|| (0..n).collect());
        let mut polynomial = Polynomial::constant(n, self.offset);
        for (places, coefficient) in &self.terms {
            let set: Vec<usize> = places.iter().map(|place| qubits[*place]).collect();
            polynomial.add_term(&set, *coefficient);
        }
        ModelFile::with_notes(polynomial, &self.notes, file)
    }
}

/// The numbers that names are, where they are 0 to n − 1 in some order.
fn numbers(names: &[String]) -> Option<Vec<usize>> {
    let number = |name: &String| {
        let number: usize = name.parse().ok()?;
        (number < names.len() && *name == number.to_string()).then_some(number)
    };
    let numbers: Vec<usize> = names.iter().map(number).collect::<Option<_>>()?;
    let distinct: BTreeSet<&usize> = numbers.iter().collect();
    (distinct.len() == names.len()).then_some(numbers)
}

/// A number as models write it; `None` for others, such as `nan`.
pub(super) fn decimal(word: &str) -> Option<f64> {
    let plain = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    let number: Option<f64> = word.parse().ok().filter(|_| plain);
    number.filter(|number| number.is_finite())
}

/// The start of a text in quotes, on one line.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
