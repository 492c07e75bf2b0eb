//! Counts that come back from a machine, as JSON; what cannot be told for certain is refused.
//!
//! Read are: `{"0110": 12, …}`; the same under `counts` or `probabilities`, beside `bit_order` and `shots`; a list of shots,
//! each a bitstring or a list of bits in the order of the qubits. A file that names its `bit_order` must agree with the caller.

use super::{BitOrder, Counts, Unit};
use crate::error::{Error, Result};
use serde_json::{Map, Value};

/// How far the sum of probabilities may be from 1: files carry rounded numbers.
const SUM_TOLERANCE: f64 = 1e-3;

/// From here on a number of shots is not exact in the type of a weight.
const TOO_MANY_SHOTS: f64 = (1_u64 << 53) as f64;

const SHAPES: &str = "counts are {\"0110\": 12, ...}, or the same under \"counts\" or \"probabilities\" beside \
    \"bit_order\" and \"shots\", or a list of bitstrings, one for each shot";

/// The counts in `text`, for a circuit of `qubits` qubits.
///
/// `order` is what the user says about the names of outcomes. Without it the file's own `bit_order` counts, then
/// [`BitOrder::Number`] if all names start with `0x`, then [`BitOrder::Left`]. `file` is for messages.
///
/// # Errors
/// If the text is no JSON of a known shape, a bitstring does not fit the qubits, a count is no whole number (or
/// probabilities do not add up to 1), there are no counts, or `order` contradicts the file.
pub fn read_counts(
    text: &str,
    file: &str,
    qubits: usize,
    order: Option<BitOrder>,
) -> Result<Counts> {
    let reader = Reader { text, file, qubits };
    if qubits > 64 {
        return Err(reader.wrong(
            None,
            format!("{qubits} qubits"),
            "at most 64 can be decoded",
        ));
    }
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let found = format!("this is no JSON ({error})");
        Error::input(file, Some(error.line()), found, SHAPES)
    })?;
    let counts = match &value {
        Value::Object(object) => reader.object(object, order)?,
        Value::Array(shots) => reader.shots(shots, order)?,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            return Err(reader.wrong(None, "neither an object nor a list", SHAPES));
        }
    };
    if counts.distinct() == 0 {
        return Err(reader.wrong(None, "there are no counts", SHAPES));
    }
    Ok(counts)
}

/// The file that is read, for messages, and the width its outcomes must have.
#[derive(Clone, Copy)]
struct Reader<'a> {
    text: &'a str,
    file: &'a str,
    qubits: usize,
}

