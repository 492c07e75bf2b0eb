//! Reading the model JSON: every value is checked by hand, so that a message can name its place.
//!
//! `serde_json` finds what is not JSON; the rest is walked key by key. Lines are those of the key.

use super::{ModelFile, cell_value};
use crate::encode::{Polynomial, Reading};
use crate::error::{Error, Result};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value as Json;
use std::fmt;

/// The keys of a model, in the order in which they are written.
const KEYS: [&str; 9] = [
    "n",
    "offset",
    "linear",
    "quadratic",
    "higher",
    "zero_violation_energy",
    "cells",
    "auxiliaries",
    "conventions",
];

const LINEAR: &str = "linear is a list with one number for each of the n qubits";
const QUADRATIC: &str =
    "quadratic is a list of [i, j, number] with i ≠ j, both counted from 0 and below n";
const HIGHER: &str = "higher is a list of [[i, j, k, ...], number] with different indices, counted from 0 and below n";
const CELLS: &str = "cells is an object from cell names to \"0\", \"1\", \"x<qubit>\", \"!x<qubit>\" or several of these joined by \" & \", qubits counted from 0 and below n";
const AUXILIARIES: &str = "auxiliaries is an object from \"x<qubit>\" to what the qubit is for, qubits counted from 0 and below n";

/// A text and the name of its file.
pub(super) struct ModelFileText<'a> {
    pub(super) text: &'a str,
    pub(super) file: &'a str,
}

