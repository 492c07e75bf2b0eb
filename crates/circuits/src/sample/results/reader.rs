//! What all shapes share: the file that is read, outcomes by their names, and messages with their
//! line.

use super::super::{BitOrder, Bitstring, CountUnit, Counts};
use super::ResultHints;
use crate::error::{Error, Result};
use serde::Deserialize;
use serde_json::{Map, Value};

/// How far the sum of probabilities may be from 1: files carry rounded numbers.
const SUM_TOLERANCE: f64 = 1e-3;

/// From here on a number of shots is not exact in the type of a weight.
const TOO_MANY_SHOTS: f64 = (1_u64 << 53) as f64;

/// The file that is read, the width its outcomes must have, and the caller's hints.
#[derive(Clone, Copy)]
pub(super) struct ResultReader<'a> {
    pub(super) text: &'a str,
    pub(super) file: &'a str,
    pub(super) qubits: usize,
    pub(super) hints: ResultHints,
}

/// The names of outcomes as the file has them, each with its weight.
pub(super) struct Outcomes {
    unit: CountUnit,
    named: Vec<(String, f64)>,
}

impl Outcomes {
    /// One shot for each name.
    pub(super) fn shots(names: impl IntoIterator<Item = String>) -> Self {
        Self {
            unit: CountUnit::Shots,
            named: names.into_iter().map(|name| (name, 1.0)).collect(),
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.named.iter().map(|(name, _)| name.as_str())
    }
}

impl ResultReader<'_> {
    /// The place of the one of several results that is meant. Fails if the caller does not say
    /// which.
    pub(super) fn chosen(&self, count: usize, key: &str) -> Result<usize> {
        let remedy = "say which with the setting `result` K, counted from 1";
        let found = match self.hints.result {
            None if count == 1 => return Ok(0),
            None if count == 0 => {
                return Err(self.wrong(Some(key), "there are no results", "run the job again"));
            }
            None => format!("{count} results in one file"),
            Some(k) if (1..=count).contains(&k) => return Ok(k - 1),
            Some(k) => format!("result {k} of {count}"),
        };
        Err(self.wrong(Some(key), found, remedy))
    }

    /// Succeeds unless the caller says another order than `what`.
    pub(super) fn agreed(&self, order: BitOrder, what: &str) -> Result<()> {
        match self.hints.bit_order.filter(|said| *said != order) {
            None => Ok(()),
            Some(said) => {
                let (own, said) = (order.name(), said.name());
                let found =
                    format!("{what} has the order {own}; the setting `bit_order` is {said}");
                let remedy = "leave the setting `bit_order` out, or correct the file";
                Err(self.wrong(None, found, remedy))
            }
        }
    }

    /// Succeeds if a result has one classical register: the bits of several have no order among
    /// them.
    pub(super) fn only_register(&self, names: &[&String]) -> Result<()> {
        if names.len() == 1 {
            return Ok(());
        }
        let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
        let found = format!("{} registers: {}", names.len(), names.join(", "));
        let remedy = "measure all qubits into one register, as the exported circuits do";
        Err(self.wrong(names.first().copied(), found, remedy))
    }

    /// Outcomes with their weights, or a list with one entry for each shot.
    pub(super) fn outcomes(&self, value: &Value, unit: Option<CountUnit>) -> Result<Outcomes> {
        match value {
            Value::Object(map) => self.weighted(map, unit),
            Value::Array(shots) if shots.iter().all(Value::is_string) => {
                let names = shots.iter().filter_map(Value::as_str);
                Ok(Outcomes::shots(names.map(str::to_owned)))
            }
            Value::Array(shots) => self.bits(shots.iter()),
            _ => {
                let found = format!("{} is neither an object nor a list", brief(value));
                Err(self.wrong(None, found, super::REMEDY))
            }
        }
    }

