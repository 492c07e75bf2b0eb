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
use sha2::{Digest, Sha256};

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

/// The SHA-256 of an input's text, in hexadecimal digits.
pub(super) fn sha256_of(input: &Input) -> String {
    let (Input::Puzzle(text) | Input::Model(text)) = input;
    digits_of(&Sha256::digest(text.as_bytes()))
}

/// The bytes as hexadecimal digits, two for each.
pub(super) fn digits_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
