//! What the records of a plan hold beside their numbers, and what made them.

use crate::pipeline::Wanted;
use serde::{Deserialize, Serialize};

/// What the records of a plan hold beside their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct RecordOptions {
    /// Which records hold the state after every layer.
    pub layers: LayersOf,
    /// Whether they hold what others reach on the same problem where it takes a search of its own:
    /// annealing at equal layers, the exact solver.
    pub baselines: bool,
}

impl Default for RecordOptions {
    /// Baselines, and no layers.
    fn default() -> Self {
        Self {
            layers: LayersOf::None,
            baselines: true,
        }
    }
}

/// Which records hold the state after every layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LayersOf {
    /// No record holds its layers.
    #[default]
    None,
    /// The record of the deepest circuit of each puzzle and setting.
    Deepest,
    /// Every record holds its layers.
    All,
}

impl RecordOptions {
    /// What the records of a chain at ascending depths hold.
    pub(super) fn at(&self, depths: &[usize]) -> Vec<Wanted> {
        let deepest = depths.last().copied();
        let wanted = |depth: &usize| Wanted {
            depth: *depth,
            layers: match self.layers {
                LayersOf::None => false,
                LayersOf::Deepest => Some(*depth) == deepest,
                LayersOf::All => true,
            },
            baselines: self.baselines,
        };
        depths.iter().map(wanted).collect()
    }
}

/// The program and the processor that made a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct MadeBy {
    /// The version of the program.
    pub version: String,
    /// The commit that the program was built from, where that is known.
    pub commit: Option<String>,
    /// The instructions that the simulator used: `AVX-512`, `AVX2+FMA`, `NEON` or `plain`.
    pub instructions: String,
}

impl MadeBy {
    /// This program on this processor.
    pub(crate) fn this() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("KETBOARD_COMMIT").map(str::to_owned),
            instructions: ketboard_qaoa::instructions().to_owned(),
        }
    }
}
