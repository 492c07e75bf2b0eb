//! One algorithm on a puzzle: the success of a run, what the run takes, and how many runs make
//! success nearly certain.

use super::CircuitSize;
use crate::pipeline::shots_to_99;
use serde::Serialize;

/// An algorithm with its setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "algorithm")]
pub(crate) enum Contestant {
    /// A uniformly random candidate.
    #[serde(rename = "random guess")]
    RandomGuess,
    /// QAOA with so many layers, at optimized angles.
    #[serde(rename = "QAOA")]
    Qaoa {
        /// Layers p.
        depth: usize,
    },
    /// Grover's search over all candidates.
    Grover {
        /// Iterations k.
        iterations: usize,
    },
    /// A restart of simulated annealing.
    #[serde(rename = "annealing")]
    Annealing {
        /// Sweeps of the restart.
        sweeps: u64,
    },
    /// Propagation and backtracking, for all solutions.
    #[serde(rename = "exact search")]
    ExactSearch,
}

impl Contestant {
    /// The algorithm's name, without its setting, and the setting with its unit: (`p`, 4), (`k`,
    /// 12), (`sweeps`, 64).
    pub(crate) fn in_words(self) -> (&'static str, Option<(&'static str, u64)>) {
        match self {
            Self::RandomGuess => ("random guess", None),
            Self::Qaoa { depth } => ("QAOA", Some(("p", depth as u64))),
            Self::Grover { iterations } => ("Grover", Some(("k", iterations as u64))),
            Self::Annealing { sweeps } => ("annealing", Some(("sweeps", sweeps))),
            Self::ExactSearch => ("exact search", None),
        }
    }
}

/// A contestant's numbers. A number that was not computed, or that there is not, is absent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Contest {
    /// Who.
    #[serde(flatten)]
    pub contestant: Contestant,
    /// The probability that a run ends at a board that obeys all rules and is best where boards
    /// differ in value.
    #[serde(rename = "success_probability")]
    pub success: Option<f64>,
    /// The 95 % confidence interval of a measured success.
    pub confidence_interval: Option<(f64, f64)>,
    /// In how many runs it was measured.
    pub measured_runs: Option<u64>,
    /// Looks at the rules in one run, on the average.
    pub calls: f64,
    /// Evaluations of ⟨C⟩ that found the angles, before any run.
    pub angle_evaluations: Option<u64>,
    /// The least number of runs of which one succeeds with probability 0.99; absent where a run
    /// cannot succeed.
    pub runs_to_99: Option<u64>,
    /// Calls of these runs together.
    pub calls_to_99: Option<f64>,
    /// The circuit of a run.
    #[serde(flatten)]
    pub circuit: Option<CircuitSize>,
}

impl Contest {
    /// With a success that is known exactly and has no interval.
    pub(super) fn new(contestant: Contestant, success: Option<f64>, calls: f64) -> Self {
        // a number of runs that is too large to be written is the largest that can be
        let runs = success.and_then(shots_to_99).map(|runs| runs as u64);
        Self {
            contestant,
            success,
            confidence_interval: None,
            measured_runs: None,
            calls,
            angle_evaluations: None,
            runs_to_99: runs,
            calls_to_99: runs.map(|runs| runs as f64 * calls),
            circuit: None,
        }
    }
}
