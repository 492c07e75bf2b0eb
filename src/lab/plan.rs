//! A plan: which puzzles, which settings, which depths, and what records hold beside their numbers.
//! From flags, or from a TOML file:
//!
//! ```toml
//! name = "queens against depth"
//! puzzles = ["puzzles/queens-*.toml", "models/*.json"]  # files and patterns, beside the plan
//! depths = "1..8"                                       # both ends; or a list
//! seeds = "0..4"
//! reduce = ["paper", "full"]                            # any setting: a value, or a list
//!
//! [[generate]]                                          # puzzles with one solution, from seeds
//! family = "tango"
//! size = 4
//! seeds = "1..10"
//!
//! [record]
//! layers = "deepest"                                    # or "all": the state after every layer
//! ```

mod file;

use super::{Axes, Input, RecordOptions, RunSource};
use crate::settings::{SETTINGS, Settings};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// The largest depth that can be asked for.
pub(crate) const DEEPEST: u64 = 1000;

/// Which runs are to be made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SweepPlan {
    /// The name of the plan.
    pub name: String,
    /// Its puzzles and models, in order.
    pub sources: Vec<RunSource>,
    /// The values of settings that are crossed with the puzzles.
    pub axes: Axes,
    /// The depths that are recorded, ascending.
    pub depths: Vec<usize>,
    /// What a record holds beside its numbers.
    pub contents: RecordOptions,
}

impl SweepPlan {
    /// Every setting of the plan; none twice.
    pub(crate) fn settings(&self) -> Vec<Settings> {
        let texts = |settings: &Settings| -> Vec<String> {
            SETTINGS.iter().map(|one| one.get(settings)).collect()
        };
        // Only what has the same texts is compared: all pairs of thousands take seconds.
        let mut alike: HashMap<Vec<String>, Vec<Settings>> = HashMap::new();
        let mut settings = self.axes.settings();
        settings.retain(|setting| {
            let known = alike.entry(texts(setting)).or_default();
            let is_new = !known.contains(setting);
            if is_new {
                known.push(setting.clone());
            }
            is_new
        });
        settings
    }

    /// What a folder of results remembers of the plan: every key, puzzles by the hash of their
    /// text, and the version of the program.
    pub(crate) fn to_json(&self) -> Map<String, Value> {
        let puzzles = self.sources.iter().map(|source| {
            let hash = sha256_of(&source.input);
            (source.name.clone(), Value::from(hash))
        });
        let mut json = Map::from_iter([
            ("name".to_owned(), Value::from(self.name.as_str())),
            ("puzzles".to_owned(), Value::Object(puzzles.collect())),
        ]);
        let axes = self.axes.iter();
        json.extend(axes.map(|(key, values)| (key.to_owned(), json!(values))));
        json.insert("depths".to_owned(), json!(self.depths));
        let contents = json!({
            "layers": self.contents.layers.name(),
            "entropy": self.contents.entropy,
            "baselines": self.contents.baselines,
        });
        json.insert("record".to_owned(), contents);
        json.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
        json
    }
}

/// The SHA-256 of an input's text, in hexadecimal digits.
pub(super) fn sha256_of(input: &Input) -> String {
    let (Input::Puzzle(text) | Input::Model(text)) = input;
    digits_of(&Sha256::digest(text.as_bytes()))
}

/// The bytes as hexadecimal digits, two for each.
pub(super) fn digits_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
