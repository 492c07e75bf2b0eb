//! The stages in order: a puzzle is reduced, encoded, optimized, sampled, decoded and judged. Read this file first.
//!
//! It joins the classical half (puzzle, model, reduction, encoding, exact solver) with the quantum half (state vector, ansatz,
//! optimizer). What crosses the middle is a list of (mask, coefficient) terms one way and probabilities of basis states back.

mod advice;
mod amplitudes;
mod ansatz_kind;
mod compare;
mod deletion;
mod density_time;
mod device;
mod frequency;
mod grover;
mod lowest;
mod metrics;
mod objective;
mod plain;
mod plan;
mod problem;
mod registers;
mod sampled;
mod search;
mod side_by_side;
mod spectrum;
mod state_set;
mod variational;
mod verdict;

#[cfg(test)]
pub(crate) use advice::MOST_ADVISED_QUBITS;
pub use advice::{Advice, Broken, KindAdvice, SafeWeight, advise};
pub(crate) use amplitudes::Amplitudes;
pub use ansatz_kind::AnsatzKind;
pub(crate) use ansatz_kind::{GroupedAnsatz, NamedParts};
#[cfg(test)]
pub(crate) use compare::CircuitSize;
pub(crate) use compare::{Comparison, ComparisonPlan, Contest, Contestant, compare};
pub(crate) use deletion::{DeletionOutcome, DeletionStep, solve_by_deletion_asking};
pub use deletion::{
    DeletionPlan, Ending, Guesses, deletion_circuit, deletion_position, solve_by_deletion,
};
pub(crate) use density_time::density_time;
pub(crate) use device::{DevicePlan, OnDevice, Prediction, on_device};
pub(crate) use frequency::{Frequency, solution_frequency};
pub use grover::{GroverMethod, GroverPlan, Iterations};
pub(crate) use grover::{
    GroverOutcome, check_space, grover_circuit, impossible_square, plain_queens, plain_squares,
    search_by_grover, search_by_grover_asking,
};
#[cfg(test)]
pub(crate) use lowest::energies;
pub(crate) use lowest::minimize;
pub use lowest::{Lowest, Sample};
pub(crate) use metrics::{
    BasisStates, DeviceTime, Estimate, KindKept, LayerNumbers, annealing_at_equal_calls,
    approximation_ratio, entanglement_entropy, exact_search_nodes, grover_at_depth, layer_by_layer,
    shots_from_counts, shots_to_99, success_from_counts,
};
#[cfg(test)]
pub(crate) use metrics::{LikelyBoard, MOST_LEVELS_OF_HALF, MOST_STATES_READ};
pub use objective::Objective;
pub(crate) use plain::PlainModel;
#[cfg(test)]
pub(crate) use plan::AUTOMATIC_QUBITS;
pub(crate) use plan::ReductionPlan;
pub(crate) use problem::{Problem, Truth};
pub(crate) use registers::{
    AnsatzCircuit, AnsatzCounts, Guess, RegisterAnsatz, RegisterPlan, Registers, WarmStart,
};
pub(crate) use sampled::boards_that_obey;
pub(crate) use search::{
    SearchPlan, continue_angles, find_angles, find_angles_knowing, is_cut_short,
};
pub(crate) use side_by_side::CostSize;
pub(crate) use spectrum::{GroverMixerDepth, Spectrum, memory_for_counting};
pub(crate) use state_set::StateSet;
pub(crate) use variational::{Distribution, Evaluate, Variational};
pub use verdict::Metrics;
pub(crate) use verdict::{measure, measure_in};

use crate::error::Result;
use ketboard_circuits::{Counts, Judged, draw_samples_from, judge_by};
use ketboard_puzzles::Assignment;
#[cfg(test)]
use ketboard_puzzles::{Contradiction, Puzzle, Weights};
use ketboard_qaoa::{Callback, Precision, Real, Stage};

