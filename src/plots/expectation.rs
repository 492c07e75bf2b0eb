//! The expectation ⟨C⟩ against depth, between the least value of C and its mean over all states.

use super::axis::Axis;
use super::chart::Chart;
use super::check::finite;
use super::depths;
use super::series::AgainstDepth;
use crate::error::Result;

/// The SVG of the expectation against depth.
///
/// # Errors
/// [`crate::Error::NotFinite`] for NaN and infinities, [`crate::Error::Argument`] for a depth that
/// occurs twice, for more settings than can be told apart and where there is nothing to draw.
pub(crate) fn expectation_against_depth(plot: &AgainstDepth) -> Result<String> {
    let plot = plot.checked(finite, finite)?;
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let ends = plot
        .values()
        .fold(none, |(low, high), v| (low.min(v), high.max(v)));
    let across = depths::axis(depths::DEPTH, plot.curves());
    let chart = Chart::new(&plot.heading, across, Axis::roomy(&plot.what, ends, 7));
    Ok(plot.draw(chart, None))
}
