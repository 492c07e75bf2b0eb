//! A plan as the `plan.json` of a folder of results tells it: puzzles by name and hash, without
//! their texts. It says which runs there must be, in which order, and what their records hold.

use super::chain::chain_name;
use super::plan::sha256_of;
use super::{Axes, RecordOptions, SweepPlan};
use crate::error::Result;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The plan that a folder remembers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Planned {
    /// The name of the plan.
    name: String,
    /// The hash of each puzzle's text, by name, in order.
    puzzles: Map<String, Value>,
    /// The values of settings; one that came later than the file is at its default.
    #[serde(flatten)]
    axes: Axes,
    /// The depths that are recorded, ascending.
    pub(super) depths: Vec<usize>,
    /// What the records hold beside their numbers.
    #[serde(rename = "record")]
    pub(super) contents: RecordOptions,
    /// The version of the program that wrote it.
    pub(super) version: String,
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
        }
    }
}

impl Planned {
    /// The plan in the text of a `plan.json`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub(super) fn parse(text: &str) -> std::result::Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("no plan as a sweep writes it: {error}"))
    }

    /// The text that a folder remembers.
    pub(super) fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a plan holds texts and numbers");
        text + "\n"
    }

    /// The hash of the text of a puzzle; `None` where the plan has no such puzzle.
    pub(super) fn hash(&self, puzzle: &str) -> Option<&str> {
        self.puzzles.get(puzzle)?.as_str()
    }

    /// The first parts of the names of the runs of each puzzle under each setting, in the order of
    /// the records.
    ///
    /// # Errors
    /// If there are too many.
    pub(super) fn chains(&self) -> Result<Vec<String>> {
        let settings = self.axes.settings(self.puzzles.len())?;
        let hashed = self.puzzles.iter();
        let hashed = hashed.map(|(name, hash)| (name, hash.as_str().unwrap_or_default()));
        let under_all = hashed.flat_map(|(name, hash)| {
            let each = settings.iter();
            each.map(move |setting| chain_name(name, hash, setting))
        });
        Ok(under_all.collect())
    }

    /// The names of the runs of a chain.
    pub(super) fn runs(&self, chain: &str) -> impl Iterator<Item = String> {
        let depths = self.depths.iter();
        depths.map(move |depth| format!("{chain}-p{depth}"))
    }

    /// What of an `old` plan this one says otherwise or has not, and what helps; `None` where this
    /// one is the same or has grown from it, so that all old runs are among its own.
    pub(super) fn lacks(&self, old: &Self) -> Option<(String, String)> {
        let again = "give another folder, or the plan as it was".to_owned();
        if self.version != old.version {
            let found = format!(
                "version {} made them, and this is version {}",
                old.version, self.version
            );
            return Some((
                found,
                "go on with the program that made them, or give another folder".to_owned(),
            ));
        }
        for (name, hash) in &old.puzzles {
            match self.puzzles.get(name) {
                Some(same) if same == hash => {}
                Some(_) => {
                    let found = format!(
                        "the file of the puzzle {name} is not the one that they were made with"
                    );
                    let remedy = "put the file back as it was (records.jsonl holds its text under `input`), or give another folder";
                    return Some((found, remedy.to_owned()));
                }
                None => {
                    let found = format!(
                        "they were made with the puzzle {name} too, which is not given now"
                    );
                    return Some((found, format!("give {name} as well, or another folder")));
                }
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
        let contents = |plan: &Self| serde_json::to_string(&plan.contents).unwrap_or_default();
        let (was, is) = (contents(old), contents(self));
        (was != is).then(|| (format!("record was {was}, and is {is}"), again))
    }
}
