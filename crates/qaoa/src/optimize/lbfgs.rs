//! L-BFGS of argmin (Nocedal and Wright 2006, algorithm 7.5) over our own line search.
//!
//! Every point is measured once, with its gradient. Where a line search finds nothing lower, the
//! search starts afresh from the best point, as long as the last start has gained more than the
//! tolerance. No bounds.

use super::line_search::{Trial, strong_wolfe};
use super::probe::Probe;
use super::restarts::while_it_gains;
use super::{Budget, SearchStop};
use argmin::core::{
    CostFunction, Error, Executor, Gradient, IterState, KV, LineSearch, Problem, Solver, State,
    TerminationReason,
};
use argmin::solver::quasinewton::LBFGS;
use std::cell::RefCell;

/// How many steps the approximate Hessian remembers.
const MEMORY: usize = 10;
/// Length of the first step tried along a direction, at most. Without a limit the first step is the
/// whole gradient, many periods away for a cost of some hundreds.
const REACH: f64 = 0.25;

/// Minimizes from `start`, by value and gradient.
pub(super) fn search(
    probe: &mut Probe<'_>,
    start: &[f64],
    budget: &Budget,
    _seed: u64,
) -> SearchStop {
    while_it_gains(
        probe,
        start,
        budget,
        SearchStop::Stuck,
        |probe, from, _, iterations| descend(probe, from, iterations, budget.tolerance),
    )
}

/// One run of argmin's L-BFGS: why it ended, and after how many iterations.
fn descend(
    probe: &mut Probe<'_>,
    from: &[f64],
    iterations: u64,
    tolerance: f64,
) -> (SearchStop, u64) {
    let tolerance = tolerance.max(f64::MIN_POSITIVE);
    let solver = LBFGS::new(Wolfe::default(), MEMORY)
        .with_tolerance_grad(tolerance)
        .and_then(|solver| solver.with_tolerance_cost(tolerance))
        .expect("the tolerance is positive");
    let watched = GradientProbe(RefCell::new(probe));
    let run = Executor::new(watched, solver)
        .configure(|state| state.param(from.to_vec()).max_iters(iterations))
        .ctrlc(false)
        .timer(false)
        .run();
    let (stop, used) = run.as_ref().map_or((SearchStop::Stuck, 0), |result| {
        (
            ended(result.state.get_termination_reason()),
            result.state.get_iter(),
        )
    });
    drop(run);
    (probe.refused().unwrap_or(stop), used)
}

/// Why a run of argmin ended, as a [`SearchStop`].
pub(super) fn ended(reason: Option<&TerminationReason>) -> SearchStop {
    match reason {
        Some(TerminationReason::SolverConverged) => SearchStop::Converged,
        Some(TerminationReason::MaxItersReached) => SearchStop::Iterations,
        Some(
            TerminationReason::SolverExit(_)
            | TerminationReason::TargetCostReached
            | TerminationReason::Interrupt
            | TerminationReason::Timeout,
        )
        | None => SearchStop::Stuck,
    }
}

/// The probe as argmin wants it: behind `&self`, with errors for refusals.
struct GradientProbe<'a, 'o>(RefCell<&'a mut Probe<'o>>);

impl GradientProbe<'_, '_> {
    fn measure(&self, x: &[f64]) -> Result<(f64, Vec<f64>), Error> {
        let answer = self.0.borrow_mut().value_and_gradient(x);
        answer.ok_or_else(|| Error::msg("the probe refused"))
    }
}

impl CostFunction for GradientProbe<'_, '_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, x: &Vec<f64>) -> Result<f64, Error> {
        Ok(self.measure(x)?.0)
    }
}

impl Gradient for GradientProbe<'_, '_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, x: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(self.measure(x)?.1)
    }
}

/// [`strong_wolfe`] as a solver of argmin that needs one iteration.
#[derive(Clone, Default)]
struct Wolfe {
    direction: Vec<f64>,
}

impl LineSearch<Vec<f64>, f64> for Wolfe {
    fn search_direction(&mut self, direction: Vec<f64>) {
        self.direction = direction;
    }

    fn initial_step_length(&mut self, _step: f64) -> Result<(), Error> {
        Ok(()) // follows from the direction's length
    }
}

type LineState = IterState<Vec<f64>, Vec<f64>, (), (), (), f64>;

impl<O> Solver<O, LineState> for Wolfe
where
    O: CostFunction<Param = Vec<f64>, Output = f64>
        + Gradient<Param = Vec<f64>, Gradient = Vec<f64>>,
{
    fn name(&self) -> &str {
        "strong Wolfe"
    }

    fn next_iter(
        &mut self,
        problem: &mut Problem<O>,
        mut line: LineState,
    ) -> Result<(LineState, Option<KV>), Error> {
        let nothing = || Error::msg("no lower point along the line");
        let origin = line.take_param().ok_or_else(nothing)?;
        let gradient = line.take_gradient().ok_or_else(nothing)?;
        let along = |step: f64| moved(&origin, &self.direction, step);
        let zero = Trial {
            step: 0.0,
            value: line.get_cost(),
            slope: dot(&gradient, &self.direction),
        };
        let mut phi = |step: f64| {
            let point = along(step);
            let value = problem.cost(&point).ok()?;
            let slope = dot(&problem.gradient(&point).ok()?, &self.direction);
            Some(Trial { step, value, slope })
        };
        let first = (REACH / dot(&self.direction, &self.direction).sqrt()).min(1.0);
        let found = strong_wolfe(&mut phi, zero, first).ok_or_else(nothing)?;
        let line = line.param(along(found.step)).cost(found.value);
        Ok((
            line.terminate_with(TerminationReason::SolverConverged),
            None,
        ))
    }
}

/// origin + step · direction.
fn moved(origin: &[f64], direction: &[f64], step: f64) -> Vec<f64> {
    origin
        .iter()
        .zip(direction)
        .map(|(x, d)| x + step * d)
        .collect()
}

/// The scalar product Σ a_i b_i.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
