//! What a record holds beside its numbers.

use super::Record;
use serde::{Deserialize, Serialize};

/// What the records of a plan hold beside their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

/// What one record is to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wanted {
    pub depth: usize,
    pub layers: bool,
    pub baselines: bool,
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

impl Wanted {
    /// What this record holds beside its numbers.
    pub(super) fn of(record: &Record) -> Self {
        let others = &record.baselines;
        Self {
            depth: record.depth,
            layers: record.layers.is_some(),
            baselines: others.annealing.is_some() || others.exact_search.is_some(),
        }
    }
}
