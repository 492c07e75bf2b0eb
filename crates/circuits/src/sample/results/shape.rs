//! Where a vendor's file holds the outcomes.

use super::super::{BitOrder, CountUnit};
use super::reader::{Outcomes, ResultReader, brief};
use crate::error::Result;
use serde_json::{Map, Value};

/// A shape that a vendor's results come in.
pub(super) struct ResultShape {
    pub(super) name: &'static str,
    pub(super) order: BitOrder,
    /// Keys to the lists of several results, each counted through.
    pub(super) lists: &'static str,
    /// The keys to the outcomes of a result, of which the first that are there are read: `@` is the
    /// only entry of an object, `+` every entry of a list, each one shot. Lists in the place of
    /// outcomes that are names are sets of them, counted through, too.
    pub(super) paths: &'static [(&'static str, Option<CountUnit>)],
    /// Whether a file is of this shape, for a circuit with this number of qubits, where its keys do
    /// not say.
    pub(super) is_it: Option<fn(&Value, usize) -> bool>,
}

/// The keys of a path.
fn keys(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|key| !key.is_empty())
}

impl ResultShape {
    pub(super) fn recognizes(&self, value: &Value, qubits: usize) -> bool {
        match (self.is_it, keys(self.lists).next()) {
            (Some(is_it), _) => is_it(value, qubits),
            (None, Some(key)) => value.get(key).is_some_and(Value::is_array),
            (None, None) => self.paths.iter().any(|(path, _)| leads(value, path)),
        }
    }

    pub(super) fn read(&self, reader: &ResultReader<'_>, value: &Value) -> Result<Outcomes> {
        let mut results = vec![value];
        for key in keys(self.lists) {
            let mut inner = Vec::new();
            for result in results {
                let list = reader.child(result, key)?.as_array();
                let wrong = || reader.wrong(Some(key), format!("{key} is no list"), WHOLE);
                inner.extend(list.ok_or_else(wrong)?);
            }
            results = inner;
        }
        // what cannot be read is refused where it is meant
        let mut all = Vec::new();
        for result in results {
            let path = self.paths.iter().find(|(path, _)| leads(result, path));
            let (path, unit) = *path.unwrap_or(&self.paths[0]);
            match reader.at(result, path) {
                Err(error) => all.push(Err(error)),
                Ok((parent, found)) => {
                    all.extend(sets(&found).into_iter().map(|set| Ok((parent, set, unit))));
                }
            }
        }
        let key = keys(self.lists).next().unwrap_or(self.paths[0].0);
        let (parent, set, unit) = all.swap_remove(reader.chosen(all.len(), key)?)?;
        let outcomes = reader.outcomes(&set, unit)?;
        if self.paths[0].0.ends_with("samples")
            && let Some(sample) = outcomes.names().find(|name| !name.starts_with("0x"))
        {
            let remedy = "a sample is a hexadecimal number: \"0x3\"";
            return Err(reader.wrong(Some(sample), format!("a sample is {sample:?}"), remedy));
        }
        if let Some(bits) = parent.get("num_bits").and_then(Value::as_u64)
            && bits != reader.qubits as u64
        {
            let found = format!("{bits} bits, the circuit has {} qubits", reader.qubits);
            let remedy = "decode with the options of the export";
            return Err(reader.wrong(Some("num_bits"), found, remedy));
        }
        match parent.get("measuredQubits") {
            Some(places) if !places.is_null() => reader.permuted(outcomes, places),
            _ => Ok(outcomes),
        }
    }
}

/// What to do about a file of a known shape that is not whole.
const WHOLE: &str = "give the whole result as the service sent it";

/// Whether the value has something there, as far as the keys of the path say.
fn leads(value: &Value, path: &str) -> bool {
    let mut now = value;
    for key in keys(path) {
        let inner = match key {
            "@" => return now.is_object(),
            "+" => now.get(0),
            key => now.get(key),
        };
        match inner {
            Some(inner) => now = inner,
            None => return false,
        }
    }
    !now.is_null()
}

/// The lists of hexadecimal names in nested lists of them, or else the outcomes themselves.
fn sets(outcomes: &Value) -> Vec<Value> {
    let is_part =
        |part: &Value| part.is_array() || part.as_str().is_some_and(|name| name.starts_with("0x"));
    let is_set = |list: &Value| list.as_array().is_some_and(|list| list.iter().any(is_part));
    match outcomes.as_array() {
        Some(lists) if !lists.is_empty() && lists.iter().all(is_set) => {
            lists.iter().flat_map(sets).collect()
        }
        _ => vec![outcomes.clone()],
    }
}

impl ResultReader<'_> {
    /// The value of a key.
    fn child<'v>(&self, value: &'v Value, key: &str) -> Result<&'v Value> {
        value.get(key).ok_or_else(|| {
            let found = format!("missing field `{key}` in {}", brief(value));
            self.wrong(None, found, WHOLE)
        })
    }

    /// What a path leads to, with the object that holds it.
    fn at<'v>(&self, value: &'v Value, path: &str) -> Result<(&'v Value, Value)> {
        if let Some((before, after)) = path.split_once("/+/") {
            let (parent, list) = (value, self.child(value, before)?);
            let shots = list.as_array().into_iter().flatten();
            let shots = shots.map(|shot| Ok(self.at(shot, after)?.1));
            return Ok((parent, shots.collect::<Result<Vec<_>>>()?.into()));
        }
        let (mut parent, mut now) = (value, value);
        for key in keys(path) {
            parent = now;
            now = match (key, now) {
                ("@", Value::Object(registers)) => self.register(registers)?,
                _ => self.child(now, key)?,
            };
        }
        Ok((parent, now.clone()))
    }

    /// The one classical register of a result, or `output_all` where there is none.
    fn register<'v>(&self, registers: &'v Map<String, Value>) -> Result<&'v Value> {
        let is_own = |name: &&String| registers.len() == 1 || name.as_str() != "output_all";
        let names: Vec<&String> = registers.keys().filter(is_own).collect();
        self.only_register(&names)?;
        Ok(&registers[names[0]])
    }
}
