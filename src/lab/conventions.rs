//! The signs and orders that all numbers of a run follow, as records and the JSON of `solve` hold
//! them.

use ketboard_puzzles::{ModelFile, RegisterLayout};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The card of conventions: the name and the meaning of each row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Conventions(serde_json::Map<String, serde_json::Value>);

impl Conventions {
    /// The card of a run on registers, or else on qubits.
    pub(crate) fn of(on_registers: bool) -> Self {
        let own: HashMap<_, _> = RegisterLayout::CONVENTIONS.iter().copied().collect();
        let row = |&(name, meaning): &(&'static str, &'static str)| {
            let own = own.get(name).filter(|_| on_registers);
            (name.to_owned(), (*own.unwrap_or(&meaning)).into())
        };
        Self(ModelFile::CONVENTIONS.iter().map(row).collect())
    }

    /// The name and the meaning of each row.
    pub(crate) fn card(&self) -> Vec<(String, String)> {
        let words = |meaning: &serde_json::Value| meaning.as_str().unwrap_or_default().to_owned();
        let rows = self.0.iter();
        rows.map(|(name, meaning)| (name.clone(), words(meaning)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_objects_that_are_read_back() {
        for (on_registers, state) in [
            (false, "|+>^n"),
            (true, "that which the mixer begins with, on registers"),
        ] {
            let card = Conventions::of(on_registers);
            let json = serde_json::to_value(&card).unwrap();
            assert_eq!(json["state"], state);
            assert_eq!(
                json.as_object().unwrap().len(),
                ModelFile::CONVENTIONS.len()
            );
            assert_eq!(serde_json::from_value::<Conventions>(json).unwrap(), card);
        }
    }

    #[test]
    fn every_row_of_registers_is_a_row_of_the_card() {
        for (name, _) in RegisterLayout::CONVENTIONS {
            assert!(
                ModelFile::CONVENTIONS
                    .iter()
                    .any(|(of_card, _)| of_card == name)
            );
        }
    }

    #[test]
    fn what_nobody_knows_stays_as_it_was_written() {
        let stated = serde_json::json!({"state": "|->^n"});
        let read: Conventions = serde_json::from_value(stated.clone()).unwrap();
        assert_eq!(read.card(), [("state".to_owned(), "|->^n".to_owned())]);
        assert_eq!(serde_json::to_value(&read).unwrap(), stated);
    }
}
