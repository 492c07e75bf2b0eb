//! The plan that a folder of results belongs to, `plan.json`: which puzzles by the hash of their
//! texts, which settings, which depths, which version of the program.

use super::chain::chain_name;
use super::plan::sha256_of;
use super::{Axes, RecordOptions, Shard, SweepPlan};
use crate::error::Result;
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
    pub(super) depths: Vec<usize>,
    /// What records hold beside their numbers.
    #[serde(rename = "record")]
    pub(super) contents: RecordOptions,
    /// The version of the program.
    pub(super) version: String,
    /// The part of the plan that the folder holds; absent for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
        let text = serde_json::to_string_pretty(self).expect("a plan holds texts and numbers");
        text + "\n"
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
    /// plan are runs of this one, too.
    pub(super) fn lacks(&self, old: &Self) -> Option<(String, &'static str)> {
        let again = "give another folder, or the plan as it was";
        if self.version != old.version {
            let (was, is) = (&old.version, &self.version);
            let found = format!("version {was} made them, and this is version {is}");
            let remedy = "go on with the program that made them, or give another folder";
            return Some((found, remedy));
        }
        if self.shard != old.shard {
            let part = |plan: &Self| match plan.shard {
                Some(shard) => format!("shard {shard} of the plan"),
                None => "the whole plan".to_owned(),
            };
            let found = format!("they are of {}, and not of {}", part(old), part(self));
            return Some((found, "give each part of a plan a folder of its own"));
        }
        if self.shard.is_some() && self.text() != old.text() {
            return Some((
                "a plan that has grown is cut into other shards".to_owned(),
                again,
            ));
        }
        for (name, hash) in &old.puzzles {
            let there = self.puzzles.get(name);
            if there.is_none() {
                let found =
                    format!("they were made with the puzzle {name} too, which is not given now");
                return Some((found, "give it as well, or another folder"));
            }
            if there != Some(hash) {
                let found = format!(
                    "the file of the puzzle {name} is not the one that they were made with"
                );
                let remedy = "put the file back as it was (records.jsonl holds its text under `input`), or give another folder";
                return Some((found, remedy));
            }
        }
        for ((key, was), (_, is)) in old.axes.iter().zip(self.axes.iter()) {
            if !was.iter().all(|value| is.contains(value)) {
                let found = format!("{key} was {}, and is {}", was.join(", "), is.join(", "));
                return Some((found, again));
            }
        }
        if !old.depths.iter().all(|depth| self.depths.contains(depth)) {
            let found = format!("depths were {:?}, and are {:?}", old.depths, self.depths);
            return Some((found, again));
        }
        let differs = self.contents != old.contents;
        differs.then(|| {
            (
                "other contents of a record were asked for".to_owned(),
                again,
            )
        })
    }
}