/// How many of the likeliest basis states an outcome lists.
const LIKELIEST: usize = 12;

/// What a run of QAOA on a puzzle found.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// One stage per depth, 1 to p; empty where no qubit was left.
    pub stages: Vec<Stage>,
    /// The parts of the cost that have a γ of their own, in the order of the series; `None` where one γ serves all.
    pub groups: Option<Vec<String>>,
    /// The numbers of the deepest state.
    pub metrics: Metrics,
    /// The sampled basis states; of registers, [`Problem::bits`] tells the qubits.
    pub counts: Counts,
    /// The sampled boards, judged by the rules, most frequent first.
    pub judged: Vec<Judged>,
    /// The likeliest basis states with their probabilities, likeliest first.
    pub likeliest: Vec<(u64, f64)>,
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
}

/// Reduces and encodes a puzzle.
///
/// # Errors
/// The contradiction, where the reduction finds that the puzzle has no solution.
#[cfg(test)]
pub(crate) fn prepare(
    puzzle: Puzzle,
    plan: &ReductionPlan,
    weights: Weights,
) -> std::result::Result<Problem, Box<Contradiction>> {
    Problem::new(puzzle, plan, weights)
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
    let plan = &plan.for_family(problem.puzzle.family);
    if let Some(ansatz) = problem.register_ansatz_in(plan.precision())? {
        plan.ansatz.check_on_registers()?;
        let broken = problem.rule_broken_on_registers(ansatz.cost());
        let broken = broken.filter(|_| !truth.boards.is_empty());
        return run_on(&ansatz, (problem, truth, broken), plan, callback);
    }
    if let Some(ansatz) = problem.grouped_ansatz(plan.ansatz, plan.precision())? {
        let broken = problem.rule_broken_at_lowest_energy(ansatz.cost());
        let outcome = run_on(&ansatz, (problem, truth, broken), plan, callback)?;
        return Ok(Outcome {
            groups: Some(ansatz.names().to_vec()),
            ..outcome
        });
    }
    let diagonal = problem.diagonal_in(plan.precision())?;
    let broken = problem.rule_broken_at_lowest_energy(&diagonal);
    run_on(&diagonal, (problem, truth, broken), plan, callback)
}

fn run_on(
    cost: &impl Variational,
    subject: (&Problem, &Truth, Option<usize>),
    plan: &SearchPlan,
    callback: Callback<'_>,
) -> Result<Outcome> {
    let stages = find_angles_knowing(cost, subject.1, plan, callback)?;
    match plan.precision() {
        Precision::F64 => finish::<f64, _>(cost, subject, plan, stages),
        Precision::F32 => finish::<f32, _>(cost, subject, plan, stages),
    }
}

fn finish<T: Real, C: Variational>(
    cost: &C,
    (problem, truth, broken): (&Problem, &Truth, Option<usize>),
    plan: &SearchPlan,
    stages: Vec<Stage>,
) -> Result<Outcome> {
    let angles = stages
        .last()
        .map(|stage| stage.angles.clone())
        .unwrap_or_default();
    let (metrics, state) = measure_in::<T, C>(cost, truth, &angles)?;
    let (total, measured) = (state.norm().powi(2), |marks: &[f64]| state.measured(marks));
    let bits = cost.states().next_power_of_two().trailing_zeros() as usize;
    let counts = draw_samples_from(bits, total, measured, plan.shots, plan.seed)?;
    let board = |index: &u64| problem.lift_index(*index);
    let judged = judge_by(&counts, &problem.puzzle.model, board, truth.best);
    let likeliest = state.likeliest(LIKELIEST);
    let evaluations = stages
        .last()
        .map_or(0, |stage| stage.calls_so_far.evaluations());
    Ok(Outcome {
        stopped: is_cut_short(cost, plan, &stages),
        stages,
        groups: None,
        metrics,
        counts,
        judged,
        likeliest,
        evaluations,
        rule_broken_at_lowest_energy: broken,
    })
}
