//! What the records of a plan hold beside their numbers, and what made them.

use crate::pipeline::{AnnealingBudget, Wanted};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What the records of a plan hold beside their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct RecordOptions {
    /// Which records hold the state after every layer.
    pub layers: LayersOf,
    /// Whether they hold what others reach on the same problem where it takes a search of its own:
    /// annealing, the exact solver.
    pub baselines: bool,
    /// How annealing is run.
    pub annealing: Option<AnnealingBudget>,
}

impl Default for RecordOptions {
    /// Baselines, and the layers of the deepest circuit.
    fn default() -> Self {
        Self {
            layers: LayersOf::Deepest,
            baselines: true,
            annealing: None,
        }
    }
}

/// Which records hold the state after every layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LayersOf {
    /// No record holds its layers.
    None,
    /// The record of the deepest circuit of each puzzle and setting.
    Deepest,
    /// Every record holds its layers.
    All,
}

impl RecordOptions {
    /// The sweeps of all runs of annealing beside a record, after so many layers of the search.
    pub(super) fn sweeps(&self, layers: f64) -> f64 {
        let budget = self.annealing.unwrap_or_default();
        let runs = if self.baselines {
            budget.runs().get()
        } else {
            0
        };
        f64::from(runs) * budget.sweeps.map_or(layers, f64::from)
    }

    /// What the records of a chain at ascending depths hold.
    pub(super) fn at(&self, depths: &[usize]) -> Vec<Wanted> {
        let deepest = depths.last().copied();
        let wanted = |depth: &usize| Wanted {
            depth: *depth,
            layers: self.layers == LayersOf::All
                || self.layers == LayersOf::Deepest && Some(*depth) == deepest,
            baselines: self.baselines,
            annealing: self.annealing.unwrap_or_default(),
        };
        depths.iter().map(wanted).collect()
    }
}

/// The program and the processor that make a run: its version, the commit that it was built from
/// where that is known, and the instructions that the simulator uses.
pub(crate) fn made_by() -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "commit": option_env!("KETBOARD_COMMIT"),
        "instructions": ketboard_qaoa::instructions(),
    })
}
