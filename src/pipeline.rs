//! The stages in order: a puzzle is reduced, encoded, optimized, sampled, decoded and judged. Read
//! this file first.
//!
//! It joins the classical half (puzzle, model, reduction, encoding, exact solver) with the quantum
//! half (state vector, ansatz, optimizer). What crosses the middle is a list of (mask, coefficient)
//! terms one way and probabilities of basis states back.

mod advice;
mod angle_table;
mod ansatz_kind;
mod compare;
mod deletion;
mod density_time;
mod device;
mod encoding_memory;
mod evaluate;
mod frequency;
mod grover;
mod likeliest;
mod lowest;
mod metrics;
mod plain;
mod plan;
mod problem;
mod registers;
mod sampled;
mod search;
mod spectrum;
mod state_set;
mod verdict;

#[cfg(test)]
pub(crate) use advice::MOST_ADVISED_QUBITS;
pub use advice::{Advice, Broken, KindAdvice, SafeWeight, advise};
pub use angle_table::AngleTable;
pub(crate) use ansatz_kind::AnsatzKind;
pub(crate) use ansatz_kind::{NamedAnsatz, NamedParts};
#[cfg(test)]
pub(crate) use compare::CircuitSize;
pub(crate) use compare::{Comparison, ComparisonPlan, Contest, Contestant, compare};
pub use deletion::{
    DeletionOutcome, DeletionStep, Ending, deletion_circuit, deletion_position, solve_by_deletion,
};
pub(crate) use density_time::density_time;
pub(crate) use device::{DevicePlan, OnDevice, Prediction, on_device};
pub(crate) use frequency::{Frequency, solution_frequency};
pub use grover::{GroverMethod, GroverOutcome, GroverPlan};
pub(crate) use grover::{RowsCircuit, grover_circuit, search_by_grover};
#[cfg(test)]
pub(crate) use lowest::energies;
pub(crate) use lowest::minimize;
pub use lowest::{Lowest, Sample};
pub(crate) use metrics::LikelyBoard;
pub(crate) use metrics::{
    BasisStates, DeviceTime, KindKept, LayerNumbers, ShotEstimate, annealing_at_equal_layers,
    approximation_ratio, exact_search_nodes, first_layers, grover_at_depth, layer_by_layer,
    layers_of_calls, shots_from_counts, shots_to_99, success_from_counts,
};
#[cfg(test)]
pub(crate) use metrics::{MOST_STATES_READ, ShownBoards};
pub(crate) use plain::PlainModel;
pub(crate) use plan::{AUTOMATIC_QUBITS, ReductionPlan};
pub(crate) use problem::{Judge, Problem, Truth, Unprepared};
pub(crate) use registers::{
    AnsatzCircuit, AnsatzCounts, Guess, RegisterPlan, Registers, WarmStart,
};
pub(crate) use sampled::boards_that_obey;
pub(crate) use search::{
    SearchPlan, continue_angles, find_angles, find_angles_knowing, is_cut_short,
};
pub(crate) use spectrum::{GroverMixerDepth, Spectrum};
pub(crate) use state_set::StateSet;
pub use verdict::Metrics;
pub(crate) use verdict::measure;

use crate::error::Result;
use evaluate::{AngleSource, layer_metrics};
use ketboard_circuits::{Counts, Judged, judge};
use ketboard_puzzles::Assignment;
#[cfg(test)]
use ketboard_puzzles::{Puzzle, Weights};
use ketboard_qaoa::{Angles, Ansatz, Callback, Cost, Progress, Stage, State};
use likeliest::likeliest_boards;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// How many of the likeliest basis states an outcome lists.
const LIKELIEST: usize = 12;

