//! BFGS from the exact gradient (Nocedal and Wright 2006, algorithm 6.1): `lbfgs` in settings and
//! records, the name of its family, though with some tens of angles nothing has to be forgotten.
//!
//! > x ← x + a d,  d = −H ∇f, with H of [`Metric`]; it ends where ½ ∇fᵀH ∇f is below the tolerance
//!
//! The step a is 1 nearly always. Else it is bracketed (algorithm 3.5) until f has fallen by c₁ of
//! what the slope promises and the slope is at most c₂ of what it was, with cubic interpolation
//! (equation 3.59) kept away from the ends. A first step is at most [`REACH`] long for two
//! coordinates: without a limit it is many periods long for a cost of some hundreds.
//!
//! Ours, because argmin's searches can neither begin with the H of another search nor end by what
//! is left to gain, which saves four of ten calls (`results/search`), and lose their way at values
//! that are not finite.

use super::metric::{Metric, UNKNOWN, dot};
use super::probe::{Probe, WALL};
use super::{Budget, SearchStop};

/// The longest first step for two coordinates; √(n/2) times as long for n.
const REACH: f64 = 0.25;
/// c₁.
const DECREASE: f64 = 1e-4;
/// c₂.
const CURVATURE: f64 = 0.9;
const GROWTH: f64 = 2.5;
const TRIALS: usize = 20;
/// A start is given up where this many times the gain that H predicts would not bring it below the
/// value to beat. So many, because H predicts too little after few steps.
const HOPE: f64 = 20.0;

pub(super) fn search(
    probe: &mut Probe<'_>,
    start: &[f64],
    budget: &Budget,
    _seed: u64,
) -> SearchStop {
    let Some((value, gradient)) = probe.value_and_gradient(start) else {
        return probe.refused.unwrap_or(SearchStop::Stuck);
    };
    let mut here = Point {
        x: start.to_vec(),
        value,
        gradient,
    };
    let mut fresh = probe.metric.is_none();
    let nothing_known = || Metric::scaled(start.len(), UNKNOWN);
    let mut metric = probe.metric.take().unwrap_or_else(nothing_known);
    let mut steps = 0;
    let stop = loop {
        let mut direction = metric.times(&here.gradient);
        let mut gain = 0.5 * dot(&here.gradient, &direction);
        if gain.is_nan() || gain < 0.0 {
            (metric, fresh) = (nothing_known(), true);
            direction = metric.times(&here.gradient);
            gain = 0.5 * dot(&here.gradient, &direction);
        }
        let to_beat = budget.above / probe.unit;
        if gain <= budget.tolerance {
            break SearchStop::Converged;
        } else if steps >= budget.iterations {
            break SearchStop::Iterations;
        } else if here.value - HOPE * gain > to_beat {
            break SearchStop::GivenUp;
        }
        let reach = REACH * (0.5 * start.len() as f64).sqrt();
        let shorter = (reach / dot(&direction, &direction).sqrt()).min(1.0);
        direction.iter_mut().for_each(|d| *d *= -shorter);
        let Some(next) = lower_along(probe, &here, &direction) else {
            if let (None, false) = (probe.refused, fresh) {
                (metric, fresh) = (nothing_known(), true);
                continue;
            }
            break SearchStop::Stuck;
        };
        let s = difference(&next.x, &here.x);
        let y = difference(&next.gradient, &here.gradient);
        let sy = dot(&s, &y);
        if sy > 1e-10 * (dot(&s, &s) * dot(&y, &y)).sqrt() {
            if fresh {
                (metric, fresh) = (Metric::scaled(start.len(), sy / dot(&y, &y)), false);
            }
            metric.learn(&s, &y);
        }
        here = next;
        steps += 1;
    };
    probe.metric = Some(metric);
    probe.refused.unwrap_or(stop)
}

struct Point {
    x: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
}

/// A step a along a line, φ(a) and φ′(a).
type Trial = (f64, f64, f64);

/// A point along the line that satisfies both conditions, else the lowest that satisfies the first.
fn lower_along(probe: &mut Probe<'_>, from: &Point, direction: &[f64]) -> Option<Point> {
    let falls = dot(&from.gradient, direction);
    let (mut low, mut high, mut lowest): (Trial, _, _) = ((0.0, from.value, falls), None, None);
    let mut step = 1.0;
    for _ in 0..TRIALS {
        let x: Vec<f64> = from
            .x
            .iter()
            .zip(direction)
            .map(|(x, d)| x + step * d)
            .collect();
        let Some((value, gradient)) = probe.value_and_gradient(&x) else {
            break;
        };
        let slope = dot(&gradient, direction);
        let here = (step, value, slope);
        if value <= from.value + DECREASE * step * falls && value < low.1 {
            lowest = Some(Point { x, value, gradient });
            if slope >= CURVATURE * falls {
                break;
            }
            low = here;
        } else if lowest.is_some() {
            break;
        } else {
            high = Some(here);
        }
        step = match &high {
            None => GROWTH * step,
            Some(high) => between(&low, high),
        };
    }
    lowest
}

/// The lowest step of the cubic through two trials; from a wall, a fifth of the way.
fn between(&(a, low, falls): &Trial, &(b, high, slope): &Trial) -> f64 {
    let width = b - a;
    if high >= WALL {
        return a + 0.2 * width;
    }
    let mean = falls + slope - 3.0 * (high - low) / width;
    let root = (mean * mean - falls * slope).sqrt();
    let share = 1.0 - (slope + root - mean) / (slope - falls + 2.0 * root);
    let share = if share.is_finite() { share } else { 0.5 };
    a + share.clamp(0.1, 0.9) * width
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}
