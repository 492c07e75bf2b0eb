//! What others reach on the same problem: annealing at equal calls, Grover's search at equal depth,
//! the exact solver.
//!
//! A call of the simulator gives one value of the cost, and so does a proposed move; a run of
//! annealing may propose as many moves as QAOA called the simulator while it looked for its angles.
//! Moves of the descent that ends a run count too. All of them are of the space that QAOA has: a
//! move of annealing flips a qubit, or gives a register another level.

use super::shots::{ShotEstimate, success_from_counts};
use crate::pipeline::compare::{Restarts, restarts};
use crate::pipeline::{Problem, Truth};
use ketboard_circuits::success_after;
use ketboard_puzzles::{Limits, best_solutions};

/// Annealing at equal calls.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct AnnealedAtEqualCalls {
    /// Moves that a run proposed on average, those of its descent included: at most the calls,
    /// unless a descent alone takes more.
    pub flips: f64,
    /// Sweeps of a run; 0 only descends.
    pub sweeps: u64,
    /// Runs, each with a seed of its own.
    pub runs: u64,
    /// How many ended at a board that obeys the rules and is best where boards differ in value.
    pub hits: u64,
    /// Their part, with its 95 % interval (Wilson).
    pub success: ShotEstimate,
}

/// `runs` runs of annealing with the most sweeps for which the moves proposed by a run do not
/// exceed `calls` on average; `None` where nothing is left that moves, nothing is run, or nobody
/// knows which boards are best.
pub(crate) fn annealing_at_equal_calls(
    problem: &Problem,
    truth: &Truth,
    calls: u64,
    (runs, seed): (u64, u64),
) -> Option<AnnealedAtEqualCalls> {
    let parts = problem.parts_that_move() as u64;
    if parts == 0 || runs == 0 || !problem.can_judge(truth) {
        return None;
    }
    // a descent is one pass over them at least
    let mut sweeps = (calls / parts).saturating_sub(1);
    loop {
        let Restarts { solved, proposed } = restarts(problem, truth, (sweeps, runs), seed);
        let beyond = proposed.saturating_sub(calls.saturating_mul(runs));
        if beyond == 0 || sweeps == 0 {
            return Some(AnnealedAtEqualCalls {
                flips: proposed as f64 / runs as f64,
                sweeps,
                runs,
                hits: solved,
                success: success_from_counts(solved, runs)?,
            });
        }
        sweeps = sweeps.saturating_sub(beyond.div_ceil(parts * runs));
    }
}

/// The success probability of Grover's search with as many iterations as QAOA has layers,
/// sin²((2p + 1)θ) with sin²θ the part of the basis states that are solutions; `None` where these
/// are not all known.
pub(crate) fn grover_at_depth(truth: &Truth, depth: usize) -> Option<f64> {
    let part = || success_after(depth as f64, truth.indices.fraction(), 1.0);
    truth.complete.then(part)
}

/// The values that the exact solver assumes in its search for all boards, on what the reduction
/// leaves; `None` where a limit stops it. Of a model without rules, the number of energies that are
/// looked at: all of them.
pub(crate) fn exact_search_nodes(problem: &Problem) -> Option<u64> {
    if let Some(energies) = problem.energies_to_look_at() {
        return Some(energies);
    }
    let model = problem.reduction.reduced_model(&problem.puzzle.model);
    let found = best_solutions(&model, &Limits::default());
    found.complete.then_some(found.nodes)
}