    /// A map from the names of outcomes to weights: shots where all weights are whole numbers (`9`
    /// or `9.0`), unless `unit` says otherwise.
    fn weighted(&self, map: &Map<String, Value>, unit: Option<CountUnit>) -> Result<Outcomes> {
        let is_whole = |value: &Value| value.as_f64().is_some_and(|weight| weight.fract() == 0.0);
        let total: f64 = map.values().filter_map(Value::as_f64).sum();
        // A single 1.0 is a probability; 9.0 is what a table writes for 9 shots.
        let whole = map.values().all(is_whole) && (total > 1.0 || map.values().all(Value::is_u64));
        let unit = unit.unwrap_or(if whole {
            CountUnit::Shots
        } else {
            CountUnit::Probability
        });
        let weight = |(name, value): (&String, &Value)| {
            let fits = unit == CountUnit::Probability || is_whole(value);
            let weight = value.as_f64().filter(|w| *w >= 0.0 && fits);
            let weight = weight.ok_or_else(|| {
                let found = format!("{name:?} is {}, which is no count", brief(value));
                let remedy = "a count is a whole number that is not negative, or a probability";
                self.wrong(Some(name), found, remedy)
            })?;
            Ok((name.clone(), weight))
        };
        let named = map.iter().map(weight).collect::<Result<_>>()?;
        Ok(Outcomes { unit, named })
    }

    /// Shots as lists of bits, the first that of character 0.
    pub(super) fn bits<'v>(&self, shots: impl Iterator<Item = &'v Value>) -> Result<Outcomes> {
        let digit = |bit: &Value| match (bit.as_u64(), bit.as_str()) {
            (Some(0), _) | (_, Some("0")) => Some('0'),
            (Some(1), _) | (_, Some("1")) => Some('1'),
            _ => None,
        };
        let name = |(k, shot): (usize, &Value)| {
            let digits = shot.as_array().map(|bits| bits.iter().map(digit).collect());
            digits.flatten().ok_or_else(|| {
                let found = format!("shot {} is {}", k + 1, brief(shot));
                self.wrong(None, found, "a shot is a list of bits, 0 or 1")
            })
        };
        let names: Result<Vec<String>> = shots.enumerate().map(name).collect();
        names.map(Outcomes::shots)
    }

    /// The same outcomes with character j at place `places[j]`, as Braket lists them.
    pub(super) fn permuted(&self, mut outcomes: Outcomes, places: &Value) -> Result<Outcomes> {
        let listed = Vec::<usize>::deserialize(places).unwrap_or_default();
        let mut sorted = listed.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..self.qubits) {
            let found = format!("measuredQubits is {}", brief(places));
            let remedy = format!(
                "the exported circuit measures its {} qubits, each once; decode with the options of the export",
                self.qubits
            );
            return Err(self.wrong(Some("measuredQubits"), found, remedy));
        }
        for (name, _) in &mut outcomes.named {
            // a name of another width stays, so that it is refused as such
            if name.chars().count() == listed.len() {
                let mut characters: Vec<_> = listed.iter().zip(name.chars()).collect();
                characters.sort_unstable();
                *name = characters.into_iter().map(|(_, c)| c).collect();
            }
        }
        Ok(outcomes)
    }

    /// The counts of outcomes whose names are read in this order. Fails if a name does not fit the
    /// circuit, there are no shots or too many, or probabilities do not add up to 1.
    pub(super) fn counts(&self, read: Outcomes, order: BitOrder) -> Result<Counts<Bitstring>> {
        let mut counts = Counts::new(self.qubits, read.unit);
        for (name, weight) in &read.named {
            let outcome = order.values(name, self.qubits).map_err(|problem| {
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
            })?;
            counts.add(outcome, *weight);
        }
        let total = counts.total();
        match counts.unit() {
            _ if counts.distinct() == 0 => {
                Err(self.wrong(None, "there are no counts", super::REMEDY))
            }
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
            CountUnit::Shots | CountUnit::Probability => Ok(counts),
        }
    }

    /// An error at the line of `key`.
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
