//! The stages in order: a puzzle is reduced, encoded, optimized, sampled, decoded and judged. Read
//! this file first.
//!
//! It joins the classical half (puzzle, model, reduction, encoding, exact solver) with the quantum
//! half (state vector, ansatz, optimizer). What crosses the middle is a list of (mask, coefficient)
//! terms one way and probabilities of basis states back.

mod advice;
mod ansatz;
mod compare;
mod deletion;
mod device;
mod fit;
mod grover;
mod metrics;
mod problem;
mod record;
mod recorder;
mod registers;
mod search;
mod state_set;
mod truth;

#[cfg(test)]
pub(crate) use advice::MOST_ADVISED_QUBITS;
pub use advice::{Advice, Broken, KindAdvice, SafeWeight};
pub(crate) use ansatz::NamedAnsatz;
#[cfg(test)]
pub(crate) use compare::CircuitSize;
#[cfg(test)]
pub(crate) use compare::{Comparison, Contestant};
pub(crate) use compare::{ComparisonPlan, Contest, compare};
#[cfg(test)]
pub(crate) use deletion::deletion_position;
pub use deletion::{DeletionOutcome, DeletionStep, OpenCell, deletion_circuit, solve_by_deletion};
pub use device::DeviceRecord;
pub(crate) use device::{DevicePlan, Prediction, on_device};
pub use grover::{GroverMethod, GroverOutcome, GroverPlan};
pub(crate) use grover::{RowsCircuit, grover_circuit, search_by_grover};
#[cfg(test)]
pub(crate) use metrics::MOST_STATES_READ;
pub(crate) use metrics::{
    Annealed, AnnealingBudget, BasisStates, KindKept, LayerNumbers, LikelyBoard, ShotEstimate,
    annealing_beside, approximation_ratio, exact_search_nodes, first_layers, grover_at_depth,
    layer_by_layer, shots_from_counts, shots_to_99, success_from_counts,
};
pub use problem::Problem;
pub(crate) use problem::{Source, drawn};
pub(crate) use record::{
    AfterLayers, Conventions, Input, Layers, Record, Wanted, chain_name, key_of,
};
#[cfg(test)]
pub(crate) use record::{Baselines, Found, MeasuredRecord};
pub(crate) use recorder::Recorder;
pub(crate) use registers::{AnsatzCircuit, Registers, registers_record};
pub(crate) use search::{SearchPlan, continue_angles, find_angles, is_cut_short};
pub(crate) use state_set::StateSet;
pub use truth::Metrics;
pub(crate) use truth::{Truth, boards_that_obey, measure, solution_frequency};

use crate::error::Result;
use ketboard_circuits::{Counts, Judged};
use ketboard_puzzles::Assignment;
use ketboard_qaoa::{Angles, Stage, State, search::Callback};
use metrics::likeliest_boards;

/// How many of the likeliest basis states an outcome lists.
pub(crate) const LIKELIEST: usize = 1000;
/// How many of the likeliest boards it lists.
const LIKELIEST_BOARDS: usize = 12;

/// What a run of QAOA on a puzzle found.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// All that is said of it.
    pub record: Record,
    /// One stage per depth, 1 to p; empty where no qubit was left.
    pub stages: Vec<Stage>,
    /// The sampled basis states; of registers, [`Problem::bits`] gives the qubits.
    pub counts: Counts,
    /// The sampled boards, judged by the rules, most frequent first.
    pub judged: Vec<Judged>,
    /// The likeliest basis states with their probabilities, likeliest first.
    pub likeliest: Vec<(u64, f64)>,
    /// As [`Problem::rule_broken_at_lowest_energy`]: where there is one, a weight is too small.
    pub rule_broken_at_lowest_energy: Option<usize>,
}

impl Outcome {
    /// The most frequent sampled board that obeys all rules and has the best value.
    pub(crate) fn board(&self) -> Option<&Assignment> {
        solving(&self.judged)
    }
}

/// The most frequent board that obeys all rules and has the best value.
fn solving(judged: &[Judged]) -> Option<&Assignment> {
    let solution = judged.iter().find(|judged| judged.solves())?;
    Some(&solution.assignment)
}

/// Runs QAOA on a problem: angles, state, samples, verdicts. `callback` may stop the search for
/// angles; the rest then follows from those it has found, and the record says `stopped`.
///
/// # Errors
/// If the state does not fit into memory.
pub(crate) fn run(problem: &Problem, plan: &SearchPlan, callback: Callback<'_>) -> Result<Outcome> {
    let plan = &plan.for_problem(problem);
    let named = problem.ansatz_of(plan.ansatz, plan.precision)?;
    let stages = find_angles(&named.ansatz, plan, callback)?;
    let (mut outcome, _) = outcome_at(problem, &named, plan, stages)?;
    let stopped = is_cut_short(&named.ansatz, plan, &outcome.stages);
    outcome.record.found.stopped = stopped.then_some(true);
    Ok(outcome)
}

