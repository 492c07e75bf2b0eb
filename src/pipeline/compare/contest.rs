//! One algorithm on a puzzle: the success of a run, what the run takes, and how many runs make
//! success nearly certain.

use super::CircuitSize;
use crate::pipeline::shots_to_99;
use ketboard_circuits::Interval;

/// An algorithm with its setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contestant {
    /// A uniformly random candidate.
    RandomGuess,
    /// QAOA with so many layers, at optimized angles.
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
    Annealing {
        /// Sweeps of the restart.
        sweeps: u64,
    },
    /// Propagation and backtracking, for all solutions.
    ExactSearch,
}

impl Contestant {
    /// The algorithm's name in tables and records, without its setting.
    pub(crate) fn algorithm(self) -> &'static str {
        match self {
            Self::RandomGuess => "random guess",
            Self::Qaoa { .. } => "QAOA",
            Self::Grover { .. } => "Grover",
            Self::Annealing { .. } => "annealing",
            Self::ExactSearch => "exact search",
        }
    }

    /// The setting with its unit: (`p`, 4), (`k`, 12), (`sweeps`, 64).
    pub(crate) fn setting(self) -> Option<(&'static str, u64)> {
        match self {
            Self::RandomGuess | Self::ExactSearch => None,
            Self::Qaoa { depth } => Some(("p", depth as u64)),
            Self::Grover { iterations } => Some(("k", iterations as u64)),
            Self::Annealing { sweeps } => Some(("sweeps", sweeps)),
        }
    }
}

/// A contestant's numbers. A number that was not computed, or that there is not, is `None`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Contest {
    /// Who.
    pub contestant: Contestant,
    /// The probability that a run ends at a board that obeys all rules and is best where boards
    /// differ in value.
    pub success: Option<f64>,
    /// Where success was measured: in how many runs, and its 95 % confidence interval.
    pub measured: Option<(u64, Interval)>,
    /// Looks at the rules in one run, on the average.
    pub calls: f64,
    /// Evaluations of ⟨C⟩ that found the angles, before any run.
    pub angle_evaluations: Option<u64>,
    /// The circuit of a run.
    pub circuit: Option<CircuitSize>,
}

impl Contest {
    pub(super) fn new(contestant: Contestant, success: Option<f64>, calls: f64) -> Self {
        Self {
            contestant,
            success,
            measured: None,
            calls,
            angle_evaluations: None,
            circuit: None,
        }
    }

    /// A row whose success is known exactly and has no interval.
    pub(super) fn exact(contestant: Contestant, success: f64, calls: f64) -> Self {
        Self::new(contestant, Some(success), calls)
    }

    /// The least number of runs of which one succeeds with probability 0.99; `None` where a run
    /// cannot succeed.
    pub(crate) fn runs_to_99(&self) -> Option<u64> {
        // the largest number of runs that can be written stands for all beyond it
        shots_to_99(self.success?).map(|runs| runs as u64)
    }

    /// The calls of so many runs.
    pub(crate) fn calls_to_99(&self) -> Option<f64> {
        Some(self.runs_to_99()? as f64 * self.calls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_runs_are_enough_and_one_fewer_is_not() {
        for success in [1e-12, 6.1e-5, 0.01, 0.0525, 0.3, 0.5, 0.9, 0.95] {
            let contest = Contest::exact(Contestant::RandomGuess, success, 3.0);
            let runs = contest.runs_to_99().unwrap();
            let seen = |runs: u64| -(runs as f64 * (-success).ln_1p()).exp_m1();
            assert!(seen(runs) >= 0.99 - 1e-12, "{success}: {runs}");
            assert!(seen(runs - 1) < 0.99, "{success}: {runs}");
            assert_eq!(contest.calls_to_99(), Some(3.0 * runs as f64));
        }
        let runs = |success| Contest::new(Contestant::ExactSearch, success, 1.0).runs_to_99();
        assert_eq!([Some(0.99), Some(1.0)].map(runs), [Some(1), Some(1)]);
        assert_eq!([Some(0.0), None].map(runs), [None, None]);
    }
}
