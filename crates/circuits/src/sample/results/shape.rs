//! Where outcomes stand in a vendor's file.

use super::super::{BitOrder, CountUnit};
use super::reader::{Outcomes, ResultReader, brief};
use crate::error::{Error, Result};
use serde_json::{Map, Value};

/// A shape that a vendor's results come in.
pub(super) struct ResultShape {
    pub(super) name: &'static str,
    pub(super) order: BitOrder,
    pub(super) finder: Finder,
}

/// How outcomes are found.
pub(super) enum Finder {
    /// Keys to the lists of several results, each counted through, and in a result the keys to its
    /// outcomes, of which the first that are there are read: `@` is the only entry of an object,
    /// `+` every entry of a list, each one shot. Lists in the place of outcomes that are names are
    /// sets of them, counted through, too.
    Paths(&'static str, &'static [(&'static str, Option<CountUnit>)]),
    /// By functions of its own: whether the file is of this shape, for a circuit of so many qubits,
    /// and its outcomes.
    Own(
        fn(&Value, usize) -> bool,
        fn(&ResultReader<'_>, &Value) -> Result<Outcomes>,
    ),
}

impl Finder {
    pub(super) fn recognizes(&self, value: &Value, qubits: usize) -> bool {
        match self {
            Self::Own(recognizes, _) => recognizes(value, qubits),
            Self::Paths("", outcomes) => outcomes.iter().any(|(path, _)| leads(value, path)),
            Self::Paths(lists, _) => {
                let first = lists.split('/').next().and_then(|key| value.get(key));
                first.is_some_and(Value::is_array)
            }
        }
    }

    pub(super) fn read(&self, reader: &ResultReader<'_>, value: &Value) -> Result<Outcomes> {
        let (lists, paths) = match self {
            Self::Own(_, read) => return read(reader, value),
            Self::Paths(lists, paths) => (lists, paths),
        };
        let keys = || lists.split('/').filter(|key| !key.is_empty());
        let mut results = vec![value];
        for key in keys() {
            let mut inner = Vec::new();
            for result in results {
                let list = reader.child(result, key)?.as_array();
                let wrong = || reader.wrong(Some(key), format!("{key} is no list"), WHOLE);
                inner.extend(list.ok_or_else(wrong)?);
            }
            results = inner;
        }
        let of = |result| {
            let found = paths.iter().find(|(path, _)| leads(result, path));
            let (path, unit) = found.ok_or_else(|| {
                let found = format!("no {} in {}", paths[0].0, brief(result));
                reader.wrong(None, found, "give the result as the service stored it")
            })?;
            let (parent, outcomes) = reader.at(result, path)?;
            Ok::<_, Error>((parent, sets(&outcomes), *unit))
        };
        let mut all = Vec::new();
        for result in results {
            let count = of(result).map_or(1, |(_, sets, _)| sets.len());
            all.extend((0..count).map(|k| (result, k)));
        }
        let last = keys().next().unwrap_or(paths[0].0);
        let &(result, k) = reader.choose(&all, last)?;
        let (parent, mut sets, unit) = of(result)?;
        let outcomes = reader.outcomes(&sets.swap_remove(k), unit)?;
        if paths[0].0.ends_with("samples")
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
            Some(places) if !places.is_null() => {
                let places: Vec<usize> = reader.parts(places)?;
                reader.permuted(outcomes, &places, "measuredQubits")
            }
            _ => Ok(outcomes),
        }
    }
}

/// What to do about a file of a known shape that is not whole.
pub(super) const WHOLE: &str = "give the whole result as the service sent it";

/// Whether something stands there, as far as the keys of the path say.
fn leads(value: &Value, path: &str) -> bool {
    let (mut now, mut keys) = (value, path.split('/'));
    loop {
        match keys.next() {
            None => return !now.is_null(),
            Some("@") => return now.is_object(),
            Some("+") => match now.as_array().and_then(|list| list.first()) {
                Some(first) => now = first,
                None => return false,
            },
            Some(key) => match now.get(key) {
                Some(inner) => now = inner,
                None => return false,
            },
        }
    }
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
    /// What stands under a key.
    fn child<'v>(&self, value: &'v Value, key: &str) -> Result<&'v Value> {
        value.get(key).ok_or_else(|| {
            let found = format!("missing field `{key}` in {}", brief(value));
            self.wrong(None, found, WHOLE)
        })
    }

    /// What a path leads to, with the object that holds it.
    fn at<'v>(&self, value: &'v Value, path: &str) -> Result<(&'v Value, Value)> {
        if let Some((before, after)) = path.split_once("/+/") {
            let (parent, list) = self.at(value, before)?;
            let list = list.as_array().map_or(&[][..], Vec::as_slice);
            let shots: Result<Vec<Value>> = list
                .iter()
                .map(|shot| Ok(self.at(shot, after)?.1))
                .collect();
            return Ok((parent, shots?.into()));
        }
        let (mut parent, mut now) = (value, value);
        for key in path.split('/') {
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
