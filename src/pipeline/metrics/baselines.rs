//! What others reach on the same problem: annealing at equal layers, Grover's search with as many
//! iterations as layers, the exact solver.
//!
//! A layer of the circuit and a sweep of annealing both look once at every term of the cost. A run
//! of annealing therefore proposes as many moves as sweeps over all parts of the board would, one
//! for each layer that the search for the angles ran so far: a call of p layers is worth p sweeps,
//! one with its gradient 3p. Moves of the descent that ends a run count too. All of them are of the
//! space that QAOA has: a move flips a qubit, or gives a register another level.

use super::shots::{ShotEstimate, success_from_counts};
use crate::pipeline::compare::{Restarts, restarts};
use crate::pipeline::{Problem, Truth};
use ketboard_circuits::GroverAmplitudes;
use ketboard_puzzles::{Ask, Limits};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Annealing at equal layers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnnealedAtEqualLayers {
    /// Moves that a run proposed on average, those of its descent included: as many as the layers
    /// are worth, within 5 %.
    pub flips: f64,
    /// Sweeps of a run on average; 0 only descends.
    pub sweeps: f64,
    /// Runs, each with a seed of its own.
    pub runs: u64,
    /// The part that ended at a board that obeys the rules and is best where boards differ in
    /// value, with its 95 % interval (Wilson).
    pub success: ShotEstimate,
}

/// How far the moves may be from those that the layers are worth.
const TOLERANCE: f64 = 0.05;

/// `runs` runs of annealing that propose as many moves on average as so many layers are worth;
/// `lowest` is the least energy of the space. `None` where nothing is left that moves, nothing is
/// run, nobody knows which boards are best, or a descent alone proposes more.
pub(crate) fn annealing_at_equal_layers(
    problem: &Problem,
    (layers, lowest): (u64, f64),
    (runs, seed): (u64, u64),
) -> Option<AnnealedAtEqualLayers> {
    /// More attempts are not needed: descents are as long, whatever the number of sweeps.
    const ATTEMPTS: usize = 8;
    let parts = problem.parts_that_move() as f64;
    if parts == 0.0 || runs == 0 || !problem.can_judge() {
        return None;
    }
    // of all runs together; a descent is one pass at least, and mostly two
    let wanted = (layers * runs) as f64;
    let mut sweeps = layers.saturating_sub(2) * runs;
    let go_on = || ControlFlow::Continue(());
    for _ in 0..ATTEMPTS {
        let all = ((sweeps, runs), Some(lowest));
        let Restarts { solved, proposed } = restarts(problem, all, seed, &go_on)?;
        let missing = wanted - proposed as f64 / parts;
        if missing.abs() <= TOLERANCE * wanted {
            return Some(AnnealedAtEqualLayers {
                flips: proposed as f64 / runs as f64,
                sweeps: sweeps as f64 / runs as f64,
                runs,
                success: success_from_counts(solved, runs)?,
            });
        }
        if sweeps == 0 && missing < 0.0 {
            return None;
        }
        sweeps = (sweeps as f64 + missing).round().max(0.0) as u64;
    }
    None
}

/// The success probability of Grover's search with as many iterations as QAOA has layers,
/// sin²((2p + 1)θ) with sin²θ the part of the basis states that are solutions; `None` where these
/// are not all known.
pub(crate) fn grover_at_depth(truth: &Truth, depth: usize) -> Option<f64> {
    let part = || GroverAmplitudes::success_after(depth as f64, truth.indices.fraction(), 1.0);
    truth.complete.then(part)
}

/// The values that the exact solver assumes in its search for all boards, on what the reduction
/// leaves; `None` where a limit or `ask` stops it. Of a model without rules, the number of energies
/// that are looked at: all of them.
pub(crate) fn exact_search_nodes(problem: &Problem, ask: Option<Ask<'_>>) -> Option<u64> {
    if let Some(energies) = problem.energies_to_look_at() {
        return Some(energies);
    }
    let model = problem.reduction.reduced_model(&problem.puzzle.model);
    let limits = Limits {
        ask,
        ..Limits::default()
    };
    let found = model.best_solutions(&limits);
    found.complete.then_some(found.nodes)
}
