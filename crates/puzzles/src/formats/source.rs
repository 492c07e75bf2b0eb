//! A model text on its way in: its variables by name, its terms, and what it says beside them.

use crate::encode::{ModelFile, Notes, Terms};
use crate::error::{Error, Result};
use std::collections::BTreeSet;

/// Signs of a value that a message shows.
const SHOWN: usize = 40;

/// The model of variables with these names, whose places the terms name. Names that number the
/// variables are their qubits; others become cells.
///
/// # Errors
/// Two variables of one name, coefficients that are too large, a cell that means nothing.
pub(super) fn named_model(
    names: Vec<String>,
    mut terms: Terms,
    spins: bool,
    mut notes: Notes,
    file: &str,
) -> Result<ModelFile> {
    let n = names.len();
    if names.iter().collect::<BTreeSet<_>>().len() < n {
        let remedy = "give each variable a name of its own";
        return Err(Error::input(
            file,
            None,
            "two variables of one name",
            remedy,
        ));
    }
    if let Some(qubits) = numbers(&names) {
        let places = terms.iter_mut().flat_map(|(set, _)| set);
        places.for_each(|place| *place = qubits[*place]);
    } else if notes.cells.is_empty() {
        let cells = names.into_iter().enumerate();
        notes.cells = cells
            .map(|(k, name)| (name, format!("x{k}").into()))
            .collect();
    }
    ModelFile::of_terms(n, &terms, spins, &notes, file)
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
