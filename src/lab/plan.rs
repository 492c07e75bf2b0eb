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
use crate::json::{extend, to_json};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// The largest depth that can be asked for.
pub(crate) const DEEPEST: u64 = 1000;

/// Which runs are to be made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SweepPlan {
    /// The name of the plan.
    pub name: String,
    /// Its puzzles and models, in order; they differ in their names.
    pub sources: Vec<RunSource>,
    /// The values of settings that are crossed with the puzzles.
    pub axes: Axes,
    /// The depths that are recorded, ascending.
    pub depths: Vec<usize>,
    /// What a record holds beside its numbers.
    pub contents: RecordOptions,
    /// The part of it that is to be run; `None` for all.
    pub shard: Option<Shard>,
}

impl SweepPlan {
    /// The text of `plan.json`, from which readers of a folder know what was run.
    pub(super) fn text(&self) -> String {
        let hash = |source: &RunSource| (source.name.clone(), sha256_of(&source.input).into());
        let puzzles: Map<String, Value> = self.sources.iter().map(hash).collect();
        let mut plan = json!({"name": self.name, "puzzles": puzzles});
        for (key, values) in self.axes.iter() {
            plan[key] = json!(values);
        }
        let rest = json!({
            "depths": self.depths,
            "record": self.contents,
            "version": env!("CARGO_PKG_VERSION"),
            "shard": self.shard.map(|shard| shard.to_string()),
        });
        extend(&mut plan, rest);
        format!("{:#}\n", to_json(&plan))
    }
}

/// One of several parts of a plan, `3/16`: its number, from 1, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
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
                let shard = |number: usize| format!("{number}/{of}").parse::<Shard>().unwrap();
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
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for wrong in ["", "3", "0/4", "5/4", "-1/4", "1/0", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