/// The records of some depths of one search, without what takes a search of its own.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_to(
    problem: &Problem,
    plan: &SearchPlan,
    depths: &[usize],
    callback: Callback<'_>,
) -> Result<Vec<Record>> {
    let (plan, name) = (&plan.for_problem(problem), problem.stem());
    let named = problem.ansatz_of(plan.ansatz, plan.precision)?;
    let stages = find_angles(&named.ansatz, plan, callback)?.into_iter();
    let recorder = Recorder::new(problem, &named, (&problem.settings, &name));
    let wanted = stages.filter(|stage| depths.contains(&stage.depth));
    let record = |stage| recorder.record(&stage, Some(stage.layers), &Wanted::default());
    wanted.map(record).collect()
}

/// Runs QAOA on a problem at given angles: state, samples, verdicts, and no search. Of the plan the
/// ansatz, the precision, the samples and their seed count. The numbers after every `step` layers
/// and after the last are measured, too, each from the start.
///
/// # Errors
/// As [`run`]; if the angles do not fit the ansatz, or are not finite.
pub(crate) fn evaluate(
    problem: &Problem,
    plan: &SearchPlan,
    angles: &Angles,
    step: usize,
) -> Result<(Outcome, State)> {
    let named = problem.ansatz_of(plan.ansatz, plan.precision)?;
    let shape = named.ansatz.shape();
    let angles = Angles::new_in(angles.gammas.clone(), angles.betas.clone(), shape)?;
    let depth = angles.depth_in(shape);
    let after = |layer| {
        let cut = first_layers(&angles, depth, layer);
        let (metrics, _) = measure(&named.ansatz, &problem.truth, &cut)?;
        Ok(AfterLayers { layer, metrics })
    };
    let layers = (0..depth).step_by(step).chain([depth]).map(after);
    let layers: Vec<AfterLayers> = layers.collect::<Result<_>>()?;
    let last = layers.last().filter(|_| depth > 0);
    let value = last.map(|last| last.metrics.expectation);
    let stage = value.map(|value| Stage::known(depth, angles.clone(), value, (0, 0)));
    let stages = stage.into_iter().collect();
    let (mut outcome, state) = outcome_at(problem, &named, plan, stages)?;
    let record = &mut outcome.record;
    // nothing was searched, and nothing minimized
    (record.evaluations, record.search_layers) = (None, None);
    (record.objective, record.search_value) = (None, None);
    record.found.after_layers = Some(layers);
    Ok((outcome, state))
}

/// The numbers and samples of the state at the deepest angles.
fn outcome_at(
    problem: &Problem,
    named: &NamedAnsatz,
    plan: &SearchPlan,
    stages: Vec<Stage>,
) -> Result<(Outcome, State)> {
    let (truth, ansatz, last) = (&problem.truth, &named.ansatz, stages.last());
    let angles = last.map(|stage| stage.angles.clone()).unwrap_or_default();
    let (metrics, state) = measure(ansatz, truth, &angles)?;
    let sample = state.sample(plan.shots, plan.seed)?;
    let name = problem.stem();
    let recorder = Recorder::new(problem, named, (&problem.settings, &name));
    let searched = last.map_or(0, |stage| stage.layers);
    let mut record = recorder.of_state(last, (metrics, &state), &sample, Some(searched));
    let bits = ansatz.states().next_power_of_two().trailing_zeros() as usize;
    let counts = Counts::from_shots(bits, sample);
    let board = |index: &u64| problem.lift_index(*index);
    let mut judged = counts.judge(&problem.puzzle.model, board, truth.best);
    if problem.is_model {
        for judged in &mut judged {
            judged.is_best = truth.indices.contains(judged.outcome);
        }
    }
    let likeliest = likeliest_boards(problem, &state, LIKELIEST_BOARDS);
    record.found = record::Found::of(problem, &record.metrics, (&counts, &judged), likeliest);
    let outcome = Outcome {
        record,
        counts,
        judged,
        likeliest: state.likeliest(LIKELIEST),
        rule_broken_at_lowest_energy: problem.rule_broken_at_lowest_energy(ansatz.cost()),
        stages,
    };
    Ok((outcome, state))
}