impl Reader<'_> {
    fn object(self, object: &Map<String, Value>, order: Option<BitOrder>) -> Result<Counts> {
        let (key, outcomes) = match (object.get("counts"), object.get("probabilities")) {
            (None, None) => return self.outcomes(object, order, None),
            (Some(outcomes), None) => ("counts", outcomes),
            (None, Some(outcomes)) => ("probabilities", outcomes),
            (Some(_), Some(_)) => {
                return Err(self.wrong(
                    Some("probabilities"),
                    "counts and probabilities in one file",
                    "give one of them",
                ));
            }
        };
        self.refuse_unknown_keys(object)?;
        let order = self.agreed_order(object.get("bit_order"), order)?;
        let counts = match outcomes {
            Value::Array(shots) if key == "counts" => self.shots(shots, order)?,
            Value::Object(map) if key == "counts" => self.outcomes(map, order, None)?,
            Value::Object(map) => self.outcomes(map, order, Some(Unit::Probability))?,
            Value::Array(_)
            | Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_) => {
                return Err(self.wrong(Some(key), format!("{key} is no object"), SHAPES));
            }
        };
        self.check_shots(object.get("shots"), &counts)?;
        Ok(counts)
    }

    fn refuse_unknown_keys(self, object: &Map<String, Value>) -> Result<()> {
        let known = ["counts", "probabilities", "bit_order", "shots"];
        match object.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(self.wrong(Some(key), format!("unknown key {key:?}"), SHAPES)),
            None => Ok(()),
        }
    }

    /// The order that the user and the file agree on.
    fn agreed_order(
        self,
        in_file: Option<&Value>,
        by_user: Option<BitOrder>,
    ) -> Result<Option<BitOrder>> {
        let Some(value) = in_file else {
            return Ok(by_user);
        };
        let Some(order) = value.as_str().and_then(BitOrder::from_name) else {
            let found = format!("bit_order is {value}");
            let remedy = format!("it is one of {}", BitOrder::names());
            return Err(self.wrong(Some("bit_order"), found, remedy));
        };
        match by_user {
            Some(user) if user != order => Err(self.wrong(
                Some("bit_order"),
                format!(
                    "bit_order is {}, --bit-order is {}",
                    order.name(),
                    user.name()
                ),
                "leave --bit-order out, or correct the file",
            )),
            Some(_) | None => Ok(Some(order)),
        }
    }

    fn outcomes(
        self,
        map: &Map<String, Value>,
        order: Option<BitOrder>,
        unit: Option<Unit>,
    ) -> Result<Counts> {
        let hexadecimal = map.keys().all(|name| name.starts_with("0x"));
        let guess = if hexadecimal {
            BitOrder::Number
        } else {
            BitOrder::Left
        };
        let order = order.unwrap_or(guess);
        let whole = map.values().all(Value::is_u64);
        let unit = unit.unwrap_or(if whole {
            Unit::Shots
        } else {
            Unit::Probability
        });
        let mut counts = Counts::new(self.qubits, unit);
        for (name, value) in map {
            let weight = value.as_f64().filter(|w| *w >= 0.0).ok_or_else(|| {
                let found = format!("{name:?} has the count {value}");
                let remedy = "a count is a whole number that is not negative, or a probability";
                self.wrong(Some(name), found, remedy)
            })?;
            counts.add(self.index(name, order)?, weight);
        }
        self.check_total(&counts)?;
        Ok(counts)
    }

    fn check_total(self, counts: &Counts) -> Result<()> {
        let total = counts.total();
        match counts.unit() {
            Unit::Shots if total >= TOO_MANY_SHOTS => Err(self.wrong(
                None,
                format!("{total} shots"),
                "fewer than 2^53 are counted exactly",
            )),
            Unit::Probability if (total - 1.0).abs() > SUM_TOLERANCE => Err(self.wrong(
                None,
                format!("the numbers are no counts, and as probabilities add up to {total}"),
                "give whole numbers of shots, or probabilities that add up to 1",
            )),
            Unit::Shots | Unit::Probability => Ok(()),
        }
    }

    /// A list with one entry for each shot.
    fn shots(self, shots: &[Value], order: Option<BitOrder>) -> Result<Counts> {
        let mut counts = Counts::new(self.qubits, Unit::Shots);
        for (number, shot) in shots.iter().enumerate() {
            let index = match shot {
                Value::String(name) => {
                    let hexadecimal = name.starts_with("0x").then_some(BitOrder::Number);
                    self.index(name, order.or(hexadecimal).unwrap_or_default())?
                }
                Value::Array(bits) if are_bits(bits) && order != Some(BitOrder::Number) => {
                    let name: String = bits.iter().map(Value::to_string).collect();
                    self.index(&name, order.unwrap_or_default())?
                }
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Array(_)
                | Value::Object(_) => {
                    let found = format!("shot {} is {shot}", number + 1);
                    let remedy = "a shot is \"0110\" or [0, 1, 1, 0]";
                    return Err(self.wrong(None, found, remedy));
                }
            };
            counts.add(index, 1.0);
        }
        Ok(counts)
    }

    fn index(self, name: &str, order: BitOrder) -> Result<u64> {
        order.index(name, self.qubits).map_err(|problem| {
            let remedy = match order {
                BitOrder::Left | BitOrder::Right => {
                    "the names are bitstrings of one character for each qubit; \
                     decode with the options of the export, and numbers with --bit-order number"
                }
                BitOrder::Number => {
                    "the names are whole numbers below 2^qubits (--bit-order number)"
                }
            };
            self.wrong(Some(name), format!("outcome {name:?}: {problem}"), remedy)
        })
    }

    fn check_shots(self, stated: Option<&Value>, counts: &Counts) -> Result<()> {
        let Some(stated) = stated else { return Ok(()) };
        let right = match counts.unit() {
            Unit::Shots => stated.as_f64() == Some(counts.total()),
            Unit::Probability => stated.is_u64(),
        };
        if right {
            return Ok(());
        }
        let found = format!("shots is {stated}, the counts add up to {}", counts.total());
        Err(self.wrong(Some("shots"), found, "correct the number, or leave it out"))
    }

    /// An error at the line where `key` stands.
    fn wrong(
        self,
        key: Option<&str>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Error {
        let place = key.and_then(|key| self.text.find(&Value::from(key).to_string()));
        let line = place.map(|at| self.text[..at].matches('\n').count() + 1);
        Error::input(self.file, line, found, remedy)
    }
}

fn are_bits(values: &[Value]) -> bool {
    let bit = |value: &Value| matches!(value.as_u64(), Some(0 | 1));
    values.iter().all(bit)
}
