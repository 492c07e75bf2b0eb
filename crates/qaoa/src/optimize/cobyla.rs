//! COBYLA (Powell 1994) without constraints: linear models on a simplex that shrinks; the crate
//! `cobyla`, a Rust translation of NLopt's.
//!
//! The first simplex has edges of 0.25; a search ends at edges of √tolerance, since a value changes
//! by the square of the distance near its minimum. As a simplex can stop early, smaller ones follow
//! (`restarts`). An iteration is a call after the first simplex. The crate cannot be stopped, so a
//! refusal of the probe is a wall on all sides. It squares values, so they are cut at [`HIGHEST`].

use super::probe::Probe;
use super::restarts::while_it_gains;
use super::{Budget, SearchStop};
use cobyla::{Func, RhoBeg, StopTols, SuccessStatus, minimize};
use std::cell::RefCell;

/// What a value is cut at, and what stands for one that is not finite.
const HIGHEST: f64 = 1e30;
const SHORTEST: f64 = 1e-9;

pub(super) fn search(
    probe: &mut Probe<'_>,
    start: &[f64],
    budget: &Budget,
    _seed: u64,
) -> SearchStop {
    while_it_gains(probe, start, budget, |probe, from, edge, iterations| {
        contract(probe, from, edge, iterations, budget.tolerance)
    })
}

/// One run of the crate's COBYLA: why it ended, and after how many iterations.
fn contract(
    probe: &mut Probe<'_>,
    from: &[f64],
    edge: f64,
    iterations: u64,
    tolerance: f64,
) -> (SearchStop, u64) {
    let simplex = from.len() as u64 + 1;
    let most = iterations.saturating_add(simplex).min(i32::MAX as u64);
    let shortest = tolerance.max(0.0).sqrt().max(SHORTEST).min(0.5 * edge);
    let tolerances = StopTols {
        xtol_abs: vec![shortest; from.len()],
        ..StopTols::default()
    };
    let watched = RefCell::new((probe, 0_u64));
    let value = |x: &[f64], (): &mut ()| {
        let (probe, asked) = &mut *watched.borrow_mut();
        *asked += 1;
        let value = probe.value(x).unwrap_or(HIGHEST);
        value.clamp(-HIGHEST, HIGHEST)
    };
    let unbounded = vec![(f64::NEG_INFINITY, f64::INFINITY); from.len()];
    let constraints: [&dyn Func<()>; 0] = [];
    let edges = RhoBeg::All(edge);
    let run = minimize(
        value,
        from,
        &unbounded,
        &constraints,
        (),
        most as usize,
        edges,
        Some(tolerances),
    );
    let (probe, asked) = watched.into_inner();
    let stop = match run {
        Ok((SuccessStatus::MaxEvalReached, _, _)) => SearchStop::Iterations,
        Ok(_) => SearchStop::Converged,
        Err(_) => SearchStop::Stuck,
    };
    (probe.refused.unwrap_or(stop), asked.saturating_sub(simplex))
}
