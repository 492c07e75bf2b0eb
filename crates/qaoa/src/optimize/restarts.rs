//! Searches again and again, each from the best point so far, because one run can end early: a
//! simplex collapses onto a point that is no minimum, a line search finds nothing lower.

use super::probe::Probe;
use super::{Budget, SearchStop};

const EDGE: f64 = 0.25;
const SHRINK: f64 = 0.4;

/// Calls `run` from a point, with the edge of a simplex and the iterations that are left, and again
/// on a smaller simplex where it converged, until it gains no more than the tolerance.
pub(super) fn while_it_gains(
    probe: &mut Probe<'_>,
    start: &[f64],
    budget: &Budget,
    run: impl Fn(&mut Probe<'_>, &[f64], f64, u64) -> (SearchStop, u64),
) -> SearchStop {
    let mut from = start.to_vec();
    let mut iterations = budget.iterations;
    let mut edge = EDGE;
    let mut value = f64::INFINITY;
    loop {
        let (stop, used) = run(probe, &from, edge, iterations);
        iterations = iterations.saturating_sub(used);
        let goes_on = stop == SearchStop::Converged && probe.refused.is_none();
        match probe.best.as_ref() {
            Some(best) if goes_on && value - best.value > budget.tolerance * probe.unit => {
                value = best.value;
                from.clone_from(&best.point);
                edge *= SHRINK;
            }
            _ => return stop,
        }
    }
}
