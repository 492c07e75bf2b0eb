//! The simplex search of Nelder and Mead (1965, Computer Journal 7, 308) as argmin has it.
//!
//! The first simplex is the start and one point 0.25 away along each coordinate. A simplex can
//! collapse onto a point that is no minimum (McKinnon 1998), so smaller ones follow (`restarts`).

use super::probe::{Probe, WALL};
use super::restarts::while_it_gains;
use super::{Budget, SearchStop};
use argmin::core::{CostFunction, Error, Executor, State, TerminationReason};
use argmin::solver::neldermead::NelderMead;
use std::cell::{Cell, RefCell};

pub(super) fn search(
    probe: &mut Probe<'_>,
    start: &[f64],
    budget: &Budget,
    _seed: u64,
) -> SearchStop {
    while_it_gains(probe, start, budget, |probe, from, edge, iterations| {
        contract(probe, simplex(from, edge), iterations, budget.tolerance)
    })
}

/// The simplex of `origin` and of one vertex `edge` away along each coordinate.
fn simplex(origin: &[f64], edge: f64) -> Vec<Vec<f64>> {
    let beside = |i: usize| {
        let mut vertex = origin.to_vec();
        vertex[i] += edge;
        vertex
    };
    std::iter::once(origin.to_vec())
        .chain((0..origin.len()).map(beside))
        .collect()
}

/// One run of argmin's Nelder-Mead: why it ended, and after how many iterations.
fn contract(
    probe: &mut Probe<'_>,
    simplex: Vec<Vec<f64>>,
    iterations: u64,
    tolerance: f64,
) -> (SearchStop, u64) {
    let vertices = simplex.len();
    let solver = NelderMead::new(simplex)
        .with_sd_tolerance(tolerance.max(f64::MIN_POSITIVE))
        .expect("the tolerance is positive");
    let watched = SimplexProbe {
        probe: RefCell::new(probe),
        vertices: Cell::new(vertices),
    };
    let run = Executor::new(watched, solver)
        .configure(|state| state.max_iters(iterations))
        .ctrlc(false)
        .timer(false)
        .run();
    let (stop, used) = run.as_ref().map_or((SearchStop::Stuck, 0), |result| {
        let state = &result.state;
        (ended(state.get_termination_reason()), state.get_iter())
    });
    drop(run);
    (probe.refused.unwrap_or(stop), used)
}

fn ended(reason: Option<&TerminationReason>) -> SearchStop {
    match reason {
        Some(TerminationReason::SolverConverged) => SearchStop::Converged,
        Some(reason) if *reason == TerminationReason::MaxItersReached => SearchStop::Iterations,
        Some(_) | None => SearchStop::Stuck,
    }
}

/// The probe as argmin wants it: behind `&self`, with errors for refusals.
struct SimplexProbe<'a, 'o> {
    probe: RefCell<&'a mut Probe<'o>>,
    vertices: Cell<usize>,
}

impl CostFunction for SimplexProbe<'_, '_> {
    type Param = Vec<f64>;
    type Output = f64;

    /// f(x). argmin panics where a vertex of the first simplex has no value, so there a refusal is
    /// a wall; the first step after it is refused again, and ends the run.
    fn cost(&self, x: &Vec<f64>) -> Result<f64, Error> {
        let left = self.vertices.get();
        self.vertices.set(left.saturating_sub(1));
        match self.probe.borrow_mut().value(x) {
            Some(value) => Ok(value),
            None if left > 0 => Ok(WALL),
            None => Err(Error::msg("the probe refused")),
        }
    }
}
