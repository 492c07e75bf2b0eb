//! Reading models: the JSON that serde fills, then what no type says.

use super::ModelFile;
use crate::encode::{Polynomial, Reading};
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::{Map, Value};

/// What some editors begin a text with.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The JSON of a model; `conventions` is for people.
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
    /// Whether a text is a JSON object, as the file of a model is and that of a puzzle is not.
    pub fn looks_like(text: &str) -> bool {
        text.trim_start_matches(BYTE_ORDER_MARK)
            .trim_start()
            .starts_with('{')
    }

    /// The model in a JSON text; `file` is its name in messages.
    ///
    /// # Errors
    /// What is not as it must be: where, what was found, what would be right.
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
        if let Some(told) = json.n.filter(|told| *told != n) {
            let found = format!("linear has {n} numbers and n is {told}");
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

/// Whether a text may stand in a line.
pub(super) fn is_one_line(text: &str) -> bool {
    !text.chars().any(char::is_control)
}
