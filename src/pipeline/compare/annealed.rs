//! Annealing by restarts: how many of them end at a solution, with a confidence interval, and how
//! many flips they propose.
//!
//! A restart here runs all its sweeps, whatever it meets on the way: its calls are then the same
//! for all, and what is traded is their number against success. Restart r is that of
//! `classical --method anneal` with seed S + r, one restart and no target.

use super::{ComparisonPlan, Contest, Contestant};
use crate::pipeline::{Problem, Truth};
use ketboard_circuits::wilson;
use ketboard_puzzles::{AnnealSettings, Annealed, Ask, anneal};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// Annealing with 1, 2, 4, … sweeps a restart, up to the plan's, or until `ask` says stop: numbers
/// of sweeps whose restarts are not all done are left out.
pub(super) fn annealing(
    problem: &Problem,
    truth: &Truth,
    plan: &ComparisonPlan,
    (seed, ask): (u64, Ask<'_>),
) -> Vec<Contest> {
    let doubled = std::iter::successors(Some(1_u64), |sweeps| sweeps.checked_mul(2));
    let sweeps = doubled.take_while(|sweeps| *sweeps <= plan.sweeps);
    let contest = |sweeps| {
        let found = restarts_asking(problem, truth, (sweeps, plan.restarts), seed, ask)?;
        let Restarts { solved, proposed } = found;
        let calls = proposed as f64 / plan.restarts as f64 + 1.0;
        let contestant = Contestant::Annealing { sweeps };
        Some(Contest {
            measured: Some((plan.restarts, wilson(solved, plan.restarts))),
            ..Contest::exact(contestant, solved as f64 / plan.restarts as f64, calls)
        })
    };
    sweeps.map_while(contest).collect()
}

/// Restarts together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pipeline) struct Restarts {
    /// How many ended at a board that obeys the rules and is best where boards differ in value.
    pub(in crate::pipeline) solved: u64,
    /// Flips that they proposed, those of the descents included.
    pub(in crate::pipeline) proposed: u64,
}

/// So many restarts of so many sweeps.
pub(in crate::pipeline) fn restarts(
    problem: &Problem,
    truth: &Truth,
    (sweeps, restarts): (u64, u64),
    seed: u64,
) -> Restarts {
    let go_on = || ControlFlow::Continue(());
    restarts_asking(problem, truth, (sweeps, restarts), seed, &go_on).expect("nobody says stop")
}

/// The same, unless `ask`, which is asked before each restart, says stop.
fn restarts_asking(
    problem: &Problem,
    truth: &Truth,
    (sweeps, restarts): (u64, u64),
    seed: u64,
    ask: Ask<'_>,
) -> Option<Restarts> {
    let cost = &problem.cost.polynomial;
    let outcome = |restart: u64| {
        if ask().is_break() {
            return None;
        }
        let settings = AnnealSettings {
            sweeps,
            restarts: 1,
            seed: seed.wrapping_add(restart),
            ..AnnealSettings::default()
        };
        let found = anneal(cost.n(), cost.terms(), &settings);
        let board = problem.lift(&found.bits);
        let solves = problem.is_solved_by(&board, truth);
        Some((u64::from(solves), proposals(&found, cost.n())))
    };
    let sum = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
    let outcomes = (0..restarts).into_par_iter().map(outcome);
    let (solved, proposed) = outcomes.try_reduce(|| (0, 0), |a, b| Some(sum(a, b)))?;
    Some(Restarts { solved, proposed })
}

/// A sweep and a pass of a descent propose a flip of every qubit.
fn proposals(found: &Annealed, qubits: usize) -> u64 {
    (found.sweeps + found.descents) * qubits as u64
}
