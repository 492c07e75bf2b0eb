//! Annealing by restarts: how many of them end at a solution, with a confidence interval, and how
//! many flips they propose.
//!
//! A restart here runs all its sweeps, whatever it meets on the way: its calls are then the same
//! for all, and what is traded is their number against success. It walks in the space of the run: a
//! move flips a qubit, or gives a register another level. Restart r on qubits is that of the
//! classical solver with seed S + r and one restart. Where the lowest energy is known, a restart
//! that has reached it is not run on: it would end there, and its calls are counted as if it did.

use super::{ComparisonPlan, Contest, Contestant};
use crate::pipeline::Problem;
use ketboard_circuits::wilson;
use ketboard_puzzles::{AnnealSettings, Ask};
use rayon::prelude::*;

/// Annealing with 1, 2, 4, … sweeps a restart, up to the plan's, or until `ask` says stop: numbers
/// of sweeps whose restarts are not all done are left out.
pub(super) fn annealing(
    problem: &Problem,
    plan: &ComparisonPlan,
    (seed, ask): (u64, Ask<'_>),
) -> Vec<Contest> {
    let doubled = std::iter::successors(Some(1_u64), |sweeps| sweeps.checked_mul(2));
    let sweeps = doubled.take_while(|sweeps| *sweeps <= plan.sweeps);
    let contest = |sweeps| {
        let all = (sweeps * plan.restarts, plan.restarts);
        let found = restarts(problem, (all, None), seed, ask)?;
        let Restarts { solved, proposed } = found;
        let calls = proposed as f64 / plan.restarts as f64 + 1.0;
        let contestant = Contestant::Annealing { sweeps };
        let success = Some(solved as f64 / plan.restarts as f64);
        Some(Contest {
            confidence_interval: Some(wilson(solved, plan.restarts)),
            measured_runs: Some(plan.restarts),
            ..Contest::new(contestant, success, calls)
        })
    };
    sweeps.map_while(contest).collect()
}

/// Restarts together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pipeline) struct Restarts {
    /// How many ended at a board that obeys the rules and is best where boards differ in value.
    pub(in crate::pipeline) solved: u64,
    /// Moves that they proposed, those of the descents included.
    pub(in crate::pipeline) proposed: u64,
}

/// So many sweeps in so many restarts, none of which takes two more than another, unless `ask`,
/// which is asked before each restart, says stop; `lowest` is the least energy of the space, where
/// that is known.
pub(in crate::pipeline) fn restarts(
    problem: &Problem,
    ((sweeps, restarts), lowest): ((u64, u64), Option<f64>),
    seed: u64,
    ask: Ask<'_>,
) -> Option<Restarts> {
    // on the qubits where the cost cannot be tabulated over the registers: nothing runs on them
    // then
    let registers = problem.tables_on_registers().and_then(Result::ok);
    let outcome = |restart: u64| {
        if ask().is_break() {
            return None;
        }
        let own = sweeps / restarts + u64::from(restart < sweeps % restarts);
        let seed = seed.wrapping_add(restart);
        let (board, proposed) = match &registers {
            Some((tables, dims)) => {
                let found = tables.anneal(dims, own, seed);
                let digits = found.levels.iter().zip(dims).rev();
                let index = digits.fold(0, |index, (&level, &d)| index * d as u64 + level as u64);
                (problem.lift_index(index), found.proposals)
            }
            None => on_qubits(problem, own, lowest, seed),
        };
        Some((u64::from(problem.solves(&board)), proposed))
    };
    let sum = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
    let outcomes = (0..restarts).into_par_iter().map(outcome);
    let (solved, proposed) = outcomes.try_reduce(|| (0, 0), |a, b| Some(sum(a, b)))?;
    Some(Restarts { solved, proposed })
}

/// The board that a restart on the qubits ends with, and the moves that it proposed.
fn on_qubits(problem: &Problem, sweeps: u64, lowest: Option<f64>, seed: u64) -> (Vec<bool>, u64) {
    let settings = AnnealSettings {
        sweeps,
        restarts: 1,
        seed,
        target_energy: lowest,
        ..AnnealSettings::default()
    };
    let cost = &problem.cost.polynomial;
    let found = settings.anneal(cost.n(), cost.terms());
    // A sweep and a pass of a descent propose a flip of every qubit; from the lowest energy
    // one pass leads nowhere.
    let passes = if found.reached_target {
        sweeps + 1
    } else {
        found.sweeps + found.descents
    };
    (problem.lift(&found.bits), passes * cost.n() as u64)
}
