//! The settings of a study: each once, and by what it differs from the others.

use crate::lab::{Record, Setting};
use serde_json::{Map, Value};

/// One setting among those of the study.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// The setting.
    pub(super) setting: Setting,
    /// What tells it from the others: `mixer grover, strategy interp`; empty for the only one.
    pub(super) label: String,
}

/// The different settings of the records, in the order in which they first appear.
pub(super) fn settings(records: &[Record]) -> Vec<Named> {
    let mut different: Vec<&Setting> = Vec::new();
    for record in records {
        if !different.contains(&&record.setting) {
            different.push(&record.setting);
        }
    }
    let fields: Vec<Map<String, Value>> = different.iter().map(|s| s.told()).collect();
    let varying: Vec<&String> = names(&fields)
        .into_iter()
        .filter(|name| fields.iter().any(|f| f.get(*name) != fields[0].get(*name)))
        .collect();
    let label = |fields: &Map<String, Value>| {
        let parts = varying.iter().map(|name| {
            let value = fields.get(*name).map_or("default".to_owned(), shown);
            format!("{} {value}", words(name))
        });
        parts.collect::<Vec<_>>().join(", ")
    };
    let labels = fields.iter().map(label);
    let named = different.into_iter().zip(labels);
    named
        .map(|(setting, label)| Named {
            setting: setting.clone(),
            label,
        })
        .collect()
}

/// The fields of a setting by name, as records write them.
pub(super) fn fields(setting: &Setting) -> Map<String, Value> {
    match serde_json::to_value(setting) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) | Err(_) => Map::new(),
    }
}

/// All names of fields, each once.
pub(super) fn names(fields: &[Map<String, Value>]) -> Vec<&String> {
    let mut names: Vec<&String> = Vec::new();
    for name in fields.iter().flat_map(Map::keys) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// `target_qubits` as `target qubits`.
pub(super) fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// A field's value without quotes.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(shown).collect::<Vec<_>>().join(", "),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}
