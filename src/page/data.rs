//! The data of the page as JSON: every number of every record as it stands there, everything shared
//! once.
//!
//! Numbers of layers, of which there are thousands, are rounded: marginals to 1/10 000,
//! probabilities of boards to six digits.

use super::PageSource;
use super::board::PageSubject;
use super::chain::RunChain;
use super::model::{ModelEnergies, energies, key};
use super::pictures::{StudyPart, of_chain, parts};
use super::plan::{file_of, plan};
use super::playground::PlaygroundPlace;
use super::settings::NamedSetting;
use crate::lab::{LayerRecord, Layers, Likely, Record};
use crate::settings::Settings;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

#[derive(Serialize)]
struct Data<'a> {
    /// The address of the playground, where links to it are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    playground: Option<&'a str>,
    settings: Vec<Value>,
    /// The figures of all runs, and of parts of them.
    parts: Vec<StudyPart>,
    puzzles: Vec<PageSubject<'a>>,
    models: Vec<ModelEnergies>,
    chains: Vec<Value>,
}

/// The JSON of the page.
///
/// Layers of records that hold none come from the `source`.
pub(super) fn json(
    records: &[Record],
    (subjects, settings, chains): (&[&Record], &[NamedSetting], &[RunChain<'_>]),
    source: &PageSource,
) -> String {
    let layers = &source.layers;
    let (models, model_of) = models(chains);
    let chains = chains.iter().zip(model_of);
    let data = Data {
        playground: source.playground.as_deref(),
        settings: settings
            .iter()
            .map(|named| json!({"label": named.label, "fields": named.setting}))
            .collect(),
        parts: parts(records, settings),
        puzzles: subjects
            .iter()
            .map(|record| PageSubject::of(record))
            .collect(),
        models,
        chains: chains
            .map(|(chain, model)| {
                let runs: Vec<Value> = chain.runs.iter().map(|run| compact(run, layers)).collect();
                json!({"puzzle": chain.puzzle, "setting": chain.setting, "model": model,
                    "plan": plan(chain), "place": PlaygroundPlace::of(chain),
                    "file": file_of(chain.deepest()), "pictures": of_chain(chain, layers),
                    "conventions": chain.runs[0].conventions, "runs": runs})
            })
            .collect(),
    };
    serde_json::to_string(&data).expect("names and numbers are JSON")
}

/// The different models of the chains, and which of them each chain has.
fn models(chains: &[RunChain<'_>]) -> (Vec<ModelEnergies>, Vec<usize>) {
    let mut keys: Vec<(usize, Settings, &str)> = Vec::new();
    let mut models = Vec::new();
    let of_chain = chains.iter().map(|chain| {
        let record = chain.deepest();
        let wanted = (chain.puzzle, key(&record.setting), &*record.model_hash);
        let known = keys.iter().position(|known| *known == wanted);
        known.unwrap_or_else(|| {
            models.push(energies(record, chain.puzzle));
            keys.push(wanted);
            keys.len() - 1
        })
    });
    let of_chain = of_chain.collect();
    (models, of_chain)
}

/// A record without what its chain says already, its layers in few characters.
fn compact(record: &Record, computed: &HashMap<String, Layers>) -> Value {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(record) else {
        return Value::Object(Map::new());
    };
    for shared in ["name", "family", "setting", "input", "conventions"] {
        fields.remove(shared);
    }
    let computed = computed.get(&record.run);
    if let Some(layers) = record.layers.as_ref().or(computed) {
        fields.insert("layers".into(), compact_layers(layers));
    }
    Value::Object(fields)
}

fn compact_layers(layers: &Layers) -> Value {
    json!({"cells": layers.cells, "glyphs": layers.glyphs,
        "states": layers.states.iter().map(compact_layer).collect::<Vec<_>>()})
}

fn compact_layer(layer: &LayerRecord) -> Value {
    let rounded = |p: &f64| (p * 1e4).round() as i64;
    let marginals = layer.marginals.iter();
    let marginals: Vec<Vec<i64>> = marginals
        .map(|cells| cells.iter().map(rounded).collect())
        .collect();
    let mut json = json!({"expectation": layer.expectation, "broken": layer.broken, "marginals": marginals,
        "likeliest": layer.likeliest.iter().map(compact_likely).collect::<Vec<_>>()});
    if let Some(success) = layer.success_probability {
        json["success_probability"] = success.into();
    }
    json
}

fn compact_likely(likely: &Likely) -> Value {
    json!([
        likely.board.join("/"),
        six_digits(likely.probability),
        u8::from(likely.solves)
    ])
}

/// The number to six significant digits.
fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}
