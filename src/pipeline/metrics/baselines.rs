//! What others reach on the same problem: annealing at equal layers, Grover's search with as many
//! iterations as layers, the exact solver.
//!
//! A layer of the circuit and a sweep of annealing both look once at every term of the cost. A run
//! of annealing therefore proposes as many moves as sweeps over all parts of the board would, one
//! for each layer that the search for the angles ran so far: a call of p layers is worth p sweeps,
//! one with its gradient 3p. Moves of the descent that ends a run count too. All of them are of the
//! space that QAOA has: a move flips a qubit, or gives a register another level.
//!
//! And how many shots show a solution nearly certainly, from the exact success probability, and
//! from measured shots with their interval:
//!
//! > shots to 99 % = ⌈ln 0.01 / ln(1 − P)⌉
//!
//! The time to solution of Rønnow et al., Science 345, 420 (2014), arXiv 1401.2910, in shots. It
//! falls with P, so the ends of an interval of P are those of an interval of shots, turned round.

use crate::pipeline::compare::{Restarts, restarts};
use crate::pipeline::{Problem, Truth};
use ketboard_circuits::{GroverAmplitudes, wilson};
use ketboard_puzzles::{Ask, Limits};
use serde::{Deserialize, Serialize};
use std::num::NonZero;
use std::ops::ControlFlow;

/// How annealing is run beside a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnnealingBudget {
    /// Runs, each with a seed of its own; absent for 100.
    pub runs: Option<NonZero<u32>>,
    /// Sweeps of a run; absent for as many moves as the search for the angles ran layers.
    pub sweeps: Option<u32>,
}

impl Annealed {
    /// What it was asked for.
    pub(crate) fn budget(self) -> AnnealingBudget {
        let (runs, sweeps) = (Some(self.runs), self.asked_sweeps);
        AnnealingBudget { runs, sweeps }
    }
}

impl AnnealingBudget {
    /// How many runs there are.
    pub(crate) fn runs(self) -> NonZero<u32> {
        const USUAL: NonZero<u32> = NonZero::new(100).unwrap();
        self.runs.unwrap_or(USUAL)
    }
}

/// What annealing reached beside a record.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Annealed {
    /// The sweeps of a run that were asked for; absent for as many moves as the layers are worth,
    /// within 5 %.
    pub asked_sweeps: Option<u32>,
    /// Moves that a run proposed on average, those of its descent included.
    pub flips: f64,
    /// Sweeps of a run on average; 0 only descends.
    pub sweeps: f64,
    /// Runs, each with a seed of its own.
    pub runs: NonZero<u32>,
    /// The part that ended at a board that obeys the rules and is best where boards differ in
    /// value, with its 95 % interval (Wilson).
    pub success: ShotEstimate,
}

/// How far the moves may be from those that the layers are worth.
const TOLERANCE: f64 = 0.05;

