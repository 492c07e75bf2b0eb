//! One table for a puzzle: random guess, QAOA, Grover search, annealing and exact search on what
//! the reduction leaves.
//!
//! An algorithm is judged by one *run* of it: a measurement of a circuit, a restart of annealing, a
//! whole exact search. Of a run there is its success, the probability that it ends at a board that
//! obeys all rules (and is best, where boards differ in value), and its calls, the looks at the
//! rules that it takes:
//!
//! | algorithm | calls of a run |
//! |---|---|
//! | random guess | 1: the check of the guess |
//! | QAOA | p cost layers, and the check of the measured board |
//! | Grover search | k oracles, and the check of the measured board |
//! | annealing | moves proposed, those of the last descent included, and the check of the board |
//! | exact search | values assumed; it finds *all* boards and checks as it goes |
//!
//! These are not of one price: a cost layer or an oracle looks at the whole board, a proposed move
//! at the terms of one qubit or register. With success P,
//!
//! > runs to 99 % = ⌈ln 0.01 / ln(1 − P)⌉, calls to 99 % = runs · calls of a run
//!
//! (the time to solution of Rønnow et al., Science 345, 420 (2014), arXiv 1401.2910, in calls). The
//! search for QAOA's angles comes before all runs and is counted apart. Annealing is measured, so
//! its success has a confidence interval; the others are exact.
//!
//! Grover's oracle here is written from the solutions that the exact solver lists: it shows what a
//! search would cost whose oracle is no dearer than this.
//!
//! A model without rules is searched for its exact ground states: a look at the rules is then a
//! look at the energy, and exact search looks at the energies of all states.
//!
//! On registers the random guess, QAOA, Grover's search and annealing are of the states of the
//! registers; exact search knows no registers.

mod contest;

pub(crate) use contest::{CircuitSize, Contest, Contestant};

use super::{Outcome, Problem, Record, SearchPlan, exact_search_nodes, measure, run};
use crate::error::Result;
use ketboard_circuits::{GroverAmplitudes, wilson};
use ketboard_puzzles::{AnnealSettings, Ask};
use ketboard_qaoa::{Stage, search::Callback};
use rayon::prelude::*;
use serde::Serialize;

/// What is compared.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ComparisonPlan {
    /// Numbers of Grover iterations beside 1 and the best one.
    pub iterations: Vec<usize>,
    /// Restarts of annealing, each with a seed of its own.
    pub restarts: u64,
    /// The most sweeps of a restart; 1, 2, 4, … up to it are tried.
    pub sweeps: u64,
}

impl Default for ComparisonPlan {
    /// The best number of iterations, 1000 restarts, up to 256 sweeps.
    fn default() -> Self {
        Self {
            iterations: Vec::new(),
            restarts: 1000,
            sweeps: 256,
        }
    }
}

/// A run of QAOA, and other algorithms beside it: the object of `compare --json`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Comparison {
    /// The run at its largest depth.
    #[serde(flatten)]
    pub record: Record,
    /// How many basis states there are: the candidates of a guess and of Grover's search.
    #[serde(rename = "search_space")]
    pub space: f64,
    /// How many of them are solutions.
    pub marked: usize,
    /// The gates over which depths and CX are counted.
    pub gate_set: &'static str,
    /// Random guess, QAOA by depth, Grover by iterations, annealing by sweeps, exact search.
    #[serde(rename = "algorithms")]
    pub contests: Vec<Contest>,
}

impl Comparison {
    /// The contests of a short table: of annealing the one with the fewest calls to 99 %, all of
    /// the others.
    pub(crate) fn in_short(&self) -> Vec<&Contest> {
        let is_annealing = |c: &&Contest| matches!(c.contestant, Contestant::Annealing { .. });
        let price = |c: &Contest| c.calls_to_99.unwrap_or(f64::INFINITY);
        let annealing = self.contests.iter().filter(is_annealing);
        let cheapest = annealing.rev().min_by(|a, b| price(a).total_cmp(&price(b)));
        let is_shown = |one: &&Contest| !is_annealing(one) || Some(*one) == cheapest;
        self.contests.iter().filter(is_shown).collect()
    }
}

