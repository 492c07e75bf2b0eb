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

use super::chain::chain_name;
use super::{Axes, Input, RecordOptions, RunSource};
use crate::error::Result;
use crate::json::to_json;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// The largest depth that can be asked for.
pub(crate) const DEEPEST: u64 = 1000;

/// Which runs are to be made. As JSON it is `plan.json`, by which a folder of results knows its
/// plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SweepPlan {
    /// The name of the plan.
    pub name: String,
    /// The SHA-256 of each puzzle's text, by its name.
    puzzles: Map<String, Value>,
    /// The values of settings that are crossed with the puzzles.
    #[serde(flatten)]
    pub axes: Axes,
    /// The depths that are recorded, ascending.
    pub depths: Vec<usize>,
    /// What a record holds beside its numbers.
    #[serde(rename = "record")]
    pub contents: RecordOptions,
    /// The version of the program.
    version: String,
    /// The part of it that is to be run; `None` for all.
    pub shard: Option<Shard>,
    /// Its puzzles and models, in order.
    #[serde(skip)]
    pub sources: Vec<RunSource>,
}

impl SweepPlan {
    /// A plan of this program; puzzles differ in their names.
    pub(crate) fn new(
        name: String,
        sources: Vec<RunSource>,
        axes: Axes,
        depths: Vec<usize>,
        contents: RecordOptions,
    ) -> Self {
        let hashed = sources.iter();
        let hashed = hashed.map(|source| (source.name.clone(), sha256_of(&source.input).into()));
        Self {
            name,
            puzzles: hashed.collect(),
            axes,
            depths,
            contents,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            shard: None,
            sources,
        }
    }

    /// The plan that a folder of results keeps as this text, without the texts of its puzzles; or
    /// why it is none.
    pub(super) fn remembered(text: &str) -> std::result::Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("no plan as a sweep writes it: {error}"))
    }

    /// The text of its file.
    pub(super) fn text(&self) -> String {
        format!("{:#}\n", to_json(self))
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
        let mut parts = match to_json(self) {
            Value::Object(parts) => parts,
            _ => Map::new(),
        };
        parts.retain(|key, _| key != "name" && key != "puzzles");
        parts
    }
}

/// A part of a plan in words.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(in_words).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// One of several parts of a plan, `3/16`: its number, from 1, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(crate) struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// Whether a puzzle under one of so many settings falls to this part, by their places in the
    /// plan. Parts take turns; where each would always get the same setting, they begin one later
    /// with each puzzle.
    pub(super) fn has(self, puzzle: usize, setting: usize, settings: usize) -> bool {
        let later = if settings.is_multiple_of(self.of) {
            puzzle
        } else {
            0
        };
        (puzzle * settings + setting + later) % self.of == self.number - 1
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> std::result::Result<Self, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            Some(_) | None => {
                let remedy = "give its number and how many there are, such as 3/16";
                Err(format!("found {text:?}; {remedy}"))
            }
        }
    }
}

/// The SHA-256 of an input's text, in hexadecimal digits.
pub(super) fn sha256_of(input: &Input) -> String {
    digits_of(&Sha256::digest(input.text()))
}

/// The bytes as hexadecimal digits, two for each.
pub(super) fn digits_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chain_falls_to_exactly_one_shard_and_shards_are_even() {
        for (puzzles, settings) in [(3, 4), (6, 6), (5, 1), (1, 40), (7, 12)] {
            for of in [1, 2, 3, 6, 7, 16] {
                let shard = |number: usize| Shard::try_from(format!("{number}/{of}")).unwrap();
                let count = |number: usize| {
                    let chains = (0..puzzles).flat_map(|p| (0..settings).map(move |s| (p, s)));
                    let own = chains.filter(|(p, s)| shard(number).has(*p, *s, settings));
                    own.count()
                };
                let counts: Vec<usize> = (1..=of).map(count).collect();
                assert_eq!(counts.iter().sum::<usize>(), puzzles * settings);
                let (least, most) = (counts.iter().min(), counts.iter().max());
                assert!(most.unwrap() - least.unwrap() <= 1, "{counts:?}");
            }
        }
    }

    #[test]
    fn a_shard_is_written_as_a_number_of_a_number() {
        for text in ["1/1", "3/16", "16/16"] {
            assert_eq!(Shard::try_from(text.to_owned()).unwrap().to_string(), text);
        }
        for wrong in ["", "3", "0/4", "5/4", "-1/4", "1/0", "a/b", "1/2/3"] {
            assert!(Shard::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
