//! The signs and orders that all numbers of a run follow, as records and the JSON of `solve` hold
//! them.

use ketboard_puzzles::{CONVENTIONS, REGISTER_CONVENTIONS};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

/// The texts that records held before they held the card as an object; they say the same.
const IN_SHORT: &[(&str, Conventions)] = &[
    (
        "State |+>^n; a layer is e^{-i beta Sum X} e^{-i gamma C}, cost first; C is minimized.",
        Conventions::Qubits,
    ),
    (
        "state: |+>^n; layer: e^{-i beta sum X} e^{-i gamma C}, cost first, C including the offset; angles: C is minimized; a ramp that minimizes has gamma > 0 and beta < 0; angles are given as they are used; bit order: qubit k is bit k of the basis index (least significant first); character k of a bitstring is qubit k",
        Conventions::Qubits,
    ),
    (
        "state: that which the mixer begins with, on registers; layer: e^{-i gamma C} first, then the mixer at beta; C is minimized",
        Conventions::Registers,
    ),
];

/// Which conventions the numbers of a run follow. In JSON they are the rows of their card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Conventions {
    /// The conventions of runs on qubits.
    Qubits,
    /// Those of registers of levels.
    Registers,
    /// Others, as a record states them.
    Other(Value),
}

impl Conventions {
    /// Those of a run on registers, or else on qubits.
    pub(crate) fn of(on_registers: bool) -> Self {
        match on_registers {
            true => Self::Registers,
            false => Self::Qubits,
        }
    }

    /// The card: the name and the meaning of each row.
    pub(crate) fn card(&self) -> Vec<(&str, &str)> {
        let own = match self {
            Self::Qubits => &[],
            Self::Registers => REGISTER_CONVENTIONS,
            Self::Other(Value::Object(rows)) => {
                let rows = rows.iter();
                let rows = rows.map(|(name, meaning)| (&**name, meaning.as_str().unwrap_or("")));
                return rows.collect();
            }
            Self::Other(Value::String(text)) => return vec![("stated", text)],
            Self::Other(_) => return Vec::new(),
        };
        let meaning = |name| own.iter().find(|(other, _)| *other == name);
        let rows = CONVENTIONS.iter();
        rows.map(|row| *meaning(row.0).unwrap_or(row)).collect()
    }
}

impl Serialize for Conventions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Qubits | Self::Registers => serializer.collect_map(self.card()),
            Self::Other(stated) => stated.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Conventions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "conventions are an object of texts, or one text"
        )]
        enum StatedConventions {
            Card(Map<String, Value>),
            Text(String),
        }
        let stated = match StatedConventions::deserialize(deserializer)? {
            StatedConventions::Card(rows) => Value::Object(rows),
            StatedConventions::Text(text) => {
                if let Some((_, known)) = IN_SHORT.iter().find(|(short, _)| *short == text) {
                    return Ok(known.clone());
                }
                Value::String(text)
            }
        };
        let known = [Self::Qubits, Self::Registers];
        let mut known = known.into_iter();
        let same = known.find(|known| serde_json::to_value(known).is_ok_and(|card| card == stated));
        Ok(same.unwrap_or(Self::Other(stated)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_objects_that_are_read_back() {
        for (known, state) in [
            (Conventions::Qubits, "|+>^n"),
            (
                Conventions::Registers,
                "that which the mixer begins with, on registers",
            ),
        ] {
            let json = serde_json::to_value(&known).unwrap();
            assert_eq!(json["state"], state);
            assert_eq!(json.as_object().unwrap().len(), CONVENTIONS.len());
            assert_eq!(serde_json::from_value::<Conventions>(json).unwrap(), known);
        }
    }

    #[test]
    fn every_row_of_registers_is_a_row_of_the_card() {
        for (name, _) in REGISTER_CONVENTIONS {
            assert!(CONVENTIONS.iter().any(|(of_card, _)| of_card == name));
        }
    }

    #[test]
    fn texts_of_old_records_are_read_as_what_they_say() {
        for (text, known) in IN_SHORT {
            let read: Conventions = serde_json::from_value(Value::from(*text)).unwrap();
            assert_eq!(read, *known);
        }
    }

    #[test]
    fn what_nobody_knows_stays_as_it_was_written() {
        for stated in [
            Value::from("C is maximized"),
            serde_json::json!({"state": "|->^n"}),
        ] {
            let read: Conventions = serde_json::from_value(stated.clone()).unwrap();
            assert_eq!(read, Conventions::Other(stated.clone()));
            assert_eq!(serde_json::to_value(&read).unwrap(), stated);
            assert_eq!(read.card().len(), 1);
        }
        let error = serde_json::from_value::<Conventions>(Value::from(3)).unwrap_err();
        assert!(error.to_string().contains("one text"), "{error}");
    }
}
