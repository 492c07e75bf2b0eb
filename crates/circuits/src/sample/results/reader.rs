//! What all shapes share: the file that is read, the checks that every outcome must pass, and
//! messages with their line.

use super::super::{BitOrder, Bitstring, CountUnit, Counts};
use super::ResultHints;
use crate::error::{Error, Result};
use serde_json::{Map, Value};

/// How far the sum of probabilities may be from 1: files carry rounded numbers.
const SUM_TOLERANCE: f64 = 1e-3;

/// From here on a number of shots is not exact in the type of a weight.
const TOO_MANY_SHOTS: f64 = (1_u64 << 53) as f64;

/// The file that is read, for messages, the width its outcomes must have, and what the caller says
/// of it.
#[derive(Clone, Copy)]
pub(super) struct ResultReader<'a> {
    pub(super) text: &'a str,
    pub(super) file: &'a str,
    pub(super) qubits: usize,
    pub(super) hints: ResultHints,
}

impl ResultReader<'_> {
    /// The order that a vendor's shape has.
    ///
    /// # Errors
    /// If the caller says another one.
    pub(super) fn fixed_order(&self, shape: &str, order: BitOrder) -> Result<BitOrder> {
        match self.hints.bit_order {
            Some(said) if said != order => Err(self.wrong(
                None,
                format!(
                    "this is a file of shape {shape}, whose order is {}; the setting `bit_order` is {}",
                    order.name(),
                    said.name()
                ),
                "leave the setting `bit_order` out",
            )),
            Some(_) | None => Ok(order),
        }
    }

    /// The one of several results that is meant.
    ///
    /// # Errors
    /// If there is none, or the caller does not say which.
    pub(super) fn choose<'v, T>(&self, results: &'v [T], key: &str) -> Result<&'v T> {
        let remedy = "say which with the setting `result` K, counted from 1";
        match (self.hints.result, results) {
            (None, [one]) => Ok(one),
            (None, []) => Err(self.wrong(Some(key), "there are no results", "run the job again")),
            (None, many) => {
                let found = format!("{} results in one file", many.len());
                Err(self.wrong(Some(key), found, remedy))
            }
            (Some(k), _) => results.get(k.wrapping_sub(1)).ok_or_else(|| {
                let found = format!("result {k} of {}", results.len());
                self.wrong(Some(key), found, remedy)
            }),
        }
    }

    /// The one classical register of a result.
    ///
    /// # Errors
    /// If there is none or there are several: their bits have no order among each other.
    pub(super) fn only_register<'v>(
        &self,
        registers: impl Iterator<Item = (&'v String, &'v Value)>,
        key: &str,
    ) -> Result<(&'v str, &'v Value)> {
        let registers: Vec<_> = registers.collect();
        let found = match registers.as_slice() {
            [(name, value)] => return Ok((name, value)),
            [] => "there is no register of bits".to_owned(),
            many => {
                let names: Vec<&str> = many.iter().map(|(name, _)| name.as_str()).collect();
                format!("{} registers: {}", names.len(), names.join(", "))
            }
        };
        let remedy = "measure all qubits into one register, as the exported circuits do";
        Err(self.wrong(Some(key), found, remedy))
    }

    /// The counts of a map from the names of outcomes to weights: shots where all weights are whole
    /// numbers, unless `unit` says otherwise.
    pub(super) fn weighted(
        &self,
        map: &Map<String, Value>,
        order: BitOrder,
        unit: Option<CountUnit>,
    ) -> Result<Counts<Bitstring>> {
        let whole = map.values().all(Value::is_u64);
        let unit = unit.unwrap_or(if whole {
            CountUnit::Shots
        } else {
            CountUnit::Probability
        });
        let mut counts = Counts::new(self.qubits, unit);
        for (name, value) in map {
            let weight = value.as_f64().filter(|w| *w >= 0.0);
            let fits = unit == CountUnit::Probability || value.is_u64();
            let weight = weight.filter(|_| fits).ok_or_else(|| {
                let found = format!("{name:?} has the count {}", brief(value));
                let remedy = "a count is a whole number that is not negative, or a probability";
                self.wrong(Some(name), found, remedy)
            })?;
            counts.add(self.outcome(name, order)?, weight);
        }
        Ok(counts)
    }

    /// The outcome of a list of bits, the first that of qubit 0.
    pub(super) fn outcome_of_bits(&self, bits: &[Value], number: usize) -> Result<Bitstring> {
        let digit = |value: &Value| match value {
            Value::String(text) if text == "0" || text == "1" => Some(text.clone()),
            Value::Number(n) if matches!(n.as_u64(), Some(0 | 1)) => Some(n.to_string()),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_) => None,
        };
        let text: Option<String> = bits.iter().map(digit).collect();
        let text = text.ok_or_else(|| {
            let found = format!("shot {number} is {}", brief(&Value::from(bits.to_vec())));
            self.wrong(None, found, "a shot is a list of bits, 0 or 1")
        })?;
        self.outcome(&text, BitOrder::Left)
    }

    /// The outcome of a name.
    pub(super) fn outcome(&self, name: &str, order: BitOrder) -> Result<Bitstring> {
        order.values(name, self.qubits).map_err(|problem| {
            let remedy = match order {
                BitOrder::Left | BitOrder::Right => {
                    "the names are bitstrings of one character for each qubit; \
                     decode with the options of the export, and numbers with the setting `bit_order` number"
                }
                BitOrder::Number => {
                    "the names are whole numbers below 2^qubits (the setting `bit_order` number)"
                }
            };
            self.wrong(Some(name), format!("outcome {name:?}: {problem}"), remedy)
        })
    }

    /// # Errors
    /// If shots cannot be counted exactly, or probabilities do not add up to 1.
    pub(super) fn check_total(&self, counts: &Counts<Bitstring>) -> Result<()> {
        let total = counts.total();
        match counts.unit() {
            CountUnit::Shots if total >= TOO_MANY_SHOTS => Err(self.wrong(
                None,
                format!("{total} shots"),
                "fewer than 2^53 are counted exactly",
            )),
            CountUnit::Probability if (total - 1.0).abs() > SUM_TOLERANCE => Err(self.wrong(
                None,
                format!("the numbers are no counts, and as probabilities add up to {total}"),
                "give whole numbers of shots, or probabilities that add up to 1",
            )),
            CountUnit::Shots | CountUnit::Probability => Ok(()),
        }
    }

    /// An error at the line where `key` stands.
    pub(super) fn wrong(
        &self,
        key: Option<&str>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Error {
        let place = key.and_then(|key| self.text.find(&Value::from(key).to_string()));
        let line = place.map(|at| self.text[..at].matches('\n').count() + 1);
        Error::input(self.file, line, found, remedy)
    }
}

/// A value for a message: its beginning, if it is long.
pub(super) fn brief(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
