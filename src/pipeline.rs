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
    AnnealedAtEqualLayers, BasisStates, KindKept, LayerNumbers, LikelyBoard, ShotEstimate,
    annealing_at_equal_layers, approximation_ratio, exact_search_nodes, first_layers,
    grover_at_depth, layer_by_layer, shots_from_counts, shots_to_99, success_from_counts,
};
pub use problem::Problem;
pub(crate) use problem::{Source, drawn};
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
    /// One stage per depth, 1 to p; empty where no qubit was left.
    pub stages: Vec<Stage>,
    /// The parts of the cost that have a γ of their own, in the order of the series; `None` where
    /// one γ serves all.
    pub groups: Option<Vec<String>>,
    /// The numbers of the deepest state.
    pub metrics: Metrics,
    /// The sampled basis states; of registers, [`Problem::bits`] gives the qubits.
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
    /// The layers that these ran together ([`Stage::layers`]).
    pub search_layers: u64,
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

/// Runs QAOA on a problem: angles, state, samples, verdicts. `callback` may stop the search for
/// angles; the rest then follows from those it has found ([`Outcome::stopped`]).
///
/// # Errors
/// If the state does not fit into memory.
pub(crate) fn run(problem: &Problem, plan: &SearchPlan, callback: Callback<'_>) -> Result<Outcome> {
    let plan = &plan.for_problem(problem);
    let named = problem.ansatz_of(plan.ansatz, plan.precision)?;
    let stages = find_angles(&named.ansatz, plan, callback)?;
    let stopped = is_cut_short(&named.ansatz, plan, &stages);
    let (outcome, _) = outcome_at(problem, &named, plan, stages)?;
    Ok(Outcome { stopped, ..outcome })
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
    let after = |layers| {
        let cut = first_layers(&angles, depth, layers);
        Ok(measure(&named.ansatz, &problem.truth, &cut)?.0)
    };
    let layers = (0..depth).step_by(step).chain([depth]).map(after);
    let layers: Vec<Metrics> = layers.collect::<Result<_>>()?;
    // nothing was searched, so it took no evaluation
    let last = layers.last().filter(|_| depth > 0);
    let stage = last.map(|last| Stage::known(depth, angles.clone(), last.expectation, (0, 0)));
    let stages = stage.into_iter().collect();
    let (outcome, state) = outcome_at(problem, &named, plan, stages)?;
    let outcome = Outcome {
        layers,
        layer_step: step,
        ..outcome
    };
    Ok((outcome, state))
}

/// The numbers and samples of the state at the deepest angles.
fn outcome_at(
    problem: &Problem,
    NamedAnsatz { ansatz, groups }: &NamedAnsatz,
    plan: &SearchPlan,
    stages: Vec<Stage>,
) -> Result<(Outcome, State)> {
    let truth = &problem.truth;
    let last = stages.last();
    let angles = last.map(|stage| stage.angles.clone()).unwrap_or_default();
    let (metrics, state) = measure(ansatz, truth, &angles)?;
    let bits = ansatz.states().next_power_of_two().trailing_zeros() as usize;
    let counts = Counts::from_shots(bits, state.sample(plan.shots, plan.seed)?);
    let board = |index: &u64| problem.lift_index(*index);
    let mut judged = counts.judge(&problem.puzzle.model, board, truth.best);
    if problem.is_model {
        for judged in &mut judged {
            judged.is_best = truth.indices.contains(judged.outcome);
        }
    }
    let outcome = Outcome {
        groups: groups.clone(),
        metrics,
        counts,
        judged,
        likeliest: state.likeliest(LIKELIEST),
        likeliest_boards: likeliest_boards(problem, &state, LIKELIEST_BOARDS),
        layers: Vec::new(),
        layer_step: 1,
        evaluations: last.map_or(0, |stage| stage.evaluations),
        search_layers: last.map_or(0, |stage| stage.layers),
        stopped: false,
        rule_broken_at_lowest_energy: problem.rule_broken_at_lowest_energy(ansatz.cost()),
        stages,
    };
    Ok((outcome, state))
}
