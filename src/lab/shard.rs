//! A shard: one of N parts of a plan, which runs in a folder of its own, on any machine.
//!
//! Whole chains are dealt out, the longest first, each to the shard with the least work so far
//! (longest processing time first: R. L. Graham, SIAM J. Appl. Math. 17, 416, 1969). Work is
//! states · calls · depth as the forecast counts them and never a measured time, and counts what
//! does not fit into this machine's memory too, so that every machine cuts alike.

use super::journal::RECORDS;
use crate::error::{Error, Result};
use crate::files::{read_file, write_whole};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// The file that says which shard a folder holds.
pub(super) const SHARD: &str = "shard.json";

/// The most shards that a plan can be cut into.
const MOST: usize = 100_000;

/// Which part of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Shard {
    /// The number of the shard, from 1.
    #[serde(rename = "shard")]
    number: usize,
    /// How many shards the plan is cut into.
    of: usize,
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// Shard `number` of `of`; `None` where there is no such shard.
    pub(crate) fn new(number: usize, of: usize) -> Option<Self> {
        ((1..=of).contains(&number) && of <= MOST).then_some(Self { number, of })
    }

    /// The shard of a text such as `3/16`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (number, of) = text.split_once('/')?;
        Self::new(number.trim().parse().ok()?, of.trim().parse().ok()?)
    }

    /// All shards beside this one, and itself.
    pub(super) fn all(self) -> impl Iterator<Item = Self> {
        (1..=self.of).map(move |number| Self { number, ..self })
    }

    /// For each piece of work whether this shard does it.
    pub(super) fn takes(self, work: &[f64]) -> Vec<bool> {
        let shards = dealt(work, self.of);
        shards
            .iter()
            .map(|shard| *shard == self.number - 1)
            .collect()
    }
}

/// The shard, from 0, of each piece of work.
pub(super) fn dealt(work: &[f64], shards: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..work.len()).collect();
    order.sort_by(|a, b| work[*b].total_cmp(&work[*a])); // stable: equal work in the plan's order
    // The bits of numbers that are not negative are in the order of the numbers.
    let mut loads: BTreeSet<(u64, usize)> = (0..shards).map(|shard| (0, shard)).collect();
    let mut dealt = vec![0; work.len()];
    for piece in order {
        let Some((load, shard)) = loads.pop_first() else {
            break; // no shards
        };
        dealt[piece] = shard;
        loads.insert(((f64::from_bits(load) + work[piece]).to_bits(), shard));
    }
    dealt
}

/// What a shard's folder says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct ShardNote {
    #[serde(flatten)]
    pub(super) shard: Shard,
    /// The first parts of the names of the runs that it makes.
    pub(super) chains: Vec<String>,
}

impl ShardNote {
    /// What `folder` says; `None` where it holds no shard.
    ///
    /// # Errors
    /// A file that cannot be read, or is no such note.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(SHARD);
        if !path.exists() {
            return Ok(None);
        }
        let text = read_file(&path)?;
        serde_json::from_str(&text).map(Some).map_err(|error| {
            let found = format!("the file does not say which shard this is: {error}");
            let remedy = "take it away, and run the shard again: it goes on from its records";
            Error::input(
                path.display().to_string(),
                Some(error.line()),
                found,
                remedy,
            )
        })
    }

    fn write(&self, folder: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self).expect("a note holds texts and numbers");
        write_whole(&folder.join(SHARD), format!("{text}\n").as_bytes())
    }
}

/// Succeeds if `folder` holds this shard, or the whole plan where there is none, or nothing yet.
///
/// # Errors
/// A folder that holds another part of the plan.
pub(super) fn check(folder: &Path, shard: Option<Shard>) -> Result<()> {
    let note = ShardNote::read(folder)?.map(|note| note.shard);
    let is_empty = std::fs::metadata(folder.join(RECORDS)).map_or(true, |found| found.len() == 0);
    let folder = folder.display();
    let (found, remedy) = match (note, shard) {
        (Some(there), Some(wanted)) if there != wanted => (
            format!("{folder} holds shard {there} of the plan, not shard {wanted}"),
            format!("give each shard a folder of its own, or use `shard` {there}"),
        ),
        (Some(there), None) => (
            format!("{folder} holds shard {there} of the plan, not all of it"),
            format!("give another folder, or use `shard` {there}"),
        ),
        (None, Some(wanted)) if !is_empty => (
            format!("{folder} holds runs of the whole plan, not of shard {wanted}"),
            "give the shard a folder of its own".to_owned(),
        ),
        (Some(_), Some(_)) | (None, _) => return Ok(()),
    };
    Err(Error::setting("out", found, remedy))
}

/// Notes in a folder which shard it holds; the folder is locked.
///
/// # Errors
/// As [`check`]; or if the note cannot be written.
pub(super) fn remember(folder: &Path, shard: Option<Shard>, chains: Vec<String>) -> Result<()> {
    check(folder, shard)?;
    let Some(shard) = shard else {
        return Ok(());
    };
    let note = ShardNote { shard, chains };
    match ShardNote::read(folder)? {
        Some(known) if known == note => Ok(()),
        Some(_) | None => note.write(folder),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_written_as_a_number_of_a_number() {
        for text in ["1/1", "3/16", "16/16"] {
            assert_eq!(Shard::parse(text).unwrap().to_string(), text);
        }
        for wrong in [
            "", "3", "0/4", "5/4", "-1/4", "1/0", "a/b", "1/2/3", "1/100001",
        ] {
            assert_eq!(Shard::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_piece_of_work_goes_to_exactly_one_shard_and_shards_are_even() {
        let work: Vec<f64> = (0..100).map(|k| f64::from((k * 37) % 23 + 1)).collect();
        let total: f64 = work.iter().sum();
        for of in [1, 2, 7, 16, 100, 130] {
            let shards: Vec<Shard> = Shard::new(1, of).unwrap().all().collect();
            let taken: Vec<Vec<bool>> = shards.iter().map(|shard| shard.takes(&work)).collect();
            for piece in 0..work.len() {
                assert_eq!(
                    taken.iter().filter(|takes| takes[piece]).count(),
                    1,
                    "{piece} of {of}"
                );
            }
            let load = |takes: &Vec<bool>| -> f64 {
                let pairs = work.iter().zip(takes);
                pairs
                    .filter(|(_, takes)| **takes)
                    .map(|(work, _)| work)
                    .sum()
            };
            let longest = taken.iter().map(load).fold(0.0, f64::max);
            // Graham's bound: 4/3 of the best, which is at least the mean and the largest piece.
            let best = (total / of as f64).max(23.0);
            assert!(longest <= 4.0 / 3.0 * best, "{longest} in one of {of}");
        }
    }
}
