//! Simplex searches again and again, each on a smaller simplex around the best point so far: a
//! simplex can end early.

use super::probe::Probe;
use super::{Budget, SearchStop};

/// Edge of the first simplex.
const EDGE: f64 = 0.25;
/// How much smaller the simplex of each restart is.
const SHRINK: f64 = 0.4;

/// Runs `contract` (from a point, with an edge and so many iterations: why it ended, and after how
/// many) until a run gains no more than the tolerance.
pub(super) fn on_smaller_simplexes(
    probe: &mut Probe<'_>,
    start: &[f64],
    budget: &Budget,
    contract: impl Fn(&mut Probe<'_>, &[f64], f64, u64) -> (SearchStop, u64),
) -> SearchStop {
    let mut from = start.to_vec();
    let mut iterations = budget.iterations;
    let mut edge = EDGE;
    let mut value = f64::INFINITY;
    loop {
        let (stop, used) = contract(probe, &from, edge, iterations);
        iterations = iterations.saturating_sub(used);
        match (stop, probe.best()) {
            (SearchStop::Converged, Some(best)) if value - best.value > budget.tolerance => {
                value = best.value;
                from.clone_from(&best.point);
                edge *= SHRINK;
            }
            _ => return stop,
        }
    }
}
