//! Reading models: the JSON of bits and that of spins, which serde fills, then what no type says.

use super::{ModelFile, cell_value};
use crate::encode::{Ising, Polynomial};
use crate::error::{Error, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Products of variables, each with its coefficient.
pub(crate) type Terms = Vec<(Vec<usize>, f64)>;

/// The most products of bits that products of spins may become: 2 for each field, 4 for each
/// coupling, 2^d for a product of d.
const MOST_IMAGES: u64 = 1 << 22;

/// The JSON of a model, of bits or of spins; `conventions` is for people.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ModelJson {
    n: Option<usize>,
    #[serde(default)]
    offset: f64,
    #[serde(alias = "h")]
    linear: Vec<f64>,
    #[serde(alias = "J")]
    quadratic: Vec<(usize, usize, f64)>,
    #[serde(default)]
    higher: Terms,
    zero_violation_energy: Option<f64>,
    #[serde(default)]
    cells: Map<String, Value>,
    #[serde(default)]
    auxiliaries: Map<String, Value>,
    #[serde(default, rename = "conventions")]
    _conventions: Map<String, Value>,
}

/// What a model says beside its terms: by name the cells, by qubit what auxiliaries are for.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub(crate) struct Notes {
    pub(crate) zero_violation_energy: Option<f64>,
    pub(crate) cells: Map<String, Value>,
    pub(crate) auxiliaries: Map<String, Value>,
}

/// A JSON text as its type.
///
/// # Errors
/// If it is none: the line, what was found, and `remedy`.
pub(crate) fn from_json<T: DeserializeOwned>(text: &str, file: &str, remedy: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let found = message.split(" at line ").next().unwrap_or(&message);
        let found = format!("{found} (column {})", error.column());
        Error::input(file, Some(error.line()), found, remedy)
    })
}

impl ModelFile {
    /// The model in a JSON text; `file` is its name in messages.
    ///
    /// # Errors
    /// Text that is no JSON, unknown, doubled or missing keys, values of another type, indices out
    /// of range: the line or the entry, what was found, what would be right.
    pub fn parse(text: &str, file: &str) -> Result<Self> {
        Self::parse_json(text, file, ["linear", "quadratic"])
    }

    /// The model in a JSON text whose linear and quadratic terms have these keys: `h` and `J` are
    /// of spins.
    pub(crate) fn parse_json(text: &str, file: &str, [linear, pairs]: [&str; 2]) -> Result<Self> {
        let remedy = format!(
            "a model is a JSON object like {{\"n\": 2, \"offset\": 0, \"{linear}\": [1, -1], \"{pairs}\": [[0, 1, 2]]}}, all numbers finite"
        );
        let json: ModelJson = from_json(text, file, &remedy)?;
        let n = json.linear.len();
        if let Some(told) = json.n.filter(|told| *told != n) {
            let found = format!("{linear} has {n} numbers and n is {told}");
            return Err(Error::input(file, None, found, "give one for each qubit"));
        }
        let mut terms = vec![(Vec::new(), json.offset)];
        terms.extend(
            json.linear
                .into_iter()
                .enumerate()
                .map(|(i, c)| (vec![i], c)),
        );
        let quadratic = json.quadratic.into_iter().map(|(i, j, c)| (vec![i, j], c));
        terms.extend(products(n, pairs, quadratic, file)?);
        terms.extend(products(n, "higher", json.higher.into_iter(), file)?);
        let notes = Notes {
            zero_violation_energy: json.zero_violation_energy,
            cells: json.cells,
            auxiliaries: json.auxiliaries,
        };
        Self::of_terms(n, &terms, linear == "h", &notes, file)
    }

    /// The model of these terms over bits, or over spins, and what was said beside them.
    ///
    /// # Errors
    /// Too many products, coefficients too large to compute with, and notes that mean nothing.
    pub(crate) fn of_terms(
        n: usize,
        terms: &Terms,
        spins: bool,
        notes: &Notes,
        file: &str,
    ) -> Result<Self> {
        let wrong = |found: String, remedy: &str| Error::input(file, None, found, remedy);
        let polynomial = if spins {
            let images = terms
                .iter()
                .map(|(set, _)| 1_u64.checked_shl(set.len() as u32));
            let images = images.fold(0_u64, |sum, own| {
                sum.saturating_add(own.unwrap_or(u64::MAX))
            });
            if images > MOST_IMAGES {
                let found = format!("products of spins that become {images} products of bits");
                return Err(wrong(found, &format!("at most {MOST_IMAGES} are read")));
            }
            Polynomial::from(&Ising::from_terms(n, terms))
        } else {
            Polynomial::from_terms(n, terms)
        };
        // A factor of 4 is left for those who go on computing.
        let reach = polynomial.terms().fold(0.0, |sum, (_, c)| sum + c.abs());
        if !(4.0 * reach).is_finite() {
            let found = "the coefficients add up to more than a number can hold".to_owned();
            return Err(wrong(found, "scale the model down"));
        }
        let unclear = |key: &str, name: &str, value: &Value, remedy: &str| {
            wrong(format!("{key}[{name:?}] is {value}"), remedy)
        };
        let cell = |(name, value): (&String, &Value)| {
            let reading = value.as_str().and_then(|text| cell_value(name, text, n));
            let remedy = "a cell is \"0\", \"1\", \"x<qubit>\", \"!x<qubit>\" or several of these joined by \" & \", qubits counted from 0 and below n";
            let reading = reading.ok_or_else(|| unclear("cells", name, value, remedy))?;
            Ok((name.clone(), reading))
        };
        let auxiliary = |(name, value): (&String, &Value)| {
            let meaning = value.as_str().filter(|text| is_one_line(text));
            let qubit = name.strip_prefix('x').and_then(|qubit| qubit.parse().ok());
            let known = qubit.filter(|qubit| *qubit < n).zip(meaning);
            let remedy =
                "write \"x<qubit>\", counted from 0 and below n, and in a line what it is for";
            let (qubit, meaning) =
                known.ok_or_else(|| unclear("auxiliaries", name, value, remedy))?;
            Ok((qubit, meaning.to_owned()))
        };
        let cells = notes.cells.iter().map(cell).collect::<Result<_>>()?;
        let auxiliaries: Result<Vec<_>> = notes.auxiliaries.iter().map(auxiliary).collect();
        let mut auxiliaries = auxiliaries?;
        auxiliaries.sort();
        Ok(Self {
            polynomial,
            zero_violation_energy: notes.zero_violation_energy,
            cells,
            auxiliaries,
        })
    }
}

/// Products of different variables below `n`, each set ascending.
///
/// # Errors
/// The first other one.
pub(crate) fn products(
    n: usize,
    key: &str,
    entries: impl Iterator<Item = (Vec<usize>, f64)>,
    file: &str,
) -> Result<Terms> {
    let entry = |(k, (mut set, coefficient)): (usize, (Vec<usize>, f64))| {
        let found = format!("{key}[{k}] is of {set:?}");
        set.sort_unstable();
        let different = set.windows(2).all(|pair| pair[0] < pair[1]);
        match different && set.last().is_none_or(|last| *last < n) {
            true => Ok((set, coefficient)),
            false => {
                let remedy = format!("indices differ, are counted from 0 and below {n}");
                Err(Error::input(file, None, found, remedy))
            }
        }
    };
    entries.enumerate().map(entry).collect()
}

/// Whether a text may stand in a line.
pub(super) fn is_one_line(text: &str) -> bool {
    !text.chars().any(char::is_control)
}