impl ModelFileText<'_> {
    pub(super) fn model(&self) -> Result<ModelFile> {
        let object = self.object()?;
        let polynomial = self.polynomial(&object)?;
        let zero_violation_energy = match object.get("zero_violation_energy") {
            None | Some(Json::Null) => None,
            Some(value) => Some(self.number("zero_violation_energy", "", value)?),
        };
        let cells = self.cells(&object, polynomial.n())?;
        let auxiliaries = self.auxiliaries(&object, polynomial.n())?;
        if let Some(card) = object.get("conventions").filter(|card| !card.is_object()) {
            return Err(self.wrong("conventions", "", card, "conventions is an object"));
        }
        Ok(ModelFile {
            polynomial,
            zero_violation_energy,
            cells,
            auxiliaries,
        })
    }

    /// The top level: an object that has known keys only, each once.
    fn object(&self) -> Result<Object> {
        let remedy = "a model is a JSON object like {\"n\": 2, \"offset\": 0, \"linear\": [1, -1], \"quadratic\": [[0, 1, 2]]}, all numbers finite";
        let object: Object = serde_json::from_str(self.text).map_err(|error| {
            let message = error.to_string();
            let found = message.split(" at line ").next().unwrap_or(&message);
            let column = error.column();
            let found = format!("not a JSON object: {found} (column {column})");
            Error::input(self.file, Some(error.line()), found, remedy)
        })?;
        for (index, (key, _)) in object.0.iter().enumerate() {
            let (found, remedy) = if !KEYS.contains(&key.as_str()) {
                let nearest = nearest_key(key);
                let keys = KEYS.join(", ");
                (
                    format!("unknown key {key:?}"),
                    format!("did you mean {nearest:?}? the keys are {keys}"),
                )
            } else if object.0[..index].iter().any(|(earlier, _)| earlier == key) {
                (format!("key {key:?} stands twice"), "keep one".to_owned())
            } else {
                continue;
            };
            return Err(Error::input(self.file, self.line(key), found, remedy));
        }
        Ok(object)
    }

    fn polynomial(&self, object: &Object) -> Result<Polynomial> {
        let n = self.need(object, "n")?;
        let n = index(n).ok_or_else(|| {
            self.wrong(
                "n",
                "",
                n,
                "n is the number of qubits, an integer of at least 0",
            )
        })?;
        let linear = self.list("linear", self.need(object, "linear")?, LINEAR)?;
        if linear.len() != n {
            let found = format!("linear has {} numbers and n is {n}", linear.len());
            return Err(Error::input(self.file, self.line("linear"), found, LINEAR));
        }
        let offset = self.number("offset", "", self.need(object, "offset")?)?;
        let mut polynomial = Polynomial::constant(n, offset);
        for (i, value) in linear.iter().enumerate() {
            polynomial.add_term(&[i], self.number("linear", &format!("[{i}]"), value)?);
        }
        let quadratic = self.list("quadratic", self.need(object, "quadratic")?, QUADRATIC)?;
        for (k, entry) in quadratic.iter().enumerate() {
            self.add_quadratic(&mut polynomial, k, entry)?;
        }
        if let Some(higher) = object.get("higher") {
            for (k, entry) in self.list("higher", higher, HIGHER)?.iter().enumerate() {
                self.add_higher(&mut polynomial, k, entry)?;
            }
        }
        self.finite(&polynomial)?;
        Ok(polynomial)
    }

    fn add_quadratic(&self, polynomial: &mut Polynomial, k: usize, entry: &Json) -> Result<()> {
        let place = format!("[{k}]");
        let wrong = || self.wrong("quadratic", &place, entry, QUADRATIC);
        let Some([i, j, value]) = entry.as_array().map(Vec::as_slice) else {
            return Err(wrong());
        };
        let i = index_below(polynomial.n(), i).ok_or_else(wrong)?;
        let j = index_below(polynomial.n(), j).ok_or_else(wrong)?;
        if i == j {
            let remedy = format!("x{i}·x{i} is x{i}: add the number to linear[{i}]");
            return Err(self.wrong("quadratic", &place, entry, &remedy));
        }
        polynomial.add_term(&[i, j], self.number("quadratic", &place, value)?);
        Ok(())
    }

    fn add_higher(&self, polynomial: &mut Polynomial, k: usize, entry: &Json) -> Result<()> {
        let place = format!("[{k}]");
        let wrong = || self.wrong("higher", &place, entry, HIGHER);
        let Some([Json::Array(indices), value]) = entry.as_array().map(Vec::as_slice) else {
            return Err(wrong());
        };
        let known = indices.iter().map(|i| index_below(polynomial.n(), i));
        let mut set: Vec<usize> = known.collect::<Option<_>>().ok_or_else(wrong)?;
        set.sort_unstable();
        if set.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(wrong());
        }
        polynomial.add_term(&set, self.number("higher", &place, value)?);
        Ok(())
    }

    /// Sums of finite numbers may still leave the real line; a factor of 4 is left for those who go
    /// on computing.
    fn finite(&self, polynomial: &Polynomial) -> Result<()> {
        let reach = polynomial.terms().fold(0.0, |sum, (_, c)| sum + c.abs());
        if (4.0 * reach).is_finite() {
            return Ok(());
        }
        let found = "the coefficients add up to more than a number can hold";
        let remedy = "scale the model down";
        Err(Error::input(self.file, None, found, remedy))
    }

    fn cells(&self, object: &Object, n: usize) -> Result<Vec<(String, Reading)>> {
        self.entries(object, "cells", CELLS, |name, text| {
            let reading = cell_value(name, text.as_str()?, n)?;
            Some((name.to_owned(), reading))
        })
    }

    fn auxiliaries(&self, object: &Object, n: usize) -> Result<Vec<(usize, String)>> {
        let qubit = |name: &str| match Reading::parse(name)? {
            Reading::All {
                literals,
                negated: false,
            } => match literals[..] {
                [literal] if !literal.negated && literal.qubit < n => Some(literal.qubit),
                _ => None,
            },
            Reading::All { .. } | Reading::Const(_) => None,
        };
        let mut known = self.entries(object, "auxiliaries", AUXILIARIES, |name, text| {
            let meaning = text.as_str().filter(|text| is_one_line(text))?;
            Some((qubit(name)?, meaning.to_owned()))
        })?;
        known.sort();
        Ok(known)
    }

    /// What `entry` makes of each entry of the object under `key`, which may be absent.
    fn entries<T>(
        &self,
        object: &Object,
        key: &str,
        remedy: &str,
        entry: impl Fn(&str, &Json) -> Option<T>,
    ) -> Result<Vec<T>> {
        let Some(value) = object.get(key) else {
            return Ok(Vec::new());
        };
        let map = value
            .as_object()
            .ok_or_else(|| self.wrong(key, "", value, remedy))?;
        let known = |(name, text): (&String, &Json)| {
            entry(name, text).ok_or_else(|| self.wrong(key, &format!("[{name:?}]"), text, remedy))
        };
        map.iter().map(known).collect()
    }

    fn need<'o>(&self, object: &'o Object, key: &str) -> Result<&'o Json> {
        object.get(key).ok_or_else(|| {
            let remedy = "a model has n, offset, linear and quadratic";
            Error::input(self.file, None, format!("{key:?} is missing"), remedy)
        })
    }

    fn list<'o>(&self, key: &str, value: &'o Json, remedy: &str) -> Result<&'o [Json]> {
        let list = value.as_array().map(Vec::as_slice);
        list.ok_or_else(|| self.wrong(key, "", value, remedy))
    }

    fn number(&self, key: &str, place: &str, value: &Json) -> Result<f64> {
        let number = value.as_f64().filter(|number| number.is_finite());
        number.ok_or_else(|| self.wrong(key, place, value, "a finite number belongs here"))
    }

    fn wrong(&self, key: &str, place: &str, value: &Json, remedy: &str) -> Error {
        let text = value.to_string();
        let short: String = text.chars().take(40).collect();
        let dots = if short.len() < text.len() { "..." } else { "" };
        let found = format!("{key}{place} is {short}{dots}");
        Error::input(self.file, self.line(key), found, remedy)
    }

    /// The line on which a key of the top level stands.
    fn line(&self, key: &str) -> Option<usize> {
        let quoted = Json::from(key).to_string();
        let start = self.text.find(&quoted)?;
        Some(self.text[..start].matches('\n').count() + 1)
    }
}

fn index(value: &Json) -> Option<usize> {
    value.as_u64().and_then(|i| usize::try_from(i).ok())
}

fn index_below(n: usize, value: &Json) -> Option<usize> {
    index(value).filter(|&i| i < n)
}

pub(super) fn is_one_line(text: &str) -> bool {
    !text.chars().any(char::is_control)
}

fn nearest_key(key: &str) -> &'static str {
    let distance = |known: &&str| strsim::damerau_levenshtein(key, known);
    KEYS.into_iter().min_by_key(distance).unwrap_or(KEYS[0])
}

/// A JSON object with its keys as they stand in the text, doubles included.
struct Object(Vec<(String, Json)>);

impl Object {
    fn get(&self, key: &str) -> Option<&Json> {
        let entry = self.0.iter().find(|(known, _)| known == key);
        entry.map(|(_, value)| value)
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_map(Entries)
    }
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Object, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Object(entries))
    }
}
