//! The data of the page as JSON: every number of every record as it is there, everything shared
//! once; and beside them the pictures, compressed, as they are mostly alike.
//!
//! Numbers of layers, of which there are thousands, are rounded: marginals to 1/10 000,
//! probabilities of boards to six digits.

use super::PageSource;
use super::board::subject;
use super::chain::RunChain;
use super::model::{energies, key};
use super::pictures::{of_chain, parts};
use super::plan::{file_of, plan};
use super::playground::playground_settings;
use super::settings::NamedSetting;
use crate::json::to_json;
use crate::pipeline::{LayerNumbers, Layers, LikelyBoard, Record};
use crate::settings::Settings;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde::Serialize;
use serde_json::{Map, Value, json};

#[derive(Serialize)]
struct Data<'a> {
    /// The address of the playground, where links to it are wanted.
    playground: Option<&'a str>,
    settings: Vec<Value>,
    puzzles: Vec<Value>,
    models: Vec<Value>,
    chains: Vec<Value>,
}

/// What the script of the page reads.
#[derive(Debug)]
pub(super) struct PageData {
    /// Names and numbers as JSON.
    pub(super) json: String,
    /// Pictures as JSON (`parts` of the study, those of its `chains`, `models` and `boards`, each
    /// in the order of the names and numbers), compressed by zlib, in base64.
    pub(super) pictures: String,
}

/// Effort of compression, from 0 to 10: more saves a twentieth and takes twice the time.
const EFFORT: u8 = 6;

/// The data of the page.
pub(super) fn page_data(
    records: &[Record],
    (subjects, settings, chains): (&[&Record], &[NamedSetting], &[RunChain<'_>]),
    source: &PageSource,
) -> PageData {
    let (models, matrices, model_of) = models(chains);
    let mut puzzles: Vec<Value> = subjects.iter().map(|record| subject(record)).collect();
    let pictures = json!({
        "parts": parts(records, settings),
        "chains": chains.iter().map(of_chain).collect::<Value>(),
        "models": matrices,
        "boards": puzzles.iter_mut().map(board_pictures).collect::<Value>(),
    });
    let chains = chains.iter().zip(model_of);
    let data = Data {
        playground: source.playground.as_deref(),
        settings: settings
            .iter()
            .map(|named| json!({"label": named.label, "fields": named.setting}))
            .collect(),
        puzzles,
        models,
        chains: chains
            .map(|(chain, model)| {
                let runs: Vec<Value> = chain.runs.iter().map(|run| compact(run)).collect();
                json!({"puzzle": chain.puzzle, "setting": chain.setting, "model": model,
                    "plan": plan(chain), "place": playground_settings(chain),
                    "file": file_of(chain.deepest()),
                    "conventions": chain.runs[0].conventions, "runs": runs})
            })
            .collect(),
    };
    let pictures = pictures.to_string();
    PageData {
        json: to_json(&data).to_string(),
        pictures: STANDARD.encode(compress_to_vec_zlib(pictures.as_bytes(), EFFORT)),
    }
}

/// The pictures of a puzzle's board, which leave it; null where it has no board.
fn board_pictures(puzzle: &mut Value) -> Value {
    let Some(board) = puzzle.get_mut("board").and_then(Value::as_object_mut) else {
        return Value::Null;
    };
    let taken = ["layers", "symbols"].map(|key| (key.to_owned(), board.remove(key)));
    let taken = taken
        .into_iter()
        .map(|(key, of)| (key, of.unwrap_or_default()));
    Value::Object(taken.collect())
}

/// The different models of the chains with their pictures, and which of them each chain has.
fn models(chains: &[RunChain<'_>]) -> (Vec<Value>, Vec<String>, Vec<usize>) {
    let mut keys: Vec<(usize, Settings, &str)> = Vec::new();
    let (mut models, mut pictures) = (Vec::new(), Vec::new());
    let of_chain = chains.iter().map(|chain| {
        let record = chain.deepest();
        let wanted = (chain.puzzle, key(&record.setting), &*record.model_hash);
        let known = keys.iter().position(|known| *known == wanted);
        known.unwrap_or_else(|| {
            let (mut model, picture) = energies(record);
            model["puzzle"] = chain.puzzle.into();
            models.push(model);
            pictures.push(picture);
            keys.push(wanted);
            keys.len() - 1
        })
    });
    let of_chain = of_chain.collect();
    (models, pictures, of_chain)
}

/// A record without what its chain says already, its layers in few characters.
fn compact(record: &Record) -> Value {
    let Value::Object(mut fields) = to_json(record) else {
        return Value::Object(Map::new());
    };
    for shared in ["name", "family", "setting", "input", "conventions"] {
        fields.remove(shared);
    }
    if let Some(layers) = &record.layers {
        fields.insert("layers".into(), compact_layers(layers));
    }
    Value::Object(fields)
}

fn compact_layers(layers: &Layers) -> Value {
    json!({"cells": layers.cells, "glyphs": layers.glyphs,
        "states": layers.states.iter().map(compact_layer).collect::<Vec<_>>()})
}

fn compact_layer(layer: &LayerNumbers) -> Value {
    let rounded = |p: &f64| (p * 1e4).round() as i64;
    let marginals = layer.marginals.iter();
    let marginals: Vec<Vec<i64>> = marginals
        .map(|cells| cells.iter().map(rounded).collect())
        .collect();
    json!({"expectation": layer.expectation, "success_probability": layer.success_probability,
        "broken": layer.broken, "marginals": marginals,
        "likeliest": layer.likeliest.iter().map(compact_likely).collect::<Value>()})
}

fn compact_likely(likely: &LikelyBoard) -> Value {
    json!([
        likely.board.join("/"),
        six_digits(likely.probability),
        u8::from(likely.solves == Some(true))
    ])
}

/// The number to six significant digits.
fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}