/// What a run of QAOA on a puzzle found.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// One stage per depth, 1 to p; empty where no qubit was left.
    pub stages: Vec<Stage>,
    /// The parts of the cost that have a γ of their own, in the order of the series; `None` where
    /// one γ serves all.
    pub groups: Option<Vec<String>>,
    /// The numbers of the deepest state.
    pub metrics: Metrics,
    /// The sampled basis states; of registers, [`Problem::bits`] tells the qubits.
    pub counts: Counts,
    /// The sampled boards, judged by the rules, most frequent first.
    pub judged: Vec<Judged>,
    /// The likeliest basis states with their probabilities, likeliest first.
    pub likeliest: Vec<(u64, f64)>,
    /// The likeliest boards; `None` where boards have several basis states, too many to read.
    pub likeliest_boards: Option<Vec<LikelyBoard>>,
    /// At given angles the numbers after 0, s, 2s, …, p layers; of a search none.
    pub layers: Vec<Metrics>,
    /// The s of these.
    pub layer_step: usize,
    /// Calls of the simulator during optimization.
    pub evaluations: u64,
    /// Whether the search was stopped before it was done: all else is of the angles found until
    /// there, or of the start where there are none.
    pub stopped: bool,
    /// As [`Problem::rule_broken_at_lowest_energy`]: where there is one, a weight is too small.
    pub rule_broken_at_lowest_energy: Option<usize>,
}

impl Outcome {
    /// The most frequent sampled board that obeys all rules and has the best value.
    pub(crate) fn board(&self) -> Option<&Assignment> {
        self.judged
            .iter()
            .find(|judged| judged.solves())
            .map(|judged| &judged.assignment)
    }

    /// The angles of the deepest stage.
    pub(crate) fn angles(&self) -> Angles {
        let last = self.stages.last();
        last.map(|stage| stage.angles.clone()).unwrap_or_default()
    }

    /// Number of layers.
    pub(crate) fn depth(&self) -> usize {
        self.stages.last().map_or(0, |stage| stage.depth)
    }

    /// The exact value of what was minimized.
    pub(crate) fn objective_value(&self) -> Option<f64> {
        self.stages.last().map(|stage| stage.objective)
    }

    /// Number of samples.
    pub(crate) fn shots(&self) -> u64 {
        self.counts.total() as u64
    }

    /// How many of them obey the rules.
    pub(crate) fn shots_that_obey(&self) -> u64 {
        let obeying = self.judged.iter().filter(|judged| judged.obeys());
        obeying.map(|judged| judged.weight).sum::<f64>() as u64
    }

    /// How many of them obey the rules and are best.
    pub(crate) fn shots_that_solve(&self) -> u64 {
        let solving = self.judged.iter().filter(|judged| judged.solves());
        solving.map(|judged| judged.weight).sum::<f64>() as u64
    }
}

/// Reduces and encodes a puzzle.
///
/// # Errors
/// As [`Problem::new`].
#[cfg(test)]
pub(crate) fn prepare(
    puzzle: Puzzle,
    plan: &ReductionPlan,
    weights: Weights,
) -> std::result::Result<Problem, Unprepared> {
    Problem::new(puzzle, plan, weights)
}

impl Problem {
    /// An encoded rule that a state of lowest energy breaks though the puzzle has a solution, as an
    /// index into the model's constraints: the sign of a weight that is too small. `cost` is that
    /// of the problem's ansatz.
    pub(crate) fn broken_rule(&self, truth: &Truth, cost: &Cost) -> Option<usize> {
        match self.registers {
            Some(_) if truth.boards.is_empty() => None,
            Some(_) => self.rule_broken_on_registers(cost),
            None => self.rule_broken_at_lowest_energy(cost),
        }
    }
}

/// Runs QAOA on a prepared problem: angles, state, samples, verdicts. `callback` may stop the
/// search for angles; the rest then follows from those it has found ([`Outcome::stopped`]).
///
/// # Errors
/// If the state does not fit into memory.
pub(crate) fn run(
    problem: &Problem,
    truth: &Truth,
    plan: &SearchPlan,
    callback: Callback<'_>,
) -> Result<Outcome> {
    Ok(run_at(problem, truth, plan, AngleSource::Search(callback))?.0)
}

