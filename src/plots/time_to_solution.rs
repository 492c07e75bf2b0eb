//! What it takes until a solution was seen with 99 %, against depth, on a logarithmic axis.
//!
//! A time is ⌈ln 0.01 / ln(1 − P)⌉ runs, or these runs in layers; it comes here as a number. Where
//! it is infinite (P = 0) a puzzle has no point at that depth, and the median is drawn only at
//! depths where every puzzle has one. A search whose runs all failed took at least as long as the
//! end of the interval says: that is drawn as a limit, with an arrow up.

use super::axis::Axis;
use super::chart::Chart;
use super::check::finite;
use super::depths::{self, DepthCurve};
use super::series::{AgainstDepth, Series};
use crate::error::{Error, Result};

/// The SVG of times to solution against depth.
///
/// # Errors
/// [`Error::NotFinite`] for NaN and infinities, [`Error::Argument`] for a time below 1, for a depth
/// that occurs twice, for more settings than can be told apart and where there is nothing to draw.
pub(crate) fn time_to_solution(plot: &AgainstDepth) -> Result<String> {
    let plot = plot.checked(time, perhaps_never)?;
    let (told, beyond): (Vec<f64>, Vec<f64>) = plot.values().partition(|value| *value <= MOST);
    let ends = told.iter().fold((MOST, 1.0), |(low, high): (f64, f64), v| {
        (low.min(*v), high.max(*v))
    });
    let ends = (ends.0.min(ends.1), ends.1);
    let across = depths::axis(depths::DEPTH, plot.curves());
    let mut chart = Chart::new(&plot.heading, across, decades(&plot.what, ends));
    chart.notes = gaps(&plot.series);
    if beyond.iter().any(|value| value.is_finite()) {
        chart.notes.push(BEYOND.to_owned());
    }
    Ok(plot.draw(chart, None))
}

/// A longer time is of a probability below 10⁻¹⁵, which is rounding: it would stretch the axis and
/// tell nothing.
const MOST: f64 = 1e15;
const BEYOND: &str =
    "A time above 10¹⁵ is of a probability that is rounding: it is drawn at the upper edge.";

fn time(what: &str, value: f64) -> Result<f64> {
    match finite(what, value)? {
        value if value >= 1.0 => Ok(value),
        value => Err(Error::argument(
            what,
            format!("found {value}"),
            "a time to solution is at least 1",
        )),
    }
}

/// A time that may be infinite: of what stands beside QAOA an end of the interval is then known.
fn perhaps_never(what: &str, value: f64) -> Result<f64> {
    match value {
        f64::INFINITY => Ok(value),
        value => time(what, value),
    }
}

fn decades(title: &str, (low, high): (f64, f64)) -> Axis {
    let first = (libm::log10(low) + 1e-9).floor() as i32;
    let last = (libm::log10(high) - 1e-9).ceil() as i32;
    Axis::decades(title, (first, last))
}

/// Says where a median stops because a puzzle has no finite time.
fn gaps(series: &[Series]) -> Vec<String> {
    let depths_of = |s: &Series| {
        let mut all: Vec<usize> = s.curves.iter().flat_map(DepthCurve::depths).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let gap = series.iter().any(|s| {
        let all = depths_of(s);
        s.curves.len() > 1 && s.curves.iter().any(|curve| curve.points.len() < all.len())
    });
    let note = "Where a puzzle has no point its time is infinite or was not computed; the median is drawn at the depths that all puzzles have.";
    if gap {
        vec![note.to_owned()]
    } else {
        Vec::new()
    }
}