/// Runs of annealing with the sweeps that are asked for, or that propose as many moves on average
/// as so many layers are worth; `lowest` is the least energy of the space. `None` where nothing is
/// left that moves, nobody knows which boards are best, or a descent alone proposes more.
pub(crate) fn annealing_beside(
    problem: &Problem,
    (layers, lowest): (Option<u64>, f64),
    (budget, seed): (AnnealingBudget, u64),
) -> Option<Annealed> {
    /// More attempts are not needed: descents are as long, whatever the number of sweeps.
    const ATTEMPTS: usize = 8;
    let (runs, asked) = (u64::from(budget.runs().get()), budget.sweeps.map(u64::from));
    let parts = problem.parts_that_move() as f64;
    if parts == 0.0 || !problem.can_judge() {
        return None;
    }
    // of all runs together; a descent is one pass at least, and mostly two
    let layers = layers.or(asked)?;
    let wanted = (layers * runs) as f64;
    let mut sweeps = asked.unwrap_or(layers.saturating_sub(2)) * runs;
    let go_on = || ControlFlow::Continue(());
    for _ in 0..ATTEMPTS {
        let all = ((sweeps, runs), Some(lowest));
        let Restarts { solved, proposed } = restarts(problem, all, seed, &go_on)?;
        let missing = wanted - proposed as f64 / parts;
        if asked.is_some() || missing.abs() <= TOLERANCE * wanted {
            return Some(Annealed {
                asked_sweeps: budget.sweeps,
                flips: proposed as f64 / runs as f64,
                sweeps: sweeps as f64 / runs as f64,
                runs: budget.runs(),
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

/// The probability with which a solution shall be seen.
const NEARLY_CERTAIN: f64 = 0.99;

/// An estimate with its 95 % confidence interval; an end is absent where it is infinite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShotEstimate {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: Option<f64>,
}

/// The least number of shots of which one succeeds with probability 0.99; `None` where none can.
pub(crate) fn shots_to_99(success: f64) -> Option<f64> {
    if success.is_nan() || success <= 0.0 {
        return None;
    }
    if success >= NEARLY_CERTAIN {
        return Some(1.0);
    }
    // ln(1 − P) by ln_1p: 1 − P is 1 for the small ones.
    Some((libm::log(1.0 - NEARLY_CERTAIN) / libm::log1p(-success)).ceil())
}

/// The success probability from `hits` in `shots`, with the interval of Wilson; `None` without
/// shots.
pub(crate) fn success_from_counts(hits: u64, shots: u64) -> Option<ShotEstimate> {
    let (low, high) = (shots > 0).then(|| wilson(hits, shots))?;
    Some(ShotEstimate {
        value: hits as f64 / shots as f64,
        low,
        high: Some(high),
    })
}

/// The shots to 99 % from `hits` in `shots`; `None` where nothing was hit.
pub(crate) fn shots_from_counts(hits: u64, shots: u64) -> Option<ShotEstimate> {
    let success = success_from_counts(hits, shots)?;
    Some(ShotEstimate {
        value: shots_to_99(success.value)?,
        low: shots_to_99(success.high?)?,
        high: shots_to_99(success.low),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_shots_are_enough_and_one_fewer_is_not() {
        for success in [1e-12, 6.1e-5, 0.01, 0.0525, 0.3, 0.5, 0.9, 0.95] {
            let shots = shots_to_99(success).unwrap();
            let seen = |shots: f64| -(shots * (-success).ln_1p()).exp_m1();
            assert!(seen(shots) >= 0.99 - 1e-12, "{success}: {shots}");
            assert!(seen(shots - 1.0) < 0.99, "{success}: {shots}");
        }
        assert_eq!([0.99, 1.0, 1.0 + 1e-12].map(shots_to_99), [Some(1.0); 3]);
        assert_eq!([0.0, -1e-20, f64::NAN].map(shots_to_99), [None; 3]);
    }

    #[test]
    fn the_interval_of_shots_is_that_of_success_turned_round() {
        let success = success_from_counts(30, 1000).unwrap();
        let shots = shots_from_counts(30, 1000).unwrap();
        // scipy.stats.binomtest(30, 1000).proportion_ci(method="wilson")
        assert!((success.low - 0.021_093_739).abs() < 1e-8, "{success:?}");
        assert!(
            (success.high.unwrap() - 0.042_503_414).abs() < 1e-8,
            "{success:?}"
        );
        assert_eq!(shots.value, (0.01_f64.ln() / 0.97_f64.ln()).ceil());
        assert_eq!(Some(shots.low), shots_to_99(success.high.unwrap()));
        assert_eq!(shots.high, shots_to_99(success.low));
        assert!(shots.low < shots.value && shots.value < shots.high.unwrap());
    }

    #[test]
    fn what_was_never_hit_has_no_number_of_shots_and_what_was_always_hit_one() {
        assert_eq!(shots_from_counts(0, 1000), None);
        assert_eq!(
            (shots_from_counts(0, 0), success_from_counts(0, 0)),
            (None, None)
        );
        assert_eq!(success_from_counts(0, 1000).unwrap().low, 0.0);
        let always = shots_from_counts(1000, 1000).unwrap();
        assert_eq!(
            (always.value, always.low, always.high),
            (1.0, 1.0, Some(1.0))
        );
        assert_eq!(shots_from_counts(20, 20).unwrap().high, Some(3.0));
    }
}