/// Runs QAOA on a prepared problem at given angles: state, samples, verdicts, and no search. Of the
/// plan the ansatz, the precision, the samples and their seed count. The numbers after every
/// `step` layers and after the last are measured, too.
///
/// # Errors
/// As [`run`]; if the angles do not fit the ansatz, or are not finite.
pub(crate) fn evaluate(
    problem: &Problem,
    truth: &Truth,
    plan: &SearchPlan,
    angles: &Angles,
    step: usize,
) -> Result<(Outcome, State)> {
    run_at(problem, truth, plan, AngleSource::Given(angles, step))
}

fn run_at(
    problem: &Problem,
    truth: &Truth,
    plan: &SearchPlan,
    source: AngleSource<'_>,
) -> Result<(Outcome, State)> {
    let plan = &plan.for_problem(problem);
    let NamedAnsatz { ansatz, groups } = problem.ansatz(plan.ansatz, plan.precision)?;
    let broken = problem.broken_rule(truth, ansatz.cost());
    let last = Mutex::new(None);
    let (stages, layers, layer_step) = match &source {
        AngleSource::Search(callback) => {
            let heard = |progress: &Progress| {
                *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
                callback(progress)
            };
            let stages = find_angles_knowing(&ansatz, truth, plan, &heard)?;
            (stages, Vec::new(), 1)
        }
        AngleSource::Given(angles, step) => {
            let layers = layer_metrics(&ansatz, truth, angles, *step)?;
            (evaluate::stages(&ansatz, angles, &layers), layers, *step)
        }
    };
    let searched = layers.is_empty();
    let last = last.into_inner().unwrap_or_else(PoisonError::into_inner);
    let is_cut_short = is_cut_short(&ansatz, plan, &stages);
    // the callback of a search that was stopped has said so, and the shots still belong to what was
    // found
    let go_on = |_| match (&source, last) {
        (AngleSource::Search(callback), Some(mut progress)) if !is_cut_short => {
            progress.ended = false;
            callback(&progress)
        }
        _ => ControlFlow::Continue(()),
    };
    let (outcome, state) = finish(&ansatz, (problem, truth), plan, stages, &go_on)?;
    let outcome = Outcome {
        groups,
        layers,
        layer_step,
        stopped: searched && outcome.stopped,
        rule_broken_at_lowest_energy: broken,
        ..outcome
    };
    Ok((outcome, state))
}

/// The numbers and samples of the state at the deepest angles.
fn finish(
    ansatz: &Ansatz,
    (problem, truth): (&Problem, &Truth),
    plan: &SearchPlan,
    stages: Vec<Stage>,
    go_on: &dyn Fn(u64) -> ControlFlow<()>,
) -> Result<(Outcome, State)> {
    let angles = stages
        .last()
        .map(|stage| stage.angles.clone())
        .unwrap_or_default();
    let (metrics, state) = measure(ansatz, truth, &angles)?;
    let bits = ansatz.states().next_power_of_two().trailing_zeros() as usize;
    let counts = Counts::from_shots(bits, state.sample_asking(plan.shots, plan.seed, go_on)?);
    let board = |index: &u64| problem.lift_index(*index);
    let mut judged = judge(&counts, &problem.puzzle.model, board, truth.best);
    if problem.judge == Judge::Energy {
        let is_ground = |index: &u64| truth.indices.contains(*index);
        judged
            .iter_mut()
            .for_each(|judged| judged.is_best = is_ground(&judged.outcome));
    }
    let likeliest = state.likeliest(LIKELIEST);
    let boards = likeliest_boards(problem, truth, &state, LIKELIEST);
    let evaluations = stages.last().map_or(0, |stage| stage.evaluations);
    let outcome = Outcome {
        stopped: is_cut_short(ansatz, plan, &stages),
        stages,
        groups: None,
        metrics,
        counts,
        judged,
        likeliest,
        likeliest_boards: boards,
        layers: Vec::new(),
        layer_step: 1,
        evaluations,
        rule_broken_at_lowest_energy: None,
    };
    Ok((outcome, state))
}
