//! The plan that a folder of results belongs to, `plan.json`: which puzzles by the hash of their
//! texts, which settings, which depths, which version of the program.

use super::chain::chain_name;
use super::plan::sha256_of;
use super::{Axes, RecordOptions, Shard, SweepPlan};
use crate::error::Result;
use crate::json::told;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A plan as its folder remembers it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Planned {
    name: String,
    /// The SHA-256 of each puzzle's text, by its name.
    puzzles: Map<String, Value>,
    #[serde(flatten)]
    axes: Axes,
    /// The depths that are recorded.
    depths: Vec<usize>,
    /// What records hold beside their numbers.
    #[serde(rename = "record")]
    contents: RecordOptions,
    /// The version of the program.
    version: String,
    /// The part of the plan that the folder holds; absent for all of it.
    shard: Option<Shard>,
}

impl From<&SweepPlan> for Planned {
    fn from(plan: &SweepPlan) -> Self {
        let hashed = plan.sources.iter();
        let hashed = hashed.map(|source| (source.name.clone(), sha256_of(&source.input).into()));
        Self {
            name: plan.name.clone(),
            puzzles: hashed.collect(),
            axes: plan.axes.clone(),
            depths: plan.depths.clone(),
            contents: plan.contents,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            shard: plan.shard,
        }
    }
}

impl Planned {
    /// The plan in a text, or why it is none.
    pub(super) fn parse(text: &str) -> std::result::Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("no plan as a sweep writes it: {error}"))
    }

    /// The text of its file.
    pub(super) fn text(&self) -> String {
        format!("{:#}\n", told(self))
    }

    /// The hash of a puzzle's text.
    pub(super) fn hash(&self, puzzle: &str) -> Option<&str> {
        self.puzzles.get(puzzle)?.as_str()
    }

    /// The names of its chains, in order; of a shard those that fall to it.
    ///
    /// # Errors
    /// If they are too many.
    pub(super) fn chains(&self) -> Result<Vec<String>> {
        let settings = self.axes.settings(self.puzzles.len())?;
        let mut chains = Vec::new();
        for (puzzle, (name, hash)) in self.puzzles.iter().enumerate() {
            for (place, setting) in settings.iter().enumerate() {
                if self
                    .shard
                    .is_none_or(|shard| shard.has(puzzle, place, settings.len()))
                {
                    let hash = hash.as_str().unwrap_or_default();
                    chains.push(chain_name(name, hash, setting));
                }
            }
        }
        Ok(chains)
    }

    /// The names of the runs of a chain.
    pub(super) fn runs(&self, chain: &str) -> impl Iterator<Item = String> {
        let depths = self.depths.iter();
        depths.map(move |depth| format!("{chain}-p{depth}"))
    }

    /// What an older plan has that this one lacks, and what to do; `None` where all runs of that
    /// plan are runs of this one, too. A shard never grows: the plan would be cut otherwise.
    pub(super) fn lacks(&self, old: &Self) -> Option<(String, &'static str)> {
        let mut puzzles = old.puzzles.iter();
        if let Some((name, _)) = puzzles.find(|(name, hash)| self.puzzles.get(*name) != Some(hash))
        {
            let found =
                format!("the puzzle {name} had another text, or is not given now, as it was then");
            let remedy = "give its file as it was (records.jsonl holds its text under `input`), or another folder";
            return Some((found, remedy));
        }
        let [was, is] = [old, self].map(Self::parts);
        let may_grow = self.shard.is_none();
        let has_all = |was: &Value, is: &Value| match (was, is) {
            (Value::Array(was), Value::Array(is)) if may_grow => {
                was.iter().all(|one| is.contains(one))
            }
            _ => was == is,
        };
        let mut keys = was.keys().chain(is.keys());
        let [was, is] = [&was, &is].map(|parts| |key: &str| parts.get(key).unwrap_or(&Value::Null));
        let key = keys.find(|key| !has_all(was(key), is(key)))?;
        let (was, is) = (in_words(was(key)), in_words(is(key)));
        let remedy =
            "give the plan as it was, to the version that it was made with, or give another folder";
        Some((format!("{key} was {was}, and is {is}"), remedy))
    }

    /// What decides its runs, beside the puzzles.
    fn parts(&self) -> Map<String, Value> {
        let mut parts = match told(self) {
            Value::Object(parts) => parts,
            _ => Map::new(),
        };
        parts.retain(|key, _| key != "name" && key != "puzzles");
        parts
    }
}

/// A part of a plan as it is told.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(in_words).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