/// Runs every algorithm on a prepared problem. Where no qubit is left, there is no circuit and
/// nothing to anneal. `callback` hears of the search for angles, and `ask` is called between
/// restarts of annealing and in the exact search; where it says stop, the contests so far are
/// returned, and the record says `stopped`.
///
/// # Errors
/// Where a limit stopped the exact solver, and where a state does not fit into memory.
pub(crate) fn compare(
    problem: &Problem,
    search: &SearchPlan,
    plan: &ComparisonPlan,
    callback: Callback<'_>,
    ask: Ask<'_>,
) -> Result<Comparison> {
    problem.needs_all_solutions()?;
    let Outcome { record, stages, .. } = run(problem, search, callback)?;
    let (marked, space) = (problem.truth.indices.len(), problem.states() as f64);
    let guess = Contest::new(Contestant::RandomGuess, Some(marked as f64 / space), 1.0);
    let mut comparison = Comparison {
        record,
        space,
        marked,
        gate_set: "one-qubit gates and CX",
        contests: vec![guess],
    };
    if problem.qubits() > 0 {
        let layers = qaoa(problem, search, &stages)?;
        let searches = grover(problem, &comparison, &plan.iterations)?;
        comparison.contests.extend(layers);
        comparison.contests.extend(searches);
        let annealed = annealing(problem, plan, (search.seed, ask));
        comparison.contests.extend(annealed);
    }
    let nodes = exact_search_nodes(problem, Some(ask)).map(|nodes| nodes as f64);
    let exact = nodes.map(|nodes| Contest::new(Contestant::ExactSearch, Some(1.0), nodes));
    comparison.contests.extend(exact);
    if ask().is_break() {
        comparison.record.found.stopped = Some(true);
    }
    Ok(comparison)
}

/// QAOA at every depth that was searched.
fn qaoa(problem: &Problem, search: &SearchPlan, stages: &[Stage]) -> Result<Vec<Contest>> {
    let named = problem.ansatz_of(search.ansatz, search.precision)?;
    let circuit = |stage: &Stage| CircuitSize::of_qaoa(problem, &stage.angles);
    let contest = |stage: &Stage| {
        let (metrics, _) = measure(&named.ansatz, &problem.truth, &stage.angles)?;
        let (success, calls) = (metrics.success_probability, stage.depth as f64 + 1.0);
        let contestant = Contestant::Qaoa { depth: stage.depth };
        Ok(Contest {
            // of angles for each group the circuit is not known
            circuit: circuit(stage).filter(|_| named.groups.is_none()),
            angle_evaluations: Some(stage.evaluations),
            ..Contest::new(contestant, success, calls)
        })
    };
    // of a depth that was stopped nobody knows what it is worth
    let done = stages.iter().filter(|stage| !stage.stopped);
    done.map(contest).collect()
}

/// Grover's search with 1, the best and the given numbers of iterations, ascending.
fn grover(problem: &Problem, comparison: &Comparison, given: &[usize]) -> Result<Vec<Contest>> {
    let best = GroverAmplitudes::best_iterations(comparison.marked as f64, comparison.space);
    let mut iterations = vec![1.min(best), best];
    iterations.extend(given);
    iterations.sort_unstable();
    iterations.dedup();
    let sizes = CircuitSize::of_grover(problem, &iterations)?;
    let contest = |(&k, circuit): (&usize, Option<CircuitSize>)| {
        let success =
            GroverAmplitudes::success_after(k as f64, comparison.marked as f64, comparison.space);
        let calls = k as f64 + 1.0;
        let contestant = Contestant::Grover { iterations: k };
        Contest {
            circuit,
            ..Contest::new(contestant, Some(success), calls)
        }
    };
    Ok(iterations.iter().zip(sizes).map(contest).collect())
}

/// Annealing by restarts, how many of which end at a solution, with 1, 2, 4, … sweeps a restart, up
/// to the plan's, or until `ask` says stop: numbers of sweeps whose restarts are not all done are
/// left out.
fn annealing(
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
///
/// A restart runs all its sweeps, whatever it meets on the way: its calls are then the same for
/// all, and what is traded is their number against success. It walks in the space of the run: a
/// move flips a qubit, or gives a register another level. Restart r on qubits is that of the
/// classical solver with seed S + r and one restart. Where the lowest energy is known, a restart
/// that has reached it is not run on: it would end there, and its calls are counted as if it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Restarts {
    /// How many ended at a board that obeys the rules and is best where boards differ in value.
    pub(super) solved: u64,
    /// Moves that they proposed, those of the descents included.
    pub(super) proposed: u64,
}

/// So many sweeps in so many restarts, none of which takes two more than another, unless `ask`,
/// which is asked before each restart, says stop; `lowest` is the least energy of the space, where
/// that is known.
pub(super) fn restarts(
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
